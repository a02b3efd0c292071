"""Edits of a database by somebody who knows SQL: every column of every table, in every way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from pitboss.floor.house_table import HouseTable
from pitboss.store import leases, records, schema
from pitboss.store.database import Database
from pitboss.store.findings import Finding
from pitboss.store.schema_checker import VERSION

OF_LOGS = ("log", "ledger", "results", "shoes", "acts")
"""Tables whose rows name the table and the entry they are of."""
How = Literal["set", "delete", "insert", "swap"]


class Edit(NamedTuple):
    """One change of a row."""

    table: str
    row: int
    """Its rowid."""
    how: How
    column: str = ""
    value: Any = None
    """What the column is set to; the other row, where two are swapped."""
    key: tuple[Any, ...] = ()
    """The row's primary key, to be told where it was found."""

    def __str__(self) -> str:
        value = repr(self.value)[:40]
        what = f"{self.column} = {value}" if self.how == "set" else f"{self.column}".strip()
        return f"{self.how} {self.table} {self.key} {what}".strip()


def edits(data: bytes) -> Iterator[Edit]:
    """Every edit of a file: of the middle row of each table, and of those of another kind."""
    file = sqlite3.connect(":memory:")
    file.deserialize(data[:18] + b"\1\1" + data[20:])
    names = [*(str(table.name) for table in schema.metadata.sorted_tables), VERSION]
    for name in names:
        info = file.execute(f'PRAGMA table_info("{name}")').fetchall()
        columns = [one[1] for one in info]
        keys = [one[1] for one in sorted(info, key=lambda one: one[5]) if one[5]] or columns
        chosen = ", ".join(f'"{one}"' for one in keys)
        rows = file.execute(f'SELECT rowid, {chosen} FROM "{name}" ORDER BY rowid').fetchall()
        assert rows, f"{name} is empty: nothing of it is attacked"
        for place in _chosen(name, rows):
            rowid, *key = rows[place]
            other = rows[place - 1]
            kept = file.execute(f'SELECT * FROM "{name}" WHERE rowid = ?', (rowid,)).fetchone()
            for column, value in zip(columns, kept, strict=True):
                for changed in _changed(value):
                    yield Edit(name, rowid, "set", column, changed, tuple(key))
                if other[0] != rowid:
                    yield Edit(name, rowid, "swap", column, other[0], tuple(key))
            yield Edit(name, rowid, "delete", key=tuple(key))
            for column, value in zip(keys, key, strict=True):
                more = value + 1000 if isinstance(value, int) else f"{value}x"
                yield Edit(name, rowid, "insert", column, more, tuple(key))
    file.close()


def _chosen(name: str, rows: list[Any]) -> list[int]:
    """The middle row; of tables and logs also those of the cage and of the register."""
    found = {len(rows) // 2}
    if name in ("tables", "log"):
        found |= {
            next(n for n, row in enumerate(rows) if row[1] == number)
            for number in (records.REGISTER, records.CAGE)
        }
    return sorted(found)


def _changed(value: Any) -> Iterator[Any]:
    """What a value could be instead, of its kind and of every other."""
    yield None
    if isinstance(value, int | float):
        yield from (value + 1, value - 1, 10**9)
        yield from (b"\x00\x01", "a text", 1e300, -(2**63), 0.5)
        return
    yield from (5, 1e300, b"\xff\xfe", "", "☃" * 300)
    if isinstance(value, str) and value:
        middle = len(value) // 2
        yield value[:middle] + ("0" if value[middle] != "0" else "1") + value[middle + 1 :]
        yield value.encode()
        yield value + "\t"
    elif isinstance(value, bytes) and value:
        middle = len(value) // 2
        yield value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :]
        yield value + b" "
        yield BadText(value)


class BadText(bytes):
    """Bytes that are kept as a text, whether they are one or not."""


def apply(path: Path, edit: Edit) -> bool:
    """Do it; False where the database does not let it be done."""
    file = sqlite3.connect(path, isolation_level=None)
    try:
        file.execute("PRAGMA foreign_keys = OFF")
        _do(file, edit)
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.IntegrityError, OverflowError):
        return False
    finally:
        file.close()
    return True


