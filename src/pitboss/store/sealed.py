"""Shoes whose order is fixed, and promised, before the first card.

The promise is a hash of the order and a nonce. When the shoe is done with, both are published, and
anyone can see that the cards dealt were those promised.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from pitboss.cards import DECK
from pitboss.table.shoe import ShoeEmpty

NONCE = 32


class SealedShoe:
    """An order of cards and how many of them are gone."""

    def __init__(self, number: int, cards: bytes, nonce: bytes, position: int = 0) -> None:
        self.number, self.cards, self.nonce, self.position = number, cards, nonce, position

    @classmethod
    def shuffled(cls, number: int, cards: Iterable[int]) -> SealedShoe:
        """A new order of these cards by the operating system's randomness."""
        order = list(cards)
        secrets.SystemRandom().shuffle(order)
        return cls(number, bytes(order), secrets.token_bytes(NONCE))

    @classmethod
    def full(cls, number: int, decks: int) -> SealedShoe:
        """A new order of whole decks."""
        return cls.shuffled(number, list(DECK) * decks)

    @property
    def commitment(self) -> str:
        """What is published before the first card."""
        return commitment(self.cards, self.nonce)

    def draw(self) -> int:
        """The next card."""
        if self.position >= len(self.cards):
            raise ShoeEmpty("the shoe is empty")
        self.position += 1
        return self.cards[self.position - 1]

    def copy(self) -> SealedShoe:
        """The same shoe, to be dealt on by itself."""
        return SealedShoe(self.number, self.cards, self.nonce, self.position)


def commitment(cards: bytes, nonce: bytes) -> str:
    """The hash of an order and a nonce."""
    return hashlib.sha256(nonce + cards).hexdigest()
