"""Blackjack Tie: bonuses of naturals, doubled and surrendered hands (BT-4, BT-5, BT-R2, BT-R7)."""

from __future__ import annotations

import pytest

from pitboss.rules.game import OptionValue
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.blackjack_tie import GAME, PAYS, STAKE
from tests.rules.event_log import position

# BT-4: naturals


@pytest.mark.parametrize("bet", PAYS)
def test_BT_4_a_natural_alone_loses_every_bonus_at_once(bet: str) -> None:
    # a nine up needs no peek; seat 2 has not decided yet
    round_ = play(GAME, "As Ts 9c Kh 6h 7d", bets={bet: STAKE}, seats=2)
    assert not round_.over()
    assert not round_.of(ev.DealerPeeked)
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.net("main", seat=1) == 1500
    assert round_.settled(bet, seat=2) == []


@pytest.mark.parametrize(("dealt", "moves"), [("As Tc Kh 9d", ""), ("As Ac Kh 9d", "decline")])
@pytest.mark.parametrize("bet", ["tie-right", "tie-blackjack"])
def test_BT_4_under_an_ace_or_ten_a_natural_alone_loses_after_the_peek(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert position(round_, ev.DealerPeeked) < position(round_, ev.WagerSettled, bet=bet)
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == 1500


@pytest.mark.parametrize("bet", ["tie-right", "tie-blackjack"])
def test_BT_4_a_bonus_on_a_natural_waits_while_the_hole_card_may_match_it(bet: str) -> None:
    round_ = play(GAME, "As Ac Kh Qd", bets={bet: STAKE})  # insurance is open
    assert round_.settled(bet) == []


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(("dealt", "moves"), [("As Tc Kh Ad", ""), ("As Ac Kh Qd", "decline")])
def test_BT_4_two_naturals_pay_blackjack_and_the_right_side_only(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    won = {"tie-right": 20 * STAKE, "tie-blackjack": 350 * STAKE}
    assert round_.net(bet) == won.get(bet, -STAKE)
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(("dealt", "moves"), [("Ts Tc Kh Ad", ""), ("Ts Ac Kh Qd", "decline")])
def test_BT_4_a_dealer_natural_against_anything_else_loses_every_bonus(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert round_.over()
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == -UNIT


# BT-5: what 21 is


def test_BT_5_a_natural_does_not_tie_a_dealer_21() -> None:
    # seat 1 has a natural, seat 2 makes 21 with three cards, and so does the dealer
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "As Ts 6c Kh 5h Td 6h 5d", "hit", bets=bets, seats=2)
    assert round_.over()
    assert [round_.net(bet, seat=1) for bet in bets] == [-100, -200, -200]
    assert [round_.net(bet, seat=2) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert (round_.net("main", seat=1), round_.net("main", seat=2)) == (1500, 0)


# BT-R2: doubled hands


def test_BT_R2_a_doubled_hand_ties_with_its_doubled_total() -> None:
    # 5-6 doubled to 18 against 18; the bonus stays as it was staked
    round_ = play(GAME, "5s Tc 6h 8d 7c", "double", bets={"tie-18": STAKE})
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [UNIT]
    assert round_.settled("tie-18") == [("tie on 18", 45 * STAKE)]
    assert round_.settled("main") == [("push", 0)]


def test_BT_R2_a_doubled_hand_that_does_not_tie_loses_the_bonus() -> None:
    round_ = play(GAME, "5s Tc 6h 8d 8c", "double", bets={"tie-18": STAKE, "tie-19": STAKE})
    assert (round_.net("tie-18"), round_.net("tie-19")) == (-STAKE, -STAKE)
    assert round_.net("main") == 2 * UNIT


# BT-R7: surrender, even money and insurance


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R7_surrender_loses_every_bonus_at_once(bet: str) -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    dealt = "Ts Ts 9c 6h 6d 7d"
    round_ = play(GAME, dealt, "surrender", bets={bet: STAKE}, seats=2, options=options)
    assert not round_.over()
    assert round_.net("main") == -UNIT // 2
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.settled(bet, seat=2) == []


def test_BT_R7_surrender_is_the_first_decision_only() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    assert play(GAME, "Ts 9c 2h 7d 2d", "hit", options=options).legal[-1] == ("stand", "hit")


def test_BT_R7_even_money_leaves_the_bonuses_to_the_hole_card() -> None:
    bets = {"tie-right": 200, "tie-blackjack": 100, "tie-left": 500}
    both = play(GAME, "As Ac Kh Qd", "even-money", bets=bets)
    alone = play(GAME, "As Ac Kh 9d", "even-money", bets=bets)
    assert both.net("main") == alone.net("main") == UNIT
    assert [both.net(bet) for bet in bets] == [20 * 200, 350 * 100, -500]
    assert [alone.net(bet) for bet in bets] == [-200, -100, -500]


def test_BT_R7_insurance_does_not_touch_the_bonuses_either() -> None:
    bets = {"tie-blackjack": 100}
    round_ = play(GAME, "As Ac Kh Qd", "insure", bets=bets)
    assert round_.net("insurance") == 2 * 500
    assert round_.net("main") == 0
    assert round_.net("tie-blackjack") == 350 * 100
