"""A round, card by card: the source that is compiled for processor and GPU.

`fast_round` follows the automaton of a fresh shoe and gives up on the few rounds it cannot finish:
those that split, that reject a draw among the first three, or that need more than three words.
`slow_round` plays those by the same automaton, with a stack for splits. `other_round` plays any
round from the machine's tables alone. All see the same cards: a round's outcome is a function of
the seed and its number. The parts of `other_round` (a hand, a split, the dealer, a settlement) also
serve shoes with a cut card.

Tables are one array, `book`; `at` says where each begins (`policy_tables.Places`). A stream of
cards is a tuple, and the kind of tuple decides how the next card is found (`draws.take`).
"""

from __future__ import annotations

import numpy as np

from pitboss.sim.draws import GOLDEN, first_place, inlined, mix, take, word
from pitboss.sim.hand_automaton import NEW_HAND
from pitboss.sim.leaves import LOST
from pitboss.sim.round_automaton import (
    DEAD,
    FIRST,
    FIRST_FULL,
    FLAGS,
    HOLE,
    LATER,
    LATER_FULL,
    MOST,
    SPLIT_FIELDS,
)

U = np.uint64
L = np.int64
I = np.uint32  # noqa: E741 - numbers of 32 bits; GPUs like them

GIVEN_UP = np.uint32(0xFFFFFFFF)


@inlined
def draw16(bits, per_rank):
    """Rank, number within the rank and remainder of the draw in the lowest sixteen bits."""
    f = I((bits & I(0xFFFF)) * I(13))
    g = I((f & I(0xFFFF)) * per_rank)
    return I(f >> I(16)), I(g >> I(16)), I(g & I(0xFFFF))


@inlined
def fast_round(deal, following, ends, leaves, per_rank, reject, key, number, branches):
    """The outcome code of a round, or `GIVEN_UP`.

    `branches` is a constant: whether they cost little, as on a GPU.
    """
    place = first_place(key, number)
    bits = mix(place)
    low, high = I(bits), I(bits >> U(32))
    a, _, rest = draw16(low, per_rank)
    bad = rest < reject
    b, within, rest = draw16(I(low >> I(16)), per_rank)
    bad |= rest < reject
    bad |= within < I(a == b)
    c, within, rest = draw16(high, per_rank)
    bad |= rest < reject
    bad |= within < I(I(a == c) + I(b == c))
    state = I(deal[I(I(I(a * I(13)) + b) * I(13)) + c])
    if bad | (state >= leaves):
        return GIVEN_UP
    gone = (U(1) << U(a << I(2))) + (U(1) << U(b << I(2))) + (U(1) << U(c << I(2)))
    state, gone = follow(following, ends, state, gone, I(high >> I(16)), per_rank, reject, branches)
    if state < ends:
        bits = mix(place + GOLDEN)
        state, gone = follow_four(following, ends, state, gone, bits, per_rank, reject, branches)
        if state < ends:
            bits = mix(place + GOLDEN + GOLDEN)
            state, gone = follow_four(
                following, ends, state, gone, bits, per_rank, reject, branches
            )
    if (state < ends) | (state >= leaves):
        return GIVEN_UP
    return I(state - ends)


@inlined
def follow_four(following, ends, state, gone, bits, per_rank, reject, branches):
    """The four draws of a word."""
    low, high = I(bits), I(bits >> U(32))
    state, gone = follow(following, ends, state, gone, low, per_rank, reject, branches)
    state, gone = follow(following, ends, state, gone, I(low >> I(16)), per_rank, reject, branches)
    state, gone = follow(following, ends, state, gone, high, per_rank, reject, branches)
    return follow(following, ends, state, gone, I(high >> I(16)), per_rank, reject, branches)


@inlined
def follow(following, ends, state, gone, bits, per_rank, reject, branches):
    """One draw of a round that may be over."""
    rank, within, rest = draw16(bits, per_rank)
    shift = U(rank << I(2))
    drawn = I(I(gone >> shift) & I(15))
    good = (state < ends) & (rest >= reject) & (within >= drawn)
    if branches:
        if good:
            gone += U(1) << shift
            state = I(following[I(state + rank)])
        return state, gone
    entry = I(following[I(state + rank) if good else I(0)])
    return entry if good else state, gone + (U(good) << shift)


