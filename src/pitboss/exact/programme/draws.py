"""What a dealer can draw, as a list of operations on rows of removal sets.

Made from `exact.dealer.draw_trie`. Draws that end the dealer's hand and differ in the last card
alone stand together: cards of consecutive classes that lead to consecutive keys are one operation.
"""

from __future__ import annotations

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
    rows = list(_operations(trie, renamed))
    what, depth, kind, gone, key, ways = zip(*rows, strict=True)
    all_ways = np.zeros((len(rows), LONGEST))
    for row, some in zip(all_ways, ways, strict=True):
        row[: len(some)] = some
    return Draws(
        np.array(what), np.array(depth), np.array(kind), np.array(gone, dtype=float), np.array(key),
        all_ways, trie.key_final[order], trie.key_depth[order], trie.key_leads[order],
        trie.key_others[order],
    )  # fmt: skip


def _operations(trie: Trie, renamed: Ints):  # type: ignore[no-untyped-def]
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
