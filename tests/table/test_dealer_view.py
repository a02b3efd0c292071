"""The dealer's side of the felt as everyone sees it, card by card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.cards import name
from pitboss.rules.grammar import Ranks
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table.views import DealerView, felt, view
from tests.rounds import play


def dealer(game: str, cards: str, moves: str = "", **more: int) -> DealerView:
    return felt(play(game, cards, moves, **more).table.state).dealer  # type: ignore[arg-type]


def shown(seen: DealerView) -> tuple[list[str], int, bool]:
    return seen.cards, seen.total, seen.soft


@pytest.mark.parametrize(
    ("cards", "open_cards", "total", "soft"),
    [
        ("", [], 0, False),
        ("Ts", [], 0, False),
        ("Ts 6h", ["6h"], 6, False),
        ("Ts 6h 9d", ["6h"], 6, False),
        ("Ts 6h 9d 5c", ["6h", "??"], 6, False),
        ("Ts Kh 9d 5c", ["Kh", "??"], 10, False),
        ("Ts Th 9d 5c", ["Th", "??"], 10, False),
        ("Ts Ah 9d 5c", ["Ah", "??"], 11, True),
    ],
)
def test_the_upcard_counts_and_the_card_under_it_does_not(
    cards: str, open_cards: list[str], total: int, soft: bool
) -> None:
    assert shown(dealer("blackjack", cards)) == (open_cards, total, soft)


def test_every_seat_gets_its_second_card_before_the_hole_card_is_there() -> None:
    assert dealer("blackjack", "Ts 9s 6h 9d 8d", seats=2).cards == ["6h"]
    assert dealer("blackjack", "Ts 9s 6h 9d 8d 5c", seats=2).cards == ["6h", "??"]


def test_open_cards_add_up() -> None:
    assert shown(dealer("blackjack", "Ts 6h 9d 5c 7d", "stand")) == (["6h", "5c", "7d"], 18, False)
    assert shown(dealer("blackjack", "Ts Ah 9d 7c", "decline stand")) == (["Ah", "7c"], 18, True)


def test_a_natural_is_two_open_cards() -> None:
    assert dealer("blackjack", "Ts Th 9d Ac").natural
    assert not dealer("blackjack", "Ts Th 9d 9c", "stand").natural
    assert not dealer("blackjack", "Ts Ah 9d 5c 5d", "decline stand").natural  # 21 of three cards
    assert not dealer("blackjack", "Ts Ah 9d Tc").natural  # not turned yet: insurance is open


def test_a_replaced_upcard_is_remembered_after_it_has_left_the_felt() -> None:
    plain = dealer("half-back", "Ts 9h 8d 7c")
    assert (plain.set_aside, plain.replaced) == (None, None)
    waiting = dealer("half-back", "Ts 5h 8d 7c")
    assert (waiting.cards, waiting.set_aside, waiting.replaced) == (["??"], "5h", None)
    gone = dealer("half-back", "Ts 5h 8d 7c 9d")
    assert (gone.cards, gone.set_aside, gone.replaced) == (["9d", "??"], None, "5h")


def test_the_first_card_of_the_pack_may_be_replaced_as_any_other() -> None:
    rules = games.find("half-back").rules()
    table = Table(replace(rules, dealer=replace(rules.dealer, replaces=Ranks.parse("A"))))
    table.do(act.PlaceWagers(1, "ann", {"main": 1000, "half-back": 1000}))
    table.do(act.CloseWagers())
    for card in (40, 0, 44, 30):
        table.deal(card)
    assert (table.state.upcard, felt(table.state).dealer.set_aside) == (-1, name(0))
    table.deal(33)
    assert felt(table.state).dealer.replaced == name(0)
    assert 0 in table.state.cards_of_round()


def test_the_first_card_of_the_pack_is_shown_as_any_other() -> None:
    first = name(0)
    assert shown(dealer("blackjack", f"Ts {first} 9d")) == ([first], 11, True)
    replaced = dealer("half-back", f"Ts 5h 9d 7c {first}")
    assert (replaced.cards, replaced.replaced) == ([first, "??"], "5h")


def test_between_rounds_the_last_one_lies_open() -> None:
    table = play("blackjack", "Ts 6h 9d 5c 7d", "stand").table
    seen = view(table, "player 1")
    assert (seen.waits_for, seen.next_card, seen.to_act, seen.legal) == ("wagers", "", None, [])
    assert [hand.settled for hand in seen.seats[0].hands] == [True]
    assert seen.net == 1000  # 19 against 18
    assert view(table).net == 0
