"""Scripted rounds for tests: cards in shoe order, moves in the order the table asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pitboss import cards as card_names
from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House, Limits
from pitboss.rules.sign import sign_text, table_sign
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want

E = TypeVar("E", bound=ev.Event)

DESIGNS = Path(__file__).with_name("designs")
"""Games that tests play and nobody deals: each shows a mechanic that no built-in game has."""
UNIT = 1000
"""The main wager of a scripted round unless it says otherwise: $10."""


class Round:
    """A table on which cards and moves were played as far as they reach."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.legal: list[tuple[str, ...]] = []
        """What could be chosen at each decision that came up, the open one included."""

    @property
    def events(self) -> Sequence[ev.Event]:
        return self.table.log

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.table.log if isinstance(event, kind)]

    def net(self, bet: str | None = None, seat: int = 1) -> int:
        """Cents a seat won or lost on a bet (on everything if none is named), from the events."""
        total = 0
        for event in self.table.log:
            change, on = _change(event, seat)
            if bet is None or on == bet:
                total += change
        return total

    def over(self) -> bool:
        """Whether the round was settled and the cards collected."""
        return bool(self.of(ev.RoundClosed))

    def settled(self, bet: str, seat: int = 1) -> list[tuple[str, int]]:
        """(event, net cents) of each settlement of a bet, in order."""
        return [
            (event.event, event.returned - event.stake)
            for event in self.of(ev.WagerSettled)
            if event.bet == bet and event.seat == seat
        ]

    def order(self, *kinds: type[ev.Event]) -> list[str]:
        """What logs call the events of these kinds, in the order they happened."""
        return [ev.logged_name(event) for event in self.table.log if isinstance(event, kinds)]

    def why_not(self, action: act.Action) -> str:
        """The sentence an action is refused with; fails if it is allowed."""
        before = self.table.state.snapshot(), len(self.table.log)
        try:
            self.table.do(action)
        except IllegalAction as error:
            assert before == (self.table.state.snapshot(), len(self.table.log))
            return str(error)
        raise AssertionError(f"{action} was accepted")


def _change(event: ev.Event, seat: int) -> tuple[int, str]:
    if getattr(event, "seat", seat) != seat:
        return 0, ""
    match event:
        case ev.WagerPlaced(bet=bet, cents=cents):
            return -cents, bet
        case ev.WagerWithdrawn(bet=bet, cents=cents) | ev.WagerReturned(bet=bet, cents=cents):
            return cents, bet
        case ev.InsuranceTaken(cents=cents):
            return -cents, "insurance"
        case ev.HandDoubled(cents=cents) | ev.HandSplit(cents=cents):
            return -cents, "main"
        case ev.WagerSettled(bet=bet, returned=cents):
            return cents, bet
    return 0, ""


def find(game: str) -> Game:
    """A built-in game by its id, or a design by the name of its file."""
    return games.find(str(DESIGNS / game) if game.endswith(".toml") else game)


def play(
    game: str,
    cards: str,
    moves: str = "",
    *,
    bets: Mapping[str, int] | None = None,
    main: int = UNIT,
    seats: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    paytable: int | None = None,
    house: House | None = None,
) -> Round:
    """Play a round: `cards` in the order they leave the shoe, `moves` separated by spaces.

    Every seat stakes `main` on each opening wager and `bets` beside it. Moves go to whichever seat
    the table asks, by their ids, and for insurance decline, even-money, insure (the maximum) or
    insure:CENTS. The round stops where cards or moves run out.
    """
    definition = find(game)
    families = definition.paytables()
    rules = definition.rules(options, dict.fromkeys(families, paytable) if paytable else None)
    table = Table(rules, house)
    round_ = Round(table)
    staked = {**dict.fromkeys(rules.wagers.opening, main), **(bets or {})}
    for seat in range(1, seats + 1):
        table.do(act.PlaceWagers(seat, f"player {seat}", dict(staked)))
    table.do(act.CloseWagers())
    deck = card_names.parse_all(cards)
    script = moves.split()
    while table.want != Want.WAGERS:
        if table.wants_card:
            if not deck:
                break
            table.deal(deck.pop(0))
            continue
        round_.legal.append(_open_choices(table))
        if not script:
            break
        table.do(_action(table, script.pop(0)))
    assert not script, f"moves left over: {script}; the table waits: {table.waiting()}"
    assert not deck, f"cards left over: {[card_names.name(card) for card in deck]}"
    return round_


def _open_choices(table: Table) -> tuple[str, ...]:
    if table.want == Want.DECISION:
        return tuple(table.legal_names())
    seat = table.insurance_seats()[0]
    even = ("even-money",) if table.can(act.TakeEvenMoney(seat)) else ()
    return ("insure", "decline", *even)


def _action(table: Table, move: str) -> act.Action:
    if table.want == Want.DECISION:
        return act.move(table.seat.number, move)
    seat = table.insurance_seats()[0]
    if move == "decline":
        return act.DeclineInsurance(seat)
    if move == "even-money":
        return act.TakeEvenMoney(seat)
    name, _, cents = move.partition(":")
    assert name == "insure", f"{move!r} is no answer to insurance"
    return act.Insure(seat, int(cents) if cents else table.insurance_limit(seat))


def sign(
    game: str = "blackjack", house: House | None = None, *, table: int | None = None,
    options: dict[str, OptionValue] | None = None,
) -> list[str]:  # fmt: skip
    """The lines of a table's sign."""
    found = games.find(game)
    chosen = dict.fromkeys(found.paytables(), table) if table else None
    rules = found.rules(options, chosen)
    return sign_text(table_sign(found, rules, Limits(compile_rules(rules), house)))
