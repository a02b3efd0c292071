"""Rows read as they are kept, without believing that a column holds what it is for.

SQLite keeps any value in any column: a text that is no UTF-8, a number of 300 digits where a time
is due. The server never writes such a row, and reading one as if it were right ends in an error, or
in a value that was never there. Here each value is looked at first; a row with a wrong one is not
read but told of.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

UNREADABLE = (DBAPIError, UnicodeDecodeError)
"""What reading a damaged file ends in: the latter where SQLite's sentence quotes bytes of it that
are no text."""
AT_ONCE = 500
"""Rows fetched together."""
SHOWN = 60
"""Characters of a value that are told."""


class WrongRow(NamedTuple):
    """A row that cannot be read, and why."""

    key: str
    """The values of its primary key, as far as they can be told."""
    values: tuple[Any, ...]
    why: str
    """Which column holds what."""


Row = Any
"""A named tuple of a row's values, in the order of the columns."""


def good_rows(
    connection: Connection, table: sa.Table, *, order: tuple[str, ...] = (),
    span: tuple[int, int] | None = None, **equal: Any,
) -> Iterator[Row]:  # fmt: skip
    """The rows that hold what they should; others were told of by `all_rows`, or are to be.

    Those whose columns are `equal` to these values, and whose `seq` is in the span.
    """
    for row in all_rows(connection, table, order=order, span=span, **equal):
        if not isinstance(row, WrongRow):
            yield row


def all_rows(
    connection: Connection, table: sa.Table, *, order: tuple[str, ...] = (),
    span: tuple[int, int] | None = None, **equal: Any,
) -> Iterator[Row]:  # fmt: skip
    """Every row, those that cannot be read as `WrongRow`."""
    made = row_type(table)
    options = {"yield_per": AT_ONCE}
    if connection.dialect.name != "sqlite":  # such a database refuses what a column is not for
        where = [table.c[name] == value for name, value in equal.items()]
        if span is not None:
            where.append(table.c.seq.between(*span))
        ordered = sa.select(table).where(*where).order_by(*(table.c[name] for name in order))
        with _being_read(connection.execute(ordered, execution_options=options)) as found:
            for row in found:
                yield made(*row)
        return
    text = _words(table, tuple(equal), order, in_span=span is not None)
    values = (*equal.values(), *(span or ()))
    readers = _readers(table)
    asked = connection.exec_driver_sql(text, values, execution_options=options)
    with _being_read(asked) as kept_rows:
        for kept in kept_rows:
            yield _read(table, made, readers, kept)


@contextmanager
def _being_read(rows: sa.CursorResult[Any]) -> Iterator[sa.CursorResult[Any]]:
    """Rows that are let go of in the end, unless their connection is gone by then."""
    try:
        yield rows
    finally:
        if not rows.connection.closed:
            rows.close()


@cache
def _words(
    table: sa.Table, equal: tuple[str, ...], order: tuple[str, ...], *, in_span: bool
) -> str:
    """A question to SQLite: of each column how it is kept, and the value; texts as bytes."""
    asked = []
    for column in table.columns:
        name = f'"{column.name}"'
        as_bytes = f"CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB) ELSE {name} END"
        asked.append(f"typeof({name}), {as_bytes}")
    where = [f'"{name}" = ?' for name in equal] + ["seq BETWEEN ? AND ?"] * in_span
    text = f'SELECT {", ".join(asked)} FROM "{table.name}"'
    if where:
        text += " WHERE " + " AND ".join(where)
    if order:
        text += " ORDER BY " + ", ".join(f'"{name}"' for name in order)
    return text


def _read(
    table: sa.Table, made: type, readers: tuple[Callable[[str, Any], Any], ...], kept: Any
) -> Row:
    try:
        return made(*(
            read(kept[place], kept[place + 1])
            for place, read in zip(range(0, len(kept), 2), readers, strict=True)
        ))  # fmt: skip
    except ValueError:
        values = tuple(kept[1::2])
        key = [shown(values[place]) for place in _key_places(table)]
        return WrongRow(", ".join(key), values, "; ".join(_wrong(table, readers, kept)))


def _wrong(table: sa.Table, readers: Any, kept: Any) -> Iterator[str]:
    for place, (column, read) in enumerate(zip(table.columns, readers, strict=True)):
        try:
            read(kept[2 * place], kept[2 * place + 1])
        except ValueError as error:
            value = shown(kept[2 * place + 1])
            yield f"its {column.name} is {value}, and must be {error}"


def why_unreadable(error: DBAPIError | UnicodeDecodeError) -> str:
    """The database's own sentence."""
    if isinstance(error, UnicodeDecodeError):
        return "".join(
            one if one.isprintable() else "�"
            for one in error.object.decode(errors="backslashreplace")
        )
    return str(error.orig).strip()


def shown(value: Any) -> str:
    """A value for a sentence, whatever it is."""
    told = value.decode(errors="backslashreplace") if isinstance(value, bytes) else repr(value)
    printable = "".join(one if one.isprintable() else "�" for one in told)
    return printable if len(printable) <= SHOWN else f"{printable[:SHOWN]}…"


@cache
def row_type(table: sa.Table) -> type:
    """What rows of a table are read as."""
    return namedtuple(str(table.name), [str(column.name) for column in table.columns])


@cache
def _key_places(table: sa.Table) -> tuple[int, ...]:
    columns = list(table.columns)
    return tuple(columns.index(column) for column in table.primary_key.columns)


@cache
def _readers(table: sa.Table) -> tuple[Callable[[str, Any], Any], ...]:
    return tuple(_reader(column) for column in table.columns)


def _reader(column: sa.Column[Any]) -> Callable[[str, Any], Any]:
    """Takes how a value is kept, and the value; says with a `ValueError` what it should be."""
    read = _reader_of(column.type)
    if not column.nullable:
        return read

    def read_or_none(kept: str, value: Any) -> Any:
        if kept == "null":
            return None
        try:
            return read(kept, value)
        except ValueError as error:
            raise ValueError(f"{error}, or nothing") from None

    return read_or_none


def _reader_of(kind: sa.types.TypeEngine[Any]) -> Callable[[str, Any], Any]:
    if isinstance(kind, sa.Boolean):
        return _flag
    if isinstance(kind, sa.Integer):
        bits = 63 if isinstance(kind, sa.BigInteger) else 31
        return lambda kept, value: _whole(kept, value, bits)
    if isinstance(kind, sa.LargeBinary):
        return _bytes
    if isinstance(kind, sa.Float):
        return _number
    assert isinstance(kind, sa.String)
    return lambda kept, value: _text(kept, value, kind.length)


def _flag(kept: str, value: Any) -> bool:
    if kept != "integer" or value not in (0, 1):
        raise ValueError("yes or no (1 or 0)")
    return bool(value)


def _whole(kept: str, value: Any, bits: int) -> int:
    if kept != "integer" or not -(1 << bits) <= value < 1 << bits:
        raise ValueError(f"a whole number of {bits + 1} bits")
    return int(value)


def _bytes(kept: str, value: Any) -> bytes:
    if kept != "blob":
        raise ValueError("bytes")
    return bytes(value)


def _number(kept: str, value: Any) -> float:
    if kept != "real" or not math.isfinite(value):
        raise ValueError("a number")
    return float(value)


def _text(kept: str, value: Any, length: int | None) -> str:
    if kept == "text":
        try:
            text = str(value, "utf-8")
        except UnicodeDecodeError:
            raise ValueError("a text in UTF-8") from None
        if length is None or len(text) <= length:
            return text
    raise ValueError("a text" if length is None else f"a text of at most {length} characters")
