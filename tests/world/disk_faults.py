"""What goes wrong with the database of a world: at chosen writes and syncs, in chosen ways.

A server's writes are done by the real writer on a real file. While one writes, every change to the
files passes here, and may fail, or be the last thing that server ever does.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Literal, get_args

from sqlalchemy.engine import Dialect

from tests.crashes.sqlite_files import FULL, IO_ERROR, OK, Change

Fault = Literal["no room", "broken write", "broken sync", "locked", "lost", "killed"]
"""A full disk; a disk that fails at a write or at a sync; somebody who keeps the database to
themselves; a commit that is done, and the answer lost; a server that dies at a write or sync."""
FAULTS: tuple[Fault, ...] = get_args(Fault)
MOST_CHANGES = 40
"""A fault comes at one of the first so many changes of a commit, if there are as many."""


class DiskFaults:
    """Fails what is written, where it was planned."""

    def __init__(self, path: str, chance: random.Random) -> None:
        self.path, self._chance = path, chance
        self.counts: Counter[str] = Counter()
        self.dead = False
        """Whether whoever writes now is dead: nothing of theirs reaches the disk."""
        self._planned: Fault | None = None
        self._left = 0

    # What SQLite does

    def before(self, change: Change) -> int:
        """Fail it, or not."""
        if self.dead:
            return IO_ERROR
        at_sync = self._planned == "broken sync"
        if self._planned is None or (at_sync and change.kind != "sync"):
            return OK
        self._left -= 1
        if self._left > 0 and not at_sync:
            return OK
        planned, self._planned = self._planned, None
        self.counts[planned] += 1
        self.dead = planned == "killed"
        return FULL if planned == "no room" else IO_ERROR

    def after(self, change: Change) -> int:  # noqa: ARG002 - what was made was made
        """Nothing fails after it was made."""
        return OK

    # What the world plans

    @contextmanager
    def met(self, fault: Fault | None, dialect: Dialect) -> Iterator[None]:
        """What is written meanwhile meets this fault, if it comes to it."""
        if fault == "locked":
            with self._locked():
                yield
        elif fault == "lost":
            with self._answer_lost(dialect):
                yield
        else:
            self._planned, self._left = fault, self._chance.randrange(1, MOST_CHANGES)
            yield
            self._planned = None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.counts["locked"] += 1
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    @contextmanager
    def _answer_lost(self, dialect: Any) -> Iterator[None]:
        commit = dialect.do_commit

        def cut_off(connection: Any) -> None:
            dialect.do_commit = commit
            commit(connection)
            self.counts["lost"] += 1
            raise sqlite3.OperationalError("the connection was lost")

        dialect.do_commit = cut_off
        yield
        dialect.do_commit = commit
