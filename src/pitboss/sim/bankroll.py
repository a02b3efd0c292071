"""Rounds one after another: streaks, a player's bankroll, and what the house holds in an hour."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.errors import RulesError
from pitboss.sim.outcomes import Outcomes
from pitboss.sim.statistics import CASES, DIGITS, SURE, Results, decode, stakes_of, totals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PERCENTILES = (5, 25, 50, 75, 95)
POINTS = 100
"""Steps at which the percentiles of a bankroll are kept."""
BLOCK = 1 << 22
"""Rounds whose bankrolls are in memory at a time."""
AHEAD = 1.6448536269514722
"""Standard deviations below a mean that 95 cases of 100 lie above."""


def round_results(
    outcomes: Outcomes, codes: Ints, stakes: Mapping[str, float], *, seed: int
) -> Floats:
    """The net result of each round in units, in the order of `codes`.

    Where a code leaves the dealer's suits open, `seed` decides them: the same codes and seed give
    the same results.
    """
    used, places = np.unique(codes, return_inverse=True)
    worth = totals(decode(outcomes, used).pays, stakes_of(outcomes, stakes))
    cases = np.random.default_rng(seed).integers(CASES, size=len(codes), dtype=np.int8)
    found: Floats = worth[places, cases]
    return found


class Streaks(NamedTuple):
    """The longest runs of rounds won and of rounds lost.

    A push neither counts nor breaks a run: a loss, a push and a loss are two losses in a row.
    """

    longest_win: int
    longest_loss: int
    rounds: int
    """All rounds, pushes included."""

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return self._asdict()


def streaks(results: Floats) -> Streaks:
    """The longest runs in a sequence of round results."""
    path = np.sign(np.asarray(results)).reshape(1, -1)
    return Streaks(int(_longest(path, 1)[0]), int(_longest(path, -1)[0]), path.size)


def _longest(signs: Floats, wanted: int) -> Ints:
    """The longest run of one sign in each path, zeros taken out."""
    path, _ = np.nonzero(signs)
    found = np.zeros(len(signs), dtype=np.int64)
    if not len(path):
        return found
    sign = signs[signs != 0]
    breaks = (sign[1:] != sign[:-1]) | (path[1:] != path[:-1])
    starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
    lengths = np.diff(starts, append=len(sign))
    right = sign[starts] == wanted
    np.maximum.at(found, path[starts][right], lengths[right])
    return found


class Bankroll:
    """What becomes of a starting bankroll on many paths of equally many rounds.

    `results` is an array of paths × rounds, `start` the bankroll and `stake` what a round costs
    before the deal, all in units. A path is ruined by the first round after which less than `stake`
    is left: the next round cannot be begun, also when there would have been none. It stays at what
    it has then, and rounds after it are not played. Doubles, splits and the like are always made:
    the money for them is found where the bankroll lacks it, so a ruined path may end below zero.
    """

    def __init__(self, results: Floats, *, start: float, stake: float) -> None:
        if results.ndim != 2 or not results.size:
            raise RulesError(
                f"results of shape {results.shape}: give paths × rounds, at least one of each"
            )
        if not 0 < stake < inf:
            raise RulesError(f"stake = {stake:g}: use a number above 0")
        if not stake <= start < inf:
            raise RulesError(f"start = {start:g}: use at least {stake:g}, the stake of one round")
        self.start, self.stake = float(start), float(stake)
        self.paths, self.rounds = int(results.shape[0]), int(results.shape[1])
        steps = np.linspace(0, self.rounds, min(POINTS, self.rounds) + 1)
        self.points: Ints = np.unique(steps.round().astype(np.int64))
        block = max(BLOCK // self.rounds, 1)
        followed = [
            self._follow(results[first : first + block]) for first in range(0, self.paths, block)
        ]
        ruined, balances, losses = (np.concatenate(part) for part in zip(*followed, strict=True))
        self.ruined = int(ruined.sum())
        self.percentiles: dict[int, Floats] = dict(
            zip(PERCENTILES, np.percentile(balances, PERCENTILES, axis=0), strict=True)
        )
        """By percentile: the bankroll at each of `points`, ruined paths included."""
        self.longest_losses: Ints = losses
        """Each path's longest run of lost rounds, as `Streaks` counts them."""

    def _follow(self, results: Floats) -> tuple[NDArray[np.bool_], Floats, Ints]:
        """Of some paths: which are ruined, their bankroll at `points`, their longest losing run."""
        balance = np.full((len(results), self.rounds + 1), self.start)
        balance[:, 1:] += np.cumsum(results, axis=1)
        below = np.round(balance, DIGITS) < self.stake
        ruined = np.asarray(below.any(axis=1))
        ends = np.where(ruined, below.argmax(axis=1), self.rounds)[:, None]
        shown = np.take_along_axis(balance, np.minimum(self.points, ends), axis=1)
        played = np.where(np.arange(self.rounds) < ends, np.sign(results), 0.0)
        return ruined, shown, _longest(played, -1)

    @property
    def ruin(self) -> float:
        """Share of paths that were ruined: the risk of ruin in so many rounds."""
        return self.ruined / self.paths

    @property
    def ruin_error(self) -> float:
        """Its binomial standard error."""
        return sqrt(self.ruin * (1 - self.ruin) / self.paths)

    @property
    def ruin_confidence(self) -> tuple[float, float]:
        """Where the true risk lies in 95 cases of 100; it says something also if none is ruined."""
        extra = SURE**2 / self.paths
        middle = self.ruin + extra / 2
        reach = sqrt(extra * self.ruin * (1 - self.ruin) + extra**2 / 4)
        return max((middle - reach) / (1 + extra), 0.0), min((middle + reach) / (1 + extra), 1.0)

    @property
    def final(self) -> dict[int, float]:
        """Percentiles of the bankroll after the last round."""
        return {percent: float(values[-1]) for percent, values in self.percentiles.items()}

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "paths": self.paths,
            "rounds": self.rounds,
            "start": self.start,
            "stake": self.stake,
            "ruin": {
                "probability": self.ruin,
                "error": self.ruin_error,
                "confidence": list(self.ruin_confidence),
            },
            "percentiles": {
                "round": self.points.tolist(),
                **{str(percent): values.tolist() for percent, values in self.percentiles.items()},
            },
            "final": {str(percent): value for percent, value in self.final.items()},
            "longest_loss": {
                "median": float(np.median(self.longest_losses)),
                "most": int(self.longest_losses.max()),
            },
        }


