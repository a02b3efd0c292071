"""How a board is played: what is decided on every deal, and in every slot of the programme."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.loops.bundles import Slots
from pitboss.exact.programme.loops.play import CHOICE
from pitboss.exact.splits import Count
from pitboss.rules.course import NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class SplitBrings(NamedTuple):
    """What the hands of a split pair bring in the main game on one board."""

    mates: Floats
    hands: tuple[int, ...]
    brings: Floats
    """``[what, mate, hands]``: of all hands together; of the wager that moved to the second of
    them, where one does; and the units that stand on them if the dealer has no natural."""
    units: int
    """Of each hand at first: what to multiply the first and the last of those by."""

    def of(self, mates: float, hands: int) -> Floats:
        """The same where so many cards are left that pair, and so many hands are made at most."""
        mate = self.mates.tolist().index(mates)
        found: Floats = self.brings[:, mate, self.hands.index(hands)].copy()
        found[[0, -1]] *= self.units
        return found


class SplitPicks(NamedTuple):
    """How the hands of a split pair are played: a pick for each step of the pair's paths.

    They may be cut out of the picks of several boards, so that they are not contiguous.
    """

    first: Ints
    """The first hand, as long as a bet rides on it."""
    later: Ints
    kept: Count = Count.FIRST_KEPT
    """How long the first hand is played as such."""
    brings: SplitBrings | None = None
    """What all hands bring, if that is known."""

    @property
    def alike(self) -> bool:
        """Whether all hands are played in one way."""
        return self.first is self.later


class BoardPlan(NamedTuple):
    """A policy on one board. Arrays are parallel to the board's deals."""

    options: Ints
    """The option that is taken on the two cards dealt, as a number in `Slots.option_slot`; `NONE`
    for a split and for a natural that leaves nothing to decide."""
    hands: Ints
    """Most hands a pair is split into; 0 where it is not split."""
    picks_of: Ints
    """Which of `picks` a deal is played on by, if it is not split."""
    picks: list[Ints]
    """By slot: the number of the option a choice takes, the classes a chance gives up as bits."""
    splits: dict[int, SplitPicks]
    """By deal, where the pair is split."""

    def copy(self) -> BoardPlan:
        """The same, to be changed."""
        return BoardPlan(
            self.options.copy(), self.hands.copy(), self.picks_of.copy(), self.picks.copy(),
            self.splits.copy(),
        )  # fmt: skip


def options_taken(slots: Slots, picks: Ints, opening: Ints) -> Ints:
    """The options that hands take which begin in these slots; `NONE` where there is one way."""
    taken = slots.first_option[opening] + picks[opening]
    taken[slots.kind[opening] != CHOICE] = NONE
    while (passed := _only_terms_change(slots, taken)).any():
        after = slots.option_slot[taken[passed]]
        taken[passed] = slots.first_option[after] + picks[after]
    return taken


def _only_terms_change(slots: Slots, options: Ints) -> Bools:
    """Whether options lead to another decision at the same stakes, with the same cards."""
    decides = slots.kind[slots.option_slot[options]] == CHOICE
    found: Bools = decides & (slots.option_times[options] == 1.0) & (options != NONE)
    return found
