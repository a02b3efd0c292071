"""What a person at the table is shown."""

from __future__ import annotations

import msgspec

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
    assert (seen.cards, seen.set_aside) == (["Ah", "??"], "5h")
