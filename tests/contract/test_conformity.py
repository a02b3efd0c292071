"""Every sentence of the documents has its rule and its test, and the pages say so."""

from __future__ import annotations

import doctest
import re
from dataclasses import dataclass
from types import ModuleType

import msgspec
import pytest
from scripts.conformity import faults as checks
from scripts.conformity import places, proofs
from scripts.conformity.documents import FOLDER, Document, Line, Section, documents
from scripts.conformity.faults import document_faults, faults, line_faults
from scripts.conformity.pages import pages
from scripts.conformity.proofs import Proof, closest

from pitboss import games

LINK = re.compile(r"\]\(([^)#]+)")
NAMES = ["README.md", "rules.md", *(f"{game}.md" for game in documents())]
of_every_page = pytest.mark.parametrize("name", NAMES)


def test_every_line_has_an_id_or_a_reason_and_every_id_a_test_and_a_place() -> None:
    assert faults() == []


def test_these_are_the_pages() -> None:
    assert sorted(pages()) == sorted(NAMES)
    assert sorted(path.name for path in FOLDER.glob("*.md")) == sorted(NAMES)


@of_every_page
def test_a_page_is_what_the_lines_say(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], "run make docs"


@of_every_page
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    targets = {*LINK.findall(pages()[name])}
    assert [path for path in sorted(targets) if not (FOLDER / path).exists()] == []


def test_every_id_a_page_links_has_its_heading() -> None:
    headings = {line.removeprefix("### ").lower() for line in pages()["rules.md"].splitlines()}
    linked = {one for text in pages().values() for one in re.findall(r"rules\.md#([\w-]+)", text)}
    assert linked - headings == set()


def test_every_game_but_the_common_one_has_its_document() -> None:
    assert [game for game in games.BUILT_IN if game not in documents()] == ["blackjack"]
    assert {path.stem for path in (FOLDER / "documents").iterdir()} == set(documents())


@pytest.mark.parametrize("game", documents())
def test_a_place_names_one_line_and_a_section_the_copies_there_are(game: str) -> None:
    document = documents()[game]
    for section in document.sections:
        names = [line.at for line in section.lines]
        assert len(names) == len(set(names)), section.name
        assert set(section.copies) <= set(range(1, len(document.copies) + 1))


LINE = Line(at="rule 12", says="The dealer's 3 to 6 is replaced.", rules=("HB-3",))


@dataclass
class Broken:
    """A line with a fault, and words of the sentence that tells it."""

    line: Line
    told: str


@pytest.mark.parametrize(
    "broken",
    [
        Broken(Line(at="rule 1", says="Nothing."), "give it the id of a rule"),
        Broken(msgspec.structs.replace(LINE, not_software="art"), "give it the id of a rule"),
        Broken(msgspec.structs.replace(LINE, rules=("HB-99",)), "there is no HB-99"),
        Broken(msgspec.structs.replace(LINE, rulings=("HB-R99",)), "there is no HB-R99"),
        Broken(msgspec.structs.replace(LINE, rules=("HB-R1",)), "HB-R1 is a ruling"),
        Broken(msgspec.structs.replace(LINE, rulings=("HB-4",)), "HB-4 is a rule"),
        Broken(msgspec.structs.replace(LINE, lives=("dealer.dances",)), "dealer.dances is no key"),
        Broken(msgspec.structs.replace(LINE, lives=("limits.luck",)), "limits.luck is no key"),
        Broken(msgspec.structs.replace(LINE, lives=("README.md::nobody",)), "README.md::nobody"),
        Broken(msgspec.structs.replace(LINE, tests=("pigs fly",)), "the words 'pigs fly'"),
        Broken(
            msgspec.structs.replace(LINE, bet="upcard-bonus", pays=(40, 20, 20, 12, 15, 21)),
            "upcard-bonus has no event that pays 40, 20, 20, 12, 15, 21",
        ),
    ],
    ids=lambda broken: broken.told,
)
def test_what_is_wrong_with_a_line_is_told(broken: Broken) -> None:
    first, *_ = line_faults(broken.line, "half-back")
    assert broken.told in first


def test_a_line_without_fault_is_not_blamed() -> None:
    assert list(line_faults(LINE, "half-back")) == []


def test_a_rule_that_nobody_tests_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(proofs.proofs_by_rule(), "HB-3", [])
    assert list(line_faults(LINE, "half-back")) == ["no test carries HB-3"]


def test_a_rule_and_a_pay_line_without_a_sentence_are_told() -> None:
    document = Document("half-back", "HB", ("a page",), (Section("Rules", (LINE,)),))
    told = list(document_faults(document))
    assert "no line cites HB-4" in told
    assert "no line cites HB-R1" in told
    assert "no line cites HB-3" not in told
    assert "no line of a pay table has upcard-bonus pay 8, 8, 8, 6, 4, 4" in told


def test_the_closest_test_shares_most_words_and_plays_no_other_reading() -> None:
    names = ["a pair may be split", "at most four hands", "the other reading has five hands"]
    tests = [Proof("tests/test_a.py", words) for words in names]
    assert closest("A pair becomes at most 4 hands.", tests) == tests[1]
    assert closest("Five hands in the other reading.", tests) == tests[1]


@pytest.mark.parametrize("module", [places, proofs, checks])
def test_examples_are_true(module: ModuleType) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted > 0
    assert ran.failed == 0
