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
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic, overload, register_jitable

from pitboss.sim import njit

ROUND_BITS = 6
"""A round in a fresh shoe has 2 ** 6 words to itself: 256 draws."""
SHOE_BITS = 12
"""A shoe that is dealt down to its cut card has 2 ** 12."""
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)

inlined = register_jitable(forceinline=True)
"""Streams are tuples of many numbers: a call would pass them through memory."""

FOUR_RANKS = 0x01010101

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - numbers of 32 bits; GPUs like them


@inlined
def mix(z):
    """Sixty-four bits thoroughly mixed (the finaliser of splitmix64)."""
    z = (z ^ (z >> U(30))) * FIRST
    z = (z ^ (z >> U(27))) * SECOND
    return z ^ (z >> U(31))


@inlined
def first_place(key, number):
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
def word(key, place):
    """The word at a place of the sequence; a round or a shoe has a run of them."""
    return mix(key + place * GOLDEN)


@inlined
def take_fresh(key, stream, per_rank, reject):
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
def full_shoe(key, shoe, per_rank):
    """The stream of a full shoe.

    What is mixed for the next word; cards of each rank, a byte each, ranks 0 to 3, 4 to 7, 8 to 11
    and 12; cards up to the end of the first three of these groups; cards in all; cards of each rank
    when the round began.
    """
    one, four = I(per_rank), I(I(per_rank) * I(FOUR_RANKS))
    place = key + (shoe << U(SHOE_BITS)) * GOLDEN
    return (
        place, four, four, four, one, I(one * I(4)), I(one * I(8)), I(one * I(12)),
        I(one * I(13)), four, four, four, one,
    )  # fmt: skip


@inlined
def cards_of_four(ranks):
    """How many cards four ranks have together."""
    return I(I(I(ranks * I(FOUR_RANKS)) >> I(24)) & I(255))


@inlined
def come_back(stream, per_rank):
    """The stream after the cards of earlier rounds were shuffled; if there are none, a new shoe."""
    place, _, _, _, _, _, _, _, _, old_a, old_b, old_c, old_d = stream
    one, four = I(per_rank), I(I(per_rank) * I(FOUR_RANKS))
    a, b, c, d = I(four - old_a), I(four - old_b), I(four - old_c), I(one - old_d)
    if I(I(a | b) | I(c | d)) == I(0):
        a, b, c, d = four, four, four, one
    none = I(0)
    return (*with_sums(place, a, b, c, d), none, none, none, none)


@inlined
def draw_packed(shoe):
    """The rank of the next card, and the shoe after it: the first nine numbers of a stream."""
    place, a, b, c, d, first, second, third, cards = shoe
    product = U(0)
    while True:
        product = (mix(place) >> U(32)) * U(cards)
        place += GOLDEN
        rest = I(product)
        if rest >= cards or U(rest) >= U(0x100000000) % U(cards):
            break
    # without branches: where the card lies cannot be predicted
    chosen = I(product >> U(32))
    past_a, past_b, past_c = chosen >= first, chosen >= second, chosen >= third
    before = third if past_c else second if past_b else first if past_a else I(0)
    ranks = d if past_c else c if past_b else b if past_a else a
    chosen = I(chosen - before)
    sums = I(ranks * I(FOUR_RANKS))
    inside = I(
        I(chosen >= I(sums & I(255)))
        + I(chosen >= I(I(sums >> I(8)) & I(255)))
        + I(chosen >= I(I(sums >> I(16)) & I(255)))
    )
    card = I(I(1) << I(inside << I(3)))
    group = I(I(past_a) + I(past_b) + I(past_c))
    after = (
        place, I(a - (I(0) if past_a else card)), I(b - (card if past_a and not past_b else I(0))),
        I(c - (card if past_b and not past_c else I(0))), I(d - (card if past_c else I(0))),
        I(first - I(not past_a)), I(second - I(not past_b)), I(third - I(not past_c)),
        I(cards - I(1)),
    )  # fmt: skip
    return I(I(group << I(2)) + inside), after


