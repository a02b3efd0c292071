"""Items of every kind: right by the referee, the same again by seed and number, answers apart."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from pitboss import games
from pitboss.cards import pretty
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.items import Item, Kind
from pitboss.school.kinds import procedure
from pitboss.school.making import MAKERS, make_item, make_skill, skills
from pitboss.school.setting import Setting
from pitboss.table import events as ev
from tests.school.judging import (
    FROM_NONE,
    FROM_ROUNDS,
    judge_dealt_none,
    judge_made,
    judge_shared,
)
from tests.school.tables import setting_of

ITEMS = int(os.environ.get("PITBOSS_ITEMS", "1000"))
OWN = """
id = "own-game"
name = "A designer's own game"
based-on = "blackjack"
[natural]
pays = "6 to 5"
[[bets]]
id = "twins"
name = "Twins"
paytable = "twins"
[[bets.events]]
event = "pair of aces"
when = { pair = "A" }
pays = [30]
[[bets.events]]
event = "any pair"
when = { pair = "A-K" }
pays = [11]
"""


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_answers_from_shared_rounds_are_the_referees(game: str) -> None:
    counts = judge_shared(game, ITEMS)
    assert {counts[kind] for kind in FROM_ROUNDS} == {ITEMS}


@pytest.mark.parametrize("game", games.BUILT_IN)
@pytest.mark.parametrize("kind", FROM_NONE)
def test_answers_without_a_round_are_those_of_the_rulebook(game: str, kind: Kind) -> None:
    assert judge_dealt_none(game, kind, ITEMS // 10 if kind == "signal" else ITEMS)


def test_capped_payouts_are_shared_in_proportion() -> None:
    assert judge_made("blackjack-tie", "limits", max(20, ITEMS // 50), skill="limits/aggregate")
    setting = setting_of("blackjack-tie")
    found = [
        make_item(setting, "limits", seed="1", number=number, skill="limits/aggregate").item
        for number in range(1, 9)
    ]
    assert any(len(item.question.spots) > 1 for item in found)
    assert len({item.answer.cents for item in found}) > 1
    for game in ("blackjack", "half-back"):  # no prize there is high enough to be capped (WA-5)
        assert "limits/aggregate" not in {skill.id for skill in skills(setting_of(game), "limits")}


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_shoe_is_counted_as_it_is_dealt(game: str) -> None:
    assert judge_made(game, "table", ITEMS, skill="table/shoe")


@pytest.mark.parametrize("kind", MAKERS)
def test_items_as_they_are_asked_for_are_judged_too(kind: Kind) -> None:
    for game in games.BUILT_IN:
        assert judge_made(game, kind, 8)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_no_two_skills_of_a_kind_have_the_same_name(game: str) -> None:
    for kind in MAKERS:
        names = Counter(skill.name for skill in skills(setting_of(game), kind))
        assert {name for name, count in names.items() if count > 1} == set()


@pytest.mark.parametrize("kind", MAKERS)
def test_seed_and_number_make_the_same_item_again_whatever_was_made_before(kind: str) -> None:
    before, after = setting_of("half-back"), setting_of("half-back", 2)
    for number in range(1, 4):  # another way through the scout's rounds
        make_item(after, "payout", seed="other", number=number)
    one = make_item(before, kind, seed="s", number=2).item  # type: ignore[arg-type]
    again = make_item(after, kind, seed="s", number=2).item  # type: ignore[arg-type]
    assert msgspec.json.encode(one) == msgspec.json.encode(again)
    other = make_item(after, kind, seed="t", number=2).item  # type: ignore[arg-type]
    assert msgspec.json.encode(one.question) != msgspec.json.encode(other.question)


def test_the_rule_is_cited_that_says_it() -> None:
    setting, rules = setting_of("half-back"), dict[bool, set[str]]()
    for number in range(1, 40):
        item = make_item(setting, "payout", seed="1", number=number, skill="payout/main/win").item
        assert item.question.felt is not None
        [seat] = [one for one in item.question.felt.seats if one.seat == item.question.seat]
        rules.setdefault(len(seat.hands) > 1, set()).add(item.rule)
    assert rules[True] == {"BJ-11"}, "a split hand has one of the two wagers: HB-10 is of both"
    assert "HB-10" in rules[False]
    assert make_item(setting, "insurance", seed="1", number=1).item.rule == "BJ-4"
    taken_back = []
    for number in range(1, 60):
        made = make_item(setting, "call", seed="1", number=number, skill="call/hit")
        assert made.item.question.felt is not None
        hands = made.item.question.felt.seats[made.item.question.seat - 1].hands
        if "taken back" in hands[0].marks:
            taken_back.append(made.item.rule)
    assert set(taken_back) == {"HB-7"}, "which leaves the hand nothing but to hit or stand"


def test_a_new_dealers_first_question_is_read_at_a_glance() -> None:
    setting = setting_of("half-back")
    first = skills(setting, "signal")[0]
    question = make_item(setting, "signal", seed="1", number=1, skill=first.id).item.question
    shown = [*question.told, question.text, *(option.text for option in question.options)]
    assert sum(len(text.split()) for text in shown) < 60
    assert question.felt is not None


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_question_is_asked_with_the_aim_its_level_is_listed_with(game: str) -> None:
    setting = setting_of(game)
    for kind in MAKERS:
        for skill in [one for one in skills(setting, kind) if not one.apart][:4]:
            made = make_skill(setting, skill, seed="1", number=1)  # some ask nothing in some games
            if made is None:
                continue
            assert made.item.question.aim_seconds == AIM_SECONDS[kind], skill.name


def test_a_natural_whose_bonus_is_not_in_the_list_of_steps_is_told_why() -> None:
    """LS-8 has every natural's bet paid before the dealer looks, the last seat's first."""
    setting, listed, left_out = setting_of("lucky-stiff"), 0, 0
    for number in range(1, 61):
        made = make_item(setting, "procedure", seed="q", number=number, skill=procedure.ORDER)
        question = made.item.question
        assert question.felt is not None
        steps = " ".join(option.text for option in question.options)
        for seat in question.felt.seats:
            if seat.natural and seat.side_bets:
                named = f"seat {seat.seat}'s Lucky Stiff" in steps
                listed, left_out = listed + named, left_out + (not named)
                assert named or procedure.ONLY_THE_FIRST in question.text
    assert listed
    assert left_out


def test_a_payout_names_its_wager_and_says_whether_the_dealer_has_looked() -> None:
    """BJ-5: under a ten or an ace the dealer looks before naturals are paid; even money is taken
    before that, and under a low card nobody looks."""
    setting, found = setting_of("blackjack"), set()
    for skill in ("payout/main/natural", "payout/main/even money"):
        for number in range(1, 40):
            made = make_item(setting, "payout", seed="q", number=number, skill=skill)
            question = made.item.question
            assert question.felt is not None
            asked, _, said = question.text.partition("? ")
            assert re.search(r"seat \d on (Main|Insurance and Main together)\??$", asked)
            upcard, hole = question.felt.dealer.cards
            found.add((skill, upcard[0] in "TJQKA", hole, said))
    assert found == {
        ("payout/main/natural", True, "??", "You have looked under your upcard: no natural."),
        ("payout/main/natural", False, "??", ""),
        ("payout/main/even money", True, "??", "You have not looked under your upcard yet."),
    }


def test_the_card_that_was_burned_is_named_for_another_like_it_may_lie_there() -> None:
    setting, found = setting_of("mulligan-21"), 0
    for number in range(1, 40):
        made = make_item(setting, "resolve", seed="q", number=number)
        assert made.item.question.felt is not None
        assert made.dealt is not None
        for seat in made.item.question.felt.seats:
            burned = {
                f"burned one {pretty(one.card)}"
                for one in made.dealt.events[: made.at]
                if isinstance(one, ev.CardGivenUp) and one.seat == seat.seat
            }
            told = [mark for hand in seat.hands for mark in hand.marks if "burned" in mark]
            assert set(told) == burned
            found += len(told)
    assert found > 3


def test_a_limit_is_told_by_the_names_on_the_felt() -> None:
    setting = setting_of("half-back")
    told = [
        make_item(setting, "limits", seed="1", number=number, skill="limits/minimum").item.working
        for number in range(1, 12)
    ]
    assert ["Upcard Bonus $0.50: the table's minimum is $1"] in told


def test_a_question_does_not_carry_its_answer() -> None:
    fields = {field.name for field in msgspec.structs.fields(Item)}
    kept_apart = {"answer", "rule", "rules", "working", "explanation"}
    question = make_item(setting_of("half-back"), "payout", seed="1", number=1).item.question
    sent = msgspec.to_builtins(question)
    assert kept_apart <= fields
    assert not kept_apart - {"rules"} & set(sent)
    assert sent.get("rules", []) == []


def test_a_hole_card_lies_face_down_until_it_is_turned() -> None:
    setting = setting_of("blackjack")
    for number in range(1, 30):
        made = make_item(setting, "insurance", seed="1", number=number)
        felt = made.item.question.felt
        assert felt is not None
        assert felt.dealer.cards[1] == "??"


def test_a_designers_own_game_is_drilled_without_a_line_of_code(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    setting = setting_of(str(path))
    ids = [skill.id for skill in skills(setting, "payout")]
    assert "payout/twins/any pair" in ids
    item = make_item(setting, "payout", seed="1", number=1, skill="payout/twins/any pair").item
    [spot] = [spot for spot in item.question.spots if spot.bet == "twins"]
    assert 11 * spot.cents <= (item.answer.cents or 0)
    assert f"= ${11 * spot.cents // 100}" in " ".join(item.working)
    for kind in MAKERS:
        assert make_item(setting, kind, seed="1", number=1).item.rule


def test_a_payout_of_6_to_5_is_worked_out() -> None:
    found = games.find("blackjack")
    setting = Setting(found, found.rules({"natural": "6 to 5"}), mains=(1500,))
    item = make_item(setting, "payout", seed="1", number=1, skill="payout/main/natural").item
    assert item.answer.cents == 1800  # 15 × 6 / 5 = 18
    assert item.working[0] == "Main: $15 × 6 to 5 = $18"
    assert item.rule == "BJ-6"


def test_a_payout_is_rounded_as_the_house_does_it() -> None:
    found = games.find("blackjack")
    setting = Setting(
        found, found.rules({"natural": "6 to 5"}), mains=(700,), house=House(round_to=50)
    )
    item = make_item(setting, "payout", seed="1", number=1, skill="payout/main/natural").item
    assert item.answer.cents == 850  # 7 × 6 / 5 = 8.40, to the next half dollar for the player
    assert "= $8.50 ($8.40 before the house rounds or caps it)" in item.working[0]
    assert "BJ-12" in item.rules


def test_an_unknown_skill_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="did you mean payout/main/win"):
        make_item(setting_of("blackjack"), "payout", seed="1", number=1, skill="payout/main/winn")
