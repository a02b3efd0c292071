"""The state of a table, changed by events and by nothing else.

`apply` is bookkeeping: it decides no rule, so a log can be folded into a state by anyone. What the
engine remembers beside it (`phase`) is derived from the same facts by `flow`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import msgspec

from pitboss.cards import CARD_VALUE
from pitboss.rules.hands import EMPTY, NEXT, SOFT_21
from pitboss.table import events as ev

BETTING, DEALING, UPCARD, EARLY, INSURING, PEEKING, PEEKED, PLAYING, DEALER, CLOSING = range(10)
"""Phases of a round, in order."""


@dataclass(slots=True)
class Hand:
    """One hand of a seat."""

    stakes: list[int]
    """Cents on it by opening wager; doubles and paid splits are booked to the first."""
    cards: list[int] = field(default_factory=list)
    state: int = EMPTY
    """State of the hand automaton (`rules.hands`)."""
    split: bool = False
    aces: bool = False
    """Made by splitting aces."""
    doubled: bool = False
    taken: bool = False
    """A wager was taken back."""
    burned: bool = False
    """Its one replacement was used."""
    offered: bool = False
    """A replacement is on offer now."""
    kept: int = 0
    """How many cards it had when a replacement was last refused."""
    awaits: bool = False
    """A card was asked for and has not come."""
    surrendered: bool = False
    done: bool = False
    settled: bool = False

    def copy(self) -> Hand:
        """A hand that can be played on by itself."""
        twin = Hand(*_HAND_FIELDS(self))
        twin.stakes, twin.cards = self.stakes.copy(), self.cards.copy()
        return twin


@dataclass(slots=True)
class Seat:
    """A seat in the round: who plays it, what stands beside the hand, and the hands."""

    number: int
    player: str
    stakes: dict[str, int] = field(default_factory=dict)
    """Everything staked before the deal, by bet."""
    wagers: dict[str, int] = field(default_factory=dict)
    """Side bets still on the felt."""
    hands: list[Hand] = field(default_factory=list)
    dealt: tuple[int, ...] = ()
    """The first two cards, whatever became of them."""
    natural: bool = False
    insurance: int = 0
    answered: bool = False
    """Whether the seat has answered the offer of insurance."""
    even_money: bool = False

    def copy(self) -> Seat:
        """A seat that can be played on by itself."""
        twin = Seat(*_SEAT_FIELDS(self))
        twin.stakes, twin.wagers = self.stakes.copy(), self.wagers.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        return twin


@dataclass(slots=True)
class TableState:
    """Everything that is true at a table now."""

    opening: tuple[str, ...]
    """Ids of the opening wagers, in the order of a hand's stakes."""
    round: int = 0
    phase: int = CLOSING
    gone: list[int] = field(default_factory=lambda: [0] * 52)
    """How often each card has left the shoe since it was shuffled."""
    unplayed: bool = True
    """Whether no round was dealt from this shoe yet."""
    players: dict[str, int] = field(default_factory=dict)
    """Cents each player is up or down, wagers on the felt counted as spent."""
    felt: int = 0
    house: int = 0

    seats: list[Seat] = field(default_factory=list)
    dealt: int = 0
    """Cards of the initial deal that are out."""
    upcard: int = -1
    original: int = -1
    """The upcard that was set aside, if one was."""
    set_aside: bool = False
    """Whether it still lies on the felt."""
    hole: int = -1
    hole_seen: bool = False
    """Whether the engine has been told the hole card."""
    hole_up: bool = False
    dealer: list[int] = field(default_factory=list)
    """The dealer's open cards once the hole card is turned."""
    dealer_state: int = EMPTY
    natural: bool = False
    """Whether the open dealer hand is a natural."""
    insurance: int = 0
    """0 not offered, 1 open, 2 closed."""
    peeked: bool | None = None
    final: int = -1
    """Index of the dealer's final among the game's, once the hand is made."""
    racked: list[int] = field(default_factory=list)
    """Drawn cards that were burned in this round."""
    paid: dict[str, int] = field(default_factory=dict)
    """Cents won on each side bet this round, for aggregate caps."""

    def clear_felt(self) -> None:
        """Forget the last round."""
        self.seats, self.dealer, self.racked, self.paid = [], [], [], {}
        self.upcard = self.original = self.hole = self.final = -1
        self.set_aside = self.hole_seen = self.hole_up = self.natural = False
        self.dealt = self.insurance = 0
        self.dealer_state = EMPTY
        self.peeked = None

    def copy(self) -> TableState:
        """A state that can be played on by itself."""
        twin = TableState(*_STATE_FIELDS(self))
        twin.gone, twin.players = self.gone.copy(), self.players.copy()
        twin.seats = [seat.copy() for seat in self.seats]
        twin.dealer, twin.racked, twin.paid = (
            self.dealer.copy(), self.racked.copy(), self.paid.copy(),
        )  # fmt: skip
        return twin

    def seat(self, number: int) -> Seat | None:
        """The seat with this number, if it is in the round."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    def cards_of_round(self) -> list[int]:
        """Every known card this round has used, racked or not; none can come again in it."""
        used = [card for seat in self.seats for hand in seat.hands for card in hand.cards]
        used += self.dealer if self.hole_up else [c for c in (self.upcard, self.hole) if c >= 0]
        return used + self.racked + [self.original] * (self.original >= 0)

    def apply(self, event: Any) -> None:
        """Bring the state up to date with one event."""
        APPLY[type(event)](self, event)

    def snapshot(self) -> dict[str, Any]:
        """Everything as plain values, for comparing two states."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


