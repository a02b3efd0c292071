"""The state of a table, changed by events and by nothing else.

`apply` is bookkeeping: it decides no rule, so a log can be folded into a state by anyone who knows
the course of the game's hands. How far the dealer is within a round is derived from the same facts
by `flow`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import msgspec

from pitboss.rules.course import NONE, Edge
from pitboss.rules.hands import AFTER, EMPTY, SOFT_21
from pitboss.rules.moves import definition
from pitboss.table import events as ev
from pitboss.table.choices import Choices, state_of

BETTING, DEALING, DEALT, CLOSING = 0, 1, 2, 9
"""Phases of a round, in order; kept tables store these numbers."""


Appliers = dict[type, Callable[["TableState", Any], None]]


@dataclass(slots=True)
class Hand:
    """One hand of a seat."""

    stakes: list[int]
    """Cents on it by opening wager; what is added in play is booked to the first."""
    cards: list[int] = field(default_factory=list)
    state: int = EMPTY
    """State of the hand automaton (`rules.hands`)."""
    terms: int = 0
    """What it may do, by number in the game's course (`rules.course`)."""
    marks: tuple[str, ...] = ()
    """What happened to it that a player should see at a glance."""
    offered: bool = False
    """The player is asked about the card just drawn."""
    awaits: bool = False
    """A card is due and has not come."""
    ended: str = ""
    """What ended it while the dealer's hand was open, as it is settled."""
    result: int = 0
    """How it ended then: 1 won, 0 pushed, -1 lost."""
    done: bool = False
    settled: bool = False

    def copy(self) -> Hand:
        """A hand that can be played on by itself."""
        twin = Hand(*_HAND_FIELDS(self))
        twin.stakes, twin.cards = self.stakes.copy(), self.cards.copy()
        return twin

    def returned_by(self, edge: Edge) -> int:
        """Which wager a move takes off the hand; the only one may be another than the first."""
        if self.stakes[edge.returns]:
            return edge.returns
        return next(wager for wager, cents in enumerate(self.stakes) if cents)


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
    """Drawn cards that left their hands in this round."""
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
        seat.hands = [Hand([stakes[bet] for bet in opening], [])]
        if len(stakes) > len(opening):
            seat.wagers = {bet: cents for bet, cents in stakes.items() if bet not in opening}


def _seat(s: TableState, number: int) -> Seat:
    seats = s.seats
    if seats and seats[0].number == number:  # the only one, where speed matters most
        return seats[0]
    for seat in seats:
        if seat.number == number:
            return seat
    raise KeyError(f"seat {number} is not in the round")


def _dealt(s: TableState, event: ev.CardDealt) -> None:
    card = event.card
    s.gone[card] += 1
    seats = s.seats
    seat = seats[0] if seats and seats[0].number == event.seat else _seat(s, event.seat)
    hand = seat.hands[event.hand]
    cards = hand.cards
    cards.append(card)
    hand.state = AFTER[hand.state][card]
    if s.phase == DEALING:
        s.dealt += 1
        if len(cards) == 2:
            seat.dealt = tuple(cards)
            seat.natural = hand.state == SOFT_21
    else:
        hand.awaits = False


def _upcard(s: TableState, event: ev.UpcardDealt) -> None:
    s.gone[event.card] += 1
    s.upcard = event.card
    s.dealt += 1


def _hole(s: TableState, event: ev.HoleCardDealt) -> None:
    s.dealt += 1
    s.phase = DEALT
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


def _moved(s: TableState, event: Any, choices: Choices) -> None:
    """A hand made a move: its stakes, its cards and its terms change as the course says."""
    seat = _seat(s, event.seat)
    hand = seat.hands[event.hand]
    edge = choices.made(hand.terms, type(event), hand.state, len(hand.cards))
    if edge is None:
        raise KeyError(f"seat {event.seat}: {type(event).__name__} is no move of this hand")
    hand.offered = False
    if edge.units or edge.returns != NONE:
        _move_chips(s, seat, hand, edge, event.cents)
    if edge.new_hand != NONE:
        _make_hand(s, seat, event, edge)
    elif edge.discards:
        s.racked.append(hand.cards.pop(edge.gives_up([card >> 2 for card in hand.cards])))
        hand.state = state_of(hand.cards)
    hand.awaits = edge.draws > 0
    if edge.next != NONE:
        if edge.next != hand.terms:
            hand.terms, hand.marks = edge.next, choices.terms[edge.next].marks
        return
    move, won = definition(edge.move), edge.pays[0]
    hand.done, hand.ended, hand.result = True, move.id, (won > 0) - (won < 0)
    hand.marks = (*hand.marks, move.done)


def _stood(s: TableState, event: ev.HandStood) -> None:
    _seat(s, event.seat).hands[event.hand].done = True


