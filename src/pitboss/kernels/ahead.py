"""The largest kernels finished beside the others, by a copy of this process on another core.

A first answer on a new machine waits for one long function above all. A forked copy begins with it
at once and keeps it on disk; this process finishes the small ones that are needed before it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Sequence

Work = Callable[[], None]


class Ahead:
    """Works being done in a copy of this process, one after the other."""

    def __init__(self, works: Sequence[tuple[str, Work]]) -> None:
        self._names = [name for name, _ in works]
        self._done = 0
        self._reading, writing = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            _do_all([work for _, work in works], writing)
        os.close(writing)

    def wait_for(self, name: str) -> bool:
        """Whether this work was done there; waits if it is being done now, else says no at once."""
        self._count(blocking=False)
        if name not in self._names:
            return False
        place = self._names.index(name)
        if place == self._done:
            self._count(blocking=True)
        return place < self._done

    def _count(self, *, blocking: bool) -> None:
        """Note what was done since the last look."""
        if self._child == 0:
            return
        os.set_blocking(self._reading, blocking)
        with contextlib.suppress(BlockingIOError):
            news = os.read(self._reading, 100)
            self._done += len(news)
            if not news or self._done == len(self._names):  # it has ended
                os.waitpid(self._child, 0)
                self._child = 0


def possible() -> bool:
    """Whether a copy can be made and has a core to run on. A copy of threads would be a wreck."""
    return (
        hasattr(os, "fork")
        and hasattr(os, "sched_getaffinity")
        and len(os.sched_getaffinity(0)) > 1
        and threading.active_count() == 1
    )


def _do_all(works: Sequence[Work], writing: int) -> None:
    """What the copy does, and nothing after that: the rest is its parent's."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; this ends soon
        for work in works:
            work()
            os.write(writing, b".")
    finally:
        os._exit(0)
