"""What a spot hopes for before the deal: what its pay table asks for, in a few words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.rules.hopes import spot_hopes
from tests.designed import designed, side_bet


def hope(*lines: tuple[str, str, str]) -> str:
    """What the spot of a side bet with these lines hopes for."""
    game = games.read(designed("blackjack", side_bet(*lines)), origin="mine.toml")
    return spot_hopes(game.rules())["side"]


def test_a_line_that_only_pays_a_special_case_better_is_not_named() -> None:
    # LS-3: a stiff pair pays, on some tables more where the upcard has its rank
    assert spot_hopes(games.find("lucky-stiff").rules())["lucky-stiff"] == (
        "6-6 to 8-8, your blackjack or a winning hard 12 to 16"
    )
    trips = ("trips", 'pair = "any", matches-upcard = true', "[30]")
    assert hope(trips) == "a pair like the upcard"
    assert hope(trips, ("sixes", 'pair = "6"', "[9]")) == "a pair like the upcard or 6-6"


def test_a_bet_on_a_replaced_upcard_says_which_new_one_wins() -> None:
    # HB-4: a new 2 to 6 loses; on the third pay table 7 to 9 push
    game = games.find("half-back")
    hopes = [spot_hopes(game.rules(paytables={"upcard-bonus": table})) for table in (1, 3)]
    assert [found["upcard-bonus"] for found in hopes] == [
        "dealer's 3 to 6 replaced by 7 to ace", "dealer's 3 to 6 replaced by 10 to ace",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("dealer-natural = true, dealer-suited = true", "dealer's blackjack suited"),
        ("dealer-natural = true, dealer-suited = false", "dealer's blackjack unsuited"),
        ("dealer-natural = false", "no dealer blackjack"),
        ('result = "win"', "a winning hand"),
        ('pair = "A", player-suited = true', "two aces of one suit"),
        ('pair = "A", player-suited = false', "two aces of two suits"),
        ('pair = "6-7"', "6-6 or 7-7"),
        ('pair = "6-8"', "6-6 to 8-8"),
        ('pair = "none"', "two different ranks"),
        ('result = "push", player = "hard 12-16"', "a pushed hard 12 to 16"),
    ],
)
def test_what_is_asked_is_said(when: str, words: str) -> None:
    assert hope(("it", when, "[5]")) == words


def test_lines_that_pay_nothing_are_not_hoped_for() -> None:
    lines = [("won", 'result = "win"', "[1]"), ("even", 'result = "push"', '["push"]')]
    assert hope(*lines) == "a winning hand"


def test_the_pay_table_in_use_counts_and_the_first_one_where_none_is_chosen() -> None:
    lines = [("won", 'result = "win"', "[1, 1]"), ("even", 'result = "push"', '[1, "push"]')]
    game = games.read(designed("blackjack", side_bet(*lines)), origin="mine.toml")
    either = "a winning hand or a pushed hand"
    assert spot_hopes(game.rules(paytables={"side": 1}))["side"] == either
    assert spot_hopes(game.rules(paytables={"side": 2}))["side"] == "a winning hand"
    assert spot_hopes(replace(game.rules(), paytables={}))["side"] == either


@pytest.mark.parametrize(
    ("upcards", "said", "letters"), [("A, 2-6", "A, 2 to 6", 60), ("A, 3, 5, 7", "A, 3, 5, 7", 61)]
)
def test_what_is_too_long_is_called_by_its_name(upcards: str, said: str, letters: int) -> None:
    words = f"a winning hard 12 to 16 upcard {said} no dealer blackjack"
    assert len(words) == letters
    stiff = f'result = "win", player = "hard 12-16", upcard = "{upcards}", dealer-natural = false'
    assert hope(("stiff", stiff, "[3]")) == (words if letters == 60 else "stiff")


def test_what_cannot_be_said_in_a_few_words_is_called_by_its_name() -> None:
    assert hope(("doubled", "doubled = true", "[3]")) == "doubled"