def _move_chips(s: TableState, seat: Seat, hand: Hand, edge: Edge, cents: int) -> None:
    """Chips come from the player, or go back to them; those for a new hand go there."""
    if edge.returns != NONE:
        hand.stakes[hand.returned_by(edge)] = 0
        cents = -cents
    elif edge.new_hand == NONE:
        hand.stakes[0] += cents
    s.players[seat.player] -= cents
    s.felt += cents


def _make_hand(s: TableState, seat: Seat, event: ev.HandSplit, edge: Edge) -> None:
    """The last card, and a wager new or moved, become a hand to the right."""
    old = seat.hands[event.hand]
    new = Hand([0] * len(s.opening), [old.cards.pop()], terms=edge.new_hand, awaits=edge.draws > 0)
    if edge.moves_wager != NONE:
        slot = edge.moves_wager
        old.stakes[slot], new.stakes[slot] = 0, old.stakes[slot]
    else:
        new.stakes[0] = event.cents
    old.state, new.state = state_of(old.cards), state_of(new.cards)
    seat.hands.insert(event.hand + 1, new)


def _asked(s: TableState, event: ev.ReplacementOffered) -> None:
    _seat(s, event.seat).hands[event.hand].offered = True


def _ended(s: TableState, event: ev.HandEnded) -> None:
    hand = _seat(s, event.seat).hands[event.hand]
    hand.done, hand.ended, hand.result = True, event.event, event.result


def _busted(s: TableState, event: ev.HandBusted) -> None:
    hand = _seat(s, event.seat).hands[event.hand]
    hand.done, hand.ended, hand.result = True, "bust", -1


def _turned(s: TableState, event: ev.HoleCardTurned) -> None:
    if not s.hole_seen:
        s.gone[event.card] += 1
        s.hole = event.card
        s.hole_seen = True
    s.hole_up = True
    s.dealer = [s.upcard, event.card]
    s.dealer_state = state = AFTER[AFTER[EMPTY][s.upcard]][event.card]
    s.natural = state == SOFT_21


def _drew(s: TableState, event: ev.DealerDrew) -> None:
    card = event.card
    s.gone[card] += 1
    s.dealer.append(card)
    s.dealer_state = AFTER[s.dealer_state][card]


def _finished(s: TableState, event: ev.DealerFinished) -> None:
    s.final = event.final


def _settled(s: TableState, event: ev.WagerSettled) -> None:
    seats, bet = s.seats, event.bet
    seat = seats[0] if seats and seats[0].number == event.seat else _seat(s, event.seat)
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
    stake, returned = event.stake, event.returned
    s.players[seat.player] += returned
    s.felt -= stake
    s.house += stake - returned


def _round_closed(s: TableState, event: ev.RoundClosed) -> None:  # noqa: ARG001
    s.phase = CLOSING


_APPLY: Appliers = {
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
    ev.ReplacementOffered: _asked,
    ev.HandStood: _stood,
    ev.HandBusted: _busted,
    ev.HandEnded: _ended,
    ev.HoleCardTurned: _turned,
    ev.DealerDrew: _drew,
    ev.DealerFinished: _finished,
    ev.WagerSettled: _settled,
    ev.RoundClosed: _round_closed,
}


def apply_with(choices: Choices) -> Appliers:
    """By kind of event: what brings a state up to date with it; moves follow the game's course."""
    terms, after_a_hit = choices.terms, choices.after_a_hit

    def moved(state: TableState, event: Any) -> None:
        _moved(state, event, choices)

    def hit(state: TableState, event: ev.HitTaken) -> None:  # the same as `moved`, and frequent
        hand = _seat(state, event.seat).hands[event.hand]
        hand.awaits = True
        after = after_a_hit[hand.terms]
        if after != hand.terms:
            if after == NONE:
                raise KeyError(f"seat {event.seat}: this hand cannot be hit")
            hand.terms, hand.marks = after, terms[after].marks

    return dict.fromkeys(ev.MOVE_OF, moved) | _APPLY | {ev.HitTaken: hit}


# Between rounds tables are kept with the hands of the last one. Version 0.2 had a field for each
# thing that can become of a hand, where there are terms now; all of it is over by then.
_LATER = {"terms", "marks", "ended", "result"}
_IN_BOTH = {item.name for item in dataclasses.fields(Hand)} - _LATER


def kept_by_an_earlier_version(state: Any) -> bool:
    """Whether a state, as plain values, has hands as version 0.2 kept them."""
    return any(set(hand) > _IN_BOTH and _LATER.isdisjoint(hand) for hand in _plain_hands(state))


def in_both_versions(state: Any) -> Any:
    """A state as plain values, its hands without what only one version has."""
    for hand in _plain_hands(state):
        for name in set(hand) - _IN_BOTH:
            del hand[name]
    return state


def _plain_hands(state: Any) -> Iterator[dict[str, Any]]:
    """Hands in a state that was read from somewhere; it may be anything."""
    seats = state.get("seats") if isinstance(state, dict) else None
    for seat in seats if isinstance(seats, list) else ():
        hands = seat.get("hands") if isinstance(seat, dict) else None
        yield from (hand for hand in hands or () if isinstance(hand, dict))
