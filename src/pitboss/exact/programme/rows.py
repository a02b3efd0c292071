"""Rows of pays: hands that are settled alike, whatever the dealer makes of it.

A hand that waits for the dealer is paid by its row, its total and the dealer's final. A hand that a
move or its cards ended has a row of its own; in tables of totals and finals it counts as bust.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.programme.loops.play import BUST
from pitboss.rules.course import Course, Terms
from pitboss.rules.finishes import DOUBLED, GIVEN_UP, PLAIN, finish_of
from pitboss.rules.hands import SOFT_21
from pitboss.rules.moves import definition

Floats = NDArray[np.float64]

WAITS = (0, 0)
"""The pays of hands that wait for the dealer."""


class Row(NamedTuple):
    """What hands that share a row of pays have in common."""

    house: float
    """What the house put on them, for each unit of the player's."""
    doubled: bool
    times: float
    """If doubled: how much more stands on them than on the hand that was dealt or split."""
    pays: tuple[int, int] = WAITS
    """Where the hand is ended: what it brings, as (won, for each so many staked)."""
    name: str = ""
    """Where the hand is ended: what it is settled as."""
    before_peek: bool = False
    """Where the hand is ended: whether that was before the dealer looked for a natural."""
    units: int = 0
    """Units of the player's on them, where hands that are not doubled differ in that; else 0.

    Bets that ride do not grow with the hand, so what a unit brings differs."""
    split_21: int = PLAIN
    """The finish of 21 with two cards after a split, where bets tell it from other hands."""
    empty: bool = False
    """Whether no wager stands on them any more."""

    @property
    def finish(self) -> int:
        """How such hands were finished, as side bets see it."""
        if self.pays[0] < 0:
            return GIVEN_UP
        return self.split_21 or (DOUBLED if self.doubled else PLAIN)

    @property
    def ended(self) -> bool:
        """Whether the hand is settled already."""
        return self.pays != WAITS


class Rows:
    """All rows of a course."""

    def __init__(
        self,
        course: Course,
        *,
        stakes_apart: bool = True,
        split_21_apart: frozenset[int] = frozenset(),
    ) -> None:
        """`stakes_apart`: whether what a unit brings may depend on how many stand on the hand.

        `split_21_apart`: the ways of 21 after a split that bets tell from other hands.
        """
        opening = course.terms[course.opening].units
        split = next((terms.units for terms in course.terms if terms.split), opening)
        stakes = {terms.units for terms in course.terms if not terms.doubled}

        def stands(terms: Terms) -> Row:
            before = split if terms.split else opening
            times = terms.units / before if terms.doubled else 1.0
            units = terms.units if stakes_apart and len(stakes) > 1 else 0
            if not terms.units:
                return Row(0.0, terms.doubled, times, empty=True)
            return Row(terms.house_units / terms.units, terms.doubled, times, units=units)

        waiting = [stands(terms) for terms in course.terms]
        ended = {
            (number, pays): waiting[number]._replace(
                pays=pays, name=name, before_peek=terms.before_peek
            )
            for number, terms in enumerate(course.terms)
            for pays, name in _ways_to_end(terms)
        }
        apart = {
            number: waiting[number]._replace(split_21=finish)
            for number, terms in enumerate(course.terms)
            if (finish := finish_of(terms, SOFT_21, 2)) in split_21_apart
        }
        stand = {*waiting, *apart.values()}
        self.rows: list[Row] = [*sorted(stand), *sorted(set(ended.values()))]
        self.of_terms = tuple(self.rows.index(row) for row in waiting)
        """By terms: the row of a hand that stands on them."""
        self.of_ended = {key: self.rows.index(row) for key, row in ended.items()}
        """By terms and pays: the row of a hand that ends on them."""
        self.of_split_21 = {number: self.rows.index(row) for number, row in apart.items()}
        """By terms on which 21 with two cards has a row of its own."""

    def standing(self, terms: int, state: int, cards: int) -> int:
        """The row of a hand that stands on terms in this state with so many cards."""
        if cards == 2 and state == SOFT_21:
            return self.of_split_21.get(terms, self.of_terms[terms])
        return self.of_terms[terms]


def _ways_to_end(terms: Terms) -> list[tuple[tuple[int, int], str]]:
    """Pays and names of what ends a hand on these terms."""
    moves = [(edge.pays, definition(edge.move).words) for edge in terms.edges]
    cards = [(ending.pays, ending.name) for ending in terms.endings]
    return [(pays, name) for pays, name in (*moves, *cards) if pays != WAITS]


ANY_TOTAL = 12
"""A total that no final ties with where the dealer is bust."""


def by_row(rows: list[Row], by_finish: NDArray[Any]) -> NDArray[Any]:
    """``[row, total, final]`` of what side bets know as ``[finish, total, final]``.

    A hand that was ended counts as bust for them, or, where it won, as one that a bust dealer met.
    """
    found = by_finish[[row.finish for row in rows]]
    for number, row in enumerate(rows):
        if row.pays[0] > 0:
            found[number, BUST, :-1] = by_finish[row.finish, ANY_TOTAL, -2]
    return found


def main_pays(model: Model, rows: list[Row]) -> Floats:
    """``[row, total, final]`` per unit of the player's; what the house adds only wins."""
    wins = np.array([1.0 + row.house for row in rows])[:, None, None]
    pays: Floats = np.where(model.outcome > 0, wins * model.outcome, model.outcome)
    pays[:, BUST, -1] = 0.0 if model.peeks else -1.0
    return pays
