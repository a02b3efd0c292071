"""The manual of a game as a page, from its file alone."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pitboss import games
from pitboss.classroom.manual_printing import manual_pdf, plain
from pitboss.rules.practice import practice_of
from pitboss.school.manual import Manual, manual_of
from pitboss.school.manual_page import manual_page
from tests.cli.terminal import run
from tests.school.tables import setting_of

VOID = {"meta"}


class Tags(HTMLParser):
    """Fails where a tag is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@cache
def manual(game: str) -> Manual:
    return manual_of(setting_of(game))


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_a_manual_has_every_practice_the_pays_and_the_games_own_steps(game: str) -> None:
    found = games.find(game)
    page = manual_page(manual(game))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    words = " ".join(tags.words)
    for one in practice_of(found, found.rules()):
        assert one.id in words
        assert one.does in words
    assert "http" not in page.split("</style>")[1], "it needs nothing from elsewhere"


def test_the_steps_of_a_manual_are_those_of_whole_rounds_in_their_order() -> None:
    steps = manual("half-back").steps
    rounds = [step.round for step in steps]
    assert rounds == sorted(rounds)
    first = [step for step in steps if step.round == 1]
    assert len(first) > len(steps) / 2
    holes = {tuple(step.felt.dealer.cards[:1]) for step in first[:-1] if step.felt.dealer.cards}
    assert len(holes - {("??",)}) <= 2, "one upcard, and the one that replaces it"
    does = [step.does for step in steps]
    assert does.index("Look under the upcard: no natural.") < next(
        at for at, text in enumerate(does) if text.startswith("Turn the hole card")
    )


def test_the_payout_card_shows_what_the_table_pays() -> None:
    page = manual_page(manual("half-back"))
    row = page.split("suited natural</td>")[1].split("</tr>")[0]
    assert "<td>40 to 1</td><td>$40</td><td>$200</td>" in row  # on $1 and on $5
    natural = page.split("Main: a natural</td>")[1].split("</tr>")[0]
    assert "<td>$22.50</td>" in natural  # $15 at 3 to 2
    assert "six inches to the right of the hole card" in page


@pytest.mark.parametrize("game", ["blackjack-tie", "mulligan-21"])
def test_a_manual_on_paper_has_a_letter_for_everything_it_says(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert manual_pdf(manual(game)).startswith(b"%PDF-")
    assert "missing the following glyphs" not in caplog.text


def test_suits_are_written_in_words_where_letters_have_no_signs_for_them() -> None:
    assert plain("Deal 10♣ and A♥ to seat 1") == "Deal 10 of clubs and A of hearts to seat 1"


def test_the_command_writes_pages_and_papers_and_says_what_it_cannot(tmp_path: Path) -> None:
    page, paper = tmp_path / "m.html", tmp_path / "m.pdf"
    run("manual", "blackjack", "-o", str(page), home=tmp_path)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    run("manual", "blackjack", "--pdf", str(paper), home=tmp_path)
    assert paper.read_bytes().startswith(b"%PDF-")
    for arguments, said in (
        ((), "say --html to print the page"),
        (("--html", "--pdf", str(paper)), "say --html to print the page"),
        (("--pdf", "m.txt"), "use a name that ends in .pdf"),
        (("-o", "m.pdf"), "use a name that ends in .html"),
    ):
        done = run("manual", "blackjack", *arguments, home=tmp_path, fails=True)
        assert done.returncode == 2
        assert said in done.stderr
