"""Decisions of a split hand by a chart: what the other way brings to the first hand."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.follow import ALL_CARDS, arrive, bring, clear, draw, follow
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.programme.loops.weigh import chances_of, mean_of

START = 0
"""The step that draws the second card."""


@njit(cache=True, nogil=True, error_model="numpy")
def _second_cards(shape, steps, block, room):  # type: ignore[no-untyped-def]
    """How likely every second card is, whatever is given up, into ``room.arrived``."""
    flow, arrived = room.flow, room.arrived
    keep = np.zeros(shape.begin * BOARDS, dtype=np.int64)
    for b in range(BOARDS):
        flow[b] = 1.0 if block.cards[b] > 0.0 else 0.0
    draw(
        shape.pair, shape.other, steps.held, steps.child, steps.again, block.left, START, keep,
        ALL_CARDS, flow,
    )  # fmt: skip
    for c in range(steps.again.shape[1]):
        again = steps.again[START, c]
        if again < 0:
            continue
        for b in range(BOARDS):
            part = 1.0 if block.cards[b] > 0.0 else 0.0
            if c != shape.pair and c != shape.other:
                part *= max(block.left[c * BOARDS + b] - steps.held[START, c], 0.0)
            flow[again * BOARDS + b] = part
        draw(
            shape.pair, shape.other, steps.held, steps.child, steps.again, block.left, again, keep,
            ALL_CARDS, flow,
        )  # fmt: skip
    for place in range(len(flow)):
        arrived[place] = flow[place]
        flow[place] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def _try_move(steps, trials, n, columns, draws, room, taken):  # type: ignore[no-untyped-def]
    """Put a move's flow on the way, less that of what is done otherwise."""
    step, flow = trials.step[n], room.flow
    first = steps.first_option[step]
    for b in range(BOARDS):
        part = room.arrived[step * BOARDS + b]
        if part == 0.0 or columns[b] < 0:
            continue
        otherwise = trials.waits[n]
        if trials.draws[n] >= 0 and draws[columns[b], trials.given_up[n], trials.state[n]]:
            otherwise = trials.draws[n]
        for way in range(2):
            option, signed = first + otherwise, -part
            if way:
                option, signed = first + trials.option[n], part
            flow[steps.option_to[option] * BOARDS + b] += signed * steps.option_times[option]
            mover = steps.mover_of[option]
            if mover >= 0:
                taken[mover * BOARDS + b] = signed


@njit(cache=True, nogil=True, error_model="numpy")
def _try_card(shape, steps, step, kind, block, arrival, picks, room, sums, s):  # type: ignore[no-untyped-def]
    """Put second cards of a class that are given up on the way, less those that are kept."""
    flow = room.flow
    again, child = steps.again[step, kind], steps.child[step, kind]
    given_up = np.zeros(BOARDS)
    for b in range(BOARDS):
        part = 1.0 if block.cards[b] > 0.0 else 0.0
        if kind != shape.pair and kind != shape.other:
            part *= max(block.left[kind * BOARDS + b] - steps.held[step, kind], 0.0)
        given_up[b] = part
        flow[child * BOARDS + b] = -part
    arrive(shape, steps, block, arrival, step, ALL_CARDS, flow, sums, s)
    for b in range(BOARDS):
        flow[child * BOARDS + b] = 0.0
        flow[again * BOARDS + b] = given_up[b]
    draw(
        shape.pair, shape.other, steps.held, steps.child, steps.again, block.left, again, picks,
        ALL_CARDS, flow,
    )  # fmt: skip
    arrive(shape, steps, block, arrival, again, ALL_CARDS, flow, sums, s)
    for b in range(BOARDS):
        flow[child * BOARDS + b] -= given_up[b]


@njit(cache=True, nogil=True, error_model="numpy")
def follow_trials(  # type: ignore[no-untyped-def]
    shape, steps, trials, begin, block, tariffs, columns, draws, picks, room, sums
):
    """Follow what would change by each trial from `begin` on, in a set of its own.

    Returns how many there are; there may be more than room for them.
    """
    many = min(len(trials.step) - begin, len(room.ended))
    _second_cards(shape, steps, block, room)
    for s in range(many):
        clear(shape, tariffs.arrival.shape[1], sums, s)
        taken = room.taken[s]
        taken[: len(steps.movers) * BOARDS] = 0.0
        step, kind = trials.step[begin + s], trials.kind[begin + s]
        if kind < 0:
            _try_move(steps, trials, begin + s, columns, draws, room, taken)
            after = step + 1
        else:
            _try_card(shape, steps, step, kind, block, tariffs.arrival, picks, room, sums, s)
            after = shape.begin
        follow(shape, steps, block, picks, after, room.flow, taken, room.ended[s])
        bring(shape, steps, block, tariffs, taken, sums, s)
    return many


@njit(cache=True, nogil=True, error_model="numpy")
def gains_of_trials(shape, block, begin, many, sums, out):  # type: ignore[no-untyped-def]
    """``out[trial, board]``: what the sums come to for the first hand."""
    size = shape.cards * shape.leads * shape.others
    chances = np.empty(size)
    for b in range(BOARDS):
        if block.cards[b] <= 0.0:
            continue
        left = block.left[shape.pair * BOARDS + b] - 2.0
        others = block.left[shape.other * BOARDS + b] if shape.other >= 0 else 0.0
        chances_of(shape, left, others, block.cards[b] - 2.0, chances)
        for s in range(many):
            out[begin + s, b] = mean_of(size, chances, sums[0, s, b])
