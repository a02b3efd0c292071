"""What a change of rules does to every figure and to the strategy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.rules.chart import UPCARDS, Chart, rows
from pitboss.rules.decode import encode
from pitboss.rules.game import Game, OptionValue, Ruling, differences
from pitboss.rules.vocabulary import Rules


class Change(NamedTuple):
    """One figure under both rules; None where a game has no such wager."""

    wager: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """How much more it is afterwards."""
        return None if self.before is None or self.after is None else self.after - self.before


class CellChange(NamedTuple):
    """A cell of the chart that differs."""

    table: str
    hand: str
    upcard: str
    before: str
    after: str


class Comparison(NamedTuple):
    """Two sets of rules side by side."""

    rules: list[str]
    """What differs in the rules."""
    edges: list[Change]
    """House edges of every wager, and of the round per main wager (``round``)."""
    cells: list[CellChange]


def compare(before: tuple[Game, Rules], after: tuple[Game, Rules]) -> Comparison:
    """What changes from one set of rules to another, main game maximised in both."""
    old, new = solve_rules(*before), solve_rules(*after)
    return Comparison(
        differences(encode(before[1]), encode(after[1])),
        _edges(old, new),
        changed_cells(old.chart, new.chart),
    )


def _edges(old: Solution, new: Solution) -> list[Change]:
    wagers = list(dict.fromkeys([*old.bets, *new.bets]))
    changes = [Change("round", old.round.house_edge_per_main, new.round.house_edge_per_main)]
    for wager in wagers:
        before, after = old.bets.get(wager), new.bets.get(wager)
        changes.append(
            Change(
                wager, before.house_edge if before else None, after.house_edge if after else None
            )
        )
    return changes


def changed_cells(old: Chart, new: Chart) -> list[CellChange]:
    """Cells that differ; an empty one is of a row that one chart does not have."""
    changes = []
    for name in dict.fromkeys([*old.tables, *new.tables]):
        before = dict(rows(old.tables[name])) if name in old.tables else {}
        after = dict(rows(new.tables[name])) if name in new.tables else {}
        for hand in dict.fromkeys([*before, *after]):
            blank = ("",) * len(UPCARDS)
            for up, cell, new_cell in zip(
                UPCARDS, before.get(hand, blank), after.get(hand, blank), strict=True
            ):
                if cell != new_cell:
                    changes.append(CellChange(name, hand, up, cell, new_cell))
    return changes


class Priced(NamedTuple):
    """A ruling and what its other reading would change; no comparison where that is not known."""

    ruling: Ruling
    comparison: Comparison | None


def price_rulings(game: Game, rules: Rules, options: Mapping[str, OptionValue]) -> list[Priced]:
    """Every ruling of a game with its other reading priced, under the options that it needs."""
    return [price_ruling(game, rules, options, ruling) for ruling in game.rulings]


def price_ruling(
    game: Game, rules: Rules, options: Mapping[str, OptionValue], ruling: Ruling
) -> Priced:
    """A ruling with its other reading priced, under the options that it needs."""
    if not ruling.playable:
        return Priced(ruling, compare((game, rules), (game, rules)) if ruling.same else None)
    needed = {**options, **ruling.under}
    here = game.rules(needed, rules.paytables)
    other = game.rules({**needed, ruling.id: "other"}, rules.paytables)
    return Priced(ruling, compare((game, here), (game, other)))
