"""The row of each table: made when it opens, listed in the lobby, read when its dealer comes back.

What is in a row besides follows from the table's log; `journal` brings it up to date.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import journal, records, register, schema
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.errors import Damaged, Refused, no_table
from pitboss.store.sealed import PromisedShoe, SealedShoe

MOST_TABLES = 500
"""In the lobby, the newest."""


class TableRow(msgspec.Struct, kw_only=True):
    """A table in the lobby."""

    id: int
    """Its number."""
    name: str
    """What whoever opened it calls it."""
    game: str
    """Its game's id."""
    opened_by: str
    """A name."""
    created: int
    """When it was opened, in milliseconds since 1970."""
    private: bool
    """Only its owner and those who were invited see it."""
    seq: int
    """Its version: how many entries its log has."""


class TableHead(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table's log stands, and the last snapshot of it."""

    seq: int
    seal: str
    at: int
    """When the last entry was written, in milliseconds since 1970."""
    closed: bool
    snapshot: bytes | None
    snapshot_seq: int


def insert(
    connection: Connection, opened: records.TableOpened, *, by: str, at: int, invite: str,
    owner: str | None,
) -> int:  # fmt: skip
    """The row of a new table, before its first entry; its number."""
    values = {
        "name": opened.name, "game": opened.game, "opened_by": by, "created": at,
        "private": opened.settings.private, "invite": invite, "seq": 0, "seal": "",
        "snapshot_seq": 0, "owner": owner, "lease": 0,
    }  # fmt: skip
    return int(register.insert(connection, schema.tables, values).id)


def head(connection: Connection, table: int) -> TableHead:
    """Where a table stands; `Missing` if there is none."""
    tables, log = schema.tables.c, schema.log.c
    last = sa.and_(log.table_id == tables.id, log.seq == tables.seq)
    row = connection.execute(
        sa.select(schema.tables, log.at)
        .join_from(schema.tables, schema.log, last, isouter=True)
        .where(tables.id == table)
    ).one_or_none()
    if row is None or table <= records.CAGE:
        raise no_table(table)
    return TableHead(
        seq=row.seq, seal=row.seal, at=row.at or 0, closed=row.closed is not None,
        snapshot=row.snapshot, snapshot_seq=row.snapshot_seq,
    )  # fmt: skip


def version(connection: Connection, table: int) -> int:
    """How many entries a table has by now."""
    seq = sa.select(schema.tables.c.seq).where(schema.tables.c.id == table)
    return connection.scalar(seq) or 0


def opened(connection: Connection, table: int) -> records.TableOpened:
    """How a table was opened: its game, its rules, how it is run."""
    for first in journal.entries(connection, table, 1, 1):
        event = first.events[0]
        if isinstance(event, records.TableOpened):
            return event
    raise Damaged(f"table = {table}: nothing is known of how it was opened; have the house audited")


def kept_shoe(connection: Connection, table: int, number: int, position: int) -> SealedShoe | None:
    """A shoe of a table, so many of its cards gone; none has the number 0."""
    if not number:
        return None
    row = _shoe(connection, table, number)
    return SealedShoe(number, bytes(row.cards), bytes(row.nonce), position, row.commitment)


def kept_promise(connection: Connection, table: int, number: int) -> PromisedShoe | None:
    """A shoe of a table that is not shuffled yet; none has the number 0."""
    return PromisedShoe(number, bytes(_shoe(connection, table, number).nonce)) if number else None


def _shoe(connection: Connection, table: int, number: int) -> sa.Row[Any]:
    shoes = schema.shoes.c
    return connection.execute(
        sa.select(schema.shoes).where(shoes.table_id == table, shoes.number == number)
    ).one()


def check_open_tables(connection: Connection, by: str, most: int) -> None:
    """Refuse one table too many of a player's own, whichever server it is asked of."""
    tables, people = schema.tables.c, schema.accounts.c
    connection.execute(sa.select(people.id).where(people.name == by).with_for_update())
    count = sa.select(sa.func.count()).where(tables.opened_by == by, tables.closed.is_(None))
    already = connection.scalar(count) or 0
    if already >= most:
        raise Refused(f"you have {already} tables open, which is the most; close one of them first")


def open_tables(connection: Connection, who: Account) -> list[TableRow]:
    """Tables that are open; private ones for whoever opened them, and those who see everything."""
    tables = schema.tables.c
    wanted = sa.select(
        tables.id, tables.name, tables.game, tables.opened_by, tables.created, tables.private,
        tables.seq,
    ).where(tables.id > records.CAGE, tables.closed.is_(None))  # fmt: skip
    if who.role not in OVERSEERS:
        wanted = wanted.where(sa.or_(sa.not_(tables.private), tables.opened_by == who.name))
    newest = wanted.order_by(tables.id.desc()).limit(MOST_TABLES)
    return [TableRow(**row._mapping) for row in reversed(connection.execute(newest).all())]


def abandoned(connection: Connection, owner: str, before: int, most: int) -> list[int]:
    """Open tables of people's own that a server deals and nothing was written to since then."""
    tables, log = schema.tables.c, schema.log.c
    wanted = (
        sa.select(tables.id)
        .join_from(
            schema.tables, schema.log, sa.and_(log.table_id == tables.id, log.seq == tables.seq)
        )
        .where(tables.owner == owner, tables.private, tables.closed.is_(None), log.at < before)
    )
    return list(connection.scalars(wanted.order_by(tables.id).limit(most)))


def dealers(connection: Connection) -> dict[int, str]:
    """The addresses of the servers that deal open tables; one with none to share is left out."""
    tables, servers = schema.tables.c, schema.servers.c
    wanted = (
        sa.select(tables.id, servers.address)
        .join_from(schema.tables, schema.servers, tables.owner == servers.id)
        .where(tables.closed.is_(None))
    )
    return {row.id: row.address for row in connection.execute(wanted) if row.address}


def is_there(connection: Connection) -> None:
    """Whether anything can be read: the cage always is."""
    connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == records.CAGE))
