"""The way in: a shoe of a game, solved for any objective and any strategy.

solver = Solver(compile_rules(rules))            # a full shoe, or give one by rank
strategy = solver.best(solver.objective())       # the best composition-dependent play
figures = solver.figures(strategy)
figures.expectations()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.facts import SideBets
from pitboss.exact.figures import Figures
from pitboss.exact.objective import Objective
from pitboss.exact.position import Position
from pitboss.exact.programme.best import BestPlay, Shoe
from pitboss.exact.programme.core import core_of, side_bets_of
from pitboss.exact.programme.plans import BoardPlan
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.tally import Tally
from pitboss.rules.compile import Tables

Floats = NDArray[np.float64]

TIE_BREAK = 1e-10
"""Weight of the main game when one bet alone is maximised: it decides where that bet cannot."""


class Strategy(NamedTuple):
    """A way to play every board."""

    plans: list[BoardPlan]
    """Parallel to `Solver.positions`."""


class Solver:
    """A game's shoe, analysed; threads may share it."""

    def __init__(self, tables: Tables, shoe: Sequence[float] | None = None) -> None:
        self.tables = tables
        self.core = core_of(tables)
        self.model = self.core.model
        self.shoe = [float(cards) for cards in shoe or [4.0 * tables.decks] * 13]
        self.readers: SideBets = side_bets_of(tables)
        self.wagers = [*tables.opening, *(bet.id for bet in tables.bets)]

    @cached_property
    def positions(self) -> list[Position]:
        """Every board the shoe can bring."""
        return [Position(self.model, board, self.readers) for board in self.model.boards(self.shoe)]

    @cached_property
    def boards(self) -> Shoe:
        """The same side by side, with the dealer behind every hand."""
        return self._shoe(None)

    def take_finals(self, finals: Floats) -> None:
        """Take the dealer's chances from a solver whose shoe, dealer and hands are the same."""
        self.boards = self._shoe(finals)

    def _shoe(self, finals: Floats | None) -> Shoe:
        return Shoe(self.core, [position.board for position in self.positions], finals)

    @cached_property
    def plain(self) -> BestPlay:
        """The best play of the main game."""
        return BestPlay(self.boards)

    def objective(self, bets: Mapping[str, float] | None = None, *, main: float = 1.0) -> Objective:
        """The main game, and side bets with their stakes in units of the first opening wager."""
        return Objective(self.model, self.readers, main, bets or {})

    def only(self, bet: str) -> Objective:
        """One side bet alone; where it does not care, the main game decides."""
        return self.objective({bet: 1.0}, main=TIE_BREAK)

    def best(self, objective: Objective) -> Strategy:
        """The best play by the exact cards of the hand."""
        if objective.alone is objective:
            return Strategy(
                [
                    self.plain.plan(board, position.deals)[0]
                    for board, position in enumerate(self.positions)
                ]
            )
        riding = RidingPlay(self.plain, objective)
        return Strategy(
            [riding.plan(board, position)[0] for board, position in enumerate(self.positions)]
        )

    def tally(self, strategy: Strategy) -> Tally:
        """A strategy played forward on every board."""
        tally = Tally(self.boards)
        tally.add_all(self.positions, strategy.plans)
        return tally

    def figures(self, strategy: Strategy, tally: Tally | None = None) -> Figures:
        """What every wager brings under a strategy."""
        return Figures(self.tables, self.readers, tally or self.tally(strategy))
