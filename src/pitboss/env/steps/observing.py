"""What an agent sees of a table: the observation, with the mask of legal actions at its end."""

from __future__ import annotations

from pitboss.env.steps.numbers import (
    ASIDE,
    CARDS,
    FIRST_HAND,
    FIRST_RANK,
    HAND_RANKS,
    HANDS,
    LAST_RANK,
    LEVEL,
    MASK,
    OVER,
    PHASE,
    PLACE,
    PLAY,
    QUESTION,
    RANKS,
    SEEN,
    TURN,
    UP,
    WAGERS,
    L,
    U,
    entry,
    hand_at,
    held,
    inlined,
)  # fmt: skip


@inlined
def legal_actions(book, at, state, i, phase):
    """Actions that are legal now, as bits."""
    if phase == PLAY:
        return entry(book, at.masks + L(state[i, QUESTION]))
    if phase == WAGERS:
        return ((L(1) << at.levels) - 1) << at.first_wager
    if phase == OVER:
        return L(0)
    answers = L(1)
    if entry(book, at.insured + 2 * L(state[i, LEVEL])) > 0:
        answers |= 2
    if at.even_money and L(state[i, FIRST_HAND + PLACE]) == at.first_end + at.natural:
        answers |= 4
    return answers << at.first_answer


@inlined
def copy_ranks(source, i, first, target, place):
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
    target[place + U(0)] = n0
    target[place + U(1)] = n1
    target[place + U(2)] = n2
    target[place + U(3)] = n3
    target[place + U(4)] = n4
    target[place + U(5)] = n5
    target[place + U(6)] = n6
    target[place + U(7)] = n7
    target[place + U(8)] = n8
    target[place + U(9)] = n9
    target[place + U(10)] = n10
    target[place + U(11)] = n11
    target[place + U(12)] = n12


@inlined
def write(book, at, state, tally, i, seen, row):
    """Write the observation of table `i` as row `row` of `seen`, whose rows follow one another."""
    start = U(row) * U(MASK + at.actions)
    phase = held(state, i, PHASE)
    question, turn, up = L(state[i, QUESTION]), L(state[i, TURN]), L(state[i, UP])
    seen[start] = phase
    for field in range(1, 11):
        seen[start + U(field)] = 0
    seen[start + U(11)] = state[i, LEVEL] + 1
    if turn >= 0:
        base = hand_at(turn)
        one, last = held(state, i, base + FIRST_RANK), held(state, i, base + LAST_RANK)
        total = L(0)
        if phase == PLAY:
            seen[start + U(1)] = entry(book, at.question_terms + question)
            total = entry(book, at.question_state + question)
        else:
            total = entry(book, at.next_state + entry(book, at.next_state + one) * RANKS + last)
        seen[start + U(2)] = entry(book, at.totals + total)
        seen[start + U(3)] = entry(book, at.softs + total)
        cards = held(state, i, base + CARDS)
        seen[start + U(4)] = cards
        if cards == 2 and entry(book, at.pair_group + one) == entry(book, at.pair_group + last):
            seen[start + U(5)] = entry(book, at.values + one)
        seen[start + U(6)] = last + 1
        seen[start + U(7)] = (up >> 2) + 1
        if state[i, ASIDE] >= 0:
            seen[start + U(8)] = (L(state[i, ASIDE]) >> 2) + 1
        seen[start + U(9)] = turn + 1
        seen[start + U(10)] = state[i, HANDS]
        copy_ranks(tally, i, U((1 + turn) * RANKS), seen, start + U(HAND_RANKS))
    else:
        for rank in range(RANKS):
            seen[start + U(HAND_RANKS + rank)] = 0
    copy_ranks(tally, i, U(0), seen, start + U(SEEN))
    legal = legal_actions(book, at, state, i, phase)
    for action in range(at.actions):
        seen[start + U(MASK + action)] = legal >> action & 1
