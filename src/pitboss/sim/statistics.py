"""Everything a tally says: what wagers bring, how they vary, and how sure that is.

A tally counts outcome codes, so one run is read at any stakes. The dealer's suits are not dealt: a
code may stand for several outcomes, each so many times in four. That share is exact, so means,
deviations and event tables use it as it is. Chance decided only which codes came up; the standard
error of a mean is therefore that of the code's own mean, the mean over its four cases.

Rounds that share a shoe depend on each other, and so do seats at one table. There the unit that
was drawn is the shoe: see `Results.error_matrix`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.compile import GIVEN_BACK, LOST, SECOND_SPLIT
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.sim.outcomes import INSURANCE_WON, NOT_OFFERED, Outcomes

if TYPE_CHECKING:
    from pitboss.sim.program import Tally

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CASES = 4
"""Equally likely cases of the dealer's suits that every code is read in."""
SURE = 1.959963984540054
"""Standard errors to either side of a mean that hold it in 95 cases of 100."""
LEAST_ERROR = 1e-12
"""A standard error below this is that of rounds which all brought the same."""
DIGITS = 9
"""Digits after the point of a result; what is smaller comes from adding fractions of a unit."""

PAYS_DIGITS = 12
"""Digits after the point of what an event pays."""


class Decoded(NamedTuple):
    """What codes mean, a row for each code, a column for each of the four cases."""

    pays: Floats
    """``pays[code, case, wager]`` per unit of each wager: the opening ones, then the side bets."""
    staked: Floats
    """``staked[code, case]``: units at risk on the opening wagers."""
    labels: list[str]
    """What can become of an opening wager, in words."""
    named: Ints
    """``named[code, case, wager]``: what became of an opening wager, as a place in `labels`."""
    events: Ints
    """``events[code, case, bet]``: the event of each side bet."""
    insurance: Ints
    """``insurance[code, case]``."""


def decode(outcomes: Outcomes, codes: Ints) -> Decoded:
    """Read outcome codes, each of them once."""
    openings, readers = outcomes.units, outcomes.readers
    pays = np.zeros((len(codes), CASES, openings + len(readers)))
    staked = np.zeros((len(codes), CASES))
    named = np.zeros((len(codes), CASES, openings), dtype=np.int64)
    events = np.zeros((len(codes), CASES, len(readers)), dtype=np.int64)
    insurance = np.zeros((len(codes), CASES), dtype=np.int64)
    places: dict[str, int] = {}
    for row, code in enumerate(codes):
        case = 0
        for weight, outcome in outcomes.parts(int(code)):
            cases = slice(case, case + weight)
            case += weight
            pays[row, cases, :openings] = outcome.won
            staked[row, cases] = outcome.staked
            named[row, cases] = [places.setdefault(name, len(places)) for name in outcome.names]
            events[row, cases] = outcome.events
            insurance[row, cases] = outcome.insurance
    pays[:, :, :openings] /= outcomes.denominator
    for bet, reader in enumerate(readers):
        pays[:, :, openings + bet] = reader.pays[events[:, :, bet]]
    return Decoded(pays, staked, list(places), named, events, insurance)


def wagers_of(outcomes: Outcomes) -> list[str]:
    """Ids of the opening wagers and the side bets, in the order of all vectors."""
    return [*outcomes.tables.opening, *(reader.bet.id for reader in outcomes.readers)]


def stakes_of(outcomes: Outcomes, stakes: Mapping[str, float]) -> Floats:
    """The stake on each wager: 1 on the opening ones, 0 on a bet that is not staked."""
    wagers, opening = wagers_of(outcomes), outcomes.tables.opening
    found = np.array([1.0 if wager in opening else 0.0 for wager in wagers])
    for wager, stake in stakes.items():
        if wager not in wagers:
            raise RulesError(f"stake on {wager!r}: {use(wagers, typed=wager)}")
        if not 0 < stake < inf:
            raise RulesError(f"stake on {wager} = {stake:g}: use a number above 0")
        if wager in opening and stake != 1:
            raise RulesError(
                f"stake on {wager} = {stake:g}: use 1, since stakes are measured in opening wagers"
            )
        found[wagers.index(wager)] = stake
    return found


