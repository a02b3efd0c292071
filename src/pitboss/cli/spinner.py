"""What a person sees while the solver gets ready."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

PATIENCE_SECONDS = 3.0
"""How long nothing is said while there is no answer."""


@contextmanager
def compiling() -> Iterator[None]:
    """Say what is made ready for this machine, if anything is: once, then it is kept on disk."""
    from pitboss.kernels import watched

    start = time.perf_counter()
    told = _Told(sys.stderr)
    with watched(told.tell):
        yield
    told.end(time.perf_counter() - start)


class _Told:
    """Words about functions that are being made ready, on one line where that can be rewritten."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.names: list[str] = []

    def tell(self, name: str, shipped: bool) -> None:
        """Say which function is being made now."""
        self.names.append(name)
        what = "Finishing kernels for this processor" if shipped else "Compiling kernels"
        words = f"{what}, this once: {name}…"
        if self.stream.isatty():
            self.stream.write(f"\r\x1b[K{words[: get_terminal_size().columns - 1]}")
        elif len(self.names) == 1:
            how_long = "a few seconds" if shipped else "about half a minute"
            self.stream.write(f"{what}, this once; {how_long}…\n")
        self.stream.flush()

    def end(self, seconds: float) -> None:
        """Say that it is done, if there was anything to do."""
        if self.names:
            clear = "\r\x1b[K" if self.stream.isatty() else ""
            kernels = "1 kernel" if len(self.names) == 1 else f"{len(self.names)} kernels"
            self.stream.write(f"{clear}Ready: {kernels} in {seconds:.1f} s.\n")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say what takes a moment, to somebody who looks; it leaves nothing behind."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that shows how much of some work is done; it leaves nothing behind.

    Where nobody looks there is none.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda *_: None
        return
    bar = Progress(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(what, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)
