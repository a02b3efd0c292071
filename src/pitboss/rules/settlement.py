"""How side bets end, read from the same conditions the table engine settles by.

Engines that value or count whole rounds read a bet this way: on each deal it is either decided
before anybody plays, or it rides; then a grid says which event each entry of the first hand's
outcome table brings. Without a peek, a dealer natural comes to light when all have played, and what
it brings can depend on how the hand was finished (`rules.finishes`). A bet that a second split
loses is still settled by what was known before. Suits of the dealer's cards are not dealt: two
cards of different rank share one with a chance of exactly a quarter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.rules.compile import GIVEN_BACK, LOST, SECOND_SPLIT, TableBet, Tables
from pitboss.rules.facts import LOSE, NO_TIE, TIE_NATURAL, UNKNOWN, WIN, Fact
from pitboss.rules.finishes import (
    ACES_21,
    DOUBLED,
    FINISHES,
    GIVEN_UP,
    PLAIN,
    TENS_21,
    alike,
    put_finish,
)
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Facts = tuple[int, ...]

NONE = -1
BUST = 22
"""Row of an outcome or pay table that stands for a bust hand."""
NATURAL, NO_NATURAL = 2, 1
ONE_SUIT, DIFFERENT = 2, 1
DEALER_SUITS = ((ONE_SUIT, 0.25), (DIFFERENT, 0.75))
MAKE_NATURALS = sum(1 << rank for rank, value in enumerate(RANK_VALUE) if value in (1, 10))
"""Ranks (as bits) of upcards a natural can be behind."""

ENDED_EARLY = 3
"""Column of `Settlement.ended` for bets that a second split would lose."""

Chances = tuple[tuple[int, float], ...]
"""Events and their chances."""


@dataclass(frozen=True, eq=False, slots=True)
class Settlement:
    """How a bet ends on a deal. Events are numbered as in `BetReader.events`.

    A reader makes each of them once, so two are alike if they are the same object.
    """

    natural: tuple[Chances, ...]
    """With a dealer natural, by finish of the first hand; the same where nobody has played."""
    event: int
    """Without one: the event that decides it before play, or `NONE` if it rides."""
    grid: Ints | None
    """Where it rides: ``grid[finish, total, final]``, the event of each outcome."""
    early: Ints | None
    """``early[finish, bust]``: the event by which a finished first hand settles the bet before a
    second split of another can lose it; None where it never does."""
    ended: Ints | None
    """Where it rides: ``ended[finish, result, column]``, the event when the first hand was settled
    at once (lost, pushed or won), whatever the dealer makes. Columns: no dealer natural, one of two
    suits, one of one suit, and what a second split of another hand leaves of it."""


class BetReader:
    """Says how one bet is settled on any deal."""

    def __init__(self, tables: Tables, bet: TableBet) -> None:
        self.tables, self.bet = tables, bet
        self.events = (*bet.events, LOST, SECOND_SPLIT, GIVEN_BACK)
        self.pays: Floats = np.array([event.pays for event in self.events], dtype=float)
        self.asked = bet.asked()
        self.second_split = self.events.index(SECOND_SPLIT)
        self._alike_finishes = alike(self.asked)
        self._gives_up_early = any(terms.before_peek for terms in tables.course.terms)
        self.settlements: list[Settlement] = []
        """Every way it was found to be settled, each once."""
        self._known: dict[tuple[int, ...], int] = {}
        self._alike: dict[object, int] = {}

    def settlement(self, facts: Facts) -> Settlement:
        """How the bet ends when so much is known; the same object for the same ending."""
        return self.settlements[self.number(facts)]

    def number(self, facts: Facts) -> int:
        """The place of that among `settlements`."""
        natural = facts[Fact.PLAYER] == 1 << SOFT_21
        hidden = not self.tables.peeked and bool(facts[Fact.UPCARD] & MAKE_NATURALS)
        key = (natural, hidden, *[facts[fact] for fact in self.asked])
        found = self._known.get(key)
        if found is None:
            one = self._settle(list(facts), natural, hidden)
            arrays = (one.grid, one.early, one.ended)
            same = (
                one.natural,
                one.event,
                *(None if part is None else part.tobytes() for part in arrays),
            )
            found = self._known[key] = self._alike.setdefault(same, len(self.settlements))
            if found == len(self.settlements):
                self.settlements.append(one)
        return found

    def natural_pays(self, one: Settlement) -> Floats:
        """What a dealer natural brings on average, by finish of the first hand."""
        return np.array(
            [sum(share * self.pays[event] for event, share in ends) for ends in one.natural]
        )

    def _settle(self, facts: list[int], player_natural: bool, hidden: bool) -> Settlement:
        """`hidden`: a dealer natural comes to light only when all have played."""
        naturals = self._naturals(facts, player_natural, hidden)
        facts[Fact.DEALER_NATURAL] = NO_NATURAL
        if player_natural:
            facts[Fact.RESULT], facts[Fact.TIE] = 1 << WIN, 1 << NO_TIE
            put_finish(facts, PLAIN)
        elif hidden:
            facts[Fact.DEALER_NATURAL] = NATURAL | NO_NATURAL
        event = self.bet.decided(facts)
        if event is not None:
            return Settlement(naturals, self.events.index(event), None, None, None)
        grid, lost = self._grid(facts.copy()), self.events.index(LOST)
        one = int(grid[0, 0, 0])
        if (grid == one).all() and len(set(naturals)) == 1:
            ends = {one, *(place for place, _ in naturals[PLAIN])}
            if not self.bet.lost_on_second_split or ends == {lost}:
                # nothing that play decides can change it
                return Settlement(naturals, one, None, None, None)
        return Settlement(naturals, NONE, grid, self._early(facts), self._ended(facts))

    def _naturals(
        self, facts: list[int], player_natural: bool, hidden: bool
    ) -> tuple[Chances, ...]:
        """What a dealer natural brings, by finish; a peek leaves only hands given up before it."""
        found = [self._with_natural(facts, player_natural, PLAIN)] * len(FINISHES)
        apart = FINISHES if hidden else (GIVEN_UP,) if self._gives_up_early else ()
        for finish in () if player_natural else apart:
            if self._alike_finishes[finish] == finish != PLAIN:
                found[finish] = self._with_natural(facts, player_natural, finish)
        return tuple(found)

    def _with_natural(self, facts: list[int], player: bool, finish: int) -> Chances:
        """The dealer has a natural: it beats every hand but a natural."""
        facts = facts.copy()
        facts[Fact.DEALER_NATURAL] = NATURAL
        put_finish(facts, finish)
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

    def _early(self, facts: list[int]) -> Ints | None:
        """What the first hand decides, standing or bust, while the dealer has yet to play."""
        if not self.bet.lost_on_second_split or self.bet.lost_by_first_hand_only:
            return None
        early = np.full((len(FINISHES), 2), self.second_split, dtype=np.int64)
        for finish, bust in np.ndindex(*early.shape):
            put_finish(facts, finish)
            facts[Fact.RESULT] = 1 << LOSE if bust else UNKNOWN[Fact.RESULT]
            facts[Fact.TIE] = 1 << NO_TIE if bust else UNKNOWN[Fact.TIE]
            event = self.bet.decided(facts)
            if event is not None and event is not LOST:  # lost is lost, whatever it is called
                early[finish, bust] = self.events.index(event)
        return early if (early != self.second_split).any() else None

    def _ended(self, facts: list[int]) -> Ints:
        """What the first hand decides when it is settled at once."""
        ended = np.full((len(FINISHES), 3, ENDED_EARLY + 1), self.second_split, dtype=np.int64)
        columns = ((NO_NATURAL, DIFFERENT), (NATURAL, DIFFERENT), (NATURAL, ONE_SUIT))
        for finish, result in np.ndindex(*ended.shape[:2]):
            if self._alike_finishes[finish] != finish:
                ended[finish] = ended[self._alike_finishes[finish]]
                continue
            known = facts.copy()
            put_finish(known, finish)
            known[Fact.RESULT], known[Fact.TIE] = 1 << result, 1 << NO_TIE
            event = self.bet.decided(known)
            if event is not None and event is not LOST:
                ended[finish, result, ENDED_EARLY] = self.events.index(event)
            for column, both in enumerate(columns):
                known[Fact.DEALER_NATURAL], known[Fact.DEALER_SUITED] = both
                event = self.bet.decided(known)
                assert event is not None, f"{self.bet.id} needs a fact that play does not decide"
                ended[finish, result, column] = self.events.index(event)
        return ended

    def _grid(self, facts: list[int]) -> Ints:
        """Index of the event for each entry of an outcome table."""
        facts[Fact.DEALER_NATURAL] = NO_NATURAL
        grid = np.empty((len(FINISHES), BUST + 1, len(self.tables.finals)), dtype=np.int64)
        for finish in FINISHES:
            if finish != PLAIN:
                grid[finish] = grid[PLAIN]
            if self._alike_finishes[finish] == finish:
                put_finish(facts, finish)
                for total in _TOTALS[finish]:
                    grid[finish, total] = self._events_on(facts, total)
        return grid

    def _events_on(self, facts: list[int], total: int) -> list[int]:
        """By final of the dealer's: the event of a hand that ends on a total."""
        tables, found = self.tables, []
        for final, name in enumerate(tables.finals):
            result = -1 if total == BUST else tables.outcome[total][final]
            tied = total != BUST and name == str(total)
            facts[Fact.RESULT] = 1 << (result + 1)
            facts[Fact.TIE] = 1 << (total if tied else NO_TIE)
            event = self.bet.decided(facts)
            assert event is not None, f"{self.bet.id} needs a fact that play does not decide"
            found.append(self.events.index(event))
        return found


_EVERY_TOTAL = range(BUST + 1)
_TOTALS: dict[int, Iterable[int]] = {
    PLAIN: _EVERY_TOTAL, DOUBLED: _EVERY_TOTAL, ACES_21: (21,), TENS_21: (21,), GIVEN_UP: (BUST,),
}  # fmt: skip
"""Totals that hands of each finish can end on; a hand that was given up counts as bust."""
