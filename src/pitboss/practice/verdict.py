"""What a decision is worth beside every other that was open, as it is told."""

from __future__ import annotations

import msgspec

from pitboss.floor.worth import MoveWorth
from pitboss.practice.positions import move_words
from pitboss.practice.record import Decided
from pitboss.rules.limits import dollars
from pitboss.rules.spoken import sentence


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """A decision beside every other that was open."""

    decided: Decided
    """As it is kept."""
    cost_cents: float
    """What it gives away on average."""
    moves: list[MoveWorth]
    """The best first."""

    @property
    def says(self) -> str:
        """How right it was, in a sentence."""
        moved, best = move_words(self.decided.moved), move_words(self.moves[0].move)
        if self.decided.right:
            return f"{sentence(moved)} is right."
        return f"{sentence(best)} was right: {moved} gives away {in_cents(self.cost_cents)}."


def in_cents(cents: float) -> str:
    """A small amount in cents, with a tenth where that is much of it."""
    if cents < 100:
        return f"{cents:.1f}¢" if cents < 10 else f"{cents:.0f}¢"
    return dollars(round(cents))
