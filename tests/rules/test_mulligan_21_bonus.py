"""Mulligan 21: the Lucky Stiff bonus (M21-7)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import events as ev
from tests.rounds import UNIT, play
from tests.rules.event_log import position
from tests.rules.mulligan_21 import GAME

STAKE = 200
"""Cents on Lucky Stiff."""

STIFF = {"lucky-stiff": STAKE}
PAYS = {"pair": (7, 6, 8), "natural": (1, 1, 1), "winner": (5, 5, 5)}
STIFFS = {12: "2h", 13: "3h", 14: "4h", 15: "5h", 16: "6h"}
"""The card that makes each stiff of a ten."""


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("rank", "678")
def test_M21_7_a_stiff_pair_is_paid_at_once_by_the_table(rank: str, table: int) -> None:
    round_ = play(GAME, f"{rank}s 9c {rank}h 8d", bets=STIFF, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff") == [("stiff pair", PAYS["pair"][table - 1] * STAKE)]


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_natural_is_paid_one_to_one_at_once(table: int) -> None:
    # seat 2 has not decided yet
    round_ = play(GAME, "As Ts 9c Kh 6h 7d", bets=STIFF, seats=2, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff", seat=1) == [
        ("natural", PAYS["natural"][table - 1] * STAKE)
    ]
    assert round_.settled("lucky-stiff", seat=2) == []


@pytest.mark.parametrize("total", STIFFS)
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_wins_pays_five_to_one(table: int, total: int) -> None:
    # the dealer's 16 draws a king
    dealt = f"Ts 6c {STIFFS[total]} Td Kc"
    assert play(GAME, dealt[:-3], bets=STIFF, paytable=table).settled("lucky-stiff") == []
    round_ = play(GAME, dealt, "stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff winner", PAYS["winner"][table - 1] * STAKE)]
    assert round_.net("main") == UNIT


@pytest.mark.parametrize("total", STIFFS)
def test_M21_7_a_stiff_that_loses_is_called_so(total: int) -> None:
    round_ = play(GAME, f"Ts 9c {STIFFS[total]} Td", "stand", bets=STIFF)
    assert round_.settled("lucky-stiff") == [("stiff, lost", -STAKE)]


def test_M21_7_LS_R3_a_doubled_stiff_wins_unless_it_is_read_otherwise() -> None:
    dealt = "Ts 6c 2h Td 9d Kc"  # 12 is doubled to 21, and the dealer's 16 busts
    ruled = play(GAME, dealt, "double", bets=STIFF)
    assert ruled.settled("lucky-stiff") == [("stiff winner", 5 * STAKE)]
    other = play(GAME, dealt, "double", bets=STIFF, options={"LS-R3": "other"})
    assert other.settled("lucky-stiff") == [("stiff, lost", -STAKE)]
    stood = play(GAME, "Ts 6c 2h Td Kc", "stand", bets=STIFF, options={"LS-R3": "other"})
    assert stood.settled("lucky-stiff") == [("stiff winner", 5 * STAKE)]
    assert ruled.net("main") == other.net("main") == 2 * UNIT


@pytest.mark.parametrize("total", STIFFS)
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_dealer_17_pushes_a_stiff(table: int, total: int) -> None:
    round_ = play(GAME, f"Ts Tc {STIFFS[total]} 7d", "stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff push", 0)]
    assert round_.net() == 0


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_ties_pushes(table: int) -> None:
    # 16 hits a three: 19 against 19
    round_ = play(GAME, "Ts Tc 6h 9d 3h", "hit stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff push", 0)]
    assert round_.net("main") == 0


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_loses_loses(table: int) -> None:
    round_ = play(GAME, "Ts Tc 2h 9d", "stand", bets=STIFF, paytable=table)
    assert round_.net("lucky-stiff") == -STAKE
    assert round_.net("main") == -UNIT


def test_M21_7_a_stiff_that_breaks_loses_at_once() -> None:
    round_ = play(GAME, "Ts Ts Tc 6h 6d 7d Tc", "hit", bets=STIFF, seats=2)
    assert not round_.over()
    assert [cents for _, cents in round_.settled("lucky-stiff", seat=1)] == [-STAKE]
    assert round_.settled("lucky-stiff", seat=2) == []


def test_M21_7_a_stiff_follows_the_hand_through_a_mulligan() -> None:
    # 16 draws a king, burned for a five: 21 against 19
    round_ = play(GAME, "Ts Tc 6h 9d Kh 5c", "hit", bets=STIFF)
    assert round_.net("lucky-stiff") == 5 * STAKE
    assert round_.net("main") == UNIT


@pytest.mark.parametrize(
    "dealt",
    ["5s 6h", "Ts 7h", "9s 2h", "9s 8h", "As 2h", "As 5h", "As 9h", "As Ah", "5s 5h", "9s 9h",
     "Ts Th", "2s 2h", "Ts Kh", "2s 3h"],
)  # fmt: skip
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_anything_else_loses_at_once(dealt: str, table: int) -> None:
    first, second = dealt.split()
    round_ = play(GAME, f"{first} 9c {second} 8d", bets=STIFF, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff") == [("anything else", -STAKE)]


def test_M21_7_a_doubled_stiff_counts_once() -> None:
    # 12 doubled to 19 against a dealer who breaks, against 17, and against 20
    win = play(GAME, "Ts 6c 2h Td 7h Kc", "double", bets=STIFF)
    assert win.settled("lucky-stiff") == [("stiff winner", 5 * STAKE)]
    assert win.net("main") == 2 * UNIT
    push = play(GAME, "Ts Tc 2h 7d 7h", "double", bets=STIFF)
    assert push.settled("lucky-stiff") == [("stiff push", 0)]
    assert push.net() == 0
    loss = play(GAME, "Ts Tc 2h Qd 7h", "double", bets=STIFF)
    assert (loss.net("lucky-stiff"), loss.net("main")) == (-STAKE, -2 * UNIT)


def test_M21_7_pairs_and_naturals_are_paid_against_a_dealer_natural_and_stiffs_lose() -> None:
    def stiff_net(dealt: str) -> int:
        round_ = play(GAME, dealt, bets=STIFF)
        assert round_.over()
        return round_.net("lucky-stiff")

    assert stiff_net("8s Tc 8h Ad") == 7 * STAKE
    assert stiff_net("As Tc Kh Ad") == STAKE
    assert stiff_net("Ts Tc 6h Ad") == -STAKE


def test_M21_7_the_bonus_is_settled_before_insurance_and_peek() -> None:
    for dealt in ("8s Ac 8h 9d", "Ts Ac 9h 9d"):  # a stiff pair, and no stiff at all
        round_ = play(GAME, dealt, "decline", bets=STIFF)
        settled = position(round_, ev.WagerSettled, bet="lucky-stiff")
        assert settled < position(round_, ev.InsuranceOffered) < position(round_, ev.DealerPeeked)


def test_M21_7_a_split_stiff_pair_is_paid_whatever_the_hands_do() -> None:
    # 18 and 18 lose to 20
    round_ = play(GAME, "8s Tc 8h Qd Ts Td", "split stand stand", bets=STIFF)
    assert round_.net("lucky-stiff") == 7 * STAKE
    assert round_.net("main") == -2 * UNIT


def test_M21_7_surrender_loses_a_riding_stiff() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    round_ = play(GAME, "Ts 9c 6h 8d", "surrender", bets=STIFF, options=options)
    assert round_.net("lucky-stiff") == -STAKE


def test_M21_7_pay_table_1_is_used_unless_the_house_chooses_another() -> None:
    assert play(GAME, "8s 9c 8h 8d", bets=STIFF).net("lucky-stiff") == 7 * STAKE


@pytest.mark.parametrize("table", [0, 4])
def test_M21_7_there_are_pay_tables_1_to_3_and_no_others(table: int) -> None:
    with pytest.raises(RulesError, match="use 1 to 3"):
        games.find(GAME).rules(None, {"lucky-stiff": table})


def test_M21_7_the_bonus_is_not_capped_by_the_main_wager() -> None:
    # "any amount within table limits"
    assert play(GAME, "8s 9c 8h 8d", bets={"lucky-stiff": 1500}).net("lucky-stiff") == 7 * 1500
