"""Chances that counts are as far from what is expected as they are, or farther."""

from __future__ import annotations

from math import comb, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST = 20.0
"""Bins with less expected in them are put together."""


def p_value(statistic: float, freedom: int) -> float:
    """By Wilson and Hilferty's cube root, which is good to a few per cent of p.

    >>> [round(p_value(x, 12), 4) for x in (11.340, 21.026, 32.909)]       # .5, .05 and .001
    [0.5005, 0.0498, 0.0011]
    """
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return NormalDist().cdf(-z)


def fit(counts: Counts, chances: Floats) -> float:
    """The p-value of counts in bins of known chances."""
    assert abs(chances.sum() - 1) < 1e-9
    expected = chances * counts.sum()
    small = expected < LEAST
    pooled = [float(counts[small].sum()), *counts[~small].astype(float)]
    wanted = [float(expected[small].sum()), *expected[~small]]
    if wanted[0] < LEAST:  # too little even together: with the least of the others
        least = 1 + int(np.argmin(wanted[1:]))
        pooled[least] += pooled[0]
        wanted[least] += wanted[0]
        pooled, wanted = pooled[1:], wanted[1:]
    statistic = sum((got - due) ** 2 / due for got, due in zip(pooled, wanted, strict=True))
    return p_value(statistic, len(wanted) - 1)


def of_ranks(ranks: NDArray[np.int8]) -> float:
    """Ranks, each as likely as another."""
    return fit(np.bincount(ranks, minlength=13), np.full(13, 1 / 13))


def of_pairs(one: NDArray[np.int8], two: NDArray[np.int8], decks: int) -> float:
    """Two cards of a shoe: of the second one's rank a card is gone if the first has it too."""
    first = 4 * decks / (52 * decks)
    chances = np.full((13, 13), first * 4 * decks / (52 * decks - 1))
    np.fill_diagonal(chances, first * (4 * decks - 1) / (52 * decks - 1))
    counts = np.bincount(one.astype(np.int64) * 13 + two, minlength=169)
    return fit(counts, chances.reshape(-1))


def of_numbers(ranks: NDArray[np.int8], wanted: tuple[int, ...], decks: int) -> float:
    """How many cards of these ranks are in each row: the hypergeometric law."""
    cards, good, drawn = 52 * decks, 4 * decks * len(wanted), ranks.shape[1]
    found = np.isin(ranks, wanted).sum(axis=1)
    ways = [
        comb(good, many) * comb(cards - good, drawn - many)
        for many in range(min(good, drawn) + 1)
    ]  # fmt: skip
    chances = np.array([way / comb(cards, drawn) for way in ways])
    counts = np.bincount(found, minlength=len(ways))
    if len(counts) > len(ways):  # more than there are
        return 0.0
    return fit(counts, chances)
