"""Blackjack Tie: a cap on what a bonus pays in a round, and how winners share it (BT-8, BT-R9)."""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT
from tests.rules.blackjack_tie import GAME, tie


def ties_on_21(stakes: list[int], house: House | None = None, **beside: int) -> Table:
    """A round in which every seat ties the dealer's 21, each with its own stake on it."""
    table = Table(games.find(GAME).rules(), house)
    another_round_on_21(table, stakes, **beside)
    return table


def another_round_on_21(table: Table, stakes: list[int], **beside: int) -> None:
    others = {name.replace("_", "-"): cents for name, cents in beside.items()}
    for seat, cents in enumerate(stakes, start=1):
        wagers = {"main": UNIT, "tie-21": cents, **others}
        table.do(act.PlaceWagers(seat, f"player {seat}", wagers))
    table.do(act.CloseWagers())
    for card in ["Ts"] * len(stakes) + ["6c"] + ["5h"] * len(stakes) + ["Td"]:
        table.deal(cards.parse(card))
    for seat in range(1, len(stakes) + 1):
        table.do(act.move(seat, "hit"))
        table.deal(cards.parse("6h"))
    table.deal(cards.parse("5d"))
    assert not table.playing


def won(table: Table, bet: str = "tie-21") -> dict[int, int]:
    """Cents each seat won on a bet, over all rounds."""
    totals: dict[int, int] = {}
    for event in table.log:
        if isinstance(event, ev.WagerSettled) and event.bet == bet:
            totals[event.seat] = totals.get(event.seat, 0) + event.returned - event.stake
    return totals


def capped(cents: int, bet: str = "tie-21", most: int = 500) -> House:
    """A house that caps what it pays on a bet whose largest wager is `most`."""
    return House(maximum={bet: most}, aggregate={bet: cents})


# BT-8: an aggregate cap


def test_BT_8_payouts_are_not_capped_unless_the_house_says_so() -> None:
    assert won(ties_on_21([500, 500, 500])) == {1: 62500, 2: 62500, 3: 62500}  # 125 times 500


def test_BT_8_the_house_may_cap_what_a_bonus_pays_in_a_round() -> None:
    table = ties_on_21([500, 500], capped(50000))
    assert sum(won(table).values()) == 50000
    assert table.state.players == {"player 1": 25000, "player 2": 25000}  # stakes come back too


def test_BT_8_a_cap_that_is_not_reached_changes_nothing() -> None:
    assert won(ties_on_21([500], capped(62500))) == {1: 62500}
    assert won(ties_on_21([500], capped(62499))) == {1: 62499}


def test_BT_8_the_cap_is_for_one_round() -> None:
    house = capped(25000)
    table = ties_on_21([500], house)
    assert won(table) == {1: 25000}
    another_round_on_21(table, [200])  # 125 times 200, again all of the cap
    assert won(table) == {1: 25000 + 25000}


def test_BT_8_a_cap_on_one_bonus_leaves_the_others_alone() -> None:
    table = ties_on_21([300, 300], capped(25000), tie_right=200)
    assert won(table) == {1: 12500, 2: 12500}
    assert won(table, "tie-right") == {1: 20 * 200, 2: 20 * 200}


def test_BT_8_a_cap_lies_at_or_above_the_largest_wager_at_50_to_1() -> None:
    with pytest.raises(RulesError, match=r"use \$250 or more, the largest wager there, \$5, at"):
        ties_on_21([500], capped(24999))
    assert won(ties_on_21([500], capped(25000))) == {1: 25000}


@pytest.mark.parametrize(
    ("bet", "paytable"),
    [("tie-left", 1), ("tie-right", 1), ("tie-18", 1), ("tie-20", 1), ("tie-17", 2), ("tie-19", 2)],
)
def test_BT_8_a_prize_below_50_to_1_is_not_capped(bet: str, paytable: int) -> None:
    with pytest.raises(RulesError, match="prizes below 50 to 1 may not be capped"):
        tie("17", paytable=paytable, house=capped(100_000, bet))


@pytest.mark.parametrize(("bet", "on"), [("tie-17", "17"), ("tie-19", "19")])
def test_BT_8_a_prize_of_50_to_1_may_be_capped(bet: str, on: str) -> None:
    assert tie(on, {bet: 500}, house=capped(25000, bet)).net(bet) == 25000


def test_BT_8_the_blackjack_wager_itself_is_not_capped() -> None:
    with pytest.raises(RulesError, match="only bonus bets can have one"):
        tie("17", house=House(aggregate={"main": 10_000_000}))


# BT-R9: what each winner gets


def test_BT_R9_winners_share_the_cap_in_proportion() -> None:
    # due are 62500, 37500 and 25000, five times the cap
    table = ties_on_21([500, 300, 200], capped(25000))
    assert won(table) == {1: 12500, 2: 7500, 3: 5000}


def test_BT_R9_what_does_not_divide_is_paid_to_the_last_cent_of_the_cap() -> None:
    table = ties_on_21([500, 500, 500], capped(25000))
    assert sum(won(table).values()) == 25000
    assert set(won(table).values()) <= {8333, 8334}  # 25000 / 3


def test_BT_R9_seats_that_lose_do_not_count() -> None:
    # seat 1 ties on 21, seat 2 stands on 15 and loses
    table = Table(games.find(GAME).rules(), capped(25000))
    for seat in (1, 2):
        table.do(act.PlaceWagers(seat, f"player {seat}", {"main": UNIT, "tie-21": 500}))
    table.do(act.CloseWagers())
    for card in cards.parse_all("Ts Ts 6c 5h 5h Td"):
        table.deal(card)
    table.do(act.move(1, "hit"))
    table.deal(cards.parse("6h"))
    table.do(act.move(2, "stand"))
    table.deal(cards.parse("5d"))
    assert won(table) == {1: 25000, 2: -500}
