"""How side bets end, read from the same conditions the table engine settles by.

Engines that value or count whole rounds read a bet this way: on each deal it is either decided
before anybody plays, or it rides; then a grid says which event each entry of the first hand's
outcome table brings. Suits of the dealer's cards are not dealt: two cards of different rank share
one with a chance of exactly a quarter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.compile import LOST, SECOND_SPLIT, TableBet, Tables
from pitboss.rules.facts import LOSE, NO_TIE, TIE_NATURAL, WIN, Fact
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Facts = tuple[int, ...]

NONE = -1
BUST = 22
"""Row of an outcome or pay table that stands for a bust hand."""
NATURAL, NO_NATURAL = 2, 1
DEALER_SUITS = ((2, 0.25), (1, 0.75))


class Settlement(NamedTuple):
    """How a bet ends on a deal. Events are numbered as in `BetReader.events`."""

    natural: tuple[tuple[int, float], ...]
    """With a dealer natural: events and their chances."""
    event: int
    """Without one: the event that decides it before play, or `NONE` if it rides."""
    grid: Ints | None
    """Where it rides: ``grid[doubled, total, final]``, the event of each outcome."""


class BetReader:
    """Says how one bet is settled on any deal."""

    def __init__(self, tables: Tables, bet: TableBet) -> None:
        self.tables, self.bet = tables, bet
        self.events = (*bet.events, LOST, SECOND_SPLIT)
        self.pays: Floats = np.array([event.pays for event in self.events], dtype=float)
        self.asked = sorted({fact for event in bet.events for fact, _ in event.conditions})
        self.second_split = len(self.events) - 1
        self._known: dict[tuple[int, ...], Settlement] = {}
        self._alike: dict[object, Settlement] = {}

    def settlement(self, facts: Facts) -> Settlement:
        """How the bet ends when so much is known; the same object for the same ending."""
        natural = facts[Fact.PLAYER] == 1 << SOFT_21
        key = (natural, *[facts[fact] for fact in self.asked])
        found = self._known.get(key)
        if found is None:
            found = self._settle(list(facts))
            same = (
                found.natural,
                found.event,
                None if found.grid is None else found.grid.tobytes(),
            )
            found = self._known[key] = self._alike.setdefault(same, found)
        return found

    def _settle(self, facts: list[int]) -> Settlement:
        player_natural = facts[Fact.PLAYER] == 1 << SOFT_21
        natural = self._with_natural(facts, player_natural)
        facts[Fact.DEALER_NATURAL] = NO_NATURAL
        if player_natural:
            facts[Fact.RESULT], facts[Fact.TIE], facts[Fact.DOUBLED] = 1 << WIN, 1 << NO_TIE, 1
        event = self.bet.decided(facts)
        if event is not None:
            return Settlement(natural, self.events.index(event), None)
        grid = self._grid(facts)
        if (grid == grid[0, 0, 0]).all():  # nothing that play decides can change it
            return Settlement(natural, int(grid[0, 0, 0]), None)
        return Settlement(natural, NONE, grid)

    def _with_natural(self, facts: list[int], player: bool) -> tuple[tuple[int, float], ...]:
        """The dealer has a natural: nobody plays."""
        facts = facts.copy()
        facts[Fact.DEALER_NATURAL] = NATURAL
        facts[Fact.DOUBLED] = 1
        if player:
            wins = self.tables.natural_first
            facts[Fact.RESULT] = 1 << (WIN if wins else WIN - 1)
            facts[Fact.TIE] = 1 << TIE_NATURAL
        else:
            facts[Fact.RESULT], facts[Fact.TIE] = 1 << LOSE, 1 << NO_TIE
        parts: dict[int, float] = {}
        for suited, part in DEALER_SUITS:
            facts[Fact.DEALER_SUITED] = suited
            event = self.bet.decided(facts)
            assert event is not None, f"{self.bet.id} is still open although everything is known"
            place = self.events.index(event)
            parts[place] = parts.get(place, 0.0) + part
        return tuple(parts.items())

    def _grid(self, facts: list[int]) -> Ints:
        """Index of the event for each entry of an outcome table."""
        tables = self.tables
        grid = np.empty((2, BUST + 1, len(tables.finals)), dtype=np.int64)
        for doubled, total, final in np.ndindex(*grid.shape):
            facts[Fact.DOUBLED] = 1 << doubled
            result = -1 if total == BUST else tables.outcome[total][final]
            tied = total != BUST and tables.finals[final] == str(total)
            facts[Fact.RESULT] = 1 << (result + 1)
            facts[Fact.TIE] = 1 << (total if tied else NO_TIE)
            event = self.bet.decided(facts)
            assert event is not None, f"{self.bet.id} needs a fact that play does not decide"
            grid[doubled, total, final] = self.events.index(event)
        return grid
