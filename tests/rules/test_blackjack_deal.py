"""BJ-1 to BJ-3: the shoe, what cards count, and the deal.

Cards of one seat: first card, upcard, second card, hole card, then as drawn.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.shoe import Shoe, ShoeEmpty, deal_on, prepare
from tests.rounds import UNIT, play


def refusal(option: str, value: OptionValue, game: str = "blackjack") -> str:
    """The sentence a house option is refused with."""
    with pytest.raises(RulesError) as caught:
        games.find(game).rules({option: value})
    return str(caught.value)


def table_and_shoe(decks: int | None = None, *, continuous: bool = False) -> tuple[Table, Shoe]:
    """A table and the shoe its rules describe."""
    rules = games.find("blackjack").rules({"decks": decks} if decks else None)
    shoe = Shoe(
        rules.shoe.decks,
        seed=21,
        penetration=rules.shoe.penetration,
        burn=rules.shoe.burn,
        continuous=continuous,
    )
    return Table(rules), shoe


def play_out(table: Table, shoe: Shoe) -> int:
    """Play a round that declines and stands; the number of cards it took."""
    before = shoe.position
    table.do(act.PlaceWagers(1, "ann", {"main": UNIT}))
    table.do(act.CloseWagers())
    deal_on(table, shoe)
    while table.want != Want.WAGERS:
        if table.want == Want.INSURANCE:
            table.do(act.DeclineInsurance(1))
        else:
            table.do(act.move(1, "stand"))
        deal_on(table, shoe)
    return shoe.position - before


# BJ-1


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_BJ_1_a_shoe_holds_every_card_once_per_deck(decks: int) -> None:
    _, shoe = table_and_shoe(decks)
    shoe.shuffle()
    drawn = Counter(shoe.draw() for _ in range(52 * decks))
    assert drawn == dict.fromkeys(range(52), decks)
    with pytest.raises(ShoeEmpty):
        shoe.draw()


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_BJ_1_the_table_knows_how_many_of_a_card_there_are(decks: int) -> None:
    dealt = play("blackjack", "As " * decks, seats=7, options={"decks": decks})
    assert dealt.why_not(act.DealCard(cards.parse("As"))) == (
        f"card As: all {decks} of this shoe are out already"
    )


def test_BJ_1_six_decks_unless_the_house_chooses() -> None:
    table, shoe = table_and_shoe()
    assert len(shoe.cards) == 312
    assert table.rules.shoe.decks == 6
    dealt = play("blackjack", "As As As As As As", seats=7)
    assert "all 6 of this shoe" in dealt.why_not(act.DealCard(cards.parse("As")))


@pytest.mark.parametrize("value", [0, 3, 5, 7, 9])
def test_BJ_1_other_numbers_of_decks_are_refused_with_the_allowed_ones(value: int) -> None:
    assert refusal("decks", value) == (f"blackjack: option decks = {value}: use 1, 2, 4, 6 or 8")


@pytest.mark.parametrize(
    ("decks", "cut"), [(1, 39), (2, 78), (4, 156), (6, 234), (8, 312)]
)  # three quarters of 52 x decks
def test_BJ_1_the_cut_card_stands_three_quarters_deep(decks: int, cut: int) -> None:
    table, shoe = table_and_shoe(decks)
    prepare(table, shoe)
    while shoe.position < cut - 1:
        shoe.draw()
    prepare(table, shoe)
    assert len([event for event in table.log if isinstance(event, ev.ShoeShuffled)]) == 1
    shoe.draw()
    prepare(table, shoe)
    assert len([event for event in table.log if isinstance(event, ev.ShoeShuffled)]) == 2


def test_BJ_1_rounds_go_on_from_the_same_shoe_until_the_cut_card() -> None:
    table, shoe = table_and_shoe()
    taken = 0
    for _ in range(2):
        prepare(table, shoe)
        taken += play_out(table, shoe)
    assert shoe.position == 1 + taken  # the burned card, then both rounds
    assert len([event for event in table.log if isinstance(event, ev.ShoeShuffled)]) == 1


def test_BJ_1_one_card_is_burned_after_a_shuffle() -> None:
    table, shoe = table_and_shoe()
    prepare(table, shoe)
    assert [type(event) for event in table.log] == [ev.ShoeShuffled, ev.TopCardBurned]
    assert shoe.position == 1


def test_BJ_1_a_continuous_shuffler_starts_every_round_from_a_full_shoe() -> None:
    table, shoe = table_and_shoe(1, continuous=True)
    for rounds in range(1, 31):  # a cut shoe of one deck would not reach so far
        prepare(table, shoe)
        assert shoe.position == 0
        assert table.state.gone == [0] * 52
        assert play_out(table, shoe) >= 4
        kinds = [type(event) for event in table.log]
        assert kinds.count(ev.ShoeShuffled) == rounds
        assert kinds.count(ev.TopCardBurned) == 0


# BJ-2


@pytest.mark.parametrize("ten", ["Ts", "Js", "Qs", "Ks"])
def test_BJ_2_a_natural_is_an_ace_and_a_ten_value_card_in_either_order(ten: str) -> None:
    for first, second in ((ten, "Ad"), ("Ad", ten)):
        round_ = play("blackjack", f"{first} 7h {second} Tc")
        assert round_.over()
        assert round_.settled("main") == [("natural", 1500)]


def test_BJ_2_three_cards_that_make_21_are_no_natural() -> None:
    round_ = play("blackjack", "As 7h 5d Tc 5c", "hit")
    assert round_.settled("main") == [("win", 1000)]


def test_BJ_2_an_ace_and_a_nine_are_no_natural() -> None:
    round_ = play("blackjack", "As 7h 9d Tc", "stand")
    assert round_.settled("main") == [("win", 1000)]


def test_BJ_2_an_ace_with_a_ten_after_a_split_is_no_natural() -> None:
    round_ = play("blackjack", "As 7h Ad Tc Kc Qd", "split")
    assert round_.settled("main") == [("win", 1000), ("win", 1000)]


def test_BJ_2_an_ace_counts_eleven_while_that_does_not_bust_and_one_after() -> None:
    round_ = play("blackjack", "As 7h 6d Tc 9d 5s", "hit hit")  # soft 17, hard 16, 21
    assert [stood.total for stood in round_.of(ev.HandStood)] == [21]
    soft = play("blackjack", "As 7h 6d Tc 3d", "hit stand")  # soft 17, soft 20
    assert [stood.total for stood in soft.of(ev.HandStood)] == [20]


@pytest.mark.parametrize("face", ["T", "J", "Q", "K"])
def test_BJ_2_ten_and_faces_count_ten(face: str) -> None:
    round_ = play("blackjack", f"{face}s 7h 9d Tc", "stand")
    assert [stood.total for stood in round_.of(ev.HandStood)] == [19]


@pytest.mark.parametrize("pip", range(2, 10))
def test_BJ_2_pip_cards_count_their_number(pip: int) -> None:
    round_ = play("blackjack", f"{pip}s 7h Td Tc", "stand")
    assert [stood.total for stood in round_.of(ev.HandStood)] == [10 + pip]


# BJ-3


def test_BJ_3_the_deal_goes_once_round_upcard_again_round_hole_card() -> None:
    round_ = play("blackjack", "2s 3s 4s 9h 5s 6s 7s Tc", seats=3)
    dealt = [
        event
        for event in round_.events
        if isinstance(event, ev.CardDealt | ev.UpcardDealt | ev.HoleCardDealt)
    ]
    assert dealt == [
        ev.CardDealt(1, 0, cards.parse("2s")),
        ev.CardDealt(2, 0, cards.parse("3s")),
        ev.CardDealt(3, 0, cards.parse("4s")),
        ev.UpcardDealt(cards.parse("9h")),
        ev.CardDealt(1, 0, cards.parse("5s")),
        ev.CardDealt(2, 0, cards.parse("6s")),
        ev.CardDealt(3, 0, cards.parse("7s")),
        ev.HoleCardDealt(cards.parse("Tc")),
    ]


@pytest.mark.parametrize("upcard", "A23456789TJQK")
def test_BJ_3_the_first_upcard_is_the_one_the_dealer_plays(upcard: str) -> None:
    round_ = play("blackjack", f"Ts {upcard}h 9d 7c")
    assert round_.of(ev.UpcardSetAside) == []
    assert round_.table.state.upcard == cards.parse(f"{upcard}h")
    assert not round_.table.wants_card


def test_BJ_3_the_hole_card_stays_face_down_while_players_act() -> None:
    round_ = play("blackjack", "Ts Kh 6d 9c 4s", "hit")
    assert round_.of(ev.DealerPeeked) == [ev.DealerPeeked(False)]
    assert round_.of(ev.HoleCardTurned) == []


def test_BJ_3_seven_seats_unless_the_house_has_more() -> None:
    table = Table(games.find("blackjack").rules())
    table.do(act.PlaceWagers(7, "ann", {"main": UNIT}))
    for seat in (0, 8):
        with pytest.raises(IllegalAction, match=f"^seat = {seat}: use 1 to 7$"):
            table.do(act.PlaceWagers(seat, "bob", {"main": UNIT}))


@pytest.mark.parametrize("seats", [7, 8, 9])
def test_BJ_3_a_house_may_have_up_to_nine_seats(seats: int) -> None:
    every = ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts"][:seats]
    round_ = play(
        "blackjack", " ".join([*every, "9h", *every, "Tc"]), seats=seats, options={"seats": seats}
    )
    assert len(round_.table.state.seats) == seats
    more = Table(games.find("blackjack").rules({"seats": seats}))
    with pytest.raises(IllegalAction, match=f"use 1 to {seats}$"):
        more.do(act.PlaceWagers(seats + 1, "ann", {"main": UNIT}))


@pytest.mark.parametrize("value", [1, 6, 10])
def test_BJ_3_other_numbers_of_seats_are_no_house_option(value: int) -> None:
    assert refusal("seats", value) == f"blackjack: option seats = {value}: use 7, 8 or 9"


def test_BJ_3_a_player_may_hold_several_seats() -> None:
    table = Table(games.find("blackjack").rules())
    table.do(act.PlaceWagers(5, "ann", {"main": 2000}))
    table.do(act.PlaceWagers(2, "bob", {"main": 1000}))
    table.do(act.PlaceWagers(1, "ann", {"main": 500}))
    table.do(act.CloseWagers())
    for card in cards.parse_all("Ts 9s 8s 7h Td 9d 8d Tc"):  # 20, 18, 16 against 17
        table.deal(card)
    for seat in (1, 2, 5):
        assert table.seat.number == seat
        table.do(act.move(seat, "stand"))
    assert table.state.players == {"ann": 500 - 2000, "bob": 1000}
    assert table.state.house == 500


def test_BJ_3_a_seat_has_one_player_in_a_round() -> None:
    table = Table(games.find("blackjack").rules())
    table.do(act.PlaceWagers(1, "ann", {"main": UNIT}))
    with pytest.raises(IllegalAction, match="seat 1: it is ann's in this round"):
        table.do(act.PlaceWagers(1, "bob", {"main": UNIT}))