# Enumerating every course of a round copies states by the million; `dataclasses.replace` is slow.
_HAND_FIELDS, _SEAT_FIELDS, _STATE_FIELDS = (
    attrgetter(*(item.name for item in dataclasses.fields(kind)))
    for kind in (Hand, Seat, TableState)
)


def _shuffled(s: TableState, event: ev.ShoeShuffled) -> None:
    s.gone = [0] * 52
    s.unplayed = not event.ran_out
    if event.ran_out:
        for card in s.cards_of_round():
            s.gone[card] += 1


def _top_burned(s: TableState, event: ev.TopCardBurned) -> None:
    if event.card is not None:
        s.gone[event.card] += 1


def _opened(s: TableState, event: ev.RoundOpened) -> None:
    s.round = event.number
    s.clear_felt()
    s.phase = BETTING


def _placed(s: TableState, event: ev.WagerPlaced) -> None:
    seat = s.seat(event.seat)
    if seat is None:
        seat = Seat(event.seat, event.player)
        s.seats.append(seat)
        if len(s.seats) > 1:
            s.seats.sort(key=_number)
    seat.player = event.player
    seat.stakes[event.bet] = event.cents
    s.players[event.player] = s.players.get(event.player, 0) - event.cents
    s.felt += event.cents


def _number(seat: Seat) -> int:
    return seat.number


def _withdrawn(s: TableState, event: ev.WagerWithdrawn) -> None:
    seat = _seat(s, event.seat)
    del seat.stakes[event.bet]
    s.players[seat.player] += event.cents
    s.felt -= event.cents
    if not seat.stakes:
        s.seats.remove(seat)


def _closed(s: TableState, event: ev.WagersClosed) -> None:  # noqa: ARG001
    s.phase = DEALING
    s.unplayed = False
    opening = s.opening
    for seat in s.seats:
        stakes = seat.stakes
        seat.hands = [Hand([stakes[bet] for bet in opening])]
        if len(stakes) > len(opening):
            seat.wagers = {bet: cents for bet, cents in stakes.items() if bet not in opening}


def _seat(s: TableState, number: int) -> Seat:
    for seat in s.seats:
        if seat.number == number:
            return seat
    raise KeyError(f"seat {number} is not in the round")


