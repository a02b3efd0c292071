"""What a person sees while the solver gets ready."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

PATIENCE = 3.0
"""Seconds without an answer after which something is said: compiled code answers sooner."""


@contextmanager
def compiling() -> Iterator[None]:
    """Say so if the solver has to be compiled first; it is kept on disk for the next time."""
    said = threading.Event()

    from pitboss.exact import outcomes

    def say() -> None:
        if outcomes.split_tables.signatures:
            return  # it is there; the answer itself takes long
        said.set()
        print(
            "Compiling the solver for this machine; this happens once and takes about a minute…",
            file=sys.stderr,
            flush=True,
        )

    timer = threading.Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    start = time.perf_counter()
    try:
        yield
    finally:
        timer.cancel()
    if said.is_set():
        print(f"Compiled in {time.perf_counter() - start:.0f} s.", file=sys.stderr)


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
