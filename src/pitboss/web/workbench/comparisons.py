"""A file beside others: pay tables, decks and soft 17; other readings; another file."""

from __future__ import annotations

import msgspec

from pitboss.analysis.comparing import Priced, compare, price_ruling
from pitboss.analysis.sweeping import Axis, Grid, axis
from pitboss.rules.decode import encode
from pitboss.rules.game import OPTION_KEYS, OPTION_LABELS, Game, option_text
from pitboss.rules.keys import get_key
from pitboss.web.workbench.further_answers import (
    BenchDifference,
    BenchGrid,
    BenchReadings,
    CellChanged,
    EdgeChange,
    GridAxis,
    GridRow,
    PricedReading,
)
from pitboss.web.workbench.solved_files import Read, base_of, read, with_choices
from pitboss.web.workbench.wire import Design

VARIED = ("decks", "soft17")
"""House options that a grid varies beside pay tables, where a game has them."""
MOST_SETS = 240
"""Rule sets of a grid."""
SAME = 1e-12
"""Edges that differ by less are the same."""


def grid_of(design: Design) -> BenchGrid:
    """Every pay table of the first name against decks and soft 17."""
    found = read(design)
    game = _with_varied(with_choices(found), base_of(found.game))
    axes = _axes(game)
    if not axes:
        return BenchGrid(problems=[])
    names = {one.name for one in axes}
    tables = {name: table for name, table in found.rules.paytables.items() if name not in names}
    grid = Grid(game, axes, {}, tables, dict(design.stakes), "main")
    rows = [
        GridRow(
            choices={name: option_text(value) for name, value in row.choices.items()},
            refused=row.refused, rules_hash=row.rules_hash,
            edges={wager: one["house_edge"] for wager, one in row.figures.items()},
        )
        for row in grid.rows()
    ]  # fmt: skip
    shown = [
        GridAxis(
            id=one.name, label=_label(game, one), values=list(map(option_text, one.values)),
            used=_used(found, one),
        )
        for one in axes
    ]  # fmt: skip
    return BenchGrid(problems=[], axes=shown, rows=rows)


def _with_varied(game: Game, base: Game | None) -> Game:
    """A game with what is varied open to the house where its base has it so.

    Who chose eight decks on the bench wants to see six beside them.
    """
    options = base.options if base else {}
    closed = {
        name: options[name]
        for name in VARIED
        if name in options and name not in game.options and game.default(name) in options[name]
    }
    return msgspec.structs.replace(game, options={**game.options, **closed})


def _axes(game: Game) -> list[Axis]:
    families = [name for name, tables in game.paytables().items() if tables > 1]
    options = [name for name in VARIED if len(game.options.get(name, ())) > 1]
    axes = [axis(game, name) for name in (*families, *options)]
    size = 1
    kept = []
    for one in sorted(axes, key=lambda found: found.paytable):
        if size * len(one.values) <= MOST_SETS:
            size *= len(one.values)
            kept.append(one)
    return [one for one in axes if one in kept]


def _label(game: Game, one: Axis) -> str:
    if not one.paytable:
        return OPTION_LABELS[one.name]
    names = [bet.name for bet in game.rules().bets if bet.paytable == one.name]
    return f"Pay table, {names[0] if len(names) == 1 else one.name}"


def _used(found: Read, one: Axis) -> str:
    if one.paytable:
        return str(found.rules.paytables[one.name])
    return option_text(get_key(encode(found.rules), OPTION_KEYS[one.name]))


def readings_of(design: Design, priced: str) -> BenchReadings:
    """The rulings of the file's game; the one that is named with its other reading priced."""
    found = read(design)
    game = with_choices(found)
    rules = game.rules(None, found.rules.paytables)
    readings = []
    for ruling in game.rulings:
        if ruling.id == priced:
            readings.append(_reading(price_ruling(game, rules, {}, ruling)))
        elif not priced:
            readings.append(_reading(Priced(ruling, None)))
    return BenchReadings(problems=[], readings=readings)


def _reading(priced: Priced) -> PricedReading:
    ruling, comparison = priced
    edges = {
        one.wager: one.change
        for one in (comparison.edges if comparison else ())
        if one.change is not None and abs(one.change) > SAME
    }
    return PricedReading(
        id=ruling.id, question=ruling.question, ruling=ruling.ruling, other=ruling.other,
        playable=ruling.playable, note=ruling.same or ruling.unpriced, edges=edges,
        cells=len(comparison.cells) if comparison else 0,
    )  # fmt: skip


def difference_of(before: Design, after: Design) -> BenchDifference:
    """What differs from one file to another in rules, edges and best charts."""
    found = compare(read(before), read(after))
    return BenchDifference(
        problems=[], rules=found.rules,
        edges=[
            EdgeChange(wager=one.wager, before=one.before, after=one.after) for one in found.edges
        ],
        cells=[
            CellChanged(
                table=one.table, hand=one.hand, upcard=one.upcard, before=one.before,
                after=one.after,
            )
            for one in found.cells
        ],
    )  # fmt: skip
