"""BJ-10 to BJ-12: the dealer's hand, who wins, and odd amounts.

Cards of one seat: first card, upcard, second card, hole card, then as drawn.
"""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import Table
from pitboss.table import events as ev
from tests.rounds import play

STAND: dict[str, OptionValue] = {"soft17": "stand"}
HIT: dict[str, OptionValue] = {"soft17": "hit"}

# BJ-10


@pytest.mark.parametrize(
    "dealer",
    [
        "2h 2c",
        "5h 6c",
        "2h Tc",
        "3h Tc",
        "4h Tc",
        "5h Tc",
        "6h Tc",
        "Ah Ac",
        "2h Ac",
        "3h Ac",
        "4h Ac",
        "5h Ac",
    ],
)
def test_BJ_10_the_dealer_draws_below_17(dealer: str) -> None:
    upcard, hole = dealer.split()
    moves = "decline stand" if upcard == "Ah" else "stand"
    for options in (HIT, STAND):
        round_ = play("blackjack", f"Ts {upcard} 9d {hole}", moves, options=options)
        assert round_.table.wants_card
        assert round_.of(ev.HoleCardTurned) == [ev.HoleCardTurned(cards.parse(hole))]


@pytest.mark.parametrize("dealer", ["7h Tc", "8h Tc", "9h Tc", "Th Tc", "7h Ac", "8h Ac", "9h Ac"])
def test_BJ_10_the_dealer_stands_on_hard_17_and_soft_18_and_above(dealer: str) -> None:
    upcard, hole = dealer.split()
    for options in (HIT, STAND):
        round_ = play("blackjack", f"Ts {upcard} 9d {hole}", "stand", options=options)
        assert round_.over()
        assert round_.of(ev.DealerDrew) == []


@pytest.mark.parametrize(
    ("cards_", "moves"),
    [
        ("Ts 6h 9d Ac", "stand"),
        ("Ts Ah 9d 6c", "decline stand"),
        ("Ts 2h 9d 4c Ac", "stand"),  # soft 17 of three cards
        ("Ts 3h 9d Ac 3c", "stand"),
    ],
)
def test_BJ_10_the_dealer_hits_soft_17_unless_the_house_stands_on_it(
    cards_: str, moves: str
) -> None:
    assert play("blackjack", cards_, moves).table.wants_card
    assert play("blackjack", cards_, moves, options=HIT).table.wants_card
    stands = play("blackjack", cards_, moves, options=STAND)
    assert stands.net() == 1000  # 19 against 17
    hit = play("blackjack", f"{cards_} 4c", moves)
    assert hit.net() == -1000  # 19 against 21
    hard = play("blackjack", f"{cards_} Kc", moves)
    assert [made.total for made in hard.of(ev.DealerFinished)] == [17]  # hard now


def test_BJ_10_other_ways_with_soft_17_are_refused() -> None:
    for value in ("none", "draw"):
        with pytest.raises(RulesError) as caught:
            games.find("blackjack").rules({"soft17": value})
        assert str(caught.value) == (f"blackjack: option soft17 = {value}: use hit or stand")


@pytest.mark.parametrize(
    ("cards_", "moves"),
    [
        ("Ts 6h 6d Tc Kc", "hit"),  # bust
        ("Ts 6h 6d Tc", "surrender"),
        ("As 6h Kd Tc", ""),  # a natural is paid already
        ("8s 6h 8d Tc 5c Kd 6c 9d", "split hit hit"),  # both hands bust
    ],
)
def test_BJ_10_the_dealer_does_not_draw_when_no_hand_depends_on_it(cards_: str, moves: str) -> None:
    round_ = play("blackjack", cards_, moves, options={"surrender": True})
    assert round_.over()
    assert round_.of(ev.DealerDrew) == []


def test_BJ_10_nor_for_a_natural_alone_without_the_peek() -> None:
    round_ = play("blackjack", "As Kh Kd 2c", options={"peek": False})
    assert round_.over()
    assert round_.of(ev.DealerDrew) == []
    assert round_.net() == 1500


def test_BJ_10_nor_after_even_money() -> None:
    round_ = play("blackjack", "As Ah Kd 2c", "even-money")
    assert round_.over()
    assert round_.of(ev.DealerDrew) == []


def test_BJ_10_the_dealer_draws_for_one_live_hand() -> None:
    seats = play("blackjack", "Ts As Ts 6h 6d Kd 2c Tc Kc 9c", "hit stand", seats=3)
    # seat 1 busts, seat 2 has a natural, seat 3 stands on 12; the dealer draws and has 25
    assert [seats.net(seat=seat) for seat in (1, 2, 3)] == [-1000, 1500, 1000]
    split = play("blackjack", "8s 6h 8d Tc 5c Kd 3d 9d", "split hit stand")
    assert split.settled("main") == [("bust", -1000), ("win", 1000)]  # 23; 11 against 25


# BJ-11

PLAYERS = {17: "T7", 18: "T8", 19: "T9", 20: "TT", 21: "T65"}
DEALERS = {17: "7T", 18: "8T", 19: "9T", 20: "TT", 21: "975", 22: "976", 26: "97T"}


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("player", PLAYERS)
def test_BJ_11_the_higher_total_wins_even_money_and_equal_totals_push(
    player: int, dealer: int
) -> None:
    mine, theirs = PLAYERS[player], DEALERS[dealer]
    dealt = [mine[0] + "s", theirs[0] + "h", mine[1] + "d", theirs[1] + "c"]
    drawn = [mine[2:] + "c"] * (len(mine) - 2) + [theirs[2:] + "s"] * (len(theirs) - 2)
    round_ = play("blackjack", " ".join([*dealt, *drawn]), "hit" if player == 21 else "stand")
    beaten = 0 if dealer > 21 else dealer
    expected = 1000 if player > beaten else -1000 if player < beaten else 0
    assert round_.net() == expected


