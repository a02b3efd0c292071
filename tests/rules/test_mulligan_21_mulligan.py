"""Mulligan 21: face cards burned by hands that hit or doubled (M21-3, M21-4, M21-R2, R3, R9)."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.event_log import position
from tests.rules.mulligan_21 import FACES, GAME, OFFER

# M21-3: the mulligan

OTHER_RANKS = ["Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]


@pytest.mark.parametrize("face", FACES)
def test_M21_3_a_drawn_jack_queen_or_king_may_be_burned(face: str) -> None:
    round_ = play(GAME, f"2s 9c 3h 8d {face}", "hit")
    assert round_.legal[-1] == OFFER
    assert [event.card for event in round_.of(ev.ReplacementOffered)] == [cards.parse(face)]


@pytest.mark.parametrize("card", OTHER_RANKS)
def test_M21_3_no_other_card_may_be_burned(card: str) -> None:
    round_ = play(GAME, f"2s 9c 3h 8d {card}", "hit")
    assert round_.legal[-1] == ("stand", "hit")
    assert not round_.of(ev.ReplacementOffered)


def test_M21_3_a_burned_card_is_replaced_by_the_next_and_does_not_count() -> None:
    # 4-6 draws a king, burned for an ace: 21 against 18
    round_ = play(GAME, "4s 9c 6h 9d Kh Ac", "hit burn")
    assert [event.card for event in round_.of(ev.CardGivenUp)] == [cards.parse("Kh")]
    assert [event.total for event in round_.of(ev.HandStood)] == [21]
    assert round_.net() == UNIT


@pytest.mark.parametrize("face", FACES)
def test_M21_3_a_card_that_would_bust_the_hand_is_burned_too(face: str) -> None:
    round_ = play(GAME, f"Ts 9c 6h 9d {face} 3c", "hit stand")
    assert not round_.of(ev.HandBusted)
    assert round_.net() == UNIT  # 19 against 18


def test_M21_3_a_card_that_makes_21_may_be_burned_too() -> None:
    round_ = play(GAME, "5s 9c 6h 9d Kh", "hit")
    assert round_.legal[-1] == OFFER
    kept = play(GAME, "5s 9c 6h 9d Kh", "hit keep")
    assert [event.total for event in kept.of(ev.HandStood)] == [21]
    assert kept.net() == UNIT
    assert play(GAME, "5s 9c 6h 9d Kh 9h", "hit burn stand").net() == UNIT  # 20 against 18


def test_M21_3_a_kept_card_counts() -> None:
    # 2-3-K is 15 and loses to 18; 4-6-K is 20
    assert play(GAME, "2s 9c 3h 9d Kh", "hit keep stand").net() == -UNIT
    assert play(GAME, "4s 9c 6h 9d Kh", "hit keep stand").net() == UNIT


def test_M21_3_after_burning_the_hand_plays_on() -> None:
    round_ = play(GAME, "2s 9c 3h 9d Kh 4c", "hit burn")
    assert round_.legal[-1] == ("stand", "hit")


def test_M21_3_a_hand_burns_once() -> None:
    # the replacement is a queen, and later comes a jack: neither may be burned
    round_ = play(GAME, "2s 9c 3h 9d Kh Qd", "hit burn")
    assert round_.legal[-1] == ("stand", "hit")
    round_ = play(GAME, "2s 9c 3h 9d Kh 4c Jc", "hit burn hit")
    assert round_.legal[-1] == ("stand", "hit")
    assert play(GAME, "Ts 9c 6h 9d Kh Qd", "hit").net() == -UNIT  # the queen breaks the hand


def test_M21_3_keeping_a_card_does_not_use_the_mulligan_up() -> None:
    # 2-3-J is kept, the queen that follows would break it and is burned for a five
    round_ = play(GAME, "2s 9c 3h 9d Jc Qd 5c", "hit keep hit stand")
    assert [event.card for event in round_.of(ev.CardGivenUp)] == [cards.parse("Qd")]
    assert round_.net() == UNIT  # 20 against 18


def test_M21_3_a_kept_card_is_not_offered_again() -> None:
    assert play(GAME, "2s 9c 3h 9d Jc", "hit keep").legal[-1] == ("stand", "hit")
    assert play(GAME, "2s 9c 3h 9d Jc 2c", "hit keep hit").legal[-1] == ("stand", "hit")


def test_M21_3_standing_without_the_replacement_is_not_possible() -> None:
    burned = play(GAME, "4s 9c 6h 9d Kh", "hit burn")
    assert burned.table.wants_card
    assert "stand is not possible now" in burned.why_not(act.move(1, "stand"))
    offered = play(GAME, "2s 9c 3h 9d Kh", "hit")
    assert "use burn or keep" in offered.why_not(act.move(1, "stand"))
    assert "use burn or keep" in offered.why_not(act.move(1, "hit"))


def test_M21_3_a_replacement_may_bust_the_hand() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Kh 6c", "hit")
    assert [event.total for event in round_.of(ev.HandBusted)] == [22]
    assert round_.net() == -UNIT


def test_M21_3_each_seat_has_its_own_mulligan() -> None:
    dealt = "2s 2d 9c 3h 3s 9d Kh 9h Kd"
    round_ = play(GAME, dealt, "hit burn stand hit", seats=2)
    assert round_.legal[-1] == OFFER
    assert round_.table.seat.number == 2


def test_M21_3_the_dealer_burns_nothing() -> None:
    # the dealer's 16 draws a king and breaks
    round_ = play(GAME, "Ts 9c 8h 7d Kh", "stand")
    assert round_.over()
    assert round_.net() == UNIT


# M21-4: doubled hands


@pytest.mark.parametrize("face", FACES)
def test_M21_4_the_one_card_of_a_double_may_be_burned(face: str) -> None:
    # 7-4 doubled draws a face, burned for an eight: 19 against 18 with two units
    assert play(GAME, f"7s 9c 4h 9d {face}", "double").legal[-1] == OFFER
    round_ = play(GAME, f"7s 9c 4h 9d {face} 8h", "double burn")
    assert round_.over()
    assert round_.net() == 2 * UNIT


def test_M21_4_the_replacement_is_the_one_card() -> None:
    # 5-4 doubled: a king burned for a two leaves 11 and no further move
    round_ = play(GAME, "5s 9c 4h 9d Kh 2c", "double burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [11]
    assert round_.net() == -2 * UNIT


def test_M21_4_a_face_card_in_place_of_a_burned_one_stays() -> None:
    round_ = play(GAME, "6s 9c 4h 9d Kh Qd", "double burn")
    assert round_.over()
    assert round_.net() == 2 * UNIT  # 20 against 18
    broke = play(GAME, "Ts 9c 2h 9d Kh Qd", "double")
    assert broke.net() == -2 * UNIT


def test_M21_4_the_one_card_may_be_kept() -> None:
    round_ = play(GAME, "6s 9c 4h 9d Kh", "double keep")
    assert round_.over()
    assert round_.net() == 2 * UNIT


@pytest.mark.parametrize("card", ["Tc", "9h", "Ah"])
def test_M21_4_another_card_of_a_double_stays(card: str) -> None:
    round_ = play(GAME, f"6s 9c 4h 9d {card}", "double")
    assert round_.over()
    assert round_.net() == 2 * UNIT


# M21-R2, M21-R9 and M21-R3: when a card may be burned, and which


def test_M21_R2_a_bust_is_judged_after_the_burn() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Kh", "hit")
    assert not round_.of(ev.HandBusted)
    assert round_.settled("main") == []
    assert round_.table.wants_card


def test_M21_R2_by_the_other_reading_a_bust_ends_the_hand_before_it_could_be_saved() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Kh", "hit", options={"M21-R2": "other"})
    assert [event.total for event in round_.of(ev.HandBusted)] == [26]
    assert not round_.of(ev.CardGivenUp)
    assert round_.net() == -UNIT
    doubled = play(GAME, "Ts 9c 2h 9d Kh", "double", options={"M21-R2": "other"})
    assert doubled.net() == -2 * UNIT
    alive = play(GAME, "2s 9c 3h 9d Kh", "hit", options={"M21-R2": "other"})
    assert alive.legal[-1] == OFFER


@pytest.mark.parametrize("face", FACES)
def test_M21_R9_a_face_card_that_busts_the_hand_is_replaced_without_a_question(face: str) -> None:
    round_ = play(GAME, f"Ts 9c 6h 9d {face} 3c", "hit")
    assert not round_.of(ev.ReplacementOffered)
    assert [event.card for event in round_.of(ev.CardGivenUp)] == [cards.parse(face)]
    assert round_.legal == [("stand", "hit", "double"), ("stand", "hit")]


def test_M21_R9_so_is_the_one_card_of_a_double() -> None:
    # T-2 doubled: the king breaks it and is replaced by a nine, 21 against 18
    round_ = play(GAME, "Ts 9c 2h 9d Kh 9h", "double")
    assert round_.over()
    assert round_.net() == 2 * UNIT


def test_M21_R9_a_hand_that_has_burned_loses_with_the_next_face_card() -> None:
    round_ = play(GAME, "Ts 9c 2h 9d Kh 3c Qd", "hit hit")
    assert [event.total for event in round_.of(ev.HandBusted)] == [25]
    assert round_.net() == -UNIT


def test_M21_R9_a_ten_that_busts_the_hand_is_not_replaced() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Tc", "hit")
    assert [event.total for event in round_.of(ev.HandBusted)] == [26]


def test_M21_R9_by_the_other_reading_the_player_is_asked() -> None:
    options: dict[str, OptionValue] = {"M21-R9": "other"}
    assert play(GAME, "Ts 9c 6h 9d Kh", "hit", options=options).legal[-1] == OFFER
    kept = play(GAME, "Ts 9c 6h 9d Kh", "hit keep", options=options)
    assert position(kept, ev.CardKept) < position(kept, ev.HandBusted)
    assert kept.net() == -UNIT
    assert play(GAME, "Ts 9c 6h 9d Kh 3c", "hit burn stand", options=options).net() == UNIT


def test_M21_R2_no_other_card_is_dealt_before_the_decision() -> None:
    round_ = play(GAME, "2s Th 9c 6h 6d 9d Kh", "hit", seats=2)
    assert not round_.table.wants_card
    assert "no card is due now" in round_.why_not(act.DealCard(cards.parse("2c")))


def test_M21_R2_with_cards_dealt_at_once_the_first_hand_decides_before_the_second_card() -> None:
    options: dict[str, OptionValue] = {"split-cards": "at-once"}
    round_ = play(GAME, "8s 9c 8h 9d Kh", "split", options=options)
    assert round_.legal[-1] == OFFER
    assert round_.table.hand == 0


@pytest.mark.parametrize("dealt", ["Js Qh", "Ks 5h", "5s Kh", "Qs 2h"])
def test_M21_R3_the_two_dealt_cards_cannot_be_burned(dealt: str) -> None:
    first, second = dealt.split()
    round_ = play(GAME, f"{first} 9c {second} 9d")
    assert round_.legal == [("stand", "hit", "double")]
    assert not round_.of(ev.ReplacementOffered)


def test_M21_R3_a_dealt_face_card_cannot_be_burned_after_a_hit_either() -> None:
    round_ = play(GAME, "Ks 9c 2h 9d 3c", "hit")
    assert round_.legal[-1] == ("stand", "hit")


def test_M21_R3_a_dealt_face_card_of_a_split_pair_cannot_be_burned() -> None:
    round_ = play(GAME, "Ks 9c Kh 9d 5c", "split")
    assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("dealt", ["Ks 5h", "5s Kh", "Qs 2h"])
def test_M21_R3_by_the_other_reading_a_dealt_face_may_be_burned_first(dealt: str) -> None:
    first, second = dealt.split()
    options: dict[str, OptionValue] = {"M21-R3": "other"}
    round_ = play(GAME, f"{first} 9c {second} 9d", options=options)
    assert round_.legal == [("stand", "hit", "double", "burn")]
    face = first if first[0] in "KQ" else second
    burned = play(GAME, f"{first} 9c {second} 9d 4c", "burn", options=options)
    assert [event.card for event in burned.of(ev.CardGivenUp)] == [cards.parse(face)]
    assert burned.legal[-1] == ("stand", "hit")
    # the mulligan is used: the next face stays
    again = play(GAME, f"{first} 9c {second} 9d 4c Kd", "burn hit", options=options)
    assert again.legal[-1] == ("stand", "hit")


def test_M21_R3_by_the_other_reading_no_other_hand_burns_a_dealt_card() -> None:
    options: dict[str, OptionValue] = {"M21-R3": "other"}
    assert play(GAME, "Ts 9c 5h 9d", options=options).legal == [("stand", "hit", "double")]
    drawn = play(GAME, "2s 9c 3h 9d Kh", "hit keep", options=options)
    assert drawn.legal[-1] == ("stand", "hit")
    split = play(GAME, "Ks 9c Kh 9d 5c", "split", options=options)
    assert split.legal[-1] == ("stand", "hit", "double")
