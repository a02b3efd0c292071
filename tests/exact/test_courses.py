"""Mechanics that no game has, as hand-made courses: the loops need not know them.

Every deal of small shoes is compared with a plain enumeration over the same course.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import msgspec
import numpy as np
import pytest

from pitboss import games
from pitboss.cards import RANK_VALUE
from pitboss.exact.programme.best import BestPlay, Shoe
from pitboss.exact.programme.core import core_of
from pitboss.exact.programme.outcomes import Ask, SplitOutcomes
from pitboss.exact.programme.rows import Rows
from pitboss.rules.compile import compile_rules
from pitboss.rules.course import (
    BELOW_21,
    LIVE,
    NONE,
    Course,
    Edge,
    Ending,
    Terms,
    compile_course,
)
from pitboss.rules.moves import Move
from pitboss.rules.settlement import BUST
from tests.exact.enumerated import Enumerated, value_class

replace = msgspec.structs.replace
SMALL = {1: 2, 2: 1, 4: 2, 5: 1, 6: 2, 9: 1, 10: 4}
WITHOUT_TIES = {1: 2, 2: 2, 4: 1, 6: 2, 7: 2, 8: 1, 10: 3}
"""No two moves of a hand are worth the same, so tables tell nothing but how hands end."""


def plain() -> Course:
    rules = games.find("blackjack").rules({"hit-split-aces": True})
    split = replace(rules.split, max_hands=2)
    return compile_course(replace(rules, split=split))


def with_terms(course: Course, number: int, terms: Terms) -> Course:
    return replace(course, terms=(*course.terms[:number], terms, *course.terms[number + 1 :]))


def doubled_terms(course: Course) -> list[int]:
    return [number for number, terms in enumerate(course.terms) if terms.doubled]


def redouble() -> Course:
    """A doubled hand may be doubled once more."""
    course = plain()
    for number in doubled_terms(course):
        node, last = course.terms[number], len(course.terms)
        again = Edge(move=Move.DOUBLE, states=(0, 0, 0, BELOW_21, 0), units=2, draws=1, next=last)
        course = with_terms(course, number, replace(node, edges=(*node.edges, again)))
        redoubled = replace(node, name=f"{node.name} twice", units=4)
        course = replace(course, terms=(*course.terms, redoubled))
    return course


def free_double() -> Course:
    """The house pays for doubles."""
    course = plain()
    for number in doubled_terms(course):
        node = course.terms[number]
        course = with_terms(course, number, replace(node, units=1, house_units=1))
    return course


def four_cards_win() -> Course:
    """A hand of four cards that is not bust wins at once, two for one."""
    course = plain()
    ending = Ending(name="four cards", states=(0, 0, 0, 0, LIVE), pays=(2, 1))
    for number, node in enumerate(course.terms):
        if not node.doubled:
            course = with_terms(course, number, replace(node, endings=(ending,)))
    return course


def early_surrender() -> Course:
    """Half may be given up before the dealer looks."""
    course = plain()
    first = Terms(
        name="before the peek", units=1, before_peek=True,
        edges=(
            Edge(move=Move.KEEP, states=(0, 0, LIVE), next=course.opening),
            Edge(move=Move.SURRENDER, states=(0, 0, BELOW_21, 0), pays=(-1, 2)),
        ),
    )  # fmt: skip
    return Course(terms=(*course.terms, first), opening=len(course.terms))


def surrender_split_hands() -> Course:
    """Half may be given up on two cards, after a split too."""
    course = plain()
    half = Edge(move=Move.SURRENDER, states=(0, 0, BELOW_21, 0), pays=(-1, 2))
    for number, node in enumerate(course.terms):
        if not node.doubled:
            course = with_terms(course, number, replace(node, edges=(*node.edges, half)))
    return course


MADE = {
    one.__name__: one
    for one in (
        plain, redouble, free_double, four_cards_win, early_surrender, surrender_split_hands,
    )
}  # fmt: skip


class Case:
    """A course on the small shoe, solved and enumerated."""

    def __init__(self, name: str, *, peek: bool, shoe: dict[int, int] = SMALL) -> None:
        self.course = MADE[name]()
        self.tables = compile_rules(games.find("blackjack").rules({"decks": 1, "peek": peek}))
        self.core = core_of(replace(self.tables, course=self.course))
        ranks = [0.0] * 13
        for rank in range(10):
            ranks[rank] = float(shoe.get(RANK_VALUE[rank], 0))
        self.play = BestPlay(Shoe.of(self.core, ranks))
        ups = [self.core.model.values[board.up] for board in self.play.shoe.boards]
        self.boards = {
            ups.index(up): Enumerated(self.tables, self.course, shoe, up) for up in (1, 6, 10)
        }

    def kind(self, value: int) -> int:
        return value_class(self.tables, value)


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("name", MADE)
def test_every_deal(name: str, *, peek: bool) -> None:
    case = Case(name, peek=peek)
    opening = case.course.terms[case.course.opening].units
    moves = set()
    for number, enumerated in case.boards.items():
        for hand in combinations_with_replacement(SMALL, 2):
            natural = set(hand) == {1, 10}
            if natural or any(enumerated.shoe[card] < hand.count(card) for card in hand):
                continue
            slot = case.core.programme.opening[case.kind(hand[0]), case.kind(hand[1])]
            found = opening * float(case.play.unsplit_worth(number, slot))
            _, move = enumerated.play(hand, case.course.opening, ())
            moves.add(move.move if isinstance(move, Edge) else NONE)
            assert abs(found - enumerated.deal(hand)) < 1e-12, (enumerated.up, hand)
    assert len(moves) > 1


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("name", MADE)
def test_every_pair(name: str, *, peek: bool) -> None:
    case = Case(name, peek=peek)
    compared = 0
    for number, enumerated in case.boards.items():
        for card in SMALL:
            if enumerated.shoe[card] < 2:
                continue
            pair = case.kind(card)
            found, hands = case.play.split_worth(number, pair, enumerated.shoe[card] - 2.0)
            terms = case.core.programme.start_terms[pair]
            assert hands == 2
            assert abs(found - enumerated.split_in_two(card, terms)) < 1e-12, (enumerated.up, card)
            compared += 1
    assert compared > 6


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("name", ["redouble", "four_cards_win", "surrender_split_hands"])
def test_tables_of_every_pair(name: str, *, peek: bool) -> None:
    """Rows are those of the terms hands end on, or of what ended them."""
    case = Case(name, peek=peek, shoe=WITHOUT_TIES)
    rows = Rows(case.course, stakes_apart=False)
    outcomes = SplitOutcomes(case.play.shoe)
    reached = set()
    for number, enumerated in case.boards.items():
        for card in WITHOUT_TIES:
            if enumerated.shoe[card] < 2:
                continue
            pair = case.kind(card)
            expected = np.zeros((2, len(rows.rows), BUST + 1, case.core.model.finals))
            terms = case.core.programme.start_terms[pair]
            for (paired, last, pays, *end), chance in enumerated.split_ends(card, terms).items():
                row = rows.of_terms[last] if pays == (0, 0) else rows.of_ended[last, pays]
                expected[int(paired), row, *end] += chance
                reached.add(row)
            picks = case.play.split_picks(number, pair).later
            found = outcomes.tables([Ask(number, pair, picks, alone) for alone in np.eye(2)])
            assert np.abs(found - expected).max() < 1e-12, (enumerated.up, card)
    split = [number for number, node in enumerate(case.course.terms) if node.split]
    assert reached == {rows.of_terms[number] for number in split} | {
        row for (number, _), row in rows.of_ended.items() if number in split
    }
