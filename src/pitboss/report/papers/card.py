"""A player's card: the game in a few lines, the chart, what the bonuses pay, what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.solving import solve_rules
from pitboss.presentation.chart_layout import ChartSection, legend, sheets
from pitboss.presentation.chart_layout import Sheet as ChartSheet
from pitboss.presentation.solution_tables import percent
from pitboss.report.chart_rows import merged
from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.papers.departing import notice
from pitboss.report.papers.pays import pay_lists
from pitboss.report.papers.sheet import Sheet, footer
from pitboss.report.study import Study
from pitboss.report.typesetting import string
from pitboss.report.typst_page import chart_cell, chart_section
from pitboss.rules.sign import table_sign

A6, A5 = (105, 148), (148, 210)
MOST_ROWS = 30
"""Rows of a chart that an A6 card shows in letters a player can read."""
GRID = """#let grid-of(section) = {
  set text(6.8pt)
  grid(
    columns: (if section.at(2).any(row => row.at(0).len() > 9) { 23mm } else { 11mm },)
      + (1fr,) * section.at(1).len(),
    inset: 0.22mm,
    align: (x, y) => (if x == 0 { left } else { center }) + horizon,
    text(weight: "bold", section.at(0)),
    ..section.at(1).map(up => text(fill: quiet, weight: "bold", up)),
    ..section.at(2).map(row => (
      text(weight: "bold", row.at(0)),
      ..row.at(1).map(one => block(
        width: 100%, inset: (y: 0.7mm), radius: 0.5mm, fill: one.at(1),
        text(weight: "bold", one.at(0)),
      )),
    )).flatten(),
  )
}
"""


def card(study: Study) -> Sheet:
    """A6, or A5 where the chart has many rows."""
    solution = solve_rules(study.game, study.rules, strategy="chart")
    shown = short_sheets(sheets(solution.chart))
    rows = sum(len(section.rows) for sheet in shown for section in sheet.sections)
    width, height = A6 if rows <= MOST_ROWS else A5
    margin = 5 if width == A6[0] else 8
    colour = cloth_colours(study.game).deep
    inner = f"{width - 2 * margin}mm, {height - 2 * margin - 6}mm"
    body = (
        f"#place(top + left, dx: {margin}mm, dy: {margin}mm, fit({inner}, ["
        f"{_head(study, colour)}{notice(study, 8)}{_steps(study, colour)}"
        f"{_charts(shown)}{_foot(study)}]))\n"
        f"#place(bottom + left, dx: {margin}mm, dy: -{margin - 1}mm, text(5.5pt, fill: quiet, "
        f"{string(footer(study))}))"
    )
    return Sheet(f"{study.game.name}: player's card", width, height, body)


def short_sheets(made: list[ChartSheet]) -> list[ChartSheet]:
    """The chart as short as it can be said.

    Equal rows stand together, and of later tables only those that differ from the first.
    """
    first, *others = made
    usual = {
        (section.title, row.label): row.cells for section in first.sections for row in section.rows
    }
    short = [ChartSheet(first.heading, tuple(merged(section) for section in first.sections))]
    for sheet in others:
        sections = []
        for section in sheet.sections:
            rows = [
                row for row in section.rows if usual.get((section.title, row.label)) != row.cells
            ]
            if rows:
                sections.append(merged(ChartSection(section.title, tuple(rows))))
        if sections:
            short.append(ChartSheet(sheet.heading, tuple(sections)))
    return short


def _head(study: Study, colour: str) -> str:
    return (
        f'#block(below: 1.6mm, text(15pt, weight: "bold", {string(study.game.name)}))\n'
        '#block(below: 1.6mm, text(8pt, fill: quiet, "How to play, and the best play for every '
        'hand by its total"))\n'
        f"#line(length: 100%, stroke: 1.6pt + rgb({string(colour)}))\n"
    )


def _steps(study: Study, colour: str) -> str:
    lines = table_sign(study.game, study.rules, study.limits).cloth
    cells = [
        f"grid(columns: (4.5mm, 1fr), align: horizon, circle(radius: 1.7mm, fill: "
        f'rgb({string(colour)}), align(center + horizon, text(6pt, fill: white, weight: "bold", '
        f"{string(str(place))}))), text(7.4pt, {string(line)}))"
        for place, line in enumerate(lines, start=1)
    ]
    return (
        "#grid(columns: (1fr, 1fr), column-gutter: 4mm, row-gutter: 1.5mm, "
        f"{', '.join(cells)})\n#v(0.8mm)\n"
    )


def _charts(shown: list[ChartSheet]) -> str:
    words = [GRID]
    meanings = _legend(shown)
    for place, sheet in enumerate(shown):
        if place:
            said = f"{sheet.heading}, otherwise than above"
            words.append(
                f'#block(above: 2mm, below: 1.2mm, text(8pt, weight: "bold", {string(said)}))\n'
            )
        sides = [[f"grid-of({chart_section(one)})" for one in side] for side in _sides(sheet)]
        if not place and len(sides) == 2:
            sides[1].append(meanings)
            meanings = ""
        made = "".join(f"stack(spacing: 1.8mm, {', '.join(side)}), " for side in sides)
        columns = "1fr, " * max(len(sides), 2)
        words.append(f"#grid(columns: ({columns}), column-gutter: 3.5mm, {made})\n")
    return "".join(words) + (f"#v(0.6mm)\n#{meanings}\n" if meanings else "")


def _legend(shown: list[ChartSheet]) -> str:
    """Codes and what they mean, in two columns."""
    entries = []
    for code, meaning in legend(shown):
        cell = chart_cell(code, meaning)
        entries.append(
            "box(inset: (bottom: 0.9mm), grid(columns: (6mm, 1fr), align: horizon, column-gutter: "
            f"1.2mm, block(width: 100%, inset: (y: 0.62mm), radius: 0.5mm, fill: {cell}.at(1), "
            f'align(center, text(weight: "bold", {cell}.at(0)))), text(fill: quiet, {cell}.at(2))))'
        )
    return (
        "{ set text(6.4pt); set par(leading: 0.3em); grid(columns: (1fr, 1fr), column-gutter: 2mm, "
        f"{', '.join(entries)}) }}"
    )


def _sides(sheet: ChartSheet) -> list[list[ChartSection]]:
    """Sections in two columns: the first two, and the others, where there are three or more."""
    sections = list(sheet.sections)
    if len(sections) < 3:
        return [[one] for one in sections]
    sides = [sections[:2], [sections[2]]]
    for section in sections[3:]:
        min(sides, key=lambda side: sum(len(one.rows) + 2 for one in side)).append(section)
    return sides


def _foot(study: Study) -> str:
    """What the bonuses pay, and what the game costs."""
    solution = solve_rules(study.game, study.rules)
    blocks = []
    for pays in pay_lists(study):
        rows = "".join(f"({string(one)}, {string(odds)}), " for one, odds in pays.rows)
        blocks.append(
            '[#block(below: 1.4mm, text(8pt, weight: "bold", '
            f"{string(f'{pays.title} {pays.verb}')}))"
            f"#ruled(({rows}), size: 7pt, gap: 0.9mm)]"
        )
    blocks.append(
        '[#block(below: 1.4mm, text(8pt, weight: "bold", "What it costs"))'
        + "".join(
            f"#block(below: 1.2mm, text(7pt, {string(line)}))" for line in _costs(study, solution)
        )
        + "]"
    )
    return (
        f"#v(1.2mm)\n#grid(columns: (1fr, 1fr), column-gutter: 5mm, row-gutter: 2mm, "
        f"{', '.join(blocks)})"
    )


def _costs(study: Study, solution: object) -> Iterator[str]:
    from pitboss.analysis.solution import Solution

    assert isinstance(solution, Solution)
    figures = solution.figures
    expectations = figures.expectations()
    opening = " and ".join(study.rules.wagers.names[bet] for bet in study.rules.wagers.opening)
    per_stake = -float(expectations[: figures.openings].sum()) / figures.openings
    yield f"House edge, best play by exact cards: {percent(per_stake, 2)} of {opening}."
    for bet, expectation in list(zip(figures.wagers, expectations.tolist(), strict=True)):
        if bet not in study.rules.wagers.opening:
            name = next(one.name for one in study.rules.bets if one.id == bet)
            yield f"{name}: {percent(-expectation, 2)} of the wager."
    offered, won = solution.insured()
    if offered:
        pays = study.rules.insurance.pays
        edge = 1 - won / offered * (1 + pays.pays / pays.stake)
        yield f"Insurance: {percent(edge, 2)} of what is staked on it."
