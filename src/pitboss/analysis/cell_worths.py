"""What every first move is worth in each cell of a chart: the mean over the hands of the cell.

Hands are weighed by how likely they are dealt, and the dealer has looked for a natural where the
game has that. How close a cell is can be read off it: the two best moves side by side.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart import chart_play
from pitboss.exact.chart_cells import COLUMNS, LAST_VALUE
from pitboss.exact.chart_format import CARDS, HARD, PAIR_VALUES, SOFT
from pitboss.exact.chart_gains import CellGains
from pitboss.exact.chart_play import ChartCells
from pitboss.exact.objective import NOTHING_RIDES, Objective
from pitboss.exact.solver import Solver
from pitboss.rules import hands
from pitboss.rules.chart import UPCARDS
from pitboss.rules.course import NONE
from pitboss.rules.hands import STATES
from pitboss.rules.moves import Move, definition

Floats = NDArray[np.float64]

Worths = dict[tuple[str, str], dict[str, float]]
"""By hand and upcard in the words of a chart: move ids, and what each is worth."""


def cell_worths(solver: Solver, objective: Objective, cells: ChartCells) -> Worths:
    """What first moves are worth in the cells of the main table, everything after by the chart."""
    play = chart_play(solver, objective)
    play.cells = cells
    play.follow(NOTHING_RIDES)
    rows = play.rows(NOTHING_RIDES)
    totals = CellGains(play).totals(NOTHING_RIDES, rows)
    deals, moves = play.deals, play.reading.all_moves
    looked = deals.chance * ((1.0 - deals.natural) if solver.model.peeks else 1.0)
    by_state = deals.column * STATES + deals.state
    by_value = deals.column * (LAST_VALUE + 1) + deals.value
    paired = rows & (deals.pair != NONE)

    def weights(cell: NDArray[np.int64], some: NDArray[np.bool_], many: int) -> Floats:
        counted = np.bincount(cell[some], looked[some], minlength=COLUMNS * many)
        found: Floats = counted.reshape(COLUMNS, many).astype(float)
        return found

    found: Worths = {}
    for at, move in enumerate(moves):
        is_open = rows & (deals.options[:, at] != NONE)
        of_states = _means(
            totals.states[at], weights(by_state, is_open & (deals.pair == NONE), STATES)
        )
        of_pairs = _means(
            totals.pairs[at], weights(by_value, is_open & (deals.pair != NONE), LAST_VALUE + 1)
        )
        for column, up in enumerate(UPCARDS):
            for hand, state in _states():
                _note(found, (hand, up), move, of_states[column, state])
            for value in PAIR_VALUES:
                _note(found, (_pair(value), up), move, of_pairs[column, value])
    splits = _means(totals.splits.max(axis=2), weights(by_value, paired, LAST_VALUE + 1))
    for column, up in enumerate(UPCARDS):
        for value in PAIR_VALUES:
            if totals.splits_met[column, value]:
                _note(found, (_pair(value), up), Move.SPLIT, splits[column, value])
    return found


def _means(total: Floats, weight: Floats) -> Floats:
    """Sums by cell as means; not a number where no hand is dealt."""
    found: Floats = np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), np.nan)
    return found


def _states() -> list[tuple[str, int]]:
    hard = [(f"hard {total}", hands.hard(total)) for total in HARD]
    return [*hard, *((f"soft {total}", hands.soft(total)) for total in SOFT)]


def _pair(value: int) -> str:
    return f"{CARDS[value]},{CARDS[value]}"


def _note(found: Worths, cell: tuple[str, str], move: int, worth: float) -> None:
    if np.isfinite(worth):
        found.setdefault(cell, {})[definition(move).id] = float(worth)
