"""A bankroll over time as a picture: a fan of percentiles, and the line at which play ends."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from pitboss.presentation.chart_drawing import FONT, PAGE, RULE, TONES, Anchor
from pitboss.presentation.solution_tables import number, percent
from pitboss.sim.bankroll import Bankroll

WIDTH, HEIGHT = 780, 490
LEFT, RIGHT, TOP, BOTTOM = 76, 132, 132, 62
"""Room around the plot."""
LINE = 17
"""Least distance between two labels under each other."""
FROM_ZERO = 0.25
"""The scale starts at 0 if the fan is higher than this part of its top; else at the fan."""
COLOURS = {
    "page": PAGE,
    "rule": RULE,
    "outer": ("#d6e7f9", "#1d3450"),
    "inner": ("#a5c9ee", "#2a5486"),
    "median": ("#234f80", "#a9d0f7"),
    "ruin": ("#b3403a", "#f0948c"),
    **TONES,
}
"""On a light page and on a dark one."""

Points = Sequence[tuple[float, float]]


def svg(bankroll: Bankroll, title: str) -> str:
    """The fan chart as a standalone SVG picture; follows light or dark."""
    return _Plot(bankroll, title).svg()


class _Plot:
    def __init__(self, bankroll: Bankroll, title: str) -> None:
        self.bankroll, self.title = bankroll, title
        low, high = float(bankroll.percentiles[5].min()), float(bankroll.percentiles[95].max())
        if high - low > FROM_ZERO * high:
            low = min(0.0, low)
        high = max(high, low + 1.0)
        step = _step(high - low, 6)
        self.low, self.high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
        self.levels = _ticks(self.low, self.high, step)

    def x(self, played: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * played / self.bankroll.rounds

    def y(self, units: float) -> float:
        share = (units - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def svg(self) -> str:
        parts = (self._heading(), self._legend(), self._grid(), self._fan(), self._ends())
        marks = "\n".join(mark for part in parts for mark in part)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bankroll" width="{WIDTH}" '
            f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<style>{_style()}</style>\n"
            f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>\n{marks}\n</svg>\n'
        )

    def _heading(self) -> list[str]:
        bankroll = self.bankroll
        rounds = "round" if bankroll.rounds == 1 else "rounds"
        paths = "path" if bankroll.paths == 1 else "paths"
        played = (
            f"{bankroll.paths:,} {paths} of {bankroll.rounds:,} {rounds}, "
            f"{_amount(bankroll.start)} units at the start, {bankroll.stake:g} staked before each "
            "deal"
        )
        low, high = (percent(end, 2) for end in bankroll.ruin_confidence)
        ruin = f"{percent(bankroll.ruin, 2)} of the paths are ruined (95 % sure: {low} to {high})"
        return [
            _text(24, 36, self.title, "ink bold", size=20),
            _text(24, 60, played, "quiet"),
            _text(24, 80, ruin, "quiet"),
        ]

    def _legend(self) -> list[str]:
        y, x = 104, 24.0
        ruin = f"ruin, less than {self.bankroll.stake:g} left"
        marks = []
        for style, words in (
            ("line", "median"), ("inner", "half of the paths"), ("outer", "nine paths of ten"),
            ("limit", ruin if self.shows_ruin else ""),
        ):  # fmt: skip
            if words:
                shape = f"M{x:.1f} {y}h22" if style in ("line", "limit") else _chip(x, y)
                marks.append(f'<path class="{style}" d="{shape}"/>')
                marks.append(_text(x + 30, y + 4.5, words, "quiet"))
                x += 60 + 6.4 * len(words)
        return marks

    @property
    def shows_ruin(self) -> bool:
        """Whether the line at which play ends is within the scale."""
        return self.bankroll.stake >= self.low

    def _grid(self) -> list[str]:
        end, bottom = self.x(self.bankroll.rounds), HEIGHT - BOTTOM
        marks = []
        for level in self.levels:
            y = self.y(level)
            marks.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{end:.1f}"/>')
            marks.append(_text(LEFT - 10, y + 4.5, _amount(level), "quiet", "end"))
        rounds = self.bankroll.rounds
        step = max(_step(rounds, 6), 1.0)
        for played in _ticks(0, floor(rounds / step + 1e-9) * step, step):
            x = self.x(played)
            marks.append(f'<path class="grid" d="M{x:.1f} {bottom}v5"/>')
            marks.append(_text(x, bottom + 21, _amount(played), "quiet", "middle"))
        middle, up = (LEFT + end) / 2, (TOP + bottom) / 2
        marks.append(_text(middle, HEIGHT - 16, "rounds played", "quiet", "middle"))
        turned = f'<g transform="translate(22 {up:.1f}) rotate(-90)">'
        return [*marks, f"{turned}{_text(0, 0, 'bankroll in units', 'quiet', 'middle')}</g>"]

    def _curve(self, percentile: int) -> Points:
        bankroll = self.bankroll
        return [
            (self.x(float(played)), self.y(float(units)))
            for played, units in zip(bankroll.points, bankroll.percentiles[percentile], strict=True)
        ]

    def _fan(self) -> list[str]:
        marks = []
        for low, high, style in ((5, 95, "outer"), (25, 75, "inner")):
            around = [*self._curve(high), *reversed(self._curve(low))]
            marks.append(f'<path class="{style}" d="M{_path(around)}Z"/>')
        marks.append(f'<path class="line" d="M{_path(self._curve(50))}"/>')
        if self.shows_ruin:
            y, end = self.y(self.bankroll.stake), self.x(self.bankroll.rounds)
            marks.append(f'<path class="limit" d="M{LEFT} {y:.1f}H{end:.1f}"/>')
        return marks

    def _ends(self) -> list[str]:
        """The percentiles after the last round, at the right end of the fan."""
        x = self.x(self.bankroll.rounds) + 10
        marks, last = [], 0.0
        final = sorted(self.bankroll.final.items(), reverse=True)
        for place, (part, units) in enumerate(final):
            lowest = HEIGHT - BOTTOM + 1 - LINE * (len(final) - 1 - place)
            last = max(min(self.y(units) + 4.5, lowest), last + LINE)
            style = "median bold" if part == 50 else "quiet"
            name = "median" if part == 50 else f"{part} %"
            marks.append(_text(x, last, name, style, size=12))
            marks.append(_text(WIDTH - 12, last, _amount(units), style, "end", size=12))
        return marks


def _step(span: float, most: int) -> float:
    """The roundest distance between ticks of which about so many fit."""
    rough = max(span, 1e-9) / most
    power = 10.0 ** floor(log10(rough))
    return next((power * times for times in (1.0, 2.0, 5.0) if rough <= power * times), power * 10)


def _ticks(low: float, high: float, step: float) -> list[float]:
    return [low + step * place for place in range(round((high - low) / step) + 1)]


def _amount(value: float) -> str:
    """A count or an amount without needless digits."""
    whole = abs(value) >= 100 or abs(value - round(value)) < 1e-9
    digits = number(value, 0 if whole else 1)
    sign, size = ("−", digits[1:]) if digits.startswith("−") else ("", digits)
    return sign + (f"{int(size):,}" if whole else size)


def _chip(x: float, y: float) -> str:
    return f"M{x:.1f} {y - 6}h22v12h-22Z"


def _path(points: Points) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _text(
    x: float, y: float, words: str, style: str, anchor: Anchor = "start", *, size: int = 13
) -> str:
    return (
        f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _style() -> str:
    def fills(dark: int) -> str:
        rules = [f".bankroll .{name} {{ fill: {two[dark]}; }}" for name, two in COLOURS.items()]
        for name, colour in (("grid", "rule"), ("line", "median"), ("limit", "ruin")):
            rules.append(f".bankroll .{name} {{ stroke: {COLOURS[colour][dark]}; }}")
        return "\n".join(rules)

    return (
        f"\n.bankroll {{ max-width: 100%; height: auto; background: {PAGE[0]}; }}\n"
        ".bankroll:root { display: block; margin: 0 auto; }\n"
        f".bankroll text {{ font-family: {FONT}; }}\n"
        ".bankroll .bold { font-weight: 600; }\n"
        ".bankroll .grid, .bankroll .line, .bankroll .limit { fill: none; }\n"
        ".bankroll .line { stroke-width: 2; }\n"
        ".bankroll .limit { stroke-width: 1.5; stroke-dasharray: 6 4; }\n"
        f"{fills(0)}\n@media (prefers-color-scheme: dark) {{\n"
        f".bankroll {{ background: {PAGE[1]}; }}\n{fills(1)}\n}}\n"
    )
