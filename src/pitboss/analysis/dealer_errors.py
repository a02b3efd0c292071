"""What it costs when a dealer pays wrong: the edge of a wager, and dollars in an hour.

Every line of a wager can be settled one step too high or too low. On a side bet a step leads to the
next pay of its table, because that is what gets confused; on the wagers of the game itself it is
one unit. A loser that is left standing is one step too high as well.

>>> from pitboss.analysis.solving import solve
>>> found = mistakes_of(solve("blackjack"))
>>> natural = next(one for one in found if one.event == "natural" and one.error > 0)
>>> natural.says
'paid 2 to 1 instead of paid 3 to 2'
>>> f"{natural.house_edge:.4%} becomes {natural.edge_with_errors:.4%}"
'0.6154% becomes 0.5927%'
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.analysis.paytables import Pace
from pitboss.analysis.solution import Solution
from pitboss.exact.figures import Line
from pitboss.rules.limits import Limits
from pitboss.rules.settlement import NONE
from pitboss.rules.sign import event_words

ONCE_IN_A_HUNDRED = 0.01
SEATS, ROUNDS_PER_HOUR = 7, 60
"""The table that mistakes are priced for."""


class Mistake(NamedTuple):
    """A line of a wager that is now and then settled one step wrong."""

    wager: str
    """Its id."""
    wager_name: str
    opening: bool
    """Whether it is a wager of the game itself."""
    event: str
    """The line's name in figures."""
    label: str
    """The same in words for people."""
    chance: float
    """How often the line comes, by round."""
    per_stake: float
    """The same, by unit staked on the wager: insurance is not staked every round."""
    pays: float
    """What it should bring, to one."""
    paid: float
    """What it brings when the mistake is made, to one."""
    house_edge: float
    """Of the wager, without mistakes."""
    rate: float
    """How often it is settled wrong, of the times it comes."""

    @property
    def error(self) -> float:
        """Units that the player gets too much; negative if too little."""
        return self.paid - self.pays

    @property
    def edge_with_errors(self) -> float:
        """The wager's house edge when the mistake is made so often."""
        return self.house_edge - self.rate * self.per_stake * self.error

    @property
    def says(self) -> str:
        """What is done wrong."""
        return f"{self._settled(self.paid)} instead of {self._settled(self.pays)}"

    def _settled(self, pays: float) -> str:
        if pays == 0:
            return "pushed"
        several_units = self.opening and abs(self.pays) >= 2
        if several_units:
            amount = f"{abs(pays):g} unit{'s' if abs(pays) != 1 else ''}"
            return f"paid {amount}" if pays > 0 else f"taken for {amount}"
        return f"paid {odds_text(pays)}" if pays > 0 else "taken" if pays == -1 else "half taken"

    def dollars_per_hour(self, pace: Pace) -> float:
        """What the house loses by it in an hour at a pace; negative if the players do."""
        return self.rate * self.chance * self.error * pace.staked_per_hour


def mistakes_of(solution: Solution, rate: float = ONCE_IN_A_HUNDRED) -> list[Mistake]:
    """Every line of every wager, settled a step too high and a step too low so often.

    Rounds of several hands are left out: each is paid like any other, and the line is a mean.
    """
    found: list[Mistake] = []
    for bet in solution.bets.values():
        opening = bet.id in solution.rules.wagers.opening
        lines = _settled_by_hand(solution, bet.id) if opening else bet.lines
        labels = _labels(solution, bet.id)
        staked = solution.insured()[0] if bet.id == "insurance" else 1.0
        for line in lines:
            steps = _one_unit_off(line.pays) if opening else _one_line_off(line.pays, lines)
            found += [
                Mistake(
                    bet.id, bet.name, opening, line.event, labels.get(line.event, line.event),
                    line.chance * staked, line.chance, line.pays, paid, bet.house_edge, rate,
                )
                for paid in steps
            ]  # fmt: skip
    return found


def at_smallest_wagers(solution: Solution) -> dict[str, Pace]:
    """The smallest wagers of the table at every seat; on insurance its part of the opening ones."""
    rules = solution.rules
    cents = Limits(solution.tables).minimum
    paces = {bet: Pace(stake / 100, SEATS, ROUNDS_PER_HOUR) for bet, stake in cents.items()}
    if "insurance" in solution.bets:
        share = rules.insurance.share
        covered = sum(cents[bet] for bet in rules.insurance.covers)
        stake = covered * share.part / share.over / 100
        paces["insurance"] = Pace(stake, SEATS, ROUNDS_PER_HOUR)
    return paces


def costliest(mistakes: list[Mistake], paces: Mapping[str, Pace], most: int = 5) -> list[Mistake]:
    """The mistakes that cost the house most in an hour, at the pace of each wager."""
    costs = [one for one in mistakes if one.error > 0 and one.wager in paces]
    return sorted(costs, key=lambda one: -one.dollars_per_hour(paces[one.wager]))[:most]


def odds_text(pays: float) -> str:
    """What a line brings, as a sign says it: ``3 to 2``, ``40 to 1``, ``push`` or ``loss``.

    >>> odds_text(1.5), odds_text(40.0), odds_text(0.0), odds_text(-1.0), odds_text(-0.5)
    ('3 to 2', '40 to 1', 'push', 'loss', 'loss of 1/2')
    """
    if pays > 0:
        odds = Fraction(pays).limit_denominator(1000)
        return f"{odds.numerator} to {odds.denominator}"
    if pays == 0:
        return "push"
    lost = Fraction(-pays).limit_denominator(1000)
    return "loss" if lost == 1 else f"loss of {lost}"


def _labels(solution: Solution, wager: str) -> dict[str, str]:
    """What people are told of the lines of a side bet."""
    side_bet = next((bet for bet in solution.rules.bets if bet.id == wager), None)
    return event_words(side_bet) if side_bet else {}


def _settled_by_hand(solution: Solution, wager: str) -> list[Line]:
    """Lines of an opening wager that stand for one hand with the wager still on it."""
    figures = solution.figures
    index = figures.wagers.index(wager)
    outcomes = figures.outcomes
    means = {
        label
        for label, part in zip(outcomes.labels[index], outcomes.split, strict=True)
        if part != NONE
    }
    gone = {group.done for group in figures.holdings.groups if index in group.returned}
    return [line for line in figures.lines(index) if line.event not in means | gone]


def _one_unit_off(pays: float) -> list[float]:
    """One unit more, and one less where there is one to take."""
    less = [math.ceil(pays) - 1.0] if pays > -1 else []
    return [math.floor(pays) + 1.0, *less]


def _one_line_off(pays: float, lines: list[Line]) -> list[float]:
    """The next pay of the table above and below; above the highest, one unit more."""
    table = {-1.0, 0.0, *(line.pays for line in lines)}
    higher = min((pay for pay in table if pay > pays), default=pays + 1.0)
    return [higher, *sorted(pay for pay in table if pay < pays)[-1:]]
