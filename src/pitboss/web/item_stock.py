"""Items that are ready before anybody asks for them, and those that are being asked."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.classroom.item_maker import Level, Skill
from pitboss.classroom.makers import AHEAD, NOW, ItemMakers, MakersBusy
from pitboss.rules.errors import RulesError
from pitboss.school.items import Item
from pitboss.school.manual import Manual

MOST_KEPT = 4000
"""Items that are being asked, and levels, that are kept in mind."""
MOST_MANUALS = 30
STOCK = 3
"""Items of each skill of a level that are made beforehand."""

Place = tuple[str, int]
"""A sitting and the number of an item."""


class Prepared(NamedTuple):
    """An item and the seed it was made from."""

    seed: str
    item: Item


class _Shelf:
    """What is ready of a level."""

    def __init__(self, skills: list[Skill]) -> None:
        self.trained = skills
        self.skills = {skill.id for skill in skills}
        """Those that can be asked; one that never happens under these rules is taken out."""
        self.ready: dict[str, list[Prepared]] = {}
        self.filling: set[str] = set()
        self.when_full: Callable[[], object] = lambda: None
        """Called once everything is ready for the first time."""


class ItemStock:
    """The items of this process."""

    def __init__(self) -> None:
        self.makers, self.slow = ItemMakers(), ItemMakers()
        self._shelves: OrderedDict[Level, asyncio.Task[_Shelf]] = OrderedDict()
        self._asked: OrderedDict[Place, Prepared] = OrderedDict()
        self._chances: OrderedDict[str, asyncio.Task[dict[str, float]]] = OrderedDict()
        self._manuals: OrderedDict[Level, asyncio.Task[Manual]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Make nothing any more."""
        kept = (self._shelves, self._chances, self._manuals)
        for task in (*self._tasks, *(one for tasks in kept for one in tasks.values())):
            task.cancel()
        await self.makers.stop()
        await self.slow.stop()

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

    async def draw(
        self, level: Level, choose: Callable[[list[str]], str], *, last: str
    ) -> Prepared | None:
        """An item of the skill that is chosen; among those that are ready, if that one is not.

        None where nothing can be asked. What was asked last comes only where there is no other.
        """
        shelf = await self._shelf(level)
        while shelf.skills:
            others = [skill for skill in shelf.skills if skill != last] or list(shelf.skills)
            ready = [skill for skill in others if shelf.ready.get(skill)]
            chosen = choose(others)
            if ready and chosen not in ready:
                chosen = choose(ready)
            if ready:
                found: Prepared | None = shelf.ready[chosen].pop()
            else:
                found = await self._made(level, shelf, chosen, NOW)
            self._fill(level, shelf)
            if found is not None:
                return found
        return None

    async def _made(self, level: Level, shelf: _Shelf, skill: str, urgency: int) -> Prepared | None:
        """A new item of a skill; none if it never happens, which is then known."""
        seed = secrets.token_hex(16)
        try:
            item = await self.makers.item(level, skill, seed, urgency=urgency)
        except RulesError:
            shelf.skills.discard(skill)
            return None
        return Prepared(seed, item)

    def _fill(self, level: Level, shelf: _Shelf) -> None:
        """Have made what is missing of each skill."""
        for skill in shelf.skills:
            if skill not in shelf.filling and len(shelf.ready.get(skill, ())) < STOCK:
                shelf.filling.add(skill)
                task = asyncio.create_task(self._fill_one(level, shelf, skill))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _fill_one(self, level: Level, shelf: _Shelf, skill: str) -> None:
        ready = shelf.ready.setdefault(skill, [])
        try:
            while len(ready) < STOCK and skill in shelf.skills:
                made = await self._made(level, shelf, skill, AHEAD + len(ready))
                if made is not None:
                    ready.append(made)
        except (MakersBusy, RuntimeError):  # said already; it is tried again with the next question
            pass
        finally:
            shelf.filling.discard(skill)
        if not shelf.filling:
            shelf.when_full()

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

        It is found out beside all else, and nobody waits for it.
        """
        task = self._chances.get(rules_hash)
        if task is None:
            self._chances[rules_hash] = asyncio.create_task(self._find_chances(level))
            _forget_oldest(self._chances)
            return {}
        return task.result() if task.done() and not task.cancelled() else {}

    async def _find_chances(self, level: Level) -> dict[str, float]:
        try:
            return await self.slow.chances(level)
        except (MakersBusy, RuntimeError, RulesError):  # said already
            return {}


def _forget_oldest(kept: OrderedDict[Any, Any], most: int = MOST_KEPT) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
