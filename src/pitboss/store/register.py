"""The register: every row that follows from no table's log is written here, and noted in a log.

Accounts, sessions, what dealer school keeps and what players practise are rows that change. What
they are is noted in a log of its own (`records.REGISTER`), sealed as every log is: which row of
which table holds what, as a hash, or is gone. One entry has all rows of a transaction, written just
before it is committed (`enter`), so the rows and what is said of them are there together or not at
all.

Nothing else inserts, changes or deletes rows of `schema.REGISTERED`.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RootTransaction, Row

from pitboss.store import journal, records, schema
from pitboss.store.clock import now_ms
from pitboss.store.journal import Draft
from pitboss.store.prepared import by_driver

SALT = "salt"
"""The column with a random number that makes what a row held unguessable once it is gone."""
MOST_ROWS = 1000
"""In one entry."""

Values = Mapping[str, Any]
Noted = dict[tuple[str, tuple[int | str, ...]], str | None]
"""What the register will say of rows, by table and key."""

_noted: WeakKeyDictionary[RootTransaction, Noted] = WeakKeyDictionary()


class Change:
    """A statement about one table, and what is noted of the rows it inserts, changes or deletes.

    It can be run many times: building it takes longer than running it.
    """

    def __init__(self, statement: sa.Insert | sa.Update | sa.Delete) -> None:
        assert isinstance(statement.table, sa.Table)
        self.table, self.name = statement.table, str(statement.table.name)
        self._deletes = isinstance(statement, sa.Delete)
        self._salt = ""
        """What the statement calls the salt."""
        if SALT in self.table.c and not self._deletes:
            self._salt = SALT if isinstance(statement, sa.Insert) else f"new_{SALT}"
        if isinstance(statement, sa.Update) and self._salt:
            statement = statement.values({SALT: sa.bindparam(self._salt)})
        columns = [self.table.c[name] for name in schema.REGISTERED[self.name]]
        self._statement = statement.returning(*columns)

    def run(
        self, connection: Connection, values: Values | Sequence[Values] | None = None
    ) -> list[Row[Any]]:
        """Do it; the rows that it was done to, as they are then."""
        rows = list(connection.execute(self._statement, self._salted(values)).all())
        if rows:
            transaction = connection.get_transaction()
            assert transaction is not None
            mine = _noted.setdefault(transaction, {})
            for row in rows:
                held = None if self._deletes else digest(self.name, row)
                mine[self.name, key_of(self.table, row)] = held
        return rows

    def _salted(self, values: Any) -> Any:
        """The same values with a new salt, where the table has one."""
        if not self._salt:
            return values
        if isinstance(values, Mapping) or values is None:
            return {**(values or {}), self._salt: secrets.token_hex(16)}
        return [{**one, self._salt: secrets.token_hex(16)} for one in values]


def insert(connection: Connection, table: sa.Table, values: Values) -> Row[Any]:
    """A new row, as the database has it."""
    [row] = _new(table).run(connection, values)
    return row


def insert_all(connection: Connection, table: sa.Table, rows: Sequence[Values]) -> None:
    """New rows."""
    if rows:
        _new(table).run(connection, rows)


@cache
def _new(table: sa.Table) -> Change:
    return Change(sa.insert(table))


def update(
    connection: Connection, table: sa.Table, *where: sa.ColumnElement[bool], **values: Any
) -> list[Row[Any]]:
    """Change rows; those that were changed, as they are then."""
    return Change(sa.update(table).where(*where).values(values)).run(connection)


def delete(
    connection: Connection, table: sa.Table, *where: sa.ColumnElement[bool]
) -> list[Row[Any]]:
    """Delete rows; those that were there."""
    return Change(sa.delete(table).where(*where)).run(connection)


def key_of(table: sa.Table, row: Any) -> tuple[int | str, ...]:
    """The values of a row's primary key."""
    return tuple(getattr(row, column.name) for column in table.primary_key.columns)


def digest(table: str, values: Iterable[Any]) -> str:
    """The hash of a row's registered columns, in the order of the schema."""
    held = [table, *values]
    for place in _fractions(table):
        if isinstance(held[place], int | float):  # SQLite says 0 of a 0.0 it has just written
            held[place] += 0.0
    return hashlib.sha256(_as_text(held).encode()).hexdigest()


@cache
def _fractions(table: str) -> list[int]:
    """Where among what is hashed there are numbers that need not be whole."""
    columns = schema.metadata.tables[table].c
    names = enumerate(schema.REGISTERED.get(table, ()), 1)
    return [place for place, name in names if isinstance(columns[name].type, sa.Float)]


_as_text = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


# Transactions


def remembered(connection: Connection) -> Noted:
    """What this transaction has noted so far, to be gone back to."""
    transaction = connection.get_transaction()
    return dict(_noted.get(transaction, {})) if transaction is not None else {}


def go_back(connection: Connection, before: Noted) -> None:
    """Part of this transaction was undone."""
    transaction = connection.get_transaction()
    if transaction is not None:
        _noted[transaction] = before


def enter(connection: Connection) -> None:
    """Write down what this transaction has noted, as the last thing before it is committed."""
    transaction = connection.get_transaction()
    mine = _noted.pop(transaction, None) if transaction is not None else None
    if not mine:
        return
    rows = list(mine.items())
    for first in range(0, len(rows), MOST_ROWS):
        tables: dict[str, list[tuple[records.RowKey, str | None]]] = {}
        for (name, key), held in rows[first : first + MOST_ROWS]:
            tables.setdefault(name, []).append((list(key), held))
        write(connection, [records.RowsKept(name, kept) for name, kept in tables.items()])


def write(connection: Connection, events: Sequence[records.RegisterEvent]) -> None:
    """An entry of the register's log; whoever else writes one waits until this is committed."""
    seq, seal, at = _head(connection)
    draft = Draft(
        table=records.REGISTER, seq=seq + 1, before=seal, round=0, at=max(now_ms(), at or 0),
        events=list(events),
    )  # fmt: skip
    journal.append(connection, draft)


_HEAD = (
    "SELECT tables.seq, tables.seal, log.at FROM tables LEFT JOIN log"
    " ON log.table_id = tables.id AND log.seq = tables.seq"
    f" WHERE tables.id = {records.REGISTER}"
)


def _head(connection: Connection) -> tuple[int, str, int | None]:
    """Number, seal and time of the last entry, held until this transaction is committed."""
    text = _HEAD if connection.dialect.name == "sqlite" else f"{_HEAD} FOR UPDATE OF tables"
    seq, seal, at = by_driver(connection, text, lambda cursor: cursor.execute(text).fetchone())
    return seq, seal, at
