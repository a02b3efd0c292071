"""Randomness by counting, and cards without a shuffle.

Word `j` of stream `s` is a function of the seed and of (s, j) alone: any round, on any machine, can
be dealt again by its number. A word holds four draws of 16 bits. A draw picks one of the shoe's
places, all equally likely: its rank and its number within the rank. Of a rank of which `n` cards
are gone the numbers below `n` stand for those; a draw that hits one is skipped, so every card that
is left is equally likely, which is all a shuffled shoe is.

The functions here and in `rounds` are plain Python that numba compiles for the processor and for
CUDA alike.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

ROUND_BITS = 6
"""A round in a fresh shoe has 2 ** 6 words to itself: 256 draws."""
SHOE_BITS = 12
"""A shoe that is dealt down to its cut card has 2 ** 12."""
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)

U = np.uint64


@register_jitable
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


@register_jitable
def word(key, place):  # type: ignore[no-untyped-def]
    """The word at a place of the sequence; a round or a shoe has a run of them."""
    return mix(key + place * GOLDEN)


def counter_of(key: int, number: int) -> int:
    """What `word` mixes for a round's first word."""
    return (key + (number << ROUND_BITS) * int(GOLDEN)) % (1 << 64)


def rejected_below(places: int) -> int:
    """Draws whose remainder is below this are skipped: then all places are equally likely."""
    return (1 << 16) % places
