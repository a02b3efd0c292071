"""What a trainee can do now, from what was answered: how surely, and how fast.

A thing is known or not (Bayesian knowledge tracing): who does not know it guesses, who does slips
at times, and being told makes it known more often than not. What was told once is soon forgotten,
and each time less: mistakes before it is known for good count little against it. How often somebody
slips differs from skill to skill, and less so than a few answers make it seem: the answers to all
skills together say how far one may lie from another, and what is left open is told as a standard
deviation. Until that is small there is no estimate to show.

>>> [once] = estimates([Answers((False, True, True, True))])
>>> round(once.mean, 2), once.is_sure
(0.91, False)
>>> [often] = estimates([Answers((True,) * 40)])
>>> round(often.mean, 2), often.is_sure
(0.98, True)
"""

from __future__ import annotations

import math
import operator
import statistics
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

GUESSES = 0.25
"""How often a thing that is not known is answered right: most questions have four answers."""
KNOWN_BEFORE = 0.1
"""How often a thing is known before it was ever asked about."""
LEARNED = 0.8
"""How often an answer, with what is explained after it, makes known what was not."""
FORGOTTEN = 0.3
"""How often what the first answer made known is forgotten before the second: an early mistake is
none that a trainee makes for good."""
LASTS = 0.6
"""What is left of that from each answer to the next: what is recalled lasts longer each time."""
FADES = 0.98
"""What an answer counts for, beside the next one of the same skill: a trainee changes."""
SLIPS = (
    0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25,
    0.3, 0.4, 0.5, 0.6, 0.75,
)  # fmt: skip
"""How often a known thing may be answered wrong: the chances that are weighed."""
USUAL_SLIPS = (0.01, 0.02, 0.03, 0.045, 0.06, 0.09, 0.13, 0.2, 0.3, 0.45)
"""How often a trainee may slip on the whole."""
ALIKE = (20.0, 60.0, 200.0)
"""How alike the skills of a trainee may be: that many answers' worth to each from all others."""
FEWEST = 20
"""Answers of a skill without which nothing is said of it."""
MOST_UNSURE = 0.03
"""The largest standard deviation with which an estimate is shown."""
RECENT = 9
"""Answers whose median is the trainee's time."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, as far as an estimate needs it."""

    right: bool
    seconds: float


class Answers(NamedTuple):
    """What was answered to one skill, and what is left of it by now."""

    right: tuple[bool, ...]
    """The oldest first."""
    recalled: float = 1.0
    """The chance that what was known then is still known, by the scheduler."""


class Estimate(NamedTuple):
    """The chance that the next answer is right."""

    mean: float
    sd: float
    answers: int
    """How many it rests on."""

    @property
    def is_sure(self) -> bool:
        """Whether it is near enough to be shown."""
        return self.answers >= FEWEST and self.sd <= MOST_UNSURE


class _Seen(NamedTuple):
    """What the answers to one skill say, for each chance to slip."""

    likely: tuple[float, ...]
    """How likely these answers are, the likeliest as 1."""
    known: tuple[float, ...]
    """The chance that the skill is known by now."""


def estimates(skills: Sequence[Answers]) -> list[Estimate]:
    """How each skill of a trainee stands, in the light of all."""
    seen = [_seen(one.right) for one in skills]
    fits = [[_dot(trainee, one.likely) for one in seen] for trainee in _trainees()]
    weights = _weights([sum(map(math.log, row)) for row in fits])
    found = []
    for at, one in enumerate(skills):
        shares = [weight / row[at] for weight, row in zip(weights, fits, strict=True)]
        found.append(_estimate(one, seen[at], shares))
    return found


def _estimate(answers: Answers, seen: _Seen, weights: Sequence[float]) -> Estimate:
    """The mean over all chances to slip and all kinds of trainees, weighed by what they explain."""
    shares = [0.0] * len(SLIPS)
    for weight, trainee in zip(weights, _trainees(), strict=True):
        for at, share in enumerate(trainee):
            shares[at] += weight * share
    shares = [share * likely for share, likely in zip(shares, seen.likely, strict=True)]
    chances = [
        GUESSES + known * answers.recalled * (1 - slips - GUESSES)
        for known, slips in zip(seen.known, SLIPS, strict=True)
    ]
    total = sum(shares)
    mean = _dot(shares, chances) / total
    spread = _dot(shares, [(chance - mean) ** 2 for chance in chances]) / total
    return Estimate(mean, math.sqrt(spread), len(answers.right))


@lru_cache(maxsize=20_000)
def _seen(answers: tuple[bool, ...]) -> _Seen:
    """What these answers say; most of a trainee's skills have none since it was last asked."""
    logs, knowns = [], []
    for slips in SLIPS:
        log, known, forgotten = 0.0, KNOWN_BEFORE, FORGOTTEN / LASTS
        for number, right in enumerate(answers):
            if number:
                known *= 1 - forgotten
            by_known = known * (1 - slips if right else slips)
            chance = by_known + (1 - known) * (GUESSES if right else 1 - GUESSES)
            log = FADES * log + math.log(chance)
            known = by_known / chance
            known += (1 - known) * LEARNED
            forgotten *= LASTS
        logs.append(log)
        knowns.append(known)
    likeliest = max(logs)
    return _Seen(tuple(math.exp(log - likeliest) for log in logs), tuple(knowns))


@lru_cache(maxsize=1)
def _trainees() -> list[list[float]]:
    """For each kind of trainee, how often each chance to slip is a skill's: Beta distributions."""
    edges = [0.0, *(sum(pair) / 2 for pair in pairwise(SLIPS)), 1.0]
    widths = [high - low for low, high in pairwise(edges)]
    found = []
    for mean in USUAL_SLIPS:
        for alike in ALIKE:
            above, below = mean * alike - 1, (1 - mean) * alike - 1
            shares = [
                slips**above * (1 - slips) ** below * width
                for slips, width in zip(SLIPS, widths, strict=True)
            ]
            found.append([share / sum(shares) for share in shares])
    return found


def _weights(logs: Sequence[float]) -> list[float]:
    """Chances from their logarithms."""
    largest = max(logs)
    weights = [math.exp(log - largest) for log in logs]
    total = sum(weights)
    return [weight / total for weight in weights]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, one, other))


def seconds(answers: Sequence[Answered]) -> float | None:
    """The median time of the last right answers; None where there is none."""
    times = [one.seconds for one in answers if one.right][-RECENT:]
    return statistics.median(times) if times else None
