"""Enumeration against solver, deal by deal: a mismatch says where the tree first differs."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from pitboss.cards import RANKS
from pitboss.exact.figures import Figures
from pitboss.exact.model import Deals, Model
from pitboss.exact.position import Position
from pitboss.exact.programme.plans import BoardPlan
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.tally import Tally
from pitboss.rules.moves import definition
from pitboss.rules.settlement import NONE
from tests.enumeration.oracle import UNIT, Enumeration, Sums
from tests.enumeration.rows import Rows

TOLERANCE = 1e-12

Part = dict[str, float]
"""What some rounds add to every figure: their chance, every wager, the average stake."""


class Difference(NamedTuple):
    """Figures that do not agree on a deal, or on the round."""

    where: str
    chance: float
    figures: list[tuple[str, float, float]]
    """Name, enumerated, solved; given the deal."""

    def __str__(self) -> str:
        lines = [
            f"    {name}: enumerated {one:+.15f}, solved {two:+.15f}, apart {two - one:+.1e}"
            for name, one, two in self.figures
        ]
        return "\n".join([f"  {self.where} (chance {self.chance:.6f})", *lines])


def mismatch(solver: Solver, strategy: Strategy, rows: Rows, found: Enumeration) -> str:
    """Where solver and enumeration differ, in words; empty where they agree."""
    enumerated = _enumerated(found, list(found.deals.values()))
    whole = _difference(
        "the whole round", 1.0, enumerated, _solved(solver, solver.figures(strategy))
    )
    deals = list(deal_differences(solver, strategy, rows, found))
    if not whole and not deals:
        return ""
    lines = ["solver and enumeration differ:"]
    if whole:
        lines.append(str(whole))
    if deals:
        lines += [f"deals that differ: {len(deals)}; the first is", str(deals[0])]
    return "\n".join(lines)


def deal_differences(
    solver: Solver, strategy: Strategy, rows: Rows, found: Enumeration
) -> Iterator[Difference]:
    """The deals that differ: board by board in the solver's order, then row by row."""
    sums: dict[tuple[int, int], list[Sums]] = {}
    for deal, one in found.deals.items():
        sums.setdefault(rows.find(deal), []).append(one)
    known = Tally(solver.boards)
    for board, (position, plan) in enumerate(zip(solver.positions, strategy.plans, strict=True)):
        for place in range(len(position.deals.hand)):
            enumerated = _enumerated(found, sums.get((board, place), []))
            tally = Tally(solver.boards, known)
            tally.add(board, *of_one_deal(position, plan, place))
            solved = _solved(solver, Figures(solver.tables, solver.readers, tally))
            where = describe(solver, position, plan, place)
            difference = _difference(where, enumerated["chance"], enumerated, solved)
            if difference:
                yield difference


def of_one_deal(position: Position, plan: BoardPlan, place: int) -> tuple[Position, BoardPlan]:
    """A board and its play with a single deal left."""
    deals, settled = position.deals, position.settled
    alone = copy(position)
    alone.deals = deals._replace(**{name: getattr(deals, name)[[place]] for name in Deals._fields})
    alone.settled = [[row[place]] for row in settled]
    return alone, BoardPlan(
        plan.options[[place]], plan.hands[[place]], plan.picks_of[[place]], plan.picks,
        {0: plan.splits[place]} if place in plan.splits else {},
    )  # fmt: skip


def describe(solver: Solver, position: Position, plan: BoardPlan, place: int) -> str:
    """A deal and its first decision, in words."""
    model, deals = position.model, position.deals
    words = f"{describe_board(position)}, player {cards_of_hand(model, deals.hand[place])}"
    if deals.pair[place] != NONE:
        words += f" (a pair, {deals.mates[place]:.0f} mates left)"
    option = int(plan.options[place])
    move = "nothing to decide"
    if plan.hands[place]:
        move = f"split to at most {plan.hands[place]} hands"
    elif option != NONE:
        move = definition(int(solver.core.programme.slots.option_move[option])).id
    return f"{words}: {move}"


def describe_board(position: Position) -> str:
    """The dealer's open cards."""
    model, board = position.model, position.board
    aside = f"{class_name(model, board.aside)} set aside, " if board.aside != NONE else ""
    return f"{aside}upcard {class_name(model, board.up)}"


def cards_of_hand(model: Model, hand: int) -> str:
    """A hand's cards, those of one class by the class's name."""
    counts = enumerate(model.hands.counts[hand])
    return " ".join(class_name(model, kind) for kind, many in counts for _ in range(many))


def class_name(model: Model, kind: int) -> str:
    """The ranks of a class: ``8``, ``J/Q/K``."""
    return "/".join(RANKS[rank] for rank in model.ranks_of[kind])


def _enumerated(found: Enumeration, sums: list[Sums]) -> Part:
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
