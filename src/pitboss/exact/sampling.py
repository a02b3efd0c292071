"""Split rounds played out at random: what several hands sharing a dealer bring together.

Expectations of split rounds are exact elsewhere. The mean square of a whole round and its chance to
win need the hands' joint distribution; they are estimated here, with their errors, from rounds
drawn without replacement under the policy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.position import Position
from pitboss.exact.programme.loops.play import CHANCE
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
FIRST, OTHER = 1, 2
"""Hands that can be split a second time; see `Sample.again`."""


class Kind(NamedTuple):
    """A pair that is split on a board."""

    chance: float
    position: Position
    part: Part
    place: int
    split: SplitPicks
    max_hands: int


class Sample(NamedTuple):
    """Sampled split rounds of one part, as parallel arrays."""

    total: Floats
    """Units won on all hands together."""
    second: Floats
    """Units won on the wager that moved to the second hand."""
    entry: Ints
    """Where the first hand ended: an entry of an outcome table, flat."""
    again: Ints
    """What is split a second time: nothing (0), the first hand (1), another after it (2)."""
    natural: NDArray[np.bool_]
    """Whether the dealer had a natural (without a peek only)."""


class Split(NamedTuple):
    """A pair that is split, as far as chance and the order of play go."""

    pair: int
    up: int
    max_hands: int
    mates: float
    begin: int
    """Steps of a hand before its second card."""
    row: int
    """Row of pays a hand begins on."""
    first_always: bool
    """Whether the first hand is played as such after a second split too."""


class Room(NamedTuple):
    """What a round is played in."""

    random: NDArray[np.uint64]
    """Where the sequence of random numbers stands."""
    shoe: Ints
    """Cards left of each class, and of all."""
    stock: Ints
    """Of the pair's class: cards left that are no mates, and mates."""
    ended: Ints
    """Where each hand ended: its row, its total."""
    moved: NDArray[np.bool_]
    """By hand still to play: whether it has the second wager."""


class Dealer(NamedTuple):
    """How the dealer plays."""

    values: Ints
    """Of card classes."""
    final: Ints
    next: Ints
    peeks: bool


class Pays(NamedTuple):
    """What a hand brings."""

    per_unit: Floats
    """``[row, total, final]``"""
    units: Floats
    """By row."""


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


DEALER_NEXT: Ints = np.array(NEXT, dtype=np.int64)
"""The hand automaton: state after a card of a value."""


inlined = register_jitable(forceinline=True, _nrt=False)
"""Counting who uses an array would take longer than playing; nothing is allocated here."""


@inlined
def _random(state):  # type: ignore[no-untyped-def]
    """The next of a splitmix64 sequence."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def _card(shoe, state):  # type: ignore[no-untyped-def]
    """A card drawn from the shoe; the last entry of `shoe` is how many are left."""
    kinds = len(shoe) - 1
    place = np.int64(_random(state) % np.uint64(shoe[kinds]))
    kind = 0
    while place >= shoe[kind]:
        place -= shoe[kind]
        kind += 1
    shoe[kind] -= 1
    shoe[kinds] -= 1
    return kind


@inlined
def _is_mate(stock, state):  # type: ignore[no-untyped-def]
    """Whether a card of the pair's class that was drawn is a mate; `stock` is others, mates."""
    mate = np.int64(_random(state) % np.uint64(stock[0] + stock[1])) < stock[1]
    stock[1 if mate else 0] -= 1
    return mate


@inlined
def play_out(shoe, stock, state, split, steps, ends, picks, room):  # type: ignore[no-untyped-def]
    """One hand: its row, its total, and whether it drew a mate while there is `room` to split."""
    many, step = len(steps.kind), 0
    row = split.row
    while step < many:
        if steps.kind[step] == CHANCE:
            card = _card(shoe, state)
            mate = card == split.pair and _is_mate(stock, state)
            if steps.again[step, card] >= 0 and picks[step] >> card & 1:
                step = steps.again[step, card]
                continue
            if mate and room and step < split.begin:
                return row, 0, True
            step = steps.child[step, card]
            continue
        option = steps.first_option[step] + picks[step]
        row = steps.option_row[option]
        if steps.option_times[option] == 0.0:
            return row, BUST, False
        step = steps.option_to[option]
    if step < many + len(ends.slot):
        return ends.row[step - many], ends.total[step - many], False
    return row, BUST, False


@njit(cache=True, nogil=True, _nrt=False)
def sample_splits(  # type: ignore[no-untyped-def]
    split, left, steps, ends, first_picks, later_picks, dealer, pays, sample, room
):
    """Play split rounds from the pair on into `sample`."""
    kinds, finals, pair = len(left), pays.per_unit.shape[2], split.pair
    values, up, max_hands = dealer.values, split.up, split.max_hands
    total, second, entry, again, natural = sample
    state, shoe, stock, ended, moved = room
    rounds = len(total)
    drawn = 0
    while drawn < rounds:
        for c in range(kinds):
            shoe[c] = np.int64(left[c])
        shoe[pair] -= 2
        shoe[kinds] = 0
        for c in range(kinds):
            shoe[kinds] += shoe[c]
        hole = _card(shoe, state)
        low, high = min(values[up], values[hole]), max(values[up], values[hole])
        dealt = low == 1 and high == 10
        if dealt and dealer.peeks:
            continue
        # Cards of the pair's class are interchangeable but for this: which of them are mates.
        stock[0] = np.int64(left[pair]) - 2 - np.int64(split.mates)
        stock[1] = np.int64(split.mates)
        if hole == pair:
            _is_mate(stock, state)
        made, finished, waiting = 2, 0, 2
        moved[0], moved[1] = True, False  # a stack: the first hand is on top, the second below
        kept = True  # nothing was split again so far
        second_at = -1
        while waiting > 0:
            waiting -= 1
            own = moved[waiting]
            first = finished == 0 and (kept or split.first_always)
            picks = first_picks if first else later_picks
            row, points, pairs = play_out(
                shoe, stock, state, split, steps, ends, picks, made < max_hands
            )
            if pairs:
                if kept:
                    again[drawn] = FIRST if finished == 0 else OTHER
                made += 1
                kept = False
                # the hand in place keeps its wager, the new one is placed next
                moved[waiting] = False
                moved[waiting + 1] = own
                waiting += 2
                continue
            ended[finished, 0], ended[finished, 1] = row, points
            if own:
                second_at = finished
            finished += 1
        final = finals - 1
        if not dealt:
            reached = dealer.next[dealer.next[0, values[up]], values[hole]]
            while dealer.final[reached] < 0:
                reached = dealer.next[reached, values[_card(shoe, state)]]
            final = dealer.final[reached]
        for place in range(finished):
            row, points = ended[place]
            won = pays.per_unit[row, BUST if dealt else points, final]
            total[drawn] += won * pays.units[row]
            if place == second_at:
                second[drawn] = won
        row, points = ended[0]
        entry[drawn] = (row * 23 + points) * finals + (0 if points == BUST else final)
        natural[drawn] = dealt
        drawn += 1
