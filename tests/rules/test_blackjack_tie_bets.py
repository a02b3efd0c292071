"""Blackjack Tie: what the bonus wagers pay, and on which ties (BT-1, BT-2, BT-R1)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from tests.rounds import UNIT, play
from tests.rules.blackjack_tie import COVERS, GAME, LEFT, PAYS, STAKE, TIES, tie

# BT-1: the wagers

OFFERED = [(bet, table) for bet in PAYS for table in range(1, 7) if PAYS[bet][table - 1]]
NOT_OFFERED = [(bet, table) for bet in PAYS for table in range(1, 7) if not PAYS[bet][table - 1]]


@pytest.mark.parametrize(("bet", "table"), OFFERED)
def test_BT_1_every_bonus_pays_its_odds_on_each_of_its_totals(bet: str, table: int) -> None:
    pay = PAYS[bet][table - 1]
    assert pay is not None
    for on in COVERS[bet]:
        round_ = tie(on, {bet: STAKE}, paytable=table)
        assert round_.net(bet) == STAKE * pay
        assert round_.net("main") == 0


@pytest.mark.parametrize(("bet", "table"), NOT_OFFERED)
def test_BT_1_pay_tables_4_to_6_offer_no_straight_bet_on_a_total(bet: str, table: int) -> None:
    with pytest.raises(IllegalAction, match=f"'{bet}' is not offered"):
        tie("17", {bet: STAKE}, paytable=table)


@pytest.mark.parametrize("table", [0, 7])
def test_BT_1_there_are_pay_tables_1_to_6_and_no_others(table: int) -> None:
    with pytest.raises(RulesError, match="use 1 to 6"):
        games.find(GAME).rules(None, {"tie": table})


def test_BT_1_pay_table_1_is_used_unless_the_house_chooses_another() -> None:
    assert tie("17", {"tie-17": STAKE}).net() == 50 * STAKE
    assert tie("21", {"tie-21": STAKE}).net() == 125 * STAKE


def test_BT_1_a_bonus_without_a_blackjack_wager_is_refused() -> None:
    table = Table(games.find(GAME).rules())
    with pytest.raises(IllegalAction, match="main is missing"):
        table.do(act.PlaceWagers(1, "ann", {"tie-left": STAKE}))


def test_BT_1_the_blackjack_wager_may_stand_alone() -> None:
    assert tie("18").net() == 0


# BT-2: exact ties


@pytest.mark.parametrize("on", TIES)
@pytest.mark.parametrize("bet", PAYS)
def test_BT_2_a_bonus_wins_only_on_its_own_totals(bet: str, on: str) -> None:
    pay = PAYS[bet][0]
    assert pay is not None
    round_ = tie(on, {bet: STAKE})
    assert round_.net(bet) == (STAKE * pay if on in COVERS[bet] else -STAKE)
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", LEFT)
def test_BT_2_a_higher_total_is_no_tie(bet: str) -> None:
    # rule 4's example: the dealer makes 17 and the player 18
    round_ = play(GAME, "Ts Tc 8h 7d", "stand", bets={bet: STAKE})
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == UNIT


@pytest.mark.parametrize("bet", LEFT)
def test_BT_2_a_lower_total_is_no_tie(bet: str) -> None:
    round_ = play(GAME, "Ts Tc 7h 8d", "stand", bets={bet: STAKE})
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == -UNIT


def test_BT_2_several_bonuses_settle_each_by_itself() -> None:
    round_ = tie("18", {"tie-left": 100, "tie-18": 300, "tie-21": 400})
    assert round_.net("tie-left") == 15 * 100
    assert round_.net("tie-18") == 45 * 300
    assert round_.net("tie-21") == -400
    assert round_.net() == 1500 + 13500 - 400


def test_BT_2_a_tie_made_of_unequal_numbers_of_cards_counts() -> None:
    # player T-5-4 against dealer T-9
    round_ = play(GAME, "Ts Tc 5h 9d 4h", "hit stand", bets={"tie-19": STAKE})
    assert round_.net("tie-19") == 50 * STAKE


@pytest.mark.parametrize("bet", PAYS)
def test_BT_2_a_bust_loses_every_bonus_at_once(bet: str) -> None:
    # seat 1 breaks with 26; seat 2 has not decided yet
    round_ = play(GAME, "Ts Tc 6d 6h 6s Kd Kc", "hit", bets={bet: STAKE}, seats=2)
    assert not round_.over()
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.settled(bet, seat=2) == []


def test_BT_2_a_bust_does_not_tie_a_dealer_who_makes_the_same_total() -> None:
    # seat 1 breaks with 22, then the dealer does
    bets = {"tie-left": 200, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "Ts 9s 6d 6h 9h Td 6c 6s", "hit stand", bets=bets, seats=2)
    assert round_.over()
    assert round_.net(seat=1) == -UNIT - 600
    assert round_.net(seat=2) == UNIT - 600


# BT-R1: the pay of a tie on 18


@pytest.mark.parametrize("table", [1, 2, 3])
def test_BT_R1_a_tie_on_18_pays_45_and_by_the_other_reading_55(table: int) -> None:
    bets = {"tie-18": STAKE}
    ruled = tie("18", bets, paytable=table, options={"BT-R1": "ruled"})
    other = tie("18", bets, paytable=table, options={"BT-R1": "other"})
    assert ruled.net("tie-18") == 45 * STAKE
    assert other.net("tie-18") == 55 * STAKE


@pytest.mark.parametrize("table", [4, 5, 6])
def test_BT_R1_the_other_reading_offers_the_bet_on_no_further_table(table: int) -> None:
    with pytest.raises(IllegalAction, match="'tie-18' is not offered"):
        tie("18", {"tie-18": STAKE}, paytable=table, options={"BT-R1": "other"})


def test_BT_R1_the_other_reading_changes_no_other_bet() -> None:
    options: dict[str, OptionValue] = {"BT-R1": "other"}
    assert tie("17", {"tie-17": STAKE}, options=options).net() == 50 * STAKE
    assert tie("18", {"tie-left": STAKE}, options=options).net() == 15 * STAKE


def test_BT_R1_a_reading_is_ruled_or_other() -> None:
    with pytest.raises(RulesError, match="use ruled or other"):
        games.find(GAME).rules({"BT-R1": "55"})
