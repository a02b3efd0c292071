"""Shoes whose order nobody can choose, and nobody can change.

The house promises a seed by its hash. Players add seeds of their own; then the order follows from
all of them by `shuffling`. When the shoe is done with, the house's seed and the order are
published, and anyone can see that the cards dealt were those.

Shoes of earlier versions have no method: their order was the house's alone, and the promise is a
hash of the order and a nonce.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from pitboss.store import shuffling
from pitboss.store.shuffling import SERVER_SEED, Seeds
from pitboss.table.shoe import ShoeEmpty


class PromisedShoe:
    """A shoe that is not shuffled yet: the house's seed for it is fixed."""

    def __init__(self, number: int, server_seed: bytes) -> None:
        self.number, self.server_seed = number, server_seed
        self.commitment = shuffling.commitment(server_seed)
        """What is published before players add their seeds."""

    @classmethod
    def new(cls, number: int) -> PromisedShoe:
        """With a seed of the operating system's randomness."""
        return cls(number, secrets.token_bytes(SERVER_SEED))

    def shuffled(self, seeds: Seeds, cards: Iterable[int]) -> SealedShoe:
        """The shoe with these cards in it, once the players' seeds are known."""
        order = shuffling.order(self.server_seed, seeds, cards)
        return SealedShoe(self.number, order, self.server_seed)


class SealedShoe:
    """An order of cards and how many of them are gone."""

    def __init__(
        self, number: int, cards: bytes, nonce: bytes, position: int = 0, commitment: str = ""
    ) -> None:
        self.number, self.cards, self.position = number, cards, position
        self.nonce = nonce
        """The house's seed; of a shoe without a method, what was hashed with its order."""
        self.commitment = commitment or shuffling.commitment(nonce)
        """What was published of it before the first card."""

    def draw(self) -> int:
        """The next card."""
        if self.position >= len(self.cards):
            raise ShoeEmpty("the shoe is empty")
        self.position += 1
        return self.cards[self.position - 1]

    def copy(self) -> SealedShoe:
        """The same shoe, to be dealt on by itself."""
        return SealedShoe(self.number, self.cards, self.nonce, self.position, self.commitment)


def commitment_of_order(cards: bytes, nonce: bytes) -> str:
    """What was promised of a shoe without a method."""
    return hashlib.sha256(nonce + cards).hexdigest()
