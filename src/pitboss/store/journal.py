"""Writing what happened at tables, all of it or nothing, and reading it again.

`append` is the only way into the log. It writes the entry with its seal, the money it moves, the
wagers it settles, the shoes it opens and the command that caused it, and only if the writer still
owns the table and has seen its last entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import ledger, records, schema
from pitboss.store.database import Refused
from pitboss.store.ledger import Movement
from pitboss.store.records import Entry
from pitboss.store.sealed import SealedShoe
from pitboss.table import events as ev


class LostTable(Refused):
    """Another server has the table, or has written to it."""


class Draft(msgspec.Struct, kw_only=True):
    """An entry to be written, and what it needs to be."""

    table: int
    seq: int
    """The number it gets; the last entry's is one less."""
    before: str
    """The last entry's seal."""
    round: int
    at: int
    actor: str = ""
    events: list[ev.Event]
    movements: list[Movement] = []
    results: list[dict[str, Any]] = []
    """Rows of `schema.results` without table, entry and line."""
    shoes: list[SealedShoe] = []
    """Opened by this entry."""
    key: str = ""
    """Of the command, so that it is done once."""
    owner: str | None = None
    snapshot: bytes | None = None

    def sealed(self) -> Entry:
        """The entry, ready to be written."""
        body = records.encode(self.events)
        head = (self.table, self.seq, self.round, self.at, self.actor)
        return Entry(
            table=self.table, seq=self.seq, round=self.round, at=self.at, actor=self.actor,
            body=body, seal=records.seal(self.before, (*head, body)),
        )  # fmt: skip


class Written(NamedTuple):
    """An entry that was written, and what the accounts it concerned hold now."""

    entry: Entry
    balances: dict[str, int]


def append(connection: Connection, draft: Draft) -> Written:
    """Write an entry and everything that follows from it."""
    entry = draft.sealed()
    tables = schema.tables.c
    values: dict[str, Any] = {"seq": entry.seq, "seal": entry.seal}
    if draft.snapshot is not None:
        values |= {"snapshot": draft.snapshot, "snapshot_seq": entry.seq}
    if any(isinstance(event, records.TableClosed) for event in draft.events):
        values["closed"] = entry.at
    mine = tables.owner.is_(None) if draft.owner is None else tables.owner == draft.owner
    moved = connection.execute(
        sa.update(schema.tables)
        .where(tables.id == entry.table, tables.seq == entry.seq - 1, mine)
        .values(values)
    )
    if not moved.rowcount:
        raise LostTable(f"table {entry.table}: another server deals it now; connect again")
    connection.execute(
        sa.insert(schema.log),
        {
            "table_id": entry.table, "seq": entry.seq, "round": entry.round, "at": entry.at,
            "actor": entry.actor, "body": entry.body, "seal": entry.seal,
        },
    )  # fmt: skip
    balances = ledger.post(connection, entry.table, entry.seq, draft.movements)
    if draft.results:
        connection.execute(
            sa.insert(schema.results),
            [
                {"table_id": entry.table, "seq": entry.seq, "line": line, **result}
                for line, result in enumerate(draft.results)
            ],
        )
    for shoe in draft.shoes:
        connection.execute(
            sa.insert(schema.shoes),
            {
                "table_id": entry.table, "number": shoe.number, "commitment": shoe.commitment,
                "nonce": shoe.nonce, "cards": shoe.cards, "opened": entry.seq,
            },
        )  # fmt: skip
    for event in draft.events:
        if isinstance(event, records.ShoeRevealed):
            connection.execute(
                sa.update(schema.shoes)
                .where(
                    schema.shoes.c.table_id == entry.table, schema.shoes.c.number == event.number
                )
                .values(revealed=entry.seq)
            )
    if draft.key:
        connection.execute(
            sa.insert(schema.commands),
            {
                "player": entry.actor, "key": draft.key, "table_id": entry.table,
                "seq": entry.seq, "at": entry.at,
            },
        )  # fmt: skip
    return Written(entry, balances)


def issue(connection: Connection, player: str, cents: int, at: int) -> Written:
    """Give a player play money from the cage."""
    tables = schema.tables.c
    cage = sa.select(tables.seq, tables.seal).where(tables.id == records.CAGE).with_for_update()
    seq, seal = connection.execute(cage).one()
    event = records.MoneyIssued(player, cents)
    books = ledger.Books(records.CAGE)
    draft = Draft(
        table=records.CAGE, seq=seq + 1, before=seal, round=0, at=at, events=[event],
        movements=books.movements([event]),
    )  # fmt: skip
    return append(connection, draft)


def entries(
    connection: Connection, table: int, first: int = 1, last: int | None = None
) -> Iterator[Entry]:
    """Entries of a table's log, in order."""
    log = schema.log.c
    wanted = sa.select(schema.log).where(log.table_id == table, log.seq >= first)
    if last is not None:
        wanted = wanted.where(log.seq <= last)
    for row in connection.execute(wanted.order_by(log.seq)):
        yield Entry(
            table=row.table_id, seq=row.seq, round=row.round, at=row.at, actor=row.actor,
            body=bytes(row.body), seal=row.seal,
        )  # fmt: skip


def done(connection: Connection, player: str, key: str) -> tuple[int, int] | None:
    """The table and the entry of a command that was done already."""
    commands = schema.commands.c
    row = connection.execute(
        sa.select(commands.table_id, commands.seq).where(
            commands.player == player, commands.key == key
        )
    ).one_or_none()
    return None if row is None else (row.table_id, row.seq)
