"""Splits without approximation, for play that looks at the hand in play and the upcard alone.

After a split every hand draws a second card: a pair card (which may be split again while there is
room) or another. Because the shoe is exchangeable, the value of all hands together needs only one
hand's value when k further pair cards are gone: let pp(k) be the chance that k given draws are all
pair cards, and fN(k), fP(k) the value of a hand whose second card is no pair card, or is one, when
k pair cards are gone. Then the whole is the sum over k of pp(k) × (A(k) fN(k) + B(k) fP(k)), where
A and B count the ways, "not a pair card" being written as one minus "a pair card".

Where second cards may be dropped, a given draw is a pair card with or without a card dropped before
it, and pp(k) falls into courses by what was dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import cache
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Draws = tuple[tuple[bool, bool], ...]
"""A course of second cards: (is a pair card, finishes a hand) for each draw."""


class Count(Enum):
    """Which hands of a split are counted."""

    ALL = "all"
    FIRST = "the first hand"
    FIRST_ONCE = "the first hand, of rounds that split only once"
    FIRST_KEPT = "the first hand, if it is not split again"
    FIRST_AGAIN = "the first hand, if it is not split again but another one is"
    SECOND = "the hand that the second opening wager stands on"


@cache
def coefficients(
    max_hands: int, count: Count = Count.ALL, pending: int = 2, hands: int = 2
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A and B for splitting to at most this many hands.

    So many hands wait for their second card and so many there are: two and two after a first
    split, others where hands were split and finished before.

    >>> coefficients(2)
    ((2,), (2,))
    >>> coefficients(3)
    ((2, 4, -2), (0, 5, -2))
    >>> coefficients(4)
    ((2, 4, 8, -12, 4), (0, 0, 14, -14, 4))
    >>> coefficients(4, Count.FIRST_ONCE)          # neither hand draws a pair card
    ((1, -1), (0, 0))
    >>> coefficients(4, pending=1, hands=4)        # the last hand of four
    ((1,), (1,))
    """
    plain: Counter[int] = Counter()
    paired: Counter[int] = Counter()
    for draws in _second_cards(pending, hands, max_hands, ()):
        for place in _counted(draws, count):
            others = [other for i, (other, _) in enumerate(draws) if i != place]
            pairs, rest = sum(others), len(others) - sum(others)
            for drop in range(rest + 1):
                ways = (-1) ** drop * comb(rest, drop)
                (paired if draws[place][0] else plain)[pairs + drop] += ways
    deepest = max((k for k in (*plain, *paired) if plain[k] or paired[k]), default=0)
    return tuple(plain[k] for k in range(deepest + 1)), tuple(paired[k] for k in range(deepest + 1))


def _counted(draws: Draws, count: Count) -> list[int]:
    """Places of the draws that finish a hand which counts."""
    finished = [place for place, (_, done) in enumerate(draws) if done]
    if count is Count.ALL:
        return finished
    if count is Count.FIRST:
        return finished[:1]
    if count is Count.FIRST_KEPT:
        return finished[:1] if finished[0] == 0 else []
    once = len(finished) == len(draws)
    if count is Count.FIRST_ONCE:
        return finished[:1] if once else []
    if count is Count.FIRST_AGAIN:
        return finished[:1] if finished[0] == 0 and not once else []
    waiting, start = 2, 0
    for place, (_, done) in enumerate(draws):
        if waiting == 1:
            start = place
            break
        waiting += -1 if done else 1
    return [place for place in finished if place >= start][:1]


def _second_cards(pending: int, hands: int, max_hands: int, drawn: Draws) -> list[Draws]:
    """Every course of second cards."""
    if not pending:
        return [drawn]
    courses = _second_cards(pending - 1, hands, max_hands, (*drawn, (False, True)))
    if hands < max_hands:
        return courses + _second_cards(pending + 1, hands + 1, max_hands, (*drawn, (True, False)))
    return courses + _second_cards(pending - 1, hands, max_hands, (*drawn, (True, True)))


class Courses(NamedTuple):
    """What else can be gone when a split hand is valued."""

    pairs: tuple[int, ...]
    """Pair cards that other hands drew."""
    dropped: tuple[tuple[int, ...], ...]
    """By class of `dropping`: cards that other hands dropped before those."""
    second: int
    """The class, not the pair's, whose dropped cards are counted by course; -1: none is dropped."""
    runs: tuple[tuple[tuple[tuple[int, int], ...], Floats, Floats], ...]
    """Courses that dropped the same cards of further classes side by side: those cards by class
    and number, and for each course the cards gone of the pair's class and of the second one."""

    @property
    def many(self) -> int:
        """How many courses there are."""
        return len(self.pairs)


@cache
def courses(deepest: int, dropping: tuple[int, ...], pair: int) -> Courses:
    """Every course with at most so many pair cards drawn by others."""
    found = [
        (pairs, dropped)
        for pairs in range(deepest + 1)
        for dropped in _multisets(len(dropping), pairs)
        # a pair card that is dropped when drawn pairs only as a replacement
        if pair not in dropping or sum(dropped) == pairs
    ]

    second = next((kind for kind in dropping if kind != pair), -1)

    def many(dropped: tuple[int, ...], kind: int) -> int:
        return dict(zip(dropping, dropped, strict=True)).get(kind, 0)

    def further(dropped: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        return tuple((kind, many(dropped, kind)) for kind in dropping if kind not in (pair, second))

    found.sort(key=lambda course: further(course[1]))
    runs = []
    for same in dict.fromkeys(further(dropped) for _, dropped in found):
        run = [course for course in found if further(course[1]) == same]
        gone = np.array([1.0 + pairs + many(dropped, pair) for pairs, dropped in run])
        also = np.array([float(many(dropped, second)) for _, dropped in run])
        runs.append((same, gone, also))
    return Courses(
        tuple(pairs for pairs, _ in found), tuple(dropped for _, dropped in found), second,
        tuple(runs),
    )  # fmt: skip


@cache
def weights(
    max_hands: int, count: Count, deepest: int, dropping: tuple[int, ...],
    stocks: tuple[float, ...], pair: int, in_class: float, mates: float, cards: float,
) -> Floats:  # fmt: skip
    """What the tables of a split hand count, ``[paired × courses]``, in the sum over hands.

    `stocks` are the cards left of each class in `dropping`, `in_class` those of the pair's class,
    `mates` those of them that pair, `cards` all; the two pair cards are gone.
    """
    plain, paired = coefficients(max_hands, count)
    found = courses(deepest, dropping, pair)
    out = np.zeros((2, found.many))
    for place, (pairs, dropped) in enumerate(zip(found.pairs, found.dropped, strict=True)):
        if pairs >= len(plain):
            continue
        many = sum(dropped)
        chance = factorial(pairs) / (
            factorial(pairs - many) * prod(factorial(one) for one in dropped)
        )
        chance *= _falling(mates, pairs) / (_falling(cards, pairs + many) or 1.0)
        for kind, stock, one in zip(dropping, stocks, dropped, strict=True):
            chance *= _falling(stock - pairs if kind == pair else stock, one)
        others = in_class - pairs
        mate = max(mates - pairs, 0.0) / others if others > 0 else 0.0
        out[0, place] = chance * plain[pairs]
        out[1, place] = chance * ((1.0 - mate) * plain[pairs] + mate * paired[pairs])
    return out.reshape(-1)


def _multisets(kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    if kinds == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in _multisets(kinds - 1, most - count):
            yield (count, *rest)


def _falling(stock: float, count: int) -> float:
    result = 1.0
    for step in range(count):
        result *= max(stock - step, 0.0)
    return result
