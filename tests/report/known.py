"""Reports that several tests look at, each made once."""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path

from pitboss import games
from pitboss.report.document import Document
from pitboss.report.making import Options, document_of

DESIGN = str(Path(__file__).parents[1] / "designs" / "charlie.toml")
GAMES = (*games.BUILT_IN, DESIGN)
DAY = datetime.date(2026, 1, 31)


def name_of(game: str) -> str:
    """What a test calls a game."""
    return Path(game).stem


@cache
def document(game: str) -> Document:
    """The report of a game as it stands."""
    return document_of(games.find(game), Options(date=DAY))


UNSOLVABLE = """id = "tens-apart"
name = "Tens apart"
based-on = "mulligan-21"

[split]
pairs = "value"

[mulligan]
ranks = "K"
"""
"""A game that can be dealt, but not solved: a king is burned, and pairs with any ten."""
