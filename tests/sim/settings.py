"""Games as houses set them: random options, pay tables and aims, solved and ready to be dealt."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from pitboss import games
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.exact.policy_format import to_policy
from pitboss.rules.compile import Tables
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.policy import Policy
from pitboss.rules.vocabulary import Rules
from pitboss.sim import program
from pitboss.sim.policy_tables import Compiler
from pitboss.sim.program import Dealing, Program
from tests.enumeration.rows import Rows
from tests.enumeration.solver_player import SolverPlayer

T = TypeVar("T")

HERE = Path(__file__).parent / "designs"
ELSEWHERE = Path(__file__).parents[1] / "enumeration" / "cases" / "designs"
DESIGNS = {path.stem: path for folder in (HERE, ELSEWHERE) for path in folder.glob("*.toml")}
"""Games of designers' own, for what no built-in game brings together."""
LONGEST = 40
"""Cards that one seat and the dealer may need: there, shoes do not run out."""
GAMES = (*games.BUILT_IN, *sorted(DESIGNS))


class Setting(NamedTuple):
    """A game as a house deals it, and how it is played."""

    game: str
    options: Mapping[str, OptionValue] = {}
    paytables: Mapping[str, int] = {}
    strategy: str = "composition"
    plays_for: str = "main"

    def __str__(self) -> str:
        options = ", ".join(f"{name} = {value}" for name, value in self.options.items())
        tables = ", ".join(f"{name} table {table}" for name, table in self.paytables.items())
        how = f"{self.strategy} play for {self.plays_for}"
        return "; ".join(part for part in (self.game, options, tables, how) if part)

    @property
    def found(self) -> Game:
        """The game."""
        return games.find(str(DESIGNS.get(self.game, self.game)))

    def rules(self) -> Rules:
        """Its rules with the house's options."""
        return self.found.rules(self.options, self.paytables)


class Solved:
    """A setting with its strategy, for the simulator and for the table."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.rules = setting, setting.rules()
        bets = [bet.id for bet in self.rules.offered_bets]
        solution: Solution = solve_rules(
            setting.found, self.rules, bets=dict.fromkeys(bets, 0.5), optimise=setting.plays_for,
            strategy=setting.strategy,
        )  # fmt: skip
        self.solver = solution.solver
        self.tables: Tables = self.solver.tables
        self.policy: Policy = to_policy(self.solver, solution.plays)
        rows = Rows(self.solver, [4 * self.tables.decks] * 13)
        self.player = SolverPlayer(self.solver, solution.plays, rows)
        self._programs: dict[tuple[Dealing, str], Program] = {}

    def program(self, dealing: Dealing, path: str = "auto") -> Program:
        """The simulator's program, made once."""
        key = (dealing, path)
        if key not in self._programs:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(program, "Compiler", lambda *_: self._compiler)
                self._programs[key] = Program(self.tables, self.policy, dealing, path=path)
        return self._programs[key]

    @cached_property
    def _compiler(self) -> Compiler:
        """Compiles once what does not depend on how it is dealt: most of a program's making."""
        compiler = Compiler(self.tables, self.policy)
        machine = compiler.compile()
        compiler.compile = lambda: machine  # type: ignore[method-assign]
        return compiler


def random_settings(game: str, rng: random.Random, many: int) -> Iterator[Setting]:
    """Ways a house can deal a game, every value of an option about as often as another.

    Charts and exact cards come in turn, and so do aims: the main game, all bets, and one bet.
    """
    found = Setting(game).found
    columns = {name: _spread(values, many, rng) for name, values in found.options.items()}
    tables = {
        name: _spread(range(1, one + 1), many, rng) for name, one in found.paytables().items()
    }
    for number in range(many):
        options = {name: values[number] for name, values in columns.items()}
        if options.get("surrender"):
            options["peek"] = True
        if "peek" not in found.options:
            options.pop("peek", None)
        paytables = {name: values[number] for name, values in tables.items()}
        setting = Setting(game, options, paytables, ("composition", "chart")[number % 2])
        bets = [bet.id for bet in setting.rules().offered_bets]
        aims = ["main", "total", rng.choice(bets)] if bets else ["main"]
        yield setting._replace(plays_for=aims[number // 2 % len(aims)])


def _spread(values: Sequence[T], many: int, rng: random.Random) -> list[T]:
    """So many of these values, in random order."""
    found = [values[number % len(values)] for number in range(many)]
    rng.shuffle(found)
    return found


def random_dealing(
    setting: Setting, rng: random.Random, seed: int, *, seats: int, fresh: bool = False
) -> Dealing:
    """A shoe with a cut card anywhere a house may put it, or a fresh shoe each round."""
    if fresh:
        return Dealing(seed=seed, seats=seats)
    cards = 52 * setting.rules().shoe.decks
    cut = round(cards * rng.uniform(0.1, 0.95))
    return Dealing(
        seed=seed,
        seats=seats,
        cut=cut if seats > 1 else min(cut, cards - LONGEST),
        burn=rng.choice([0, 1, 1, 1, 2, 10]),
    )
