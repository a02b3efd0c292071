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
def place_after(random, i, cards, position):
    """Where the next card lies in the rest of a shoe that begins at a position."""
    random[i] += GOLDEN
    bits = mix(random[i]) >> U(32)
    return position + L((bits * U(cards - position)) >> U(32))


@inlined
def take(at, state, tally, shoe, random, i):
    """The next card, face down; where the shoe has run out, discards are dealt on."""
    position = held(state, i, POSITION)
    if position == at.cards:
        position = recycle(at, state, tally, shoe, i)
    chosen = place_after(random, i, at.cards, position)
    card = L(shoe[i, U(chosen)])
    shoe[i, U(chosen)] = shoe[i, U(position)]
    shoe[i, U(position)] = card
    state[i, POSITION] = position + 1
    return card


@inlined
def take_four(at, state, tally, shoe, random, i):
    """The next four cards, face down.

    As `take` four times, but everything is read before anything is written: a GPU waits once.
    """
    p0 = held(state, i, POSITION)
    if p0 + 4 > at.cards:
        first = take(at, state, tally, shoe, random, i)
        second = take(at, state, tally, shoe, random, i)
        third = take(at, state, tally, shoe, random, i)
        return first, second, third, take(at, state, tally, shoe, random, i)
    p1, p2, p3 = p0 + 1, p0 + 2, p0 + 3
    c0 = place_after(random, i, at.cards, p0)
    c1 = place_after(random, i, at.cards, p1)
    c2 = place_after(random, i, at.cards, p2)
    c3 = place_after(random, i, at.cards, p3)
    card0, card1 = L(shoe[i, U(c0)]), L(shoe[i, U(c1)])
    card2, card3 = L(shoe[i, U(c2)]), L(shoe[i, U(c3)])
    moved0, moved1 = L(shoe[i, U(p0)]), L(shoe[i, U(p1)])
    moved2, moved3 = L(shoe[i, U(p2)]), L(shoe[i, U(p3)])
    # what an earlier card's place got from the front of the shoe, a later one finds there
    card1 = moved0 if c1 == c0 else card1
    moved1 = moved0 if p1 == c0 else moved1
    card2 = moved1 if c2 == c1 else (moved0 if c2 == c0 else card2)
    moved2 = moved1 if p2 == c1 else (moved0 if p2 == c0 else moved2)
    card3 = moved2 if c3 == c2 else (moved1 if c3 == c1 else (moved0 if c3 == c0 else card3))
    moved3 = moved2 if p3 == c2 else (moved1 if p3 == c1 else (moved0 if p3 == c0 else moved3))
    shoe[i, U(c0)] = moved0
    shoe[i, U(c1)] = moved1
    shoe[i, U(c2)] = moved2
    shoe[i, U(c3)] = moved3
    shoe[i, U(p0)] = card0
    shoe[i, U(p1)] = card1
    shoe[i, U(p2)] = card2
    shoe[i, U(p3)] = card3
    state[i, POSITION] = p0 + 4
    return card0, card1, card2, card3


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
