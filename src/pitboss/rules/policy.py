"""The policy-table format: a whole playing strategy, decision by decision.

The solver writes it, whatever the strategy was (best play by exact cards, the best chart, a chart
somebody gave), and the simulator plays it. Cards are the game's classes (`Tables.card_class`); a
hand is a number in an automaton of its own, ``Policy.next[hand, class]``.

Decisions are indexed as the course of a hand is (`pitboss.rules.course`): by the terms the hand
stands on, the cards it gave up before (its *world*), and the hand. Where one move is open, or none,
there is nothing to look up. Moves that make a new hand are not among them: whether a deal is split,
and into how many hands at most, is said with the deal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]

NONE = -1


class HandPlan(NamedTuple):
    """How a hand is played once its first decision is made."""

    moves: Shorts
    """By decision number (`Policy.decision`): a `Move`."""
    gives_up: Shorts
    """By draw number (`Policy.draw`): classes of cards, as bits, that are given up if drawn."""


class SplitPlan(NamedTuple):
    """How the hands of a split pair are played. Plans are places in `Policy.plans`."""

    first: int
    """The first hand while a bet rides on it."""
    later: int
    survives: bool
    """Whether such a bet is still there after a second split."""
    hands: int
    """Most hands the pair is split into; up to that, every further pair is split."""


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
    """A `Move`; 0 where a natural leaves nothing to decide. It is made on the first terms that have
    it: moves that only lead on to other terms are not said."""
    plan: int
    """The plan of everything later, a place in `Policy.plans`."""
    split: SplitPlan | None
    """Where the move makes a new hand."""


class Policy(NamedTuple):
    """A strategy for every board and deal of a shoe."""

    next: Ints
    """``next[hand, class]``: the hand with one more card; `bust` and above are bust hands."""
    bust: int
    states: Ints
    """The state of each hand in `pitboss.rules.hands`."""
    worlds: tuple[tuple[int, ...], ...]
    """Classes of the cards a hand gave up, ascending; world 0 is none."""
    decision: Ints
    """``decision[terms, world, hand]``: the number in `HandPlan.moves`, or `NONE`."""
    draw: Ints
    """``draw[terms, world, hand]``: the number in `HandPlan.gives_up`, or `NONE`, of a draw. The
    terms are those the hand stands on afterwards, the hand is the one before the card."""
    plans: tuple[HandPlan, ...]
    """All that are played, each once."""
    boards: dict[tuple[int, int], dict[Deal, Decision]]
    """By rank of the upcard set aside (`NONE` if none was) and class of the upcard."""
