"""What a trainee has answered, and what is asked next.

When a skill comes again is for FSRS to say, the scheduler of the `fsrs` package; a skill that was
missed comes again three questions later whatever it says. All of it is plain data, so that it can
be kept, skill by skill, and read again.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import fsrs
import msgspec

from pitboss.school.estimates import FEWEST, Answered, Answers, Estimate, estimates, seconds

AGAIN_AFTER = 3
"""Questions until one that was missed comes again."""
MOST_KEPT = 60
"""Answers of one skill that are kept; older ones would count for less than a third of the last."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a trainee stands in a skill."""

    answered: int
    right: int
    accuracy: float
    """The estimated chance that the next answer is right."""
    unsure: float
    """One standard deviation of that."""
    is_sure: bool
    """Whether that is near enough to be shown."""
    seconds: float | None
    """Median of the last right answers."""


class SkillRecord(msgspec.Struct, kw_only=True):
    """Everything answered on one skill."""

    name: str = ""
    """What the skill is called; empty where it was answered before names were kept."""
    rules: list[str] = []
    """Rules its items were decided by."""
    answers: list[Answered] = []
    card: dict[str, Any] = {}
    """The scheduler's own notes."""
    asked_at: int = 0
    """The number of the question at which it was asked last."""
    missed_at: int | None = None
    """The number of the question at which it was missed last, until it is answered right."""

    def seen(self, now: datetime.datetime) -> Answers:
        """What was answered, and how likely the scheduler thinks that it is still known."""
        card = fsrs.Card.from_dict(self.card) if self.card else None  # type: ignore[arg-type]
        recalled = scheduler().get_card_retrievability(card, now) if card else 1.0
        return Answers(tuple(one.right for one in self.answers), float(recalled))

    def shortened(self) -> SkillRecord:
        """The same without old answers, as it is kept for years."""
        return msgspec.structs.replace(self, answers=self.answers[-MOST_KEPT:])


class Progress(msgspec.Struct, kw_only=True):
    """One trainee's record."""

    skills: dict[str, SkillRecord] = {}

    @property
    def asked(self) -> int:
        """Questions answered so far."""
        return max((record.asked_at for record in self.skills.values()), default=0)

    @property
    def last(self) -> str:
        """The skill that was asked last; nothing at the beginning."""
        asked = {skill: record.asked_at for skill, record in self.skills.items()}
        return max(asked, key=lambda skill: asked[skill], default="")

    def answer(
        self, skill: str, rule: str, answered: Answered, *, aim_seconds: float,
        now: datetime.datetime,
    ) -> None:  # fmt: skip
        """Take down an answer."""
        number = self.asked + 1
        record = self.skills.setdefault(skill, SkillRecord())
        record.asked_at = number
        record.answers.append(answered)
        if rule and rule not in record.rules:
            record.rules.append(rule)
        record.missed_at = None if answered.right else number
        rated = rating(answered, aim_seconds)
        card = fsrs.Card.from_dict(record.card) if record.card else fsrs.Card(card_id=1, due=now)  # type: ignore[arg-type]
        record.card = dict(scheduler().review_card(card, rated, now)[0].to_dict())

    def standings(self, now: datetime.datetime) -> dict[str, Standing]:
        """How the trainee stands in everything that was asked."""
        return {
            skill: _standing(self.skills[skill].answers, estimate)
            for skill, estimate in self._estimates(now).items()
        }

    def _estimates(self, now: datetime.datetime) -> dict[str, Estimate]:
        answers = [record.seen(now) for record in self.skills.values()]
        return dict(zip(self.skills, estimates(answers), strict=True))

    def due(self, skill: str) -> datetime.datetime | None:
        """When a skill is to come again; None where it has not come yet."""
        record = self.skills.get(skill)
        return (
            datetime.datetime.fromisoformat(record.card["due"]) if record and record.card else None
        )

    def next_skill(self, skills: Sequence[str], now: datetime.datetime) -> str:
        """What to ask next, of these: missed ones, what is due, what is new, what is least sure."""
        asked = self.asked
        missed = [one for one in skills if self._comes_again(one, asked)]
        if missed:
            return min(missed, key=lambda one: self.skills[one].missed_at or 0)
        last = self.last
        others = [one for one in skills if one != last] or list(skills)
        overdue = [one for one in others if (due := self.due(one)) is not None and due <= now]
        if overdue:
            return min(overdue, key=lambda one: self.due(one) or now)
        few = [one for one in others if self._answers(one) < FEWEST]
        if few:
            groups = Counter[str]()
            for one, record in self.skills.items():
                groups[_group(one)] += len(record.answers)
            return min(few, key=lambda one: (groups[_group(one)], self._answers(one)))
        found = self._estimates(now)
        return max(others, key=lambda one: found[one].sd)

    def _answers(self, skill: str) -> int:
        record = self.skills.get(skill)
        return len(record.answers) if record else 0

    def _comes_again(self, skill: str, asked: int) -> bool:
        record = self.skills.get(skill)
        missed = record.missed_at if record else None
        return missed is not None and asked - missed >= AGAIN_AFTER


def _group(skill: str) -> str:
    """What a skill is one of several of: the lines of a bet, say, which take turns with others."""
    return "/".join(skill.split("/", 2)[:-1])


def _standing(answers: Sequence[Answered], estimate: Estimate) -> Standing:
    return Standing(
        answered=len(answers), right=sum(one.right for one in answers), accuracy=estimate.mean,
        unsure=estimate.sd, is_sure=estimate.is_sure, seconds=seconds(answers),
    )  # fmt: skip


def rating(answered: Answered, aim_seconds: float) -> fsrs.Rating:
    """Accuracy says whether it is known, and speed how well."""
    if not answered.right:
        return fsrs.Rating.Again
    if answered.seconds > aim_seconds:
        return fsrs.Rating.Hard
    return fsrs.Rating.Easy if answered.seconds < aim_seconds / 4 else fsrs.Rating.Good


@cache
def scheduler() -> fsrs.Scheduler:
    """FSRS as this school asks it: the same answers give the same dates."""
    return fsrs.Scheduler(enable_fuzzing=False)