class Hold(NamedTuple):
    """What a table wins for the house in an hour, all seats together, in money."""

    seats: int
    rounds_per_hour: float
    unit: float
    win_per_hour: float
    win_error: float
    """Standard error of the expected win: how well the simulation knows it; infinite where that
    cannot be said.
    """
    sd_per_hour: float
    """Standard deviation of an hour's win."""
    hours_until_ahead: float | None
    """Hours after which the house is ahead in 95 cases of 100, by this estimate; None where it
    never will be, or where the error of the win is not known.
    """
    hours_until_ahead_confidence: tuple[float | None, float | None]
    """The same at both ends of what the win may be in 95 cases of 100."""

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON; an error that is not known is None."""
        error = None if self.win_error == inf else self.win_error
        return {**self._asdict(), "win_error": error}


def hold(results: Results, *, rounds_per_hour: float, unit: float) -> Hold:
    """What the house holds, with `unit` the money on the first opening wager.

    Rounds are taken as independent, the seats of a round as they were dealt. Over h hours the win
    is close to normal with mean h × win and deviation √h × sd, so it is above zero in 95 cases of
    100 once h = (1.645 × sd / win)². The win is an estimate, so h is one too.
    """
    for name, value in (("rounds_per_hour", rounds_per_hour), ("unit", unit)):
        if not 0 < value < inf:
            raise RulesError(f"{name} = {value:g}: use a number above 0")
    seats, one = results.seats, results.round
    variance = seats * one.sd**2 + seats * (seats - 1) * (results.seat_covariance or 0.0)
    win = -one.mean * seats * rounds_per_hour * unit
    sd = sqrt(max(variance, 0.0) * rounds_per_hour) * unit
    error = one.se * seats * rounds_per_hour * unit

    def hours(won: float) -> float | None:
        return (AHEAD * sd / won) ** 2 if won > 0 and isfinite(error) else None

    return Hold(
        seats=seats,
        rounds_per_hour=rounds_per_hour,
        unit=unit,
        win_per_hour=win,
        win_error=error,
        sd_per_hour=sd,
        hours_until_ahead=hours(win),
        hours_until_ahead_confidence=(hours(win + SURE * error), hours(win - SURE * error)),
    )
