"""What moves are worth, as answers say it; `grades` works it out, and needs the solver for it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class MoveWorth(msgspec.Struct, frozen=True, kw_only=True):
    """A move open to a seat, and what it brings on average."""

    move: str
    """Its name, or what is done about insurance: `insure`, `decline`, `even-money`."""
    ev_cents: float | None
    """Cents; null where the solver cannot say."""
    ev_units: float | None
    """The same in units of the main wager."""
    best: bool
    """Whether no other is worth more."""
    costs_cents: float | None
    """Cents that choosing it costs beside the best."""
    why: str | UnsetType = UNSET
    """Why the solver cannot say."""


class Grade(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was made, beside the best one."""

    seq: int
    """The entry of the log that made it."""
    seat: int
    """Where."""
    player: str
    """Whose."""
    hand: int
    """Which of the seat's hands, from 0."""
    cards: list[str]
    """The hand then."""
    upcard: str
    """The dealer's."""
    moved: str
    """What was decided."""
    best: str | None
    """What was worth most; null where the solver cannot say."""
    ev_cents: float | None
    """Cents the decision brought on average."""
    best_cents: float | None
    """Cents the best one would have."""
    cost_cents: float | None
    """The difference."""
    by_clock: bool
    """The house decided, because nobody did in time."""
    moves: list[MoveWorth]
    """All that were open, the best first."""


class RoundGrades(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round's decisions, graded."""

    table: int
    """Its number."""
    round: int
    """Which."""
    cost_cents: float
    """What all decisions together cost beside the best ones."""
    decisions: list[Grade]
    """In order."""
