"""Effects of removal: what one card less of each rank does to every wager."""

from __future__ import annotations

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.cards import RANKS


def effects_of_removal(solution: Solution) -> dict[str, dict[str, float]]:
    """By wager and rank: the change of its expectation, play fitted to the changed shoe.

    A chart that was given is kept.
    Ranks the game never tells apart have the same effect and are worked out once.
    """
    solver = solution.solver
    before = dict(zip(solver.wagers, solution.figures.expectations(), strict=True))
    optimise = _aim(solution)
    given = solution.chart_was_given
    strategy = solution.chart if given else solution.strategy
    found: dict[str, dict[str, float]] = {bet: {} for bet in solver.wagers}
    known: dict[tuple[int, float], dict[str, float]] = {}
    for rank, cards in enumerate(solver.shoe):
        if cards < 1:
            continue
        key = (solver.model.kind_of_rank[rank], cards)
        if key not in known:
            shoe = list(solver.shoe)
            shoe[rank] -= 1
            side = {
                bet: stake
                for bet, stake in solution.stakes.items()
                if bet not in solver.tables.opening
            }
            after = solve_rules(
                solution.game, solution.rules, bets=side, optimise=optimise, strategy=strategy,
                shoe=shoe,
            )  # fmt: skip
            values = after.figures.expectations()
            known[key] = {
                bet: float(value - before[bet])
                for bet, value in zip(solver.wagers, values, strict=True)
            }
        for bet, change in known[key].items():
            found[bet][RANKS[rank]] = change
    return found


def _aim(solution: Solution) -> str:
    """The objective of a solution, as `solve` takes it."""
    opening = solution.solver.tables.opening
    side = [bet for bet in solution.optimised_for if bet not in opening]
    if not side:
        return "main"
    return "total" if any(bet in opening for bet in solution.optimised_for) else side[0]
