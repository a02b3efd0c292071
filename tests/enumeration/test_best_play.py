"""The best play is the best: nothing in its class of policies beats it."""

from __future__ import annotations

import pytest

from pitboss import games
from tests.enumeration.case import Case, Solved, read_cases
from tests.enumeration.deviations import Board, splitting
from tests.enumeration.search import Search

TOLERANCE = 1e-12


def boards(solved: Solved) -> list[Board]:
    return [Board(solved, number) for number in range(len(solved.solver.positions))]


@pytest.mark.parametrize("case", read_cases("smallest"), ids=str)
def test_no_policy_at_all_beats_the_solver_on_the_smallest_shoes(case: Case) -> None:
    solved = Solved(case)
    model = solved.solver.model
    numbers = {hands for pair in range(model.kinds) for hands in model.split_hands(pair)}
    splitters = [solved.player(splitting(solved, number)) for number in sorted(numbers)]
    search = Search(solved.rules, solved.cards, solved.weights, solved.player(), splitters)
    best = float(search.value())
    assert not search.faults, "\n".join(search.faults)
    expectations = solved.solver.figures(solved.strategy).expectations()
    assert expectations @ solved.weights == pytest.approx(best, abs=TOLERANCE)


@pytest.mark.parametrize("case", read_cases("smallest", *games.BUILT_IN), ids=str)
def test_no_single_decision_can_be_changed_for_the_better(case: Case) -> None:
    tried, better = 0, []
    for board in boards(Solved(case)):
        worth = board.worth(board.play)
        for what, play in board.deviations():
            gain = board.worth(play) - worth
            tried += 1
            if not gain <= TOLERANCE:
                better.append(f"{what}: gains {gain:+.3e}")
    assert not better, "\n".join(better)
    assert tried >= 10


@pytest.mark.parametrize(
    "case", read_cases("half-back", "mulligan-21"), ids=str
)  # where something is decided for split hands alone
def test_doubles_and_burns_of_split_hands_are_best_for_the_first_hand(case: Case) -> None:
    better = [
        f"{what}: gains {gain:+.3e}"
        for board in boards(Solved(case))
        for what, gain in board.split_deviations()
        if not gain <= TOLERANCE
    ]
    assert not better, "\n".join(better)
