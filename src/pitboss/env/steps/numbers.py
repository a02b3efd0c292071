"""The numbers compiled steps work on: a book's head, a table's row, an observation's places."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

inlined = register_jitable(forceinline=True, _nrt=False)

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - as in sim.rounds

RANKS = 13

OVER, WAGERS, INSURANCE, PLAY = range(4)
"""What is asked, the first number of an observation."""
HAND_RANKS = 12
SEEN = HAND_RANKS + RANKS
MASK = SEEN + RANKS
"""Where the cards of the hand in turn begin, those seen since the shuffle, and legal actions."""

# What is kept of a table: a row of numbers, four more for each hand, and counts of ranks.
(
    PHASE, LEVEL, UP, ASIDE, HOLE, HOLE_UP, POSITION, START, HANDS, TURN, QUESTION, KIND, CONTEXT,
    AGAIN, INSURED, STAGE, RAN_OUT,
) = range(17)  # fmt: skip
FIRST_HAND = 17
PLACE, CARDS, FIRST_RANK, LAST_RANK = range(4)
PER_HAND = 4

BEFORE_PEEK, INSURING, PLAYING = range(3)
SPLIT_ONCE, BY_ANOTHER, BY_FIRST = 1, 2, 3
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""What happens when an episode is over."""

FINE = -1


class Places(NamedTuple):
    """Numbers at the head of a book: sizes, switches, and where tables begin."""

    cards: int
    """Cards of the shoe."""
    cut: int
    burn: int
    actions: int
    first_answer: int
    first_wager: int
    hands: int
    """Most hands of a seat."""
    kinds: int
    """Kinds of upcards."""
    first_node: int
    """Places of a hand from here on are nodes; those before are rows of `draws`."""
    first_end: int
    """Places from here on are ends."""
    first_step: int
    """Looks from here on are steps that are made at once; those before are questions."""
    first_reached: int
    """Looks from here on are ends."""
    finals: int
    """Finals of the dealer's; the natural is the last but one, that of one suit the last."""
    ends: int
    """How many ends there are."""
    levels: int
    sides: int
    """How many rows of side bets there are."""
    has_sides: int
    at_once: int
    """Whether split hands get their second cards at once."""
    early: int
    """Whether something is decided before the peek."""
    replaced: int
    peeked: int
    """Ranks as bits."""
    insurance: int
    even_money: int
    lost: int
    """The end of a hand that a peek undoes."""
    natural: int
    even: int
    # tables
    draws: int
    looks: int
    asked: int
    deals: int
    upcard_kind: int
    question_terms: int
    question_state: int
    question_early: int
    masks: int
    """By question: legal actions, as bits."""
    goes: int
    """By question and action: the step; that of the first move where the action is illegal."""
    here: int
    new: int
    drops: int
    settled: int
    """By end: whether nothing is left of it to insure."""
    awaits: int
    """By end: whether the dealer draws for it."""
    hand_cents: int
    side_cents: int
    rows: int
    contexts: int
    insured: int
    values: int
    """By rank."""
    next_state: int
    totals: int
    softs: int
    dealer_final: int
    pair_group: int


@inlined
def places(book):
    """The head of a book."""
    return Places(
        L(book[0]), L(book[1]), L(book[2]), L(book[3]), L(book[4]), L(book[5]),
        L(book[6]), L(book[7]), L(book[8]), L(book[9]), L(book[10]), L(book[11]),
        L(book[12]), L(book[13]), L(book[14]), L(book[15]), L(book[16]), L(book[17]),
        L(book[18]), L(book[19]), L(book[20]), L(book[21]), L(book[22]), L(book[23]),
        L(book[24]), L(book[25]), L(book[26]), L(book[27]), L(book[28]), L(book[29]),
        L(book[30]), L(book[31]), L(book[32]), L(book[33]), L(book[34]), L(book[35]),
        L(book[36]), L(book[37]), L(book[38]), L(book[39]), L(book[40]), L(book[41]),
        L(book[42]), L(book[43]), L(book[44]), L(book[45]), L(book[46]), L(book[47]),
        L(book[48]), L(book[49]), L(book[50]), L(book[51]),
    )  # fmt: skip


@inlined
def entry(book, place):
    """An entry that is never below zero: no index made of it is, so none is checked for that."""
    return L(I(book[U(place)]))


@inlined
def signed(book, place):
    """An entry that may be below zero."""
    return L(book[U(place)])


@inlined
def hand_at(hand):
    """Where a hand begins in a row."""
    return FIRST_HAND + PER_HAND * hand


@inlined
def held(state, i, field):
    """What a row holds at a place, where that is never below zero."""
    return L(I(state[i, U(field)]))
