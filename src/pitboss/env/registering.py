"""The ids under which Gymnasium makes environments."""

from __future__ import annotations

import gymnasium

from pitboss import games

NAMESPACE = "pitboss"
VERSION = 1
ANY_GAME = "game"
"""The id for a designer's own file, named by `game`."""


def env_id(game: str) -> str:
    """The id of a built-in game's environment.

    >>> env_id("blackjack")
    'pitboss/blackjack-v1'
    """
    return f"{NAMESPACE}/{game}-v{VERSION}"


IDS = tuple(env_id(game) for game in (*games.BUILT_IN, ANY_GAME))
"""All of them; the last takes a file."""


def text_id(game: str) -> str:
    """The id of the same game in words.

    >>> text_id("blackjack")
    'pitboss/blackjack-text-v1'
    """
    return env_id(f"{game}-text")


def register() -> None:
    """Make the ids known to Gymnasium; once is enough."""
    for game in (*games.BUILT_IN, ANY_GAME):
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="pitboss.env.single:BlackjackEnv",
                vector_entry_point="pitboss.env.vector:BlackjackVectorEnv",
                kwargs={} if game == ANY_GAME else {"game": game},
            )
            gymnasium.register(
                text_id(game),
                entry_point="pitboss.env.text:TextEnv",
                kwargs={} if game == ANY_GAME else {"game": game},
            )
