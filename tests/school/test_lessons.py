"""Lessons as files: what they set, and what is said of a damaged one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.school import lessons
from pitboss.school.making import MAKERS, make_item, skills

SOUND = """id = "mine"
name = "Mine"
games = ["half-back"]
pace = 50
[options]
soft17 = "stand"
[paytables]
upcard-bonus = 3
[wagers]
main = [15]
[[drills]]
kind = "payout"
accuracy = 0.9
"""


@pytest.mark.parametrize("lesson", lessons.BUILT_IN)
def test_built_in_lessons_ask_something_of_every_game_they_name(lesson: str) -> None:
    found = lessons.find(lesson)
    for game in lessons.games_of(found):
        setting = found.settings(game)
        for drill in found.drills:
            assert skills(setting, drill.kind) or drill.kind == "limits"
            assert 1 <= drill.aim_seconds <= 120


def test_a_lesson_sets_options_pay_tables_wagers_and_pace() -> None:
    lesson = lessons.read(SOUND, origin="mine.toml")
    setting = lesson.settings(games.find("half-back"))
    assert setting.rules.dealer.soft17 == "stand"
    assert setting.rules.paytables == {"upcard-bonus": 3}
    assert setting.rounds_per_hour == 50
    item = make_item(setting, "payout", seed="1", number=1, skill="payout/main/natural").item
    assert {spot.cents for spot in item.question.spots if spot.bet == "main"} == {1500}


def test_a_lesson_may_name_a_game_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('id = "own"\nname = "Own"\nbased-on = "blackjack"\n')
    path = tmp_path / "lesson.toml"
    path.write_text(
        SOUND.split("[options]")[0].replace("half-back", "own.toml")
        + "[[drills]]\nkind = 'colour'\n"
    )
    assert lessons.find(str(path)).games == ("own.toml",)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"payout"', '"pay-out"', 12, "did you mean 'payout'?"),
        ("accuracy = 0.9", "accuracy = 9", 13, "0.5 to 1"),
        ("accuracy = 0.9", "acuracy = 0.9", 13, "did you mean accuracy?"),
        ('"half-back"', '"half-bak"', 3, "did you mean half-back?"),
        ("soft17", "soft18", 6, "is no house option of these games"),
        ("upcard-bonus", "bonus", 8, "is no pay table of these games"),
        ("main = [15]", "main = [1000]", 10, "use $5 to $400"),
        ("pace = 50", "pace = 'fast'", 4, "a number"),
        ("accuracy = 0.9", 'scene = "nothing"', 13, "replaced-ace"),
        ("accuracy = 0.9", 'skills = ["resolve/main/win"]', 13, "is no skill of payout"),
        ('[options]', '[rules-hash]\nhalf-back = "0123456789"\n[options]', 6, "by other rules"),
    ],
)  # fmt: skip
def test_a_damaged_lesson_is_told_at_its_line(old: str, new: str, line: int, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        lessons.read(SOUND.replace(old, new), origin="mine.toml")
    assert f"mine.toml:{line}" in str(refused.value), str(refused.value)
    assert said in str(refused.value)


@pytest.mark.parametrize("text", ["", "= 1", "id = 3", "x" * 10, '[[drills]]\nkind = "payout"'])
def test_what_is_no_lesson_is_refused_in_sentences(text: str) -> None:
    with pytest.raises(RulesError, match=r"mine\.toml"):
        lessons.read(text, origin="mine.toml")


def test_unknown_lessons_and_files_are_refused() -> None:
    with pytest.raises(RulesError, match="did you mean first-week"):
        lessons.find("first-wek")
    with pytest.raises(RulesError, match="cannot be read: No such file"):
        lessons.find("nowhere.toml")


def test_every_kind_can_be_a_level() -> None:
    for kind in MAKERS:
        lesson = lessons.read(SOUND.replace('"payout"', f'"{kind}"'), origin="mine.toml")
        assert lesson.drills[0].kind == kind
