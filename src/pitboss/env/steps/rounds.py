"""The course of a round, from a wager to what it brings."""

from __future__ import annotations

from pitboss.env.steps.numbers import (
    AGAIN,
    ASIDE,
    BEFORE_PEEK,
    BY_ANOTHER,
    BY_FIRST,
    CARDS,
    CONTEXT,
    FIRST_HAND,
    FIRST_RANK,
    HANDS,
    HOLE,
    HOLE_UP,
    INSURANCE,
    INSURED,
    INSURING,
    KIND,
    LAST_RANK,
    LEVEL,
    OVER,
    PER_HAND,
    PHASE,
    PLACE,
    PLAY,
    PLAYING,
    POSITION,
    QUESTION,
    RAN_OUT,
    RANKS,
    SPLIT_ONCE,
    STAGE,
    START,
    TURN,
    UP,
    WAGERS,
    L,
    U,
    entry,
    hand_at,
    held,
    inlined,
    signed,
)  # fmt: skip
from pitboss.env.steps.shoes import take, take_four, take_open
from pitboss.rules.hands import SOFT_21


@inlined
def begin_episode(at, state, tally, shoe, random, i):
    """Shuffle, burn, and wait for the wager."""
    state[i, POSITION] = 0
    state[i, START] = 0
    state[i, RAN_OUT] = 0
    state[i, HOLE] = -1
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
def deal(book, at, state, tally, shoe, random, i, level):
    """The first cards of a round."""
    state[i, LEVEL] = level
    state[i, START] = state[i, POSITION]
    state[i, HOLE] = -1
    state[i, HOLE_UP] = 0
    one, up, two, hole = take_four(at, state, tally, shoe, random, i)
    tally[i, U(one >> 2)] += 1
    tally[i, U(up >> 2)] += 1
    tally[i, U(two >> 2)] += 1
    state[i, HOLE] = hole
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
    state[i, KIND] = entry(book, at.upcard_kind + (up >> 2)) * at.hands
    state[i, FIRST_HAND + PLACE] = entry(book, at.deals + first * RANKS + second)
    state[i, FIRST_HAND + CARDS] = 2
    state[i, FIRST_HAND + FIRST_RANK] = first
    state[i, FIRST_HAND + LAST_RANK] = second
    for rank in range(RANKS):
        tally[i, RANKS + rank] = 0
    tally[i, U(RANKS + first)] += 1
    tally[i, U(RANKS + second)] += 1
    if at.has_sides:
        beside = RANKS if aside < 0 else aside >> 2
        suited = L((one & 3) == (two & 3))
        dealt = (((suited * (RANKS + 1) + beside) * RANKS + (up >> 2)) * RANKS + first) * RANKS
        state[i, CONTEXT] = entry(book, at.contexts + dealt + second)


@inlined
def go_on(book, at, state, tally, shoe, random, won, i):
    """From the last card dealt on, until something is asked or the round is over."""
    up = held(state, i, UP)
    place = held(state, i, FIRST_HAND + PLACE)
    if state[i, STAGE] == BEFORE_PEEK:
        if at.early and at.first_node <= place < at.first_end:
            look = look_at(book, at, state, i, place)
            if look < at.first_step and entry(book, at.question_early + look):
                state[i, QUESTION] = look
                state[i, PHASE] = PLAY
                return
        state[i, STAGE] = INSURING
        settled = place >= at.first_end and entry(book, at.settled + place - at.first_end) != 0
        if at.insurance and entry(book, at.values + (up >> 2)) == 1 and not settled:
            state[i, PHASE] = INSURANCE
            return
    # hands that a peek undoes are finished, so what follows comes to the settlement at once
    if state[i, STAGE] == INSURING:
        state[i, STAGE] = PLAYING
        found = at.peeked >> (up >> 2) & 1 and has_natural(book, at, state, i)
        if found and place < at.first_end:
            state[i, FIRST_HAND + PLACE] = at.first_end + at.lost
    if play(book, at, state, tally, shoe, random, i):
        settle(book, at, state, tally, won, i, dealer(book, at, state, tally, shoe, random, i))


