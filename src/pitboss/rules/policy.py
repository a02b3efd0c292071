"""The policy-table format: a whole playing strategy, decision by decision.

The solver writes it, whatever the strategy was (best play by exact cards, the best chart, a chart
somebody gave), and the simulator plays it. Cards are the game's classes (`Tables.card_class`); a
hand is a number in an automaton of its own, ``Policy.next[hand, class]``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NONE = -1


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


class SplitPolicy(NamedTuple):
    """How the hands of a split pair are played."""

    first: SplitHand
    """The first hand while a bet rides on it."""
    later: SplitHand
    survives: bool
    """Whether such a bet is still there after a second split."""
    hands: int
    """Most hands the pair is split into."""


class Deal(NamedTuple):
    """A player's first two cards, as far as play may depend on them."""

    hand: int
    mates: int
    """Cards left that pair with them; 0 if they are no pair."""
    same_rank: bool
    matches: bool
    """Whether they are a pair of the upcard's rank."""
    suited: int
    """Values of the fact that are possible: 3 where no bet asks."""


class Decision(NamedTuple):
    """What is done with a deal, and how the hand is then played."""

    move: int
    """A `Move`; 0 where a natural leaves nothing to decide."""
    play: HandPolicy
    split: SplitPolicy | None


class Policy(NamedTuple):
    """A strategy for every board and deal of a shoe."""

    next: Ints
    """``next[hand, class]``: the hand with one more card; `bust` and above are bust hands."""
    bust: int
    states: Ints
    """The state of each hand in `pitboss.rules.hands`."""
    flag_of: Ints
    """By class: the flag of a hand that burned it; 0 where it cannot be burned."""
    boards: dict[tuple[int, int], dict[Deal, Decision]]
    """By rank of the upcard set aside (`NONE` if none was) and class of the upcard."""
