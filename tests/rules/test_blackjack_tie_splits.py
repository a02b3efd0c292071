"""Blackjack Tie: the bonuses of split hands (BT-5, BT-6, BT-R4, BT-R8)."""

from __future__ import annotations

import pytest

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


def test_BT_R4_a_split_ten_with_an_ace_ties_on_21() -> None:
    # T-A on the first hand, T-9 on the second; the dealer's 16 draws a five
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "Ts 6c Th Td Ad 9h 5d", "split stand", bets=bets)
    assert [round_.net(bet) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert round_.settled("main") == [("push", 0), ("lose", -UNIT)]


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


def test_BT_R8_the_bonuses_of_another_seat_stay() -> None:
    bets = {"tie-left": STAKE}
    round_ = play(GAME, "8s Ts Tc 8h 7h 7d 8d", "split split", bets=bets, seats=2)
    assert round_.settled("tie-left", seat=1) == [("second split", -STAKE)]
    assert round_.settled("tie-left", seat=2) == []
