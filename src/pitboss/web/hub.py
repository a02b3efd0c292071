"""The tables this process deals, and its way to the database.

A table is dealt by one process at a time, which holds a lease on it and renews it; when a process
dies, another takes its tables over as soon as the lease is up.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.lobby import Lobby
from pitboss.store import accounts, carrying, house_acts, journal, leases, records, table_rows
from pitboss.store.accounts import BOTS
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.errors import Missing, Refused
from pitboss.store.log_signer import LogSigner
from pitboss.store.records import TableOpened
from pitboss.table import IllegalAction
from pitboss.web.bounds import Bounds
from pitboss.web.metrics import Metrics, Trouble
from pitboss.web.outage import DatabaseGone, Outage, is_loss
from pitboss.web.sequencer import Sequencer
from pitboss.web.table_host import TableHost, Watcher

logger = logging.getLogger("pitboss")

T = TypeVar("T")

RENEW_SECONDS = 1.0
"""Between renewals of the leases."""
STOPPING_SECONDS = 3.0
"""To give all tables back in."""
FORGET_EVERY = 3600
"""Renewals after which old sessions and codes are forgotten."""
CLOSE_EVERY = 600
"""Renewals after which tables of people's own that were abandoned are closed."""
ABANDONED_MS = 24 * 3_600_000
"""After which a table of somebody's own that nobody was at is closed."""
CLOSED_AT_ONCE = 50
READERS, LONG_READERS = 6, 2
"""Threads that read what everyone needs at once, and what takes a while."""
BOT_MONEY = 1_000_000_00
ABANDONED = "nobody was at this table for a day"


