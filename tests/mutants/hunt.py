"""Runs the tests once for every mutant, each in a forked process, until one of them fails.

Tests are collected once. Each mutant says which tests concern it and in which order; among those
the most successful killers come first.
"""

from __future__ import annotations

import gc
import json
import math
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import hypothesis
import pytest

ENDLESS_CPU_SECONDS, ENDLESS_SECONDS = 20, 600
"""A test that computes or waits longer has noticed."""
CPU_SECONDS_ANEW = 120
"""For a mutant that imports the program and its tests anew."""
ENDLESS = "a test that came to no end"
CRASHED, REFUSED, SAME = "crashed:", "refused:", "the same rule in other words"


class Mutant(Protocol):
    """The program with one thing changed."""

    def install(self) -> str | None:
        """Put the change in place in this process; what became of it if no test need be run."""

    def tests(self, collected: Sequence[str], killers: Counter[str]) -> list[str]:
        """The tests that concern the change, those first that are likely to notice it."""


class Verdicts:
    """What became of each mutant, kept in a file so that a hunt can be gone on with."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self.known: dict[str, str] = dict(map(json.loads, lines))

    def add(self, mutant: Mutant, verdict: str) -> None:
        self.known[str(mutant)] = verdict
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([str(mutant), verdict]) + "\n")

    def killed(self, mutant: Mutant) -> bool:
        verdict = self.known.get(str(mutant), "")
        return bool(verdict) and not verdict.startswith(CRASHED)


class Hunt:
    """A pytest plugin that runs the collected tests once per mutant instead of once.

    `prepare` is told the collected tests and says what to hunt.
    """

    def __init__(
        self,
        prepare: Callable[[pytest.Session], Sequence[Mutant]],
        *,
        verdicts: Verdicts | None = None,
        processes: int | None = None,
        cpu_seconds: float = math.inf,
    ) -> None:
        self.prepare = prepare
        self.cpu_seconds = cpu_seconds
        """What the tests of one mutant may take; who needs more to be noticed survives."""
        self.verdicts = verdicts or Verdicts(None)
        self.processes = processes or os.cpu_count() or 1
        self.hunted: Sequence[Mutant] = ()
        self.killers: Counter[str] = Counter(self.verdicts.known.values())
        self.failed = ""

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant in self.hunted if not self.verdicts.killed(mutant)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.hunted = self.prepare(session)
        left = sorted(self.survivors, key=lambda mutant: str(mutant) in self.verdicts.known)
        gc.collect()
        gc.freeze()  # what is never looked through again stays shared between the processes
        started = time.monotonic()
        running: dict[int, tuple[Mutant, int]] = {}
        for count, mutant in enumerate(left, start=1):
            while len(running) >= self.processes:
                self._collect(running)
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                try:
                    os.write(write, self._verdict(session, mutant).encode())
                finally:
                    os._exit(0)
            os.close(write)
            running[child] = mutant, read
            if count % 50 == 0:
                seconds = time.monotonic() - started
                print(f"… {count} of {len(left)}, {seconds:.0f} s", flush=True)
        while running:
            self._collect(running)
        return True

    def failing(self, session: pytest.Session, install: Callable[[], object]) -> frozenset[str]:
        """The tests that fail when something is put in place, all of them run in a fork."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                install()
                found = [item.nodeid for item in session.items if self._fails(item)]
                os.write(write, json.dumps(found).encode())
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return frozenset(json.loads(told))

    def _fails(self, item: pytest.Item) -> bool:
        self.failed = ""
        _limit(ENDLESS_CPU_SECONDS)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return bool(self.failed)

    def _verdict(self, session: pytest.Session, mutant: Mutant) -> str:
        try:
            return self._try(session, mutant)
        except BaseException as error:  # a person should look at it
            return f"{CRASHED} {error!r}"

    def _try(self, session: pytest.Session, mutant: Mutant) -> str:
        """In the child: the first test that fails, or how else it ended."""
        _limit(CPU_SECONDS_ANEW)
        verdict = mutant.install()
        if verdict is not None:
            return verdict
        items = {item.nodeid: item for item in session.items}
        started = time.process_time()
        for test in mutant.tests(list(items), self.killers):
            if time.process_time() - started > self.cpu_seconds:
                break
            if self._fails(items[test]):
                return self.failed
        return ""

    def _collect(self, running: dict[int, tuple[Mutant, int]]) -> None:
        child, status = os.wait()
        mutant, read = running.pop(child)
        with os.fdopen(read) as pipe:
            verdict = pipe.read()
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            endless = number in (signal.SIGXCPU, signal.SIGALRM)
            verdict = ENDLESS if endless else f"{CRASHED} signal {number}"
        self.verdicts.add(mutant, verdict)
        if self.verdicts.killed(mutant):
            self.killers[verdict] += 1
            print(f"killed    {mutant}  by {verdict}", flush=True)
        else:
            print(f"SURVIVED  {mutant}  {verdict}", flush=True)


def _limit(cpu_seconds: int) -> None:
    """End this process if it computes so long from now on, or waits for ever."""
    used = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + cpu_seconds, resource.RLIM_INFINITY))
    signal.alarm(ENDLESS_SECONDS)


def run(plugin: object, tests: Sequence[str]) -> int:
    """Let a plugin have the tests of these folders."""
    os.environ.setdefault("PITBOSS_ROUNDS", "400")
    # the same examples every time, and none made smaller: that one failed is all a hunt asks
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, phases=[hypothesis.Phase.generate]
    )
    hypothesis.settings.load_profile("mutants")
    options = ["-s", "-p", "no:terminal", "-p", "no:cacheprovider"]
    options += ["-o", "addopts=--import-mode=importlib --doctest-modules", *tests]
    return int(pytest.main(options, [plugin]))
