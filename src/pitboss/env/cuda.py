"""Many tables of one setting on an NVIDIA GPU, from the same source; nothing leaves the device.

A thread plays a table. What is kept of tables lies field by field, so that the threads of a warp
read and write side by side; observations are put together in shared memory and go out as whole
words. A kernel is made for one book: numbers of its head are constants in it. Only what CUDA's own
simulator knows is used.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.env.batch import book_of, keys_of, refusal, seeds_from
from pitboss.env.book import places_of
from pitboss.env.device_array import DeviceArray
from pitboss.env.layout import Layout
from pitboss.env.setting import Setting
from pitboss.env.steps.numbers import (
    DISABLED,
    FIRST_HAND,
    HANDS,
    HOLE,
    LEVEL,
    MASK,
    NEXT_STEP,
    OVER,
    PER_HAND,
    PHASE,
    POSITION,
    RANKS,
    SAME_STEP,
    START,
    TURN,
    I,
    L,
    Places,
    U,
    inlined,
)  # fmt: skip
from pitboss.env.steps.observing import write
from pitboss.env.steps.rounds import act, begin_episode
from pitboss.table.engine import IllegalAction

if not hasattr(np, "row_stack"):  # numpy 2.5 has none, and numba-cuda asks for it
    np.row_stack = np.vstack

from numba import cuda

THREADS = 64
"""Threads of a block; a multiple of eight, so that its observations are whole words."""
REGISTERS = 48
"""Registers of a thread; `bench.env_cuda --try` measures others."""
WORD = 8
"""Bytes that are copied at once."""
DECK_CARDS = len(DECK)
BEGIN = 3
"""Beside the modes of a step: begin episodes."""


@cuda.jit
def seed_kernel(shoe, random, which, keys):
    """Begin the cards of the tables that are marked anew."""
    i = cuda.grid(1)
    if i < len(which) and which[i]:
        random[i] = keys[i]
        for place in range(shoe.shape[1]):
            shoe[cuda.blockIdx.x, place, cuda.threadIdx.x] = place % DECK_CARDS


@cuda.jit
def bad_kernel(actions, many, seen, mode, found):
    """The first table whose action is none or not legal; `found` holds the number of tables."""
    i = cuda.grid(1)
    if i < len(actions):
        row = i * (MASK + many)
        over = seen[row] == OVER
        action, bad = L(actions[i]), over and mode == DISABLED
        if not over:
            bad = action < 0 or action >= many or seen[row + MASK + action] == 0
        if bad:
            cuda.atomic.min(found, 0, i)


@cache
def step_kernel(at: Places, kind: Any) -> Any:
    """The kernel that makes a step of every table of one book, whose head is `at`.

    `kind` is the type of the numbers that are kept of a table.
    """
    width, ranks = int(fields(I(at.hands))), int(counts(I(at.hands)))
    per_field, per_rank = THREADS * np.dtype(kind).itemsize // WORD, THREADS // WORD

    @cuda.jit(max_registers=REGISTERS)
    def step(book, tables, marks, actions, scale, mode, shown):
        """What `loops.step` does; in `BEGIN`, begin the episodes that are marked.

        An action that is none is what happens if nobody says anything, and so is any action of an
        episode that is over in `DISABLED`. `last` has every table's observation before new
        episodes began.
        """
        states, tallies, shoes, random, in_use = tables
        seen, last, rewards, over = shown
        rows = cuda.shared.array(0, np.int8)
        state_words = cuda.shared.array((width, per_field), np.uint64)
        tally_words = cuda.shared.array((ranks, per_rank), np.uint64)
        streams = cuda.shared.array(THREADS, np.uint64)
        won = cuda.shared.array(THREADS, np.int32)
        row, block = I(cuda.threadIdx.x), U(cuda.blockIdx.x)
        most = I(in_use[block])
        for place in range(row, fields(most) * I(per_field), I(THREADS)):
            field, word = I(place) // I(per_field), I(place) % I(per_field)
            state_words[U(field), U(word)] = states[block, U(field), U(word)]
        for place in range(row, counts(most) * I(per_rank), I(THREADS)):
            field, word = I(place) // I(per_rank), I(place) % I(per_rank)
            tally_words[U(field), U(word)] = tallies[block, U(field), U(word)]
        state, tally, shoe = state_words.view(kind).T, tally_words.view(np.int8).T, shoes[block].T
        i, row = block * U(THREADS) + U(row), U(row)
        streams[row] = random[i]
        cuda.syncthreads()
        there = i < U(len(rewards))
        was_over = state[row, PHASE] == OVER
        acts = there and not was_over and mode != BEGIN
        if acts:
            action = L(actions[i])
            if action < 0 or action >= at.actions:
                action = at.first_wager
            act(book, at, state, tally, shoe, streams, won, row, action)
        is_over = state[row, PHASE] == OVER
        begins = there and is_over and (mode == SAME_STEP or (was_over and mode == NEXT_STEP))
        if mode == BEGIN:
            begins = there and marks[i]
            if begins:
                over[i] = False
        elif there:
            rewards[i] = np.float32(won[row] * scale if acts else 0.0)
            over[i] = is_over and (acts or mode == DISABLED)
        first = 0 if mode == SAME_STEP else 1
        for after in range(first, 2):
            if after == 1 and begins:
                begin_episode(at, state, tally, shoe, streams, row)
            if begins or after == first:
                write(book, at, state, tally, row, rows, row)
            copy_rows(at, last if after == 0 else seen)
        random[i] = streams[row]
        most = I(1)
        for hands in range(2, at.hands + 1):
            if cuda.syncthreads_or(np.int32(state[row, HANDS] >= hands)):
                most = I(hands)
        if row == 0:
            in_use[block] = most
        for place in range(I(row), fields(most) * I(per_field), I(THREADS)):
            field, word = I(place) // I(per_field), I(place) % I(per_field)
            states[block, U(field), U(word)] = state_words[U(field), U(word)]
        for place in range(I(row), counts(most) * I(per_rank), I(THREADS)):
            field, word = I(place) // I(per_rank), I(place) % I(per_rank)
            tallies[block, U(field), U(word)] = tally_words[U(field), U(word)]

    return step


@inlined
def fields(hands):
    """Fields of a table with so many hands."""
    return I(FIRST_HAND) + I(PER_HAND) * hands


@inlined
def counts(hands):
    """Counts of ranks that are kept of a table with so many hands."""
    return I(RANKS) * (I(1) + hands)


@cuda.jit(device=True)
def copy_rows(at, target):
    """Copy the observations of a block's tables out of shared memory, all threads together."""
    words = cuda.shared.array(0, np.uint64)
    threads = I(cuda.blockDim.x)
    many = I(threads // I(WORD)) * I(MASK + at.actions)
    first = U(cuda.blockIdx.x) * U(many)
    cuda.syncthreads()
    for place in range(I(cuda.threadIdx.x), many, threads):
        target[first + U(place)] = words[U(place)]
    cuda.syncthreads()


class CudaBatch:
    """So many tables; what is seen and won lies on the device, as `batch.Batch` has it."""

    def __init__(self, setting: Setting, many: int) -> None:
        self.setting, self.layout, self.many = setting, Layout(setting), many
        book = book_of(setting, self.layout)
        self._at = places_of(book)
        self._book = cuda.to_device(book)
        self.blocks = -(-many // THREADS)
        self._kind = _state_type(book, self._at)
        hands = self._at.hands
        self._state = cuda.to_device(self._empty_tables(int(fields(I(hands)))))
        self._tally = self._words(int(counts(I(hands))), 1)
        self._in_use = cuda.to_device(np.ones(self.blocks, dtype=np.uint8))
        """The most hands that any table of a block has; those beyond are not kept."""
        shape = self.blocks, setting.cards, THREADS
        self._shoe = cuda.device_array(shape, dtype=np.uint8)
        self._random = cuda.device_array(self.blocks * THREADS, dtype=np.uint64)
        words = self.blocks * THREADS // WORD * self.layout.size
        self._seen_words = cuda.to_device(np.zeros(words, dtype=np.uint64))
        self._last_words = cuda.to_device(np.zeros(words, dtype=np.uint64))
        self._rewards = cuda.to_device(np.zeros(many, dtype=np.float32))
        self._over = cuda.to_device(np.zeros(many, dtype=np.bool_))
        self._tables = self._state, self._tally, self._shoe, self._random, self._in_use
        self._shown = self._seen_words, self._last_words, self._rewards, self._over
        self.seen, self.last = self._rows(self._seen_words), self._rows(self._last_words)
        self.rewards, self.over = DeviceArray(self._rewards), DeviceArray(self._over)
        self.never = DeviceArray(cuda.to_device(np.zeros(many, dtype=np.bool_)))
        self._every = cuda.to_device(np.ones(many, dtype=np.bool_))
        self._no_actions = cuda.to_device(np.zeros(1, dtype=np.int64))

    def _words(self, fields: int, size: int) -> Any:
        """Room for so many fields of every table, block by block, as words."""
        shape = self.blocks, fields, THREADS * size // WORD
        return cuda.to_device(np.zeros(shape, dtype=np.uint64))

    def _empty_tables(self, fields: int) -> NDArray[np.uint64]:
        tables = np.zeros((self.blocks, fields, THREADS), dtype=self._kind)
        tables[:, [LEVEL, TURN, HOLE]] = -1
        return tables.view(np.uint64)

    def _rows(self, words: Any) -> DeviceArray:
        rows = words.view(np.int8).reshape(self.blocks * THREADS, self.layout.size)
        return DeviceArray(rows[: self.many])

    def seed(self, which: NDArray[np.bool_], keys: NDArray[np.uint64]) -> None:
        """Start the cards of the tables that are marked anew."""
        seed_kernel[self.blocks, THREADS](
            self._shoe, self._random, cuda.to_device(which), cuda.to_device(keys)
        )

    def seed_all(self, seed: int) -> None:
        """Start all cards anew: table number i from seed `seed` + i."""
        self.seed(np.ones(self.many, dtype=np.bool_), keys_of(seeds_from(seed, self.many)))

    def on_processor(self, marks: Any) -> NDArray[np.bool_]:
        """Marks where the processor can read them."""
        found: NDArray[np.bool_] = _on_device(marks).copy_to_host()
        return found

    def begin(self, which: Any = None) -> None:
        """Begin the episodes of all tables, or of those that are marked."""
        marked = self._every if which is None else _on_device(which)
        self._step(marked, self._no_actions, 0.0, BEGIN)

    def step(self, actions: Any, scale: float, mode: int, strict: bool = False) -> None:
        """One step of every table; nothing happens if an action is refused, which is waited for.

        Where nothing is refused, an action that is none is taken for the table's default.
        """
        chosen = _on_device(actions)
        if strict:
            self._refuse(chosen, mode)
        self._step(self._every, chosen, scale, mode)

    def _step(self, marks: Any, actions: Any, scale: float, mode: int) -> None:
        kernel = step_kernel(self._at, self._kind)
        kernel[self.blocks, THREADS, 0, THREADS * self.layout.size](
            self._book, self._tables, marks, actions, scale, mode, self._shown
        )

    def _refuse(self, actions: Any, mode: int) -> None:
        found = cuda.to_device(np.array([self.many], dtype=np.int64))
        seen = self._seen_words.view(np.int8)
        bad_kernel[self.blocks, THREADS](actions, len(self.layout.actions), seen, mode, found)
        place = int(found.copy_to_host()[0])
        if place < self.many:
            row = self.seen[place : place + 1].numpy()[0]
            action = int(actions[place : place + 1].copy_to_host()[0])
            raise IllegalAction(refusal(self.layout, self.many, place, action, row))

    def cards(self, place: int) -> list[int]:
        """The cards of the round at a table, or of its last one, in the order they were dealt."""
        block, row = divmod(place, THREADS)
        state = self._state[block : block + 1].copy_to_host().view(self._kind)[0, :, row]
        shoe = self._shoe[block : block + 1].copy_to_host()[0, :, row]
        found: list[int] = shoe[state[START] : state[POSITION]].tolist()
        return found


def _state_type(book: Any, at: Any) -> Any:
    """The smallest type that holds what is kept of a table."""
    contexts = int(book[at.contexts : at.insured].max(initial=0))
    most = max(at.first_end + at.ends, at.kinds * at.hands, contexts, at.cards)
    return np.int16 if most < 1 << 15 else np.int32


def _on_device(array: Any) -> Any:
    """An array of whole numbers or marks on the device, not copied if it is there."""
    if hasattr(array, "__cuda_array_interface__"):
        return cuda.as_cuda_array(array)
    return cuda.to_device(np.ascontiguousarray(array))
