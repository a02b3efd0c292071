"""A step of an environment, compiled: cards, rules, observation, mask and reward.

Everything is looked up in the book (`book.Places`); no game and no mechanic is known here. Cards
come in the table's order from a shoe that is shuffled as it is dealt, so the cards of a round are
those at the front of the shoe, and the table can be dealt the same ones.

The functions are plain Python that numba compiles; they allocate nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numba.extending import register_jitable

from pitboss.env.book import Places
from pitboss.env.layout import (
    HAND_RANKS,
    INSURANCE,
    MASK,
    OVER,
    PLAY,
    RANKS,
    SEEN,
    WAGERS,
)
from pitboss.kernels import njit_of
from pitboss.rules.hands import SOFT_21
from pitboss.sim.draws import GOLDEN, mix

njit = njit_of(Path(__file__).parent)
inlined = register_jitable(forceinline=True, _nrt=False)

U = np.uint64
L = np.int64

# What is kept of an environment: a row of numbers, four more for each hand, and counts of ranks.
(
    PHASE, LEVEL, UP, ASIDE, HOLE, HOLE_UP, POSITION, START, HANDS, TURN, QUESTION, KIND, CONTEXT,
    AGAIN, INSURED, STAGE, RAN_OUT, CENTS,
) = range(18)  # fmt: skip
FIRST_HAND = 18
PLACE, CARDS, FIRST_RANK, LAST_RANK = range(4)
PER_HAND = 4

BEFORE_PEEK, INSURING, PLAYING = range(3)
SPLIT_ONCE, BY_ANOTHER, BY_FIRST = 1, 2, 3
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""What happens when an episode is over."""

FINE = -1


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
def hand_at(hand):
    """Where a hand begins in a row."""
    return FIRST_HAND + PER_HAND * hand


@inlined
def take(at, state, tally, shoe, random, i):
    """The next card, face down; where the shoe has run out, discards are dealt on."""
    position = L(state[i, POSITION])
    if position == at.cards:
        position = recycle(at, state, tally, shoe, i)
    random[i] += GOLDEN
    bits = mix(random[i]) >> U(32)
    chosen = position + L((bits * U(at.cards - position)) >> U(32))
    card = L(shoe[i, chosen])
    shoe[i, chosen] = shoe[i, position]
    shoe[i, position] = card
    state[i, POSITION] = position + 1
    return card


@inlined
def reverse(shoe, i, first, last):
    """Turn a stretch of a shoe around."""
    while first < last:
        one = shoe[i, first]
        shoe[i, first] = shoe[i, last]
        shoe[i, last] = one
        first += 1
        last -= 1


@inlined
def recycle(at, state, tally, shoe, i):
    """The cards of this round come to the front, the discards behind them; where they begin."""
    start = L(state[i, START])
    reverse(shoe, i, L(0), start - 1)
    reverse(shoe, i, start, at.cards - 1)
    reverse(shoe, i, L(0), at.cards - 1)
    used = at.cards - start
    for rank in range(RANKS):
        tally[i, rank] = 0
    for place in range(used):
        tally[i, L(shoe[i, place]) >> 2] += 1
    if state[i, HOLE] >= 0 and not state[i, HOLE_UP]:
        tally[i, L(state[i, HOLE]) >> 2] -= 1
    state[i, START] = 0
    state[i, RAN_OUT] = 1
    return used


@inlined
def take_open(at, state, tally, shoe, random, i):
    """The next card, face up."""
    card = take(at, state, tally, shoe, random, i)
    tally[i, card >> 2] += 1
    return card


@inlined
def begin_episode(at, state, tally, shoe, random, i):
    """Shuffle, burn, and wait for the wager."""
    state[i, POSITION] = 0
    state[i, START] = 0
    state[i, RAN_OUT] = 0
    state[i, HOLE] = -1
    state[i, CENTS] = 0
    for rank in range(RANKS):
        tally[i, rank] = 0
    for _ in range(at.burn):
        take(at, state, tally, shoe, random, i)
    clear_felt(state, i, WAGERS)


