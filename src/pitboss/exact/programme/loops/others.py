"""Decisions of a split hand that unsplit hands do not take: settled by the first split hand.

They are first taken as an unsplit hand would. Where that is close, what would change by the other
way is followed too, and taken if it brings more.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.follow import ALL_CARDS, arrive, bring, clear, draw, follow
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.programme.loops.weigh import chances_of, mean_of

CLOSE = 8.0
"""A decision is close within this much over the cards left: one card more or less is gone."""


@njit(cache=True, nogil=True, error_model="numpy")
def _option_value(steps, block, step, option, values, b):  # type: ignore[no-untyped-def]
    """What an option is worth to an unsplit hand."""
    natural, cards = 0.0, block.cards[b]
    for c in range(steps.held.shape[1]):
        cards -= steps.held[step, c]
        natural += block.makers[c * BOARDS + b] * (block.left[c * BOARDS + b] - steps.held[step, c])
    natural = max(natural, 0.0) / max(cards, 1.0)
    return (
        steps.option_times[option] * values[steps.option_slot[option] * BOARDS + b]
        + steps.option_constant[option] + steps.option_natural[option] * natural
    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def _other_option(steps, block, step, values, picks, b):  # type: ignore[no-untyped-def]
    """The best option of the other sort than the picked one, and how much less it is worth."""
    first, last = steps.first_option[step], steps.first_option[step + 1]
    picked = first + picks[step * BOARDS + b]
    found, most = -1, -1e300
    for option in range(first, last):
        if steps.option_known[option] != steps.option_known[picked]:
            value = _option_value(steps, block, step, option, values, b)
            if value > most:
                found, most = option, value
    if found < 0:
        return found, 0.0
    return found, _option_value(steps, block, step, picked, values, b) - most


@njit(cache=True, nogil=True, error_model="numpy")
def _other_stakes(  # type: ignore[no-untyped-def]
    steps, block, values, picks, step, arrived, flow, taken
):
    """Put the other option's flow on the way, less the picked one's, where it is close."""
    close = False
    for b in range(BOARDS):
        part = arrived[step * BOARDS + b]
        if part == 0.0:
            continue
        option, gap = _other_option(steps, block, step, values, picks, b)
        if option < 0 or gap > CLOSE / block.cards[b]:
            continue
        close = True
        picked = steps.first_option[step] + picks[step * BOARDS + b]
        for way in range(2):
            one, signed = (option, part) if way else (picked, -part)
            flow[steps.option_to[one] * BOARDS + b] += signed * steps.option_times[one]
            mover = steps.mover_of[one]
            if mover >= 0:
                taken[mover * BOARDS + b] = signed
    return close


@njit(cache=True, nogil=True, error_model="numpy")
def _other_cards(  # type: ignore[no-untyped-def]
    shape, steps, block, values, picks, step, kind, arrived, given_up
):
    """How much more of a class of second cards is given up the other way, where it is close."""
    close = False
    for b in range(BOARDS):
        given_up[b] = 0.0
        part = arrived[step * BOARDS + b]
        if part == 0.0:
            continue
        kept = values[steps.slot[steps.child[step, kind]] * BOARDS + b]
        again = values[steps.slot[steps.again[step, kind]] * BOARDS + b]
        if abs(kept - again) > CLOSE / block.cards[b]:
            continue
        if kind != shape.pair and kind != shape.other:
            part *= max(block.left[kind * BOARDS + b] - steps.held[step, kind], 0.0)
        if part != 0.0:
            close = True
            given_up[b] = -part if picks[step * BOARDS + b] >> kind & 1 else part
    return close


@njit(cache=True, nogil=True, error_model="numpy")
def try_others(  # type: ignore[no-untyped-def]
    shape, steps, decisions, block, tariffs, values, picks, room, sums
):
    """Follow what would change by each decision that is close, in two sets of its own.

    Returns the number of sets.
    """
    flow, arrived, taken, ended = room.flow, room.arrived, room.taken, room.ended
    sets, all_cards = 2, np.int64(ALL_CARDS)
    given_up = np.empty(BOARDS)
    for number in range(len(decisions.step)):
        step, kind = decisions.step[number], decisions.kind[number]
        for s in range(sets, sets + 2):
            clear(shape, tariffs.arrival.shape[1], sums, s)
            taken[s, : len(steps.movers) * BOARDS] = 0.0
        room.decision[sets] = number
        if kind < 0:
            own = sets + (1 if steps.pairs[step] else 0)
            if not _other_stakes(steps, block, values, picks, step, arrived, flow, taken[own]):
                continue
            for place in range((len(steps.place) - len(steps.kind)) * BOARDS):
                ended[sets + sets + 1 - own, place] = 0.0
            follow(shape, steps, block, picks, step + 1, flow, taken[own], ended[own])
            bring(shape, steps, block, tariffs, taken[own], sums, own)
            sets += 2
            continue
        if not _other_cards(shape, steps, block, values, picks, step, kind, arrived, given_up):
            continue
        again, child = steps.again[step, kind], steps.child[step, kind]
        splits = again < shape.begin
        for s in range(2):
            if (kind == shape.pair) == (s == 1):
                for b in range(BOARDS):
                    flow[child * BOARDS + b] = -given_up[b]
                arrive(shape, steps, block, tariffs.arrival, step, all_cards, flow, sums, sets + s)
            keep = flow[child * BOARDS : (child + 1) * BOARDS].copy()
            for b in range(BOARDS):
                flow[child * BOARDS + b] = 0.0
                flow[again * BOARDS + b] = given_up[b] if splits or s == 0 else 0.0
            draw(
                shape.pair, shape.other, steps.held, steps.child, steps.again, block.left, again,
                picks, np.int64(s) if splits else all_cards, flow,
            )  # fmt: skip
            arrive(shape, steps, block, tariffs.arrival, again, all_cards, flow, sums, sets + s)
            for b in range(BOARDS):
                flow[child * BOARDS + b] += keep[b]
            follow(shape, steps, block, picks, shape.begin, flow, taken[sets + s], ended[sets + s])
            bring(shape, steps, block, tariffs, taken[sets + s], sums, sets + s)
        sets += 2
    return sets


@njit(cache=True, nogil=True, error_model="numpy")
def settle_others(  # type: ignore[no-untyped-def]
    shape, steps, decisions, block, b, values, picks, tables, sets, room, sums
):
    """Change the decisions of a board that are better the other way for the first hand.

    The first table's sums say so; ``room.changed[set]`` becomes which sets are counted then.
    """
    size = shape.cards * shape.leads * shape.others
    chances = np.empty(size)
    left = block.left[shape.pair * BOARDS + b] - 2.0
    others = block.left[shape.other * BOARDS + b] if shape.other >= 0 else 0.0
    chances_of(shape, left, others, block.cards[b] - 2.0, chances)
    for s in range(2, sets, 2):
        number = room.decision[s]
        step, kind = decisions.step[number], decisions.kind[number]
        gain = mean_of(size, chances, sums[0, s, b]) + mean_of(size, chances, sums[0, s + 1, b])
        room.changed[s] = room.changed[s + 1] = gain > 0.0
        if gain > 0.0:
            for table in range(tables):
                for second in range(2):
                    for place in range(size):
                        sums[table, second, b, place] += sums[table, s + second, b, place]
            if kind < 0:
                option, _ = _other_option(steps, block, step, values, picks, b)
                picks[step * BOARDS + b] = option - steps.first_option[step]
            else:
                picks[step * BOARDS + b] ^= 1 << kind
