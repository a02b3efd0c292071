"""What options are worth by themselves when pays are not those of the main game.

Pays are ``pays[row, total, final]`` per unit of the player's; `BUST` is the row of a bust hand, its
first column what a bust brings, its last what a dealer natural brings. Values count a natural as a
bust, so an option that leads to another row puts right what that changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.loops.bundles import Slots, Steps, Tariffs
from pitboss.exact.programme.loops.play import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Price(NamedTuple):
    """Pays, and what a hand loses by them that a dealer natural beats before anybody looked."""

    pays: Floats
    main: float
    """Weight of the main game."""


class Options(NamedTuple):
    """Some options: parallel arrays."""

    before: Ints
    """The row of pays before they are taken."""
    after: Ints
    times: Floats
    natural: Floats
    """What a dealer natural brings more, at the pays of the main game."""


class _Priced(NamedTuple):
    base: Floats
    natural: Floats
    constant: Floats


def _priced(options: Options, pays: Floats, beaten: Floats | float) -> _Priced:
    """Options at these pays, ``pays[…, row, total, final]``.

    `beaten` is what is counted for a dealer natural behind a hand that has not ended.
    """
    bust, natural = pays[..., BUST, 0], pays[..., BUST, -1]
    over = natural - bust
    fixed = options.times == 0.0
    before, after = bust.take(options.before, axis=-1), bust.take(options.after, axis=-1)
    # with a natural that nobody looked for, the hand has ended all the same
    early = (before - beaten) - (after - natural.take(options.after, axis=-1))
    behind = np.where(
        fixed, np.where(options.natural != 0.0, before - after, early),
        options.times * over.take(options.after, axis=-1) - over.take(options.before, axis=-1),
    )  # fmt: skip
    base = np.where(fixed, after, options.times * after) - before
    return _Priced(base, behind, np.where(fixed, after, 0.0))


def priced_slots(slots: Slots, price: Price) -> Slots:
    """The slots with their options at these pays."""
    before = np.repeat(slots.row, np.diff(slots.first_option))
    options = Options(before, slots.option_row, slots.option_times, slots.option_natural)
    found = _priced(options, price.pays, -price.main)
    return slots._replace(option_natural=found.natural, option_constant=found.constant)


def movers_of(steps: Steps) -> Options:
    """The options of a split hand that bring something by themselves."""
    movers = steps.movers
    return Options(
        steps.row[steps.mover_step], steps.option_row[movers], steps.option_times[movers],
        steps.option_natural[movers],
    )  # fmt: skip


def tariffs(movers: Options, tables: Sequence[Floats], start_row: int) -> Tariffs:
    """Pay tables as the loops over a split hand want them that begins on a row of pays."""
    pays = np.stack(tables)
    found = _priced(movers, pays, pays[:, :, BUST, -1].take(movers.before, axis=-1))
    bust, behind = pays[:, start_row, BUST, 0], pays[:, start_row, BUST, -1]
    return Tariffs(
        pays, np.ascontiguousarray(found.base.T), np.ascontiguousarray(found.natural.T),
        np.stack([bust, behind - bust]),
    )  # fmt: skip


def first_table(prices: Tariffs) -> Tariffs:
    """The first of several tables alone."""
    return Tariffs(
        prices.pays[:1], prices.base[:, :1].copy(), prices.natural[:, :1].copy(),
        prices.arrival[:, :1].copy(),
    )  # fmt: skip
