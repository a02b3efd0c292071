"""One seat in shoes to a cut card by vector code: thirty-two shoes side by side.

`vector.code_of_cards` draws a card for each of them and follows the automaton; what an ended round
or a split asks for is done here, shoe by shoe. The shoes are those of `shoes.single_round`.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from pitboss.sim import njit
from pitboss.sim.draws import GOLDEN, SHOE_BITS, inlined, mix
from pitboss.sim.rounds import code_of, event
from pitboss.sim.shoes import HEAD, PAIRS, ROUNDS, SHOES, SQUARES, is_suited, one_of_two
from pitboss.sim.vector import LANES, REDO

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - as in rounds

PLACE, CARDS = 0, LANES
"""Where numbers of 64 bits lie in the room that the vector code works in."""
COUNT, KEPT, STATE, RANK, ENTRY = (4 * 2 * LANES + LANES * row for row in (0, 13, 26, 27, 28))
"""Where numbers of 16 bits lie: cards left up to each rank, the same after the deal, row, rank
drawn last, and the entry it led to."""
LINE = 64
ROOM = COUNT // 4 + LANES * 29 // 4
"""Numbers of 64 bits in all."""


def new_room() -> NDArray[np.uint64]:
    """Room to work in that begins where a line of the processor's cache does."""
    found = np.zeros(ROOM + LINE // 8, dtype=np.uint64)
    start = -found.ctypes.data % LINE // 8
    return found[start : start + ROOM]


@intrinsic
def next_cards(typing, function, room, table, ends, dealing, root):  # noqa: ARG001
    """Call the vector code at an address."""
    marks = (types.uint16,) * 3
    signature = types.uint64(types.uint64, types.uint64, types.uint64, *marks)

    def generate(context, builder, signature, arguments):  # noqa: ARG001
        word, short = ir.IntType(64), ir.IntType(16)
        kind = ir.FunctionType(word, [word, word, short, short, short])
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(function, arguments[1:])

    return signature, generate


@inlined
def open_lane(longs, shorts, lane, key, shoe, per_rank, start):
    """Have a full shoe in a lane."""
    longs[U(PLACE) + lane] = key + (shoe << U(SHOE_BITS)) * GOLDEN
    longs[U(CARDS) + lane] = U(13) * per_rank
    for rank in range(13):
        shorts[U(COUNT + rank * LANES) + lane] = U(rank + 1) * per_rank
    shorts[U(STATE) + lane] = start


@inlined
def next_card(longs, shorts, lane, table, ends, dealing, root):
    """What the vector code does, for one shoe: for when a draw may have to be skipped."""
    cards = longs[U(CARDS) + lane]
    product = U(0)
    while True:
        product = (mix(longs[U(PLACE) + lane]) >> U(32)) * cards
        longs[U(PLACE) + lane] += GOLDEN
        if product & U(0xFFFFFFFF) >= U(0x100000000) % cards:
            break
    longs[U(CARDS) + lane] = cards - U(1)
    rank, state = U(0), U(shorts[U(STATE) + lane])
    for place in range(13):
        at = U(COUNT + place * LANES) + lane
        if product >> U(32) < U(shorts[at]):
            shorts[at] -= np.uint16(1)
        else:
            rank += U(1)
        if state >= dealing:
            shorts[at + U(KEPT - COUNT)] = shorts[at]
    entry = table[state + rank]
    shorts[U(RANK) + lane] = rank
    shorts[U(ENTRY) + lane] = entry
    shorts[U(STATE) + lane] = entry if entry < ends else root


@njit(cache=True, nogil=True)
def count_lanes(function, longs, shorts, tables, values, wagers, dealing, first, many, tally):
    """Add `many` shoes from number `first` on to `tally`, as `shoes.count_shoes` does.

    `values` is what each code brings, two wagers in each of `PAIRS` numbers.
    """
    book, at, _, table, splits, marks, ends_natural, mixed = tables
    _, _, cut, _, per_rank, key, coins = dealing
    root, start, ends, leaves = marks.root, marks.start, marks.ends, marks.leaves
    room, at_table = U(longs.ctypes.data), U(table.ctypes.data)
    short = np.uint16(ends), np.uint16(marks.dealing), np.uint16(root)
    shoes, rounds = np.empty(LANES, dtype=np.uint64), np.zeros(LANES, dtype=np.uint64)
    rows, all_leaves = np.zeros(LANES, dtype=np.uint32), np.zeros(LANES, dtype=np.uint64)
    controls = np.zeros(LANES, dtype=np.uint32)
    sums, brought = np.zeros(LANES * PAIRS, dtype=np.int64), np.zeros(wagers, dtype=np.int64)
    head = U(HEAD + wagers + 2 * wagers * wagers)
    last_cards, end_of_shoes = U(13) * per_rank - U(cut), U(first + many)
    for lane in range(LANES):
        shoes[lane] = U(first + lane)
        open_lane(longs, shorts, U(lane), key, shoes[lane], per_rank, start)
    following, left = U(first + LANES), many
    while left > 0:
        ended = next_cards(function, room, at_table, short[0], short[1], short[2])
        if ended == U(REDO):
            ended = U(0)
            for number in range(LANES):
                lane = U(number)
                next_card(longs, shorts, lane, table, ends, marks.dealing, root)
                ended |= U(shorts[U(ENTRY) + lane] >= ends) << lane
        while ended != U(0):
            lane = trailing_zeros(ended)
            ended &= ended - U(1)
            end = I(shorts[U(ENTRY) + lane])
            code = U(end - ends)
            number = (shoes[lane] << U(10)) + rounds[lane]
            if end >= leaves:
                play = rows[lane], all_leaves[lane], controls[lane]
                end, state, play = event(splits, marks, play, end)
                rows[lane], all_leaves[lane], controls[lane] = play
                if end == I(0):
                    shorts[U(STATE) + lane] = state
                    continue
                suited = not at.peeks and is_suited(at, coins, number)
                code = U(code_of(book, at, splits, marks, end, play, suited))
            if ends_natural[code]:
                put_back(longs, shorts, lane)
            if code >= U(at.mixed):
                open_ = (code - U(at.mixed)) * U(2)
                code = U(mixed[open_ + U(is_suited(at, coins, number))])
            rounds[lane] += U(1)
            counted = shoes[lane] < end_of_shoes
            tally[head + code] += L(counted)
            mine, row = lane * U(PAIRS), code * U(PAIRS)
            sums[mine] += values[row]
            if wagers > 2:
                sums[mine + U(1)] += values[row + U(1)]
                if wagers > 4:
                    sums[mine + U(2)] += values[row + U(2)]
                    sums[mine + U(3)] += values[row + U(3)]
                    sums[mine + U(4)] += values[row + U(4)]
            if longs[U(CARDS) + lane] > last_cards:
                continue
            if counted:
                left -= 1
                many_rounds = L(rounds[lane])
                tally[SHOES] += 1
                tally[ROUNDS] += many_rounds
                tally[SQUARES] += many_rounds * many_rounds
                for one in range(wagers):
                    brought[one] = one_of_two(sums[mine + U(one // 2)], one)
                for one in range(wagers):
                    tally[HEAD + one] += many_rounds * brought[one]
                    for two in range(wagers):
                        place = HEAD + wagers + one * wagers + two
                        tally[place] += brought[one] * brought[two]
            rounds[lane] = U(0)
            for pair in range(PAIRS):
                sums[mine + U(pair)] = 0
            shoes[lane] = following
            following += U(1)
            open_lane(longs, shorts, lane, key, shoes[lane], per_rank, start)


@inlined
def put_back(longs, shorts, lane):
    """Have the cards after the deal go back, but for the hole card, the last one."""
    rank = L(shorts[U(RANK) + lane])
    for place in range(13):
        kept = shorts[U(KEPT + place * LANES) + lane]
        shorts[U(COUNT + place * LANES) + lane] = kept - np.uint16(rank <= place)
    longs[U(CARDS) + lane] = U(shorts[U(COUNT + 12 * LANES) + lane])


@intrinsic
def trailing_zeros(typing, number):  # noqa: ARG001
    """Which is the lowest bit that is set."""

    def generate(context, builder, signature, arguments):  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate
