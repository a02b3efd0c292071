"""A round in a fresh shoe, card by card: the source that is compiled for processor and GPU.

`fast_round` follows the automaton and gives up on the few rounds it cannot finish: those that
split, that reject a draw among the first three, or that need more than three words. `whole_round`
plays any round from the machine's tables. Both see the same cards: a round's outcome is a function
of the seed and its number.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from pitboss.sim.draws import word
from pitboss.rules.settlement import BUST
from pitboss.sim.machine import PAIR
from pitboss.sim.outcomes import DOUBLED, SURRENDER

U = np.uint64
L = np.int64

GIVEN_UP = -1
MOST_HANDS = 16
"""Room for the hands of a split."""


@register_jitable
def fast_round(deal, following, ends, split, per_rank, reject, key, number):  # type: ignore[no-untyped-def]
    """The outcome code of a round, or `GIVEN_UP`."""
    place = number << U(6)
    bits = word(key, place)
    f = (bits & U(0xFFFF)) * U(13)
    a = f >> U(16)
    g = (f & U(0xFFFF)) * per_rank
    bad = (g & U(0xFFFF)) < reject
    f = (bits >> U(16) & U(0xFFFF)) * U(13)
    b = f >> U(16)
    g = (f & U(0xFFFF)) * per_rank
    bad |= (g & U(0xFFFF)) < reject
    bad |= (g >> U(16)) < U(a == b)
    f = (bits >> U(32) & U(0xFFFF)) * U(13)
    c = f >> U(16)
    g = (f & U(0xFFFF)) * per_rank
    bad |= (g & U(0xFFFF)) < reject
    bad |= (g >> U(16)) < U(a == c) + U(b == c)
    if bad:
        return L(GIVEN_UP)
    state = L(deal[(a * U(13) + b) * U(13) + c])
    if state >= ends:
        return state - ends if state != split else L(GIVEN_UP)
    gone = (U(1) << (a << U(2))) + (U(1) << (b << U(2))) + (U(1) << (c << U(2)))
    bits >>= U(48)
    left = 1
    while True:
        while left > 0:
            f = (bits & U(0xFFFF)) * U(13)
            bits >>= U(16)
            left -= 1
            rank = f >> U(16)
            g = (f & U(0xFFFF)) * per_rank
            shift = rank << U(2)
            if (g & U(0xFFFF)) < reject or (g >> U(16)) < (gone >> shift & U(15)):
                continue
            gone += U(1) << shift
            state = L(following[U(state) + rank])
            if state >= ends:
                return state - ends if state != split else L(GIVEN_UP)
        place += U(1)
        if place & U(63) == U(3):
            return L(GIVEN_UP)
        bits = word(key, place)
        left = 4


@register_jitable
def draw(stream, gone, key, per_rank, reject):  # type: ignore[no-untyped-def]
    """The next card's rank. `stream` is place, bits and draws left of a word; `gone` by rank."""
    while True:
        if stream[2] == U(0):
            stream[1] = word(key, stream[0])
            stream[0] += U(1)
            stream[2] = U(4)
        f = (stream[1] & U(0xFFFF)) * U(13)
        stream[1] >>= U(16)
        stream[2] -= U(1)
        rank = f >> U(16)
        g = (f & U(0xFFFF)) * per_rank
        if (g & U(0xFFFF)) >= reject and (g >> U(16)) >= U(gone[rank]):
            gone[rank] += 1
            return L(rank)


