"""Side bets: what is known about a seat now, and which bets that decides.

Only what lies open on the felt counts as known: a hole card the engine has been told but nobody has
seen decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import CARD_VALUE
from pitboss.rules.compile import SECOND_SPLIT, TableEvent
from pitboss.rules.facts import (
    LOSE,
    NO_PAIR,
    NO_TIE,
    TIE_NATURAL,
    UNKNOWN,
    WIN,
    Fact,
)
from pitboss.rules.hands import TOTAL, hand_state
from pitboss.table import events as ev
from pitboss.table.state import Seat, TableState

if TYPE_CHECKING:
    from pitboss.table.engine import Table

_LOSE = (1 << LOSE, 1 << NO_TIE)
_UNDECIDED = (UNKNOWN[Fact.RESULT], UNKNOWN[Fact.TIE])


def dealer_natural(state: TableState) -> int:
    """Mask of what may still be true: 1 no natural, 2 a natural, 3 not known."""
    if state.hole_up:
        return 2 if state.natural else 1
    if state.peeked is not None:
        return 2 if state.peeked else 1
    value = CARD_VALUE[state.upcard]
    return 3 if value == 1 or value == 10 else 1


def first_hand(table: Table, seat: Seat, natural: int) -> tuple[int, int]:
    """Masks of the result and the tie of a seat's first hand."""
    state, hand = table.state, seat.hands[0]
    if hand.ended:
        return 1 << (WIN + hand.result - 1), 1 << NO_TIE
    if seat.natural:
        always = seat.even_money or table.tables.natural_first
        result = 4 if always or natural == 1 else 2 if natural == 2 else 6
        if natural == 3:
            return result, UNKNOWN[Fact.TIE]
        return result, 1 << (TIE_NATURAL if natural == 2 else NO_TIE)
    if natural == 2:
        return _LOSE
    if state.final < 0 or not hand.done:
        return _UNDECIDED
    total = TOTAL[hand.state]
    result = table.tables.outcome[total][state.final]
    return 1 << (WIN + result - 1), 1 << (total if total == TOTAL[state.dealer_state] else NO_TIE)


def known_facts(table: Table, seat: Seat) -> list[int]:
    """For every fact the mask of values still possible."""
    state, hand = table.state, seat.hands[0]
    first, second = seat.dealt
    rank = first >> 2
    pair = rank if rank == second >> 2 else NO_PAIR
    upcard = state.upcard >> 2
    natural = dealer_natural(state)
    result, tie = first_hand(table, seat, natural)
    suited = 3
    if state.hole_up:
        suited = 2 if state.upcard & 3 == state.hole & 3 else 1
    return [
        1 << (state.original >> 2 if state.original >= 0 else upcard),
        1 << upcard,
        2 if state.original >= 0 else 1,
        natural,
        suited,
        1 << hand_state((CARD_VALUE[first], CARD_VALUE[second])),
        2 if first & 3 == second & 3 else 1,
        1 << pair,
        2 if pair == upcard else 1,
        result,
        tie,
        2
        if table.choices.terms[hand.terms].doubled
        else 1
        if hand.done or result != UNKNOWN[Fact.RESULT]
        else 3,
    ]


def settle_decided(table: Table) -> None:
    """Settle every side bet the open cards decide, last seat first (PR-8)."""
    bets = table.limits.bets
    if not bets:
        return
    batch: list[tuple[Seat, str, TableEvent]] = []
    for seat in reversed(table.state.seats):
        if seat.wagers:
            facts = known_facts(table, seat)
            for bet in seat.wagers:
                event = bets[bet].decided(facts)
                if event is not None:
                    batch.append((seat, bet, event))
    if batch:
        _settle(table, batch)


def settle_seat(table: Table, seat: Seat) -> None:
    """Settle what the end of a seat's hand decides."""
    if seat.wagers:
        facts = known_facts(table, seat)
        bets = table.limits.bets
        decisions = [(seat, bet, bets[bet].decided(facts)) for bet in seat.wagers]
        _settle(table, [(seat, bet, event) for seat, bet, event in decisions if event is not None])


def lose_on_second_split(table: Table, seat: Seat) -> None:
    """A second split loses the bets that say so, unless the first hand has decided them."""
    bets, facts = table.limits.bets, known_facts(table, seat)
    _settle(
        table,
        [
            (seat, bet, bets[bet].decided(facts) or SECOND_SPLIT)
            for bet in seat.wagers
            if bets[bet].lost_on_second_split
        ],
    )


def _settle(table: Table, batch: list[tuple[Seat, str, TableEvent]]) -> None:
    caps = table.limits.house.aggregate
    due: dict[str, int] = {}
    if caps:
        for seat, bet, event in batch:
            due[bet] = due.get(bet, 0) + _won(table, seat.wagers[bet], event)
    for seat, bet, event in batch:
        stake = seat.wagers[bet]
        won = _won(table, stake, event)
        if bet in caps and won > 0:
            left = caps[bet] - table.state.paid.get(bet, 0)
            if due[bet] > left:  # shared in proportion, never above the cap
                share = won * left // due[bet]
                due[bet] -= won
                won = share - share % table.limits.house.round_to
        returned = stake + won if event.pays >= 0 else 0
        table.emit(ev.WagerSettled(seat.number, 0, bet, event.name, stake, returned))


def _won(table: Table, stake: int, event: TableEvent) -> int:
    return table.payout(stake, event.pays) if event.pays > 0 else 0
