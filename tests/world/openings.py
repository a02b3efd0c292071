"""The tables of a world: one of each game, with shoes that run out and a continuous shuffler."""

from __future__ import annotations

from functools import cache

from pitboss import games
from pitboss.floor.opening import describe_table
from pitboss.rules.limits import House
from pitboss.store.records import Settings, TableOpened
from tests.web.crashing import TABLES

SETTINGS = Settings(betting_seconds=6.0, action_seconds=8.0)


@cache
def every_game() -> tuple[TableOpened, ...]:
    """A table of each game."""
    return tuple(
        describe_table(
            games.find(wanted["game"]), f"{number}", options=wanted.get("options"),
            house=House(**wanted.get("house", {})), settings=SETTINGS,
        )
        for number, wanted in enumerate(TABLES)
    )  # fmt: skip


@cache
def new_table() -> TableOpened:
    """One more."""
    return describe_table(games.find("blackjack"), "extra", settings=SETTINGS)
