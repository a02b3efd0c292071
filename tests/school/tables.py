"""Tables by their defaults, found out about once for all tests of a process."""

from __future__ import annotations

from functools import cache

from pitboss import games
from pitboss.school.setting import Setting


@cache
def setting_of(game: str, number: int = 1) -> Setting:
    """A game as it is dealt by default; another table of the same game by another number."""
    del number
    found = games.find(game)
    return Setting(found, found.rules())
