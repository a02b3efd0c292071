r"""Where the keys of a TOML text stand, which `tomllib` does not say.

The text is one `tomllib` has read already, so nothing is checked here.

>>> line_numbers('[shoe]\ndecks = 6\n[[bets]]\nid = "b"\n')[("bets", 0, "id")]
4
"""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]
"""Keys, and places in lists counted from 0."""

_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+'",
    re.DOTALL,
)
_BLANKS = re.compile(r"[ \t]*+")
_GAP = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_PLAIN_VALUE = re.compile(r"[^,\]}\n#]*+")


def line_numbers(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each key, table and item of a list first appears."""
    return _Scanner(text).scan()


class _Scanner:
    """Goes once through a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.found: dict[Path, int] = {}
        self.tables_in: dict[Path, int] = {}
        """How many tables each ``[[list]]`` has so far."""

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        self.take(_GAP)
        while self.at < len(self.text):
            before = self.at
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.entry(table)
            self.take(_GAP)
            if self.at == before:  # not TOML after all
                break
        return self.found

    def take(self, pattern: re.Pattern[str]) -> str:
        """What matches here; the cursor goes behind it."""
        match = pattern.match(self.text, self.at)
        taken = match[0] if match else ""
        self.at += len(taken)
        self.line += taken.count("\n")
        return taken

    def take_one(self, character: str) -> bool:
        """Whether this character stands here; the cursor goes behind it."""
        is_there = self.text.startswith(character, self.at)
        self.at += is_there
        return is_there

    def header(self) -> Path:
        """``[table]`` or ``[[table]]``: the path of the keys that follow."""
        self.take_one("[")
        is_item = self.take_one("[")
        *outer, last = self.key()
        self.take_one("]")
        self.take_one("]")
        path: Path = ()
        for name in outer:
            path = self.note((*path, name))
            if path in self.tables_in:
                path = (*path, self.tables_in[path] - 1)
        path = self.note((*path, last))
        if is_item:
            place = self.tables_in.get(path, 0)
            self.tables_in[path] = place + 1
            path = self.note((*path, place))
        return path

    def entry(self, table: Path) -> None:
        """``key = value``."""
        path = table
        for name in self.key():
            path = self.note((*path, name))
        self.take(_BLANKS)
        self.take_one("=")
        self.take(_BLANKS)
        self.value(path)

    def key(self) -> list[str]:
        """The parts of a dotted key."""
        parts = []
        while True:
            self.take(_BLANKS)
            if self.text[self.at : self.at + 1] in ('"', "'"):
                parts.append(str(tomllib.loads(f"key = {self.take(_STRING)}")["key"]))
            else:
                parts.append(self.take(_BARE_KEY))
            self.take(_BLANKS)
            if not self.take_one("."):
                return parts

    def value(self, path: Path) -> None:
        if self.take_one("["):
            self.take(_GAP)
            place = 0
            while self.at < len(self.text) and not self.take_one("]"):
                self.value(self.note((*path, place)))
                place += 1
                self.next_one()
        elif self.take_one("{"):
            self.take(_GAP)
            while self.at < len(self.text) and not self.take_one("}"):
                self.entry(path)
                self.next_one()
        elif not self.take(_STRING):
            self.take(_PLAIN_VALUE)

    def next_one(self) -> None:
        self.take(_GAP)
        self.take_one(",")
        self.take(_GAP)

    def note(self, path: Path) -> Path:
        self.found.setdefault(path, self.line)
        return path