@inlined
def has_natural(book, at, state, i):
    """Whether the dealer's two cards are a natural."""
    return two_cards(book, at, state, i) == SOFT_21


@inlined
def two_cards(book, at, state, i):
    """What the dealer's first two cards make."""
    up, hole = held(state, i, UP) >> 2, held(state, i, HOLE) >> 2
    return entry(book, at.next_state + entry(book, at.next_state + up) * RANKS + hole)


@inlined
def look_at(book, at, state, i, place):
    """What is found at a node."""
    return entry(book, at.looks + looked_up(at, state, i, place))


@inlined
def is_asked(book, at, state, i, place):
    """Whether the player has to say something about the card just drawn."""
    return entry(book, at.asked + looked_up(at, state, i, place))


@inlined
def looked_up(at, state, i, place):
    """The row and column of a node's tables, as one number."""
    node = place - at.first_node
    return node * at.kinds * at.hands + held(state, i, KIND) + held(state, i, HANDS) - 1


@inlined
def next_hand(book, at, state, i):
    """The hand that comes next, or -1 where all are finished."""
    found = L(-1)
    for hand in range(held(state, i, HANDS)):
        place = held(state, i, hand_at(hand) + PLACE)
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
    """Hands left to right, until something is asked; whether they are finished instead."""
    while True:
        hand = next_hand(book, at, state, i)
        if hand < 0:
            return True
        base = hand_at(hand)
        place = held(state, i, base + PLACE)
        if place < at.first_node:
            rank = take_open(at, state, tally, shoe, random, i) >> 2
            tally[i, U((1 + hand) * RANKS + rank)] += 1
            state[i, U(base + CARDS)] += 1
            state[i, U(base + LAST_RANK)] = rank
            state[i, U(base + PLACE)] = entry(book, at.draws + place * RANKS + rank)
            continue
        look = look_at(book, at, state, i, place)
        if look < at.first_step:
            state[i, QUESTION] = look
            state[i, TURN] = hand
            state[i, PHASE] = PLAY
            return False
        if look < at.first_reached:
            make(book, at, state, tally, i, hand, look - at.first_step)
        else:
            state[i, U(base + PLACE)] = at.first_end + look - at.first_reached


@inlined
def make(book, at, state, tally, i, hand, step):
    """A move of a hand."""
    base = hand_at(hand)
    state[i, U(base + PLACE)] = entry(book, at.here + step)
    drops = signed(book, at.drops + step)
    if drops >= 0:
        tally[i, U((1 + hand) * RANKS + drops)] -= 1
        state[i, U(base + CARDS)] -= 1
        if held(state, i, base + FIRST_RANK) == drops and state[i, U(base + CARDS)] == 1:
            state[i, U(base + FIRST_RANK)] = state[i, U(base + LAST_RANK)]
    new = signed(book, at.new + step)
    if new >= 0:
        part(state, tally, i, hand, new)


@inlined
def part(state, tally, i, hand, new):
    """A hand's last card becomes a hand to the right of it."""
    hands = held(state, i, HANDS)
    if hands == 2:
        state[i, AGAIN] = BY_FIRST if hand == 0 else BY_ANOTHER
    for other in range(hands - 1, hand, -1):
        for number in range(PER_HAND):
            state[i, hand_at(other + 1) + number] = state[i, hand_at(other) + number]
        for rank in range(RANKS):
            tally[i, (2 + other) * RANKS + rank] = tally[i, (1 + other) * RANKS + rank]
    old, made = hand_at(hand), hand_at(hand + 1)
    rank = held(state, i, old + LAST_RANK)
    state[i, U(made + PLACE)] = new
    state[i, U(made + CARDS)] = 1
    state[i, U(made + FIRST_RANK)] = rank
    state[i, U(made + LAST_RANK)] = rank
    state[i, U(old + CARDS)] = 1
    state[i, U(old + LAST_RANK)] = state[i, U(old + FIRST_RANK)]
    for one in range(RANKS):
        tally[i, U((2 + hand) * RANKS + one)] = 0
    tally[i, U((2 + hand) * RANKS + rank)] = 1
    tally[i, U((1 + hand) * RANKS + rank)] -= 1
    state[i, HANDS] = hands + 1