def _do(file: sqlite3.Connection, edit: Edit) -> None:
    table, column = f'"{edit.table}"', f'"{edit.column}"'
    if edit.how == "delete":
        file.execute(f"DELETE FROM {table} WHERE rowid = ?", (edit.row,))
    elif edit.how == "set":
        bad = isinstance(edit.value, BadText)
        new = "CAST(? AS TEXT)" if bad else "?"
        value = bytes(edit.value) if bad else edit.value
        file.execute(f"UPDATE {table} SET {column} = {new} WHERE rowid = ?", (value, edit.row))
    elif edit.how == "swap":
        values = [
            file.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()[0]
            for row in (edit.row, edit.value)
        ]
        file.execute("BEGIN")
        set_one = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
        aside = _aside(values[0])
        for value, row in ((aside, edit.row), (values[0], edit.value), (values[1], edit.row)):
            file.execute(set_one, (value, row))
        file.execute("COMMIT")
    else:
        _insert(file, edit, table)


def _aside(value: Any) -> Any:
    return value + 10**6 if isinstance(value, int) else "aside"


def _insert(file: sqlite3.Connection, edit: Edit, table: str) -> None:
    """The same row under another key, everything that may be there once made another too."""
    cursor = file.execute(f"SELECT * FROM {table} WHERE rowid = ?", (edit.row,))
    row = dict(zip([one[0] for one in cursor.description], cursor.fetchone(), strict=True))
    row[edit.column] = edit.value
    known = schema.metadata.tables.get(edit.table)
    once = [] if known is None else [
        [str(column.name) for column in constraint.columns]
        for constraint in known.constraints
        if isinstance(constraint, sa.UniqueConstraint)
    ]  # fmt: skip
    for names in once:
        for name in names:
            row[name] = f"{row[name]}y" if isinstance(row[name], str) else (row[name] or 0) + 77
    if edit.table == "log":
        row["key"] = ""
    columns = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" for _ in row)
    file.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(row.values()))


# Was it found where it was made?


def is_located(edit: Edit, found: list[Finding] | str) -> bool:
    """Whether a finding names the row's table of the database, or the log it is of."""
    if isinstance(found, str):  # it is not even opened
        return edit.table == VERSION or "revision" in found
    if any(edit.table == one.rows_of for one in found):
        return True
    if edit.table in OF_LOGS or edit.table == "tables":
        numbers = {edit.key[0], edit.value if edit.how == "insert" else edit.key[0]}
        return any(one.table in numbers for one in found)
    if edit.table.startswith("tree_"):
        return any(one.kind == "tree" for one in found)
    if edit.table == "balances":
        return any(str(edit.key[0]) in one.what for one in found)
    return False


# What may be anything


def is_volatile_and_harmless(edit: Edit, path: Path) -> bool:
    """Whether a column is said to be volatile, and a server that starts finds every table.

    Leases are given anew then, and each table is as its log left it. A signed head may be gone that
    is not the newest: whoever was told it has it, and the newest, which is signed too, says more.
    """
    if edit.how == "delete" and edit.table == "tree_heads":
        return finds_every_table(path)
    if edit.how == "set" and edit.column in schema.VOLATILE.get(edit.table, ()):
        return finds_every_table(path)
    return edit.how == "swap" and edit.column in schema.VOLATILE.get(edit.table, ())


def finds_every_table(path: Path) -> bool:
    """Whether a server that starts on the file deals all tables on, as their logs left them."""
    database = Database(f"sqlite:///{path}")
    try:
        database.claim()
        claimed = database.write(lambda c: leases.claim(c, "another", "")).result()
        with database.read() as connection:
            tables = schema.tables.c
            open_ = set(
                connection.scalars(
                    sa.select(tables.id).where(tables.id > 0, tables.closed.is_(None))
                )
            )
            for number in open_:
                found = HouseTable.recover(connection, number)
                assert found.seq > 0
        return claimed.all == open_
    finally:
        database.close()
