"""Which rows there must be, as the register's log says, and every row of a table against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import records, register, schema
from pitboss.store.findings import Finding
from pitboss.store.typed_rows import WrongRow, all_rows, shown
from pitboss.table import events as ev

JSON = {
    "school_lessons": ("files",), "school_answers": ("rules",), "school_schedule": ("state",),
    "school_table_tests": ("content",), "school_certificates": ("content",),
    "practice_rules": ("opened",), "practice_hands": ("dealt",), "practice_puzzles": ("content",),
    "audit_reports": ("text",),
}  # fmt: skip
"""Columns whose text is JSON."""
KEYS = "log"
"""Under this name the register has the keys of commands from before they had a part in seals."""

Key = tuple[int | str, ...]


class Due(msgspec.Struct, frozen=True):
    """What a row must hold."""

    digest: str | None
    """None if it must be gone."""
    entry: int
    """Of the register, which says so."""


class RegisteredRows:
    """What the register's log says of rows, after the entries seen so far."""

    def __init__(self) -> None:
        self._due: dict[str, dict[Key, Due]] = {name: {} for name in (*schema.REGISTERED, KEYS)}
        self._heads: dict[int, int] = {}
        """The last entry of each log there was when the register was begun."""
        self.wrong: set[str] = set()
        """Tables of the database with rows that hold what they are not for."""

    def see(self, entry: int, events: Sequence[ev.Event]) -> Iterator[str]:
        """The next entry; what is wrong with it."""
        for place, event in enumerate(events):
            if isinstance(event, records.RowsKept):
                due = self._due.get(event.table)
                if due is None:
                    yield f"it has rows of {event.table!r}, which are none of the register's"
                    continue
                for key, digest in event.rows:
                    due[tuple(key)] = Due(digest, entry)
            elif isinstance(event, records.RowsLeftBehind):
                for name in event.tables:
                    self._due[name] = {}
            elif isinstance(event, records.RegisterBegun) and (entry, place) == (1, 0):
                self._heads = {number: seq for number, seq, _ in event.heads}
            else:
                yield f"{ev.logged_name(event)} is no business of the register"

    def steady_from(self, table: int) -> int:
        """The entry of a log from which its times never go back."""
        return self._heads.get(table, 0) + 1

    def key_beside(self, table: int, seq: int, actor: str, key: str) -> tuple[bool, str]:
        """Whether an old entry has the key it was done with, and what it must be like if not."""
        due = self._due[KEYS].get((table, seq))
        if due is None:
            return False, ""
        if due.digest == register.digest(KEYS, (table, seq, actor, key)):
            return True, ""
        return False, f"its key is not the one that entry {due.entry} of the register has"

    def check(self, connection: Connection, table: sa.Table) -> Iterator[Finding]:
        """Every row of a table: that it can be read, and that it is as the register says."""
        name = str(table.name)
        wanted = schema.REGISTERED.get(name)
        due = dict(self._due[name]) if wanted else {}
        rows = all_rows(connection, table)
        in_house = _places(table, [str(column.name) for column in table.primary_key.columns])
        places = _places(table, wanted or ())
        for row in rows:
            values = row.values if isinstance(row, WrongRow) else row
            key = tuple(values[place] for place in in_house)
            if isinstance(row, WrongRow):
                self.wrong.add(name)
                yield _wrong(name, row.key, row.why)
                due.pop(_as_text(key), None)
                continue
            yield from _not_json(name, key, row)
            if wanted and not _of_the_house(name, key):
                yield from _compare(name, key, due.pop(key, None), [row[n] for n in places])
        for key, one in due.items():
            if one.digest is not None:
                yield _wrong(name, told(key), "it is gone, and ought to be there", one.entry)


def is_about_logs(event: ev.Event) -> bool:
    """Whether an event says what logs there were before the register."""
    return isinstance(event, records.RegisterBegun) or (
        isinstance(event, records.RowsKept) and event.table == KEYS
    )


def _as_text(key: tuple[Any, ...]) -> Key:
    """A key that was read as it is kept; what cannot be one is nobody's."""
    return tuple(
        one.decode(errors="replace") if isinstance(one, bytes) else one for one in key
    )  # fmt: skip


def _compare(name: str, key: Key, due: Due | None, values: list[Any]) -> Iterator[Finding]:
    if due is None:
        yield _wrong(name, told(key), "the register knows of no such row: it was planted")
    elif due.digest is None:
        yield _wrong(name, told(key), "it is there, and ought to be gone", due.entry)
    elif due.digest != register.digest(name, values):
        what = "it does not hold what it was written with: it was changed, or its row another's"
        yield _wrong(name, told(key), what, due.entry)


def _places(table: sa.Table, names: Sequence[str]) -> list[int]:
    columns = [str(column.name) for column in table.columns]
    return [columns.index(name) for name in names]


def _of_the_house(name: str, key: Key) -> bool:
    """The rows of the cage and of the register, which every database has."""
    return name == schema.tables.name and key in {(records.CAGE,), (records.REGISTER,)}


def _not_json(name: str, key: Key, row: Any) -> Iterator[Finding]:
    for column in JSON.get(name, ()):
        value = getattr(row, column)
        if value is None:
            continue
        try:
            msgspec.json.decode(value)
        except (msgspec.DecodeError, UnicodeError) as error:
            yield _wrong(name, told(key), f"its {column} is no JSON: {error}")


def told(key: Key) -> str:
    """A row's key in a sentence."""
    return ", ".join(shown(one.encode() if isinstance(one, str) else one) for one in key)


def _wrong(name: str, key: str, what: str, entry: int | None = None) -> Finding:
    return Finding(
        kind="row", what=f"{name}, row {key}: {what}", rows_of=name,
        table=None if entry is None else records.REGISTER, entry=entry,
    )  # fmt: skip
