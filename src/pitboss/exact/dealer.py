"""The dealer's finals, exactly, for any cards gone.

For each upcard the dealer's possible draws are the leaves of a small trie: multisets of classes,
each with the number of orders in which it can come. The chance of a leaf is that number times
falling factorials of the cards left, over one of all cards.

Removal sets that differ only in the number of one class, the *lead*, share a walk. The trie draws
the lead first; a walk adds up the leaves by how many cards and how many leads they have and by
final (a *key*), without the lead's own factor. Each removal set is then a short weighted sum of its
group's keys. Many groups walk side by side.
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


class Trie(NamedTuple):
    """What a dealer with one upcard can draw, hole card first, in preorder; leads come first."""

    kind: Ints
    """Class of the card at each node; -1 for the lead."""
    already: Floats
    """How many of that class the path to the node has before it."""
    depth: Ints
    key: Ints
    """Key of the leaf that the node is, or -1."""
    orders: Floats
    """In how many orders the cards of a leaf can come."""
    inner: NDArray[np.bool_]
    """Whether deeper nodes follow."""
    key_depth: Ints
    key_leads: Ints
    first_key: Ints
    """``first_key[final]``: keys are sorted by final, those of one from here to the next one's."""
    deepest: int


@cache
def draw_trie(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int, lead: int
) -> Trie:
    """The trie for an upcard class. Busts, the last final but one, are left out: they are the rest.

    The last final is the natural, which only the hole card can make.
    """
    leaves = _leaves(values, up, dealer_final, finals)
    order = [lead, *(kind for kind in range(len(values)) if kind != lead)]
    rank = {kind: place for place, kind in enumerate(order)}
    by_path = {tuple(sorted(rank[kind] for kind in leaf)): mark for leaf, mark in leaves.items()}
    nodes = sorted({path[:cut] for path in by_path for cut in range(1, len(path) + 1)})
    inner = {path[:-1] for path in nodes}
    keys = sorted({(mark[0], len(path), path.count(0)) for path, mark in by_path.items()})
    place = {key: index for index, key in enumerate(keys)}

    def key_of(path: tuple[int, ...]) -> int:
        mark = by_path.get(path)
        return place[mark[0], len(path), path.count(0)] if mark else -1

    return Trie(
        kind=np.array([order[path[-1]] if path[-1] else -1 for path in nodes], dtype=np.int64),
        already=np.array([float(path[:-1].count(path[-1])) for path in nodes]),
        depth=np.array([len(path) for path in nodes], dtype=np.int64),
        key=np.array([key_of(path) for path in nodes], dtype=np.int64),
        orders=np.array([float(by_path.get(path, (0, 0))[1]) for path in nodes]),
        inner=np.array([path in inner for path in nodes]),
        key_depth=np.array([key[1] for key in keys], dtype=np.int64),
        key_leads=np.array([key[2] for key in keys], dtype=np.int64),
        first_key=np.searchsorted([key[0] for key in keys], np.arange(finals + 1)),
        deepest=max(map(len, nodes)),
    )


@cache
def _leaves(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Every multiset of draws that ends the dealer's hand: its final and its number of orders."""
    bust, natural = finals - 2, finals - 1
    leaves: dict[tuple[int, ...], tuple[int, int]] = {}
    drawing: dict[tuple[int, ...], tuple[int, int]] = {(): (NEXT[EMPTY][values[up]], 1)}
    while drawing:
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for drawn, (state, orders) in drawing.items():
            for kind, value in enumerate(values):
                reached = NEXT[state][value]
                more = tuple(sorted((*drawn, kind)))
                final = dealer_final[reached]
                if not drawn and reached == SOFT_21:
                    final = natural
                where = longer if final == DRAWS else leaves
                mark = reached if final == DRAWS else final
                where[more] = (mark, where.get(more, (mark, 0))[1] + orders)
        drawing = longer
    return {leaf: mark for leaf, mark in leaves.items() if mark[0] != bust}


def distribution(
    trie: Trie, groups: Floats, group: Ints, leads: Floats, cards: Floats, finals: int
) -> Floats:
    """``[set, final]``: the dealer's finals for removal sets.

    `groups[g, class]` are the cards left apart from the lead, `group` says which of them a set
    belongs to, `leads` how many lead cards it has left, `cards` how many cards in all.
    """
    sums = np.empty((len(groups), len(trie.key_depth)))
    _walk(
        trie.kind, trie.already, trie.depth, trie.key, trie.orders, trie.inner, trie.deepest,
        np.ascontiguousarray(groups), sums,
    )  # fmt: skip
    out = np.empty((len(group), finals))
    _combine(
        sums, group, leads, cards, trie.key_depth, trie.key_leads, trie.first_key, trie.deepest, out
    )
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _walk(  # type: ignore[no-untyped-def]
    kind, already, depth, key, orders, inner, deepest, groups, sums
):
    many, kinds = groups.shape
    keys = sums.shape[1]
    cards = np.empty((kinds, 16))
    product = np.empty((deepest + 1, 16))
    total = np.empty((keys, 16))
    for first in range(0, many, 16):
        lanes = min(16, many - first)
        total[:] = 0.0
        for lane in range(16):
            row = first + min(lane, lanes - 1)
            for c in range(kinds):
                cards[c, lane] = max(groups[row, c], 0.0)
            product[0, lane] = 1.0
        for node in range(len(kind)):
            c, d, gone, end, ways = kind[node], depth[node], already[node], key[node], orders[node]
            if c < 0:
                for lane in range(16):
                    product[d, lane] = product[d - 1, lane]
                if end >= 0:
                    for lane in range(16):
                        total[end, lane] += ways * product[d, lane]
            elif inner[node]:
                for lane in range(16):
                    product[d, lane] = product[d - 1, lane] * (cards[c, lane] - gone)
                if end >= 0:
                    for lane in range(16):
                        total[end, lane] += ways * product[d, lane]
            else:
                for lane in range(16):
                    total[end, lane] += ways * product[d - 1, lane] * (cards[c, lane] - gone)
        for lane in range(lanes):
            for k in range(keys):
                sums[first + lane, k] = total[k, lane]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
def _combine(  # type: ignore[no-untyped-def]
    sums, group, leads, cards, key_depth, key_leads, first_key, deepest, out
):
    sets, finals = out.shape
    keys = len(key_depth)
    weight = np.empty(keys)
    falling = np.empty(deepest + 1)
    over = np.empty(deepest + 1)
    old_leads, old_cards = -1e9, -1e9
    for row in range(sets):
        if leads[row] != old_leads or cards[row] != old_cards:
            old_leads, old_cards = leads[row], cards[row]
            falling[0] = over[0] = 1.0
            for d in range(1, deepest + 1):
                falling[d] = falling[d - 1] * max(old_leads - d + 1, 0.0)
                left = old_cards - d + 1
                over[d] = over[d - 1] / left if left > 0.5 else 0.0
            for k in range(keys):
                weight[k] = falling[key_leads[k]] * over[key_depth[k]]
        rest = 1.0
        of_group = sums[group[row]]
        for f in range(finals):
            chance = 0.0
            for k in range(first_key[f], first_key[f + 1]):
                chance += of_group[k] * weight[k]
            out[row, f] = chance
            rest -= chance
        out[row, finals - 2] = rest
