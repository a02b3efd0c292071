"""Charts: strategies by total and upcard, found, read and valued exactly.

A chart's cells fix every decision. The best chart is found cell by cell: a cell's gain is the sum
over all hands that meet it, each weighed by how often play comes there, until nothing changes;
close cells are then tried both ways with split hands counted in. Columns do not depend on each
other and are searched side by side.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart_cells import COLUMNS, DOUBLED, DRAWN, SECOND, Cells
from pitboss.exact.chart_gains import CellGains, Totals
from pitboss.exact.chart_play import ChartCells, ChartPlay
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.programme.best import BestPlay
from pitboss.exact.programme.loops.bundles import Gains
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.solver import Solver, Strategy

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CLOSE = 2e-5
"""Cells whose gain, hands that are not split counted, is below this are tried both ways."""
ROUNDS, TRIES = 12, 3
"""How often all cells are improved, and close ones tried, at most."""

CloseCell = tuple[float, Bools, tuple[int, ...]]
"""What a cell gains at most, and where it is."""


class ChartFinder:
    """Finds the best chart of a shoe for an objective."""

    def __init__(self, play: ChartPlay, best: BestPlay) -> None:
        self.play, self.objective, self.best = play, play.objective, best
        self.gains = CellGains(play)
        self.close: list[list[CloseCell]] = [[] for _ in range(COLUMNS)]

    def find(self) -> ChartCells:
        """The cells of every column."""
        play = self.play
        self._start()
        searched = np.bincount(play.deals.columns, minlength=COLUMNS) > 0
        for _ in range(ROUNDS):
            if not searched.any():
                break
            play.active = searched
            before = _snapshot(play.cells)
            for column in np.nonzero(searched)[0]:
                self.close[column] = []
            for profile in play.profiles:
                self._improve(profile)
            after = _snapshot(play.cells)
            changed = np.zeros(COLUMNS, dtype=np.bool_)
            for one, other in zip(before, after, strict=True):
                changed |= (one != other).reshape(COLUMNS, -1).any(axis=1)
            searched = searched & changed
        self._try_close()
        play.active = np.ones(COLUMNS, dtype=np.bool_)
        return play.cells

    def _start(self) -> None:
        """Begin with what the best play by exact cards does on most hands of each cell."""
        play, riding = self.play, RidingPlay(self.best, self.objective)
        for profile in play.profiles:
            values = [
                riding.solved(profile, number).values if profile else block.values
                for number, block in enumerate(self.best.blocks)
            ]
            gains, cells = self.gains.likely(profile, values), play.cells[profile]
            cells.draws[:] = (gains.draws > 0) & play.reading.can_draw
            cells.offers[:, DRAWN] = gains.offers[:, DRAWN] > 0

    # One round of improvement

    def _improve(self, profile: Profile) -> None:
        """Set every cell of a profile to what gains most, the others being as they are."""
        play, cells = self.play, self.play.cells[profile]
        play.follow(NOTHING_RIDES)
        if profile:
            play.follow(profile)
        rows = play.rows(profile)
        gains, totals = self.gains.of(profile, rows), self.gains.totals(profile, rows)
        # where no bet rides, first decisions and splits weigh as the main game does
        near = CLOSE * (1.0 if profile else min(self.objective.main, 1.0))
        mine = (play.active & cells.there)[:, None, None]
        met = gains.met > 0
        cells.met[:] = np.where(mine, met, cells.met)
        cells.met[:, 0] |= mine[:, 0] & (totals.states != 0.0).any(axis=0)
        cells.draws[met] = gains.draws[met] > 0
        self._note_close(cells.draws, gains.draws, met & (np.abs(gains.draws) < CLOSE))
        second = gains.offers[:, SECOND]
        if not profile:  # second cards are judged by the first hand alone so far
            judged = (second != 0.0) & (np.abs(second) < near)
            self._note_close(cells.offers[:, SECOND], second, judged)
        drawn = gains.offers[:, DRAWN]
        cells.offers[:, DRAWN][drawn != 0] = drawn[drawn != 0] > 0
        for offer in (DOUBLED, SECOND):
            cells.offers[:, offer] = np.where(
                mine, gains.offers[:, offer] > 0, cells.offers[:, offer]
            )
        own = gains.later[:, :, 1:] > 0
        cells.first[:, :, 1:] = np.where(mine[..., None], own, cells.first[:, :, 1:])
        self._set_firsts(cells, totals, gains, near, mine[:, 0])
        self._set_pairs(cells, totals, mine[:, 0])

    def _note_close(self, cells: Bools, gain: Floats, places: Bools) -> None:
        for found in zip(*np.nonzero(places), strict=True):
            place = tuple(int(at) for at in found)
            self.close[place[0]].append((abs(float(gain[place])), cells, place))

    def _set_firsts(
        self, cells: Cells, totals: Totals, gains: Gains, near: float, mine: Bools
    ) -> None:
        """Set moves made before drawing or waiting, each where it beats those before it."""
        waits, draws, *others = totals.states
        best = np.where(cells.draws[:, 0], draws, waits)
        for at, worth in enumerate(others):
            gain = worth - best + gains.later[:, at, 0]
            met = worth != 0.0
            better = (gain > 0) & met
            cells.first[:, at, 0] = np.where(mine, better, cells.first[:, at, 0])
            if at in self.play.reading.shared:
                self._note_close(cells.first[:, at, 0], gain, met & (np.abs(gain) < near))
            best = np.where(better, worth, best)

    def _set_pairs(self, cells: Cells, totals: Totals, mine: Bools) -> None:
        """Set every pair to the move, or the number of hands, that brings most."""
        top = np.full(cells.pair.shape, -np.inf)
        most = self.play.reading.most_hands
        ways = [
            (worth, met, move, 0)
            for worth, met, move in zip(
                totals.pairs, totals.pairs_met, self.play.reading.all_moves, strict=True
            )
        ]
        splits = [
            (totals.splits[..., at], totals.splits_met, 0, n) for at, n in enumerate((2, most))
        ]
        for worth, met, move, hands in ways + splits:
            better = mine & (met > 0) & (worth > top)
            cells.pair[better], cells.pair_hands[better] = move, hands
            top[better] = worth[better]

    # Close cells

    def _try_close(self) -> None:
        """Try close cells both ways with everything counted, a cell of each column at a time."""
        tries = {column: self._tries(close) for column, close in enumerate(self.close) if close}
        for one in tries.values():
            next(one)
        while tries:
            self.play.active = np.isin(np.arange(COLUMNS), list(tries))
            worth = self.play.worth()
            for column in list(tries):
                try:
                    tries[column].send(float(worth[column]))
                except StopIteration:
                    del tries[column]

    def _tries(self, close: list[CloseCell]) -> Generator[None, float, None]:
        """Change cells of a column, one by one, and undo what does not bring more.

        It is told what the column brings whenever it waits.
        """
        best = yield
        for _ in range(TRIES):
            changed = False
            for _, cells, place in sorted(close, key=lambda one: one[0]):
                cells[place] = not cells[place]
                worth = yield
                if worth > best + 1e-12:
                    best, changed = worth, True
                else:
                    cells[place] = not cells[place]
            if not changed:
                return


def _snapshot(cells: ChartCells) -> list[NDArray[np.generic]]:
    return [array.copy() for one in cells.values() for array in vars(one).values()]


def chart_play(solver: Solver, objective: Objective) -> ChartPlay:
    """A solver's shoe, to be played by cells."""
    return ChartPlay(solver.boards, solver.positions, objective)


def best_chart(solver: Solver, objective: Objective) -> ChartCells:
    """The best chart's cells."""
    return ChartFinder(chart_play(solver, objective), solver.plain).find()


def play_chart(solver: Solver, objective: Objective, cells: ChartCells) -> Strategy:
    """The strategy of a chart's cells."""
    play = chart_play(solver, objective)
    play.cells = cells
    return Strategy(play.plans()[0])
