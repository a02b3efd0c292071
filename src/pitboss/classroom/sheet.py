"""A sheet of US Letter and what papers are made of: lines, facts, figures, tables, signatures.

Needs the packages of the extra ``pdf``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pitboss.extras import install_hint

if TYPE_CHECKING:
    from fpdf import FPDF

INCHES = 0.9
"""Margins."""
GREY, INK, RULE, ACCENT = (90, 90, 90), (20, 20, 20), (190, 190, 190), (27, 98, 71)
SPADE = (
    "M12 1.5C15 6.2 21.5 9.3 21.5 14.3a4.6 4.6 0 0 1-7.7 3.4c.2 2 1 3.5 2.5 4.8H7.7"
    "c1.5-1.3 2.3-2.8 2.5-4.8a4.6 4.6 0 0 1-7.7-3.4C2.5 9.3 9 6.2 12 1.5Z"
)
"""The house's mark, in a box of 24 by 24."""
Points = Sequence[Sequence[tuple[int, int]]]


class NoPrinter(Exception):
    """The packages that write PDF are not installed; the message says how to."""


class Sheet:
    """A paper that is being written."""

    def __init__(
        self, title: str, foot: str, *,
        first_page: Literal["portrait", "landscape without a foot"] = "portrait",
    ) -> None:  # fmt: skip
        self.pdf = _paper(title, foot, footed_from=2 if "without" in first_page else 1)
        self.pdf.add_page(orientation="landscape" if "landscape" in first_page else "portrait")

    @property
    def width(self) -> float:
        """Inches between the margins."""
        return float(self.pdf.epw)

    def line(
        self, text: str, size: float = 10.5, *, style: str = "", color: tuple[int, int, int] = INK,
        align: str = "L", after: float = 0.0,
    ) -> None:  # fmt: skip
        """A line or a paragraph; `style` is B for bold, I for italics."""
        self.pdf.set_font("text", style, size)
        self.pdf.set_text_color(*color)
        self.pdf.multi_cell(0, size * 1.35 / 72, text, align=align, new_x="LMARGIN", new_y="NEXT")
        self.pdf.ln(after)

    def fitted(self, text: str, size: float, *, align: str = "C") -> None:
        """One bold line, smaller where it would not fit."""
        self.pdf.set_font("text", "B", size)
        fitting = size * min(1.0, self.width / max(self.pdf.get_string_width(text), 0.01))
        self.line(text, max(fitting * 0.99, 8), style="B", align=align)

    def section(self, title: str, under: str = "") -> None:
        """The title of what follows, which begins on the same page."""
        if not self.room_for(1.2):
            self.pdf.add_page()
        self.line(title, 14, style="B", after=0 if under else 0.05)
        if under:
            self.line(under, 8, color=GREY, after=0.05)

    def heading(self, title: str, under: str) -> None:
        """The head of a paper: the mark, what it is, and of what or whom."""
        self.mark(self.pdf.l_margin, self.pdf.get_y() + 0.03, 0.34)
        self.pdf.set_x(self.pdf.l_margin + 0.45)
        self.pdf.set_font("text", "B", 20)
        self.pdf.set_text_color(*INK)
        self.pdf.cell(0, 0.36, title, new_x="LMARGIN", new_y="NEXT")
        self.line(under, 12, color=GREY, after=0.08)
        self.bar()
        self.pdf.ln(0.12)

    def mark(self, x: float, y: float, inches: float) -> None:
        """The house's mark."""
        from fpdf.drawing import PaintedPath
        from fpdf.drawing_primitives import Transform
        from fpdf.enums import PathPaintRule
        from fpdf.svg import svg_path_converter

        with self.pdf.drawing_context() as drawing:
            path = PaintedPath()
            svg_path_converter(path, SPADE)
            path.style.fill_color = "#{:02x}{:02x}{:02x}".format(*ACCENT)
            path.style.stroke_color = None
            path.style.paint_rule = PathPaintRule.FILL_NONZERO
            path.transform = Transform.scaling(inches / 24).translate(x, y)
            drawing.add_item(path)

    def bar(self, color: tuple[int, int, int] = ACCENT, thick: float = 0.02) -> None:
        """A line across the sheet."""
        self.pdf.set_draw_color(*color)
        self.pdf.set_line_width(thick)
        y = self.pdf.get_y()
        self.pdf.line(self.pdf.l_margin, y, self.pdf.l_margin + self.width, y)
        self.pdf.set_line_width(0.008)
        self.pdf.set_draw_color(*RULE)

    def facts(self, facts: Sequence[tuple[str, str]], name_width: float = 1.0) -> None:
        """Names and values, one under the other; a value without text gets a line to write on."""
        for name, value in facts:
            self._fact(self.pdf.l_margin, self.width, name, value, name_width)
        self.pdf.ln(0.12)

    def paired_facts(self, facts: Sequence[tuple[str, str]], name_width: float = 0.75) -> None:
        """Names and values in two columns, read across."""
        half = self.width / 2
        for left in range(0, len(facts), 2):
            top = bottom = self.pdf.get_y()
            for column, (name, value) in enumerate(facts[left : left + 2]):
                self.pdf.set_y(top)
                self._fact(
                    self.pdf.l_margin + column * half, half - 0.15 * (1 - column), name, value,
                    name_width,
                )  # fmt: skip
                bottom = max(bottom, self.pdf.get_y())
            self.pdf.set_y(bottom)
        self.pdf.ln(0.1)

    def _fact(self, x: float, width: float, name: str, value: str, name_width: float) -> None:
        self.pdf.set_x(x)
        self.pdf.set_font("text", size=9.5)
        self.pdf.set_text_color(*GREY)
        height = 0.2 if value else 0.32
        self.pdf.cell(name_width, height, name)
        self.pdf.set_text_color(*INK)
        if not value:
            y = self.pdf.get_y() + height - 0.07
            self.pdf.line(x + name_width, y, x + width, y)
        self.pdf.multi_cell(
            width - name_width, height, value, align="L", new_x="LMARGIN", new_y="NEXT"
        )

    def figures(self, figures: Sequence[tuple[str, str]], align: str = "C") -> None:
        """Large figures side by side, each with what it is."""
        each, top = self.width / len(figures), self.pdf.get_y()
        for place, (figure, what) in enumerate(figures):
            x = self.pdf.l_margin + place * each
            self.pdf.set_xy(x, top)
            self.pdf.set_font("text", "B", 20)
            self.pdf.set_text_color(*ACCENT)
            self.pdf.cell(each, 0.36, figure, align=align)
            self.pdf.set_xy(x, top + 0.36)
            self.pdf.set_font("text", "", 9.5)
            self.pdf.set_text_color(*GREY)
            self.pdf.cell(each, 0.18, what, align=align)
        self.pdf.set_xy(self.pdf.l_margin, top + 0.62)

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int],
        numbers: int = 0,
    ) -> None:  # fmt: skip
        """A table whose last so many columns are numbers; its heading is on every page."""
        from fpdf.enums import TableBordersLayout
        from fpdf.fonts import FontFace

        aligned = ["LEFT"] * (len(heads) - numbers) + ["RIGHT"] * numbers
        self.pdf.set_font("text", size=9)
        self.pdf.set_text_color(*INK)
        with self.pdf.table(
            col_widths=tuple(widths), text_align=tuple(aligned), line_height=0.19,
            borders_layout=TableBordersLayout.HORIZONTAL_LINES, padding=0.03,
            headings_style=FontFace(emphasis="BOLD", color=GREY),
        ) as table:  # fmt: skip
            for cells in (heads, *rows):
                row = table.row()
                for cell in cells:
                    row.cell(cell)
        self.pdf.ln(0.15)

    def room_for(self, inches: float) -> bool:
        """Whether so much still fits on this page."""
        return bool(self.pdf.get_y() + inches <= self.pdf.page_break_trigger)

    def keep_together(self, inches: float) -> None:
        """Begin a new page unless so much still fits on this one."""
        if not self.room_for(inches):
            self.pdf.add_page()

    def height(self, text: str, size: float) -> float:
        """Inches that lines of text take."""
        if not text:
            return 0.0
        self.pdf.set_font("text", size=size)
        found = self.pdf.multi_cell(0, size * 1.35 / 72, text, dry_run=True, output="HEIGHT")
        return float(found)  # type: ignore[arg-type]

    def signature(
        self, under: Sequence[str], *, x: float, width: float, name: str = "",
        drawn: Points = (), box: tuple[int, int] = (1, 1),
    ) -> None:  # fmt: skip
        """A line to sign on, what stands on it, and small lines under it."""
        top, space = self.pdf.get_y(), 0.5
        if drawn:
            self._strokes(drawn, x, top, min(width / box[0], space / box[1]))
        self.pdf.set_draw_color(*INK)
        self.pdf.line(x, top + space, x + width, top + space)
        self.pdf.set_draw_color(*RULE)
        if name and not drawn:
            self.pdf.set_xy(x, top + space - 0.3)
            self.pdf.set_font("text", "I", 14)
            self.pdf.set_text_color(*INK)
            self.pdf.cell(width, 0.28, name)
        self.pdf.set_font("text", "", 9)
        self.pdf.set_text_color(*GREY)
        for place, line in enumerate(under):
            self.pdf.set_xy(x, top + space + 0.04 + 0.17 * place)
            self.pdf.cell(width, 0.17, line)
        self.pdf.set_xy(self.pdf.l_margin, top)

    def _strokes(self, drawn: Points, x: float, y: float, scale: float) -> None:
        self.pdf.set_draw_color(*INK)
        self.pdf.set_line_width(0.014)
        for stroke in drawn:
            points = [(x + px * scale, y + py * scale) for px, py in stroke]
            self.pdf.polyline(points if len(points) > 1 else [*points, *points])
        self.pdf.set_line_width(0.008)

    def written(self) -> bytes:
        """The whole paper."""
        return bytes(self.pdf.output())


def _paper(title: str, foot: str, footed_from: int) -> FPDF:
    try:
        import font_source_sans_pro as fonts
        from fpdf import FPDF
    except ImportError:
        raise NoPrinter(
            f"this server writes no PDF; {install_hint('pdf', elsewhere=True)}"
        ) from None

    class Paper(FPDF):
        def footer(self) -> None:
            if self.page_no() < footed_from:
                return
            self.set_y(-0.7)
            self.set_font("text", size=8)
            self.set_text_color(*GREY)
            self.cell(0, 0.2, foot)
            self.set_x(self.l_margin)
            self.cell(0, 0.2, f"page {self.page_no()} of {{nb}}", align="R")

    paper = Paper(unit="in", format="letter")
    for style, file in (
        ("", fonts.SourceSansPro), ("B", fonts.SourceSansProBold), ("I", fonts.SourceSansProIt),
    ):  # fmt: skip
        paper.add_font("text", style, Path(file).with_suffix(".ttf"))
    paper.set_margins(INCHES, INCHES)
    paper.set_auto_page_break(True, 1.0)
    paper.set_title(title)
    paper.set_creator("pitboss")
    paper.set_lang("en-US")
    paper.set_line_width(0.008)
    paper.set_draw_color(*RULE)
    return paper