@inlined
def clear_felt(state, i, phase):
    """No cards lie on the felt."""
    state[i, PHASE] = phase
    state[i, LEVEL] = -1
    state[i, UP] = -1
    state[i, ASIDE] = -1
    state[i, HANDS] = 0
    state[i, TURN] = -1
    state[i, QUESTION] = -1


@inlined
def begin_round(book, at, state, tally, shoe, random, i, level):
    """Deal; the round goes on until it waits for an answer or is over."""
    state[i, LEVEL] = level
    state[i, START] = state[i, POSITION]
    state[i, HOLE] = -1
    state[i, HOLE_UP] = 0
    one = take_open(at, state, tally, shoe, random, i)
    up = take_open(at, state, tally, shoe, random, i)
    two = take_open(at, state, tally, shoe, random, i)
    state[i, HOLE] = take(at, state, tally, shoe, random, i)
    aside = L(-1)
    if at.replaced >> (up >> 2) & 1:
        aside = up
        up = take_open(at, state, tally, shoe, random, i)
    first, second = one >> 2, two >> 2
    state[i, UP] = up
    state[i, ASIDE] = aside
    state[i, HANDS] = 1
    state[i, TURN] = 0
    state[i, AGAIN] = SPLIT_ONCE
    state[i, INSURED] = 0
    state[i, STAGE] = BEFORE_PEEK
    state[i, KIND] = L(book[at.upcard_kind + (up >> 2)]) * at.hands
    state[i, FIRST_HAND + PLACE] = book[at.deals + first * RANKS + second]
    state[i, FIRST_HAND + CARDS] = 2
    state[i, FIRST_HAND + FIRST_RANK] = first
    state[i, FIRST_HAND + LAST_RANK] = second
    for rank in range(RANKS):
        tally[i, RANKS + rank] = 0
    tally[i, RANKS + first] += 1
    tally[i, RANKS + second] += 1
    if at.has_sides:
        beside = RANKS if aside < 0 else aside >> 2
        suited = L((one & 3) == (two & 3))
        deal = (((suited * (RANKS + 1) + beside) * RANKS + (up >> 2)) * RANKS + first) * RANKS
        state[i, CONTEXT] = book[at.contexts + deal + second]
    go_on(book, at, state, tally, shoe, random, i)


@inlined
def go_on(book, at, state, tally, shoe, random, i):
    """From the last card dealt on, until something is asked or the round is over."""
    up = L(state[i, UP])
    place = L(state[i, FIRST_HAND + PLACE])
    if state[i, STAGE] == BEFORE_PEEK:
        if at.early and at.first_node <= place < at.first_end:
            look = look_at(book, at, state, i, place)
            if look < at.first_step and book[at.question_early + look]:
                state[i, QUESTION] = look
                state[i, PHASE] = PLAY
                return
        state[i, STAGE] = INSURING
        settled = place >= at.first_end and book[at.settled + place - at.first_end] != 0
        if at.insurance and book[at.values + (up >> 2)] == 1 and not settled:
            state[i, PHASE] = INSURANCE
            return
    if state[i, STAGE] == INSURING:
        if at.peeked >> (up >> 2) & 1 and has_natural(book, at, state, i):
            if place < at.first_end:
                state[i, FIRST_HAND + PLACE] = at.first_end + at.lost
            settle(book, at, state, tally, i, natural_final(at, state, i))
            return
        state[i, STAGE] = PLAYING
    play(book, at, state, tally, shoe, random, i)


@inlined
def has_natural(book, at, state, i):
    """Whether the dealer's two cards are a natural."""
    up, hole = L(state[i, UP]) >> 2, L(state[i, HOLE]) >> 2
    first = L(book[at.next_state + up])
    return book[at.next_state + first * RANKS + hole] == SOFT_21


@inlined
def natural_final(at, state, i):
    """The final of a natural, of one suit or not."""
    suited = (state[i, UP] & 3) == (state[i, HOLE] & 3)
    return at.finals - 2 + L(suited)


@inlined
def look_at(book, at, state, i, place):
    """What is found at a node."""
    node = place - at.first_node
    return L(
        book[at.looks + node * at.kinds * at.hands + L(state[i, KIND]) + L(state[i, HANDS]) - 1]
    )


