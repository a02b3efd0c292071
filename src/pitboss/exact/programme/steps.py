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
from functools import cached_property, lru_cache, reduce
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
    """One way to go on: worth ``times × slot + natural × chance of a natural + constant``.

    Hands on the same terms share it; each goes on to a slot of its own.
    """

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
        self._choices = _moved(builder.choices, place)
        self._draws = _moved(builder.draws, place)
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
        return self._numbered(self._choices)

    @cached_property
    def draws(self) -> Ints:
        """``draws[terms, world, hand]``: the slot of a hand that draws a card to stand on them."""
        return self._numbered(self._draws)

    def _numbered(self, slots: dict[tuple[int, World], Ints]) -> Ints:
        found = np.full(
            (len(self.game.course.terms), len(self.worlds), self.game.hands.hands), NONE,
            dtype=np.int64,
        )  # fmt: skip
        number_of = {world: number for number, world in enumerate(self.worlds)}
        for (terms, world), of_hands in slots.items():
            found[terms, number_of[world]] = of_hands
        return found

    @property
    def given_up(self) -> list[int]:
        """Classes of cards that can be given up, in any world."""
        return sorted({kind for world in self.worlds for kind in world})


def _moved(slots: dict[tuple[int, World], list[int]], place: Ints) -> dict[tuple[int, World], Ints]:
    """Slots by hand, where they went; `NONE` stays what it is."""
    places = np.append(place, NONE)  # NONE is the last
    return {known: places[of_hands[:-1]] for known, of_hands in slots.items()}


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


@lru_cache(maxsize=8)
def _lists(values: tuple[int, ...]) -> tuple[list[list[int]], list[int], list[int]]:
    """Of all hands of these classes: the hands after a card, their states and sizes."""
    hands = hand_table(values)
    return hands.next.tolist(), hands.state.tolist(), hands.size.tolist()


class _Step(NamedTuple):
    """An edge that is open to hands, and the number of the option that it is."""

    edge: Edge
    option: int
    ends: bool
    """Whether it ends the hand for good."""


class _Open(NamedTuple):
    """What is open to hands in one state, of so many cards, on some terms."""

    ended: int
    """The option that is left to a hand that its cards end; else `NONE`."""
    steps: tuple[_Step, ...]
    row: int
    """Of pays, for a hand that stands."""


class _Options:
    """The options there are, numbered."""

    def __init__(self) -> None:
        self.all: list[Option] = []
        self.alike: list[int] = []
        """By option: the first that is worth the same, whatever move it is."""
        self.passes: list[int] = []
        """By option: the row of pays on which it changes nothing; `NONE` if there is none."""
        self._numbers: dict[Option, int] = {}
        self._first: dict[tuple[object, ...], int] = {}

    def number(self, option: Option) -> int:
        """The number of an option."""
        number = self._numbers.setdefault(option, len(self.all))
        if number == len(self.all):
            times, natural, constant, _, _, upcards, row, known = option
            worth = (times, natural, constant, upcards, row, known)
            self.all.append(option)
            self.alike.append(self._first.setdefault(worth, number))
            plain = times == 1.0 and not natural and not constant and upcards == -1
            self.passes.append(row if plain else NONE)
        return number


