"""Which skill comes next: what was missed comes again when it is about to be forgotten (FSRS).

What is kept of a skill is FSRS's own card as JSON; nobody else reads it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from fsrs import Card

from pitboss.school.estimates import Answered
from pitboss.school.progress import rating, scheduler


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
    rated = rating(Answered(right=is_right, seconds=ms / 1000), aim_ms / 1000)
    reviewed, _ = scheduler().review_card(card, rated, _moment(at_ms))
    return reviewed.to_json()


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
