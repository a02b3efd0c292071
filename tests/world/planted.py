"""Faults planted in the writer and the host, to see that they are found, and how soon.

    python -m tests.world.planted [NAME ...]

Each is a way in which such a program has been wrong. Most show in a world; whether a commit is safe
on the disk shows where crash states are made.
"""

from __future__ import annotations

import logging
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest import mock

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import database, journal, ledger, schema
from pitboss.store.prepared import Prepared, Savepoint
from pitboss.web import table_host
from tests.world.world import World, varied

MOST_SECONDS = 60.0
"""Of processor time in which each has to be found."""


class Planted(NamedTuple):
    """A fault, and who finds it."""

    plant: Callable[[], Any]
    by_crash_states: bool = False


def _told_before_the_commit() -> Any:
    usual = database.Database._commit

    def commit(self: Any, writes: list[Any], *, last: bool = False) -> bool:
        for write in writes:
            before = write.run

            def run(connection: Connection, write: Any = write, before: Any = before) -> None:
                before(connection)
                write.tell()
                write.told = lambda *_: None

            write.run = run
            write.shared = None
        return usual(self, writes, last=last)

    return mock.patch.object(database.Database, "_commit", commit)


def _savepoint_forgotten() -> Any:
    return mock.patch.object(Savepoint, "undo", return_value=None)


def _money_in_a_commit_of_its_own() -> Any:
    usual = ledger.post

    def post(connection: Connection, posted: Any) -> Any:
        if not connection.in_nested_transaction():
            for text in ("COMMIT", "BEGIN IMMEDIATE", "SAVEPOINT writes"):
                connection.exec_driver_sql(text)
        return usual(connection, posted)

    return mock.patch.object(ledger, "post", post)


@contextmanager
def _synchronous(level: str) -> Iterator[None]:
    usual = database._engine

    def engine(url: Any, *, writes: bool) -> Any:
        made = usual(url, writes=writes)

        @sa.event.listens_for(made, "connect")
        def hurry(connection: Any, _: Any) -> None:
            connection.execute(f"PRAGMA synchronous={level}")

        return made

    with mock.patch.object(database, "_engine", engine):
        yield


def _key_forgotten() -> Any:
    usual = journal.append_all

    def append_all(connection: Connection, drafts: list[Any]) -> Any:
        for draft in drafts:
            draft.key = ""
        return usual(connection, drafts)

    return mock.patch.object(journal, "append_all", append_all)


def _balance_twice() -> Any:
    usual = ledger.post

    def post(connection: Connection, posted: Any) -> Any:
        found = usual(connection, posted)
        for _, _, movements in posted:
            for moved in movements[:1]:
                connection.execute(
                    sa.update(schema.balances)
                    .where(schema.balances.c.account == moved.target)
                    .values(cents=schema.balances.c.cents + moved.cents)
                )
        return found

    return mock.patch.object(ledger, "post", post)


def _snapshot_of_the_entry_before() -> Any:
    keep = Prepared(
        sa.update(schema.tables)
        .where(schema.tables.c.id == sa.bindparam("table"))
        .values(
            snapshot=sa.bindparam("kept"),
            snapshot_seq=sa.bindparam("next") - sa.literal_column("1"),
        )
    )
    return mock.patch.object(journal, "_KEEP", keep)


def _told_before_it_is_written() -> Any:
    usual = table_host.TableHost.write

    async def write(self: Any, step: Any) -> None:
        before = self.house_table.table, self.house_table.seq
        self.house_table.table, self.house_table.seq = step.table, step.draft.seq
        self._tell([])
        self.house_table.table, self.house_table.seq = before
        await usual(self, step)

    return mock.patch.object(table_host.TableHost, "write", write)


def _hole_card_shown() -> Any:
    return mock.patch.object(table_host, "public", lambda event: event)


def _wallet_not_told() -> Any:
    return mock.patch.object(ledger, "kind_of", return_value="")


def _nobody_asks_whose_table_it_is() -> Any:
    tables = schema.tables.c
    move = Prepared(
        sa.update(schema.tables)
        .where(tables.id == sa.bindparam("table"))
        .values(seq=sa.bindparam("next"), seal=sa.bindparam("sealed"))
    )
    entries = Prepared(sa.insert(schema.log).prefix_with("OR REPLACE"))
    patches = ExitStack()
    patches.enter_context(mock.patch.object(journal, "_MOVE", move))
    patches.enter_context(mock.patch.object(journal, "_ENTRIES", entries))
    return patches


PLANTED: dict[str, Planted] = {
    "told before the commit": Planted(_told_before_the_commit),
    "a savepoint forgotten": Planted(_savepoint_forgotten),
    "a key forgotten": Planted(_key_forgotten),
    "a balance twice": Planted(_balance_twice),
    "a snapshot of the entry before": Planted(_snapshot_of_the_entry_before),
    "told before it is written": Planted(_told_before_it_is_written),
    "a hole card shown": Planted(_hole_card_shown),
    "a wallet not told": Planted(_wallet_not_told),
    "nobody asks whose table it is": Planted(_nobody_asks_whose_table_it_is),
    "money in a commit of its own": Planted(_money_in_a_commit_of_its_own, by_crash_states=True),
    "synchronous off": Planted(lambda: _synchronous("OFF"), by_crash_states=True),
    "synchronous normal": Planted(lambda: _synchronous("NORMAL"), by_crash_states=True),
}
"""Found in a world where nothing else is said."""


def found(name: str, most_seconds: float = MOST_SECONDS) -> str:
    """What says that it is there; nothing if nobody notices in that much processor time."""
    planted = PLANTED[name]
    end = time.process_time() + most_seconds
    with planted.plant():
        look = _in_crash_states if planted.by_crash_states else _in_worlds
        return look(end)


def _in_worlds(end: float) -> str:
    seed = 0
    while time.process_time() < end:
        seed += 1
        settings = varied(seed) | {"servers": 2, "fault_chance": 0.06, "sleep_seconds": 10.0}
        try:
            with World(seed, **settings) as world:
                while time.process_time() < end and world.counts["commands sent"] < 3_000:
                    world.play(world.counts["commands sent"] + 50)
                    world.look_closely()
        except Exception as error:
            return f"seed {seed}: {error!r}"
    return ""


def _in_crash_states(end: float) -> str:
    from tests.crashes import recording
    from tests.crashes.__main__ import judged

    evening = recording.evening(100)
    chance = random.Random(1)
    while time.process_time() < end:
        places = sorted(chance.sample(range(len(evening.changes)), 100))
        try:
            for _ in judged(evening, places, 3, chance):
                if time.process_time() > end:
                    break
        except AssertionError as error:
            return f"{error}: {error.__cause__!r}"
    return ""


def main(names: list[str]) -> int:
    """Plant each, and say who noticed; the exit status is 1 if somebody did not."""
    logging.disable(logging.CRITICAL)
    missed = []
    for name in names or list(PLANTED):
        began = time.process_time()
        told = found(name)
        seconds = time.process_time() - began
        print(f"{name}: {seconds:.1f} s: {told or 'NOT FOUND'}"[:300], flush=True)
        missed += [] if told else [name]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
