"""Split hands of a shoe: their sums, their own decisions, and what all of them bring together."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.programme.holdings import Holdings
from pitboss.exact.programme.loops.behind import width_of
from pitboss.exact.programme.loops.bundles import Block, Paths, Room, Tariffs, Variants
from pitboss.exact.programme.loops.dealer import DEEPEST, WALKERS
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.split import sum_up
from pitboss.exact.programme.loops.weigh import weigh, worth_of_variants
from pitboss.exact.programme.paths import given_up_at_start, paths_of
from pitboss.exact.programme.pricing import Options, first_table, movers_of, tariffs
from pitboss.exact.programme.steps import Programme
from pitboss.exact.programme.variants import Dropping, Run, count_weights, variants_of
from pitboss.exact.splits import Count, Courses, coefficients, courses
from pitboss.rules.course import NONE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class SplitWorth(NamedTuple):
    """What splitting a pair brings on the boards of a block."""

    worth: Floats
    """``[table, board, mate, hands]``; tables as in `main_prices`, or the first of them alone."""
    picks: Ints
    """The split hand's decisions, ``[step × BOARDS + board]``."""
    by_variant: Floats
    """``[table, board, variant, second card pairs]``: what one hand brings."""
    first: Ints
    last: Ints
    """By board: its variants."""


NO_RUNS = [Run((), 0, 0)]
"""Of a board that is not there."""
MOST_TABLES = 6
"""Pay tables by which the hands of a split are valued at once, at most."""
MOST_SETS = 12
"""Sets of sums that a chart's trials use at once, at least where they have so many."""


def main_prices(model: Model, holdings: Holdings, start_row: int) -> list[Floats]:
    """What is asked of the hands of a split in the main game.

    What they bring; what the wager that moved to the second of them brings, which no double
    enlarges; and how many units stand on them once the dealer has no natural, for each unit of a
    hand that begins.
    """
    units = np.maximum(holdings.split_units, 1) / max(int(holdings.split_units[start_row]), 1)
    prices = [holdings.pays]
    if model.units > 1:
        prices.append(holdings.pays / units[:, None, None])
    staked = np.ones_like(holdings.pays)
    staked[:, BUST, -1] = 0.0 if model.peeks else 1.0
    staked[[row.empty for row in holdings.rows.rows]] = 0.0
    return [*prices, staked]


class PairSplit:
    """A pair that can be split: everything about it that no shoe changes."""

    def __init__(
        self, model: Model, programme: Programme, worlds: Ints, holdings: Holdings, pair: int
    ) -> None:
        self.pair = pair
        self.paths: Paths = paths_of(model, programme, worlds, pair)
        slots = programme.slots
        self.start_row = int(slots.row[slots.child[programme.starts[pair], 0]])
        """The row of pays of a hand that got its second card."""
        self.given_up = given_up_at_start(programme, pair)
        self.hands = programme.split_hands[pair]
        self.deepest = deepest = len(coefficients(max(self.hands))[0]) - 1
        """Most pair cards that other hands draw."""
        self.splits_replacements = programme.splits_replacements[pair]
        counted = self.given_up if self.splits_replacements else []
        self.variants, runs = variants_of(
            deepest, pair, self.paths.shape.other, counted, model.kinds
        )
        self.course_order = {
            dropping: _course_order(self.variants, some, courses(deepest, dropping, pair), dropping)
            for dropping, some in runs.items()
        }
        """By classes given up before a pair card: variants as `exact.splits.courses` has them."""
        self._runs = runs
        self._runs_of_pick: dict[int, list[Run]] = {}
        self.card_decides_splits = len(self.hands) > 1 and (
            self.splits_replacements or pair in self.given_up
        )
        """Whether giving up a second card changes how often the pair is split again, so that it is
        decided by all hands together and not by the first."""
        self.movers: Options = movers_of(self.paths.steps)
        prices = self.priced(main_prices(model, holdings, self.start_row))
        self.prices: Tariffs = prices._replace(pays=prices.pays[:-1])
        """`main_prices`; what the dealer makes changes no stake."""
        self.main_price: Tariffs = first_table(prices)
        second = (Count.SECOND,) if model.units > 1 else ()
        self.counts = count_weights(self.hands, (Count.ALL, *second, Count.ALL), deepest)
        """Which hands count, by those prices."""
        shape = self.paths.shape
        self.sums_size = shape.cards * shape.leads * shape.others
        self.sets = 2 + 2 * len(self.paths.decisions.step)

    def dropping(self, pick: int) -> Dropping:
        """Which second cards the first decision of a split hand gives up."""
        return tuple(kind for kind in self.given_up if pick >> kind & 1)

    def further_splits(self, dropping: Dropping, deepest: int) -> tuple[int, Dropping]:
        """How many pair cards are split again at most, and classes given up before one of them.

        Second cards of `dropping` are given up, and `deepest` pair cards could be split again.
        Where no replacement is split again, nothing is given up before a pair card that is, and a
        pair card that is given up never is.
        """
        if self.splits_replacements:
            return deepest, dropping
        return (0 if self.pair in dropping else deepest), ()

    def runs(self, dropping: Dropping) -> list[Run]:
        """The variants if second cards of these classes are given up."""
        deepest, before = self.further_splits(dropping, self.deepest)
        runs = self._runs[before]
        return runs if deepest else [runs[0]._replace(last=runs[0].first + 1)]

    def runs_of_pick(self, pick: int) -> list[Run]:
        """The same by the first decision of a split hand, worked out once for each."""
        if pick not in self._runs_of_pick:
            self._runs_of_pick[pick] = self.runs(self.dropping(pick))
        return self._runs_of_pick[pick]

    def priced(self, tables: Sequence[Floats]) -> Tariffs:
        """Pay tables as the loops want them."""
        return tariffs(self.movers, tables, self.start_row)


