"""Asks the processes that grade and that make books and puzzles, and remembers what they said.

One grades what somebody has just decided, and looks at the next decision while they think. The
other lets everyone else go first: it makes the book of a game, grades rounds of live tables, and
finds puzzles.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from datetime import date
from typing import Any

import msgspec

from pitboss.line_process import LineProcess
from pitboss.practice.book import Book
from pitboss.practice.orders import (
    COMMAND,
    Delivery,
    GradeMove,
    GradeRound,
    MakeBook,
    MinePuzzle,
    Order,
)
from pitboss.practice.positions import Dealt
from pitboss.practice.puzzle import Puzzle
from pitboss.practice.record import Decided
from pitboss.practice.verdict import Verdict
from pitboss.rules.errors import RulesError
from pitboss.store.errors import Refused
from pitboss.store.records import TableOpened

logger = logging.getLogger("pitboss")

QUICK_NICENESS, SLOW_NICENESS = 5, 12
QUICK_SECONDS, SLOW_SECONDS = 30.0, 120.0
"""For one answer; then the process is ended."""
FIRST_SECONDS = 120.0
"""For a process's first answer: it loads the solver, and on a busy machine waits for its turn."""
MOST_WAITING = 60
MOST_BOOKS = 40
"""That are remembered."""


class _Clerk:
    """A process and who waits for it."""

    def __init__(self, niceness: int, wait_seconds: float) -> None:
        self._process = LineProcess(COMMAND, niceness)
        self._turn = asyncio.Lock()
        self._wait_seconds = wait_seconds
        self._warm = False
        """Whether the process has answered before."""
        self.waiting = 0

    async def ask(self, order: Order) -> Delivery:
        """What comes of an order; `RulesError` if it is refused."""
        if self.waiting >= MOST_WAITING:
            raise Refused("many hands are being graded; try again in a moment")
        self.waiting += 1
        try:
            async with self._turn:
                delivery = await self._answer(msgspec.json.encode(order))
        finally:
            self.waiting -= 1
        if delivery.refused:
            raise RulesError(delivery.refused)
        return delivery

    async def _answer(self, line: bytes) -> Delivery:
        answered = False
        seconds = self._wait_seconds if self._warm else FIRST_SECONDS
        try:
            answer = await asyncio.wait_for(self._process.ask(line), seconds)
            answered = self._warm = True
        except (TimeoutError, EOFError):
            raise Refused("the solver came to no end with this; try again in a moment") from None
        finally:
            if not answered:  # or somebody went away: the answer must not reach the next one
                self._warm = False
                await self._process.end()
        return msgspec.json.decode(answer, type=Delivery)

    async def begin(self) -> None:
        """Start the process, unless it runs."""
        await self._process.start()

    async def end(self) -> None:
        """End it."""
        await self._process.end()


class PracticeDesk:
    """The processes of this server, and the books they made."""

    def __init__(self) -> None:
        self._quick = _Clerk(QUICK_NICENESS, QUICK_SECONDS)
        self._slow = _Clerk(SLOW_NICENESS, SLOW_SECONDS)
        self._books: OrderedDict[str, asyncio.Task[Book]] = OrderedDict()
        self._puzzles: dict[date, asyncio.Task[Puzzle]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self) -> None:
        """Somebody has come to practise: they will decide soon."""
        self.spawn(self._quick.begin())

    async def grade(self, opened: TableOpened, dealt: Dealt, move: str) -> Verdict:
        """What a move is worth."""
        verdict = (await self._quick.ask(GradeMove(opened, dealt, move))).verdict
        assert verdict is not None
        return verdict

    def look_ahead(self, opened: TableOpened, dealt: Dealt) -> None:
        """Work out what the next decision is worth while somebody thinks about it."""
        if not self._quick.waiting:
            self.spawn(self._quick.ask(GradeMove(opened, dealt)))

    async def graded_round(self, order: GradeRound) -> list[tuple[int, Decided]]:
        """A round of a live table, graded for one who played it."""
        return (await self._slow.ask(order)).decided or []

    def known_book(self, opened: TableOpened) -> Book | None:
        """The book of rules if it is made; it is from now on."""
        task = self._book(opened)
        if not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    async def book(self, opened: TableOpened) -> Book:
        """The book of rules, once it is made."""
        return await asyncio.shield(self._book(opened))

    def _book(self, opened: TableOpened) -> asyncio.Task[Book]:
        task = self._books.get(opened.rules_hash)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._books[opened.rules_hash] = self.spawn(self._make_book(opened))
            if len(self._books) > MOST_BOOKS:
                self._books.popitem(last=False)
        self._books.move_to_end(opened.rules_hash)
        return task

    async def _make_book(self, opened: TableOpened) -> Book:
        book = (await self._slow.ask(MakeBook(opened))).book
        assert book is not None
        return book

    async def puzzle(self, day: date) -> Puzzle:
        """The puzzle of a day, found anew; who asks at the same time waits for the same."""
        task = self._puzzles.get(day)
        if task is None:
            task = self._puzzles[day] = self.spawn(self._mine(day))
            task.add_done_callback(lambda _: self._puzzles.pop(day, None))
        return await asyncio.shield(task)

    async def _mine(self, day: date) -> Puzzle:
        puzzle = (await self._slow.ask(MinePuzzle(day))).puzzle
        assert puzzle is not None
        return puzzle

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something that nobody waits for, or several do."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.warning("practice: %s", task.exception())

    async def stop(self) -> None:
        """End everything."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # one may be starting a process
        await self._quick.end()
        await self._slow.end()
