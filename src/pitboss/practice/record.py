"""A decision that somebody made, as it is kept; `grading` works it out, with the solver."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pitboss.practice.positions import Cell

Source = Literal["practice", "table", "puzzle"]
LEAST_UNITS = 1e-9
"""What costs less is no mistake but rounding."""


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
