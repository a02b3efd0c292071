"""Enumeration against solver, deal by deal, so that a mismatch says where the tree first differs."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from pitboss.cards import RANKS
from pitboss.exact.figures import Figures
from pitboss.exact.model import NONE, Deals
from pitboss.exact.policy import Play
from pitboss.exact.position import Position
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.tally import FindTables, Tally
from pitboss.table.actions import MOVE_NAMES
from tests.enumeration.oracle import UNIT, Enumeration, Sums
from tests.enumeration.rows import Rows

TOLERANCE = 1e-12

Part = dict[str, float]
"""What one deal adds to every figure of the round."""


class Difference(NamedTuple):
    """Figures that do not agree on a deal, or on the round."""

    where: str
    chance: float
    figures: list[tuple[str, float, float]]
    """Name, enumerated, solved; given the deal."""

    def __str__(self) -> str:
        lines = [
            f"    {name:<14} enumerated {one:+.15f}  solved {two:+.15f}  apart {two - one:+.2e}"
            for name, one, two in self.figures
        ]
        return "\n".join([f"  {self.where} (chance {self.chance:.6f})", *lines])


def mismatch(solver: Solver, strategy: Strategy, rows: Rows, found: Enumeration) -> str:
    """Where solver and enumeration differ, in words; empty where they agree."""
    figures = solver.figures(strategy)
    whole = _difference("the whole round", 1.0, _enumerated(found, *found.deals.values()),
                        _solved(solver, figures))  # fmt: skip
    deals = list(deal_differences(solver, strategy, rows, found))
    if not whole and not deals:
        return ""
    lines = [str(whole)] if whole else []
    if deals:
        lines += [f"{len(deals)} deals differ, the first is", str(deals[0])]
    return "\n".join(["solver and enumeration differ:", *lines])


def deal_differences(
    solver: Solver, strategy: Strategy, rows: Rows, found: Enumeration
) -> Iterator[Difference]:
    """Boards in the solver's order, on each the deals: those that differ."""
    sums: dict[tuple[int, int], list[Sums]] = {}
    for deal, one in found.deals.items():
        sums.setdefault(rows.find(deal), []).append(one)
    for board, (position, play, tables) in enumerate(
        zip(solver.positions, strategy.plays, strategy.tables, strict=True)
    ):
        for place in range(len(position.deals.hand)):
            enumerated = _enumerated(found, *sums.get((board, place), ()))
            solved = _solved(solver, of_one_deal(solver, position, play, place, tables))
            where = describe(position, play, place)
            difference = _difference(where, enumerated["chance"], enumerated, solved)
            if difference:
                yield difference


def of_one_deal(
    solver: Solver, position: Position, play: Play, place: int, tables: FindTables | None
) -> Figures:
    """The figures of a single deal, by the same way as those of the round."""
    deals, settled = position.deals, position.settled
    alone = copy(position)
    alone.deals = Deals(*(column[[place]] for column in deals))
    alone.settled = [[row[place]] for row in settled]
    one = Play(
        play.moves[[place]], play.hands[[place]], play.policy_of[[place]], play.policies,
        {0: play.splits[place]} if place in play.splits else {},
    )  # fmt: skip
    tally = Tally(solver.model)
    tally.add(alone, one, tables)
    return Figures(solver.model, solver.readers, tally)


def describe(position: Position, play: Play, place: int) -> str:
    """A deal and its first decision, in words."""
    model, board, deals = position.model, position.board, position.deals
    kinds = ["/".join(RANKS[rank] for rank in ranks) for ranks in model.ranks_of]
    aside = f"{kinds[board.aside]} set aside, " if board.aside != NONE else ""
    counts = model.hands.counts[deals.hand[place]]
    cards = " ".join(kind for kind, many in zip(kinds, counts, strict=True) for _ in range(many))
    words = [f"player {cards}"]
    if deals.pair[place] != NONE:
        words.append(f"a pair with {deals.mates[place]:.0f} mates left")
    move = MOVE_NAMES.get(int(play.moves[place]), "nothing to decide")
    if play.hands[place]:
        move += f" to at most {play.hands[place]} hands"
    return f"{aside}upcard {kinds[board.up]}, {', '.join(words)}: {move}"


def _enumerated(found: Enumeration, *sums: Sums) -> Part:
    part = {"chance": sum(one.orders for one in sums) / found.orders}
    for place, wager in enumerate(found.wagers):
        part[wager] = sum(one.won[place] for one in sums) / (found.orders * UNIT)
    part["average stake"] = sum(one.staked for one in sums) / (found.orders * UNIT)
    return part


def _solved(solver: Solver, figures: Figures) -> Part:
    part = {"chance": float(figures.outcomes.chance.sum())}
    part |= dict(zip(solver.wagers, figures.expectations().tolist(), strict=True))
    part["average stake"] = figures.average_stake()
    return part


def _difference(where: str, chance: float, one: Part, two: Part) -> Difference | None:
    apart = [name for name in one if not abs(one[name] - two[name]) <= TOLERANCE]
    if not apart:
        return None
    per = {name: 1.0 if name == "chance" else chance or 1.0 for name in apart}
    return Difference(
        where, chance, [(name, one[name] / per[name], two[name] / per[name]) for name in apart]
    )
