"""The command line, run in this process or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from pitboss import cli

COMMAND = [sys.executable, "-m", "pitboss"]
MENU = {"quit", "change", "log", "odds"}
"""What a sitting asks for beside moves."""


class CommandFailed(Exception):
    """A command that ended with another status than 0, and what it said."""


def said(*words: str) -> str:
    """What a command prints, run here."""
    out, errors = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["pitboss", *words]
    try:
        with redirect_stdout(out), redirect_stderr(errors):
            cli.main()
    except SystemExit as ending:
        if ending.code:
            raise CommandFailed(f"pitboss {' '.join(words)}: {errors.getvalue().strip()}") from None
    finally:
        sys.argv = before
    return out.getvalue()


def answer(*words: str) -> Any:
    """What a command answers with --json."""
    return json.loads(said(*words, "--json"))


class Sitting:
    """`pitboss play --json`, asked and answered line by line."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "play", *words, "--json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines: list[dict[str, Any]] = []

    def hear(self) -> dict[str, Any]:
        """The next line that is printed."""
        assert self.process.stdout is not None
        text = self.process.stdout.readline()
        if not text:
            assert self.process.stderr is not None
            raise CommandFailed(self.process.stderr.read().strip() or "the sitting ended")
        self.lines.append(json.loads(text))
        return self.lines[-1]

    def say(self, word: str) -> None:
        """Type a word."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def choices(self) -> list[str]:
        """What can be done now, apart from the menu."""
        return sorted(set(self.hear()["asks"]) - MENU)

    def close(self) -> None:
        """Leave, if it is not over yet."""
        if self.process.poll() is None:
            self.process.communicate("quit\n", timeout=30)


def audited(*words: str | Path) -> dict[str, Any]:
    """What `pitboss audit` finds, in a process of its own; faults are an answer too."""
    ended = subprocess.run(
        [*COMMAND, "audit", *map(str, words), "--json"], capture_output=True, text=True
    )
    if not ended.stdout:
        raise CommandFailed(f"pitboss audit: {ended.stderr.strip()}")
    found: dict[str, Any] = json.loads(ended.stdout)
    return found
