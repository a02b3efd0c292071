"""Rules that pay otherwise but are played the same: what is known of one serves the other."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from pitboss.exact.facts import SideBets
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Tables


def repaid_solver(solver: Solver, tables: Tables) -> Solver:
    """The solver with other pays: boards and hands are the same."""
    twin = copy(solver)
    twin.tables = tables
    twin.readers = SideBets(tables)
    return twin


def played_alike(tables: Tables) -> Tables:
    """The tables without what changes figures but no decision, as long as no side bet is minded."""
    bets = tuple(
        replace(bet, events=tuple(replace(event, pays=0) for event in bet.events))
        for bet in tables.bets
    )
    return replace(
        tables, natural=(1, 1), insurance=(0, 0), insurance_share=(0, 0), insurance_covers=(),
        even_money=False, second_cards_at_once=False, games_cap=0, side_cap=(0, 0),
        total_cap=(0, 0), bets=bets,
    )  # fmt: skip
