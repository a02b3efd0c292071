"""What papers are printed on: US Letter, black on white, with text, tables and numbered feet.

Needs the packages of the extra ``pdf``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.extras import install_hint

if TYPE_CHECKING:
    from fpdf import FPDF

INCHES = 0.9
"""Margins."""
GREY, INK, RULE = (90, 90, 90), (20, 20, 20), (190, 190, 190)


class NoPrinter(Exception):
    """The packages that write PDF are not installed; the message says how to."""


def new_paper(title: str, foot: str) -> FPDF:
    """An empty page with numbered feet."""
    try:
        import font_source_sans_pro as fonts
        from fpdf import FPDF
    except ImportError:
        raise NoPrinter(
            f"this server writes no PDF; {install_hint('pdf', elsewhere=True)}"
        ) from None

    class Paper(FPDF):
        def footer(self) -> None:
            self.set_y(-0.7)
            self.set_font("text", size=8)
            self.set_text_color(*GREY)
            self.cell(0, 0.2, foot)
            self.set_x(self.l_margin)
            self.cell(0, 0.2, f"page {self.page_no()} of {{nb}}", align="R")

    paper = Paper(unit="in", format="letter")
    for style, file in (("", fonts.SourceSansPro), ("B", fonts.SourceSansProBold)):
        paper.add_font("text", style, Path(file).with_suffix(".ttf"))
    paper.set_margins(INCHES, INCHES)
    paper.set_auto_page_break(True, 1.0)
    paper.set_title(title)
    paper.set_creator("pitboss")
    paper.set_line_width(0.008)
    paper.set_draw_color(*RULE)
    paper.add_page()
    return paper


def line(paper: FPDF, text: str, size: float = 10.5, *, bold: bool = False, grey: bool = False,
          align: str = "L", after: float = 0.0) -> None:  # fmt: skip
    """Lines of text."""
    paper.set_font("text", "B" if bold else "", size)
    paper.set_text_color(*(GREY if grey else INK))
    paper.multi_cell(0, size * 1.35 / 72, text, align=align, new_x="LMARGIN", new_y="NEXT")
    paper.ln(after)


def height(paper: FPDF, text: str, size: float) -> float:
    """Inches that lines of text take."""
    if not text:
        return 0.0
    paper.set_font("text", size=size)
    found = paper.multi_cell(0, size * 1.35 / 72, text, dry_run=True, output="HEIGHT")
    return float(found)  # type: ignore[arg-type]


def keep_together(paper: FPDF, inches: float) -> None:
    """Begin a new page unless so much still fits on this one."""
    if paper.get_y() + inches > paper.page_break_trigger:
        paper.add_page()


def table(
    paper: FPDF, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int],
    numbers: int = 0,
) -> None:  # fmt: skip
    """A table whose last so many columns are numbers; its heading is on every page."""
    from fpdf.enums import TableBordersLayout
    from fpdf.fonts import FontFace

    aligned = ["LEFT"] * (len(heads) - numbers) + ["RIGHT"] * numbers
    paper.set_font("text", size=9)
    paper.set_text_color(*INK)
    with paper.table(
        col_widths=tuple(widths), text_align=tuple(aligned), line_height=0.19,
        borders_layout=TableBordersLayout.HORIZONTAL_LINES, padding=0.03,
        headings_style=FontFace(emphasis="BOLD", color=GREY),
    ) as grid:  # fmt: skip
        for cells in (heads, *rows):
            row = grid.row()
            for cell in cells:
                row.cell(cell)
    paper.ln(0.12)


def facts(paper: FPDF, known: Sequence[tuple[str, str]]) -> None:
    """Names and what they are, a line each."""
    for name, value in known:
        paper.set_font("text", size=9)
        paper.set_text_color(*GREY)
        paper.cell(1.0, 0.18, name)
        paper.set_text_color(*INK)
        paper.multi_cell(0, 0.18, value, new_x="LMARGIN", new_y="NEXT")
    paper.ln(0.15)


def written(paper: FPDF) -> bytes:
    """The file."""
    return bytes(paper.output())
