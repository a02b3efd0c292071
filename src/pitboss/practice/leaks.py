"""Where somebody's money goes: mistakes gathered into habits, each with its price by the hour.

A habit is one wrong move where another is right, in cells of a chart that touch. Its price is

    sum over its cells of   chance in a round  x  units a slip costs  x  how often one slips

times the stake and the rounds of an hour. Chances are the book's and not one's own: practice deals
some hands far more often than a table would. How often one slips is estimated as

    slips / (times it was to be decided so + 4)

so as if it had been decided rightly four times before: one slip of one counts for a fifth, eight of
eight for two thirds. The cells of a habit share what is known of each other: they are estimated
together. Of each kind of decision the newest twenty count: as many as are dealt of one leak at a
time, so that what one has mended is gone. Only cells where one slips at least every third time are
joined to a habit. A habit is called a leak from its second slip on and while the estimate is a
third or more; anything less may be a slip of the finger, and is listed as one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from pitboss.practice.positions import KINDS, Cell, kind_of
from pitboss.practice.record import Decided, newest
from pitboss.practice.words import habit_words, not_as_usual, times_made
from pitboss.rules.chart import UPCARDS

RIGHT_BEFORE = 4.0
"""Right decisions everybody is credited with at first."""
LEAST_SLIPS, LEAST_OFTEN = 2, 1 / 3
"""That make a leak."""
JOINS = 1 / 3
"""How often one slips in a cell that belongs to a habit with others."""
ROUNDS_AN_HOUR = 80
"""Hands of a player at a full table, more or less."""
_Place = tuple[str, str, str]
"""A cell of a chart, whatever was done to the hand before: table, row, upcard."""
UNKNOWN_CHANCE = 1e-4
"""Of a decision that nobody who follows the chart comes to."""


class CellRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did in one cell of a chart."""

    table: str
    """Of the chart."""
    hand: str
    """The row."""
    up: str
    """The upcard."""
    decisions: int
    """How often it was to be decided."""
    slips: int
    """Of these, how often wrongly."""
    slipped: list[str]
    """What was done then and how often: several habits may meet in one cell."""
    hourly: float
    """Cents an hour that these slips cost, estimated."""


class KindRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody does at one kind of decision."""

    kind: str
    """Its id."""
    name: str
    """In words."""
    decisions: int
    """How many were made."""
    right: int
    """Of these, how many rightly."""
    cost_cents: float
    """Cents the others gave away, at the stake of the report."""


class LeakCell(msgspec.Struct, frozen=True, kw_only=True):
    """One of the cells of a leak."""

    table: str
    """Of the chart."""
    hand: str
    """The row."""
    up: str
    """The upcard."""
    after: str
    """What was done to the hand before."""


class Leak(msgspec.Struct, frozen=True, kw_only=True):
    """A habit that costs something."""

    id: str
    """To practise it by."""
    title: str
    """What is done, in a sentence."""
    advice: str
    """What to do instead."""
    moved: str
    """The move that is made."""
    best: str
    """The one that is right."""
    slips: int
    """How often it was made wrongly."""
    chances: int
    """How often the other was right there."""
    slip_cents: float
    """Cents that one slip costs on average."""
    hourly: float
    """Cents an hour, estimated."""
    cells: list[LeakCell]
    """Where."""
    others: list[str]
    """What else was done wrongly there and how often: a chart's cells count that too."""
    example: LeakCell
    """The cell with most slips."""