@inlined
def is_asked(book, at, state, i, place):
    """Whether the player has to say something about the card just drawn."""
    node = place - at.first_node
    return book[at.asked + node * at.kinds * at.hands + L(state[i, KIND]) + L(state[i, HANDS]) - 1]


@inlined
def next_hand(book, at, state, i):
    """The hand that comes next, or -1 where all are finished."""
    found = L(-1)
    for hand in range(state[i, HANDS]):
        place = L(state[i, hand_at(hand) + PLACE])
        if place >= at.first_end:
            continue
        if not at.at_once:
            return L(hand)
        if place < at.first_node or is_asked(book, at, state, i, place):
            return L(hand)
        if found < 0:
            found = L(hand)
    return found


@inlined
def play(book, at, state, tally, shoe, random, i):
    """Hands left to right, until something is asked or the dealer has played."""
    while True:
        hand = next_hand(book, at, state, i)
        if hand < 0:
            break
        base = hand_at(hand)
        place = L(state[i, base + PLACE])
        if place < at.first_node:
            rank = take_open(at, state, tally, shoe, random, i) >> 2
            tally[i, (1 + hand) * RANKS + rank] += 1
            state[i, base + CARDS] += 1
            state[i, base + LAST_RANK] = rank
            state[i, base + PLACE] = book[at.draws + place * RANKS + rank]
            continue
        look = look_at(book, at, state, i, place)
        if look < at.first_step:
            state[i, QUESTION] = look
            state[i, TURN] = hand
            state[i, PHASE] = PLAY
            return
        if look < at.first_reached:
            make(book, at, state, tally, i, hand, look - at.first_step)
        else:
            state[i, base + PLACE] = at.first_end + look - at.first_reached
    dealer(book, at, state, tally, shoe, random, i)


@inlined
def make(book, at, state, tally, i, hand, step):
    """A move of a hand."""
    base = hand_at(hand)
    state[i, base + PLACE] = book[at.here + step]
    drops = L(book[at.drops + step])
    if drops >= 0:
        tally[i, (1 + hand) * RANKS + drops] -= 1
        state[i, base + CARDS] -= 1
        if state[i, base + FIRST_RANK] == drops and state[i, base + CARDS] == 1:
            state[i, base + FIRST_RANK] = state[i, base + LAST_RANK]
    new = L(book[at.new + step])
    if new >= 0:
        part(state, tally, i, hand, new)


@inlined
def part(state, tally, i, hand, new):
    """A hand's last card becomes a hand to the right of it."""
    hands = L(state[i, HANDS])
    if hands == 2:
        state[i, AGAIN] = BY_FIRST if hand == 0 else BY_ANOTHER
    for other in range(hands - 1, hand, -1):
        for number in range(PER_HAND):
            state[i, hand_at(other + 1) + number] = state[i, hand_at(other) + number]
        for rank in range(RANKS):
            tally[i, (2 + other) * RANKS + rank] = tally[i, (1 + other) * RANKS + rank]
    old, made = hand_at(hand), hand_at(hand + 1)
    rank = L(state[i, old + LAST_RANK])
    state[i, made + PLACE] = new
    state[i, made + CARDS] = 1
    state[i, made + FIRST_RANK] = rank
    state[i, made + LAST_RANK] = rank
    state[i, old + CARDS] = 1
    state[i, old + LAST_RANK] = state[i, old + FIRST_RANK]
    for one in range(RANKS):
        tally[i, (2 + hand) * RANKS + one] = 0
    tally[i, (2 + hand) * RANKS + rank] = 1
    tally[i, (1 + hand) * RANKS + rank] -= 1
    state[i, HANDS] = hands + 1


@inlined
def dealer(book, at, state, tally, shoe, random, i):
    """The hole card, and further ones if a hand depends on them; then everything is settled."""
    if has_natural(book, at, state, i):
        settle(book, at, state, tally, i, natural_final(at, state, i))
        return
    awaited = False
    for hand in range(state[i, HANDS]):
        end = L(state[i, hand_at(hand) + PLACE]) - at.first_end
        awaited |= book[at.awaits + end] != 0
    final = L(0)
    if awaited:
        up, hole = L(state[i, UP]) >> 2, L(state[i, HOLE]) >> 2
        total = L(book[at.next_state + L(book[at.next_state + up]) * RANKS + hole])
        turn_hole(state, tally, i)
        final = L(book[at.dealer_final + total])
        while final < 0:
            rank = take_open(at, state, tally, shoe, random, i) >> 2
            total = L(book[at.next_state + total * RANKS + rank])
            final = L(book[at.dealer_final + total])
    settle(book, at, state, tally, i, final)


