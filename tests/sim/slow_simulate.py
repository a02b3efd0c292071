"""The command line with small blocks, slowly dealt: so it can be stopped in the middle."""

from __future__ import annotations

import time

from pitboss import cli
from pitboss.sim import job_file, jobs
from pitboss.sim.program import Counts, Program

BLOCK = 1 << 12
SECONDS = 0.02
"""That a block takes, at least."""

_run = Program.run


def _slowly(self: Program, first: int, many: int) -> Counts:
    time.sleep(SECONDS)
    return _run(self, first, many)


if __name__ == "__main__":
    jobs.FRESH_BLOCK, jobs.SHOE_BLOCK, job_file.EVERY = BLOCK, BLOCK >> 6, 0.05
    Program.run = _slowly  # type: ignore[method-assign]
    cli.main()
