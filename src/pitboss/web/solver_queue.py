"""Questions to the solver: one after the other in a thread of its own, everyone in turn.

The solver's arrays are not to be shared, its first use compiles for a while, and nobody who waits
for it keeps the database or a table waiting. Whoever asks much waits for itself: the next question
is that of the asker who was answered longest ago.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeVar

from prometheus_client import Histogram

T = TypeVar("T")

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Question(NamedTuple):
    """Something to be worked out, and where the answer goes."""

    work: Callable[[], Any]
    answer: Future[Any]


class SolverQueue:
    """Questions that wait, by who asked them, and the thread that answers them."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Question]] = OrderedDict()
        self._changed = Condition()
        self.seconds = Histogram(
            "pitboss_solver_seconds", "From a question to the solver to its answer",
            buckets=SECONDS, registry=None,
        )  # fmt: skip
        # The thread ends with the process, even in the middle of a question.
        Thread(target=self._answer, name="solver", daemon=True).start()

    async def ask(self, work: Callable[[], T], who: str = "") -> T:
        """Have something worked out; not begun if nobody waits for it when its turn comes."""
        answer: Future[T] = Future()
        with self._changed:
            self._waiting.setdefault(who, deque()).append(Question(work, answer))
            self._changed.notify()
        with self.seconds.time():
            return await asyncio.wrap_future(answer)

    def waiting(self) -> int:
        """How many questions nobody has begun to work on."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def _take(self) -> Question:
        """The next question; its asker's others wait until everyone else has had a turn."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            who, questions = self._waiting.popitem(last=False)
            question = questions.popleft()
            if questions:
                self._waiting[who] = questions
            return question

    def _answer(self) -> None:
        while True:
            question = self._take()
            if not question.answer.set_running_or_notify_cancel():  # nobody waits any more
                continue
            try:
                question.answer.set_result(question.work())
            except BaseException as error:
                question.answer.set_exception(error)


@cache
def of_this_process() -> SolverQueue:
    """The one queue of a process, however many applications it serves: so is the solver."""
    return SolverQueue()
