"""Cards, amounts and actions typed in words."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.table import actions as act
from pitboss.table import text as words

# Cards


@pytest.mark.parametrize("text", ["", "K", "s", "10", "1s", "11s", "Kx", "TT", "Ks Kd", "♠", "?h"])
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(cards.CardError) as caught:
        cards.parse(text)
    assert str(caught.value) == (
        f"card {text!r}: a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (c d h s), "
        "for example Kh"
    )


def test_one_bad_card_spoils_a_list() -> None:
    with pytest.raises(cards.CardError, match="card 'Kx'"):
        cards.parse_all("As, Kx 5c")


# Amounts

DOLLARS = "write dollars and cents, such as 10 or 12.50"

AMOUNTS = [
    ("Infinity", "write dollars and cents, such as 10 or 12.50"),
    ("-Infinity", "write dollars and cents, such as 10 or 12.50"),
    ("NaN", "write dollars and cents, such as 10 or 12.50"),
    ("1.005", "write dollars and cents, such as 10 or 12.50"),
    ("$0.001", "write dollars and cents, such as 10 or 12.50"),
    ("x", DOLLARS),
    ("", DOLLARS),
    ("$", DOLLARS),
    ("ten", DOLLARS),
    ("1.2.3", DOLLARS),
]


@pytest.mark.parametrize(("text", "allowed"), AMOUNTS)
def test_a_text_that_is_no_amount_is_refused(text: str, allowed: str) -> None:
    with pytest.raises(ValueError, match="amount") as caught:
        words.read_money(text)
    assert str(caught.value) == f"amount {text!r}: {allowed}"


# Actions

STARTS = "an action starts with 'seat N', or is 'no more bets'"
VERBS = (
    "write stands, hits, doubles, splits, surrenders, takes back, burns, keeps, plays on, 'declines"
)
WAGER = "a wager is written 'AMOUNT on BET'"

LINES = [
    ("", f"'': {STARTS}"),
    ("hello", f"'hello': {STARTS}"),
    ("no more", f"'no more': {STARTS}"),
    ("seat", f"'seat': {STARTS}"),
    ("seat 1", f"'seat 1': {STARTS}"),
    ("seat x hits", f"'seat x hits': {STARTS}"),
    ("seat -1 hits", f"'seat -1 hits': {STARTS}"),
    ("seat 1.0 hits", f"'seat 1.0 hits': {STARTS}"),
    ("seat 1 dances", f"'dances': {VERBS}"),
    ("seat 1 insures", f"'insures': {VERBS}"),
    ("seat 1 insures 1 2", f"'insures 1 2': {VERBS}"),
    ("seat 1 ann stakes", f"'ann stakes': {VERBS}"),
    ("seat 1 insures x", f"amount 'x': {DOLLARS}"),
    ("seat 1 insures for NaN", f"amount 'NaN': {DOLLARS}"),
    ("seat 1 ann stakes lots", f"'lots': {WAGER}"),
    ("seat 1 ann stakes 10 on", f"'10 on': {WAGER}"),
    ("seat 1 ann stakes 10 on main,", f"'': {WAGER}"),
    ("seat 1 ann stakes x on main", f"amount 'x': {DOLLARS}"),
    (
        "seat 1 ann stakes 1.005 on main",
        f"amount '1.005': {DOLLARS}",
    ),
    (
        "seat 1 ann stakes Infinity on main",
        f"amount 'Infinity': {DOLLARS}",
    ),
]


@pytest.mark.parametrize(("line", "sentence"), LINES)
def test_a_line_that_is_no_action_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"write|starts|written|give") as caught:
        words.read_action(line)
    assert str(caught.value).startswith(sentence)


def test_lines_as_the_sentences_write_them_are_read() -> None:
    assert words.read_action("no more bets") == act.CloseWagers()
    assert words.read_action("seat 1 takes everything up") == act.WithdrawWagers(1)
    assert words.read_action("seat 1 insures 12.50") == act.Insure(1, 1250)
    assert words.read_action("seat 2 ann stakes 10 on main, 0.50 on tie-left") == (
        act.PlaceWagers(2, "ann", {"main": 1000, "tie-left": 50})
    )
