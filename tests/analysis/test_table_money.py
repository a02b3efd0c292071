"""Money of a table against sums a person can check."""

from __future__ import annotations

from math import exp, sqrt

import pytest

import pitboss
from pitboss.analysis.round_results import results_of
from pitboss.analysis.table_money import TableStakes, table_money
from pitboss.rules.errors import RulesError

SEATS, PACE, UNIT, SIDE = 5, 70.0, 25.0, 5.0


def test_hold_spread_and_what_follows_from_them() -> None:
    solved = pitboss.solve("lucky-stiff", bets={"lucky-stiff": SIDE / UNIT})
    money = table_money(solved, TableStakes({"main": UNIT, "lucky-stiff": SIDE}, SEATS, PACE))
    main, side = solved.bets["main"], solved.bets["lucky-stiff"]
    hold = SEATS * PACE * (UNIT * main.house_edge + SIDE * side.house_edge)
    assert money.hold_per_hour == pytest.approx(hold)
    assert [bet.hold for bet in money.bets] == pytest.approx(
        [SEATS * PACE * UNIT * main.house_edge, SEATS * PACE * SIDE * side.house_edge]
    )
    assert [bet.handle for bet in money.bets] == [SEATS * PACE * UNIT, SEATS * PACE * SIDE]
    # five independent seats: the variance of a round of both wagers, five times
    assert money.sd_per_round == pytest.approx(sqrt(SEATS) * UNIT * solved.round.sd, rel=1e-9)
    hours = money.hours_until_ahead(0.95)
    assert hours is not None
    assert money.worst(hours, 0.95) == pytest.approx(0.0, abs=1e-6)
    low, high = money.band(4.0, 0.95)
    assert (low + high) / 2 == pytest.approx(4 * hold)
    assert high - low == pytest.approx(2 * 1.959964 * money.sd_per_hour * 2, rel=1e-6)
    enough = money.bankroll_for(0.001)
    assert enough is not None
    assert money.ruin(enough) == pytest.approx(0.001)
    assert money.ruin(1000.0) == pytest.approx(
        exp(-2 * money.hold_per_round * 1000 / money.sd_per_round**2)
    )


def test_seats_that_go_together_spread_more() -> None:
    solved = pitboss.solve("blackjack")
    alone = table_money(solved, TableStakes({"main": 10.0}))
    two = table_money(solved, TableStakes({"main": 10.0}, 2, between_seats=50.0))
    assert two.sd_per_round**2 == pytest.approx(2 * alone.sd_per_round**2 + 2 * 50)
    # four hands, each doubled and won, is the most a hand of this game can bring
    assert alone.largest_loss == 80.0
    rows = results_of(solved).rows
    reached, passed = (
        sum(row.chance for row in rows if row.net >= least)
        for least in (alone.likely_loss / 10, alone.likely_loss / 10 + 0.5)
    )
    assert reached >= 0.001 > passed


def test_a_game_that_gives_money_away_is_never_surely_ahead() -> None:
    generous = pitboss.solve("blackjack", decks=1, soft17="stand")
    money = table_money(generous, TableStakes({"main": 10.0}))
    assert money.hold_per_hour < 0
    assert money.hours_until_ahead(0.95) is None
    assert money.bankroll_for() is None
    assert money.ruin(1e6) == 1.0


@pytest.mark.parametrize(
    ("stakes", "sentence"),
    [
        (TableStakes({}), "wager main: say how many dollars"),
        (TableStakes({"main": 10.0, "bonus": 1.0}), "wager 'bonus': the game has main"),
        (TableStakes({"main": -1.0}), "wager main = -1: use more than 0"),
        (TableStakes({"main": 1.0}, seats=12), "seats = 12: use 1 to 9"),
        (TableStakes({"main": 1.0}, rounds_per_hour=0), "rounds_per_hour = 0: use more than 0"),
    ],
)
def test_bad_stakes_are_refused_in_a_sentence(stakes: TableStakes, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        table_money(pitboss.solve("blackjack"), stakes)