BY_CHANCE = 1e-12
"""Less than this is no gain but the order of additions."""


def _better(one: SplitWorth, other: SplitWorth) -> SplitWorth:
    """Board by board the one that brings more at the first table, summed over numbers of mates."""

    def brings(split: SplitWorth) -> Floats:
        most = split.worth[0].max(axis=2)
        found: Floats = np.where(np.isfinite(most), most, 0.0).sum(axis=1)
        return found

    takes = brings(other) > brings(one) + BY_CHANCE
    steps, tables = np.zeros(BOARDS, dtype=np.bool_), takes[:, None, None]
    steps[: len(takes)] = takes
    return SplitWorth(
        np.where(tables, other.worth, one.worth),
        np.where(np.tile(steps, len(one.picks) // BOARDS), other.picks, one.picks),
        np.where(tables, other.by_variant, one.by_variant),
        np.where(takes, other.first, one.first), np.where(takes, other.last, one.last),
    )  # fmt: skip


def own_picks(one: PairSplit, picks: Ints) -> Ints:
    """The decisions of a split hand, ``[step × BOARDS + board]``, from those by slot."""
    steps = one.paths.steps
    own = picks.reshape(-1, BOARDS).take(steps.slot[: len(steps.kind)], axis=0)
    return own.reshape(-1)


def _course_order(variants: Variants, runs: list[Run], found: Courses, dropping: Dropping) -> Ints:
    """Where among the variants of some runs, one after the other, each course is."""
    every = [v for run in runs for v in range(run.first, run.last)]
    known = [
        (int(variants.pairs[v]), tuple(int(variants.dropped[v, kind]) for kind in dropping))
        for v in every
    ]
    order = [known.index(course) for course in zip(found.pairs, found.dropped, strict=True)]
    return np.array(order, dtype=np.int64)


Space = tuple[Floats, Room]

SPACES = 2
"""Games for which a thread keeps the arrays it works in: some 20 MB each."""


class _Spaces(threading.local):
    def __init__(self) -> None:
        self.kept: dict[Splits, Space] = {}


_spaces = _Spaces()


class Splits:
    """All pairs of a game, and room to work in: every thread has its own."""

    def __init__(
        self, model: Model, programme: Programme, worlds: Ints, holdings: Holdings
    ) -> None:
        self.model, self.programme = model, programme
        self.pairs = {
            pair: PairSplit(model, programme, worlds, holdings, pair)
            for pair in range(model.kinds)
            if programme.start_terms[pair] != NONE
        }

    @property
    def sums(self) -> Floats:
        """What flows are worth, ``[table, set, board, place]``."""
        return self._working_space()[0]

    @property
    def room(self) -> Room:
        """Arrays for the loops to work in."""
        return self._working_space()[1]

    def _working_space(self) -> Space:
        """The arrays of a thread: two in the same ones would ruin both their figures."""
        kept = _spaces.kept
        space = kept.pop(self, None) or self._make_space()
        kept[self] = space  # the last is the newest
        while len(kept) > SPACES:
            kept.pop(next(iter(kept)))
        return space

    def _make_space(self) -> Space:
        every = list(self.pairs.values())
        steps = max((len(one.paths.steps.kind) for one in every), default=1)
        movers = max((len(one.paths.steps.movers) for one in every), default=1)
        ends = max((len(one.paths.ends.slot) for one in every), default=1)
        groups = max((len(one.paths.ends.group_held) for one in every), default=1)
        keys = max((int(np.diff(one.paths.draws.first_key).max()) for one in every), default=1)
        sets = max((one.sets for one in every), default=2)
        sets = max(sets, MOST_SETS)
        sums: Floats = np.zeros(
            (MOST_TABLES, sets, BOARDS, max((one.sums_size for one in every), default=1))
        )
        cells = max((len(one.paths.ends.cell_place) for one in every), default=1)
        slots = self.programme.slots
        kinds_of_ends = (1 + int(max(slots.row.max(), slots.option_row.max()))) * BUST
        width = width_of(keys)
        room = Room(
            np.zeros((steps + ends + 1) * BOARDS), np.zeros((steps + ends + 1) * BOARDS),
            np.zeros((sets, movers * BOARDS)), np.zeros((sets, ends * BOARDS)),
            np.zeros(sets, dtype=np.int64), np.zeros(sets, dtype=np.bool_),
            np.zeros(groups * BOARDS),
            np.zeros(groups + WALKERS, dtype=np.int64),
            np.ones((self.model.kinds + 1) * WALKERS), np.ones((DEEPEST + 1) * WALKERS),
            np.empty(keys * WALKERS), np.zeros(width * WALKERS),
            np.zeros(sets * cells * width), np.zeros(sets * cells),
            np.zeros(sets * cells, dtype=np.bool_),
            np.zeros(kinds_of_ends * width), np.zeros(kinds_of_ends, dtype=np.bool_),
        )  # fmt: skip
        return sums, room

    def worth(
        self, one: PairSplit, block: Block, values: Floats, picks: Ints, prices: Tariffs,
        mates: Floats, *, decides: bool = True,
    ) -> SplitWorth:  # fmt: skip
        """What splitting a pair brings, in units of a split hand.

        ``mates[board, mate]`` are the numbers of cards left that pair to ask about; below zero:
        none. What unsplit hands do not decide is decided here, or it is in `picks` too.
        """
        own = own_picks(one, picks)
        found = self._worth(one, block, values, own, prices, mates, decides=decides)
        for kind in one.given_up if decides and one.card_decides_splits else ():
            other = found.picks.copy()
            other[:BOARDS] ^= 1 << kind
            tried = self._worth(one, block, values, other, prices, mates, decides=False)
            found = _better(found, tried)
        return found

    def _worth(
        self, one: PairSplit, block: Block, values: Floats, own: Ints, prices: Tariffs,
        mates: Floats, *, decides: bool,
    ) -> SplitWorth:  # fmt: skip
        """The same, the hands deciding by `own`."""
        sum_up(one.paths, block, prices, values, own, decides, self.room, self.sums)
        boards, tables = len(mates), prices.arrival.shape[1]
        runs = [
            one.runs_of_pick(pick) if cards > 0 else NO_RUNS
            for pick, cards in zip(own[:boards].tolist(), block.cards[:boards], strict=True)
        ]
        first = np.array([of[0].first for of in runs])
        last = np.array([of[0].last for of in runs])
        worth = np.zeros((tables, boards, len(one.variants.pairs), 2))
        worth_of_variants(one.paths.shape, self.sums, block, one.variants, first, last, worth)
        for board, of in enumerate(runs):
            for run in of[1:]:
                self._further(one, block, (values, own, prices), (board, run), worth)
        last = np.array([of[-1].last for of in runs])
        counts = one.counts[:tables]
        out = np.full((tables, *mates.shape, counts.shape[1]), -np.inf)
        weigh(one.pair, block, one.variants, first, last, mates, counts, worth, out)
        return SplitWorth(out, own, worth, first, last)

    def _further(
        self, one: PairSplit, block: Block, played: tuple[Floats, Ints, Tariffs],
        which: tuple[int, Run], worth: Floats,
    ) -> None:  # fmt: skip
        """Variants in which cards that are no leads are gone too: a shoe of their own."""
        board, run = which
        there = self.without(block, board, run)
        values, own, prices = played
        sum_up(one.paths, there, prices, values, own, False, self.room, self.sums)
        first, last = np.zeros((2, worth.shape[1]), dtype=np.int64)
        first[board], last[board] = run.first, run.last
        worth_of_variants(one.paths.shape, self.sums, there, one.variants, first, last, worth)

    def without(self, block: Block, board: int, run: Run) -> Block:
        """One board alone, without the further cards that a run of variants gives up."""
        left = block.left.reshape(-1, BOARDS).copy()
        left[:, board] -= run.further
        cards = np.zeros(BOARDS)
        cards[board] = left[:, board].sum()
        return Block(left.reshape(-1), cards, block.makers, block.up)
