"""The solver against exact figures somebody else computed."""

from __future__ import annotations

import pytest

from pitboss.analysis.published_figures import Figure, figures
from pitboss.exact.solver import Solver
from pitboss.rules.compile import compile_rules

EXPECTATIONS = [figure for figure in figures()["combinatorial"] if figure.quantity == "expectation"]


@pytest.mark.parametrize("figure", EXPECTATIONS, ids=lambda figure: figure.conditions)
def test_exact_expectations_of_blackjack(figure: Figure) -> None:
    solver = Solver(compile_rules(figure.rules()))
    found = solver.figures(solver.best(solver.objective()))
    assert found.expectations()[0] == pytest.approx(figure.value, abs=figure.tolerance)
