"""Blackjack Tie: the bonuses of split and surrendered hands (BT-5, BT-6, BT-R4, BT-R7, BT-R8)."""

from __future__ import annotations

import pytest

from pitboss.rules.game import OptionValue
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.blackjack_tie import GAME, PAYS, STAKE
from tests.rules.event_log import position

# BT-5 and BT-R4: 21 after a split


def test_BT_5_a_split_ace_with_a_ten_value_card_ties_on_21() -> None:
    # A-K on the first hand, A-5 on the second; the dealer's 16 draws a five
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "As 6c Ah Td Kd 5h 5d", "split", bets=bets)
    assert [round_.net(bet) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert round_.settled("main") == [("push", 0), ("lose", -UNIT)]


TEN_AND_ACE = "Ts 6c Th Td Ad 9h 5d"
"""T-A on the first hand, T-9 on the second; the dealer's 16 draws a five."""


def test_BT_R4_a_split_ten_with_an_ace_loses_the_bonuses() -> None:
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, TEN_AND_ACE, "split stand", bets=bets)
    assert [round_.net(bet) for bet in bets] == [-100, -200, -200]
    assert round_.settled("main") == [("push", 0), ("lose", -UNIT)]  # 21 against 21 all the same


def test_BT_R4_read_otherwise_it_is_a_21_like_any_other() -> None:
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    options: dict[str, OptionValue] = {"BT-R4": "other"}
    for cards, moves in ((TEN_AND_ACE, "split stand"), ("As 6c Ah Td Kd 5h 5d", "split")):
        round_ = play(GAME, cards, moves, bets=bets, options=options)
        assert [round_.net(bet) for bet in bets] == [125 * 100, 20 * 200, -200]


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("Ts 6c Th Td 6d 5c 9h 5d", "split hit stand"),  # T-6-5
        ("5s 6c 5h Td 6d Tc 9h 7d 5d", "split double double"),  # 5-6-T doubled, then 5-9-7
    ],
    ids=["hit", "doubled"],
)
def test_BT_R4_three_cards_of_a_split_hand_make_21(cards: str, moves: str) -> None:
    round_ = play(GAME, cards, moves, bets={"tie-21": 100})
    assert round_.over()
    assert round_.net("tie-21") == 125 * 100


def test_BT_R4_a_split_ace_that_is_hit_to_21_counts() -> None:
    # A-5-5 where split aces may be hit, A-9 beside it; the dealer's 16 draws a five
    moves = "split hit stand"
    options: dict[str, OptionValue] = {"hit-split-aces": True}
    round_ = play(GAME, "As 6c Ah Td 5d 5c 9h 5h", moves, bets={"tie-21": 100}, options=options)
    assert round_.net("tie-21") == 125 * 100


@pytest.mark.parametrize("bet", ["tie-left", "tie-20"])
def test_BT_R4_bonuses_on_other_totals_lose_with_a_split_ten_and_an_ace_as_before(bet: str) -> None:
    assert play(GAME, TEN_AND_ACE, "split stand", bets={bet: STAKE}).net(bet) == -STAKE


# BT-R7: surrender

