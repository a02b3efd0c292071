"""Mulligan 21: naturals that always win, and insurance (M21-2, M21-R8)."""

from __future__ import annotations

import pytest

from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.event_log import position
from tests.rules.mulligan_21 import GAME

# M21-2: naturals


@pytest.mark.parametrize("dealt", ["As 9c Kh 7d", "As Tc Kh 7d", "As Ac Kh 7d"])
def test_M21_2_a_natural_wins_even_money(dealt: str) -> None:
    round_ = play(GAME, dealt)
    assert round_.over()
    assert round_.settled("main") == [("natural", UNIT)]


@pytest.mark.parametrize("dealt", ["As Tc Kh Ad", "As Ac Kh Qd"])
def test_M21_2_a_natural_wins_even_against_a_dealer_natural(dealt: str) -> None:
    round_ = play(GAME, dealt)
    assert round_.over()
    assert round_.settled("main") == [("natural", UNIT)]


def test_M21_2_naturals_are_paid_before_insurance_and_peek() -> None:
    round_ = play(GAME, "As Ts Ac Kh 9h 8d", "decline stand", seats=2)
    assert round_.over()
    paid = position(round_, ev.WagerSettled, seat=1, bet="main")
    assert paid < position(round_, ev.InsuranceOffered) < position(round_, ev.DealerPeeked)


def test_M21_2_a_natural_is_paid_before_the_dealer_looks_under_a_ten() -> None:
    round_ = play(GAME, "As Tc Kh Ad")
    paid = position(round_, ev.WagerSettled, seat=1, bet="main")
    assert paid < position(round_, ev.DealerPeeked)


def test_M21_2_a_dealer_natural_beats_every_other_hand() -> None:
    # seat 1 has a natural, seat 2 has 20
    round_ = play(GAME, "As Ts Tc Kh Kd Ad", seats=2)
    assert round_.over()
    assert round_.net(seat=1) == UNIT
    assert round_.settled("main", seat=2) == [("dealer natural", -UNIT)]


def test_M21_2_21_after_a_split_is_no_natural() -> None:
    # A-T and A-9 against 20: the first wins as 21 at the end, not before
    round_ = play(GAME, "As Tc Ah Kd Th 9h", "split")
    assert round_.settled("main") == [("win", UNIT), ("push", 0)]


# M21-R8: insurance


def test_M21_R8_a_natural_is_offered_no_insurance_and_no_even_money() -> None:
    round_ = play(GAME, "As Ts Ac Kh 9h 8d", seats=2)
    assert round_.table.insurance_seats() == [2]
    assert round_.legal[-1] == ("insure", "decline")
    assert "insurance is open to seats 2" in round_.why_not(act.Insure(1, 100))
    assert "insurance is open to seats 2" in round_.why_not(act.TakeEvenMoney(1))


def test_M21_R8_where_everybody_has_a_natural_no_insurance_is_offered() -> None:
    round_ = play(GAME, "As Ac Kh 8d")
    assert round_.over()
    assert not round_.of(ev.InsuranceOffered)


@pytest.mark.parametrize("options", [{}, {"insurance": True}, {"M21-R8": "ruled"}])
def test_M21_R8_other_hands_may_insure_for_half_at_two_to_one(
    options: dict[str, OptionValue],
) -> None:
    won = play(GAME, "Ts Ac 9h Kd", "insure", options=options)
    assert (won.net("insurance"), won.net("main")) == (2 * 500, -UNIT)
    lost = play(GAME, "Ts Ac 9h 8d", "insure stand", options=options)
    assert (lost.net("insurance"), lost.net("main")) == (-500, 0)  # 19 against 19
    pending = play(GAME, "Ts Ac 9h 8d", options=options)
    assert "up to $5" in pending.why_not(act.Insure(1, 501))


@pytest.mark.parametrize("options", [{"insurance": False}, {"M21-R8": "other"}])
def test_M21_R8_the_house_may_offer_no_insurance(options: dict[str, OptionValue]) -> None:
    round_ = play(GAME, "Ts Ac 9h 8d", options=options)
    assert not round_.of(ev.InsuranceOffered)
    assert [event.natural for event in round_.of(ev.DealerPeeked)] == [False]
    assert round_.legal == [("stand", "hit", "double")]
    natural = play(GAME, "Ts Ac 9h Kd", options=options)
    assert natural.over()
    assert natural.net() == -UNIT
