"""Evenings that are played once, with every change to the files and every word that was told.

The real server plays them on the real store; `sqlite_files` writes down what SQLite did to its
files, and between which of these changes somebody was told that something was done.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.store import backup, schema
from pitboss.store.database import Database, migrate, revisions
from pitboss.store.house_key import KeptHead
from tests.crashes import sqlite_files
from tests.crashes.disk import Disk
from tests.crashes.sqlite_files import OK, Change
from tests.web.house import new_folder
from tests.web.truth import reading
from tests.world.disk_faults import DiskFaults
from tests.world.guests import Guest
from tests.world.house import Server
from tests.world.network import Weather
from tests.world.world import World

Message = dict[str, Any]
DATABASE = "world.db"


class Told(NamedTuple):
    """Somebody was told that a table is at an entry, and perhaps that a command led to it."""

    table: int
    version: int
    player: str
    key: str = ""


class Sent(NamedTuple):
    """Somebody asked something of a table."""

    player: str
    table: int
    command: Message


class Recording(NamedTuple):
    """What happened to the files, and what was said meanwhile."""

    name: str
    before: dict[str, bytes]
    """The files at its beginning, all of them safely on the disk."""
    changes: list[Change]
    told: list[tuple[int, Told]]
    """With how many changes had been made by then."""
    sent: list[tuple[int, Sent]]
    seals: dict[tuple[int, int], str]
    """Of every entry that was written in the end."""
    rows: dict[str, int]
    """Rows of each table in the end, where all of them are written at once."""
    whole_from: int
    """Changes after which they were acknowledged: all rows must be there."""
    left: dict[str, bytes] | None = None
    """The files in the end, read from the disk."""
    may_be_empty: bool = True
    """Whether there is nothing in the beginning."""
    heads: Sequence[tuple[int, KeptHead]] = ()
    """Signed heads that were noted beside the key, with how many changes had been made by then."""


class Recorder(DiskFaults):
    """Fails nothing and writes everything down."""

    def __init__(self, path: str) -> None:
        super().__init__(path, random.Random(0))
        self.changes: list[Change] = []

    def before(self, change: Change) -> int:  # noqa: ARG002
        return OK

    def after(self, change: Change) -> int:
        self.changes.append(change._replace(file=Path(change.file).name))
        return OK


class Evening(World):
    """People at tables of every game, with good lines and a good disk, and a pen beside them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, weather=CALM, fault_chance=0.0, kill_seconds=1e9, sleep_seconds=1e9)
        self.pen = Recorder(str(self.folder / DATABASE))
        self.disk = self.pen
        self.told: list[tuple[int, Told]] = []
        self.sent: list[tuple[int, Sent]] = []
        self.heads: list[tuple[int, KeptHead]] = []

    def head_kept(self, kept: KeptHead) -> None:
        self.heads.append((len(self.pen.changes), kept))

    def heard(self, guest: Guest, text: str, message: Message) -> None:
        super().heard(guest, text, message)
        if message["kind"] in ("update", "done"):
            key = message.get("key", "")
            told = Told(guest.table, message["version"], guest.name, key)
            self.told.append((len(self.pen.changes), told))

    def noted(self, guest: Guest, command: Message) -> None:
        self.sent.append((len(self.pen.changes), Sent(guest.name, guest.table, dict(command))))

    def restart(self) -> None:
        """A server ends as it should, with its last writes tidied up, and another begins."""
        server: Server = self.servers[0]
        ending = server.loop.run(server.hub.stop())
        while not ending.done():
            self.timeline.step()
        self.keeper.close()
        server.database.close()
        server.end()
        server.start()


CALM = Weather(lost=0.0, doubled=0.0, late=0.0, cut=0.0)


def evening(commands: int = 150, seed: int = 1) -> Recording:
    """Two servers, one after the other, and people who play at five tables."""
    world = Evening(seed)
    before = {DATABASE: (world.folder / DATABASE).read_bytes()}
    with world:
        world.play(commands * 2 // 3)
        world.restart()
        world.play(commands)
        world.restart()
        world.end()
        changes = list(world.pen.changes)
        left = {
            file.name: file.read_bytes()
            for file in world.folder.iterdir()
            if file.suffix in (".db", ".db-wal")
        }
        seals = {
            (number, seq): seal
            for number, table in world.truth.tables.items()
            for seq, seal in enumerate(table.seals)
        }
    return Recording(
        "an evening", before, changes, world.told, world.sent, seals, {}, len(changes) + 1, left,
        heads=world.heads,
    )  # fmt: skip


def beginning() -> Recording:
    """A database is made where there was none."""
    return _of_store("a new database", {}, lambda url, _: Database(url).close())


def migration() -> Recording:
    """The first version's database, with people in it, is brought up to date."""
    folder = new_folder()
    engine = sa.create_engine(f"sqlite:///{folder / DATABASE}")
    with engine.begin() as connection:
        migrate(connection, revisions()[-1])
        people = sa.Table("accounts", sa.MetaData(), autoload_with=connection)
        names = [column.name for column in people.columns]
        for number in range(40):
            row = {
                "name": f"P{number}", "folded": f"p{number}", "role": "player", "created": 1,
                "closed": False,
            }  # fmt: skip
            connection.execute(
                sa.insert(people), {name: row[name] for name in names if name in row}
            )
    engine.dispose()
    before = {DATABASE: (folder / DATABASE).read_bytes()}
    found = _of_store("a migration", before, lambda url, _: Database(url).close())
    return found._replace(may_be_empty=False)


def restoration(whole: Recording) -> Recording:
    """A backup is restored into a database where there was none."""
    folder = new_folder()
    for name, content in last_files(whole).items():
        (folder / name).write_bytes(content)
    source = Database(f"sqlite:///{folder / DATABASE}")
    with source.read() as connection:
        backup.write(connection, folder / "backup")
    source.close()
    kept = (folder / "backup").read_bytes()

    def restore(url: str, here: Path) -> None:
        (here / "backup").write_bytes(kept)
        database = Database(url, migrate=False)
        backup.restore(here / "backup", database)
        database.close()

    found = _of_store("a restored backup", {}, restore)
    return found._replace(seals=whole.seals)


def last_files(recording: Recording) -> dict[str, bytes]:
    """The files as they are in the end."""
    disk = Disk(recording.before)
    for change in recording.changes:
        disk.take(change)
    return disk.as_written()


def _of_store(name: str, before: dict[str, bytes], work: Any) -> Recording:
    """What the store alone does to files; when it is done, all of it is acknowledged."""
    folder = new_folder()
    for file, content in before.items():
        (folder / file).write_bytes(content)
    pen = Recorder(str(folder / DATABASE))
    url = f"sqlite:///{folder / DATABASE}"
    with sqlite_files.listening(str(folder), pen):
        work(url, folder)
    changes = list(pen.changes)
    with reading(url) as connection:
        rows = _rows(connection)
    return Recording(name, before, changes, [], [], {}, rows, len(changes))


def _rows(connection: sa.Connection) -> dict[str, int]:
    return {
        str(table.name): connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        for table in schema.metadata.sorted_tables
    }
