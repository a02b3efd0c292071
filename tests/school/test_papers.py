"""Papers that are printed: however long names and lists are, and what a drawn signature may be."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from pitboss.classroom import papers, printing
from pitboss.classroom.papers import Certificate, CertifiedSkill, TableTest
from pitboss.classroom.printing import PaperLine
from pitboss.classroom.sheet import Sheet
from pitboss.school.setting import Setting
from pitboss.store.school_results import SkillResult
from tests.school.tables import setting_of

NOON = 1_800_000_000_000
PAGES = re.compile(rb"/Count (\d+)")


def pages(paper: bytes) -> int:
    """How many pages a paper has."""
    [found] = PAGES.findall(paper)
    return int(found)


def setting() -> Setting:
    return setting_of("half-back")


def certificate(person: str, skills: int) -> Certificate:
    at = setting()
    return Certificate(
        person=person, game=at.game.id, game_name=at.game.name, rules_hash=at.identity,
        approval="as approved", version="1", issuer="Tess", issued=NOON, accuracy=0.98,
        answered=100, right=99, in_time=90, first=NOON, last=NOON, table_test=None,
        skills=[
            CertifiedSkill(
                kind="payout", skill=f"payout/{number}", name=f"skill {number}", answered=10,
                right=10, in_time=9,
            )
            for number in range(skills)
        ],
    )  # fmt: skip


def printed(test: TableTest) -> bytes:
    return printing.table_test_pdf(test, "1", "ab" * 32 if test.signature else "")


def table_test(**given: str) -> TableTest:
    at = setting()
    lines = [
        papers.TestedLine(**msgspec.structs.asdict(line), mark="passed", note=given.get("note", ""))
        for line in papers.checklist(at)
    ]
    wanted = {"person": "", "examiner": "", "signature": "", "table": "", "note": "", "drawn": ""}
    return TableTest(
        game=at.game.id, game_name=at.game.name, rules_hash=at.identity, at=NOON, lines=lines,
        passed=True, **wanted | given,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("person", "skills", "expected"), [("Ann", 3, 2), ("W" * 60, 3, 2), ("Ann", 40, 3)]
)
def test_a_certificate_is_one_page_for_the_wall_and_an_annex(
    person: str, skills: int, expected: int
) -> None:
    paper = printing.certificate_pdf(certificate(person, skills), "ABCD", "ab" * 32, "https://x")
    assert pages(paper) == expected


def test_a_certificate_says_which_drills_were_answered_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who only answered payouts has not shown how to deal and call."""
    said, line = [], Sheet.line

    def noted(sheet: Sheet, text: str, *more: Any, **how: Any) -> None:
        said.append(text)
        line(sheet, text, *more, **how)

    monkeypatch.setattr(Sheet, "line", noted)
    printing.certificate_pdf(certificate("Ann", 3), "ABCD", "ab" * 32, "https://x")
    assert "Payouts" in said
    assert not [text for text in said if "how to deal" in text]


def test_a_table_test_keeps_its_pages_however_much_is_remarked() -> None:
    empty, signed = printed(table_test()), printed(table_test(person="Ann", signature="Pia"))
    remarked = printed(
        table_test(person="Ann", signature="Pia", note="x " * 90, drawn="M1 1L9 9M600 160")
    )
    assert pages(signed) <= pages(empty) < pages(remarked)


def test_a_record_of_hundreds_of_skills_is_printed() -> None:
    skills = [
        SkillResult(
            game="half-back", rules_hash="ab" * 32, kind="payout", skill=f"payout/{number}",
            answered=3, right=2, in_time=1, mean_ms=1500, last=NOON,
        )
        for number in range(300)
    ]  # fmt: skip
    held = [PaperLine(NOON, "Table test 1, Half Back", "passed")]
    assert pages(printing.record_pdf("Ann", [], skills, {}, NOON, {}, held)) > 5
    assert pages(printing.record_pdf("Ann", [], [], {}, NOON, {})) == 1


def test_a_drawn_signature_is_lines_inside_its_box() -> None:
    assert papers.strokes("") == []
    assert papers.strokes("M10 20L30 40M999 999") == [[(10, 20), (30, 40)], [(600, 160)]]
    for drawn, is_one in {
        "": True, "M1 2": True, "M1 2L3 4M5 6": True, "L1 2": False, "M1 2C3 4": False,
        "M1 2 ": False, "M-1 2": False, "M1000 2": False, "M1 2Z": False,
    }.items():  # fmt: skip
        assert bool(re.fullmatch(papers.DRAWN_PATTERN, drawn)) is is_one, drawn
