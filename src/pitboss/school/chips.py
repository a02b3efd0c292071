"""Chips of a table: what they are called, how an amount is cut, what a pile of them is worth.

>>> cut(9000)
((2500, 3), (500, 3))
>>> cut_text(cut(2250))
'4 × $5, 2 × $1, 1 × $0.50'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.rules.limits import dollars

CHIPS = (50, 100, 500, 2500, 10000, 50000)
"""Values of a rack's chips in cents, the smallest first, unless a lesson has others."""

COLOURS = {
    50: "silver", 100: "white", 500: "red", 2500: "green", 10000: "black", 50000: "purple",
    100000: "yellow",
}  # fmt: skip
"""What dealers call a chip by its value."""

Cut = tuple[tuple[int, int], ...]
"""How many chips of which value in cents, the highest value first."""


def cut(cents: int, chips: Sequence[int] = CHIPS) -> Cut | None:
    """An amount in as few chips as can be; None where these chips cannot make it."""
    found = []
    for value in sorted(chips, reverse=True):
        count, cents = divmod(cents, value)
        if count:
            found.append((value, count))
    return None if cents else tuple(found)


def worth(pile: Iterable[tuple[int, int]]) -> int:
    """Cents in a pile of chips."""
    return sum(value * count for value, count in pile)


def chip_name(value: int) -> str:
    """``$25``; a half dollar with its cents."""
    return dollars(value)


def cut_text(pile: Iterable[tuple[int, int]] | None) -> str:
    """A pile in words; nothing where there is none."""
    return ", ".join(f"{count} × {chip_name(value)}" for value, count in pile or ())


def coloured(pile: Iterable[tuple[int, int]]) -> str:
    """A pile as a dealer says it: ``3 green, 3 red``."""
    return ", ".join(f"{count} {COLOURS.get(value, chip_name(value))}" for value, count in pile)
