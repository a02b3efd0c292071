"""What is decided on a board: the policy the solver finds, values, and plays forward."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.splits import Count
from pitboss.rules.policy import HandPolicy, SplitHand

Ints = NDArray[np.int64]


class Split(NamedTuple):
    """How the hands of a split pair are played."""

    first: SplitHand
    """The first hand, as long as a bet rides on it."""
    later: SplitHand
    kept: Count = Count.FIRST_KEPT
    """How long the first hand is played as such: as long as a bet rides on it."""

    @property
    def alike(self) -> bool:
        """Whether all hands are played in one way."""
        return self.first is self.later


class Play(NamedTuple):
    """A policy on one board. Arrays are parallel to the board's deals."""

    moves: Ints
    """The first decision, a `Move`; 0 where a natural leaves nothing to decide."""
    hands: Ints
    """Most hands a pair is split into; 0 unless the move is a split."""
    policy_of: Ints
    """Which of `policies` a deal that is not split is played by."""
    policies: list[HandPolicy]
    splits: dict[int, Split]
    """By deal, where the move is a split."""
