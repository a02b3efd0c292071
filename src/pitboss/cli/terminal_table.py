"""A table in the terminal: its cards, its money, and the log it can be resumed from."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from pitboss.rules.approval import standing
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, changed_since
from pitboss.rules.limits import House, dollars
from pitboss.rules.spoken import sentence
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table import log as logs
from pitboss.table.actions import Action, CloseWagers, PlaceWagers, Shuffle
from pitboss.table.engine import IllegalAction
from pitboss.table.narrator import Narrator
from pitboss.table.shoe import Script, Shoe, ShoeEmpty, deal_on, prepare
from pitboss.table.state import TableState, apply_with

YOU = "you"


class Setup(msgspec.Struct, kw_only=True):
    """What a sitting starts from; kept in the log's header so that it can be resumed."""

    bankroll: int
    stakes: dict[str, int]
    seats: int
    seed: str | None = None
    cards: list[int] | None = None
    follow: bool = False


class TerminalTable:
    """A table somebody sits at."""

    def __init__(self, game: Game, rules: Rules, house: House, setup: Setup, path: Path) -> None:
        self.game, self.rules, self.setup, self.path = game, rules, setup, path
        self.table = Table(rules, house)
        self.narrator = Narrator(game, rules)
        self.captions: list[str] = []
        self.reasons: list[str] = []
        """Why wagers of the last round were settled as they were."""
        self.shoe = _shoe(rules, house, setup)
        self.writer: logs.LogWriter | None = None
        self.events: list[ev.Event] = []
        """Everything that happened, as it was written down."""
        self.notice = ""
        """What is to be known before going on."""

    @classmethod
    def resume(cls, game: Game, path: Path) -> TerminalTable:
        """Go on where a log stops; every event in it is derived again first."""
        writer, header, events = logs.LogWriter.reopen(path)
        if header.game != game.id:
            raise logs.LogError(f"{path.name}: it is a log of {header.game}, not of {game.id}")
        table = logs.replay(header, events)
        try:
            setup = msgspec.convert(header.notes, Setup)
        except msgspec.ValidationError:
            raise logs.LogError(f"{path.name}: it was not written by `play`") from None
        if table.state.seats:
            setup.seats = len(table.state.seats)
            setup.stakes = dict(table.state.seats[0].stakes)
        found = cls(game, table.rules, header.house, setup, path)
        found.table, found.writer = table, writer
        found.events = events
        for event in events:
            found._narrate(event)
        found._follow_shoe(events)
        found._keep(table.take_events()[len(events) :])  # the rest of what the last action caused
        changes = changed_since(game, table.rules)
        if changes:
            found.notice = (
                f"{game.origin} has changed since this sitting began, which goes on by its old "
                f"rules; a new one would have {'; '.join(changes)}"
            )
        return found

    @property
    def bankroll(self) -> int:
        """Cents in front of you, wagers on the felt not counted."""
        return self.setup.bankroll + self.table.state.players.get(YOU, 0)

    def open_round(self) -> None:
        """Shuffle if need be, put the wagers down on every seat, and close them."""
        total = sum(self.setup.stakes.values()) * self.setup.seats
        if total > self.bankroll:
            raise IllegalAction(
                f"wagers = {dollars(total)} in all: stake at most your bankroll, "
                f"{dollars(self.bankroll)}"
            )
        self.table.limits.check(self.setup.stakes)
        if self.shoe is not None:
            prepare(self.table, self.shoe)
        elif self.table.limits.house.shoe == "csm":
            self.shuffled()
        for seat in range(1, self.setup.seats + 1):
            self.table.do(PlaceWagers(seat, YOU, self.setup.stakes))
        self.table.do(CloseWagers())
        self.deal_on()

    def do(self, action: Action) -> None:
        """Do an action and deal on."""
        self.table.do(action)
        self.deal_on()

    def deal_on(self) -> None:
        """Deal what the shoe can deal, then write down and narrate everything new."""
        try:
            if self.shoe is not None:
                deal_on(self.table, self.shoe)
        except IllegalAction as error:
            raise ShoeEmpty(f"the next card cannot be dealt: {error}") from None
        finally:
            self.record()

    def shuffled(self) -> None:
        """The shoe of a table that is followed was shuffled."""
        self.table.do(Shuffle())
        self.record()

    def record(self) -> None:
        """Append what happened since the last time to the log, and to the captions."""
        self._keep(self.table.take_events())

    def _keep(self, fresh: list[ev.Event]) -> None:
        self.events += fresh
        for event in fresh:
            self._narrate(event)
        if self.writer is None:
            notes = msgspec.to_builtins(self.setup)
            said = standing(self.game, self.rules).says
            header = logs.header_of(self.table, self.game.id, notes=notes, approval=said)
            self.writer = logs.LogWriter.create(self.path, header)
        self.writer.append(fresh)

    def _narrate(self, event: ev.Event) -> None:
        """What the dealer does and says, kept for the table's last lines."""
        caption = self.narrator.tell(event)
        if isinstance(event, ev.RoundOpened):
            self.reasons.clear()
        elif isinstance(event, ev.WagerSettled):
            seat = f"seat {event.seat} " if len(self.table.state.seats) > 1 else ""
            reason = f"{seat}{self.narrator.names[event.bet]}: {caption.why}"
            self.reasons += [sentence(reason)] * (sentence(reason) not in self.reasons)
        said = f'"{caption.says}"' if caption.says else ""
        practice = f"({caption.practice})" if caption.practice else ""
        self.captions.append(" ".join(filter(None, (caption.does, said, practice))))

    def _follow_shoe(self, events: list[ev.Event]) -> None:
        """Bring the shoe to where the log left it."""
        if isinstance(self.shoe, Script):
            self.shoe.position = sum(1 for event in events if logs.card_of(event) is not None)
        elif self.setup.seed is not None and self.shoe is not None:
            _redraw(self.shoe, self.table, self.rules, events)
        elif self.shoe is not None:
            self.shoe.without(self.table.state.gone)


def _shoe(rules: Rules, house: House, setup: Setup) -> Shoe | Script | None:
    if setup.follow:
        return None
    if setup.cards is not None:
        return Script(setup.cards)
    return Shoe(
        rules.shoe.decks,
        seed=setup.seed,
        penetration=house.penetration or rules.shoe.penetration,
        burn=rules.shoe.burn,
        continuous=house.shoe == "csm",
    )


def _redraw(shoe: Shoe, table: Table, rules: Rules, events: list[ev.Event]) -> None:
    """Draw a seeded shoe's cards again; they must be the ones in the log."""
    seen, apply = TableState(rules.wagers.opening), apply_with(table.choices)
    for event in events:
        if isinstance(event, ev.ShoeShuffled):
            if event.ran_out:
                shoe.reshuffle(seen.cards_of_round())
            else:
                shoe.shuffle()
        card = logs.card_of(event)
        if card is not None and shoe.draw() != card:
            raise RulesError(
                "the log was not dealt from the seed in its header; it cannot be resumed"
            )
        apply[type(event)](seen, event)


def default_path(game: Game) -> Path:
    """Where a sitting of this game is kept unless a file is named."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "pitboss" / f"{game.id}.log"
