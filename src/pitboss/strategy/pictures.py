"""Charts for people: in a terminal, as a web page, as pictures, as data.

`terminal`, `html`, `svg` and `png` show a chart; `save` writes a file, its kind told by its name.
CSV and JSON files can be edited and read back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.rules.chart import Chart
from pitboss.rules.errors import RulesError
from pitboss.strategy.drawing import png, svg
from pitboss.strategy.page import html
from pitboss.strategy.sheets import (
    HOW_TO_READ,
    KINDS,
    SHADES,
    UP_LABELS,
    Section,
    Sheet,
    legend,
    plain,
    sheets,
)

__all__ = ["html", "png", "save", "svg", "terminal"]

WIDE = 120
"""Columns from which sections stand side by side."""
BETWEEN = 4
LONGEST = 24
"""Letters of a hand's label; what is longer goes on in the next line."""


def terminal(chart: Chart, title: str, width: int) -> RenderableType:
    """The chart for a terminal of this many columns, 48 or more."""
    shown = sheets(chart)
    parts: list[RenderableType] = [
        Text(plain(title), style="bold"),
        Text(HOW_TO_READ, style="dim"),
    ]
    for sheet in shown:
        parts += [Text(), Text(sheet.heading, style="bold underline"), Text()]
        parts += _blocks(sheet, width)
    parts += [_legend(legend(shown), width)]
    return Constrain(Group(*parts), width)


def save(chart: Chart, title: str, path: Path) -> None:
    """Write the chart to a file of the kind that its name ends in."""
    writers: dict[str, Callable[[], bytes]] = {
        ".csv": lambda: chart.csv().encode(),
        ".json": lambda: _json(chart).encode(),
        ".html": lambda: html(chart, title).encode(),
        ".svg": lambda: svg(chart, title).encode(),
        ".png": lambda: png(chart, title),
    }
    writer = writers.get(path.suffix.lower())
    if not writer:
        raise RulesError(
            f"{path}: a chart cannot be saved as this; the name may end in {', '.join(writers)}"
        )
    data = writer()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise RulesError(f"{path}: the chart cannot be saved there: {error.strerror}") from None


def _json(chart: Chart) -> str:
    return _pretty(msgspec.to_builtins(chart, str_keys=True)) + "\n"


def _pretty(value: object, indent: str = "") -> str:
    """JSON with a line for each entry, but each row of cells on one line."""
    if not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    deeper = indent + "  "
    lines = [
        f"{deeper}{json.dumps(name, ensure_ascii=False)}: {_pretty(inner, deeper)}"
        for name, inner in value.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n" + indent + "}"


def _blocks(sheet: Sheet, width: int) -> list[RenderableType]:
    """The sections under each other, or as many side by side as a wide terminal has room for."""
    lines: list[list[Section]] = []
    for section in sheet.sections:
        beside = [*lines[-1], section] if lines else [section]
        needed = sum(_columns(one) + BETWEEN for one in beside) - BETWEEN
        if lines and width >= WIDE and needed <= width:
            lines[-1] = beside
        else:
            lines.append([section])
    return [Padding(_beside(line), (0, 0, 1, 0)) for line in lines]


def _beside(line: list[Section]) -> Grid:
    grid = Grid.grid(padding=(0, BETWEEN, 0, 0), pad_edge=False)
    for section in line:
        grid.add_column(width=_columns(section), no_wrap=True)
    grid.add_row(*map(_section, line))
    return grid


def _columns(section: Section) -> int:
    return _label_columns(section) + 3 * len(UP_LABELS)


def _label_columns(section: Section) -> int:
    return min(section.label_length, LONGEST) + 1


def _section(section: Section) -> Grid:
    grid = Grid.grid()
    grid.add_column(width=_label_columns(section), overflow="fold")
    grid.add_column(no_wrap=True)
    heads = Text("".join(f"{up:>2} " for up in UP_LABELS), style="dim")
    grid.add_row(Text(section.title, style="bold"), heads)
    for row in section.rows:
        grid.add_row(Text(row.label), Text().join(_cell(code) for code in row.cells))
    return grid


def _cell(code: str) -> Text:
    return Text(f" {code:<2}", style=f"#000000 on {SHADES[KINDS[code]].terminal}")


def _legend(entries: list[tuple[str, str]], width: int) -> Grid:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    across = 3 if width >= WIDE else 2
    down = -(-len(entries) // across)
    for _ in range(across):
        grid.add_column()
    for line in range(down):
        grid.add_row(*(_meaning(*entry) for entry in entries[line::down]))
    return grid


def _meaning(code: str, meaning: str) -> Text:
    return Text().join([_cell(code), Text(f" {meaning}")])