def totals(pays: Floats, stakes: Floats) -> Floats:
    """What rounds bring in all, free of the dust that adding fractions leaves."""
    found: Floats = np.round(pays @ stakes, DIGITS) + 0.0
    return found


class Event(NamedTuple):
    """One event of a wager."""

    event: str
    probability: float
    pays: float
    """Per unit staked; the mean where the event has several."""

    @property
    def returns(self) -> float:
        """The event's part of the mean."""
        return self.probability * self.pays


class BetResult(NamedTuple):
    """What one wager brought, per unit staked on it."""

    id: str
    stake: float
    """In units of the first opening wager; a nominal 1 for a bet that is only reported."""
    staked: bool
    """Whether it is part of the round."""
    mean: float
    se: float
    """Standard error of the mean; infinite where nothing is known of it: there was only one shoe to
    judge by, or every round brought the same.
    """
    sd: float
    """Standard deviation of one round."""
    hit_rate: float
    """Share of rounds in which it won."""
    events: list[Event]

    @property
    def house_edge(self) -> float:
        """What the house kept of a unit staked, on average."""
        return -self.mean

    @property
    def confidence(self) -> tuple[float, float]:
        """Between these the true mean lies in 95 cases of 100."""
        return _confidence(self.mean, self.se)

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON; what is infinite is left open as None."""
        return {
            "stake": self.stake,
            "staked": self.staked,
            "mean": self.mean,
            "ev": self.mean,
            "house_edge": self.house_edge,
            "se": _finite(self.se),
            "sd": self.sd,
            "hit_rate": self.hit_rate,
            "confidence": [_finite(end) for end in self.confidence],
            "events": [
                {
                    "event": event.event,
                    "probability": event.probability,
                    "pays": event.pays,
                    "return": event.returns,
                }
                for event in self.events
            ],
        }


class RoundResult(NamedTuple):
    """What one seat's round brought with everything staked, in units of the first wager."""

    mean: float
    se: float
    initial_stake: float
    average_stake: float
    """Units at risk on average, doubles and splits included."""
    sd: float
    sd_error: float
    """Standard error of the deviation, as if rounds were independent and all seats were one;
    infinite where all rounds were equally far from the mean.
    """
    hit_rate: float

    @property
    def house_edge_per_main(self) -> float:
        """What the house kept, per unit of the first opening wager."""
        return -self.mean

    @property
    def house_edge_per_stake(self) -> float:
        """What the house kept of everything staked before the deal."""
        return -self.mean / self.initial_stake

    @property
    def element_of_risk(self) -> float:
        """What the house kept of everything put at risk, doubles and splits included."""
        return -self.mean / self.average_stake

    @property
    def confidence(self) -> tuple[float, float]:
        """Between these the true mean lies in 95 cases of 100."""
        return _confidence(self.mean, self.se)

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON; what is infinite is left open as None."""
        return {
            **self._asdict(),
            "ev": self.mean,
            "se": _finite(self.se),
            "sd_error": _finite(self.sd_error),
            "confidence": [_finite(end) for end in self.confidence],
            "house_edge_per_main": self.house_edge_per_main,
            "house_edge_per_stake": self.house_edge_per_stake,
            "element_of_risk": self.element_of_risk,
        }


class Results:
    """A tally read at certain stakes; `stakes` are in units of the first opening wager.

    Opening wagers are always there, a unit each. A bet that is not in `stakes` is reported at a
    nominal stake of 1 and is no part of the round.
    """

    def __init__(self, outcomes: Outcomes, tally: Tally, stakes: Mapping[str, float]) -> None:
        self.outcomes, self.tally = outcomes, tally
        self.rounds, self.seats = tally.rounds, tally.counts.shape[0]
        counted = int(tally.counts.sum())
        if self.rounds < 1:
            raise RulesError(f"rounds = {self.rounds}: there is nothing to read; deal at least one")
        if counted != self.rounds * self.seats:
            raise RulesError(
                f"outcomes counted = {counted}: use a tally that counts exactly "
                f"{self.rounds * self.seats}, rounds × seats"
            )
        self.stakes = dict(stakes)
        self.wagers = wagers_of(outcomes)
        self._stakes = stakes_of(outcomes, stakes)
        codes = np.flatnonzero(tally.counts.any(axis=0))
        self._chance: Floats = tally.counts[:, codes].sum(axis=0) / counted
        self._each = np.repeat(self._chance[:, None] / CASES, CASES, axis=1)
        self._decoded = decode(outcomes, codes)
        self._code_means: Floats = self._decoded.pays.mean(axis=1)
        self.means: Floats = self._chance @ self._code_means
        self._totals = totals(self._decoded.pays, self._stakes)

    @property
    def dealt_to_cut(self) -> bool:
        """Whether shoes held more than one round each."""
        return self.tally.shoes != self.rounds

    @cached_property
    def bets(self) -> dict[str, BetResult]:
        """Every wager by its id; insurance last, where it was ever offered."""
        deviations = np.sqrt(np.diag(self._covariance))
        rates = np.einsum("cq,cqw->w", self._each, self._decoded.pays > 0)
        found = {}
        for place, wager in enumerate(self.wagers):
            stake = float(self._stakes[place])
            found[wager] = BetResult(
                wager, stake or 1.0, stake > 0, float(self.means[place]),
                self._se(np.eye(len(self.wagers))[place]), float(deviations[place]),
                float(rates[place]), self._events(place),
            )  # fmt: skip
        insurance = self._insurance()
        if insurance:
            found[insurance.id] = insurance
        return found

    @cached_property
    def round(self) -> RoundResult:
        """Everything staked, together."""
        mean = float(self.means @ self._stakes)
        squares = (self._totals - mean) ** 2
        variance = float((self._each * squares).sum())
        sd = sqrt(variance)
        spread = sqrt(float(self._chance @ (squares.mean(axis=1) - variance) ** 2))
        side = self._stakes[self.outcomes.units :]
        return RoundResult(
            mean=mean,
            se=self._se(self._stakes),
            initial_stake=float(self._stakes.sum()),
            average_stake=float((self._each * self._decoded.staked).sum() + side.sum()),
            sd=sd,
            sd_error=spread / sqrt(self.rounds) / (2 * sd) if spread > LEAST_ERROR else inf,
            hit_rate=float(self._each[self._totals > 0].sum()),
        )

    def covariance(self) -> tuple[list[str], Floats]:
        """Covariances of one seat's wagers, each per unit of its own stake, with their ids."""
        return self.wagers, self._covariance.copy()

    @cached_property
    def seat_covariance(self) -> float | None:
        """Covariance of the round's total between two seats; None with one seat.

        The mean over all pairs of seats, about the mean of all. It is that of what was dealt: where
        a code leaves the dealer's suits open, what two seats share through them is not in it.
        """
        seats, stakes = self.seats, self._stakes
        if seats == 1:
            return None
        together = self.tally.between_seats / self.outcomes.denominator**2 / self.rounds
        alone = seats * self._chance @ (self._code_means @ stakes) ** 2
        product = (stakes @ together @ stakes - alone) / (seats * (seats - 1))
        return float(product - (self.means @ stakes) ** 2)

    @cached_property
    def error_matrix(self) -> Floats | None:
        """Covariances of the errors of `means`; None where there is only one shoe to judge by.

        Let shoe i deal R_i rounds, in which a wager brings T_i at all seats together. Its mean is
        a ratio, ΣT / (seats × ΣR), as rounds differ from shoe to shoe. With m = ΣT / ΣR its error
        is that of Σ(T_i − m R_i) / (seats × ΣR), a sum over n independent shoes whose residuals
        add up to zero. So the errors of wagers a and b have the covariance

            n / (n − 1) × Σ(T_ia − m_a R_i)(T_ib − m_b R_i) / (seats × ΣR)²,

        and the sum, multiplied out, is ΣT_a T_b − m_a ΣR T_b − m_b ΣR T_a + m_a m_b ΣR²: the sums
        a tally keeps. A fresh shoe is a shoe of one round. With one seat as well, T_i is what the
        code of a round means, and the sum is over the histogram.
        """
        tally, many = self.tally, self.tally.shoes
        if many < 2:
            return None
        if self.dealt_to_cut:
            squares = float(tally.rounds_squared)
            products = tally.between_shoes / self.outcomes.denominator**2
            with_rounds = tally.with_rounds / self.outcomes.denominator
        elif self.seats > 1:
            squares = float(self.rounds)
            products = tally.between_seats / self.outcomes.denominator**2
            with_rounds = self.rounds * self.seats * self.means
        else:
            apart = self._code_means - self.means
            fresh: Floats = (apart.T * self._chance) @ apart / (many - 1)
            return fresh
        means = self.means * self.seats
        mixed = np.outer(means, with_rounds)
        residuals = products - mixed - mixed.T + np.outer(means, means) * squares
        found: Floats = residuals * (many / (many - 1)) / (self.rounds * self.seats) ** 2
        return found

    def histogram(self) -> list[tuple[float, float]]:
        """What a round brings in all, and how likely, from the worst result to the best."""
        values, places = np.unique(self._totals, return_inverse=True)
        chances = np.bincount(places.reshape(-1), weights=self._each.reshape(-1))
        return list(zip(values.tolist(), chances.tolist(), strict=True))

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values: dict[str, Any] = {
            "bets": {bet: result.plain() for bet, result in self.bets.items()},
            "round": self.round.plain(),
            "covariance": {"wagers": self.wagers, "matrix": self._covariance.tolist()},
            "rounds": self.rounds,
            "seats": self.seats,
        }
        if self.dealt_to_cut:
            values["shoes"], values["ran_out"] = self.tally.shoes, self.tally.ran_out
        return values

    @cached_property
    def _covariance(self) -> Floats:
        apart = (self._decoded.pays - self.means).reshape(-1, len(self.wagers))
        found: Floats = (apart.T * self._each.reshape(-1)) @ apart
        return found

    def _se(self, stakes: Floats) -> float:
        """Standard error of the mean of a round at these stakes."""
        errors = self.error_matrix
        found = 0.0 if errors is None else sqrt(max(float(stakes @ errors @ stakes), 0.0))
        return found if found > LEAST_ERROR else inf

    def _events(self, place: int) -> list[Event]:
        openings, weights = self.outcomes.units, self._each.reshape(-1)
        if place < openings:
            events = self._decoded.named[:, :, place].reshape(-1)
            pays = self._decoded.pays[:, :, place].reshape(-1)
            chances = np.bincount(events, weights, len(self._decoded.labels))
            sums = np.bincount(events, weights * pays, len(self._decoded.labels))
            return [
                Event(label, float(chance), round(float(total / chance), PAYS_DIGITS))
                for label, chance, total in zip(self._decoded.labels, chances, sums, strict=True)
                if chance > 0
            ]
        reader = self.outcomes.readers[place - openings]
        events = self._decoded.events[:, :, place - openings].reshape(-1)
        chances = np.bincount(events, weights, len(reader.events))
        return [
            Event(event.name, float(chance), float(pays))
            for event, chance, pays in zip(reader.events, chances, reader.pays, strict=True)
            if chance > 0 or event not in (LOST, SECOND_SPLIT, GIVEN_BACK)
        ]

    def _insurance(self) -> BetResult | None:
        """Insurance as if taken whenever it is offered, per unit staked on it.

        Seats are insured against the same hole card, so the offers of one seat are what was drawn.
        Offers from one shoe are taken as independent; the tally says nothing about them.
        """
        insurance = self._decoded.insurance
        offered = float(self._each[insurance != NOT_OFFERED].sum())
        if not offered:
            return None
        pays, per = self.outcomes.tables.insurance
        rate, odds = float(self._each[insurance == INSURANCE_WON].sum()) / offered, pays / per
        events = [Event("dealer natural", rate, odds), Event("no dealer natural", 1 - rate, -1.0)]
        sd = (odds + 1) * sqrt(max(rate * (1 - rate), 0.0))
        many = offered * self.rounds
        return BetResult(
            "insurance", 1.0, False, sum(event.returns for event in events),
            sd / sqrt(many - 1) if many > 1.5 and sd > LEAST_ERROR else inf, sd, rate, events,
        )  # fmt: skip


def _confidence(mean: float, se: float) -> tuple[float, float]:
    return mean - SURE * se, mean + SURE * se


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
