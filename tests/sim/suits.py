"""Suits for cards that were dealt by rank.

The simulator deals ranks and tosses a coin where two cards have to share a suit or not. A table
deals cards, of each of which a shoe has one in every deck. So suits are chosen here as cards come:
the one with most cards left, or one that the coin asks for. If there is none left, both cards are
noted down and the shoe is dealt again with theirs kept for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


class DealAgain(Exception):
    """The suits asked for were gone; they are kept from the start the next time."""


class Suits:
    """The suits of one shoe's cards; places are any numbers that name the same card each time."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.cards: dict[int, int] = {}
        """By place: cards dealt so far."""
        self._kept: dict[int, int] = {}

    def deal_again(self) -> None:
        """From the start."""
        self.cards = {}

    def card(
        self, place: int, rank: int, gone: Sequence[int], other: int | None, alike: bool | None
    ) -> int:
        """A card of this rank; alike, if that is said, or not alike the one at the other place.

        `gone` says how often each card has left the shoe.
        """
        found = self._kept.get(place)
        if found is None:
            found = self._choose(place, rank, gone, other, alike)
        assert gone[found] < self.decks
        assert other is None or alike is None or (found % 4 == self.cards[other] % 4) == alike
        self.cards[place] = found
        return found

    def _choose(
        self, place: int, rank: int, gone: Sequence[int], other: int | None, alike: bool | None
    ) -> int:
        fitting = [card for card in range(4 * rank, 4 * rank + 4) if gone[card] < self.decks]
        if other is not None and alike is not None:
            suit = self.cards[other] % 4
            fitting = [card for card in fitting if (card % 4 == suit) == alike]
            if not fitting:
                self._keep(place, rank, other, alike)
                raise DealAgain
        waiting = Counter(card for kept, card in self._kept.items() if kept not in self.cards)
        return min(fitting, key=lambda card: gone[card] + waiting[card])

    def _keep(self, place: int, rank: int, other: int, alike: bool) -> None:
        """Keep two cards for these places."""
        assert other not in self._kept
        kept = Counter(self._kept.values())
        first = self.cards[other] // 4
        one, two = min(
            (
                (4 * first + a, 4 * rank + b)
                for a in range(4)
                for b in range(4)
                if (a == b) == alike
            ),
            key=lambda pair: max((kept + Counter(pair)).values()),
        )
        assert max((kept + Counter((one, two))).values()) <= self.decks
        self._kept[other], self._kept[place] = one, two
