"""The automaton of hands: the course of a hand, followed as a policy says.

Terms and moves are read off the course (`pitboss.rules.course`), and the policy is asked wherever
more than one move is open. What comes out are rows of entries by rank of the card drawn; rows are
shared wherever they are equal, so a chart's automaton stays small although it is built hand by
hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.compile import Tables
from pitboss.rules.course import ANY_RANK, LAST_CARD, NONE, Edge, Terms
from pitboss.rules.finishes import (
    ACES_21,
    GIVEN_UP,
    PLAIN,
    TENS_21,
    finish_of,
    split_21_apart,
)
from pitboss.rules.moves import definition
from pitboss.rules.policy import HandPlan, Ints, Policy
from pitboss.rules.settlement import BUST
from pitboss.sim.alike import hand_sizes, without_twins
from pitboss.sim.leaves import MOST_LEAVES, Leaf, Leaves

RANKS = 13
NEW_HAND = ~MOST_LEAVES
"""Entries from here down are cards with which a hand makes a new one if there is room:
``NEW_HAND - place``, a place in `HandAutomaton.full`. Above are ``~leaf`` and, from zero, rows."""

Row = tuple[int, ...]


class Way(NamedTuple):
    """How a hand is played: a plan, against upcards under which the same moves are open."""

    number: int
    tail: int
    """The first way that plays hands alike once they have more than two cards."""
    plan: HandPlan
    moves: Sequence[int]
    """The plan's moves, by decision."""
    upcards: Row
    """Which of the course's sets of upcards the one that lies there is in."""
    choices: list[list[Choice | None]]
    """By terms and look of a hand: what can become of it against these upcards, as met."""
    next: Ints
    """By hand and rank of the next card: the hand then, or one that is played alike."""


class Choice(NamedTuple):
    """What can become of a hand that stands on terms, whatever the policy says."""

    terms: int
    """Terms that hold for it, if they are others."""
    move: int | None
    """Its only move; 0 if it is settled at once, None if it has several."""
    moves: dict[int, Edge]
    """Its moves that make no new hand."""
    ends: dict[int, int]
    """Entries of those that finish it, as they are met."""


class Offer(NamedTuple):
    """Where a hand stands that has drawn a card."""

    keeps: list[int]
    """Terms if the card is kept, by its rank; `NONE` where it must be given up."""
    again: dict[int, int]
    """Classes of cards that can be given up, and the terms on which the next is drawn."""
    must: int
    """Those that must be, as bits."""


class Stage(NamedTuple):
    """Terms on which hands are played in one way, after the same cards were given up."""

    way: Way
    terms: int
    world: int
    choices: list[Choice | None]
    """By look of a hand: what can become of it, as met."""
    decisions: Sequence[int]
    """By hand: the number of its decision."""
    entries: list[int | None]
    """By hand: where it stands, as met."""
    draws: dict[tuple[int, int], int]
    """By hand that draws and rank a split left: its row, as met."""
    on: dict[int, Stage]
    """By terms: the stage of the same way and world, as met."""
    given_up: dict[tuple[int, int], dict[int, Stage]]
    """By look of a hand and classes of cards given up if drawn: `_given_up`, as met."""


