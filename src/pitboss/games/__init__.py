"""The games: one TOML file each, and nothing else that defines them.

`find` takes a built-in id, one of `BUILT_IN`, or the path of a designer's own file; `read` takes a
file's text.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath

import msgspec

from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.loader import read_game
from pitboss.rules.sentences import use

BUILT_IN = ("blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21")
MOST_GENERATIONS = 8
"""Files of a designer's own that follow each other by `based-on`."""

Fetch = Callable[[str, str], tuple[str, str]]
"""From a file and what it is based on to that file and its text."""


def source(game_id: str) -> str:
    """The text of a built-in game's file."""
    if game_id not in BUILT_IN:
        raise RulesError(f"game {game_id!r}: {use(BUILT_IN, typed=game_id)}")
    return (files(__package__) / f"{game_id}.toml").read_text(encoding="utf-8")


def find(game: str) -> Game:
    """The game with this id, or the one described by the .toml file at this path."""
    if not game.endswith(".toml"):
        try:
            return _built_in(game)
        except RulesError as error:
            if game in BUILT_IN:
                raise
            raise RulesError(_or_a_file(error, "the path of a game file")) from None
    path = Path(game)
    return _read(_text(path, game), (str(path.resolve()),), path.name, _from_disk, taken=BUILT_IN)


def read(
    text: str,
    *,
    origin: str,
    parents: Mapping[str, str] | None = None,
    bounded: bool = True,
    taken: Container[str] = (),
) -> Game:
    """The game a file's text describes; `origin` is what errors call the file.

    `parents` are the texts of the designer's own files it is based on, by their names; `taken` are
    ids it may not have.
    """
    given = parents or {}

    def fetch(_: str, based_on: str) -> tuple[str, str]:
        name = file_name(based_on)
        if name not in given:
            sent = f"those that came with it are {', '.join(given)}" if given else "none came"
            raise RulesError(f"the text of {name} is needed too; {sent}")
        return name, given[name]

    return _read(text, (origin,), origin, fetch, bounded=bounded, taken=taken)


def file_name(based_on: str) -> str:
    """A file without the folders it lies in, in whatever system's spelling."""
    return PurePosixPath(based_on.replace("\\", "/")).name


def _read(
    text: str,
    chain: tuple[str, ...],
    origin: str,
    fetch: Fetch,
    *,
    bounded: bool = True,
    taken: Container[str] = (),
) -> Game:
    """The game of a file; `chain` is the file and those that are based on it, the first first."""

    def parent(based_on: str) -> Game:
        if not based_on.endswith(".toml"):
            try:
                return _built_in(based_on)
            except RulesError as error:
                raise RulesError(_or_a_file(error, "a file of your own")) from None
        file, words = fetch(chain[-1], based_on)
        name = file_name(file)
        if file in chain:
            names = " → ".join(file_name(one) for one in (*chain, file))
            raise RulesError(f"a game cannot be based on itself: {names}")
        if len(chain) == MOST_GENERATIONS:
            raise RulesError(
                f"{name} would be file {MOST_GENERATIONS + 1} of a chain; use at most "
                f"{MOST_GENERATIONS}"
            )
        own = _read(words, (*chain, file), name, fetch, bounded=bounded)
        designs.append(own)
        return own

    designs: list[Game] = []
    game = read_game(text, origin=origin, parent=parent, bounded=bounded, taken=taken)
    # the words of a designer's child are those of the built-in game its files begin with
    return msgspec.structs.replace(game, base=designs[0].base) if designs else game


def _or_a_file(error: RulesError, what: str) -> str:
    games, meant, name = str(error).partition("; did you mean ")
    return f"{games}, or {what} ending in .toml{meant}{name}"


def _from_disk(child: str, based_on: str) -> tuple[str, str]:
    path = Path(child).parent / based_on
    text = _text(path, based_on)
    return str(path.resolve()), text


def _text(path: Path, called: str) -> str:
    """A file's text; of one that is too long only the beginning, which is refused then."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise RulesError(f"game file {called!r} cannot be read: {reason}") from None


@cache
def _built_in(game_id: str) -> Game:
    return read_game(source(game_id), origin=f"{game_id}.toml", parent=_built_in, built_in=True)
