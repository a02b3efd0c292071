"""The options every command shares: which game, and with which house options and pay tables."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter, Token

from pitboss import games
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Rules

MOST_DIGITS = 100
"""In a number that is typed: more are no mistake of a digit or two."""
SHOWN = 20
"""Letters that are repeated of what is no number."""


def _whole(kind: object, tokens: Sequence[Token]) -> int:  # noqa: ARG001 - cyclopts gives both
    """A whole number; 6.5 is not rounded."""
    text = tokens[0].value.strip()
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < MOST_DIGITS):
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
        raise RulesError(f"{shown!r}: use a whole number in digits")
    return int(text)


WHOLE = Parameter(converter=_whole)
"""For every option that is a whole number."""


@Parameter(name="*")
@dataclass(frozen=True)
class Variant:
    """How the house deals the game."""

    decks: Annotated[int | None, Parameter(name="--decks"), WHOLE] = None
    """Decks in the shoe."""
    soft17: Annotated[str | None, Parameter(name="--soft17")] = None
    """What the dealer does on soft 17: hit or stand."""
    paytable: Annotated[tuple[str, ...], Parameter(name="--paytable")] = ()
    """NAME=K: use pay table K for the bets called NAME; may be repeated."""
    options: Annotated[tuple[str, ...], Parameter(name="--set")] = ()
    """OPTION=VALUE: any house option, or RULING=other for its other reading; may be repeated."""

    def given(self) -> bool:
        """Whether anything was chosen at all."""
        return self != Variant()

    def of(self, game: Game) -> Rules:
        """The game's rules with these choices."""
        return game.rules(self.chosen(game), self.tables())

    def chosen(self, game: Game) -> dict[str, OptionValue]:
        """The house options chosen."""
        options: dict[str, OptionValue] = {}
        if self.decks is not None:
            options["decks"] = self.decks
        if self.soft17 is not None:
            options["soft17"] = game.option_from_text("soft17", self.soft17)
        for text in self.options:
            name, value = _pair(text, "--set", "OPTION=VALUE")
            _check_new(name, options, f"--set {text}")
            options[name] = game.option_from_text(name, value)
        return options

    def tables(self) -> dict[str, int]:
        """The pay tables chosen, by name."""
        chosen: dict[str, int] = {}
        for text in self.paytable:
            name, value = _pair(text, "--paytable", "NAME=K")
            _check_new(name, chosen, f"--paytable {text}")
            if not (value.isascii() and value.isdigit() and len(value) < 4):
                raise RulesError(
                    f"--paytable {text}: {value!r} is no pay table; use a number from 1 up"
                )
            chosen[name] = int(value)
        return chosen


def house_settings(
    path: Path | None, *, shoe: Literal["cut", "csm"], penetration: float | None
) -> House:
    """The room's settings from a .toml file, if one is given, and the command line."""
    house = House()
    if path is not None:
        try:
            text = path.read_text(encoding="utf-8")
            values = tomllib.loads(text)
        except (OSError, ValueError, RecursionError) as error:
            raise RulesError(f"house file {path.name!r} cannot be read: {error}") from None
        house = decode(values, House, origin=path.name, text=text)
    if shoe != "cut":
        house = msgspec.structs.replace(house, shoe=shoe)
    if penetration is not None:
        house = msgspec.structs.replace(house, penetration=penetration)
    return house


def find(game: str, variant: Variant | None) -> tuple[Game, Rules]:
    """The game and its rules as chosen on the command line."""
    found = games.find(game)
    return found, (variant or Variant()).of(found)


def _check_new(name: str, known: Container[str], said: str) -> None:
    if name in known:
        raise RulesError(f"{said}: {name} was given already; choose one value")


def _pair(text: str, flag: str, shape: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise RulesError(f"{flag} {text!r}: write {shape}")
    return name.strip(), value.strip()
