"""The documents as data: sections of lines, each with its place, its words and its rules."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss import games

FOLDER = Path(__file__).parents[2] / "docs" / "conformity"

Kind = Literal["rule", "procedure", "not software", "to be numbered"]


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A sentence of a document, or a line of one of its tables."""

    at: str
    """Its place within the section: ``rule 13 b, 2nd sentence``."""
    says: str
    """What it says, in our words."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that carry it out."""
    rulings: tuple[str, ...] = ()
    """Ids of the rulings that say how it is read."""
    not_software: str = ""
    """Why no rule carries it out, where none does."""
    lives: tuple[str, ...] = ()
    """Where it lives, if that is less than all places of its rules."""
    tests: tuple[str, ...] = ()
    """Words in the names of the tests that prove it, where the closest one is another."""
    bet: str = ""
    """The bet of whose pay table it is a line."""
    pays: tuple[int | str, ...] = ()
    """What that line pays on each pay table."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Rules and rulings."""
        return self.rules + self.rulings

    @property
    def kind(self) -> Kind:
        """What became of it; it waits as long as none of its rules has a number."""
        if self.not_software:
            return "not software"
        numbered = [rule for rule in self.rules if rule not in unnumbered()]
        if not numbered:
            return "to be numbered"
        return "procedure" if all(rule.startswith("PR-") for rule in numbered) else "rule"


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document under a heading of its own."""

    name: str
    lines: tuple[Line, ...]
    copies: tuple[int, ...] = (1,)
    """Which copies of the document have it, counted from 1."""


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was approved, line by line."""

    game: str
    """The game's id."""
    family: str
    """How the ids of its own rules begin."""
    copies: tuple[str, ...]
    """What each copy of it consists of."""
    sections: tuple[Section, ...]

    def lines(self, copy: int = 0) -> list[Line]:
        """All lines, or those of one copy."""
        return [
            line
            for section in self.sections
            if not copy or copy in section.copies
            for line in section.lines
        ]


@cache
def documents() -> dict[str, Document]:
    """Every document by its game, in the games' order."""
    paths = {game: FOLDER / "documents" / f"{game}.toml" for game in games.BUILT_IN}
    return {
        game: msgspec.convert(read_toml(path), Document)
        for game, path in paths.items()
        if path.exists()
    }


@cache
def unnumbered() -> dict[str, str]:
    """Ids that lines name before the rules have them, and what is meant."""
    path = FOLDER / "to-be-numbered.toml"
    return msgspec.convert(read_toml(path), dict[str, str]) if path.exists() else {}


def read_toml(path: Path) -> dict[str, Any]:
    """What a file holds."""
    return tomllib.loads(path.read_text(encoding="utf-8"))
