"""Rooms that people sit in: commands one after the other, written before anyone hears of them.

A `LiveTable` is one room and those who watch it. The `Hub` has all that this process deals. A table
is dealt by one process at a time, which holds a lease on it and renews it; when a process dies,
another takes its tables over as soon as the lease is up.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import accounts, journal, leases, ledger, schema
from pitboss.store.accounts import BOTS, Account
from pitboss.store.database import Database, Refused
from pitboss.store.journal import LostTable
from pitboss.store.records import TableOpened
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from pitboss.table.flow import Want
from pitboss.table.state import BETTING
from pitboss.table.views import View, public, view
from pitboss.web import commands as cmd
from pitboss.web.bounds import Bounds
from pitboss.web.frames import Screen
from pitboss.web.metrics import Metrics, Trouble
from pitboss.web.outage import DatabaseGone, Outage, is_loss
from pitboss.web.room import Room, Step, no_table, now

logger = logging.getLogger("pitboss")

T = TypeVar("T")

RENEW = 1.0
"""Seconds between renewals of the leases."""
STOPPING = 3.0
"""Seconds to give all tables back in."""
FORGET = 3600
"""Renewals after which old sessions and commands are forgotten."""
BOT_SECONDS = 0.6
AWAY = 120_000
"""Milliseconds after which a seat whose player is gone is free again, between rounds."""
EMPTY = 600_000
"""Milliseconds after which a private table that nobody is at is kept in the database alone."""
WAITING = 64
"""Messages a client may be behind; then it is disconnected, and comes back to the newest state."""
KEYS = 256
"""Commands of a table remembered without asking the database."""
READERS, LONG_READERS = 6, 2
"""Threads that read what everyone needs at once, and what takes a while."""
BOT_MONEY = 1_000_000_00


class ShoeView(msgspec.Struct, frozen=True):
    """What is public of a shoe that is being dealt."""

    number: int
    """Counted from 1 at each table."""
    commitment: str
    """The hash of its order and a nonce; both are shown when it is done with."""
    dealt: int
    """Cards that have left it."""
    cards: int
    """Cards it began with."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="update"):
    """The table as one viewer sees it now, and what happened since the last update."""

    table: int
    """Its number."""
    version: int
    """Grows by one with everything that happens at the table."""
    turn: int
    """Commands that answer the table must have seen this version."""
    seats: dict[int, str]
    """Who sits where, in this round or not."""
    view: View
    """The felt, and what you may do."""
    events: list[Any]
    """What happened, in order; none in the first update of a connection."""
    frames: list[msgspec.Raw]
    """For each event what the dealer does and says, and what it changed (`frames.Frame`)."""
    deadline: int | None
    """When the house decides for whoever has to, in milliseconds since 1970."""
    shoe: ShoeView | None
    """None at a table whose cards are typed in."""
    wallet: int | None
    """Cents the viewer has, felt not counted."""
    closed: bool
    """No more rounds are dealt here."""


