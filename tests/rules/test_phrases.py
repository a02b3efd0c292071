"""The phrases of a game file at their edges, and two games told apart line by line."""

from __future__ import annotations

import pytest

from pitboss.rules import hands
from pitboss.rules.decode import encode
from pitboss.rules.game import differences
from pitboss.rules.grammar import Odds, Phrase, Ranks, Share, Ties, Totals


def totals(text: str) -> tuple[list[int], list[int]]:
    """Hard and soft totals that are meant."""
    meant = Totals.parse(text).states
    hard = [total for total in range(4, 22) if hands.hard(total) in meant]
    soft = [total for total in range(11, 22) if hands.soft(total) in meant]
    assert len(hard) + len(soft) == len(meant)
    return hard, soft


@pytest.mark.parametrize(
    ("text", "hard", "soft"),
    [
        ("none", [], []),
        ("any", list(range(4, 22)), list(range(12, 22))),
        ("hard any", list(range(4, 22)), []),
        ("soft any", [], list(range(12, 22))),
        ("11-13", [11, 12, 13], [12, 13]),
        ("hard 4", [4], []),
        ("soft 12", [], [12]),
        ("21", [21], [21]),
        ("hard 9-11, soft 13-14", [9, 10, 11], [13, 14]),
    ],
)
def test_totals(text: str, hard: list[int], soft: list[int]) -> None:
    assert totals(text) == (hard, soft)


def test_ranks_ties_odds_and_shares() -> None:
    assert Ranks.parse("any").mask == 2**13 - 1
    assert Ranks.parse("none").mask == 0
    assert Ranks.parse("A, T-K").mask == 1 + (2**9 + 2**10 + 2**11 + 2**12)
    assert Ties.parse("4, 20-21, natural").mask == 2**4 + 2**20 + 2**21 + 2**22
    odds, share, whole = Odds.parse("0 to 1"), Share.parse("1/2"), Share.parse("2")
    assert (odds.pays, odds.stake) == (0, 1)
    assert ((share.part, share.over), (whole.part, whole.over)) == ((1, 2), (2, 1))
    assert Share.parse("2/4") == share != whole
    assert Odds.parse("3 to 2") != share


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (Totals, ["", "3", "22", "soft 11", "hard 3-5", "12-9", "soft 20-22", "many", 17, None]),
        (Ranks, ["", "1", "K-A", "6-3", "10", "X", 3, None]),
        (Ties, ["", "3", "22", "19-17", "none", "natural-21", 17, None]),
        (Odds, ["", "3", "3 to 0", "3 to 00", "3:2", "-1 to 1", "3 to 2 to 1", 3, None]),
        (Share, ["", "1/0", "1/00", "1/2/3", "half", "-1", 0.5, None]),
    ],
)
def test_texts_that_are_no_such_phrase(kind: type[Phrase], texts: list[object]) -> None:
    for text in texts:
        with pytest.raises(ValueError, match=": use "):
            kind.parse(text)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (hands.hard(4), "hard 4"),
        (hands.hard(21), "hard 21"),
        (hands.hard(22), "bust 22"),
        (hands.hard(31), "bust 31"),
        (hands.soft(11), "soft 11"),
        (hands.soft(21), "soft 21"),
    ],
)
def test_hands_in_words(state: int, words: str) -> None:
    assert hands.describe(state) == words


def test_where_two_sets_of_values_differ() -> None:
    old = {
        "shoe": {"decks": 6, "burn": 1},
        "bets": [{"id": "a", "pays": [1, 2]}, {"id": "b", "pays": [3]}],
        "finals": [17, 18],
        "caps": {"games": 3},
        "note": None,
    }
    new = {
        "shoe": {"decks": 8, "burn": 1},
        "bets": [{"id": "c", "pays": [3]}, {"id": "a", "pays": [1, 4]}],
        "finals": [17, 18, 19],
        "mulligan": {"ranks": "J-K"},
        "note": True,
    }
    assert differences(old, new) == [
        "shoe.decks = 8 (was 6)",
        "bets.a.pays.2 = 4 (was 2)",
        "bets.b is gone",
        "bets.c is new",
        "finals = 17, 18, 19 (was 17, 18)",
        "caps is gone",
        "note = true (was none)",
        "mulligan is new: ranks J-K",
    ]
    assert differences(old, old) == differences([], []) == []


def test_what_is_written_is_plain_json() -> None:
    assert encode({1: Odds.parse("3 to 2"), "on": [Totals.parse("13-16")]}) == {
        "1": "3 to 2",
        "on": ["13-16"],
    }