class HandAutomaton:
    """Rows, leaves and what to do when there is no room for a new hand."""

    def __init__(self, tables: Tables, policy: Policy) -> None:
        self.tables, self.policy, self.course = tables, policy, tables.course
        self.leaves = Leaves(tables.course)
        self.rows: list[Row] = []
        self.full: list[int] = []
        """Entries to go on with when there is no room for another hand."""
        self._row_of: dict[Row, int] = {}
        self._full_of: dict[int, int] = {}
        self._ways: list[Way] = []
        self._way_of: dict[tuple[int, Row], Way] = {}
        self._tail_of: dict[tuple[bytes, bytes, Row], int] = {}
        self._open: dict[tuple[int, int, Row], list[Edge]] = {}
        self._choices: dict[Row, list[list[Choice | None]]] = {}
        self._stages: dict[tuple[int, int, int], Stage] = {}
        self._leaf_of: dict[tuple[int, int, int], int] = {}
        self._apart = split_21_apart(
            [asked for bet in tables.bets for event in bet.events for asked in event.conditions]
        )
        """Finishes with 21 after a split that bets tell from other hands."""
        sizes = hand_sizes(policy)
        self._whole = {way.plan for deals in policy.boards.values() for way in deals.values()}
        whole = [policy.plans[plan] for plan in sorted(self._whole)]
        self._next = policy.next[:, list(tables.card_class)]
        self._next_alike = without_twins(policy, whole, sizes, 3)[:, list(tables.card_class)]
        self._states: list[int] = policy.states.tolist()
        self._sizes: list[int] = sizes.tolist()
        self._looks = [
            size * hands.STATES + state
            for state, size in zip(self._states, self._sizes, strict=True)
        ]
        """State and size of each hand in one number: all that moves depend on."""
        self._worlds = {world: number for number, world in enumerate(policy.worlds)}
        masks = {edge.upcards for terms in self.course.terms for edge in terms.edges}
        self._upcards = sorted(masks - {ANY_RANK})
        self._sets = [tuple(mask >> rank & 1 for mask in self._upcards) for rank in range(RANKS)]
        """By rank of the upcard: which of the course's sets of upcards it is in."""
        group = tables.pair_group
        self._mates = [[rank for rank in range(RANKS) if group[rank] == one] for one in group]
        """By rank: those that pair with it."""
        self._offers: dict[tuple[int, int], Offer] = {}
        """By terms and the look of a hand before a card is drawn."""
        self._late_decisions = _numbers(
            policy.decision[:, :, sizes > 2], len(policy.plans[0].moves)
        )
        self._late_draws = _numbers(policy.draw[:, :, sizes > 1], len(policy.plans[0].gives_up))

    def way(self, plan: int, upcard: int) -> Way:
        """How a hand is played by a plan against an upcard."""
        upcards = self._sets[upcard]
        found = self._way_of.get((plan, upcards))
        if found is None:
            number, how = len(self._ways), self.policy.plans[plan]
            moves, gives_up = how.moves[self._late_decisions], how.gives_up[self._late_draws]
            tail = self._tail_of.setdefault((moves.tobytes(), gives_up.tobytes(), upcards), number)
            if upcards not in self._choices:
                self._choices[upcards] = self._no_choices()
            choices = self._choices[upcards]
            following = self._next_alike if plan in self._whole else self._next
            found = Way(number, tail, how, how.moves.data, upcards, choices, following)
            self._way_of[plan, upcards] = found
            self._ways.append(found)
        return found

    def _no_choices(self) -> list[list[Choice | None]]:
        looks = max(self._looks) + 1
        return [[None] * looks for _ in self.course.terms]

    def two_cards(self, one: int, two: int) -> int:
        """The hand of two cards of these ranks."""
        return int(self._next[self._next[0, one], two])

    # From a deal on

    def first_edge(self, way: Way, move: int, hand: int, *, pairs: bool) -> tuple[int, Edge]:
        """The terms on which a dealt hand makes its first move, and what that means.

        Where the move is not open yet, one that only leads on to other terms is made before it.
        """
        terms = self.course.opening
        while True:
            edges = self._edges(way, terms, hand)
            for edge in edges:
                if edge.move == move and (pairs or not edge.pairs):
                    return terms, edge
            terms = next(
                (edge.next for edge in edges if _leads_on(edge)), self.course.terms[terms].otherwise
            )
            assert terms != NONE, f"no terms have move {move} for hand {hand}"

    def dealt(self, way: Way, terms: int, edge: Edge, hand: int) -> int:
        """The entry of a hand after its first move."""
        return self._after(way, terms, 0, hand, edge)

    def ended(self, hand: int) -> int | None:
        """The entry of a dealt hand that is settled at once, if it is."""
        return self._ending(self.course.opening, hand)

    def second_card(self, way: Way, terms: int, rank: int) -> int:
        """The row of a hand that a split left with one card, and that draws its second."""
        hand = int(self._next[0, rank])
        return self._draw(self._stage(way, terms, 0), hand, rank)

    def natural(self) -> int:
        """The entry of a natural."""
        stakes = self.leaves.stakes[self.course.opening]
        return ~self.leaves.number(Leaf(stakes, 21, self.tables.natural, "natural", natural=True))

    def is_over_before_peek(self, entry: int) -> bool:
        """Whether a hand with this entry is finished before the dealer looks for a natural."""
        return entry < 0 and self.leaves.known[~entry].before_peek

    # A hand on its terms

    def _edges(self, way: Way, terms: int, hand: int) -> list[Edge]:
        """Moves that cards and upcard leave open."""
        key = (terms, self._looks[hand], way.upcards)
        found = self._open.get(key)
        if found is None:
            state, size = self._states[hand], self._sizes[hand]
            sets = zip(self._upcards, way.upcards, strict=True)
            closed = {upcards for upcards, there in sets if not there}
            found = self._open[key] = [
                edge
                for edge in self.course.terms[terms].edges
                if edge.allows(state, size) and edge.upcards not in closed
            ]
        return found

    def _stand(self, stage: Stage, hand: int) -> int:
        """The entry of a hand that stands on its terms: its policy decides now."""
        if hand >= self.policy.bust:
            return self._bust(stage.terms)
        look = self._looks[hand]
        choice = stage.choices[look]
        if choice is None:
            choice = stage.choices[look] = self._choice(stage.way, stage.terms, hand)
        move = choice.move
        if move is None:
            if choice.terms != stage.terms:
                stage = self._on(stage, choice.terms)
            move = stage.way.moves[stage.decisions[hand]]
        entry: int | None = choice.ends.get(move)
        if entry is not None:
            return entry
        edge = choice.moves[move]
        if edge.draws and not edge.discards:
            return self._draw(self._on(stage, edge.next), hand)
        entry = self._after(stage.way, choice.terms, stage.world, hand, edge)
        if edge.next == NONE:
            choice.ends[move] = entry
        return entry

    def _on(self, stage: Stage, terms: int) -> Stage:
        """The stage of the same way and world on terms."""
        if terms == stage.terms:
            return stage
        found = stage.on.get(terms)
        if found is None:
            found = stage.on[terms] = self._stage(stage.way, terms, stage.world)
        return found

    def _stage(self, way: Way, terms: int, world: int) -> Stage:
        found = self._stages.get((way.number, terms, world))
        if found is None:
            found = self._stages[way.number, terms, world] = Stage(
                way,
                terms,
                world,
                way.choices[terms],
                self.policy.decision[terms, world].data,
                [None] * (len(self._next) + 1),
                {},
                {},
                {},
            )
        return found

    def _choice(self, way: Way, terms: int, hand: int) -> Choice:
        ending = self._ending(terms, hand)
        if ending is not None:
            return Choice(terms, 0, {}, {0: ending})
        edges = self._edges(way, terms, hand)
        moves = {int(edge.move): edge for edge in edges if edge.new_hand == NONE}
        if not moves:
            otherwise = self.course.terms[terms].otherwise
            assert otherwise != NONE, f"no move is open to hand {hand} on terms {terms}"
            return self._choice(way, otherwise, hand)
        return Choice(terms, next(iter(moves)) if len(moves) == 1 else None, moves, {})

    def _ending(self, terms: int, hand: int) -> int | None:
        state, size = self._states[hand], self._sizes[hand]
        for ending in self.course.terms[terms].endings:
            if ending.states[min(size, len(ending.states) - 1)] >> state & 1:
                return self._settled(terms, hand, ending.pays, ending.name)
        return None

    def _after(self, way: Way, terms: int, world: int, hand: int, edge: Edge) -> int:
        """The entry of a hand that makes a move."""
        if edge.pays[1]:
            return self._settled(terms, hand, edge.pays, definition(edge.move).words)
        if edge.next == NONE:
            return self._leaf(terms, hand)
        if edge.discards:
            rest, kind = self._without(hand, edge)
            there = tuple(sorted((*self.policy.worlds[world], kind)))
            return self._draw(self._stage(way, edge.next, self._worlds[there]), rest)
        if edge.draws:
            return self._draw(self._stage(way, edge.next, world), hand)
        return self._stand(self._stage(way, edge.next, world), hand)

    def _without(self, hand: int, edge: Edge) -> tuple[int, int]:
        """A hand of two cards without the one that an edge gives up, and the class of that card."""
        last = {kind: rank for rank, kind in enumerate(self.tables.card_class)}
        for one, two in combinations_with_replacement(last, 2):
            given_up = edge.gives_up([last[one], last[two]])
            if given_up != NONE and self.two_cards(last[one], last[two]) == hand:
                kept, kind = (one, two) if given_up else (two, one)
                return int(self._next[0, last[kept]]), kind
        raise AssertionError(f"hand {hand} has no card to give up")

    # Cards

    def _draw(self, stage: Stage, hand: int, kept: int = NONE) -> int:
        """The row of a hand that draws a card and then stands on the stage's terms.

        `kept` is the rank of the card a split left, for the draw of the second one.
        """
        if self._sizes[hand] > 1 and stage.way.tail != stage.way.number:
            stage = self._stage(self._ways[stage.way.tail], stage.terms, stage.world)
        found = stage.draws.get((hand, kept))
        if found is None:
            row = self._row(stage, hand, kept)
            found = self._row_of.setdefault(row, len(self.rows))
            if found == len(self.rows):
                self.rows.append(row)
            stage.draws[hand, kept] = found
        return found

    def _row(self, stage: Stage, hand: int, kept: int) -> Row:
        offer = self._offer(stage.terms, hand)
        given_up = self._given_up(stage, hand, offer) if offer.again else {}
        following: list[int] = stage.way.next[hand].tolist()
        row, after = [], stage
        for rank, grown in enumerate(following):
            if rank in given_up:
                row.append(self._draw(given_up[rank], hand, kept))
                continue
            if offer.keeps[rank] != after.terms:
                after = self._on(stage, offer.keeps[rank])
            entry = after.entries[grown]
            if entry is None:
                entry = after.entries[grown] = self._stand(after, grown)
            row.append(entry)
        for rank in () if kept == NONE else self._mates[kept]:
            makes = self._makes_new_hand(stage.way, offer.keeps[rank], following[rank])
            if makes and rank not in given_up:
                row[rank] = self._with_room(row[rank])
        return tuple(row)

    def _offer(self, terms: int, hand: int) -> Offer:
        """What becomes of the next card that a hand draws on terms."""
        key = (terms, self._looks[hand] if self.course.terms[terms].offers else 0)
        found = self._offers.get(key)
        if found is None:
            found = self._offers[key] = self._offered(terms, hand)
        return found

    def _offered(self, terms: int, hand: int) -> Offer:
        stands = self.course.terms[terms]
        if not stands.offers:
            return Offer([terms] * RANKS, {}, 0)
        state, cards = self._states[hand], self._sizes[hand] + 1
        keeps, again, must = [], {}, 0
        for rank, kind in enumerate(self.tables.card_class):
            kept, given_up = _after_a_card(stands, rank, _grown(state, rank), cards)
            keeps.append(kept)
            if given_up != NONE:
                again[kind] = given_up
                must |= (kept == NONE) << kind
        return Offer(keeps, again, must)

    def _given_up(self, stage: Stage, hand: int, offer: Offer) -> dict[int, Stage]:
        """By rank of a card given up when a hand draws it: where the next one is drawn."""
        kinds = offer.must
        number: int = self.policy.draw.item(stage.terms, stage.world, hand)
        if number != NONE:
            kinds |= stage.way.plan.gives_up.item(number)
        key = self._looks[hand], kinds
        found = stage.given_up.get(key)
        if found is None:
            found = stage.given_up[key] = {}
            for rank, kind in enumerate(self.tables.card_class):
                if kinds >> kind & 1 and kind in offer.again:
                    world = tuple(sorted((*self.policy.worlds[stage.world], kind)))
                    found[rank] = self._stage(stage.way, offer.again[kind], self._worlds[world])
        return found

    def _makes_new_hand(self, way: Way, terms: int, hand: int) -> bool:
        if terms == NONE:  # the card is given up
            return False
        return any(edge.new_hand != NONE for edge in self._edges(way, terms, hand))

    def _with_room(self, entry: int) -> int:
        """An entry that stands for a new hand, and for this one if there is no room."""
        place = self._full_of.setdefault(entry, len(self.full))
        if place == len(self.full):
            self.full.append(entry)
        return NEW_HAND - place

    # Leaves

    def _leaf(self, terms: int, hand: int) -> int:
        """The entry of a hand that stands on terms, to be settled by its total."""
        return self._numbered(terms, hands.TOTAL[self._states[hand]], self._finish(terms, hand))

    def _bust(self, terms: int) -> int:
        """The entry of a hand that is bust on terms."""
        return self._numbered(terms, BUST, self._finish(terms))

    def _numbered(self, terms: int, total: int, finish: int) -> int:
        key = (terms, total, finish)
        found = self._leaf_of.get(key)
        if found is None:
            leaf = Leaf(self.leaves.stakes[terms], total, finish=finish)
            found = self._leaf_of[key] = ~self.leaves.number(leaf)
        return found

    def _settled(self, terms: int, hand: int, pays: tuple[int, int], name: str) -> int:
        """The entry of a hand that is settled on terms, whatever the dealer makes."""
        stakes, total = self.leaves.stakes[terms], hands.TOTAL[self._states[hand]]
        early = self.course.terms[terms].before_peek
        finish = GIVEN_UP if pays[0] < 0 else self._finish(terms, hand)
        return ~self.leaves.number(Leaf(stakes, total, pays, name, early, finish=finish))

    def _finish(self, terms: int, hand: int | None = None) -> int:
        """How a hand is finished, as far as bets tell it; one that is bust if none is given."""
        looks = (hands.FIRST_BUST, 0) if hand is None else (self._states[hand], self._sizes[hand])
        finish = finish_of(self.course.terms[terms], *looks)
        return PLAIN if finish in (ACES_21, TENS_21) and finish not in self._apart else finish

    def ends(self) -> list[int]:
        """By row: the leaves it can end in, as bits."""
        found = [0] * len(self.rows)
        for number, row in enumerate(self.rows):  # rows come after those they lead to
            for entry in row:
                found[number] |= self.ends_of(entry, found)
        return found

    def ends_of(self, entry: int, ends: list[int]) -> int:
        """The leaves an entry can end in, given those of all rows."""
        if entry <= NEW_HAND:
            entry = self.full[NEW_HAND - entry]
        return ends[entry] if entry >= 0 else 1 << ~entry

    def number_leaves(self) -> tuple[list[Leaf], list[int]]:
        """Number leaves for good, in all entries: the leaves, and the place of each number so far.

        Nothing can be added afterwards.
        """
        leaves, place = self.leaves.sorted()
        self.rows = [tuple(renumbered(entry, place) for entry in row) for row in self.rows]
        self.full = [renumbered(entry, place) for entry in self.full]
        return leaves, place


