"""The programme of a game: every (terms, hand) that play can reach, callees first.

A *slot* is one value to be computed on every board. There are three sorts:

- *stand*: the hand waits for the dealer; a row of pays, per unit of the player's;
- *chance*: the mean over the next card; a card that may be given up has a second slot, the same
  draw with that card gone;
- *choice*: the best of several options, each a multiple of another slot, plus a multiple of the
  chance of a dealer natural, plus a constant.

Values are per unit of the player's at risk and count a dealer natural as a bust, minus one. Hands
on different terms that come to the same share a slot: slots are made bottom-up and looked up by
what they compute. Cards given up are the slot's *world*.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.hands import HandTable, hand_table
from pitboss.exact.programme.loops.bundles import Slots
from pitboss.exact.programme.rows import Rows
from pitboss.rules.course import ANY_RANK, HIGHEST_CARD, LAST_CARD, NONE, Course, Edge
from pitboss.rules.hands import NEXT

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

STAND, CHANCE, CHOICE = 0, 1, 2
BUST_SLOT = 0
"""The slot of hands beyond 21 on the first row of pays; those of other rows have no hand either."""

World = tuple[int, ...]
"""Classes of cards given up, ascending."""


class Option(NamedTuple):
    """One way to go on: worth ``times × slot + natural × chance of a natural + constant``."""

    slot: int
    times: float
    natural: float
    constant: float
    move: int
    terms: int
    """Terms of the hand afterwards; `NONE` where it is finished."""
    upcards: int
    """Classes of upcards (as bits) against which it is open."""
    row: int
    """The row of pays afterwards."""
    known: bool
    """Whether unsplit hands have the move at the same stakes, so that they decide about it."""


class Game(NamedTuple):
    """What of a game the programme follows from."""

    course: Course
    ranks_of: tuple[tuple[int, ...], ...]
    """Ranks of each class."""
    values: tuple[int, ...]
    """Values of each class."""
    peeks: bool
    stakes_apart: bool = True
    """Whether a bet can ride on hands, so that those of different stakes are played apart."""
    split_21_apart: frozenset[int] = frozenset()
    """Ways of 21 with two cards after a split that a bet tells from other hands."""

    @property
    def hands(self) -> HandTable:
        """All hands of these classes."""
        return hand_table(self.values)


class Programme:
    """The slots of a game and where play enters them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.worlds: list[World] = [()]
        builder = _Builder(game, self.worlds)
        kinds = len(game.ranks_of)
        course, hands = game.course, game.hands
        two = [(one, other) for one in range(kinds) for other in range(one, kinds)]
        opening = {
            (one, other): builder.choice(course.opening, (), hands.of(one, other))
            for one, other in two
        }
        self.start_terms = [_split_start(game, kind) for kind in range(kinds)]
        """By pair: terms a hand of it draws its second card on; `NONE` if it is never split."""
        edges = [_split_edge(game, course.opening, kind) for kind in range(kinds)]
        self.split_move = next((int(edge.move) for edge in edges if edge), 0)
        """The move that splits a pair; 0 where none does."""
        self.start_rows = [
            builder.rows_of_pays.of_terms[terms] if terms != NONE else 0
            for terms in self.start_terms
        ]
        """By pair: the row of pays such a hand begins on."""
        starts = [
            builder.chance(terms, (), hands.of(kind)) if terms != NONE else BUST_SLOT
            for kind, terms in enumerate(self.start_terms)
        ]
        bust_slots = [builder.choice(terms, (), hands.hands) for terms in range(len(course.terms))]
        place, self.slots = builder.sorted()
        self.bust_slots: list[int] = place[bust_slots].tolist()
        """By terms: the slot of a hand beyond 21."""
        self._known = {key: int(place[slot]) for key, slot in builder.known_slots.items()}
        self.opening: Ints = np.zeros((kinds, kinds), dtype=np.int64)
        """``opening[class, class]``: the slot of the first decision."""
        for (one, other), slot in opening.items():
            self.opening[one, other] = self.opening[other, one] = place[slot]
        self.starts: Ints = place[np.array(starts)]
        """By pair: the slot of a split hand that draws its second card."""
        self.split_hands = [
            _split_hands(game, kind, self.start_terms[kind]) for kind in range(kinds)
        ]
        """By pair: to how many hands it can be split: two, or all the game allows; only that where
        a further pair must be split."""
        self.splits_replacements = [
            _splits_replacements(game, kind, self.start_terms[kind]) for kind in range(kinds)
        ]
        """By pair: whether a second card that replaces one given up may be split again."""

    @cached_property
    def choices(self) -> Ints:
        """``choices[terms, world, hand]``: the slot of a hand that decides; `NONE` if none does."""
        return self._numbered("choice")

    @cached_property
    def draws(self) -> Ints:
        """``draws[terms, world, hand]``: the slot of a hand that draws a card to stand on them."""
        return self._numbered("chance")

    def _numbered(self, sort: str) -> Ints:
        found = np.full(
            (len(self.game.course.terms), len(self.worlds), self.game.hands.hands), NONE,
            dtype=np.int64,
        )  # fmt: skip
        number_of = {world: number for number, world in enumerate(self.worlds)}
        for (of, terms, world, hand), slot in self._known.items():
            if of == sort:
                found[terms, number_of[world], hand] = slot
        return found

    @property
    def given_up(self) -> list[int]:
        """Classes of cards that can be given up, in any world."""
        return sorted({kind for world in self.worlds for kind in world})


