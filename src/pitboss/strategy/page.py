"""A chart as one web page that needs nothing but itself."""

from __future__ import annotations

from html import escape

from pitboss.rules.chart import Chart
from pitboss.strategy.sheets import (
    HOW_TO_READ,
    KINDS,
    MEANINGS,
    SHADES,
    UP_LABELS,
    Row,
    Section,
    Sheet,
    legend,
    plain,
    sheets,
)

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1b1f24; --quiet: #59636e; --line: #d5dae0;
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
.tables { display: grid; gap: 1.25rem 2.5rem; align-items: start; }
table { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 2px;
  font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { padding: 0 2px .25rem; text-align: left; font-weight: 600; }
th, td { height: 1.75rem; padding: 0; text-align: center; }
th { color: var(--quiet); font-weight: 500; }
tbody th { padding-right: .5rem; text-align: right; overflow-wrap: anywhere; line-height: 1.15; }
td { border-radius: .25rem; font-weight: 600; }
abbr { text-decoration: none; }
.hand { width: 13%; }
.burn .hand { width: 27%; }
KINDS
@media print, (min-width: 46rem) {
  .tables { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-template-rows: auto 1fr; }
  .hard { grid-row: span 2; }
}
@media print {
  @page { margin: 14mm; }
  main { max-width: none; padding: 0; }
  body { font-size: 10.5pt; }
  section { margin-top: 1rem; break-inside: avoid; }
  section + section { margin-top: 0; break-before: page; }
  section + section::before { content: attr(data-title); display: block; margin-bottom: .75rem;
    color: var(--quiet); }
  th, td { height: 1.5rem; }
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
    tables = "\n".join(_table(section) for section in sheet.sections)
    return (
        f'<section data-title="{title}">\n<h2>{escape(sheet.heading)}</h2>\n'
        f'<dl>\n{keys}\n</dl>\n<div class="tables">\n{tables}\n</div>\n</section>'
    )


def _table(section: Section) -> str:
    ups = "".join(f'<th scope="col">{up}</th>' for up in UP_LABELS)
    rows = "\n".join(_row(row) for row in section.rows)
    return (
        f'<table class="{section.title.lower()}">\n<caption>{section.title}</caption>\n'
        f'<thead><tr><td class="hand"></td>{ups}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _row(row: Row) -> str:
    cells = "".join(
        f'<td class="{KINDS[code]}"><abbr title="{MEANINGS[code]}">{code}</abbr></td>'
        for code in row.cells
    )
    return f'<tr><th scope="row">{escape(row.label)}</th>{cells}</tr>'