def _dealt(s: TableState, event: ev.CardDealt) -> None:
    card = event.card
    s.gone[card] += 1
    seat = _seat(s, event.seat)
    hand = seat.hands[event.hand]
    hand.cards.append(card)
    hand.state = NEXT[hand.state][CARD_VALUE[card]]
    if s.phase == DEALING:
        s.dealt += 1
        if len(hand.cards) == 2:
            seat.dealt = tuple(hand.cards)
            seat.natural = hand.state == SOFT_21
    else:
        hand.awaits = False


def _upcard(s: TableState, event: ev.UpcardDealt) -> None:
    s.gone[event.card] += 1
    s.upcard = event.card
    s.dealt += 1


def _hole(s: TableState, event: ev.HoleCardDealt) -> None:
    s.dealt += 1
    s.phase = UPCARD
    if event.card is not None:
        s.gone[event.card] += 1
        s.hole = event.card
        s.hole_seen = True


def _set_aside(s: TableState, event: ev.UpcardSetAside) -> None:
    s.original = event.card
    s.set_aside = True
    s.upcard = -1


def _replaced(s: TableState, event: ev.UpcardReplaced) -> None:
    s.gone[event.card] += 1
    s.upcard = event.card


def _discarded(s: TableState, event: ev.SetAsideDiscarded) -> None:  # noqa: ARG001
    s.set_aside = False


def _offered(s: TableState, event: ev.InsuranceOffered) -> None:  # noqa: ARG001
    s.insurance = 1


def _insured(s: TableState, event: ev.InsuranceTaken) -> None:
    seat = _seat(s, event.seat)
    seat.insurance = event.cents
    seat.answered = True
    s.players[seat.player] -= event.cents
    s.felt += event.cents


def _declined(s: TableState, event: ev.InsuranceDeclined) -> None:
    _seat(s, event.seat).answered = True


def _even_money(s: TableState, event: ev.EvenMoneyTaken) -> None:
    seat = _seat(s, event.seat)
    seat.answered = seat.even_money = True


def _insurance_closed(s: TableState, event: ev.InsuranceClosed) -> None:  # noqa: ARG001
    s.insurance = 2


def _peeked(s: TableState, event: ev.DealerPeeked) -> None:
    s.peeked = event.natural


def _hit(s: TableState, event: ev.HitTaken) -> None:
    _seat(s, event.seat).hands[event.hand].awaits = True


def _stood(s: TableState, event: ev.HandStood) -> None:
    _seat(s, event.seat).hands[event.hand].done = True


def _doubled(s: TableState, event: ev.HandDoubled) -> None:
    seat = _seat(s, event.seat)
    hand = seat.hands[event.hand]
    hand.doubled = hand.awaits = True
    hand.stakes[0] += event.cents
    s.players[seat.player] -= event.cents
    s.felt += event.cents


def _split(s: TableState, event: ev.HandSplit) -> None:
    seat = _seat(s, event.seat)
    old = seat.hands[event.hand]
    new = Hand([0] * len(s.opening))
    if event.moved:
        old.stakes[1], new.stakes[1] = 0, old.stakes[1]
    else:
        new.stakes[0] = event.cents
        s.players[seat.player] -= event.cents
        s.felt += event.cents
    new.cards = [old.cards.pop()]
    for hand in (old, new):
        hand.state = NEXT[EMPTY][CARD_VALUE[hand.cards[0]]]
        hand.split = True
        hand.aces = CARD_VALUE[hand.cards[0]] == 1
        hand.burned = False
        hand.kept = 0
    seat.hands.insert(event.hand + 1, new)


def _surrendered(s: TableState, event: ev.HandSurrendered) -> None:
    hand = _seat(s, event.seat).hands[event.hand]
    hand.surrendered = hand.done = True


def _taken_back(s: TableState, event: ev.WagerTakenBack) -> None:
    seat = _seat(s, event.seat)
    hand = seat.hands[event.hand]
    hand.taken = True
    hand.stakes[s.opening.index(event.bet)] = 0
    s.players[seat.player] += event.cents
    s.felt -= event.cents


