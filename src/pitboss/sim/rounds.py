"""A round, card by card: the source that is compiled for processor and GPU.

`fast_round` follows the automaton of a fresh shoe and gives up on the few rounds it cannot finish:
those that split, that reject a draw among the first three, or that need more than three words.
`other_round` plays any round. Both see the same cards: a round's outcome is a function of the seed
and its number. The parts of it (a card, a hand, a split, the dealer, a settlement) also serve shoes
with a cut card.

Tables are one array, `book`; `at` says where each begins (`machine.Places`). A stream of cards is
a tuple, and the kind of tuple decides how the next card is found (`draws.take`).
"""

from __future__ import annotations

import numpy as np

from pitboss.rules.settlement import BUST
from pitboss.sim.draws import inlined, take, word
from pitboss.sim.machine import PAIR
from pitboss.sim.outcomes import DOUBLED, LEAVES, SURRENDER

U = np.uint64
L = np.int64

GIVEN_UP = -1
MOST_HANDS = 8
"""Room for the hands of a split."""


@inlined
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


@inlined
def play_hand(book, at, entry, key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The leaf a hand that is not split ends in, and the stream after it."""
    while entry >= 0:
        rank, stream = take(key, stream, per_rank, reject)
        entry = L(book[at.next + entry * 13 + rank])
    return ~entry, stream


@inlined
def play_split(book, at, pair, key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """Play the hands of a split, left to right.

    Gives their leaves, eight bits each, how many there are, which one the second opening wager
    stands on, and the stream.
    """
    later, most = L(book[at.later + pair]), L(book[at.most + pair])
    entry = L(book[at.first + pair])
    again = entry if book[at.survives + pair] else later
    waiting, hands, finished, group, wager = L(2), L(2), L(0), L(1), L(0)
    leaves = U(0)
    while waiting > 0:
        rank, stream = take(key, stream, per_rank, reject)
        entry = L(book[at.next + entry * 13 + rank])
        if entry >= 0:
            continue
        if entry <= PAIR:
            if hands < most:
                hands += 1
                waiting += 1
                if group > 0:
                    group += 1
                entry = again
                continue
            entry = L(book[at.full + PAIR - entry])
            if entry >= 0:
                continue
        leaves |= U(~entry) << (U(8) * U(finished))
        finished += 1
        waiting -= 1
        if group > 0:  # hands that came of the first card are played before the second one's
            group -= 1
            wager = finished
        entry = again = later
    return leaves, hands, wager, stream


@inlined
def play_split_at_once(book, at, pair, room, base, key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The same where all hands get their second cards before any is played.

    `room` is to work in, from `base` on.
    """
    first, later = L(book[at.first + pair]), L(book[at.later + pair])
    room[base], room[base + 1] = first, later
    hands, wager, here = L(2), L(1), L(0)
    while here < hands:
        turn = here
        for other in range(here, hands):
            if room[base + other] >= 0 and book[at.is_second + room[base + other]]:
                turn = other
                break
        entry = L(room[base + turn])
        if entry >= 0:
            rank, stream = take(key, stream, per_rank, reject)
            room[base + turn] = book[at.next + entry * 13 + rank]
        elif entry > PAIR:
            here += 1
        elif hands < book[at.most + pair]:
            for other in range(hands, here, -1):
                room[base + other] = room[base + other - 1]
            room[base + here] = first if here == 0 and book[at.survives + pair] else later
            room[base + here + 1] = later
            hands += 1
            if here < wager:
                wager += 1
        else:
            room[base + here] = book[at.full + PAIR - entry]
    leaves = U(0)
    for hand in range(hands):
        leaves |= U(~room[base + hand]) << (U(8) * U(hand))
    return leaves, hands, wager, stream


@inlined
def any_live(leaves, hands):  # type: ignore[no-untyped-def]
    """Whether the result of one of these hands depends on the dealer's total."""
    for hand in range(hands):
        leaf = L(leaves >> (U(8) * U(hand)) & U(255))
        if leaf < SURRENDER and leaf != BUST and leaf != BUST + DOUBLED:
            return True
    return False


@inlined
def play_dealer(book, at, state, key, stream, per_rank, reject):  # type: ignore[no-untyped-def]
    """The dealer's final from a hand of two cards on, and the stream."""
    while book[at.dealer_final + state] < 0:
        rank, stream = take(key, stream, per_rank, reject)
        state = L(book[at.dealer_next + state * 13 + rank])
    return L(book[at.dealer_final + state]), stream


@inlined
def split_code(book, at, context, leaves, hands, wager, final):  # type: ignore[no-untyped-def]
    """The outcome code of a split round."""
    total, second, staked = L(0), L(0), L(0)
    for hand in range(hands):
        leaf = L(leaves >> (U(8) * U(hand)) & U(255))
        doubled = L(leaf >= DOUBLED)
        won = L(book[at.outcome + (leaf - DOUBLED * doubled) * at.finals + final])
        total += won * (L(1) + doubled)
        staked += L(1) + doubled
        if hand == wager and at.units > 1:
            second = won
            total -= won
    again = L(hands > 2)
    first = L(leaves & U(255))
    side = L(book[at.side + ((context * 2 + again) * (2 * DOUBLED) + first) * at.finals + final])
    code = side * at.sums + total + at.sums // 2
    if at.units > 1:
        code = code * 3 + second + 1
    return at.splits + code * at.stakes + staked


@inlined
def other_round(book, at, room, per_rank, reject, key, number):  # type: ignore[no-untyped-def]
    """The outcome code of any round in a fresh shoe; `room` is to work in."""
    stream = (number << U(6), U(0), U(0), U(0), U(0))
    up, stream = take(key, stream, per_rank, reject)
    one, stream = take(key, stream, per_rank, reject)
    two, stream = take(key, stream, per_rank, reject)
    board = L(book[at.board + 169 + up])
    if board < 0:
        new, stream = take(key, stream, per_rank, reject)
        board = L(book[at.board + up * 13 + new])
    entry = L(book[at.deal + (board * 13 + one) * 13 + two])
    context, pair = L(book[at.context + entry]), L(book[at.split + entry])
    hands, wager = L(1), L(1)
    if pair < 0:
        leaf, stream = play_hand(book, at, L(book[at.start + entry]), key, stream, per_rank, reject)
        leaves = U(leaf)
    elif at.at_once:
        leaves, hands, wager, stream = play_split_at_once(
            book, at, pair, room, 0, key, stream, per_rank, reject
        )
    else:
        leaves, hands, wager, stream = play_split(book, at, pair, key, stream, per_rank, reject)
    live = any_live(leaves, hands)
    final = L(0)
    if live or book[at.maker + board] > 0:
        hole, stream = take(key, stream, per_rank, reject)
        if book[at.makes + board * 13 + hole]:
            if hands == 1 or book[at.peeked + board]:
                leaf = L(leaves) if hands == 1 else L(BUST)
                return L(book[at.natural + context * LEAVES + leaf])
            final = at.finals - 2
            # its suits matter and nobody looked: of one suit once in four
            if at.suited_naturals and word(key, (number << U(6)) + U(63)) & U(3) == U(0):
                final += 1
        elif live:
            state = L(book[at.dealer_next + book[at.up_state + board] * 13 + hole])
            final, stream = play_dealer(book, at, state, key, stream, per_rank, reject)
    if hands > 1:
        return split_code(book, at, context, leaves, hands, wager, final)
    return L(book[at.settle + (context * LEAVES + L(leaves)) * at.finals + final])
