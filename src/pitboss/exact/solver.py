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

from pitboss.exact.figures import Figures
from pitboss.exact.model import Model
from pitboss.exact.objective import Objective
from pitboss.exact.optimise import Optimiser
from pitboss.exact.policy import Play
from pitboss.exact.position import Position, Room
from pitboss.exact.tally import FindTables, Tally
from pitboss.rules.compile import Tables
from pitboss.rules.settlement import BetReader

TIE_BREAK = 1e-10
"""Weight of the main game when one bet alone is maximised: it decides where that bet cannot."""


class Strategy(NamedTuple):
    """A way to play every board."""

    plays: list[Play]
    """Parallel to `Solver.positions`."""
    tables: list[FindTables | None]
    """Outcome tables of split hands that are known from finding it."""


class Solver:
    """A game's shoe, analysed. Not to be shared by threads."""

    def __init__(self, tables: Tables, shoe: Sequence[float] | None = None) -> None:
        self.model = Model(tables)
        self.shoe = [float(cards) for cards in shoe or [4.0 * tables.decks] * 13]
        self.readers = [BetReader(tables, bet) for bet in tables.bets]
        self._plain: dict[int, Optimiser] = {}  # by board: what the main game alone needs
        self.wagers = [*tables.opening, *(bet.id for bet in tables.bets)]

    @cached_property
    def positions(self) -> list[Position]:
        """Every board the shoe can bring."""
        room = Room.here(self.model)
        return [
            Position(self.model, board, self.readers, room)
            for board in self.model.boards(self.shoe)
        ]

    def objective(self, bets: Mapping[str, float] | None = None, *, main: float = 1.0) -> Objective:
        """The main game, and side bets with their stakes in units of the first opening wager."""
        return Objective(self.model, self.readers, main, bets or {})

    def only(self, bet: str) -> Objective:
        """One side bet alone; where it does not care, the main game decides."""
        return self.objective({bet: 1.0}, main=TIE_BREAK)

    def best(self, objective: Objective) -> Strategy:
        """The best play by the exact cards of the hand."""
        plays: list[Play] = []
        tables: list[FindTables | None] = []
        alone = objective.alone is objective
        for place, position in enumerate(self.positions):
            optimiser = Optimiser(position, objective, self._plain.get(place))
            if alone:
                optimiser = self._plain.setdefault(place, optimiser)
            plays.append(optimiser.play()[0])
            tables.append(optimiser.tables)
        return Strategy(plays, tables)

    def tally(self, strategy: Strategy) -> Tally:
        """A strategy played forward on every board."""
        tally = Tally(self.model)
        for position, play, tables in zip(
            self.positions, strategy.plays, strategy.tables, strict=True
        ):
            tally.add(position, play, tables)
        return tally

    def figures(self, strategy: Strategy, tally: Tally | None = None) -> Figures:
        """What every wager brings under a strategy."""
        return Figures(self.model, self.readers, tally or self.tally(strategy))
