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
from typing import NamedTuple


class Wish(NamedTuple):
    """What a card's suit has to be."""

    other: int
    """The place of a card that was dealt before."""
    alike: bool
    """Whether the two share a suit."""


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

    def forget(self, first: int, end: int) -> None:
        """The cards at these places were not dealt after all."""
        self.cards = {at: card for at, card in self.cards.items() if not first <= at < end}

    def shuffle(self) -> None:
        """The shoe ran out, and the discards came back."""
        self._shuffles += 1

    def card(self, place: int, rank: int, gone: Sequence[int], wish: Wish | None) -> int:
        """A card of this rank; `gone` says how often each card has left the shoe."""
        if place not in self._kept:
            found = self._choose(place, rank, gone, wish)
        else:
            _, found = self._kept[place]
            if gone[found] >= self.decks or not self._fits(found, wish):
                del self._kept[place]  # it came from another shuffle: choose again
                raise DealAgain
        self.cards[place] = found
        return found

    def _fits(self, card: int, wish: Wish | None) -> bool:
        return wish is None or (card % 4 == self.cards[wish.other] % 4) == wish.alike

    def _choose(self, place: int, rank: int, gone: Sequence[int], wish: Wish | None) -> int:
        waiting = Counter(
            card
            for kept, (shuffles, card) in self._kept.items()
            if kept not in self.cards and shuffles == self._shuffles
        )
        fitting = [
            card
            for card in range(4 * rank, 4 * rank + 4)
            if gone[card] < self.decks and self._fits(card, wish)
        ]
        found = min(fitting, key=lambda card: gone[card] + waiting[card], default=-1)
        if wish is not None and (found < 0 or gone[found] + waiting[found] >= self.decks):
            self._keep(place, rank, wish)
        return found

    def _keep(self, place: int, rank: int, wish: Wish) -> None:
        """Keep two cards for these places, and start again."""
        other = self.cards[wish.other] // 4
        for _ in range(1000):
            one, two = self._rng.randrange(4), self._rng.randrange(4)
            chosen = {wish.other: 4 * other + one, place: 4 * rank + two}
            kept = self._kept | {at: (self._shuffles, card) for at, card in chosen.items()}
            if (one == two) == wish.alike and max(Counter(kept.values()).values()) <= self.decks:
                self._kept = kept
                raise DealAgain
        raise AssertionError("these cards cannot have the suits that are asked for")
