"""Tables that stay readable on a terminal of any width.

Where a table has no room for its columns with every word and number in one piece, they stand
closer; where that does not help either, its rows are written one below the other: what names a row
as a heading, the other cells under it by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

ROOMY, TIGHT = 3, 2
"""Letters between two columns: with a line there, or without."""
INDENT = 2
COMFORT = 16
"""Letters a column of words needs at least, if it has lines as long: narrower ones are no read."""


class Row(NamedTuple):
    """The cells of one line, and how they look."""

    cells: list[Text]
    style: str


class Columns:
    """A table with a heading for each column; figures stand to the right, words to the left."""

    def __init__(
        self, *headings: str, title: str = "", words: Iterable[str] = (), names: int = 1,
        lines: bool = False,
    ) -> None:  # fmt: skip
        """`words` are the headings of columns of words, and so are the first, which name a row."""
        self.headings, self.title, self.names, self.lines = headings, title, names, lines
        self.words = {*headings[:names], *words}
        self.rows: list[Row] = []

    def add(self, *cells: str | Text, style: str = "") -> None:
        """A row; text is markup."""
        made = [Text.from_markup(cell) if isinstance(cell, str) else cell for cell in cells]
        self.rows.append(Row(made, style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text.from_markup(self.title, style="bold")
        for between in (ROOMY, TIGHT):
            widths = self._widths(options.max_width, between)
            if widths is not None:
                yield self._grid(widths, between)
                return
        yield from self._stacked()

    def _cells(self, column: int) -> list[Text]:
        return [row.cells[column] for row in self.rows if column < len(row.cells)]

    def _widths(self, room: int, between: int) -> list[int] | None:
        """How wide each column is; None where they have no room."""
        least, most = [], []
        for place, heading in enumerate(self.headings):
            cells = self._cells(place)
            whole = [_longest_line(cell.plain) for cell in cells]
            most.append(max([len(heading), *whole]))
            needed = whole
            if heading in self.words:
                words = [_longest_word(cell.plain) for cell in cells]
                needed = [*words, min(most[-1], COMFORT)]
            least.append(max([_longest_word(heading), *needed]))
        left = room - between * (len(self.headings) - 1) - sum(least)
        if left < 0:
            return None
        widths = list(least)
        order = sorted(range(len(most)), key=lambda place: most[place] - least[place])
        for done, place in enumerate(order):
            more = min(most[place] - least[place], left // (len(order) - done))
            widths[place] += more
            left -= more
        return widths

    def _grid(self, widths: Sequence[int], between: int) -> Grid:
        grid = Grid(show_edge=False, pad_edge=False, header_style="bold", show_lines=self.lines)
        if between == TIGHT:
            grid.box, grid.padding = None, (0, TIGHT, 0, 0)
        for heading, width in zip(self.headings, widths, strict=True):
            left = heading in self.words
            grid.add_column(heading, justify="left" if left else "right", width=width)
        for row in self.rows:
            grid.add_row(*row.cells, style=row.style)
        return grid

    def _stacked(self) -> RenderResult:
        names = self.names
        for row in self.rows:
            yield Text(", ").join(
                Text(f"{heading} ", style="dim").append_text(Text(cell.plain, style="bold"))
                for heading, cell in zip(self.headings[:names], row.cells, strict=False)
                if cell.plain
            )
            pairs = Grid.grid(padding=(0, 2, 0, 0))
            pairs.add_column(style="dim")
            pairs.add_column()
            for heading, cell in zip(self.headings[names:], row.cells[names:], strict=False):
                if cell.plain.strip():
                    pairs.add_row(heading, cell)
            yield Padding(pairs, (0, 0, 0, INDENT))


def pairs_of(rows: Iterable[tuple[str, str]]) -> Grid:
    """Names and figures in two columns; a name may take several lines, its figure does not."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(no_wrap=True)
    for name, value in rows:
        grid.add_row(name, value)
    return grid


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _longest_line(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)
