"""Wagers that may not be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss import games
from pitboss.rules.limits import House, WagerError
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table.flow import Want
from tests.bad_input.situations import (
    Case,
    betting,
    check,
    dealer_drawing,
    dealing,
    deciding,
    drawing,
    empty,
    insuring,
    over,
    peeking,
    refused,
    stake,
)
from tests.rounds import Round

WAGERS: list[Case] = [
    (empty, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
    (empty, stake(main=40001), "seat 1: wager main = $400.01: the state's largest single wager"),
    (empty, stake(main=-500), "seat 1: wager main = -500: use whole cents above zero"),
    (empty, stake(main=0), "seat 1: wager main = 0: use whole cents above zero"),
    (empty, stake(main=1000.5), "seat 1: wager main = 1000.5: use whole cents above zero"),
    (empty, stake(main=1000.0), "seat 1: wager main = 1000.0: use whole cents above zero"),
    (empty, stake(main=True), "seat 1: wager main = True: use whole cents above zero"),
    (empty, stake(main="10"), "seat 1: wager main = '10': use whole cents above zero"),
    (empty, stake(main=None), "seat 1: wager main = None: use whole cents above zero"),
    (empty, stake(), "seat 1: wager main is missing: every hand needs main"),
    (empty, stake(main=1000, side=500), "seat 1: bet 'side' is not offered here; use main"),
    (empty, stake(main=1000, insurance=500),
     "seat 1: bet 'insurance' is not offered here; use main"),
    (lambda: empty("half-back"), stake(main=1000),
     "seat 1: wager half-back is missing: every hand needs main and half-back"),
    (lambda: empty("half-back"), stake(half_back=1000),
     "seat 1: wager main is missing: every hand needs main and half-back"),
    (lambda: empty("half-back"), stake(main=1000, half_back=999),
     "seat 1: wager half-back = $9.99: stake exactly main's $10"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1001),
     "seat 1: wager half-back = $10.01: stake exactly main's $10"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, upcard_bonus=99),
     "seat 1: wager upcard-bonus = $0.99: the table's minimum is $1"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, upcard_bonus=0),
     "seat 1: wager upcard-bonus = 0: use whole cents above zero"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, lucky_stiff=100),
     "seat 1: bet 'lucky-stiff' is not offered here; use main, half-back or upcard-bonus"),
    (lambda: empty("blackjack-tie"), stake(main=1000, tie_left=501),
     "seat 1: wagers on the left side = $5.01: stake together at most $5, 1/2 of the main"),
    (lambda: empty("blackjack-tie"), stake(main=1000, tie_right=300, tie_20=201),
     "seat 1: wagers on the right side = $5.01: stake together at most $5, 1/2 of the main"),
    (lambda: empty("blackjack-tie", {"BT-R5": "other"}),
     stake(main=1000, tie_left=500, tie_right=501),
     "seat 1: wagers on the left and right side = $10.01: stake together at most $10, 1/1"),
    (betting, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
    (over, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "action", "sentence"), WAGERS)
def test_a_bad_wager_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize("cents", [1000.0, True, [1000], "1000", None])
def test_an_amount_like_one_approved_before_is_still_looked_at(cents: Any) -> None:
    round_ = betting()
    round_.table.limits.check({"main": 1000})
    sentence = f"wager main = {cents!r}: use whole cents above zero"
    with pytest.raises(WagerError) as caught:
        round_.table.limits.check({"main": cents})
    assert str(caught.value) == sentence
    assert refused(round_, stake(main=cents)) == f"seat 1: {sentence}"


def test_one_cent_approved_before_does_not_make_true_a_wager() -> None:
    rules = games.find("lucky-stiff").rules()
    limits = Table(rules, House(minimum={"lucky-stiff": 1})).limits
    limits.check({"main": 1000, "lucky-stiff": 1})
    with pytest.raises(WagerError, match="wager lucky-stiff = True: use whole cents"):
        limits.check({"main": 1000, "lucky-stiff": True})


NO_WAGERS: list[tuple[Any, str]] = [
    ({"main": [1]}, "seat 1: wager main = [1]: use whole cents above zero"),
    ({"main": {}}, "seat 1: wager main = {}: use whole cents above zero"),
    ({1: 1000}, "seat 1: bet 1 is not offered here; use main"),
    ({}, "seat 1: wager main is missing: every hand needs main"),
    (None, "seat 1: wagers = None: give cents by bet id, such as {'main': 1000}"),
    ([], "seat 1: wagers = []: give cents by bet id, such as {'main': 1000}"),
    (5, "seat 1: wagers = 5: give cents by bet id, such as {'main': 1000}"),
    ("main", "seat 1: wagers = 'main': give cents by bet id, such as {'main': 1000}"),
]


@pytest.mark.parametrize("situation", [empty, betting, over])
@pytest.mark.parametrize(("wagers", "sentence"), NO_WAGERS)
def test_what_is_no_list_of_wagers_changes_nothing(
    situation: Callable[[], Round], wagers: Any, sentence: str
) -> None:
    seat = act.PlaceWagers(1, "ann", wagers)
    assert refused(situation(), seat) == sentence


TAKEN_UP = (
    "wagers cannot be taken up now, only between a round's first wager and its first card (PR-1)"
)

TOO_EARLY_OR_LATE: list[Case] = [
    (dealing, act.CloseWagers(), "the deal has started already; the table waits for a card"),
    (deciding, act.CloseWagers(),
     "the deal has started already; the table waits for seat 1 to decide"),
    (insuring, act.CloseWagers(),
     "the deal has started already; the table waits for insurance from seats [1, 2]"),
    (lambda: peeking("Kd"), act.CloseWagers(),
     "the deal has started already; the table waits for the dealer's peek"),
    (drawing, act.CloseWagers(), "the deal has started already; the table waits for a card"),
    (dealer_drawing, act.CloseWagers(), "the deal has started already; the table waits for a card"),
    (empty, act.WithdrawWagers(1), f"seat 1: {TAKEN_UP}"),
    (dealing, act.WithdrawWagers(1), f"seat 1: {TAKEN_UP}"),
    (deciding, act.WithdrawWagers(2), f"seat 2: {TAKEN_UP}"),
    (insuring, act.WithdrawWagers(1), f"seat 1: {TAKEN_UP}"),
    (dealer_drawing, act.WithdrawWagers(1), f"seat 1: {TAKEN_UP}"),
    (over, act.WithdrawWagers(1), f"seat 1: {TAKEN_UP}"),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "action", "sentence"), TOO_EARLY_OR_LATE)
def test_closing_or_taking_up_wagers_at_the_wrong_time_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


def second_round() -> Round:
    """Ann has staked $10 for the round after one that is settled."""
    round_ = over()
    round_.table.do(stake(main=1000))
    return round_


@pytest.mark.parametrize("situation", [betting, second_round])
def test_a_copy_made_while_betting_is_a_table_by_itself(situation: Callable[[], Round]) -> None:
    table = situation().table
    twin = table.copy()
    before, log = table.state.snapshot(), list(table.log)
    twin.do(act.WithdrawWagers(1))
    assert twin.state.seats == []
    assert (table.state.snapshot(), table.log) == (before, log)
    empty_felt = twin.state.snapshot()
    table.do(act.CloseWagers())
    assert table.want == Want.PLAYER_CARD
    assert twin.want == Want.WAGERS
    assert twin.state.snapshot() == empty_felt
    assert refused(Round(twin), act.CloseWagers()) == (
        "the deal cannot start: at least one seat must have a wager"
    )


def test_a_copy_can_go_on_while_the_original_waits() -> None:
    table = betting().table
    twin = table.copy()
    before = table.state.snapshot()
    twin.do(stake(2, "bob", main=500))
    twin.do(stake(1, "ann", main=2000))
    twin.do(act.CloseWagers())
    assert table.state.snapshot() == before
    table.do(act.WithdrawWagers(1))
    assert [seat.stakes for seat in twin.state.seats] == [{"main": 2000}, {"main": 500}]
