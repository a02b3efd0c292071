"""A game's tables as arrays over card classes, and the boards and deals a round can start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE, RANKS
from pitboss.exact.dealer import Trie, draw_trie
from pitboss.exact.hands import HandTable, hand_table
from pitboss.rules.compile import Tables
from pitboss.rules.course import Course
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import UNKNOWN, Fact
from pitboss.rules.hands import SOFT_21, STATES
from pitboss.rules.settlement import BUST, NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Number = float | Fraction
Numbers = NDArray[Any]
"""Floats, or fractions where a figure is wanted exactly."""


class Board(NamedTuple):
    """What lies before the dealer when the first decision comes."""

    aside: int
    """Class of the upcard that was set aside, or `NONE`."""
    up: int
    """Class of the upcard."""
    chance: Any
    """Chance of this board among all rounds."""
    left: Numbers
    """Cards of each class that are neither set aside nor the upcard."""
    ranks: tuple[Any, ...]
    """Cards of each rank before the upcard was dealt, the set-aside card gone."""


class Deals(NamedTuple):
    """Every first two cards of a player on a board, as parallel arrays."""

    hand: Ints
    """Index of the hand."""
    chance: Numbers
    """Chance of it on this board."""
    pair: Ints
    """Class of the pair if it may be split, else `NONE`."""
    mates: Numbers
    """Cards left that pair with a split card."""
    same_rank: Bools
    matches: Bools
    """Whether a pair has the upcard's rank."""
    suited: Ints
    """Whether the two share a suit, as a set of values of that fact."""
    natural: Numbers
    """Chance that the dealer has a natural behind it."""


def _splits(course: Course, state: int) -> bool:
    """Whether a pair in this state may be split as it was dealt."""
    number: int | None = course.opening
    while number is not None:
        edges = [edge for edge in course.terms[number].edges if edge.allows(state, 2)]
        if any(edge.new_hand != NONE for edge in edges):
            return True
        # a decision before the peek may only lead on to the terms of the others
        leads = [edge.next for edge in edges if not (edge.draws or edge.units or edge.pays[1])]
        number = next((after for after in leads if after not in (NONE, number)), None)
    return False


def _check_pairs(tables: Tables) -> None:
    """Refuse pairs of cards that other rules tell apart: a hand of two classes cannot be split."""
    for one in range(13):
        for two in range(13):
            paired = tables.pair_group[one] == tables.pair_group[two]
            if paired and tables.card_class[one] != tables.card_class[two]:
                raise RulesError(
                    f"split.pairs = 'value': other rules of this game tell {RANKS[one]} from "
                    f"{RANKS[two]}, so the solver allows only 'rank' here"
                )


