"""A table folded from its events waits for the same thing, and nothing happens twice."""

from __future__ import annotations

import pytest

from pitboss.table import Table
from tests.rounds import play

POSITIONS = [
    ("blackjack", "Ts Ah 7d 9d", "", {}),
    ("blackjack", "Ts Ah 7d 9d", "insure", {}),
    ("blackjack", "Ts Ah 7d 9d", "decline hit", {}),
    ("blackjack", "8s Th 8d 9d 3c", "split hit", {}),
    ("blackjack", "Ts 6h 7d Td", "stand", {}),
    ("half-back", "Ts 5h 9c 7d", "", {"upcard-bonus": 500}),
    ("half-back", "Ts 5h 9c 7d Ah", "decline", {"upcard-bonus": 500}),
    ("half-back", "Ts 9h 5c 7d", "take-back", {}),
    ("mulligan-21", "Ts 9h 4c 7d Kc", "hit", {}),
    ("mulligan-21", "2s 9h 4c 7d Kc", "hit burn", {}),
    ("lucky-stiff", "Ts 9h 4c 7d 5c", "hit", {"lucky-stiff": 500}),
]


@pytest.mark.parametrize(("game", "cards", "moves", "bets"), POSITIONS)
def test_folding_adds_nothing(game: str, cards: str, moves: str, bets: dict[str, int]) -> None:
    table = play(game, cards, moves, bets=bets).table
    for folded in (
        Table.from_events(table.rules, table.log),
        Table.resumed(table.rules, None, table.state.copy()),
    ):
        assert folded.log in (table.log, [])
        assert folded.state.snapshot() == table.state.snapshot()
        assert folded.question() == table.question()
        assert folded.legal_names() == table.legal_names()
        assert folded.insurance_seats() == table.insurance_seats()