def _fits(states: Sequence[int], state: int, cards: int) -> bool:
    return bool(states[min(cards, len(states) - 1)] >> state & 1)


def _split_edge(game: Game, terms: int, kind: int) -> Edge | None:
    """The edge that splits a pair of a class on these terms."""
    pair = game.hands.of(kind, kind)
    if terms == NONE or pair >= game.hands.hands:
        return None
    state = int(game.hands.state[pair])
    open_edges = [edge for edge in game.course.terms[terms].edges if edge.allows(state, 2)]
    for edge in open_edges:
        if edge.new_hand != NONE:
            return edge
    for edge in open_edges:
        changes_nothing = not edge.draws and not edge.units and edge.returns == NONE
        if edge.next not in (NONE, terms) and changes_nothing:
            return _split_edge(game, edge.next, kind)
    return None


def _split_start(game: Game, kind: int) -> int:
    edge = _split_edge(game, game.course.opening, kind)
    return edge.next if edge else NONE


def _split_hands(game: Game, kind: int, start: int) -> tuple[int, ...]:
    edge = _split_edge(game, game.course.opening, kind)
    if edge is None:
        return ()
    terms = game.course.terms[start]
    if terms.offers:
        start = terms.otherwise
    again = _split_edge(game, start, kind)
    most = edge.hands_below
    if again is None or most == 2:
        return (2,)
    must = all(edge.new_hand != NONE for edge in game.course.terms[start].edges)
    return (most,) if must else (2, most)


def _splits_replacements(game: Game, kind: int, start: int) -> bool:
    edges = game.course.terms[start].edges if start != NONE else ()
    without = [edge.next for edge in edges if edge.discards == LAST_CARD]
    return any(_split_edge(game, terms, kind) is not None for terms in without)


