"""A chart as one web page that needs nothing but itself."""

from __future__ import annotations

from html import escape

from pitboss.presentation.chart_layout import (
    HOW_TO_READ,
    KINDS,
    MEANINGS,
    SHADES,
    UP_LABELS,
    ChartRow,
    ChartSection,
    Sheet,
    columns,
    legend,
    plain,
    sheets,
)
from pitboss.rules.chart import Chart

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1b1f24; --quiet: #59636e; --line: #d5dae0;
  --row: 1.75rem;
  LIGHT }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #14171b; --ink: #eef1f4; --quiet: #a3adb8; --line: #363d46;
    DARK }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.4;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
main { max-width: 60rem; margin: 0 auto;
  padding: clamp(1rem, 4vw, 2.25rem) clamp(.75rem, 4vw, 2rem); }
h1 { margin: 0; font-size: clamp(1.3rem, 1.1rem + 1vw, 1.6rem); line-height: 1.25;
  text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 .75rem; padding-top: 1.25rem; border-top: 1px solid var(--line);
  font-size: 1.2rem; line-height: 1.3; overflow-wrap: anywhere; }
header p { margin: .35rem 0 0; color: var(--quiet); }
section { margin-top: 1.75rem; }
dl { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin: 0 0 1.25rem; font-size: .875rem; }
dl div { display: flex; align-items: center; gap: .5rem; }
dt { min-width: 2.1rem; padding: .1rem .3rem; border-radius: .25rem; text-align: center;
  font-weight: 600; }
dd { margin: 0; color: var(--quiet); }
.tables { display: flex; flex-direction: column; gap: 1.25rem; }
.column { display: contents; }
table { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 2px;
  font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { height: var(--row); margin: 2px 0 calc(-2px - var(--row)); line-height: var(--row);
  text-align: left; font-weight: 600; }
th, td { height: var(--row); padding: 0; text-align: center; }
th { color: var(--quiet); font-weight: 500; }
tbody th { padding-right: .4rem; text-align: right; white-space: nowrap; }
td { border-radius: .25rem; font-weight: 600; }
abbr { text-decoration: none; }
.hand { width: 14%; }
.long .hand { width: 28%; }
.long tbody th { font-size: .875rem; line-height: 1.15; white-space: normal;
  overflow-wrap: anywhere; }
KINDS
@media print, (min-width: 46rem) {
  .tables { flex-direction: row; gap: 2.5rem; }
  .column { display: flex; flex-direction: column; gap: 1.25rem; width: calc(50% - 1.25rem); }
}
@media print {
  @page { margin: 14mm; }
  :root { --row: 1.5rem; }
  main { max-width: none; padding: 0; }
  body { font-size: 10.5pt; }
  section { margin-top: 1rem; break-inside: avoid; }
  section + section { margin-top: 0; break-before: page; }
  section + section::before { content: attr(data-title); display: block; margin-bottom: .75rem;
    color: var(--quiet); }
}
"""


def html(chart: Chart, title: str) -> str:
    """The chart as a web page: follows the reader's light or dark, prints a table to a page."""
    shown = sheets(chart)
    name = escape(plain(title))
    body = "\n".join(_sheet(sheet, name) for sheet in shown)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'" />
<title>{name}</title>
<style>{_style()}</style>
</head>
<body>
<main>
<header>
<h1>{name}</h1>
<p>{HOW_TO_READ}</p>
</header>
{body}
</main>
</body>
</html>
"""


def _style() -> str:
    light = " ".join(f"--{kind}: {shade.light};" for kind, shade in SHADES.items())
    dark = " ".join(f"--{kind}: {shade.dark};" for kind, shade in SHADES.items())
    kinds = "\n".join(f".{kind} {{ background: var(--{kind}); }}" for kind in SHADES)
    return STYLE.replace("LIGHT", light).replace("DARK", dark).replace("KINDS", kinds)


def _sheet(sheet: Sheet, title: str) -> str:
    keys = "\n".join(
        f'<div><dt class="{KINDS[code]}">{code}</dt><dd>{meaning}</dd></div>'
        for code, meaning in legend([sheet])
    )
    tables = "\n".join(
        '<div class="column">\n'
        + "\n".join(_table(section, sheet.sections.index(section)) for section in column)
        + "\n</div>"
        for column in columns(sheet)
    )
    return (
        f'<section data-title="{title}">\n<h2>{escape(sheet.heading)}</h2>\n'
        f'<dl>\n{keys}\n</dl>\n<div class="tables">\n{tables}\n</div>\n</section>'
    )


def _table(section: ChartSection, place: int) -> str:
    """A section; `place` is where it goes when there is room for one column alone."""
    ups = "".join(f'<th scope="col">{up}</th>' for up in UP_LABELS)
    rows = "\n".join(_row(row) for row in section.rows)
    long = ' class="long"' if section.label_length > 5 else ""
    return (
        f'<table{long} style="order: {place}">\n<caption>{section.title}</caption>\n'
        f'<thead><tr><td class="hand"></td>{ups}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _row(row: ChartRow) -> str:
    cells = "".join(
        f'<td class="{KINDS[code]}"><abbr title="{MEANINGS[code]}">{code}</abbr></td>'
        for code in row.cells
    )
    return f'<tr><th scope="row">{escape(row.label)}</th>{cells}</tr>'
