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
from rich.table import Table as Grid
from rich.text import Text

from pitboss.presentation.chart_drawing import png, svg
from pitboss.presentation.chart_layout import (
    HOW_TO_READ,
    KINDS,
    SHADES,
    UP_LABELS,
    ChartSection,
    Sheet,
    legend,
    plain,
    sheets,
)
from pitboss.presentation.chart_page import html
from pitboss.rules.chart import Chart
from pitboss.rules.errors import RulesError

__all__ = ["check_name", "html", "png", "save", "svg", "terminal"]

WIDE = 120
"""Columns from which sections stand side by side."""
ROOMY = 150
"""Columns from which they do so with as much air as under each other."""
BETWEEN = 4
SHORTEST = 5
LONGEST = 24
"""Letters of a hand's label; what is longer goes on in the next line."""
NARROW = 60
"""Columns below which cells and legend stand closer."""


def terminal(chart: Chart, title: str, width: int) -> RenderableType:
    """The chart for a terminal of this many columns, 40 or more."""
    shown = sheets(chart)
    parts: list[RenderableType] = [
        Text(plain(title), style="bold"),
        Text(HOW_TO_READ, style="dim"),
        Text(),
    ]
    for sheet in shown:
        parts += [Text(sheet.heading, style="bold underline"), Text()]
        for block in (
            _side_by_side(sheet, width) if width >= WIDE else _stacked(sheet, shown, width)
        ):
            parts += [block, Text()]
    parts.append(_legend(legend(shown), width))
    return Constrain(Group(*parts), width)


def check_name(path: Path | str) -> None:
    """Whether a chart can be saved under this name; said before anything is worked out."""
    _writer(Path(path))


def save(chart: Chart, title: str, path: Path | str) -> None:
    """Write the chart to a file of the kind that its name ends in."""
    path = Path(path)
    data = _writer(path)(chart, title)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise RulesError(f"{path}: the chart cannot be saved there: {error.strerror}") from None


def _writer(path: Path) -> Callable[[Chart, str], bytes]:
    """What writes a file of the kind that a name ends in."""
    writers: dict[str, Callable[[Chart, str], bytes]] = {
        ".csv": lambda chart, _: chart.csv().encode(),
        ".json": lambda chart, _: _json(chart).encode(),
        ".html": lambda chart, title: html(chart, title).encode(),
        ".svg": lambda chart, title: svg(chart, title).encode(),
        ".png": png,
    }
    writer = writers.get(path.suffix.lower())
    if not writer:
        raise RulesError(
            f"{path}: a chart cannot be saved as this; the name may end in {', '.join(writers)}"
        )
    return writer


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


def _stacked(sheet: Sheet, shown: list[Sheet], width: int) -> list[Grid]:
    """The sections of a sheet under each other, in line with those of all sheets."""
    labels = max(_label_columns(section) for other in shown for section in other.sections)
    cell = 3 if width < NARROW else 4
    labels = min(labels, width - cell * len(UP_LABELS))
    return [_section(section, labels, cell) for section in sheet.sections]


def _side_by_side(sheet: Sheet, width: int) -> list[Grid]:
    """The sections of a sheet, as many in a line as there is room for."""
    cell = 4 if width >= ROOMY else 3
    lines: list[list[ChartSection]] = [[]]
    for section in sheet.sections:
        beside = [*lines[-1], section]
        columns = sum(_label_columns(one) + cell * len(UP_LABELS) for one in beside)
        if columns + BETWEEN * (len(beside) - 1) > width:
            lines.append([section])
        else:
            lines[-1] = beside
    return [_beside(line, cell) for line in lines]


def _beside(line: list[ChartSection], cell: int) -> Grid:
    grid = Grid.grid(padding=(0, BETWEEN, 0, 0), pad_edge=False)
    grid.add_row(*(_section(section, _label_columns(section), cell) for section in line))
    return grid


def _label_columns(section: ChartSection) -> int:
    return min(max(section.label_length, SHORTEST), LONGEST) + 1


def _section(section: ChartSection, labels: int, cell: int) -> Grid:
    """A section with so many columns for its labels and for each cell."""
    grid = Grid.grid(padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column(width=labels - 1, overflow="fold")
    grid.add_column(no_wrap=True)
    heads = "".join(f"{up:>2}".ljust(cell) for up in UP_LABELS)
    grid.add_row(Text(section.title, style="bold"), Text(heads, style="dim"))
    for row in section.rows:
        cells = Text().join(_cell(code, cell) for code in row.cells)
        grid.add_row(Text(row.label, justify="right"), cells)
    return grid


def _cell(code: str, columns: int = 4) -> Text:
    style = f"#000000 on {SHADES[KINDS[code]].terminal}"
    return Text(f" {code}".ljust(columns), style=style)


def _legend(entries: list[tuple[str, str]], width: int) -> Grid:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    across = 3 if width >= WIDE else 1 if width < NARROW else 2
    down = -(-len(entries) // across)
    for _ in range(across):
        grid.add_column()
    for line in range(down):
        grid.add_row(*(_meaning(*entry) for entry in entries[line::down]))
    return grid


def _meaning(code: str, meaning: str) -> Text:
    return Text().join([_cell(code), Text(f" {meaning}")])
