"""Which test runs which function, and how long it takes: noted once, in a forked process."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from tests.mutants.program import ROOT, forget

Function = tuple[str, str]
"""A function: its file below `ROOT`, and its name within."""
QUICK_SECONDS = 1.0
STARTS_PROCESS = ("subprocess.Popen", "os.fork", "os.posix_spawn")


class Watched(NamedTuple):
    """A test as it was seen."""

    seconds: float
    usable: bool
    """Whether it passes, and starts no other process, which would run the program unchanged."""
    functions: list[str]
    """Those it runs, each as ``file name``."""


class Concerned(NamedTuple):
    """Tests that run a function, in the order to be run."""

    quick: list[str]
    """In turn one that runs few other functions, and one that takes little time."""
    slow: list[str]


class Watch:
    """Notes for every test which functions of the program it runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, Watched] = {}
        self._read()

    def _read(self) -> None:
        kept = json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}
        self.tests = {test: Watched(*seen) for test, seen in kept.items()}

    def look_at(self, items: Sequence[pytest.Item]) -> None:
        """Run the tests that are new in a process of its own, and keep what was seen."""
        new = [item for item in items if item.nodeid not in self.tests]
        if not new:
            return
        print(f"watching {len(new)} tests", flush=True)
        child = os.fork()
        if child == 0:
            try:
                self._run(new)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        if status:
            raise RuntimeError(f"watching the tests ended with status {status}")
        self._read()
        for item in new:
            if not self.tests[item.nodeid].usable:
                print(f"fails without a change, or starts a process: {item.nodeid}", flush=True)

    def _run(self, items: Sequence[pytest.Item]) -> None:
        """In the child: look at each, write down what was seen, and end."""
        started: list[str] = []

        def hear(event: str, _: object) -> None:
            if event in STARTS_PROCESS:
                started.append(event)

        sys.addaudithook(hear)
        for count, item in enumerate(items, start=1):
            started.clear()
            seen = _seen(item)
            self.tests[item.nodeid] = seen._replace(usable=seen.usable and not started)
            if count % 500 == 0:
                print(f"… {count}", flush=True)
        self.path.write_text(json.dumps(self.tests), "utf-8")
        os._exit(0)

    def concerned(self, function: Function) -> Concerned:
        """The tests that run a function."""
        name = " ".join(function)
        running = {
            test: seen
            for test, seen in self.tests.items()
            if seen.usable and name in seen.functions
        }
        close = sorted(running, key=lambda test: len(running[test].functions))
        quick = sorted(running, key=lambda test: running[test].seconds)
        in_turn = list(dict.fromkeys(chain.from_iterable(zip(close, quick, strict=True))))
        return Concerned(
            [test for test in in_turn if running[test].seconds <= QUICK_SECONDS],
            [test for test in quick if running[test].seconds > QUICK_SECONDS],
        )


def _seen(item: pytest.Item) -> Watched:
    codes: set[CodeType] = set()
    failed: list[str] = []

    class Outcome:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid)

    def note(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001
        codes.add(frame.f_code)

    outcome = Outcome()
    item.config.pluginmanager.register(outcome)
    forget()
    started = time.perf_counter()
    sys.settrace(note)
    try:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    finally:
        sys.settrace(None)
        item.config.pluginmanager.unregister(outcome)
    seconds = time.perf_counter() - started
    root = str(ROOT) + os.sep
    functions = {
        f"{code.co_filename.removeprefix(root)} {code.co_qualname.partition('.<locals>')[0]}"
        for code in codes
        if code.co_filename.startswith(root)
    }
    return Watched(seconds, not failed, sorted(functions))
