"""A mismatch between solver and enumeration is traced to the board and deal it comes from."""

from __future__ import annotations

import pytest

from pitboss.exact.programme.plans import Floats, SplitBrings
from pitboss.exact.solver import Strategy
from pitboss.rules.compile import Move
from pitboss.rules.course import NONE
from tests.enumeration.case import Case, Solved
from tests.enumeration.compare import deal_differences, describe, mismatch
from tests.enumeration.deviations import Board
from tests.enumeration.oracle import UNIT, Enumeration, enumerated

CASE = Case(game="half-back", says="", shoe="3x1 8x5 9x2 Tx6")


@pytest.fixture(scope="module")
def solved() -> Solved:
    return Solved(CASE)


@pytest.fixture(scope="module")
def found(solved: Solved) -> Enumeration:
    return enumerated(solved.rules, solved.cards, solved.player())


def first_that(solved: Solved, move: Move) -> tuple[int, int]:
    """The first board and deal on which this is the best move."""
    return next(
        (board, place)
        for board, plan in enumerate(solved.strategy.plans)
        for place, option in enumerate(plan.options.tolist())
        if option != NONE and solved.solver.core.programme.slots.option_move[option] == move
    )


def given(found: Enumeration, solved: Solved, board: int, place: int, wager: int) -> str:
    """What a wager brings on a deal, as the message has it."""
    sums = [one for deal, one in found.deals.items() if solved.rows.find(deal) == (board, place)]
    won = sum(one.won[wager] for one in sums) / sum(one.orders for one in sums) / UNIT
    return f"{won:+.12f}"


def test_another_decision_at_the_table_is_named_with_both_values(
    solved: Solved, found: Enumeration
) -> None:
    board, place = first_that(solved, Move.HIT)
    plan, other = solved.strategy.plans[board], Board(solved, board)
    stand = next(
        option for option in other.options(place) if other.slots.option_move[option] == Move.STAND
    )
    plans = list(solved.strategy.plans)
    plans[board] = other.first(place, stand)
    player = solved.player(Strategy(plans))
    astray = enumerated(solved.rules, solved.cards, player)
    message = mismatch(solved.solver, solved.strategy, solved.rows, astray)
    assert "deals that differ: 1; the first is" in message
    assert describe(solved.solver, solved.solver.positions[board], plan, place) in message
    for wager, name in enumerate(solved.rules.wagers.opening):
        assert f"{name}: enumerated {given(astray, solved, board, place, wager)}" in message
        assert f"solved {given(found, solved, board, place, wager)}" in message


def test_a_wrong_weight_of_split_hands_is_traced_to_split_deals(
    solved: Solved, found: Enumeration, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mismatch(solved.solver, solved.strategy, solved.rows, found) == ""
    right = SplitBrings.of

    def wrong(self: SplitBrings, mates: float, hands: int) -> Floats:
        return right(self, mates, hands) * (1.01 if hands > 2 else 1.0)

    monkeypatch.setattr(SplitBrings, "of", wrong)
    wheres = [
        difference.where
        for difference in deal_differences(solved.solver, solved.strategy, solved.rows, found)
    ]
    assert wheres
    assert all("split to at most 4 hands" in where for where in wheres)
