"""A document typeset by typst: PDF/A, tagged, with contents and page numbers.

Needs the packages of the extra ``report``. Words go in as strings of typst's own language, so that
nothing in a game's file can act as markup.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from itertools import zip_longest

from pitboss.presentation.chart_layout import KINDS, SHADES, UP_LABELS, ChartSection, columns
from pitboss.report.document import (
    Block,
    Bullets,
    Code,
    Document,
    Heading,
    Note,
    Number,
    PageBreak,
    Paragraph,
    Part,
    Picture,
    StrategyChart,
    Strong,
    Table,
    Text,
    commands_of,
    parts_of,
)
from pitboss.report.typesetting import string, typeset


def pdf(document: Document) -> bytes:
    """The document as PDF/A."""
    return typeset(typst_source(document), "pdf", document.date)


def typst_source(document: Document) -> str:
    """The document in typst's language."""
    front = document.title_page
    year, month, day = (int(part) for part in document.date.split("-"))
    places = document.commands()
    head = (files("pitboss.report") / "report.typ").read_text(encoding="utf-8")
    facts = ", ".join(f"({string(name)}, {_content(text)})" for name, text in front.facts)
    lines = [
        head,
        f"#show: report.with(title: {string(f'{front.title}: {front.subtitle}')}, "
        f"date: datetime(year: {year}, month: {month}, day: {day}), "
        f"colour: rgb({string(front.colour)}))",
        f"#title-page({string(front.title)}, {string(front.subtitle)}, ({facts},), "
        f"rgb({string(front.colour)}))",
        "#contents()",
    ]
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        leads = isinstance(block, Paragraph) and isinstance(following, Table | StrategyChart)
        made = _block(block, places)
        lines.append(f"#lead({made.removeprefix('#')})" if leads else made)
    return "\n".join(lines)


def _content(text: Text) -> str:
    return "[" + "".join(_part(part) for part in parts_of(text)) + "]"


def _part(part: Part) -> str:
    if isinstance(part, Number):
        return f"#num({string(part.text)})"
    if isinstance(part, Code):
        return f"#code({string(part.text)})"
    if isinstance(part, Strong):
        return f"#strong({string(part.text)})"
    return f"#{string(part)}"


def _block(block: Block, places: dict[str, int]) -> str:
    return _RENDERED[type(block)](block, places)


def _heading(block: Heading, places: dict[str, int]) -> str:  # noqa: ARG001
    return f"#heading(level: {block.level}, {string(block.text)})"


def _paragraph(block: Paragraph, places: dict[str, int]) -> str:  # noqa: ARG001
    words = _content(block.text)
    return f"#small{words}" if block.small else f"#par{words}"


def _note(block: Note, places: dict[str, int]) -> str:  # noqa: ARG001
    return f"#note{_content(block.text)}"


def _bullets(block: Bullets, places: dict[str, int]) -> str:  # noqa: ARG001
    items = ", ".join(_content(item) for item in block.items)
    return f"#list({items})"


def _table(block: Table, places: dict[str, int]) -> str:
    by_row = [[places[said] for said in commands_of(row)] for row in block.rows]
    shown = [tuple(row) for row in by_row if row]
    everywhere = set(shown) if shown else set()
    per_row = len(everywhere) > 1
    heads = [*block.heads, *(["cmd"] if per_row else [])]
    align = (block.align or "l" * len(block.heads)) + ("r" if per_row else "")
    widths = [*(block.widths or (0,) * len(block.heads)), *([0] if per_row else [])]
    cells = []
    for row, numbers in zip(block.rows, by_row, strict=True):
        cells += [_content(text) for text in row]
        if per_row:
            cells.append(f"#cmd({string(', '.join(map(str, numbers)))})")
    caption = block.caption
    if len(everywhere) == 1:
        same = ", ".join(map(str, next(iter(everywhere))))
        caption = f"{caption} · command {same}"
    return (
        f"#data-table(caption: {string(caption)}, "
        f"columns: ({', '.join(f'{part}fr' if part else 'auto' for part in widths)},), "
        f"align: ({', '.join('right' if one == 'r' else 'left' for one in align)},), "
        f"heads: ({', '.join(string(head) for head in heads)},), "
        f"cells: ({', '.join(cell.removeprefix('#') for cell in cells)},))"
    )


def _picture(block: Picture, places: dict[str, int]) -> str:  # noqa: ARG001
    return (
        f"#picture({string(block.svg)}, alt: {string(block.alt)}, "
        f"caption: {string(block.caption)}, width: {block.width}%)"
    )


def _chart(block: StrategyChart, places: dict[str, int]) -> str:  # noqa: ARG001
    entries = "".join(f"{chart_cell(code, words)}, " for code, words in block.legend)
    lines = [f"#chart-legend(({entries}))"]
    for sheet in block.sheets:
        made = [", ".join(map(chart_section, column)) for column in columns(sheet)]
        sides = "".join(f"({sections},), " for sections in made)
        lines.append(f"#chart-sheet({string(sheet.heading)}, ({sides}))")
    return "\n".join(lines)


def chart_cell(code: str, words: str = "") -> str:
    """A cell of a chart: its code, its colour, and what it means where that is said."""
    return f"({string(code)}, rgb({string(SHADES[KINDS[code]].light)}), {string(words)})"


def chart_section(section: ChartSection) -> str:
    """The rows of one sort of hands."""
    rows = "".join(
        f"({string(row.label)}, ({''.join(f'{chart_cell(code)}, ' for code in row.cells)})), "
        for row in section.rows
    )
    ups = ", ".join(string(up) for up in UP_LABELS)
    return f"({string(section.title)}, ({ups}), ({rows}))"


def _page_break(block: PageBreak, places: dict[str, int]) -> str:  # noqa: ARG001
    return "#pagebreak(weak: true)"


_RENDERED: dict[type, Callable[..., str]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    Note: _note,
    Bullets: _bullets,
    Table: _table,
    Picture: _picture,
    StrategyChart: _chart,
    PageBreak: _page_break,
}
