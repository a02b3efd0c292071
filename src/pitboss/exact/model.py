"""A game's tables as arrays over card classes, and the boards a round can start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.exact.dealer import Trie, distribution, draw_trie
from pitboss.exact.hands import HandTable, groups, hand_table
from pitboss.rules.compile import Tables
from pitboss.rules.hands import TOTAL

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NONE = -1


class Board(NamedTuple):
    """What lies before the dealer when the first decision comes."""

    aside: int
    """Class of the upcard that was set aside, or `NONE`."""
    up: int
    """Class of the upcard."""
    chance: float
    """Chance of this board among all rounds."""
    left: Floats
    """Cards of each class that are neither set aside nor the upcard."""
    ranks: tuple[float, ...]
    """Cards of each rank before the upcard was dealt, the set-aside card gone."""


class Deal(NamedTuple):
    """A player's first two cards on a board."""

    hand: int
    """Index of the hand."""
    chance: float
    """Chance of it on this board."""
    pair: int
    """Class of the pair if it is one that may be split, else `NONE`."""
    mates: float
    """Cards left that pair with a split card."""
    matches: bool
    """Whether a pair has the upcard's rank."""
    same_rank: bool


class Model:
    """What the solver needs to know of a game, derived once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.kind_of_rank = tables.card_class
        self.kinds = max(tables.card_class) + 1
        self.ranks_of = tuple(
            tuple(rank for rank in range(13) if tables.card_class[rank] == kind)
            for kind in range(self.kinds)
        )
        self.values = tuple(RANK_VALUE[ranks[0]] for ranks in self.ranks_of)
        self.hands: HandTable = hand_table(self.values)
        self.finals = len(tables.finals)
        self.outcome: Floats = np.array(tables.outcome, dtype=float)
        self.total: Ints = np.array(TOTAL, dtype=np.int64)[self.hands.state]
        self.is_21 = self.total == 21
        self.units = len(tables.opening)
        self.burnable = tuple(
            kind for kind in range(self.kinds) if tables.burnable >> self.ranks_of[kind][0] & 1
        )
        self.flag_of: Ints = np.zeros(self.kinds, dtype=np.int64)
        for flag, kind in enumerate(self.burnable, start=1):
            self.flag_of[kind] = flag

    def trie(self, up: int, lead: int) -> Trie:
        """The dealer's draws under an upcard."""
        return draw_trie(self.values, up, self.tables.dealer_final, self.finals, lead)

    def dealer_finals(self, up: int, left: Floats, rows: Ints, lead: int, gone: Floats) -> Floats:
        """``[variant, row, final]``: the dealer's finals against these hands.

        `left` are the cards left for an empty hand. Each variant has `gone[variant]` more lead
        cards out of the shoe, whatever else is gone being the same for all of them.
        """
        hands, grouped = self.hands, groups(self.values, lead)
        used, group = np.unique(grouped.of_hand[rows], return_inverse=True)
        leads = (left[lead] - hands.counts[rows, lead] - gone[:, None]).reshape(-1)
        cards = (left.sum() - hands.size[rows] - gone[:, None]).reshape(-1)
        group = np.tile(group.reshape(-1), len(gone))
        order = np.lexsort((cards, leads))
        found = np.empty((len(order), self.finals))
        found[order] = distribution(
            self.trie(up, lead), left - grouped.counts[used], group[order], leads[order],
            cards[order], self.finals,
        )  # fmt: skip
        return found.reshape(len(gone), len(rows), self.finals)

    def counts(self, ranks: Sequence[float]) -> Floats:
        """Cards of each class in a shoe given by rank."""
        return np.array([sum(ranks[r] for r in of) for of in self.ranks_of], dtype=float)

    def boards(self, ranks: Sequence[float]) -> Iterator[Board]:
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
                gone = list(ranks)
                part = ranks[rank] / shoe[first]
                gone[rank] -= 1
                for up in range(self.kinds):
                    if rest[up] > 0:
                        again = rest[up] / (whole - 1)
                        yield self._board(first, up, chance * part * again, rest, tuple(gone))

    def _board(
        self, aside: int, up: int, chance: float, shoe: Floats, ranks: tuple[float, ...]
    ) -> Board:
        left = shoe.copy()
        left[up] -= 1
        return Board(aside, up, float(chance), left, ranks)

    def deals(self, board: Board) -> Iterator[Deal]:
        """Every two cards a player can be dealt on a board."""
        left = board.left
        cards = left.sum()
        for first in range(self.kinds):
            for second in range(first, self.kinds):
                if first != second:
                    chance = 2 * left[first] * left[second] / (cards * (cards - 1))
                    if chance > 0:
                        yield Deal(self.two(first, second), chance, NONE, 0.0, False, False)
                elif left[first] > 0:
                    yield from self._same_kind(board, first, cards)

    def _same_kind(self, board: Board, kind: int, cards: float) -> Iterator[Deal]:
        """Two cards of one class, apart by whether they pair and match the upcard's rank."""
        group = self.tables.pair_group
        chances: dict[tuple[bool, float, bool, bool], float] = {}
        ups = self.ranks_of[board.up]
        up_cards = sum(board.ranks[rank] for rank in ups)
        for up in ups:
            if board.ranks[up] <= 0:
                continue
            part = board.ranks[up] / up_cards
            for one in self.ranks_of[kind]:
                first = board.ranks[one] - (one == up)
                for two in self.ranks_of[kind]:
                    second = board.ranks[two] - (two == up) - (two == one)
                    if first <= 0 or second <= 0:
                        continue
                    pair = group[one] == group[two]
                    mates = (
                        sum(
                            board.ranks[rank] - (rank == up)
                            for rank in self.ranks_of[kind]
                            if group[rank] == group[one]
                        )
                        - 2 * pair
                    )
                    key = (pair, mates if pair else 0.0, one == two == up, one == two)
                    chance = part * first * second / (cards * (cards - 1))
                    chances[key] = chances.get(key, 0.0) + chance
        for (pair, mates, matches, same), chance in chances.items():
            yield Deal(self.two(kind, kind), chance, kind if pair else NONE, mates, matches, same)

    def two(self, first: int, second: int) -> int:
        """Index of the hand of two classes."""
        counts = [0] * self.kinds
        counts[first] += 1
        counts[second] += 1
        return self.hands.place[tuple(counts)]