def test_BJ_11_a_low_total_wins_when_the_dealer_busts() -> None:
    round_ = play("blackjack", "2s 6h 2d Tc Kc", "stand")
    assert round_.settled("main") == [("win", 1000)]


def test_BJ_11_a_natural_beats_a_21_of_three_cards() -> None:
    round_ = play("blackjack", "As Ts 9h Kd 9d 7c 5c", "stand", seats=2)
    assert (round_.net(seat=1), round_.net(seat=2)) == (1500, -1000)


def test_BJ_11_a_bust_loses_at_once_whatever_the_dealer_makes() -> None:
    round_ = play("blackjack", "Ts Ts 6h 6d 9c Tc Kc Kd", "hit stand", seats=2)
    assert round_.of(ev.DealerFinished)[0].total == 26
    assert round_.settled("main", seat=1) == [("bust", -1000)]
    assert round_.settled("main", seat=2) == [("win", 1000)]
    assert round_.order(ev.HandBusted, ev.WagerSettled, ev.HandStood, ev.HoleCardTurned) == [
        "HandBusted",
        "WagerSettled",
        "HandStood",
        "HoleCardTurned",
        "WagerSettled",
    ]


def test_BJ_11_22_busts_and_21_does_not() -> None:
    assert play("blackjack", "Ts 7h 6d Tc 6c", "hit").of(ev.HandBusted) == [ev.HandBusted(1, 0, 22)]
    assert play("blackjack", "Ts 7h 6d Tc 5c", "hit").of(ev.HandBusted) == []


# BJ-12

PLAYER = House(round_to=100, round_for="player")
HOUSE = House(round_to=100, round_for="house")
NATURAL = "As 7h Kd Tc"


def test_BJ_12_payouts_are_exact_to_the_cent() -> None:
    assert play("blackjack", NATURAL, main=1002).net() == 1503
    assert play("blackjack", NATURAL, main=1005, options={"natural": "6 to 5"}).net() == 1206
    assert play("blackjack", "Ts 7h 9d Tc", "stand", main=1001).net() == 1001


@pytest.mark.parametrize(
    ("main", "pays", "player", "house"),
    [
        (1015, "3 to 2", 1523, 1522),  # 1522.5
        (1001, "6 to 5", 1202, 1201),  # 1201.2
        (1004, "6 to 5", 1205, 1204),  # 1204.8
    ],
)
def test_BJ_12_parts_of_a_cent_go_where_the_house_says(
    main: int, pays: str, player: int, house: int
) -> None:
    options: dict[str, OptionValue] = {"natural": pays}
    assert play("blackjack", NATURAL, main=main, options=options).net() == player
    for setting, won in ((House(round_for="player"), player), (House(round_for="house"), house)):
        assert play("blackjack", NATURAL, main=main, options=options, house=setting).net() == won


@pytest.mark.parametrize(
    ("cards_", "moves", "main", "player", "house"),
    [
        (NATURAL, "", 1500, 2300, 2200),  # 2250
        (NATURAL, "", 2000, 3000, 3000),  # no odd amount
        ("Ts 7h 9d Tc", "stand", 1050, 1100, 1000),
        ("As Ah Kd 9c", "even-money", 1050, 1100, 1000),
        ("6s 7h 5d Tc 9c", "double", 1025, 2100, 2000),  # 2050
    ],
)
def test_BJ_12_a_house_may_round_to_its_smallest_chip(
    cards_: str, moves: str, main: int, player: int, house: int
) -> None:
    assert play("blackjack", cards_, moves, main=main, house=PLAYER).net() == player
    assert play("blackjack", cards_, moves, main=main, house=HOUSE).net() == house


def test_BJ_12_the_chip_may_be_any_amount() -> None:
    for chip, won in ((50, 2250), (25, 2250), (500, 2500), (1, 2250)):
        assert play("blackjack", NATURAL, main=1500, house=House(round_to=chip)).net() == won


def test_BJ_12_insurance_is_rounded_too() -> None:
    cards_, moves = "Ts Ah 9d Kc", "insure:225"  # wins 450
    assert play("blackjack", cards_, moves, house=PLAYER).net("insurance") == 500
    assert play("blackjack", cards_, moves, house=HOUSE).net("insurance") == 400


def test_BJ_12_half_a_surrendered_stake_is_rounded_too() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    for house, main, back in (
        (None, 1015, 508),  # 507.5
        (House(round_for="house"), 1015, 507),
        (PLAYER, 1050, 600),  # 525
        (HOUSE, 1050, 500),
    ):
        round_ = play(
            "blackjack", "Ts 9h 6d Tc", "surrender", main=main, house=house, options=options
        )
        assert round_.net() == back - main


def test_BJ_12_pushed_and_lost_stakes_are_not_rounded() -> None:
    for house in (PLAYER, HOUSE):
        assert play("blackjack", "Ts 7h 7d Tc", "stand", main=1050, house=house).net() == 0
        assert play("blackjack", "Ts 7h 6d Tc", "stand", main=1050, house=house).net() == -1050


def test_BJ_12_a_chip_is_at_least_a_cent() -> None:
    with pytest.raises(RulesError, match=r"^round-to = 0: use 1 to 10,000 cents$"):
        Table(games.find("blackjack").rules(), House(round_to=0))
