"""The games: one TOML file each, and nothing else that defines them.

`find` takes a built-in id or the path of a designer's own file. Imports only `rules`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.loader import read_game, read_tables

BUILT_IN = ("blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21")


def source(game_id: str) -> str:
    """The text of a built-in game's file."""
    if game_id not in BUILT_IN:
        raise RulesError(f"game {game_id!r} is unknown; allowed are {', '.join(BUILT_IN)}")
    return (files(__package__) / f"{game_id}.toml").read_text(encoding="utf-8")


def find(game: str) -> Game:
    """The game with this id, or the one described by the .toml file at this path."""
    if not game.endswith(".toml"):
        try:
            return _built_in(game)
        except RulesError as error:
            if game in BUILT_IN:
                raise
            raise RulesError(f"{error}, or the path of a game file ending in .toml") from None
    path = Path(game)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise RulesError(f"game file {game!r} cannot be read: {reason}") from None
    found = read(text, origin=path.name)
    if found.id in BUILT_IN:
        raise RulesError(
            f"{path.name}: id = {found.id!r} belongs to a built-in game; allowed is any other"
        )
    return found


def read(text: str, *, origin: str) -> Game:
    """The game a file's text describes; `origin` is what errors call the file."""
    return read_game(text, origin=origin, parent=_tables)


@cache
def _built_in(game_id: str) -> Game:
    return read_game(source(game_id), origin=f"{game_id}.toml", parent=_tables)


def _tables(game_id: str) -> dict[str, Any]:
    return read_tables(source(game_id), origin=f"{game_id}.toml", parent=_tables)
