"""What hands may do, compiled for the loop that makes slots: patterns, steps, options and offers.

Hands of one state and size have the same ways to go on from the same terms, so each way is worked
out once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.hands import hand_table
from pitboss.exact.programme.game import Game, Option
from pitboss.exact.programme.loops.building import (
    DECIDES,
    DRAWS,
    ENDS,
    EXCHANGES,
    STANDS,
    Ways,
)
from pitboss.exact.programme.rows import Rows
from pitboss.rules.course import ANY_RANK, HIGHEST_CARD, LAST_CARD, NONE, Edge, Terms
from pitboss.rules.hands import NEXT, SOFT_21, STATES

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NEXT_STATE: Ints = np.array(NEXT)
"""``[state, value]``: the state after a card."""
FEWEST_SIZES = 3
"""Hands of no, one and two cards, and all others, are told apart at least."""


class _Step(NamedTuple):
    """What an edge does to the hands it is open to."""

    what: int
    terms: int
    option: int
    card: int
    """The row of `Ways.gives_up`; `NONE` where no card leaves the hand."""
    if_held: bool
    """Whether it is open only to hands that hold such a card."""


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


class Compiler:
    """Compiles what hands of a game may do."""

    def __init__(self, game: Game) -> None:
        self.game, self.course = game, game.course
        self.rows_of_pays = Rows(
            game.course, stakes_apart=game.stakes_apart, split_21_apart=game.split_21_apart
        )
        self.options = _Options()
        self.sizes = 1 + max(
            FEWEST_SIZES,
            *(len(edge.states) for terms in self.course.terms for edge in terms.edges),
            *(len(ending.states) for terms in self.course.terms for ending in terms.endings),
        )
        """Sizes of hands that are told apart; the last is for all larger ones."""
        self._cards: dict[tuple[int, int], int] = {}
        """Rows of `Ways.gives_up`, by which cards leave a hand and which ranks may."""
        self._steps: list[_Step] = []
        self._first_step, self._first_other = [0], [0]
        self._ended: list[int] = []
        self._row: list[int] = []
        self._other: list[int] = []
        self._kept: list[list[int]] = []
        self._given_up: list[list[int]] = []
        self._unsplit_stakes = {
            (edge.move, terms.units, self._units(edge.next))
            for terms in self.course.terms
            if not terms.split
            for edge in terms.edges
        }

    def ways(self) -> Ways:
        """All of it."""
        hands, terms = self.game.hands, range(len(self.course.terms))
        pattern_of = np.array([self._patterns(one) for one in terms])
        offer_of = np.array([self._offers(one) for one in terms])
        steps, bits, kinds = self._steps, self._bits(), len(self.game.values)

        def ints(values: Sequence[object]) -> Ints:
            return np.array(values, dtype=np.int64)

        return Ways(
            hands.next, hands.size, hands.state, _without(self.game.values), pattern_of,
            ints(self._ended), ints(self._row), ints(self._first_step), ints(self._first_other),
            ints([step.what for step in steps]), ints([step.terms for step in steps]),
            ints([step.option for step in steps]), ints([step.card for step in steps]), bits,
            ints(self._other), ints([self.course.terms[one].otherwise for one in terms]),
            ints(self.rows_of_pays.of_terms), ints(self.options.alike),
            ints(self.options.passes), offer_of, ints(self._kept).reshape(-1, kinds),
            ints(self._given_up).reshape(-1, kinds), self._gives_up(),
        )  # fmt: skip

    def _units(self, terms: int) -> int:
        return self.course.terms[terms].units if terms != NONE else 0

    def _fits(self, states: tuple[int, ...]) -> Bools:
        """``[size, state]``: whether hands are among those that a list of bits names."""
        last = len(states) - 1
        return np.array([_states(states[min(size, last)]) for size in range(self.sizes)])

    # Decisions

    def _patterns(self, number: int) -> Ints:
        """``[size, state]``: the pattern of hands on these terms."""
        terms = self.course.terms[number]
        edges = [edge for edge in terms.edges if edge.new_hand == NONE]
        open_to = [self._fits(ending.states) for ending in terms.endings]
        open_to += [self._fits(edge.states) for edge in edges]
        told_apart = np.zeros((self.sizes, STATES), dtype=np.bool_)
        told_apart[2, SOFT_21] = number in self.rows_of_pays.of_split_21
        signature = np.zeros((self.sizes, STATES), dtype=np.int64)
        for bit, fits in enumerate((*open_to, told_apart)):
            signature |= fits.astype(np.int64) << bit
        _, first, which = np.unique(signature, return_index=True, return_inverse=True)
        numbers = []
        for size, state in zip(*np.divmod(first, STATES), strict=True):
            numbers.append(len(self._ended))
            opened = [bool(fits[size, state]) for fits in open_to]
            self._add_pattern(number, edges, opened, int(size), int(state))
        found: Ints = np.array(numbers)[which].reshape(signature.shape)
        return found

    def _add_pattern(
        self, number: int, edges: list[Edge], opened: list[bool], size: int, state: int
    ) -> None:
        """What hands of this size and state may do, where these endings and edges fit them."""
        terms, row = self.course.terms[number], self.rows_of_pays.standing(number, state, size)
        endings = [one for one, fits in zip(terms.endings, opened, strict=False) if fits]
        self._row.append(row)
        steps: list[_Step] = []
        if endings:
            self._ended.append(self.options.number(self._fixed(number, endings[0].pays)))
        else:
            self._ended.append(NONE)
            of_edges = opened[len(terms.endings) :]
            steps = [
                self._step(number, edge, row)
                for edge, fits in zip(edges, of_edges, strict=True)
                if fits
            ]
        self._steps += steps
        self._first_step.append(len(self._steps))
        self._other += self._others(terms, steps)
        self._first_other.append(len(self._other))

    def _step(self, number: int, edge: Edge, row: int) -> _Step:
        """An edge of some terms, for hands that would stand on a row of pays."""
        card = NONE
        if edge.discards:
            which = edge.discards, edge.last_card
            card = self._cards.setdefault(which, len(self._cards))
        what = (
            STANDS if edge.next == NONE else EXCHANGES if edge.discards
            else DRAWS if edge.draws else DECIDES
        )  # fmt: skip
        option, ends = self._option(number, edge, row)
        return _Step(
            ENDS if ends else what, edge.next, self.options.number(option), card,
            edge.discards == HIGHEST_CARD,
        )  # fmt: skip

    def _option(self, number: int, edge: Edge, row: int) -> tuple[Option, bool]:
        """The option that an edge is, and whether it ends the hand for good."""
        upcards = self._upcards(edge)
        if edge.pays != (0, 0):
            return self._fixed(number, edge.pays, move=edge.move, upcards=upcards), True
        if edge.next != NONE and not self._units(edge.next):
            return self._emptied(edge, upcards), True
        terms = self.course.terms[number]
        times = self._units(edge.next) / terms.units if edge.next != NONE else 1.0
        natural = times - 1.0 if self.game.peeks and not terms.before_peek else 0.0
        stakes = edge.move, terms.units, self._units(edge.next)
        known = times == 1.0 or stakes in self._unsplit_stakes
        if edge.next != NONE:
            row = self.rows_of_pays.of_terms[edge.next]
        return Option(times, natural, 0.0, edge.move, edge.next, upcards, row, known), False

    def _fixed(
        self, number: int, pays: tuple[int, int], *, move: int = 0, upcards: int = -1
    ) -> Option:
        """What ends the hand for good. After a peek there is no dealer natural any more."""
        won, row = pays[0] / pays[1], self.rows_of_pays.of_ended[number, pays]
        peeked = self.game.peeks and not self.course.terms[number].before_peek
        natural = -(1.0 + won) if peeked else 0.0
        return Option(0.0, natural, won, move, NONE, upcards, row, True)

    def _emptied(self, edge: Edge, upcards: int) -> Option:
        """What takes the only wager off a hand; unsplit hands do not know it."""
        (ending,) = self.course.terms[edge.next].endings
        option = self._fixed(edge.next, ending.pays, move=edge.move, upcards=upcards)
        return option._replace(known=False)

    def _upcards(self, edge: Edge) -> int:
        """Classes of upcards an edge is open against; -1 for all."""
        if edge.upcards == ANY_RANK:
            return -1
        found = [any(edge.upcards >> rank & 1 for rank in ranks) for ranks in self.game.ranks_of]
        return -1 if all(found) else sum(1 << kind for kind, so in enumerate(found) if so)

    def _others(self, terms: Terms, steps: list[_Step]) -> list[int]:
        """By which of the steps that need a card are open: the option to go by other terms."""
        needy = [number for number, step in enumerate(steps) if step.if_held]
        found = []
        for bits in range(1 << len(needy)):
            shut = {number for bit, number in enumerate(needy) if not bits >> bit & 1}
            found.append(
                self._otherwise(
                    terms, [step.option for n, step in enumerate(steps) if n not in shut]
                )
            )
        return found

    def _otherwise(self, terms: Terms, numbers: list[int]) -> int:
        """Against upcards that leave none of these options, other terms hold at once."""
        upcards = [self.options.all[number].upcards for number in numbers]
        if terms.otherwise == NONE or not upcards or -1 in upcards:
            return NONE
        every = (1 << len(self.game.ranks_of)) - 1
        closed = every & ~reduce(or_, upcards)
        row = self.rows_of_pays.of_terms[terms.otherwise]
        return self.options.number(
            Option(1.0, 0.0, 0.0, 0, terms.otherwise, closed, row, known=True)
        )

    def _bits(self) -> Ints:
        """By step: its number among those of its pattern that need a card, or `NONE`."""
        found = np.full(len(self._steps), NONE, dtype=np.int64)
        for first, last in zip(self._first_step, self._first_step[1:], strict=False):
            needy = [place for place in range(first, last) if self._steps[place].if_held]
            found[needy] = range(len(needy))
        return found

    def _gives_up(self) -> Ints:
        """``[row, hand]``: the class of the card that leaves a hand; `NONE` if it has none such."""
        counts = self.game.hands.counts
        found = np.full((max(len(self._cards), 1), len(counts)), NONE, dtype=np.int64)
        for (discards, last_card), row in self._cards.items():
            for kind, ranks in enumerate(self.game.ranks_of):
                fits = last_card >> ranks[-1] & 1
                if discards == LAST_CARD:
                    found[row, counts[:, kind] > 0] = kind if fits else NONE
            if discards == HIGHEST_CARD:
                by_rank = sorted(range(len(counts[0])), key=lambda one: self.game.ranks_of[one][-1])
                for kind in by_rank:
                    if last_card >> self.game.ranks_of[kind][-1] & 1:
                        found[row, counts[:, kind] > 0] = kind
        return found

    # Draws

    def _offers(self, number: int) -> Ints:
        """``[size, state]``: what hands that draw on these terms are offered; `NONE` if nothing."""
        found = np.full((self.sizes, STATES), NONE, dtype=np.int64)
        terms, last = self.course.terms[number], self.sizes - 1
        if not terms.offers:
            return found
        told_apart = max(len(edge.states) for edge in terms.edges)
        for size in range(told_apart):
            open_to = self._open_to_draws(terms, min(size + 1, last))
            every = open_to.reshape(STATES, -1)
            assert every.shape[1] < 63, "too many edges to be written as one number"
            signature = every @ (1 << np.arange(every.shape[1], dtype=np.int64))
            _, first, which = np.unique(signature, return_index=True, return_inverse=True)
            offers = [self._add_offer(terms, open_to[state]) for state in first.tolist()]
            found[size] = np.array(offers)[which]
        found[told_apart:] = found[told_apart - 1]
        return found

    def _open_to_draws(self, terms: Terms, size: int) -> Bools:
        """``[state, class, edge]``: whether an edge is open to hands of so many cards that drew."""
        drawn = NEXT_STATE[:, self.game.values]
        fits = [self._fits(edge.states)[size][drawn] for edge in terms.edges]
        cards = [
            [any(edge.last_card >> rank & 1 for rank in ranks) for ranks in self.game.ranks_of]
            for edge in terms.edges
        ]
        found: Bools = np.stack(fits, axis=2) & np.array(cards).T
        return found

    def _add_offer(self, terms: Terms, open_to: Bools) -> int:
        """What a hand is offered to which edges are open, by class of the card that it draws."""
        kept, given_up = [], []
        for of_class in open_to.tolist():
            edges = [edge for edge, is_open in zip(terms.edges, of_class, strict=True) if is_open]
            keeps, without = NONE if edges else terms.otherwise, NONE
            for edge in edges:
                same = edge.next == NONE or self._units(edge.next) == terms.units
                assert same, f"{terms.name}: an offer changes no stake"
                if edge.discards == LAST_CARD:
                    without = edge.next
                else:
                    keeps = edge.next
            kept.append(keeps)
            given_up.append(without)
        self._kept.append(kept)
        self._given_up.append(given_up)
        return len(self._kept) - 1


@cache
def _states(bits: int) -> Bools:
    """By state of the hand automaton: whether it is among those whose bits are set."""
    return np.array([bool(bits >> state & 1) for state in range(STATES)])


@cache
def _without(values: tuple[int, ...]) -> Ints:
    """``[hand, class]``: the hand with a card of the class less; `NONE` if it has none."""
    hands = hand_table(values)
    found = np.full(hands.next.shape, NONE, dtype=np.int64)
    for kind in range(len(values)):
        (before,) = np.nonzero(hands.next[:, kind] < hands.hands)
        found[hands.next[before, kind], kind] = before
    return found
