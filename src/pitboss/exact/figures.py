"""Figures of a tally: what every wager brings, how it varies, and how wagers vary together.

Rounds that are not split are a list of outcomes with exact chances; sums over it give everything.
Split rounds have exact expectations; what depends on several of their hands at once, the second
moments and the hit rate, comes from `SplitMoments`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.tally import Part, Tally
from pitboss.rules.compile import LOST, SECOND_SPLIT
from pitboss.rules.settlement import BUST, NONE, BetReader, Settlement

Floats = NDArray[np.float64]

RESULTS = ("loss", "push", "win")


class Line(NamedTuple):
    """One event of a wager."""

    event: str
    chance: float
    pays: float
    """Per unit staked; the mean where the event has several."""

    @property
    def returns(self) -> float:
        """The event's part of the expectation."""
        return self.chance * self.pays


class Outcomes(NamedTuple):
    """Ways a round can end, split rounds lumped together by part."""

    chance: Floats
    pays: Floats
    """``pays[way, wager]`` per unit of each wager: the opening wagers, then the side bets."""
    staked: Floats
    """Units that were at risk on the opening wagers, doubles and further splits included."""
    labels: list[list[str]]
    """``labels[wager][way]``: what it is called on that wager's table."""
    split: NDArray[np.int64]
    """Number of the part a way's split rounds are of, or `NONE`."""


