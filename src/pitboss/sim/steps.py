"""A table's round as a machine that takes one card at a time: shoes on a GPU.

It deals the same cards to the same ends as `shoes.deal_round`. There, each part of a round is a
loop of its own, and the threads of a GPU would wait for the longest of each; here, whatever a
thread's round is at, the next card is one step. `room` holds, by seat: outcome code, cards and then
context with hands and the second wager's hand, leaves.
"""

from __future__ import annotations

import numpy as np

from pitboss.rules.settlement import BUST
from pitboss.sim.draws import inlined, word
from pitboss.sim.machine import PAIR
from pitboss.sim.outcomes import DOUBLED, SURRENDER
from pitboss.sim.shoes import MOST_SEATS, settle_seat

U = np.uint64
L = np.int64
J = np.int32

CODE, CARDS, LEAVES = (MOST_SEATS * row for row in range(3))
STEP_ROOM = 3 * MOST_SEATS
PLAYING, DEALER = 100, 101
"""Phases after the deal, whose phases are the cards dealt."""


@inlined
def new_round():  # type: ignore[no-untyped-def]
    """A round before its first card.

    Phase; upcard, hole card, board; seat, and its node or the dealer's state; of a split: hands
    waiting, made and finished, waiting hands of the first card, hand of the second wager, node for
    the next hand, its number; leaves so far; whether the dealer's total matters.
    """
    none = J(0)
    return (
        none, none, none, none, none, none, none, none, none, none, none, none, none, U(0), False,
    )  # fmt: skip


@inlined
def next_seat(book, at, room, seats, coins, number, board, seat, live, per_rank):  # type: ignore[no-untyped-def]
    """Go on to the first seat from `seat` on that needs a card: seat, split, node, and `live`."""
    split, node = J(-1), J(-1)
    while seat < seats:
        cards = room[CARDS + seat]
        suited = L(0)
        if at.asks_suits:
            pair = cards // 13 == cards % 13
            chances = per_rank - U(1) if pair else U(4)
            wins = per_rank // U(4) - U(1) if pair else U(1)
            suited = L(word(coins, (number << U(4)) + U(seat) + U(1)) % chances < wins)
        entry = L(book[at.deal + (suited * at.boards + L(board)) * 169 + cards])
        room[CARDS + seat] = L(book[at.context + entry]) | 1 << 16 | 1 << 24
        split = J(book[at.split + entry])
        node = J(book[at.first + split]) if split >= 0 else J(book[at.start + entry])
        if node >= 0:
            break
        room[LEAVES + seat] = ~node
        live = live or is_live(~node)
        seat += J(1)
    return seat, split, node, live


@inlined
def is_live(leaf):  # type: ignore[no-untyped-def]
    """Whether the result of a hand depends on the dealer's total."""
    return leaf < SURRENDER and leaf != BUST and leaf != BUST + DOUBLED


@inlined
def step(book, at, room, seats, coins, number, play, rank, per_rank):  # type: ignore[no-untyped-def]
    """Bring a round on by a card; whether it is over, then its codes are in `room`."""
    (
        phase, up, hole, board, seat, node, waiting, hands, finished, group, wager, again, split,
        leaves, live,
    ) = play  # fmt: skip
    final, turn = L(-1), False
    if phase < PLAYING:
        if phase < seats:
            room[CARDS + phase] = L(rank)
        elif phase == seats:
            up = J(rank)
        elif phase <= 2 * seats:
            room[CARDS + phase - seats - 1] = room[CARDS + phase - seats - 1] * 13 + L(rank)
        elif phase == 2 * seats + 1:
            hole = J(rank)
            board = J(book[at.board + 169 + up])
        else:
            board = J(book[at.board + up * 13 + L(rank)])
        if phase > 2 * seats and board >= 0:
            turn = True
            phase, seat = J(PLAYING), J(0)
        else:
            phase += J(1)
    elif phase == DEALER:
        node = J(book[at.dealer_next + node * 13 + L(rank)])
        final = L(book[at.dealer_final + node])
    else:
        entry = J(book[at.next + node * 13 + L(rank)])
        if entry <= PAIR:
            if hands < book[at.most + split]:
                hands += J(1)
                waiting += J(1)
                if group > 0:
                    group += J(1)
                entry = again
            else:
                entry = J(book[at.full + PAIR - entry])
        node = entry
        if entry < 0:
            live = live or is_live(~entry)
            leaves |= U(~entry) << (U(8) * U(finished))
            finished += J(1)
            waiting -= J(1)
            if group > 0:
                group -= J(1)
                wager = finished
            if waiting > 0:
                node = again = J(book[at.later + split])
            else:
                room[LEAVES + seat] = L(leaves)
                made = L(hands) << 16 | L(wager) << 24
                room[CARDS + seat] = room[CARDS + seat] & 0xFFFF | made
                seat += J(1)
                turn = True
    over, peeked = False, False
    if turn:
        natural = book[at.makes + board * 13 + hole] != 0
        peeked = natural and book[at.peeked + board] != 0
        if seat == 0 and peeked:
            final = L(0)
        else:
            seat, split, node, live = next_seat(
                book, at, room, seats, coins, number, board, seat, live, per_rank
            )
            waiting, finished, leaves = J(1), J(0), U(0)
            hands, group, wager = J(1), J(0), J(1)
            if split >= 0:
                waiting, hands, group, wager = J(2), J(2), J(1), J(0)
                again = node if book[at.survives + split] else J(book[at.later + split])
            if seat >= seats:
                phase = J(DEALER)
                node = J(book[at.dealer_next + book[at.up_state + board] * 13 + hole])
                final = L(book[at.dealer_final + node])
                if natural or not live:
                    final = L(0)
    if final >= 0:
        over = True
        if book[at.makes + board * 13 + hole] != 0:
            final = at.finals - 2
            if at.suited_naturals and word(coins, number << U(4)) & U(3) == U(0):
                final += 1
        for place in range(seats):
            if peeked:
                natural_seat(book, at, room, coins, number, board, place, final, per_rank)
            else:
                packed = room[CARDS + place]
                room[CODE + place] = settle_seat(
                    book, at, packed & 0xFFFF, U(room[LEAVES + place]), packed >> 16 & 255,
                    packed >> 24, False, final,
                )  # fmt: skip
    after = (
        phase, up, hole, board, seat, node, waiting, hands, finished, group, wager, again, split,
        leaves, live,
    )  # fmt: skip
    return over, after


@inlined
def natural_seat(book, at, room, coins, number, board, seat, final, per_rank):  # type: ignore[no-untyped-def]
    """Settle a seat that did not play because the dealer found a natural."""
    _, split, node, _ = next_seat(
        book, at, room, seat + 1, coins, number, board, J(seat), False, per_rank
    )
    leaf = L(BUST) if split >= 0 or node >= 0 else L(~node)
    context = room[CARDS + seat] & 0xFFFF
    room[CODE + seat] = settle_seat(book, at, context, U(leaf), 1, 1, True, final)
