"""Every deal of a shoe side by side, as charts are played and searched."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart_cells import Reading
from pitboss.exact.position import Position
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.rules.chart import UP_VALUES
from pitboss.rules.course import NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class AllDeals:
    """Every deal of every board, as parallel arrays."""

    def __init__(self, reading: Reading, positions: list[Position]) -> None:
        model, core = reading.core.model, reading.core
        deals = [position.deals for position in positions]
        counts = [len(of.hand) for of in deals]
        hand = np.concatenate([of.hand for of in deals])
        self.first: Ints = np.cumsum([0, *counts])
        """Where the deals of each board begin."""
        self.board: Ints = np.repeat(np.arange(len(deals)), counts)
        ups = np.array([position.board.up for position in positions])
        columns = np.array([UP_VALUES.index(value) for value in model.values])
        self.columns: Ints = columns[ups]
        """By board."""
        self.column: Ints = self.columns[self.board]
        chances = np.array([position.board.chance for position in positions])
        self.chance: Floats = np.concatenate([of.chance for of in deals]) * chances[self.board]
        self.natural: Floats = np.concatenate([of.natural for of in deals])
        self.pair: Ints = np.concatenate([of.pair for of in deals])
        self.mates: Floats = np.concatenate([of.mates for of in deals])
        self.value: Ints = np.where(self.pair == NONE, 0, np.array(model.values)[self.pair])
        self.state: Ints = model.hands.state[hand]
        self.played: Bools = ~model.is_natural[hand]
        """Whether there is anything to decide."""
        self.opening: Ints = np.concatenate([core.openings(of) for of in deals])
        slots = core.programme.slots
        leaves = np.full((len(slots.kind), len(reading.all_moves)), NONE, dtype=np.int64)
        for slot, options in reading.leaves.items():
            leaves[slot] = options
        self.options: Ints = leaves[self.opening]
        """``[deal, move]``: the option that makes it; `NONE` where it is not open."""
        upcards = slots.option_upcards[self.options]
        closed = (upcards >= 0) & (upcards >> ups[self.board][:, None] & 1 == 0)
        self.options[closed] = NONE
        self.block: Ints = self.board // BOARDS
        self.place: Ints = self.board % BOARDS
        """By deal: its block of boards, and its board's place in it."""
        self.of_pair: list[tuple[int, int, Ints]] = []
        """Block, pair, and the deals of it."""
        for number in range(int(self.block[-1]) + 1):
            for pair in range(model.kinds):
                rows = np.nonzero((self.block == number) & (self.pair == pair))[0]
                if len(rows):
                    self.of_pair.append((number, pair, rows))
