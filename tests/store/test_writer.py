"""The one thread that writes."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store import records, schema
from pitboss.store.database import Database
from tests.servers import Postgres, postgres_program


def test_a_write_that_nobody_waits_for_any_more_is_done_and_the_writer_goes_on(
    tmp_path: Path,
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'pitboss.db'}")
    for number in range(3):
        account = {"account": f"wallet:{number}", "cents": 0}
        adding = sa.insert(schema.balances).values(account)
        database.write(partial(sa.Connection.execute, statement=adding)).cancel()
    count = sa.select(sa.func.count()).select_from(schema.balances)
    there = database.write(lambda found: found.scalar(count)).result(20)
    database.close()
    assert there == 3


def test_a_server_that_falls_asleep_in_mid_write_holds_up_no_other() -> None:
    if postgres_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed here")
    postgres, locked, awake = Postgres(), threading.Event(), threading.Event()
    url = postgres.database("asleep")
    sleeper, other = Database(url), Database(url)

    def fall_asleep(connection: sa.Connection) -> None:
        connection.execute(_ISSUE)
        locked.set()
        awake.wait(60)

    try:
        asleep = sleeper.write(fall_asleep)
        assert locked.wait(30)
        assert other.write(lambda found: found.execute(_ISSUE).rowcount).result(30) == 1
        awake.set()
        with pytest.raises(sa.exc.DBAPIError):
            asleep.result(30)
        assert sleeper.write(lambda found: found.scalar(_SEQ)).result(30) == 1
    finally:
        awake.set()
        sleeper.close()
        other.close()
        postgres.stop()


_CAGE = schema.tables.c.id == records.CAGE
_ISSUE = sa.update(schema.tables).where(_CAGE).values(seq=schema.tables.c.seq + 1)
_SEQ = sa.select(schema.tables.c.seq).where(_CAGE)
