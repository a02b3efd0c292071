"""Papers as PDF: a certificate, a record, a table test with its form. US Letter, black on white.

Needs the packages of the extra ``pdf``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.classroom.paper import facts, line, new_paper, table, written
from pitboss.classroom.papers import Certificate, CertifiedSkill, TableTest
from pitboss.store.school_results import SittingResult, SkillResult, day_of


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
    paper = new_paper(f"Certificate of {found.person}", f"Certificate {code}")
    line(paper, "Dealer certificate", 26, bold=True, after=0.1)
    line(paper, "This certifies that", grey=True)
    line(paper, found.person, 22, bold=True, after=0.05)
    days = sorted({day_of(found.first), day_of(found.last)})
    line(
        paper,
        f"has shown how {found.game_name} is dealt and paid: {found.right} of {found.answered} "
        f"answers right ({share(found.right, found.answered)}, asked for were "
        f"{found.accuracy * 100:g} %), {found.in_time} of them within the time a trained dealer "
        f"takes, {'on' if len(days) == 1 else 'from'} {' to '.join(days)}.",
        12, after=0.1,
    )  # fmt: skip
    if found.table_test is not None:
        line(paper, f"Passed at a real table: table test {found.table_test}.", 12, after=0.1)
    known = [
        ("Date", day_of(found.issued)), ("Issued by", found.issuer),
        ("Game", f"{found.game_name} ({found.game})"), ("Rules", found.rules_hash),
        ("Approval", found.approval), ("Marked by", f"pitboss {found.version}"),
        ("Code", code), ("Content", content_hash),
        ("Verify at", f"{house}/api/school/certificates/{code}"),
    ]  # fmt: skip
    facts(paper, known)
    line(paper, "Skills", 14, bold=True, after=0.05)
    table(
        paper, ("Drill", "Skill", "Answers", "Right", "In time"), _skill_rows(found.skills),
        (12, 54, 11, 11, 12), 3,
    )  # fmt: skip
    paper.ln(0.35)
    line(paper, f"Signed for the house: {'_' * 34}", 12)
    return written(paper)


def record_pdf(
    person: str, sittings: Sequence[SittingResult], skills: Sequence[SkillResult],
    names: dict[str, str], at: int, rule_names: dict[str, str],
) -> bytes:  # fmt: skip
    """Somebody's record: skills by game, then sittings, the newest first."""
    paper = new_paper(f"Training record of {person}", f"Training record of {person}, {day_of(at)}")
    line(paper, f"Training record of {person}", 20, bold=True)
    asked = sum(one.answered for one in skills)
    right = sum(one.right for one in skills)
    line(paper, f"{day_of(at)}. {asked} answers in {len(sittings)} sittings, {right} right "
          f"({share(right, asked)}).", grey=True, after=0.12)  # fmt: skip
    for rules in dict.fromkeys((one.game, one.rules_hash) for one in skills):
        mine = [one for one in skills if (one.game, one.rules_hash) == rules]
        line(paper, rule_names.get(rules[0], rules[0]), 14, bold=True)
        line(paper, f"Rules {rules[1]}", 8, grey=True, after=0.05)
        table(
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
        line(paper, "Sittings", 14, bold=True, after=0.05)
        table(
            paper, ("Day", "Lesson", "Answers", "Right", "In time"),
            [
                [day_of(one.started), one.lesson_name, f"{one.answered} of {one.items}",
                 share(one.right, one.answered), share(one.in_time, one.answered)]
                for one in sittings
            ],
            (14, 48, 14, 12, 12), 3,
        )  # fmt: skip
    else:
        line(paper, "Nothing was answered yet.")
    return written(paper)


def table_test_pdf(test: TableTest, number: str, content_hash: str) -> bytes:
    """A table test as it was entered; with no marks, an empty form to fill in by hand."""
    paper = new_paper(f"Table test {number}", f"Table test {number} {content_hash}".strip())
    line(paper, f"Table test: {test.game_name}", 20, bold=True, after=0.05)
    empty = not test.signature
    blank = "_" * 34
    verdict = "" if empty else "passed" if test.passed else "not passed"
    facts(paper, [
        ("Dealer", test.person or blank), ("Table", test.table or blank),
        ("Date", blank if empty else day_of(test.at)), ("Rules", test.rules_hash),
        ("Examiner", test.examiner or blank), ("Result", verdict or blank),
        *([("Note", test.note)] if test.note else []),
    ])  # fmt: skip
    table(
        paper, ("Rule", "What is looked for", "Mark"),
        [
            [one.rule, _looked_for(one.name, one.does, one.says, one.note),
             "" if empty else one.mark]
            for one in test.lines
        ],
        (10, 76, 14),
    )  # fmt: skip
    paper.ln(0.3)
    line(paper, f"Signed: {test.signature or blank}", 12)
    return written(paper)


def _looked_for(name: str, does: str, says: str, note: str) -> str:
    said = f' Says: "{says}"' if says else ""
    noted = f"\nNote: {note}" if note else ""
    return f"{name}. {does}{said}{noted}"
