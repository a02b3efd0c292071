"""What the compiled loops work on: arrays in named bundles.

They are defined beside the loops because compiled code is kept with them in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Slots(NamedTuple):
    """All slots as parallel arrays, callees first."""

    kind: Ints
    hand: Ints
    world: Ints
    """Number of the world."""
    row: Ints
    """Its row of pays: of a stand, and what a choice stands on before."""
    child: NDArray[np.int32]
    """Of a chance: ``child[slot, class]``, the slot after a card that is kept."""
    again: NDArray[np.int32]
    """Of a chance: ``again[slot, class]``, the slot after a card that is given up, or `NONE`."""
    first_option: Ints
    """Of a choice: its options are ``first_option[slot]`` to ``first_option[slot + 1]``."""
    option_slot: Ints
    option_times: Floats
    option_natural: Floats
    option_constant: Floats
    option_move: Ints
    option_terms: Ints
    option_upcards: Ints
    option_known: NDArray[np.bool_]
    option_row: Ints
    """The row of pays afterwards."""


class Block(NamedTuple):
    """Boards side by side, as the loops want them; what is missing to `BOARDS` is empty."""

    left: Floats
    """``left[class × BOARDS + board]``: cards left for an empty hand."""
    cards: Floats
    """All of them, by board."""
    makers: Floats
    """``makers[class × BOARDS + board]``: 1 where the class makes a natural of the upcard."""
    up: Ints
    """Class of the upcard."""


class Draws(NamedTuple):
    """The operations, and what the keys they add to mean."""

    what: Ints
    depth: Ints
    """Cards drawn so far, the one of a `DRAW` included."""
    kind: Ints
    """Class of the card, of the first last card; one beyond the last class for leads."""
    gone: Floats
    """How many of that class were drawn before."""
    key: Ints
    """The key, or that of the first last card."""
    ways: Floats
    """``ways[operation, last card]``: in how many orders the cards can come."""
    key_final: Ints
    key_depth: Ints
    key_leads: Ints
    key_others: Ints
    before: Ints
    """Class of a card that is drawn before last cards, in the same operation."""
    before_gone: Floats


class Steps(NamedTuple):
    """The steps of a split hand, callers first."""

    kind: Ints
    slot: Ints
    """Also of the ends, and of a bust."""
    held: Floats
    """``held[step, class]``: cards held or given up."""
    pairs: NDArray[np.bool_]
    """Whether the hand is the pair."""
    place: Ints
    """Where they count in the sums by cards gone, leads and others; also of the ends."""
    child: NDArray[np.int32]
    """``child[step, class]``: the step or end after a card that is kept; the last row is a bust."""
    again: NDArray[np.int32]
    """The same after a card that is given up; `NONE` where it cannot be."""
    first_option: Ints
    option_to: Ints
    option_times: Floats
    option_natural: Floats
    option_constant: Floats
    option_slot: Ints
    option_known: NDArray[np.bool_]
    option_row: Ints
    """The row of pays afterwards."""
    row: Ints
    """The row of pays a hand stands on before."""
    movers: Ints
    """Options that bring something by themselves: they change the row or the stake."""
    mover_step: Ints
    mover_of: Ints
    """By option: its number among the movers, or `NONE`."""


class Ends(NamedTuple):
    """Where a split hand waits for the dealer, by group.

    Ends that differ in leads alone are a *group*: they share a dealer walk. Ends of one place in
    the sums, row and total are a *cell*.
    """

    slot: Ints
    total: Ints
    row: Ints
    place: Ints
    group: Ints
    cell: Ints
    first: Ints
    """Where the ends of each group begin; at last, where the last ones end."""
    group_held: Floats
    """``group_held[group, class]``: cards held or given up, leads apart."""
    cell_place: Ints
    """Ascending."""
    cell_row: Ints
    cell_total: Ints


class Decisions(NamedTuple):
    """What unsplit hands do not decide: settled by what is best for the first hand."""

    step: Ints
    kind: Ints
    """Class of a second card that may be given up; `NONE`: an option at other stakes."""


class Shape(NamedTuple):
    """Which classes are leads, and how the sums are laid out."""

    pair: int
    other: int
    """The second lead; `NONE` if there is none."""
    begin: int
    """How many steps stand before a second card that may be split again; they come first. A draw
    in place of a card given up is one of them only where what it brings may be."""
    cards: int
    """Widths of the sums, ``[others, cards, leads]``."""
    leads: int
    others: int


class AllDraws(NamedTuple):
    """The dealer's draws of all upcards, one after the other."""

    draws: Draws
    first: Ints
    first_key: Ints
    shift: Ints
    """By key: how far its cards move a place in the sums."""


