"""Lines of a round for a question: what the dealer and the players have just done."""

from __future__ import annotations

from pitboss.school.rounds import DealtRound
from pitboss.table.narrator import Caption

SHOWN = 4
"""Lines that lead up to a question."""


def line_of(caption: Caption) -> str:
    """A caption with what is said."""
    return f"{caption.does} “{caption.says}”" if caption.says else caption.does


def told_before(dealt: DealtRound, at: int, most: int = SHOWN) -> list[str]:
    """The last lines before an event."""
    return [line_of(caption) for caption in dealt.captions[max(0, at - most) : at]]
