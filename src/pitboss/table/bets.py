"""Side bets: what is known about a seat now, and which bets that decides.

Only what lies open on the felt counts as known: a hole card the engine has been told but nobody has
seen decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import CARD_VALUE
from pitboss.rules.compile import SECOND_SPLIT, TableBet, TableEvent, Tables
from pitboss.rules.facts import (
    EITHER,
    LOSE,
    NO,
    NO_TIE,
    TIE_NATURAL,
    UNKNOWN,
    WIN,
    YES,
    Fact,
    facts_of_deal,
)
from pitboss.rules.finishes import GIVEN_UP, finish_of, put_finish
from pitboss.rules.hands import FIRST_BUST, TOTAL
from pitboss.table import events as ev
from pitboss.table.choices import Choices
from pitboss.table.state import Seat, TableState

if TYPE_CHECKING:
    from pitboss.table.engine import Table

_LOSE = (1 << LOSE, 1 << NO_TIE)
_ANY_RESULT, _ANY_TIE = UNKNOWN[Fact.RESULT], UNKNOWN[Fact.TIE]
_UNDECIDED = (_ANY_RESULT, _ANY_TIE)
# The facts that play decides, as plain integers: these are looked up at every step of a round.
DEALER_NATURAL, DEALER_SUITED = int(Fact.DEALER_NATURAL), int(Fact.DEALER_SUITED)
RESULT, TIE = int(Fact.RESULT), int(Fact.TIE)


def dealer_natural(state: TableState) -> int:
    """What may still be true of the dealer having a natural."""
    if state.hole_up:
        return YES if state.natural else NO
    if state.peeked is not None:
        return YES if state.peeked else NO
    value = CARD_VALUE[state.upcard]
    return EITHER if value == 1 or value == 10 else NO


Settled = tuple[Seat, str, TableEvent]
"""Whose bet, which one, and what decided it."""
Known = tuple[int, ...]
"""What is known of the facts that one bet asks about."""
Asking = Callable[[list[int]], Known]
"""Takes those out of what is known of all facts."""
MOST_REMEMBERED = 4096


class BetEvents(dict[Known, TableEvent | None]):
    """What settles a side bet, by what is known, None while it is open; found out as it comes up.

    A table asks at every step of a round, mostly what it has asked before.
    """

    def __init__(self, bet: TableBet, asked: tuple[int, ...]) -> None:
        self._bet, self._asked = bet, asked

    def __missing__(self, known: Known) -> TableEvent | None:
        facts = list(UNKNOWN)
        for fact, values in zip(self._asked, known, strict=True):
            facts[fact] = values
        event = self._bet.decided(facts)
        if len(self) < MOST_REMEMBERED:
            self[known] = event
        return event


@lru_cache(maxsize=256)
def bet_events_of(tables: Tables) -> dict[str, tuple[Asking, BetEvents]]:
    """By side bet of a game: what it asks, and what settles it."""
    return {bet.id: _bet_events(bet) for bet in tables.bets}


def _bet_events(bet: TableBet) -> tuple[Asking, BetEvents]:
    asked = (RESULT, TIE, *bet.asked())  # two more, so that a getter always makes a tuple
    return itemgetter(*asked), BetEvents(bet, asked)


class OpenTable(NamedTuple):
    """As much of a table as tells what is known."""

    state: TableState
    tables: Tables
    choices: Choices


def first_hand(table: Table | OpenTable, seat: Seat, natural: int) -> tuple[int, int]:
    """Masks of the result and the tie of a seat's first hand."""
    state, hand = table.state, seat.hands[0]
    if hand.ended:
        return 1 << (WIN + hand.result - 1), 1 << NO_TIE
    if seat.natural:
        always = seat.even_money or table.tables.natural_first
        result = 4 if always or natural == 1 else 2 if natural == 2 else 6
        if natural == 3:
            return result, _ANY_TIE
        return result, 1 << (TIE_NATURAL if natural == 2 else NO_TIE)
    if natural == 2:
        return _LOSE
    if state.final < 0 or not hand.done:
        return _UNDECIDED
    total = TOTAL[hand.state]
    result = table.tables.outcome[total][state.final]
    return 1 << (WIN + result - 1), 1 << (total if total == TOTAL[state.dealer_state] else NO_TIE)


