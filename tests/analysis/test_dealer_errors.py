"""What a dealer's mistakes cost, against chances counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis.dealer_errors import Mistake, costliest, mistakes_of
from pitboss.analysis.paytables import Pace
from tests.analysis.known import solved


def mistakes(game: str, wager: str, event: str) -> list[Mistake]:
    """Too much first, then too little."""
    return [
        one for one in mistakes_of(solved(game)) if (one.wager, one.event) == (wager, event)
    ]  # fmt: skip


def test_a_natural_paid_2_to_1_once_in_a_hundred_costs_half_a_unit_as_often() -> None:
    cards, aces, tens = 312, 24, 96
    natural = Fraction(2 * aces * tens, cards * (cards - 1))
    both = natural * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    too_much, too_little = mistakes("blackjack", "main", "natural")
    assert (too_much.paid, too_little.paid) == (2.0, 1.0)
    assert too_much.chance == pytest.approx(float(natural - both), abs=1e-12)
    cost = 0.01 * 0.5 * float(natural - both)
    assert too_much.edge_with_errors == pytest.approx(0.00615389123 - cost, abs=1e-9)
    assert too_little.edge_with_errors == pytest.approx(0.00615389123 + cost, abs=1e-9)


def test_a_side_bet_is_confused_with_its_neighbours_and_its_losers_are_left_standing() -> None:
    too_much, too_little = mistakes("half-back", "upcard-bonus", "unsuited natural")
    assert (too_much.paid, too_little.paid) == (40.0, 8.0)
    top, _ = mistakes("half-back", "upcard-bonus", "suited natural")
    assert top.paid == 41.0
    (left,) = mistakes("half-back", "upcard-bonus", "anything else")
    # not replaced (9 ranks of 13), or replaced by 2 to 6: 96 of 312, then 120 - 1 of 311
    loses = 1 - Fraction(96, 312) * (1 - Fraction(119, 311))
    assert left.chance == pytest.approx(float(loses), abs=1e-12)
    assert left.says == "pushed instead of taken"
    edge = float(Fraction(20233, 626665) - loses / 100)
    assert left.edge_with_errors == pytest.approx(edge, abs=1e-12)


def test_nothing_is_paid_on_a_wager_that_was_taken_back_or_on_the_mean_of_a_split() -> None:
    events = {one.event for one in mistakes_of(solved("half-back")) if one.wager == "half-back"}
    assert "taken back" not in events
    assert "split" not in events
    assert {"natural", "win", "loss", "push"} <= events


def test_a_doubled_hand_is_paid_one_unit_off_and_a_loser_never_pays_more_than_it_has() -> None:
    won_more, won_less = mistakes("blackjack", "main", "win, doubled")
    assert (won_more.paid, won_less.paid) == (3.0, 1.0)
    assert [one.paid for one in mistakes("blackjack", "main", "loss, doubled")] == [-1.0]
    assert [one.paid for one in mistakes("blackjack", "main", "loss")] == [0.0]


def test_insurance_is_counted_by_rounds_that_offer_it() -> None:
    paid_more, _ = mistakes("blackjack", "insurance", "dealer natural")
    # an ace up and a ten-value card under it
    assert paid_more.chance == pytest.approx(24 / 312 * 96 / 311, abs=1e-12)
    assert paid_more.per_stake == pytest.approx(96 / 311, abs=1e-12)


def test_the_five_that_cost_most_are_the_houses_losses_by_dollars_an_hour() -> None:
    found = mistakes_of(solved("half-back"))
    paces = {
        "main": Pace(5, seats=6, rounds_per_hour=60),
        "half-back": Pace(5, seats=6, rounds_per_hour=60),
        "upcard-bonus": Pace(1, seats=6, rounds_per_hour=60),
    }
    worst = costliest(found, paces)
    assert len(worst) == 5
    costs = [one.dollars_per_hour(paces[one.wager]) for one in worst]
    assert costs == sorted(costs, reverse=True)
    first = worst[0]
    assert costs[0] == pytest.approx(0.01 * first.chance * first.error * 5 * 360)
    assert min(costs) >= max(
        one.dollars_per_hour(paces[one.wager])
        for one in found
        if one.wager in paces and one not in worst
    )
