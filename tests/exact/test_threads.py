"""One solver asked by several threads at once: each of them has the figures it would have alone."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

from pitboss.analysis.solving import solve

AT_ONCE = 3


def edges(game: str, strategy: str) -> list[float]:
    """The house edge of a game with six decks and with eight."""
    return [
        solve(game, decks=decks, strategy=strategy).round.house_edge_per_main for decks in (6, 8)
    ]


def write_edges(game: str) -> None:
    """Those of several threads, whose solvers another one made, and then those of one alone."""
    edges(game, "composition")
    with ThreadPoolExecutor(AT_ONCE) as threads:
        together = list(threads.map(edges, repeat(game, AT_ONCE), repeat("chart")))
    print(json.dumps({"together": together, "alone": edges(game, "chart")}))


def test_threads_that_share_a_solver_do_not_disturb_each_other() -> None:
    # in a process of its own: threads that work in the same arrays would end it
    call = [sys.executable, "-c", f"from {__name__} import *; write_edges('half-back')"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert 0 < min(found["alone"]) < max(found["alone"]) < 0.1
    assert found["together"] == [found["alone"]] * AT_ONCE
