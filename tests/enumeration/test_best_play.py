"""The best play is the best: nothing in its class of policies beats it."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss import games
from pitboss.exact.solver import Strategy
from pitboss.rules.compile import Move
from tests.enumeration.case import Case, Solved, read_cases
from tests.enumeration.compare import cards_of_hand, describe
from tests.enumeration.deviations import Board, splitting
from tests.enumeration.search import Search

TOLERANCE = 1e-12


def boards(solved: Solved) -> list[Board]:
    return [Board(solved, number) for number in range(len(solved.solver.positions))]


def search(solved: Solved) -> Search:
    """Every policy, the split hands being played as the solver plays them."""
    numbers = {hands for pair in solved.solver.core.programme.split_hands for hands in pair}
    splitters = [solved.player(splitting(solved, number)) for number in sorted(numbers)]
    return Search(solved.rules, solved.cards, solved.weights, solved.player(), splitters)


@pytest.mark.parametrize("case", read_cases("smallest"), ids=str)
def test_no_policy_at_all_beats_the_solver_on_the_smallest_shoes(case: Case) -> None:
    solved = Solved(case)
    searched = search(solved)
    best = float(searched.value())
    assert not searched.faults, "\n".join(searched.faults)
    expectations = solved.solver.figures(solved.strategy).expectations()
    assert expectations @ solved.weights == pytest.approx(best, abs=TOLERANCE)


@pytest.mark.parametrize(
    "case", read_cases(*games.BUILT_IN, "designs", "mechanics", "smallest"), ids=str
)
def test_no_single_decision_can_be_changed_for_the_better(case: Case) -> None:
    tried, better = 0, []
    for board in boards(Solved(case)):
        worth = board.worth(board.plan)
        for what, plan in board.deviations():
            gain = board.worth(plan) - worth
            tried += 1
            if not gain <= TOLERANCE:
                better.append(f"{what}: gains {gain:+.3e}")
    assert not better, "\n".join(better)
    assert tried >= 10


# Only in these something is decided for split hands alone.
@pytest.mark.parametrize("case", read_cases("half-back", "mulligan-21", "designs"), ids=str)
def test_doubles_and_burns_of_split_hands_are_the_best(case: Case) -> None:
    better = [
        f"{what}: gains {gain:+.3e}"
        for board in boards(Solved(case))
        for what, gain in board.split_deviations()
        if not gain <= TOLERANCE
    ]
    assert not better, "\n".join(better)


def test_a_worse_decision_is_found_and_named() -> None:
    solved = Solved(Case(game="blackjack", says="", shoe="Ax2 8x4 9x2 Tx4"))
    board = boards(solved)[-1]  # a ten is up
    moves = board.slots.option_move
    place = int(np.nonzero(moves[board.plan.options] == Move.STAND)[0][0])
    hit = next(option for option in board.options(place) if moves[option] == Move.HIT)
    solved.strategy = Strategy([*solved.strategy.plans[:-1], board.first(place, hit)])
    searched = search(solved)
    searched.value()
    cards = cards_of_hand(board.model, board.position.deals.hand[place]).split()
    assert searched.faults
    for fault in searched.faults:
        assert fault.startswith(f"upcard T, player {cards[0]}{cards[1][0]}, holding")
        assert "hit is worth" in fault
    worse = boards(solved)[-1]
    _, better = max((worse.worth(plan), what) for what, plan in worse.deviations())
    assert better.startswith(describe(worse.solver, worse.position, worse.plan, place))
    assert better.endswith("stand instead")
