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

from pitboss.sim.draws import full_shoe, inlined, take_packed
from pitboss.sim.rounds import GIVEN_UP, fast_round, slow_round
from pitboss.sim.shoes import HEAD, MOST_WAGERS, RAN_OUT, ROUNDS, SHOES, SQUARES
from pitboss.sim.steps import CODE, STEP_ROOM, new_round, step

if not hasattr(np, "row_stack"):  # numpy 2.5 has none, and numba-cuda asks for it
    np.row_stack = np.vstack  # type: ignore[attr-defined]

from numba import cuda

if TYPE_CHECKING:
    from pitboss.sim.program import Program

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - as in rounds

THREADS = 512
"""Threads of a block."""
REGISTERS = 32
"""Registers of a thread in fresh shoes: then a multiprocessor is full of threads."""
SHOE_THREADS = 256
SHOE_REGISTERS = 64
STRETCH = 16 * THREADS
"""Rounds a block plays before those it gave up."""
COPIES = 8
"""Histograms of the common outcomes side by side, so that threads do not wait for each other."""
MOST_UNFINISHED = 1023
DEFAULT_SHARED = 48 * 1024
SUMS = 2 * MOST_WAGERS
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
    dealt, rows = I(len(deal)), I(len(following))
    start = I(I(dealt + rows + I(1)) // I(2))
    common = I(common)
    rare = I(common * I(COPIES - 1))
    bins = I(rare + I(len(counts)))
    many = I(start + bins)
    listed = I(I(many + I(1)) * I(2))
    copy_to(tables, I(0), deal, thread)
    copy_to(tables, dealt, following, thread)
    for place in range(thread, bins + I(1), THREADS):
        words[I(start + place)] = I(0)
    cuda.syncthreads()
    own_next = tables[dealt:]
    _, _, _, ends, leaves, _, _, _ = marks
    copy = I(thread & I(COPIES - 1))
    for number in range(stretches):
        base = first + U((L(cuda.blockIdx.x) * stretches + number) * STRETCH)
        offset = thread
        while offset < I(STRETCH):
            code = fast_round(
                tables, own_next, ends, leaves, per_rank, reject, key, base + U(offset)
            )
            if code == GIVEN_UP:
                place = I(cuda.atomic.add(words, many, I(1)))
                tables[I(listed + place)] = np.uint16(offset)
            else:
                where = I(code * I(COPIES)) + copy if code < common else I(code + rare)
                cuda.atomic.add(words, I(start + where), I(1))
            offset = I(offset + I(THREADS))
        cuda.syncthreads()
        place = thread
        while place < words[many]:
            round_ = base + U(tables[I(listed + place)])
            code = slow_round(book, at, own_next, splits, marks, per_rank, reject, key, round_)
            if code == GIVEN_UP:
                last = cuda.atomic.add(unfinished, 0, L(1)) + 1
                if last < len(unfinished):
                    unfinished[last] = L(round_)
            else:
                where = I(code * I(COPIES)) + copy if code < common else I(code + rare)
                cuda.atomic.add(words, I(start + where), I(1))
            place = I(place + I(THREADS))
        cuda.syncthreads()
        if thread == I(0):
            words[many] = I(0)
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
def shoe_kernel(  # type: ignore[no-untyped-def]
    book, at, values, wagers, seats, cut, burn, per_rank, key, coins, first, many, common, tally
):
    """Deal `many` shoes from number `first` on and add what happened to `tally`."""
    own_book = cuda.shared.array(0, np.int16)
    words = cuda.shared.array(0, np.uint32)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for place in range(thread, len(book), threads):
        own_book[place] = book[place]
    start = (len(book) + 1) // 2
    for place in range(thread, seats * common, threads):
        words[start + place] = I(0)
    cuda.syncthreads()
    room = cuda.local.array(STEP_ROOM, np.int64)
    sums = cuda.local.array(SUMS, np.int64)
    own = cuda.local.array(LOCAL, np.int64)
    head = HEAD + wagers + 2 * wagers * wagers
    for place in range(head):
        own[place] = 0
    codes = (len(tally) - head) // seats
    offset, step_by = cuda.grid(1), cuda.gridsize(1)
    rounds, burned, opened = L(0), L(0), False
    stream, play = full_shoe(U(0), per_rank), new_round()
    shoe = U(0)
    while offset < many:
        if not opened:
            shoe = first + U(offset)
            stream = full_shoe(shoe << U(12), per_rank)
            rounds, burned, opened = L(0), L(0), True
            for wager in range(wagers):
                sums[wager] = 0
            play = new_round()
        rank, stream = take_packed(key, stream, per_rank)
        if burned < burn:
            burned += 1
            stream = begin_packed(stream)
            continue
        number = (shoe << U(10)) + U(rounds)
        over, play = step(own_book, at, room, seats, coins, number, play, rank, per_rank)
        if not over:
            continue
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
            own[SHOES] += 1
            own[ROUNDS] += rounds
            own[RAN_OUT] += L(ran_out)
            own[SQUARES] += rounds * rounds
            for one in range(wagers):
                own[HEAD + one] += rounds * sums[one]
                for two in range(wagers):
                    own[HEAD + wagers + one * wagers + two] += sums[one] * sums[two]
            opened = False
            offset += step_by
        stream, play = begin_packed(stream), new_round()
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
        self.blocks = 4 * int(getattr(device, "MULTIPROCESSOR_COUNT", 1) or 1)

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
        stretches = many // stretch
        common = machine.split_codes.base
        counts = cuda.to_device(np.zeros(machine.codes, dtype=np.int64))
        shared = (
            2 * (len(automaton.deal) + len(automaton.next) + 1)
            + 4 * (common * COPIES + machine.codes - common + 1)
            + 2 * STRETCH
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
        book = program.book
        tally = cuda.to_device(np.zeros(program.size, dtype=np.int64))
        shared = 2 * (len(book) + 1) + 4 * program.dealing.seats * common
        arguments = (
            self._on_device("book", book), program.places,
            self._on_device("values", program.values), program.wagers, *program.shoe_arguments(),
            np.uint64(first), many, common, tally,
        )  # fmt: skip
        allow_shared(shoe_kernel, arguments, shared)
        shoe_kernel[self.blocks, SHOE_THREADS, 0, shared](*arguments)
        return tally.copy_to_host()


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
