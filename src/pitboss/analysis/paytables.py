"""All pay tables of a bet at once: play and chances are known, only the pays change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules
from pitboss.rules.compile import to_one
from pitboss.rules.game import Game, OptionValue


class TableFigures(NamedTuple):
    """What a bet brings on one of its pay tables, per unit staked on it."""

    table: int
    house_edge: float
    sd: float
    hit_rate: float

    def hold(self, pace: Pace) -> float:
        """Dollars the house keeps of the bet in an hour, on average."""
        return self.house_edge * pace.staked_per_hour


class Pace(NamedTuple):
    """How much is staked on a bet, and how often."""

    stake: float = 5.0
    """Dollars on the bet at every seat."""
    seats: int = 1
    rounds_per_hour: float = 60.0

    @property
    def staked_per_hour(self) -> float:
        """Dollars staked on the bet in an hour."""
        return self.stake * self.seats * self.rounds_per_hour


def paytables(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> dict[str, list[TableFigures]]:  # fmt: skip
    """Every bet's figures on each of its pay tables, play maximising the main game.

    >>> [f"{table.house_edge:.2%}" for table in paytables("lucky-stiff")["lucky-stiff"]]
    ['4.34%', '6.05%', '7.75%', '5.45%', '6.67%']
    """
    return of_solution(solve_rules(*rules_of(game, decks=decks, soft17=soft17, options=options)))


def of_solution(solution: Solution) -> dict[str, list[TableFigures]]:
    """Every bet's figures on each of its pay tables, also of bets that the table in use lacks."""
    figures_by_bet: dict[str, list[TableFigures]] = {}
    for bet in solution.rules.bets:
        in_use = solution.rules.table_of(bet)
        offered = next((k for k in (in_use, *range(1, bet.tables + 1)) if bet.offered(k)), None)
        if offered is not None:
            chosen = {**solution.rules.paytables, bet.paytable: offered}
            shown = solution
            if offered != in_use:
                shown = solve_rules(solution.game, replace(solution.rules, paytables=chosen))
            figures_by_bet[bet.id] = table_figures(shown, bet.id)
    return figures_by_bet


def table_figures(solution: Solution, bet: str) -> list[TableFigures]:
    """A side bet's figures on each of its pay tables, play being as it is.

    Exact where play maximises the main game: it does not look at the bet then.
    """
    rules = next(side_bet for side_bet in solution.rules.bets if side_bet.id == bet)
    side_bet_index = solution.figures.wagers.index(bet) - solution.figures.openings
    chances = solution.figures.chances[side_bet_index]
    figures = []
    for table in range(1, rules.tables + 1):
        if not rules.offered(table):
            continue
        pays = [float(to_one(event.pays[table - 1])) for event in rules.events]
        pays += [-1.0] * (len(chances) - len(pays))
        ways = list(zip(chances.tolist(), pays, strict=True))
        ev = sum(chance * pay for chance, pay in ways)
        square = sum(chance * pay**2 for chance, pay in ways)
        figures.append(
            TableFigures(
                table,
                -ev,
                max(square - ev * ev, 0.0) ** 0.5,
                sum(chance for chance, pay in ways if pay > 0),
            )
        )
    return figures


def best_and_worst(solution: Solution, bet: str) -> tuple[TableFigures, TableFigures]:
    """The pay tables that are best and worst for the player."""
    figures = table_figures(solution, bet)
    return min(figures, key=lambda table: table.house_edge), max(
        figures, key=lambda table: table.house_edge
    )
