"""The command that shows a figure: what somebody types to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from pitboss.rules.game import Game, OptionValue, option_text

OWN_OPTIONS = ("decks", "soft17")
"""House options that commands know by a name of their own."""


def command(
    verb: str, game: Game, options: Mapping[str, OptionValue] = {},
    paytables: Mapping[str, int] = {}, bets: Mapping[str, float] = {}, *words: str,
) -> str:  # fmt: skip
    """A command about a game with these choices.

    >>> from pitboss import games
    >>> command("solve", games.find("half-back"), {"decks": 8, "seats": 9}, {}, {})
    'pitboss solve half-back --decks 8 --set seats=9'
    """
    said = ["pitboss", verb, _named(game)]
    for name, value in options.items():
        text = option_text(value)
        said += [f"--{name}", text] if name in OWN_OPTIONS else ["--set", f"{name}={text}"]
    for name, table in paytables.items():
        said += ["--paytable", f"{name}={table}"]
    for bet, stake in bets.items():
        said += ["--bet", f"{bet}={stake:g}"]
    return shlex.join([*said, *words])


def _named(game: Game) -> str:
    """What a command is told: a game's id, or its file; as it is saved where it has no name."""
    if game.built_in:
        return game.id
    return game.origin if game.origin.endswith(".toml") else f"{game.id}.toml"
