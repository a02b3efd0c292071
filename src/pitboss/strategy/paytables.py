"""All pay tables of a bet at once: play and chances are known, only the pays change."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.rules.compile import to_one
from pitboss.strategy.solution import Solution


class TableEdge(NamedTuple):
    """A pay table of a bet and its house edge, for play that does not mind the bet."""

    table: int
    house_edge: float


def table_edges(solution: Solution, bet: str) -> list[TableEdge]:
    """The house edge of a side bet on each of its pay tables, play being as it is.

    Exact where play maximises the main game: it does not look at the bet then.
    """
    rules = next(one for one in solution.rules.bets if one.id == bet)
    place = solution.figures.wagers.index(bet) - solution.figures.openings
    chances = solution.figures.chances(place)
    lost = float(chances[len(rules.events) :].sum())
    found = []
    for table in range(1, rules.tables + 1):
        if not rules.offered(table):
            continue
        pays = [to_one(event.pays[table - 1]) for event in rules.events]
        won = sum(float(chance) * pay for chance, pay in zip(chances, pays, strict=False))
        found.append(TableEdge(table, lost - won))
    return found


def best_and_worst(solution: Solution, bet: str) -> tuple[TableEdge, TableEdge]:
    """The pay tables that are best and worst for the player."""
    edges = table_edges(solution, bet)
    return min(edges, key=lambda one: one.house_edge), max(edges, key=lambda one: one.house_edge)
