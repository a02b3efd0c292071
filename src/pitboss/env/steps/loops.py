"""Steps of many tables on the processor.

`tables` are the arrays that are kept of them: states, tallies, shoes and random numbers. `shown`
are those that are handed out: observations, last observations, rewards, and whose episodes are
over.
"""

from __future__ import annotations

from pitboss.env.steps import njit
from pitboss.env.steps.numbers import (
    DISABLED,
    FINE,
    MASK,
    OVER,
    PHASE,
    SAME_STEP,
    L,
    places,
)  # fmt: skip
from pitboss.env.steps.observing import write
from pitboss.env.steps.rounds import act, begin_episode


@njit(cache=True, nogil=True, _nrt=False)
def begin(book, tables, which, seen):
    """Begin the episodes of the tables that are marked in `which`."""
    at, (state, tally, shoe, random) = places(book), tables
    for i in range(len(which)):
        if which[i]:
            begin_episode(at, state, tally, shoe, random, i)
            write(book, at, state, tally, i, seen, i)


@njit(cache=True, nogil=True, _nrt=False)
def first_bad(book, state, actions, seen, strict, mode):
    """The first table whose action is none, or not legal if that is asked; or `FINE`."""
    many = L(book[3])
    for i in range(len(actions)):
        action = actions[i]
        if state[i, PHASE] == OVER:
            if mode == DISABLED:
                return i
            continue
        if action < 0 or action >= many:
            return i
        if strict and seen[i * (MASK + many) + MASK + action] == 0:
            return i
    return FINE


@njit(cache=True, nogil=True, _nrt=False)
def step(book, tables, won, actions, scale, mode, shown):
    """A step of every table: observations, rewards, and which episodes are over.

    In `SAME_STEP` a new episode begins at once, and `last` has the observation before that.
    """
    at, (state, tally, shoe, random) = places(book), tables
    seen, last, rewards, over = shown
    for i in range(len(actions)):
        if state[i, PHASE] == OVER:
            begin_episode(at, state, tally, shoe, random, i)
            rewards[i] = 0.0
            over[i] = False
            write(book, at, state, tally, i, seen, i)
            continue
        act(book, at, state, tally, shoe, random, won, i, L(actions[i]))
        rewards[i] = won[i] * scale
        ended = state[i, PHASE] == OVER
        over[i] = ended
        if ended and mode == SAME_STEP:
            write(book, at, state, tally, i, last, i)
            begin_episode(at, state, tally, shoe, random, i)
        write(book, at, state, tally, i, seen, i)
