"""Papers as PDF: a certificate, a record, a table test with its form. US Letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.classroom import papers
from pitboss.classroom.papers import Certificate, CertifiedSkill, Mark, TableTest, TestedLine
from pitboss.classroom.sheet import ACCENT, GREY, INK, RULE, NoPrinter, Sheet
from pitboss.school.making import KIND_NAMES
from pitboss.store.school_results import SittingResult, SkillResult, day_of

__all__ = ["NoPrinter", "certificate_pdf", "record_pdf", "share", "table_test_pdf"]


def share(part: int, whole: int) -> str:
    """``98 %``, rounded down: nobody has all who missed one."""
    return f"{100 * part // whole} %" if whole else "–"


# Certificates


def certificate_pdf(certificate: Certificate, code: str, content_hash: str, house: str) -> bytes:
    """A certificate for the wall, and an annex for the file; `house` is where it is verified."""
    found = certificate
    sheet = Sheet(
        f"Certificate of {found.person}", f"Certificate {code}",
        first_page="landscape without a foot",
    )  # fmt: skip
    _certificate_face(sheet, found, code, house)
    sheet.pdf.add_page(orientation="portrait")
    sheet.heading("Annex to the certificate", f"{found.person}, {found.game_name}")
    sheet.facts([
        ("Code", code), ("Verify at", _verified_at(house, code)),
        ("Issued", f"{day_of(found.issued)} by {found.issuer}"),
        ("Answers", f"{found.right} of {found.answered} right, {found.accuracy * 100:g} % were "
         f"asked for; {found.in_time} of them also in time; given {_days(found)}"),
        ("Table test", _tested(found)), ("Game", f"{found.game_name} ({found.game})"),
        ("Rules", found.rules_hash), ("Approval", found.approval),
        ("Marked by", f"pitboss {found.version}"), ("Content", content_hash),
    ])  # fmt: skip
    sheet.section("Skills")
    sheet.table(
        ("Drill", "Skill", "Answers", "Right", "In time"), _skill_rows(found.skills),
        (22, 46, 10, 10, 12), 3,
    )  # fmt: skip
    sheet.line(
        "Rules is the fingerprint of the rules that were dealt; content is the SHA-256 of what was "
        "issued. Whoever opens the address above sees what the house has kept, and whether it is "
        "what was issued.",
        8.5, color=GREY,
    )  # fmt: skip
    return sheet.written()


def _certificate_face(sheet: Sheet, found: Certificate, code: str, house: str) -> None:
    pdf = sheet.pdf
    pdf.set_auto_page_break(False)
    for inset, thick in ((0.4, 0.035), (0.5, 0.01)):
        pdf.set_draw_color(*ACCENT)
        pdf.set_line_width(thick)
        pdf.rect(inset, inset, pdf.w - 2 * inset, pdf.h - 2 * inset)
    pdf.set_line_width(0.008)
    sheet.mark(pdf.w / 2 - 0.35, 0.85, 0.7)
    pdf.set_y(1.68)
    sheet.line("Dealer certificate", 36, style="B", align="C", after=0.16)
    sheet.line("This certifies that", 13, color=GREY, align="C", after=0.03)
    sheet.fitted(found.person, 32)
    _short_rule(sheet)
    sheet.line("has answered questions for dealers on", 13, color=GREY, align="C", after=0.03)
    sheet.fitted(found.game_name, 22)
    sheet.line(", ".join(_kinds(found)), 10, align="C", after=0.03)
    sheet.line(f"under the rules {found.rules_hash[:12]}", 10, color=GREY, align="C", after=0.2)
    sheet.figures([
        (share(found.right, found.answered), f"of {found.answered} answers right"),
        (share(found.in_time, found.answered), "right and in time"),
        (str(len(found.skills)), "skills" if len(found.skills) != 1 else "skill"),
        *([] if found.table_test is None else [(f"No. {found.table_test}", "table test passed")]),
    ])  # fmt: skip
    pdf.set_y(6.15)
    each = 3.1
    sheet.signature(
        [f"Issued {day_of(found.issued)} by {found.issuer}"], x=pdf.l_margin + 0.2, width=each,
        name=found.issuer,
    )  # fmt: skip
    sheet.signature(["For the house"], x=pdf.w - pdf.r_margin - 0.2 - each, width=each)
    pdf.set_y(7.2)
    sheet.line(f"{code}", 12, style="B", align="C")
    sheet.line(f"Verify at {_verified_at(house, code)}", 9.5, color=GREY, align="C")
    pdf.set_auto_page_break(True, 1.0)
    pdf.set_draw_color(*RULE)


def _kinds(found: Certificate) -> list[str]:
    """What was asked about: no more is certified."""
    return list(dict.fromkeys(_kind(one.kind) for one in found.skills))


def _short_rule(sheet: Sheet) -> None:
    pdf = sheet.pdf
    y = pdf.get_y() + 0.04
    pdf.set_draw_color(*RULE)
    pdf.line(pdf.w / 2 - 2.6, y, pdf.w / 2 + 2.6, y)
    pdf.set_y(y + 0.12)


def _verified_at(house: str, code: str) -> str:
    return f"{house}/certificate/{code}"


def _days(found: Certificate) -> str:
    first, last = day_of(found.first), day_of(found.last)
    return f"on {first}" if first == last else f"from {first} to {last}"


def _tested(found: Certificate) -> str:
    if found.table_test is None:
        return "none was held under these rules"
    return f"number {found.table_test}, passed beside a real table"


def _kind(kind: str) -> str:
    """What people call a kind of drill."""
    return KIND_NAMES.get(kind, kind)


def _skill_rows(skills: Sequence[CertifiedSkill]) -> list[list[str]]:
    return [
        [_kind(one.kind), one.name, str(one.answered), share(one.right, one.answered),
         share(one.in_time, one.answered)]
        for one in skills
    ]  # fmt: skip


# Records


class PaperLine(NamedTuple):
    """A certificate or a table test in a record."""

    at: int
    """When, in milliseconds since 1970."""
    what: str
    result: str


def record_pdf(
    person: str, sittings: Sequence[SittingResult], skills: Sequence[SkillResult],
    names: dict[str, str], at: int, game_names: dict[str, str],
    held: Sequence[PaperLine] = (),
) -> bytes:  # fmt: skip
    """Somebody's record: skills by game, papers they hold, then sittings, the newest first."""
    sheet = Sheet(f"Training record of {person}", f"Training record of {person}, {day_of(at)}")
    sheet.heading(f"Training record of {person}", f"As kept on {day_of(at)}")
    asked, right = sum(one.answered for one in skills), sum(one.right for one in skills)
    in_time = sum(one.in_time for one in skills)
    sheet.figures([
        (str(len(sittings)), "sittings"), (str(asked), "answers"),
        (share(right, asked), "right"), (share(in_time, asked), "right and in time"),
    ])  # fmt: skip
    sheet.pdf.ln(0.12)
    if not asked:
        sheet.line("Nothing was answered yet.")
    for rules in dict.fromkeys((one.game, one.rules_hash) for one in skills):
        mine = [one for one in skills if (one.game, one.rules_hash) == rules]
        sheet.section(game_names.get(rules[0], rules[0]), f"Rules {rules[1]}")
        sheet.table(
            ("Drill", "Skill", "Answers", "Right", "In time", "Mean"),
            [
                [_kind(one.kind), names.get(one.skill, one.skill), str(one.answered),
                 share(one.right, one.answered), share(one.in_time, one.answered),
                 f"{one.mean_ms / 1000:.1f} s"]
                for one in mine
            ],
            (21, 41, 10, 9, 9, 10), 4,
        )  # fmt: skip
    if held:
        sheet.section("Certificates and table tests")
        sheet.table(
            ("Day", "What", "Result"),
            [[day_of(one.at), one.what, one.result] for one in held], (14, 60, 26),
        )  # fmt: skip
    if sittings:
        sheet.section("Sittings")
        sheet.table(
            ("Day", "Lesson", "Answers", "Right", "In time"),
            [
                [day_of(one.started), _sat(one, game_names), f"{one.answered} of {one.items}",
                 share(one.right, one.answered), share(one.in_time, one.answered)]
                for one in sittings
            ],
            (14, 48, 14, 12, 12), 3,
        )  # fmt: skip
    return sheet.written()


