"""Backups: a database moves from one kind to the other and back, and nothing is lost."""

from __future__ import annotations

import gzip
import hashlib
import random
import zlib
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.floor.house_table import HouseTable
from pitboss.store import accounts, backup, journal, schema
from pitboss.store.audit import Audit
from pitboss.store.backup import BackupError
from pitboss.store.clock import now_ms
from pitboss.store.database import Database, revisions
from tests.store.conftest import BACKENDS, NewUrl
from tests.store.playing import Sitting

KEPT = [table for table in schema.metadata.sorted_tables if table not in backup.LEFT_OUT]


def rows(database: Database, table: sa.Table) -> list[tuple[Any, ...]]:
    with database.read() as connection:
        found = connection.execute(sa.select(table).order_by(*table.primary_key.columns))
        return [tuple(row) for row in found]


@pytest.fixture
def saved(played: Database, tmp_path: Path) -> Path:
    path = tmp_path / "room.backup"
    with played.read() as connection:
        manifest = backup.write(connection, path)
    assert manifest == backup.check(path)
    return path


@pytest.mark.parametrize("kind", BACKENDS)
def test_a_restored_database_is_the_same_and_goes_on(
    played: Database, saved: Path, kind: str, new_url: NewUrl
) -> None:
    other = Database(new_url(kind), migrate=False)
    try:
        backup.restore(saved, other)
        for table in KEPT:
            assert rows(other, table) == rows(played, table), table.name
        with other.read() as connection:
            assert list(Audit(connection).everything()) == []
        _go_on(other)
        with other.read() as connection:
            assert list(Audit(connection).everything()) == []
    finally:
        other.close()


def _go_on(database: Database) -> None:
    """Play at the old tables, open a new one, make an account."""

    def work(connection: sa.Connection) -> tuple[int, int]:
        for number in (1, 6, 7):
            sitting = Sitting(connection, HouseTable.recover(connection, number), random.Random(2))
            sitting.play(3)
        journal.issue(connection, "dora", 5_000_00, now_ms())
        fresh = Sitting.open(connection, "blackjack", random.Random(3))
        fresh.play(2)
        dora = accounts.create(connection, "Dora", "player", None, now_ms())
        return fresh.house_table.id, dora.id

    assert database.write(work).result() == (11, 5)  # four learn and teach


def test_there_and_back_is_the_same_file(
    played: Database, saved: Path, new_url: NewUrl, tmp_path: Path
) -> None:
    kind = "postgresql" if played.sqlite else "sqlite"
    other = Database(new_url(kind), migrate=False)
    again = tmp_path / "again.backup"
    try:
        backup.restore(saved, other)
        with other.read() as connection:
            backup.write(connection, again)
    finally:
        other.close()
    first, second = (gzip.decompress(path.read_bytes()).split(b"\n") for path in (saved, again))
    assert first[1:-2] == second[1:-2]  # all but the manifest's time and the checksum over it


def test_accounts_keep_their_numbers_and_sessions_stay_behind(
    new_url: NewUrl, url: str, tmp_path: Path
) -> None:
    database, other = Database(url), Database(new_url("sqlite"))
    path = tmp_path / "accounts.backup"
    account = {"role": "player", "password": "hash", "created": 1, "closed": False}
    session = {"token": "t", "csrf": "c", "created": 1, "expires": 2}

    def work(connection: sa.Connection) -> None:
        for number, name in ((4, "Ann"), (9, "Bob ✓")):
            values = {"id": number, "name": name, "folded": name.casefold(), **account}
            connection.execute(sa.insert(schema.accounts), values)
        connection.execute(sa.insert(schema.sessions), {"account": 9, **session})
        connection.execute(sa.update(schema.tables).values(owner="a server", lease=99))

    try:
        database.write(work).result()
        with database.read() as connection:
            backup.write(connection, path)
        backup.restore(path, other)
        assert rows(other, schema.accounts) == rows(database, schema.accounts)
        assert rows(other, schema.sessions) == []
        for row in rows(other, schema.tables):  # the register's and the cage's
            assert row[-2:] == (None, 0)
    finally:
        database.close()
        other.close()


