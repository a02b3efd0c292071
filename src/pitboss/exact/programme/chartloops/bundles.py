"""dev"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Readings(NamedTuple):
    """How the cells of a chart are read in each slot."""

    state: Ints
    given_up: Ints
    """1 where a card of the hand was given up."""
    table: Ints
    draws: Ints
    """Number of the option that draws a card at the same stakes; `NONE` if there is none."""
    waits: Ints
    """Number of the option taken otherwise."""
    first: Ints
    """``first[slot, move]``: number of the option that makes the move; `NONE`: it is not open."""
    opens: Bools
    """Whether it is a first decision."""
    offer: Ints
    """Of a chance: which offers say what is given up; `NONE` where nothing can be."""
    apart: Ints
    """Choices to draw or wait, one for each hand and what was given up of it."""


class CellArrays(NamedTuple):
    """The cells of a chart; see `followed`."""

    draws: Bools
    first: Bools
    offers: Bools


class Gains(NamedTuple):
    """What the other way brings more, shaped as the cells are."""

    draws: Floats
    met: Floats
    """Stakes that come to a cell of `draws`."""
    later: Floats
    """Of moves other than the first one."""
    offers: Floats


class Stakes(NamedTuple):
    """Stakes that come to each slot, and those of them that cells of their own decide about."""

    here: Floats
    apart: Floats


class Trials(NamedTuple):
    """Decisions of a split hand that are tried: cells that no unsplit hand comes to."""

    step: Ints
    kind: Ints
    """Class of a second card that may be given up; `NONE`: a move."""
    option: Ints
    """Number of the option that makes the move."""
    draws: Ints
    waits: Ints
    """Numbers of the options otherwise."""
    given_up: Ints
    state: Ints
