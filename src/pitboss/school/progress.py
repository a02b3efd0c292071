"""What a trainee has answered, and what is asked next.

When a skill comes again is for FSRS to say, the scheduler of the `fsrs` package; a skill that was
missed comes again three questions later whatever it says. All of it is plain data, so that it can
be kept, skill by skill, and read again.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from typing import Any

import fsrs
import msgspec

from pitboss.school.estimates import Answered, Beta, accuracy, prior_of, seconds

AGAIN_AFTER = 3
"""Questions until one that was missed comes again."""
MOST_KEPT = 60
"""Answers of one skill that are kept; older ones count for less than a hundredth of the last."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a trainee stands in a skill or a rule."""

    answered: int
    right: int
    accuracy: float
    """The estimated chance that the next answer is right."""
    unsure: float
    """One standard deviation of that."""
    seconds: float | None
    """Median of the last right answers."""


class SkillRecord(msgspec.Struct, kw_only=True):
    """Everything answered on one skill."""

    rules: list[str] = []
    """Rules its items were decided by."""
    answers: list[Answered] = []
    card: dict[str, Any] = {}
    """The scheduler's own notes."""
    asked_at: int = 0
    """The number of the question at which it was asked last."""
    missed_at: int | None = None
    """The number of the question at which it was missed last, until it is answered right."""

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

    def standing(self, skill: str) -> Standing:
        """How the trainee stands in a skill."""
        answers = self.skills[skill].answers if skill in self.skills else []
        return _standing(answers, self._prior())

    def by_rule(self) -> dict[str, Standing]:
        """How the trainee stands in each rule, over all skills that it decides."""
        answers: dict[str, list[Answered]] = {}
        for record in self.skills.values():
            for rule in record.rules:
                answers.setdefault(rule, []).extend(record.answers)
        prior = self._prior()
        return {rule: _standing(given, prior) for rule, given in answers.items()}

    def _prior(self) -> Beta:
        return prior_of(record.answers for record in self.skills.values())

    def due(self, skill: str) -> datetime.datetime | None:
        """When a skill is to come again; None where it has not come yet."""
        record = self.skills.get(skill)
        return fsrs.Card.from_dict(record.card).due if record and record.card else None  # type: ignore[arg-type]

    def next_skill(self, skills: Sequence[str], now: datetime.datetime) -> str:
        """What to ask next, of these: missed ones, what is due, what is new, what is weakest."""
        asked = self.asked
        missed = [one for one in skills if self._comes_again(one, asked)]
        if missed:
            return min(missed, key=lambda one: self.skills[one].missed_at or 0)
        last = self.last
        others = [one for one in skills if one != last] or list(skills)
        overdue = [one for one in others if (due := self.due(one)) is not None and due <= now]
        if overdue:
            return min(overdue, key=lambda one: self.due(one) or now)
        new = [one for one in others if one not in self.skills]
        if new:
            return new[0]
        return min(others, key=self._surely)

    def _surely(self, skill: str) -> float:
        """What a trainee can surely do: the less is known of a skill, the less is sure."""
        standing = self.standing(skill)
        return standing.accuracy - 2 * standing.unsure

    def _comes_again(self, skill: str, asked: int) -> bool:
        record = self.skills.get(skill)
        missed = record.missed_at if record else None
        return missed is not None and asked - missed >= AGAIN_AFTER


def _standing(answers: Sequence[Answered], prior: Beta) -> Standing:
    found = accuracy(answers, prior)
    return Standing(
        answered=len(answers), right=sum(one.right for one in answers), accuracy=found.mean,
        unsure=found.sd, seconds=seconds(answers),
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
