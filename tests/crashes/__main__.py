"""`make crashes`: states in which a crash can leave the database, by the ten thousand, each judged.

    python -m tests.crashes [STATES] [--seed 1] [--workers 2]

The first state in which something is wrong ends it with an exit status of 1 and says which it was.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.crashes import recording as recordings
from tests.crashes.disk import Disk, State
from tests.crashes.judging import Judge
from tests.crashes.recording import Recording

STATES = 20_000
BLOCK = 40
"""Places of a recording that are judged by one worker, one after the other."""


class Block(NamedTuple):
    """Places of a recording, and how many states are made at each."""

    recording: int
    first: int
    most: int


class Found(NamedTuple):
    """What a block came to."""

    seen: set[bytes]
    """The digests of the states that were judged."""
    counts: Counter[str]
    fault: str


def main(states: int, seed: int, workers: int) -> int:
    """Judge them, and say what they came to; the exit status."""
    logging.disable(logging.CRITICAL)
    began = time.monotonic()
    _RECORDINGS[:] = recorded(seed)
    places = sum(len(recording.changes) + 1 for recording in _RECORDINGS)
    for recording in _RECORDINGS:
        print(f"{recording.name}: {len(recording.changes):,} changes, {len(recording.told):,} told")
    blocks = list(_blocks(max(1, round(1.6 * states / places)), seed))
    seen, sums = set[bytes](), Counter[str]()
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=10) as pool:
        for number, found in enumerate(pool.imap_unordered(_judged, blocks), start=1):
            if found.fault:
                print(f"{found.fault}\nFAULT, seed {seed}")
                return 1
            seen |= found.seen
            sums.update(found.counts)
            if number % 20 == 0 or number == len(blocks):
                print(told(len(seen), sums, time.monotonic() - began), flush=True)
            if len(seen) >= states:
                break
    print(f"no fault: {told(len(seen), sums, time.monotonic() - began)}")
    return 0


def recorded(seed: int) -> list[Recording]:
    """Everything that is played and recorded."""
    evening = recordings.evening(seed=seed)
    others = (recordings.beginning(), recordings.migration(), recordings.restoration(evening))
    return [evening, *others]


def judged(
    recording: Recording, positions: Iterable[int], most: int, chance: random.Random
) -> Iterator[State]:
    """The states after the changes up to each of these places, judged one after the other."""
    judge, seen = Judge(recording), set[bytes]()
    disk, made = Disk(recording.before), 0
    try:
        for position in positions:
            for change in recording.changes[made:position]:
                disk.take(change)
            made = position
            for state in disk.states(chance, most):
                if state.digest not in seen:
                    seen.add(state.digest)
                    try:
                        judge.judge(state, position)
                    except Exception as error:
                        where = f"{recording.name}, after change {position}: {state.kind}"
                        raise AssertionError(where) from error
                    yield state
    finally:
        judge.close()


def told(distinct: int, sums: Counter[str], seconds: float) -> str:
    """Counts in a line."""
    listed = ", ".join(f"{many:,} {name}" for name, many in sums.most_common())
    a_minute = sums["judged"] / seconds * 60
    return f"{distinct:,} distinct states ({listed}); {seconds:,.0f} s, {a_minute:,.0f} a minute"


_RECORDINGS: list[Recording] = []
"""Made once, and then read by forked workers."""


def _blocks(most: int, seed: int) -> Iterator[Block]:
    found = [
        Block(number, first, most)
        for number, recording in enumerate(_RECORDINGS)
        for first in range(0, len(recording.changes) + 1, BLOCK)
    ]
    random.Random(f"blocks {seed}").shuffle(found)
    yield from found


def _judged(block: Block) -> Found:
    chance, seen, counts = random.Random(str(block)), set[bytes](), Counter[str]()
    try:
        recording = _RECORDINGS[block.recording]
        last = min(block.first + BLOCK, len(recording.changes) + 1)
        for state in judged(recording, range(block.first, last), block.most, chance):
            seen.add(state.digest)
            counts.update((state.kind, "judged"))
    except Exception:
        return Found(seen, counts, traceback.format_exc())
    return Found(seen, counts, "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("states", type=int, nargs="?", default=STATES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    sys.exit(main(asked.states, asked.seed, asked.workers))
