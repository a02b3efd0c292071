"""Runs the tests once for every mutant, each in a forked process, until one of them fails.

Tests are collected once. Each mutant says which tests concern it and in which order; among those
the most successful killers come first.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import pytest

SECONDS = 120
"""A mutant that runs longer has been noticed."""
CRASHED, REFUSED, SAME = "crashed:", "refused:", "the same rule in other words"


class Mutant(Protocol):
    """The program with one thing changed."""

    def install(self) -> str | None:
        """Put the change in place in this process; what became of it if no test need be run."""

    def urgency(self, test: str) -> int | None:
        """How early a test should be run; None if it has nothing to do with the change."""


class Hunt:
    """A pytest plugin that runs the collected tests once per mutant instead of once."""

    def __init__(self, hunted: Sequence[Mutant]) -> None:
        self.hunted = hunted
        self.killers: Counter[str] = Counter()
        self.survivors: list[Mutant] = []
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        started = time.monotonic()
        running: dict[int, tuple[Mutant, int]] = {}
        for count, mutant in enumerate(self.hunted, start=1):
            while len(running) >= (os.cpu_count() or 1):
                self._collect(running)
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(read)
                try:
                    verdict = self._try(session, mutant)
                except BaseException as error:  # a broken mutant must not look like a survivor
                    verdict = f"{CRASHED} {error!r}"
                os.write(write, verdict.encode())
                os._exit(0)
            os.close(write)
            running[child] = mutant, read
            if count % 100 == 0:
                seconds = time.monotonic() - started
                print(f"… {count} of {len(self.hunted)}, {seconds:.0f} s", flush=True)
        while running:
            self._collect(running)
        return True

    def _try(self, session: pytest.Session, mutant: Mutant) -> str:
        """In the child: the first test that fails, or how else it ended."""
        signal.alarm(SECONDS)
        verdict = mutant.install()
        if verdict:
            return verdict
        concerned: list[tuple[int, int, int, pytest.Item]] = []
        for item in session.items:
            urgency = mutant.urgency(item.nodeid)
            if urgency is not None:
                concerned.append((urgency, -self.killers[item.nodeid], len(concerned), item))
        for *_, item in sorted(concerned, key=lambda one: one[:3]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if self.failed:
                return self.failed
        return ""

    def _collect(self, running: dict[int, tuple[Mutant, int]]) -> None:
        child, status = os.wait()
        mutant, read = running.pop(child)
        with os.fdopen(read) as pipe:
            verdict = pipe.read()
        if os.WIFSIGNALED(status):
            verdict = f"stopped by signal {os.WTERMSIG(status)} after {SECONDS} s at most"
        if verdict and not verdict.startswith(CRASHED):
            self.killers[verdict] += 1
            print(f"killed    {mutant}  by {verdict}", flush=True)
        else:
            self.survivors.append(mutant)
            print(f"SURVIVED  {mutant}  {verdict}", flush=True)


def run(hunt: object, tests: Sequence[str]) -> int:
    """Let a plugin have the tests of these folders."""
    os.environ.setdefault("PITBOSS_ROUNDS", "400")
    options = ["-s", "-p", "no:terminal", "-p", "no:cacheprovider"]
    options += ["-o", "addopts=--import-mode=importlib", *tests]
    return int(pytest.main(options, [hunt]))
