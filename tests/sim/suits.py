"""Suits for cards that were dealt by rank.

The simulator deals ranks and tosses a coin where two cards have to share a suit or not. A table
deals cards, of each of which a shoe has one in every deck. So suits are chosen here as cards come:
the one with most cards left, or one that the coin asks for. If there is none left, two cards are
kept for those places and the shoe is dealt again from its start.
"""

from __future__ import annotations

import random
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
        self._kept: dict[int, tuple[int, int]] = {}
        """By place: how often the shoe had been shuffled when it came, and the card."""
        self._shuffles = 0
        self._rng = random.Random(decks)

    def deal_again(self) -> None:
        """From the start."""
        self.cards, self._shuffles = {}, 0

    def shuffle(self) -> None:
        """The shoe ran out, and the discards came back."""
        self._shuffles += 1

    def card(
        self, place: int, rank: int, gone: Sequence[int], other: int | None, alike: bool | None
    ) -> int:
        """A card of this rank; alike, if that is said, or not alike the one at the other place.

        `gone` says how often each card has left the shoe.
        """
        if place in self._kept:
            _, found = self._kept[place]
            if gone[found] >= self.decks:  # the felt had it already when the shoe was shuffled
                self._keep(place, rank, other, alike)
        else:
            found = self._choose(place, rank, gone, other, alike)
        assert other is None or alike is None or (found % 4 == self.cards[other] % 4) == alike
        self.cards[place] = found
        return found

    def _choose(
        self, place: int, rank: int, gone: Sequence[int], other: int | None, alike: bool | None
    ) -> int:
        waiting = Counter(
            card
            for kept, (shuffles, card) in self._kept.items()
            if kept not in self.cards and shuffles == self._shuffles
        )
        fitting = [
            card
            for card in range(4 * rank, 4 * rank + 4)
            if gone[card] + waiting[card] < self.decks
            and (other is None or alike is None or (card % 4 == self.cards[other] % 4) == alike)
        ]
        if not fitting:
            self._keep(place, rank, other, alike)
        return min(fitting, key=lambda card: gone[card] + waiting[card])

    def _keep(self, place: int, rank: int, other: int | None, alike: bool | None) -> None:
        """Keep two cards for these places, and start again."""
        assert other is not None
        assert alike is not None
        ranks = {other: self.cards[other] // 4, place: rank}
        for _ in range(1000):
            one, two = self._rng.randrange(4), self._rng.randrange(4)
            if (one == two) != alike:
                continue
            chosen = {other: 4 * ranks[other] + one, place: 4 * ranks[place] + two}
            kept = self._kept | {at: (self._shuffles, card) for at, card in chosen.items()}
            if max(Counter(kept.values()).values()) <= self.decks:
                self._kept = kept
                raise DealAgain
        raise AssertionError("these cards cannot have the suits that are asked for")
