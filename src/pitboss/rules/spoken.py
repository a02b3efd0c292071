"""Cards, totals and lists as players say them.

>>> a_card(0), a_card(7), a_card(12)
('an ace', 'an 8', 'a king')
>>> ranks_spoken(0b1110000000000), ranks_spoken(0b111100)
('jack, queen or king', '3 to 6')
>>> states_spoken(1 << 9 | 1 << 10 | 1 << 11)
'hard 9, 10 or 11'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pitboss.rules.course_text import totals_text
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL

RANK_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
TENS = 0b1111000000000
"""Ranks (as bits) that count ten."""
LONGEST_LIST = 3
"""Numbers that follow each other and are named one by one; more are a span."""


def a_card(rank: int) -> str:
    """A rank with its article."""
    return f"{'an' if RANK_NAMES[rank][0] in 'a8' else 'a'} {RANK_NAMES[rank]}"


def either(words: Iterable[str]) -> str:
    """``7, 8 or 9``."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} or {last}" if most else last


def both(words: Iterable[str]) -> str:
    """``Main and Bonus``."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


@lru_cache(maxsize=512)
def ranks_spoken(mask: int) -> str:
    """A set of ranks: ``3 to 6``, ``ace or ten-value card``."""
    tens = mask & TENS == TENS
    single = mask & ~TENS if tens else mask
    named = ["ace"] * (mask & 1)
    named += _spans([rank + 1 for rank in range(1, 10) if single >> rank & 1])
    named += [RANK_NAMES[rank] for rank in (10, 11, 12) if single >> rank & 1]
    return either(named + ["ten-value card"] * tens)


def a_rank_of(mask: int) -> str:
    """The same with its article."""
    words = ranks_spoken(mask)
    return f"{'an' if words[:1] in ('a', '8') else 'a'} {words}"


def numbers_spoken(numbers: Iterable[int]) -> str:
    """``9, 10 or 11``; ``13 to 16``."""
    return either(_spans(sorted(numbers)))


def _spans(numbers: Sequence[int]) -> list[str]:
    """Numbers one by one, longer runs as spans."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    words: list[str] = []
    for span in spans:
        words += [f"{span[0]} to {span[-1]}"] if len(span) > LONGEST_LIST else map(str, span)
    return words


@lru_cache(maxsize=512)
def states_spoken(states: int) -> str:
    """The totals in a set of hand states, given as bits; ``none`` for an empty one."""
    parts = []
    if not states:
        return "none"
    for part in _kinds(totals_text(states)):
        kind, _, totals = part.partition(" ") if part[:4] in ("hard", "soft") else ("", "", part)
        parts.append(f"{kind} {totals_spoken(totals)}".strip())
    return either(parts)


def _kinds(text: str) -> list[str]:
    """``hard 9-11, 13, soft 13`` in its two parts."""
    at = text.find(", soft ")
    return [text] if at < 0 else [text[:at], text[at + 2 :]]


def totals_spoken(text: str) -> str:
    """``9-11`` as ``9, 10 or 11``, ``13-16`` as ``13 to 16``."""
    found: list[int] = []
    for term in text.split(", "):
        low, _, high = term.partition("-")
        found += range(int(low), int(high or low) + 1)
    return numbers_spoken(found)


def hand_spoken(state: int) -> str:
    """``15``, ``soft 15`` or ``25, a bust``."""
    total = TOTAL[state]
    if state >= FIRST_BUST:
        return f"{total}, a bust"
    return f"soft {total}" if SOFT[state] and total < 21 else str(total)


def sentence(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]
