"""Reading a person's answers: single keys at a terminal, words when the input is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterator

try:
    import termios
    import tty
except ImportError:  # no such terminal control here: answers are typed as words
    termios = tty = None  # type: ignore[assignment]


class InputEnded(Exception):
    """Nobody is there to answer any more."""


class Keys:
    """One answer at a time."""

    def __init__(self) -> None:
        self.by_key = termios is not None and sys.stdin.isatty()
        self._words: Iterator[str] = iter(())

    def key(self) -> str:
        """A single key, or the next word of a piped input; Enter is an empty text."""
        if not self.by_key:
            return self._word()
        descriptor = sys.stdin.fileno()
        saved = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor)
            pressed = sys.stdin.read(1)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, saved)
        if pressed in ("", "\x04"):
            raise InputEnded
        return "" if pressed in "\r\n" else pressed.lower()

    def line(self, prompt: str) -> str:
        """A typed line."""
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
        text = sys.stdin.readline()
        if not text:
            raise InputEnded
        return text.strip()

    def _word(self) -> str:
        word = next(self._words, None)
        if word is None:
            text = sys.stdin.readline()
            if not text:
                raise InputEnded
            self._words = iter(text.split())
            word = next(self._words, "")
        return word.lower()
