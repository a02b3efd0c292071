"""Every hand a player can hold, once: multisets of card classes with a hard sum of at most 21.

Hands are sorted by hard sum, so a card drawn always leads to a later hand; the last row stands for
every bust. The tables depend on the classes' values alone and are shared by all shoes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.hands import EMPTY, NEXT

Ints = NDArray[np.int64]


class HandTable(NamedTuple):
    """All hands and how they lead to each other."""

    counts: Ints
    """``counts[hand, class]``: how many cards of the class it has."""
    state: Ints
    """State of the hand automaton (`rules.hands`)."""
    size: Ints
    """Number of cards."""
    next: Ints
    """``next[hand, class]``: the hand after that card; the number of hands if it busts."""
    place: dict[tuple[int, ...], int]
    """The hand with these counts."""

    @property
    def hands(self) -> int:
        """How many hands there are; also the index that means a bust."""
        return len(self.state)


class Groups(NamedTuple):
    """Hands that differ only in how many cards of one class, the lead, they have."""

    counts: Ints
    """``counts[group, class]``, none of the lead."""
    of_hand: Ints
    """The group of each hand."""


@cache
def groups(values: tuple[int, ...], lead: int) -> Groups:
    """The hands of `hand_table` grouped by everything but the lead."""
    rest = hand_table(values).counts.copy()
    rest[:, lead] = 0
    unique, of_hand = np.unique(rest, axis=0, return_inverse=True)
    return Groups(unique, of_hand.reshape(-1))


@cache
def hand_table(values: tuple[int, ...]) -> HandTable:
    """The hands that cards of these values make.

    >>> hand_table(tuple(range(1, 11))).hands
    3083
    """
    found: list[tuple[int, tuple[int, ...]]] = []

    def extend(counts: list[int], first: int, hard: int) -> None:
        found.append((hard, tuple(counts)))
        for kind in range(first, len(values)):
            if hard + values[kind] <= 21:
                counts[kind] += 1
                extend(counts, kind, hard + values[kind])
                counts[kind] -= 1

    extend([0] * len(values), 0, 0)
    found.sort()
    index = {counts: place for place, (_, counts) in enumerate(found)}
    bust = len(found)
    state = np.empty(bust, dtype=np.int64)
    after = np.full((bust + 1, len(values)), bust, dtype=np.int64)
    for place, (_, counts) in enumerate(found):
        reached = EMPTY
        for kind, many in enumerate(counts):
            for _ in range(many):
                reached = NEXT[reached][values[kind]]
        state[place] = reached
        for kind in range(len(values)):
            more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
            after[place, kind] = index.get(more, bust)
    counts_array = np.array([counts for _, counts in found], dtype=np.int64)
    return HandTable(counts_array, state, counts_array.sum(axis=1), after, index)