def known_facts(table: Table | OpenTable, seat: Seat) -> list[int]:
    """For every fact the mask of values still possible."""
    state, hand = table.state, seat.hands[0]
    first, second = seat.dealt
    original = state.original >> 2 if state.original >= 0 else None
    suited = YES if first & 3 == second & 3 else NO
    facts = [*facts_of_deal(original, state.upcard >> 2, first >> 2, second >> 2, suited)]
    natural = facts[DEALER_NATURAL] = dealer_natural(state)
    if state.hole_up:
        facts[DEALER_SUITED] = YES if state.upcard & 3 == state.hole & 3 else NO
    result, facts[TIE] = first_hand(table, seat, natural)
    facts[RESULT] = result
    terms = table.choices.terms[hand.terms]
    if hand.done or result != _ANY_RESULT or terms.doubled:
        given_up = hand.ended and hand.result < 0 and hand.state < FIRST_BUST
        finish = GIVEN_UP if given_up else finish_of(terms, hand.state, len(hand.cards))
        put_finish(facts, finish)
    return facts


def settle_after_deal(table: Table) -> None:
    """Settle what the deal decides; losers that are collected when others are paid last (PR-4)."""
    bets = table.limits.bets
    if bets:
        batch = _decided(table, reversed(table.state.seats))
        if len(batch) > 1:
            batch.sort(key=lambda settled: bets[settled[1]].collected_last and settled[2].pays < 0)
        _settle(table, batch)


def settle_decided(table: Table) -> None:
    """Settle every side bet the open cards decide, last seat first (PR-8)."""
    if table.limits.bets:
        _settle(table, _decided(table, reversed(table.state.seats)))


def _decided(table: Table, seats: Iterable[Seat]) -> list[Settled]:
    """Side bets of seats that the open cards decide."""
    bet_events, batch = table.bet_events, []
    for seat in seats:
        if seat.wagers:
            facts = known_facts(table, seat)
            for bet in seat.wagers:
                asking, events = bet_events[bet]
                event = events[asking(facts)]
                if event is not None:
                    batch.append((seat, bet, event))
    return batch


def settle_seat(table: Table, seat: Seat) -> None:
    """Settle what the end of a seat's hand decides."""
    _settle(table, _decided(table, [seat]))


def lose_on_second_split(table: Table, seat: Seat, hand: int) -> None:
    """A second split, of that hand, loses the bets that say so, unless the first decided them."""
    bets, facts = table.limits.bets, known_facts(table, seat)
    _settle(
        table,
        [
            (seat, bet, bets[bet].decided(facts) or SECOND_SPLIT)
            for bet in seat.wagers
            if bets[bet].lost_by_split(hand)
        ],
    )


def lost_by_another_hand(table: Table, seat: Seat, hand: int) -> list[str]:
    """Bets that splitting that hand now would lose."""
    bets = table.limits.bets
    return [bet for bet in seat.wagers if len(seat.hands) == 2 and bets[bet].lost_by_split(hand)]


def lost_if_given_up(table: Table, seat: Seat) -> list[str]:
    """Bets that giving up the first hand now would lose; the others come back."""
    facts = known_facts(table, seat)
    facts[RESULT], facts[TIE] = _LOSE
    put_finish(facts, GIVEN_UP)
    decided = [(bet, table.limits.bets[bet].decided(facts)) for bet in seat.wagers]
    return [bet for bet, event in decided if event is not None and event.pays < 0]


def _settle(table: Table, batch: list[Settled]) -> None:
    shares = _shares(table, batch) if table.limits.house.aggregate else None
    for seat, bet, event in batch:
        stake, pays = seat.wagers[bet], event.pays
        won = table.payout(stake, pays) if pays > 0 else 0
        if shares is not None:
            won = shares.pop(0)
        returned = stake + won if pays >= 0 else 0
        table.emit(ev.WagerSettled(seat.number, 0, bet, event.name, stake, returned))


def _shares(table: Table, batch: list[Settled]) -> list[int]:
    """What each is paid where a bet pays no more than so much in one round: in proportion."""
    house, paid = table.limits.house, dict(table.state.paid)
    wins = [(bet, table.payout(seat.wagers[bet], max(event.pays, 0))) for seat, bet, event in batch]
    due: dict[str, int] = {}
    for bet, won in wins:
        due[bet] = due.get(bet, 0) + won
    shares = []
    for bet, won in wins:
        share = won
        if bet in house.aggregate:
            left = house.aggregate[bet] - paid.get(bet, 0)
            if due[bet] > left:
                share = won * left // due[bet]
                share -= share % house.round_to
                due[bet] -= won
        paid[bet] = paid.get(bet, 0) + share
        shares.append(share)
    return shares