class LeakReport(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody's choices cost; luck is left out."""

    decisions: int
    """How many were graded."""
    right: int
    """Of these, how many were best."""
    from_tables: int
    """Of these, how many were made at live tables."""
    stake: int
    """Cents on the main wager, for all amounts of the report."""
    rounds_an_hour: int
    """For all amounts by the hour."""
    hourly: float
    """Cents an hour that all leaks together cost, estimated."""
    leaks: list[Leak]
    """The dearest first."""
    slips: list[Leak]
    """Made once or now and then, which may be chance; the dearest first."""
    kinds: list[KindRecord]
    """How right decisions are, kind by kind."""
    cells: list[CellRecord]
    """What was decided, by cell: the newest of each kind."""


class _Slip(NamedTuple):
    """What is done wrongly in which sort of cells."""

    table: str
    section: str
    after: str
    moved: str
    best: str


def leak_report(
    decided: Iterable[Decided], chances: dict[Cell, float], rows: dict[str, int], stake: int,
    usual: Mapping[Cell, str] | None = None,
) -> LeakReport:  # fmt: skip
    """The report of decisions in the order of their time.

    `rows` are the places of a chart's rows from top to bottom, `usual` are its moves.
    """
    made = list(decided)
    counted = newest(made)
    wrong: defaultdict[_Slip, Counter[Cell]] = defaultdict(Counter)
    costs: defaultdict[tuple[_Slip, Cell], list[float]] = defaultdict(list)
    asked: Counter[tuple[Cell, str]] = Counter()
    for one in counted:
        asked[one.cell, one.best] += 1
        if not one.right:
            slip = _Slip(one.cell.table, kind_of(one.cell), one.cell.after, one.moved, one.best)
            wrong[slip][one.cell] += 1
            costs[slip, one.cell].append(one.cost)
    found: list[Leak] = []
    hourly_of: defaultdict[Cell, float] = defaultdict(float)
    made_in = _slips_by_place(counted)
    for slip, cells in wrong.items():
        often = [cell for cell in cells if cells[cell] >= JOINS * asked[cell, slip.best]]
        alone = [[cell] for cell in cells if cell not in often]
        for habit in (*_touching(often, rows), *alone):
            others = _others(slip, habit, cells, made_in)
            leak, by_cell = _leak(slip, habit, cells, costs, asked, chances, stake, others)
            found.append(_as_charted(leak, usual or {}))
            for cell, cents in by_cell.items():
                hourly_of[cell] += cents
    found.sort(key=lambda leak: (-leak.hourly, leak.id))
    return LeakReport(
        decisions=len(made), right=sum(one.right for one in made),
        from_tables=sum(one.source == "table" for one in made), stake=stake,
        rounds_an_hour=ROUNDS_AN_HOUR, hourly=sum(leak.hourly for leak in found if _is_habit(leak)),
        leaks=[leak for leak in found if _is_habit(leak)],
        slips=[leak for leak in found if not _is_habit(leak)],
        kinds=_kinds(made, stake), cells=_cells(counted, hourly_of),
    )  # fmt: skip


def _as_charted(leak: Leak, usual: Mapping[Cell, str]) -> Leak:
    """The same; where the chart's own move was not the right one, its advice says so."""
    other = usual.get(Cell(**msgspec.structs.asdict(leak.example)), leak.best)
    if other == leak.best:
        return leak
    return msgspec.structs.replace(leak, advice=not_as_usual(leak.best, other))


def _is_habit(leak: Leak) -> bool:
    often = leak.slips / (leak.chances + RIGHT_BEFORE)
    return leak.slips >= LEAST_SLIPS and often >= LEAST_OFTEN


def _touching(cells: Iterable[Cell], rows: dict[str, int]) -> list[list[Cell]]:
    """Cells in groups: two that lie side by side in the chart, also cornerwise, are in one."""
    groups: list[list[Cell]] = []
    for cell in cells:
        near = [group for group in groups if any(_beside(cell, other, rows) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([cell, *(other for group in near for other in group)])
    return groups


def _beside(one: Cell, other: Cell, rows: dict[str, int]) -> bool:
    if one.up not in UPCARDS or other.up not in UPCARDS:
        return one == other
    across = abs(UPCARDS.index(one.up) - UPCARDS.index(other.up))
    if one.hand not in rows or other.hand not in rows:
        return across <= 1 and one.hand == other.hand
    return across <= 1 and abs(rows[one.hand] - rows[other.hand]) <= 1


def _leak(
    slip: _Slip, habit: list[Cell], slips: Counter[Cell],
    costs: dict[tuple[_Slip, Cell], list[float]], asked: Counter[tuple[Cell, str]],
    chances: dict[Cell, float], stake: int, others: list[str],
) -> tuple[Leak, dict[Cell, float]]:  # fmt: skip
    """A habit as the report has it, and what each of its cells costs by the hour."""
    made = sum(slips[cell] for cell in habit)
    could = sum(asked[cell, slip.best] for cell in habit)
    how_often = made / (could + RIGHT_BEFORE)
    by_cell = {
        cell: how_often * _mean(costs[slip, cell]) * chances.get(cell, UNKNOWN_CHANCE)
        * stake * ROUNDS_AN_HOUR
        for cell in habit
    }  # fmt: skip
    paid = [cost for cell in habit for cost in costs[slip, cell]]
    most = max(habit, key=lambda cell: (slips[cell], by_cell[cell], cell))
    title, advice = habit_words(habit, slip.moved, slip.best)
    ordered = sorted(habit)
    return (
        Leak(
            id="|".join((*ordered[0], slip.moved, slip.best)), title=title, advice=advice,
            moved=slip.moved, best=slip.best, slips=made, chances=could,
            slip_cents=_mean(paid) * stake, hourly=sum(by_cell.values()),
            cells=[LeakCell(**cell._asdict()) for cell in ordered], others=others,
            example=LeakCell(**most._asdict()),
        ),
        by_cell,
    )  # fmt: skip


def _slips_by_place(counted: list[Decided]) -> dict[_Place, Counter[tuple[str, str]]]:
    """What was done wrongly in each cell of a chart, and after what."""
    made: defaultdict[_Place, Counter[tuple[str, str]]] = defaultdict(Counter)
    for one in counted:
        if not one.right:
            made[one.cell[:3]][one.moved, one.cell.after] += 1
    return made


def _others(
    slip: _Slip, habit: list[Cell], slips: Counter[Cell],
    made_in: dict[_Place, Counter[tuple[str, str]]],
) -> list[str]:  # fmt: skip
    """Slips in a habit's cells that are not the habit's."""
    made = sum((made_in[place] for place in {cell[:3] for cell in habit}), Counter())
    made[slip.moved, slip.after] -= sum(slips[cell] for cell in habit)
    return [times_made(*one, often) for one, often in made.most_common() if often]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _kinds(made: list[Decided], stake: int) -> list[KindRecord]:
    by_kind: defaultdict[str, list[Decided]] = defaultdict(list)
    for one in made:
        by_kind[kind_of(one.cell)].append(one)
    return [
        KindRecord(
            kind=kind, name=name, decisions=len(by_kind[kind]),
            right=sum(one.right for one in by_kind[kind]),
            cost_cents=sum(one.cost for one in by_kind[kind]) * stake,
        )
        for kind, name in KINDS.items()
        if kind in by_kind
    ]  # fmt: skip


def _cells(made: list[Decided], hourly: dict[Cell, float]) -> list[CellRecord]:
    """By cell of the chart, whatever was done to the hand before."""
    decisions = Counter(one.cell[:3] for one in made)
    slips = _slips_by_place(made)
    cost: defaultdict[_Place, float] = defaultdict(float)
    for cell, cents in hourly.items():
        cost[cell[:3]] += cents
    return [
        CellRecord(table=place[0], hand=place[1], up=place[2], decisions=many,
                   slips=slips[place].total(), hourly=cost[place],
                   slipped=[times_made(*slip, often) for slip, often in slips[place].most_common()])
        for place, many in sorted(decisions.items())
    ]  # fmt: skip
