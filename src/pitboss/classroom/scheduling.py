"""Which skill comes next: what was missed comes again when it is about to be forgotten (FSRS).

What is kept of a skill is FSRS's own card as JSON; nobody else reads it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache

from fsrs import Card, Rating, Scheduler

SLOW = 2.0
"""Times the aim after which a right answer was a hard one."""


@cache
def _scheduler() -> Scheduler:
    return Scheduler(enable_fuzzing=False)


def next_skill(
    skills: Sequence[str], states: Mapping[str, str], *, last: str, at_ms: int, rng: random.Random
) -> str:
    """What is due longest, else something new, else what is due soonest; not the same twice."""
    open_to = [skill for skill in skills if skill != last] or list(skills)
    now = _moment(at_ms)
    due = {
        skill: Card.from_json(states[skill]).due for skill in open_to if skill in states
    }  # fmt: skip
    overdue = [skill for skill, moment in due.items() if moment <= now]
    new = [skill for skill in open_to if skill not in states]
    if overdue:
        return min(overdue, key=lambda skill: due[skill])
    return rng.choice(new) if new else min(open_to, key=lambda skill: due[skill])


def after_answer(
    state: str | None, *, is_right: bool, ms: int, aim_ms: int, at_ms: int
) -> str:  # fmt: skip
    """What is kept of a skill once it was answered."""
    card = Card.from_json(state) if state else Card(card_id=0, due=_moment(at_ms))
    reviewed, _ = _scheduler().review_card(card, _rating(is_right, ms, aim_ms), _moment(at_ms))
    return reviewed.to_json()


def recalled(state: str, at_ms: int) -> float:
    """How likely somebody still knows it."""
    return float(_scheduler().get_card_retrievability(Card.from_json(state), _moment(at_ms)))


def _rating(is_right: bool, ms: int, aim_ms: int) -> Rating:
    if not is_right:
        return Rating.Again
    if ms > SLOW * aim_ms:
        return Rating.Hard
    return Rating.Easy if ms * SLOW <= aim_ms else Rating.Good


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
