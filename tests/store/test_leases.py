"""Leases end by the database's clock, whatever a server's own says."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.store import leases, schema
from pitboss.store.database import Database
from pitboss.store.errors import Missing


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    found = Database(url)
    yield found
    found.close()


@pytest.fixture
def table(database: Database) -> int:
    """A table that the first server has."""

    def work(connection: sa.Connection) -> int:
        opened = describe_table(games.find("blackjack"), "one")
        number = HouseTable.open(connection, opened, by="pit", owner="first").id
        leases.begin(connection, number)
        leases.claim(connection, "first", "http://first")
        return number

    return database.write(work).result()


@pytest.mark.parametrize("hours", [-1, 1, 24 * 365])
def test_a_server_whose_clock_is_wrong_takes_no_table_that_is_anothers(
    database: Database, table: int, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + hours * 3_600_000_000_000)
    claimed = database.write(lambda found: leases.claim(found, "second", "http://second")).result()
    assert claimed.new == []
    with pytest.raises(leases.Elsewhere) as elsewhere:
        database.write(lambda found: leases.take(found, "second", table)).result()
    assert elsewhere.value.address == "http://first"
    [kept] = _servers(database, "first")  # nor is the other one forgotten
    assert kept.address == "http://first"


def _servers(database: Database, server: str) -> list[sa.Row[tuple[str, str, int]]]:
    with database.read() as connection:
        wanted = sa.select(schema.servers).where(schema.servers.c.id == server)
        return list(connection.execute(wanted))


def test_the_clock_of_the_database_is_in_milliseconds_since_1970(database: Database) -> None:
    before = time.time_ns() // 1_000_000
    with database.read() as connection:
        told = connection.scalar(sa.select(leases.database_time()))
    after = time.time_ns() // 1_000_000
    assert told is not None
    assert before - 1 <= told <= after + 1  # it is this machine's, rounded


def test_a_lease_that_is_up_is_taken_and_one_that_is_renewed_is_kept(
    database: Database, table: int
) -> None:
    def lease() -> int:
        with database.read() as connection:
            wanted = sa.select(schema.tables.c.lease).where(schema.tables.c.id == table)
            return int(connection.scalar(wanted) or 0)

    first = lease()
    database.write(lambda found: leases.claim(found, "first", "http://first")).result()
    assert lease() >= first
    database.write(
        lambda found: found.execute(
            sa.update(schema.tables).values(lease=leases.database_time() - 1_000)
        )
    ).result()
    claimed = database.write(lambda found: leases.claim(found, "second", "http://second")).result()
    assert claimed.new == [table]
    with pytest.raises(leases.Elsewhere):
        database.write(lambda found: leases.take(found, "first", table)).result()


def test_a_table_that_is_not_there_is_nobodys(database: Database) -> None:
    for number in (0, 77):
        with pytest.raises(Missing):
            database.write(lambda found, n=number: leases.take(found, "first", n)).result()  # type: ignore[misc]
