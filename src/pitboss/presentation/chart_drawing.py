"""A chart as a picture: laid out once, then drawn as SVG or, by matplotlib, as PNG."""

from __future__ import annotations

import io
import itertools
import textwrap
from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple

from pitboss.extras import install_hint
from pitboss.presentation.chart_layout import (
    HOW_TO_READ,
    KINDS,
    SHADES,
    UP_LABELS,
    ChartSection,
    Sheet,
    columns,
    legend,
    plain,
    sheets,
)
from pitboss.rules.chart import Chart
from pitboss.rules.errors import RulesError

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # type: ignore[import-not-found, unused-ignore]

MARGIN = 36
CELL = (36, 28)
GAP = 2
NARROWEST = 420
BETWEEN = 44
"""Between sections that stand side by side."""
LETTER = 0.62
"""Width of a bold letter, as a part of its size, with something to spare."""
SMALL_LETTER = 0.57
PNG_SCALE = 2
PNG_LIMIT = 60_000
"""The longest side of a PNG, in pixels, that programs commonly read."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
TONES = {"ink": ("#1b1f24", "#eef1f4"), "quiet": ("#59636e", "#a3adb8")}
PAGE = ("#ffffff", "#14171b")
RULE = ("#d5dae0", "#363d46")

Anchor = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A filled rectangle in the colour of a kind of move, or of a rule."""

    x: float
    y: float
    width: float
    height: float
    kind: str


