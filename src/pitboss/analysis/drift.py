"""Which pay line drifts: what one line paid wrong does to the money, and how soon that shows.

Three things may be known of a table, and each says another thing about a line that is overpaid:

- every settled wager with its line and what it was paid: the line is known the first time it comes
  up, after `rounds_until_seen` rounds;
- how often each line came and the money in all: the money is not what the lines come to, and the
  gap says which line (`gap_suspects`), as soon;
- the money alone: every line has a chance, so `rounds_until_outside` rounds pass before the sum
  leaves its band, and lines that come about equally often cannot be told apart (`money_suspects`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, isclose, log, log1p
from typing import NamedTuple

from pitboss.analysis.exact_sums import Rounds, house_win
from pitboss.analysis.shared_results import SharedResults

SURE = 0.999
"""The band that an alert is about."""
POWER = 0.95
"""How often a line that drifts is found within the rounds that are told."""
ALIKE = 20.0
"""Suspects that explain the money so many times worse than the best one are let go."""
MOST_ROUNDS = 1 << 34


class Suspect(NamedTuple):
    """A line that may have been paid wrong."""

    line: str
    units: float
    """Paid too much, to one; below zero if too little."""
    likelihood: float
    """How likely the money is if it was, next to the best suspect's; 1 for the best."""


def drifting_lines(shared: SharedResults) -> list[str]:
    """Lines that can be paid wrong one by one: all that always pay the same."""
    return [line for line in shared.line_pays() if shared.chance_of(line) > 0]


def rounds_until_seen(chance: float, power: float = POWER) -> int:
    """Rounds within which a line comes up at least once, so often.

    >>> rounds_until_seen(0.5, 0.95)        # a half to the fifth is 3 in 100
    5
    """
    return ceil(log(1 - power) / log1p(-chance)) if chance < 1 else 1


def rounds_until_outside(
    shared: SharedResults, line: str, units: float = 1.0, *, seats: int = 1, power: float = POWER
) -> int:
    """Rounds after which the money is outside its band this often, a line being paid wrong."""
    wrong = shared.overpaid(line, units)

    def found(rounds: int) -> bool:
        played: Rounds = {(100,) * seats: rounds}
        band = house_win(shared, played).band(SURE)
        return house_win(wrong, played).beyond(band) >= power

    high = 16
    while not found(high):
        high *= 2
        if high > MOST_ROUNDS:
            return high
    low = high // 2
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if found(middle) else (middle, high)
    return high


def money_suspects(shared: SharedResults, rounds: Rounds, win: float) -> list[Suspect]:
    """Lines which, paid one unit wrong, explain the money; the best first.

    A suspect is kept whose likelihood is at least a twentieth of the best one's: the line that
    drifts is among them in at least 19 cases of 20, and no more can be known from a sum.
    """
    found = []
    for line in drifting_lines(shared):
        for units in (1.0, -1.0):
            if shared.line_pays()[line] + units >= -1:
                at = house_win(shared.overpaid(line, units), rounds).at(win)
                found.append(Suspect(line, units, at))
    best = max((one.likelihood for one in found), default=0.0)
    if not best:
        return []
    kept = [one._replace(likelihood=one.likelihood / best) for one in found]
    return sorted(
        (one for one in kept if one.likelihood * ALIKE >= 1), key=lambda one: -one.likelihood
    )


def gap_suspects(counts: Mapping[str, int], overpaid: float) -> list[Suspect]:
    """Lines that explain why players got so many stakes more than the lines come to.

    One that was wrong by whole units every time comes before one that was wrong by a half; lines
    that explain it equally well are all named.
    """
    found = []
    for line, count in counts.items():
        if not count:
            continue
        units = overpaid / count
        halves = round(units * 2)
        if halves and isclose(units, halves / 2, abs_tol=1e-9):
            simple = 1.0 / abs(units) if float(units).is_integer() else 0.5 / abs(units)
            found.append(Suspect(line, halves / 2, min(simple, 1.0)))
    best = max((one.likelihood for one in found), default=1.0)
    found = [one._replace(likelihood=one.likelihood / best) for one in found]
    return sorted(found, key=lambda one: -one.likelihood)
