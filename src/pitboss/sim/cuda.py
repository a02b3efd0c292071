"""The same rounds and shoes on an NVIDIA GPU, from the same source.

One kernel for fresh shoes, one for shoes to a cut card. Tables and histograms lie in shared memory.
Rounds that `fast_round` gives up are listed, and played when a stretch is done, so that a warp's
threads stay together. Only what CUDA's own simulator knows is used: barriers, shared memory,
atomics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.sim.draws import full_shoe, inlined, put_back, take_packed
from pitboss.sim.rounds import GIVEN_UP, code_of, event, fast_round, no_split, slow_round
from pitboss.sim.shoes import (
    CODE,
    HEAD,
    MOST_WAGERS,
    RAN_OUT,
    ROOM,
    ROUNDS,
    SHOES,
    SQUARES,
    deal_round,
    is_suited,
)

if not hasattr(np, "row_stack"):  # numpy 2.5 has none, and numba-cuda asks for it
    np.row_stack = np.vstack  # type: ignore[attr-defined]

from numba import cuda

if TYPE_CHECKING:
    from pitboss.sim.program import Program

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - as in rounds

THREADS = 1024
"""Threads of a block."""
REGISTERS = 32
"""Registers of a thread in fresh shoes: then a multiprocessor is full of threads."""
SHOE_THREADS = 256
SHOE_REGISTERS = 64
STRETCH = 4 * THREADS
"""Rounds a block plays before it looks at those given up."""
COPIES = 8
"""Histograms of the common outcomes side by side, so that threads do not wait for each other."""
MOST_STRETCHES = (1 << 31) // STRETCH
"""Of a block in one call: its rounds are numbered by 32 bits."""
MOST_UNFINISHED = 1023
DEFAULT_SHARED = 48 * 1024
SUMS = 2 * MOST_WAGERS
PAIRS = (MOST_WAGERS + 1) // 2
LOCAL = 256
"""Numbers a thread adds up by itself while it deals shoes."""


@cuda.jit(max_registers=REGISTERS)
def fresh_kernel(  # type: ignore[no-untyped-def]
    book,
    at,
    deal,
    following,
    splits,
    marks,
    per_rank,
    reject,
    key,
    first,
    stretches,
    common,
    counts,
    unfinished,
):
    """Play `stretches` × `STRETCH` rounds for every block of threads.

    Rounds that even `slow_round` gives up are counted and listed in `unfinished`.
    """
    tables = cuda.shared.array(0, np.uint16)
    words = cuda.shared.array(0, np.uint32)
    thread = I(cuda.threadIdx.x)
    rows, common = I(len(following)), I(common)
    start = I(I(rows + I(len(deal)) + I(1)) // I(2))
    rare = I(common * I(COPIES - 1))
    bins = I(rare + I(len(counts)))
    many = I(start + bins)
    listed = I(many + I(1))
    copy_to(tables, I(0), following, thread)
    copy_to(tables, rows, deal, thread)
    for place in range(thread, bins + I(1), THREADS):
        words[I(start + place)] = I(0)
    cuda.syncthreads()
    own_deal = tables[rows:]
    _, _, _, ends, leaves, _, _, _ = marks
    copy = I(thread & I(COPIES - 1))
    base = first + U(L(cuda.blockIdx.x) * stretches * STRETCH)
    for number in range(stretches + 1):
        offset = I(I(number) * I(STRETCH) + thread)
        if number < stretches:
            for _ in range(STRETCH // THREADS):
                code = fast_round(
                    own_deal, tables, ends, leaves, per_rank, reject, key, base + U(offset), True
                )
                if code == GIVEN_UP:
                    place = I(cuda.atomic.add(words, many, I(1)))
                    words[I(listed + place)] = offset
                else:
                    where = I(code * I(COPIES)) + copy if code < common else I(code + rare)
                    cuda.atomic.add(words, I(start + where), I(1))
                offset = I(offset + I(THREADS))
        cuda.syncthreads()
        # rounds given up are played when there is one for each thread, and at the end
        waiting = words[many]
        while waiting >= I(THREADS) or (number == stretches and waiting > I(0)):
            now = min(waiting, I(THREADS))
            waiting = I(waiting - now)
            if thread < now:
                round_ = base + U(words[I(listed + waiting + thread)])
                code = slow_round(book, at, tables, splits, marks, per_rank, reject, key, round_)
                if code == GIVEN_UP:
                    last = cuda.atomic.add(unfinished, 0, L(1)) + 1
                    if last < len(unfinished):
                        unfinished[last] = L(round_)
                else:
                    where = I(code * I(COPIES)) + copy if code < common else I(code + rare)
                    cuda.atomic.add(words, I(start + where), I(1))
        cuda.syncthreads()
        if thread == I(0):
            words[many] = waiting
        cuda.syncthreads()
    for place in range(thread, bins, THREADS):
        found = words[I(start + place)]
        if found > I(0):
            kind = place // I(COPIES) if place < common * I(COPIES) else place - rare
            cuda.atomic.add(counts, kind, L(found))


@inlined
def copy_to(target, start, source, thread):  # type: ignore[no-untyped-def]
    """Copy a table into shared memory, all threads together."""
    for place in range(thread, len(source), THREADS):
        target[I(start + I(place))] = source[place]


@cuda.jit(max_registers=SHOE_REGISTERS)
def single_kernel(  # type: ignore[no-untyped-def]
    book,
    at,
    following,
    splits,
    marks,
    ends_natural,
    mixed,
    values,
    wagers,
    cut,
    burn,
    per_rank,
    key,
    coins,
    first,
    many,
    common,
    tally,
):
    """Deal `many` shoes of one seat from number `first` on, as `shoes.single_round` does.

    Each thread takes one card after the other, whatever its round is at. `values` holds what a code
    brings to two wagers in each number.
    """
    tables = cuda.shared.array(0, np.uint16)
    words = cuda.shared.array(0, np.uint32)
    thread = I(cuda.threadIdx.x)
    start = I((len(following) + 1) // 2)
    common = I(common)
    for place in range(thread, len(following), SHOE_THREADS):
        tables[place] = following[place]
    for place in range(thread, common * I(COPIES), SHOE_THREADS):
        words[I(start + I(place))] = I(0)
    cuda.syncthreads()
    pairs = (wagers + 1) // 2
    sums = cuda.local.array(PAIRS, np.int64)
    own = cuda.local.array(LOCAL, np.int64)
    head = HEAD + wagers + 2 * wagers * wagers
    for place in range(head):
        own[place] = 0
    player, dealing, root, ends, _, _, _, _ = marks
    offset, copy = cuda.grid(1), I(thread & I(COPIES - 1))
    shoe, rounds, left, opened, closing = U(0), L(0), L(0), False, False
    stream = full_shoe(U(0), per_rank)
    before, state, play, code = stream, root, no_split(), L(0)
    while True:
        if not opened:
            if offset >= many:
                break
            shoe = first + U(offset)
            stream = full_shoe(shoe << U(12), per_rank)
            rounds, left, opened = L(0), L(burn), True
            for pair in range(pairs):
                sums[pair] = 0
            state, play = root, no_split()
        rank, stream = take_packed(key, stream, per_rank)
        over = closing
        if left > 0:
            left -= 1
            stream = begin_packed(stream)
        elif not closing:
            entry, last, end = I(tables[I(state + I(rank))]), state, I(0)
            if entry < ends:
                state = entry
            else:
                end, state, play = event(splits, marks, play, entry)
            if last >= dealing:
                before = stream
            if end > I(0):
                number = (shoe << U(10)) + U(rounds)
                suited = not at.peeks and is_suited(at, coins, number)
                code = L(code_of(book, at, marks, end, play, suited))
                if last >= player:
                    closing = True
                else:
                    over = True
                    if ends_natural[code] and stream[5] | stream[6] != U(0):
                        stream = put_back(before, stream, rank)
                if code >= at.mixed:
                    code = L(mixed[(code - at.mixed) * 2 + L(is_suited(at, coins, number))])
        if over:
            closing = False
            rounds += 1
            if code < common:
                cuda.atomic.add(words, I(start + I(code) * I(COPIES) + copy), I(1))
            else:
                cuda.atomic.add(tally, head + code, L(1))
            for pair in range(pairs):
                sums[pair] += values[code * pairs + pair]
            ran_out = stream[5] | stream[6] == U(0)
            if ran_out or L(U(13) * per_rank - stream[4]) >= cut:
                own[SHOES] += 1
                own[ROUNDS] += rounds
                own[RAN_OUT] += L(ran_out)
                own[SQUARES] += rounds * rounds
                for one in range(wagers):
                    mine = unpacked(sums, one)
                    own[HEAD + one] += rounds * mine
                    for two in range(wagers):
                        own[HEAD + wagers + one * wagers + two] += mine * unpacked(sums, two)
                opened = False
                offset += cuda.gridsize(1)
            stream, state, play = begin_packed(stream), root, no_split()
    for place in range(head):
        if own[place] != 0:
            cuda.atomic.add(tally, place, own[place])
    cuda.syncthreads()
    for place in range(thread, common * I(COPIES), SHOE_THREADS):
        if words[I(start + I(place))] > 0:
            cuda.atomic.add(tally, head + place // COPIES, L(words[I(start + I(place))]))


@inlined
def unpacked(sums, wager):  # type: ignore[no-untyped-def]
    """One of the two numbers added up in one."""
    low = L(np.int32(sums[wager >> 1] & 0xFFFFFFFF))
    return (sums[wager >> 1] - low) >> 32 if wager & 1 else low


@cuda.jit(max_registers=SHOE_REGISTERS)
def table_kernel(  # type: ignore[no-untyped-def]
    book, at, values, wagers, seats, cut, burn, per_rank, key, coins, first, many, common, tally
):
    """Deal `many` shoes of several seats from number `first` on."""
    own_book = cuda.shared.array(0, np.int16)
    words = cuda.shared.array(0, np.uint32)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for place in range(thread, len(book), threads):
        own_book[place] = book[place]
    start = (len(book) + 1) // 2
    for place in range(thread, seats * common, threads):
        words[start + place] = I(0)
    cuda.syncthreads()
    room = cuda.local.array(ROOM, np.int64)
    sums = cuda.local.array(SUMS, np.int64)
    own = cuda.local.array(LOCAL, np.int64)
    head = HEAD + wagers + 2 * wagers * wagers
    for place in range(head):
        own[place] = 0
    codes = (len(tally) - head) // seats
    for offset in range(cuda.grid(1), many, cuda.gridsize(1)):
        shoe = first + U(offset)
        stream = full_shoe(shoe << U(12), per_rank)
        for _ in range(burn):
            _, stream = take_packed(key, stream, per_rank)
        for wager in range(wagers):
            sums[wager] = 0
        rounds = L(0)
        while True:
            stream = begin_packed(stream)
            number = (shoe << U(10)) + U(rounds)
            stream = deal_round(own_book, at, room, seats, key, coins, number, stream, per_rank)
            rounds += 1
            for wager in range(wagers):
                sums[wagers + wager] = 0
            for seat in range(seats):
                code = room[CODE + seat]
                if code < common:
                    cuda.atomic.add(words, start + seat * common + code, I(1))
                else:
                    cuda.atomic.add(tally, head + seat * codes + code, L(1))
                for wager in range(wagers):
                    sums[wagers + wager] += values[code * wagers + wager]
            for one in range(wagers):
                sums[one] += sums[wagers + one]
                if seats > 1 and cut > 0:
                    for two in range(wagers):
                        own[HEAD + wagers + wagers * wagers + one * wagers + two] += (
                            sums[wagers + one] * sums[wagers + two]
                        )
            ran_out = stream[5] | stream[6] == U(0)
            if ran_out or L(U(13) * per_rank - stream[4]) >= cut:
                own[RAN_OUT] += L(ran_out)
                break
        own[SHOES] += 1
        own[ROUNDS] += rounds
        own[SQUARES] += rounds * rounds
        for one in range(wagers):
            own[HEAD + one] += rounds * sums[one]
            for two in range(wagers):
                own[HEAD + wagers + one * wagers + two] += sums[one] * sums[two]
    for place in range(head):
        if own[place] != 0:
            cuda.atomic.add(tally, place, own[place])
    cuda.syncthreads()
    for place in range(thread, seats * common, threads):
        if words[start + place] > 0:
            seat, code = place // common, place % common
            cuda.atomic.add(tally, head + seat * codes + code, L(words[start + place]))


@inlined
def begin_packed(stream):  # type: ignore[no-untyped-def]
    """Note which cards the shoe has when a round begins."""
    place, low, high, groups, cards, _, _ = stream
    return place, low, high, groups, cards, low, high


class Runner:
    """Runs a program's units on the GPU."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._arrays: dict[str, Any] = {}
        device = cuda.get_current_device()
        self.blocks = 2 * int(getattr(device, "MULTIPROCESSOR_COUNT", 1) or 1)

    def _on_device(self, name: str, array: NDArray[Any]) -> Any:
        if name not in self._arrays:
            self._arrays[name] = cuda.to_device(array)
        return self._arrays[name]

    def rounds(self, first: int, many: int) -> tuple[NDArray[np.int64], int]:
        """The tally of rounds from `first` on, and how many it is of: a multiple of a stretch."""
        program = self.program
        automaton, machine = program.automaton, program.machine
        assert automaton is not None
        stretch = self.blocks * STRETCH
        stretches = min(many // stretch, MOST_STRETCHES)
        common = machine.split_codes.base
        counts = cuda.to_device(np.zeros(machine.codes, dtype=np.int64))
        shared = (
            2 * (len(automaton.deal) + len(automaton.next) + 1)
            + 4 * (common * COPIES + machine.codes - common + 1)
            + 4 * (STRETCH + THREADS)
        )
        if stretches:
            arrays = program.fresh_arguments()
            names = ("book", "", "deal", "next", "splits")
            arguments = tuple(
                self._on_device(name, array) if name else array
                for name, array in zip(names, arrays[:5], strict=True)
            )
            unfinished = cuda.to_device(np.zeros(MOST_UNFINISHED + 1, dtype=np.int64))
            arguments += (
                *arrays[5:], np.uint64(first), stretches, common, counts, unfinished,
            )  # fmt: skip
            allow_shared(fresh_kernel, arguments, shared)
            fresh_kernel[self.blocks, THREADS, 0, shared](*arguments)
            found: NDArray[np.int64] = counts.copy_to_host()
            many, *rest = unfinished.copy_to_host().tolist()
            assert many <= MOST_UNFINISHED, "so many rounds of fifteen equal ranks cannot be"
            for number in rest[:many]:
                found += program.run_plain(number, 1)
            return found, stretches * stretch
        return counts.copy_to_host(), 0

    def shoes(self, first: int, many: int) -> NDArray[np.int64]:
        """The tally of shoes from `first` on."""
        program = self.program
        common = program.machine.split_codes.base
        tally = cuda.to_device(np.zeros(program.size, dtype=np.int64))
        tables, dealing = program.shoe_arguments()
        book = self._on_device("book", program.book)
        blocks = 2 * self.blocks
        if program.single:
            _, following, splits, marks, naturals, mixed = tables
            kernel: Any = single_kernel
            arguments = (
                book, program.places, self._on_device("next", following),
                self._on_device("splits", splits), marks, self._on_device("naturals", naturals),
                self._on_device("mixed", mixed), self._on_device("pairs", in_pairs(program)),
                program.wagers, *dealing[2:], np.uint64(first), many, common, tally,
            )  # fmt: skip
            shared = 2 * (len(following) + 1) + 4 * common * COPIES
        else:
            kernel = table_kernel
            arguments = (
                book, program.places, self._on_device("values", program.values), program.wagers,
                *dealing[1:], np.uint64(first), many, common, tally,
            )  # fmt: skip
            shared = 2 * (len(program.book) + 1) + 4 * program.dealing.seats * common
        allow_shared(kernel, arguments, shared)
        kernel[blocks, SHOE_THREADS, 0, shared](*arguments)
        return tally.copy_to_host()


def in_pairs(program: Program) -> NDArray[np.int64]:
    """What codes bring to wagers, two wagers in each number."""
    values = program.values.reshape(-1, program.wagers)
    even, odd = values[:, 0::2], np.zeros_like(values[:, 0::2])
    odd[:, : values.shape[1] // 2] = values[:, 1::2]
    return (even + (odd << 32)).reshape(-1)


def allow_shared(kernel: Any, arguments: Any, wanted: int) -> None:
    """Ask for more shared memory than a block has by default, where that is needed."""
    if wanted <= DEFAULT_SHARED or not hasattr(kernel, "typeof_pyval"):
        return
    from cuda.bindings.driver import CUfunction_attribute
    from numba.cuda.cudadrv.driver import driver

    compiled = kernel.compile(tuple(kernel.typeof_pyval(argument) for argument in arguments))
    function = compiled._codelibrary.get_cufunc()
    driver.cuKernelSetAttribute(
        CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, wanted,
        function.handle, function.device.id,
    )  # fmt: skip
