"""What a person sees while rounds are dealt: how far it is, what it says, how sure that is."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pitboss.cli.spinner import PATIENCE_SECONDS, compiling

if TYPE_CHECKING:
    from pitboss.sim.jobs import Progress as Report
    from pitboss.sim.statistics import Results


@contextmanager
def dealing(until_se: float | None, cluster: str | None) -> Iterator[Report]:
    """A bar with the estimate, its error, the speed and the time left; it leaves nothing behind.

    Where nobody watches there is no bar. Until the first round is dealt it may say why it waits.
    """
    timer = threading.Timer(PATIENCE_SECONDS, _say, [f"Asking {cluster}…"])
    timer.daemon = True
    if cluster:
        timer.start()
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("Dealing"), BarColumn(bar_width=24), TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(compact=True), console=console, transient=True,
    )  # fmt: skip
    watch = _Watch(until_se)

    def report(done: int, units: int | None, results: Results | None) -> None:
        timer.cancel()
        if not console.is_terminal:
            return
        if not bar.tasks:
            bar.add_task("", total=None, said="")
            bar.start()
        said, whole = watch.say(done, units, results)
        bar.update(bar.tasks[0].id, completed=done, total=whole, said=said)

    try:
        with compiling():
            yield report
    finally:
        timer.cancel()
        if bar.tasks:
            bar.stop()


class _Watch:
    """Words for a bar."""

    def __init__(self, until_se: float | None) -> None:
        self.until_se = until_se
        self.start: tuple[float, int] | None = None

    def say(
        self, done: int, units: int | None, results: Results | None
    ) -> tuple[str, float | None]:
        """What to say beside the bar, and how many units it may take in all."""
        from pitboss.presentation.simulation_tables import error, short
        from pitboss.presentation.solution_tables import percent

        rounds = results.rounds if results else 0
        if self.start is None:
            self.start = time.monotonic(), rounds
        if results is None:
            return "", units
        one = results.round
        seconds, before = time.monotonic() - self.start[0], self.start[1]
        words = [f"{short(rounds)} rounds", f"edge {percent(-one.mean)} {error(one.se)}"]
        if seconds > 0 and rounds > before:
            words.append(f"{short((rounds - before) / seconds)}/s")
        whole: float | None = units
        if self.until_se and isfinite(one.se):
            needed = done * (one.se / self.until_se) ** 2
            whole = min(needed, units) if units is not None else needed
        return ", ".join(words), whole


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
