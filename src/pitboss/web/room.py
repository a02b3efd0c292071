"""A table with its seats, its shoe and its books: one command in, one entry of the log out.

A room changes nothing by itself. `Room.step` works a command out on copies and gives a `Step`: the
entry to be written and the room as it would be. Only when the store has it is the step accepted.
So a refused command, a full disk or a lost database leave everything as it was.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss import cards, games
from pitboss._version import __version__
from pitboss.cards import DECK, CardError
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue, plain_game
from pitboss.rules.hands import TOTAL
from pitboss.rules.limits import House
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules
from pitboss.store import journal, records, schema
from pitboss.store.accounts import BOTS
from pitboss.store.journal import Draft
from pitboss.store.ledger import Books
from pitboss.store.records import Entry, Settings, TableOpened
from pitboss.store.sealed import SealedShoe
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table import flow
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.log import card_of
from pitboss.table.shoe import ShoeEmpty
from pitboss.table.state import CLOSING, TableState
from pitboss.web import commands as cmd

logger = logging.getLogger("pitboss")

HOUSE = ""
"""The house acts under no name."""
BOT_STANDS = 17
"""A bot hits below this total."""


class Missing(IllegalAction):
    """What was asked for is not there, or is none of the asker's business."""


def no_table(number: int) -> Missing:
    """There is no table with this number."""
    return Missing(f"table = {number}: there is none with this number")


class Snapshot(msgspec.Struct, kw_only=True):
    """What a room is between rounds, beside its first entry."""

    state: TableState
    seats: dict[int, str]
    house: House
    shoe: int
    position: int
    turn: int
    began: int


_snapshots = msgspec.json.Decoder(Snapshot)


class Step(msgspec.Struct, kw_only=True):
    """What a command would do."""

    draft: Draft
    table: Table
    seats: dict[int, str]
    books: Books
    shoe: SealedShoe | None
    old: list[SealedShoe]
    """Shoes that are done with and not yet revealed."""
    turn: int
    closed: bool
    began: int
    """When the round did."""


