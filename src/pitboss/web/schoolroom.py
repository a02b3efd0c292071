"""What is asked next in a sitting, and what an answer is worth.

The next item is made while somebody thinks about this one, each from a seed of its own: it is there
when it is asked for. Nothing in memory is needed: whatever is lost is made again from what is kept
of the sitting.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.classroom.item_maker import Level, Skill
from pitboss.classroom.kept import LevelOf
from pitboss.rules.errors import RulesError
from pitboss.school.cost import Cost, is_priced
from pitboss.school.estimates import Answered as Given
from pitboss.school.grading import Grade, grade, read_answer
from pitboss.school.items import Item
from pitboss.school.manual import Manual
from pitboss.school.progress import Progress, SkillRecord
from pitboss.store import school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing, Refused
from pitboss.store.school_sittings import Answered, Graded, KeptLesson, Sitting, Tally
from pitboss.web.hub import Hub
from pitboss.web.item_stock import Choose, ItemStock, Prepared

MOST_LESSONS = 500
"""Lessons that are kept in mind."""


class Asked(NamedTuple):
    """A question that is being asked."""

    sitting: Sitting
    item: Item
    since: int


class Marked(NamedTuple):
    """An answer that is kept, and what it was worth."""

    item: Item
    grade: Grade
    answer: Answered
    tally: Tally
    sitting: Sitting
    lesson: KeptLesson
    per_hour: str
    """What the mistake costs in an hour; empty where nothing can be said."""


class _Known(NamedTuple):
    sitting: Sitting
    lesson: KeptLesson
    at: LevelOf
    progress: Progress

    @property
    def level(self) -> Level:
        return level_for(self.lesson, self.sitting.game, self.sitting.level)


def level_for(kept: KeptLesson, game: str, level: int) -> Level:
    """A level of a lesson that is kept, as it is ordered."""
    return Level(lesson=kept.text, files=kept.files or "{}", game=game, level=level)


class Schoolroom:
    """The sittings of this process."""

    def __init__(self) -> None:
        self.stock = ItemStock()
        self._lessons: dict[str, KeptLesson] = {}

    async def stop(self) -> None:
        """Prepare nothing any more."""
        await self.stock.stop()

    async def skills(self, kept: KeptLesson, game: str, level: int) -> list[Skill]:
        """What a level trains; its first items are made from now on."""
        at, ordered = lessons.level_of(kept, game, level), level_for(kept, game, level)
        return await self.stock.skills(ordered, at.rules_hash if at.drill.kind == "payout" else "")

    async def skill_names(self, kept: KeptLesson, game: str, level: int) -> dict[str, str]:
        """What the skills of a level's kind are called, whether the level asks for them or not."""
        return await self.stock.makers.names(level_for(kept, game, level))

    async def manual(self, kept: KeptLesson, game: str) -> Manual:
        """How a game is dealt in a lesson."""
        return await self.stock.manual(level_for(kept, game, 0))

    # Asking

    async def ask(self, hub: Hub, account: Account, sitting: str) -> Asked:
        """The next question of a sitting; the same again until it is answered."""
        for _ in range(3):
            known = await self._known(hub, account, sitting)
            if known.sitting.ended is not None:
                raise Refused("this sitting is over; begin another")
            try:
                return await self._ask(hub, known)
            except Refused:  # somebody asked at the same moment: what they were asked holds
                continue
        raise Refused("this sitting is asked for in several places at once; use one of them")

    async def _ask(self, hub: Hub, known: _Known) -> Asked:
        sitting = known.sitting
        if sitting.asked is not None:
            return Asked(sitting, (await self._again(known)).item, sitting.asked)
        prepared, number = await self._draw(known), sitting.number + 1
        item = prepared.item
        since = await hub.writing(
            lambda connection: school_sittings.ask(
                connection, sitting.id, number, item.kind, item.skill, prepared.seed, now_ms()
            )
        )
        self.stock.remember(sitting.id, number, prepared)
        if number < sitting.items:
            right = Given(right=True, seconds=0.0)  # as most answers are
            then = _after(known.progress, item, right, item.question.aim_seconds, now_ms())
            self.stock.prepare(sitting.id, known.level, _choice(then), last=item.skill)
        return Asked(msgspec.structs.replace(sitting, number=number), item, since)

    async def _again(self, known: _Known) -> Prepared:
        """The item that is being asked, as it was."""
        sitting = known.sitting
        found = self.stock.remembered(sitting.id, sitting.number)
        if found is None or found.seed != sitting.seed:
            item = await self.stock.makers.item(known.level, sitting.skill, sitting.seed)
            found = Prepared(sitting.seed, item)
        return found

    async def _draw(self, known: _Known) -> Prepared:
        """An item of the skill that should come next, if it is there in time."""
        progress = known.progress
        found = await self.stock.draw(
            known.sitting.id, known.level, _choice(progress), last=progress.last
        )
        if found is None:
            raise RulesError(
                f"lesson = {known.lesson.name!r}: nothing of this level happens by these rules"
            )
        return found

    async def _known(self, hub: Hub, account: Account, sitting: str) -> _Known:
        def read(connection: Connection) -> _Known:
            found = school_sittings.find(connection, sitting, account)
            lesson = self._lesson(connection, found.lesson)
            if not found.level:
                raise Refused("this sitting is from before lessons had levels; begin another")
            at = lessons.level_of(lesson, found.game, found.level)
            return _Known(found, lesson, at, _progress(connection, found.trainee, at))

        known: _Known = await hub.reading(read)
        return known

    def _lesson(self, connection: Connection, lesson: str) -> KeptLesson:
        """A lesson, read once: none changes."""
        kept = self._lessons.get(lesson)
        if kept is None:
            kept = school_sittings.find_lesson(connection, lesson)
            assert kept is not None
            if len(self._lessons) >= MOST_LESSONS:
                self._lessons.clear()
            self._lessons[lesson] = kept
        return kept

    # Answering

    async def mark(
        self, hub: Hub, account: Account, sitting: str, number: int, text: str
    ) -> Marked:
        """Keep an answer and say what it was worth; the same answer twice is kept once."""
        known = await self._known(hub, account, sitting)
        if known.sitting.number != number or known.sitting.asked is None:
            return await self._marked_before(hub, known, number, text)
        prepared = await self._again(known)
        item, now = prepared.item, now_ms()
        graded = grade(item.question, item.answer, read_answer(item.question, text))
        kept = Graded(
            rules_hash=known.at.rules_hash, rule=item.rule, rules=item.rules, given=text.strip(),
            is_right=graded.right, error_cents=graded.error_cents,
            aim_ms=round(item.question.aim_seconds * 1000),
        )  # fmt: skip

        def write(connection: Connection) -> tuple[school_sittings.Written, Tally]:
            written = school_sittings.answer(connection, known.sitting, kept, now)
            if not written.again:
                _take_down(connection, known, item, written.answer)
            return written, school_sittings.tally(connection, known.sitting.id)

        written, tally = await hub.writing(write)
        if written.again:
            return await self._marked_before(hub, known, number, text)
        self.stock.forget(sitting, number)
        return self._marked(known, item, graded, written.answer, tally)

    def _marked(
        self, known: _Known, item: Item, graded: Grade, answer: Answered, tally: Tally
    ) -> Marked:
        return Marked(
            item, graded, answer, tally, known.sitting, known.lesson,
            self._per_hour(known, item, graded.error_cents),
        )  # fmt: skip

    def _per_hour(self, known: _Known, item: Item, error_cents: int) -> str:
        """What the solver says of a mistake, once it has said it: nobody waits for that."""
        if not error_cents or not is_priced(item):
            return ""
        chance = self.stock.chances(known.level, known.at.rules_hash).get(item.skill)
        if chance is None:
            return ""
        return Cost(
            event=item.name, chance=chance, error_cents=error_cents,
            rounds_per_hour=known.at.pace,
        ).says  # fmt: skip

    async def _marked_before(self, hub: Hub, known: _Known, number: int, text: str) -> Marked:
        sitting = known.sitting
        found: Answered | None = await hub.reading(
            lambda connection: school_sittings.find_answer(connection, sitting.id, number)
        )
        if found is None:
            raise Missing(f"number = {number}: this item is not being asked; ask what comes next")
        if found.given != text.strip():
            raise Refused(f"number = {number}: this item was answered already; ask what comes next")
        item = await self.stock.makers.item(known.level, found.skill, found.seed)
        graded = grade(item.question, item.answer, read_answer(item.question, text))
        tally = await hub.reading(lambda connection: school_sittings.tally(connection, sitting.id))
        return self._marked(known, item, graded, found, tally)


