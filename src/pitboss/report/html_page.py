"""A document as one HTML page that needs nothing else: every number says where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

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

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 "Source Sans Pro", system-ui, sans-serif; color: #1b1f24; background: #fff;
  max-width: 60rem; margin: 0 auto; padding: 0 1rem 4rem; }
header { background: var(--cloth); color: #fff; padding: 3rem 1.5rem 1.5rem;
  margin: 0 -1rem 1.5rem; }
header h1 { font-size: 2.4rem; line-height: 1.1; margin: .2rem 0; color: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { color: var(--cloth); margin: 2.5rem 0 .6rem; }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .35rem 1rem; } dt { color: #59636e; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .86em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: #59636e; padding: .3rem 0; }
th, td { padding: .3rem .5rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid #d5dae0; }
th { border-bottom: 2px solid #1b1f24; }
.r { text-align: right; font-variant-numeric: tabular-nums; }
td.cmd { text-align: right; font-size: .8rem; } .n { white-space: nowrap; }
.small { color: #59636e; font-size: .9rem; }
.note { background: #f7ecd2; border-left: 4px solid #a06a00; padding: .7rem 1rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #59636e; font-size: .92rem; }
.chart { display: flex; flex-wrap: wrap; gap: 1.5rem; } .chart table { width: auto; }
.chart td, .chart th { border: 0; padding: 1px; text-align: center; min-width: 1.9rem; }
.chart td b { display: block; border-radius: 3px; padding: .1rem .2rem; font-weight: 600; }
.chart td:first-child, .chart th:first-child { text-align: left; padding-right: .6rem; }
.legend span { display: inline-block; margin: 0 1rem .3rem 0; }
.legend b { border-radius: 3px; padding: .05rem .4rem; }
nav ol { columns: 2; } a { color: inherit; }
@media print { h2 { break-after: avoid; } table, figure { break-inside: auto; } }
"""


def html_page(document: Document) -> str:
    """The whole page."""
    front, places = document.title_page, document.commands()
    title = escape(f"{front.title}: {front.subtitle}")
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{_text(text)}</dd>" for name, text in front.facts)
    chapters = [
        f'<li><a href="#{_anchor(block.text)}">{escape(block.text)}</a></li>'
        for block in document.blocks
        if isinstance(block, Heading) and block.level == 1
    ]
    body = "\n".join(_RENDERED[type(block)](block, places) for block in document.blocks)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{title}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>:root {{ --cloth: {front.colour}; }}{STYLE}</style></head><body>"
        f"<header><p>{escape(front.subtitle)}</p><h1>{escape(front.title)}</h1></header>"
        f"<main><dl>{facts}</dl><nav aria-label=Contents><h2>Contents</h2><ol>{''.join(chapters)}"
        f"</ol></nav>\n{body}</main></body></html>\n"
    )


def _anchor(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text.lower()).strip("-")


def _text(text: Text) -> str:
    return "".join(map(_part, parts_of(text)))


def _part(part: Part) -> str:
    if isinstance(part, Number):
        origin = escape(f"{part.command}: {part.path}", quote=True)
        return f'<span class=num title="{origin}">{escape(part.text)}</span>'
    if isinstance(part, Code):
        return f"<code>{escape(part.text)}</code>"
    if isinstance(part, Strong):
        return f"<strong>{escape(part.text)}</strong>"
    return escape(part)


def _heading(block: Heading, places: dict[str, int]) -> str:  # noqa: ARG001
    level = block.level + 1
    return f'<h{level} id="{_anchor(block.text)}">{escape(block.text)}</h{level}>'


def _paragraph(block: Paragraph, places: dict[str, int]) -> str:  # noqa: ARG001
    return f"<p{' class=small' if block.small else ''}>{_text(block.text)}</p>"


def _note(block: Note, places: dict[str, int]) -> str:  # noqa: ARG001
    return f"<p class=note>{_text(block.text)}</p>"


def _bullets(block: Bullets, places: dict[str, int]) -> str:  # noqa: ARG001
    return "<ul>" + "".join(f"<li>{_text(item)}</li>" for item in block.items) + "</ul>"


def _table(block: Table, places: dict[str, int]) -> str:
    align = block.align or "l" * len(block.heads)
    by_row = [[places[said] for said in commands_of(row)] for row in block.rows]
    with_commands = any(by_row)
    widths = block.widths or (1,) * len(align)
    classes = [
        ' class="r"' if one == "r" else "" if width else ' class="n"'
        for one, width in zip(align, widths, strict=True)
    ]
    heads = [
        f"<th scope=col{style}>{escape(head)}</th>"
        for head, style in zip(block.heads, classes, strict=True)
    ]
    heads += ["<th scope=col class=r>cmd</th>"] if with_commands else []
    rows = []
    for row, numbers in zip(block.rows, by_row, strict=True):
        cells = [f"<td{style}>{_text(text)}</td>" for text, style in zip(row, classes, strict=True)]
        cells += [f"<td class=cmd>{', '.join(map(str, numbers))}</td>"] if with_commands else []
        rows.append(f"<tr>{''.join(cells)}</tr>")
    label = escape(block.caption, quote=True)
    return (
        f'<div class=wide tabindex=0 role=region aria-label="{label}"><table>'
        f"<caption>{escape(block.caption)}</caption><thead><tr>{''.join(heads)}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _picture(block: Picture, places: dict[str, int]) -> str:  # noqa: ARG001
    svg = block.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(block.alt)}" ', 1)
    return f"<figure>{svg}<figcaption>{escape(block.caption)}</figcaption></figure>"


def _chart(block: StrategyChart, places: dict[str, int]) -> str:  # noqa: ARG001
    legend = "".join(f"<span>{_cell(code)} {escape(words)}</span>" for code, words in block.legend)
    made = [f"<p class=legend>{legend}</p>"]
    for sheet in block.sheets:
        sides = "".join(f"<div>{''.join(map(_section, column))}</div>" for column in columns(sheet))
        made.append(f"<h3>{escape(sheet.heading)}</h3><div class=chart>{sides}</div>")
    return "".join(made)


def _section(section: ChartSection) -> str:
    heads = "".join(f"<th scope=col>{up}</th>" for up in UP_LABELS)
    rows = "".join(
        f"<tr><th scope=row>{escape(row.label)}</th>"
        f"{''.join(f'<td>{_cell(code)}</td>' for code in row.cells)}</tr>"
        for row in section.rows
    )
    return f"<table><tr><th scope=col>{escape(section.title)}</th>{heads}</tr>{rows}</table>"


def _cell(code: str) -> str:
    return f'<b style="background:{SHADES[KINDS[code]].light}">{escape(code)}</b>'


def _page_break(block: PageBreak, places: dict[str, int]) -> str:  # noqa: ARG001
    return ""


_RENDERED: dict[type[Block], Callable[..., str]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    Note: _note,
    Bullets: _bullets,
    Table: _table,
    Picture: _picture,
    StrategyChart: _chart,
    PageBreak: _page_break,
}
