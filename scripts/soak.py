"""`make soak`: hundreds of kills of servers and databases under tables in full play.

    python -m scripts.soak [KILLS] [sqlite|postgresql]

Half the kills are on SQLite and half on PostgreSQL unless one is named. The first fault ends it
with an exit status of 1; the database and the servers' logs stay where they are, to be looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.servers import Postgres
from tests.web.crashing import TABLES, Casino

KILLS = 400
BATCH = 50
"""Kills on one database; then a new one is begun."""


def main(kills: int = KILLS, only: str = "") -> int:
    """Kill, check and say so; the exit status."""
    started = time.monotonic()
    backends = [only] if only else ["sqlite", "postgresql"]
    for backend in backends:
        left, batch = kills // len(backends), 0
        while left > 0:
            batch += 1
            if not _storm(backend, min(left, BATCH), seed=batch):
                return 1
            left -= BATCH
    print(f"no faults in {time.monotonic() - started:,.0f} s")
    return 0


def _storm(backend: str, kills: int, *, seed: int) -> bool:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-soak-", dir="/tmp"))
    postgres = Postgres() if backend == "postgresql" else None
    url = postgres.database("soak") if postgres else f"sqlite:///{folder / 'pitboss.db'}"
    casino = Casino(url, tables=len(TABLES), seed=seed)
    try:
        asyncio.run(_run(casino, kills, postgres))
    except BaseException:
        traceback.print_exc()
        print(f"FAULT on {backend}: {casino.summary()}\nfiles: {folder} {casino.folder}")
        return False
    finally:
        if postgres is not None:
            postgres.stop()
    shutil.rmtree(folder)
    print(f"{backend}: {casino.summary()}", flush=True)
    return True


async def _run(casino: Casino, kills: int, postgres: Postgres | None) -> None:
    async with casino:
        await casino.storm(kills, postgres, say=lambda text: print(f"  {text}", flush=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=KILLS)
    parser.add_argument("only", choices=["", "sqlite", "postgresql"], nargs="?", default="")
    asked = parser.parse_args()
    sys.exit(main(asked.kills, asked.only))
