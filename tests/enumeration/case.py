"""Cases: a game, a small shoe, what is played for, and what must occur; one file a game.

[[case]]
says = "eights split to four hands"
shoe = "Ax2 8x4 Tx6 6x3"                 # rank, then x and how many
options = { peek = false }               # house options, or readings of a ruling
paytable = 2                             # of every bet; 1 unless given
plays-for = "main"                       # or "total lucky-stiff=1", or "only tie-18"
sees = ["split", "four hands"]           # words of `happenings`
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from pitboss import games
from pitboss.exact.objective import Objective
from pitboss.exact.solver import TIE_BREAK, Solver, Strategy
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import OptionValue
from pitboss.rules.vocabulary import Rules
from tests.enumeration.oracle import shoe_of
from tests.enumeration.rows import Rows
from tests.enumeration.solver_player import SolverPlayer

CASES = Path(__file__).parent / "cases"


class Case(msgspec.Struct, kw_only=True, rename="kebab", forbid_unknown_fields=True, dict=True):
    """A case as its file has it, and what the solver makes of it."""

    game: str
    says: str
    shoe: str
    options: dict[str, OptionValue] = {}
    paytable: int = 1
    plays_for: str = "main"
    sees: list[str] = []

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"

    @cached_property
    def rules(self) -> Rules:
        """The game with the case's options."""
        game = games.find(self.game)
        return game.rules(self.options, dict.fromkeys(game.paytables(), self.paytable))

    @cached_property
    def cards(self) -> list[int]:
        """The shoe by rank."""
        return shoe_of(self.shoe)

    @cached_property
    def solver(self) -> Solver:
        """The shoe, analysed."""
        return Solver(compile_rules(self.rules), self.cards)

    @cached_property
    def stakes(self) -> list[float]:
        """What is played for: the weight of every wager, opening wagers first."""
        how, *bets = self.plays_for.split()
        main, weights = 1.0, {}
        if how == "only":
            main, weights = TIE_BREAK, {bets[0]: 1.0}
        else:
            assert how == ("total" if bets else "main"), self.plays_for
            weights = {bet: float(stake) for bet, _, stake in (one.partition("=") for one in bets)}
        opening = len(self.rules.wagers.opening)
        assert set(weights) <= set(self.solver.wagers[opening:]), self.plays_for
        return [main] * opening + [weights.get(bet, 0.0) for bet in self.solver.wagers[opening:]]

    @cached_property
    def objective(self) -> Objective:
        """The same for the solver."""
        how, *bets = self.plays_for.split()
        if how == "only":
            return self.solver.only(bets[0])
        opening = len(self.rules.wagers.opening)
        wagers = zip(self.solver.wagers[opening:], self.stakes[opening:], strict=True)
        return self.solver.objective({bet: stake for bet, stake in wagers if stake})

    @cached_property
    def strategy(self) -> Strategy:
        """The solver's best play."""
        return self.solver.best(self.objective)

    @cached_property
    def rows(self) -> Rows:
        """Where the solver has each deal."""
        return Rows(self.solver, self.cards)

    def player(self, strategy: Strategy | None = None) -> SolverPlayer:
        """A player who follows the solver's best play, or another strategy."""
        return SolverPlayer(self.solver, strategy or self.strategy, self.rows)


def read_cases(name: str) -> list[Case]:
    """The cases of one file; those that name no game are of the game the file is called after."""
    data: dict[str, Any] = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
    return msgspec.convert([{"game": name, **case} for case in data["case"]], list[Case])


@cache
def all_cases() -> tuple[Case, ...]:
    """The cases of every game."""
    return tuple(case for name in games.BUILT_IN for case in read_cases(name))
