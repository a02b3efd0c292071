"""Items that are ready before anybody asks for them, and those that are being asked.

The next item of a sitting is made while the trainee thinks about this one, of the skill that should
come next. Where it is not there in time, one of a few that are kept ready of every level is taken.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.classroom.item_maker import Level, Skill
from pitboss.classroom.makers import AHEAD, LATER, NOW, ItemMakers, MakersBusy
from pitboss.rules.errors import RulesError
from pitboss.school.items import Item
from pitboss.school.manual import Manual

MOST_KEPT = 1000
"""Items that are being asked or come next, and levels, that are kept in mind."""
MOST_MANUALS = 30
READY = 2
"""Items of a level, of whatever skills, that are kept ready."""
SLOW_NICENESS = 15
"""What takes seconds is done when nobody else wants the processor."""
SLOW_SECONDS = 300.0
"""How long that may take: on a busy machine it is given little of the processor."""
PATIENCE_SECONDS = 0.03
"""How long the right item is waited for before another one is taken."""

Choose = Callable[[list[str]], str]
"""Which of several skills comes next."""

Place = tuple[str, int]
"""A sitting and the number of an item."""


class Prepared(NamedTuple):
    """An item and the seed it was made from."""

    seed: str
    item: Item


class _Shelf:
    """What is known and ready of a level."""

    def __init__(self, skills: list[Skill]) -> None:
        self.trained = skills
        self.skills = dict.fromkeys(skill.id for skill in skills)
        """Those that can be asked, in the house's order; one that never happens is taken out."""
        self.ready: list[Prepared] = []
        self.filling = False
        self.when_full: Callable[[], object] = lambda: None
        """Called when everything is ready."""

    def take(self, last: str) -> Prepared | None:
        """One that is ready, of another skill than the last if there is one."""
        for place, prepared in enumerate(self.ready):
            if prepared.item.skill != last:
                return self.ready.pop(place)
        return self.ready.pop() if self.ready else None


