"""Programs to run, made once for all tests."""

from __future__ import annotations

from functools import cache

from pitboss import games
from pitboss.analysis.solving import solve_rules
from pitboss.exact.policy_format import to_policy
from pitboss.rules.compile import Tables
from pitboss.rules.policy import Policy
from pitboss.sim.program import Dealing, Program


@cache
def parts(game: str) -> tuple[Tables, Policy]:
    """A game and its best chart."""
    found = games.find(game)
    solution = solve_rules(found, found.rules(), strategy="chart")
    return solution.solver.tables, to_policy(solution.solver, solution.plays)


ONE_SEAT = Dealing()
"""In a fresh shoe every round."""


@cache
def program(game: str = "blackjack", dealing: Dealing = ONE_SEAT) -> Program:
    """The game played by its best chart."""
    return Program(*parts(game), dealing)
