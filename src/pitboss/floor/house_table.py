"""A table of the house, with its seats, its shoe and its books: one command in, one entry out.

It changes nothing by itself. `HouseTable.step` works a command out on copies and gives a
`TableStep`: the entry to be written and the table as it would be. Only when the store has it is the
step accepted. So a refused command, a full disk or a lost database leave everything as it was.
"""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pitboss.floor import commands as cmd
from pitboss.floor.answering import HOUSE, answer
from pitboss.floor.opening import bot_seats, game_of, rules_of
from pitboss.floor.steps import TableStep, read_snapshot
from pitboss.rules.hands import TOTAL
from pitboss.rules.limits import House
from pitboss.rules.moves import definition
from pitboss.store import journal, records, table_rows
from pitboss.store.clock import now_ms
from pitboss.store.journal import Draft
from pitboss.store.ledger import Books
from pitboss.store.records import Entry, Settings, TableOpened
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.typed_cards import TypedCards
from pitboss.table import IllegalAction, Table
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.log import card_of

BOT_STANDS = 17
"""A bot hits below this total."""


class HouseTable:
    """One table, between two commands."""

    def __init__(self, number: int, opened: TableOpened) -> None:
        self.id, self.opened = number, opened
        self.settings: Settings = opened.settings
        self.game = game_of(opened)
        self.table = Table(rules_of(opened), opened.house)
        self.bots = bot_seats(opened, self.table.rules.wagers.seats)
        self.seats: dict[int, str] = {}
        """Who sits where, whether in this round or not."""
        self.books = Books(number)
        self.shoe: SealedShoe | None = None
        self.old_shoes: list[SealedShoe] = []
        self.promise: PromisedShoe | None = None
        """The next shoe, not shuffled yet."""
        self.seeds: dict[str, str] = {}
        """What players added to it."""
        self.seq, self.seal, self.at = 0, "", 0
        self.turn = 0
        """The version in which the table asked what it asks now."""
        self.closed = False
        self.began = 0
        self.paused: str | None = None
        """Why no wagers are taken; None if they are."""
        self.muted = False
        """Whether phrases are not passed on."""
        self.typed_cards = TypedCards()

    # Opening and finding again

    @classmethod
    def open(
        cls, connection: Connection, opened: TableOpened, *, by: str, owner: str | None = None
    ) -> HouseTable:
        """A new table, its first shoe promised and not shuffled yet, written down."""
        at = now_ms()
        number = table_rows.insert(
            connection, opened, by=by, at=at, invite=cmd.new_key(), owner=owner
        )
        found = cls(number, opened)
        step = found._begin(by, "", at)
        step.note(opened)
        step.promise_shoe()
        step.finish(found.table.question(), owner)
        journal.append(connection, step.draft)
        found.accept(step)
        return found

    @classmethod
    def recover(cls, connection: Connection, number: int) -> HouseTable:
        """The table as the log left it."""
        head = table_rows.head(connection, number)
        found = cls(number, table_rows.opened(connection, number))
        if head.snapshot is not None:
            found._restore(connection, head.snapshot)
        for entry in journal.entries(connection, number, head.snapshot_seq + 1):
            found._fold(connection, entry)
        found.table.fold([])
        found.table.take_events()
        found.seq, found.seal, found.at = head.seq, head.seal, head.at
        found.closed = head.closed
        return found

    def _restore(self, connection: Connection, data: bytes) -> None:
        kept = read_snapshot(data)
        self.table = Table.resumed(self.table.rules, kept.house, kept.state)
        self.seats = kept.seats
        self.books.players = {seat.number: seat.player for seat in kept.state.seats}
        self.shoe = table_rows.kept_shoe(connection, self.id, kept.shoe, kept.position)
        self.promise = table_rows.kept_promise(connection, self.id, kept.promised)
        self.seeds = kept.seeds
        self.turn, self.began = kept.turn, kept.began
        self.paused, self.muted = kept.paused, kept.muted

    def _fold(self, connection: Connection, entry: Entry) -> None:
        asked_before = self.table.question()
        before = self.table.copy() if self.settings.typed else self.table
        run: list[ev.Event] = []
        for event in entry.events:
            if isinstance(event, records.HouseEvent):
                self.table.fold(run)
                run = []
                self._apply(connection, event)
            else:
                run.append(event)
                if self.shoe is not None and card_of(event) is not None:
                    self.shoe.position += 1
            if isinstance(event, ev.RoundOpened):
                self.began = entry.at
        self.table.fold(run)
        if self.settings.typed:
            self.typed_cards.note(entry.seq, entry.events, before)
        self.books.players = {seat.number: seat.player for seat in self.table.state.seats}
        if self.table.question() != asked_before or entry.seq == 1:
            self.turn = entry.seq

    def _apply(self, connection: Connection, event: records.HouseEvent) -> None:
        if isinstance(event, records.SeatTaken):
            self.seats[event.seat] = event.player
        elif isinstance(event, records.SeatLeft):
            self.seats.pop(event.seat, None)
        elif isinstance(event, records.ShoeEvent):
            self._apply_to_shoes(connection, event)
        elif isinstance(event, records.LimitsSet):
            self.table = self.table.with_limits(event.house)
        elif isinstance(event, records.TablePaused):
            self.paused = event.reason
        elif isinstance(event, records.TableResumed):
            self.paused = None
        elif isinstance(event, records.TableMuted | records.TableUnmuted):
            self.muted = isinstance(event, records.TableMuted)
        elif isinstance(event, records.CardUndone):
            self.table = self.typed_cards.undo(event.entry) or self.table

    def _apply_to_shoes(self, connection: Connection, event: records.ShoeEvent) -> None:
        if isinstance(event, records.SeedAdded):
            self.seeds[event.player] = event.seed
        elif isinstance(event, records.ShoeRevealed):
            self.old_shoes = [shoe for shoe in self.old_shoes if shoe.number != event.number]
            if self.shoe is not None and self.shoe.number == event.number:
                self.shoe = None
            if self.promise is not None and self.promise.number == event.number:
                self.promise, self.seeds = None, {}
        elif isinstance(event, records.ShoeCommitted) and event.method:
            self.promise = table_rows.kept_promise(connection, self.id, event.number)
            self.seeds = {}
        else:  # shuffled; a shoe without a method was promised with it
            if self.shoe is not None:
                self.old_shoes.append(self.shoe)
            self.shoe = table_rows.kept_shoe(connection, self.id, event.number, 0)
            self.promise, self.seeds = None, {}

    # What is asked of it

    def step(
        self, command: cmd.Command, player: str, *, owner: str | None = None, dealer: bool = False
    ) -> TableStep:
        """What a command would do; `IllegalAction` says why it may not be done.

        `dealer` may type cards. The house, who has no name, may close wagers at any time.
        """
        self._check_open()
        self._check_hands(command, player, dealer=dealer)
        if isinstance(command, cmd.TURNS) and command.seen < self.turn:
            raise IllegalAction(
                f"seen = {command.seen}: the table has gone on since; it is at version {self.seq}"
            )
        step = self._begin(player, command.key, now_ms())
        answer(step, command, player)
        step.deal_on()
        step.finish(self.table.question(), owner)
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

    def default(self, *, owner: str | None = None) -> TableStep:
        """What happens when somebody's time is up: no insurance, no risk, or wagers are closed."""
        table = self.table
        command: cmd.Command = cmd.Deal(key="", seen=self.seq)
        if table.want == Want.INSURANCE:
            command = cmd.Insure(key="", seen=self.seq, seat=table.insurance_seats()[0], cents=0)
        elif table.want == Want.DECISION:
            move = definition(table.default_move()).id
            command = cmd.Act(key="", seen=self.seq, seat=table.seat.number, move=move)
        return self.step(command, HOUSE, owner=owner)

    # Bots

    def is_bot(self, seat: int) -> bool:
        """Whether a seat plays by itself."""
        return seat in self.bots

    def bot_to_act(self) -> bool:
        """Whether the table waits for a bot."""
        table = self.table
        if table.want == Want.DECISION:
            return self.is_bot(table.seat.number)
        return table.want == Want.INSURANCE and any(map(self.is_bot, table.insurance_seats()))

    def bot_step(self, *, owner: str | None = None) -> TableStep | None:
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

    # What the pit does

    def close(self, by: str, *, reason: str = "", owner: str | None = None) -> TableStep:
        """Close the table between rounds; its shoe is revealed, and the seed for the next."""
        self._check_open()
        if self.table.playing or (self.table.state.seats and self.table.want != Want.WAGERS):
            raise IllegalAction(f"table {self.id}: a round is being played; close it afterwards")
        step = self._begin(by, "", now_ms())
        step.take_up_wagers()
        step.reveal_shoes()
        step.reveal_promise()
        for seat, player in sorted(step.seats.items()):
            step.note(records.SeatLeft(seat, player))
        step.seats = {}
        step.note(records.TableClosed(reason))
        step.closed = True
        step.finish(self.table.question(), owner)
        return step

    def set_limits(
        self, house: House, by: str, *, reason: str = "", owner: str | None = None
    ) -> TableStep:
        """Change what may be staked, between rounds."""
        self._check_open()
        if self.table.playing:
            raise IllegalAction(f"table {self.id}: limits cannot change in the middle of a round")
        step = self._begin(by, "", now_ms())
        step.take_up_wagers()
        step.set_limits(house, reason)
        step.finish(self.table.question(), owner)
        return step

    def pause(self, by: str, *, reason: str, owner: str | None = None) -> TableStep:
        """Take no more wagers; those that lie there undealt go back, a round is played out."""
        self._check_open()
        if self.paused is not None:
            raise IllegalAction(f"table {self.id}: it is paused already ({self.paused})")
        step = self._begin(by, "", now_ms())
        step.take_up_wagers()
        step.paused = reason
        step.note(records.TablePaused(reason))
        step.finish(self.table.question(), owner)
        return step

    def resume(self, by: str, *, reason: str, owner: str | None = None) -> TableStep:
        """Take wagers again."""
        self._check_open()
        if self.paused is None:
            raise IllegalAction(f"table {self.id}: it is not paused")
        step = self._begin(by, "", now_ms())
        step.paused = None
        step.note(records.TableResumed(reason))
        step.finish(self.table.question(), owner)
        return step

    def mute(self, by: str, *, muted: bool, owner: str | None = None) -> TableStep:
        """Pass phrases on no more, or again: for whoever opened the table, too."""
        self._check_open()
        if self.muted == muted:
            raise IllegalAction(f"table {self.id}: it is {'' if muted else 'not '}quiet already")
        step = self._begin(by, "", now_ms())
        step.muted = muted
        step.note(records.TableMuted() if muted else records.TableUnmuted())
        step.finish(self.table.question(), owner)
        return step

    # Steps

    def _begin(self, actor: str, key: str, at: int) -> TableStep:
        draft = Draft(
            table=self.id, seq=self.seq + 1, before=self.seal, round=self.table.state.round,
            at=max(at, self.at), actor=actor, key=key, events=[],
        )  # fmt: skip
        return TableStep(
            draft=draft, table=self.table.copy(), before=self.table, seats=dict(self.seats),
            books=self.books.copy(),
            shoe=self.shoe.copy() if self.shoe else None, old_shoes=list(self.old_shoes),
            promise=self.promise, seeds=dict(self.seeds),
            typed=self.settings.typed, bots=self.bots, turn=self.turn, closed=self.closed,
            began=self.began, paused=self.paused, muted=self.muted,
            typed_cards=self.typed_cards.copy(),
        )  # fmt: skip

    def accept(self, step: TableStep) -> None:
        """Be what the step made of the table, now that it is written."""
        self.table, self.seats, self.books = step.table, step.seats, step.books
        self.shoe, self.old_shoes = step.shoe, step.old_shoes
        self.promise, self.seeds = step.promise, step.seeds
        self.turn, self.closed, self.began = step.turn, step.closed, step.began
        self.paused, self.muted, self.typed_cards = step.paused, step.muted, step.typed_cards
        entry = step.draft.sealed()
        self.seq, self.seal, self.at = entry.seq, entry.seal, entry.at

    def _check_open(self) -> None:
        if self.closed:
            raise IllegalAction(f"table {self.id}: it is closed")
