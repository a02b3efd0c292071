"""What a trainee can do now, from what was answered: how surely, and how fast.

The chance of a right answer is a Beta distribution. Older answers count for less, because a trainee
learns; and what is known of a trainee on the whole stands in where a skill was asked about seldom.

>>> answers = [Answered(right=right, seconds=5.0) for right in (False, True, True, True)]
>>> round(accuracy(answers, prior=Beta(1.0, 1.0)).mean, 2)
0.68
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

FADES = 0.9
"""What an answer counts for, beside the next one of the same skill."""
PRIOR_ANSWERS = 16.0
"""How many answers the trainee's answers on the whole stand in for."""
RECENT = 9
"""Answers whose median is the trainee's time."""
UNKNOWN = (1.0, 1.0)
"""Of a trainee nothing is known of."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, as far as an estimate needs it."""

    right: bool
    seconds: float


class Beta(NamedTuple):
    """A chance that is not known exactly."""

    right: float
    wrong: float

    @property
    def mean(self) -> float:
        """The chance, as far as one can say."""
        return self.right / (self.right + self.wrong)

    @property
    def sd(self) -> float:
        """How sure one is of it."""
        total = self.right + self.wrong
        return float((self.mean * (1 - self.mean) / (total + 1)) ** 0.5)


def accuracy(answers: Sequence[Answered], prior: Beta) -> Beta:
    """The chance that the next answer is right."""
    right, wrong = prior
    weight = 1.0
    for one in reversed(answers):
        right += weight * one.right
        wrong += weight * (not one.right)
        weight *= FADES
    return Beta(right, wrong)


def prior_of(histories: Iterable[Sequence[Answered]]) -> Beta:
    """What a trainee's answers to everything say of a skill of which less is known."""
    right, wrong = UNKNOWN
    for answers in histories:
        seen = accuracy(answers, Beta(0.0, 0.0))
        right, wrong = right + seen.right, wrong + seen.wrong
    share = PRIOR_ANSWERS / (right + wrong)
    return Beta(right * share, wrong * share)


def seconds(answers: Sequence[Answered]) -> float | None:
    """The median time of the last right answers; None where there is none."""
    times = [one.seconds for one in answers if one.right][-RECENT:]
    return statistics.median(times) if times else None
