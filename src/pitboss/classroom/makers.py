"""Orders to the process that makes items: those that somebody waits for go first.

The process is started by the first order and again after it died or was too slow. It is ended with
the server; where that is killed, it ends by itself.
"""

from __future__ import annotations

import asyncio
import itertools
import logging

import msgspec

from pitboss.classroom.item_maker import COMMAND, NICENESS, Delivery, Level, Order, Skill
from pitboss.line_process import LineProcess
from pitboss.rules.errors import RulesError
from pitboss.school.items import Item
from pitboss.school.manual import Manual

logger = logging.getLogger("pitboss")

WAIT_SECONDS = 30.0
"""For one delivery; then the process is ended, and the order refused."""
NOW, AHEAD, LATER = 0, 1, 2
"""Orders that somebody waits for, those that somebody will want next, and those for any time."""
MOST_WAITING = 500
"""Orders that wait; twice as many where somebody waits for them."""


class MakersBusy(Exception):
    """Too many items are wanted at once; the message says so."""


class ItemMakers:
    """Orders that wait, and the process that makes what is ordered."""

    def __init__(self, *, niceness: int = NICENESS, wait_seconds: float = WAIT_SECONDS) -> None:
        self._wait_seconds = wait_seconds
        self._numbers = itertools.count(1)
        self._waiting: asyncio.PriorityQueue[tuple[int, int, Order, asyncio.Future[Delivery]]] = (
            asyncio.PriorityQueue()
        )
        self._process = LineProcess(COMMAND, niceness)
        self._running: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start what makes items, unless it runs."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def skills(self, level: Level) -> list[Skill]:
        """What a level trains; `RulesError` if it cannot be given."""
        order = Order(id=next(self._numbers), what="skills", level=level)
        return (await self._order(order, NOW)).skills

    async def names(self, level: Level) -> dict[str, str]:
        """What all skills of a level's kind are called."""
        order = Order(id=next(self._numbers), what="names", level=level)
        return {skill.id: skill.name for skill in (await self._order(order, NOW)).skills}

    async def item(self, level: Level, skill: str, seed: str, *, urgency: int = NOW) -> Item:
        """An item, the same whenever it is asked for; `RulesError` if there is none."""
        order = Order(id=next(self._numbers), what="item", level=level, skill=skill, seed=seed)
        item = (await self._order(order, urgency)).item
        assert item is not None
        return item

    async def chances(self, level: Level) -> dict[str, float]:
        """How often each payout of a level's game comes in a round, by skill; takes seconds."""
        order = Order(id=next(self._numbers), what="chances", level=level)
        return (await self._order(order, NOW)).chances

    async def manual(self, level: Level) -> Manual:
        """The manual of a level's game; takes seconds."""
        order = Order(id=next(self._numbers), what="manual", level=level)
        manual = (await self._order(order, NOW)).manual
        assert manual is not None
        return manual

    async def _order(self, order: Order, urgency: int) -> Delivery:
        if self._waiting.qsize() >= MOST_WAITING * (2 if urgency == NOW else 1):
            raise MakersBusy("many questions are being made; try again in a moment")
        self.begin()
        answer: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((urgency, order.id, order, answer))
        delivery = await answer
        if delivery.refused:
            raise RulesError(delivery.refused)
        return delivery

    async def stop(self) -> None:
        """End the process, and let nobody wait."""
        while self._running is not None and not self._running.done():
            self._running.cancel()  # once more where a delivery came at this very moment
            await asyncio.wait([self._running], timeout=1)
        await self._process.end()

    async def _run(self) -> None:
        await self._process.start()
        while True:
            _, _, order, answer = await self._waiting.get()
            if answer.cancelled():
                continue
            try:
                delivery = await asyncio.wait_for(self._deliver(order), self._wait_seconds)
            except asyncio.CancelledError:
                answer.cancel()
                raise
            except Exception as error:
                await self._process.end()
                delivery = Delivery(id=order.id, broken=f"{type(error).__name__}: {error}")
            if answer.done():
                continue
            if delivery.broken:
                logger.error("an item of %s was not made: %s", order.skill, delivery.broken)
                answer.set_exception(RuntimeError(delivery.broken))
            else:
                answer.set_result(delivery)

    async def _deliver(self, order: Order) -> Delivery:
        line = await self._process.ask(msgspec.json.encode(order))
        return msgspec.json.decode(line, type=Delivery)
