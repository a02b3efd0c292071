"""What many rounds bring together: the whole distribution of a sum, not its mean and deviation.

Rounds are independent, and wagers of one round given the dealer's hand. With φ_h(ω) the
characteristic function of a wager's unit result against hand h, a round with stakes s₁, s₂, … has
Σ_h w_h Π φ_h(sᵢω), rounds together have the product over rounds, and a Fourier transform makes
probabilities of it. Results lie on a lattice (the greatest common divisor of all stakes times all
pays), so nothing is approximated but where a lattice would have more than `MOST_POINTS` points:
there each result is shared between its two neighbours on a coarser one, mean kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.shared_results import SharedResults

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

Rounds = Mapping[tuple[int, ...], int]
"""How many rounds had these stakes on a wager, one for each seat; sorted, in cents."""

MOST_POINTS = 1 << 17
"""Of a lattice: a year of one table needs fewer at ordinary stakes."""
LEFT_OUT = 1e-13
"""Chance that a sum is beyond an end of the lattice."""
LEAST = 1e-12
"""Chances below this are not told apart from it."""
NOTHING = 1e-19
"""Part of a transform that adds nothing to any probability."""
SHRINKS = 0.8
"""Share of frequencies left at which the others are dropped."""
AT_ONCE = 1024
"""Frequencies worked with together, so that memory stays small."""


class Band(NamedTuple):
    """Between which ends chance leaves a sum, both ends included."""

    low: float
    high: float
    below: float
    """The exact chance of a sum below it: at most half of what was asked for. A sum has steps,
    so it is mostly a little less."""
    above: float
    """The exact chance of a sum above it, likewise."""

    @property
    def outside(self) -> float:
        """The chance of a sum beyond either end."""
        return self.below + self.above

    def holds(self, value: float) -> bool:
        """Whether a sum is no surprise."""
        return self.low - 1e-6 <= value <= self.high + 1e-6


class Sum(NamedTuple):
    """The distribution of a sum on a lattice."""

    start: float
    step: float
    chance: Floats
    mean: float

    def band(self, sure: float) -> Band:
        """Where the sum lies in so many cases, with at most half of the others on either side."""
        each = (1.0 - sure) / 2
        below = np.cumsum(self.chance)
        above = np.cumsum(self.chance[::-1])[::-1]
        low = int(np.searchsorted(below, each, side="right"))
        high = len(above) - 1 - int(np.searchsorted(above[::-1], each, side="right"))
        return Band(
            self.start + low * self.step, self.start + high * self.step,
            float(below[low - 1]) if low else 0.0,
            float(above[high + 1]) if high + 1 < len(above) else 0.0,
        )  # fmt: skip

    def tail(self, value: float) -> float:
        """How likely a sum at least so far out is on its own side, doubled for both."""
        place = (value - self.start) / self.step
        below = float(self.chance[: max(0, floor(place + 1e-6) + 1)].sum())
        above = float(self.chance[max(0, ceil(place - 1e-6)) :].sum())
        return min(1.0, max(2 * min(below, above), LEAST))

    def at(self, value: float) -> float:
        """How likely exactly this sum is; between two points of the lattice, in between."""
        place = (value - self.start) / self.step
        at = floor(place + 1e-6)
        if not 0 <= at < len(self.chance) - 1:
            return 0.0
        share = max(place - at, 0.0) if place - at > 1e-5 else 0.0
        return max(float((1 - share) * self.chance[at] + share * self.chance[at + 1]), 0.0)

    def beyond(self, band: Band) -> float:
        """How likely a sum outside another sum's band is."""
        places = self.start + self.step * np.arange(len(self.chance))
        inside = (places >= band.low - 1e-6) & (places <= band.high + 1e-6)
        return float(1.0 - self.chance[inside].sum())


def house_win(shared: SharedResults, rounds: Rounds) -> Sum:
    """What the house keeps of all these rounds, in cents."""
    return sum_of(shared, -shared.pays, rounds)


def line_count(shared: SharedResults, line: str, rounds: Rounds) -> Sum:
    """How often a line of a wager comes up in all these rounds."""
    seats: dict[tuple[int, ...], int] = {}
    for stakes, many in rounds.items():
        ones = (1,) * len(stakes)
        seats[ones] = seats.get(ones, 0) + many
    return sum_of(shared, shared.is_line(line), seats)


