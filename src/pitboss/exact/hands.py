"""Every hand a player can hold, once: multisets of card classes up to a hard sum.

Hands are sorted by hard sum, so a card drawn always leads to a later hand; one past the last stands
for every hand beyond. The tables depend on the classes' values alone and are shared by all shoes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.rules.hands import EMPTY, NEXT, TOTAL

Ints = NDArray[np.int64]


class HandTable(NamedTuple):
    """All hands and how they lead to each other. Hand 0 is the empty one."""

    counts: Ints
    """``counts[hand, class]``: how many cards of the class it has."""
    state: Ints
    """State of the hand automaton (`rules.hands`)."""
    total: Ints
    """Best total."""
    size: Ints
    """Number of cards."""
    next: Ints
    """``next[hand, class]``: the hand after that card; the number of hands if it goes beyond."""
    base: Ints
    """``base[class, hand]``: the hand without its cards of the class."""

    @property
    def hands(self) -> int:
        """How many hands there are; also the index that means a bust."""
        return len(self.state)

    def of(self, *kinds: int) -> int:
        """The hand with these cards."""
        hand = 0
        for kind in kinds:
            hand = int(self.next[hand, kind])
        return hand


@cache
def hand_table(values: tuple[int, ...], most: int = 21) -> HandTable:
    """The hands that cards of these values make.

    >>> hand_table(tuple(range(1, 11))).hands
    3083
    """
    counts, after, base = _enumerate(np.array(values, dtype=np.int64), most)
    automaton = np.array(NEXT, dtype=np.int64)
    state = np.full(len(counts), EMPTY, dtype=np.int64)
    for kind, value in enumerate(values):
        for many in range(1, int(counts[:, kind].max()) + 1):
            more = counts[:, kind] >= many
            state[more] = automaton[state[more], value]
    total = np.array(TOTAL, dtype=np.int64)[state]
    return HandTable(counts, state, total, counts.sum(axis=1), after, base)


@njit(cache=True)
def _by_hard_sum(hard, most):  # type: ignore[no-untyped-def]
    """The places of the hands by rising hard sum, hands of one sum as they were."""
    start = np.zeros(most + 2, dtype=np.int64)
    for hand in range(len(hard)):
        start[hard[hand] + 1] += 1
    for total in range(1, most + 2):
        start[total] += start[total - 1]
    order = np.empty(len(hard), dtype=np.int64)
    for hand in range(len(hard)):
        order[start[hard[hand]]] = hand
        start[hard[hand]] += 1
    return order


@njit(cache=True)
def _enumerate(values, most):  # type: ignore[no-untyped-def]
    """Counts, successors and bases of all hands, sorted by hard sum."""
    kinds = len(values)
    room = 1 << 17
    last = np.zeros(room, dtype=np.int64)
    parent = np.zeros(room, dtype=np.int64)
    hard = np.zeros(room, dtype=np.int64)
    after = np.zeros((room, kinds), dtype=np.int64)  # 0, the empty hand, follows none: a bust
    found, first = 1, 0
    while first < found:
        # All hands of one size get their successors: first the new hands, which only ever add a
        # class not below their last one; then the others, by way of the hand without its last card.
        size_end = found
        for hand in range(first, size_end):
            for c in range(last[hand], kinds):
                if hard[hand] + values[c] <= most:
                    after[hand, c] = found
                    last[found], parent[found] = c, hand
                    hard[found] = hard[hand] + values[c]
                    found += 1
        for hand in range(first, size_end):
            for c in range(last[hand]):
                if hard[hand] + values[c] <= most:
                    after[hand, c] = after[after[parent[hand], c], last[hand]]
        first = size_end
    order = _by_hard_sum(hard[:found], most)
    place = np.empty(found + 1, dtype=np.int64)
    for new in range(found):
        place[order[new]] = new
    place[found] = found
    counts = np.zeros((found, kinds), dtype=np.int64)
    successors = np.empty((found, kinds), dtype=np.int64)
    for new in range(found):
        old = order[new]
        for c in range(kinds):
            successors[new, c] = found if after[old, c] == 0 else place[after[old, c]]
        up = old
        while up > 0:
            counts[new, last[up]] += 1
            up = parent[up]
    base = np.zeros((kinds, found), dtype=np.int64)
    for c in range(kinds):
        for hand in range(found):
            if counts[hand, c] == 0:
                base[c, hand] = hand
            more = successors[hand, c]
            if more < found:
                base[c, more] = base[c, hand]
    return counts, successors, base
