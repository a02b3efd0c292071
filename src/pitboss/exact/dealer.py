"""The dealer's finals, exactly, for any cards gone.

For each upcard the dealer's possible draws are the leaves of a small trie: multisets of classes,
each with the number of orders in which it can come. The chance of a leaf is that number times
falling factorials of the cards left, over one of all cards.

Removal sets that differ only in the number of one class, the *lead*, share a walk. The trie draws
the lead first; a walk adds up the leaves by how many cards and how many leads they have and by
final (a *key*), without the lead's own factor. Each removal set is then a short weighted sum of its
group's keys (`key_weights`). Many groups walk side by side.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.exact.hands import HandTable, hand_table
from pitboss.rules.compile import DRAWS
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_DRAWS = 24
"""More cards than a dealer ever draws."""


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
    key_final: Ints
    """Finals of the keys, in ascending order."""
    key_depth: Ints
    key_leads: Ints


@cache
def draw_trie(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int, lead: int
) -> Trie:
    """The trie for an upcard class. Busts, the last final but one, are left out: they are the rest.

    The last final is the natural, which only the hole card can make.
    """
    hands = dealer_hands(values, dealer_final, finals)
    final, orders = _leaves(values, up, dealer_final, finals)
    order = np.array([lead, *(kind for kind in range(len(values)) if kind != lead)])
    kind, already, depth, leads, hand = _preorder(hands.next, final >= 0, hands.of(up), order)
    ends = final[hand]
    codes = (ends * MOST_DRAWS + depth) * MOST_DRAWS + leads
    unique, key = np.unique(codes[ends >= 0], return_inverse=True)
    keys = np.full(len(kind), -1, dtype=np.int64)
    keys[ends >= 0] = key
    kind[kind == lead] = -1
    return Trie(
        kind=kind,
        already=already.astype(float),
        depth=depth,
        key=keys,
        orders=np.where(ends >= 0, orders[hand], 0.0),
        inner=np.append(depth[1:] > depth[:-1], False),
        key_final=unique // MOST_DRAWS**2,
        key_depth=unique // MOST_DRAWS % MOST_DRAWS,
        key_leads=unique % MOST_DRAWS,
    )


def dealer_hands(
    values: tuple[int, ...], dealer_final: tuple[int, ...], finals: int
) -> HandTable:
    """The hands a dealer can end with, a 22 among them where it is a final of its own."""
    bust = finals - 2
    return hand_table(values, 21 if dealer_final[SOFT_21 + 1] == bust else 22)


@cache
def _leaves(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int
) -> tuple[Ints, Floats]:
    """For each hand the final that it is under this upcard (-1: none), and its number of orders."""
    hands = dealer_hands(values, dealer_final, finals)
    final = np.array(dealer_final, dtype=np.int64)[hands.state]
    draws = final == DRAWS
    final[(hands.size == 2) & (hands.state == SOFT_21)] = finals - 1
    draws |= hands.size < 2
    orders = _orders(hands.next, draws, hands.of(up))
    final[draws | (orders == 0)] = -1
    return final, orders


@njit(cache=True)
def _orders(after, draws, start):  # type: ignore[no-untyped-def]
    """In how many orders each hand can be reached from the upcard, drawing only from `draws`."""
    hands, kinds = after.shape
    orders = np.zeros(hands)
    orders[start] = 1.0
    for hand in range(hands):
        if orders[hand] > 0.0 and draws[hand]:
            for c in range(kinds):
                if after[hand, c] < hands:
                    orders[after[hand, c]] += orders[hand]
    return orders


@njit(cache=True)
def _preorder(after, leaf, start, order):  # type: ignore[no-untyped-def]
    """The nodes on the way to the leaves, the cards of a path sorted in the given order."""
    hands, kinds = after.shape
    kind = np.empty(hands, dtype=np.int64)
    already = np.empty(hands, dtype=np.int64)
    depths = np.empty(hands, dtype=np.int64)
    leads = np.empty(hands, dtype=np.int64)
    reached = np.empty(hands, dtype=np.int64)
    path = np.zeros(MOST_DRAWS + 1, dtype=np.int64)  # place in the order, by depth
    try_next = np.zeros(MOST_DRAWS + 1, dtype=np.int64)
    hand = np.zeros(MOST_DRAWS + 1, dtype=np.int64)
    first_node = np.zeros(MOST_DRAWS + 1, dtype=np.int64)
    fruitful = np.zeros(MOST_DRAWS + 1, dtype=np.bool_)
    hand[0] = start
    depth, nodes = 0, 0
    while depth >= 0:
        if try_next[depth] < kinds:
            place = try_next[depth]
            try_next[depth] += 1
            child = after[hand[depth], order[place]]
            if child >= hands:
                continue
            depth += 1
            path[depth], hand[depth], try_next[depth] = place, child, place
            first_node[depth] = nodes
            fruitful[depth] = leaf[child]
            kind[nodes], depths[nodes], reached[nodes] = order[place], depth, child
            before, lead = 0, 0
            for above in range(1, depth + 1):
                if above < depth and path[above] == place:
                    before += 1
                if path[above] == 0:
                    lead += 1
            already[nodes], leads[nodes] = before, lead
            nodes += 1
        else:
            if depth > 0:
                if fruitful[depth]:
                    fruitful[depth - 1] = True
                else:
                    nodes = first_node[depth]
            depth -= 1
    return kind[:nodes], already[:nodes], depths[:nodes], leads[:nodes], reached[:nodes]


@njit(cache=True, nogil=True, error_model="numpy")
def walk(trie, groups, sums):  # type: ignore[no-untyped-def]
    """``sums[group, key]`` for groups of cards left, `groups[group, class]`."""
    many, kinds = groups.shape
    keys = sums.shape[1]
    kind, already, depth, key = trie.kind, trie.already, trie.depth, trie.key
    orders, inner = trie.orders, trie.inner
    cards = np.empty((kinds, 16))
    product = np.empty((MOST_DRAWS + 1, 16))
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


@njit(cache=True, nogil=True, error_model="numpy")
def key_weights(trie, leads, cards, out):  # type: ignore[no-untyped-def]
    """What each key counts with so many lead cards and so many cards in all left."""
    falling = np.empty(MOST_DRAWS)
    over = np.empty(MOST_DRAWS)
    falling[0] = over[0] = 1.0
    for d in range(1, MOST_DRAWS):
        falling[d] = falling[d - 1] * max(leads - d + 1, 0.0)
        left = cards - d + 1
        over[d] = over[d - 1] / left if left > 0.5 else 0.0
    for k in range(len(trie.key_depth)):
        out[k] = falling[trie.key_leads[k]] * over[trie.key_depth[k]]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
def finals_of_all(trie, lead, hands, left, finals):  # type: ignore[no-untyped-def]
    """``[hand, final]``: the dealer's finals behind every hand, `left` being those of none."""
    many, kinds = hands.counts.shape
    place = np.full(many, -1)
    groups = np.empty((many, kinds))
    found = 0
    for hand in range(many):
        if hands.counts[hand, lead] == 0:
            place[hand] = found
            for c in range(kinds):
                groups[found, c] = left[c] - hands.counts[hand, c]
            found += 1
    keys = len(trie.key_depth)
    sums = np.empty((found, keys))
    walk(trie, groups[:found], sums)
    first_key = np.searchsorted(trie.key_final, np.arange(finals + 1))
    weights = np.empty((MOST_DRAWS, MOST_DRAWS, keys))
    known = np.zeros((MOST_DRAWS, MOST_DRAWS), dtype=np.bool_)
    whole = left.sum()
    out = np.empty((many, finals))
    for hand in range(many):
        leads, size = hands.counts[hand, lead], hands.size[hand]
        weight = weights[leads, size]
        if not known[leads, size]:
            known[leads, size] = True
            key_weights(trie, left[lead] - leads, whole - size, weight)
        of_group = sums[place[hands.base[lead, hand]]]
        rest = 1.0
        for f in range(finals):
            chance = 0.0
            for k in range(first_key[f], first_key[f + 1]):
                chance += of_group[k] * weight[k]
            out[hand, f] = chance
            rest -= chance
        out[hand, finals - 2] = rest
    return out
