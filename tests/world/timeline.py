"""Virtual time, and event loops in it: what is to happen is a list, and nothing else happens.

Time stands still while anything happens and then jumps to what is next. Each server has a loop of
its own; one that was killed never runs again, whatever was still to happen in it.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import inspect
from asyncio import events
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

T = TypeVar("T")

BEGINNING_MS = 1_700_000_000_000
"""The time of the world at its beginning, in milliseconds since 1970."""


class Timeline:
    """What is to happen, in its order."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._soon: deque[Happening] = deque()
        self._later: list[tuple[float, int, Happening]] = []
        self._number = 0

    def ms(self) -> int:
        """Milliseconds since 1970."""
        return BEGINNING_MS + int(self.seconds * 1000)

    def soon(self, happening: Happening) -> None:
        """Have something happen at once, after what happens at once already."""
        self._soon.append(happening)

    def soon_do(self, do: Callable[[], object]) -> None:
        """Have something happen outside of all loops, at once."""
        self.soon(Happening(do))

    def at(self, seconds: float, happening: Happening) -> None:
        """Have something happen at a moment."""
        self._number += 1
        heapq.heappush(self._later, (seconds, self._number, happening))

    def after(self, seconds: float, do: Callable[[], object]) -> Happening:
        """Have something happen outside of all loops, after a while."""
        happening = Happening(do)
        self.at(self.seconds + seconds, happening)
        return happening

    def step(self) -> bool:
        """Have one thing happen; False if nothing will happen any more."""
        if self._soon:
            self._soon.popleft().happen()
            return True
        if not self._later:
            return False
        seconds, _, happening = heapq.heappop(self._later)
        self.seconds = max(self.seconds, seconds)
        happening.happen()
        return True

    @property
    def quiet(self) -> bool:
        """Whether nothing happens at this moment any more."""
        return not self._soon


class Happening:
    """Something that will be done once, if it is not cancelled."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do: Callable[[], object] | None = do

    def cancel(self) -> None:
        """It does not happen."""
        self._do = None

    def happen(self) -> None:
        do, self._do = self._do, None
        if do is not None:
            do()


class ServerLoop(asyncio.AbstractEventLoop):
    """An event loop in virtual time: as much of one as a server needs that has no sockets."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline, self.alive = timeline, True
        self.asleep_until = 0.0
        """Until then whatever is to happen in it waits: as in a machine that stands still."""
        self.errors: list[dict[str, Any]] = []
        """What nobody caught."""
        self._kept: set[asyncio.Task[Any]] = set()

    def die(self) -> None:
        """Nothing happens in it any more, at whatever point it is."""
        self.alive = False
        for task in self._kept:
            coro: Any = task.get_coro()
            if inspect.getcoroutinestate(coro) == inspect.CORO_CREATED:
                coro.close()  # it has not begun

    # Callbacks

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:  # fmt: skip
        handle = asyncio.Handle(callback, args, self, context)
        self.timeline.soon(Happening(lambda: self._run(handle)))
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:  # fmt: skip
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self.timeline.at(when, Happening(lambda: self._run(handle)))
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:  # fmt: skip
        return self.call_at(self.time() + max(delay, 0.0), callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass  # it is passed over when its time comes

    def _run(self, handle: asyncio.Handle) -> None:
        if not self.alive or handle.cancelled():
            return
        if self.asleep_until > self.timeline.seconds:
            self.timeline.at(self.asleep_until, Happening(lambda: self._run(handle)))
            return
        events._set_running_loop(self)
        try:
            handle._run()
        finally:
            events._set_running_loop(None)

    def time(self) -> float:
        return self.timeline.seconds

    # Futures and tasks

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **named: Any) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self, **named)

    def run(self, coro: Any) -> asyncio.Task[Any]:
        """Have something done in this loop, from outside of it."""
        task = self.create_task(coro)
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        assert executor is not None, "nothing may be left to threads here"
        return asyncio.wrap_future(executor.submit(func, *args), loop=self)

    # What asyncio asks of every loop

    def is_running(self) -> bool:
        return self.alive

    def is_closed(self) -> bool:
        return False  # a dead one takes what it is told and does nothing

    def get_debug(self) -> bool:
        return False

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self.call_exception_handler(context)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if self.alive:
            self.errors.append(context)


class ReadersAtOnce(Executor):
    """Readers whose work is done after a while of virtual time, one thing after the other."""

    def __init__(self, loop: ServerLoop, delay_seconds: Callable[[], float]) -> None:
        self._loop, self._delay = loop, delay_seconds

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        future: Future[T] = Future()

        def work() -> None:
            if not self._loop.alive or not future.set_running_or_notify_cancel():
                return
            try:
                found = fn(*args, **named)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(found)

        self._loop.timeline.after(self._delay(), work)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        pass
