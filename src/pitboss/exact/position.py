"""A board with its deals, and how every side bet ends on them.

Everything here depends on the cards alone; objectives and policies share it.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.facts import SideBets
from pitboss.exact.model import Board, Deals, Model
from pitboss.exact.splits import Count, weights
from pitboss.rules.settlement import Settlement

Floats = NDArray[np.float64]


class Position:
    """One board a shoe can bring."""

    def __init__(self, model: Model, board: Board, readers: SideBets) -> None:
        self.model, self.board, self.readers = model, board, readers
        self.left: Floats = board.left
        self.counts: list[float] = [float(cards) for cards in board.left]
        self.cards = sum(self.counts)
        self.deals: Deals = model.deals(board)
        self.makers = model.makers[board.up]

    @cached_property
    def settled(self) -> list[list[Settlement]]:
        """``[bet][deal]``: how every bet ends."""
        return self.readers.settled(self.model, self.board, self.deals)

    def weights(
        self, pair: int, mates: float, deepest: int, dropping: tuple[int, ...], max_hands: int,
        count: Count,
    ) -> Floats:  # fmt: skip
        """What each course of a split hand counts in the sum over all hands that count.

        ``[second card pairs × course]``; at most `deepest` pair cards are drawn by the others, and
        second cards of the classes in `dropping` are given up.
        """
        counts = self.counts
        stocks = tuple([counts[kind] - (2 if kind == pair else 0) for kind in dropping])
        return weights(
            max_hands, count, deepest, dropping, stocks, pair, counts[pair] - 2, mates,
            self.cards - 2,
        )  # fmt: skip
