"""Hands played by the cells of a chart: their values, and what each cell gains.

Cells are ``cells.draws[column, given up, state]``, ``cells.first[column, move, table, state]`` and
``cells.offers[column, offer, state, class]``; `columns` says which column a board is played by,
below zero: none.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.play import BOARDS, CHANCE, CHOICE, STAND


@njit(cache=True, nogil=True, error_model="numpy")
def spread_cells(slots, readings, cells, block, columns, picks):  # type: ignore[no-untyped-def]
    """The cells as decisions in every slot, ``picks[slot × BOARDS + board]``."""
    kinds, moves = slots.child.shape[1], readings.first.shape[1]
    for slot in range(1, len(slots.kind)):
        kind, state = slots.kind[slot], readings.state[slot]
        if kind == CHOICE:
            first, given_up, table = (
                slots.first_option[slot], readings.given_up[slot], readings.table[slot],
            )  # fmt: skip
            draws, waits = readings.draws[slot], readings.waits[slot]
            for b in range(BOARDS):
                column = columns[b]
                if column < 0:
                    continue
                pick = waits
                if draws >= 0 and cells.draws[column, given_up, state]:
                    pick = draws
                for m in range(moves):
                    option = readings.first[slot, m]
                    if option >= 0 and cells.first[column, m, table, state]:
                        upcards = slots.option_upcards[first + option]
                        if upcards < 0 or upcards >> block.up[b] & 1:
                            pick = option
                picks[slot * BOARDS + b] = pick
        elif kind == CHANCE and readings.offer[slot] >= 0:
            offer = readings.offer[slot]
            for b in range(BOARDS):
                column, bits = columns[b], 0
                if column < 0:
                    continue
                for c in range(kinds):
                    if slots.again[slot, c] >= 0 and cells.offers[column, offer, state, c]:
                        bits |= 1 << c
                picks[slot * BOARDS + b] = bits


@njit(cache=True, nogil=True, error_model="numpy")
def _natural(hands, worlds, block, hand, world, b):  # type: ignore[no-untyped-def]
    """The chance of a dealer natural behind a hand on one board."""
    natural, cards = 0.0, block.cards[b]
    for c in range(hands.counts.shape[1]):
        held = hands.counts[hand, c] + worlds[world, c]
        cards -= held
        natural += block.makers[c * BOARDS + b] * (block.left[c * BOARDS + b] - held)
    return max(natural, 0.0) / max(cards, 1.0)


@njit(cache=True, nogil=True, error_model="numpy")
def _worth(slots, hands, worlds, block, slot, option, values, b):  # type: ignore[no-untyped-def]
    """What an option of a choice is worth on one board."""
    value = slots.option_times[option] * values[slots.option_slot[option] * BOARDS + b]
    share = slots.option_natural[option]
    if share != 0.0:
        value += share * _natural(hands, worlds, block, slots.hand[slot], slots.world[slot], b)
    return value + slots.option_constant[option]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def flow_on(slots, hands, worlds, block, picks, flow):  # type: ignore[no-untyped-def]
    """Hands played on: ``flow[slot × BOARDS + board]`` become the stakes that come to each slot."""
    kinds = hands.counts.shape[1]
    width = np.uint64(BOARDS)
    part = np.empty(BOARDS)
    for slot in range(len(slots.kind) - 1, 0, -1):
        kind = slots.kind[slot]
        if kind == STAND:
            continue
        now, some = np.uint64(slot * BOARDS), False
        for b in range(BOARDS):
            some |= flow[now + np.uint64(b)] != 0.0
        if not some:
            continue
        if kind == CHOICE:
            for b in range(BOARDS):
                option = slots.first_option[slot] + picks[slot * BOARDS + b]
                to = slots.option_slot[option]
                flow[to * BOARDS + b] += slots.option_times[option] * flow[slot * BOARDS + b]
            continue
        hand, world = slots.hand[slot], slots.world[slot]
        gone = float(hands.size[hand])
        for c in range(kinds):
            gone += worlds[world, c]
        for b in range(width):
            left = block.cards[b] - gone
            part[b] = flow[now + b] / left if left > 0.0 else 0.0
        for c in range(kinds):
            held = float(hands.counts[hand, c] + worlds[world, c])
            of, kept = np.uint64(c * BOARDS), np.uint64(slots.child[slot, c] * BOARDS)
            if slots.again[slot, c] < 0:
                for b in range(width):
                    flow[kept + b] += part[b] * max(block.left[of + b] - held, 0.0)
            else:
                again = np.uint64(slots.again[slot, c] * BOARDS)
                for b in range(width):
                    more = part[b] * max(block.left[of + b] - held, 0.0)
                    given_up = picks[now + b] >> c & 1
                    flow[again + b] += more if given_up else 0.0
                    flow[kept + b] += 0.0 if given_up else more


@njit(cache=True, nogil=True, error_model="numpy")
def add_gains(  # type: ignore[no-untyped-def]
    slots, hands, worlds, block, readings, columns, cells, values, flow, asked, gains
):
    """What cells gain by the stakes that come to each slot, into the arrays of `gains`.

    ``flow.here[slot × BOARDS + board]`` are those stakes, ``flow.apart`` those of them that cells
    of their own decide about. Draws that are made or could be are added to `asked`.
    """
    moves = readings.first.shape[1]
    for slot in range(1, len(slots.kind)):
        draws, waits = readings.draws[slot], readings.waits[slot]
        if slots.kind[slot] != CHOICE or draws < 0:
            continue
        first, given_up, state = (
            slots.first_option[slot], readings.given_up[slot], readings.state[slot],
        )  # fmt: skip
        drawn, waited = slots.option_slot[first + draws], slots.option_slot[first + waits]
        for b in range(BOARDS):
            column, here = columns[b], flow.here[slot * BOARDS + b]
            if column < 0 or here == 0.0:
                continue
            asked[drawn * BOARDS + b] += here
            weight = max(here - flow.apart[slot * BOARDS + b], 0.0)
            more = values[drawn * BOARDS + b] - values[waited * BOARDS + b]
            gains.draws[column, given_up, state] += weight * more
            gains.met[column, given_up, state] += weight
    for slot in range(1, len(slots.kind)):
        if slots.kind[slot] != CHOICE or readings.opens[slot]:
            continue
        first, state, table = slots.first_option[slot], readings.state[slot], readings.table[slot]
        draws, given_up = readings.draws[slot], readings.given_up[slot]
        for m in range(moves):
            option = readings.first[slot, m]
            if option < 0:
                continue
            for b in range(BOARDS):
                column, here = columns[b], flow.here[slot * BOARDS + b]
                if column < 0 or here == 0.0:
                    continue
                otherwise = first + readings.waits[slot]
                if draws >= 0 and cells.draws[column, given_up, state]:
                    otherwise = first + draws
                one = _worth(slots, hands, worlds, block, slot, first + option, values, b)
                other = _worth(slots, hands, worlds, block, slot, otherwise, values, b)
                gains.later[column, m, table, state] += here * (one - other)


@njit(cache=True, nogil=True, error_model="numpy")
def add_offers(  # type: ignore[no-untyped-def]
    slots, hands, worlds, block, readings, columns, values, asked, offers
):
    """What giving up drawn cards gains by the stakes ``asked[slot × BOARDS + board]`` that draw."""
    kinds = hands.counts.shape[1]
    for slot in range(1, len(slots.kind)):
        if slots.kind[slot] != CHANCE or readings.offer[slot] < 0:
            continue
        hand, world, state = slots.hand[slot], slots.world[slot], readings.state[slot]
        gone = float(hands.size[hand])
        for c in range(kinds):
            gone += worlds[world, c]
        for c in range(kinds):
            again, kept = slots.again[slot, c], slots.child[slot, c]
            if again < 0:
                continue
            held = float(hands.counts[hand, c] + worlds[world, c])
            for b in range(BOARDS):
                part, column = asked[slot * BOARDS + b], columns[b]
                if column < 0 or part == 0.0:
                    continue
                weight = part * max(block.left[c * BOARDS + b] - held, 0.0)
                weight /= max(block.cards[b] - gone, 1.0)
                more = values[again * BOARDS + b] - values[kept * BOARDS + b]
                offers[column, readings.offer[slot], state, c] += weight * more


@njit(cache=True, nogil=True, error_model="numpy")
def add_likely(slots, hands, block, readings, columns, values, gains):  # type: ignore[no-untyped-def]
    """What cells gain if every hand is met as often as its cards are likely, roughly."""
    kinds = hands.counts.shape[1]
    weights = np.ones(len(hands.size) * BOARDS)
    for hand in range(len(hands.size)):
        for c in range(kinds):
            for _ in range(hands.counts[hand, c]):
                for b in range(BOARDS):
                    weights[hand * BOARDS + b] *= block.left[c * BOARDS + b] / block.cards[b]
    for at in range(len(readings.apart)):
        slot = readings.apart[at]
        first, given_up, state = (
            slots.first_option[slot], readings.given_up[slot], readings.state[slot],
        )  # fmt: skip
        drawn = slots.option_slot[first + readings.draws[slot]]
        waited = slots.option_slot[first + readings.waits[slot]]
        for b in range(BOARDS):
            if columns[b] < 0:
                continue
            weight = weights[slots.hand[slot] * BOARDS + b]
            more = values[drawn * BOARDS + b] - values[waited * BOARDS + b]
            gains.draws[columns[b], given_up, state] += weight * more
            for c in range(kinds):
                again, kept = slots.again[drawn, c], slots.child[drawn, c]
                if again >= 0:
                    more = values[again * BOARDS + b] - values[kept * BOARDS + b]
                    offer = readings.offer[drawn]
                    gains.offers[columns[b], offer, state, c] += weight * more
