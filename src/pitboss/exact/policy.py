"""What is decided about hands, and what going on with them is worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.compile import Move

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

Finals = list[tuple[Ints, Floats]]
"""By flag: hands, and ``[variant, hand, final]`` for them."""

STAND, HIT, DOUBLE = int(Move.STAND), int(Move.HIT), int(Move.DOUBLE)


class HandValues(NamedTuple):
    """One unit on a hand: what each way of going on is worth, a dealer natural costing the unit."""

    stand: Floats
    hit: Floats
    double: Floats
    """One card more, per unit."""
    best: Floats
    """The better of standing and hitting, or what the policy followed does."""
    left: Floats
    """Cards left for an empty hand."""


class Policy(NamedTuple):
    """How hands are played once the first decision is made."""

    hits: Bools
    """By flag and hand."""
    burns: Bools
    """By hand and class of the card drawn to it."""
    burns_double: Bools
    """The same for the one card of a double."""

    @classmethod
    def blank(cls, flags: int, hands: int, kinds: int) -> Policy:
        """To be filled in with what is best."""
        return cls(
            np.zeros((flags, hands), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
        )
