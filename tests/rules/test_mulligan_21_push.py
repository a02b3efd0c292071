"""Mulligan 21: a dealer 17 pushes (M21-6)."""

from __future__ import annotations

import pytest

from pitboss.table import events as ev
from tests.rounds import UNIT, Round, play
from tests.rules.mulligan_21 import GAME

DEALERS_17 = {
    "hard": ("Tc", "7d", ""),
    "soft": ("6c", "Ad", ""),
    "hard after a draw": ("9c", "3d", "5c"),
    "hard with an ace for one": ("Tc", "6d", "Ac"),
    "soft after a draw": ("2c", "4d", "Ac"),
}

HANDS = {
    12: ("Ts 2h", "", "stand"),
    16: ("Ts 6h", "", "stand"),
    17: ("Ts 7h", "", "stand"),
    18: ("Ts 8h", "", "stand"),
    19: ("Ts 9h", "", "stand"),
    20: ("Ts Jh", "", "stand"),
    21: ("Ts 5h", "6s", "hit"),
}


def against(player: int, dealer: tuple[str, str, str]) -> Round:
    """A whole round: a hand standing on a total against a dealer's upcard, hole card and draws."""
    dealt, drawn, moves = HANDS[player]
    first, second = dealt.split()
    upcard, hole, draws = dealer
    round_ = play(GAME, f"{first} {upcard} {second} {hole} {drawn} {draws}", moves)
    assert round_.over()
    return round_


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize("dealer", DEALERS_17)
def test_M21_6_a_dealer_17_pushes_every_standing_hand(dealer: str, player: int) -> None:
    round_ = against(player, DEALERS_17[dealer])
    assert round_.settled("main") == [("push", 0)]
    assert [(event.total, event.pushes) for event in round_.of(ev.DealerFinished)] == [(17, True)]


def test_M21_6_a_bust_loses_although_the_dealer_makes_17() -> None:
    # seat 1 breaks with 22, seat 2 stands
    round_ = play(GAME, "Ts Th Tc 6h 6d 7d 6s", "hit stand", seats=2)
    assert round_.net(seat=1) == -UNIT
    assert round_.net(seat=2) == 0


def test_M21_6_a_dealer_17_pushes_doubled_and_split_hands() -> None:
    assert play(GAME, "6s Tc 5h 7d 9s", "double").settled("main") == [("push", 0)]
    round_ = play(GAME, "8s Tc 8h 7d Ts 4s", "split stand stand")
    assert round_.settled("main") == [("push", 0), ("push", 0)]


def test_M21_6_a_natural_is_paid_all_the_same() -> None:
    round_ = play(GAME, "As Th Tc Kh 9d 7d", "stand", seats=2)
    assert (round_.net(seat=1), round_.net(seat=2)) == (UNIT, 0)


@pytest.mark.parametrize(("upcard", "hole"), [("Tc", "6d"), ("5c", "Ad")])
def test_M21_6_the_dealer_draws_on_16_hard_or_soft(upcard: str, hole: str) -> None:
    round_ = play(GAME, f"Ts {upcard} 8h {hole}", "stand")
    assert round_.table.wants_card
    assert not round_.of(ev.DealerFinished)
    assert play(GAME, f"Ts {upcard} 8h {hole} 5d", "stand").net() == -UNIT  # 21


@pytest.mark.parametrize(("upcard", "hole"), [("Tc", "8d"), ("7c", "Ad")])
@pytest.mark.parametrize(("player", "net"), [(17, -UNIT), (18, 0), (19, UNIT)])
def test_M21_6_the_dealer_stands_on_18_hard_or_soft_and_totals_compare(
    upcard: str, hole: str, player: int, net: int
) -> None:
    round_ = against(player, (upcard, hole, ""))
    assert round_.net() == net
    assert [(event.total, event.pushes) for event in round_.of(ev.DealerFinished)] == [(18, False)]


@pytest.mark.parametrize("total", [19, 20, 21])
def test_M21_6_no_other_dealer_total_pushes_a_lower_or_higher_hand(total: int) -> None:
    dealer = {19: ("Tc", "9d", ""), 20: ("Tc", "Qd", ""), 21: ("Tc", "6d", "5d")}[total]
    for player in HANDS:
        assert against(player, dealer).net() == UNIT * ((player > total) - (player < total))


@pytest.mark.parametrize("draw", ["6s", "Ks"])
def test_M21_6_a_dealer_who_breaks_pays_every_standing_hand(draw: str) -> None:
    for player in HANDS:  # with 22 and with 26
        assert against(player, ("Tc", "6d", draw)).net() == UNIT
