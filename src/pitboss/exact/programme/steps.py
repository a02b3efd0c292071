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

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.game import Game
from pitboss.exact.programme.loops.building import BUST_SLOT
from pitboss.exact.programme.slots import TO_DECIDE, TO_DRAW, Root, all_slots
from pitboss.exact.programme.ways import Compiler
from pitboss.rules.course import LAST_CARD, NONE, Edge

Ints = NDArray[np.int64]


class Programme:
    """The slots of a game and where play enters them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        kinds = len(game.ranks_of)
        course, hands, compiler = game.course, game.hands, Compiler(game)
        self.start_terms = [_split_start(game, kind) for kind in range(kinds)]
        """By pair: terms a hand of it draws its second card on; `NONE` if it is never split."""
        edges = [_split_edge(game, course.opening, kind) for kind in range(kinds)]
        self.split_move = next((int(edge.move) for edge in edges if edge), 0)
        """The move that splits a pair; 0 where none does."""
        self.start_rows = [
            compiler.rows_of_pays.of_terms[terms] if terms != NONE else 0
            for terms in self.start_terms
        ]
        """By pair: the row of pays such a hand begins on."""
        dealt = [(one, other) for one in range(kinds) for other in range(one, kinds)]
        opening = [Root(TO_DECIDE, course.opening, hands.of(*two)) for two in dealt]
        pairs = [kind for kind, terms in enumerate(self.start_terms) if terms != NONE]
        starts = [Root(TO_DRAW, self.start_terms[kind], hands.of(kind)) for kind in pairs]
        busts = [Root(TO_DECIDE, terms, hands.hands) for terms in range(len(course.terms))]
        self._made = all_slots(game, compiler, [*opening, *starts, *busts])
        self.slots, self.worlds = self._made.slots, self._made.worlds
        of_opening, of_starts, of_busts = np.split(
            self._made.roots, [len(opening), len(opening) + len(starts)]
        )
        self.bust_slots: list[int] = of_busts.tolist()
        """By terms: the slot of a hand beyond 21."""
        self.opening: Ints = np.zeros((kinds, kinds), dtype=np.int64)
        """``opening[class, class]``: the slot of the first decision."""
        ones, others = np.array(dealt).T
        self.opening[ones, others] = self.opening[others, ones] = of_opening
        self.starts: Ints = np.full(kinds, BUST_SLOT, dtype=np.int64)
        """By pair: the slot of a split hand that draws its second card."""
        self.starts[pairs] = of_starts
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
        return self._numbered(TO_DECIDE)

    @cached_property
    def draws(self) -> Ints:
        """``draws[terms, world, hand]``: the slot of a hand that draws a card to stand on them."""
        return self._numbered(TO_DRAW)

    def _numbered(self, enters: int) -> Ints:
        hands = self.game.hands.hands
        found = np.full((len(self.game.course.terms), len(self.worlds), hands), NONE, np.int64)
        for terms, world, pair in self._made.pairs:
            found[terms, world] = self._made.known[pair, enters, :hands]
        return found

    @property
    def given_up(self) -> list[int]:
        """Classes of cards that can be given up, in any world."""
        return sorted({kind for world in self.worlds for kind in world})


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
