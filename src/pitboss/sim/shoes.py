"""Shoes dealt to a cut card, one to nine seats: the source for processor and GPU.

With several seats cards come in the table's own order: the seats' first cards, the upcard, their
second cards, the hole card, the upcard's replacement, then play seat by seat and the dealer. So a
shoe here is the shoe a table would have dealt, card by card, and how many cards a round takes, on
which the cut card depends, is right. One seat alone is dealt by the automaton of its rounds,
faster, and the shoe is left as the table's order would have left it (`single_round`), as long as no
round can begin with fewer cards than it may need. A round on a fresh shoe for several seats is a
shoe whose cut card comes at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.sim import njit
from pitboss.sim.draws import PLACES, inlined, take, word
from pitboss.sim.leaves import LOST
from pitboss.sim.rounds import (
    any_live,
    code_of,
    event,
    no_split,
    play_dealer,
    play_hand,
    play_split,
    split_code,
)

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - as in rounds

MOST_SEATS = 9
MOST_WAGERS = 10
"""Wagers that shoes can be dealt for on a GPU and by vector code."""
PAIRS = MOST_WAGERS // 2
SHOES, ROUNDS, RAN_OUT, SQUARES, HEAD = 0, 1, 2, 3, 4
"""Places in a tally; see `program.Tally`."""
CODE, CARD, ENTRY, LEAF, HAND, WAGER, ROOM = (MOST_SEATS * row for row in range(7))
"""Where the room to work in holds, by seat: outcome code, first card, entry and then context,
leaves, hands, hand of the second wager."""


class ShoeTables(NamedTuple):
    """What a kernel for shoes looks things up in."""

    book: Any
    at: Any
    """Where tables begin in the book (`policy_tables.Places`)."""
    deal: Any
    following: Any
    splits: Any
    marks: Any
    """These four: see `round_automaton.Automaton`."""
    ends_natural: Any
    """By code: whether the dealer's natural was found before anybody played."""
    mixed: Any
    """By code that leaves the suits of a natural open: the code of two suits, and of one."""


class ShoeDealing(NamedTuple):
    """How shoes are dealt."""

    single: bool
    """Whether one seat is dealt by the automaton of its rounds."""
    seats: int
    cut: int
    """Cards before the cut card; 0 for a fresh shoe each round."""
    burn: int
    per_rank: np.uint64
    """Cards of a rank in a full shoe."""
    key: np.uint64
    coins: np.uint64
    """The key of what suits are decided by."""


@inlined
def open_shoe(shoe, counts, address, burn, per_rank, key):
    """The stream of a full shoe whose top cards are burned."""
    for place in range(PLACES):
        counts[place] = U(place + 1) * per_rank if place < 13 else U(0xFFFF)
    stream = (shoe << U(12), address, U(13) * per_rank, U(0))
    for _ in range(burn):
        _, stream = take(key, stream, per_rank, U(0))
    return stream


@inlined
def begin_round(counts):
    """Note which cards the shoe has when a round begins."""
    for place in range(PLACES):
        counts[PLACES + place] = counts[place]


@inlined
def is_spent(stream, cut, per_rank):
    """Whether the cut card has come, or the shoe ran out."""
    _, _, cards, ran_out = stream
    return ran_out != U(0) or L(U(13) * per_rank - cards) >= cut


@inlined
def settle_seat(book, at, context, leaves, hands, wager, natural, final):
    """The outcome code of a seat."""
    if hands > 1 and not natural:
        return split_code(book, at, context, leaves, hands, wager, final)
    leaf = L(leaves) if hands == 1 else L(LOST)
    return L(book[at.settle + (context * at.leaves + leaf) * at.finals + final])


