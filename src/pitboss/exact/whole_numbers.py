"""Side bets that no decision touches, as exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pitboss.exact.facts import facts_of
from pitboss.exact.model import Model
from pitboss.rules.compile import TableEvent
from pitboss.rules.settlement import BetReader


class Exactly(NamedTuple):
    """Chances of a bet's events over their common denominator."""

    events: tuple[TableEvent, ...]
    ways: tuple[int, ...]
    of: int

    @property
    def expectation(self) -> Fraction:
        """Expected result of a unit staked."""
        won = sum(ways * event.pays for ways, event in zip(self.ways, self.events, strict=True))
        return Fraction(won, self.of)


def exactly(model: Model, reader: BetReader, shoe: Sequence[float]) -> Exactly | None:
    """A bet's chances in whole numbers, or None if it rides on some hand.

    Shoes of whole decks only, where suits are as frequent as each other.
    """
    chances = [Fraction(0)] * len(reader.events)
    for board in model.boards([Fraction(int(cards)) for cards in shoe]):
        deals = model.deals(board)
        settled = [reader.settlement(facts) for facts in facts_of(model, board, deals)]
        if any(one.grid is not None for one in settled):
            return None
        for one, chance, natural in zip(settled, deals.chance, deals.natural, strict=True):
            chance *= board.chance
            for event, share in one.natural[0]:
                chances[event] += chance * natural * Fraction(share)
            chances[one.event] += chance * (1 - natural)
    of = lcm(*(chance.denominator for chance in chances))
    return Exactly(reader.events, tuple(int(chance * of) for chance in chances), of)