class Done(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """A command was done, now or before."""

    key: str
    """The command's."""
    version: int
    """In which it was done."""


class Denied(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """A command was not done, and nothing changed."""

    key: str
    """The command's; empty if it could not be read."""
    version: int
    """The table's now."""
    error: str
    """Why, in a sentence: field, value and what to do instead."""


class Watcher:
    """Somebody who sees a table."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.messages: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.too_slow = False

    def tell(self, message: bytes) -> None:
        """Send a message; who is too far behind is let go."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.too_slow = True
            self.leave()

    def leave(self) -> None:
        """No more messages: the connection ends when those waiting are sent."""
        while self.messages.full():
            self.messages.get_nowait()
        self.messages.put_nowait(None)


class LiveTable:
    """A room, who watches it, and the clock."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub, self.room = hub, room
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.screen = Screen(room.game, room.table.rules, room.table.state)
        self.wallets: dict[str, int] = {}
        self.deadline: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._alarm: object = None
        """The clock that runs: an older one that rings late is not heeded."""
        self._turn = -1
        self._left = now()
        """When somebody was here last, if nobody is."""
        self._done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._gone = {
            player: now() for player in room.seats.values() if not player.startswith(BOTS)
        }
        """When players who are not connected were last seen."""
        self.schedule()

    # Watching

    async def watch(self, player: str | None) -> Watcher:
        """See the table from now on; the first message says how it is."""
        watcher = Watcher(player)
        async with self.lock:  # so that no wager is written between reading and telling
            if player is not None and player not in self.wallets:
                self.wallets |= await self.hub.reading(lambda found: _wallets(found, [player]))
            self.watchers.add(watcher)
            if player is not None:
                self._gone.pop(player, None)
            watcher.tell(self._update(player, [], []))
        if self.hub.rooms.get(self.room.id) is not self:
            watcher.leave()
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """Somebody left; their seat stays theirs for a while."""
        self.watchers.discard(watcher)
        self._left = now()
        player = watcher.player
        if player is None or any(other.player == player for other in self.watchers):
            return
        if player in self.room.seats.values():
            self._gone[player] = now()
            if self.hub.rooms.get(self.room.id) is self:
                self.schedule()
        else:
            self.wallets.pop(player, None)

    # Commands

    async def command(self, command: cmd.Command, account: Account) -> Done | Denied:
        """Do what a client asks, once, and whole even if the client leaves meanwhile."""
        return await asyncio.shield(self.hub.spawn(self._command(command, account)))

    async def _command(self, command: cmd.Command, account: Account) -> Done | Denied:
        player, key = account.name, command.key
        if account.role == "auditor":
            error = "role auditor: you read everything and change nothing"
            return Denied(key, self.room.seq, error)
        async with self.lock:
            known = self._done.get((player, key))
            if known is not None:
                return Done(key, known)
            try:
                async with self._seating(command, account):
                    step = self.room.step(
                        command, player, owner=self.hub.id, dealer=account.role in ("dealer", "pit")
                    )
                    await self.write(step)
            except (IllegalAction, Refused) as error:
                if isinstance(error, LostTable):
                    self.hub.taken_over(self)
                before = await self._done_before(player, key)
                return before or Denied(key, self.room.seq, str(error))
            self._remember(player, key, self.room.seq)
            return Done(key, self.room.seq)

    @contextlib.asynccontextmanager
    async def _seating(self, command: cmd.Command, account: Account) -> AsyncIterator[None]:
        """Guests cost nothing to make, so they may not fill public tables: one seat at a time."""
        if not account.guest or self.room.settings.private or not isinstance(command, cmd.Sit):
            yield
            return
        async with self.hub.seating:
            most, taken = self.hub.bounds.guest_seats, self.hub.public_seats(account.name)
            if taken >= most:
                raise IllegalAction(
                    f"seat = {command.seat}: a guest may have {most} seats at public tables, and "
                    f"you have {taken}; stand up from one, or sign in with a name"
                )
            yield

    async def _done_before(self, player: str, key: str) -> Done | None:
        found = await self.hub.reading(lambda connection: journal.done(connection, player, key))
        if found is None or found[0] != self.room.id:
            return None
        self._remember(player, key, found[1])
        return Done(key, found[1])

    def _remember(self, player: str, key: str, seq: int) -> None:
        self._done[player, key] = seq
        if len(self._done) > KEYS:
            self._done.popitem(last=False)

    async def change(self, work: Callable[[Room], Step]) -> None:
        """Have the pit change something about the room."""

        async def whole() -> None:
            async with self.lock:
                await self.write(work(self.room))

        await asyncio.shield(self.hub.spawn(whole()))

    async def write(self, step: Step) -> None:
        """Write a step down, then let it be true and tell everyone."""
        try:
            written = await self.hub.adding(step.draft)
        except Refused:
            raise
        except Exception as error:
            self.hub.metrics.failed(Trouble.WRITING)
            if not isinstance(error, DatabaseGone):
                logger.exception("table %s: it could not be written", self.room.id)
            await self._recover()
            raise Refused(
                "the house could not write this down; look at the table and try again"
            ) from None
        self.room.accept(step)
        for name, cents in written.balances.items():
            player = name.removeprefix("wallet:")
            if player in self.wallets:
                self.wallets[player] = cents
        self.schedule()
        self._tell(step.draft.events)
        for event in step.draft.events:
            if isinstance(event, ev.RoundClosed):
                self.hub.metrics.round_played(self.room.game.id)

    async def _recover(self) -> None:
        """Nobody knows whether the last step was written: read what is."""
        number, players = self.room.id, list(self.wallets)
        while True:
            try:
                self.room = await self.hub.reading(lambda found: Room.recover(found, number))
                self.wallets |= await self.hub.reading(lambda found: _wallets(found, players))
            except Exception as error:
                self.hub.metrics.failed(Trouble.READING)
                if not isinstance(error, DatabaseGone):
                    logger.exception("table %s: it cannot be read", self.room.id)
                await asyncio.sleep(RENEW)
                continue
            table = self.room.table
            self.screen = Screen(self.room.game, table.rules, table.state)
            self.schedule()
            self._tell([])
            return

    # Telling

    def _tell(self, events: list[ev.Event]) -> None:
        shown = [public(event) for event in events]
        frames = [msgspec.Raw(msgspec.json.encode(self.screen.show(event))) for event in shown]
        made: dict[str | None, bytes] = {}
        for watcher in list(self.watchers):
            if watcher.player not in made:
                made[watcher.player] = self._update(watcher.player, shown, frames)
            watcher.tell(made[watcher.player])

    def _update(
        self, player: str | None, events: list[ev.Event], frames: list[msgspec.Raw]
    ) -> bytes:
        room = self.room
        shoe = room.shoe
        return msgspec.json.encode(
            Update(
                table=room.id, version=room.seq, turn=room.turn, seats=room.seats,
                view=view(room.table, player), events=events, frames=frames,
                deadline=self.deadline, closed=room.closed,
                wallet=self.wallets.get(player) if player is not None else None,
                shoe=ShoeView(shoe.number, shoe.commitment, shoe.position, len(shoe.cards))
                if shoe else None,
            )
        )  # fmt: skip

    # The clock

    def schedule(self) -> None:
        """See to it that somebody decides, sooner or later."""
        room, table = self.room, self.room.table
        waits = table.want in (Want.DECISION, Want.INSURANCE)
        betting = table.want == Want.WAGERS and table.state.phase == BETTING and table.state.felt
        question = room.turn if waits else -2 if betting else -1
        if question == self._turn and self._timer is not None and not self._bot_to_act():
            return
        self.stop()
        self._turn = question
        seconds = None
        if room.closed:
            return
        if self._bot_to_act():
            seconds = BOT_SECONDS
        elif waits:
            seconds = room.settings.action_seconds
        elif betting:
            seconds = room.settings.betting_seconds
        elif self._gone:
            seconds = AWAY / 1000
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._alarm = alarm = object()
            self._timer = loop.call_later(seconds, lambda: self.hub.spawn(self._time_up(alarm)))
            if waits or betting:
                self.deadline = now() + round(1000 * seconds)

    def _bot_to_act(self) -> bool:
        table = self.room.table
        if table.want == Want.DECISION:
            return self.room.is_bot(table.seat.number)
        return table.want == Want.INSURANCE and any(map(self.room.is_bot, table.insurance_seats()))

    @property
    def forsaken(self) -> bool:
        """Whether nobody would miss the table in memory: it is found again when somebody comes."""
        room = self.room
        waits = room.table.want == Want.WAGERS and not room.table.state.felt
        empty = not self.watchers and all(map(room.is_bot, room.seats))
        idle = room.settings.private and self._left < now() - EMPTY
        return idle and empty and waits and not self.lock.locked()

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._alarm, self.deadline = None, None, None

    async def _time_up(self, alarm: object) -> None:
        async with self.lock:
            if alarm is not self._alarm:  # somebody was still in time
                return
            self._timer = None
            if self.hub.rooms.get(self.room.id) is not self:
                return
            try:
                step = self._house_step()
                if step is not None:
                    await self.write(step)
                    return
            except LostTable:
                self.hub.taken_over(self)
                return
            except (IllegalAction, Refused) as error:
                logger.info("table %s: %s", self.room.id, error)
            self.schedule()

    def _house_step(self) -> Step | None:
        room, table, me = self.room, self.room.table, self.hub.id
        if self._bot_to_act():
            return room.bot_step(owner=me)
        if table.want in (Want.DECISION, Want.INSURANCE) or (
            table.want == Want.WAGERS and table.state.phase == BETTING and table.state.seats
        ):
            return room.default(owner=me)
        for seat, player in room.seats.items():
            if self._gone.get(player, now()) < now() - AWAY and table.want == Want.WAGERS:
                self._gone.pop(player)
                return room.step(cmd.StandUp(key="", seen=room.seq, seat=seat), "", owner=me)
        return None


def _wallets(connection: Connection, players: list[str]) -> dict[str, int]:
    return {player: ledger.balance(connection, ledger.wallet(player)) for player in players}


class Hub:
    """The tables this process deals."""

    def __init__(
        self, database: Database, address: str, bounds: Bounds | None = None,
        metrics: Metrics | None = None,
    ) -> None:  # fmt: skip
        self.database, self.address, self.bounds = database, address, bounds or Bounds()
        self.metrics = metrics or Metrics()
        self.id = secrets.token_hex(8)
        self.seating = asyncio.Lock()
        self.rooms: dict[int, LiveTable] = {}
        self.sessions: dict[str, set[Watcher]] = {}
        """Connections by the session they belong to."""
        self._opening: dict[int, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._running: asyncio.Task[None] | None = None
        self.outage = Outage()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._long_readers = ThreadPoolExecutor(LONG_READERS, "long reader")

    async def start(self) -> None:
        """Take over what nobody deals, and go on renewing."""
        if self.address:
            await self.writing(lambda connection: leases.inherit(connection, self.address))
        await self._renew()
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Give all tables back."""
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        for task in self._tasks:
            task.cancel()
        try:
            async with asyncio.timeout(STOPPING):
                for live in list(self.rooms.values()):
                    async with live.lock:
                        self.lose(live)
                await self.writing(lambda connection: leases.release(connection, self.id))
        except Exception as error:
            logger.warning(
                "tables could not be given back (%s); others get them when leases are up",
                error or type(error).__name__,
            )
        for readers in (self._readers, self._long_readers):
            readers.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        for beat in itertools.count():
            try:
                if beat % FORGET == 0:
                    await self.writing(lambda connection: accounts.forget(connection, now()))
                await self._renew()
            except DatabaseGone:
                self.metrics.failed(Trouble.LEASES)  # said already
            except Exception:
                logger.exception("leases could not be renewed")
                self.metrics.failed(Trouble.LEASES)
            await asyncio.sleep(RENEW)

    async def _renew(self) -> None:
        known = list(self.rooms.values())
        claimed = await self.writing(
            lambda connection: leases.claim(connection, self.id, self.address)
        )
        for live in known:
            if live.forsaken:
                self.lose(live)
            elif live.room.id not in claimed.all and not live.room.closed:
                self.taken_over(live)
        for number in claimed.new:
            try:
                await self.find(number)
            except (leases.Elsewhere, IllegalAction, DatabaseGone):
                pass
            except Exception:  # one that cannot be read must not keep the others from going on
                logger.exception("table %s: it cannot be opened", number)
                self.metrics.failed(Trouble.READING)

    async def find(self, number: int) -> LiveTable:
        """The table, if this process deals it or may; `leases.Elsewhere` says who does."""
        live = self.rooms.get(number)
        if live is not None:
            return live
        lock = self._opening.setdefault(number, asyncio.Lock())
        try:
            async with lock:
                live = self.rooms.get(number)
                if live is None:
                    live = await self._open_again(number)
        finally:
            self._opening.pop(number, None)
        return live

    async def _open_again(self, number: int) -> LiveTable:
        try:
            await self.writing(lambda connection: leases.take(connection, self.id, number))
        except leases.NoSuchTable:
            raise no_table(number) from None
        room = await self.reading(lambda connection: Room.recover(connection, number))
        live = self.rooms[number] = LiveTable(self, room)
        return live

    async def open(self, opened: TableOpened, by: str, *, most: int | None = None) -> LiveTable:
        """Open a table, with its bots seated; `most` is how many `by` may have open."""

        def work(connection: Connection) -> Room:
            if most is not None:
                _check_open_tables(connection, by, most)
            room = Room.open(connection, opened, by=by, owner=self.id)
            leases.begin(connection, room.id)
            last = room.table.rules.wagers.seats
            for place in range(opened.settings.bots):
                name = f"{BOTS}{room.id}.{place + 1}"
                journal.issue(connection, name, BOT_MONEY, now())
                seat = cmd.Sit(key="", seen=room.seq, seat=last - place)
                step = room.step(seat, name, owner=self.id)
                journal.append(connection, step.draft)
                room.accept(step)
            return room

        room = await self.writing(work)
        live = self.rooms[room.id] = LiveTable(self, room)
        return live

    def taken_over(self, live: LiveTable) -> None:
        """Another server deals the table now, although this one never gave it back."""
        self.metrics.failed(Trouble.LOST_TABLE)
        self.lose(live)

    def lose(self, live: LiveTable) -> None:
        """The table is not ours any more: everyone has to look where it is."""
        live.stop()
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]
        for watcher in list(live.watchers):
            watcher.leave()

    def public_seats(self, player: str) -> int:
        """Seats somebody has at the public tables dealt here."""
        public = (live.room for live in self.rooms.values() if not live.room.settings.private)
        return sum(list(room.seats.values()).count(player) for room in public)

    def sign_out(self, session: str) -> None:
        """End the connections of a session that is over."""
        for watcher in self.sessions.pop(session, set()):
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
        return await self._written(self.database.write(work))

    async def adding(self, draft: journal.Draft) -> journal.Written:
        """Write an entry of a table's log, together with those of other tables."""
        written: journal.Written = await self._written(self.database.add(journal.append_all, draft))
        return written

    async def _written(self, future: Future[Any]) -> Any:
        try:
            with self.metrics.writer_seconds.time():
                found = await asyncio.wrap_future(future)
        except Exception as error:
            if not is_loss(error):
                raise
            self.outage.begin(error, reading=False)
            raise DatabaseGone from None
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


def _check_open_tables(connection: Connection, by: str, most: int) -> None:
    """Refuse one table too many of a player's own, whichever server it is asked of."""
    tables, people = schema.tables.c, schema.accounts.c
    connection.execute(sa.select(people.id).where(people.name == by).with_for_update())
    count = sa.select(sa.func.count()).where(tables.opened_by == by, tables.closed.is_(None))
    already = connection.scalar(count) or 0
    if already >= most:
        raise Refused(f"you have {already} tables open, which is the most; close one of them first")
