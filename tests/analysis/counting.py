"""Chances counted and hands played out the plain way, knowing nothing of the solver.

Cards are ranks from 0, the ace, to 12, the king.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
SUITS = range(4)
FACES = (10, 11, 12)
BUST = 22

# The first cards of a round


class Deal(NamedTuple):
    """Two cards of a player, the dealer's upcard and hole card."""

    one: int
    two: int
    up: int
    hole: int

    @property
    def player_natural(self) -> bool:
        return {VALUES[self.one], VALUES[self.two]} == {1, 10}

    @property
    def dealer_natural(self) -> bool:
        return {VALUES[self.up], VALUES[self.hole]} == {1, 10}

    @property
    def pair(self) -> bool:
        return self.one == self.two

    @property
    def stiff(self) -> bool:
        """Hard 12 to 16."""
        points = VALUES[self.one] + VALUES[self.two]
        return 12 <= points <= 16 and 1 not in (VALUES[self.one], VALUES[self.two])


@cache
def deals(decks: int) -> tuple[tuple[Deal, int], ...]:
    """Every deal from a full shoe, and in how many ways it comes."""
    found = []
    for ranks in product(range(13), repeat=4):
        ways = 1
        for place, rank in enumerate(ranks):
            ways *= 4 * decks - ranks[:place].count(rank)
        found.append((Deal(*ranks), ways))
    return tuple(found)


def chance(decks: int, holds: Callable[[Deal], bool]) -> Fraction:
    """How often a deal is so."""
    whole = 52 * decks
    orders = whole * (whole - 1) * (whole - 2) * (whole - 3)
    return Fraction(sum(ways for deal, ways in deals(decks) if holds(deal)), orders)


def replaced_upcards(decks: int) -> dict[str, Fraction]:
    """Half Back's Upcard Bonus: chances of its events, by first upcard, replacement and hole card.

    Cards with their suits, as many of each as there are decks.
    """
    deck = list(product(range(13), SUITS))
    whole = 52 * decks
    orders = whole * (whole - 1) * (whole - 2)
    found: dict[str, int] = {}
    for first in deck:
        if VALUES[first[0]] not in (3, 4, 5, 6):
            continue
        for new in deck:
            ways = decks * (decks - (new == first))
            for hole in deck:
                more = decks - (hole == first) - (hole == new)
                event = _upcard_event(new, hole)
                found[event] = found.get(event, 0) + ways * more
    return {event: Fraction(ways, orders) for event, ways in found.items()}


def _upcard_event(new: tuple[int, int], hole: tuple[int, int]) -> str:
    value = VALUES[new[0]]
    if {value, VALUES[hole[0]]} == {1, 10}:
        return "suited natural" if new[1] == hole[1] else "unsuited natural"
    if value == 1:
        return "ace up, no natural"
    if value == 10:
        return "ten-value up, no natural"
    return "7, 8 or 9 up" if value in (7, 8, 9) else "anything else"


# A hand played out


class House(NamedTuple):
    """What the dealer does."""

    hits_soft_17: bool = True
    peeks: bool = True
    pushes_17: bool = False
    """Every 17 ends the dealer's hand and pushes."""
    burns_faces: bool = False
    """Once per hand a drawn face card may be replaced."""


Pay = Callable[[int, int], float]
"""What a hand brings, by its total and the dealer's, 22 being a bust."""


def even_money(player: int, dealer: int) -> float:
    """One unit."""
    if player == BUST:
        return -1.0
    return 1.0 if dealer == BUST else float((player > dealer) - (player < dealer))