@inlined
def take_packed(stream, per_rank):
    """The rank of the next card, and the stream after it.

    Should the shoe run out, the cards of earlier rounds are shuffled and come back; should all of
    it lie on the felt, another one is opened.
    """
    if stream[8] == I(0):
        stream = come_back(stream, per_rank)
    rank, shoe = draw_packed(stream[:9])
    return rank, shoe + stream[9:]


@inlined
def begin_packed(stream):
    """Note which cards the shoe has when a round begins."""
    return stream[:9] + stream[1:5]


@inlined
def ran_out_packed(stream):
    """Whether the shoe ran out since the round began."""
    return I(I(stream[9] | stream[10]) | I(stream[11] | stream[12])) == I(0)


@inlined
def put_back(shoe, kept, rank):
    """The shoe with the four numbers kept of it, less one card; random words go on."""
    card = I(I(1) << I(I(rank & I(3)) << I(3)))
    group = I(rank >> I(2))
    a, b, c, d = kept
    a = I(a - card) if group == I(0) else a
    b = I(b - card) if group == I(1) else b
    c = I(c - card) if group == I(2) else c
    d = I(d - card) if group == I(3) else d
    return with_sums(shoe[0], a, b, c, d)


@inlined
def with_sums(place, a, b, c, d):
    """A shoe of these cards."""
    first = cards_of_four(a)
    second = I(first + cards_of_four(b))
    third = I(second + cards_of_four(c))
    return place, a, b, c, d, first, second, third, I(third + d)


# The same on the processor, where one comparison of a whole register finds a card

PLACES = 16
"""Cumulative counts kept of a shoe: thirteen ranks, and three that are never reached."""


@intrinsic
def pick(typing, address, chosen):  # noqa: ARG001
    """Take the card `chosen` of those left; its rank. At `address` are cumulative counts."""
    signature = types.int64(types.uint64, types.uint64)

    def generate(context, builder, signature, arguments):  # noqa: ARG001
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
def take_counted(key, stream, per_rank, reject):  # noqa: ARG001
    """`take_packed` for another kind of stream.

    Place of the next word, address of the cumulative counts of cards left, cards left, and 1 once
    the shoe has run out.
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
def shuffle_discards(address, per_rank):
    """Have the cards of earlier rounds come back; how many there are."""
    counts = carray(address_as_void_pointer(address), 2 * PLACES, np.uint16)
    gone = U(13) * per_rank - U(counts[PLACES + 12])
    for place in range(13):
        full = U(place + 1) * per_rank
        counts[place] = full - U(counts[PLACES + place]) if gone else full
        counts[PLACES + place] = full  # should it run out again, all of it lies on the felt
    return U(counts[12])


@intrinsic
def address_as_void_pointer(typing, address):  # noqa: ARG001
    """An address as numba's pointer."""

    def generate(context, builder, signature, arguments):  # noqa: ARG001
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.uint64), generate


FRESH_STREAM, PACKED_STREAM = 5, 13
"""Lengths of these kinds of streams."""


def take(key, stream, per_rank, reject):
    """The next card of any kind of stream."""
    if len(stream) == PACKED_STREAM:
        return take_packed(stream, per_rank)
    how = take_fresh if len(stream) == FRESH_STREAM else take_counted
    return how(key, stream, per_rank, reject)


@overload(take, jit_options={"forceinline": True})
def _take(key, stream, per_rank, reject):  # noqa: ARG001
    if len(stream) == FRESH_STREAM:
        return lambda key, stream, per_rank, reject: take_fresh(key, stream, per_rank, reject)
    if len(stream) == PACKED_STREAM:
        return lambda key, stream, per_rank, reject: take_packed(stream, per_rank)  # noqa: ARG005
    return lambda key, stream, per_rank, reject: take_counted(key, stream, per_rank, reject)


def counter_of(key: int, number: int) -> int:
    """What `word` mixes for a round's first word."""
    return (key + (number << ROUND_BITS) * int(GOLDEN)) % (1 << 64)


def rejected_below(places: int) -> int:
    """Draws whose remainder is below this are skipped: then all places are equally likely."""
    return (1 << 16) % places
