"""Cards of a shoe that is shuffled as it is dealt.

They come in the table's order, so the cards of a round are those at the front of the shoe, and the
table can be dealt the same ones.
"""

from __future__ import annotations

from numba.extending import register_jitable

from pitboss.env.steps.numbers import (
    HOLE,
    HOLE_UP,
    POSITION,
    RAN_OUT,
    RANKS,
    START,
    L,
    U,
    held,
    inlined,
)  # fmt: skip
from pitboss.sim.draws import GOLDEN, mix


@inlined
def take(at, state, tally, shoe, random, i):
    """The next card, face down; where the shoe has run out, discards are dealt on."""
    position = held(state, i, POSITION)
    if position == at.cards:
        position = recycle(at, state, tally, shoe, i)
    random[i] += GOLDEN
    bits = mix(random[i]) >> U(32)
    chosen = position + L((bits * U(at.cards - position)) >> U(32))
    card = L(shoe[i, U(chosen)])
    shoe[i, U(chosen)] = shoe[i, U(position)]
    shoe[i, U(position)] = card
    state[i, POSITION] = position + 1
    return card


@inlined
def take_open(at, state, tally, shoe, random, i):
    """The next card, face up."""
    card = take(at, state, tally, shoe, random, i)
    tally[i, U(card >> 2)] += 1
    return card


@inlined
def reverse(shoe, i, first, last):
    """Turn a stretch of a shoe around."""
    while first < last:
        one = shoe[i, first]
        shoe[i, first] = shoe[i, last]
        shoe[i, last] = one
        first += 1
        last -= 1


@register_jitable(_nrt=False)
def recycle(at, state, tally, shoe, i):
    """The cards of this round come to the front, the discards behind them; where they begin."""
    start = held(state, i, START)
    reverse(shoe, i, L(0), start - 1)
    reverse(shoe, i, start, at.cards - 1)
    reverse(shoe, i, L(0), at.cards - 1)
    used = at.cards - start
    for rank in range(RANKS):
        tally[i, rank] = 0
    for place in range(used):
        tally[i, L(shoe[i, place]) >> 2] += 1
    if state[i, HOLE] >= 0 and not state[i, HOLE_UP]:
        tally[i, L(state[i, HOLE]) >> 2] -= 1
    state[i, START] = 0
    state[i, RAN_OUT] = 1
    return used
