"""What a person at the table is shown."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.cards import parse
from pitboss.table import events as ev
from pitboss.table.views import public, view
from tests.rounds import play


def test_the_hole_card_is_face_down_until_it_is_turned() -> None:
    during = play("blackjack", "Ts 9h 8c 7d")
    assert view(during.table, "player 1").dealer.cards == ["9h", "??"]
    assert "7d" not in msgspec.json.encode(view(during.table, "player 1")).decode()
    after = play("blackjack", "Ts 9h 8c 7d Kd", "stand")
    assert view(after.table, "player 1").dealer.cards == ["9h", "7d", "Kd"]


def test_face_down_cards_are_blank_in_public_events() -> None:
    assert public(ev.HoleCardDealt(parse("7d"))) == ev.HoleCardDealt(None)
    assert public(ev.TopCardBurned(parse("7d"))) == ev.TopCardBurned(None)
    assert public(ev.HoleCardTurned(parse("7d"))) == ev.HoleCardTurned(parse("7d"))


def test_only_the_player_in_turn_is_offered_moves() -> None:
    round_ = play("blackjack", "Ts 5h 9h 8c 6d 7d", seats=2)
    assert view(round_.table, "player 1").legal == ["stand", "hit", "double"]
    assert view(round_.table, "player 2").legal == []
    assert view(round_.table).legal == []
    assert view(round_.table).to_act == 1


def test_a_view_shows_only_the_viewers_own_balance() -> None:
    round_ = play("blackjack", "Ts 5h 9h 8c 6d 9d Kc", "stand hit", seats=2)
    assert view(round_.table, "player 1").net == 0  # 18 pushes 18
    assert view(round_.table, "player 2").net == 1000  # 21 beats 18
    assert view(round_.table).net == 0


def test_insurance_limits_are_shown_to_the_seats_that_are_asked() -> None:
    round_ = play("half-back", "Ts Ah 9c 9d", bets={"upcard-bonus": 500})
    assert view(round_.table, "player 1").insurance_limit == {1: 1000}
    assert view(round_.table, "somebody").insurance_limit == {}


def test_a_set_aside_upcard_is_shown_beside_the_new_one() -> None:
    round_ = play("half-back", "Ts 5h 9c 9d Ah")
    seen = view(round_.table, "player 1").dealer
    assert (seen.cards, seen.set_aside, seen.replaced) == (["Ah", "??"], "5h", "5h")
    later = play("half-back", "Ts 5h 9c 9d 8h")
    seen = view(later.table, "player 1").dealer
    assert (seen.cards, seen.set_aside, seen.replaced) == (["8h", "??"], None, "5h")


def test_a_move_says_what_it_adds_to_the_felt() -> None:
    pair = play("half-back", "8s 9h 8c 9d")
    assert view(pair.table, "player 1").costs["split"] == 0  # the first split is free (HB-5)
    plain = play("blackjack", "6s 9h 5c 9d")
    assert view(plain.table, "player 1").costs == {"stand": 0, "hit": 0, "double": 1000}
    assert view(plain.table).costs == {}


def test_even_money_is_shown_to_the_natural_it_is_open_to() -> None:
    natural = play("blackjack", "As Ah Kc 9d")
    assert view(natural.table, "player 1").even_money == [1]
    assert view(natural.table).even_money == []
    plain = play("blackjack", "9s Ah Kc 9d")
    assert view(plain.table, "player 1").even_money == []


def test_a_hand_shows_what_became_of_it() -> None:
    taken = play("half-back", "Ts 9h 5c 9d", "take-back")
    assert view(taken.table).seats[0].hands[0].marks == ["taken back"]
    offered = play("mulligan-21", "2s 9h 5c 9d Kd", "hit")
    assert view(offered.table).seats[0].hands[0].offered
    given_up = play("blackjack", "Ts 9h 6c 9d", "surrender", options={"surrender": True})
    assert view(given_up.table).seats[0].hands[0].marks == ["surrendered"]
    burned = play("mulligan-21", "Ts 9h 5c 9d Kd 2s", "hit")
    hand = view(burned.table).seats[0].hands[0]
    assert (hand.offered, hand.marks, hand.cards) == (False, ["burned"], ["Ts", "5c", "2s"])


def test_who_types_cards_is_told_what_the_next_one_is_for() -> None:
    cards = "Ts 5h 9c 9d Ah"
    expected = ["the upcard", "seat 1's second card", "the hole card", "the new upcard"]
    for dealt, next_card in zip(range(1, 5), expected, strict=True):
        round_ = play("half-back", " ".join(cards.split()[:dealt]))
        assert view(round_.table).next_card == next_card
    assert view(play("half-back", cards).table).next_card == ""  # insurance is asked for first


@pytest.mark.parametrize(
    ("moves", "says"),
    [("hit", "seat 1's next card"), ("split", "seat 1's next card, hand 1 of 2")],
)
def test_a_dealer_who_types_cards_reads_whose_the_next_one_is(moves: str, says: str) -> None:
    assert view(play("blackjack", "8s 6d 8h Tc", moves).table).next_card == says
