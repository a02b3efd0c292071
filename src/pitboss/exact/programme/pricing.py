"""What options are worth by themselves when pays are not those of the main game.

Pays are ``pays[row, total, final]`` per unit of the player's; `BUST` is the row of a bust hand, its
first column what a bust brings, its last what a dealer natural brings. Values count a natural as a
bust, so an option that leads to another row puts right what that changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.loops.bundles import Arrival, Slots, Steps
from pitboss.exact.programme.loops.play import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Price(NamedTuple):
    """Pays, and what an ending is paid by."""

    pays: Floats
    main: float
    """Weight of the main game: bets that ride are lost when a move ends the hand."""
    peeks: bool

    def plus(self, pays: Floats) -> Price:
        """These pays too."""
        return self._replace(pays=self.pays + pays)


class _Options(NamedTuple):
    base: Floats
    natural: Floats
    constant: Floats


def _priced(price: Price, before: Ints, after: Ints, times: Floats, natural: Floats) -> _Options:
    bust, over = price.pays[:, BUST, 0], price.pays[:, BUST, -1] - price.pays[:, BUST, 0]
    fixed, peeked = times == 0.0, natural != 0.0
    ends = bust[after]
    constant = np.where(fixed, ends, 0.0)
    base = np.where(fixed, ends, times * bust[after]) - bust[before]
    # with a natural that nobody looked for, the hand has ended all the same
    early = (bust[before] + price.main) - (ends - price.pays[after, BUST, -1])
    behind = np.where(
        fixed, np.where(peeked, bust[before] - ends, early), times * over[after] - over[before]
    )
    return _Options(base, behind, constant)


def priced_slots(slots: Slots, price: Price) -> Slots:
    """The slots with their options at these pays."""
    before = np.repeat(slots.row, np.diff(slots.first_option))
    found = _priced(price, before, slots.option_row, slots.option_times, slots.option_natural)
    return slots._replace(option_natural=found.natural, option_constant=found.constant)


def priced_steps(steps: Steps, price: Price) -> Steps:
    """The steps of a split hand with their options at these pays."""
    counts = np.diff(steps.first_option)
    before = np.repeat(steps.row, counts)
    found = _priced(price, before, steps.option_row, steps.option_times, steps.option_natural)
    return steps._replace(
        option_base=found.base, option_natural=found.natural, option_constant=found.constant
    )


def arrival(price: Price, row: int) -> Arrival:
    """What is counted for a split hand at first: a bust."""
    bust = float(price.pays[row, BUST, 0])
    return Arrival(bust, float(price.pays[row, BUST, -1]) - bust)
