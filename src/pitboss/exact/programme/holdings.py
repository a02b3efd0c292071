"""What stands on a hand in the end, wager by wager, and what it is called on the wagers' tables."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.programme.rows import Rows, main_pays
from pitboss.rules.course import NONE, Course, Edge
from pitboss.rules.moves import definition
from pitboss.rules.settlement import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Group(NamedTuple):
    """Hands that were not split from which the same opening wagers came back."""

    returned: tuple[int, ...]
    """Those wagers, by place."""
    done: str
    """What they are called then."""


ALL_STAY = Group((), "")


class Holding(NamedTuple):
    """What stands on a hand that was not split."""

    units: tuple[int, ...]
    """Of each opening wager; added units are the first one's."""
    house: int
    marks: tuple[str, ...]
    """What all hands that hold so much are marked with."""


class Holdings:
    """What a game's hands hold, by group and row of pays."""

    def __init__(self, model: Model, course: Course, rows: Rows) -> None:
        self.model, self.course, self.rows = model, course, rows
        self.groups: list[Group] = [ALL_STAY]
        self.group_of: Ints = np.zeros(len(course.terms), dtype=np.int64)
        """By terms of a hand that was not split."""
        self.unsplit: dict[tuple[int, int], Holding] = {}
        """By group and row."""
        self.split_units: Ints = np.zeros(len(rows.rows), dtype=np.int64)
        """By row: units of the player's on a hand made by a split."""
        self._follow(course.opening, ALL_STAY, set())
        for number, terms in enumerate(course.terms):
            if terms.split:
                for row in self._rows_of(number):
                    self.split_units[row] = terms.units
        self.pays: Floats = main_pays(model, rows.rows)
        """``[row, total, final]`` per unit of the player's on the hand."""
        for number, ended in enumerate(rows.rows):
            if ended.ended:
                won = ended.pays[0] / ended.pays[1]
                kept = ended.before_peek or not model.peeks
                self.pays[number, BUST] = won
                self.pays[number, BUST, -1] = won if kept else 0.0
        self.pays[:, :BUST, -1] = 0.0

    @property
    def split_pays(self) -> Floats:
        """``[row, total, final]``: what a hand made by a split brings."""
        found: Floats = self.split_units[:, None, None] * self.pays
        return found

    def _rows_of(self, terms: int) -> list[int]:
        ended = [row for (at, _), row in self.rows.of_ended.items() if at == terms]
        apart = [row for at, row in self.rows.of_split_21.items() if at == terms]
        return [self.rows.of_terms[terms], *apart, *ended]

    def _follow(self, number: int, group: Group, seen: set[int]) -> None:
        """Note what hands hold on these terms and on those that follow."""
        if number in seen:
            return
        seen.add(number)
        place, terms = self.groups.index(group), self.course.terms[number]
        self.group_of[number] = place
        stays = [0 if wager in group.returned else 1 for wager in range(self.model.units)]
        units = (terms.units - sum(stays[1:]), *stays[1:])
        for row in self._rows_of(number):
            known = self.unsplit.get((place, row), Holding(units, terms.house_units, terms.marks))
            assert known[:2] == (units, terms.house_units), f"{terms.name}: another stake"
            marks = tuple(mark for mark in known.marks if mark in terms.marks)
            self.unsplit[place, row] = known._replace(marks=marks)
        for edge in terms.edges:
            if edge.next != NONE and edge.new_hand == NONE:
                self._follow(edge.next, self._after(edge, group), seen)
        if terms.otherwise != NONE:
            self._follow(terms.otherwise, group, seen)

    def _after(self, edge: Edge, group: Group) -> Group:
        if edge.returns == NONE:
            return group
        after = Group((*group.returned, edge.returns), definition(edge.move).done)
        if after not in self.groups:
            self.groups.append(after)
        return after

    def names(self, group: int, row: int, result: str) -> list[str]:
        """By opening wager: what a hand is called that ended so."""
        holding, (returned, done) = self.unsplit[group, row], self.groups[group]
        names = []
        for wager, units in enumerate(holding.units):
            words = [result]
            if units > 1:
                words += [mark for mark in holding.marks if mark != done]
            if returned:
                words.append(f"one wager {done}")
            names.append(done if wager in returned else ", ".join(words))
        return names
