"""Papers as PDF: a certificate, a record, a table test with its form. US Letter, black on white.

Needs the packages of the extra ``pdf``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.classroom.papers import Certificate, CertifiedSkill, TableTest
from pitboss.extras import install_hint
from pitboss.store.school_results import SittingResult, SkillResult, day_of

if TYPE_CHECKING:
    from fpdf import FPDF

INCHES = 0.9
"""Margins."""
GREY, INK, RULE = (90, 90, 90), (20, 20, 20), (190, 190, 190)


class NoPrinter(Exception):
    """The packages that write PDF are not installed; the message says how to."""


def _paper(title: str, foot: str) -> FPDF:
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


def _line(paper: FPDF, text: str, size: float = 10.5, *, bold: bool = False, grey: bool = False,
          align: str = "L", after: float = 0.0) -> None:  # fmt: skip
    paper.set_font("text", "B" if bold else "", size)
    paper.set_text_color(*(GREY if grey else INK))
    paper.multi_cell(0, size * 1.35 / 72, text, align=align, new_x="LMARGIN", new_y="NEXT")
    paper.ln(after)


def _table(
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
    ) as table:  # fmt: skip
        for cells in (heads, *rows):
            row = table.row()
            for cell in cells:
                row.cell(cell)
    paper.ln(0.12)


def share(part: int, whole: int) -> str:
    """``98 %``, rounded down: nobody has all who missed one."""
    return f"{100 * part // whole} %" if whole else "–"


def _skill_rows(skills: Sequence[CertifiedSkill]) -> list[list[str]]:
    return [
        [one.kind, one.name, str(one.answered), share(one.right, one.answered),
         share(one.in_time, one.answered)]
        for one in skills
    ]  # fmt: skip


def certificate_pdf(certificate: Certificate, code: str, content_hash: str, house: str) -> bytes:
    """A certificate; `house` is the address it is verified at."""
    found = certificate
    paper = _paper(f"Certificate of {found.person}", f"Certificate {code}")
    _line(paper, "Dealer certificate", 26, bold=True, after=0.1)
    _line(paper, "This certifies that", grey=True)
    _line(paper, found.person, 22, bold=True, after=0.05)
    days = sorted({day_of(found.first), day_of(found.last)})
    _line(
        paper,
        f"has shown how {found.game_name} is dealt and paid: {found.right} of {found.answered} "
        f"answers right ({share(found.right, found.answered)}, asked for were "
        f"{found.accuracy * 100:g} %), {found.in_time} of them within the time a trained dealer "
        f"takes, {'on' if len(days) == 1 else 'from'} {' to '.join(days)}.",
        12, after=0.1,
    )  # fmt: skip
    if found.table_test is not None:
        _line(paper, f"Passed at a real table: table test {found.table_test}.", 12, after=0.1)
    facts = [
        ("Date", day_of(found.issued)), ("Issued by", found.issuer),
        ("Game", f"{found.game_name} ({found.game})"), ("Rules", found.rules_hash),
        ("Approval", found.approval), ("Marked by", f"pitboss {found.version}"),
        ("Code", code), ("Content", content_hash),
        ("Verify at", f"{house}/api/school/certificates/{code}"),
    ]  # fmt: skip
    _facts(paper, facts)
    _line(paper, "Skills", 14, bold=True, after=0.05)
    _table(
        paper, ("Drill", "Skill", "Answers", "Right", "In time"), _skill_rows(found.skills),
        (12, 54, 11, 11, 12), 3,
    )  # fmt: skip
    paper.ln(0.35)
    _line(paper, f"Signed for the house: {'_' * 34}", 12)
    return _written(paper)


def _facts(paper: FPDF, facts: Sequence[tuple[str, str]]) -> None:
    for name, value in facts:
        paper.set_font("text", size=9)
        paper.set_text_color(*GREY)
        paper.cell(1.0, 0.18, name)
        paper.set_text_color(*INK)
        paper.multi_cell(0, 0.18, value, new_x="LMARGIN", new_y="NEXT")
    paper.ln(0.15)


def record_pdf(
    person: str, sittings: Sequence[SittingResult], skills: Sequence[SkillResult],
    names: dict[str, str], at: int, rule_names: dict[str, str],
) -> bytes:  # fmt: skip
    """Somebody's record: skills by game, then sittings, the newest first."""
    paper = _paper(f"Training record of {person}", f"Training record of {person}, {day_of(at)}")
    _line(paper, f"Training record of {person}", 20, bold=True)
    asked = sum(one.answered for one in skills)
    right = sum(one.right for one in skills)
    _line(paper, f"{day_of(at)}. {asked} answers in {len(sittings)} sittings, {right} right "
          f"({share(right, asked)}).", grey=True, after=0.12)  # fmt: skip
    for rules in dict.fromkeys((one.game, one.rules_hash) for one in skills):
        mine = [one for one in skills if (one.game, one.rules_hash) == rules]
        _line(paper, rule_names.get(rules[0], rules[0]), 14, bold=True)
        _line(paper, f"Rules {rules[1]}", 8, grey=True, after=0.05)
        _table(
            paper, ("Drill", "Skill", "Answers", "Right", "In time", "Mean"),
            [
                [one.kind, names.get(one.skill, one.skill), str(one.answered),
                 share(one.right, one.answered), share(one.in_time, one.answered),
                 f"{one.mean_ms / 1000:.1f} s"]
                for one in mine
            ],
            (12, 48, 10, 10, 10, 10), 4,
        )  # fmt: skip
    if sittings:
        _line(paper, "Sittings", 14, bold=True, after=0.05)
        _table(
            paper, ("Day", "Lesson", "Answers", "Right", "In time"),
            [
                [day_of(one.started), one.lesson_name, f"{one.answered} of {one.items}",
                 share(one.right, one.answered), share(one.in_time, one.answered)]
                for one in sittings
            ],
            (14, 48, 14, 12, 12), 3,
        )  # fmt: skip
    else:
        _line(paper, "Nothing was answered yet.")
    return _written(paper)


def table_test_pdf(test: TableTest, number: str, content_hash: str) -> bytes:
    """A table test as it was entered; with no marks, an empty form to fill in by hand."""
    paper = _paper(f"Table test {number}", f"Table test {number} {content_hash}".strip())
    _line(paper, f"Table test: {test.game_name}", 20, bold=True, after=0.05)
    empty = not test.signature
    blank = "_" * 34
    verdict = "" if empty else "passed" if test.passed else "not passed"
    _facts(paper, [
        ("Dealer", test.person or blank), ("Table", test.table or blank),
        ("Date", blank if empty else day_of(test.at)), ("Rules", test.rules_hash),
        ("Examiner", test.examiner or blank), ("Result", verdict or blank),
        *([("Note", test.note)] if test.note else []),
    ])  # fmt: skip
    _table(
        paper, ("Rule", "What is looked for", "Mark"),
        [
            [line.rule, _looked_for(line.name, line.does, line.says, line.note),
             "" if empty else line.mark]
            for line in test.lines
        ],
        (10, 76, 14),
    )  # fmt: skip
    paper.ln(0.3)
    _line(paper, f"Signed: {test.signature or blank}", 12)
    return _written(paper)


def _looked_for(name: str, does: str, says: str, note: str) -> str:
    said = f' Says: "{says}"' if says else ""
    noted = f"\nNote: {note}" if note else ""
    return f"{name}. {does}{said}{noted}"


def _written(paper: FPDF) -> bytes:
    return bytes(paper.output())
