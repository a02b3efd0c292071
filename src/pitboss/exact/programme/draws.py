"""What a dealer can draw, as a list of operations on rows of removal sets.

Made from `exact.dealer.draw_trie`. Draws that end the dealer's hand and differ in the last card
alone stand together: cards of consecutive classes that lead to consecutive keys are one operation.
A card that only one such operation follows is drawn in it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.dealer import Trie, draw_trie
from pitboss.exact.programme.loops.bundles import Draws

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LONGEST = 5
"""Most last cards in one operation."""
DRAW, ADD = 0, -1
"""Operations that draw a card, or add what was drawn to a key; others add so many last cards."""


@cache
def draws_of(
    values: tuple[int, ...], up: int, dealer_final: tuple[int, ...], finals: int, lead: int,
    other: int = -1,
) -> Draws:  # fmt: skip
    """The draws under an upcard, apart by one or two leads."""
    trie = draw_trie(values, up, dealer_final, finals, lead, other)
    order = np.lexsort((trie.key_final, trie.key_others, trie.key_leads, trie.key_depth))
    renamed = np.empty(len(order), dtype=np.int64)
    renamed[order] = np.arange(len(order))
    alone = _operations(trie, np.where(trie.key >= 0, renamed[trie.key], -1))
    joined, before, before_gone = _joined(alone, len(values))
    return Draws(
        joined.what, joined.depth, joined.kind, joined.gone, joined.key, joined.ways,
        trie.key_final[order], trie.key_depth[order], trie.key_leads[order],
        trie.key_others[order], before, before_gone,
    )  # fmt: skip


class Operations(NamedTuple):
    """Operations one after the other, a column for each thing known of them."""

    what: Ints
    depth: Ints
    kind: Ints
    gone: Floats
    """How many cards of the class are gone."""
    key: Ints
    ways: Floats
    """``[operation, last card]``"""

    def some(self, which: Ints) -> Operations:
        """Those at some places."""
        return Operations._make(column[which] for column in self)


def _operations(trie: Trie, key: Ints) -> Operations:
    """Before any are joined; `key` is that of each node, -1 where none ends."""
    runs = _runs(trie, key)
    adds = np.nonzero(trie.inner & (key >= 0))[0]
    firsts = np.nonzero(runs >= 0)[0]  # a draw, or the first of some last cards
    ends = ~trie.inner[firsts]
    found = Operations(
        np.concatenate([runs[firsts], np.full(len(adds), ADD)]),
        np.concatenate([trie.depth[firsts] - ends, trie.depth[adds]]),
        trie.kind[np.concatenate([firsts, adds])],
        trie.already[np.concatenate([firsts, adds])],
        np.concatenate([np.where(ends, key[firsts], 0), key[adds]]),
        np.zeros((len(firsts) + len(adds), LONGEST)),
    )
    orders = np.append(trie.orders, np.zeros(LONGEST))
    for last in range(LONGEST):
        takes = np.nonzero(found.what > last)[0]
        found.ways[takes, last] = orders[firsts[takes] + last]
    found.ways[len(firsts) :, 0] = trie.orders[adds]
    return found.some(np.argsort(np.concatenate([2 * firsts, 2 * adds + 1])))


def _runs(trie: Trie, key: Ints) -> Ints:
    """By node: how many last cards stand together from it on; `DRAW` where cards follow it.

    -1 for a last card that stands with an earlier one.
    """
    nodes = np.arange(len(trie.kind))
    follows = np.zeros(len(nodes), dtype=np.bool_)
    follows[1:] = (
        ~trie.inner[:-1] & ~trie.inner[1:] & (trie.depth[1:] == trie.depth[:-1])
        & (trie.kind[1:] == trie.kind[:-1] + 1) & (trie.already[1:] == 0)
        & (key[1:] == key[:-1] + 1)
    )  # fmt: skip
    first = np.maximum.accumulate(np.where(follows, 0, nodes))
    begins = (nodes - first) % LONGEST == 0
    starts = np.nonzero(begins)[0]
    found = np.full(len(nodes), -1, dtype=np.int64)
    found[starts] = np.diff(np.append(starts, len(nodes)))
    found[trie.inner] = DRAW
    return found


def _joined(rows: Operations, no_card: int) -> tuple[Operations, Ints, Floats]:
    """The operations, those that stand alone after a card drawn in one with it.

    Also the class of that card, and how many of it are gone.
    """
    draws = rows.what == DRAW
    alone = np.zeros(len(draws), dtype=np.bool_)
    alone[:-1] = draws[:-1] & ~draws[1:]
    after, depth = rows.depth[2:], rows.depth[:-2]
    alone[:-2] &= np.where(draws[2:], after <= depth, after < depth)
    second = np.append(False, alone[:-1])
    kept = np.nonzero(~second)[0]
    pairs = alone[kept]
    found = rows.some(kept + pairs)
    return (
        found._replace(depth=np.where(pairs, rows.depth[kept] - 1, found.depth)),
        np.where(pairs, rows.kind[kept], no_card),
        np.where(pairs, rows.gone[kept], 0.0),
    )
