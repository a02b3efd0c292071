"""What else can be gone when a split hand is valued, as arrays."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.loops.bundles import Variants
from pitboss.exact.splits import Count, coefficients, courses

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Run(NamedTuple):
    """Variants that follow each other and differ in leads alone."""

    further: tuple[int, ...]
    """By class: cards given up that are no leads."""
    first: int
    last: int


Dropping = tuple[int, ...]
"""Classes of second cards that are given up."""


def variants_of(
    deepest: int, pair: int, other: int, droppable: list[int], kinds: int
) -> tuple[Variants, dict[Dropping, list[Run]]]:
    """All variants of a pair, and which they are by classes given up; without further cards first.

    >>> variants, runs = variants_of(1, 3, -1, [], 10)
    >>> variants.pairs.tolist(), [run[1:] for run in runs[()]]
    ([0, 1], [(0, 2)])
    """
    runs: dict[Dropping, list[Run]] = {}
    rows: list[tuple[int, tuple[int, ...], float]] = []
    subsets = chain.from_iterable(
        combinations(droppable, many) for many in range(len(droppable) + 1)
    )
    for dropping in subsets:
        found = courses(deepest, dropping, pair)
        some: dict[tuple[int, ...], list[tuple[int, tuple[int, ...], float]]] = {}
        for pairs, dropped in zip(found.pairs, found.dropped, strict=True):
            by_class = dict(zip(dropping, dropped, strict=True))
            all_dropped = tuple(by_class.get(kind, 0) for kind in range(kinds))
            ways = factorial(pairs) / (
                factorial(pairs - sum(dropped)) * prod(factorial(one) for one in dropped)
            )
            further = tuple(
                0 if kind in (pair, other) else many for kind, many in enumerate(all_dropped)
            )
            some.setdefault(further, []).append((pairs, all_dropped, ways))
        runs[dropping] = []
        for further in sorted(some):
            runs[dropping].append(Run(further, len(rows), len(rows) + len(some[further])))
            rows += some[further]
    dropped_by = np.array([row[1] for row in rows], dtype=np.int64).reshape(len(rows), kinds)
    others = dropped_by[:, other] if other >= 0 else np.zeros(len(rows), dtype=np.int64)
    variants = Variants(
        np.array([row[0] for row in rows]), dropped_by, dropped_by[:, pair].copy(), others.copy(),
        np.array([row[2] for row in rows], dtype=float),
    )  # fmt: skip
    return variants, runs


@cache
def count_weights(hands: tuple[int, ...], counts: tuple[Count, ...], deepest: int) -> Floats:
    """``[count, hands, second card pairs, pair cards gone]``: how often each hand counts."""
    found = np.zeros((len(counts), len(hands), 2, deepest + 1))
    rows = [(most, count) for count in counts for most in hands]
    for row, (most, count) in zip(found.reshape(-1, 2, deepest + 1), rows, strict=True):
        plain, paired = coefficients(most, count)
        row[0, : len(plain)], row[1, : len(paired)] = plain, paired
    return found
