"""Lines of a round for a question: what the dealer and the players have just done."""

from __future__ import annotations

import re

from pitboss.school.rounds import DealtRound
from pitboss.table.narrator import Caption

SHOWN = 4
"""Lines that lead up to a question."""


_PLACES = {
    "Seat {seat}": "A seat", "seat {seat}": "a seat", "The {card}": "The card",
    "the {card}": "the card", "{card}": "a card", "'s {bet}": "'s bet",
    "{paid}": "what is due", "{event}": "the result",
}  # fmt: skip
"""What stands for a seat, a card and an amount in the words of a step."""
_FIELD = re.compile(r"\{(\w+)\}")


def named(words: str) -> str:
    """Words of the manual as they stand for any round, such as "the total" for ``{total}``."""
    for place, word in _PLACES.items():
        words = words.replace(place, word)
    words = _FIELD.sub(lambda found: f"the {found[1]}", words)
    return words[:1].upper() + words[1:]


def line_of(caption: Caption) -> str:
    """A caption with what is said."""
    return f"{caption.does} “{caption.says}”" if caption.says else caption.does


def told_before(dealt: DealtRound, at: int, most: int = SHOWN) -> list[str]:
    """The last lines before an event."""
    told = [index for index in range(at) if not dealt.is_taken_with_its_hand(index)]
    return [line_of(dealt.captions[index]) for index in told[-most:]]
