"""The one thread that writes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import sqlalchemy as sa

from pitboss.store import schema
from pitboss.store.database import Database


def insert(connection: sa.Connection, name: str) -> None:
    connection.execute(sa.insert(schema.balances), {"account": name, "cents": 0})


def test_a_write_that_nobody_waits_for_any_more_is_done_and_the_writer_goes_on(
    tmp_path: Path,
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'pitboss.db'}")
    for number in range(3):
        given_up = database.write(partial(insert, name=f"wallet:{number}"))
        given_up.cancel()
    count = sa.select(sa.func.count()).select_from(schema.balances)
    there = database.write(lambda found: found.scalar(count)).result(20)
    database.close()
    assert there == 3
