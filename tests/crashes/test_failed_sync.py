"""A commit whose sync fails was not done, says SQLite; after a crash it was. Nobody is told either.

Found by a world in which syncs fail and servers die soon after: people had been told that their
command was refused, and it was done.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.opening import describe_table
from pitboss.store import accounts, journal
from pitboss.store.accounts import Account
from pitboss.store.database import Database
from pitboss.web.hub import Hub
from pitboss.web.messages import Done
from pitboss.web.outage import DatabaseGone
from tests.crashes import sqlite_files
from tests.crashes.sqlite_files import IO_ERROR, OK, Change

ANN = Account(1, "Ann", "player")


class FailingSync:
    """A disk that is told to keep what was written, and fails."""

    failing = False

    def before(self, change: Change) -> int:
        return IO_ERROR if self.failing and change.kind == "sync" else OK

    def after(self, change: Change) -> int:  # noqa: ARG002
        return OK


@pytest.mark.skipif(bool(sqlite_files.why_not()), reason=sqlite_files.why_not() or "-")
def test_what_may_be_found_done_after_a_crash_is_not_told_refused(tmp_path: Path) -> None:
    disk, left = FailingSync(), tmp_path / "left"
    left.mkdir()
    file = tmp_path / "pitboss.db"

    async def play(database: Database) -> None:
        hub = Hub(database, "http://here")
        table = await hub.open(describe_table(games.find("blackjack"), "test"), "Pat")
        sat = await table.command(cmd.Sit(key="sit", seen=0, seat=1), ANN)
        bet = cmd.Bet(key="bet", seen=sat.version, seat=1, wagers={"main": 1000})
        disk.failing = True
        with pytest.raises(DatabaseGone):  # the line ends, and it is asked again with its key
            await table.command(bet, ANN)
        disk.failing = False
        for name in (file.name, f"{file.name}-wal"):  # what a process that is killed now leaves
            shutil.copy(tmp_path / name, left / name)
        assert await table.command(bet, ANN) == Done("bet", sat.version + 1)

    with sqlite_files.listening(str(tmp_path), disk):
        database = Database(f"sqlite:///{file}")
        database.write(_ann_comes).result()
        asyncio.run(play(database))
        database.close()
    found = Database(f"sqlite:///{left / file.name}")
    with found.read() as connection:
        assert journal.done(connection, ANN.name, "bet") is not None
    found.close()


def _ann_comes(connection: sa.Connection) -> None:
    accounts.create(connection, ANN.name, "player", None, 1)
