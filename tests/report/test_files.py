"""Reports as files: archived PDF, one HTML page, whole or not at all."""

from __future__ import annotations

import io
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from pitboss import games
from pitboss.report.document import Document, Heading, Number
from pitboss.report.html_page import html_page
from pitboss.report.making import Options, document_of
from pitboss.report.typst_page import pdf
from tests.report.known import DAY, DESIGN, UNSOLVABLE, document, name_of


def test_the_same_game_and_day_give_the_same_file() -> None:
    assert pdf(document("blackjack")) == pdf(document("blackjack"))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.origins: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {given["id"] or ""} if "id" in given else set()
        self.links |= {given["href"] or ""} if "href" in given else set()
        self.fetched += [value or "" for name, value in attrs if name in ("src", "xlink:href")]
        if tag in ("script", "link", "iframe"):
            self.fetched.append(tag)
        if given.get("class") == "num":
            self.origins.append(given["title"] or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("game", ["half-back", DESIGN], ids=name_of)
def test_the_page_needs_nothing_else_and_every_number_says_where_it_is_from(game: str) -> None:
    made = document(game)
    page = _Page()
    page.feed(html_page(made))
    text = "".join(page.words)
    assert page.fetched == []
    assert "url(" not in text
    assert page.links == {f"#{anchor}" for anchor in page.anchors} & page.links
    chapters = [one for one in made.blocks if isinstance(one, Heading) and one.level == 1]
    assert len(page.links) == len(chapters)
    assert page.origins == [f"{one.command}: {one.path}" for one in _shown(made)]
    for command in made.commands():
        assert command in text


def _shown(made: Document) -> list[Number]:
    return list(made.numbers())


def test_what_a_games_file_says_is_shown_and_never_obeyed() -> None:
    text = Path(DESIGN).read_text(encoding="utf-8").replace(
        'name = "Charlie"', 'name = "<b>#pagebreak()</b> $x$ \\\\ *a* \\"q\\""'
    )  # fmt: skip
    nasty = games.read(text, origin="nasty.toml")
    made = document_of(nasty, Options(date=DAY))
    page = html_page(made)
    assert "&lt;b&gt;#pagebreak()&lt;/b&gt; $x$ \\ *a*" in page
    assert "<b>#pagebreak" not in page
    reader = pypdf.PdfReader(io.BytesIO(pdf(made)))
    first = re.sub(r"\s", "", reader.pages[0].extract_text())
    assert '<b>#pagebreak()</b>$x$\\*a*"q"' in first


def _run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    from pitboss.cli import main

    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    try:
        main()
    except SystemExit as end:
        return end.code
    return 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["half-back", "-o", "x.doc"], "use a name that ends in .pdf or .html"),
        (["half-back", "-o", "nowhere/x.pdf"], "there is no folder 'nowhere'; make it first"),
        (["half-back", "-o", "taken.pdf"], "that is a folder; give the name of a file"),
        (["halfback", "-o", "x.pdf"], "did you mean half-back?"),
        (["./none.toml", "-o", "x.pdf"], "cannot be read: No such file"),
        (["./broken.toml", "-o", "x.pdf"], "broken.toml"),
        (["./unsolvable.toml", "-o", "x.pdf"], "split.pairs = 'value': other rules of this game"),
        (["./unsolvable.toml", "-o", "x.html"], "the solver allows only 'rank' here"),
        (["./unsolvable.toml", "--paper", "card", "-o", "x.svg"], "the solver allows only 'rank'"),
        (["half-back", "--set", "surrender=true", "-o", "x.pdf"], "rule 19 of the document"),
        (["half-back", "--paytable", "upcard-bonus=9", "-o", "x.pdf"], "use 1 to 6"),
        (["half-back", "--rounds", "many", "-o", "x.pdf"], "use a whole number such as"),
        (["half-back", "--date", "today", "-o", "x.pdf"], "write a day such as 2026-01-31"),
        (["half-back", "--paper", "poster", "-o", "x.pdf"], "use sign, card, payouts or layout"),
        (["half-back", "--paper", "sign", "-o", "x.html"], "ends in .pdf or .svg"),
        (["half-back", "--paper", "sign", "--rounds", "9", "-o", "x.pdf"], "leave it out"),
        (["half-back", "--colour", "red", "-o", "x.pdf"], "there is no option --colour"),
        (["half-back"], "--output is missing"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_leaves_no_file(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.pdf").mkdir()
    (tmp_path / "broken.toml").write_text(
        'id = "broken"\nname = "Broken"\nbased-on = "blackjack"\n[shoe]\ndecks = 0'
    )
    (tmp_path / "unsolvable.toml").write_text(UNSOLVABLE)
    before = sorted(tmp_path.iterdir())
    assert _run(["report", *words], monkeypatch) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert heard.err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_without_typst_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    target = tmp_path / "sign.pdf"
    code = _run(["report", "blackjack", "--paper", "sign", "-o", str(target)], monkeypatch)
    heard = capsys.readouterr().err
    assert code == 2
    assert "reports and papers need typst" in heard
    assert "'typst>=" in heard
    assert not target.exists()


def test_a_write_that_fails_leaves_the_old_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.report import files
    from pitboss.rules.errors import RulesError

    target = tmp_path / "report.pdf"
    target.write_bytes(b"the old one")

    def full(*_: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RulesError, match="it cannot be written: No space left on device"):
        files.write_whole(target, b"the new one")
    assert target.read_bytes() == b"the old one"
    assert list(tmp_path.iterdir()) == [target]