# What is kept of a round that splits, beside its row in `splits` and its leaves so far, eight bits
# each: four bits each for hands waiting, made and finished, waiting hands of the first card, and
# the hand of the second wager; and whether a hand waits for the dealer.
WAITING, HANDS, FINISHED, GROUP, WAGER, LIVE = (1 << 4 * place for place in range(6))
FIELD = 15


@inlined
def no_split():
    """What is kept of a split before there is one."""
    return I(0), U(0), I(0)


@inlined
def field(control, unit):
    """One of the numbers of four bits."""
    return I(I(control // I(unit)) & I(FIELD))


@inlined
def event(splits, marks, play, entry):
    """What an entry that is no row does: the end of the round or 0, the next row, and the split."""
    row, leaves, control = play
    end, state = I(0), I(0)
    if entry < marks.leaves:
        end = entry
    elif entry < marks.new_hand:
        leaf, finished = U(entry - marks.leaves), field(control, FINISHED)
        leaves |= leaf << (U(8) * U(finished))
        if entry >= marks.live:
            control |= I(LIVE)
        control = I(control + I(FINISHED - WAITING))
        if field(control, GROUP) > I(0):  # the first card's hands are played before the second's
            control = I(control - I(GROUP))
            control = I(control & I(~(WAGER * FIELD) & 0xFFFFFFFF)) | I(
                I(finished + I(1)) * I(WAGER)
            )
        if field(control, WAITING) > I(0):
            full = field(control, HANDS) >= I(splits[L(row) + MOST])
            state = I(splits[L(row) + (LATER_FULL if full else LATER)])
        elif control & I(LIVE):
            state = I(splits[L(row) + HOLE])
        elif splits[L(row) + FLAGS] >= 2:
            state = I(splits[L(row) + DEAD])
        else:
            end = marks.finals
    elif entry == marks.new_hand:
        control = I(control + I(HANDS + WAITING))
        if field(control, GROUP) > I(0):
            control = I(control + I(GROUP))
        full = field(control, HANDS) >= I(splits[L(row) + MOST])
        if field(control, FINISHED) == I(0) and splits[L(row) + FLAGS] & 1:
            state = I(splits[L(row) + (FIRST_FULL if full else FIRST)])
        else:
            state = I(splits[L(row) + (LATER_FULL if full else LATER)])
    elif entry < marks.first_split:
        end = entry
    else:
        row = I(I(entry - marks.first_split) * I(SPLIT_FIELDS))
        state = I(splits[L(row) + FIRST])
        leaves, control = U(0), I(2 * WAITING + 2 * HANDS + GROUP)
    return end, state, (row, leaves, control)


@inlined
def code_of(book, at, splits, marks, end, play, suited):
    """The outcome code of a round that ended; `suited` decides what a natural left open."""
    if end < marks.leaves:
        return I(end - marks.ends)
    row, leaves, control = play
    final, context = L(end) - L(marks.finals), L(splits[L(row)])
    if final == at.finals - 2:
        if at.peeks:
            return I(book[at.natural + context * at.leaves + LOST])
        if suited:
            final += 1
    hands, wager = L(field(control, HANDS)), L(field(control, WAGER))
    return I(split_code(book, at, context, leaves, hands, wager, final))


@inlined
def slow_round(book, at, following, splits, marks, per_rank, reject, key, number):
    """The outcome code of any round, or `GIVEN_UP`, hardly ever: fifteen cards of a rank."""
    state, ends, play = marks.start, marks.ends, no_split()
    gone, place, end = U(0), first_place(key, number), I(0)
    while end == I(0):
        bits = mix(place)
        place += GOLDEN
        for _ in range(4):
            rank, within, rest = draw16(I(bits), per_rank)
            bits >>= U(16)
            shift = U(rank << I(2))
            drawn = I(I(gone >> shift) & I(15))
            if (end > I(0)) | (rest < reject) | (within < drawn):
                continue
            gone += U(1) << shift
            entry = I(following[I(state + rank)])
            if entry < ends:
                state = entry
            else:
                end, state, play = event(splits, marks, play, entry)
            if drawn == I(14):
                end = GIVEN_UP
    if end == GIVEN_UP:
        return GIVEN_UP
    # a natural's suits may matter where nobody looked for it: of one suit once in four
    suited = at.suited_naturals and word(key, (number << U(6)) + U(63)) & U(3) == U(0)
    return code_of(book, at, splits, marks, end, play, suited)


@inlined
def play_hand(book, at, entry, key, stream, per_rank, reject):
    """The leaf a hand that is not split ends in, and the stream after it."""
    while entry >= 0:
        rank, stream = take(key, stream, per_rank, reject)
        entry = L(book[at.next + entry * 13 + rank])
    return ~entry, stream


@inlined
def play_split(book, at, pair, key, stream, per_rank, reject):
    """Play the hands of a split, left to right.

    Whether all hands get their second cards at once or each in its turn makes no difference here:
    what is done with a hand depends on its own cards and on the hands to its left, and any order of
    the shoe is equally likely.

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
        if entry <= NEW_HAND:
            if hands < most:
                hands += 1
                waiting += 1
                if group > 0:
                    group += 1
                entry = again
                continue
            entry = L(book[at.full + NEW_HAND - entry])
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
def any_live(at, leaves, hands):
    """Whether the result of one of these hands depends on the dealer's total."""
    for hand in range(hands):
        leaf = L(leaves >> (U(8) * U(hand)) & U(255))
        if leaf >= at.live:
            return True
    return False


@inlined
def play_dealer(book, at, state, key, stream, per_rank, reject):
    """The dealer's final from a hand of two cards on, and the stream."""
    while book[at.dealer_final + state] < 0:
        rank, stream = take(key, stream, per_rank, reject)
        state = L(book[at.dealer_next + state * 13 + rank])
    return L(book[at.dealer_final + state]), stream


@inlined
def split_code(book, at, context, leaves, hands, wager, final):
    """The outcome code of a split round."""
    code = L(at.splits)
    for hand in range(hands):
        leaf = L(leaves >> (U(8) * U(hand)) & U(255))
        code += L(book[at.split_hand + leaf * at.finals + final])
    if at.moves_wager:
        leaf = L(leaves >> (U(8) * U(wager)) & U(255))
        code += L(book[at.moved_wager + leaf * at.finals + final])
    again = L(hands > 2) + L(wager > 1)  # hands of the first card are those before the wager's
    row, first = L(book[at.sides + context * 3 + again]), L(leaves & U(255))
    side = L(book[at.side + (row * at.leaves + first) * at.finals + final])
    return code + side * at.per_side


@inlined
def other_round(book, at, per_rank, reject, key, number):
    """The outcome code of any round in a fresh shoe."""
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
    else:
        leaves, hands, wager, stream = play_split(book, at, pair, key, stream, per_rank, reject)
    live = any_live(at, leaves, hands)
    final = L(0)
    if live or book[at.maker + board] > 0:
        hole, stream = take(key, stream, per_rank, reject)
        if book[at.makes + board * 13 + hole]:
            if hands == 1 or book[at.peeked + board]:
                leaf = L(leaves) if hands == 1 else L(LOST)
                return L(book[at.natural + context * at.leaves + leaf])
            final = at.finals - 2
            # its suits matter and nobody looked: of one suit once in four
            if at.suited_naturals and word(key, (number << U(6)) + U(63)) & U(3) == U(0):
                final += 1
        elif live:
            state = L(book[at.dealer_next + book[at.up_state + board] * 13 + hole])
            final, stream = play_dealer(book, at, state, key, stream, per_rank, reject)
    if hands > 1:
        return split_code(book, at, context, leaves, hands, wager, final)
    return L(book[at.settle + (context * at.leaves + L(leaves)) * at.finals + final])
