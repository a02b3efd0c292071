"""The same rounds and shoes on an NVIDIA GPU, from the same source.

One kernel for fresh shoes, one for shoes to a cut card. Tables and histograms lie in shared memory.
Rounds that `fast_round` gives up are listed, and played when a stretch is done, so that a warp's
threads stay together. Only what CUDA's own simulator knows is used: barriers, shared memory,
atomics.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.errors import RulesError
from pitboss.sim.draws import (
    begin_packed,
    draw_packed,
    full_shoe,
    inlined,
    put_back,
    ran_out_packed,
    take_packed,
)
from pitboss.sim.rounds import GIVEN_UP, code_of, event, fast_round, no_split, slow_round
from pitboss.sim.shoes import (
    CODE,
    HEAD,
    MOST_WAGERS,
    PAIRS,
    RAN_OUT,
    ROOM,
    ROUNDS,
    SHOES,
    SQUARES,
    deal_round,
    is_suited,
    one_of_two,
)

if not hasattr(np, "row_stack"):  # numpy 2.5 has none, and numba-cuda asks for it
    np.row_stack = np.vstack

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
SHOE_BLOCKS = 8
AT_ONCE = 2
"""Cards a thread draws before it looks whether its round is over."""
SUM_BLOCKS = 4
SINGLE_REGISTERS = 64
TABLE_REGISTERS = 80
MOST_SHOES = 1 << 21
BUFFER = 1 << 28
"""Outcomes of shoes kept at once."""
STRETCH = 8 * THREADS
"""Rounds a block plays before it looks at those given up."""
COPIES = 8
"""Histograms of the common outcomes side by side, so that threads do not wait for each other."""
MOST_STRETCHES = (1 << 31) // STRETCH
"""Of a block in one call: its rounds are numbered by 32 bits."""
MOST_UNFINISHED = 1023
DEFAULT_SHARED = 48 * 1024
SQUARE = MOST_WAGERS * MOST_WAGERS


@cuda.jit(max_registers=REGISTERS)
def fresh_kernel(
    book,
    at,
    deal,
    following,
    splits,
    marks,
    draws,
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
    ends, leaves = marks.ends, marks.leaves
    per_rank, reject, key = draws
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
            kind = place // I(COPIES) if place < I(common * I(COPIES)) else place - rare
            cuda.atomic.add(counts, kind, L(found))


@inlined
def copy_to(target, start, source, thread):
    """Copy a table into shared memory, all threads together."""
    for place in range(thread, len(source), THREADS):
        target[I(start + I(place))] = source[place]


@cuda.jit(max_registers=SINGLE_REGISTERS)
def single_kernel(
    book,
    at,
    following,
    splits,
    marks,
    ends_natural,
    mixed,
    shoes,
    first,
    many,
    codes,
    lengths,
):
    """Deal `many` shoes of one seat from number `first` on, as `shoes.single_round` does.

    Each thread takes card after card and looks what to do about its round after every second one:
    what a few threads have to do, all of a warp wait for. Outcome codes go to rows of `codes`,
    `many` each, and how many there are to `lengths`.
    """
    tables = cuda.shared.array(0, np.uint16)
    for place in range(cuda.threadIdx.x, len(following), cuda.blockDim.x):
        tables[place] = following[place]
    cuda.syncthreads()
    dealing, root, start = marks.dealing, marks.root, marks.start
    ends, leaves = marks.ends, marks.leaves
    _, _, cut, _, per_rank, key, coins = shoes
    offset, step = I(cuda.grid(1)), I(cuda.gridsize(1))
    last_cards = I(U(13) * per_rank - U(cut))
    place, rounds, rank, state, play = offset, I(0), I(0), start, no_split()
    shoe = full_shoe(key, first + U(offset), per_rank)[:9]
    kept = shoe[1:5]
    while offset < I(many):
        for _ in range(AT_ONCE):
            if state < ends:
                rank, shoe = draw_packed(shoe)
                if state >= dealing:
                    kept = shoe[1:5]
                state = I(tables[I(state + rank)])
        if state >= ends:
            end, entry = state, state
            if entry >= leaves:
                end, state, play = event(splits, marks, play, entry)
            if end > I(0):
                state = root
                number = ((first + U(offset)) << U(10)) + U(rounds)
                suited = at.peeks == 0 and is_suited(at, coins, number)
                code = code_of(book, at, splits, marks, end, play, suited)
                if ends_natural[code] != 0:
                    shoe = put_back(shoe, kept, rank)
                if code >= I(at.mixed):
                    open_ = I(I(code - I(at.mixed)) * I(2))
                    code = I(mixed[I(open_ + I(is_suited(at, coins, number)))])
                codes[place] = np.uint16(code)
                place = I(place + I(many))
                rounds = I(rounds + I(1))
                if shoe[8] <= last_cards:
                    lengths[offset] = np.int16(rounds)
                    offset = I(offset + step)
                    shoe = full_shoe(key, first + U(offset), per_rank)[:9]
                    place, rounds, state = offset, I(0), start


@cuda.jit(max_registers=TABLE_REGISTERS)
def table_kernel(book, at, seats, cut, burn, per_rank, key, coins, first, many, codes, lengths):
    """The same for several seats, or shoes that may run out; the length is below zero if one did.

    Codes of a round's seats lie one below the other.
    """
    own_book = cuda.shared.array(0, np.int16)
    for place in range(cuda.threadIdx.x, len(book), cuda.blockDim.x):
        own_book[place] = book[place]
    cuda.syncthreads()
    room = cuda.local.array(ROOM, np.int64)
    for offset in range(cuda.grid(1), many, cuda.gridsize(1)):
        shoe = first + U(offset)
        stream = full_shoe(key, shoe, per_rank)
        for _ in range(burn):
            _, stream = take_packed(stream, per_rank)
        rounds, ran_out = L(0), False
        while True:
            stream = begin_packed(stream)
            number = (shoe << U(10)) + U(rounds)
            stream = deal_round(own_book, at, room, seats, key, coins, number, stream, per_rank)
            for seat in range(seats):
                place = (U(rounds) * U(seats) + U(seat)) * U(many) + U(offset)
                codes[place] = np.uint16(room[CODE + seat])
            rounds += 1
            ran_out = ran_out_packed(stream)
            if ran_out or L(U(13) * per_rank) - L(stream[8]) >= cut:
                break
        lengths[offset] = np.int16(-rounds) if ran_out else np.int16(rounds)


@cuda.jit
def sum_kernel(codes, lengths, many, seats, cut, values, wagers, common, tally):
    """Add what dealing kernels wrote down to `tally`, a thread for each shoe.

    `values` holds what a code brings, two wagers in each of `PAIRS` numbers.
    """
    words = cuda.shared.array(0, np.uint32)
    thread, threads = I(cuda.threadIdx.x), I(cuda.blockDim.x)
    kinds, copy = I(common), I(I(cuda.threadIdx.x) & I(COPIES - 1))
    bins = I(I(I(seats) * kinds) * I(COPIES))
    longs = cuda.shared.array(0, np.int64)
    start = I(I(bins + I(1)) // I(2))
    head = HEAD + wagers + 2 * wagers * wagers
    for place in range(thread, I(2) * (start + I(head)), threads):
        words[I(place)] = I(0)
    cuda.syncthreads()
    sums = cuda.local.array(PAIRS, np.int64)
    shoes = cuda.local.array(SQUARE, np.int64)
    rounds_of = cuda.local.array(SQUARE, np.int64)
    with_rounds = cuda.local.array(MOST_WAGERS, np.int64)
    for place in range(SQUARE):
        shoes[place] = 0
        rounds_of[place] = 0
    for place in range(MOST_WAGERS):
        with_rounds[place] = 0
    size = (len(tally) - head) // seats
    pairs = I((wagers + 1) // 2)
    between = seats > 1 and cut > 0
    dealt, squares, ran_out, counted = L(0), L(0), L(0), L(0)
    for first in range(cuda.blockIdx.x * cuda.blockDim.x, many, cuda.gridsize(1)):
        offset, rounds = first + L(thread), L(0)
        if offset < many:
            rounds = L(lengths[offset])
            counted += 1
        ran_out += L(rounds < 0)
        rounds = abs(rounds)
        a, b, c, d, e = L(0), L(0), L(0), L(0), L(0)
        old_a, old_b, old_c, old_d, old_e = L(0), L(0), L(0), L(0), L(0)
        place, seat = U(offset), I(0)
        for _ in range(rounds * seats):
            code = I(codes[place])
            place += U(many)
            if code < kinds:
                where = I(I(I(I(seat * kinds) + code) * I(COPIES)) + copy)
                cuda.atomic.add(words, where, I(1))
            else:
                cuda.atomic.add(tally, head + L(seat) * size + L(code), L(1))
            row = I(code * I(PAIRS))
            a += values[row]
            if pairs > I(1):
                b += values[I(row + I(1))]
            if pairs > I(2):
                c += values[I(row + I(2))]
                d += values[I(row + I(3))]
                e += values[I(row + I(4))]
            seat = I(seat + I(1))
            if seat == I(seats):
                seat = I(0)
                if between:
                    sums[0], sums[1], sums[2] = a - old_a, b - old_b, c - old_c
                    sums[3], sums[4] = d - old_d, e - old_e
                    old_a, old_b, old_c, old_d, old_e = a, b, c, d, e
                    add_products(sums, wagers, rounds_of)
        cuda.syncthreads()  # threads whose shoes were shorter wait, to go on together
        sums[0], sums[1], sums[2], sums[3], sums[4] = a, b, c, d, e
        add_products(sums, wagers, shoes)
        for wager in range(wagers):
            with_rounds[wager] += rounds * one_of_two(sums[wager >> 1], wager)
        dealt += rounds
        squares += rounds * rounds
    # the block's threads together first: one place in memory takes one of them at a time
    cuda.atomic.add(longs, start + I(SHOES), counted)
    cuda.atomic.add(longs, start + I(ROUNDS), dealt)
    cuda.atomic.add(longs, start + I(SQUARES), squares)
    cuda.atomic.add(longs, start + I(RAN_OUT), ran_out)
    for one in range(wagers):
        cuda.atomic.add(longs, start + I(HEAD + one), with_rounds[one])
        for two in range(wagers):
            low, high = min(one, two), max(one, two)
            where_ = HEAD + wagers + one * wagers + two
            cuda.atomic.add(longs, start + I(where_), shoes[low * MOST_WAGERS + high])
            if between:
                where_ += wagers * wagers
                cuda.atomic.add(longs, start + I(where_), rounds_of[low * MOST_WAGERS + high])
    cuda.syncthreads()
    for place in range(thread, I(head), threads):
        cuda.atomic.add(tally, L(place), longs[start + I(place)])
    cuda.syncthreads()
    for place in range(thread, bins, threads):
        found = words[I(place)]
        if found > I(0):
            kind = I(place) // I(COPIES)
            seat_, code_ = L(kind // kinds), L(kind % kinds)
            cuda.atomic.add(tally, head + seat_ * size + code_, L(found))


@inlined
def add_products(sums, wagers, products):
    """Add the products of all pairs of wagers, one not above the other."""
    for one in range(wagers):
        mine = one_of_two(sums[one >> 1], one)
        for two in range(one, wagers):
            products[one * MOST_WAGERS + two] += mine * one_of_two(sums[two >> 1], two)


class Runner:
    """Runs a program's units on the GPU."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._arrays: dict[str, Any] = {}
        device = cuda.get_current_device()
        self.processors = int(getattr(device, "MULTIPROCESSOR_COUNT", 1) or 1)
        self.blocks = 2 * self.processors

    def _on_device(self, name: str, array: NDArray[Any]) -> Any:
        if name not in self._arrays:
            self._arrays[name] = cuda.to_device(array)
        return self._arrays[name]

    def rounds(self, first: int, many: int) -> tuple[NDArray[np.int64], int]:
        """The tally of rounds from `first` on, and how many it is of: a multiple of a stretch."""
        stretches = min(many // (self.blocks * STRETCH), MOST_STRETCHES)
        if stretches:
            return self._rounds(first, self.blocks, stretches)
        return self._rounds(first, many // STRETCH, 1)

    def _rounds(self, first: int, blocks: int, stretches: int) -> tuple[NDArray[np.int64], int]:
        program = self.program
        automaton, machine = program.automaton, program.machine
        if not blocks:
            return np.zeros(machine.codes, dtype=np.int64), 0
        common = machine.split_codes.base
        shared = (
            2 * (len(automaton.deal) + len(automaton.next) + 1)
            + 4 * (common * COPIES + machine.codes - common + 1)
            + 4 * (STRETCH + THREADS)
        )
        counts = cuda.to_device(np.zeros(machine.codes, dtype=np.int64))
        unfinished = cuda.to_device(np.zeros(MOST_UNFINISHED + 1, dtype=np.int64))
        book, at, deal, following, splits, marks, *draws = program.fresh_arguments()
        arguments = (
            self._on_device("book", book), at, self._on_device("deal", deal),
            self._on_device("next", following), self._on_device("splits", splits), marks,
            tuple(draws), np.uint64(first), stretches, common, counts, unfinished,
        )  # fmt: skip
        allow_shared(fresh_kernel, arguments, shared)
        fresh_kernel[blocks, THREADS, 0, shared](*arguments)
        found: NDArray[np.int64] = counts.copy_to_host()
        many, *rest = unfinished.copy_to_host().tolist()
        assert many <= MOST_UNFINISHED, "so many rounds of fifteen equal ranks cannot be"
        for number in rest[:many]:
            found += program.run_plain(number, 1)
        return found, blocks * stretches * STRETCH

    def shoes(self, first: int, many: int) -> NDArray[np.int64]:
        """The tally of shoes from `first` on."""
        self._check()
        tally = cuda.to_device(np.zeros(self.program.size, dtype=np.int64))
        for start in range(first, first + many, self.shoes_at_once):
            self._shoes(start, min(self.shoes_at_once, first + many - start), tally)
        found: NDArray[np.int64] = tally.copy_to_host()
        return found

    @cached_property
    def width(self) -> int:
        """Most rounds a shoe can have: every seat and the dealer use two cards at least."""
        dealing = self.program.dealing
        return (dealing.cut or 0) // (2 * dealing.seats + 2) + 2

    @cached_property
    def shoes_at_once(self) -> int:
        """Shoes dealt in one call, as far as their outcomes fit into half a gigabyte."""
        return min(MOST_SHOES, BUFFER // (self.width * self.program.dealing.seats))

    @cached_property
    def _lists(self) -> tuple[Any, Any]:
        many = self.shoes_at_once
        codes = cuda.device_array(many * self.width * self.program.dealing.seats, dtype=np.uint16)
        return codes, cuda.device_array(many, dtype=np.int16)

    def _check(self) -> None:
        """Refuse what does not fit into the kernels for shoes."""
        program = self.program
        if program.wagers > MOST_WAGERS:
            raise RulesError(
                f"device = cuda: this game has {program.wagers} wagers, and a GPU deals shoes or "
                f"several seats with {MOST_WAGERS} at most; use cpu"
            )
        if not program.single and program.book.dtype != np.int16:
            raise RulesError(
                "device = cuda: this game's tables are too large for several seats on a GPU; "
                "use cpu"
            )

    def _shoes(self, first: int, many: int, tally: Any) -> None:
        program, seats = self.program, self.program.dealing.seats
        tables, dealing = program.shoe_arguments()
        book, lists, cut = self._on_device("book", program.book), self._lists, dealing.cut
        if dealing.single:
            kernel: Any = single_kernel
            arguments: tuple[Any, ...] = (
                book, tables.at, self._on_device("next", tables.following),
                self._on_device("splits", tables.splits), tables.marks,
                self._on_device("naturals", tables.ends_natural),
                self._on_device("mixed", tables.mixed), dealing, np.uint64(first), many, *lists,
            )  # fmt: skip
            shared = 2 * len(tables.following)
        else:
            kernel = table_kernel
            arguments = (
                book, tables.at, seats, cut, dealing.burn, *dealing[4:], np.uint64(first), many,
                *lists,
            )  # fmt: skip
            shared = 2 * len(program.book)
        allow_shared(kernel, arguments, shared)
        kernel[SHOE_BLOCKS * self.processors, SHOE_THREADS, 0, shared](*arguments)
        common = program.machine.split_codes.base
        head = HEAD + program.wagers + 2 * program.wagers**2
        shared = 4 * seats * common * COPIES + 8 * (1 + head)
        arguments = (
            *lists, many, seats, cut, self._on_device("values", program.pairs), program.wagers,
            common, tally,
        )  # fmt: skip
        allow_shared(sum_kernel, arguments, shared)
        sum_kernel[SUM_BLOCKS * self.processors, SHOE_THREADS, 0, shared](*arguments)


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
