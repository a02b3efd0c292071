"""Splits without approximation, for play that looks at the hand in play and the upcard alone.

After a split every hand draws a second card: a pair card (which may be split again while there is
room) or another. Because the shoe is exchangeable, the value of all hands together needs only one
hand's value when k further pair cards are gone: let pp(k) be the chance that k given draws are all
pair cards, and fN(k), fP(k) the value of a hand whose second card is no pair card, or is one, when
k pair cards are gone. Then the whole is the sum over k of pp(k) × (A(k) fN(k) + B(k) fP(k)), where
A and B count the ways, "not a pair card" being written as one minus "a pair card".
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb


@cache
def coefficients(
    max_hands: int, *, first: bool = False, once: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A and B for splitting to at most this many hands.

    With `first` only the first hand counts, with `once` only rounds that split once.

    >>> coefficients(2)
    ((2,), (2,))
    >>> coefficients(3)
    ((2, 4, -2), (0, 5, -2))
    >>> coefficients(4)
    ((2, 4, 8, -12, 4), (0, 0, 14, -14, 4))
    >>> coefficients(4, first=True, once=True)     # neither hand draws a pair card
    ((1, -1), (0, 0))
    """
    plain: Counter[int] = Counter()
    paired: Counter[int] = Counter()
    if max_hands == 2:  # the other hand's card does not matter
        return ((1,), (1,)) if first else ((2,), (2,))
    for draws in _second_cards(2, 2, max_hands, ()):
        if once and not all(finished for _, finished in draws):
            continue
        for place, (pair, finished) in enumerate(draws):
            if not finished or (first and any(done for _, done in draws[:place])):
                continue
            others = [other for i, (other, _) in enumerate(draws) if i != place]
            pairs, rest = sum(others), len(others) - sum(others)
            for drop in range(rest + 1):
                ways = (-1) ** drop * comb(rest, drop)
                (paired if pair else plain)[pairs + drop] += ways
    deepest = max(k for k in (*plain, *paired) if plain[k] or paired[k])
    return tuple(plain[k] for k in range(deepest + 1)), tuple(paired[k] for k in range(deepest + 1))


def _second_cards(
    pending: int, hands: int, max_hands: int, drawn: tuple[tuple[bool, bool], ...]
) -> list[tuple[tuple[bool, bool], ...]]:
    """Every course of second cards: (is a pair card, finishes a hand) for each draw."""
    if not pending:
        return [drawn]
    courses = _second_cards(pending - 1, hands, max_hands, (*drawn, (False, True)))
    if hands < max_hands:
        return courses + _second_cards(pending + 1, hands + 1, max_hands, (*drawn, (True, False)))
    return courses + _second_cards(pending - 1, hands, max_hands, (*drawn, (True, True)))
