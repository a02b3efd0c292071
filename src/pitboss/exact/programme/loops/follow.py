"""Split hands: the programme forward from a pair card, all boards side by side.

A chain of cards has the chance Π falling(cards of a class) / falling(all cards). The hands of a
split differ in what else is gone of the leads alone, so flows are counted without the leads'
factors and without the division: everything a hand can bring is added into one table of *sums* by
how many cards it takes, hand and dealer together, and how many of those are leads. `weigh` makes
chances of that.

Sums are ``sums[table, set, board, place]``, one table for each of the pay tables by which a hand is
valued (`Tariffs`). Sets: 0 if the second card is no pair card, 1 if it is; then two for each
decision that is close, with what would change if it were the other way (`others`).
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.play import BOARDS, CHANCE

ALL_CARDS = -1
"""Of second cards, 0 are those that do not pair, 1 those that do."""
# Given to compiled functions as `np.int64(…)`: a literal would be a signature of its own.


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def draw(  # type: ignore[no-untyped-def]
    pair, other, held, child, again, left, step, picks, only, flow
):
    """One card to a hand on every board; its own flow is spent."""
    width = np.uint64(BOARDS)
    now = np.uint64(step * BOARDS)
    part = np.empty(BOARDS)
    for b in range(width):
        part[b] = flow[now + b]
        flow[now + b] = 0.0
    for c in range(len(left) // BOARDS):
        lead = c in (pair, other)
        gone = held[step, c]
        of = np.uint64(c * BOARDS)
        to = np.uint64(child[step, c] * BOARDS)
        keeps = only < 0 or (c == pair) == (only == 1)
        if again[step, c] < 0:
            if not keeps:
                continue
            if lead:
                for b in range(width):
                    flow[to + b] += part[b]
            else:
                for b in range(width):
                    flow[to + b] += part[b] * max(left[of + b] - gone, 0.0)
        else:
            redrawn = np.uint64(again[step, c] * BOARDS)
            for b in range(BOARDS):
                weight = part[b] * (1.0 if lead else max(left[c * BOARDS + b] - gone, 0.0))
                if picks[step * BOARDS + b] >> c & 1:
                    flow[redrawn + np.uint64(b)] += weight
                elif keeps:
                    flow[to + np.uint64(b)] += weight


@njit(cache=True, nogil=True, error_model="numpy")
def natural_behind(  # type: ignore[no-untyped-def]
    shape, block, held, board, place, part, amounts, which, sums, s
):
    """Add what a dealer natural brings to a part of the hands, ``amounts[which, table]``.

    It takes one card more.
    """
    for c in range(len(held)):
        if block.makers[c * BOARDS + board] > 0.0:
            to, ways = place + shape.leads, part
            if c == shape.pair:
                to += 1
            elif c == shape.other:
                to += shape.cards * shape.leads
            else:
                ways *= max(block.left[c * BOARDS + board] - held[c], 0.0)
            for table in range(amounts.shape[1]):
                sums[table, s, board, to] += amounts[which, table] * ways


@njit(cache=True, nogil=True, error_model="numpy")
def bring(shape, steps, block, tariffs, taken, sums, s):  # type: ignore[no-untyped-def]
    """Add what the options that hands took bring by themselves, and with a dealer natural."""
    for m in range(len(steps.movers)):
        step = steps.mover_step[m]
        place, held = steps.place[step], steps.held[step]
        for b in range(BOARDS):
            part = taken[m * BOARDS + b]
            if part != 0.0:
                for table in range(tariffs.base.shape[1]):
                    sums[table, s, b, place] += tariffs.base[m, table] * part
                natural_behind(shape, block, held, b, place, part, tariffs.natural, m, sums, s)


@njit(cache=True, nogil=True, error_model="numpy")
def arrive(  # type: ignore[no-untyped-def]
    shape, steps, block, arrival, step, only, flow, sums, s
):
    """Second cards have come: count the hands as bust, which their ends will put right.

    A hand that draws again and is not split whatever comes is counted as it draws. `arrival` is as
    in `Tariffs`.
    """
    held = np.empty(steps.held.shape[1])
    bust = len(steps.place)
    for c in range(2 * len(held)):
        if c < len(held):
            to = steps.child[step, c]
            if to >= bust or (only >= 0 and (c == shape.pair) != (only == 1)):
                continue
        else:
            to = steps.again[step, c - len(held)]
            if to < shape.begin or only == 1:
                continue
        for d in range(len(held)):
            held[d] = steps.held[step, d] + (1.0 if c % len(held) == d else 0.0)
        place = steps.place[to]
        for b in range(BOARDS):
            part = flow[to * BOARDS + b]
            if part != 0.0:
                for table in range(arrival.shape[1]):
                    sums[table, s, b, place] += arrival[0, table] * part
                natural_behind(shape, block, held, b, place, part, arrival, np.int64(1), sums, s)


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def follow(shape, steps, block, picks, first, flow, taken, ended):  # type: ignore[no-untyped-def]
    """Play on from step `first`; `flow` is zero afterwards.

    The ends' flows go into `ended`, those of options that bring something by themselves into
    ``taken[mover × BOARDS + board]``.
    """
    kind, held, child, again = steps.kind, steps.held, steps.child, steps.again
    first_option, to_of, times_of = steps.first_option, steps.option_to, steps.option_times
    mover_of, left = steps.mover_of, block.left
    pair, other = shape.pair, shape.other
    many, width = len(kind), np.uint64(BOARDS)
    part = np.empty(BOARDS)
    for step in range(first, many):
        now = np.uint64(step * BOARDS)
        some = False
        for b in range(BOARDS):
            some |= flow[now + np.uint64(b)] != 0.0
        if not some:
            continue
        if kind[step] == CHANCE:
            draw(pair, other, held, child, again, left, step, picks, np.int64(ALL_CARDS), flow)
            continue
        for b in range(width):
            part[b] = flow[now + b]
            flow[now + b] = 0.0
        for option in range(first_option[step], first_option[step + 1]):
            times, number = times_of[option], option - first_option[step]
            to = np.uint64(to_of[option] * BOARDS)
            for b in range(width):
                flow[to + b] += times * part[b] if picks[now + b] == number else 0.0
            if mover_of[option] >= 0:
                mine = np.uint64(mover_of[option] * BOARDS)
                for b in range(width):
                    taken[mine + b] = part[b] if picks[now + b] == number else 0.0
    begin, end = np.uint64(many * BOARDS), np.uint64(len(steps.place) * BOARDS)
    for at in range(end - begin):
        ended[at] = flow[begin + at]
        flow[begin + at] = 0.0
    for b in range(width):  # those that are bust
        flow[end + b] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def clear(shape, tables, sums, s):  # type: ignore[no-untyped-def]
    """Zero the sums of a set."""
    for table in range(tables):
        for b in range(BOARDS):
            for place in range(shape.cards * shape.leads * shape.others):
                sums[table, s, b, place] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def follow_split(shape, steps, block, picks, room):  # type: ignore[no-untyped-def]
    """A split hand of a pair: where its flows go, ``room.taken`` and ``room.ended`` by set.

    ``picks[step × BOARDS + board]`` are its decisions. ``room.arrived`` becomes the flows with
    which hands begin, by step; those whose second card pairs begin in steps of their own.
    """
    flow, arrived = room.flow, room.arrived
    for s in range(2):
        for b in range(BOARDS):
            flow[b] = 1.0 if block.cards[b] > 0.0 else 0.0
        for step in range(shape.begin):
            if s == 0:
                for b in range(BOARDS):
                    arrived[step * BOARDS + b] = flow[step * BOARDS + b]
            draw(
                shape.pair, shape.other, steps.held, steps.child, steps.again, block.left, step,
                picks, s, flow,
            )  # fmt: skip
            for again in steps.again[step]:
                if s == 1 and again >= shape.begin:
                    flow[again * BOARDS : (again + 1) * BOARDS] = 0.0
        for place in range(shape.begin * BOARDS, len(steps.place) * BOARDS):
            if s == 0:
                arrived[place] = 0.0
            arrived[place] += flow[place]
        room.taken[s, : len(steps.movers) * BOARDS] = 0.0
        follow(shape, steps, block, picks, shape.begin, flow, room.taken[s], room.ended[s])


@njit(cache=True, nogil=True, error_model="numpy")
def price_split(shape, steps, block, tariffs, room, sums):  # type: ignore[no-untyped-def]
    """What the flows of `follow_split` bring but for the dealer's finals."""
    for s in range(2):
        clear(shape, tariffs.arrival.shape[1], sums, s)
        for step in range(shape.begin):
            arrive(shape, steps, block, tariffs.arrival, step, s, room.arrived, sums, s)
        bring(shape, steps, block, tariffs, room.taken[s], sums, s)
