"""Running the command line as a person or a script does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.forked import run_to_end

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COMMAND = [sys.executable, "-m", "pitboss"]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(home), "COLUMNS": "100", "NO_COLOR": "1"}


def run(
    *arguments: str, home: Path, typed: str = "", fails: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end with this input."""
    done = run_to_end(arguments, typed, environment(home), timeout_seconds=240)
    assert "Traceback" not in done.stderr
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done


class Terminal:
    """A command on a terminal of its own, driven key by key."""

    def __init__(self, *arguments: str, home: Path, columns: int = 100, lines: int = 40) -> None:
        settings = {**environment(home), "COLUMNS": str(columns), "LINES": str(lines)}
        self.child, self.screen = pty.fork()
        if self.child == 0:
            size = struct.pack("HHHH", lines, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], settings)
        self.seen = ""

    def read_until(self, text: str, seconds: float = 20) -> str:
        """Wait for a text to appear after everything read before."""
        fresh, end = "", time.monotonic() + seconds
        while text not in fresh:
            ready, _, _ = select.select([self.screen], [], [], max(end - time.monotonic(), 0))
            assert ready, f"{text!r} did not appear in {fresh!r}"
            try:
                data = os.read(self.screen, 65536).decode(errors="replace")
            except OSError:
                data = ""
            assert data, f"the program ended before {text!r} appeared: {fresh!r}"
            fresh += ESCAPES.sub("", data)
        self.seen += fresh
        return fresh

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def wait(self) -> int:
        """Let it end and close the terminal; its exit status."""
        while True:
            try:
                if not os.read(self.screen, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.child, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        os.kill(self.child, 9)
        self.wait()