@inlined
def turn_hole(state, tally, i):
    """The hole card lies open from now on."""
    if not state[i, HOLE_UP]:
        state[i, HOLE_UP] = 1
        tally[i, L(state[i, HOLE]) >> 2] += 1


@inlined
def settle(book, at, state, tally, i, final):
    """What the round brings; then a new wager is wanted, or the episode is over."""
    turn_hole(state, tally, i)
    level, hands = L(state[i, LEVEL]), L(state[i, HANDS])
    cents = L(0)
    for hand in range(hands):
        end = L(state[i, hand_at(hand) + PLACE]) - at.first_end
        cents += L(book[at.hand_cents + (level * at.ends + end) * at.finals + final])
    if at.has_sides:
        again = L(0) if hands == 1 else L(state[i, AGAIN])
        row = L(book[at.rows + L(state[i, CONTEXT]) * 4 + again])
        first = L(state[i, FIRST_HAND + PLACE]) - at.first_end
        entry = ((level * at.sides + row) * at.ends + first) * at.finals + final
        cents += L(book[at.side_cents + entry])
    if state[i, INSURED]:
        if final >= at.finals - 2:
            cents += L(book[at.insured + 2 * level + 1])
        else:
            cents -= L(book[at.insured + 2 * level])
    state[i, CENTS] = cents
    spent = at.cut == 0 or state[i, POSITION] >= at.cut or state[i, RAN_OUT] != 0
    clear_felt(state, i, OVER if spent else WAGERS)


@inlined
def act(book, at, state, tally, shoe, random, i, action):
    """Do what an action says; one that is illegal is what happens if nobody says anything."""
    phase = L(state[i, PHASE])
    state[i, CENTS] = 0
    if phase == PLAY:
        step = L(book[at.goes + L(state[i, QUESTION]) * at.actions + action])
        make(book, at, state, tally, i, L(state[i, TURN]), step)
    elif phase == INSURANCE:
        answer = action - at.first_answer
        place = L(state[i, FIRST_HAND + PLACE])
        if answer == 1 and book[at.insured + 2 * L(state[i, LEVEL])] > 0:
            state[i, INSURED] = 1
        elif answer == 2 and at.even_money and place == at.first_end + at.natural:
            state[i, FIRST_HAND + PLACE] = at.first_end + at.even
    else:
        level = min(max(action - at.first_wager, L(0)), at.levels - 1)
        begin_round(book, at, state, tally, shoe, random, i, level)
        return
    go_on(book, at, state, tally, shoe, random, i)


@inlined
def legal_actions(book, at, state, i, phase):
    """Actions that are legal now, as bits."""
    if phase == PLAY:
        return L(book[at.masks + L(state[i, QUESTION])])
    if phase == WAGERS:
        return ((L(1) << at.levels) - 1) << at.first_wager
    if phase == OVER:
        return L(0)
    answers = L(1)
    if book[at.insured + 2 * L(state[i, LEVEL])] > 0:
        answers |= 2
    if at.even_money and L(state[i, FIRST_HAND + PLACE]) == at.first_end + at.natural:
        answers |= 4
    return answers << at.first_answer


@inlined
def copy_ranks(source, first, target, place, i):
    """Counts of thirteen ranks; all are read before any is written, so that few moves do."""
    n0 = source[i, first + U(0)]
    n1 = source[i, first + U(1)]
    n2 = source[i, first + U(2)]
    n3 = source[i, first + U(3)]
    n4 = source[i, first + U(4)]
    n5 = source[i, first + U(5)]
    n6 = source[i, first + U(6)]
    n7 = source[i, first + U(7)]
    n8 = source[i, first + U(8)]
    n9 = source[i, first + U(9)]
    n10 = source[i, first + U(10)]
    n11 = source[i, first + U(11)]
    n12 = source[i, first + U(12)]
    target[i, place + U(0)] = n0
    target[i, place + U(1)] = n1
    target[i, place + U(2)] = n2
    target[i, place + U(3)] = n3
    target[i, place + U(4)] = n4
    target[i, place + U(5)] = n5
    target[i, place + U(6)] = n6
    target[i, place + U(7)] = n7
    target[i, place + U(8)] = n8
    target[i, place + U(9)] = n9
    target[i, place + U(10)] = n10
    target[i, place + U(11)] = n11
    target[i, place + U(12)] = n12