def test_only_an_empty_database_is_filled(played: Database, saved: Path, url: str) -> None:
    before = rows(played, schema.log)
    with pytest.raises(BackupError, match=r"there are rows in \w+; restore into an empty one"):
        backup.restore(saved, played)
    assert rows(played, schema.log) == before
    other = Database(url)  # made, and nothing in it but the cage
    try:
        backup.restore(saved, other)
        with pytest.raises(BackupError, match="restore into an empty one"):
            backup.restore(saved, other)
    finally:
        other.close()


def test_other_peoples_tables_are_left_alone(saved: Path, url: str) -> None:
    other = Database(url, migrate=False)
    try:
        other.write(lambda c: c.exec_driver_sql("CREATE TABLE mine (a INTEGER)")).result()
        with pytest.raises(BackupError, match="other tables are in it"):
            backup.restore(saved, other)
    finally:
        other.close()


def _unpacked(path: Path) -> bytes | None:
    """What is in a file; none if it cannot be unpacked."""
    try:
        return gzip.decompress(path.read_bytes())
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return None


def test_a_damaged_file_is_refused_whatever_is_damaged(saved: Path, tmp_path: Path) -> None:
    data, rng = saved.read_bytes(), random.Random(1)
    bad = tmp_path / "bad.backup"
    for _ in range(60):
        place = rng.randrange(10, len(data))  # what comes before says nothing about the contents
        bad.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        if _unpacked(bad) == _unpacked(saved):
            continue  # a bit between two compressed blocks, which nobody reads
        with pytest.raises(BackupError, match=r"bad\.backup: it"):
            backup.check(bad)
    for length in (0, 5, 50, len(data) // 2, len(data) - 9):
        bad.write_bytes(data[:length])
        with pytest.raises(BackupError, match=r"bad\.backup: it"):
            backup.check(bad)


def test_a_changed_line_is_refused_by_the_checksum(saved: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(saved.read_bytes()).split(b"\n")
    bad = tmp_path / "bad.backup"

    def refused(changed: list[bytes], why: str) -> None:
        bad.write_bytes(gzip.compress(b"\n".join(changed)))
        with pytest.raises(BackupError, match=why):
            backup.check(bad)

    swapped = [*lines[:5], lines[6], lines[5], *lines[7:]]
    refused(swapped, "its checksum is .* its contents give")
    refused(lines[:5] + lines[6:], "does not end after the .* rows of its manifest")
    refused([*lines[:5], lines[5], *lines[5:]], "does not end after the .* rows of its manifest")
    refused([*lines[:-1], b"more", b""], "does not end after")
    newest = f'"revision":"{revisions()[0]}"'.encode()
    newer = lines[0].replace(newest, b'"revision":"9999"')
    assert newer != lines[0]
    refused([newer, *lines[1:]], r"written by a newer pitboss \(.*revision 9999\)")
    refused([lines[0].replace(b'"format":2', b'"format":3'), *lines[1:]], "its format is 3")
    refused([b'{"kind":"other"}', *lines[1:]], "it is no backup of pitboss")


def test_a_failed_restore_leaves_nothing(saved: Path, url: str) -> None:
    """A row that the database does not take undoes all that came before it."""
    other = Database(url, migrate=False)
    try:
        lines = gzip.decompress(saved.read_bytes()).split(b"\n")
        manifest = backup.check(saved)
        saved.write_bytes(gzip.compress(b"\n".join(_twice(lines, manifest.rows))))
        with pytest.raises(BackupError, match=r"(?i)nothing was restored: .*(unique|duplicate)"):
            backup.restore(saved, other)
        with other.read() as connection:
            assert not sa.inspect(connection).get_table_names()
    finally:
        other.close()


def _twice(lines: list[bytes], place: int) -> list[bytes]:
    """The same row twice, under a right checksum."""
    changed = [*lines[:place], lines[place - 1], *lines[place + 1 : -2]]
    data = b"".join(line + b"\n" for line in changed)
    seal = hashlib.sha256(data).hexdigest().encode()
    return [*changed, b'{"checksum":"' + seal + b'"}', b""]


def test_the_file_is_for_its_owner_only(saved: Path) -> None:
    assert saved.stat().st_mode & 0o077 == 0
    assert list(saved.parent.glob("*.part")) == []
