"""Running a program over many units: on threads or a cluster, saved on disk, interrupted, resumed.

A job is cut into blocks of units. Whoever deals them in whatever order, the tally is the same, so a
job that was stopped and went on gives exactly what one without a stop gives. A job may also end by
its error; that is looked at only where `spans.stops` says, with everything before dealt and nothing
after it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.sim.fingerprint import sample_digest
from pitboss.sim.job_file import JobFile, Spec
from pitboss.sim.program import Program
from pitboss.sim.spans import Span, Spans, pieces, stops
from pitboss.sim.statistics import Results

Counts = NDArray[np.int64]
Progress = Callable[[int, int | None, Results | None], None]
"""Told how many units are done, how many there are in all if that is known, and what they say."""

FRESH_BLOCK = 1 << 22
"""Rounds in a block, where the fast kernel deals them."""
TABLE_BLOCK = 1 << 18
"""Rounds in a block, where every round has a fresh shoe but several seats, or suits matter."""
SHOE_BLOCK = 1 << 12
"""Shoes in a block, where they are dealt to a cut card."""
GPU_BLOCKS = 256
"""Blocks a GPU deals at a time."""
REPORT = 0.2
"""Seconds between two reports of progress, at least."""
WAIT = 0.1
"""Seconds after which a wait looks up: for an interrupt, or a report that is due."""


class Dealt(NamedTuple):
    """A piece that somebody dealt, or why it could not be."""

    piece: Span
    tally: Counts | None
    error: BaseException | None = None


class Crew(Protocol):
    """Those who deal pieces; they put each into `dealt` when it is done."""

    dealt: SimpleQueue[Dealt]

    @property
    def at_once(self) -> int:
        """How many pieces they take before the first of them is done."""

    def blocks(self, missing: int) -> int:
        """How many blocks a piece should have when so many are missing."""

    def deal(self, piece: Span) -> None:
        """Begin a piece."""

    def stop(self) -> bool:
        """Give up what has not begun; whether the rest is worth waiting for."""


class Threads:
    """A crew of threads of this process; a GPU is fed by one."""

    def __init__(self, program: Program, threads: int | None = None) -> None:
        self.dealt: SimpleQueue[Dealt] = SimpleQueue()
        self._program = program
        self._gpu = getattr(program, "device", "cpu") != "cpu"
        self._threads = 1 if self._gpu else threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="pitboss-dealer")
        self._begun: set[Future[Counts]] = set()

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def at_once(self) -> int:
        """Twice as many as there are threads, so that none waits for the next piece."""
        return 2 * self._threads

    def blocks(self, missing: int) -> int:
        """One, or many on a GPU."""
        return min(missing, GPU_BLOCKS) if self._gpu else 1

    def deal(self, piece: Span) -> None:
        """Have a thread deal a piece."""
        first, end = piece
        future = self._pool.submit(self._program.run, first, end - first)
        self._begun.add(future)
        future.add_done_callback(lambda future: self._done(piece, future))

    def stop(self) -> bool:
        """Leave what no thread has begun; a block takes a moment only."""
        for future in list(self._begun):
            future.cancel()
        return True

    def _done(self, piece: Span, future: Future[Counts]) -> None:
        self._begun.discard(future)
        if future.cancelled():
            self.dealt.put(Dealt(piece, None))
        elif error := future.exception():
            self.dealt.put(Dealt(piece, None, error))
        else:
            self.dealt.put(Dealt(piece, future.result()))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM stopped a job; what it had done is saved where it has a file."""

    def __init__(self, done: int, units: int | None, by: int = signal.SIGINT) -> None:
        super().__init__(f"interrupted after {done:,} units")
        self.done, self.units, self.by = done, units, by


class Run(NamedTuple):
    """A finished job."""

    tally: Counts
    """Of all units, whoever dealt them and when."""
    dealt: Counts
    """Of the units dealt by this call."""
    seconds: float
    """Time this call spent dealing."""


def block_of(program: Program) -> int:
    """Units in a block of a program."""
    if program.fresh:
        return FRESH_BLOCK
    return TABLE_BLOCK if program.dealing.cut is None else SHOE_BLOCK


def run_job(
    program: Program, units: int | None, *, stakes: Mapping[str, float],
    threads: int | None = None, crew: Crew | None = None, job_file: Path | None = None,
    about: Mapping[str, Any] | None = None, decisions: str = "", until_se: float | None = None,
    progress: Progress | None = None,
) -> Run:  # fmt: skip
    """Deal the units below `units`, or until the round's standard error is at most `until_se`.

    `crew` deals them, or else threads do, as many as the machine has cores unless told. With
    `job_file` a job goes on where it was, and is saved; `about` and `decisions` then say what it
    is, so that no other job is mistaken for it. `stakes` are those of the round whose error counts
    and is reported.
    """
    if units is None and until_se is None:
        raise ValueError("a job needs an end: a number of units, or an error to reach")
    spec = Spec(
        about=dict(about or {}), decisions=decisions, sample=sample_digest(program),
        dealing=program.dealing, block=block_of(program), units=units, until_se=until_se,
        stakes=dict(stakes),
    )  # fmt: skip
    with ExitStack() as stack:
        interrupted = stack.enter_context(_interrupts())
        file = None
        if job_file is not None:
            file = stack.enter_context(JobFile(job_file, spec, program.size))
        if crew is None:
            crew = stack.enter_context(Threads(program, threads))
        return _Job(program, spec, crew, file, progress, interrupted).run()


