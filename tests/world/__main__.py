"""`make world`: worlds by the hundred, each from its seed, until so many commands were sent.

    python -m tests.world [COMMANDS] [--seed FIRST] [--workers 2]

The first world in which something is wrong ends it with an exit status of 1 and its seed, which
does the same again: `python -m tests.world --seed SEED --workers 1 1`.
"""

from __future__ import annotations

import argparse
import gc
import logging
import multiprocessing
import sys
import time
import traceback
from collections import Counter

from tests.world.world import World, varied

COMMANDS = 1_000_000
EACH = 3_000
"""Commands in one world."""


def main(commands: int, first_seed: int, workers: int) -> int:
    """Run them, and say what they came to; the exit status."""
    began, sums, worlds = time.monotonic(), Counter[str](), 0
    seeds = iter(range(first_seed, first_seed + -(-commands // EACH)))
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=20) as pool:
        for seed, counts, fault in pool.imap_unordered(_run, seeds):
            if fault:
                print(f"{fault}\nFAULT in the world of seed {seed}")
                return 1
            worlds += 1
            sums.update(counts)
            if worlds % 20 == 0:
                print(f"{worlds} worlds: {told(sums, time.monotonic() - began)}", flush=True)
    print(f"{worlds} worlds, no fault: {told(sums, time.monotonic() - began)}")
    return 0


def told(sums: Counter[str], seconds: float) -> str:
    """Counts in a line."""
    listed = ", ".join(f"{many:,} {name}" for name, many in sums.most_common())
    a_minute = sums["commands sent"] / seconds * 60
    return f"{listed}; {seconds:,.0f} s, {a_minute:,.0f} commands a minute"


def _run(seed: int) -> tuple[int, Counter[str], str]:
    logging.disable(logging.CRITICAL)  # servers say much of their troubles
    gc.freeze()
    try:
        with World(seed, **varied(seed)) as world:
            return seed, world.run(EACH).counts, ""
    except Exception:
        return seed, Counter(), traceback.format_exc()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("commands", type=int, nargs="?", default=COMMANDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    sys.exit(main(asked.commands, asked.seed, asked.workers))
