"""Small shoes, every course dealt through the table engine, against the solver to 1e-12."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.exact.model import Model
from pitboss.rules.compile import Move, compile_rules
from pitboss.rules.game import OptionValue
from pitboss.table import Table
from tests.enumeration.oracle import expectation, shoe_of
from tests.enumeration.solver_player import SolverPlayer

SHOES: list[tuple[str, dict[str, OptionValue], str, set[Move]]] = [
    ("blackjack", {}, "Ax2 8x4 Tx6 6x3", {Move.SPLIT, Move.HIT}),
    ("blackjack", {"peek": False}, "Ax2 5x3 Tx6 9x3", {Move.DOUBLE}),
    ("blackjack", {"surrender": True, "soft17": "stand"}, "Ax2 8x3 Tx4 Kx4 6x2", {Move.SURRENDER}),
    ("blackjack", {"resplit-aces": True, "das": False}, "Ax4 6x3 Tx9 9x3", {Move.SPLIT}),
    ("half-back", {}, "Ax2 5x4 8x3 Tx5", {Move.SPLIT, Move.TAKE_BACK}),
    ("half-back", {"soft17": "stand"}, "3x3 6x4 Tx9 9x3", {Move.SPLIT, Move.DOUBLE}),
    ("half-back", {}, "4x2 9x5 7x4 Tx7", {Move.SPLIT, Move.TAKE_BACK}),
    ("mulligan-21", {}, "Ax2 8x3 Tx3 Kx4 6x3", {Move.BURN, Move.SPLIT}),
    ("mulligan-21", {"burn-split-cards": False}, "5x4 Tx3 Jx5 9x3", {Move.BURN, Move.DOUBLE}),
    ("mulligan-21", {"das": False}, "2x3 Qx8 7x4 Tx5", {Move.BURN, Move.SPLIT}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "shoe", "seen"), SHOES, ids=[f"{case[0]} {case[2]}" for case in SHOES]
)
def test_solver_equals_enumeration_through_the_table_engine(
    game: str, options: dict[str, OptionValue], shoe: str, seen: set[Move]
) -> None:
    rules = games.find(game).rules(options)
    counts = shoe_of(shoe)
    solver = SolverPlayer(Model(compile_rules(rules)), counts)
    moves: set[int] = set()

    def player(table: Table) -> int:
        move = solver(table)
        moves.add(move)
        return move

    exact = expectation(rules, counts, player)
    assert solver.expectation() == pytest.approx(float(exact.opening), abs=1e-12)
    assert {int(move) for move in seen} <= moves
