"""Every table stays readable at any width: nothing is cut, no word is broken."""

from __future__ import annotations

import re

import pytest

from tests.cli.test_solving import Commands

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

BOX = re.compile(r"[┃│━─╇┼╋]+")
TABLES = [
    ("games",),
    ("rules", "blackjack-tie"),
    ("rules", "mulligan-21", "--tables"),
    ("solve", "half-back", "--events", "all", "--distribution"),
    ("solve", "blackjack-tie", "--covariance"),
    ("solve", "blackjack", "--decks", "1", "--removal"),
    ("strategy", "mulligan-21"),
    ("strategy", "blackjack", "--decks", "1", "--exceptions"),
    ("ev", "half-back", "--hand", "8,8", "--up", "T"),
    ("dealer", "blackjack", "--gone", "5,5"),
    ("paytables", "blackjack-tie"),
    ("sweep", "lucky-stiff", "--vary", "decks=6,8", "--vary", "lucky-stiff=1,2"),
    ("diff", "half-back", "lucky-stiff"),
    ("rulings", "blackjack"),
    ("simulate", "lucky-stiff", "--rounds", "20k", "--against-solver", "--unit", "10",
     "--bankroll", "50"),
]  # fmt: skip


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


def words(shown: str) -> set[str]:
    """The words on a page; what is measured anew each time left out."""
    measured = re.compile(r"[\d.,]+ ?(ms|s|M|k)\b|\b[0-9a-f]{16,}")  # times, parts of hashes
    cleaned = BOX.sub(" ", measured.sub(" ", shown))
    return {word.strip(",;:()") for word in cleaned.split()}


@pytest.mark.parametrize("arguments", TABLES, ids=lambda arguments: "-".join(arguments[:2]))
def test_a_narrow_page_has_the_words_of_a_wide_one(
    arguments: tuple[str, ...], pitboss: Commands
) -> None:
    wide = words(pitboss(*arguments))
    for columns in (40, 80):
        pitboss.patch.setenv("COLUMNS", str(columns))
        shown = pitboss(*arguments)
        assert max(map(len, shown.splitlines())) <= columns
        assert "\x1b" not in shown
        assert {word for word in words(shown) - wide if len(word) > 1} == set()
