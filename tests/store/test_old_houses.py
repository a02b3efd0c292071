"""What is asked every moment costs no more in a house that has dealt for years."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import log_tree, past_rounds, schema, table_rows
from pitboss.store.clock import now_ms
from pitboss.store.database import Database

TABLE = 1
ENTRIES, ROUNDS_OF_A_SHOE = 5, 2
"""Of a round; of a shoe."""
STEPS = 10
"""Of SQLite's machine, counted together."""


def _house(path: Path, rounds: int) -> Database:
    """A table with so many rounds behind it, and as many tables that were closed long ago."""
    database = Database(f"sqlite:///{path}")

    def write(connection: Connection) -> None:
        row = {"game": "blackjack", "opened_by": "pit", "created": 1, "snapshot": bytes(2_000)}
        closed = [
            row | {"id": TABLE + number, "name": "old", "closed": number + 1, "owner": "gone"}
            for number in range(1, rounds)
        ]
        now = row | {"id": TABLE, "name": "open", "closed": None, "owner": "here"}
        connection.execute(sa.insert(schema.tables), [now, *closed])
        log = [
            {
                "table_id": TABLE, "seq": seq, "round": (seq + ENTRIES - 1) // ENTRIES, "at": seq,
                "actor": "", "body": b"[]", "seal": "",
            }
            for seq in range(1, rounds * ENTRIES + 1)
        ]  # fmt: skip
        connection.execute(sa.insert(schema.log), log)
        shoes = [
            {
                "table_id": TABLE, "number": number + 1, "commitment": "", "nonce": b"",
                "cards": bytes(312), "opened": number * ENTRIES * ROUNDS_OF_A_SHOE + 1,
                "revealed": (number + 1) * ENTRIES * ROUNDS_OF_A_SHOE,
            }
            for number in range(rounds // ROUNDS_OF_A_SHOE)
        ]  # fmt: skip
        shoes[-1]["revealed"] = None
        connection.execute(sa.insert(schema.shoes), shoes)

    database.write(write).result()
    return database


def _steps(path: Path, rounds: int, ask: Callable[[Connection, int], object]) -> int:
    """How much SQLite does to answer."""
    counted = 0

    def step() -> int:
        nonlocal counted
        counted += 1
        return 0

    database = _house(path, rounds)
    try:
        with database.read() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.set_progress_handler(step, STEPS)
            ask(connection, rounds)
            driver.set_progress_handler(None, 0)
    finally:
        database.close()
    return counted


@pytest.mark.parametrize(
    "ask",
    [
        lambda found, _: past_rounds.first_with_hidden_cards(found, TABLE),
        lambda found, rounds: past_rounds.burned_unrevealed(
            found, TABLE, (rounds - ROUNDS_OF_A_SHOE) * ENTRIES
        ),
        lambda found, rounds: past_rounds.entries_of(found, TABLE, rounds),
        lambda found, _: log_tree.waiting(found, closed_since=now_ms(), most=4_000),
        lambda found, _: table_rows.dealers(found),
    ],
    ids=["hidden cards", "a burned card", "a round", "what is not signed", "who deals"],
)
def test_an_old_house_answers_as_quickly(
    tmp_path: Path, ask: Callable[[Connection, int], object]
) -> None:
    young, old = _steps(tmp_path / "young.db", 40, ask), _steps(tmp_path / "old.db", 800, ask)
    assert old < 2 * young + 20
