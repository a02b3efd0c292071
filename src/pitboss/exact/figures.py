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

from pitboss.exact.objective import counted_first_hands
from pitboss.exact.programme.rows import ANY_TOTAL
from pitboss.exact.tally import Part, Tally
from pitboss.rules.compile import GIVEN_BACK, LOST, SECOND_SPLIT, Tables
from pitboss.rules.finishes import FINISHES, PLAIN
from pitboss.rules.settlement import BUST, NONE, BetReader, Settlement

Floats = NDArray[np.float64]

RESULTS = ("loss", "push", "win")
ROUNDING = 1e-15
"""Chances below this are none."""


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

    def __init__(self, tables: Tables, readers: Sequence[BetReader], tally: Tally) -> None:
        self.model, self.tables, self.readers = tally.model, tables, readers
        self.rows, self.holdings = tally.core.rows, tally.core.holdings
        self.parts = tally.parts
        self.wagers = [*tables.opening, *(reader.bet.id for reader in readers)]
        self.openings = self.model.units
        self._finishes = np.array([row.finish for row in self.rows])

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
                    reader.events, self.chances[wager - self.openings], strict=True
                )
                if chance > ROUNDING or event not in (LOST, SECOND_SPLIT, GIVEN_BACK)
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

    @cached_property
    def chances(self) -> list[Floats]:
        """By side bet: the chance of every event; the pay table does not matter."""
        return [self._chances(bet) for bet in range(len(self.readers))]

    def _chances(self, bet: int) -> Floats:
        reader = self.readers[bet]
        found = np.zeros(len(reader.events))
        for part, (table, naturals) in zip(self.parts, self._seen, strict=True):
            one = part.settled[bet]
            _add_naturals(found, one, naturals)
            if one.grid is None:
                found[one.event] += table.sum() + part.natural[0]
            else:
                np.add.at(found, one.grid.reshape(-1), table.reshape(-1))
            found += self._split_events(part, reader, one)
        return np.maximum(found, 0.0)

    @cached_property
    def _seen(self) -> list[tuple[Floats, Floats]]:
        """By part: hands that were not split as bets see them, and dealer naturals by finish."""
        found = []
        for part in self.parts:
            unsplit = part.unsplit.sum(axis=0)
            table, naturals = self.seen_by_bets(unsplit), self._behind_naturals(unsplit)
            naturals[PLAIN] += part.natural[1]
            if self.model.peeks:
                naturals[PLAIN] += part.split_natural
            table[:, BUST, -1] = 0.0
            found.append((table, naturals))
        return found

    def by_finish(self, table: Floats) -> Floats:
        """``[finish, …]`` of what is known by row: how side bets see hands."""
        found = np.zeros((len(FINISHES), *table.shape[1:]))
        np.add.at(found, self._finishes, table)
        return found

    def _behind_naturals(self, table: Floats) -> Floats:
        """By finish: dealer naturals; where one was found by a peek, nobody had played."""
        found = np.zeros(len(FINISHES))
        undone = [self.model.peeks and not row.before_peek for row in self.rows]
        np.add.at(found, np.where(undone, PLAIN, self._finishes), table[:, BUST, -1])
        return found

    def seen_by_bets(self, table: Floats) -> Floats:
        """The same of ``[row, total, final]``: hands that were ended and won are no busts."""
        table = table.copy()
        for number, row in enumerate(self.rows):
            if row.pays[0] > 0:
                table[number, ANY_TOTAL, -2] += table[number, BUST, 0]
                table[number, BUST, 0] = 0.0
        return self.by_finish(table)

    def _split_events(self, part: Part, reader: BetReader, one: Settlement) -> Floats:
        """The chance of every event in split rounds; after a peek they have no dealer natural."""
        found = np.zeros(len(reader.events))
        naturals = np.zeros(len(FINISHES))
        if one.grid is None:
            found[one.event] = part.split
            naturals[0] = part.split_natural
        else:
            table = self.seen_by_bets(part.counted(counted_first_hands(reader.bet)))
            naturals[:] = table[:, BUST, -1]
            table[:, BUST, -1] = 0.0
            np.add.at(found, one.grid.reshape(-1), table.reshape(-1))
        if not self.model.peeks:
            _add_naturals(found, one, naturals)
        if one.early is not None:
            table = self.by_finish(part.again)
            busts = table[:, BUST, 0] + self.by_finish(part.again_bust)
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
        pays, per = self.tables.natural
        natural = pays / per
        always = self.tables.natural_first
        yield from self._decided(part, part.natural[0], [natural] * units, "natural", units)
        yield from self._dealt(
            part, part.natural[1], [natural if always else 0.0] * units,
            ["natural" if always else "push, both naturals"] * units, units,
        )  # fmt: skip
        for ended in (True, False):
            for group, row in self.holdings.unsplit:
                if self.rows[row].ended == ended:
                    yield from self._hands(part, group, row)
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
        self, part: Part, chance: float, opening: list[float], names: list[str], staked: float,
        finish: int = PLAIN,
    ) -> Iterator[Way]:  # fmt: skip
        """The dealer has a natural; bets may still depend on its suits."""
        if chance <= 0:
            return
        for share, bets in self._natural_bets(part.settled, finish):
            yield Way(chance * share, opening, names, bets, staked)

    def _natural_bets(
        self, settled: tuple[Settlement, ...], finish: int
    ) -> Iterator[tuple[float, list[tuple[float, str]]]]:
        # All bets see the same dealer's suits: the first event of each goes with the others' first.
        widths = {tuple(share for _, share in one.natural[finish]) for one in settled}
        shares = max(widths, key=len, default=(1.0,))
        for place, share in enumerate(shares):
            bets = []
            for reader, one in zip(self.readers, settled, strict=True):
                ends = one.natural[finish]
                event = ends[min(place, len(ends) - 1)][0]
                bets.append((float(reader.pays[event]), reader.events[event].name))
            yield share, bets

    def _hands(self, part: Part, group: int, row: int) -> Iterator[Way]:
        """Hands that were not split and are paid by a row."""
        table, holding = part.unsplit[group, row], self.holdings.unsplit[group, row]
        ended, units = self.rows[row], holding.units
        natural = (BUST, self.model.finals - 1)
        outcome, paid = self.model.tables.outcome, [self._paid(group, row, r) for r in (0, 1, -1)]
        staked, riding = sum(units), any(one.grid is not None for one in part.settled)
        bets = [self._bet(reader, one, (ended.finish, 0, 0)) for reader, one in self._bets(part)]
        found = (table > 0).nonzero()
        cells = list(zip(*(place.tolist() for place in found), table[found].tolist(), strict=True))
        for total, final, chance in reversed(cells) if ended.ended else cells:
            if (total, final) == natural:
                yield from self._behind_natural(part, group, row)
                continue
            opening, names = paid[-1 if total == BUST else outcome[total][final]]
            if riding:
                seen = (ANY_TOTAL, -2) if ended.pays[0] > 0 else (total, final)
                bets = [
                    self._bet(reader, one, (ended.finish, *seen))
                    for reader, one in self._bets(part)
                ]
            yield Way(chance, opening, names, bets, staked)

    def _paid(self, group: int, row: int, result: int) -> tuple[list[float], list[str]]:
        """What a hand that ended so brings to each opening wager, and what it is called."""
        ended, holding = self.rows[row], self.holdings.unsplit[group, row]
        if ended.ended:
            won = [one * ended.pays[0] / ended.pays[1] for one in holding.units]
            return won, [ended.name] * len(won)
        opening = [float(result * one) for one in holding.units]
        opening[0] += holding.house * max(result, 0)
        return opening, self.holdings.names(group, row, RESULTS[result + 1])

    def _behind_natural(self, part: Part, group: int, row: int) -> Iterator[Way]:
        """The same where the dealer has a natural: after a peek nobody has played."""
        chance = float(part.unsplit[group, row, BUST, -1])
        units, ended = self.holdings.unsplit[group, row].units, self.rows[row]
        names = ["dealer natural"] * len(units)
        opening = [-float(one) for one in units]
        finish = ended.finish
        if self.model.peeks and not ended.before_peek:
            units, opening, finish = (1,) * len(units), [-1.0] * len(units), PLAIN
        elif ended.ended:
            opening, names = self._paid(group, row, -1)
        yield from self._dealt(part, chance, opening, names, sum(units), finish)

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
                part, part.split_natural, [-1.0] * model.units, ["dealer natural"] * model.units,
                model.units,
            )  # fmt: skip
        chance = self._split_chance(part)
        if chance <= 0:
            return
        every, *second, staked = (part.brings / chance).tolist()
        opening = [every - sum(second), *second]
        for share, bets in self._split_bets(part, chance):
            yield Way(share, opening, ["split"] * model.units, bets, staked, True)

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
    """Add dealer naturals of these chances, by finish, to the chances of events."""
    for ends, chance in zip(one.natural, naturals.tolist(), strict=True):
        for event, share in ends if chance else ():
            found[event] += share * chance


class Way(NamedTuple):
    """One way a round can end."""

    chance: float
    opening: list[float]
    names: list[str]
    bets: list[tuple[float, str]]
    staked: float
    split: bool = False


def _cuts(events: list[tuple[float, float, str]]) -> list[float]:
    return [float(cut) for cut in np.cumsum([share for share, _, _ in events])[:-1]]


def _at(events: list[tuple[float, float, str]], where: float) -> tuple[float, str]:
    below = 0.0
    for share, pays, name in events:
        below += share
        if where < below:
            return pays, name
    return events[-1][1], events[-1][2]
