"""Two hands of a split pair and the dealer behind them: how likely each end meets each other.

The chance of two hands and of what the dealer makes behind them depends on the cards they hold
between them alone: falling factorials times the dealer's finals with those cards gone. So every
hand becomes a list of *ends*, cards gone with the number of orders they can come in; each end of
one hand meets each end of the other, and equal unions share the dealer's walk. Hands that bust are
the rest: a hand's *starts* count as busts, and ends take away what they are not.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.dealer import LANES, VARIANTS, cards_in, key_weights, walk
from pitboss.exact.model import Board
from pitboss.exact.programme.core import Core
from pitboss.exact.split_endings import ends_of, falling
from pitboss.exact.splits import Courses, courses
from pitboss.rules.settlement import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def given_up(core: Core, pair: int, picks: Ints) -> tuple[int, ...]:
    """The classes of second cards that a split hand gives up before one that is split again."""
    return _further_splits(core, pair, picks)[1]


def courses_beside(core: Core, pair: int, picks: Ints) -> Courses:
    """What else can be gone besides two hands of a split pair."""
    return courses(*_further_splits(core, pair, picks), pair)


def _further_splits(core: Core, pair: int, picks: Ints) -> tuple[int, tuple[int, ...]]:
    one, bits = core.splits.pairs[pair], int(picks[0])
    dropping = tuple(kind for kind in one.given_up if bits >> kind & 1)
    return one.further_splits(dropping, 2 * (max(core.programme.split_hands[pair]) - 2))


class Pair:
    """Two hands of a split pair."""

    def __init__(self, core: Core, board: Board, pair: int, one: Ints, other: Ints) -> None:
        self.core, self.model, self.board, self.pair = core, core.model, board, pair
        self.picks = other
        mine = ends_of(core, pair, one)
        yours = mine if one is other else ends_of(core, pair, other)
        # Numbers whose sum names the union; the pair's class is the lowest digit.
        most = mine.gone.max(axis=0) + yours.gone.max(axis=0) + 1
        order = np.array([pair, *(kind for kind in range(self.model.kinds) if kind != pair)])
        digit = np.empty_like(most)
        digit[order] = np.append(1, np.cumprod(most[order])[:-1])
        self.one, self.other = mine.by(mine.gone @ digit), yours.by(yours.gone @ digit)
        sums, self.union_of = _unions(self.one.gone @ digit, self.other.gone @ digit)
        self.unions: Ints = sums[:, None] // digit % most
        self.groups: Ints = np.unique(sums // most[pair], return_index=True)[1]

    def joint(self, pay: Floats) -> Floats:
        """What the other hand brings, by where the one ends, in every course of further hands.

        ``[paired, paired, course, row, total, final]``, the other being paid as `pay` says.
        """
        other = self.other
        worth = pay[other.row, other.total]
        ends = other.total != BUST
        worth[ends] -= pay[other.row[ends], BUST]
        worth[ends, -1] = 0.0
        worth *= other.orders[:, None]
        out = np.empty((2, 2, courses_beside(self.core, self.pair, self.picks).many, *pay.shape))
        for places, left, gone in self._variants():
            out[:, :, places] = self._met(left, gone, worth)
        return out

    def _variants(self) -> Iterator[tuple[list[int], Floats, Floats]]:
        """A few courses at a time that differ in pair cards alone: cards left, pair cards gone."""
        pair, dropping = self.pair, given_up(self.core, self.pair, self.picks)
        found = courses_beside(self.core, pair, self.picks)
        gone = np.array(found.pairs, dtype=float)
        runs: dict[tuple[int, ...], list[int]] = {}
        for place, dropped in enumerate(found.dropped):
            cards = np.zeros(self.model.kinds, dtype=np.int64)
            cards[list(dropping)] = dropped
            gone[place] += cards[pair]
            cards[pair] = 0
            runs.setdefault(tuple(cards.tolist()), []).append(place)
        for other_cards, places in runs.items():
            for start in range(0, len(places), VARIANTS):
                some = places[start : start + VARIANTS]
                yield some, self.board.left - np.array(other_cards), gone[some]

    def _met(self, left: Floats, gone: Floats, worth: Floats) -> Floats:
        model, one = self.model, self.one
        trie = model.trie(self.board.up, self.pair)
        chances = np.zeros((len(self.unions), model.finals * VARIANTS))
        padded = np.zeros(VARIANTS)
        padded[: len(gone)] = gone
        _behind(trie, left, self.pair, padded, self.unions, self.groups, model.finals, chances)
        rows = len(self.core.rows)
        out = np.zeros((2, 2, rows, BUST + 1, model.finals * VARIANTS))
        _meet(
            one.paired, one.row, one.total, one.orders, self.other.paired, worth,
            self.union_of, chances, out,
        )  # fmt: skip
        table = out.reshape(2, 2, rows, BUST + 1, model.finals, VARIANTS)
        table[:, :, :, :BUST, -1] = 0.0
        table[:, :, :, BUST] -= table[:, :, :, :BUST].sum(axis=3)
        return np.moveaxis(table[..., : len(gone)], -1, 2)


@njit(cache=True, nogil=True)
def _unions(one, other):  # type: ignore[no-untyped-def]
    """The sums of a number of each array, ascending, and for each pair which of them it has."""
    slots = np.full(1 << 15, -1, dtype=np.int32)
    sums = np.empty(len(one) * len(other), dtype=np.int64)
    place = np.empty((len(one), len(other)), dtype=np.int32)
    found = 0
    for i in range(len(one)):
        if 2 * (found + len(other)) > len(slots):
            slots = np.full(4 * (found + len(other)), -1, dtype=np.int32)
            for known in range(found):
                slots[_slot(slots, sums, sums[known])] = known
        for j in range(len(other)):
            sums[found] = one[i] + other[j]
            slot = _slot(slots, sums, sums[found])
            if slots[slot] < 0:
                slots[slot] = found
                found += 1
            place[i, j] = slots[slot]
    order = np.argsort(sums[:found])
    rank = np.empty(found, dtype=np.int32)
    rank[order] = np.arange(found, dtype=np.int32)
    for i in range(len(one)):
        for j in range(len(other)):
            place[i, j] = rank[place[i, j]]
    return sums[:found][order], place


@njit(cache=True, nogil=True)
def _slot(slots, sums, code):  # type: ignore[no-untyped-def]
    """Where in a hash table the place of a sum is, or is to be."""
    mixed = (np.uint64(code) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    slot = np.int64((mixed * np.uint64(len(slots))) >> np.uint64(32))
    while slots[slot] >= 0 and sums[slots[slot]] != code:
        slot = (slot + 1) % len(slots)
    return slot


@njit(cache=True, nogil=True, error_model="numpy")
def _behind(  # type: ignore[no-untyped-def]
    trie, left, pair, gone, unions, groups, finals, out
):
    """``out[union, final × VARIANTS + variant]``: the chance of an order of its cards, and a final.

    `groups` are the places of the first unions that differ in other classes than the pair's; each
    variant has `gone[variant]` pair cards less in the shoe. Two pair cards are there already.
    """
    kinds, keys = len(left), len(trie.key_depth)
    first_key = first_keys(trie, finals)
    slot_of, weights, factors = _weighed(trie, left, pair, gone, unions)
    shoes = np.ones((kinds + 1) * LANES)
    by_key = np.empty(keys * LANES)
    sums = np.empty(keys)
    factor = np.empty(VARIANTS)
    for first in range(0, len(groups), LANES):
        lanes = min(LANES, len(groups) - first)
        for lane in range(lanes):
            for c in range(kinds):
                count = left[c] - unions[groups[first + lane], c]
                shoes[c * LANES + lane] = max(count, 0.0)
        walk(trie, shoes, by_key)
        for lane in range(lanes):
            start = groups[first + lane]
            end = groups[first + lane + 1] if first + lane + 1 < len(groups) else len(unions)
            ways = 1.0
            for c in range(kinds):
                if c != pair:
                    ways *= falling(left[c], unions[start, c])
            for k in range(keys):
                sums[k] = by_key[k * LANES + lane]
            for union in range(start, end):
                slot = slot_of[unions[union, pair], unions[union].sum()]
                for v in range(VARIANTS):
                    factor[v] = ways * factors[slot, v]
                _finals(sums, weights[slot], first_key, factor, out[union])


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _finals(sums, weights, first_key, factor, out):  # type: ignore[no-untyped-def]
    """Weigh the keys final by final; what is missing to one is the bust, the last but one."""
    bust = np.uint64(len(out) - 2 * VARIANTS)
    for v in range(np.uint64(VARIANTS)):
        out[bust + v] = factor[v]
    for f in range(len(first_key) - 1):
        to = np.uint64(f * VARIANTS)
        k, last = first_key[f], first_key[f + 1]
        while k < last:
            # four keys at a time, the last one again with no weight where fewer are left
            k1, k2, k3 = min(k + 1, last - 1), min(k + 2, last - 1), min(k + 3, last - 1)
            x0, x1 = sums[k], sums[k1] if k + 1 < last else 0.0
            x2, x3 = sums[k2] if k + 2 < last else 0.0, sums[k3] if k + 3 < last else 0.0
            w0, w1 = np.uint64(k * VARIANTS), np.uint64(k1 * VARIANTS)
            w2, w3 = np.uint64(k2 * VARIANTS), np.uint64(k3 * VARIANTS)
            for v in range(np.uint64(VARIANTS)):
                part = (x0 * weights[w0 + v] + x1 * weights[w1 + v]) + (
                    x2 * weights[w2 + v] + x3 * weights[w3 + v]
                )
                out[to + v] += part * factor[v]
                out[bust + v] -= part * factor[v]
            k += 4


@njit(cache=True, nogil=True, error_model="numpy")
def _weighed(trie, left, pair, gone, unions):  # type: ignore[no-untyped-def]
    """What depends on the numbers of pair cards and of all cards in a union alone.

    Where to find it by these numbers; what keys count; and the chance of the union's cards without
    the other classes' factors.
    """
    slot_of = np.full((unions[:, pair].max() + 1, unions.sum(axis=1).max() + 1), -1)
    slots = 0
    for union in range(len(unions)):
        leads, cards = unions[union, pair], unions[union].sum()
        if slot_of[leads, cards] < 0:
            slot_of[leads, cards] = slots
            slots += 1
    weights = np.empty((slots, len(trie.key_depth) * VARIANTS))
    factors = np.zeros((slots, VARIANTS))
    whole, none = cards_in(left), np.zeros(VARIANTS)
    for leads, cards in np.ndindex(slot_of.shape):
        slot = slot_of[leads, cards]
        if slot < 0:
            continue
        key_weights(trie, left[pair] - leads, 0.0, whole - cards, gone, none, weights[slot])
        for v in range(VARIANTS):
            own, rest = left[pair] - gone[v], whole - gone[v]
            orders = falling(rest - 2.0, cards - 2)
            if orders > 0.0:
                factors[slot, v] = falling(own - 2.0, leads - 2) / orders
    return slot_of, weights, factors


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _meet(  # type: ignore[no-untyped-def]
    paired, row, total, orders, other_paired, worth, union_of, chances, out
):
    """Every end of one hand with every end of the other, which is worth `worth[end, final]`.

    Adds to ``out[paired, paired, row, total, final × VARIANTS + variant]``.
    """
    finals = worth.shape[1]
    for i in range(len(total)):
        for j in range(len(worth)):
            of = chances[union_of[i, j]]
            to = out[paired[i], other_paired[j], row[i], total[i]]
            for f in range(finals):
                value = orders[i] * worth[j, f]
                if value != 0.0:
                    at = np.uint64(f * VARIANTS)
                    for v in range(np.uint64(VARIANTS)):
                        to[at + v] += value * of[at + v]


@njit(cache=True, nogil=True)
def first_keys(trie, finals):  # type: ignore[no-untyped-def]
    """Where the keys of each final begin, and where the last ones end: keys are sorted by final."""
    first_key = np.zeros(finals + 1, dtype=np.int64)
    for k in range(len(trie.key_final)):
        first_key[trie.key_final[k] + 1] += 1
    for f in range(finals):
        first_key[f + 1] += first_key[f]
    return first_key
