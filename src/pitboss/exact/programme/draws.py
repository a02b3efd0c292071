"""What a dealer can draw, as a list of operations on rows of removal sets.

Made from `exact.dealer.draw_trie`. Draws that end the dealer's hand and differ in the last card
alone stand together: cards of consecutive classes that lead to consecutive keys are one operation.
A card that only one such operation follows is drawn in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

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
    rows = _joined(list(_operations(trie, renamed)), len(values))
    what, depth, kind, gone, key, ways, before, before_gone = zip(*rows, strict=True)
    all_ways = np.zeros((len(rows), LONGEST))
    for row, some in zip(all_ways, ways, strict=True):
        row[: len(some)] = some
    return Draws(
        np.array(what), np.array(depth), np.array(kind), np.array(gone, dtype=float), np.array(key),
        all_ways, trie.key_final[order], trie.key_depth[order], trie.key_leads[order],
        trie.key_others[order], np.array(before), np.array(before_gone, dtype=float),
    )  # fmt: skip


def _joined(rows: list[Operation], no_card: int) -> list[tuple[object, ...]]:
    """The operations, those that stand alone after a card drawn in one with it."""
    found: list[tuple[object, ...]] = []
    at = 0
    while at < len(rows):
        what, depth, kind, gone, *_ = rows[at]
        alone = what == DRAW and at + 1 < len(rows) and rows[at + 1][0] != DRAW
        if alone and at + 2 < len(rows):
            after, deep = rows[at + 2][:2]
            alone = deep <= depth if after == DRAW else deep < depth
        if alone:
            found.append((rows[at + 1][0], depth - 1, *rows[at + 1][2:], kind, gone))
            at += 2
        else:
            found.append((*rows[at], no_card, 0.0))
            at += 1
    return found


Operation = tuple[int, int, int, float, int, tuple[float, ...]]
"""What, depth, class, how many are gone of it, key, ways."""


def _operations(trie: Trie, renamed: Ints) -> Iterator[Operation]:
    """Before any are joined."""
    node, many = 0, len(trie.kind)
    while node < many:
        depth, kind, gone = int(trie.depth[node]), int(trie.kind[node]), float(trie.already[node])
        key = int(renamed[trie.key[node]]) if trie.key[node] >= 0 else -1
        if trie.inner[node]:
            yield DRAW, depth, kind, gone, 0, ()
            if key >= 0:
                yield ADD, depth, kind, gone, key, (trie.orders[node],)
            node += 1
            continue
        run = 1
        while (
            run < LONGEST and node + run < many and not trie.inner[node + run]
            and trie.depth[node + run] == depth and trie.kind[node + run] == kind + run
            and trie.already[node + run] == 0 and renamed[trie.key[node + run]] == key + run
        ):  # fmt: skip
            run += 1
        yield run, depth - 1, kind, gone, key, tuple(trie.orders[node : node + run])
        node += run