def sum_of(shared: SharedResults, values: Floats, rounds: Rounds) -> Sum:
    """The distribution of a value, by atom and per cent staked, over all wagers of these rounds."""
    work = _Rounds(shared, values, rounds)
    low, high = work.reach()
    step = work.lattice()
    points = ceil((high - low) / step) + 2
    if points > MOST_POINTS:
        step, points = (high - low) / (MOST_POINTS - 2), MOST_POINTS
    size = 1 << max(4, (points - 1).bit_length())
    start = floor(low / step) * step
    frequencies = 2 * np.pi * np.arange(size // 2 + 1) / size
    spectrum = np.concatenate(
        [
            work.transformed(frequencies[at : at + AT_ONCE], step, start)
            for at in range(0, len(frequencies), AT_ONCE)
        ]
    )
    chance = np.maximum(np.fft.irfft(spectrum, size), 0.0)
    return Sum(start, step, chance / chance.sum(), work.mean)


class _Rounds:
    """Rounds whose sum is asked for."""

    def __init__(self, shared: SharedResults, values: Floats, rounds: Rounds) -> None:
        self.values = np.unique(values)
        merged = np.array([values == value for value in self.values], dtype=float)
        self.weights, self.chance = _merged(shared.weights, shared.chance @ merged.T)
        if all(len(stakes) == 1 for stakes in rounds):  # nobody shares the dealer's hand
            self.weights, self.chance = np.ones(1), (self.weights @ self.chance)[None]
        self.rounds = rounds
        self._most_first = sorted(rounds.items(), key=lambda one: -one[1])
        self.stakes = sorted({stake for stakes in rounds for stake in stakes})
        self._many = np.array(list(rounds.values()), dtype=float)
        self._seats = np.array(
            [[one.count(stake) for stake in self.stakes] for one in rounds], dtype=float
        )
        """``[pattern, stake]``: how many seats had it."""
        by_hand = self.chance @ self.values
        self._unit_mean = float(self.weights @ by_hand)
        own = float(self.weights @ (self.chance @ self.values**2 - by_hand**2))
        common = float(self.weights @ by_hand**2) - self._unit_mean**2
        self.mean = self._unit_mean * sum(sum(one) * many for one, many in rounds.items())
        self.variance = sum(
            (own * sum(stake**2 for stake in one) + common * sum(one) ** 2) * many
            for one, many in rounds.items()
        )

    def lattice(self) -> float:
        """The step that all results are whole numbers of."""
        parts = [Fraction(value).limit_denominator(1000) for value in self.values.tolist()]
        below = lcm(*(part.denominator for part in parts))
        above = gcd(*(int(part * below) for part in parts))
        return gcd(*self.stakes) * (above or 1) / below

    def reach(self) -> tuple[float, float]:
        """Ends that hold the sum but for `LEFT_OUT` on either side, by Chernoff's bound."""
        staked = sum(sum(one) * many for one, many in self.rounds.items())
        ends = float(self.values[0]) * staked, float(self.values[-1]) * staked
        deviation = self.variance**0.5
        if not deviation:
            return ends
        needed = -log(LEFT_OUT)
        found = []
        for sign in (-1.0, 1.0):
            reached = [
                (self._cumulant(sign * pull / deviation) + needed) * deviation / pull
                for pull in np.geomspace(0.5, 50.0, 40)
            ]
            found.append(sign * float(min(reached)))
        return max(ends[0], found[0]), min(ends[1], found[1])

    def _cumulant(self, pull: float) -> float:
        """The logarithm of E exp(pull × sum)."""
        chances = np.log(np.maximum(self.chance, 1e-300))
        logs = [_log_sum(chances + pull * stake * self.values) for stake in self.stakes]
        weights = np.log(np.maximum(self.weights, 1e-300))
        return float(self._many @ _log_sum(self._seats @ np.array(logs) + weights))

    def transformed(self, frequencies: Floats, step: float, start: float) -> Complexes:
        """The transform of the sum less `start`, in steps, at these frequencies."""
        found: Complexes = np.exp(1j * frequencies * (start / step))
        alive = np.arange(len(frequencies))
        of_stake: dict[int, Complexes] = {}
        for one, many in self._most_first:
            for stake in one:
                if stake not in of_stake:
                    of_stake[stake] = self._transformed_unit(frequencies[alive], stake / step)
            product = of_stake[one[0]]
            for stake in one[1:]:
                product = product * of_stake[stake]
            found[alive] *= _power(self.weights @ product, many)
            # Most frequencies are gone after some dozen rounds: the others do not wait for them.
            large = np.abs(found[alive]) > NOTHING
            if large.sum() < SHRINKS * len(alive):
                found[alive[~large]] = 0.0
                alive = alive[large]
                of_stake = {stake: kept[:, large] for stake, kept in of_stake.items()}
            if not len(alive):
                break
        return found

    def _transformed_unit(self, frequencies: Floats, steps: float) -> Complexes:
        """``[hand, frequency]`` of one wager; `steps` is its stake."""
        places = self.values * steps
        whole = np.floor(places + 1e-9)
        rest = np.clip(places - whole, 0.0, 1.0)
        rest[rest < 1e-7] = 0.0
        turns: Complexes = np.exp(-1j * np.outer(whole, frequencies))
        if rest.any():
            turns *= (1 - rest)[:, None] + rest[:, None] * np.exp(-1j * frequencies)
        found: Complexes = self.chance.astype(np.complex128) @ turns
        return found


def _merged(weights: Floats, chance: Floats) -> tuple[Floats, Floats]:
    """Hands against which everything is equally likely, as one."""
    _, first, place = np.unique(
        np.round(chance, 12), axis=0, return_index=True, return_inverse=True
    )
    together = np.zeros(len(first))
    np.add.at(together, place.reshape(-1), weights)
    return together, chance[first]


def _log_sum(logs: Floats) -> Floats:
    """The logarithm of Σ exp along the last axis."""
    most = logs.max(axis=-1, keepdims=True)
    found: Floats = np.log(np.exp(logs - most).sum(axis=-1)) + most[..., 0]
    return found


def _power(base: Complexes, exponent: int) -> Complexes:
    """By squaring: no logarithm, no branch."""
    found = np.ones_like(base)
    while exponent:
        if exponent & 1:
            found *= base
        exponent >>= 1
        if exponent:
            base = base * base
    return found
