"""Mulligan 21: face cards burned by split hands (M21-5, M21-R1, M21-R4 to M21-R7)."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.rules.game import OptionValue
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.mulligan_21 import FACES, GAME, OFFER

# M21-5: split hands


def test_M21_5_each_hand_of_a_split_has_its_own_mulligan() -> None:
    # both hands draw a king to an eight and burn it, for a three and for a two
    dealt = "8s 9c 8h 9d Kh 3c Kd 2c"
    round_ = play(GAME, dealt, "split burn stand burn")
    assert [(event.hand, event.card) for event in round_.of(ev.CardGivenUp)] == [
        (0, cards.parse("Kh")),
        (1, cards.parse("Kd")),
    ]


def test_M21_5_a_split_hand_burns_once() -> None:
    # the king on 8-3 is burned for a two; the queen that follows breaks the hand
    round_ = play(GAME, "8s 9c 8h 9d 3c Kh 2c Qd", "split hit burn hit")
    assert len(round_.of(ev.ReplacementOffered)) == 1
    assert [event.total for event in round_.of(ev.HandBusted)] == [8 + 3 + 2 + 10]


def test_M21_5_the_second_hand_may_burn_although_the_first_one_did_not() -> None:
    round_ = play(GAME, "8s 9c 8h 9d Tc Kd", "split stand")
    assert round_.legal[-1] == OFFER
    assert round_.table.hand == 1


def test_M21_5_where_both_hands_get_cards_at_once_each_burns_its_own() -> None:
    options: dict[str, OptionValue] = {"split-cards": "at-once"}
    round_ = play(GAME, "8s 9c 8h 9d Kh 3c Kd 2c", "split burn burn", options=options)
    assert [(event.hand, event.card) for event in round_.of(ev.CardGivenUp)] == [
        (0, cards.parse("Kh")),
        (1, cards.parse("Kd")),
    ]
    assert round_.table.hand == 0
    assert round_.legal[-1] == ("stand", "hit")  # M21-R7


# M21-R1, M21-R4 and M21-R5: second cards and further splits


ANY: list[dict[str, OptionValue]] = [
    {"after-burn": "any"}, {"M21-R1": "other"}, {"M21-R7": "other"},
]  # fmt: skip
"""The other reading of what a hand may do that has burned: one option for both rulings."""


@pytest.mark.parametrize("options", [{}, {"after-burn": "hit-or-stand"}, {"M21-R1": "ruled"}])
def test_M21_R1_a_replacement_that_pairs_a_split_card_is_not_split_again(
    options: dict[str, OptionValue],
) -> None:
    round_ = play(GAME, "8s 9c 8h 9d Kh 8d", "split burn", options=options)
    assert round_.legal[-1] == ("stand", "hit")


@pytest.mark.parametrize("options", ANY)
def test_M21_R1_by_the_other_reading_it_may_be(options: dict[str, OptionValue]) -> None:
    round_ = play(GAME, "8s 9c 8h 9d Kh 8d", "split burn", options=options)
    assert round_.legal[-1] == ("stand", "hit", "double", "split")
    again = play(GAME, "8s 9c 8h 9d Kh 8d", "split burn split", options=options)
    assert len(again.of(ev.HandSplit)) == 2
    other = play(GAME, "8s 9c 8h 9d Kh 7d", "split burn", options=options)
    assert other.legal[-1] == ("stand", "hit", "double")


def test_M21_R1_a_second_card_that_pairs_and_replaces_nothing_is_split_again() -> None:
    round_ = play(GAME, "8s 9c 8h 9d 8d", "split")
    assert round_.legal[-1] == ("stand", "hit", "double", "split")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("options", [{}, {"burn-split-cards": True}, {"M21-R4": "ruled"}])
def test_M21_R4_the_second_card_of_a_split_hand_may_be_burned(
    options: dict[str, OptionValue], face: str
) -> None:
    first = play(GAME, f"8s 9c 8h 9d {face}", "split", options=options)
    assert first.legal[-1] == OFFER
    second = play(GAME, f"8s 9c 8h 9d 9s {face}", "split stand", options=options)
    assert second.legal[-1] == OFFER


@pytest.mark.parametrize("options", [{"burn-split-cards": False}, {"M21-R4": "other"}])
def test_M21_R4_by_the_other_reading_only_later_cards_may_be_burned(
    options: dict[str, OptionValue],
) -> None:
    second_card = play(GAME, "8s 9c 8h 9d Kh", "split", options=options)
    assert second_card.legal[-1] == ("stand", "hit", "double")
    assert not second_card.of(ev.ReplacementOffered)
    third_card = play(GAME, "8s 9c 8h 9d 3h Kh", "split hit", options=options)
    assert third_card.legal[-1] == OFFER
    doubled = play(GAME, "8s 9c 8h 9d 3h Kh", "split double", options=options)
    assert doubled.legal[-1] == OFFER
    unsplit = play(GAME, "2s 9c 5h 9d Kh", "hit", options=options)
    assert unsplit.legal[-1] == OFFER


def test_M21_R5_a_hand_that_burned_has_a_fresh_mulligan_after_a_re_split() -> None:
    # only where it may be split again: it burns a king for an eight, splits and draws a queen
    left = play(GAME, "8s 9c 8h 9d Kh 8d Qd", "split burn split", options=ANY[0])
    assert left.legal[-1] == OFFER
    assert left.table.hand == 0
    assert [event.card for event in left.of(ev.CardGivenUp)] == [cards.parse("Kh")]


def test_M21_R5_the_new_hand_of_a_re_split_has_a_fresh_mulligan_too() -> None:
    right = play(GAME, "8s 9c 8h 9d 8d Qd 9s Jc", "split split burn stand")
    assert right.legal[-1] == OFFER
    assert right.table.hand == 1
    third = play(GAME, "8s 9c 8h 9d 8d Qd 9s Jc 9h Kd", "split split burn stand burn stand")
    assert third.legal[-1] == OFFER
    assert third.table.hand == 2


def test_M21_R5_a_kept_face_that_is_split_again_gives_fresh_mulligans() -> None:
    # Q-Q split, a queen kept and split again, then a king
    round_ = play(GAME, "Qs 9c Qh 9d Qd Kh", "split keep split")
    assert round_.legal[-1] == OFFER


# M21-R6: split aces


@pytest.mark.parametrize("face", FACES)
def test_M21_R6_the_single_card_of_a_split_ace_may_be_burned(face: str) -> None:
    round_ = play(GAME, f"As 9c Ah 9d {face}", "split")
    assert round_.legal[-1] == OFFER


def test_M21_R6_by_the_other_reading_it_stays() -> None:
    round_ = play(GAME, "As 9c Ah 9d Kh Qd", "split", options={"M21-R6": "other"})
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [21, 21]
    eights = play(GAME, "8s 9c 8h 9d Kh", "split", options={"M21-R6": "other"})
    assert eights.legal[-1] == OFFER


def test_M21_R6_the_replacement_on_a_split_ace_is_final() -> None:
    # A-2 stands on 13 without a decision; so does A-Q, which cannot be burned again
    round_ = play(GAME, "As 9c Ah 9d Kh 2c 5d", "split burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [13, 16]
    again = play(GAME, "As 9c Ah 9d Kh Qd 5d", "split burn")
    assert again.over()
    assert [event.total for event in again.of(ev.HandStood)] == [21, 16]


def test_M21_R6_each_split_ace_may_burn() -> None:
    round_ = play(GAME, "As 9c Ah 9d Kh 9s Kd 8s", "split burn burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [20, 19]
    assert round_.net() == 2 * UNIT  # both beat 18


def test_M21_R6_a_face_on_a_split_ace_may_be_kept() -> None:
    round_ = play(GAME, "As 9c Ah 9d Kh 9s", "split keep")
    assert [event.total for event in round_.of(ev.HandStood)] == [21, 20]


# M21-R7: doubling after a burn


def test_M21_R7_a_hand_that_has_burned_does_not_double() -> None:
    # a king burned for a three makes 11
    burned = play(GAME, "8s 9c 8h 9d Kh 3c", "split burn")
    assert burned.legal[-1] == ("stand", "hit")


@pytest.mark.parametrize("options", ANY)
def test_M21_R7_by_the_other_reading_it_doubles_without_a_second_burn(
    options: dict[str, OptionValue],
) -> None:
    # doubled, the queen cannot be burned
    burned = play(GAME, "8s 9c 8h 9d Kh 3c", "split burn", options=options)
    assert burned.legal[-1] == ("stand", "hit", "double")
    round_ = play(GAME, "8s 9c 8h 9d Kh 3c Qd 9h", "split burn double stand", options=options)
    assert round_.over()
    assert len(round_.of(ev.ReplacementOffered)) == 1
    assert [event.total for event in round_.of(ev.HandStood)] == [21, 17]
    assert round_.settled("main") == [("win", 2 * UNIT), ("lose", -UNIT)]


def test_M21_R7_a_hand_that_kept_its_face_may_double_and_burn() -> None:
    # 2-K doubled draws a queen, which breaks it: burned for a nine, 21 with two units
    round_ = play(GAME, "2s 9c 2h 9d Kh Qd 9h Th", "split keep double stand")
    assert [event.card for event in round_.of(ev.CardGivenUp)] == [cards.parse("Qd")]
    assert round_.settled("main") == [("win", 2 * UNIT), ("lose", -UNIT)]
