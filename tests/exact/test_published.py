"""The solver against exact figures somebody else computed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.exact.board import BoardSolver
from pitboss.exact.model import Model
from pitboss.rules.compile import compile_rules

PUBLISHED = Path(__file__).parents[1] / "published"


def figures(name: str) -> tuple[list[dict[str, Any]], float]:
    data = tomllib.loads((PUBLISHED / f"{name}.toml").read_text(encoding="utf-8"))
    return data["figures"], data["tolerance"]


def main_expectation(game: str, options: dict[str, Any]) -> float:
    tables = compile_rules(games.find(game).rules(options))
    model = Model(tables)
    return sum(
        board.chance * choice.deal.chance * choice.value
        for board in model.boards([4 * tables.decks] * 13)
        for choice in BoardSolver(model, board).choices()
    )


COMBINATORIAL, TOLERANCE = figures("combinatorial")


@pytest.mark.parametrize(
    "figure", COMBINATORIAL, ids=[str(figure["options"]) for figure in COMBINATORIAL]
)
def test_exact_expectations_of_blackjack(figure: dict[str, Any]) -> None:
    computed = main_expectation("blackjack", figure["options"])
    assert computed == pytest.approx(figure["expectation"], abs=TOLERANCE)