class PlainPlay:
    """The best play of one hand against one upcard, card by card, from the cards that are left.

    A dealer natural counts nothing if the dealer looks for it, and a lost unit if not.
    """

    def __init__(self, house: House, up: int, pay: Pay = even_money, units: float = 1.0) -> None:
        self.house, self.up, self.units = house, up, units
        self.pay = self._pushing(pay) if house.pushes_17 else pay
        self._dealer: dict[tuple[int, bool, tuple[int, ...]], dict[int, float]] = {}
        self._stand: dict[tuple[int, tuple[int, ...]], float] = {}

    def _pushing(self, pay: Pay) -> Pay:
        def pushed(player: int, dealer: int) -> float:
            return 0.0 if dealer == 17 and player != BUST else pay(player, dealer)

        return pushed

    def natural(self, left: tuple[int, ...]) -> float:
        """Chance of a dealer natural."""
        wanted = {1: 10, 10: 1}.get(VALUES[self.up])
        makers = sum(many for rank, many in enumerate(left) if VALUES[rank] == wanted)
        return makers / sum(left)

    def stand(self, hand: Sequence[int], left: tuple[int, ...]) -> float:
        """What standing is worth."""
        key = (total(hand)[0], left)
        if key not in self._stand:
            self._stand[key] = sum(
                part * self.pay(key[0], final) for final, part in self._ends(left).items()
            ) - (0.0 if self.house.peeks else self.units * self.natural(left))
        return self._stand[key]

    def hit(self, hand: Sequence[int], left: tuple[int, ...], *, burned: bool = False) -> float:
        """What a card is worth, the hand then played as well as can be."""
        worth = 0.0
        for rank, part, rest in draws(left):
            kept = self.best([*hand, rank], rest, burned=burned)
            if self.house.burns_faces and not burned and rank in FACES:
                kept = max(kept, self.hit(hand, rest, burned=True))
            worth += part * kept
        return worth

    def best(self, hand: Sequence[int], left: tuple[int, ...], *, burned: bool = False) -> float:
        """The better of the two; a bust is lost whatever comes, and 21 stands."""
        if total(hand)[0] >= 21:
            return self.stand(hand, left)
        return max(self.stand(hand, left), self.hit(hand, left, burned=burned))

    def one_card(self, hand: Sequence[int], left: tuple[int, ...]) -> float:
        """A single card and no more."""
        return sum(part * self.stand([*hand, rank], rest) for rank, part, rest in draws(left))

    def _ends(self, left: tuple[int, ...]) -> dict[int, float]:
        """The dealer's totals and their chances, naturals left out."""
        found: dict[int, float] = {}
        for rank, part, rest in draws(left):
            if {VALUES[self.up], VALUES[rank]} != {1, 10}:
                for final, chance_of in self._draw([self.up, rank], rest).items():
                    found[final] = found.get(final, 0.0) + part * chance_of
        return found

    def _draw(self, hand: list[int], left: tuple[int, ...]) -> dict[int, float]:
        points, soft = total(hand)
        hits = points == 17 and soft and self.house.hits_soft_17 and not self.house.pushes_17
        if points >= 17 and not hits:
            return {points: 1.0}
        key = (points, soft, left)
        if key not in self._dealer:
            found: dict[int, float] = {}
            for rank, part, rest in draws(left):
                for final, chance_of in self._draw([*hand, rank], rest).items():
                    found[final] = found.get(final, 0.0) + part * chance_of
            self._dealer[key] = found
        return self._dealer[key]


def draws(left: tuple[int, ...]) -> Iterator[tuple[int, float, tuple[int, ...]]]:
    """Every card that can come, its chance, and what is left then."""
    whole = sum(left)
    for rank, many in enumerate(left):
        if many:
            yield rank, many / whole, (*left[:rank], many - 1, *left[rank + 1 :])


def total(hand: Sequence[int]) -> tuple[int, bool]:
    """A hand's total, 22 for every bust, and whether an ace counts eleven."""
    points = sum(VALUES[rank] for rank in hand)
    soft = 0 in hand and points <= 11
    return min(points + 10 * soft, BUST), soft


def without(shoe: Sequence[int], *gone: int) -> tuple[int, ...]:
    """A shoe with cards taken out."""
    left = list(shoe)
    for rank in gone:
        left[rank] -= 1
    return tuple(left)