@inlined
def write(book, at, state, tally, i, seen):
    """The observation, with the mask of legal actions at its end."""
    phase = L(state[i, PHASE])
    seen[i, 0] = phase
    question, turn, up = L(state[i, QUESTION]), L(state[i, TURN]), L(state[i, UP])
    for field in range(1, 11):
        seen[i, field] = 0
    seen[i, 11] = state[i, LEVEL] + 1
    if turn >= 0:
        base = hand_at(turn)
        total = L(0)
        if phase == PLAY:
            seen[i, 1] = book[at.question_terms + question]
            total = L(book[at.question_state + question])
        else:
            first = L(book[at.next_state + L(state[i, base + FIRST_RANK])])
            total = L(book[at.next_state + first * RANKS + L(state[i, base + LAST_RANK])])
        seen[i, 2] = book[at.totals + total]
        seen[i, 3] = book[at.softs + total]
        seen[i, 4] = state[i, base + CARDS]
        one, last = L(state[i, base + FIRST_RANK]), L(state[i, base + LAST_RANK])
        alike = book[at.pair_group + one] == book[at.pair_group + last]
        if alike and state[i, base + CARDS] == 2:
            seen[i, 5] = book[at.values + one]
        seen[i, 6] = last + 1
        seen[i, 7] = (up >> 2) + 1
        if state[i, ASIDE] >= 0:
            seen[i, 8] = (L(state[i, ASIDE]) >> 2) + 1
        seen[i, 9] = turn + 1
        seen[i, 10] = state[i, HANDS]
        copy_ranks(tally, U((1 + turn) * RANKS), seen, U(HAND_RANKS), i)
    else:
        for rank in range(RANKS):
            seen[i, HAND_RANKS + rank] = 0
    copy_ranks(tally, U(0), seen, U(SEEN), i)
    legal = legal_actions(book, at, state, i, phase)
    for action in range(at.actions):
        seen[i, MASK + action] = legal >> action & 1


@njit(cache=True, nogil=True, _nrt=False)
def begin(book, state, tally, shoe, random, which, seen):
    """Begin the episodes of the environments that are marked in `which`."""
    at = places(book)
    for i in range(len(which)):
        if which[i]:
            begin_episode(at, state, tally, shoe, random, i)
            write(book, at, state, tally, i, seen)


@njit(cache=True, nogil=True, _nrt=False)
def first_bad(book, state, actions, seen, strict, mode):
    """The first environment whose action is none, or not legal if that is asked; or `FINE`."""
    many = L(book[3])
    for i in range(len(actions)):
        action = actions[i]
        if state[i, PHASE] == OVER:
            if mode == DISABLED:
                return i
            continue
        if action < 0 or action >= many:
            return i
        if strict and seen[i, MASK + action] == 0:
            return i
    return FINE


@njit(cache=True, nogil=True, _nrt=False)
def step(book, state, tally, shoe, random, actions, scale, mode, seen, last, rewards, over):
    """A step of every environment: observations, rewards, and which episodes are over.

    In `SAME_STEP` a new episode begins at once, and `last` has the observation before that.
    """
    at = places(book)
    for i in range(len(actions)):
        if state[i, PHASE] == OVER:
            begin_episode(at, state, tally, shoe, random, i)
            rewards[i] = 0.0
            over[i] = False
            write(book, at, state, tally, i, seen)
            continue
        act(book, at, state, tally, shoe, random, i, L(actions[i]))
        rewards[i] = state[i, CENTS] * scale
        ended = state[i, PHASE] == OVER
        over[i] = ended
        if ended and mode == SAME_STEP:
            write(book, at, state, tally, i, last)
            begin_episode(at, state, tally, shoe, random, i)
        write(book, at, state, tally, i, seen)