def _sat(sitting: SittingResult, game_names: dict[str, str]) -> str:
    game = game_names.get(sitting.game, sitting.game)
    return ", ".join(filter(None, (sitting.lesson_name, game, sitting.level_name)))


# Table tests

MARKS: tuple[Mark, ...] = ("passed", "failed", "not seen")
COLUMN, BOX, RULE_WIDTH = 0.62, 0.15, 0.62


def table_test_pdf(test: TableTest, number: str, content_hash: str) -> bytes:
    """A table test as it was entered; unsigned, an empty form to fill in by hand."""
    empty = not test.signature
    what = "Table test" if empty else f"Table test {number}"
    sheet = Sheet(what, f"{what}, {test.game_name}")
    sheet.heading(what, f"{test.game_name}, beside a real table")
    sheet.paired_facts([
        ("Dealer", test.person), ("Date", "" if empty else day_of(test.at)),
        ("Table", test.table or ("" if empty else "–")), ("Examiner", test.examiner),
    ])  # fmt: skip
    known = [("Rules", test.rules_hash)] + ([("Content", content_hash)] if content_hash else [])
    sheet.facts(known, 0.75)
    _checklist(sheet, test, empty=empty)
    _remarks(sheet, test, empty=empty)
    _result_and_signature(sheet, test, empty=empty)
    return sheet.written()


def _checklist(sheet: Sheet, test: TableTest, *, empty: bool) -> None:
    _checklist_head(sheet)
    for line in test.lines:
        height = _line_height(sheet, line)
        if not sheet.room_for(height):
            sheet.pdf.add_page()
            _checklist_head(sheet)
        _checklist_line(sheet, line, height, empty=empty)
    sheet.pdf.ln(0.15)


