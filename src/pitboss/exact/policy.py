"""What is decided on a board: the policy the solver finds, values, and plays forward."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.splits import Count

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class HandPolicy(NamedTuple):
    """How a hand is played once its first decision is made."""

    hits: Bools
    """By flag (which class was burned; 0 none) and hand."""
    burns: Bools
    """By hand and class of the card drawn to it."""
    burns_double: Bools
    """The same for the one card of a double."""

    @classmethod
    def blank(cls, flags: int, hands: int, kinds: int) -> HandPolicy:
        """To be filled in."""
        return cls(
            np.zeros((flags, hands), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
        )


class SplitHand(NamedTuple):
    """How a hand made by a split is played."""

    actions: Ints
    """``actions[flag, class of the second card]``: a stand, a hit or a double."""
    burns: Bools
    """Which second cards are burned."""
    policy: HandPolicy


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