def _progress(connection: Connection, trainee: str, at: LevelOf) -> Progress:
    kept = school_sittings.states(connection, trainee, at.schedule, at.drill.kind)
    return Progress(
        skills={
            skill: msgspec.json.decode(state, type=SkillRecord) for skill, state in kept.items()
        }
    )


def _choice(progress: Progress) -> Choose:
    """What should come next of some skills; what is new comes in any order, after the first."""

    def choose(skills: list[str]) -> str:
        if not progress.skills:
            return skills[0]  # the house has the plainest first
        random.shuffle(skills)
        return progress.next_skill(skills, datetime.fromtimestamp(now_ms() / 1000, UTC))

    return choose


def _after(progress: Progress, item: Item, given: Given, aim_seconds: float, at: int) -> Progress:
    """What is known once an item is answered; what was known stays as it is."""
    then = Progress(skills=dict(progress.skills))
    record = then.skills.get(item.skill, SkillRecord())
    then.skills[item.skill] = msgspec.structs.replace(
        record, answers=list(record.answers), rules=list(record.rules)
    )
    then.answer(
        item.skill, item.rule, given, aim_seconds=aim_seconds,
        now=datetime.fromtimestamp(at / 1000, UTC),
    )  # fmt: skip
    then.skills[item.skill].name = item.name
    return then


def _take_down(connection: Connection, known: _Known, item: Item, answer: Answered) -> None:
    """Add an answer to what is kept of its skill; the scheduler says when it comes again."""
    given = Given(right=answer.is_right, seconds=answer.ms / 1000)
    then = _after(known.progress, item, given, answer.aim_ms / 1000, answer.at)
    state = msgspec.json.encode(then.skills[item.skill].shortened()).decode()
    school_sittings.set_state(
        connection, answer.trainee, known.at.schedule, answer.skill, state, answer.at
    )
