"""Split rounds dealt at random and played out by decisions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.programme.loops.play import CHANCE
from pitboss.rules.settlement import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FIRST, OTHER = 1, 2
"""Hands that can be split a second time; see `Sample.again`."""


class Sample(NamedTuple):
    """Sampled split rounds of one part, as parallel arrays."""

    total: Floats
    """Units won on all hands together."""
    second: Floats
    """Units won on the wager that moved to the second hand."""
    entry: Ints
    """Where the first hand ended: an entry of an outcome table, flat."""
    again: Ints
    """What is split a second time: nothing (0), the first hand (1), another after it (2)."""
    natural: NDArray[np.bool_]
    """Whether the dealer had a natural (without a peek only)."""


class Split(NamedTuple):
    """A pair that is split, as far as chance and the order of play go."""

    pair: int
    up: int
    max_hands: int
    mates: float
    begin: int
    """Steps of a hand before its second card."""
    row: int
    """Row of pays a hand begins on."""
    first_always: bool
    """Whether the first hand is played as such after a second split too."""


class Room(NamedTuple):
    """What a round is played in."""

    random: NDArray[np.uint64]
    """Where the sequence of random numbers stands."""
    shoe: Ints
    """Cards left of each class, and of all."""
    stock: Ints
    """Of the pair's class: cards left that are no mates, and mates."""
    ended: Ints
    """Where each hand ended: its row, its total."""
    moved: NDArray[np.bool_]
    """By hand still to play: whether it has the second wager."""


class Dealer(NamedTuple):
    """How the dealer plays."""

    values: Ints
    """Of card classes."""
    final: Ints
    next: Ints
    peeks: bool


class Pays(NamedTuple):
    """What a hand brings."""

    per_unit: Floats
    """``[row, total, final]``"""
    units: Floats
    """By row."""


inlined = register_jitable(forceinline=True, _nrt=False)
"""Counting who uses an array would take longer than playing; nothing is allocated here."""


@inlined
def _random(state):
    """The next of a splitmix64 sequence."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def _card(shoe, state):
    """A card drawn from the shoe; the last entry of `shoe` is how many are left."""
    kinds = len(shoe) - 1
    place = np.int64(_random(state) % np.uint64(shoe[kinds]))
    kind = 0
    while place >= shoe[kind]:
        place -= shoe[kind]
        kind += 1
    shoe[kind] -= 1
    shoe[kinds] -= 1
    return kind


@inlined
def _is_mate(stock, state):
    """Whether a card of the pair's class that was drawn is a mate; `stock` is others, mates."""
    mate = np.int64(_random(state) % np.uint64(stock[0] + stock[1])) < stock[1]
    stock[1 if mate else 0] -= 1
    return mate


@inlined
def play_out(shoe, stock, state, split, steps, ends, picks, room):
    """One hand: its row, its total, and whether it drew a mate while there is `room` to split."""
    many, step = len(steps.kind), 0
    row = split.row
    while step < many:
        if steps.kind[step] == CHANCE:
            card = _card(shoe, state)
            mate = card == split.pair and _is_mate(stock, state)
            if steps.again[step, card] >= 0 and picks[step] >> card & 1:
                step = steps.again[step, card]
                continue
            if mate and room and step < split.begin:
                return row, 0, True
            step = steps.child[step, card]
            continue
        option = steps.first_option[step] + picks[step]
        row = steps.option_row[option]
        if steps.option_times[option] == 0.0:
            return row, BUST, False
        step = steps.option_to[option]
    if step < many + len(ends.slot):
        return ends.row[step - many], ends.total[step - many], False
    return row, BUST, False


@njit(cache=True, nogil=True, _nrt=False)
def sample_splits(split, left, steps, ends, first_picks, later_picks, dealer, pays, sample, room):
    """Play split rounds from the pair on into `sample`."""
    kinds, finals, pair = len(left), pays.per_unit.shape[2], split.pair
    values, up, max_hands = dealer.values, split.up, split.max_hands
    total, second, entry, again, natural = sample
    state, shoe, stock, ended, moved = room
    rounds = len(total)
    drawn = 0
    while drawn < rounds:
        for c in range(kinds):
            shoe[c] = np.int64(left[c])
        shoe[pair] -= 2
        shoe[kinds] = 0
        for c in range(kinds):
            shoe[kinds] += shoe[c]
        hole = _card(shoe, state)
        low, high = min(values[up], values[hole]), max(values[up], values[hole])
        dealt = low == 1 and high == 10
        if dealt and dealer.peeks:
            continue
        # Cards of the pair's class are interchangeable but for this: which of them are mates.
        stock[0] = np.int64(left[pair]) - 2 - np.int64(split.mates)
        stock[1] = np.int64(split.mates)
        if hole == pair:
            _is_mate(stock, state)
        made, finished, waiting = 2, 0, 2
        moved[0], moved[1] = True, False  # a stack: the first hand is on top, the second below
        kept = True  # nothing was split again so far
        second_at = -1
        while waiting > 0:
            waiting -= 1
            own = moved[waiting]
            first = finished == 0 and (kept or split.first_always)
            picks = first_picks if first else later_picks
            row, points, pairs = play_out(
                shoe, stock, state, split, steps, ends, picks, made < max_hands
            )
            if pairs:
                if kept:
                    again[drawn] = FIRST if finished == 0 else OTHER
                made += 1
                kept = False
                # the hand in place keeps its wager, the new one is placed next
                moved[waiting] = False
                moved[waiting + 1] = own
                waiting += 2
                continue
            ended[finished, 0], ended[finished, 1] = row, points
            if own:
                second_at = finished
            finished += 1
        final = finals - 1
        if not dealt:
            reached = dealer.next[dealer.next[0, values[up]], values[hole]]
            while dealer.final[reached] < 0:
                reached = dealer.next[reached, values[_card(shoe, state)]]
            final = dealer.final[reached]
        for place in range(finished):
            row, points = ended[place]
            won = pays.per_unit[row, BUST if dealt else points, final]
            total[drawn] += won * pays.units[row]
            if place == second_at:
                second[drawn] = won
        row, points = ended[0]
        entry[drawn] = (row * 23 + points) * finals + (0 if points == BUST else final)
        natural[drawn] = dealt
        drawn += 1
