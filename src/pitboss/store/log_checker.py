"""Follows one table's log entry by entry, and believes none of it.

A `LogChecker` sees the entries in order. It checks the seals, plays every round again, follows the
shoes and the seats, and says which money must have moved and which wagers were settled. It keeps
the table as it is now and nothing of what was, so a long log costs no more memory than a short one.

What is wrong is a `Finding`. After one the checker goes on as well as it can: with what the log
says where that is possible, else with the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Rules
from pitboss.store import records
from pitboss.store.findings import Finding, Kind
from pitboss.store.ledger import Books, Movement
from pitboss.store.records import Entry, SettledWager, TableOpened
from pitboss.store.register_checker import RegisteredRows
from pitboss.store.seal_chain import SealChain
from pitboss.store.shoe_watch import KeptShoe, ShoeWatch
from pitboss.store.typed_cards import TypedCards
from pitboss.table import events as ev
from pitboss.table.engine import Table
from pitboss.table.log import LogError, play_again
from pitboss.table.state import in_both_versions, kept_by_an_earlier_version
from pitboss.table.text import describe


class LogChecker:
    """One table as its log must have made it."""

    def __init__(
        self, table: int, shoes: Callable[[int, int], KeptShoe | None] | None = None,
        register: RegisteredRows | None = None,
    ) -> None:  # fmt: skip
        self.id = table
        self.register = register
        """What is known from the register's log; None where only this log is looked at."""
        self.found: list[Finding] = []
        """What was found since it was last emptied."""
        self.chain = SealChain(steady_from=register.steady_from(table) if register else None)
        self.opened: TableOpened | None = None
        self.opened_by, self.opened_at = "", 0
        self.table: Table | None = None
        """As the rules make it; None where it cannot be known."""
        self.exact = True
        """Whether it was known at every moment."""
        self.seats: dict[int, str] | None = {}
        """Who sits where; None where it cannot be known."""
        self.shoes: ShoeWatch | None = None
        self.closed: int | None = None
        """When the table was closed."""
        self.rounds = 0
        """Rounds played to their end."""
        self.bars: dict[tuple[str, int], int] = {}
        """Who may not play at which table, by the cage's entry that says so."""
        self.paused: str | None = None
        """Why no wagers are taken."""
        self.muted = False
        """Whether phrases are not passed on."""
        self._typed_cards = TypedCards()
        self.acts: list[tuple[int, int, str]] = []
        """What people in charge did in the last entry: its place, when, its kind."""
        self.movements: list[Movement] | None = []
        """What the last entry must have moved; None where it cannot be known."""
        self.results: list[SettledWager] | None = []
        self._began = 0
        """When the round did."""
        self._turn = 0
        """The entry after which it was asked what is asked now."""
        self.snapshot_due = 0
        """The last entry after which the table is kept whole."""
        self.accounts: dict[str, dict[str, Any]] = {}
        """What the cage says of people's accounts, by name: role, and whether they are closed."""
        self._books = Books(table)
        self._kept = shoes
        self._rules: Rules | None = None
        self._house: House | None = None
        self._entry: Entry | None = None

    @property
    def keeps_whole(self) -> bool:
        """Whether it is known after which entry the table was last kept whole."""
        known = self.register is not None and self.table is not None and self.exact
        return known and self.snapshot_due >= self.register.steady_from(self.id)  # type: ignore[union-attr]

    @property
    def typed(self) -> bool:
        """Whether cards come from a real table, and there are no shoes."""
        return self.opened is not None and self.opened.settings.typed

    def begin(self, opened: TableOpened, house: House, number: int) -> None:
        """Start in the middle: between rounds, after this one, with a shoe to be shuffled."""
        self._open(opened)
        self._set_limits(house)
        self.seats, self.exact = None, False
        if self.table is not None:
            self.table.state.round = number
        if self.shoes is not None:
            self.shoes.lose()

    def see(self, entry: Entry, first: int = 0) -> None:
        """The next entry; `first` is the first event that counts, if the checker begins here."""
        self._entry, self.acts = entry, []
        beside = self._key_beside(entry)
        for seq, what in self.chain.follow(entry, beside):
            self.say("chain", what, entry=seq)
        if self.chain.gap:
            self._lose()
        try:
            events = entry.events[first:]
            check_cards(events)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
            self.say("replay", f"it holds no list of events: {error}")
            self.movements = self.results = None
            self._lose()
            return
        self.acts = [
            (first + line, entry.at, _name(event))
            for line, event in enumerate(events)
            if type(event) in records.ACTS
        ]
        if self.id == records.CAGE:
            self._cage(events)
        elif self.id == records.REGISTER:
            self._register(events)
        else:
            self._of_table(entry, events, first)
        self._money(events)

    def _of_table(self, entry: Entry, events: list[ev.Event], first: int) -> None:
        asked_before = self.table.question() if self.table is not None else None
        before = self.table.copy() if self.typed and self.table is not None else None
        self._events(events, first)
        if before is not None:
            self._typed_cards.note(entry.seq, events, before)
        if self.table is None:
            return
        if self.table.question() != asked_before or entry.seq == 1:
            self._turn = entry.seq
        between = not self.table.playing and not self.table.state.felt
        if between and (entry.seq == 1 or any(map(records.is_kept_whole_after, events))):
            self.snapshot_due = entry.seq

    def _key_beside(self, entry: Entry) -> str | None:
        """The key of an entry from before keys had a part in seals."""
        if self.register is None:
            return None
        kept, what = self.register.key_beside(entry.table, entry.seq, entry.actor, entry.key)
        if what:
            self.say("chain", what)
        return entry.key if kept else None

    def say(self, kind: Kind, what: str, *, entry: int | None = None) -> None:
        """Note what is wrong at the entry just seen, or at another."""
        now = self._entry
        here = now is not None and entry in (None, now.seq)
        self.found.append(
            Finding(
                kind=kind, what=what, table=self.id,
                round=now.round if here and now is not None and self.id else None,
                entry=now.seq if now is not None and entry is None else entry,
            )
        )  # fmt: skip

    # What the events say

    def _register(self, events: Sequence[ev.Event]) -> None:
        assert self._entry is not None
        for what in self.register.see(self._entry.seq, events) if self.register else ():
            self.say("table", what)

    def _cage(self, events: Sequence[ev.Event]) -> None:
        assert self._entry is not None
        for event in events:
            if not isinstance(event, records.CageEvent):
                self.say("table", f"{_name(event)} is no business of the cage")
            elif isinstance(event, records.MoneyIssued | records.WalletRefilled):
                if event.cents <= 0:
                    self.say(
                        "table", f"{event.cents} cents were issued, and it must be more than none"
                    )
            elif isinstance(event, records.PlayerBarred):
                self.bars[event.player, event.table or records.CAGE] = self._entry.seq
            elif isinstance(event, records.PlayerReadmitted):
                self.bars.pop((event.player, event.table or records.CAGE), None)
            elif isinstance(event, records.AccountMade):
                self.accounts[event.name] = {"role": event.role, "closed": False}
            elif isinstance(event, records.AccountDisabled | records.AccountEnabled):
                closed = isinstance(event, records.AccountDisabled)
                self.accounts.setdefault(event.name, {})["closed"] = closed

    def _events(self, events: Sequence[ev.Event], skipped: int) -> None:
        """Room events one by one, and what lies between them played again as a whole."""
        assert self._entry is not None
        if self.closed is not None:
            self.say("table", "the table was closed before")
        run: list[ev.Event] = []
        for place, event in enumerate(events):
            if not isinstance(event, records.HouseEvent):
                run.append(event)
                continue
            self._play(run, skipped + place - len(run) + 1)
            run = []
            after = events[place + 1] if place + 1 < len(events) else None
            self._room(event, after)
        self._play(run, skipped + len(events) - len(run) + 1)
        if self.opened is None:
            if self._entry.seq == 1:
                self.say("table", "the first entry of a table must open it")
            return
        if self.shoes is not None and isinstance(events[-1] if events else None, ev.RoundClosed):
            self.shoes.should_have_come()
        if self.table is not None:
            if self._entry.round != self.table.state.round:
                self.say("replay", f"its round is {self._entry.round}, {self._round()}")
            if self.table.wants_card and not self.typed:
                self.say("replay", "it ends although a card is due")

    def _room(self, event: records.HouseEvent, after: ev.Event | None) -> None:
        if isinstance(event, TableOpened):
            if self.opened is not None or (self._entry and self._entry.seq > 1):
                self.say("table", "a table is opened once, in its first entry")
            else:
                self._open(event)
        elif isinstance(event, records.LimitsSet):
            self._set_limits(event.house)
        elif isinstance(event, records.SeatTaken | records.SeatLeft):
            self._seat(event)
        elif isinstance(event, records.ShoeEvent):
            self._shoe(event, after)
        elif isinstance(event, records.TablePaused | records.TableResumed):
            paused = isinstance(event, records.TablePaused)
            if paused == (self.paused is not None) and self.exact:
                self.say("table", f"{_name(event)}, and so it was before")
            self.paused = event.reason if paused else None
        elif isinstance(event, records.TableMuted | records.TableUnmuted):
            if self.muted == isinstance(event, records.TableMuted) and self.exact:
                self.say("table", f"{_name(event)}, and so it was before")
            self.muted = isinstance(event, records.TableMuted)
        elif isinstance(event, records.CardUndone):
            self._undo(event)
        elif isinstance(event, records.TableClosed):
            assert self._entry is not None
            self.closed = self._entry.at
            if self.shoes is not None:
                self.shoes.all_revealed()
        else:
            self.say("table", f"{_name(event)}: only the cage does that")

    def _undo(self, event: records.CardUndone) -> None:
        if self.table is None:
            return
        before = self._typed_cards.undo(event.entry)
        if before is None:
            self.say("replay", f"entry {event.entry} holds no card that could be undone")
        else:
            self.table = before

    def _open(self, opened: TableOpened) -> None:
        self.opened = opened
        if self._entry is not None:
            self.opened_by, self.opened_at = self._entry.actor, self._entry.at
        try:
            rules = decode(opened.rules, Rules, origin=f"table {self.id}")
            self.table = Table(rules, opened.house)
            self._rules, self._house = rules, opened.house
        except RulesError as error:
            self.say("table", f"its rules cannot be used: {error}")
            return
        digest = self.table.tables.digest()
        if digest != opened.rules_hash:
            self.say(
                "table",
                f"its rules hash to {digest[:12]}…, the entry says {opened.rules_hash[:12]}…",
            )
        if not opened.settings.typed:
            self.shoes = ShoeWatch(
                rules.shoe, opened.house, self._kept, lambda what: self.say("shoe", what)
            )

    def _set_limits(self, house: House) -> None:
        if self.shoes is not None:
            self.shoes.house = house
        if self._rules is None:
            return
        if self.table is not None and self.table.playing:
            self.say("replay", "limits were changed in the middle of a round")
        try:
            Table(self._rules, house)
        except RulesError as error:
            self.say("table", f"limits that cannot be: {error}")
            return
        self._house = house
        if self.table is not None:
            self.table = self.table.with_limits(house)

    def _seat(self, event: records.SeatTaken | records.SeatLeft) -> None:
        if self.shoes is not None and isinstance(event, records.SeatTaken):
            self.shoes.promises.came(event.player)
        if self.seats is None:
            return
        there = self.seats.get(event.seat)
        if isinstance(event, records.SeatTaken):
            if there is not None:
                self.say("seat", f"{event.player} sat down on seat {event.seat}, {there}'s")
            self.seats[event.seat] = event.player
        else:
            if there != event.player:
                whose = "nobody's" if there is None else f"{there}'s"
                self.say("seat", f"{event.player} left seat {event.seat}, {whose}")
            self.seats.pop(event.seat, None)

    def _shoe(self, event: records.ShoeEvent, after: ev.Event | None) -> None:
        assert self._entry is not None
        shoes, entry = self.shoes, self._entry
        if shoes is None:
            self.say("shoe", "a table without shoes has one")
        elif isinstance(event, records.ShoeRevealed):
            shoes.revealed(event, entry.seq)
        elif isinstance(event, records.SeedAdded):
            shoes.promises.added(event, entry.actor, self.seats)
        elif isinstance(event, records.ShoeCommitted) and event.method:
            shoes.committed(event, entry.seq, ran_out=False, used=None)
        else:
            if not isinstance(after, ev.ShoeShuffled):
                self.say("shoe", f"shoe {event.number} was to be shuffled and was not")
            ran_out = isinstance(after, ev.ShoeShuffled) and after.ran_out
            used = self.table.state.cards_of_round() if ran_out and self.table else None
            if isinstance(event, records.ShoeSeeded):
                shoes.seeded(event, entry.seq, ran_out=ran_out, used=used, seats=self.seats)
            else:
                shoes.committed(event, entry.seq, ran_out=ran_out, used=used)

    # Playing it again

    def _play(self, run: list[ev.Event], number: int) -> None:
        """Play events again; the first one has this number in its entry."""
        if not run:
            return
        for event in run:
            self._look(event)
        if self.table is None:
            run = self._next_round(run)
            if not run or self.table is None:
                return
        before = self.table.copy()
        try:
            beyond = play_again(self.table, run, number)
            self.table.take_events()
            if beyond:
                raise LogError(f"it stops short: the rules also give {describe(beyond[0])!r}")
        except LogError as error:
            self.say("replay", str(error))
            self._fold(before, run)
        except Exception as error:  # whatever is in the log, the audit goes on
            self.say("replay", f"it cannot be played again: {error!r}")
            self._fold(before, run)

    def _look(self, event: ev.Event) -> None:
        if self.shoes is not None:
            self.shoes.see(event)
        if isinstance(event, ev.RoundClosed):
            self.rounds += 1
        elif isinstance(event, ev.WagerPlaced):
            self._look_who_stakes(event)

    def _look_who_stakes(self, event: ev.WagerPlaced) -> None:
        if self.shoes is not None:
            self.shoes.promises.plays(event.player)
        there = None if self.seats is None else self.seats.get(event.seat)
        if self.seats is not None and there != event.player:
            whose = "nobody's" if there is None else f"{there}'s"
            self.say("seat", f"{event.player} staked on seat {event.seat}, {whose}")

    def _fold(self, table: Table, run: list[ev.Event]) -> None:
        """Go on from what the log says; the table is lost if that makes no sense."""
        self.exact = False
        try:
            table.fold(run)
            table.take_events()
        except Exception:  # an event may say anything
            self._lose()
        else:
            self.table = table

    def _lose(self) -> None:
        """Nothing is known any more until the next round, of the seats never again."""
        self.table, self.seats, self.exact = None, None, False
        if self.shoes is not None:
            self.shoes.lose()

    def _next_round(self, run: list[ev.Event]) -> list[ev.Event]:
        """What is left of these events from where a round begins, with a table to play it."""
        for place, event in enumerate(run):
            if isinstance(event, ev.RoundOpened) and self._rules is not None:
                self.table = Table(self._rules, self._house)
                self.table.state.round = event.number - 1
                return run[place:]
        return []

    def _round(self) -> str:
        return f"the table is in round {self.table.state.round if self.table else '?'}"

    # Money

    def _money(self, events: Sequence[ev.Event]) -> None:
        assert self._entry is not None
        try:
            if self.id <= records.CAGE:
                self.movements, self.results = self._books.movements(events), []
                return
            if any(isinstance(event, ev.RoundOpened) for event in events):
                self._began = self._entry.at
            self.movements, self.results = self._books.follow(
                events, self._entry.round, self._began
            )
        except KeyError as error:
            if self.table is not None:
                self.say("ledger", f"money moved at seat {error}, where nobody plays")
            self.movements = self.results = None

    # At the end

    def check_snapshot(self, data: bytes) -> Iterator[str]:
        """What is wrong with the snapshot after the entry just seen."""
        if self.table is None or not self.exact or self.seats is None:
            return
        shoe, position = self.shoes.place if self.shoes is not None else (0, 0)
        promise = self.shoes.promises.next if self.shoes is not None else None
        due: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode(
                {
                    "state": self.table.state, "seats": self.seats, "shoe": shoe,
                    "house": self.table.limits.house, "position": position,
                    "began": self._began, "paused": self.paused, "turn": self._turn,
                    "muted": self.muted, "promised": promise.number if promise else 0,
                    "seeds": promise.seeds if promise else {},
                }
            )
        )  # fmt: skip
        try:
            found = msgspec.json.decode(data, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield f"its snapshot cannot be read: {error}"
            return
        if msgspec.json.encode(found) != data:
            yield "its snapshot is written otherwise than a house writes one"
        found = {"promised": 0, "seeds": {}, "muted": False} | found  # earlier versions have none
        for name in sorted(found.keys() - due.keys()):
            yield f"its snapshot has {name!r}, which is nothing of a table's"
        if kept_by_an_earlier_version(found.get("state")):
            found["state"], due["state"] = map(in_both_versions, (found["state"], due["state"]))
        for name, value in due.items():
            if found.get(name) != value:
                differs = _differs(found.get(name), value)
                yield f"its snapshot has another {name} than the log gives: {differs}"


def check_cards(events: Sequence[ev.Event]) -> None:
    """Refuse cards that are none."""
    for event in events:
        card = getattr(event, "card", None)
        if card is not None and not 0 <= card < 52:
            raise ValueError(f"card = {card}: a card is 0 to 51")


def _name(event: ev.Event) -> str:
    return ev.logged_name(event)


def _differs(found: object, due: object) -> str:
    if isinstance(found, dict) and isinstance(due, dict):
        names = [name for name in due.keys() | found.keys() if found.get(name) != due.get(name)]
        return ", ".join(sorted(map(str, names)))
    return f"{found!r}, not {due!r}"
