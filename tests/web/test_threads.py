"""Games are read by several threads at once: a server that takes tables over does so."""

from __future__ import annotations

import subprocess
import sys

READERS = """
import sys, threading
from pitboss import games

sys.setswitchinterval(1e-6)
start = threading.Barrier(2 * len(games.BUILT_IN))
found = []

def read(game):
    start.wait()
    found.append(games.find(game).id)

readers = [threading.Thread(target=read, args=(game,)) for game in games.BUILT_IN * 2]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
print(*sorted(found))
"""


def test_games_read_for_the_first_time_by_many_threads_are_all_found() -> None:
    for _ in range(8):  # without turns, two of three such processes die of a half-made struct
        done = subprocess.run(
            [sys.executable, "-c", READERS], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == sorted(
            2 * ["blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21"]
        )
