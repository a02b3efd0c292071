"""What is asked next in a sitting, and what an answer is worth.

While somebody thinks about an item the next one is made; so it is there when they are done. Nothing
in memory is needed: whatever is lost is made again from what is kept of the sitting.
"""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pitboss.classroom import scheduling
from pitboss.classroom.item_maker import Skill
from pitboss.classroom.makers import AHEAD, NOW, ItemMakers
from pitboss.rules.errors import RulesError
from pitboss.school.grading import Grade, grade, read_answer
from pitboss.school.items import Item
from pitboss.store import school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing, Refused
from pitboss.store.school_sittings import Answered, Graded, KeptLesson, Sitting, Tally
from pitboss.web.hub import Hub

MOST_KEPT = 4000
"""Items and lists of skills that are kept in mind."""

Place = tuple[str, int]
"""A sitting and the number of an item."""


class Prepared(NamedTuple):
    """An item, and which of a lesson's it is."""

    kind: str
    skill: str
    item: Item


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
    again: bool


class _Known(NamedTuple):
    sitting: Sitting
    lesson: KeptLesson
    states: dict[str, str]


class Schoolroom:
    """The sittings of this process."""

    def __init__(self) -> None:
        self.makers = ItemMakers()
        self._skills: OrderedDict[str, list[Skill]] = OrderedDict()
        self._ahead: OrderedDict[Place, asyncio.Task[Prepared]] = OrderedDict()

    async def stop(self) -> None:
        """Prepare nothing any more."""
        for task in self._ahead.values():
            task.cancel()
        await self.makers.stop()

    async def skills(self, lesson: KeptLesson) -> list[Skill]:
        """What a lesson trains."""
        found = self._skills.get(lesson.id)
        if found is None:
            found = self._skills[lesson.id] = await self.makers.skills(lesson.text)
            _forget_oldest(self._skills)
        return found

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
            prepared, since = await self._again(known), sitting.asked
        else:
            place = (sitting.id, sitting.number + 1)
            task = self._ahead.get(place) or self._begin(place, known, sitting.skill, NOW)
            prepared = await asyncio.shield(task)
            since = await hub.writing(
                lambda connection: school_sittings.ask(
                    connection, sitting.id, place[1], prepared.kind, prepared.skill, now_ms()
                )
            )
        number = sitting.number + (sitting.asked is None)
        if number < sitting.items:
            following = (sitting.id, number + 1)
            if following not in self._ahead:
                self._begin(following, known, prepared.skill, AHEAD)
        return Asked(_at(sitting, number, prepared), prepared.item, since)

    async def _again(self, known: _Known) -> Prepared:
        """The item that is being asked, as it was."""
        sitting = known.sitting
        place = (sitting.id, sitting.number)
        task = self._ahead.get(place)
        if task is not None:
            found = await asyncio.shield(task)
            if (found.kind, found.skill) == (sitting.kind, sitting.skill):
                return found
        item = await self.makers.item(
            known.lesson.text, sitting.kind, sitting.skill, sitting.seed, sitting.number
        )
        return Prepared(sitting.kind, sitting.skill, item)

    def _begin(
        self, place: Place, known: _Known, last: str, urgency: int
    ) -> asyncio.Task[Prepared]:
        task = asyncio.create_task(self._prepare(place[1], known, last, urgency))
        self._ahead[place] = task
        task.add_done_callback(lambda done: self._drop_failed(place, done))
        _forget_oldest(self._ahead)
        return task

    def _drop_failed(self, place: Place, task: asyncio.Task[Prepared]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._ahead.pop(place, None)

    async def _prepare(self, number: int, known: _Known, last: str, urgency: int) -> Prepared:
        sitting, lesson = known.sitting, known.lesson
        left = {skill.id: skill for skill in await self.skills(lesson)}
        refused: RulesError | None = None
        while left:
            chosen = left.pop(
                scheduling.next_skill(
                    list(left), known.states, last=last, at_ms=now_ms(),
                    rng=random.Random(f"{sitting.seed} {number}"),
                )
            )  # fmt: skip
            try:
                item = await self.makers.item(
                    lesson.text, chosen.kind, chosen.id, sitting.seed, number, urgency=urgency
                )
            except RulesError as error:  # it never happens under these rules: another skill then
                refused = error
                continue
            return Prepared(chosen.kind, chosen.id, item)
        raise refused or RulesError("lesson: it trains nothing")

    async def _known(self, hub: Hub, account: Account, sitting: str) -> _Known:
        def read(connection: Connection) -> _Known:
            found = school_sittings.find(connection, sitting, account)
            lesson = school_sittings.find_lesson(connection, found.lesson)
            assert lesson is not None
            states = school_sittings.states(connection, found.trainee, lesson.game)
            return _Known(found, lesson, states)

        known: _Known = await hub.reading(read)
        return known

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
            rule=item.rule, rules=item.rules, given=text.strip(), is_right=graded.right,
            error_cents=graded.error_cents, aim_ms=round(item.question.aim_seconds * 1000),
        )  # fmt: skip

        def write(connection: Connection) -> tuple[school_sittings.Written, Tally]:
            written = school_sittings.answer(connection, known.sitting, known.lesson, kept, now)
            if not written.again:
                _reschedule(connection, known, written.answer)
            return written, school_sittings.tally(connection, known.sitting.id)

        written, tally = await hub.writing(write)
        if written.again:
            return await self._marked_before(hub, known, number, text)
        self._ahead.pop((sitting, number), None)
        return Marked(item, graded, written.answer, tally, again=False)

    async def _marked_before(self, hub: Hub, known: _Known, number: int, text: str) -> Marked:
        sitting = known.sitting
        found: Answered | None = await hub.reading(
            lambda connection: school_sittings.find_answer(connection, sitting.id, number)
        )
        if found is None:
            raise Missing(f"number = {number}: this item is not being asked; ask what comes next")
        if found.given != text.strip():
            raise Refused(f"number = {number}: this item was answered already; ask what comes next")
        item = await self.makers.item(
            known.lesson.text, found.kind, found.skill, found.seed, number
        )
        graded = grade(item.question, item.answer, read_answer(item.question, text))
        tally = await hub.reading(lambda connection: school_sittings.tally(connection, sitting.id))
        return Marked(item, graded, found, tally, again=True)


def _reschedule(connection: Connection, known: _Known, answer: Answered) -> None:
    states = school_sittings.states(connection, answer.trainee, answer.game)
    state = scheduling.after_answer(
        states.get(answer.skill), is_right=answer.is_right, ms=answer.ms, aim_ms=answer.aim_ms,
        at_ms=answer.at,
    )  # fmt: skip
    school_sittings.set_state(
        connection, answer.trainee, known.lesson.game, answer.skill, state, answer.at
    )


def _at(sitting: Sitting, number: int, prepared: Prepared) -> Sitting:
    return msgspec.structs.replace(sitting, number=number, kind=prepared.kind, skill=prepared.skill)


def _forget_oldest(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