class ItemStock:
    """The items of this process."""

    def __init__(self) -> None:
        self.makers = ItemMakers()
        self.slow = ItemMakers(niceness=SLOW_NICENESS, wait_seconds=SLOW_SECONDS)
        self._shelves: OrderedDict[Level, asyncio.Task[_Shelf]] = OrderedDict()
        self._asked: OrderedDict[Place, Prepared] = OrderedDict()
        self._next: OrderedDict[str, asyncio.Task[Prepared | None]] = OrderedDict()
        """By sitting: what comes next."""
        self._chances: OrderedDict[str, asyncio.Task[dict[str, float]]] = OrderedDict()
        self._manuals: OrderedDict[Level, asyncio.Task[Manual]] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def stop(self) -> None:
        """Make nothing any more."""
        kept: tuple[OrderedDict[Any, asyncio.Task[Any]], ...] = (
            self._shelves, self._chances, self._manuals, self._next,
        )  # fmt: skip
        for task in (*self._tasks, *(one for tasks in kept for one in tasks.values())):
            task.cancel()
        await self.makers.stop()
        await self.slow.stop()

    def begin(self) -> None:
        """Somebody looks at the lessons: they will want items soon."""
        self.makers.begin()

    # Items that are being asked

    def remember(self, sitting: str, number: int, prepared: Prepared) -> None:
        """An item is being asked."""
        self._asked[sitting, number] = prepared
        _forget_oldest(self._asked)

    def remembered(self, sitting: str, number: int) -> Prepared | None:
        """The item that is being asked, if it is known here."""
        return self._asked.get((sitting, number))

    def forget(self, sitting: str, number: int) -> None:
        """An item was answered."""
        self._asked.pop((sitting, number), None)

    def forget_all(self) -> None:
        """Know nothing of what is being asked, as another server."""
        self._asked.clear()
        self._next.clear()

    # Items that are ready

    async def skills(self, level: Level, rules_hash: str) -> list[Skill]:
        """What a level trains; its first items are made from now on.

        Once they are, it is found out how often what is paid comes by these rules, if any are
        named.
        """
        shelf = await self._shelf(level)
        if rules_hash:
            shelf.when_full = lambda: self.chances(level, rules_hash)
        self._fill(level, shelf)
        return shelf.trained

    async def _shelf(self, level: Level) -> _Shelf:
        task = self._shelves.get(level)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._shelves[level] = asyncio.create_task(self._new_shelf(level))
            _forget_oldest(self._shelves)
        return await asyncio.shield(task)

    async def _new_shelf(self, level: Level) -> _Shelf:
        return _Shelf(await self.makers.skills(level))

    def prepare(self, sitting: str, level: Level, choose: Choose, *, last: str) -> None:
        """Make what comes next in a sitting, before it is asked for."""
        self._next[sitting] = asyncio.create_task(self._drawn(level, choose, last, AHEAD))
        _forget_oldest(self._next)

    async def draw(
        self, sitting: str, level: Level, choose: Choose, *, last: str
    ) -> Prepared | None:
        """What comes next in a sitting: what was prepared, or another item if that takes long.

        None where nothing can be asked.
        """
        coming = self._next.pop(sitting, None)
        if coming is None or (coming.done() and (coming.cancelled() or coming.exception())):
            coming = asyncio.create_task(self._drawn(level, choose, last, NOW))
        await asyncio.wait([coming], timeout=PATIENCE_SECONDS)
        if not coming.done():
            shelf = await self._shelf(level)
            found = shelf.take(last)
            if found is not None:
                self._keep(coming, shelf)
                self._fill(level, shelf)
                return found
        return await coming

    def _keep(self, coming: asyncio.Task[Prepared | None], shelf: _Shelf) -> None:
        """Put an item that comes too late with those that are ready."""

        def done(task: asyncio.Task[Prepared | None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and not task.exception():
                prepared = task.result()
                if prepared is not None and len(shelf.ready) < READY:
                    shelf.ready.append(prepared)

        self._tasks.add(coming)
        coming.add_done_callback(done)

    async def _drawn(
        self, level: Level, choose: Choose, last: str, urgency: int
    ) -> Prepared | None:
        """A new item of the skill that is chosen.

        What was asked last comes only where there is no other.
        """
        shelf = await self._shelf(level)
        while shelf.skills:
            others = [skill for skill in shelf.skills if skill != last] or list(shelf.skills)
            found = await self._made(level, shelf, choose(others), urgency)
            if found is not None:
                return found
        return None

    async def _made(self, level: Level, shelf: _Shelf, skill: str, urgency: int) -> Prepared | None:
        """A new item of a skill; none if it never happens, which is then known."""
        seed = secrets.token_hex(16)
        try:
            item = await self.makers.item(level, skill, seed, urgency=urgency)
        except RulesError:
            shelf.skills.pop(skill, None)
            return None
        return Prepared(seed, item)

    def _fill(self, level: Level, shelf: _Shelf) -> None:
        """Have made what is missing."""
        if not shelf.filling and len(shelf.ready) < READY:
            shelf.filling = True
            task = asyncio.create_task(self._fill_up(level, shelf))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _fill_up(self, level: Level, shelf: _Shelf) -> None:
        try:
            while len(shelf.ready) < READY and shelf.skills:
                skill = random.choice(sorted(shelf.skills))
                made = await self._made(level, shelf, skill, LATER)
                if made is not None:
                    shelf.ready.append(made)
            shelf.when_full()
        except (MakersBusy, RuntimeError):  # said already; it is tried again with the next question
            pass
        finally:
            shelf.filling = False

    # What takes long

    async def manual(self, level: Level) -> Manual:
        """The manual of a level's game, made once."""
        task = self._manuals.get(level)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._manuals[level] = asyncio.create_task(self.slow.manual(level))
            _forget_oldest(self._manuals, MOST_MANUALS)
        return await asyncio.shield(task)

    def chances(self, level: Level, rules_hash: str) -> dict[str, float]:
        """How often each payout comes by these rules, as far as it is known.

        It is found out beside all else, and nobody waits for it; what failed is tried again.
        """
        task = self._chances.get(rules_hash)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._chances[rules_hash] = asyncio.create_task(self._find_chances(level))
            task.add_done_callback(_look_at)
            _forget_oldest(self._chances)
            return {}
        return task.result() if task.done() else {}

    async def _find_chances(self, level: Level) -> dict[str, float]:
        try:
            return await self.slow.chances(level)
        except RulesError:  # said already, and no other time is better
            return {}


def _look_at(task: asyncio.Task[Any]) -> None:
    """Take note of a failure, which was said already: nobody may ask for the result again."""
    if not task.cancelled():
        task.exception()


def _forget_oldest(kept: OrderedDict[Any, Any], most: int = MOST_KEPT) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
