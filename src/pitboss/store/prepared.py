"""Statements that are put into words once for each kind of database, and given to its driver.

The writer runs the same few for every command of every table. SQLAlchemy would look each up, and
each of its values, every time, which takes longer than the database does with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

T = TypeVar("T")
Row = dict[str, Any]


class _Wording(NamedTuple):
    """A statement as a driver takes it."""

    text: str
    order: Sequence[str] | None
    """The names of the values, where they are given by place."""


class Prepared:
    """An insert or update that is run for many rows, each with the same names in it.

    Values go to the driver as they are: numbers, text and bytes.
    """

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        self._wordings: dict[str, _Wording] = {}

    def run(self, connection: Connection, rows: Sequence[Row]) -> int:
        """Run it for all rows; how many rows of the database it made or changed."""
        if not rows:
            return 0
        if not connection.in_transaction():  # the driver would commit each row by itself
            raise RuntimeError("begin a transaction first")
        wording = self._wordings.get(connection.dialect.name)
        if wording is None:
            wording = self._worded(connection, rows[0])
        text, order = wording
        values = rows if order is None else [tuple(row[name] for name in order) for row in rows]

        def run(cursor: Any) -> int:
            if len(values) == 1:
                cursor.execute(text, values[0])
            else:
                cursor.executemany(text, values)
            changed: int = cursor.rowcount
            return changed

        return by_driver(connection, text, run)

    def _worded(self, connection: Connection, row: Row) -> _Wording:
        names = list(row) if self._statement.is_insert else None
        compiled = self._statement.compile(dialect=connection.dialect, column_keys=names)
        order = compiled.positiontup if compiled.positional else None
        wording = self._wordings[connection.dialect.name] = _Wording(str(compiled), order)
        return wording


class PreparedList:
    """A question about a list of names, which is one value: so its words are always the same."""

    def __init__(self, question: str) -> None:
        self._words = {
            "sqlite": f"{question} IN (SELECT value FROM json_each(?))",
            "postgresql": f"{question} = ANY(%s)",
        }

    def ask(self, connection: Connection, names: list[str]) -> list[tuple[Any, ...]]:
        """What is found of any of them."""
        kind = connection.dialect.name
        text, listed = self._words[kind], json.dumps(names) if kind == "sqlite" else names

        def ask(cursor: Any) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = cursor.execute(text, (listed,)).fetchall()
            return found

        return by_driver(connection, text, ask)


class Savepoint:
    """What is done together and perhaps undone, within a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._say("SAVEPOINT writes")

    def keep(self) -> None:
        """It is part of the transaction now."""
        self._say("RELEASE SAVEPOINT writes")

    def undo(self) -> None:
        """Nothing of it was done."""
        self._say("ROLLBACK TO SAVEPOINT writes")

    def _say(self, text: str) -> None:
        by_driver(self._connection, text, lambda cursor: cursor.execute(text))


def by_driver(connection: Connection, text: str, work: Callable[[Any], T]) -> T:
    """Have a cursor of the driver do something; its errors are told as SQLAlchemy tells them."""
    dialect, driver = connection.dialect, connection.connection
    errors = dialect.loaded_dbapi.Error
    cursor = driver.cursor()
    try:
        return work(cursor)
    except errors as error:
        lost = dialect.is_disconnect(error, driver, cursor)
        if lost:
            connection.invalidate(error)
        raise DBAPIError.instance(
            text, None, error, errors, connection_invalidated=lost, dialect=dialect
        ) from error
    finally:
        if not connection.invalidated:
            cursor.close()