@inlined
def deal_round(book, at, room, seats, key, coins, number, stream, per_rank):
    """Deal one round; the seats' outcome codes are the first numbers in `room`.

    Suits, where they matter, are decided by the words of the key `coins` at `number` × 16 on.
    """
    for seat in range(seats):
        card, stream = take(key, stream, per_rank, U(0))
        room[CARD + seat] = L(card)
    up, stream = take(key, stream, per_rank, U(0))
    for seat in range(seats):
        card, stream = take(key, stream, per_rank, U(0))
        room[ENTRY + seat] = room[CARD + seat] * 13 + L(card)
    hole, stream = take(key, stream, per_rank, U(0))
    board = L(book[at.board + 169 + up])
    if board < 0:
        new, stream = take(key, stream, per_rank, U(0))
        board = L(book[at.board + up * 13 + new])
    natural = book[at.makes + board * 13 + hole] != 0
    peeked = natural and book[at.peeked + board] != 0
    live = False
    for seat in range(seats):
        suited = L(0)
        if at.asks_suits:
            pair = room[ENTRY + seat] // 13 == room[ENTRY + seat] % 13
            chances = per_rank - U(1) if pair else U(4)
            wins = per_rank // U(4) - U(1) if pair else U(1)
            suited = L(word(coins, (number << U(4)) + U(seat) + U(1)) % chances < wins)
        entry = L(book[at.deal + (suited * at.boards + board) * 169 + room[ENTRY + seat]])
        room[ENTRY + seat] = book[at.context + entry]
        room[HAND + seat], room[WAGER + seat] = 1, 1
        if peeked:
            room[LEAF + seat] = ~book[at.start + entry] if book[at.start + entry] < 0 else LOST
            if book[at.split + entry] >= 0:
                room[LEAF + seat] = LOST
            continue
        pair = L(book[at.split + entry])
        if pair < 0:
            leaf, stream = play_hand(
                book, at, L(book[at.start + entry]), key, stream, per_rank, U(0)
            )
            room[LEAF + seat] = leaf
        else:
            packed, room[HAND + seat], room[WAGER + seat], stream = play_split(
                book, at, pair, key, stream, per_rank, U(0)
            )
            room[LEAF + seat] = L(packed)
        live = live or any_live(at, U(room[LEAF + seat]), room[HAND + seat])
    final = L(0)
    if natural:
        final = at.finals - 2
        if is_suited(at, coins, number):
            final += 1
    elif live:
        state = L(book[at.dealer_next + book[at.up_state + board] * 13 + hole])
        final, stream = play_dealer(book, at, state, key, stream, per_rank, U(0))
    for seat in range(seats):
        room[CODE + seat] = settle_seat(
            book,
            at,
            room[ENTRY + seat],
            U(room[LEAF + seat]),
            room[HAND + seat],
            room[WAGER + seat],
            peeked,
            final,
        )
    return stream


@inlined
def is_suited(at, coins, number):
    """Whether the dealer's natural, should there be one in this round, is of one suit."""
    return at.suited_naturals and word(coins, number << U(4)) & U(3) == U(0)


@inlined
def single_round(tables, dealing, counts, number, stream):
    """Deal one round to one seat by the automaton of its rounds: its code, and the stream.

    The automaton draws the hole card late. After a natural that was looked for, the cards drawn
    since the deal therefore go back: the shoe is left as if the hole card had been dealt in its
    place. The shoe must have enough cards for any round (`Automaton.longest`).
    """
    book, at, deal, following, splits, marks, ends_natural, mixed = tables
    _, _, _, _, per_rank, key, coins = dealing
    ends, leaves = marks.ends, marks.leaves
    up, stream = take(key, stream, per_rank, U(0))
    one, stream = take(key, stream, per_rank, U(0))
    two, stream = take(key, stream, per_rank, U(0))
    state = I(deal[(up * 13 + one) * 13 + two])
    rank = L(0)
    if state >= marks.dealing and state < ends:
        rank, stream = take(key, stream, per_rank, U(0))
        state = I(following[I(state + I(rank))])
    for place in range(PLACES):
        counts[PLACES + place] = counts[place]
    cards = stream[2]
    while state < ends:
        rank, stream = take(key, stream, per_rank, U(0))
        state = I(following[I(state + I(rank))])
    code = L(state) - L(ends)
    if state >= leaves:
        end, state, play = event(splits, marks, no_split(), state)
        while end == I(0):
            rank, stream = take(key, stream, per_rank, U(0))
            entry = I(following[I(state + I(rank))])
            if entry < ends:
                state = entry
            else:
                end, state, play = event(splits, marks, play, entry)
        suited = not at.peeks and is_suited(at, coins, number)
        code = L(code_of(book, at, splits, marks, end, play, suited))
    if ends_natural[code]:
        for place in range(PLACES):
            counts[place] = counts[PLACES + place] - U(rank <= place)
        stream = (stream[0], stream[1], cards - U(1), stream[3])
    if code >= at.mixed:
        code = L(mixed[(code - at.mixed) * 2 + L(is_suited(at, coins, number))])
    return code, stream