class SplitMoments(Protocol):
    """What several hands of a split round bring together, from whatever method knows it."""

    def second(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Mean square of a part's split rounds with these stakes on all wagers, and its error."""

    def wins(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Chance of a net win in a part's split rounds, and its error."""


class Figures:
    """Reads a tally with the pay tables of its bets."""

    def __init__(self, model: Model, readers: Sequence[BetReader], tally: Tally) -> None:
        self.model, self.readers = model, readers
        self.parts = list(tally.parts.values())
        self.wagers = [*model.tables.opening, *(reader.bet.id for reader in readers)]
        self.openings = model.units

    @cached_property
    def outcomes(self) -> Outcomes:
        """Every way a round can end."""
        return self._outcomes()

    def expectations(self) -> Floats:
        """Expected result of each wager, per unit staked."""
        found: Floats = self.outcomes.chance @ self.outcomes.pays
        return found

    def average_stake(self) -> float:
        """Units at risk on the opening wagers in an average round."""
        return float(self.outcomes.chance @ self.outcomes.staked)

    def lines(self, wager: int) -> list[Line]:
        """The event table of a wager."""
        if wager >= self.openings:
            reader = self.readers[wager - self.openings]
            return [
                Line(event.name, float(chance), float(event.pays))
                for event, chance in zip(
                    reader.events, self.chances(wager - self.openings), strict=True
                )
                if chance > 0 or event not in (LOST, SECOND_SPLIT)
            ]
        found: dict[str, tuple[float, float]] = {}
        pays = self.outcomes.pays[:, wager]
        for label, chance, pay in zip(
            self.outcomes.labels[wager], self.outcomes.chance, pays, strict=True
        ):
            before = found.get(label, (0.0, 0.0))
            found[label] = (before[0] + chance, before[1] + chance * pay)
        return [
            Line(label, float(chance), float(total / chance))
            for label, (chance, total) in found.items()
            if chance
        ]

    def chances(self, bet: int) -> Floats:
        """The chance of every event of a side bet; its pay table does not matter."""
        reader = self.readers[bet]
        found = np.zeros(len(reader.events))
        for part in self.parts:
            one = part.settled[bet]
            table = part.played + part.taken
            naturals = table[:, BUST, -1].copy()
            naturals[0] += part.natural[1] + part.surrender_natural
            if self.model.peeks:
                naturals[0] += part.split_natural
            _add_naturals(found, one, naturals)
            table[0, BUST, 0] += part.surrendered
            table[:, BUST, -1] = 0.0
            if one.grid is None:
                found[one.event] += table.sum() + part.natural[0]
            else:
                np.add.at(found, one.grid.reshape(-1), table.reshape(-1))
            found += self._split_events(part, reader, one)
        return np.maximum(found, 0.0)

    def _split_events(self, part: Part, reader: BetReader, one: Settlement) -> Floats:
        """The chance of every event in split rounds; after a peek they have no dealer natural."""
        found = np.zeros(len(reader.events))
        naturals = np.zeros(2)
        if one.grid is None:
            found[one.event] = part.split
            naturals[0] = part.split_natural
        else:
            table = (part.once if reader.bet.lost_on_second_split else part.first).copy()
            naturals[:] = table[:, BUST, -1]
            table[:, BUST, -1] = 0.0
            np.add.at(found, one.grid.reshape(-1), table.reshape(-1))
        if not self.model.peeks:
            _add_naturals(found, one, naturals)
        if one.early is not None:
            table, busts = part.again.copy(), part.again[:, BUST, 0] + part.again_bust
            if self.model.peeks:
                table[:, BUST, -1] = 0.0
            np.add.at(found, one.early[:, 1], busts)
            np.add.at(found, one.early[:, 0], table.sum(axis=(1, 2)) - busts)
        if one.grid is not None:
            found[reader.second_split] += self._split_chance(part) - found.sum()
        return found

    def variance(self, stakes: Floats, moments: SplitMoments) -> tuple[float, float]:
        """Variance of a round with these stakes on all wagers, and its error."""
        totals = self.outcomes.pays @ stakes
        chance, split = self.outcomes.chance, self.outcomes.split != NONE
        square = float(chance[~split] @ totals[~split] ** 2)
        error = 0.0
        for part in self._split_parts():
            mean_square, one = moments.second(part, stakes)
            weight = self._split_chance(part)
            square += weight * mean_square
            error += (weight * one) ** 2
        mean = float(chance @ totals)
        return float(square - mean * mean), float(error**0.5)

    def hit_rate(self, stakes: Floats, moments: SplitMoments) -> tuple[float, float]:
        """Chance that a round with these stakes wins something on balance, and its error."""
        totals = self.outcomes.pays @ stakes
        chance, split = self.outcomes.chance, self.outcomes.split != NONE
        rate = float(chance[~split] @ (totals[~split] > 1e-12))
        error = 0.0
        for part in self._split_parts():
            won, one = moments.wins(part, stakes)
            weight = self._split_chance(part)
            rate += weight * won
            error += (weight * one) ** 2
        return float(rate), float(error**0.5)

    def _split_parts(self) -> list[Part]:
        return [part for part in self.parts if part.split > 0]

    def _split_chance(self, part: Part) -> float:
        return part.split + (0.0 if self.model.peeks else part.split_natural)

    # The list of outcomes

    def _outcomes(self) -> Outcomes:
        chances: list[float] = []
        pays: list[list[float]] = []
        staked: list[float] = []
        labels: list[list[str]] = [[] for _ in self.wagers]
        split: list[int] = []
        for number, part in enumerate(self.parts):
            for way in self._ways(part):
                chances.append(way.chance)
                pays.append([*way.opening, *(pay for pay, _ in way.bets)])
                staked.append(way.staked)
                for column, name in zip(labels, way.names, strict=False):
                    column.append(name)
                for column, (_, name) in zip(labels[self.openings :], way.bets, strict=True):
                    column.append(name)
                split.append(number if way.split else NONE)
        return Outcomes(
            np.array(chances), np.array(pays).reshape(len(chances), len(self.wagers)),
            np.array(staked), labels, np.array(split, dtype=np.int64),
        )  # fmt: skip

    def _ways(self, part: Part) -> Iterator[Way]:
        units = self.model.units
        pays, per = self.model.tables.natural
        natural = pays / per
        always = self.model.tables.natural_first
        yield from self._decided(part, part.natural[0], [natural] * units, "natural", units)
        yield from self._dealt(
            part, part.natural[1], [natural if always else 0.0] * units,
            "natural" if always else "push, both naturals", units,
        )  # fmt: skip
        yield from self._dealt(
            part, part.surrender_natural, [-1.0] * units, "dealer natural", units
        )
        half = [-0.5] * units
        yield from self._table(part, _single(part.surrendered, part.played.shape), half)
        yield from self._hands(part, part.played, taken=False)
        yield from self._hands(part, part.taken, taken=True)
        yield from self._split_ways(part)

    def _decided(
        self, part: Part, chance: float, opening: list[float], name: str, staked: float
    ) -> Iterator[Way]:
        if chance > 0:
            bets = [
                (float(reader.pays[one.event]), reader.events[one.event].name)
                for reader, one in zip(self.readers, part.settled, strict=True)
            ]
            yield Way(chance, opening, [name] * len(opening), bets, staked)

    def _dealt(
        self, part: Part, chance: float, opening: list[float], name: str, staked: float,
        doubled: int = 0,
    ) -> Iterator[Way]:  # fmt: skip
        """The dealer has a natural; bets may still depend on its suits."""
        if chance <= 0:
            return
        for share, bets in self._natural_bets(part.settled, doubled):
            yield Way(chance * share, opening, [name] * len(opening), bets, staked)

    def _natural_bets(
        self, settled: tuple[Settlement, ...], doubled: int
    ) -> Iterator[tuple[float, list[tuple[float, str]]]]:
        # All bets see the same dealer's suits: the first event of each goes with the others' first.
        widths = {tuple(share for _, share in one.natural[doubled]) for one in settled}
        shares = max(widths, key=len, default=(1.0,))
        for place, share in enumerate(shares):
            bets = []
            for reader, one in zip(self.readers, settled, strict=True):
                ends = one.natural[doubled]
                event = ends[min(place, len(ends) - 1)][0]
                bets.append((float(reader.pays[event]), reader.events[event].name))
            yield share, bets

    def _table(self, part: Part, table: Floats, opening: list[float]) -> Iterator[Way]:
        """Surrendered hands: they count as lost for the bets."""
        chance = float(table[0, BUST, 0])
        if chance > 0:
            bets = [self._bet(reader, one, (0, BUST, 0)) for reader, one in self._bets(part)]
            yield Way(chance, opening, ["surrender"] * len(opening), bets, self.model.units)

    def _hands(self, part: Part, table: Floats, *, taken: bool) -> Iterator[Way]:
        model = self.model
        units = model.units
        added = int(model.tables.double_units[units])
        for doubled, total, final in zip(*np.nonzero(table > 0), strict=True):
            chance = float(table[doubled, total, final])
            more = added if doubled and not taken else 0
            if total == BUST and final == model.finals - 1:
                lost = 0.0 if model.peeks else -float(more)
                opening = [-1.0 + lost, *([-1.0] * (units - 1))]
                if taken and not model.peeks:
                    opening[1:] = [0.0] * (units - 1)
                back = units - 1 if taken and not model.peeks else 0
                staked = units - back + (0 if model.peeks else more)
                yield from self._dealt(part, chance, opening, "dealer natural", staked, doubled)
                continue
            result = -1 if total == BUST else model.tables.outcome[total][final]
            opening = [float(result * (1 + more)), *([float(result)] * (units - 1))]
            names = [RESULTS[result + 1]] * units
            if doubled:
                names[0] = f"{names[0]}, doubled"
            if taken:
                opening[1:] = [0.0] * (units - 1)
                names = [f"{names[0]}, one wager taken back", *(["taken back"] * (units - 1))]
            entry = (int(doubled), int(total), int(final))
            bets = [self._bet(reader, one, entry) for reader, one in self._bets(part)]
            yield Way(chance, opening, names, bets, units - taken * (units - 1) + more)

    def _bets(self, part: Part) -> Iterator[tuple[BetReader, Settlement]]:
        yield from zip(self.readers, part.settled, strict=True)

    def _bet(
        self, reader: BetReader, one: Settlement, entry: tuple[int, int, int]
    ) -> tuple[float, str]:
        event = one.event if one.grid is None else int(one.grid[entry])
        return float(reader.pays[event]), reader.events[event].name

    def _split_ways(self, part: Part) -> Iterator[Way]:
        """Split rounds: their mean on each opening wager; every event of a riding bet by itself."""
        model, peeks = self.model, self.model.peeks
        if peeks:
            yield from self._dealt(
                part, part.split_natural, [-1.0] * model.units, "dealer natural", model.units
            )
        chance = self._split_chance(part)
        if chance <= 0:
            return
        more = model.double_units
        one, two = self._hand_pay(1, 1), self._hand_pay(1, 1 + more)
        every = float((part.hands[0] * one).sum() + (part.hands[1] * two).sum())
        opening = [every / chance]
        if model.units > 1:
            second = float((part.second * one).sum())
            opening = [(every - second) / chance, second / chance]
        counted = part.hands.copy()
        if peeks:
            counted[:, BUST, -1] = 0.0
        staked = float(counted.sum() + more * counted[1].sum()) / chance
        for share, bets in self._split_bets(part, chance):
            yield Way(share, opening, ["split"] * model.units, bets, staked, True)

    def _hand_pay(self, units: int, doubled: int) -> Floats:
        pay = max(units, doubled) * self.model.outcome.copy()
        pay[BUST, -1] = 0.0 if self.model.peeks else -float(max(units, doubled))
        return pay

    def _split_bets(
        self, part: Part, chance: float
    ) -> Iterator[tuple[float, list[tuple[float, str]]]]:
        """The events of every bet in split rounds."""
        spread = []
        for reader, one in self._bets(part):
            weights = self._split_events(part, reader, one)
            spread.append(
                [
                    (float(weight / chance), float(reader.pays[event]), reader.events[event].name)
                    for event, weight in enumerate(weights)
                    if weight > 1e-18
                ]
            )
        riding = [place for place, events in enumerate(spread) if len(events) > 1]
        # Ways are made so that every single bet's events have their exact chances. How bets go
        # together in split rounds is not read from here but from `SplitMoments`.
        cuts = sorted({0.0, 1.0, *(cut for place in riding for cut in _cuts(spread[place]))})
        for low, high in pairwise(cuts):
            middle = (low + high) / 2
            bets = [_at(events, middle) for events in spread]
            if high - low > 1e-15:
                yield chance * (high - low), bets


def _add_naturals(found: Floats, one: Settlement, naturals: Floats) -> None:
    """Add dealer naturals of these chances, by doubled, to the chances of events."""
    for ends, chance in zip(one.natural, naturals, strict=True):
        for event, share in ends:
            found[event] += share * chance


class Way(NamedTuple):
    """One way a round can end."""

    chance: float
    opening: list[float]
    names: list[str]
    bets: list[tuple[float, str]]
    staked: float
    split: bool = False


def _single(chance: float, shape: tuple[int, ...]) -> Floats:
    table = np.zeros(shape)
    table[0, BUST, 0] = chance
    return table


def _cuts(events: list[tuple[float, float, str]]) -> list[float]:
    return [float(cut) for cut in np.cumsum([share for share, _, _ in events])[:-1]]


def _at(events: list[tuple[float, float, str]], where: float) -> tuple[float, str]:
    below = 0.0
    for share, pays, name in events:
        below += share
        if where < below:
            return pays, name
    return events[-1][1], events[-1][2]
