"""The program in processes that are forked from one which has read it already.

Reading it takes longer than most of what is done in a process that is killed a second later.
Forked, it is a process of its own like any other: its memory, files and signals are its own, and
what kills it kills nothing else. Tests of the start itself run the program as people do.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(
    [
        "alembic.command", "pitboss.cli.serving", "pitboss.store.database", "pitboss.web.app",
        "pitboss.web.connections", "pitboss.web.logs", "sqlalchemy.dialects.postgresql.psycopg",
        "sqlalchemy.dialects.sqlite", "uvicorn.lifespan.on", "uvicorn.loops.auto",
    ]
)  # fmt: skip


class Forked:
    """A command line in a process of its own, with what tests use of `subprocess.Popen`."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        """`arguments` are those of `pitboss`; `log` is where it says what went wrong."""
        reading, writing = _FORKING.Pipe(duplex=False)
        self._process = _FORKING.Process(target=_run, args=(list(arguments), writing, str(log)))
        self._process.start()
        writing.close()
        self.stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    @property
    def pid(self) -> int:
        found = self._process.pid
        assert found is not None
        return found

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status; the number of the signal that ended it, less than zero."""
        self._process.join(timeout)
        found = self._process.exitcode
        assert found is not None, "it has not ended in time"
        return found


def run_to_end(
    arguments: Sequence[str], typed: str, environment: Mapping[str, str], timeout_seconds: float
) -> subprocess.CompletedProcess[str]:
    """A command line run to its end, with this input and environment."""
    with tempfile.TemporaryDirectory() as folder:
        said = [Path(folder) / name for name in ("in", "out", "err")]
        said[0].write_text(typed, encoding="utf-8")
        process = _FORKING.Process(
            target=_run_with, args=(list(arguments), [str(one) for one in said], dict(environment))
        )
        process.start()
        process.join(timeout_seconds)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), timeout_seconds)
        out, err = (one.read_text(encoding="utf-8") for one in said[1:])
    return subprocess.CompletedProcess(list(arguments), process.exitcode, out, err)


def _run(arguments: list[str], stdout: Connection, log: str) -> None:
    with open(log, "ab") as errors:
        os.dup2(errors.fileno(), 2)
    os.dup2(stdout.fileno(), 1)
    stdout.close()
    _call(arguments)


def _run_with(arguments: list[str], files: list[str], environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    for number, (path, how) in enumerate(zip(files, ("rb", "wb", "wb"), strict=True)):
        with open(path, how) as file:
            os.dup2(file.fileno(), number)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    _call(arguments)


def _call(arguments: list[str]) -> None:
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["pitboss", *arguments]
    try:
        importlib.import_module("pitboss.__main__").main()
    finally:
        sys.stdout.flush()
