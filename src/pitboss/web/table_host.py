"""A table that people sit at: commands one after the other, written before anyone hears of them.

A `TableHost` keeps one table of the house going: who watches it, whose time is up, what is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, cast

import msgspec

from pitboss.floor import commands as cmd
from pitboss.floor.answering import HOUSE
from pitboss.floor.frames import EndedWager, Frame, Screen, ended_after
from pitboss.floor.house_table import HouseTable
from pitboss.floor.phrases import EVERY_SECONDS, PHRASES
from pitboss.floor.replays import ended_wagers
from pitboss.floor.steps import TableStep
from pitboss.rules.sentences import use
from pitboss.store import journal, ledger, table_rows
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.database import is_unsure
from pitboss.store.errors import Refused
from pitboss.store.house_totals import wallets
from pitboss.store.journal import LostTable
from pitboss.store.records import AnyRecord, CardUndone
from pitboss.table import IllegalAction
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.views import Felt, public, view
from pitboss.web.messages import Denied, Done, NextShoeView, Said, ShoeView, Update
from pitboss.web.metrics import Trouble
from pitboss.web.outage import DatabaseGone
from pitboss.web.patience import GONE_SECONDS, holds_others_up

if TYPE_CHECKING:
    from pitboss.web.hub import Hub

logger = logging.getLogger("pitboss")

AGAIN_SECONDS = 1.0
"""Between two tries to read a table that could not be written."""
BOT_SECONDS = 0.6
AWAY_MS = 120_000
"""After which a seat whose player is gone is free again, between rounds."""
EMPTY_MS = 600_000
"""After which a private table that nobody is at is kept in the database alone."""
WAITING = 64
"""Messages a client may be behind; then it is disconnected, and comes back to the newest state."""
KEYS = 256
"""Commands of a table remembered without asking the database."""


class Unsure(Refused):
    """It was not written, says the database; but that may be found to be wrong after a crash."""


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


class TableHost:
    """One table of the house, who watches it, and the clock."""

    def __init__(self, hub: Hub, house_table: HouseTable) -> None:
        self.hub, self.house_table = hub, house_table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.screen = _screen(house_table)
        self.ended: list[EndedWager] | None = None
        """The wagers of this round that are settled; None until somebody asks, where the table was
        found again."""
        self.wallets: dict[str, int] = {}
        self.deadline: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._alarm: object = None
        """The clock that runs: an older one that rings late is not heeded."""
        self._turn = -1
        self._asked = now_ms()
        """When it was asked what is asked now."""
        self._hurried = False
        """Whether others wait for somebody who has left."""
        self._left = now_ms()
        """When somebody was here last, if nobody is."""
        self._said: dict[str, float] = {}
        """When players last said something."""
        self._done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._gone = {
            player: now_ms()
            for seat, player in house_table.seats.items()
            if not house_table.is_bot(seat)
        }
        """When players who are not connected were last seen."""
        self.schedule()

    # Watching

    async def watch(self, player: str | None) -> Watcher:
        """See the table from now on; the first message says how it is."""
        watcher = Watcher(player)
        async with self.lock:  # so that no wager is written between reading and telling
            if self.ended is None:
                now = self.house_table
                self.ended = await self.hub.reading(
                    lambda found: ended_wagers(found, now.id, now.table.state.round, now.seq)
                )
            if player is not None and player not in self.wallets:  # last: who leaves takes it along
                await self._read_wallet(player)
            if self.hub.hosts.get(self.house_table.id) is not self:
                watcher.leave()
                return watcher
            if player is not None and self._gone.pop(player, None) is not None:
                self.schedule()
                self._tell([])
            self.watchers.add(watcher)
            watcher.tell(self._update(player, [], [], ended=self.ended))
        return watcher

    async def _read_wallet(self, player: str) -> None:
        """What a player has; if the table has gone on without this server, it is another's now."""
        number = self.house_table.id
        found, version = await self.hub.reading(
            lambda found: (wallets(found, [player]), table_rows.version(found, number))
        )
        if version > self.house_table.seq:
            self.hub.taken_over(self)
        else:
            self.wallets |= found

    def unwatch(self, watcher: Watcher) -> None:
        """Somebody left; their seat stays theirs for a while."""
        self.watchers.discard(watcher)
        self._left = now_ms()
        player = watcher.player
        if player is None or any(other.player == player for other in self.watchers):
            return
        if player in self.house_table.seats.values():
            self._gone[player] = now_ms()
            if self.hub.hosts.get(self.house_table.id) is self:
                self.schedule()
                self._tell([])
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
            return Denied(key, self.house_table.seq, error)
        async with self.lock:
            known = self._done.get((player, key))
            if known is not None:
                return Done(key, known)
            try:
                self._check_barred(command, player)
                async with self._seating(command, account):
                    step = self.house_table.step(
                        command, player, owner=self.hub.id, dealer=account.role in ("dealer", "pit")
                    )
                    await self.write(step)
            except (IllegalAction, Refused) as error:
                if isinstance(error, LostTable):
                    self.hub.taken_over(self)
                before = await self._done_before(player, key)
                if before is None and isinstance(error, Unsure):
                    raise DatabaseGone from None  # asked again, it is done then or was done now
                return before or Denied(key, self.house_table.seq, str(error))
            self._remember(player, key, self.house_table.seq)
            return Done(key, self.house_table.seq)

    def _check_barred(self, command: cmd.Command, player: str) -> None:
        if isinstance(command, cmd.PLAYERS) and self.hub.is_barred(player, self.house_table.id):
            raise IllegalAction(f"{player} may not play here: the pit has barred you; ask there")

    def tell_wallet(self, player: str, cents: int) -> None:
        """Somebody who is here has another amount now."""
        if player in self.wallets:
            self.wallets[player] = cents
            self._tell([])

    async def show_out(self) -> None:
        """Have players who may not play any more stand up, once their hands are over."""
        number = self.house_table.id
        for seat, player in list(self.house_table.seats.items()):
            if player in self.hub.disabled or self.hub.is_barred(player, number):
                with contextlib.suppress(IllegalAction, Refused):  # their hand is in play still
                    await self._stand_up(seat, player)

    async def _stand_up(self, seat: int, player: str) -> None:
        """Have somebody leave a seat; others may have it by the time that the table is free."""

        def leave(house_table: HouseTable) -> TableStep:
            if house_table.seats.get(seat) != player:
                raise IllegalAction(f"seat {seat}: {player} has left it already")
            command = cmd.StandUp(key="", seen=house_table.seq, seat=seat)
            return house_table.step(command, HOUSE, owner=self.hub.id)

        await self.change(leave)

    @contextlib.asynccontextmanager
    async def _seating(self, command: cmd.Command, account: Account) -> AsyncIterator[None]:
        """Guests cost nothing to make, so they may not fill public tables: one seat at a time."""
        if (
            not account.guest
            or self.house_table.settings.private
            or not isinstance(command, cmd.Sit)
        ):
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
        if found is None or found[0] != self.house_table.id:
            return None
        self._remember(player, key, found[1])
        return Done(key, found[1])

    def _remember(self, player: str, key: str, seq: int) -> None:
        self._done[player, key] = seq
        if len(self._done) > KEYS:
            self._done.popitem(last=False)

    async def change(self, work: Callable[[HouseTable], TableStep]) -> None:
        """Have the pit change something about the table."""

        async def whole() -> None:
            async with self.lock:
                await self.write(work(self.house_table))

        await asyncio.shield(self.hub.spawn(whole()))

    async def close_if_empty(self, reason: str) -> None:
        """Have the house close the table, unless somebody is here by now."""

        def close(house_table: HouseTable) -> TableStep:
            if self.watchers:
                raise IllegalAction("somebody is here")
            return house_table.close(HOUSE, reason=reason, owner=self.hub.id)

        await self.change(close)

    async def write(self, step: TableStep) -> None:
        """Write a step down, then let it be true and tell everyone."""
        try:
            written = await self.hub.adding(step.draft)
        except Refused:
            raise
        except Exception as error:
            self.hub.metrics.failed(Trouble.WRITING)
            if not isinstance(error, DatabaseGone):
                logger.exception("table %s: it could not be written", self.house_table.id)
            await self._recover()
            kind = Unsure if is_unsure(error) else Refused
            raise kind(
                "the house could not write this down; look at the table and try again"
            ) from None
        self.house_table.accept(step)
        for name, cents in written.balances.items():
            player = ledger.owner_of(name)
            if ledger.kind_of(name) == ledger.WALLET and player in self.wallets:
                self.wallets[player] = cents
        self.schedule()
        self._tell(step.draft.events)
        for event in step.draft.events:
            if isinstance(event, ev.RoundClosed):
                self.hub.metrics.round_played(self.house_table.game.id)
                if self.hub.barred or self.hub.disabled:
                    self.hub.spawn(self.show_out())

    async def _recover(self) -> None:
        """Nobody knows whether the last step was written: read what is."""
        number, players = self.house_table.id, list(self.wallets)
        while True:
            try:
                found, held = await self.hub.reading(  # as both are at one moment
                    lambda reading: (HouseTable.recover(reading, number), wallets(reading, players))
                )
                self.house_table = found
                self.wallets |= {
                    player: held[player] for player in players if player in self.wallets
                }
            except Exception as error:
                self.hub.metrics.failed(Trouble.READING)
                if not isinstance(error, DatabaseGone):
                    logger.exception("table %s: it cannot be read", self.house_table.id)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self.screen, self.ended = _screen(self.house_table), None
            self.schedule()
            self._tell([])
            return

    # Telling

    def _tell(self, events: list[ev.Event]) -> None:
        shown = [public(event) for event in events]
        frames = [msgspec.Raw(msgspec.json.encode(self._frame(event))) for event in shown]
        lying = self.screen.felt
        made: dict[str | None, bytes] = {}
        for watcher in list(self.watchers):
            if watcher.player not in made:
                made[watcher.player] = self._update(watcher.player, shown, frames, lying)
            watcher.tell(made[watcher.player])

    def _frame(self, event: ev.Event) -> Frame:
        undone = isinstance(event, CardUndone)
        now = self.house_table
        frame = self.screen.undo(now.table.state) if undone else self.screen.show(event)
        if self.ended is not None or isinstance(event, ev.WagersClosed):
            number = now.table.state.round
            self.ended = ended_after(self.ended or [], event, frame.why, number, now.seq)
        return frame

    def _update(
        self, player: str | None, events: list[ev.Event], frames: list[msgspec.Raw],
        lying: Felt | None = None, ended: list[EndedWager] | None = None,
    ) -> bytes:  # fmt: skip
        house_table = self.house_table
        shoe = house_table.shoe
        return msgspec.json.encode(
            Update(
                table=house_table.id, version=house_table.seq, turn=house_table.turn,
                seats=house_table.seats, view=view(house_table.table, player, lying),
                events=cast(list[AnyRecord], events), frames=frames,
                deadline=self.deadline, away=self._away(), closed=house_table.closed,
                paused=house_table.paused, undo=house_table.typed_cards.last,
                muted=house_table.muted, ended=ended,
                wallet=self.wallets.get(player) if player is not None else None,
                shoe=ShoeView(shoe.number, shoe.commitment, shoe.position, len(shoe.cards))
                if shoe else None,
                next_shoe=self._next_shoe(),
            )
        )  # fmt: skip

    def _next_shoe(self) -> NextShoeView | None:
        promise, seeds = self.house_table.promise, self.house_table.seeds
        if promise is None:
            return None
        here = dict.fromkeys(self.house_table.seats.values())
        seeded = [player for player in here if player in seeds] if seeds else []
        cards = 52 * self.house_table.table.rules.shoe.decks
        return NextShoeView(promise.number, promise.commitment, cards, seeded)

    def _away(self) -> list[int]:
        return [seat for seat, player in self.house_table.seats.items() if player in self._gone]

    # Talking

    def say(self, player: str, phrase: str) -> None:
        """Have everyone hear one of the house's phrases from somebody who sits here."""
        if phrase not in PHRASES:
            raise IllegalAction(f"phrase = {phrase!r}: {use(list(PHRASES), typed=phrase)}")
        seat = next((one for one, who in self.house_table.seats.items() if who == player), None)
        if seat is None:
            raise IllegalAction("phrase: only who sits at the table may say something")
        if self.house_table.muted:
            raise IllegalAction("phrase: whoever opened this table wants it quiet")
        now = asyncio.get_running_loop().time()
        if now - self._said.get(player, -EVERY_SECONDS) < EVERY_SECONDS:
            raise IllegalAction("phrase: one at a time; wait two seconds")
        self._said = {who: at for who, at in self._said.items() if now - at < EVERY_SECONDS} | {
            player: now
        }
        message = msgspec.json.encode(Said(player, seat, phrase, PHRASES[phrase]))
        for watcher in list(self.watchers):
            watcher.tell(message)

    # The clock

    def schedule(self) -> None:
        """See to it that somebody decides, sooner or later."""
        house_table, table = self.house_table, self.house_table.table
        waits = table.want in (Want.DECISION, Want.INSURANCE)
        betting = table.betting and table.state.felt
        question = house_table.turn if waits else -2 if betting else -1
        hurried = bool(self._gone) and bool(waits or betting) and self._held_up()
        same = question == self._turn and hurried == self._hurried and self._timer is not None
        if same and not house_table.bot_to_act():
            return
        if question != self._turn:
            self._asked = now_ms()
        self.stop()
        self._turn, self._hurried = question, hurried
        if house_table.closed:
            return
        seconds = self._seconds(deciding=waits, betting=bool(betting))
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._alarm = alarm = object()
            self._timer = loop.call_later(seconds, lambda: self.hub.spawn(self._time_up(alarm)))
            if waits or betting:
                self.deadline = now_ms() + round(1000 * seconds)

    def _held_up(self) -> bool:
        here = {watcher.player for watcher in self.watchers if watcher.player is not None}
        return holds_others_up(self.house_table, self._gone, here)

    def _seconds(self, *, deciding: bool, betting: bool) -> float | None:
        """How long the table waits from now on; for ever if for nothing."""
        if self.house_table.bot_to_act():
            return BOT_SECONDS
        if not deciding and not betting:
            return AWAY_MS / 1000 if self._gone else None
        settings = self.house_table.settings
        whole = settings.action_seconds if deciding else settings.betting_seconds
        left = max(0.0, whole - (now_ms() - self._asked) / 1000)
        return min(left, GONE_SECONDS) if self._hurried else left

    @property
    def forsaken(self) -> bool:
        """Whether nobody would miss the table in memory: it is found again when somebody comes."""
        house_table = self.house_table
        waits = house_table.table.want == Want.WAGERS and not house_table.table.state.felt
        empty = not self.watchers and all(map(house_table.is_bot, house_table.seats))
        idle = house_table.settings.private and self._left < now_ms() - EMPTY_MS
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
            if self.hub.hosts.get(self.house_table.id) is not self:
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
                logger.info("table %s: %s", self.house_table.id, error)
            self._asked = now_ms()
            self.schedule()

    def _house_step(self) -> TableStep | None:
        house_table, table, me = self.house_table, self.house_table.table, self.hub.id
        if self.house_table.bot_to_act():
            return house_table.bot_step(owner=me)
        if table.want in (Want.DECISION, Want.INSURANCE) or (table.betting and table.state.seats):
            return house_table.default(owner=me)
        for seat, player in house_table.seats.items():
            if self._gone.get(player, now_ms()) < now_ms() - AWAY_MS and table.want == Want.WAGERS:
                self._gone.pop(player)
                leave = cmd.StandUp(key="", seen=house_table.seq, seat=seat)
                return house_table.step(leave, HOUSE, owner=me)
        return None


def _screen(house_table: HouseTable) -> Screen:
    return Screen(house_table.game, house_table.table.rules, house_table.table.state)
