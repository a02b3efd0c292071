"""What is asked next in a sitting, and what an answer is worth.

Items of the lessons that are being gone through are made beforehand, a few of each skill, each from
a seed of its own; so one is there when somebody is done with the last. Nothing in memory is needed:
whatever is lost is made again from what is kept of the sitting.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pitboss.classroom import scheduling
from pitboss.classroom.item_maker import Skill
from pitboss.classroom.makers import AHEAD, NOW, ItemMakers, MakersBusy
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
"""Items that are being asked, and lessons, that are kept in mind."""
STOCK = 3
"""Items of each skill of a lesson that are made beforehand."""

Place = tuple[str, int]
"""A sitting and the number of an item."""


class Prepared(NamedTuple):
    """An item, and what it was made from beside its lesson."""

    kind: str
    skill: str
    seed: str
    item: Item


class _Shelf:
    """What is ready of a lesson."""

    def __init__(self, skills: list[Skill]) -> None:
        self.skills = {skill.id: skill for skill in skills}
        """Those that can be asked; one that never happens under these rules is taken out."""
        self.ready: dict[str, list[Prepared]] = {}
        self.filling: set[str] = set()


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


class _Known(NamedTuple):
    sitting: Sitting
    lesson: KeptLesson
    states: dict[str, str]


class Schoolroom:
    """The sittings of this process."""

    def __init__(self) -> None:
        self.makers = ItemMakers()
        self._shelves: OrderedDict[str, asyncio.Task[_Shelf]] = OrderedDict()
        self._asked: OrderedDict[Place, Prepared] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Prepare nothing any more."""
        for task in (*self._tasks, *self._shelves.values()):
            task.cancel()
        await self.makers.stop()

    async def skills(self, lesson: KeptLesson) -> list[Skill]:
        """What a lesson trains; its first items are made from now on."""
        shelf = await self._shelf(lesson)
        self._fill(lesson, shelf)
        return list(shelf.skills.values())

    async def _shelf(self, lesson: KeptLesson) -> _Shelf:
        task = self._shelves.get(lesson.id)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._shelves[lesson.id] = asyncio.create_task(self._new_shelf(lesson))
            _forget_oldest(self._shelves)
        return await asyncio.shield(task)

    async def _new_shelf(self, lesson: KeptLesson) -> _Shelf:
        return _Shelf(await self.makers.skills(lesson.text))

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
        since = await hub.writing(
            lambda connection: school_sittings.ask(
                connection, sitting.id, number, prepared.kind, prepared.skill, prepared.seed,
                now_ms(),
            )
        )  # fmt: skip
        self._asked[sitting.id, number] = prepared
        _forget_oldest(self._asked)
        return Asked(msgspec.structs.replace(sitting, number=number), prepared.item, since)

    async def _again(self, known: _Known) -> Prepared:
        """The item that is being asked, as it was."""
        sitting = known.sitting
        found = self._asked.get((sitting.id, sitting.number))
        if found is None or found.seed != sitting.seed:
            item = await self.makers.item(
                known.lesson.text, sitting.kind, sitting.skill, sitting.seed
            )
            found = Prepared(sitting.kind, sitting.skill, sitting.seed, item)
        return found

    async def _draw(self, known: _Known) -> Prepared:
        """An item of the skill that should come next, among those that are ready if any is."""
        shelf = await self._shelf(known.lesson)
        last = known.sitting.skill
        while shelf.skills:
            others = [skill for skill in shelf.skills if skill != last] or list(shelf.skills)
            ready = [skill for skill in others if shelf.ready.get(skill)]
            chosen = scheduling.next_skill(
                ready or others, known.states, last=last, at_ms=now_ms(), rng=random.Random()
            )
            if ready:
                found: Prepared | None = shelf.ready[chosen].pop()
            else:
                found = await self._made(known.lesson, shelf, chosen, NOW)
            self._fill(known.lesson, shelf)
            if found is not None:
                return found
        raise RulesError(f"lesson = {known.lesson.name!r}: nothing of it happens by these rules")

    async def _made(
        self, lesson: KeptLesson, shelf: _Shelf, skill: str, urgency: int
    ) -> Prepared | None:
        """A new item of a skill; none if it never happens, which is then known."""
        kind, seed = shelf.skills[skill].kind, secrets.token_hex(16)
        try:
            item = await self.makers.item(lesson.text, kind, skill, seed, urgency=urgency)
        except RulesError:
            shelf.skills.pop(skill, None)
            return None
        return Prepared(kind, skill, seed, item)

    def _fill(self, lesson: KeptLesson, shelf: _Shelf) -> None:
        """Have made what is missing of each skill."""
        for skill in shelf.skills:
            if skill not in shelf.filling and len(shelf.ready.get(skill, ())) < STOCK:
                shelf.filling.add(skill)
                task = asyncio.create_task(self._fill_one(lesson, shelf, skill))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _fill_one(self, lesson: KeptLesson, shelf: _Shelf, skill: str) -> None:
        ready = shelf.ready.setdefault(skill, [])
        try:
            while len(ready) < STOCK and skill in shelf.skills:
                made = await self._made(lesson, shelf, skill, AHEAD + len(ready))
                if made is not None:
                    ready.append(made)
        except (MakersBusy, RuntimeError):  # said already; it is tried again with the next question
            pass
        finally:
            shelf.filling.discard(skill)

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
        self._asked.pop((sitting, number), None)
        return Marked(item, graded, written.answer, tally, known.sitting, known.lesson)

    async def _marked_before(self, hub: Hub, known: _Known, number: int, text: str) -> Marked:
        sitting = known.sitting
        found: Answered | None = await hub.reading(
            lambda connection: school_sittings.find_answer(connection, sitting.id, number)
        )
        if found is None:
            raise Missing(f"number = {number}: this item is not being asked; ask what comes next")
        if found.given != text.strip():
            raise Refused(f"number = {number}: this item was answered already; ask what comes next")
        item = await self.makers.item(known.lesson.text, found.kind, found.skill, found.seed)
        graded = grade(item.question, item.answer, read_answer(item.question, text))
        tally = await hub.reading(lambda connection: school_sittings.tally(connection, sitting.id))
        return Marked(item, graded, found, tally, sitting, known.lesson)


def _reschedule(connection: Connection, known: _Known, answer: Answered) -> None:
    states = school_sittings.states(connection, answer.trainee, answer.game)
    state = scheduling.after_answer(
        states.get(answer.skill), is_right=answer.is_right, ms=answer.ms, aim_ms=answer.aim_ms,
        at_ms=answer.at,
    )  # fmt: skip
    school_sittings.set_state(
        connection, answer.trainee, known.lesson.game, answer.skill, state, answer.at
    )


def _forget_oldest(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