class Room:
    """A table of the house."""

    def __init__(self, number: int, opened: TableOpened) -> None:
        self.id, self.opened = number, opened
        self.settings: Settings = opened.settings
        self.game = game_of(opened)
        self.table = Table(decode(opened.rules, Rules, origin=opened.game), opened.house)
        self.seats: dict[int, str] = {}
        """Who sits where, whether in this round or not."""
        self.books = Books(number)
        self.shoe: SealedShoe | None = None
        self.old: list[SealedShoe] = []
        self.seq, self.seal = 0, ""
        self.turn = 0
        """The version in which the table asked what it asks now."""
        self.closed = False
        self.began = 0

    # Opening and finding again

    @classmethod
    def open(
        cls, connection: Connection, opened: TableOpened, *, by: str, owner: str | None = None
    ) -> Room:
        """A new table, its first shoe promised, written down."""
        at = now()
        values = {
            "name": opened.name, "game": opened.game, "opened_by": by, "created": at,
            "private": opened.settings.private, "invite": new_key(), "seq": 0, "seal": "",
            "snapshot_seq": 0, "owner": owner, "lease": 0,
        }  # fmt: skip
        number = connection.scalar(
            sa.insert(schema.tables).values(values).returning(schema.tables.c.id)
        )
        room = cls(int(number or 0), opened)
        step = room._begin(by, "", at)
        step.table.log.append(opened)
        room._new_shoe(step)
        room._finish(step, owner)
        journal.append(connection, step.draft)
        room.accept(step)
        return room

    @classmethod
    def recover(cls, connection: Connection, number: int) -> Room:
        """The room as the log left it."""
        row = connection.execute(
            sa.select(schema.tables).where(schema.tables.c.id == number)
        ).one_or_none()
        if row is None or number == records.CAGE:
            raise no_table(number)
        [first] = journal.entries(connection, number, 1, 1)
        opened = first.events[0]
        assert isinstance(opened, TableOpened)
        room = cls(number, opened)
        if row.snapshot is not None:
            room._restore(connection, row.snapshot)
        for entry in journal.entries(connection, number, row.snapshot_seq + 1):
            room._fold(connection, entry)
        flow.advance(room.table)
        room.table.log.clear()
        room.seq, room.seal, room.closed = row.seq, row.seal, row.closed is not None
        return room

    def _restore(self, connection: Connection, data: bytes) -> None:
        found = _snapshots.decode(data)
        if found.house != self.opened.house:
            self.table = Table(self.table.rules, found.house)
        self.table.state = found.state
        self.seats = found.seats
        self.books.players = {seat.number: seat.player for seat in found.state.seats}
        self.shoe = _kept_shoe(connection, self.id, found.shoe, found.position)
        self.turn, self.began = found.turn, found.began

    def _fold(self, connection: Connection, entry: Entry) -> None:
        table = self.table
        before = _question(table)
        for event in entry.events:
            if isinstance(event, records.RoomEvent):
                self._apply(connection, event)
            else:
                table.emit(event)
                if self.shoe is not None and card_of(event) is not None:
                    self.shoe.position += 1
            if isinstance(event, ev.RoundOpened):
                self.began = entry.at
        flow.advance(table)
        self.books.players = {seat.number: seat.player for seat in table.state.seats}
        if _question(table) != before or entry.seq == 1:
            self.turn = entry.seq

    def _apply(self, connection: Connection, event: records.RoomEvent) -> None:
        if isinstance(event, records.SeatTaken):
            self.seats[event.seat] = event.player
        elif isinstance(event, records.SeatLeft):
            self.seats.pop(event.seat, None)
        elif isinstance(event, records.ShoeCommitted):
            if self.shoe is not None:
                self.old.append(self.shoe)
            self.shoe = _kept_shoe(connection, self.id, event.number, 0)
        elif isinstance(event, records.ShoeRevealed):
            self.old = [shoe for shoe in self.old if shoe.number != event.number]
            if self.shoe is not None and self.shoe.number == event.number:
                self.shoe = None
        elif isinstance(event, records.LimitsSet):
            self.table = _with_limits(self.table, event.house)

    # What is asked of it

    def step(
        self, command: cmd.Command, player: str, *, owner: str | None = None, dealer: bool = False
    ) -> Step:
        """What a command would do; `IllegalAction` says why it may not be done.

        `dealer` may type cards. The house, who has no name, may close wagers at any time.
        """
        self._check_open()
        self._check_hands(command, player, dealer=dealer)
        if isinstance(command, cmd.TURNS) and command.seen < self.turn:
            raise IllegalAction(
                f"seen = {command.seen}: the table has gone on since; it is at version {self.seq}"
            )
        step = self._begin(player, command.key, now())
        _DO[type(command)](self, step, command, player)
        self._go_on(step)
        self._finish(step, owner)
        return step

    def _check_hands(self, command: cmd.Command, player: str, *, dealer: bool) -> None:
        """Whoever says which cards fall has no money on them, and the other way round."""
        if isinstance(command, cmd.DEALERS):
            if not (dealer and self.settings.typed):
                raise IllegalAction(
                    "cards: only the dealer of a table that follows a real one types them"
                )
            in_round = {seat.player for seat in self.table.state.seats}
            if player in in_round or player in self.seats.values():
                raise IllegalAction(
                    f"cards: {player} sits at this table, and whoever plays here types no cards; "
                    "stand up first, or have another dealer type them"
                )
        elif isinstance(command, cmd.PLAYERS) and dealer and self.settings.typed:
            raise IllegalAction(
                "seat: whoever may type the cards of this table may not bet at it; play at a table "
                "that is dealt from a shoe"
            )

    def default(self, *, owner: str | None = None) -> Step:
        """What happens when somebody's time is up: no insurance, stand, or wagers are closed."""
        table = self.table
        command: cmd.Command = cmd.Deal(key="", seen=self.seq)
        if table.want == Want.INSURANCE:
            command = cmd.Insure(key="", seen=self.seq, seat=table.insurance_seats()[0], cents=0)
        elif table.want == Want.DECISION:
            legal = table.legal_names()
            move = next(name for name in ("stand", "keep") if name in legal)
            command = cmd.Act(key="", seen=self.seq, seat=table.seat.number, move=move)
        return self.step(command, HOUSE, owner=owner)

    def bot_step(self, *, owner: str | None = None) -> Step | None:
        """What a bot whose turn it is does, if it is one's: play as the dealer does."""
        table = self.table
        if table.want == Want.INSURANCE:
            for seat in filter(self.is_bot, table.insurance_seats()):
                decline = cmd.Insure(key="", seen=self.seq, seat=seat, cents=0)
                return self.step(decline, HOUSE, owner=owner)
        elif table.want == Want.DECISION and self.is_bot(table.seat.number):
            legal, hand = table.legal_names(), table.seat.hands[table.hand]
            if "hit" not in legal or TOTAL[hand.state] >= BOT_STANDS:
                return self.default(owner=owner)
            command = cmd.Act(key="", seen=self.seq, seat=table.seat.number, move="hit")
            return self.step(command, HOUSE, owner=owner)
        return None

    def is_bot(self, seat: int) -> bool:
        """Whether a seat plays by itself."""
        return self.seats.get(seat, "").startswith(BOTS)

    def close(self, by: str, *, owner: str | None = None) -> Step:
        """Close the table between rounds; its shoe is revealed."""
        self._check_open()
        if self.table.playing or (self.table.state.seats and self.table.want != Want.WAGERS):
            raise IllegalAction(f"table {self.id}: a round is being played; close it afterwards")
        step = self._begin(by, "", now())
        self._take_up_all(step)
        self._reveal(step)
        for seat, player in sorted(step.seats.items()):
            step.table.log.append(records.SeatLeft(seat, player))
        step.seats = {}
        step.table.log.append(records.TableClosed())
        step.closed = True
        self._finish(step, owner)
        return step

    def set_limits(self, house: House, by: str, *, owner: str | None = None) -> Step:
        """Change what may be staked, between rounds."""
        self._check_open()
        if self.table.playing:
            raise IllegalAction(f"table {self.id}: limits cannot change in the middle of a round")
        step = self._begin(by, "", now())
        self._take_up_all(step)
        log = step.table.log
        step.table = _with_limits(step.table, house)
        step.table.log = log
        log.append(records.LimitsSet(house))
        self._finish(step, owner)
        return step

    def accept(self, step: Step) -> None:
        """Be what the step made of the room, now that it is written."""
        step.table.log = []
        self.table, self.seats, self.books = step.table, step.seats, step.books
        self.shoe, self.old = step.shoe, step.old
        self.turn, self.closed, self.began = step.turn, step.closed, step.began
        entry = step.draft.sealed()
        self.seq, self.seal = entry.seq, entry.seal

    def _check_open(self) -> None:
        if self.closed:
            raise IllegalAction(f"table {self.id}: it is closed")

    # How a step is made

    def _begin(self, actor: str, key: str, at: int) -> Step:
        draft = Draft(
            table=self.id, seq=self.seq + 1, before=self.seal, round=self.table.state.round,
            at=at, actor=actor, key=key, events=[],
        )  # fmt: skip
        return Step(
            draft=draft, table=self.table.copy(), seats=dict(self.seats), books=self.books.copy(),
            shoe=self.shoe.copy() if self.shoe else None, old=list(self.old), turn=self.turn,
            closed=self.closed, began=self.began,
        )  # fmt: skip

    def _go_on(self, step: Step) -> None:
        """Deal whatever can be dealt; after a round, see to the shoe."""
        table = step.table
        while table.wants_card and step.shoe is not None:
            try:
                card = step.shoe.draw()
            except ShoeEmpty:
                self._discards_come_back(step)
                continue
            table.deal(card)
        if isinstance(table.log[-1] if table.log else None, ev.RoundClosed) and step.shoe:
            house = table.limits.house
            cut = (house.penetration or table.rules.shoe.penetration) * 52 * table.rules.shoe.decks
            full = len(step.shoe.cards) == 52 * table.rules.shoe.decks
            if house.shoe == "csm" or not full or step.shoe.position >= round(cut):
                self._new_shoe(step)

    def _new_shoe(self, step: Step) -> None:
        """Reveal what is done with, promise a new order, burn its top cards."""
        if self.settings.typed:
            return
        number = step.shoe.number if step.shoe else 0
        self._reveal(step)
        table = step.table
        shoe = SealedShoe.full(number + 1, table.rules.shoe.decks)
        self._commit(step, shoe)
        table.do(act.Shuffle())
        if table.limits.house.shoe != "csm":
            for _ in range(table.rules.shoe.burn):
                table.do(act.BurnTop(shoe.draw()))

    def _discards_come_back(self, step: Step) -> None:
        assert step.shoe is not None
        table = step.table
        left = list(DECK) * table.rules.shoe.decks
        for card in table.state.cards_of_round():
            left.remove(card)
        step.old.append(step.shoe)
        self._commit(step, SealedShoe.shuffled(step.shoe.number + 1, left))
        table.do(act.Shuffle(ran_out=True))

    def _commit(self, step: Step, shoe: SealedShoe) -> None:
        step.shoe = shoe
        step.draft.shoes.append(shoe)
        step.table.log.append(records.ShoeCommitted(shoe.number, shoe.commitment))

    def _reveal(self, step: Step) -> None:
        for shoe in (*step.old, *([step.shoe] if step.shoe else [])):
            step.table.log.append(
                records.ShoeRevealed(shoe.number, shoe.cards.hex(), shoe.nonce.hex())
            )
        step.old, step.shoe = [], None

    def _take_up_all(self, step: Step) -> None:
        for seat in list(step.table.state.seats):
            if not step.table.playing and step.table.can(act.WithdrawWagers(seat.number)):
                step.table.do(act.WithdrawWagers(seat.number))

    def _finish(self, step: Step, owner: str | None) -> None:
        draft, table = step.draft, step.table
        draft.events, draft.owner = list(table.log), owner
        draft.round = table.state.round
        if any(isinstance(event, ev.RoundOpened) for event in draft.events):
            step.began = draft.at
        players = dict(step.books.players)
        draft.movements = step.books.movements(
            event for event in draft.events if not isinstance(event, records.RoomEvent)
        )
        players |= step.books.players
        draft.results = [
            {
                "round": table.state.round, "seat": event.seat, "player": players[event.seat],
                "bet": event.bet, "event": event.event, "stake": event.stake,
                "returned": event.returned, "at": step.began,
            }
            for event in draft.events
            if isinstance(event, ev.WagerSettled)
        ]  # fmt: skip
        if _question(table) != _question(self.table) or draft.seq == 1:
            step.turn = draft.seq
        between = not table.playing and not table.state.felt
        if between and (draft.seq == 1 or any(_ends_something(event) for event in draft.events)):
            draft.snapshot = msgspec.json.encode(
                Snapshot(
                    state=table.state, seats=step.seats, house=table.limits.house,
                    shoe=step.shoe.number if step.shoe else 0,
                    position=step.shoe.position if step.shoe else 0, turn=step.turn,
                    began=step.began,
                )
            )  # fmt: skip

    # Commands

    def _sit(self, step: Step, command: cmd.Sit, player: str) -> None:
        seats = self.table.rules.wagers.seats
        if not 1 <= command.seat <= seats:
            raise IllegalAction(f"seat = {command.seat}: use 1 to {seats}")
        there = step.seats.get(command.seat)
        if there is not None:
            free = ", ".join(str(n) for n in range(1, seats + 1) if n not in step.seats)
            raise IllegalAction(f"seat {command.seat} is {there}'s; free are {free or 'none'}")
        step.seats[command.seat] = player
        step.table.log.append(records.SeatTaken(command.seat, player))

    def _stand_up(self, step: Step, command: cmd.StandUp, player: str) -> None:
        self._check_mine(step, command.seat, player)
        if step.table.state.seat(command.seat) is not None:
            if step.table.playing:
                raise IllegalAction(
                    f"seat {command.seat}: its hand is in play; stand up when the round is over"
                )
            if step.table.can(act.WithdrawWagers(command.seat)):
                step.table.do(act.WithdrawWagers(command.seat))
        step.table.log.append(records.SeatLeft(command.seat, step.seats.pop(command.seat)))

    def _bet(self, step: Step, command: cmd.Bet, player: str) -> None:
        self._check_mine(step, command.seat, player)
        opens = not step.table.state.seats or step.table.state.phase == CLOSING
        step.table.do(act.PlaceWagers(command.seat, player, command.wagers))
        if opens:
            self._bots_bet(step)

    def _bots_bet(self, step: Step) -> None:
        table = step.table
        wagers = {bet: table.limits.minimum[bet] for bet in table.tables.opening}
        wagers = dict.fromkeys(wagers, max(wagers.values()))
        for seat, player in sorted(step.seats.items()):
            if player.startswith(BOTS):
                table.do(act.PlaceWagers(seat, player, wagers))

    def _take_up(self, step: Step, command: cmd.TakeUp, player: str) -> None:
        self._check_mine(step, command.seat, player)
        step.table.do(act.WithdrawWagers(command.seat))

    def _deal(self, step: Step, command: cmd.Deal, player: str) -> None:  # noqa: ARG002
        if player != HOUSE:
            if player not in step.seats.values():
                raise IllegalAction("deal: only who sits at the table may ask for it")
            staked = {seat.number for seat in step.table.state.seats}
            waiting = [str(seat) for seat in sorted(step.seats) if seat not in staked]
            if waiting and not step.table.playing:
                who = (
                    f"seat {waiting[0]} has"
                    if len(waiting) == 1
                    else (f"seats {', '.join(waiting)} have")
                )
                raise IllegalAction(f"deal: {who} not wagered yet")
        step.table.do(act.CloseWagers())

    def _act(self, step: Step, command: cmd.Act, player: str) -> None:
        self._check_mine(step, command.seat, player)
        move = act.MOVES_BY_NAME.get(command.move)
        if move is None:
            legal = step.table.legal_names()
            advice = use(legal, typed=command.move) if legal else "no move is open now"
            raise IllegalAction(f"move = {command.move!r}: {advice}")
        step.table.do(act.BY_MOVE[move](command.seat))

    def _insure(self, step: Step, command: cmd.Insure, player: str) -> None:
        self._check_mine(step, command.seat, player)
        if command.cents == 0:
            step.table.do(act.DeclineInsurance(command.seat))
        else:
            step.table.do(act.Insure(command.seat, command.cents))

    def _even_money(self, step: Step, command: cmd.EvenMoney, player: str) -> None:
        self._check_mine(step, command.seat, player)
        step.table.do(act.TakeEvenMoney(command.seat))

    def _card(self, step: Step, command: cmd.Card, player: str) -> None:  # noqa: ARG002
        try:
            card = None if command.card is None else cards.parse(command.card)
        except CardError as error:
            raise IllegalAction(str(error)) from None
        step.table.do(act.DealCard(card))

    def _peek(self, step: Step, command: cmd.Peek, player: str) -> None:  # noqa: ARG002
        step.table.do(act.TellPeek(command.natural))

    def _shuffle(self, step: Step, command: cmd.Shuffle, player: str) -> None:  # noqa: ARG002
        step.table.do(act.Shuffle(ran_out=step.table.playing))

    def _check_mine(self, step: Step, seat: int, player: str) -> None:
        if player != HOUSE and step.seats.get(seat) != player:
            raise IllegalAction(f"seat = {seat}: it is not yours")


