"""A state of the disk is opened as a server opens it, believed to nothing, and played on.

The real store opens it, the audit reads all of it, what anyone had been told is there, people who
heard no answer ask again with the same keys, and another round is dealt and settled.
"""

from __future__ import annotations

import gc
import hashlib
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from pitboss.floor import commands as cmd
from pitboss.store import accounts, journal, log_tree, schema
from pitboss.store.accounts import Account
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import Database, bring_up_to_date
from pitboss.store.house_totals import wallet
from pitboss.store.log_signer import LogSigner
from pitboss.table.flow import Want
from pitboss.web.hub import Hub
from pitboss.web.messages import Denied, Done
from pitboss.web.table_host import TableHost
from tests.crashes.disk import State
from tests.crashes.recording import DATABASE, Recording, Sent
from tests.web.house import new_folder
from tests.world import outside, signing
from tests.world.openings import new_table
from tests.world.signing import HeadsTold
from tests.world.timeline import ReadersAtOnce, ServerLoop, Timeline

T = TypeVar("T")
LOGS_OF_THE_HOUSE = 2
"""Cage and register have a row among the tables of every database."""

LATER_SECONDS = 3_600.0
"""After the recording began, when the machine is on again: keys are kept for a day."""
ASKED_AGAIN = 4
"""Commands of those that were answered last are sent once more."""
NOT_SIGNED_YET = "written just before it was killed, and then it signs them when it starts"
STRANGER = "Jo"
"""Somebody who comes after the crash and plays a round."""


