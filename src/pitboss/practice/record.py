"""A decision that somebody made, as it is kept; `grading` works it out, with the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from pitboss.practice.positions import Cell

Source = Literal["practice", "table", "puzzle"]
LEAST_UNITS = 1e-9
"""What costs less is no mistake but rounding."""
NEWEST = 20
"""Decisions of each kind that habits are told by: as many as are dealt of one leak at a time."""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that somebody made, as it is kept."""

    cell: Cell
    """What it was about."""
    moved: str
    """What was decided."""
    best: str
    """What was worth most."""
    cost: Annotated[float, msgspec.Meta(ge=0)]
    """Units of the main wager that it gave away on average."""
    at: int = 0
    """When, in milliseconds since 1970."""
    source: Source = "practice"
    """Where."""

    @property
    def right(self) -> bool:
        """Whether nothing was worth more."""
        return self.cost <= LEAST_UNITS


def newest(decided: Sequence[Decided]) -> list[Decided]:
    """The newest of each kind of decision, in their order: what one has mended is mended."""
    left: Counter[Cell] = Counter()
    kept = []
    for one in reversed(decided):
        left[one.cell] += 1
        if left[one.cell] <= NEWEST:
            kept.append(one)
    return kept[::-1]
