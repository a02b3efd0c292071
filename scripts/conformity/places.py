"""Where a rule lives in the program: found by its name, in the file that has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss import games
from pitboss.rules.keys import get_key
from pitboss.rules.procedure import steps
from scripts.conformity.documents import FOLDER, Line, read_toml

ROOT = Path(__file__).parents[2]
GAMES, RULES = "src/pitboss/games", "src/pitboss/rules"
ABSENT = object()


class Place(NamedTuple):
    """A place in the program."""

    name: str
    """A key of a game's file, a step of the dealer's, a limit, or a name in the source."""
    path: str
    """The file, from the project's root."""

    def link(self, root: str) -> str:
        """For a page from which the project's root is there."""
        return f"[`{self.name}`]({root}/{self.path})"


@cache
def names_by_rule() -> dict[str, list[str]]:
    """The names of the places where each rule lives."""
    return msgspec.convert(read_toml(FOLDER / "places.toml"), dict[str, list[str]])


def names_of(line: Line) -> list[str]:
    """Where a line lives: where its rules do, unless it says better."""
    if line.lives:
        return list(line.lives)
    return list(
        dict.fromkeys(name for rule in line.rules for name in names_by_rule().get(rule, ()))
    )


def found(names: list[str], game: str) -> list[Place]:
    """The places that have these names."""
    return [one for name in names if (one := place(name, game))]


@cache
def place(name: str, game: str) -> Place | None:
    """The place a name stands for in a game; None where there is no such thing.

    >>> place("dealer.replaces", "half-back")
    Place(name='dealer.replaces', path='src/pitboss/games/half-back.toml')
    >>> place("dealer.peeks", "half-back").path
    'src/pitboss/games/blackjack.toml'
    >>> place("dealer.dances", "half-back")
    """
    path, colons, inside = name.partition("::")
    if colons:
        return Place(inside, path) if inside in _defined_in(path) else None
    section, _, rest = name.partition(".")
    if section == "limits":
        limits = read_toml(ROOT / RULES / "washington.toml")
        known = get_key(limits, rest, ABSENT) is not ABSENT
        return Place(rest, f"{RULES}/washington.toml") if known else None
    for one in _ancestors(game):
        if get_key(_written(one), name, ABSENT) is not ABSENT:
            return Place(name, f"{GAMES}/{one}.toml")
    if section == "procedure" and rest in steps():
        return Place(name, f"{RULES}/dealing.toml")
    return None


def _ancestors(game: str) -> Iterator[str]:
    """A game and those it is based on."""
    while game:
        yield game
        game = games.find(game).based_on


@cache
def _written(game: str) -> dict[str, Any]:
    """What a game's own file says."""
    return tomllib.loads(games.source(game))


@cache
def _defined_in(path: str) -> set[str]:
    """Functions, classes and values that a file of the source defines."""
    file = ROOT / path
    source = file.read_text(encoding="utf-8") if file.is_file() else ""
    return set(re.findall(r"^ *(?:def |class |(?=\w+(?::| =)))(\w+)", source, re.MULTILINE))