class Label(NamedTuple):
    """A line of text; `y` is its middle."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = "start"
    tone: str = "ink"
    bold: bool = False

    @property
    def baseline(self) -> float:
        """Where its letters stand."""
        return self.y + 0.36 * self.size


class Drawing(NamedTuple):
    """Everything on a picture, in the order it is read."""

    width: float
    height: float
    marks: list[Box | Label]


def svg(chart: Chart, title: str) -> str:
    """The chart as a standalone SVG picture: follows light or dark, its text can be selected."""
    drawing = draw(chart, title)
    width, height = round(drawing.width), round(drawing.height)
    marks = "\n".join(
        _svg_box(mark) if isinstance(mark, Box) else _svg_label(mark) for mark in drawing.marks
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(plain(title))}</title>\n<style>{_svg_style()}</style>\n"
        f'<rect class="page" width="{width}" height="{height}"/>\n{marks}\n</svg>\n'
    )


def png(chart: Chart, title: str) -> bytes:
    """The chart as a PNG picture on white."""
    try:
        from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise RulesError(f"PNG pictures need matplotlib: {install_hint('report')}") from None
    drawing = draw(chart, title)
    if max(drawing.width, drawing.height) * PNG_SCALE > PNG_LIMIT:
        raise RulesError(
            f"a chart of {len(chart.tables)} tables is too large for a PNG picture; save it as "
            ".html or .svg"
        )
    inches = (round(drawing.width) / 72, round(drawing.height) / 72)
    figure = Figure(figsize=inches, dpi=72 * PNG_SCALE, facecolor=PAGE[0])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    _paint(axes, drawing)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Title": plain(title), "Software": "pitboss"})
    return out.getvalue()


def _paint(axes: Axes, drawing: Drawing) -> None:
    from matplotlib.patches import (  # type: ignore[import-not-found, unused-ignore]
        FancyBboxPatch,
    )

    for mark in drawing.marks:
        if isinstance(mark, Box):
            style = f"round,pad=0,rounding_size={_corner(mark)}"
            patch = FancyBboxPatch(mark[:2], mark.width, mark.height, boxstyle=style)
            patch.set(facecolor=_fill(mark.kind, 0), linewidth=0)
            axes.add_patch(patch)
        else:
            axes.text(
                mark.x,
                mark.baseline,
                mark.text,
                fontsize=mark.size,
                color=TONES[mark.tone][0],
                weight="bold" if mark.bold else "normal",
                ha={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
                parse_math=False,
            )


def draw(chart: Chart, title: str) -> Drawing:
    """Lay a chart out: title, legend, then its tables one under another."""
    shown = sheets(chart)
    labels = _label_widths(shown)
    tables = sum(width + len(UP_LABELS) * CELL[0] + BETWEEN for width in labels) - BETWEEN
    width = max(tables, NARROWEST) + 2 * MARGIN
    marks: list[Box | Label] = []
    y = _lines(marks, plain(title), MARGIN, width, size=24)
    y = _lines(marks, HOW_TO_READ, y + 2, width, size=13, tone="quiet")
    y = _legend(marks, legend(shown), y + 14, width)
    for sheet in shown:
        y = _sheet(marks, sheet, y + 28, width, labels)
    return Drawing(width, y + MARGIN, marks)


def _lines(
    marks: list[Box | Label], text: str, y: float, width: float, *, size: float, tone: str = "ink"
) -> float:
    """Add a text in as many lines as it needs; where the next thing goes."""
    letters = int((width - 2 * MARGIN) / (size * LETTER))
    for line in textwrap.wrap(text, letters):
        bold = tone == "ink"
        marks.append(Label(MARGIN, y + 0.65 * size, line, size, tone=tone, bold=bold))
        y += 1.3 * size
    return y


def _legend(
    marks: list[Box | Label], entries: list[tuple[str, str]], y: float, width: float
) -> float:
    size, height, chip = 13, 22, 34
    longest = max((len(meaning) for _, meaning in entries), default=0)
    needed = chip + 20 + longest * size * SMALL_LETTER
    across = max(int((width - 2 * MARGIN) / needed), 1)
    for place, (code, meaning) in enumerate(entries):
        x = MARGIN + needed * (place % across)
        top = y + (height + 8) * (place // across)
        middle = top + height / 2
        marks.append(Box(x, top, chip, height, KINDS[code]))
        marks.append(Label(x + chip / 2, middle, code, size, "middle", bold=True))
        marks.append(Label(x + chip + 8, middle, meaning, size, tone="quiet"))
    return y + (height + 8) * -(-len(entries) // across) - 8


def _sheet(
    marks: list[Box | Label], sheet: Sheet, y: float, width: float, labels: list[float]
) -> float:
    marks.append(Box(MARGIN, y, width - 2 * MARGIN, 1, "rule"))
    top = _lines(marks, sheet.heading, y + 16, width, size=17) + 10
    bottom, x = top, float(MARGIN)
    for column, label_width in zip(columns(sheet), labels, strict=False):
        y = top
        for section in column:
            y = _section(marks, section, x, y, label_width) + 20
        bottom = max(bottom, y - 20)
        x += label_width + len(UP_LABELS) * CELL[0] + BETWEEN
    return bottom


def _section(
    marks: list[Box | Label], section: ChartSection, x: float, y: float, labels: float
) -> float:
    width, height = CELL
    across = [x + labels + place * width for place in range(len(UP_LABELS))]
    middle = y + height / 2
    marks.append(Label(x, middle, section.title, 14, bold=True))
    for left, up in zip(across, UP_LABELS, strict=True):
        marks.append(Label(left + width / 2, middle, up, 13, "middle", "quiet"))
    for row in section.rows:
        y += height
        middle = y + height / 2
        marks.append(Label(x + labels - 10, middle, row.label, 13, "end", "quiet"))
        for left, code in zip(across, row.cells, strict=True):
            marks.append(Box(left + GAP / 2, y + GAP / 2, width - GAP, height - GAP, KINDS[code]))
            marks.append(Label(left + width / 2, middle, code, 13, "middle", bold=True))
    return y + height


def _label_widths(shown: list[Sheet]) -> list[float]:
    """The room for labels in each column, the same on every sheet."""
    places = itertools.zip_longest(*map(columns, shown), fillvalue=())
    longest = [
        max(section.label_length for column in place for section in column) for place in places
    ]
    return [max(56, letters * 13 * LETTER + 14) for letters in longest]


def _fill(kind: str, dark: int) -> str:
    if kind == "rule":
        return RULE[dark]
    shade = SHADES[kind]
    return shade.dark if dark else shade.light


def _corner(box: Box) -> float:
    return min(4, box.height / 2)


def _svg_style() -> str:
    def fills(dark: int) -> str:
        rules = [f".chart .page {{ fill: {PAGE[dark]}; }}"]
        rules += [f".chart .{kind} {{ fill: {_fill(kind, dark)}; }}" for kind in ("rule", *SHADES)]
        rules += [f".chart .{tone} {{ fill: {pair[dark]}; }}" for tone, pair in TONES.items()]
        return "\n".join(rules)

    return (
        f"\n.chart {{ max-width: 100%; height: auto; background: {PAGE[0]}; }}\n"
        f".chart:root {{ display: block; margin: 0 auto; }}\n"
        f".chart text {{ font-family: {FONT}; }}\n"
        f".chart .bold {{ font-weight: 600; }}\n{fills(0)}\n"
        f"@media (prefers-color-scheme: dark) {{\n.chart {{ background: {PAGE[1]}; }}\n"
        f"{fills(1)}\n}}\n"
    )


def _svg_box(box: Box) -> str:
    x, y, width, height = (_number(value) for value in box[:4])
    return (
        f'<rect class="{box.kind}" x="{x}" y="{y}" width="{width}" height="{height}" '
        f'rx="{_number(_corner(box))}"/>'
    )


def _svg_label(label: Label) -> str:
    style = f"{label.tone} bold" if label.bold else label.tone
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    x, y = _number(label.x), _number(label.baseline)
    return (
        f'<text class="{style}" x="{x}" y="{y}" font-size="{_number(label.size)}"{anchor}>'
        f"{escape(label.text)}</text>"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
