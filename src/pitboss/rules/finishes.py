"""How a first hand was finished, as far as side bets can ask about it beside its total.

Engines that value or count whole rounds do not keep facts; they keep a finish, and tables made from
facts have an axis for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules.course import Terms
from pitboss.rules.facts import NO, NO_SPLIT_21, OF_ACES, OF_TENS, YES, Fact
from pitboss.rules.hands import SOFT_21

PLAIN, DOUBLED, ACES_21, TENS_21, GIVEN_UP = FINISHES = range(5)
"""As it was dealt or drawn; doubled; 21 of two cards after a split, of aces and of ten-value cards;
given up."""

FACTS = (Fact.DOUBLED, Fact.SPLIT_21, Fact.GIVEN_UP)
"""What a finish says."""
_DOUBLED, _SPLIT_21, _GIVEN_UP = map(int, FACTS)

_VALUES = (
    (NO, 1 << NO_SPLIT_21, NO),
    (YES, 1 << NO_SPLIT_21, NO),
    (NO, 1 << OF_ACES, NO),
    (NO, 1 << OF_TENS, NO),
    (NO, 1 << NO_SPLIT_21, YES),
)


def finish_of(terms: Terms, state: int, cards: int, *, given_up: bool = False) -> int:
    """The finish of a hand on terms, in this state, with so many cards."""
    if given_up:
        return GIVEN_UP
    if terms.split and cards == 2 and state == SOFT_21:
        return ACES_21 if terms.aces else TENS_21
    return DOUBLED if terms.doubled else PLAIN


def put_finish(facts: list[int], finish: int) -> None:
    """Put what a finish says among what is known of a hand."""
    facts[_DOUBLED], facts[_SPLIT_21], facts[_GIVEN_UP] = _VALUES[finish]


def alike(asked: Sequence[int]) -> tuple[int, ...]:
    """By finish: the first one that a bet which asks about these facts cannot tell from it."""
    said = [
        tuple(value for fact, value in zip(FACTS, values, strict=True) if fact in asked)
        for values in _VALUES
    ]
    return tuple(said.index(values) for values in said)


def split_21_apart(masks: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Finishes with 21 after a split that conditions of bets tell from other hands."""
    asked = [mask for fact, mask in masks if fact == Fact.SPLIT_21]
    values = {ACES_21: OF_ACES, TENS_21: OF_TENS}
    return frozenset(
        finish for finish, value in values.items() if any(not mask >> value & 1 for mask in asked)
    )
