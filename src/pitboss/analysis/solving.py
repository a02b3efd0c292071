"""`solve`: a game, its options and its stakes, made into a `Solution`.

>>> import pitboss
>>> solution = pitboss.solve("blackjack", decks=6, soft17="stand")
>>> f"{solution.round.house_edge_per_main:.4%}"
'0.4029%'
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pitboss import games
from pitboss.analysis.chart_reading import read_chart
from pitboss.analysis.partial_shoes import check_shoe
from pitboss.analysis.solution import Aim, Played, Solution
from pitboss.analysis.stakes import checked_stakes
from pitboss.exact.chart import best_chart, play_chart
from pitboss.exact.chart_format import from_chart, to_chart
from pitboss.exact.solver import Solver
from pitboss.rules.chart import Chart, check
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules

KEPT = 4
"""Solutions kept for the next time, by their rules, shoe, stakes, aim and strategy."""
_solutions: dict[object, Solution] = {}


@lru_cache(maxsize=KEPT)
def solver_of(tables: Tables, shoe: tuple[float, ...] | None = None) -> Solver:
    """The solver of a game's tables and shoe; recent ones are kept."""
    return Solver(tables, shoe)


def solver_for(rules: Rules, shoe: Sequence[float] | None = None) -> Solver:
    """The solver of rules whose options are all decided, and of a shoe that was checked."""
    tables = compile_rules(rules)
    return solver_of(tables, check_shoe(tables, shoe))


def solve(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
    bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str | Path | Chart = "composition", shoe: Sequence[float] | None = None,
) -> Solution:  # fmt: skip
    """Solve a game exactly.

    `bets` are stakes in units of the main wager; `optimise` is ``main``, ``total`` (all stakes
    together) or a bet's id; `strategy` is ``composition``, ``chart``, a chart or its file, or cells
    to change in the best chart such as ``hard 16 v T = S``. `shoe` gives the cards of each rank
    from ace to king; without it the shoe is full.
    """
    chosen_game, rules = rules_of(
        game, decks=decks, soft17=soft17, paytables=paytables, options=options
    )
    return solve_rules(
        chosen_game, rules, bets=bets, optimise=optimise, strategy=strategy, shoe=shoe
    )


def rules_of(
    game: str | Path | Game, *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
) -> tuple[Game, Rules]:  # fmt: skip
    """A game and its rules with these choices."""
    chosen_game = game if isinstance(game, Game) else games.find(str(game))
    chosen: dict[str, OptionValue] = dict(options or {})
    if decks is not None:
        chosen["decks"] = decks
    if soft17 is not None:
        chosen["soft17"] = soft17
    return chosen_game, chosen_game.rules(chosen, paytables)


def solve_rules(
    game: Game, rules: Rules, *, bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str | Path | Chart = "composition", shoe: Sequence[float] | None = None,
) -> Solution:  # fmt: skip
    """Solve rules whose options are all decided."""
    start = time.perf_counter()
    tables = compile_rules(rules)
    cards = check_shoe(tables, shoe)
    stakes = checked_stakes(game, tables, bets or {})
    key = (game.id, tables, cards, tuple(stakes.items()), optimise, strategy)
    known = isinstance(strategy, str) and _solutions.get(key)
    if known:
        return known
    solver = solver_of(tables, cards)
    aim = _aim(game, solver, stakes, optimise)
    solution = Solution(game, rules, solver, aim, _played(game, solver, aim, strategy), start)
    if not solution.chart_was_given:
        _solutions[key] = solution
        while len(_solutions) > KEPT:
            _solutions.pop(next(iter(_solutions)))
    return solution


def _played(game: Game, solver: Solver, aim: Aim, strategy: str | Path | Chart) -> Played:
    objective = aim.objective
    if strategy == "composition":
        return Played("composition", solver.best(objective))
    if strategy == "chart":
        columns = best_chart(solver, objective)
        return Played("chart", play_chart(solver, objective, columns), columns)

    def best() -> Chart:
        columns = best_chart(solver, objective)
        return to_chart(game.id, solver, objective, columns, every_row=True)

    chart = strategy if isinstance(strategy, Chart) else read_chart(strategy, game.id, best)
    check(chart)
    columns = from_chart(chart, solver, objective)
    return Played("given chart", play_chart(solver, objective, columns), columns, chart)


def _aim(game: Game, solver: Solver, stakes: dict[str, float], optimise: str) -> Aim:
    opening = solver.tables.opening
    side = {bet: stake for bet, stake in stakes.items() if bet not in opening}
    main = dict.fromkeys(opening, 1.0)
    if optimise == "main" or optimise in opening:
        return Aim(solver.objective(), main, stakes)
    if optimise == "total":
        return Aim(solver.objective(side), {**main, **side}, stakes)
    bets = [bet.id for bet in solver.tables.bets]
    if optimise in bets:
        return Aim(solver.only(optimise), {optimise: 1.0}, stakes)
    raise RulesError(
        f"{game.id}: optimise {optimise!r}: " + use(["main", "total", *bets], typed=optimise)
    )