_DO: dict[type[cmd.Command], Callable[[Room, Step, Any, str], None]] = {
    cmd.Sit: Room._sit,
    cmd.StandUp: Room._stand_up,
    cmd.Bet: Room._bet,
    cmd.TakeUp: Room._take_up,
    cmd.Deal: Room._deal,
    cmd.Act: Room._act,
    cmd.Insure: Room._insure,
    cmd.EvenMoney: Room._even_money,
    cmd.Card: Room._card,
    cmd.Peek: Room._peek,
    cmd.Shuffle: Room._shuffle,
}


def describe_table(
    game: Game,
    name: str,
    *,
    source: str | None = None,
    parents: dict[str, str] | None = None,
    options: dict[str, OptionValue] | None = None,
    paytables: dict[str, int] | None = None,
    house: House | None = None,
    settings: Settings | None = None,
) -> TableOpened:
    """The first event of a table; `RulesError` if there can be no such table."""
    rules = game.rules(options, paytables)
    table = Table(rules, house)
    return TableOpened(
        name=name, game=game.id, source=source, parents=parents or {}, options=dict(options or {}),
        paytables=dict(paytables or {}), rules=encode(rules), rules_hash=table.tables.digest(),
        house=table.limits.house, settings=settings or Settings(), version=__version__,
    )  # fmt: skip


