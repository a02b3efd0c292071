"""A day's puzzle as it is kept; `puzzles` finds it, with the solver."""

from __future__ import annotations

from datetime import date

import msgspec

from pitboss.floor.worth import MoveWorth
from pitboss.practice.positions import Cell, Dealt
from pitboss.store.records import TableOpened

FIRST_DAY = date(2026, 1, 1)


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with one question, and its answer."""

    day: str
    """As 2026-11-18."""
    opened: TableOpened
    """The game and its rules."""
    dealt: Dealt
    """The hand."""
    cell: Cell
    """What is to be decided."""
    usual: str
    """The move that people know."""
    ordinary: str
    """The game whose strategy that is; empty where it is the game's own chart."""
    moves: list[MoveWorth]
    """Every legal move, the best first."""

    @property
    def best(self) -> list[str]:
        """Moves that nothing beats."""
        return [one.move for one in self.moves if one.best]
