"""A sweep on several cores: processes that each solve some of its groups.

A worker is `python -m pitboss.analysis.sweep_worker`. It reads its part of the grid from standard
input and writes the rows one by one to standard output. It ends with whoever started it: a pipe
that nobody reads any more cannot be written to.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from queue import Queue
from threading import Thread
from typing import IO, TYPE_CHECKING

from pitboss import interrupts
from pitboss.rules.errors import RulesError

if TYPE_CHECKING:
    from pitboss.analysis.sweeping import Grid, Group, SweepRow

COMMAND = [sys.executable, "-m", "pitboss.analysis.sweep_worker"]


def rows_on_cores(grid: Grid, cores: int) -> Iterator[tuple[int, SweepRow]]:
    """The rows of a grid, as they are ready, from so many processes."""
    groups = grid.groups()
    share = -(-len(groups) // cores)
    parts = [groups[start : start + share] for start in range(0, len(groups), share)]
    arrived: Queue[tuple[int, SweepRow] | None] = Queue()
    workers = [_start(grid, part, arrived) for part in parts]
    working = len(workers)
    try:
        while working:
            row = arrived.get()
            if row is None:
                working -= 1
            else:
                yield row
        if any(worker.wait() for worker in workers):
            raise RulesError(
                "cores: a process that was solving rule sets ended early; use fewer cores"
            )
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def _start(
    grid: Grid, part: list[Group], arrived: Queue[tuple[int, SweepRow] | None]
) -> subprocess.Popen[bytes]:
    worker = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdin is not None
    assert worker.stdout is not None
    pickle.dump((grid, part), worker.stdin)
    worker.stdin.close()
    Thread(target=_listen, args=(worker.stdout, arrived), daemon=True).start()
    return worker


def _listen(rows: IO[bytes], arrived: Queue[tuple[int, SweepRow] | None]) -> None:
    """Hand on what a worker says until it has nothing more to say."""
    try:
        while True:
            arrived.put(pickle.load(rows))
    except (EOFError, pickle.UnpicklingError, OSError, ValueError):
        arrived.put(None)


def work() -> None:
    """Solve the groups that standard input names."""
    grid, groups = pickle.load(sys.stdin.buffer)
    gc.freeze()
    try:
        for row in grid.rows_of(groups):
            pickle.dump(row, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more


if __name__ == "__main__":
    interrupts.mind()
    work()
