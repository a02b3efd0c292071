"""A chart as coloured cells, with what each move is worth: what every page of charts shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.presentation.chart_layout import KINDS, MEANINGS, SHADES, Sheet, sheets
from pitboss.rules.chart import UPCARDS, Chart, Table, rows
from pitboss.rules.chart_places import MAIN_TABLE
from pitboss.rules.moves import MOVES
from pitboss.web.workbench.answers import (
    ChartTable,
    CodeMeaning,
    MoveWorthInCell,
    SheetCell,
    SheetRow,
    SheetSection,
)

WORDS = {move.id: move.words for move in MOVES}

Codes = dict[tuple[str, str, str], str]
"""By table, hand and upcard."""
Worths = Mapping[tuple[str, str], Mapping[str, float]]
"""By hand and upcard: move ids, and what each is worth."""


def chart_tables(chart: Chart, worths: Worths, usual: Codes | None = None) -> list[ChartTable]:
    """The tables of a chart that have rows; cells that differ from the `usual` codes say so."""
    shown = [name for name, table in chart.tables.items() if rows(table)]
    return [
        ChartTable(
            id=name, heading=sheet.heading,
            sections=list(_sections(name, chart.tables[name], sheet, worths, usual or {})),
        )
        for name, sheet in zip(shown, sheets(chart), strict=True)
    ]  # fmt: skip


def code_meanings(tables: list[ChartTable]) -> list[CodeMeaning]:
    """What the letters mean that occur, and their colours."""
    used = {
        cell.code
        for table in tables
        for part in table.sections
        for row in part.rows
        for cell in row.cells
    }
    return [_meaning(code) for code in MEANINGS if code in used]


def _sections(
    name: str, table: Table, sheet: Sheet, worths: Worths, usual: Codes
) -> Iterator[SheetSection]:
    hands = {cells_key(hand): hand for hand, _ in rows(table)}
    for section in sheet.sections:
        found = []
        for row in section.rows:
            hand = hands[f"{section.title.lower()} {row.label}"]
            cells = [
                SheetCell(
                    code=code, ordinary=_other(usual.get((name, hand, up), ""), code),
                    moves=_moves(worths.get((hand, up), {})) if name == MAIN_TABLE else [],
                )
                for up, code in zip(UPCARDS, row.cells, strict=True)
            ]  # fmt: skip
            found.append(SheetRow(hand=hand, label=row.label, cells=cells))
        yield SheetSection(title=section.title, rows=found)


def cells_key(hand: str) -> str:
    """A hand of a chart file by the section and the label that a sheet gives it.

    >>> cells_key("hard 16"), cells_key("T,T")
    ('hard 16', 'pairs 10,10')
    """
    return f"pairs {hand.replace('T', '10')}" if "," in hand and "+" not in hand else hand


def _other(usual: str, code: str) -> str:
    return usual if usual != code else ""


def _moves(worths: Mapping[str, float]) -> list[MoveWorthInCell]:
    best = sorted(worths.items(), key=lambda one: -one[1])
    return [MoveWorthInCell(WORDS[move], worth) for move, worth in best]


def _meaning(code: str) -> CodeMeaning:
    kind = KINDS[code]
    shades = SHADES[kind]
    return CodeMeaning(
        code=code, means=MEANINGS[code], kind=kind, light=shades.light, dark=shades.dark
    )
