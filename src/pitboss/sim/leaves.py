"""Leaves: how a hand can be finished, as far as its settlement depends on it.

What stands on a hand follows from the terms it is finished on. Leaves are numbered by the compiler:
those that nothing the dealer draws can change come first, so one comparison tells a kernel whether
a hand waits for the dealer.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.rules.compile import Tables
from pitboss.rules.course import NONE, Course, Edge, Terms
from pitboss.rules.finishes import PLAIN
from pitboss.rules.moves import definition
from pitboss.rules.settlement import BUST

LOST = 0
"""The leaf of a bust hand as it was dealt. It also stands for whatever a dealer natural undoes that
was found before anybody played."""
MOST_LEAVES = 256
"""Kernels keep the leaf of a split hand in eight bits."""


class Stakes(NamedTuple):
    """What stands on a hand when it is finished, and how that came about."""

    units: tuple[int, ...]
    """The player's, by opening wager; of a split hand the sum. Added units are the first one's."""
    house: int = 0
    """Units of the house: they win with the hand and are not lost with it."""
    added: tuple[str, ...] = ()
    """Moves that changed what stands on the hand, in words."""
    returned: tuple[tuple[int, str], ...] = ()
    """Opening wagers that came back, and by which move, in words."""

    @property
    def staked(self) -> int:
        """Units of the player's."""
        return sum(self.units)

    def after(self, edge: Edge, terms: Terms) -> Stakes:
        """What stands on the hand when a move has brought it to these terms."""
        units, word = list(self.units), definition(edge.move).done
        added, returned = self.added, self.returned
        if edge.returns != NONE:
            units[edge.returns] = 0
            returned = (*returned, (edge.returns, word))
        elif (terms.units, terms.house_units) != (self.staked, self.house):
            added = (*added, word)
        units[0] += terms.units - sum(units)
        return Stakes(tuple(units), terms.house_units, added, returned)


class Leaf(NamedTuple):
    """A finished hand."""

    stakes: Stakes
    total: int
    """`BUST` for a bust one."""
    pays: tuple[int, int] = (0, 0)
    """What it brings if that is fixed, as (won, for each so many staked)."""
    name: str = ""
    """What it is settled as, if its pay is fixed."""
    before_peek: bool = False
    """Whether it was finished before the dealer looked for a natural."""
    natural: bool = False
    """Two cards of 21 as they were dealt."""
    finish: int = PLAIN
    """How it was finished, as side bets see it."""

    @property
    def live(self) -> bool:
        """Whether its result waits for the dealer's total."""
        return not self.pays[1] and self.total != BUST

    def result(self, tables: Tables, final: int) -> int:
        """Whether it loses, pushes or wins (-1, 0, 1) against a final of the dealer's."""
        if self.pays[1]:
            return (self.pays[0] > 0) - (self.pays[0] < 0)
        return -1 if self.total == BUST else tables.outcome[self.total][final]

    def won(self, units: int, result: int, scale: int) -> int:
        """What so many of its units bring, times `scale`."""
        if self.pays[1]:
            return self.pays[0] * units * scale // self.pays[1]
        return result * units * scale

    def bonus(self, result: int, scale: int) -> int:
        """What the units of the house bring, times `scale`."""
        return self.stakes.house * scale if not self.pays[1] and result > 0 else 0


def stakes_by_terms(course: Course) -> list[Stakes]:
    """What stands on a hand that is finished on each of the terms."""
    opening = course.terms[course.opening]
    found: dict[int, Stakes] = {}
    ahead = [(course.opening, Stakes((1,) * opening.units, opening.house_units))]
    while ahead:
        number, stakes = ahead.pop()
        if number == NONE or number in found:
            assert number == NONE or found[number].units == stakes.units
            continue
        found[number] = stakes
        terms = course.terms[number]
        ahead.append((terms.otherwise, stakes))
        for edge in terms.edges:
            if edge.next == NONE:
                continue
            after = course.terms[edge.next]
            if edge.new_hand != NONE:
                new = Stakes((after.units,), after.house_units)
                ahead += [(edge.next, new), (edge.new_hand, new)]
                continue
            ahead.append((edge.next, stakes.after(edge, after)))
    return [found.get(number, Stakes((0,))) for number in range(len(course.terms))]


class Leaves:
    """Numbers leaves as they are met; `sorted` numbers them for good."""

    def __init__(self, course: Course) -> None:
        self.stakes = stakes_by_terms(course)
        self.known: list[Leaf] = []
        """By number for now."""
        self._numbers: dict[Leaf, int] = {}
        assert self.number(Leaf(self.stakes[course.opening], BUST)) == LOST

    def number(self, leaf: Leaf) -> int:
        """The number of a leaf for now."""
        found = self._numbers.setdefault(leaf, len(self.known))
        if found == len(self.known):
            self.known.append(leaf)
        return found

    def sorted(self) -> tuple[list[Leaf], list[int]]:
        """All leaves, those that wait for the dealer last; and where each number went."""
        leaves = self.known
        order = sorted(range(len(leaves)), key=lambda number: leaves[number].live)
        place = [0] * len(leaves)
        for at, number in enumerate(order):
            place[number] = at
        return [leaves[number] for number in order], place
