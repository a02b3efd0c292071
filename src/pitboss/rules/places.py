"""Problems of a file, told with the file and the line where the value stands.

A child's file takes values over from the files it is based on; what is wrong with one of those is
told with the place it comes from, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.rules.errors import RulesError
from pitboss.rules.lines import Path, line_numbers
from pitboss.rules.sentences import Key, Problem, dotted


class SourceFile(NamedTuple):
    """A file and what it says."""

    name: str
    text: str = ""
    """Nothing where there is no file, only values."""

    def at(self, line: int | None) -> str:
        """A place in it: ``mine.toml:7``, and ``the file, line 7`` where it has no name."""
        joint = ":" if "." in self.name else ", line "
        return f"{self.name}{joint}{line}" if line else self.name


def refusal(problems: Sequence[Problem], files: Sequence[SourceFile]) -> RulesError:
    """Everything that is wrong with the first file; the others are those it is based on."""
    lines = _named_lines(files[0].text)
    placed = [(problem.line or _nearest_line(problem, lines), problem) for problem in problems]
    placed.sort(key=lambda one: one[0] or 0)
    return RulesError.of(files[0].name, [_told(problem, line, files) for line, problem in placed])


def _told(problem: Problem, line: int | None, files: Sequence[SourceFile]) -> str:
    own, *parents = files
    said = problem.sentence
    if not problem.is_missing and problem.key not in _named_lines(own.text):
        for parent in parents:
            there = _named_lines(parent.text).get(problem.key)
            if there:
                subject = problem.subject
                said = f"{subject} (from {parent.at(there)}){said.removeprefix(subject)}"
                break
    return f"{own.at(line)}: {said}"


def _nearest_line(problem: Problem, lines: dict[Key, int]) -> int | None:
    """The line of the key, else of what makes it wrong, else of the table it belongs to."""
    for key in (problem.key, *problem.others):
        if key in lines:
            return lines[key]
    by_name = {dotted(key): line for key, line in lines.items()}
    for name in problem.because:
        if name in by_name:
            return by_name[name]
    for length in range(len(problem.key) - 1, 0, -1):
        if problem.key[:length] in lines:
            return lines[problem.key[:length]]
    return None


@lru_cache(maxsize=16)
def _named_lines(text: str) -> dict[Key, int]:
    """The line of each key, items of lists called by their names; empty for what is no TOML."""
    if not text:
        return {}
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {_named(path, tables): line for path, line in line_numbers(text).items()}


def _named(path: Path, tables: Any) -> Key:
    names: list[str] = []
    node = tables
    for part in path:
        node = node[part]
        names.append(item_name(node, part) if isinstance(part, int) else part)
    return tuple(names)


def item_name(item: Any, place: int) -> str:
    """What an item of a list is called: its id, event or bet, else which of the list it is.

    >>> item_name({"id": "lucky"}, 0), item_name({}, 1), item_name(17, 10)
    ('lucky', '2nd', '11th')
    """
    if isinstance(item, dict):
        for key in ("id", "event", "bet"):
            if isinstance(item.get(key), str):
                return str(item[key])
    number = place + 1
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"
