"""The manual of a game as a page, from its file alone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from pitboss import games
from pitboss.rules.practice import practice_of
from pitboss.school.manual import manual_of
from pitboss.school.manual_page import manual_page
from pitboss.school.setting import Setting

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


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_a_manual_has_every_practice_the_pays_and_the_games_own_steps(game: str) -> None:
    found = games.find(game)
    page = manual_page(manual_of(Setting(found, found.rules())))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    words = " ".join(tags.words)
    for one in practice_of(found, found.rules()):
        assert one.id in words
        assert one.does in words
    assert "http" not in page.split("</style>")[1], "it needs nothing from elsewhere"


def test_the_payout_card_shows_what_the_table_pays() -> None:
    found = games.find("half-back")
    page = manual_page(manual_of(Setting(found, found.rules())))
    row = page.split("suited natural</td>")[1].split("</tr>")[0]
    assert "<td>40 to 1</td><td>$40</td><td>$200</td>" in row  # on $1 and on $5
    natural = page.split("Main: a natural</td>")[1].split("</tr>")[0]
    assert "<td>$22.50</td>" in natural  # $15 at 3 to 2
    assert "six inches to the right of the hole card" in page
