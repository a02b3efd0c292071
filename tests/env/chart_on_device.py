"""A chart's play on a GPU, to play more rounds there than a processor could."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from pitboss.cards import RANK_VALUE
from pitboss.env.chart_rows import (
    DRAWN,
    OFFERED,
    OFFERED_SECOND,
    TWO_CARDS,
    ChartRows,
    _states_before,
)
from pitboss.env.cuda import THREADS, CudaBatch
from pitboss.env.layout import FIELDS, HAND_RANKS, INSURANCE, MASK, PLAY, RANKS, WAGERS
from pitboss.env.steps.numbers import DISABLED, SAME_STEP
from pitboss.rules import hands
from pitboss.rules.chart import Chart

TERMS, TOTAL, SOFT, CARDS, PAIR, LAST, UP, HANDS = (
    FIELDS.index(name)
    for name in ("terms", "total", "soft", "cards", "pair", "last_card", "upcard", "hands")
)
FIRST_BUST, FIRST_SOFT = hands.FIRST_BUST, hands.FIRST_SOFT
VALUES = np.array([0, *RANK_VALUE])
ONE_CARD = np.array([hands.hand_state([value]) for value in RANK_VALUE])
WON, SQUARES, ROUNDS = range(3)
STEPS = 80
"""Steps between looks at how many rounds there were; more than any round has."""


@cuda.jit
def chart_kernel(rows, first, instead, most, before, offers, values, one_card, numbers, actions):
    """The chart's action for every observation; wagers are the lowest, insurance is declined."""
    i = cuda.grid(1)
    if i >= len(actions):
        return
    first_wager, first_answer, splits, many = numbers
    phase = rows[i, 0]
    if phase != PLAY:
        actions[i] = first_answer if phase == INSURANCE else first_wager
        return
    number, pair, up = rows[i, TERMS], rows[i, PAIR], values[rows[i, UP]]
    total, cards, last = rows[i, TOTAL], rows[i, CARDS], rows[i, LAST] - 1
    state = total if total <= 21 else total + FIRST_BUST - 22
    if rows[i, SOFT] != 0:
        state = total + FIRST_SOFT - 11
    look = TWO_CARDS + pair if cards == 2 else DRAWN
    if offers[number]:
        if cards == 2:
            other = -last
            for rank in range(RANKS):
                other += rank * rows[i, HAND_RANKS + rank]
            state, look = one_card[other], OFFERED_SECOND + last
        else:
            aces = rows[i, HAND_RANKS] - (1 if last == 0 else 0) > 0
            state, look = before[state, values[last + 1], 1 if aces else 0], OFFERED + last
    chosen = first[number, state, look, up]
    if rows[i, MASK + chosen] == 0:
        chosen = instead[number, state, look, up]
    if rows[i, MASK + chosen] == 0:
        chosen = 0
        while rows[i, MASK + chosen] == 0 and chosen < many:
            chosen += 1
    if splits >= 0 and most[pair, up] > rows[i, HANDS] and rows[i, MASK + splits] != 0:
        chosen = splits
    actions[i] = chosen


@cuda.jit
def book_kernel(rows, rewards, booked):
    """Add what the last step brought, and the rounds that begin with the next."""
    i = cuda.grid(1)
    if i < len(rewards):
        won = np.int64(rewards[i])
        booked[WON, i] += won
        booked[SQUARES, i] += won * won
        if rows[i, 0] == WAGERS:
            booked[ROUNDS, i] += 1


class ChartOnDevice:
    """Plays a chart at the tables of a batch."""

    def __init__(self, batch: CudaBatch, chart: Chart) -> None:
        table, layout = ChartRows(batch.layout, chart), batch.layout
        self.batch, self.rows = batch, cuda.as_cuda_array(batch.seen)
        offers = np.array([terms.offers for terms in layout.setting.tables.course.terms])
        self._tables = [
            cuda.to_device(part)
            for part in (
                table.first, table.instead, table.most, _states_before(), offers, VALUES, ONE_CARD,
            )
        ]  # fmt: skip
        splits = layout.actions.index("split") if "split" in layout.actions else -1
        self._numbers = layout.first_wager, layout.first_answer, splits, len(layout.actions)
        self.actions = cuda.device_array(batch.many, dtype=np.int32)

    def choose(self) -> Any:
        """An action for every table."""
        chart_kernel[self.batch.blocks, THREADS](
            self.rows, *self._tables, self._numbers, self.actions
        )
        return self.actions

    def play(self, rounds: int) -> tuple[int, float, float]:
        """At least so many rounds from fresh shoes: how many, mean in cents, its error."""
        batch, rewards = self.batch, cuda.as_cuda_array(self.batch.rewards)
        booked = cuda.to_device(np.zeros((3, batch.many), dtype=np.int64))
        batch.begin()
        rewards.copy_to_device(np.zeros(batch.many, dtype=np.float32))
        dealt, mode = 0, SAME_STEP
        while mode == SAME_STEP:
            dealt = int(booked[ROUNDS].copy_to_host().sum())
            mode = SAME_STEP if dealt < rounds else DISABLED  # what has begun is finished
            for _ in range(STEPS):
                book_kernel[batch.blocks, THREADS](self.rows, rewards, booked)
                batch.step(self.choose(), 1.0, mode)
        assert batch.over.numpy().all(), "a round is not over"
        won, squares, dealt = (int(part) for part in booked.copy_to_host().sum(axis=1))
        mean = won / dealt
        return dealt, mean, float(np.sqrt((squares / dealt - mean**2) / dealt))
