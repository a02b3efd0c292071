"""Reading a person's answers: single keys at a terminal, words when the input is piped."""

from __future__ import annotations

import os
import select
import sys
from typing import Any, Self

try:
    import termios
    import tty
except ImportError:  # no such terminal control here: answers are typed as words
    termios = tty = None  # type: ignore[assignment]

ESCAPE = "\x1b"


class InputEnded(Exception):
    """Nobody is there to answer any more."""


class Keys:
    """One answer at a time; as a context the terminal gives keys as they are pressed."""

    def __init__(self) -> None:
        self.by_key = termios is not None and sys.stdin.isatty()
        self._cooked: list[Any] | None = None
        self._words: list[str] = []

    def __enter__(self) -> Self:
        if self.by_key:
            self._cooked = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin, termios.TCSANOW)
        return self

    def __exit__(self, *_: object) -> None:
        if self._cooked is not None:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, self._cooked)

    def key(self) -> str:
        """A single key, or the next word of a piped input; Enter is an empty text."""
        if not self.by_key:
            return self._next_word().lower()
        pressed = self._byte()
        while pressed == ESCAPE:
            self._skip_sequence()
            pressed = self._byte()
        return "" if pressed in "\r\n" else pressed.lower()

    def line(self, prompt: str) -> str:
        """A typed line; of a piped input the next word."""
        if not sys.stdin.isatty():
            return self._next_word()
        print(prompt, end="", flush=True)
        self.__exit__()
        try:
            text = sys.stdin.readline()
        finally:
            self.__enter__()
        if not text:
            raise InputEnded
        return text.strip()

    def _skip_sequence(self) -> None:
        """An arrow or function key is several bytes and no answer."""
        if select.select([sys.stdin], [], [], 0.02)[0] and self._byte() in "[O":
            while not "@" <= self._byte() <= "~":
                pass

    def _byte(self) -> str:
        pressed = os.read(sys.stdin.fileno(), 1).decode(errors="replace")
        if pressed in ("", "\x04"):
            raise InputEnded
        return pressed

    def _next_word(self) -> str:
        if not self._words:
            text = sys.stdin.readline()
            if not text:
                raise InputEnded
            self._words = text.split() or [""]
        return self._words.pop(0)
