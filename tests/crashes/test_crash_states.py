"""Whatever a crash leaves of the files is a database, with all that anyone was told in it.

`make crashes` does the same to tens of thousands of states.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import pytest

from tests.crashes import recording as recordings
from tests.crashes import sqlite_files
from tests.crashes.__main__ import judged
from tests.crashes.disk import Disk
from tests.crashes.recording import Recording
from tests.crashes.sqlite_files import Change
from tests.effort import size
from tests.world import planted

STATES = size("STATES", usual=40, whole=2_000)
"""Of the evening; the other recordings get a quarter each."""

listening = pytest.mark.skipif(bool(sqlite_files.why_not()), reason=sqlite_files.why_not() or "-")


@cache
def evening() -> Recording:
    return recordings.evening(commands=60)


def _restoration() -> Recording:
    return recordings.restoration(evening())


def sampled(recording: Recording, states: int) -> int:
    """Judge so many states from all over a recording; how many there were."""
    chance = random.Random(recording.name)
    places = sorted(chance.sample(range(len(recording.changes) + 1), states // 2))
    return len(list(islice(judged(recording, places, 2, chance), states)))


@listening
def test_whatever_a_crash_in_an_evening_leaves_is_audited_and_played_on() -> None:
    assert sampled(evening(), STATES) == STATES


@listening
@pytest.mark.parametrize("name", ["beginning", "migration", "restoration"])
def test_a_database_that_is_made_is_there_or_not(name: str) -> None:
    found = {
        "beginning": recordings.beginning,
        "migration": recordings.migration,
        "restoration": _restoration,
    }[name]()
    assert sampled(found, STATES // 4) == STATES // 4


@listening
def test_the_recorded_changes_are_all_there_were() -> None:
    """Made again on a copy they give the files that SQLite left: nothing was written unheard."""
    found = evening()
    assert recordings.last_files(found) == found.left


@listening
@pytest.mark.parametrize("name", ["synchronous off", "money in a commit of its own"])
def test_a_fault_planted_in_the_writer_is_found_in_what_a_crash_leaves(name: str) -> None:
    assert planted.found(name)


# What a disk may hold

OLD, NEW = b"a" * 1024, b"b" * 1024


def kinds(disk: Disk, tries: int = 400) -> dict[str, set[bytes | None]]:
    """What one file may hold, by kind of state; None: it is not there."""
    chance, found = random.Random(1), dict[str, set[bytes | None]]()
    for state in disk.states(chance, tries):
        found.setdefault(state.kind, set()).add(state.files.get("one"))
    return found


def names(disk: Disk) -> list[set[str]]:
    """Which files there may be."""
    found: list[set[str]] = []
    for state in disk.states(random.Random(1), 0):
        if set(state.files) not in found:
            found.append(set(state.files))
    return found


def test_what_was_synced_is_there_whatever_else_is_not() -> None:
    disk = Disk({"one": b""})
    disk.take(Change("write", "one", 0, OLD))
    disk.take(Change("sync", "one"))
    assert {content for some in kinds(disk).values() for content in some} == {OLD}


def test_a_write_that_was_not_synced_is_there_or_not_or_in_part_by_sectors() -> None:
    disk = Disk({"one": OLD})
    disk.take(Change("write", "one", 0, NEW))
    found = kinds(disk)
    assert found["every change"] == {NEW}
    assert found["synced alone"] == {OLD}
    assert found["torn at a sector"] == {OLD, NEW[:512] + OLD[512:]}
    assert found["torn, its end alone"] == {NEW, OLD[:512] + NEW[512:]}
    assert found["torn, any sectors"] == {
        OLD, NEW, NEW[:512] + OLD[512:], OLD[:512] + NEW[512:],
    }  # fmt: skip


def test_a_later_write_may_be_there_without_an_earlier_one() -> None:
    disk = Disk({"one": b""})
    disk.take(Change("write", "one", 0, OLD))
    disk.take(Change("write", "one", 1024, NEW))
    assert bytes(1024) + NEW in kinds(disk)["one missing"]
    assert OLD + bytes(1024) in kinds(disk)["longer, with zeros"]
    assert OLD in kinds(disk)["one alone"]


def test_a_file_that_was_removed_may_be_back_until_its_folder_is_synced() -> None:
    disk = Disk({"one": OLD})
    disk.take(Change("delete", "one"))
    assert kinds(disk)["every change"] == {None}
    assert kinds(disk)["not removed"] == {OLD}
    disk.take(Change("create", "one"))
    disk.take(Change("write", "one", 0, NEW))
    assert kinds(disk)["not removed"] == {OLD}
    assert kinds(disk)["synced alone"] == {None}
    disk.take(Change("sync", "one"))
    assert "not removed" not in kinds(disk)


def test_the_first_sync_of_a_log_makes_safe_which_files_there_are() -> None:
    disk = Disk({"some.db-journal": OLD})
    disk.take(Change("delete", "some.db-journal"))
    disk.take(Change("create", "some.db"))
    disk.take(Change("create", "some.db-wal"))
    disk.take(Change("write", "some.db-wal", 0, NEW))
    assert {"some.db-journal", "some.db-wal"} in names(disk)
    disk.take(Change("sync", "some.db-wal"))
    assert names(disk) == [{"some.db", "some.db-wal"}]


def test_each_file_may_have_its_changes_without_another_s() -> None:
    disk = Disk({"one": OLD, "other": OLD})
    for name in ("one", "other"):
        disk.take(Change("write", name, 0, NEW))
    both = {
        (state.files["one"], state.files["other"]) for state in disk.states(random.Random(1), 0)
    }
    assert both == {(NEW, NEW), (OLD, OLD), (NEW, OLD), (OLD, NEW)}