class Model:
    """What the solver needs to know of a game, derived once."""

    def __init__(self, tables: Tables, *, asks_suits: bool = False) -> None:
        self.tables, self.asks_suits = tables, asks_suits
        self.kind_of_rank = tables.card_class
        self.kinds = max(tables.card_class) + 1
        self.ranks_of = tuple(
            tuple(rank for rank in range(13) if tables.card_class[rank] == kind)
            for kind in range(self.kinds)
        )
        self.values = tuple(RANK_VALUE[ranks[0]] for ranks in self.ranks_of)
        _check_pairs(tables)
        self.hands: HandTable = hand_table(self.values)
        self.finals = len(tables.finals)
        self.units = len(tables.opening)
        self.peeks = bool(tables.peeked)
        self.outcome: Floats = np.full((BUST + 1, self.finals), -1.0)
        self.outcome[:BUST] = tables.outcome
        self.makers = np.array(
            [[{1: 10, 10: 1}.get(up) == value for value in self.values] for up in self.values],
            dtype=np.int64,
        )
        """``makers[upcard, class]``: 1 where the two are a natural."""
        state = self.hands.state
        splits = [_splits(tables.course, one) for one in range(STATES)]
        self.can_split: Bools = np.array(splits)[state] & (self.hands.size == 2)
        self.is_natural: Bools = (self.hands.size == 2) & (state == SOFT_21)
        self.seconds: Ints = np.array(
            [[self.hands.of(one, two) for two in range(self.kinds)] for one in range(self.kinds)],
            dtype=np.int64,
        )
        """``seconds[class, class]``: the hand of two cards."""
        hard = self.hands.counts @ np.array(self.values)
        self._different = np.triu_indices(self.kinds, 1)
        ranks = np.array([len(of) for of in self.ranks_of])
        self._one_rank, self._several_ranks = np.nonzero(ranks == 1)[0], np.nonzero(ranks > 1)[0]
        self.groups = []
        """By class: the hands that hold no card of it, by size and then by hard sum."""
        for kind in range(self.kinds):
            without = np.nonzero(self.hands.counts[:, kind] == 0)[0]
            order = np.lexsort((hard[without], self.hands.size[without]))
            self.groups.append(without[order])

    def trie(self, up: int, lead: int, other: int = NONE) -> Trie:
        """The dealer's draws under an upcard, apart by one or two leads."""
        return draw_trie(self.values, up, self.tables.dealer_final, self.finals, lead, other)

    def counts(self, ranks: Sequence[Number]) -> Numbers:
        """Cards of each class in a shoe given by rank."""
        exact = any(isinstance(rank, Fraction) for rank in ranks)
        cards = [sum(ranks[rank] for rank in of) for of in self.ranks_of]
        return np.array(cards, dtype=object if exact else float)

    def boards(self, ranks: Sequence[Number]) -> Iterator[Board]:
        """Every board a shoe can bring, with its chance."""
        shoe = self.counts(ranks)
        whole = shoe.sum()
        for first in range(self.kinds):
            if shoe[first] <= 0:
                continue
            chance = shoe[first] / whole
            if not self.tables.replaced >> self.ranks_of[first][0] & 1:
                yield self._board(NONE, first, chance, shoe, tuple(ranks))
                continue
            rest = shoe.copy()
            rest[first] -= 1
            for rank in self.ranks_of[first]:
                if ranks[rank] <= 0:
                    continue
                gone = list(ranks)
                part = ranks[rank] / shoe[first]
                gone[rank] -= 1
                for up in range(self.kinds):
                    if rest[up] > 0:
                        again = rest[up] / (whole - 1)
                        yield self._board(first, up, chance * part * again, rest, tuple(gone))

    def _board(
        self, aside: int, up: int, chance: Number, shoe: Numbers, ranks: tuple[Number, ...]
    ) -> Board:
        left = shoe.copy()
        left[up] -= 1
        return Board(aside, up, chance, left, ranks)

    def deals(self, board: Board) -> Deals:
        """Every two cards a player can be dealt on a board."""
        left = board.left
        cards = left.sum()
        ways = cards * (cards - 1)
        first, second = self._different
        chance = 2 * left[first] * left[second] / ways
        there = chance > 0
        paired = self._one_rank[left[self._one_rank] > 1]
        many = left[paired]
        same = [
            row
            for kind in self._several_ranks.tolist()
            if left[kind] > 1
            for row in self._of_several_ranks(board, kind, ways)
        ]
        kinds, pairs, mates, match, same_rank, chances = (
            zip(*same, strict=True) if same else ((),) * 6
        )
        kind, plain = np.array(kinds, dtype=np.int64), int(there.sum())
        hand = np.concatenate(
            (self.seconds[first, second][there], self.seconds[paired, paired],
             self.seconds[kind, kind])
        )  # fmt: skip
        size = len(hand)
        pair, in_class = np.full(size, NONE), slice(plain, plain + len(paired))
        matches, of_one_rank = np.zeros((2, size), dtype=np.bool_)
        worked_out = slice(in_class.stop, size)
        pair[in_class], pair[worked_out] = paired, np.where(np.array(pairs, bool), kind, NONE)
        pair[~self.can_split[hand]] = NONE
        matches[in_class], matches[worked_out] = paired == board.up, match
        of_one_rank[in_class], of_one_rank[worked_out] = True, same_rank
        makers = left @ self.makers[board.up] - self.hands.counts[hand] @ self.makers[board.up]
        kept = left.dtype
        deals = Deals(
            hand=hand,
            chance=np.concatenate(
                (chance[there], many * (many - 1) / ways, np.array(chances, kept))
            ),
            pair=pair,
            mates=np.concatenate((np.zeros(plain), many - 2, np.array(mates, kept))),
            same_rank=of_one_rank,
            matches=matches,
            suited=np.full(size, UNKNOWN[Fact.PLAYER_SUITED]),
            natural=np.maximum(makers, 0) / (cards - 2),
        )
        return self._suits(board, deals) if self.asks_suits else deals

    def _of_several_ranks(
        self, board: Board, kind: int, ways: Number
    ) -> Iterator[tuple[int, bool, Number, bool, bool, Number]]:
        """Two cards of a class of several ranks, apart by whether they pair and match the upcard.

        `ways` is in how many ways two cards can be dealt.
        """
        group, ranks = self.tables.pair_group, self.ranks_of[kind]
        found: dict[tuple[bool, Number, bool, bool], Number] = {}
        ups = self.ranks_of[board.up]
        up_cards = sum(board.ranks[rank] for rank in ups)
        # Which rank of its class the upcard has matters only where it is of the same class.
        parts = (
            [(up, board.ranks[up] / up_cards) for up in ups] if kind == board.up else [(NONE, 1)]
        )
        for up, part in parts:
            left = [(rank, group[rank], board.ranks[rank] - (rank == up)) for rank in ranks]
            for one, own, first in left:
                mates = sum(others for _, of, others in left if of == own) - 2
                for two, other, second in left:
                    rest = second - (two == one)
                    if part <= 0 or first <= 0 or rest <= 0:
                        continue
                    pair = own == other
                    key = (pair, mates if pair else 0, one == two == up, one == two)
                    chance = part * first * rest / ways
                    found[key] = found.get(key, 0) + chance
        for (pair, mates, matches, same), chance in found.items():
            yield kind, pair, mates, matches, same, chance

    def _suits(self, board: Board, deals: Deals) -> Deals:
        """Each deal twice: suited and not. Cards of different rank share a suit once in four."""
        suited = np.full(len(deals.hand), Fraction(1, 4) if board.left.dtype == object else 0.25)
        for place in np.nonzero(deals.same_rank)[0]:
            kind = int(np.argmax(self.hands.counts[deals.hand[place]]))
            cards = board.ranks[self.ranks_of[kind][0]]
            suited[place] = (cards / 4 - 1) / (cards - 1)
        twice = Deals(*(np.append(column, column) for column in deals))
        return twice._replace(
            chance=np.append(deals.chance * suited, deals.chance * (1 - suited)),
            suited=np.repeat([2, 1], len(deals.hand)),
        )