class _Job:
    def __init__(
        self, program: Program, spec: Spec, crew: Crew, file: JobFile | None,
        progress: Progress | None, interrupted: _Stop,
    ) -> None:  # fmt: skip
        self.program, self.spec, self.crew, self.file = program, spec, crew, file
        self.progress, self.interrupted = progress, interrupted
        self.done = file.done if file else Spans()
        self.tally = file.tally if file else np.zeros(program.size, dtype=np.int64)
        self.dealt = np.zeros_like(self.tally)
        self.reported = -REPORT

    def run(self) -> Run:
        start = time.perf_counter()
        self._report()
        try:
            for goal in self._goals():
                self._deal_to(goal)
                target = self.spec.until_se
                if target is not None and self._results().round.se <= target:
                    break
        except KeyboardInterrupt:
            raise  # in the middle of a sum, perhaps: what was saved before stays
        except BaseException:
            self._save()
            raise
        self._save()
        self._report()
        return Run(self.tally, self.dealt, time.perf_counter() - start)

    def _goals(self) -> Iterator[int]:
        """Where to look at the error, or just the end."""
        units, reached = self.spec.units, self.done.end
        if self.spec.until_se is None and units is not None:
            yield units
            return
        for goal in stops(self.spec.block):
            if units is not None and goal >= units:
                yield units
                return
            if goal >= reached:
                yield goal

    def _deal_to(self, goal: int) -> None:
        gaps = self.done.gaps(goal)
        missing = sum(-(-(end - first) // self.spec.block) for first, end in gaps)
        todo = pieces(gaps, self.spec.block * max(self.crew.blocks(missing), 1))
        dealing = 0
        while True:
            while not self.interrupted.is_set() and dealing < self.crew.at_once:
                piece = next(todo, None)
                if piece is None:
                    break
                self.crew.deal(piece)
                dealing += 1
            if not dealing or (self.interrupted.is_set() and not self.crew.stop()):
                break
            dealt = self._next_dealt()
            if dealt is not None:
                dealing -= 1
                self._take(dealt)
            if self.file:
                self.file.save_now_and_then()
            self._report_now_and_then()
        if self.interrupted.is_set() and self.done.gaps(goal):
            self._save()
            raise Interrupted(len(self.done), self.spec.units, self.interrupted.by)

    def _next_dealt(self) -> Dealt | None:
        try:
            return self.crew.dealt.get(timeout=WAIT)
        except Empty:
            return None

    def _take(self, dealt: Dealt) -> None:
        if dealt.error is not None:
            self.crew.stop()
            raise dealt.error
        if dealt.tally is not None:
            self.tally += dealt.tally
            self.dealt += dealt.tally
            self.done.add(*dealt.piece)

    def _save(self) -> None:
        if self.file and self.dealt.any():
            self.file.save()

    def _results(self) -> Results:
        return Results(self.program.outcomes, self.program.read(self.tally), self.spec.stakes)

    def _report_now_and_then(self) -> None:
        if time.monotonic() - self.reported >= REPORT:
            self._report()

    def _report(self) -> None:
        if self.progress:
            done = len(self.done)
            self.progress(done, self.spec.units, self._results() if done else None)
            self.reported = time.monotonic()


class _Stop(threading.Event):
    """Set once somebody asks a job to stop."""

    by: int = signal.SIGINT
    """The signal that asked."""


@contextmanager
def _interrupts() -> Iterator[_Stop]:
    """Notice Ctrl-C and SIGTERM instead of ending at once; a second one ends at once.

    Only the main thread is told of them, and only where the process minds them at all: SIGTERM as
    the system does, Ctrl-C in any way.
    """
    asked = _Stop()
    usual = {
        number: signal.getsignal(number)
        for number in (signal.SIGINT, signal.SIGTERM)
        if threading.current_thread() is threading.main_thread()
    }
    minded = [
        number for number, handler in usual.items()
        if handler not in (signal.SIG_IGN, None)
        and (number == signal.SIGINT or handler is signal.SIG_DFL)
    ]  # fmt: skip

    def notice(number: int, _: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.by = number
        asked.set()

    for number in minded:
        signal.signal(number, notice)
    try:
        yield asked
    finally:
        for number in minded:
            signal.signal(number, usual[number])
