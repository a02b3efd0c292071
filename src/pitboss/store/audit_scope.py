"""What an audit looks at, table by table: entries, rounds, and the seals that it covers."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import past_rounds, records, schema, table_days
from pitboss.store.errors import no_table
from pitboss.store.proof_collector import rounds_over


class AuditScope(msgspec.Struct, frozen=True, kw_only=True):
    """What is audited; everything if nothing is said."""

    table: int | None = None
    """One table alone."""
    begin_ms: int | None = None
    """From this moment, in milliseconds since 1970."""
    end_ms: int | None = None
    """Up to this one."""

    @property
    def whole(self) -> bool:
        """Whether all days are looked at."""
        return self.begin_ms is None

    def words(self) -> str:
        """What it is, for a report."""
        which = "every table and the cage" if self.table is None else f"table {self.table}"
        if self.begin_ms is None or self.end_ms is None:
            return f"{which}, from the first entry on"
        return f"{which}, {_moment(self.begin_ms)} to {_moment(self.end_ms)}"


class Covered(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of a table that an audit looked at, and the seals at their ends."""

    table: int
    """Its number; 0 is the cage, -1 the register."""
    name: str
    """What people call it."""
    first: int
    """The first entry."""
    last: int
    """The last one."""
    rounds: tuple[int, int] | None
    """The first and the last round that was played again; null if none was over."""
    seal_before: str
    """The seal before the first entry: empty before the very first one."""
    sealed: int
    """The last of these entries whose seal may be told: later ones still hide a card."""
    seal: str
    """That entry's seal, which all before it have a part in; empty if there is none."""


class Part(NamedTuple):
    """Entries of one table."""

    table: int
    name: str
    first: int
    last: int


def parts(connection: Connection, scope: AuditScope) -> list[Part]:
    """The entries of each table that a scope has in it, the register and the cage first."""
    tables = schema.tables.c
    rows = connection.execute(
        sa.select(tables.id, tables.name, tables.seq).order_by(tables.id)
    ).all()
    wanted = [row for row in rows if scope.table in (None, row.id)]
    if (scope.table is not None and scope.table <= records.CAGE) or not wanted:
        raise no_table(scope.table or 0)
    found = [Part(row.id, row.name, 1, int(row.seq)) for row in wanted]
    if scope.begin_ms is not None and scope.end_ms is not None:
        found = [
            part._replace(
                first=table_days.first_entry_from(
                    connection, part.table, part.last, scope.begin_ms
                ),
                last=table_days.first_entry_from(connection, part.table, part.last, scope.end_ms)
                - 1,
            )
            for part in found
        ]
    return [part for part in found if part.first <= part.last]


def played_in(connection: Connection, part: Part) -> tuple[int, int] | None:
    """The first and the last round that is over in these entries."""
    log = schema.log.c
    first = connection.scalar(
        sa.select(sa.func.min(log.round)).where(
            log.table_id == part.table, log.seq >= part.first, log.seq <= part.last, log.round > 0
        )
    )
    last = rounds_over(connection, part.table, before=part.last + 1)
    return None if first is None or first > last else (int(first), last)


def covered(connection: Connection, part: Part) -> Covered:
    """What is told of the entries that were looked at."""
    of_the_house = part.table <= records.CAGE
    hidden = part.last + 1
    if not of_the_house:
        hidden = past_rounds.first_with_hidden_cards(connection, part.table)
    sealed = min(part.last, hidden - 1)
    return Covered(
        table=part.table, name=f"the {part.name}" if of_the_house else part.name,
        first=part.first, last=part.last,
        rounds=None if of_the_house else played_in(connection, part),
        seal_before=seal_of(connection, part.table, part.first - 1)
        if part.first - 1 <= sealed else "",
        sealed=sealed if sealed >= part.first else 0,
        seal=seal_of(connection, part.table, sealed) if sealed >= part.first else "",
    )  # fmt: skip


def seal_of(connection: Connection, table: int, seq: int) -> str:
    """An entry's seal; empty before the first."""
    log = schema.log.c
    found = connection.scalar(sa.select(log.seal).where(log.table_id == table, log.seq == seq))
    return found or ""


def all_covered(connection: Connection, scope: AuditScope) -> Iterator[Covered]:
    """What is told of everything a scope has in it."""
    for part in parts(connection, scope):
        yield covered(connection, part)


def _moment(ms: int) -> str:
    at = datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC)
    return f"{at:%Y-%m-%d %H:%M} UTC"