@inlined
def dealer(book, at, state, tally, shoe, random, i):
    """The hole card, and further ones if a hand depends on them; the dealer's final."""
    total = two_cards(book, at, state, i)
    if total == SOFT_21:
        suited = (held(state, i, UP) & 3) == (held(state, i, HOLE) & 3)
        return at.finals - 2 + L(suited)
    awaited = L(0)
    for hand in range(held(state, i, HANDS)):
        end = held(state, i, hand_at(hand) + PLACE) - at.first_end
        awaited |= entry(book, at.awaits + end)
    if awaited == 0:
        return L(0)
    turn_hole(state, tally, i)
    final = signed(book, at.dealer_final + total)
    while final < 0:
        rank = take_open(at, state, tally, shoe, random, i) >> 2
        total = entry(book, at.next_state + total * RANKS + rank)
        final = signed(book, at.dealer_final + total)
    return final


@inlined
def turn_hole(state, tally, i):
    """The hole card lies open from now on."""
    if not state[i, HOLE_UP]:
        state[i, HOLE_UP] = 1
        tally[i, U(held(state, i, HOLE) >> 2)] += 1


@inlined
def settle(book, at, state, tally, won, i, final):
    """What the round brings; then a new wager is wanted, or the episode is over."""
    turn_hole(state, tally, i)
    level, hands = held(state, i, LEVEL), held(state, i, HANDS)
    cents = L(0)
    for hand in range(hands):
        end = held(state, i, hand_at(hand) + PLACE) - at.first_end
        cents += signed(book, at.hand_cents + (level * at.ends + end) * at.finals + final)
    if at.has_sides:
        again = L(0) if hands == 1 else held(state, i, AGAIN)
        row = entry(book, at.rows + held(state, i, CONTEXT) * 4 + again)
        first = held(state, i, FIRST_HAND + PLACE) - at.first_end
        cents += signed(
            book,
            at.side_cents + ((level * at.sides + row) * at.ends + first) * at.finals + final,
        )
    if state[i, INSURED]:
        if final >= at.finals - 2:
            cents += entry(book, at.insured + 2 * level + 1)
        else:
            cents -= entry(book, at.insured + 2 * level)
    won[i] = cents
    spent = at.cut == 0 or state[i, POSITION] >= at.cut or state[i, RAN_OUT] != 0
    clear_felt(state, i, OVER if spent else WAGERS)


@inlined
def act(book, at, state, tally, shoe, random, won, i, action):
    """Do what an action says; one that is illegal is what happens if nobody says anything."""
    phase = held(state, i, PHASE)
    won[i] = 0
    if phase == PLAY:
        step = entry(book, at.goes + held(state, i, QUESTION) * at.actions + action)
        make(book, at, state, tally, i, L(state[i, TURN]), step)
    elif phase == INSURANCE:
        answer = action - at.first_answer
        place = held(state, i, FIRST_HAND + PLACE)
        if answer == 1 and entry(book, at.insured + 2 * held(state, i, LEVEL)) > 0:
            state[i, INSURED] = 1
        elif answer == 2 and at.even_money and place == at.first_end + at.natural:
            state[i, FIRST_HAND + PLACE] = at.first_end + at.even
    else:
        level = min(max(action - at.first_wager, L(0)), at.levels - 1)
        deal(book, at, state, tally, shoe, random, i, level)
    go_on(book, at, state, tally, shoe, random, won, i)
