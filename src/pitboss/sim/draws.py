"""Randomness by counting, and cards without a shuffle.

A word of random bits is a function of the seed and of its place in a sequence: any round or shoe,
on any machine, can be dealt again by its number. All that is kept of a shoe is how many cards of
each rank it has, and every card left is equally likely to come next, which is all a shuffled shoe
is. Where few cards are gone (`take_fresh`) a draw of 16 bits picks one of the shoe's places, a rank
and a number within the rank; of a rank of which `n` cards are gone the numbers below `n` stand for
those, and a draw that hits one is skipped. Where many are gone (`take_shoe`) a draw of 32 bits
picks one of the cards left, counted through the ranks.

The functions here and in `rounds` are plain Python that numba compiles for the processor and for
CUDA alike.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload, register_jitable

ROUND_BITS = 6
"""A round in a fresh shoe has 2 ** 6 words to itself: 256 draws."""
SHOE_BITS = 12
"""A shoe that is dealt down to its cut card has 2 ** 12."""
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)

inlined = register_jitable(forceinline=True)
"""Streams are tuples of many numbers: a call would pass them through memory."""

LOW_RANKS = np.uint64(0x0101010101010101)
HIGH_RANKS = np.uint64(0x0101010101)

U = np.uint64
L = np.int64


@inlined
def mix(z):  # type: ignore[no-untyped-def]
    """Sixty-four bits thoroughly mixed (the finaliser of splitmix64)."""
    z = (z ^ (z >> U(30))) * FIRST
    z = (z ^ (z >> U(27))) * SECOND
    return z ^ (z >> U(31))


def key_of(seed: int, purpose: int = 0) -> np.uint64:
    """The key of a seed; different purposes of one seed have nothing in common."""
    mask = (1 << 64) - 1
    z = (seed * 4 + purpose + 1) * int(GOLDEN) & mask
    z = (z ^ z >> 30) * int(FIRST) & mask
    z = (z ^ z >> 27) * int(SECOND) & mask
    return U(z ^ z >> 31)


@inlined
def word(key, place):  # type: ignore[no-untyped-def]
    """The word at a place of the sequence; a round or a shoe has a run of them."""
    return mix(key + place * GOLDEN)


@inlined
def take_fresh(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The rank of the next card, and the stream after it.

    A stream: place of the next word, bits left of the last one, draws in them, and how many of each
    rank are gone, a byte each, ranks 0 to 7 and 8 to 12.
    """
    place, bits, left, low, high = stream
    while True:
        if left == U(0):
            bits = word(key, place)
            place += U(1)
            left = U(4)
        f = (bits & U(0xFFFF)) * U(13)
        bits >>= U(16)
        left -= U(1)
        rank = f >> U(16)
        g = (f & U(0xFFFF)) * per_rank
        shift = (rank & U(7)) << U(3)
        gone = (low if rank < U(8) else high) >> shift & U(255)
        if (g & U(0xFFFF)) >= reject and (g >> U(16)) >= gone:
            if rank < U(8):
                low += U(1) << shift
            else:
                high += U(1) << shift
            return L(rank), (place, bits, left, low, high)


@inlined
def full_shoe(key_place, per_rank):  # type: ignore[no-untyped-def]
    """The stream of a full shoe.

    Place of the next word, bits left of the last one, draws in them; cards of each rank, a byte
    each, ranks 0 to 7 and 8 to 12; cards in ranks 0 to 3, 4 to 7, 8 to 11 and 12, sixteen bits
    each; cards in all; cards of each rank when the round began.
    """
    low, high = per_rank * LOW_RANKS, per_rank * HIGH_RANKS
    groups = per_rank * U(0x0001000400040004)
    return key_place, U(0), U(0), low, high, groups, per_rank * U(13), low, high


@inlined
def come_back(low, high):  # type: ignore[no-untyped-def]
    """Groups and number of cards, given those of each rank."""
    groups, cards = U(0), U(0)
    for rank in range(13):
        word_ = low if rank < 8 else high
        many = word_ >> (U(8) * U(rank & 7)) & U(255)
        groups += many << (U(16) * U(rank >> 2))
        cards += many
    return groups, cards


@inlined
def take_shoe(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The rank of the next card, and the stream after it.

    Should the shoe run out, the cards of earlier rounds are shuffled and come back; should all of
    it lie on the felt, another one is opened.
    """
    place, bits, left, low, high, groups, cards, low_before, high_before = stream
    if cards == U(0):
        low = per_rank * LOW_RANKS - low_before
        high = per_rank * HIGH_RANKS - high_before
        if low + high == U(0):
            low, high = per_rank * LOW_RANKS, per_rank * HIGH_RANKS
        low_before, high_before = U(0), U(0)
        groups, cards = come_back(low, high)
    while True:
        if left == U(0):
            bits = word(key, place)
            place += U(1)
            left = U(2)
        product = (bits & U(0xFFFFFFFF)) * cards
        bits >>= U(32)
        left -= U(1)
        rest = product & U(0xFFFFFFFF)
        if rest >= cards or rest >= U(0x100000000) % cards:
            break
    # without branches: where the card lies cannot be predicted
    chosen = product >> U(32)
    one, two, three = groups & U(0xFFFF), groups >> U(16) & U(0xFFFF), groups >> U(32) & U(0xFFFF)
    past_one = U(0) - U(chosen >= one)
    past_two = U(0) - U(chosen >= one + two)
    past_three = U(0) - U(chosen >= one + two + three)
    group = U(0) - (past_one + past_two + past_three)
    chosen -= (one & past_one) + (two & past_two) + (three & past_three)
    shift = (group & U(1)) << U(5)
    ranks = ((low & ~past_two | high & past_two) >> shift) * U(0x01010101)
    inside = (
        U(chosen >= ranks & U(255))
        + U(chosen >= ranks >> U(8) & U(255))
        + U(chosen >= ranks >> U(16) & U(255))
    )
    card = U(1) << (shift + (inside << U(3)))
    low -= card & ~past_two
    high -= card & past_two
    groups -= U(1) << (group << U(4))
    rank = L((group << U(2)) + inside)
    after = (place, bits, left, low, high, groups, cards - U(1), low_before, high_before)
    return rank, after


FRESH_STREAM = 5
"""Length of the stream of a fresh shoe; a shoe's own is longer."""


def take(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The next card of either kind of stream."""
    how = take_fresh if len(stream) == FRESH_STREAM else take_shoe
    return how(key, stream, per_rank, reject)


@overload(take, jit_options={"forceinline": True})
def _take(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]  # noqa: ARG001
    if stream.count == FRESH_STREAM:
        return lambda key, stream, per_rank, reject: take_fresh(key, stream, per_rank, reject)
    return lambda key, stream, per_rank, reject: take_shoe(key, stream, per_rank, reject)


def counter_of(key: int, number: int) -> int:
    """What `word` mixes for a round's first word."""
    return (key + (number << ROUND_BITS) * int(GOLDEN)) % (1 << 64)


def rejected_below(places: int) -> int:
    """Draws whose remainder is below this are skipped: then all places are equally likely."""
    return (1 << 16) % places
