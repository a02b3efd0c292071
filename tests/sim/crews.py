"""Small jobs, whoever deals them: crews that shuffle, fail or must not be needed."""

from __future__ import annotations

import contextlib
import random
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np

from pitboss.sim.jobs import Dealt, run_job
from pitboss.sim.program import Counts, Dealing, Program
from pitboss.sim.spans import Span
from tests.sim.programs import ONE_SEAT, program

BLOCK = 1 << 10
UNITS = 37 * BLOCK + 123
SHOES = Dealing(seats=2, cut=234)


class Shuffled:
    """A crew that takes many pieces and hands them back in any order; it may fail after some."""

    def __init__(self, program: Program, seed: int, *, fails_after: int | None = None) -> None:
        self.dealt: SimpleQueue[Dealt] = SimpleQueue()
        self.program, self.random = program, random.Random(seed)
        self.left = fails_after
        self.waiting: list[Span] = []
        self.units = 0

    @property
    def at_once(self) -> int:
        return 5

    def blocks(self, missing: int) -> int:  # noqa: ARG002
        return self.random.randint(1, 4)

    def deal(self, piece: Span) -> None:
        self.waiting.append(piece)
        if len(self.waiting) == self.at_once or self.random.random() < 0.3:
            self._hand_back()
        else:
            threading.Timer(0.002, self._hand_back).start()

    def stop(self) -> bool:
        return False

    def _hand_back(self) -> None:
        self.random.shuffle(self.waiting)
        while self.waiting:
            with contextlib.suppress(IndexError):
                first, end = self.waiting.pop()
                if self.left is not None:
                    self.left -= 1
                    if self.left < 0:
                        self.dealt.put(Dealt((first, end), None, OSError("pulled the plug")))
                        continue
                self.units += end - first
                self.dealt.put(Dealt((first, end), self.program.run(first, end - first)))


class Nobody:
    """A crew that must not be needed."""

    dealt: SimpleQueue[Dealt] = SimpleQueue()
    at_once = 1

    def blocks(self, missing: int) -> int:
        assert not missing
        return 1

    def deal(self, piece: Span) -> None:
        raise AssertionError(f"{piece} is dealt again")

    def stop(self) -> bool:
        return True


def deal(units: int | None = UNITS, **how: Any) -> Counts:
    return run_job(how.pop("program", program()), units, stakes=how.pop("stakes", {}), **how).tally


def whole(units: int = UNITS, dealing: Dealing = ONE_SEAT) -> Counts:
    return program(dealing=dealing).run(0, units)


def same(one: Counts, two: Counts) -> bool:
    return bool(np.array_equal(one, two))


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