class Judge:
    """Judges states of one recording; the same rows are audited once."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.folder = new_folder()
        self.counts: Counter[str] = Counter()
        self._audited: set[bytes] = set()
        self.opened: _Opened | None = None
        self.database = Database(
            f"sqlite:///{self.folder / DATABASE}", migrate=False, wake=self._write_soon
        )
        """The store, which is opened for every state as when it is made: so SQLAlchemy remembers
        what it has put into words."""

    def _write_soon(self) -> None:
        assert self.opened is not None
        self.opened.timeline.soon_do(self.database.write_waiting)

    def close(self) -> None:
        """Remove the folder."""
        self.database.close()
        shutil.rmtree(self.folder)

    def judge(self, state: State, position: int) -> None:
        """Say what is wrong after a crash at this place of the recording."""
        for left in self.folder.iterdir():
            left.unlink()
        for name, content in state.files.items():
            (self.folder / name).write_bytes(content)
        timeline = Timeline()
        timeline.seconds = LATER_SECONDS
        with outside.given_by(timeline, "after a crash"):
            self.opened = _Opened(self, timeline)
            try:
                bring_up_to_date(self.database._writing)
                self.opened.judge(position)
            finally:
                self.opened.end()
        self.counts[state.kind] += 1
        self.counts["judged"] += 1
        if self.counts["judged"] % 50 == 0:
            gc.collect()

    def audit(self, database: Database, *, but: str = "nothing") -> None:
        """Nothing is found but findings with these words, in rows that were not read before."""
        image = _image(self.folder / DATABASE)
        if image in self._audited:
            return
        with database.read() as connection:
            whats = [finding.what for finding in Audit(connection).everything()]
        found = [what for what in whats if but not in what]
        assert not found, f"the audit: {found}"
        self.counts["audits"] += 1
        self._audited.add(image)


class _Opened:
    """A state that was opened, with a server on it."""

    def __init__(self, judge: Judge, timeline: Timeline) -> None:
        self._judge, self.recording = judge, judge.recording
        self.timeline = timeline
        self.loop = ServerLoop(timeline)  # type: ignore[abstract]
        self.database = judge.database
        self.hub = Hub(
            self.database, "http://here", executors=lambda *_: ReadersAtOnce(self.loop, lambda: 0.0)
        )

    def end(self) -> None:
        """Let go of it."""
        self.loop.die()
        self.hub.hosts.clear()
        self.database._disconnect()
        self.database._reading.dispose()
        self.database._writing.dispose()

    def judge(self, position: int) -> None:
        """All of it, one after the other."""
        self._judge.audit(self.database, but=NOT_SIGNED_YET)
        self._everything_told_is_there(position)
        signer = self._signing_goes_on(position)
        self._run(self.hub.start())
        self._run(self._asked_again(position))
        self._run(self._another_round())
        signer.integrate_all()
        assert not signer.trouble, signer.trouble
        self._judge.audit(self.database)
        assert not self.loop.errors, self.loop.errors

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        task = self.loop.run(work)
        while not task.done():
            assert self.timeline.step(), "it waits for ever"
        found: T = task.result()
        return found

    # What was acknowledged

    def _everything_told_is_there(self, position: int) -> None:
        newest: dict[int, int] = {}
        for _, told in self._told(position):
            newest[told.table] = max(newest.get(told.table, 0), told.version)
        log = schema.log.c
        with self.database.read() as connection:
            for table, version in newest.items():
                seal = connection.scalar(
                    sa.select(log.seal).where(log.table_id == table, log.seq == version)
                )
                due = self.recording.seals[table, version]
                assert seal == due, f"table {table}: entry {version} was told, and is {seal}"
            if self.recording.rows:
                self._rows(connection, position)

    def _told(self, position: int) -> Iterator[tuple[int, Any]]:
        return (one for one in self.recording.told if one[0] <= position)

    def _rows(self, connection: sa.Connection, position: int) -> None:
        """What is written in one transaction is there or not, and once acknowledged it is."""
        rows = {
            str(table.name): connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for table in schema.metadata.sorted_tables
        }
        fresh = sum(rows.values()) == rows["tables"] <= LOGS_OF_THE_HOUSE
        nothing = fresh and self.recording.may_be_empty
        whole = rows == self.recording.rows
        assert whole or (nothing and position < self.recording.whole_from), (
            f"half of it is there: {rows}"
        )

    def _signing_goes_on(self, position: int) -> LogSigner:
        """The house does not take its own log for another, nor sign what does not follow."""
        file = HeadsTold(self._judge.folder)
        noted = [head for at, head in self.recording.heads if at <= position]
        if noted:
            file.keep_head(noted[-1].head, stopped=noted[-1].stopped)
        signer = signing.begin(self.database, file, self.database.write_waiting)
        if noted:
            with self.database.read() as connection:
                root = log_tree.root_of(connection, noted[-1].head.size).hex()
            assert root == noted[-1].head.root
        return signer

    # People ask again

    async def _asked_again(self, position: int) -> None:
        answered = {(told.player, told.key): told for _, told in self._told(position) if told.key}
        sent = [one for at, one in self.recording.sent if at <= position]
        known = [one for one in sent if (one.player, one.command["key"]) in answered]
        others = [one for one in sent if (one.player, one.command["key"]) not in answered]
        for one in {id(one): one for one in known[-ASKED_AGAIN:]}.values():
            told = answered[one.player, one.command["key"]]
            answer = await self._ask(one)
            assert answer == Done(told.key, told.version), f"{told} was told, and now {answer}"
        for one in {
            (one.player, one.command["key"]): one for one in others[-ASKED_AGAIN:]
        }.values():
            await self._ask_twice(one)

    async def _ask_twice(self, sent: Sent) -> None:
        """Nobody heard whether it was done: it is done or not, and not twice."""
        player, key = sent.player, sent.command["key"]
        before = await self.hub.reading(lambda found: journal.done(found, player, key))
        first = await self._ask(sent)
        again = await self._ask(sent)
        if before is not None:
            assert first == again == Done(key, before[1]), f"{key}: done by {before}, now {first}"
        elif isinstance(first, Done):
            assert again == first, f"{key}: {first}, and then {again}"
            self._judge.counts["done when asked again"] += 1

    async def _ask(self, sent: Sent) -> Done | Denied:
        host = await self.hub.find(sent.table)
        account = Account(0, sent.player, "player")
        return await host.command(cmd.read(json.dumps(sent.command)), account)

    # And play goes on

    async def _another_round(self) -> None:
        account = await self.hub.writing(
            lambda found: accounts.create(found, STRANGER, "player", None, now_ms())
        )
        hosts = [host for host in self.hub.hosts.values() if not host.house_table.closed]
        host = min(hosts, key=_fewest_entries) if hosts else await self.hub.open(new_table(), "Pat")
        if host.house_table.paused is not None:
            await host.change(lambda found: found.resume("Pat", reason="on", owner=self.hub.id))
        while host.house_table.table.want != Want.WAGERS:
            await self._time_is_up(host)
        table = host.house_table
        free = [seat for seat in range(1, 8) if seat not in table.seats and seat not in table.bots]
        await self._do(host, account, cmd.Sit(key="sit", seen=table.seq, seat=free[0]))
        wagers = dict.fromkeys(table.table.tables.opening, 5_00)
        bet = cmd.Bet(key="bet", seen=host.house_table.seq, seat=free[0], wagers=wagers)
        await self._do(host, account, bet)
        held = await self.hub.reading(lambda found: wallet(found, STRANGER))
        assert held == accounts.STAKE - 5_00 * len(wagers)
        await self._time_is_up(host)  # no more bets
        while not _is_over(host):
            await self._time_is_up(host)
        with self.database.read() as connection:
            total = connection.scalar(sa.select(sa.func.sum(schema.balances.c.cents)))
        assert total == 0, f"all balances together are {total} cents"

    async def _do(self, host: TableHost, account: Account, command: cmd.Command) -> None:
        answer = await host.command(command, account)
        assert isinstance(answer, Done), answer

    async def _time_is_up(self, host: TableHost) -> None:
        """The house decides for whoever does not."""
        await host.change(lambda found: found.default(owner=self.hub.id))


def _fewest_entries(host: TableHost) -> int:
    return host.house_table.seq


def _is_over(host: TableHost) -> bool:
    table = host.house_table.table
    return table.want == Want.WAGERS and not table.state.felt


def _image(path: Path) -> bytes:
    """A hash of the database as whoever opens it sees it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master")
        return hashlib.blake2b(connection.serialize(), digest_size=16).digest()
