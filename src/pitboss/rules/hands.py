"""The arithmetic of a blackjack hand as a small automaton (BJ-2).

A hand is one of 43 states, whatever cards it holds:

- 0–21 a hard total,
- 22–32 a soft total of 11–21 (an ace counts eleven),
- 33–42 a bust with 22–31 points, kept apart because some dealers push on 22.

Every engine walks the same table: ``state = NEXT[state][card value]``, or `AFTER` by card.

>>> state = hand_state([1, 5])            # ace and five
>>> describe(state)
'soft 16'
>>> describe(NEXT[state][10])
'hard 16'
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import CARD_VALUE

EMPTY = 0
FIRST_SOFT = 22
SOFT_21 = 32
FIRST_BUST = 33
STATES = 43

TOTAL = tuple(range(22)) + tuple(range(11, 22)) + tuple(range(22, 32))
SOFT = tuple(FIRST_SOFT <= state < FIRST_BUST for state in range(STATES))


def hard(total: int) -> int:
    """State of a hard total, or of the bust that a total above 21 is."""
    return total if total <= 21 else FIRST_BUST + total - 22


def soft(total: int) -> int:
    """State of a soft total 11–21."""
    return FIRST_SOFT + total - 11


def _after(state: int, value: int) -> int:
    total = TOTAL[state]
    if state >= FIRST_BUST:
        return state
    if SOFT[state]:
        return soft(total + value) if total + value <= 21 else hard(total + value - 10)
    if value == 1 and total + 11 <= 21:
        return soft(total + 11)
    return hard(total + value)


NEXT = tuple(tuple(_after(state, value) for value in range(11)) for state in range(STATES))
"""``NEXT[state][value]``: the state after a card of that value (column 0 is unused)."""
AFTER = tuple(tuple(row[value] for value in CARD_VALUE) for row in NEXT)
"""``AFTER[state][card]``: the same by card."""


def hand_state(values: Iterable[int]) -> int:
    """The state of a hand given its cards' values."""
    state = EMPTY
    for value in values:
        state = NEXT[state][value]
    return state


def describe(state: int) -> str:
    """``hard 16``, ``soft 18`` or ``bust 24``."""
    kind = "bust" if state >= FIRST_BUST else "soft" if SOFT[state] else "hard"
    return f"{kind} {TOTAL[state]}"
