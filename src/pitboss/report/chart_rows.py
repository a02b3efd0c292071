"""Rows of a chart that are played alike, told as one."""

from __future__ import annotations

from pitboss.presentation.chart_layout import ChartRow, ChartSection, Sheet, sheets
from pitboss.rules.chart import Chart


def merged_sheets(chart: Chart) -> list[Sheet]:
    """The tables of a chart, rows that are played alike together."""
    return [
        Sheet(sheet.heading, tuple(merged(section) for section in sheet.sections))
        for sheet in sheets(chart)
    ]


def merged(section: ChartSection) -> ChartSection:
    """A section in which neighbours that are played alike are one row."""
    cards = {row.label.partition(" + ")[2] for row in section.rows}
    drawn = cards.pop() if len(cards) == 1 else ""  # one sort of card: said once, in the title
    groups: list[tuple[list[str], tuple[str, ...]]] = []
    for row in section.rows:
        label = row.label.removesuffix(f" + {drawn}")
        if groups and groups[-1][1] == row.cells:
            groups[-1][0].append(label)
        else:
            groups.append(([label], row.cells))
    return ChartSection(
        f"{section.title} {drawn}".strip(),
        tuple(ChartRow(together(labels), cells) for labels, cells in groups),
    )


def together(labels: list[str]) -> str:
    """One label for rows that are played alike.

    >>> together(["16", "15", "14", "13"]), together(["3,3", "2,2"]), together(["9"])
    ('13–16', '2,2–3,3', '9')
    >>> together(["hard 12", "hard 11", "soft 20"])
    'hard 11–12, soft 20'
    """
    kinds: dict[str, list[str]] = {}
    for label in labels:
        kind, _, item = label.rpartition(" ")
        kinds.setdefault(kind, []).append(item)
    spans = []
    for kind, items in kinds.items():
        ends = sorted((items[0], items[-1]), key=_height)
        span = items[0] if len(items) == 1 else "–".join(ends)
        spans.append(f"{kind} {span}".strip())
    return ", ".join(spans)


def _height(item: str) -> int:
    """Where a total, a pair or a card goes among its like; aces first."""
    number = item.split(",")[0]
    return int(number) if number.isdigit() else 0
