"""Randomness by counting, and cards without a shuffle.

A word of random bits is a function of the seed and of its place in a sequence: any round or shoe,
on any machine, can be dealt again by its number. All that is kept of a shoe is how many cards of
each rank it has, and every card left is equally likely to come next, which is all a shuffled shoe
is. Where few cards are gone (`take_fresh`) a draw of 16 bits picks one of the shoe's places, a rank
and a number within the rank; of a rank of which `n` cards are gone the numbers below `n` stand for
those, and a draw that hits one is skipped. Where many are gone (`take_packed`) a draw of 32 bits
(half of a word) picks one of the cards left, counted through the ranks.

The functions here and in `rounds` are plain Python that numba compiles for the processor and for
CUDA alike.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic, overload, register_jitable

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
GROUPS = np.uint64(0x0001000400040004)

U = np.uint64
L = np.int64


@inlined
def mix(z):  # type: ignore[no-untyped-def]
    """Sixty-four bits thoroughly mixed (the finaliser of splitmix64)."""
    z = (z ^ (z >> U(30))) * FIRST
    z = (z ^ (z >> U(27))) * SECOND
    return z ^ (z >> U(31))


@inlined
def first_place(key, number):  # type: ignore[no-untyped-def]
    """What is mixed for a fresh round's first word; each further word is `GOLDEN` on."""
    return key + (number << U(ROUND_BITS)) * GOLDEN


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
def full_shoe(place, per_rank):  # type: ignore[no-untyped-def]
    """The stream of a full shoe.

    Place of the next word; cards of each rank, a byte each, ranks 0 to 7 and 8 to 12; cards in
    ranks 0 to 3, 4 to 7, 8 to 11 and 12, sixteen bits each; cards in all; cards of each rank when
    the round began.
    """
    low, high = per_rank * LOW_RANKS, per_rank * HIGH_RANKS
    return place, low, high, per_rank * GROUPS, per_rank * U(13), low, high


@inlined
def come_back(stream, per_rank):  # type: ignore[no-untyped-def]
    """The stream after the cards of earlier rounds were shuffled; if there are none, a new shoe."""
    place, _, _, _, _, low_before, high_before = stream
    low, high = per_rank * LOW_RANKS - low_before, per_rank * HIGH_RANKS - high_before
    if low | high == U(0):
        low, high = per_rank * LOW_RANKS, per_rank * HIGH_RANKS
    groups, cards = U(0), U(0)
    for rank in range(13):
        ranks = low if rank < 8 else high
        many = ranks >> (U(8) * U(rank & 7)) & U(255)
        groups += many << (U(16) * U(rank >> 2))
        cards += many
    return place, low, high, groups, cards, U(0), U(0)


@inlined
def take_packed(key, stream, per_rank):  # type: ignore[no-untyped-def]
    """The rank of the next card, and the stream after it.

    Should the shoe run out, the cards of earlier rounds are shuffled and come back; should all of
    it lie on the felt, another one is opened.
    """
    if stream[4] == U(0):
        stream = come_back(stream, per_rank)
    place, low, high, groups, cards, low_before, high_before = stream
    while True:
        product = (word(key, place) >> U(32)) * cards
        place += U(1)
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
    groups -= U(1) << (group << U(4))
    low -= card & ~past_two
    high -= card & past_two
    after = (place, low, high, groups, cards - U(1), low_before, high_before)
    return L((group << U(2)) + inside), after


@inlined
def put_back(before, stream, rank):  # type: ignore[no-untyped-def]
    """The shoe as it was before, less one card; random words go on from where they are."""
    _, low, high, groups, cards, low_before, high_before = before
    card = U(1) << (U(8) * U(rank & 7))
    if rank < 8:
        low -= card
    else:
        high -= card
    groups -= U(1) << (U(16) * U(rank >> 2))
    return stream[0], low, high, groups, cards - U(1), low_before, high_before


# The same on the processor, where one comparison of a whole register finds a card

PLACES = 16
"""Cumulative counts kept of a shoe: thirteen ranks, and three that are never reached."""


@intrinsic
def pick(typing, address, chosen):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Take the card `chosen` of those left; its rank. At `address` are cumulative counts."""
    signature = types.int64(types.uint64, types.uint64)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        number = ir.IntType(16)
        vector = ir.VectorType(number, PLACES)
        pointer = builder.inttoptr(arguments[0], vector.as_pointer())
        counts = builder.load(pointer, align=2)
        one = builder.insert_element(
            ir.Constant(vector, ir.Undefined),
            builder.trunc(arguments[1], number),
            ir.Constant(ir.IntType(32), 0),
        )
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), PLACES), [0] * PLACES)
        wanted = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), lanes)
        beyond = builder.icmp_unsigned("<", wanted, counts)
        builder.store(builder.add(counts, builder.sext(beyond, vector)), pointer, align=2)
        bits = builder.bitcast(beyond, ir.IntType(PLACES))
        population = builder.module.declare_intrinsic("llvm.ctpop", [bits.type])
        many = builder.zext(builder.call(population, [bits]), ir.IntType(64))
        return builder.sub(ir.Constant(ir.IntType(64), PLACES), many)

    return signature, generate


@inlined
def take_counted(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """`take_packed` for a stream of: place of the next word, address of the cumulative counts of
    cards left, cards left, and 1 once the shoe has run out.
    """
    place, address, cards, ran_out = stream
    if cards == U(0):
        cards, ran_out = shuffle_discards(address, per_rank), U(1)
    while True:
        product = (word(key, place) >> U(32)) * cards
        place += U(1)
        rest = product & U(0xFFFFFFFF)
        if rest >= cards or rest >= U(0x100000000) % cards:
            break
    return pick(address, product >> U(32)), (place, address, cards - U(1), ran_out)


@njit(cache=True, nogil=True)
def shuffle_discards(address, per_rank):  # type: ignore[no-untyped-def]
    """Have the cards of earlier rounds come back; how many there are."""
    counts = carray(address_as_void_pointer(address), 2 * PLACES, np.uint16)
    gone = U(13) * per_rank - U(counts[PLACES + 12])
    for place in range(13):
        full = U(place + 1) * per_rank
        counts[place] = full - U(counts[PLACES + place]) if gone else full
    return U(counts[12])


@intrinsic
def address_as_void_pointer(typing, address):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """An address as numba's pointer."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.uint64), generate


FRESH_STREAM, PACKED_STREAM = 5, 7
"""Lengths of these kinds of streams."""


def take(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The next card of any kind of stream."""
    if len(stream) == PACKED_STREAM:
        return take_packed(key, stream, per_rank)
    how = take_fresh if len(stream) == FRESH_STREAM else take_counted
    return how(key, stream, per_rank, reject)


@overload(take, jit_options={"forceinline": True})
def _take(key, stream, per_rank, reject):  # type: ignore[no-untyped-def]  # noqa: ARG001
    if len(stream) == FRESH_STREAM:
        return lambda key, stream, per_rank, reject: take_fresh(key, stream, per_rank, reject)
    if len(stream) == PACKED_STREAM:
        return lambda key, stream, per_rank, reject: take_packed(key, stream, per_rank)  # noqa: ARG005
    return lambda key, stream, per_rank, reject: take_counted(key, stream, per_rank, reject)


def counter_of(key: int, number: int) -> int:
    """What `word` mixes for a round's first word."""
    return (key + (number << ROUND_BITS) * int(GOLDEN)) % (1 << 64)


def rejected_below(places: int) -> int:
    """Draws whose remainder is below this are skipped: then all places are equally likely."""
    return (1 << 16) % places