def _burn_offered(s: TableState, event: ev.ReplacementOffered) -> None:
    _seat(s, event.seat).hands[event.hand].offered = True


def _burned(s: TableState, event: ev.CardBurned) -> None:
    hand = _seat(s, event.seat).hands[event.hand]
    s.racked.append(hand.cards.pop())
    state = EMPTY
    for card in hand.cards:
        state = NEXT[state][CARD_VALUE[card]]
    hand.state = state
    hand.offered = False
    hand.burned = hand.awaits = True


def _kept(s: TableState, event: ev.CardKept) -> None:
    hand = _seat(s, event.seat).hands[event.hand]
    hand.offered = False
    hand.kept = len(hand.cards)


def _busted(s: TableState, event: ev.HandBusted) -> None:
    _seat(s, event.seat).hands[event.hand].done = True


def _turned(s: TableState, event: ev.HoleCardTurned) -> None:
    if not s.hole_seen:
        s.gone[event.card] += 1
        s.hole = event.card
        s.hole_seen = True
    s.hole_up = True
    s.dealer = [s.upcard, event.card]
    state = NEXT[NEXT[EMPTY][CARD_VALUE[s.upcard]]][CARD_VALUE[event.card]]
    s.dealer_state = state
    s.natural = state == SOFT_21


def _drew(s: TableState, event: ev.DealerDrew) -> None:
    card = event.card
    s.gone[card] += 1
    s.dealer.append(card)
    s.dealer_state = NEXT[s.dealer_state][CARD_VALUE[card]]


def _finished(s: TableState, event: ev.DealerFinished) -> None:
    s.final = event.final


def _settled(s: TableState, event: ev.WagerSettled) -> None:
    seat = _seat(s, event.seat)
    bet = event.bet
    if bet in seat.wagers:
        del seat.wagers[bet]
        if event.returned > event.stake:
            s.paid[bet] = s.paid.get(bet, 0) + event.returned - event.stake
    elif bet == "insurance":
        seat.insurance = 0
    else:
        hand = seat.hands[event.hand]
        stakes = hand.stakes
        stakes[s.opening.index(bet)] = 0
        if not any(stakes):
            hand.settled = hand.done = True
    s.players[seat.player] += event.returned
    s.felt -= event.stake
    s.house += event.stake - event.returned


def _round_closed(s: TableState, event: ev.RoundClosed) -> None:  # noqa: ARG001
    s.phase = CLOSING


APPLY: dict[type, Callable[[TableState, Any], None]] = {
    ev.ShoeShuffled: _shuffled,
    ev.TopCardBurned: _top_burned,
    ev.RoundOpened: _opened,
    ev.WagerPlaced: _placed,
    ev.WagerWithdrawn: _withdrawn,
    ev.WagersClosed: _closed,
    ev.CardDealt: _dealt,
    ev.UpcardDealt: _upcard,
    ev.HoleCardDealt: _hole,
    ev.UpcardSetAside: _set_aside,
    ev.UpcardReplaced: _replaced,
    ev.SetAsideDiscarded: _discarded,
    ev.InsuranceOffered: _offered,
    ev.InsuranceTaken: _insured,
    ev.InsuranceDeclined: _declined,
    ev.EvenMoneyTaken: _even_money,
    ev.InsuranceClosed: _insurance_closed,
    ev.DealerPeeked: _peeked,
    ev.HitTaken: _hit,
    ev.HandStood: _stood,
    ev.HandDoubled: _doubled,
    ev.HandSplit: _split,
    ev.HandSurrendered: _surrendered,
    ev.WagerTakenBack: _taken_back,
    ev.ReplacementOffered: _burn_offered,
    ev.CardBurned: _burned,
    ev.CardKept: _kept,
    ev.HandBusted: _busted,
    ev.HoleCardTurned: _turned,
    ev.DealerDrew: _drew,
    ev.DealerFinished: _finished,
    ev.WagerSettled: _settled,
    ev.RoundClosed: _round_closed,
}
