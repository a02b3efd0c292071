"""What a trainee has answered, and what is asked next.

When a skill comes again is for FSRS to say, the scheduler of the `fsrs` package; a skill that was
missed comes again three questions later whatever it says. Levels open one after the other: the next
one when every skill of the last is known well enough. All of it is plain data, so that it can be
kept and read again.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from typing import Any

import fsrs
import msgspec

from pitboss.school.aims import PASS_ACCURACY
from pitboss.school.estimates import Answered, Beta, accuracy, prior_of, seconds

AGAIN_AFTER = 3
"""Questions until one that was missed comes again."""
FEWEST_ANSWERS = 3
"""Of a skill before it is called known."""


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
    missed_at: int | None = None
    """The number of the question at which it was missed last, until it is answered right."""


class Progress(msgspec.Struct, kw_only=True):
    """One trainee's record."""

    asked: int = 0
    """Questions answered so far."""
    last: str = ""
    """The skill that was asked last."""
    skills: dict[str, SkillRecord] = {}

    def answer(
        self, skill: str, rule: str, answered: Answered, *, aim_seconds: float,
        now: datetime.datetime,
    ) -> None:  # fmt: skip
        """Take down an answer."""
        self.asked += 1
        self.last = skill
        record = self.skills.setdefault(skill, SkillRecord())
        record.answers.append(answered)
        if rule and rule not in record.rules:
            record.rules.append(rule)
        record.missed_at = None if answered.right else self.asked
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

    def knows(self, skill: str, *, least: float = PASS_ACCURACY, aim: float | None = None) -> bool:
        """Whether a skill is known: the last answers right, and soon enough.

        `least` of the answers must be right; few answers must all be.
        """
        record = self.skills.get(skill)
        if record is None or len(record.answers) < FEWEST_ANSWERS:
            return False
        wanted = max(FEWEST_ANSWERS, _enough(least))
        last = record.answers[-wanted:]
        right = sum(one.right for one in last)
        time = seconds(record.answers)
        quick = aim is None or (time is not None and time <= aim)
        return right >= min(len(last), least * wanted) and right / len(last) >= least and quick

    def due(self, skill: str) -> datetime.datetime | None:
        """When a skill is to come again; None where it has not come yet."""
        record = self.skills.get(skill)
        return fsrs.Card.from_dict(record.card).due if record and record.card else None  # type: ignore[arg-type]

    def next_skill(self, skills: Sequence[str], now: datetime.datetime) -> str:
        """What to ask next, of these: missed ones, what is due, what is new, what is weakest."""
        missed = [one for one in skills if self._comes_again(one)]
        if missed:
            return min(missed, key=lambda one: self.skills[one].missed_at or 0)
        others = [one for one in skills if one != self.last] or list(skills)
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

    def _comes_again(self, skill: str) -> bool:
        record = self.skills.get(skill)
        missed = record.missed_at if record else None
        return missed is not None and self.asked - missed >= AGAIN_AFTER

    def open_levels(self, levels: Sequence[Sequence[str]], *, least: float) -> int:
        """How many levels are open: one more than are known from the first on."""
        known = 0
        for level in levels:
            if not all(self.knows(skill, least=least) for skill in level):
                break
            known += 1
        return min(known + 1, len(levels))


def _enough(least: float) -> int:
    """Answers over which one mistake can be forgiven and the mark still be met; at most twenty."""
    return min(20, round(1 / (1 - least))) if least < 1 else FEWEST_ANSWERS


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
