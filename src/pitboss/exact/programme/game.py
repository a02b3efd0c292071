"""What of a game the solver's programme follows from, and the options it is made of."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.exact.hands import HandTable, hand_table
from pitboss.rules.course import Course


class Option(NamedTuple):
    """One way to go on: worth ``times × slot + natural × chance of a natural + constant``.

    Hands on the same terms share it; each goes on to a slot of its own.
    """

    times: float
    natural: float
    constant: float
    move: int
    terms: int
    """Terms of the hand afterwards; `NONE` where it is finished."""
    upcards: int
    """Classes of upcards (as bits) against which it is open."""
    row: int
    """The row of pays afterwards."""
    known: bool
    """Whether unsplit hands have the move at the same stakes, so that they decide about it."""


class Game(NamedTuple):
    """What of a game the programme follows from."""

    course: Course
    ranks_of: tuple[tuple[int, ...], ...]
    """Ranks of each class."""
    values: tuple[int, ...]
    """Values of each class."""
    peeks: bool
    stakes_apart: bool = True
    """Whether a bet can ride on hands, so that those of different stakes are played apart."""
    split_21_apart: frozenset[int] = frozenset()
    """Ways of 21 with two cards after a split that a bet tells from other hands."""

    @property
    def hands(self) -> HandTable:
        """All hands of these classes."""
        return hand_table(self.values)
