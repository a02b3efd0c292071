"""The dealer's finals, exactly, for any cards gone.

For each upcard the dealer's possible draws are the leaves of a small trie: multisets of classes,
each with the number of orders in which it can come. The chance of a leaf is that number times
falling factorials of the cards left, over one of all cards.

Removal sets that differ only in the number of one class, the *lead*, or of two, share a walk. The
trie draws the leads first; a walk adds up the leaves by how many cards and how many leads they have
and by final (a *key*), without the leads' own factors. Each removal set is then a short weighted
sum of its group's keys (`key_weights`). Many groups walk side by side.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.hands import HandTable, hand_table
from pitboss.rules.compile import DRAWS
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_DRAWS = 24
"""More cards than a dealer ever draws."""
VARIANTS = 8
"""Removal sets, apart in lead cards alone, that are weighed side by side."""
LANES = 56
"""Groups that walk side by side: enough to hide the bookkeeping, few enough for the cache."""


class Trie(NamedTuple):
    """What a dealer with one upcard can draw, hole card first, in preorder; leads come first."""

    kind: Ints
    """Class of the card at each node; one beyond the last for the lead."""
    already: Floats
    """How many of that class the path to the node has before it; 0 for the lead."""
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
    key_others: Ints
    """Cards of the second lead, where there is one."""
    deepest: int


@cache
def draw_trie(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int, lead: int,
    other: int = -1,
) -> Trie:  # fmt: skip
    """The trie for an upcard class and one or two leads.

    Busts, the last final but one, are left out: they are the rest. The last final is the natural,
    which only the hole card can make.
    """
    hands = dealer_hands(values, dealer_final, finals)
    final, orders = _leaves(values, up, dealer_final, finals)
    first = [lead, other] if other >= 0 else [lead]
    order = np.array([*first, *(kind for kind in range(len(values)) if kind not in first)])
    kind, already, depth, hand = _preorder(hands.next, final >= 0, hands.of(up), order)
    ends, drawn = final[hand], hands.counts[hand] - hands.counts[hands.of(up)]
    leads = drawn[:, lead]
    others = drawn[:, other] if other >= 0 else np.zeros_like(leads)
    codes = ((ends * MOST_DRAWS + depth) * MOST_DRAWS + leads) * MOST_DRAWS + others
    unique, key = np.unique(codes[ends >= 0], return_inverse=True)
    keys = np.full(len(kind), -1, dtype=np.int64)
    keys[ends >= 0] = key
    for one in first:
        already[kind == one] = 0
        kind[kind == one] = len(values)
    return Trie(
        kind=kind,
        already=already.astype(float),
        depth=depth,
        key=keys,
        orders=np.where(ends >= 0, orders[hand], 0.0),
        inner=np.append(depth[1:] > depth[:-1], False),
        key_final=unique // MOST_DRAWS**3,
        key_depth=unique // MOST_DRAWS**2 % MOST_DRAWS,
        key_leads=unique // MOST_DRAWS % MOST_DRAWS,
        key_others=unique % MOST_DRAWS,
        deepest=int(depth.max()),
    )


def dealer_hands(values: tuple[int, ...], dealer_final: tuple[int, ...], finals: int) -> HandTable:
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
            already[nodes] = 0
            for above in range(1, depth):
                if path[above] == place:
                    already[nodes] += 1
            nodes += 1
        else:
            if depth > 0:
                if fruitful[depth]:
                    fruitful[depth - 1] = True
                else:
                    nodes = first_node[depth]
            depth -= 1
    return kind[:nodes], already[:nodes], depths[:nodes], reached[:nodes]


@njit(cache=True, nogil=True, error_model="numpy")
def cards_in(shoe):  # type: ignore[no-untyped-def]
    """How many cards a shoe holds: a loop compiles ten times as fast as numpy's sum."""
    cards = 0.0
    for kind in range(len(shoe)):
        cards += shoe[kind]
    return cards


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def walk(trie, cards, total):  # type: ignore[no-untyped-def]
    """``total[key × LANES + lane]`` for groups of cards left, ``cards[class × LANES + lane]``.

    One class more than there are, all ones, stands for the lead. Flat arrays, a literal number of
    lanes and unsigned indices are what makes the inner loops vector code.
    """
    product = np.ones((MOST_DRAWS + 1) * LANES)
    for place in range(len(trie.key_depth) * LANES):
        total[place] = 0.0
    for node in range(len(trie.kind)):
        gone, ways = trie.already[node], trie.orders[node]
        here = np.uint64(trie.depth[node] * LANES)
        above = here - np.uint64(LANES)
        own = np.uint64(trie.kind[node] * LANES)
        if trie.inner[node]:
            for lane in range(np.uint64(LANES)):
                product[here + lane] = product[above + lane] * (cards[own + lane] - gone)
            if trie.key[node] >= 0:
                to = np.uint64(trie.key[node] * LANES)
                for lane in range(np.uint64(LANES)):
                    total[to + lane] += ways * product[here + lane]
        else:
            to = np.uint64(trie.key[node] * LANES)
            for lane in range(np.uint64(LANES)):
                total[to + lane] += ways * (product[above + lane] * (cards[own + lane] - gone))


@njit(cache=True, nogil=True, error_model="numpy")
def key_weights(trie, leads, others, cards, gone, also, out):  # type: ignore[no-untyped-def]
    """``out[key × VARIANTS + variant]``: what each key counts with so many cards left.

    `leads` and `others` are those left of the first and second lead, `cards` all. Each of the eight
    variants has `gone[variant]` of the first and `also[variant]` of the second less.
    """
    falling = np.ones(MOST_DRAWS * VARIANTS)
    second = np.ones(MOST_DRAWS * VARIANTS)
    over = np.ones(MOST_DRAWS * VARIANTS)
    for d in range(1, trie.deepest + 1):
        at = np.uint64(d * VARIANTS)
        before = at - np.uint64(VARIANTS)
        for v in range(np.uint64(VARIANTS)):
            falling[at + v] = falling[before + v] * max(leads - gone[v] - d + 1, 0.0)
            second[at + v] = second[before + v] * max(others - also[v] - d + 1, 0.0)
            left = cards - gone[v] - also[v] - d + 1
            over[at + v] = over[before + v] / left if left > 0.5 else 0.0
    for k in range(len(trie.key_depth)):
        at, lead = np.uint64(k * VARIANTS), np.uint64(trie.key_leads[k] * VARIANTS)
        deep = np.uint64(trie.key_depth[k] * VARIANTS)
        if trie.key_others[k] == 0:
            for v in range(np.uint64(VARIANTS)):
                out[at + v] = falling[lead + v] * over[deep + v]
        else:
            other = np.uint64(trie.key_others[k] * VARIANTS)
            for v in range(np.uint64(VARIANTS)):
                out[at + v] = falling[lead + v] * second[other + v] * over[deep + v]
