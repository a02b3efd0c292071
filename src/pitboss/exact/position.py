"""One board ready to be solved: the dealer behind every hand, the deals, and what they bring.

Everything here depends on the cards alone; objectives and policies share it.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.bets import BetReader, Settlement, facts_of
from pitboss.exact.dealer import finals_of_all
from pitboss.exact.model import BUST, Board, Deals, Model
from pitboss.exact.outcomes import second_cards, split_tables
from pitboss.exact.policy import SplitHand
from pitboss.exact.splits import Count, Course, coefficients, courses, weights

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ACES = 0
"""The class that main hands share their dealer walks by."""


class SplitTables(NamedTuple):
    """Outcome tables of one split hand, in every course of the others."""

    courses: tuple[Course, ...]
    burning: tuple[int, ...]
    tables: Floats
    """``[paired × course, doubled × total × final]``"""


class Room:
    """Arrays to work in, kept from one use to the next; not to be shared by threads."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._by_lanes: dict[int, tuple[Floats, Floats]] = {}

    def of(self, lanes: int) -> tuple[Floats, Floats]:
        """Zeros for hands reached and hands ended."""
        if lanes not in self._by_lanes:
            shape = (self.model.flags, self.model.hands.hands, lanes)
            self._by_lanes[lanes] = np.zeros(shape), np.zeros((2, *shape))
        return self._by_lanes[lanes]


class Position:
    """A board with the dealer's finals behind every hand."""

    def __init__(self, model: Model, board: Board, readers: list[BetReader], room: Room) -> None:
        self.model, self.board, self.readers = model, board, readers
        self.left: Floats = board.left
        self.deals: Deals = model.deals(board)
        self.makers = model.makers[board.up]
        self.room = room

    @cached_property
    def finals(self) -> Floats:
        """``[flag, hand, final]``: the dealer's chances behind every hand."""
        model = self.model
        found = np.empty((model.flags, model.hands.hands, model.finals))
        for flag, burned in enumerate(model.burnable):
            left = self.left.copy()
            if flag:
                left[burned] -= 1
            found[flag] = finals_of_all(
                model.trie(self.board.up, ACES), ACES, model.hands, left, model.finals
            )
        return found

    @cached_property
    def settled(self) -> list[list[Settlement]]:
        """``[bet][deal]``: how every bet ends."""
        facts = facts_of(self.model, self.board, self.deals)
        return [[reader.settlement(one) for one in facts] for reader in self.readers]

    def natural(self, hands: Ints, flag: int = 0) -> Floats:
        """Chance of a dealer natural behind hands of two cards."""
        makers = self.left @ self.makers - self.model.hands.counts[hands] @ self.makers
        cards = self.left.sum() - 2
        if flag:
            makers = makers - self.makers[self.model.burnable[flag]]
            cards -= 1
        found: Floats = np.maximum(makers, 0.0) / max(cards, 1.0)
        return found

    def split_tables(self, pair: int, how: SplitHand, deepest: int) -> SplitTables:
        """Tables of a hand of a split pair when up to `deepest` further pair cards are gone."""
        model = self.model
        burning = tuple(int(kind) for kind in model.burnable[1:] if how.burns[kind])
        found = tuple(courses(deepest, burning, pair))
        others = [place for place, kind in enumerate(burning) if kind != pair]
        width = 2 * (BUST + 1) * model.finals
        tables = np.empty((2, len(found), width))
        start = 0
        while start < len(found):
            same = [found[start].burned[place] for place in others]
            end = start
            while end < len(found) and [found[end].burned[place] for place in others] == same:
                end += 1
            left = self.left.copy()
            for place, many in zip(others, same, strict=True):
                left[burning[place]] -= many
            own = burning.index(pair) if pair in burning else None
            gone = np.array(
                [
                    1.0 + course.pairs + (course.burned[own] if own is not None else 0)
                    for course in found[start:end]
                ]
            )
            starts = second_cards(
                left, pair, gone, model.flag_of, model.flags, how.burns, how.actions
            )
            lanes = np.tile(np.arange(end - start), 2)
            out = self._run(pair, left, gone, lanes, starts, how)
            tables[:, start:end] = out.reshape(2, end - start, width)
            start = end
        return SplitTables(found, burning, tables.reshape(2 * len(found), width))

    def start_tables(self, pair: int, options: list[tuple[int, int, int]], how: SplitHand) -> Floats:
        """``[option, doubled, total, final]`` of the first split hand for starts given.

        An option is a flag, the class of the second card and what is done with it.
        """
        flag, kind, action = (np.array(column, dtype=np.int64) for column in zip(*options))
        lanes = np.zeros(len(options), dtype=np.int64)
        starts = flag, kind, action, np.eye(len(options))
        return self._run(pair, self.left, np.ones(1), lanes, starts, how)

    def _run(
        self, pair: int, left: Floats, gone: Floats, lanes: Ints,
        starts: tuple[Ints, Ints, Ints, Floats], how: SplitHand,
    ) -> Floats:  # fmt: skip
        model = self.model
        out = np.empty((len(lanes), 2, BUST + 1, model.finals))
        reached, ended = self.room.of(len(lanes))
        split_tables(
            model.hands, model.trie(self.board.up, pair), left, pair, gone, lanes,
            model.seconds[pair], self.makers, model.burnable, model.flag_of, model.finals, *starts,
            *how.policy, model.tables.burn_double_cards, reached, ended, out,
        )  # fmt: skip
        return out

    def all_hands(
        self, pair: int, mates: float, tables: SplitTables, max_hands: int, count: Count
    ) -> Floats:
        """The outcome tables of all hands that count, added up: ``[doubled × total × final]``."""
        two = 2 if pair in tables.burning else 0
        stocks = tuple(
            float(self.left[kind] - (two if kind == pair else 0)) for kind in tables.burning
        )
        weight = weights(
            max_hands, count, tables.courses, tables.burning, stocks, pair,
            float(self.left[pair] - 2), float(mates), float(self.left.sum() - 2),
        )  # fmt: skip
        found: Floats = weight @ tables.tables
        return found


def deepest_course(max_hands: int) -> int:
    """How many further pair cards can be gone when a split hand is valued."""
    return len(coefficients(max_hands)[0]) - 1
