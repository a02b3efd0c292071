"""The programme backward: what every hand is worth, all boards side by side."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit

BOARDS = 12
"""Boards side by side."""
STAND, CHANCE, CHOICE = 0, 1, 2
NEVER = -1e300
BUST = 22
"""The total of a bust hand in pay tables."""


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def fill_stands(slots, total, finals, pays, values):  # type: ignore[no-untyped-def]
    """What standing is worth on every board, into ``values[slot × BOARDS + board]``.

    ``finals[world, hand, final, board]`` are the dealer's chances, ``pays[row, total, final]`` the
    pays per unit; a dealer natural counts as a bust. A slot without a hand is a bust.
    """
    last, width = finals.shape[2] - 1, np.uint64(BOARDS)
    value = np.empty(BOARDS)
    for slot in range(len(slots.kind)):
        hand, row, to = slots.hand[slot], slots.row[slot], np.uint64(slot * BOARDS)
        if hand >= 0 and slots.kind[slot] != STAND:
            continue
        bust = pays[row, BUST, 0]
        for b in range(width):
            value[b] = bust
        if hand >= 0:
            met = finals[slots.world[slot], hand]
            for b in range(width):
                value[b] = bust * met[last, b]
            for f in range(last):
                pay = pays[row, total[hand], f]
                for b in range(width):
                    value[b] += pay * met[f, b]
        for b in range(width):
            values[to + b] = value[b]


@njit(cache=True, nogil=True, error_model="numpy")
def naturals(boards, counts, given_up, gone, natural):  # type: ignore[no-untyped-def]
    """The chance of a dealer natural behind a hand, by board."""
    for b in range(BOARDS):
        natural[b] = 0.0
    for c in range(len(counts)):
        held = float(counts[c] + given_up[c])
        for b in range(BOARDS):
            at = c * BOARDS + b
            natural[b] += boards.makers[at] * (boards.left[at] - held)
    for b in range(BOARDS):
        natural[b] = max(natural[b], 0.0) / max(boards.cards[b] - gone, 1.0)


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def solve_hands(slots, hands, worlds, boards, decided, values, picks):  # type: ignore[no-untyped-def]
    """All slots but stands, callees first; `picks` says what is chosen, or if `decided` what was.

    ``boards.left[class × BOARDS + board]`` are the cards left for an empty hand,
    ``boards.cards[board]`` all of them, ``boards.makers[class × BOARDS + board]`` is 1 where a
    class makes a natural of the upcard. ``worlds[world, class]`` are cards given up. A choice's
    pick is the number of its option, a chance's the classes given up, as bits.
    """
    kinds = hands.counts.shape[1]
    width = np.uint64(BOARDS)
    value = np.empty(BOARDS)
    best = np.empty(BOARDS)
    chosen = np.empty(BOARDS, dtype=np.int64)
    natural = np.empty(BOARDS)
    for slot in range(1, len(slots.kind)):
        kind = slots.kind[slot]
        if kind == STAND:
            continue
        hand, world = slots.hand[slot], slots.world[slot]
        to = np.uint64(slot * BOARDS)
        gone = float(hands.size[hand])
        for c in range(kinds):
            gone += worlds[world, c]
        if kind == CHANCE:
            for b in range(width):
                value[b] = 0.0
                chosen[b] = picks[to + b] if decided else 0
            for c in range(kinds):
                held = float(hands.counts[hand, c] + worlds[world, c])
                of, at = np.uint64(c * BOARDS), np.uint64(slots.child[slot, c] * BOARDS)
                if slots.again[slot, c] < 0:
                    for b in range(width):
                        value[b] += max(boards.left[of + b] - held, 0.0) * values[at + b]
                else:
                    other = np.uint64(slots.again[slot, c] * BOARDS)
                    bit = 1 << c
                    for b in range(width):
                        kept, again = values[at + b], values[other + b]
                        weight = max(boards.left[of + b] - held, 0.0)
                        if not decided and weight > 0.0 and again > kept:
                            chosen[b] += bit
                        value[b] += weight * (again if chosen[b] & bit else kept)
            for b in range(width):
                left = boards.cards[b] - gone
                values[to + b] = value[b] / left if left > 0.0 else values[b]
                picks[to + b] = chosen[b]
            continue
        first, last = slots.first_option[slot], slots.first_option[slot + 1]
        asks = False
        for option in range(first, last):
            if slots.option_natural[option] != 0.0:
                asks = True
        if asks:
            naturals(boards, hands.counts[hand], worlds[world], gone, natural)
        for b in range(width):
            best[b] = NEVER
            chosen[b] = 0
        for option in range(first, last):
            at = np.uint64(slots.option_slot[option] * BOARDS)
            times, constant = slots.option_times[option], slots.option_constant[option]
            share, upcards = slots.option_natural[option], slots.option_upcards[option]
            for b in range(width):
                value[b] = times * values[at + b] + constant
            if share != 0.0:
                for b in range(width):
                    value[b] += share * natural[b]
            if upcards >= 0 and not decided:
                for b in range(width):
                    if not upcards >> boards.up[b] & 1:
                        value[b] = NEVER
            number = option - first
            if decided:
                for b in range(width):
                    best[b] = value[b] if picks[to + b] == number else best[b]
                continue
            for b in range(width):
                better = value[b] > best[b]
                best[b] = value[b] if better else best[b]
                chosen[b] = number if better else chosen[b]
        for b in range(width):
            values[to + b] = best[b]
            if not decided:
                picks[to + b] = chosen[b]