def renumbered(entry: int, place: list[int]) -> int:
    """An entry when leaves have gone to other places."""
    return ~place[~entry] if NEW_HAND < entry < 0 else entry


def _leads_on(edge: Edge) -> bool:
    """Whether a move only brings the hand to other terms."""
    changes = edge.draws or edge.units or edge.returns != NONE or edge.new_hand != NONE
    return edge.next != NONE and not changes


def _numbers(of: Ints, end: int) -> Ints:
    """All numbers from 0 up to an end, each once."""
    there = np.zeros(end, dtype=np.bool_)
    there[of[(of >= 0) & (of < end)]] = True
    return np.flatnonzero(there)


def _grown(state: int, rank: int) -> int:
    """The state of a hand with a card of a rank more."""
    return hands.NEXT[state][RANK_VALUE[rank]]


def _after_a_card(terms: Terms, rank: int, state: int, cards: int) -> tuple[int, int]:
    """Terms after a card of a rank was drawn: if it is kept, and if it is given up.

    `NONE` for what is not open to the hand.
    """
    edges = [edge for edge in terms.edges if edge.last_card >> rank & 1]
    edges = [edge for edge in edges if edge.allows(state, cards)]
    if not edges:
        return terms.otherwise, NONE
    gives_up = [edge.next for edge in edges if edge.discards == LAST_CARD]
    keeps = [edge.next for edge in edges if edge.discards != LAST_CARD]
    return (keeps or [NONE])[0], (gives_up or [NONE])[0]