@inlined
def one_of_two(both, wager):
    """What a wager brought, of two that were added up in one number."""
    low = L(np.int32(both & 0xFFFFFFFF))
    return (both - low) >> 32 if wager & 1 else low


@njit(cache=True, nogil=True)
def count_shoes(tables, values, wagers, dealing, first, many, tally):
    """Add `many` shoes from number `first` on to `tally`.

    `values` is what each code brings to each wager.
    """
    book, at = tables.book, tables.at
    single, seats, cut, burn, per_rank, key, coins = dealing
    room = np.zeros(ROOM, dtype=np.int64)
    counts = np.zeros(2 * PLACES, dtype=np.uint16)
    of_shoe, of_round = np.zeros(wagers, dtype=np.int64), np.zeros(wagers, dtype=np.int64)
    address = U(counts.ctypes.data)
    head = HEAD + wagers + 2 * wagers * wagers
    codes = (len(tally) - head) // seats
    for number in range(first, first + many):
        shoe = U(number)
        stream = open_shoe(shoe, counts, address, burn, per_rank, key)
        of_shoe[:] = 0
        rounds = L(0)
        while True:
            place = (shoe << U(10)) + U(rounds)
            if single:
                room[CODE], stream = single_round(tables, dealing, counts, place, stream)
            else:
                begin_round(counts)
                stream = deal_round(book, at, room, seats, key, coins, place, stream, per_rank)
            rounds += 1
            for seat in range(seats):
                code = room[CODE + seat]
                tally[head + seat * codes + code] += 1
                for wager in range(wagers):
                    of_shoe[wager] += values[code * wagers + wager]
            if seats > 1 and cut > 0:
                of_round[:] = 0
                for seat in range(seats):
                    for wager in range(wagers):
                        of_round[wager] += values[room[CODE + seat] * wagers + wager]
                start = HEAD + wagers + wagers * wagers
                for one in range(wagers):
                    for two in range(wagers):
                        tally[start + one * wagers + two] += of_round[one] * of_round[two]
            if is_spent(stream, cut, per_rank):
                break
        tally[SHOES] += 1
        tally[ROUNDS] += rounds
        tally[RAN_OUT] += L(stream[3])
        tally[SQUARES] += rounds * rounds
        for one in range(wagers):
            tally[HEAD + one] += rounds * of_shoe[one]
            for two in range(wagers):
                tally[HEAD + wagers + one * wagers + two] += of_shoe[one] * of_shoe[two]


@njit(cache=True, nogil=True)
def list_shoes(tables, dealing, first, many, codes):
    """Write the first seat's outcome codes of `many` shoes, as far as `codes` reaches; how many."""
    book, at = tables.book, tables.at
    single, seats, cut, burn, per_rank, key, coins = dealing
    room = np.zeros(ROOM, dtype=np.int64)
    counts = np.zeros(2 * PLACES, dtype=np.uint16)
    address = U(counts.ctypes.data)
    filled = 0
    for number in range(first, first + many):
        shoe = U(number)
        stream = open_shoe(shoe, counts, address, burn, per_rank, key)
        rounds = U(0)
        while filled < len(codes):
            place = (shoe << U(10)) + rounds
            if single:
                room[CODE], stream = single_round(tables, dealing, counts, place, stream)
            else:
                begin_round(counts)
                stream = deal_round(book, at, room, seats, key, coins, place, stream, per_rank)
            rounds += U(1)
            codes[filled] = room[CODE]
            filled += 1
            if is_spent(stream, cut, per_rank):
                break
    return filled
