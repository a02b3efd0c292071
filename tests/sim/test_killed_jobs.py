"""The command line, killed again and again: the same command goes on where it was."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.sim import job_file
from tests.effort import WHOLE
from tests.sim.crews import left_over

SLOW = Path(__file__).with_name("slow_simulate.py")


SIGNALS = [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL]


@pytest.mark.parametrize(
    ("how", "signals"),
    [
        (("--rounds", str(200 * 4096 + 17)), SIGNALS if WHOLE else SIGNALS[:2]),
        (("--rounds", "350k", "--shoe", "cut", "--seats", "2"), SIGNALS if WHOLE else SIGNALS[2:]),
    ],
    ids=["rounds", "shoes"],
)
def test_a_killed_command_goes_on_where_it_was(
    how: tuple[str, ...], signals: list[signal.Signals], tmp_path: Path
) -> None:
    path, chance = tmp_path / "a.job", random.Random(len(how))
    settings = ["--seed", "5", "--threads", "2", "--json"]
    command = [sys.executable, str(SLOW), "simulate", "blackjack", *how, *settings]
    done = 0
    for sent in signals:
        with slow(*command, "--job", str(path)) as process:
            wait_for_more(path, done, process)
            time.sleep(chance.uniform(0.0, 0.3))
            process.send_signal(sent)
            out, err = process.communicate(timeout=60)
            assert out == ""
            if sent != signal.SIGKILL:
                assert process.returncode == 128 + sent
                assert left_over(tmp_path) == ["a.job"]
                said = err.splitlines()[-1]
                assert said.startswith("Stopped after ")
                assert said.endswith(f"kept in {path}; the same command goes on with them.")
                assert "Traceback" not in err
            else:
                assert process.returncode == -signal.SIGKILL
        before, done = done, units_done(path)
        assert done > before
    with slow(*command, "--job", str(path)) as process:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert left_over(tmp_path) == ["a.job"]
    straight = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    resumed, usual = json.loads(out), json.loads(straight.stdout)
    for one in (resumed, usual):
        del one["seconds"], one["rounds_per_second"]
    assert resumed == usual
    assert units_done(path) > done


@contextlib.contextmanager
def slow(*command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # as in a terminal, even if these tests run where nobody can interrupt them
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def units_done(path: Path) -> int:
    """What a job's file says; it is whole at any moment."""
    if not path.exists():
        return 0
    saved = job_file._decode(path, path.read_bytes())
    return sum(end - first for first, end in saved.done)


def wait_for_more(path: Path, done: int, process: subprocess.Popen[str]) -> None:
    while units_done(path) <= done:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
