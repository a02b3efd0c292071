"""What else can be gone when a split hand is valued, as arrays."""

from __future__ import annotations

from itertools import chain, combinations
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.splits import Count, coefficients, courses

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Variants(NamedTuple):
    """Courses of the other hands, for every set of second cards that are given up."""

    pairs: Ints
    """Pair cards that other hands drew."""
    burned: Ints
    """``burned[variant, class]``: cards that other hands gave up before those."""
    burned_pairs: Ints
    burned_others: Ints
    """Those of the pair's class, and of the other lead."""
    further: Ints
    """Cards given up of still other classes."""
    ways: Floats
    first: dict[tuple[int, ...], int]
    """By classes given up: the first of their variants; all of them follow."""
    last: dict[tuple[int, ...], int]


class VariantArrays(NamedTuple):
    """The same without the dictionaries, for the loops."""

    pairs: Ints
    burned: Ints
    burned_pairs: Ints
    burned_others: Ints
    ways: Floats


def variants_of(deepest: int, pair: int, other: int, burnable: list[int], kinds: int) -> Variants:
    """All variants of a pair."""
    first, last = {}, {}
    rows: list[tuple[int, Ints, float]] = []
    subsets = chain.from_iterable(
        combinations(burnable, many) for many in range(len(burnable) + 1)
    )
    for burning in subsets:
        found = courses(deepest, burning, pair)
        first[burning] = len(rows)
        for pairs, burned in zip(found.pairs, found.burned, strict=True):
            by_class = np.zeros(kinds, dtype=np.int64)
            by_class[list(burning)] = burned
            ways = factorial(pairs) / (
                factorial(pairs - sum(burned)) * prod(factorial(one) for one in burned)
            )
            rows.append((pairs, by_class, ways))
        last[burning] = len(rows)
    all_burned = np.array([row[1] for row in rows])
    burned_others = all_burned[:, other] if other >= 0 else np.zeros(len(rows), dtype=np.int64)
    apart = all_burned.copy()
    apart[:, pair] = 0
    if other >= 0:
        apart[:, other] = 0
    return Variants(
        np.array([row[0] for row in rows]), all_burned, all_burned[:, pair].copy(),
        burned_others.copy(), apart.sum(axis=1), np.array([row[2] for row in rows]), first, last,
    )  # fmt: skip


def count_weights(hands: tuple[int, ...], counts: tuple[Count, ...], deepest: int) -> Floats:
    """``[hands × count, second card pairs, pair cards gone]``: how often each hand counts."""
    found = np.zeros((len(hands) * len(counts), 2, deepest + 1))
    rows = [(most, count) for most in hands for count in counts]
    for row, (most, count) in zip(found, rows, strict=True):
        plain, paired = coefficients(most, count)
        row[0, : len(plain)], row[1, : len(paired)] = plain, paired
    return found