def game_of(opened: TableOpened) -> Game:
    """The game of a table; a large one takes a while when it is first asked for."""
    if opened.source is None:
        return games.find(opened.game)
    try:
        return designed(opened.source, opened.parents)
    except RulesError as error:
        # Another version took this text; what it made of it is in the log, and goes on being dealt.
        logger.warning("table %s: its file is not read any more: %s", opened.name, error)
        return plain_game(opened.game, opened.rules)


def designed(source: str, parents: dict[str, str]) -> Game:
    """The game of a file that was judged before; remembered, as every look at a table asks."""
    return _designed(source, tuple(parents.items()))


@lru_cache(maxsize=64)
def _designed(source: str, parents: tuple[tuple[str, str], ...]) -> Game:
    return games.read(source, origin="the file", parents=dict(parents), bounded=False)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_key() -> str:
    """A key nobody else has."""
    return secrets.token_urlsafe(12)


def _with_limits(table: Table, house: House) -> Table:
    fresh = Table(table.rules, house)
    fresh.state = table.state
    flow.advance(fresh)
    return fresh


def _question(table: Table) -> tuple[int, ...]:
    """What the table asks: another one makes answers to the last one void."""
    if table.want == Want.WAGERS:
        return (table.want, table.state.round - (table.state.phase != CLOSING))  # rounds dealt
    if table.want == Want.INSURANCE:
        return (table.want, table.state.round)
    if table.want != Want.DECISION:
        return (table.want, table.state.round, sum(table.state.gone))
    hand = table.seat.hands[table.hand]
    made = (len(table.seat.hands), len(hand.cards), len(table.state.racked))
    asked = (hand.offered, hand.kept, hand.taken)
    return (table.want, table.state.round, table.seat.number, table.hand, *made, *asked)


def _ends_something(event: ev.Event) -> bool:
    kinds = ev.RoundClosed | records.SeatTaken | records.SeatLeft | records.LimitsSet
    return isinstance(event, kinds | records.TableClosed)


def _kept_shoe(connection: Connection, table: int, number: int, position: int) -> SealedShoe | None:
    if not number:
        return None
    shoes = schema.shoes.c
    row = connection.execute(
        sa.select(shoes.cards, shoes.nonce).where(shoes.table_id == table, shoes.number == number)
    ).one()
    return SealedShoe(number, bytes(row.cards), bytes(row.nonce), position)
