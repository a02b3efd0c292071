"""A whole database in one file that both kinds of database can be restored from.

A file is gzipped lines of JSON. The first is the `Manifest`: the revision of the tables, their
columns and how many rows each has. Then come the rows, table after table, each a list of values in
the order of the columns (bytes in base64). The last line has the SHA-256 of all lines before it.

Rows are read in one transaction, so a backup is of one moment. Who is signed in (`sessions`) and
which processes are running (`servers`) are not part of it, and nobody owns a table after a restore.
The file holds passwords' hashes and the orders of shoes that are still being dealt: keep it safe.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pitboss._version import __version__
from pitboss.store import journal, log_tree, records, register, schema
from pitboss.store.database import (
    Database,
    StoreError,
    migrate,
    revision_of,
    revisions,
    take_time,
)
from pitboss.store.log_tree import TreeBroken
from pitboss.store.signed_heads import SignedHead
from pitboss.store.tree_growth import check_ends

FORMAT = 2
OLDER = (1,)
"""Formats that are read as well: they have less in them."""
LEFT_OUT = (schema.sessions, schema.servers)
AT_ONCE = 500
"""Rows read or written together."""

Told = Callable[[int, int], None]


class BackupError(StoreError):
    """A backup that cannot be written or restored; the message says why."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rows of one table."""

    name: str
    """The database's table."""
    columns: dict[str, Literal["value", "bytes"]]
    """In order, and whether a value is bytes."""
    rows: int
    """How many there are."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file."""

    kind: Literal["pitboss backup"] = "pitboss backup"
    """What the file is."""
    format: int = FORMAT
    """A reader refuses any but those it knows."""
    version: str = __version__
    """The pitboss that wrote it."""
    revision: str
    """Of the database's tables."""
    created: int
    """Milliseconds since 1970."""
    parts: list[Part]
    """In the order of the rows."""
    head: SignedHead | None = None
    """The newest signed head of the log; null where nothing is signed."""

    @property
    def rows(self) -> int:
        """Of all tables together."""
        return sum(part.rows for part in self.parts)


