"""What a disk may hold after a crash, when some changes were synced and others were not.

A process that is killed leaves every change it made. A machine that stops leaves, of each file, all
changes up to its last sync and any of those after it: one may be missing while later ones are
there, one may be there in part, sector by sector, and a file may have its new length and not what
was written there. Names behave likewise: a file that was removed may still be there, until the
folder is synced.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tests.crashes.sqlite_files import Change

Files = dict[str, bytes]
SECTOR, PAGE = 512, 4096
WITH_THE_FOLDER = ("-journal", "-wal")
"""Of a new file of these SQLite's first sync is followed by one of the folder it is in."""


class State:
    """Files after a crash, and how they came to be so."""

    def __init__(self, kind: str, files: Files) -> None:
        self.kind, self.files = kind, files

    @cached_property
    def digest(self) -> bytes:
        """The same for the same files."""
        seal = hashlib.blake2b(digest_size=16)
        for name in sorted(self.files):
            seal.update(f"{name} {len(self.files[name])} ".encode())
            seal.update(self.files[name])
        return seal.digest()


class _File:
    """One file: what is safe, and what was done to it since."""

    def __init__(self, safe: bytes | None) -> None:
        self.safe = safe
        """None: it is not safe that there is such a file."""
        self.since: list[Change] = []
        self.removed: bytes | None = None
        """What was under this name before, if it is not safe that it was removed."""
        self.there = True


class Disk:
    """A folder's files, change after change."""

    def __init__(self, files: Files) -> None:
        self._files = {name: _File(content) for name, content in files.items()}

    def take(self, change: Change) -> None:
        """Something is changed."""
        if change.kind == "create":
            before = self._files.get(change.file)
            file = self._files[change.file] = _File(None)
            file.removed = before.removed if before is not None else None
            return
        file = self._files[change.file]
        if change.kind == "sync":
            if file.safe is None and change.file.endswith(WITH_THE_FOLDER):
                self._sync_folder()
            file.safe, file.since, file.removed = _after(file.safe or b"", file.since), [], None
        elif change.kind == "delete":
            left = _after(file.safe or b"", file.since)
            gone = self._files[change.file] = _File(None)
            gone.there, gone.removed = False, None if change.offset else left
        else:
            file.since.append(change)

    def _sync_folder(self) -> None:
        """Which files there are is safe now; what is in them is not."""
        for file in self._files.values():
            file.removed = None
            if file.there and file.safe is None:
                file.safe = b""

    def as_written(self) -> Files:
        """As a process that was killed leaves them: every change was made."""
        return {
            name: _after(file.safe or b"", file.since)
            for name, file in self._files.items()
            if file.there
        }

    def states(self, chance: random.Random, most: int) -> Iterator[State]:
        """As it may be after a crash now: as it was written, and so many others at most."""
        yield State("every change", self.as_written())
        yield State("synced alone", self._with({name: [] for name in self._files}))
        unsafe = [name for name, file in self._files.items() if file.there and file.since]
        known = [*self._removals(), *(self._between_files(unsafe) if len(unsafe) > 1 else ())]
        yield from (self._state(plan) for plan in known)
        for _ in range(most if unsafe else 0):
            name = chance.choice(unsafe)
            yield self._state(_planned(name, self._files[name], chance))

    def _state(self, plan: _Plan) -> State:
        return State(plan.kind, self._with(plan.since, plan.back))

    def _with(self, since: dict[str, list[Change]], back: str = "") -> Files:
        """The files with these changes since their last sync, all of them where nothing is said."""
        found: Files = {}
        for name, file in self._files.items():
            if name == back and file.removed is not None:
                found[name] = file.removed
                continue
            made = since.get(name, file.since)
            if file.there and not (file.safe is None and not made):
                found[name] = _after(file.safe or b"", made)
        return found

    def _removals(self) -> Iterator[_Plan]:
        for name, file in self._files.items():
            if file.removed is not None:
                yield _Plan("not removed", {}, back=name)

    def _between_files(self, unsafe: list[str]) -> Iterator[_Plan]:
        """All of one file's changes and none of another's."""
        for name in unsafe:
            yield _Plan("one file alone", {other: [] for other in unsafe if other != name})
            yield _Plan("all but one file", {name: []})


class _Plan(NamedTuple):
    """A way in which unsafe changes were made or not."""

    kind: str
    since: dict[str, list[Change]]
    """What was made, for files of which not all was."""
    back: str = ""
    """A file whose removal was not made."""


NEAR = 30
"""Of the changes since the last sync, the last so many are those that are lost or torn."""
WAYS: tuple[str, ...] = (
    "one missing", "one alone", "torn at a sector", "torn, its end alone", "torn at a page",
    "torn, any sectors", "any of them", "longer, with zeros", "longer, with noise",
)  # fmt: skip
"""How some of a file's unsafe changes may be there, beside all of them and none."""


def _planned(name: str, file: _File, chance: random.Random) -> _Plan:
    """One of these ways, at some change."""
    way, since = chance.choice(WAYS), file.since
    place = chance.randrange(max(0, len(since) - NEAR), len(since))
    made, change, rest = since[:place], since[place], since[place + 1 :]
    if way == "one missing":
        found = made + rest
    elif way == "one alone":
        found = [change]
    elif way == "any of them":
        share = chance.random()
        found = [one for one in since if chance.random() < share]
    elif change.kind != "write":
        found = made
    elif way.startswith("longer"):
        noise = chance if way.endswith("noise") else None
        found = [*made, *_unwritten(len(_after(file.safe or b"", made)), since, noise)]
    else:
        found = [*made, *_torn(way, change, chance), *(rest if chance.random() < 0.5 else ())]
    return _Plan(way, {name: found})


def _torn(way: str, write: Change, chance: random.Random) -> list[Change]:
    """What is there of a write of which some sectors are: the first, the last, or any."""
    starts = list(range(0, len(write.data), SECTOR))
    cut = chance.choice(starts)
    if way == "torn at a page":
        cut = -write.offset % PAGE
    if way == "torn, its end alone":
        return [_part(write, cut, len(write.data))]
    if way == "torn, any sectors":
        return [_part(write, at, at + SECTOR) for at in starts if chance.random() < 0.5]
    return [write._replace(data=write.data[:cut])]


def _part(write: Change, first: int, last: int) -> Change:
    return write._replace(offset=write.offset + first, data=write.data[first:last])


def _unwritten(size: int, since: list[Change], noise: random.Random | None) -> list[Change]:
    """The file is as long as it will be; where it was shorter there are zeros, or anything."""
    if any(one.kind == "truncate" for one in since):
        return []
    more = max(one.offset + len(one.data) for one in since) - size
    if more <= 0:
        return []
    data = noise.randbytes(more) if noise else bytes(more)
    return [Change("write", since[0].file, size, data)]


def _after(content: bytes, changes: list[Change]) -> bytes:
    """A file after these changes."""
    if not changes:
        return content
    found = bytearray(content)
    for change in changes:
        if change.kind == "truncate":
            del found[change.offset :]
            found.extend(bytes(change.offset - len(found)))
        else:
            end = change.offset + len(change.data)
            found.extend(bytes(max(0, end - len(found))))
            found[change.offset : end] = change.data
    return bytes(found)