@register_jitable
def play_split(machine, number, at, stream, gone, key, per_rank, reject):  # type: ignore[no-untyped-def]
    """Play the hands of a split, left to right; `at` gets their leaves.

    Gives how many hands there are, and which one the second opening wager stands on.
    """
    following, full, seconds = machine.next, machine.full, machine.is_second
    first, later = machine.first[number], machine.later[number]
    at[0], at[1] = first, later
    hands, wager, here = 2, 1, 0
    while here < hands:
        turn = here
        if machine.at_once:
            for other in range(here, hands):
                if at[other] >= 0 and seconds[at[other]]:
                    turn = other
                    break
        entry = at[turn]
        if entry >= 0:
            rank = draw(stream, gone, key, per_rank, reject)
            at[turn] = following[entry, rank]
        elif entry > PAIR:
            here += 1
        elif hands < machine.most[number]:
            for other in range(hands, here, -1):
                at[other] = at[other - 1]
            at[here] = first if here == 0 and machine.survives[number] else later
            at[here + 1] = later
            hands += 1
            if here < wager:
                wager += 1
        else:
            at[here] = full[PAIR - entry]
    return hands, wager


@register_jitable
def split_code(machine, context, at, hands, wager, final):  # type: ignore[no-untyped-def]
    """The outcome code of a split round."""
    total, second, staked = L(0), L(0), L(0)
    for hand in range(hands):
        leaf = L(~at[hand])
        doubled = L(leaf >= DOUBLED)
        won = L(machine.outcome[leaf - DOUBLED * doubled, final])
        total += won * (L(1) + doubled)
        staked += L(1) + doubled
        if hand == wager and machine.units > 1:
            second = won
            total -= won
    codes = machine.split_codes
    side = L(machine.side[context, L(hands > 2), ~at[0], final])
    code = side * codes.sums + total + codes.sums // 2
    if machine.units > 1:
        code = code * codes.seconds + second + 1
    return codes.base + code * codes.stakes + staked


@register_jitable
def is_live(leaf):  # type: ignore[no-untyped-def]
    """Whether a hand's result depends on the dealer's total."""
    return leaf < SURRENDER and leaf != BUST and leaf != BUST + DOUBLED


@register_jitable
def dealer_plays(machine, state, stream, gone, key, per_rank, reject):  # type: ignore[no-untyped-def]
    """The dealer's final from a hand of two cards on."""
    while machine.dealer_final[state] < 0:
        state = machine.dealer_next[state, draw(stream, gone, key, per_rank, reject)]
    return machine.dealer_final[state]


@register_jitable
def whole_round(machine, values, at, stream, gone, per_rank, reject, key, number):  # type: ignore[no-untyped-def]
    """The outcome code of any round. The last three arrays are room to work in."""
    for rank in range(13):
        gone[rank] = 0
    stream[0], stream[1], stream[2] = number << U(6), U(0), U(0)
    up = draw(stream, gone, key, per_rank, reject)
    one = draw(stream, gone, key, per_rank, reject)
    two = draw(stream, gone, key, per_rank, reject)
    board = machine.board[13, up]
    if board < 0:
        board = machine.board[up, draw(stream, gone, key, per_rank, reject)]
    entry = machine.deal[0, board, one, two]
    context, split = machine.context[entry], machine.split[entry]
    hands, wager = 1, 1
    if split >= 0:
        hands, wager = play_split(machine, split, at, stream, gone, key, per_rank, reject)
    else:
        at[0] = machine.start[entry]
        while at[0] >= 0:
            at[0] = machine.next[at[0], draw(stream, gone, key, per_rank, reject)]
    live = False
    for hand in range(hands):
        live = live or is_live(~at[hand])
    final = 0
    if live or machine.maker[board] > 0:
        hole = draw(stream, gone, key, per_rank, reject)
        natural = machine.settle.shape[2] - 2
        if values[hole] == machine.maker[board]:
            if machine.peeked[board] or hands == 1:
                leaf = BUST if hands > 1 else ~at[0]
                return L(machine.natural[context, leaf])
            final = natural
            if machine.suited_naturals and word(key, (number << U(6)) + U(63)) & U(3) == U(0):
                final += 1
        elif live:
            state = machine.dealer_next[machine.up_state[board], hole]
            final = dealer_plays(machine, state, stream, gone, key, per_rank, reject)
    if hands > 1:
        return split_code(machine, context, at, hands, wager, final)
    return L(machine.settle[context, ~at[0], final])