class _Builder:
    """Makes slots, each after those it needs, and never two that compute the same.

    Somebody waits for it after every change of a rule: what many hands share is worked out once.
    """

    def __init__(self, game: Game, worlds: list[World]) -> None:
        self.game, self.worlds, hands = game, worlds, game.hands
        self.hands = hands.hands
        self.next, self.state, self.size = _lists(game.values)
        self.rows_of_pays = Rows(
            game.course, stakes_apart=game.stakes_apart, split_21_apart=game.split_21_apart
        )
        self.found: dict[object, int] = {("bust",): BUST_SLOT}
        self.choices: dict[tuple[int, World], list[int]] = {}
        self.draws: dict[tuple[int, World], list[int]] = {}
        """By terms and world: the slots of hands that decide, or draw a card; `NONE` if not yet."""
        self.nothing_given_up = (NONE,) * len(game.ranks_of)
        self.number_of_world = {world: number for number, world in enumerate(worlds)}
        self.larger_worlds: dict[tuple[World, int], World] = {}
        self.rows: list[tuple[int, int, int, int]] = [(STAND, -1, 0, 0)]
        self.sort_key: list[int] = [-1]
        """By slot: its hand, or one of fewer cards that an option leads to."""
        self.children: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.kinds = _Options()
        self.options: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        """By choice: the slots that its options lead to, and their numbers."""
        self.open_to: dict[tuple[int, int, int], _Open] = {}
        self.offers: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        """By terms, state and number of cards."""
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

    def _without(self, world: World, kind: int) -> World:
        """The world in which one more card is given up."""
        found = self.larger_worlds.get((world, kind))
        if found is None:
            found = self.larger_worlds[world, kind] = tuple(sorted((*world, kind)))
        return found

    def _slot(self, key: object, row: tuple[int, int, World, int]) -> tuple[int, bool]:
        slot = self.found.get(key)
        if slot is not None:
            return slot, False
        kind, hand, world, pays = row
        number = self.number_of_world.get(world)
        if number is None:
            number = self.number_of_world[world] = len(self.worlds)
            self.worlds.append(world)
        slot = self.found[key] = len(self.rows)
        self.rows.append((kind, hand, number, pays))
        self.sort_key.append(hand)
        return slot, True

    def _by_hand(
        self, slots: dict[tuple[int, World], list[int]], terms: int, world: World
    ) -> list[int]:
        found = slots.get((terms, world))
        if found is None:
            found = slots[terms, world] = [NONE] * (self.hands + 1)  # and the bust hand
        return found

    def choice(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that decides, or is settled, on these terms."""
        known = self._by_hand(self.choices, terms, world)
        slot = known[hand]
        if slot == NONE:
            slot = self._choice(terms, world, hand) if hand < self.hands else self._bust(terms)
            known[hand] = slot
        return slot

    def _bust(self, terms: int) -> int:
        """What a bust costs differs by row where bets ride."""
        row = self.rows_of_pays.of_terms[terms]
        if row == 0:
            return BUST_SLOT
        slot, _ = self._slot(("bust", row), (STAND, -1, (), row))
        return slot

    def _choice(self, terms: int, world: World, hand: int) -> int:
        known = (terms, self.state[hand], self.size[hand])
        found = self.open_to.get(known)
        if found is None:
            found = self.open_to[known] = self._open(*known)
        if found.ended != NONE:
            return self._of((BUST_SLOT,), (found.ended,), world, hand, terms)
        slots: list[int] = []
        numbers: list[int] = []
        for edge, number, ends in found.steps:
            if edge.discards != HIGHEST_CARD or self._given_up(edge, hand) != NONE:
                slots.append(BUST_SLOT if ends else self._after(edge, world, hand, found.row))
                numbers.append(number)
        otherwise = self.game.course.terms[terms].otherwise
        if not slots:
            assert otherwise != NONE, f"terms {terms}: no move is open to hand {hand}"
            return self.choice(otherwise, world, hand)
        if otherwise != NONE and all(self.kinds.all[number].upcards != -1 for number in numbers):
            numbers.append(self._otherwise(otherwise, numbers))
            slots.append(self.choice(otherwise, world, hand))
        return self._of(tuple(slots), tuple(numbers), world, hand, terms)

    def _open(self, terms: int, state: int, size: int) -> _Open:
        node, row = self.game.course.terms[terms], self.rows_of_pays.standing(terms, state, size)
        for ending in node.endings:
            if _fits(ending.states, state, size):
                return _Open(self.kinds.number(self._fixed(terms, ending.pays)), (), row)
        steps = [
            self._step(terms, edge, row)
            for edge in node.edges
            if edge.new_hand == NONE and edge.allows(state, size)
        ]
        return _Open(NONE, tuple(steps), row)

    def _step(self, terms: int, edge: Edge, row: int) -> _Step:
        """An edge of some terms, for hands that would stand on a row of pays."""
        upcards = self._upcards(edge)
        if edge.pays != (0, 0):
            option = self._fixed(terms, edge.pays, move=edge.move, upcards=upcards)
            return _Step(edge, self.kinds.number(option), True)
        if edge.next != NONE and not self._units(edge.next):
            return _Step(edge, self.kinds.number(self._emptied(edge, upcards)), True)
        node, times = self.game.course.terms[terms], self._times(terms, edge)
        natural = times - 1.0 if self.game.peeks and not node.before_peek else 0.0
        known = (
            times == 1.0 or (edge.move, node.units, self._units(edge.next)) in self.unsplit_stakes
        )
        if edge.next != NONE:
            row = self.rows_of_pays.of_terms[edge.next]
        option = Option(times, natural, 0.0, edge.move, edge.next, upcards, row, known)
        return _Step(edge, self.kinds.number(option), False)

    def _after(self, edge: Edge, world: World, hand: int, row: int) -> int:
        """The slot of a hand after a move that does not end it; `row` is for one that stands."""
        if edge.next == NONE:
            return self._slot(("stand", row, world, hand), (STAND, hand, world, row))[0]
        if edge.discards:
            return self._drawn_instead(edge, world, hand)
        if edge.draws:
            return self.chance(edge.next, world, hand)
        return self.choice(edge.next, world, hand)

    def _given_up(self, edge: Edge, hand: int) -> int:
        """The class of the card that an edge gives up of a hand."""
        held = [kind for kind, many in enumerate(self.game.hands.counts[hand].tolist()) if many]
        place = edge.gives_up([self.game.ranks_of[kind][-1] for kind in held])
        return held[place] if place != NONE else NONE

    def _drawn_instead(self, edge: Edge, world: World, hand: int) -> int:
        """The slot of a hand that draws a card in place of one it holds."""
        kind = self._given_up(edge, hand)
        rest = [
            one
            for one, many in enumerate(self.game.hands.counts[hand].tolist())
            for _ in range(many)
        ]
        rest.remove(kind)
        return self.chance(edge.next, self._without(world, kind), self.game.hands.of(*rest))

    def _otherwise(self, terms: int, numbers: list[int]) -> int:
        """Against upcards that leave none of these options, other terms hold at once."""
        every = (1 << len(self.game.ranks_of)) - 1
        closed = every & ~reduce(or_, (self.kinds.all[number].upcards for number in numbers))
        row = self.rows_of_pays.of_terms[terms]
        return self.kinds.number(Option(1.0, 0.0, 0.0, 0, terms, closed, row, True))

    def _of(
        self, slots: tuple[int, ...], numbers: tuple[int, ...], world: World, hand: int, terms: int
    ) -> int:
        """The slot of a choice between options that lead to these slots."""
        row = self.rows_of_pays.of_terms[terms]
        if len(slots) == 1 and self.kinds.passes[numbers[0]] == row:
            return slots[0]
        alike = self.kinds.alike
        key = ("choice", hand, world, row, slots, tuple([alike[number] for number in numbers]))
        slot, new = self._slot(key, (CHOICE, hand, world, row))
        if new:
            self.options[slot] = slots, numbers
            self.sort_key[slot] = min([hand, *[self.sort_key[one] for one in slots if one]])
        return slot

    def _fixed(
        self, terms: int, pays: tuple[int, int], *, move: int = 0, upcards: int = -1
    ) -> Option:
        """What ends the hand for good. After a peek there is no dealer natural any more."""
        won, row = pays[0] / pays[1], self.rows_of_pays.of_ended[terms, pays]
        peeked = self.game.peeks and not self.game.course.terms[terms].before_peek
        natural = -(1.0 + won) if peeked else 0.0
        return Option(0.0, natural, won, move, NONE, upcards, row, True)

    def _emptied(self, edge: Edge, upcards: int) -> Option:
        """What takes the only wager off a hand; unsplit hands do not know it."""
        (ending,) = self.game.course.terms[edge.next].endings
        option = self._fixed(edge.next, ending.pays, move=edge.move, upcards=upcards)
        return option._replace(known=False)

    def _upcards(self, edge: Edge) -> int:
        """Classes of upcards an edge is open against; -1 for all."""
        if edge.upcards == ANY_RANK:
            return -1
        found = [any(edge.upcards >> rank & 1 for rank in ranks) for ranks in self.game.ranks_of]
        return -1 if all(found) else sum(1 << kind for kind, so in enumerate(found) if so)

    def chance(self, terms: int, world: World, hand: int) -> int:
        """The slot of a hand that draws a card and then stands on these terms."""
        known = self._by_hand(self.draws, terms, world)
        if known[hand] == NONE:
            children, again = self._after_draw(terms, world, hand)
            slot, new = self._slot(
                ("chance", hand, world, children, again), (CHANCE, hand, world, 0)
            )
            if new:
                self.children[slot] = (children, again)
            known[hand] = slot
        return known[hand]

    def _after_draw(
        self, terms: int, world: World, hand: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By class of the card: the slots if it is kept, and if it is given up (or `NONE`)."""
        if not self.game.course.terms[terms].offers:
            known = self._by_hand(self.choices, terms, world)
            slots = [
                slot if (slot := known[drawn]) != NONE else self.choice(terms, world, drawn)
                for drawn in self.next[hand]
            ]
            return tuple(slots), self.nothing_given_up
        offered = (terms, self.state[hand], self.size[hand])
        offers = self.offers.get(offered)
        if offers is None:
            offers = self.offers[offered] = self._offers(*offered)
        slots, again = [], []
        for kind, (kept, without) in enumerate(offers):
            given_up = NONE
            if without != NONE:
                given_up = self.chance(without, self._without(world, kind), hand)
            if kept == NONE:  # what must be given up has one way to go on, the draw without it
                slots.append(given_up)
                again.append(NONE)
            else:
                slots.append(self.choice(kept, world, self.next[hand][kind]))
                again.append(given_up)
        return tuple(slots), tuple(again)

    def _offers(self, terms: int, state: int, size: int) -> list[tuple[int, int]]:
        """By class of the card that such a hand draws: terms if it is kept, and if it is given up.

        `NONE` for what is not open to it.
        """
        node, found = self.game.course.terms[terms], []
        for kind, ranks in enumerate(self.game.ranks_of):
            drawn = NEXT[state][self.game.values[kind]]
            open_edges = [
                edge
                for edge in node.edges
                if any(edge.last_card >> rank & 1 for rank in ranks)
                and edge.allows(drawn, size + 1)
            ]
            kept, without = NONE if open_edges else node.otherwise, NONE
            for edge in open_edges:
                assert self._times(terms, edge) == 1.0, f"{node.name}: an offer changes no stake"
                if edge.discards == LAST_CARD:
                    without = edge.next
                else:
                    kept = edge.next
            found.append((kept, without))
        return found

    def sorted(self) -> tuple[Ints, Slots]:
        """Where each slot goes, and all of them by falling hand, callees first."""
        kind, hand, world, pays = np.array(self.rows, dtype=np.int64).T
        key = np.array(self.sort_key, dtype=np.int64)
        order = np.concatenate([[0], 1 + np.argsort(-key[1:], kind="stable")])
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        places = np.append(place, NONE)  # NONE is the last
        kinds = len(self.game.ranks_of)
        child = np.zeros((len(order), kinds), dtype=np.int64)
        again = np.full((len(order), kinds), NONE, dtype=np.int64)
        draws = place[list(self.children)]
        for table, part in ((child, 0), (again, 1)):
            after = [both[part] for both in self.children.values()]
            table[draws] = places[np.array(after, dtype=np.int64).reshape(-1, kinds)]
        options = [self.options.get(slot, ((), ())) for slot in order.tolist()]
        slots = [slot for of, _ in options for slot in of]
        every = self.kinds.all
        which = np.array([number for _, of in options for number in of], dtype=np.int64)

        def ints(field: str) -> Ints:
            return np.array([getattr(one, field) for one in every], dtype=np.int64)[which]

        def floats(field: str) -> Floats:
            return np.array([getattr(one, field) for one in every], dtype=float)[which]

        return place, Slots(
            kind=kind[order], hand=hand[order], world=world[order], row=pays[order], child=child,
            again=again, first_option=np.cumsum([0, *(len(of) for of, _ in options)]),
            option_slot=place[np.array(slots, dtype=np.int64)],
            option_times=floats("times"),
            option_natural=floats("natural"),
            option_constant=floats("constant"),
            option_move=ints("move"), option_terms=ints("terms"),
            option_upcards=ints("upcards"),
            option_known=ints("known").astype(np.bool_), option_row=ints("row"),
        )  # fmt: skip
