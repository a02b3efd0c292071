"""Lessons as files: what they set, and what is said of a damaged one."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    for game in found.games:
        setting = found.setting(game)
        levels = found.levels(game)
        assert list(levels) == list(range(1, len(found.lesson.drills) + 1))
        for drill in levels.values():
            assert skills(setting, drill.kind)
            assert 1 <= drill.aim_seconds <= (600 if "table/shoe" in drill.skills else 120)


def test_a_lesson_sets_options_pay_tables_wagers_and_pace() -> None:
    lesson = lessons.read(SOUND, origin="mine.toml")
    setting = lesson.setting("half-back")
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
    assert lessons.find(str(path)).games["own.toml"].name == "Own"


def test_a_game_file_may_come_with_a_lesson() -> None:
    text = (
        SOUND.split("[options]")[0].replace("half-back", "own.toml")
        + "[[drills]]\nkind = 'table'\n"
    )
    own = 'id = "own"\nname = "Own"\nbased-on = "parent.toml"\n'
    parent = 'id = "parent"\nname = "Parent"\nbased-on = "mulligan-21"\n'
    files = {"own.toml": own, "parent.toml": parent}
    taught = lessons.read(text, origin="mine.toml", files=files)
    assert taught.setting("own.toml").game.name == "Own"
    with pytest.raises(RulesError, match=r"the text of parent\.toml is needed too"):
        lessons.read(text, origin="mine.toml", files={"own.toml": own})
    taken = {"own.toml": 'id = "blackjack"\nname = "Own"\nbased-on = "blackjack"\n'}
    with pytest.raises(RulesError, match="blackjack"):
        lessons.read(text, origin="mine.toml", files=taken)


def test_a_kind_that_has_nothing_to_ask_is_no_level() -> None:
    text = SOUND.split("[options]")[0].replace("half-back", "own.toml")
    text += "".join(f"[[drills]]\nkind = '{kind}'\n" for kind in ("payout", "insurance", "colour"))
    own = 'id = "own"\nname = "Own"\nbased-on = "blackjack"\n[insurance]\noffered = false\n'
    taught = lessons.read(text, origin="mine.toml", files={"own.toml": own})
    assert {number: one.kind for number, one in taught.levels("own.toml").items()} == {
        1: "payout", 3: "colour",
    }  # fmt: skip


def test_a_level_is_passed_with_enough_right_and_half_of_them_in_time() -> None:
    [drill] = lessons.read(SOUND, origin="mine.toml").lesson.drills
    assert drill.is_passed(asked=20, answered=20, right=18, in_time=10)
    assert not drill.is_passed(asked=20, answered=20, right=17, in_time=17)
    assert not drill.is_passed(asked=20, answered=20, right=20, in_time=9)
    assert not drill.is_passed(asked=20, answered=19, right=19, in_time=19)


def test_a_sitting_is_out_of_reach_with_the_answer_that_is_one_wrong_or_one_late_too_many() -> None:
    [drill] = lessons.read(SOUND, origin="mine.toml").lesson.drills  # 2 of 20 may be wrong
    assert drill.may_be_passed(asked=20, answered=0, right=0, in_time=0)
    assert drill.may_be_passed(asked=20, answered=2, right=0, in_time=0)
    assert not drill.may_be_passed(asked=20, answered=3, right=0, in_time=0)
    assert drill.may_be_passed(asked=20, answered=10, right=10, in_time=0)
    assert not drill.may_be_passed(asked=20, answered=11, right=11, in_time=0)


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
        ("accuracy = 0.9", 'scene = "tie-after-a-second-split"', 13, "use resolve or error"),
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
        assert lesson.lesson.drills[0].kind == kind
