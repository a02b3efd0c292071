"""Outcome tables of hands, split or not, in the form the figures are read from.

A table is ``[row, total, final]``; of split hands it is the sum over courses of the others, each
with a weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.loops.bundles import Block, Steps
from pitboss.exact.programme.loops.follow import follow_split
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.tables import masses_of_rows, outcome_tables
from pitboss.exact.programme.loops.unsplit import unsplit_table
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.programme.variants import Dropping, Run

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
        shoe.finals[board // BOARDS], picks, flow, out,
    )  # fmt: skip
    return Flows(out, flow)


class Ask(NamedTuple):
    """A table that is wanted: the hands of a split pair on a board, weighed."""

    board: int
    pair: int
    picks: Ints
    """The hand's decisions, by step."""
    weights: Floats
    """``[second card pairs × course]``, courses as in `exact.splits.courses`."""


class SplitOutcomes:
    """Makes the tables of split hands on the boards of a shoe."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.core = shoe, shoe.core
        size = self.core.splits.sums.shape[3]
        self.masses: Floats = np.zeros((2, 2 * len(self.core.rows), BOARDS, size))

    def tables(self, asks: Sequence[Ask]) -> Floats:
        """``[ask, row, total, final]``; many at once are much faster than one by one."""
        found = np.zeros((len(asks), len(self.core.rows), BUST + 1, self.core.model.finals))
        for some in _together(asks):
            found[some] = self._of_block([asks[at] for at in some])
        return found

    def _of_block(self, asks: list[Ask]) -> Floats:
        """Those of one pair and block, by board; a board is played in one way."""
        number, pair = asks[0].board // BOARDS, asks[0].pair
        splits, block = self.core.splits, self.shoe.blocks[number]
        one = splits.pairs[pair]
        own = np.zeros(len(one.paths.steps.kind) * BOARDS, dtype=np.int64)
        boards = np.array([ask.board % BOARDS for ask in asks])
        for ask in asks:
            own[ask.board % BOARDS :: BOARDS] = ask.picks
        dropping = [one.dropping(ask.picks[0]) for ask in asks]
        weights = [
            _by_variant(one, given_up, ask.weights)
            for given_up, ask in zip(dropping, asks, strict=True)
        ]
        cards = np.zeros(BOARDS)
        cards[boards] = block.cards[boards]
        runs = [one.runs(given_up) for given_up in dropping]
        found = self._run(
            one, block._replace(cards=cards), own, boards, [of[0] for of in runs], weights
        )
        for at, of in enumerate(runs):
            for run in of[1:]:
                there, here = splits.without(block, int(boards[at]), run), slice(at, at + 1)
                found[here] += self._run(one, there, own, boards[here], [run], weights[here])
        return found

    def _run(
        self, one: PairSplit, block: Block, own: Ints, boards: Ints, runs: list[Run],
        weights: list[Floats],
    ) -> Floats:  # fmt: skip
        """The tables of variants that differ in leads alone: a run of them for each asked for."""
        room, steps = self.core.splits.room, _without_stakes(one.paths.steps)
        most = max(run.last - run.first for run in runs)
        weighed = np.zeros((len(runs), 2, most))
        for row, run, every in zip(weighed, runs, weights, strict=True):
            row[:, : run.last - run.first] = every[:, run.first : run.last]
        follow_split(one.paths.shape, steps, block, own, room)
        masses_of_rows(one.paths.shape, steps, block, one.start_row, room, self.masses)
        out = np.zeros((len(runs), len(self.core.rows), BUST + 1, self.core.model.finals))
        first = np.array([run.first for run in runs])
        outcome_tables(
            one.paths, block, one.variants, boards, first, weighed, room, self.masses, out
        )
        return out


def _together(asks: Sequence[Ask]) -> list[list[int]]:
    """Which can be made in one go, by board: same pair and block, a board played in one way."""
    ways: dict[tuple[int, int], list[int]] = {}
    found: dict[tuple[int, int, int], list[int]] = {}
    for at in sorted(range(len(asks)), key=lambda at: asks[at].board):
        ask = asks[at]
        played = ways.setdefault((ask.pair, ask.board), [])
        if id(ask.picks) not in played:
            played.append(id(ask.picks))
        way = played.index(id(ask.picks))
        found.setdefault((ask.pair, ask.board // BOARDS, way), []).append(at)
    return list(found.values())


def _by_variant(one: PairSplit, dropping: Dropping, weights: Floats) -> Floats:
    """``[second card pairs, variant]`` of what is known by course."""
    found = np.zeros((2, len(one.variants.pairs)))
    every = np.concatenate([np.arange(run.first, run.last) for run in one.runs(dropping)])
    _, before = one.further_splits(dropping, one.deepest)
    found[:, every[one.course_order[before][: len(every)]]] = weights.reshape(2, -1)
    return found


def _without_stakes(steps: Steps) -> Steps:
    """The steps with hands counted once each, whatever stands on them."""
    return steps._replace(option_times=(steps.option_times != 0.0).astype(float))
