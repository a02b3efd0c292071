"""What a table earns: hold an hour and its spread, how long luck can last, exposure, ruin.

Expectations and deviations of one seat are the solver's. Seats of one round share the dealer's
hand, so their results go together; how much is not known to the solver and is told to these
functions (`TableStakes.between_seats`), for example by a simulation of two seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from pitboss.analysis.amounts import check_amounts
from pitboss.analysis.exposure import most_units
from pitboss.analysis.round_results import NetResults, results_of
from pitboss.analysis.solution import Solution
from pitboss.rules.errors import RulesError

MOST_SEATS = 9
SURE = (0.95, 0.999)
"""How sure one wants to be."""
RUIN = 0.001
"""The chance of ruin that a bankroll is worked out for."""


class TableStakes(NamedTuple):
    """How a table is played."""

    wagers: Mapping[str, float]
    """Dollars on each wager at every seat in an average round, by id; an opening wager's follow the
    first one's. A side bet of $5 that every second player makes is 2.5."""
    seats: int = 1
    rounds_per_hour: float = 60.0
    between_seats: float = 0.0
    """Covariance of two seats' results of a round, in dollars squared; 0: independent."""


class BetMoney(NamedTuple):
    """What one wager brings the house in an hour."""

    bet: str
    name: str
    handle: float
    """Dollars staked before the deal in an hour."""
    hold: float
    """Dollars the house keeps of them on average."""
    sd: float
    """Standard deviation of an hour's hold, the wager alone, seats independent."""


class TableMoney(NamedTuple):
    """What a table brings the house, in dollars."""

    bets: list[BetMoney]
    hold_per_round: float
    sd_per_round: float
    """Of all seats together."""
    rounds_per_hour: float
    largest_loss: float
    """What the house pays in a round at most: the top result of every wager at every seat, whether
    or not they can come together."""
    likely_loss: float
    """What the house loses or more in one round of a thousand, at one seat."""

    @property
    def hold_per_hour(self) -> float:
        """Dollars the house keeps in an hour on average."""
        return self.hold_per_round * self.rounds_per_hour

    @property
    def sd_per_hour(self) -> float:
        """The standard deviation of an hour's hold."""
        return self.sd_per_round * sqrt(self.rounds_per_hour)

    def hours_until_ahead(self, sure: float) -> float | None:
        """Hours after which the house is ahead with this certainty; None if it never is.

        >>> money = TableMoney([], 1.0, 10.0, 100.0, 0.0, 0.0)
        >>> round(money.hours_until_ahead(0.95), 3)     # (1.6449 × 10 / 1)² rounds
        2.706
        """
        if self.hold_per_round <= 0:
            return None
        rounds = (NormalDist().inv_cdf(sure) * self.sd_per_round / self.hold_per_round) ** 2
        return rounds / self.rounds_per_hour

    def band(self, hours: float, sure: float) -> tuple[float, float]:
        """What the hold of so many hours lies between with this certainty, both ends alike."""
        check_amounts(hours=hours)
        reach = NormalDist().inv_cdf((1 + sure) / 2) * self.sd_per_hour * sqrt(hours)
        return self.hold_per_hour * hours - reach, self.hold_per_hour * hours + reach

    def worst(self, hours: float, sure: float) -> float:
        """The hold of so many hours that is undercut in no more than the rest of the cases."""
        check_amounts(hours=hours)
        reach = NormalDist().inv_cdf(sure) * self.sd_per_hour * sqrt(hours)
        return self.hold_per_hour * hours - reach

    def ruin(self, bankroll: float) -> float:
        """The chance that a house with so many dollars ever loses them all at this table.

        That of a walk with this drift and spread, exp(−2 × hold × bankroll / variance): a game that
        gives something away ruins everyone in time.
        """
        check_amounts(bankroll=bankroll)
        if self.hold_per_round <= 0:
            return 1.0
        return exp(-2 * self.hold_per_round * bankroll / self.sd_per_round**2)

    def bankroll_for(self, ruin: float = RUIN) -> float | None:
        """Dollars with which the chance of ruin is this; None where no money is enough."""
        if self.hold_per_round <= 0:
            return None
        return -log(ruin) * self.sd_per_round**2 / (2 * self.hold_per_round)


def table_money(
    solution: Solution, stakes: TableStakes, results: NetResults | None = None
) -> TableMoney:
    """What a table brings that is played as a solution says.

    `results` are those of the solution's rounds with these wagers, where somebody has them already.
    """
    dollars = _checked(solution, stakes)
    wagers, covariance = solution.covariance()
    expectations = solution.figures.expectations()
    amounts = np.array([dollars.get(bet, 0.0) for bet in wagers])
    one_seat = float(amounts @ covariance @ amounts)
    seats = stakes.seats
    variance = seats * one_seat + seats * (seats - 1) * stakes.between_seats
    per_hour = seats * stakes.rounds_per_hour
    bets = [
        BetMoney(
            bet, solution.bets[bet].name, amount * per_hour, -ev * amount * per_hour,
            sqrt(max(covariance[at, at], 0.0) * per_hour) * amount,
        )
        for at, (bet, amount, ev) in enumerate(
            zip(wagers, amounts.tolist(), expectations.tolist(), strict=True)
        )
    ]  # fmt: skip
    unit = dollars[solution.tables.opening[0]]
    found = results or results_of(_with_stakes(solution, dollars, unit))
    return TableMoney(
        bets, -float(amounts @ expectations) * seats, sqrt(max(variance, 0.0)),
        stakes.rounds_per_hour, seats * _most_won(solution, dollars),
        unit * _reached(found, RUIN),
    )  # fmt: skip


def _checked(solution: Solution, stakes: TableStakes) -> dict[str, float]:
    check_amounts(rounds_per_hour=stakes.rounds_per_hour)
    if not 1 <= stakes.seats <= MOST_SEATS or stakes.seats != int(stakes.seats):
        raise RulesError(f"seats = {stakes.seats:g}: use 1 to {MOST_SEATS}")
    first, *others = solution.tables.opening
    known = solution.figures.wagers
    for bet, amount in stakes.wagers.items():
        if bet not in known:
            raise RulesError(f"wager {bet!r}: the game has {', '.join(known)}")
        if bet != first and not amount:
            continue
        check_amounts(**{f"wager {bet}": amount})
    if first not in stakes.wagers:
        raise RulesError(f"wager {first}: say how many dollars are staked on it")
    return {**stakes.wagers, **dict.fromkeys(others, stakes.wagers[first])}


def _with_stakes(solution: Solution, dollars: Mapping[str, float], unit: float) -> Solution:
    return solution.restaked({bet: amount / unit for bet, amount in dollars.items() if amount})


def _most_won(solution: Solution, dollars: Mapping[str, float]) -> float:
    """Dollars that one seat can win in a round at most; insurance is not taken."""
    units, _ = most_units(solution.tables)
    tops = {bet.id: max(float(event.pays) for event in bet.events) for bet in solution.tables.bets}
    sides = sum(dollars.get(bet, 0.0) * pays for bet, pays in tops.items())
    return dollars[solution.tables.opening[0]] * units + sides


def _reached(results: NetResults, chance: float) -> float:
    """The largest net result that comes or is passed as often as this."""
    above = 0.0
    for row in reversed(results.rows):
        above += row.chance
        if above >= chance:
            return row.net
    return results.rows[0].net
