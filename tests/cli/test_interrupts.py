"""Ctrl-C: exit status 130 and not a word, wherever it comes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from pitboss.interrupts import INTERRUPTED
from tests.cli.terminal import Terminal, environment
from tests.servers import Server, children_of, process_state, until

SWEPT = ("decks", "double", "das", "surrender", "soft17")  # 576 sets of rules
LONG: tuple[tuple[float, tuple[str, ...]], ...] = (
    (2.0, ("verify",)),
    (2.0, ("solve", "half-back", "--exact-sd")),
    (2.0, ("sweep", "blackjack", *(word for name in SWEPT for word in ("--vary", name)))),
    (2.0, ("simulate", "lucky-stiff", "--rounds", "100G")),
    (2.0, ("rulings", "half-back")),
    (0.6, ("strategy", "mulligan-21", "--exceptions")),
)
"""Until when Ctrl-C comes, in seconds, and the command: each takes three times as long at least."""


class Interrupted:
    """A command as a terminal starts it; its modules are told of as they are imported."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "pitboss", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment(home),
            # as in a terminal, even if these tests run where nobody can interrupt them
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip

    def wait_for_imports(self, more: int) -> None:
        """Wait until Ctrl-C is minded, and so many modules more are imported."""
        assert self.process.stderr is not None
        left: int | None = None
        for line in self.process.stderr:
            if "| " in line and line.rstrip().endswith("cyclopts"):
                left = more  # the first big thing that is imported afterwards
            if left is not None:
                left -= 1
                if left < 0:
                    return
        raise AssertionError("it ended before so much was imported")

    def interrupt(self) -> None:
        """Press Ctrl-C; it must end at once."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=120)
        said = [line for line in err.splitlines() if not line.startswith("import time:")]
        allowed = ("Stopped after", "Getting ready", "Finishing kernels", "Compiling", "Compiled")
        assert [line for line in said if not line.startswith(allowed)] == []
        assert "Traceback" not in out
        assert self.process.returncode == INTERRUPTED


@pytest.mark.parametrize("more", [0, 30, 90])
def test_ctrl_c_while_the_program_is_read(more: int, tmp_path: Path) -> None:
    command = Interrupted("games", home=tmp_path)
    command.wait_for_imports(more)
    command.interrupt()


@pytest.mark.parametrize(
    ("latest_seconds", "arguments"),
    [pytest.param(seconds, command, id=command[0]) for seconds, command in LONG],
)
def test_ctrl_c_at_any_moment_of_long_work(
    latest_seconds: float, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    command = Interrupted(*arguments, home=tmp_path)
    command.wait_for_imports(0)
    seconds = random.uniform(0, latest_seconds)
    time.sleep(seconds)
    print(f"{arguments} after {seconds:.3f} s")
    command.interrupt()


def test_ctrl_c_ends_the_processes_of_a_sweep_too(tmp_path: Path) -> None:
    vary = [word for option in SWEPT for word in ("--vary", option)]
    command = Interrupted("sweep", "blackjack", *vary, "--cores", "2", home=tmp_path)
    until(lambda: len(children_of(command.process.pid)) == 2, 30)
    children = children_of(command.process.pid)
    time.sleep(1)
    command.interrupt()
    until(lambda: all(process_state(child)[0] == "Z" for child in children), 20)


def test_ctrl_c_at_a_password_leaves_a_sane_terminal(tmp_path: Path) -> None:
    terminal = Terminal("account", "Ann", home=tmp_path)
    terminal.read_until("Password:")
    terminal.press("\x03")
    _, status = os.waitpid(terminal.child, 0)
    assert os.waitstatus_to_exitcode(status) == INTERRUPTED
    assert termios.tcgetattr(terminal.screen)[3] & termios.ECHO
    os.close(terminal.screen)
    assert "Traceback" not in terminal.seen


def test_ctrl_c_ends_a_server_in_good_order(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(f"sqlite:///{tmp_path}/room.db", log=log)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(20) == INTERRUPTED
    [said] = log.read_text().splitlines()
    assert "a new key signs the log" in said  # at its start; nothing at its end