SURRENDER: dict[str, OptionValue] = {"surrender": True}


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R7_surrender_loses_the_bonuses_or_read_otherwise_gives_them_back(bet: str) -> None:
    cards = "Ts 9c 6h 7d"
    lost = play(GAME, cards, "surrender", bets={bet: STAKE}, options=SURRENDER)
    assert lost.settled(bet) == [("anything else", -STAKE)]
    options: dict[str, OptionValue] = {**SURRENDER, "BT-R7": "other"}
    back = play(GAME, cards, "surrender", bets={bet: STAKE}, options=options)
    assert back.settled(bet) == [("surrendered", 0)]
    assert back.settled("main") == lost.settled("main") == [("surrender", -UNIT // 2)]


def test_BT_R7_read_otherwise_a_hand_that_is_played_settles_as_ever() -> None:
    options: dict[str, OptionValue] = {**SURRENDER, "BT-R7": "other"}
    bets = {"tie-17": 200, "tie-18": 200}
    tied = play(GAME, "Ts Tc 7h 7d", "stand", bets=bets, options=options)
    assert [tied.net(bet) for bet in bets] == [50 * 200, -200]
    bust = play(GAME, "Ts Tc 6h 7d Kd", "hit", bets=bets, options=options)
    assert [bust.net(bet) for bet in bets] == [-200, -200]
    natural = play(GAME, "As 9c Kh 7d", bets=bets, options=options)
    assert [natural.net(bet) for bet in bets] == [-200, -200]


# BT-6 and BT-R8: splits


def test_BT_6_after_a_split_the_first_hand_wins_the_bonus() -> None:
    # 17 and 18 against 17
    bets = {"tie-17": 200, "tie-18": 200}
    round_ = play(GAME, "8s Tc 8h 7d 9s Td", "split stand stand", bets=bets)
    assert round_.net("tie-17") == 50 * 200
    assert round_.net("tie-18") == -200
    assert round_.net("main") == UNIT


def test_BT_6_after_a_split_the_second_hand_does_not_count() -> None:
    # 18 and 17 against 17
    bets = {"tie-17": 200, "tie-18": 200}
    round_ = play(GAME, "8s Tc 8h 7d Td 9s", "split stand stand", bets=bets)
    assert round_.net("tie-17") == -200
    assert round_.net("tie-18") == -200
    assert round_.net("main") == UNIT


def test_BT_6_a_first_hand_that_breaks_loses_the_bonuses_though_the_second_ties() -> None:
    # 8-6-T breaks; 8-9 meets 17
    round_ = play(GAME, "8s Tc 8h 7d 6s Td 9s", "split hit stand", bets={"tie-17": STAKE})
    assert round_.settled("tie-17") == [("anything else", -STAKE)]
    assert position(round_, ev.WagerSettled, bet="tie-17") < position(round_, ev.HoleCardTurned)


@pytest.mark.parametrize("bet", PAYS)
def test_BT_6_one_split_loses_no_bonus(bet: str) -> None:
    assert play(GAME, "8s Tc 8h 7d", "split", bets={bet: STAKE}).settled(bet) == []


@pytest.mark.parametrize("bet", PAYS)
def test_BT_6_a_second_split_loses_every_bonus(bet: str) -> None:
    # every hand ends on 17 like the dealer, and still nothing is paid
    moves = "split split stand stand stand"
    round_ = play(GAME, "8s Tc 8h 7d 8d 9s 9h 9d", moves, bets={bet: STAKE})
    assert round_.over()
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(
    ("dealt", "moves"),
    [("8s Tc 8h 7d 8d", "split split"), ("8s Tc 8h 7d 9s 8d", "split stand split")],
    ids=["first hand", "second hand"],
)
def test_BT_R8_a_second_split_of_either_hand_loses_the_bonuses_at_that_moment(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert not round_.over()
    assert round_.settled(bet) == [("second split", -STAKE)]


FIRST_ONLY: dict[str, OptionValue] = {"BT-R8": "other"}


def test_BT_R8_read_otherwise_another_hands_second_split_leaves_the_bonuses() -> None:
    # 8-9 stands on 17; the second hand is split again to 8-T and 8-T; the dealer has 17
    cards, moves = "8s Tc 8h 7d 9s 8d Td Th", "split stand split stand stand"
    bets = {"tie-17": 200, "tie-18": 200}
    round_ = play(GAME, cards, moves, bets=bets, options=FIRST_ONLY)
    assert round_.over()
    assert [round_.settled(bet) for bet in bets] == [
        [("tie on 17", 50 * 200)],
        [("anything else", -200)],
    ]
    assert play(GAME, cards, moves, bets=bets).net("tie-17") == -200


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R8_read_otherwise_only_a_second_split_of_the_first_hand_loses_them(bet: str) -> None:
    first = play(GAME, "8s Tc 8h 7d 8d", "split split", bets={bet: STAKE}, options=FIRST_ONLY)
    assert first.settled(bet) == [("second split", -STAKE)]
    moves = "split stand split"
    other = play(GAME, "8s Tc 8h 7d 9s 8d", moves, bets={bet: STAKE}, options=FIRST_ONLY)
    assert other.settled(bet) == []


def test_BT_R8_the_bonuses_of_another_seat_stay() -> None:
    bets = {"tie-left": STAKE}
    round_ = play(GAME, "8s Ts Tc 8h 7h 7d 8d", "split split", bets=bets, seats=2)
    assert round_.settled("tie-left", seat=1) == [("second split", -STAKE)]
    assert round_.settled("tie-left", seat=2) == []
