"""Outcome tables of hands, split or not, in the form the figures are read from.

A table is ``[row, total, final]``; of split hands one for each second card that pairs or not and
each course of the other hands, in the order of `exact.splits.courses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import SplitTables
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.loops.bundles import Block, Steps
from pitboss.exact.programme.loops.follow import follow_split
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.tables import masses_of_rows, outcome_tables
from pitboss.exact.programme.loops.unsplit import unsplit_table
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.programme.variants import Run

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Starts(NamedTuple):
    """Hands of two cards that go on, as parallel arrays."""

    option: Ints
    """The option they take."""
    chance: Floats
    natural: Floats
    """Chance that the dealer has a natural behind them."""


class Flows(NamedTuple):
    """Hands that are not split, played forward."""

    table: Floats
    """``[row, total, final]``: where they end; those that are bust or ended are apart by whether
    the dealer has a natural, the last final."""
    slots: Floats
    """By slot: how often they come there."""


def unsplit_outcomes(shoe: Shoe, board: int, picks: Ints, starts: Starts) -> Flows:
    """Where hands come and end that are played by these picks."""
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
    return Flows(out, flow)


class SplitOutcomes:
    """Makes the tables of split hands on the boards of a shoe."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.core = shoe, shoe.core
        size = self.core.splits.sums.shape[2]
        self.masses: Floats = np.zeros((2, len(self.core.rows), 2, BOARDS, size))

    def tables(self, board: int, pair: int, picks: Ints) -> SplitTables:
        """The tables of a split hand of a pair that takes these picks, by step."""
        return self.tables_of_boards(pair, {board: picks})[board]

    def tables_of_boards(self, pair: int, picks: Mapping[int, Ints]) -> dict[int, SplitTables]:
        """The same for many boards, by board; much faster than one by one."""
        found: dict[int, SplitTables] = {}
        for number in sorted({board // BOARDS for board in picks}):
            places = {board % BOARDS: board for board in picks if board // BOARDS == number}
            of_block = {place: picks[board] for place, board in places.items()}
            for place, tables in self._of_block(number, pair, of_block).items():
                found[places[place]] = tables
        return found

    def _of_block(self, number: int, pair: int, picks: dict[int, Ints]) -> dict[int, SplitTables]:
        """By board of a block."""
        splits, block = self.core.splits, self.shoe.blocks[number]
        one = splits.pairs[pair]
        own = np.zeros(len(one.paths.steps.kind) * BOARDS, dtype=np.int64)
        for place, some in picks.items():
            own[place::BOARDS] = some
        dropping = {place: splits.dropping(one, own, place) for place in picks}
        runs = {place: one.runs(dropping[place]) for place in sorted(picks)}
        cards = np.zeros(BOARDS)
        cards[list(picks)] = block.cards[list(picks)]
        asked = block._replace(cards=cards)
        made = self._run(one, asked, own, {place: of[0] for place, of in runs.items()})
        found = {}
        for tables, (place, of) in zip(made, runs.items(), strict=True):
            if len(of) > 1:
                parts = [tables[:, : of[0].last - of[0].first]]
                for run in of[1:]:
                    there = splits.without(block, place, run)
                    parts.append(self._run(one, there, own, {place: run})[0])
                tables = np.concatenate(parts, axis=1)
            deepest, before = one.further_splits(dropping[place], one.deepest)
            order = one.course_order[before][: of[-1].last - of[0].first]
            if not np.array_equal(order, np.arange(tables.shape[1])):
                tables = tables[:, order]
            found[place] = SplitTables(deepest, before, tables.reshape(2 * len(order), -1))
        return found

    def _run(self, one: PairSplit, block: Block, own: Ints, runs: dict[int, Run]) -> Floats:
        """``[asked board, paired, variant, row, total, final]``: variants differ in leads alone.

        A run of variants for each board that is asked for.
        """
        paths, room, variants = one.paths, self.core.splits.room, one.variants
        first, last = np.zeros(BOARDS, dtype=np.int64), np.zeros(BOARDS, dtype=np.int64)
        for place, run in runs.items():
            first[place], last[place] = run.first, run.last
        steps = _without_stakes(paths.steps)
        follow_split(paths.shape, steps, block, own, room)
        masses_of_rows(paths.shape, steps, block, one.start_row, room, self.masses)
        most, finals = int((last - first).max()), self.core.model.finals
        out = np.zeros((len(runs), 2, most, len(self.core.rows), BUST + 1, finals))
        outcome_tables(
            paths.shape, paths.ends, paths.draws, block, variants, first, last, room, self.masses,
            out,
        )  # fmt: skip
        return out


def _without_stakes(steps: Steps) -> Steps:
    """The steps with hands counted once each, whatever stands on them."""
    return steps._replace(option_times=(steps.option_times != 0.0).astype(float))
