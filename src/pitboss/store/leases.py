"""Which server deals which table, and until when, by the clock of the database.

The servers that share a database need not agree on the time: a lease begins and ends by the one
clock they all see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from pitboss.store import records, register, schema
from pitboss.store.errors import Refused, StoreError, no_table

if TYPE_CHECKING:
    from pitboss.store.database import Database

LEASE_MS = 4_000
"""A table stays a server's own so long without being renewed."""
FORGOTTEN_MS = 3_600_000
"""After which a server that is not heard of is not known any more."""


class database_time(FunctionElement[int]):  # noqa: N801 - used as SQL's own functions are
    """Milliseconds since 1970 by the clock of the database."""

    type = sa.BigInteger()
    inherit_cache = True


@compiles(database_time, "sqlite")
def _sqlite_time(*_: Any, **__: Any) -> str:
    return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"


@compiles(database_time, "postgresql")
def _postgresql_time(*_: Any, **__: Any) -> str:
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"


_NOW = sa.select(database_time())


class Claimed(NamedTuple):
    """Tables that are a server's own now."""

    all: set[int]
    new: list[int]


class Elsewhere(Refused):
    """Another server deals the table; its address, if it has one to share."""

    def __init__(self, address: str) -> None:
        super().__init__(f"another server deals this table: {address}")
        self.address = address


def claim(connection: Connection, server: str, address: str) -> Claimed:
    """Renew a server's leases, and take tables whose lease is up."""
    tables, servers = schema.tables.c, schema.servers.c
    heard = sa.update(schema.servers).where(servers.id == server).values(seen=database_time())
    if not connection.execute(heard).rowcount:
        new = {"id": server, "address": address, "seen": connection.scalar(_NOW)}
        register.insert(connection, schema.servers, new)
    register.delete(connection, schema.servers, servers.seen < database_time() - FORGOTTEN_MS)
    kept = connection.scalars(
        sa.update(schema.tables)
        .where(tables.owner == server, tables.closed.is_(None))
        .values(lease=_from_now())
        .returning(tables.id)
    ).all()
    taken = connection.scalars(
        sa.update(schema.tables)
        .where(
            tables.id > records.CAGE, tables.closed.is_(None), _is_up(),
            sa.or_(tables.owner.is_(None), tables.owner != server),
        )
        .values(owner=server, lease=_from_now())
        .returning(tables.id)
    ).all()  # fmt: skip
    return Claimed({*kept, *taken}, list(taken))


def take(connection: Connection, server: str, table: int) -> None:
    """Have one table be a server's own; `Elsewhere` says whose it is, `Missing` that none is."""
    tables = schema.tables.c
    free = sa.or_(tables.owner.is_(None), tables.owner == server, _is_up())
    taken = connection.execute(
        sa.update(schema.tables)
        .where(tables.id == table, tables.id > records.CAGE, free)
        .values(owner=server, lease=_from_now())
    )
    if taken.rowcount:
        return
    row = connection.execute(
        sa.select(tables.id, schema.servers.c.address)
        .join_from(schema.tables, schema.servers, tables.owner == schema.servers.c.id, isouter=True)
        .where(tables.id == table, tables.id > records.CAGE)
    ).one_or_none()
    if row is None:
        raise no_table(table)
    raise Elsewhere(row.address or "")


def begin(connection: Connection, table: int) -> None:
    """The lease of a table that was just opened."""
    connection.execute(
        sa.update(schema.tables).where(schema.tables.c.id == table).values(lease=_from_now())
    )


def inherit(connection: Connection, address: str) -> None:
    """Whoever was reached at an address before is dead: its tables need not wait."""
    servers = schema.servers.c
    dead = sa.select(servers.id).where(servers.address == address)
    connection.execute(
        sa.update(schema.tables).where(schema.tables.c.owner.in_(dead)).values(lease=0)
    )
    register.delete(connection, schema.servers, servers.address == address)


def check_no_server(database: Database) -> None:
    """Refuse while a server is at work on a database."""
    if database.claimed:
        return
    servers = schema.servers.c
    with database.read() as connection:
        alive = connection.scalar(
            sa.select(sa.func.count()).where(servers.seen > database_time() - LEASE_MS)
        )
    if alive:
        raise StoreError(f"database {database.shown}: a server uses it; stop it first")


def release(connection: Connection, server: str) -> None:
    """A server goes down: its tables are anyone's."""
    tables = schema.tables.c
    connection.execute(sa.update(schema.tables).where(tables.owner == server).values(lease=0))
    register.delete(connection, schema.servers, schema.servers.c.id == server)


def _is_up() -> sa.ColumnElement[bool]:
    """Whether a lease is over; one that no server can have given is none."""
    lease = schema.tables.c.lease
    return sa.or_(lease < database_time(), lease > database_time() + 2 * LEASE_MS)


def _from_now() -> sa.ColumnElement[int]:
    return database_time() + LEASE_MS
