"""Which moves a hand has now, and what making one means: the course of a hand, interpreted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TypeVar

from pitboss.cards import DECK
from pitboss.rules.compile import Tables
from pitboss.rules.course import ANY_RANK, HIGHEST_CARD, NONE, Edge, Ending
from pitboss.rules.hands import AFTER, EMPTY, STATES
from pitboss.table import events as ev

Moves = int
"""A mask of moves."""
Key = TypeVar("Key")


def event_kind(edge: Edge, *, offered: bool) -> type[ev.Event]:
    """What is seen at the table when a move is made: chips, cards or a hand that is finished."""
    if edge.new_hand != NONE:
        return ev.HandSplit
    if edge.returns != NONE:
        return ev.WagerReturned
    if edge.discards:
        return ev.CardGivenUp
    if edge.pays[1]:
        return ev.HandGivenUp
    if edge.draws:
        return ev.HandDoubled if edge.units else ev.HitTaken
    if edge.next == NONE:
        return ev.HandStood
    return ev.CardKept if offered else ev.HandPlayedOn


ByCard = tuple[bool, ...]
Guarded = tuple[bool, int, ByCard, ByCard, bool, Moves]
"""Moves that are open only where more is so: `Edge.pairs`, `hands_below`, `last_card`, `upcards`;
and whether any card will do for the last one. A plain tuple, which is taken apart faster than one
with names."""
MOST_CARDS = 26
"""More cards than any hand has: 21 aces, a card given up, and one that busts."""


class Choices:
    """Answers for every hand of a game what it may do."""

    def __init__(self, tables: Tables) -> None:
        self.terms = tables.course.terms
        self.opening = tables.course.opening
        self.pair_group = tables.pair_group
        self.before_peek = self.terms[self.opening].before_peek
        """Whether there is something to decide before the dealer looks for a natural."""
        every = [edge for terms in self.terms for edge in terms.edges]
        endings = [ending for terms in self.terms for ending in terms.endings]
        lengths = [*(len(edge.states) for edge in every), *(len(end.states) for end in endings)]
        self.most_cards = max(lengths) - 1
        """Hands of more cards are treated as hands of so many."""
        self._states_of_pairs = {
            state_of([first << 2, second << 2])
            for first, group in enumerate(self.pair_group)
            for second, other in enumerate(self.pair_group)
            if group == other
        }
        self._at = [self._rows() for _ in self.terms]
        """``[terms][cards][state]``, filled in as they are met."""
        self._otherwise = [terms.otherwise for terms in self.terms]
        self._edges = [_by_key(terms.edges, lambda edge: int(edge.move)) for terms in self.terms]
        self.kinds = [
            {int(edge.move): event_kind(edge, offered=terms.offers) for edge in terms.edges}
            for terms in self.terms
        ]
        """By terms and move: the event that tells of it."""
        self.is_plain = [not (terms.offers or terms.endings) for terms in self.terms]
        """By terms: whether nothing happens on them but moves of a hand in its turn."""
        self._told = [self._by_event(number) for number in range(len(self.terms))]
        self.after_a_hit = [
            told[ev.HitTaken][0].next if ev.HitTaken in told else NONE for told in self._told
        ]
        """By terms: those of a hand that has asked for a card."""

    def _rows(self) -> list[list[tuple[Moves, tuple[Guarded, ...]] | None]]:
        """A row for every number of cards; hands of many cards share the last one."""
        rows: list[list[tuple[Moves, tuple[Guarded, ...]] | None]] = [
            [None] * STATES for _ in range(self.most_cards + 1)
        ]
        return rows + rows[-1:] * (MOST_CARDS - self.most_cards)

    def _for_hand(self, terms: int, cards: int, state: int) -> tuple[Moves, tuple[Guarded, ...]]:
        """Moves that are open in any case, and those that depend on more."""
        can_pair = state in self._states_of_pairs
        edges = [
            edge
            for edge in self.terms[terms].edges
            if edge.allows(state, cards) and (can_pair or not edge.pairs)
        ]
        plain = sum(edge.move for edge in edges if not _guarded(edge))
        guarded = _by_key(filter(_guarded, edges), _guard)
        return plain, tuple(
            (pairs, below, _by_card(last), _by_card(upcards), any_card, sum(e.move for e in alike))
            for (pairs, below, last, upcards, any_card), alike in guarded.items()
        )

    def _by_event(self, number: int) -> dict[type[ev.Event], tuple[Edge, ...]]:
        """Edges by the event that tells of them, those of terms passed on to included."""
        terms = self.terms[number]
        found = _by_key(terms.edges, lambda edge: event_kind(edge, offered=terms.offers))
        if terms.otherwise != NONE:
            found = {**self._by_event(terms.otherwise), **found}
        return found

    def open(
        self, terms: int, state: int, cards: list[int], hands: int, upcard: int
    ) -> tuple[int, Moves]:
        """The terms a hand stands on now, and its moves; no move where it is bust."""
        while True:
            known = self._at[terms][len(cards)]
            found = known[state]
            if found is None:
                found = known[state] = self._for_hand(terms, len(cards), state)
            mask, guarded = found
            for pairs, hands_below, last_card, upcards, any_card, moves in guarded:
                if pairs:
                    if self.pair_group[cards[0] >> 2] != self.pair_group[cards[1] >> 2]:
                        continue
                elif any_card:
                    if any(last_card[card] for card in cards):
                        mask |= moves
                    continue
                if last_card[cards[-1]] and upcards[upcard]:
                    if hands_below and hands >= hands_below:
                        continue
                    mask |= moves
            if mask or self._otherwise[terms] == NONE:
                return terms, mask
            terms = self._otherwise[terms]

    def edge(self, terms: int, move: int, state: int, cards: int) -> Edge:
        """What a move means that `open` has found on these terms."""
        edges = self._edges[terms][move]
        return edges[0] if len(edges) == 1 else _fitting(edges, state, cards)

    def made(self, terms: int, kind: type[ev.Event], state: int, cards: int) -> Edge | None:
        """The move that an event tells of; None if it is none on these terms."""
        edges = self._told[terms].get(kind)
        if edges is None:
            return None
        return edges[0] if len(edges) == 1 else _fitting(edges, state, cards)

    def ending(self, terms: int, state: int, cards: int) -> Ending | None:
        """The ending that settles a hand at once, if its cards are one."""
        count = min(cards, self.most_cards)
        for ending in self.terms[terms].endings:
            if ending.states[min(count, len(ending.states) - 1)] >> state & 1:
                return ending
        return None


def _by_key(edges: Iterable[Edge], key: Callable[[Edge], Key]) -> dict[Key, tuple[Edge, ...]]:
    found: dict[Key, tuple[Edge, ...]] = {}
    for edge in edges:
        found[key(edge)] = (*found.get(key(edge), ()), edge)
    return found


@cache
def _by_card(ranks: int) -> ByCard:
    """By card: whether its rank is among these."""
    return tuple(bool(ranks >> (card >> 2) & 1) for card in DECK)


def _fitting(edges: tuple[Edge, ...], state: int, cards: int) -> Edge:
    """The edge for a hand where a move has several."""
    return next((edge for edge in edges if edge.allows(state, cards)), edges[0])


def _guard(edge: Edge) -> tuple[bool, int, int, int, bool]:
    any_card = edge.discards == HIGHEST_CARD
    return edge.pairs, edge.hands_below, edge.last_card, edge.upcards, any_card


def _guarded(edge: Edge) -> bool:
    """Whether more than state and number of cards decides if the move is open."""
    return _guard(edge) != (False, 0, ANY_RANK, ANY_RANK, False)


@lru_cache(maxsize=256)
def choices_of(tables: Tables) -> Choices:
    """The choices of a game's hands, made once."""
    return Choices(tables)


def state_of(cards: list[int]) -> int:
    """The hand state of these cards."""
    state = EMPTY
    for card in cards:
        state = AFTER[state][card]
    return state
