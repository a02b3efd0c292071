"""The one thread that writes."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.pool import PoolProxiedConnection

from pitboss.store import database as store_database
from pitboss.store import records, schema
from pitboss.store.database import Database
from pitboss.store.prepared import Prepared
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


def test_when_a_commit_fails_nothing_in_it_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'pitboss.db'}")
    begun, ready = threading.Event(), threading.Event()

    def wait(_: sa.Connection) -> None:
        begun.set()
        ready.wait(30)

    first = database.write(wait)  # the others wait for it, and are one transaction
    assert begun.wait(30)
    both = [database.write(lambda found: found.execute(_ISSUE).rowcount) for _ in range(2)]
    dialect = database._writing.dialect
    commit = dialect.do_commit

    def cut_off(connection: PoolProxiedConnection) -> None:
        commit(connection)
        if first.done():
            monkeypatch.undo()
            raise ConnectionError("nobody knows whether it was done")

    monkeypatch.setattr(dialect, "do_commit", cut_off)
    ready.set()
    for write in both:
        with pytest.raises(ConnectionError):
            write.result(30)
    assert database.write(lambda found: found.scalar(_SEQ)).result(30) == 2
    database.close()


@pytest.mark.parametrize("together", [False, True])
def test_a_connection_that_ended_between_two_writes_is_made_again(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    monkeypatch.setattr(store_database, "IDLE_SECONDS", 600)  # it is not asked whether it lives
    database = Database(server.database())
    before = database.write(lambda found: found.scalar(_BACKEND)).result(30)
    assert database.write(lambda found: found.scalar(_BACKEND)).result(30) == before
    with database.read() as other:
        other.execute(sa.select(sa.func.pg_terminate_backend(before, 30_000)))
    if together:
        issued = database.add(
            lambda found, items: [found.execute(_ISSUE).rowcount for _ in items], ""
        )
    else:
        issued = database.write(lambda found: found.execute(_ISSUE).rowcount)
    assert issued.result(30) == 1
    assert database.write(lambda found: found.scalar(_BACKEND)).result(30) != before
    assert database.write(lambda found: found.scalar(_SEQ)).result(30) == 1
    database.close()


def test_what_is_prepared_runs_in_a_transaction_only(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'some.db'}")
    schema.metadata.create_all(engine)
    account = Prepared(sa.insert(schema.balances))
    with engine.connect() as connection:
        with pytest.raises(RuntimeError, match="begin a transaction"):
            account.run(connection, [{"account": "cage", "cents": 0}])
        with connection.begin():
            assert account.run(connection, [{"account": "cage", "cents": 0}]) == 1
            with pytest.raises(sa.exc.IntegrityError, match="UNIQUE"):
                account.run(connection, [{"account": "cage", "cents": 0}])
    engine.dispose()


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


_BACKEND = sa.select(sa.func.pg_backend_pid())
_CAGE = schema.tables.c.id == records.CAGE
_ISSUE = sa.update(schema.tables).where(_CAGE).values(seq=schema.tables.c.seq + 1)
_SEQ = sa.select(schema.tables.c.seq).where(_CAGE)
