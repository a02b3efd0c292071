"""The dealer's finals, exactly, for any cards gone.

For each upcard the dealer's possible draws are the leaves of a small trie: multisets in ascending
order, each with the number of orders in which it can come. The chance of a leaf is that number
times a product of falling factorials, so one walk of the trie gives the whole distribution, and
many removal sets walk side by side.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.rules.compile import DRAWS
from pitboss.rules.hands import EMPTY, NEXT, SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LANES = 16
"""Removal sets that walk a trie together."""


class Trie(NamedTuple):
    """What a dealer with one upcard can draw, hole card first, in preorder."""

    kind: Ints
    """Class of the card at each node."""
    already: Ints
    """How many of that class the path to the node has before it."""
    depth: Ints
    final: Ints
    """Index of the final that ends here, or -1."""
    orders: Floats
    """In how many orders the cards of the path can come and end here."""
    inner: Ints
    """1 where deeper nodes follow."""
    deepest: int


@cache
def draw_trie(values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int) -> Trie:
    """The trie for an upcard class. Busts, the last final but one, are left out: they are the rest.

    The last final is the natural, which only the hole card can make.
    """
    bust, natural = finals - 2, finals - 1
    start = NEXT[EMPTY][values[up]]
    leaves: dict[tuple[int, ...], tuple[int, int]] = {}
    open_hands: dict[tuple[int, ...], tuple[int, int]] = {(): (start, 1)}
    while open_hands:
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for drawn, (state, orders) in open_hands.items():
            for kind, value in enumerate(values):
                reached = NEXT[state][value]
                more = tuple(sorted((*drawn, kind)))
                final = dealer_final[reached]
                if not drawn and reached == SOFT_21:
                    final = natural
                where = longer if final == DRAWS else leaves
                mark = reached if final == DRAWS else final
                where[more] = (mark, where.get(more, (mark, 0))[1] + orders)
        open_hands = longer
    leaves = {leaf: mark for leaf, mark in leaves.items() if mark[0] != bust}
    paths = {leaf[:cut] for leaf in leaves for cut in range(1, len(leaf) + 1)}
    nodes = sorted(paths)
    inner = {path[:-1] for path in paths}
    return Trie(
        kind=np.array([path[-1] for path in nodes], dtype=np.int64),
        already=np.array([path[:-1].count(path[-1]) for path in nodes], dtype=np.int64),
        depth=np.array([len(path) for path in nodes], dtype=np.int64),
        final=np.array([leaves.get(path, (-1, 0))[0] for path in nodes], dtype=np.int64),
        orders=np.array([float(leaves.get(path, (-1, 0))[1]) for path in nodes]),
        inner=np.array([path in inner for path in nodes], dtype=np.int64),
        deepest=max(map(len, nodes)),
    )


def distribution(trie: Trie, left: Floats, finals: int) -> Floats:
    """``[set, final]``: the dealer's finals when these cards are left, one row per removal set."""
    out = np.empty((len(left), finals))
    _walk(
        trie.kind, trie.already, trie.depth, trie.final, trie.orders, trie.inner, trie.deepest,
        left, out,
    )  # fmt: skip
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _walk(  # type: ignore[no-untyped-def]
    kind, already, depth, final, orders, inner, deepest, left, out
):
    sets, kinds = left.shape
    finals = out.shape[1]
    cards = np.empty((kinds, 16))
    chance = np.empty((deepest + 1, 16))
    share = np.empty((deepest + 2, 16))
    total = np.empty((finals, 16))
    for first in range(0, sets, 16):
        many = min(16, sets - first)
        total[:] = 0.0
        for lane in range(16):
            row = first + min(lane, many - 1)
            sum_left = 0.0
            for c in range(kinds):
                cards[c, lane] = max(left[row, c], 0.0)
                sum_left += left[row, c]
            chance[0, lane] = 1.0
            for d in range(1, deepest + 1):
                share[d, lane] = 1.0 / (sum_left - d + 1) if sum_left - d + 1 > 0.5 else 0.0
        for node in range(len(kind)):
            c, d, gone, end = kind[node], depth[node], float(already[node]), final[node]
            if inner[node]:
                for lane in range(16):
                    chance[d, lane] = chance[d - 1, lane] * (cards[c, lane] - gone) * share[d, lane]
                if end >= 0:
                    for lane in range(16):
                        total[end, lane] += orders[node] * chance[d, lane]
            else:
                weight = orders[node]
                for lane in range(16):
                    total[end, lane] += (
                        weight * chance[d - 1, lane] * (cards[c, lane] - gone) * share[d, lane]
                    )
        for lane in range(many):
            rest = 1.0
            for f in range(finals):
                rest -= total[f, lane]
                out[first + lane, f] = total[f, lane]
            out[first + lane, finals - 2] = rest