def _text_width(sheet: Sheet) -> float:
    return sheet.width - RULE_WIDTH - COLUMN * len(MARKS)


def _checklist_head(sheet: Sheet) -> None:
    pdf = sheet.pdf
    pdf.set_font("text", "B", 9)
    pdf.set_text_color(*GREY)
    pdf.cell(RULE_WIDTH, 0.22, "Rule")
    pdf.cell(_text_width(sheet), 0.22, "What is looked for")
    for mark in MARKS:
        pdf.cell(COLUMN, 0.22, mark.capitalize(), align="C")
    pdf.ln(0.24)
    sheet.bar(thick=0.012)


def _parts(line: TestedLine) -> list[tuple[str, str, tuple[int, int, int]]]:
    """What stands in a line: style, text and colour of each part."""
    found = [("B", line.name, INK), ("", line.does, INK)]
    if line.says:
        found.append(("I", f"“{line.says}”", INK))
    if line.note:
        found.append(("", f"Remark: {line.note}", ACCENT))
    return found


def _line_height(sheet: Sheet, line: TestedLine) -> float:
    total = 0.1
    for style, text, _ in _parts(line):
        sheet.pdf.set_font("text", style, 9)
        total += float(
            sheet.pdf.multi_cell(
                _text_width(sheet) - 0.1, 0.165, text, dry_run=True, output="HEIGHT"
            )  # type: ignore[arg-type]
        )
    return total


def _checklist_line(sheet: Sheet, line: TestedLine, height: float, *, empty: bool) -> None:
    pdf, top = sheet.pdf, sheet.pdf.get_y()
    pdf.set_xy(pdf.l_margin, top + 0.05)
    pdf.set_font("text", "", 9)
    pdf.set_text_color(*GREY)
    pdf.cell(RULE_WIDTH, 0.165, line.rule)
    for style, text, color in _parts(line):
        pdf.set_x(pdf.l_margin + RULE_WIDTH)
        pdf.set_font("text", style, 9)
        pdf.set_text_color(*color)
        pdf.multi_cell(
            _text_width(sheet) - 0.1, 0.165, text, align="L", new_x="LMARGIN", new_y="NEXT"
        )
    for place, mark in enumerate(MARKS):
        x = pdf.l_margin + RULE_WIDTH + _text_width(sheet) + COLUMN * (place + 0.5) - BOX / 2
        _tick_box(sheet, x, top + 0.06, ticked=not empty and line.mark == mark)
    pdf.set_draw_color(*RULE)
    pdf.line(pdf.l_margin, top + height, pdf.l_margin + sheet.width, top + height)
    pdf.set_xy(pdf.l_margin, top + height)


def _tick_box(sheet: Sheet, x: float, y: float, *, ticked: bool) -> None:
    pdf = sheet.pdf
    pdf.set_draw_color(*GREY)
    pdf.rect(x, y, BOX, BOX)
    if ticked:
        pdf.set_draw_color(*INK)
        pdf.set_line_width(0.022)
        pdf.line(x + 0.03, y + 0.03, x + BOX - 0.03, y + BOX - 0.03)
        pdf.line(x + 0.03, y + BOX - 0.03, x + BOX - 0.03, y + 0.03)
        pdf.set_line_width(0.008)


def _remarks(sheet: Sheet, test: TableTest, *, empty: bool) -> None:
    if empty:
        if not sheet.room_for(2.6):
            sheet.pdf.add_page()
        sheet.facts([("Remarks", ""), ("", ""), ("", "")], 0.75)
    elif test.note:
        sheet.facts([("Remarks", test.note)], 0.75)


def _result_and_signature(sheet: Sheet, test: TableTest, *, empty: bool) -> None:
    if not sheet.room_for(1.5):
        sheet.pdf.add_page()
    pdf = sheet.pdf
    counts = {mark: sum(line.mark == mark for line in test.lines) for mark in MARKS}
    if empty:
        pdf.set_font("text", "B", 12)
        pdf.set_text_color(*INK)
        pdf.cell(0.9, 0.3, "Result")
        for verdict in ("passed", "not passed"):
            _tick_box(sheet, pdf.get_x(), pdf.get_y() + 0.075, ticked=False)
            pdf.set_x(pdf.get_x() + 0.24)
            pdf.cell(1.1, 0.3, verdict)
        pdf.ln(0.35)
    else:
        verdict = "Passed" if test.passed else "Not passed"
        counted = ", ".join(f"{count} {mark}" for mark, count in counts.items())
        sheet.line(verdict, 16, style="B", color=ACCENT if test.passed else INK)
        sheet.line(f"{counted}.", 9.5, color=GREY, after=0.05)
    half = sheet.width / 2 - 0.2
    sheet.signature(
        [f"Examiner: {test.signature}, {day_of(test.at)}" if not empty else "Examiner, date"],
        x=pdf.l_margin, width=half, name=test.signature, drawn=papers.strokes(test.drawn),
        box=papers.SIGNATURE_BOX,
    )  # fmt: skip
    sheet.signature(["Dealer, date"], x=pdf.l_margin + sheet.width - half, width=half)
