"""Split hands of a shoe: their sums, their own decisions, and what all of them bring together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.programme.loops.behind import dealer_behind
from pitboss.exact.programme.loops.dealer import DEEPEST, WALKERS
from pitboss.exact.programme.loops.follow import follow_split
from pitboss.exact.programme.loops.others import settle_others, try_others
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.programme.loops.weigh import weigh, worth_of_variants
from pitboss.exact.programme.paths import Paths, given_up_at_start, paths_of
from pitboss.exact.programme.shoe import Block
from pitboss.exact.programme.steps import NONE, Programme
from pitboss.exact.programme.variants import VariantArrays, count_weights, variants_of
from pitboss.exact.splits import Count, coefficients

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Room(NamedTuple):
    """Arrays to work in, kept from one use to the next; `flow` is zero in between."""

    flow: Floats
    arrived: Floats
    ended: Floats
    """``ended[set, end × BOARDS + board]``"""
    decision: Ints
    """By set: whose it is."""
    row_of: Ints
    """By group: its row in `behind`, -1 while it has none."""
    group: Ints
    cards: Floats
    product: Floats
    total: Floats
    behind: Floats
    """``behind[row × keys + key]``: the dealer's draws behind a group."""
    gain: Floats
    """``gain[(pay row × 22 + total) × keys + key]``: what a draw pays over a dealer bust."""
    folded: Floats
    alike: Floats


class PairSplit:
    """A pair that can be split: everything about it that no shoe changes."""

    def __init__(self, model: Model, programme: Programme, worlds: Ints, pair: int) -> None:
        self.pair = pair
        self.paths: Paths = paths_of(model, programme, worlds, pair)
        self.given_up = given_up_at_start(programme, pair)
        self.hands = programme.split_hands[pair]
        deepest = len(coefficients(max(self.hands))[0]) - 1
        self.variants = variants_of(
            deepest, pair, self.paths.shape.other, self.given_up, model.kinds
        )
        self.arrays = VariantArrays(
            self.variants.pairs, self.variants.burned, self.variants.burned_pairs,
            self.variants.burned_others, self.variants.ways,
        )  # fmt: skip
        self.counts = count_weights(self.hands, (Count.ALL,), deepest)
        shape = self.paths.shape
        self.sums_size = shape.cards * shape.leads * shape.others
        self.sets = 2 + 2 * len(self.paths.decisions.step)


class Splits:
    """All pairs of a game, and room to work in; not to be shared by threads."""

    def __init__(self, model: Model, programme: Programme, worlds: Ints, rows: int) -> None:
        self.model, self.programme = model, programme
        self.pairs = {
            pair: PairSplit(model, programme, worlds, pair)
            for pair in range(model.kinds)
            if programme.start_terms[pair] != NONE
        }
        every = list(self.pairs.values())
        steps = max(len(one.paths.steps.kind) for one in every)
        ends = max(len(one.paths.ends.slot) for one in every)
        groups = max(len(one.paths.ends.group_held) for one in every)
        keys = max(int(np.diff(one.paths.draws.first_key).max()) for one in every)
        sets = max(one.sets for one in every)
        self.sums: Floats = np.zeros((sets, BOARDS, max(one.sums_size for one in every)))
        self.room = Room(
            np.zeros((steps + ends + 1) * BOARDS), np.zeros((steps + ends + 1) * BOARDS),
            np.zeros((sets, ends * BOARDS)), np.zeros(sets, dtype=np.int64),
            np.full(groups, -1), np.zeros(groups + WALKERS, dtype=np.int64),
            np.ones((model.kinds + 1) * WALKERS), np.ones((DEEPEST + 1) * WALKERS),
            np.empty(keys * WALKERS), np.empty((groups + WALKERS) * keys),
            np.empty(rows * 22 * keys), np.empty(keys), np.empty(keys),
        )  # fmt: skip

    def worth(
        self, one: PairSplit, block: Block, values: Floats, picks: Ints, pays: Floats,
        mates: Floats,
    ) -> tuple[Floats, Ints]:  # fmt: skip
        """``[board, mate, hands]``: what splitting a pair brings, in units of a split hand.

        Also the split hand's picks, ``[step × BOARDS + board]``.
        """
        paths, room, sums = one.paths, self.room, self.sums
        shape, steps, decisions = paths.shape, paths.steps, paths.decisions
        own = picks.reshape(-1, BOARDS)[steps.slot[: len(steps.kind)]].reshape(-1)
        peeks = self.model.peeks
        follow_split(
            shape, steps, block, peeks, own, room.flow, room.arrived, room.ended, sums
        )
        sets = 2
        if len(decisions.step):
            sets = try_others(shape, steps, decisions, block, peeks, values, own, room, sums)
        dealer_behind(paths.ends, paths.draws, block, pays, sets, room, sums)
        if sets > 2:
            settle_others(shape, steps, decisions, block, values, own, sets, room, sums)
        boards = len(mates)
        first, last = self._variants(one, own, boards)
        worth = np.zeros((boards, len(one.variants.pairs), 2))
        worth_of_variants(paths.shape, self.sums, block, one.arrays, first, last, worth)
        out = np.full((*mates.shape, len(one.counts)), -np.inf)
        weigh(one.pair, block, one.arrays, first, last, mates, one.counts, worth, out)
        return out, own

    def _variants(self, one: PairSplit, own: Ints, boards: int) -> tuple[Ints, Ints]:
        """The variants of each board: they depend on which second cards are given up."""
        found = np.zeros((2, boards), dtype=np.int64)
        for board in range(boards):
            bits = int(own[board]) if one.given_up else 0
            burning = tuple(kind for kind in one.given_up if bits >> kind & 1)
            found[:, board] = one.variants.first[burning], one.variants.last[burning]
        return found[0], found[1]
