"""Outcome tables of hands, split or not, in the form the figures are read from.

A table is ``[row, total, final]``; of split hands one for each second card that pairs or not and
each course of the other hands, in the order of `exact.splits.courses`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import SplitTables
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.loops.bundles import Block, Steps
from pitboss.exact.programme.loops.follow import follow_split
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.tables import (
    VARIANTS,
    add_ends,
    chances_of_variants,
    finish_tables,
    masses_of_rows,
)
from pitboss.exact.programme.loops.unsplit import unsplit_table
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.programme.variants import Run
from pitboss.exact.splits import courses

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Starts(NamedTuple):
    """Hands of two cards that go on, as parallel arrays."""

    option: Ints
    """The option they take."""
    chance: Floats
    natural: Floats
    """Chance that the dealer has a natural behind them."""


def unsplit_outcomes(shoe: Shoe, board: int, picks: Ints, starts: Starts) -> Floats:
    """``[row, total, final]``: where hands end that are played by these picks.

    Those that are bust or ended are apart by whether the dealer has a natural, the last final.
    """
    core = shoe.core
    model, slots = core.model, core.programme.slots
    flow = np.zeros(len(slots.kind))
    goes_on = slots.option_times[starts.option] != 0.0
    np.add.at(flow, slots.option_slot[starts.option[goes_on]], starts.chance[goes_on])
    out = np.zeros((len(core.rows), BUST + 1, model.finals))
    row, behind = slots.option_row[starts.option], starts.chance * starts.natural
    np.add.at(out[:, BUST, 0], row, starts.chance - behind)
    np.add.at(out[:, BUST, -1], row, behind)
    unsplit_table(
        slots, model.hands, core.worlds, shoe.blocks[board // BOARDS], board % BOARDS,
        shoe.finals[board], picks, flow, out,
    )  # fmt: skip
    return out


class SplitOutcomes:
    """Makes the tables of split hands on the boards of a shoe."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.core = shoe, shoe.core
        size = self.core.splits.sums.shape[2]
        self.masses: Floats = np.zeros((2, len(self.core.rows), 2, BOARDS, size))
        self.chances: Floats = np.zeros(size * VARIANTS)

    def tables(self, board: int, pair: int, picks: Ints) -> SplitTables:
        """The tables of a split hand of a pair that takes these picks, by step."""
        splits, number = self.core.splits, board // BOARDS
        one, block = splits.pairs[pair], self.shoe.blocks[number]
        own = np.zeros(len(picks) * BOARDS, dtype=np.int64)
        own[board % BOARDS :: BOARDS] = picks
        burning = splits.burning(one, own, board % BOARDS)
        deepest = int(one.variants.pairs.max())
        found = courses(deepest, burning, pair)
        finals = self.core.model.finals
        out = np.zeros((2, found.many, len(self.core.rows) * (BUST + 1) * finals))
        for run in one.runs[burning]:
            there = splits.without(block, board % BOARDS, run)
            tables = self._run(one, there, board % BOARDS, own, run)
            for v in range(run.first, run.last):
                burned = tuple(int(one.variants.burned[v, kind]) for kind in burning)
                pairs = int(one.variants.pairs[v])
                place = next(
                    at
                    for at, course in enumerate(zip(found.pairs, found.burned, strict=True))
                    if course == (pairs, burned)
                )
                out[:, place] = tables[:, v - run.first].reshape(2, -1)
        return SplitTables(deepest, burning, out.reshape(2 * found.many, -1))

    def _run(self, one: PairSplit, block: Block, board: int, own: Ints, run: Run) -> Floats:
        """``[paired, variant, row, total, final]`` of variants that differ in leads alone."""
        paths, room = one.paths, self.core.splits.room
        finals, rows = self.core.model.finals, len(self.core.rows)
        steps = _without_stakes(paths.steps)
        follow_split(paths.shape, steps, block, own, room)
        masses_of_rows(paths.shape, steps, block, self._start_row(one.pair), room, self.masses)
        out = np.zeros((2, run.last - run.first, rows, BUST + 1, finals))
        for first in range(run.first, run.last, VARIANTS):
            last = min(first + VARIANTS, run.last)
            chances_of_variants(paths.shape, block, one.variants, first, last, board, self.chances)
            added = np.zeros((2, rows, 22, (finals + 1) * VARIANTS))
            add_ends(paths.ends, paths.draws, block, board, finals, room, self.chances, added)
            finish_tables(
                paths.shape, self.masses, board, last - first, finals, self.chances, added,
                out[:, first - run.first : last - run.first],
            )  # fmt: skip
        return out

    def _start_row(self, pair: int) -> int:
        """The row of a split hand that got its second card."""
        programme = self.core.programme
        return programme.game.rows.of_terms[programme.start_terms[pair]]


def _without_stakes(steps: Steps) -> Steps:
    """The steps with hands counted once each, whatever stands on them."""
    return steps._replace(option_times=(steps.option_times != 0.0).astype(float))
