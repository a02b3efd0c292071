"""Where cards come from: a shuffled shoe, a continuous shuffler, or a list somebody wrote down.

A shoe draws by Fisher and Yates as it goes, so a continuous shuffler costs only the cards it deals.
Randomness comes from the operating system, or from a seed for a round that can be repeated.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable

from pitboss.cards import DECK
from pitboss.table.actions import BurnTop, Shuffle
from pitboss.table.engine import Table
from pitboss.table.flow import FIRST_CARD, LAST_CARD


class ShoeEmpty(Exception):
    """A scripted list of cards ran out."""


class Shoe:
    """A shoe of whole decks with a cut card, or a continuous shuffler."""

    def __init__(
        self,
        decks: int,
        *,
        seed: int | str | None = None,
        penetration: float = 0.75,
        burn: int = 1,
        continuous: bool = False,
    ) -> None:
        self.cards = list(DECK) * decks
        self.burn = 0 if continuous else burn
        self.continuous = continuous
        self.cut = round(len(self.cards) * penetration)
        self.position = 0
        self.size = len(self.cards)
        self.fresh = False
        """Whether the shoe has been shuffled since it was made or last spent."""
        self._uniform: Callable[[], float] | None = None
        """The seeded source; the operating system's is used where there is none."""
        if seed is not None:
            self._uniform = random.Random(f"pitboss {seed}").random

    @property
    def spent(self) -> bool:
        """Whether the next round needs a shuffle first."""
        return self.continuous or not self.fresh or self.position >= self.cut

    def shuffle(self) -> None:
        """All cards back into the shoe."""
        self.position, self.size, self.fresh = 0, len(self.cards), True

    def draw(self) -> int:
        """The next card."""
        position = self.position
        left = self.size - position
        if left <= 0:
            raise ShoeEmpty("the shoe is empty")
        cards, uniform = self.cards, self._uniform
        chosen = position + (secrets.randbelow(left) if uniform is None else int(uniform() * left))
        card = cards[chosen]
        cards[chosen] = cards[position]
        cards[position] = card
        self.position = position + 1
        return card

    def without(self, gone: list[int]) -> None:
        """Take out what has left the shoe already, to go on with the rest."""
        out = [card for card, count in enumerate(gone) for _ in range(count)]
        rest = self.cards.copy()
        for card in out:
            rest.remove(card)
        self.cards, self.position, self.fresh = [*out, *rest], len(out), True

    def reshuffle(self, in_use: Iterable[int]) -> None:
        """The discards of earlier rounds go back into the shoe, in mid-round."""
        felt = list(in_use)
        rest = self.cards.copy()
        for card in felt:
            rest.remove(card)
        self.cards = [*rest, *felt]
        self.position, self.size = 0, len(rest)


class Script:
    """Cards in an order somebody chose; never shuffled."""

    def __init__(self, cards: Iterable[int]) -> None:
        self.cards = list(cards)
        self.position = 0
        self.burn = 0
        self.spent = False

    def shuffle(self) -> None:
        """Leave a script as it is."""

    def draw(self) -> int:
        """The next card of the list."""
        if self.position >= len(self.cards):
            raise ShoeEmpty(f"the list of {len(self.cards)} cards has run out")
        self.position += 1
        return self.cards[self.position - 1]

    def reshuffle(self, in_use: Iterable[int]) -> None:  # noqa: ARG002
        """Refuse: a script has no discards."""
        raise ShoeEmpty(f"the list of {len(self.cards)} cards has run out")


def prepare(table: Table, shoe: Shoe | Script) -> None:
    """Before a round: shuffle a spent shoe and burn its top cards."""
    if shoe.spent and not table.playing:
        shoe.shuffle()
        table.do(Shuffle())
        for _ in range(shoe.burn):
            table.do(BurnTop(shoe.draw()))


def deal_on(table: Table, shoe: Shoe | Script) -> None:
    """Deal until the table waits for a person, reshuffling the discards if the shoe runs out."""
    while FIRST_CARD <= table.want <= LAST_CARD:
        try:
            card = shoe.draw()
        except ShoeEmpty:
            shoe.reshuffle(table.state.cards_of_round())
            table.do(Shuffle(ran_out=True))
            card = shoe.draw()
        table.deal(card)
