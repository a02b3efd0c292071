"""Small plots as SVG: plain shapes and letters, for paper and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.study import Study

INK, QUIET, RULE = "#1b1f24", "#59636e", "#d5dae0"
FONT = "Source Sans Pro, system-ui, sans-serif"
WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 720, 24, 230, 40, 12, 44


def edges_plot(study: Study) -> str:
    """A row for every wager, a point for every number of decks and soft-17 rule."""
    wagers = list(study.wager_names)
    rows = {
        wager: [
            100 * one.solution.bets[wager].house_edge
            for one in study.variants
            if wager in one.solution.bets
        ]
        for wager in wagers
    }
    values = [value for row in rows.values() for value in row]
    step = _step(max(values) - min(min(values), 0.0))
    low, high = floor(min([0.0, *values]) / step) * step, ceil(max(values) / step) * step
    height = TOP + ROW * len(wagers) + BOTTOM

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    marks = []
    level = low
    while level <= high + step / 2:
        colour, width = (QUIET, 1) if abs(level) < step / 2 else (RULE, 1)
        marks.append(
            f'<line x1="{x(level):.1f}" y1="{TOP}" x2="{x(level):.1f}" '
            f'y2="{height - BOTTOM}" stroke="{colour}" stroke-width="{width}"/>'
        )
        label = f"{level:g} %".replace("-", "−")
        marks.append(_text(x(level), height - BOTTOM + 18, label, anchor="middle", colour=QUIET))
        level += step
    colour = cloth_colours(study.game).cloth
    for place, (wager, row) in enumerate(rows.items()):
        y = TOP + ROW * (place + 0.5)
        marks.append(_text(LEFT - 12, y + 4.5, study.wager_names[wager], anchor="end"))
        if row:
            marks.append(
                f'<line x1="{x(min(row)):.1f}" y1="{y}" x2="{x(max(row)):.1f}" y2="{y}" '
                f'stroke="{colour}" stroke-width="2"/>'
            )
        marks += [
            f'<circle cx="{x(value):.1f}" cy="{y}" r="4.5" fill="{colour}" stroke="#ffffff"/>'
            for value in row
        ]
    return _svg(WIDTH, height, marks)


def band_plot(edge: float, sd: float, colour: str) -> str:
    """What the hold of a wager lies between in 95 cases of 100, by the number of wagers."""
    height, left, right, top, bottom = 260, 70, 46, 14, 46
    first, last = 2, 7
    counts: list[float] = [10.0 ** (first + part / 20) for part in range(20 * (last - first) + 1)]
    reach = [1.96 * sd / count**0.5 for count in counts]
    span: float = min(reach[0], 40 * max(abs(edge), sd / 1000))
    low, high = edge - span, edge + span

    def x(count: float) -> float:
        return left + (WIDTH - left - right) * (log10(count) - first) / (last - first)

    def y(value: float) -> float:
        inside = min(max(value, low), high)
        return top + (height - top - bottom) * (high - inside) / (high - low)

    upper = [(x(count), y(edge + one)) for count, one in zip(counts, reach, strict=True)]
    lower = [(x(count), y(edge - one)) for count, one in zip(counts, reach, strict=True)]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in [*upper, *reversed(lower)])
    marks = [f'<polygon points="{points}" fill="{colour}" fill-opacity="0.18"/>']
    step = _step(high - low, 5)
    level = ceil(low / step) * step
    while level <= high:
        marks.append(
            f'<line x1="{left}" y1="{y(level):.1f}" x2="{WIDTH - right}" y2="{y(level):.1f}" '
            f'stroke="{RULE}"/>'
        )
        label = f"{100 * level:g} %".replace("-", "−") if abs(level) > step / 2 else "0 %"
        marks.append(_text(left - 8, y(level) + 4, label, anchor="end", colour=QUIET))
        level += step
    marks.append(
        f'<line x1="{left}" y1="{y(edge):.1f}" x2="{WIDTH - right}" y2="{y(edge):.1f}" '
        f'stroke="{colour}" stroke-width="2"/>'
    )
    for power in range(first, last + 1):
        marks.append(
            _text(
                x(10**power), height - bottom + 18, f"{10**power:,}", anchor="middle", colour=QUIET
            )
        )
    marks.append(_text((left + WIDTH - right) / 2, height - 8, "wagers settled", "middle", QUIET))
    return _svg(WIDTH, height, marks)


def _step(span: float, most: int = 8) -> float:
    """A round distance between lines, so that there are at most so many."""
    rough = max(span, 1e-9) / most
    power: float = 10.0 ** floor(log10(rough))
    return next(power * part for part in (1.0, 2.0, 5.0, 10.0) if power * part >= rough)


def _text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" font-family="{FONT}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )


def _svg(width: float, height: float, marks: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(marks)}</svg>'
    )
