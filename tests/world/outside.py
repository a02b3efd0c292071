"""What a machine gives a program from outside, given by a world: the time, and random bytes.

The program takes them from `time`, `secrets` and SQLite, wherever in it they are needed; a world
takes the machine's place there, in its own process and as long as it lasts. So whatever the server
comes to do with them later is reproduced as well.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.crashes import sqlite_files
from tests.world.timeline import Timeline


@contextmanager
def given_by(timeline: Timeline, seed: str) -> Iterator[None]:
    """Time and randomness of a world, for as long as this lasts."""
    chance = random.Random(f"outside {seed}")
    kept = (time.time, time.time_ns, time.monotonic, os.urandom, random._urandom)  # type: ignore[attr-defined]
    before = random.getstate()
    files = sqlite_files.layer()
    random.seed(f"global {seed}")
    time.time = lambda: timeline.ms() / 1000
    time.time_ns = lambda: timeline.ms() * 1_000_000
    time.monotonic = lambda: timeline.seconds
    os.urandom = random._urandom = chance.randbytes  # type: ignore[attr-defined]
    files.clock_ms = timeline.ms
    files.sleep_ms = lambda _: None  # SQLite counts by itself how long it has waited
    try:
        yield
    finally:
        files.clock_ms = files.sleep_ms = None
        (time.time, time.time_ns, time.monotonic, os.urandom, random._urandom) = kept  # type: ignore[attr-defined]
        random.setstate(before)
