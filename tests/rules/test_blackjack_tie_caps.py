"""Blackjack Tie: how much may be staked, on a side and in all (BT-3, BT-7, BT-R3, BT-R5, BT-R6)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from tests.rounds import UNIT, play
from tests.rules.blackjack_tie import GAME, LEFT, PAYS, RIGHT, refused, staked

# BT-3: caps

SIDE = {**dict.fromkeys(LEFT, "left"), **dict.fromkeys(RIGHT, "right")}


@pytest.mark.parametrize("bet", PAYS)
def test_BT_3_a_bonus_takes_at_most_half_of_the_blackjack_wager(bet: str) -> None:
    assert staked({bet: 500}).state.felt == 1500
    assert f"wagers on the {SIDE[bet]} side = $5.01" in refused({bet: 501})


@pytest.mark.parametrize("side", [LEFT, RIGHT], ids=["left", "right"])
def test_BT_3_wagers_on_one_side_are_counted_together(side: tuple[str, ...]) -> None:
    whole, first, second, third = side
    for one, other in ((whole, first), (second, third)):
        assert staked({one: 200, other: 300}).state.felt == 1500
        assert "at most $5, 1/2 of the main wager" in refused({one: 200, other: 301})
    assert staked({whole: 100, second: 150, third: 250}).state.felt == 1500
    assert "at most $5" in refused({whole: 100, second: 151, third: 250})


def test_BT_3_each_side_has_its_own_half() -> None:
    assert staked({"tie-left": 500, "tie-right": 500}).state.felt == 2000
    assert staked({"tie-19": 500, "tie-20": 250, "tie-21": 250}).state.felt == 2000
    assert "left side" in refused({"tie-left": 501, "tie-right": 499})
    assert "right side" in refused({"tie-left": 499, "tie-right": 501})


def test_BT_3_half_of_an_odd_wager_is_rounded_down() -> None:
    assert staked({"tie-left": 500, "tie-right": 500}, main=1001).state.felt == 2001
    assert "left side" in refused({"tie-left": 501}, main=1001)  # half is $5.005
    assert staked({"tie-left": 501}, main=1002).state.felt == 1503
    assert "right side" in refused({"tie-right": 251}, main=500)


# BT-R5: half on each side, or only a total


TOTAL_ONLY: dict[str, OptionValue] = {"BT-R5": "other"}


def test_BT_R5_the_other_reading_caps_only_the_total() -> None:
    options = TOTAL_ONLY
    assert staked({"tie-left": 1000}, options=options).state.felt == 2000
    assert staked({"tie-right": 1000}, options=options).state.felt == 2000
    assert staked({"tie-left": 600, "tie-right": 400}, options=options).state.felt == 2000
    assert "at most $10, 1/1 of the main wager" in refused({"tie-left": 1001}, options=options)
    too_much = refused({"tie-left": 600, "tie-right": 401}, options=options)
    assert "left and right side = $10.01" in too_much


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R5_every_bonus_counts_towards_the_total(bet: str) -> None:
    assert staked({bet: 1000}, options=TOTAL_ONLY).state.felt == 2000
    assert "at most $10" in refused({bet: 1001}, options=TOTAL_ONLY)


@pytest.mark.parametrize("value", [True, False])
def test_BT_R5_a_cap_on_the_total_alone_is_a_reading_and_no_house_option(value: bool) -> None:
    assert "side-caps" not in games.find(GAME).options
    with pytest.raises(RulesError, match="BT-R5"):
        games.find(GAME).rules({"side-caps": value})


@pytest.mark.parametrize("options", [{}, {"BT-R5": "ruled"}])
def test_BT_R5_half_on_each_side_is_the_ruling(options: dict[str, OptionValue]) -> None:
    assert staked({"tie-left": 500, "tie-right": 500}, options=options).state.felt == 2000
    assert "at most $5" in refused({"tie-left": 501}, options=options)


# BT-R6: doubled hands


def test_BT_R6_nothing_can_be_added_to_the_bonuses_of_a_doubled_hand() -> None:
    round_ = play(GAME, "5s Tc 6h 8d", "double", bets={"tie-left": 500})
    more = act.PlaceWagers(1, "player 1", {"main": 2 * UNIT, "tie-left": 2 * 500})
    assert "wagers are closed" in round_.why_not(more)


def test_BT_R6_the_caps_do_not_count_on_a_later_double() -> None:
    # a player who means to double to $20 may still not put more than half of $10 on a side
    assert "at most $5, 1/2 of the main wager" in refused({"tie-left": 1000})
    assert staked({"tie-left": 1000}, main=2 * UNIT).state.felt == 3000


def test_BT_R6_doubling_does_not_raise_what_a_bonus_pays() -> None:
    round_ = play(GAME, "5s Tc 6h 8d 7c", "double", bets={"tie-left": 500})
    assert round_.net() == 15 * 500


# BT-7 and BT-R3: four games

THREE = {"tie-17": 100, "tie-18": 100, "tie-20": 100}
FOUR = {**THREE, "tie-21": 100}
FIVE = {**FOUR, "tie-left": 100}


def test_BT_7_a_player_may_make_four_wagers_the_blackjack_wager_counted() -> None:
    assert staked(THREE).state.felt == 1300
    assert "this game allows 4 separate games" in refused(FOUR)


def test_BT_7_each_hand_of_a_player_has_four_games() -> None:
    table = staked(THREE)
    table.do(act.PlaceWagers(2, "ann", {"main": UNIT, **THREE}))
    assert table.state.felt == 2600


def test_BT_R3_four_games_are_blackjack_and_three_bonuses() -> None:
    assert staked(THREE, options={"BT-R3": "ruled"}).state.felt == 1300
    assert "4 separate games" in refused(FOUR, options={"BT-R3": "ruled"})


def test_BT_R3_the_other_reading_allows_four_bonuses_and_no_fifth() -> None:
    assert staked(FOUR, options={"BT-R3": "other"}).state.felt == 1400
    assert "this game allows 5 separate games" in refused(FIVE, options={"BT-R3": "other"})
