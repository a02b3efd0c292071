"""Split rounds played out at random: what several hands sharing a dealer bring together.

Expectations of split rounds are exact elsewhere. The mean square of a whole round and its chance to
win need the hands' joint distribution; they are estimated here, with their errors, from rounds
drawn without replacement under the policy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import Position
from pitboss.exact.programme.loops.sampled import (
    OTHER,
    Dealer,
    Pays,
    Room,
    Sample,
    Split,
    sample_splits,
)
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.programme.rows import by_row
from pitboss.exact.splits import Count
from pitboss.exact.tally import Part, Tally
from pitboss.rules.hands import NEXT
from pitboss.rules.settlement import BUST, BetReader

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DEFAULT_ROUNDS = 200_000
AT_LEAST = 2_000
"""Rounds of a part so rare that its share of all rounds is none."""


class Kind(NamedTuple):
    """A pair that is split on a board."""

    chance: float
    position: Position
    part: Part
    place: int
    split: SplitPicks
    max_hands: int


DEALER_NEXT: Ints = np.array(NEXT, dtype=np.int64)
"""The hand automaton: state after a card of a value."""


class SampledMoments:
    """Second moments and hit rates of split rounds by sampling."""

    def __init__(
        self, readers: list[BetReader], tally: Tally, boards: list[tuple[Position, BoardPlan]],
        rounds: int = DEFAULT_ROUNDS, seed: int = 1,
    ) -> None:  # fmt: skip
        self.core, self.model = tally.core, tally.model
        self.readers, self.tally = readers, tally
        self._finishes = np.array([row.finish for row in self.core.rows])
        model, holdings = self.model, self.core.holdings
        self._dealer = Dealer(
            np.array(model.values), np.array(model.tables.dealer_final), DEALER_NEXT, model.peeks
        )
        self._pays = Pays(holdings.pays, holdings.split_units.astype(float))
        self._samples: dict[Part, Sample] = {}
        self._draw(boards, rounds, seed)

    def second(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Mean square of a part's split rounds, and its error."""
        return _mean(self.results(part, stakes) ** 2)

    def wins(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Chance of a net win in a part's split rounds, and its error."""
        return _mean((self.results(part, stakes) > 1e-12).astype(float))

    def results(self, part: Part, stakes: Floats) -> Floats:
        """What each sampled round brought with these stakes on all wagers."""
        sample, units = self._samples[part], self.model.units
        results: Floats = stakes[0] * (sample.total - (sample.second if units > 1 else 0.0))
        if units > 1:
            results = results + stakes[1] * sample.second
        for reader, one, stake in zip(self.readers, part.settled, stakes[units:], strict=True):
            if not stake:
                continue
            if one.grid is None:
                pays = np.full(len(results), reader.pays[one.event])
            else:
                pays = reader.pays[by_row(self.core.rows, one.grid).reshape(-1)[sample.entry]]
            row, total = np.divmod(sample.entry // self.model.finals, BUST + 1)
            finishes = self._finishes[row]
            if not self.model.peeks:
                for finish, ends in enumerate(one.natural):
                    events, shares = zip(*ends, strict=True)
                    drawn = np.random.default_rng(0).choice(events, len(results), p=shares)
                    met = sample.natural & (finishes == finish)
                    pays = np.where(met, reader.pays[drawn], pays)
            if one.grid is not None and reader.bet.lost_on_second_split:
                lost = sample.again > 0
                if reader.bet.lost_by_first_hand_only:
                    lost = lost & (sample.again != OTHER)
                pays = np.where(lost, -1.0, pays)
                if one.early is not None:
                    early = reader.pays[one.early[finishes, (total == BUST).astype(np.int64)]]
                    pays = np.where(sample.again == OTHER, early, pays)
            results = results + stake * pays
        return results

    def _draw(self, boards: list[tuple[Position, BoardPlan]], rounds: int, seed: int) -> None:
        """Sample every kind of split in proportion to its chance."""
        model = self.model
        kinds = []
        for position, plan in boards:
            deals = position.deals
            parts = self.tally.parts_of(position)
            for place, split in plan.splits.items():
                chance = float(position.board.chance * deals.chance[place])
                if model.peeks:
                    chance *= 1.0 - float(deals.natural[place])
                if chance > 0.0:  # one deck has no suited pair
                    number = int(plan.hands[place])
                    kinds.append(Kind(chance, position, parts[place], place, split, number))
        found: dict[Part, list[Sample]] = {}
        self._play(kinds, rounds, seed, found)
        rare = [kind for kind in kinds if kind.part not in found]
        self._play(rare, AT_LEAST * len({kind.part for kind in rare}), seed + 1, found)
        for key, samples in found.items():
            self._samples[key] = Sample(
                *(np.concatenate(column) for column in zip(*samples, strict=True))
            )

    def _play(
        self, kinds: list[Kind], rounds: int, seed: int, found: dict[Part, list[Sample]]
    ) -> None:
        """Play so many rounds of these kinds of splits, each in proportion to its chance."""
        whole = sum(kind.chance for kind in kinds)
        drawn, due = 0, 0.0
        for order, kind in enumerate(kinds):
            due += rounds * kind.chance / whole
            many = round(due) - drawn
            drawn += many
            if not many:
                continue
            position, split = kind.position, kind.split
            pair = int(position.deals.pair[kind.place])
            paths = self.core.splits.pairs[pair].paths
            there = Split(
                pair, position.board.up, kind.max_hands, float(position.deals.mates[kind.place]),
                paths.shape.begin, self.core.programme.start_rows[pair],
                split.kept is Count.FIRST,
            )  # fmt: skip
            sample = _empty_sample(many)
            sample_splits(
                there, position.left, paths.steps, paths.ends,
                *(np.ascontiguousarray(picks) for picks in (split.first, split.later)),
                self._dealer, self._pays, sample,
                _room(len(position.left), kind.max_hands, seed * 1_000_003 + order),
            )  # fmt: skip
            found.setdefault(kind.part, []).append(sample)


def _empty_sample(rounds: int) -> Sample:
    return Sample(
        np.zeros(rounds), np.zeros(rounds), np.zeros(rounds, dtype=np.int64),
        np.zeros(rounds, dtype=np.int64), np.zeros(rounds, dtype=np.bool_),
    )  # fmt: skip


def _room(kinds: int, max_hands: int, seed: int) -> Room:
    return Room(
        np.array([seed], dtype=np.uint64), np.zeros(kinds + 1, dtype=np.int64),
        np.zeros(2, dtype=np.int64), np.zeros((max_hands, 2), dtype=np.int64),
        np.zeros(max_hands + 1, dtype=np.bool_),
    )  # fmt: skip


def _mean(values: Floats) -> tuple[float, float]:
    if len(values) < 2:
        return float(values.mean()), float("inf")
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)