class Hub:
    """The tables this process deals."""

    def __init__(
        self, database: Database, address: str, bounds: Bounds | None = None,
        metrics: Metrics | None = None, signer: LogSigner | None = None,
        executors: Callable[[int, str], Executor] = ThreadPoolExecutor,
    ) -> None:  # fmt: skip
        self.database, self.address, self.bounds = database, address, bounds or Bounds()
        self.metrics = metrics or Metrics()
        self.id = secrets.token_hex(8)
        self._signer = signer
        self.sequencer: Sequencer | None = None
        """What has the log signed; none where it is not."""
        self.seating = asyncio.Lock()
        self.hosts: dict[int, TableHost] = {}
        self.lobby = Lobby()
        self.barred: set[tuple[str, int]] = set()
        """Who may not play at which table; 0 is at none. As of the last beat."""
        self.disabled: set[str] = set()
        """Names of accounts nobody may use."""
        self._doors_seen = 0
        self.sessions: dict[str, set[Watcher]] = {}
        """Connections by the session they belong to."""
        self._opening: dict[int, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._running: asyncio.Task[None] | None = None
        self.outage = Outage()
        self._readers = executors(READERS, "reader")
        self._long_readers = executors(LONG_READERS, "long reader")
        self._signing = executors(1, "sequencer")

    async def start(self) -> None:
        """Take over what nobody deals, and go on renewing."""
        if self.address:
            await self.writing(lambda connection: leases.inherit(connection, self.address))
        await self._renew()
        self._running = asyncio.create_task(self._run())
        if self._signer is not None:
            self.sequencer = Sequencer(self, self._signer, self._signing)

    async def stop(self) -> None:
        """Give all tables back."""
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        for task in self._tasks:
            task.cancel()
        try:
            async with asyncio.timeout(STOPPING_SECONDS):
                for host in list(self.hosts.values()):
                    async with host.lock:
                        self.lose(host)
                await self.writing(lambda connection: leases.release(connection, self.id))
        except Exception as error:
            logger.warning(
                "tables could not be given back (%s); others get them when leases are up",
                error or type(error).__name__,
            )
        if self.sequencer is not None:
            await self.sequencer.stop()
        for readers in (self._readers, self._long_readers):
            readers.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        for beat in itertools.count():
            try:
                if beat % FORGET_EVERY == 0:
                    await self.writing(lambda connection: accounts.forget(connection, now_ms()))
                    await self.writing(lambda connection: carrying.forget(connection, now_ms()))
                await self._renew()
                await self.look_at_doors()
                if beat % CLOSE_EVERY == 0:
                    await self.close_abandoned()
            except DatabaseGone:
                self.metrics.failed(Trouble.LEASES)  # said already
            except Exception:
                logger.exception("leases could not be renewed")
                self.metrics.failed(Trouble.LEASES)
            await asyncio.sleep(RENEW_SECONDS)

    async def _renew(self) -> None:
        known = list(self.hosts.values())
        claimed = await self.writing(
            lambda connection: leases.claim(connection, self.id, self.address)
        )
        for host in known:
            if host.forsaken:
                self.lose(host)
            elif host.house_table.id not in claimed.all and not host.house_table.closed:
                self.taken_over(host)
        for number in claimed.new:
            try:
                await self.find(number)
            except (leases.Elsewhere, Missing, DatabaseGone):
                pass
            except Exception:  # one that cannot be read must not keep the others from going on
                logger.exception("table %s: it cannot be opened", number)
                self.metrics.failed(Trouble.READING)

    async def close_abandoned(self) -> None:
        """Close tables of people's own that nobody has been at for long, as their logs say then."""
        before = now_ms() - ABANDONED_MS
        numbers = await self.reading(
            lambda connection: table_rows.abandoned(connection, self.id, before, CLOSED_AT_ONCE)
        )
        for number in numbers:
            try:
                host = await self.find(number)
                await host.close_if_empty(ABANDONED)
            except (IllegalAction, Refused) as error:
                logger.info("table %s: it stays open: %s", number, error)
            else:
                self.lose(host)

    async def find(self, number: int) -> TableHost:
        """The table, if this process deals it or may; `leases.Elsewhere` says who does."""
        host = self.hosts.get(number)
        if host is not None:
            return host
        lock = self._opening.setdefault(number, asyncio.Lock())
        try:
            async with lock:
                host = self.hosts.get(number)
                if host is None:
                    host = await self._open_again(number)
        finally:
            self._opening.pop(number, None)
        return host

    async def _open_again(self, number: int) -> TableHost:
        await self.writing(lambda connection: leases.take(connection, self.id, number))
        found = await self.reading(lambda connection: HouseTable.recover(connection, number))
        host = self.hosts[number] = TableHost(self, found)
        return host

    async def open(self, opened: TableOpened, by: str, *, most: int | None = None) -> TableHost:
        """Open a table, with its bots seated; `most` is how many `by` may have open."""

        def work(connection: Connection) -> HouseTable:
            if most is not None:
                table_rows.check_open_tables(connection, by, most)
            made = HouseTable.open(connection, opened, by=by, owner=self.id)
            leases.begin(connection, made.id)
            self._seat_bots(connection, made)
            return made

        made = await self.writing(work)
        host = self.hosts[made.id] = TableHost(self, made)
        return host

    def _seat_bots(self, connection: Connection, table: HouseTable) -> None:
        for number, place in enumerate(reversed(table.bots), start=1):
            name = f"{BOTS}{table.id}.{number}"
            journal.issue(connection, name, BOT_MONEY, now_ms())
            sit = cmd.Sit(key="", seen=table.seq, seat=place)
            step = table.step(sit, name, owner=self.id)
            journal.append(connection, step.draft)
            table.accept(step)

    def taken_over(self, host: TableHost) -> None:
        """Another server deals the table now, although this one never gave it back."""
        self.metrics.failed(Trouble.LOST_TABLE)
        self.lose(host)

    def lose(self, host: TableHost) -> None:
        """The table is not ours any more: everyone has to look where it is."""
        host.stop()
        if self.hosts.get(host.house_table.id) is host:
            del self.hosts[host.house_table.id]
        for watcher in list(host.watchers):
            watcher.leave()

    async def look_at_doors(self) -> None:
        """Who was barred or disabled, by whichever server: barred players leave their seats."""

        def work(connection: Connection) -> tuple[set[tuple[str, int]], set[str]]:
            return house_acts.barred(connection), house_acts.disabled(connection)

        newest: int = await self.reading(house_acts.newest)
        if newest == self._doors_seen:
            return
        self.barred, self.disabled = await self.reading(work)
        for player in self.disabled:
            self.sign_out_player(player)
        for host in list(self.hosts.values()):
            if self.barred or self.disabled:
                await host.show_out()
        self._doors_seen = newest

    def is_barred(self, player: str, table: int) -> bool:
        """Whether somebody may not play at a table."""
        return not self.barred.isdisjoint({(player, table), (player, records.CAGE)})

    def tell_wallet(self, player: str, cents: int) -> None:
        """Somebody's wallet changed away from the tables."""
        for host in self.hosts.values():
            host.tell_wallet(player, cents)

    def has_chips_out(self, player: str) -> bool:
        """Whether wagers of somebody lie at a table dealt here."""
        states = (host.house_table.table.state for host in self.hosts.values())
        return any(
            state.felt and any(seat.player == player for seat in state.seats) for state in states
        )

    def public_seats(self, player: str) -> int:
        """Seats somebody has at the public tables dealt here."""
        tables = (host.house_table for host in self.hosts.values())
        public = (table for table in tables if not table.settings.private)
        return sum(list(table.seats.values()).count(player) for table in public)

    def sign_out(self, session: str) -> None:
        """End the connections of a session that is over."""
        for watcher in self.sessions.pop(session, set()):
            watcher.leave()

    def sign_out_player(self, player: str) -> None:
        """End all connections of somebody, whose sessions are over."""
        for host in self.hosts.values():
            for watcher in [one for one in host.watchers if one.player == player]:
                watcher.leave()

    def forget(self, session: str, watcher: Watcher) -> None:
        """A connection is closed."""
        mine = self.sessions.get(session, set())
        mine.discard(watcher)
        if not mine:
            self.sessions.pop(session, None)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Have something done beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # The database, without waiting for it in the loop

    async def writing(self, work: Callable[[Connection], Any]) -> Any:
        """Write, and wait until it is committed."""
        return await self._written(asyncio.wrap_future(self.database.write(work)))

    async def adding(self, draft: journal.Draft) -> journal.Written:
        """Write an entry of a table's log, together with those of other tables."""
        loop = asyncio.get_running_loop()
        committed: asyncio.Future[journal.Written] = loop.create_future()

        def told(found: journal.Written | None, error: Exception | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is over: nobody waits any more
                loop.call_soon_threadsafe(_settle, committed, found, error)

        self.database.add_and_tell(journal.append_all, draft, told)
        written: journal.Written = await self._written(committed)
        return written

    async def _written(self, committed: asyncio.Future[Any]) -> Any:
        started = time.perf_counter()
        try:
            found = await committed
        except Exception as error:
            if not is_loss(error):
                raise
            self.outage.begin(error, reading=False)
            gone = DatabaseGone()
            for note in getattr(error, "__notes__", ()):
                gone.add_note(note)
            raise gone from None
        finally:
            self.metrics.writer_seconds.observe(time.perf_counter() - started)
        self.outage.end()
        return found

    async def reading(self, work: Callable[[Connection], Any], *, long: bool = False) -> Any:
        """Read in a thread; what takes long in one of those that are there for it."""
        self.outage.check()

        def read() -> Any:
            with self.database.read() as connection:
                return work(connection)

        readers = self._long_readers if long else self._readers
        try:
            return await asyncio.get_running_loop().run_in_executor(readers, read)
        except Exception as error:
            if not is_loss(error):
                raise
            self.outage.begin(error, reading=True)
            raise DatabaseGone from None


def _settle(committed: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if committed.done():  # whoever waited was cancelled
        return
    if error is not None:
        committed.set_exception(error)
    else:
        committed.set_result(found)