class End(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of a file."""

    checksum: str
    """SHA-256 of all lines before, in hex."""


# Writing


def write(connection: Connection, path: Path, told: Told | None = None) -> Manifest:
    """Write everything to a file; one that was there is replaced when the new one is whole."""
    connection = connection.execution_options(yield_per=AT_ONCE)
    tables = [table for table in schema.metadata.sorted_tables if table not in LEFT_OUT]
    manifest = Manifest(
        revision=revision_of(connection) or "",
        created=time.time_ns() // 1_000_000,
        parts=[_part(connection, table) for table in tables],
        head=log_tree.newest_head(connection),
    )
    draft = path.with_name(path.name + ".part")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
                _write_lines(file, _lines(connection, tables, manifest), manifest.rows, told)
            raw.flush()
            os.fsync(raw.fileno())
        draft.replace(path)
    except OSError as error:
        raise BackupError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _part(connection: Connection, table: sa.Table) -> Part:
    return Part(
        name=str(table.name),
        columns={
            str(column.name): "bytes" if isinstance(column.type, sa.LargeBinary) else "value"
            for column in table.columns
        },
        rows=connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0,
    )


def _lines(connection: Connection, tables: list[sa.Table], manifest: Manifest) -> Iterator[bytes]:
    yield msgspec.json.encode(manifest)
    for table in tables:
        for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)):
            yield msgspec.json.encode(list(row))


def _write_lines(file: gzip.GzipFile, lines: Iterator[bytes], rows: int, told: Told | None) -> None:
    seal = hashlib.sha256()
    for done, line in enumerate(lines):
        seal.update(line + b"\n")
        file.write(line + b"\n")
        if told is not None and done % 1000 == 0:
            told(done, rows)
    file.write(msgspec.json.encode(End(checksum=seal.hexdigest())) + b"\n")


# Reading


def check(path: Path) -> Manifest:
    """The manifest of a file that is whole; `BackupError` says what is wrong with it."""
    lines = _read_lines(path)
    seal = hashlib.sha256()
    first = next(lines, b"")
    manifest = _manifest(path, first)
    seal.update(first)
    for _ in range(manifest.rows):
        seal.update(next(lines, b""))
    last = list(islice(lines, 2))
    try:
        end = msgspec.json.decode(last[0] if last else b"", type=End)
    except (msgspec.DecodeError, UnicodeDecodeError):
        end = None
    if end is None or len(last) != 1:
        raise BackupError(
            f"{path.name}: it does not end after the {manifest.rows:,} rows of its manifest: it is "
            "cut off or damaged"
        )
    if end.checksum != seal.hexdigest():
        raise BackupError(
            f"{path.name}: its checksum is {end.checksum[:12]}…, its contents give "
            f"{seal.hexdigest()[:12]}…: it was damaged or changed"
        )
    return manifest


def _manifest(path: Path, line: bytes) -> Manifest:
    try:
        manifest = msgspec.json.decode(line, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BackupError(f"{path.name}: it is no backup of pitboss: {error}") from None
    if manifest.format not in (*OLDER, FORMAT):
        raise BackupError(
            f"{path.name}: its format is {manifest.format}, and this version reads {FORMAT}"
        )
    if manifest.revision not in revisions():
        raise BackupError(
            f"{path.name}: it was written by a newer pitboss ({manifest.version}, revision "
            f"{manifest.revision}); install that one"
        )
    return manifest


def _read_lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except FileNotFoundError:
        raise BackupError(f"{str(path)!r} cannot be read: there is no such file") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BackupError(f"{path.name}: it is cut off or damaged: {error}") from None
    except OSError as error:
        raise BackupError(f"{str(path)!r} cannot be read: {error.strerror}") from None


def restore(path: Path, database: Database, told: Told | None = None) -> Manifest:
    """Fill an empty database from a file, all of it or nothing."""
    manifest = check(path)

    def work(connection: Connection) -> None:
        take_time(connection)  # a slow disk may keep it waiting
        _check_empty(connection, database, manifest)
        lines = _read_lines(path)
        next(lines)
        done = 0
        for part in manifest.parts:
            done = _fill(connection, part, lines, done, lambda n: told and told(n, manifest.rows))
        migrate(connection)
        _check_head(connection, path, manifest)
        tables = schema.tables
        connection.execute(sa.update(tables).values(owner=None, lease=0))
        _note_left_out(connection)
        if not database.sqlite:
            _set_sequences(connection)

    try:
        database.write(work).result()
    except DBAPIError as error:
        raise BackupError(
            f"database {database.shown}: nothing was restored: {str(error.orig).strip()}"
        ) from None
    return manifest


def _check_head(connection: Connection, path: Path, manifest: Manifest) -> None:
    """Refuse rows whose log is not the one that was signed when the backup was made."""
    head = log_tree.newest_head(connection)
    try:
        fits = head == manifest.head and (
            head is None or log_tree.root_of(connection, head.size).hex() == head.root
        )
        if fits:
            check_ends(connection)
    except TreeBroken as error:
        raise BackupError(f"{path.name}: {error}; nothing was restored") from None
    if not fits:
        size = 0 if manifest.head is None else manifest.head.size
        raise BackupError(
            f"{path.name}: its log is not the one whose head was signed at entry {size}; nothing "
            "was restored"
        )


def _note_left_out(connection: Connection) -> None:
    """Say in the register that rows are gone which a backup does not have, if it knew of any."""
    names = {str(table.name) for table in LEFT_OUT}
    there: set[str] = set()
    for entry in journal.entries(connection, records.REGISTER):
        for event in entry.events:
            if isinstance(event, records.RowsKept) and event.table in names:
                there.add(event.table)
            elif isinstance(event, records.RowsLeftBehind):
                there -= set(event.tables)
    if there:
        register.write(connection, [records.RowsLeftBehind(sorted(there))])


def _check_empty(connection: Connection, database: Database, manifest: Manifest) -> None:
    """Make the tables of the backup's revision; refuse a database with something in it."""
    revision = revision_of(connection)
    if revision is None:
        if sa.inspect(connection).get_table_names():
            raise BackupError(
                f"database {database.shown}: other tables are in it; restore into an empty one"
            )
        migrate(connection, manifest.revision)
    elif revision != manifest.revision:
        raise BackupError(
            f"database {database.shown}: its revision is {revision}, the backup's "
            f"{manifest.revision}; restore into a database without tables"
        )
    for part in manifest.parts:
        table = sa.table(part.name, sa.column("id"), sa.column("seq"))
        rows = sa.select(sa.func.count()).select_from(table)
        if part.name == schema.tables.name:  # the cage and the register are made with the tables
            rows = rows.where(sa.or_(table.c.id > records.CAGE, table.c.seq > 0))
        if connection.scalar(rows):
            raise BackupError(
                f"database {database.shown}: there are rows in {part.name}; restore into an empty "
                "one"
            )
    connection.execute(sa.delete(schema.tables))


def _fill(
    connection: Connection,
    part: Part,
    lines: Iterator[bytes],
    done: int,
    told: Callable[[int], Any],
) -> int:
    table = sa.table(part.name, *map(sa.column, part.columns))
    left = part.rows
    while left:
        rows = [_row(part, line) for line in islice(lines, min(left, AT_ONCE))]
        connection.execute(sa.insert(table), rows)
        left -= len(rows)
        done += len(rows)
        told(done)
    return done


def _row(part: Part, line: bytes) -> dict[str, Any]:
    values = msgspec.json.decode(line, type=list[Any])
    return {
        name: base64.b64decode(value) if kind == "bytes" and value is not None else value
        for (name, kind), value in zip(part.columns.items(), values, strict=True)
    }


def _set_sequences(connection: Connection) -> None:
    """PostgreSQL gives numbers by itself; the next one must be free."""
    numbered = [
        table
        for table in schema.metadata.sorted_tables
        if "id" in table.c and isinstance(table.c.id.type, sa.Integer)
    ]
    for table in numbered:
        newest = connection.scalar(sa.select(sa.func.max(table.c.id))) or 0
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        connection.execute(sa.select(sa.func.setval(sequence, max(newest, 1), newest > 0)))
