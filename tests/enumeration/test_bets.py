"""Side bets on small shoes, every course dealt through the table engine, against the solver."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.exact.bets import bet_lines, expectation
from pitboss.exact.model import Model
from pitboss.rules.compile import compile_rules
from tests.enumeration.oracle import expectation as enumerated
from tests.enumeration.oracle import shoe_of
from tests.enumeration.solver_player import SolverPlayer

# The oracle deals ranks, not suits: Half Back is read on a table that pays both naturals alike.
BETS = [
    ("lucky-stiff", "lucky-stiff", 4, "Ax2 8x3 Tx8 4x2"),
    ("lucky-stiff", "lucky-stiff", 1, "Ax2 6x3 Tx6 7x3"),
    ("half-back", "upcard-bonus", 2, "Ax2 5x4 8x3 Tx5"),
    ("half-back", "upcard-bonus", 4, "3x3 6x4 Tx8 9x3"),
    ("blackjack-tie", "tie-left", 1, "Ax2 8x4 Tx6 6x3"),
    ("blackjack-tie", "tie-18", 1, "Ax2 8x4 Tx6 9x3"),
    ("blackjack-tie", "tie-right", 1, "Ax3 8x4 Tx6 6x3"),
    ("blackjack-tie", "tie-21", 1, "Ax4 6x3 Tx9 9x3"),
    ("blackjack-tie", "tie-blackjack", 1, "Ax3 8x4 Tx6 6x3"),
    ("mulligan-21", "lucky-stiff", 1, "Ax2 8x3 Tx3 Kx4 6x3"),
    ("mulligan-21", "lucky-stiff", 2, "5x4 Tx3 Jx5 9x3"),
]


@pytest.mark.parametrize(
    ("game", "bet", "paytable", "shoe"), BETS, ids=[f"{b[1]} of {b[0]} {b[3]}" for b in BETS]
)
def test_bets_equal_enumeration_through_the_table_engine(
    game: str, bet: str, paytable: int, shoe: str
) -> None:
    definition = games.find(game)
    rules = definition.rules(paytables=dict.fromkeys(definition.paytables(), paytable))
    tables = compile_rules(rules)
    model, counts = Model(tables), shoe_of(shoe)
    exact = enumerated(rules, counts, SolverPlayer(model, counts), bet)
    line = next(one for one in tables.bets if one.id == bet)
    lines = bet_lines(model, line, [float(count) for count in counts])
    assert expectation(lines) == pytest.approx(float(exact.bet), abs=1e-12)
    assert sum(one.chance for one in lines) == pytest.approx(1.0, abs=1e-12)
    assert max(one.chance for one in lines if one.event.pays > 0) > 0.001