class _Builder:
    """Makes slots, each after those it needs, and never two that compute the same."""

    def __init__(self, game: Game, worlds: list[World]) -> None:
        self.game, self.worlds, hands = game, worlds, game.hands
        self.hands = hands.hands
        self.next: list[list[int]] = hands.next.tolist()
        self.state: list[int] = hands.state.tolist()
        self.size: list[int] = hands.size.tolist()
        self.counts: list[list[int]] = hands.counts.tolist()
        self.sorted_by: dict[int, int] = {}
        """By slot, where an option leads to a hand of fewer cards: that hand."""
        self.rows_of_pays = Rows(
            game.course, stakes_apart=game.stakes_apart, split_21_apart=game.split_21_apart
        )
        self.found: dict[object, int] = {("bust",): BUST_SLOT}
        self.known_slots: dict[tuple[str, int, World, int], int] = {}
        self.rows: list[tuple[int, int, int, int]] = [(STAND, -1, 0, 0)]
        self.children: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.options: dict[int, tuple[Option, ...]] = {}
        self.offers: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self.unsplit_stakes = {
            (edge.move, self._units(terms), self._units(edge.next))
            for terms in range(len(game.course.terms))
            if not game.course.terms[terms].split
            for edge in game.course.terms[terms].edges
        }

    def _units(self, terms: int) -> int:
        return self.game.course.terms[terms].units if terms != NONE else 0

    def _times(self, terms: int, edge: Edge) -> float:
        if edge.next == NONE:
            return 1.0
        return self.game.course.terms[edge.next].units / self.game.course.terms[terms].units

    def _slot(self, key: object, row: tuple[int, int, World, int]) -> tuple[int, bool]:
        slot = self.found.get(key)
        if slot is not None:
            return slot, False
        kind, hand, world, pays = row
        if world not in self.worlds:
            self.worlds.append(world)
        slot = self.found[key] = len(self.rows)
        self.rows.append((kind, hand, self.worlds.index(world), pays))
        return slot, True

    def choice(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that decides, or is settled, on these terms."""
        if hand >= self.hands:
            return self._bust(terms)
        known = ("choice", terms, world, hand)
        if known not in self.known_slots:
            self.known_slots[known] = self._choice(terms, world, hand)
        return self.known_slots[known]

    def _bust(self, terms: int) -> int:
        """What a bust costs differs by row where bets ride."""
        row = self.rows_of_pays.of_terms[terms]
        if row == 0:
            return BUST_SLOT
        slot, _ = self._slot(("bust", row), (STAND, -1, (), row))
        return slot

    def _choice(self, terms: int, world: World, hand: int) -> int:
        node = self.game.course.terms[terms]
        state, size = self.state[hand], self.size[hand]
        for ending in node.endings:
            if _fits(ending.states, state, size):
                return self._of([self._fixed(terms, ending.pays)], world, hand, terms)
        options = [
            self._option(terms, edge, world, hand)
            for edge in node.edges
            if edge.new_hand == NONE and edge.allows(state, size) and self._has_card(edge, hand)
        ]
        if not options:
            assert node.otherwise != NONE, f"{node.name}: no move is open to hand {hand}"
            return self.choice(node.otherwise, world, hand)
        if node.otherwise != NONE and all(option.upcards != -1 for option in options):
            options.append(self._otherwise(node.otherwise, options, world, hand))
        return self._of(options, world, hand, terms)

    def _has_card(self, edge: Edge, hand: int) -> bool:
        return edge.discards != HIGHEST_CARD or self._given_up(edge, hand) != NONE

    def _given_up(self, edge: Edge, hand: int) -> int:
        """The class of the card that an edge gives up of a hand."""
        held = [kind for kind, many in enumerate(self.counts[hand]) if many]
        place = edge.gives_up([self.game.ranks_of[kind][-1] for kind in held])
        return held[place] if place != NONE else NONE

    def _drawn_instead(self, edge: Edge, world: World, hand: int) -> int:
        """The slot of a hand that draws a card in place of one it holds."""
        kind = self._given_up(edge, hand)
        rest = [one for one, many in enumerate(self.counts[hand]) for _ in range(many)]
        rest.remove(kind)
        return self.chance(edge.next, tuple(sorted((*world, kind))), self.game.hands.of(*rest))

    def _otherwise(self, terms: int, options: list[Option], world: World, hand: int) -> Option:
        """Against upcards that leave no option, other terms hold at once."""
        every = (1 << len(self.game.ranks_of)) - 1
        closed = every & ~reduce(or_, (option.upcards for option in options))
        slot, row = self.choice(terms, world, hand), self.rows_of_pays.of_terms[terms]
        return Option(slot, 1.0, 0.0, 0.0, 0, terms, closed, row, True)

    def _of(self, options: list[Option], world: World, hand: int, terms: int) -> int:
        one, row = options[0], self.rows_of_pays.of_terms[terms]
        plain = one.times == 1.0 and not one.natural and not one.constant and one.row == row
        if len(options) == 1 and plain and one.upcards == -1:
            return one.slot
        key = ("choice", hand, world, row, tuple(option[:4] + option[6:] for option in options))
        slot, new = self._slot(key, (CHOICE, hand, world, row))
        if new:
            self.options[slot] = tuple(options)
            self.sorted_by[slot] = min(
                [hand, *(self._sorted_by(one.slot) for one in options if one.slot)]
            )
        return slot

    def _sorted_by(self, slot: int) -> int:
        return self.sorted_by.get(slot, self.rows[slot][1])

    def _fixed(
        self, terms: int, pays: tuple[int, int], *, move: int = 0, upcards: int = -1
    ) -> Option:
        """What ends the hand for good. After a peek there is no dealer natural any more."""
        won, row = pays[0] / pays[1], self.rows_of_pays.of_ended[terms, pays]
        peeked = self.game.peeks and not self.game.course.terms[terms].before_peek
        natural = -(1.0 + won) if peeked else 0.0
        return Option(BUST_SLOT, 0.0, natural, won, move, NONE, upcards, row, True)

    def _emptied(self, edge: Edge, upcards: int) -> Option:
        """What takes the only wager off a hand; unsplit hands do not know it."""
        (ending,) = self.game.course.terms[edge.next].endings
        option = self._fixed(edge.next, ending.pays, move=edge.move, upcards=upcards)
        return option._replace(known=False)

    def _option(self, terms: int, edge: Edge, world: World, hand: int) -> Option:
        node, upcards = self.game.course.terms[terms], self._upcards(edge)
        if edge.pays != (0, 0):
            return self._fixed(terms, edge.pays, move=edge.move, upcards=upcards)
        if edge.next != NONE and not self._units(edge.next):
            return self._emptied(edge, upcards)
        times = self._times(terms, edge)
        if edge.next == NONE:
            row = self.rows_of_pays.standing(terms, self.state[hand], self.size[hand])
            slot, _ = self._slot(("stand", row, world, hand), (STAND, hand, world, row))
        elif edge.discards:
            slot = self._drawn_instead(edge, world, hand)
        elif edge.draws:
            slot = self.chance(edge.next, world, hand)
        else:
            slot = self.choice(edge.next, world, hand)
        natural = times - 1.0 if self.game.peeks and not node.before_peek else 0.0
        stakes = (edge.move, node.units, self._units(edge.next))
        known = times == 1.0 or stakes in self.unsplit_stakes
        if edge.next != NONE:
            row = self.rows_of_pays.of_terms[edge.next]
        return Option(slot, times, natural, 0.0, edge.move, edge.next, upcards, row, known)

    def _upcards(self, edge: Edge) -> int:
        """Classes of upcards an edge is open against; -1 for all."""
        if edge.upcards == ANY_RANK:
            return -1
        found = [any(edge.upcards >> rank & 1 for rank in ranks) for ranks in self.game.ranks_of]
        return -1 if all(found) else sum(1 << kind for kind, so in enumerate(found) if so)

    def chance(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that draws a card and then stands on these terms."""
        known = ("chance", terms, world, hand)
        if known not in self.known_slots:
            children, again = [], []
            for kind in range(len(self.game.ranks_of)):
                kept, given_up = self._drawn(terms, world, hand, kind)
                children.append(kept)
                again.append(given_up)
            key = ("chance", hand, world, tuple(children), tuple(again))
            slot, new = self._slot(key, (CHANCE, hand, world, 0))
            if new:
                self.children[slot] = (tuple(children), tuple(again))
            self.known_slots[known] = slot
        return self.known_slots[known]

    def _drawn(self, terms: int, world: World, hand: int, kind: int) -> tuple[int, int]:
        """The slots after a card of a class: if it is kept, and if it is given up (or `NONE`).

        A card that must be given up has one way to go on, the draw without it.
        """
        kept, without = self._offered(terms, hand, kind)
        given_up = NONE
        if without != NONE:
            given_up = self.chance(without, tuple(sorted((*world, kind))), hand)
        if kept == NONE:
            return given_up, NONE
        return self.choice(kept, world, self.next[hand][kind]), given_up

    def _offered(self, terms: int, hand: int, kind: int) -> tuple[int, int]:
        """Terms of a hand that drew a card of a class: if it is kept, and if it is given up.

        `NONE` for what is not open to it.
        """
        node = self.game.course.terms[terms]
        if not node.offers:
            return terms, NONE
        state, cards = NEXT[self.state[hand]][self.game.values[kind]], self.size[hand] + 1
        known = (terms, kind, state, cards)
        if known not in self.offers:
            open_edges = [
                edge
                for edge in node.edges
                if any(edge.last_card >> rank & 1 for rank in self.game.ranks_of[kind])
                and edge.allows(state, cards)
            ]
            kept, without = NONE if open_edges else node.otherwise, NONE
            for edge in open_edges:
                assert self._times(terms, edge) == 1.0, f"{node.name}: an offer changes no stake"
                if edge.discards == LAST_CARD:
                    without = edge.next
                else:
                    kept = edge.next
            self.offers[known] = kept, without
        return self.offers[known]

    def sorted(self) -> tuple[Ints, Slots]:
        """Where each slot goes, and all of them by falling hand, callees first."""
        kind, hand, world, pays = np.array(self.rows, dtype=np.int64).T
        key = hand.copy()
        key[list(self.sorted_by)] = list(self.sorted_by.values())
        order = np.concatenate([[0], 1 + np.argsort(-key[1:], kind="stable")])
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        kinds = len(self.game.ranks_of)
        child = np.zeros((len(order), kinds), dtype=np.int64)
        again = np.full((len(order), kinds), NONE, dtype=np.int64)
        for slot, (kept, given_up) in self.children.items():
            child[place[slot]] = place[list(kept)]
            again[place[slot]] = [NONE if one == NONE else place[one] for one in given_up]
        options = [self.options.get(int(slot), ()) for slot in order]
        flat = [option for of in options for option in of]

        def ints(field: str) -> Ints:
            return np.array([getattr(option, field) for option in flat], dtype=np.int64)

        def floats(field: str) -> Floats:
            return np.array([getattr(option, field) for option in flat], dtype=float)

        return place, Slots(
            kind=kind[order], hand=hand[order], world=world[order], row=pays[order], child=child,
            again=again, first_option=np.cumsum([0, *(len(of) for of in options)]),
            option_slot=place[ints("slot")],
            option_times=floats("times"),
            option_natural=floats("natural"),
            option_constant=floats("constant"),
            option_move=ints("move"), option_terms=ints("terms"),
            option_upcards=ints("upcards"),
            option_known=ints("known").astype(np.bool_), option_row=ints("row"),
        )  # fmt: skip