class Paths(NamedTuple):
    """What a split hand of a pair can run through."""

    shape: Shape
    steps: Steps
    ends: Ends
    decisions: Decisions
    draws: AllDraws


class Variants(NamedTuple):
    """Courses of the other hands, for every set of second cards that are given up."""

    pairs: Ints
    """Pair cards that other hands drew."""
    dropped: Ints
    """``dropped[variant, class]``: cards that other hands gave up before those."""
    dropped_pairs: Ints
    dropped_others: Ints
    """Those of the pair's class, and of the other lead."""
    ways: Floats


class Room(NamedTuple):
    """Arrays to work in, kept from one use to the next; `flow` is zero in between."""

    flow: Floats
    arrived: Floats
    taken: Floats
    """``taken[set, mover × BOARDS + board]``: how likely hands take such an option."""
    ended: Floats
    """``ended[set, end × BOARDS + board]``: how likely hands end there."""
    decision: Ints
    """By set: whose it is."""
    changed: NDArray[np.bool_]
    """By set: whether that decision is changed on one board."""
    used: Floats
    """``used[group × BOARDS + board]``: above zero where a group of ends is reached."""
    group: Ints
    """Groups that are reached on one board."""
    cards: Floats
    product: Floats
    total: Floats
    turned: Floats
    """``turned[walker × width + key]``: the same as `total`."""
    met: Floats
    """``met[(set × cells + cell) × width + key]``"""
    amount: Floats
    """``amount[set × cells + cell]``"""
    reached: NDArray[np.bool_]
    """``reached[set × cells + cell]``: whether there is anything in those two."""
    gains: Floats
    """``gains[(row × BUST + total) × width + key]``: what it pays over a dealer bust."""
    known: NDArray[np.bool_]
    """Whether they are made already."""


class Tariffs(NamedTuple):
    """Pay tables by which the flows of a split hand are valued at once."""

    pays: Floats
    """``pays[table, row, total, final]``. A last table may be missing: it pays whatever the dealer
    makes as it pays a bust."""
    base: Floats
    """``base[mover, table]``: what an option brings by itself: how much less or more a bust hand
    then costs."""
    natural: Floats
    """``natural[mover, table]``: how much a dealer natural brings more than is counted for it."""
    arrival: Floats
    """``arrival[what, table]``: what is counted for a hand that got its second card, a bust; and
    how much more with a dealer natural."""


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
    opens: NDArray[np.bool_]
    """Whether it is a first decision."""
    offer: Ints
    """Of a chance: which offers say what is given up; `NONE` where nothing can be."""
    apart: Ints
    """Choices to draw or wait, one for each hand and what was given up of it."""


class CellArrays(NamedTuple):
    """The cells of a chart; see `loops.followed`."""

    draws: NDArray[np.bool_]
    first: NDArray[np.bool_]
    offers: NDArray[np.bool_]


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
    move: Ints
    """Place of the move among those of a chart."""
    option: Ints
    """Number of the option that makes the move."""
    draws: Ints
    waits: Ints
    """Numbers of the options otherwise."""
    table: Ints
    given_up: Ints
    state: Ints
