"""Cases: a game, a small shoe, what is played for, and what must occur; read from `cases/`.

[[case]]
says = "eights split to four hands"
shoe = "Ax2 8x4 Tx6 6x3"                 # rank, then x and how many
options = { peek = false }               # house options, or other readings of rulings
paytable = 2                             # of every bet; 1 unless given
plays-for = "main"                       # or "total lucky-stiff=1", or "only tie-18"
sees = ["split", "four hands"]           # words of `happenings`
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path

import msgspec

from pitboss import games
from pitboss.exact.solver import TIE_BREAK, Solver, Strategy
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import OptionValue
from pitboss.rules.vocabulary import Rules
from tests.enumeration.oracle import shoe_of
from tests.enumeration.rows import Rows
from tests.enumeration.solver_player import SolverPlayer

CASES = Path(__file__).parent / "cases"
DESIGNS = (CASES / "designs", CASES.parents[1] / "designs")


class Case(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """A case as its file has it."""

    game: str
    """A built-in game, or the name of a file in one of `DESIGNS`."""
    says: str
    shoe: str
    options: dict[str, OptionValue] = {}
    paytable: int = 1
    plays_for: str = "main"
    sees: list[str] = []

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"

    def rules(self) -> Rules:
        """The game with the case's options."""
        files = [folder / self.game for folder in DESIGNS if (folder / self.game).exists()]
        game = games.find(str(files[0]) if files else self.game)
        return game.rules(self.options, dict.fromkeys(game.paytables(), self.paytable))

    def weights(self) -> tuple[float, dict[str, float]]:
        """What is played for: the weight of the opening wagers, and those of side bets."""
        how, *bets = self.plays_for.split()
        if how == "only":
            return TIE_BREAK, {bets[0]: 1.0}
        assert how == ("total" if bets else "main"), self.plays_for
        return 1.0, {bet: float(stake) for bet, _, stake in (one.partition("=") for one in bets)}


class Solved:
    """A case and what the solver makes of it."""

    def __init__(self, case: Case) -> None:
        self.rules = case.rules()
        self.cards = shoe_of(case.shoe)
        self.solver = Solver(compile_rules(self.rules), self.cards)
        main, weights = case.weights()
        opening = self.rules.wagers.opening
        bets = self.solver.wagers[len(opening) :]
        assert set(weights) <= set(bets), f"{case}: {case.plays_for}"
        self.weights = [main] * len(opening) + [weights.get(bet, 0.0) for bet in bets]
        """What is played for, by wager."""
        self.objective = self.solver.objective(weights, main=main)
        self.rows = Rows(self.solver, self.cards)

    @cached_property
    def strategy(self) -> Strategy:
        """The solver's best play."""
        return self.solver.best(self.objective)

    def player(self, strategy: Strategy | None = None) -> SolverPlayer:
        """A player who follows the solver's best play, or another strategy."""
        return SolverPlayer(self.solver, strategy or self.strategy, self.rows)


def read_cases(*files: str) -> list[Case]:
    """The cases of these files; one that names no game is of the game its file is called after."""
    return [
        msgspec.convert({"game": name, **case}, Case)
        for name in files
        for case in tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    ]
