"""Mechanics that no game has, as hand-made courses: simulator and table play them to the cent.

The strategy is a plain rule over what lies there and which moves are open, so that the table's
player and the policy the simulator is given are made from it independently.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import msgspec
import numpy as np
import pytest

from pitboss import games
from pitboss.cards import RANK_VALUE
from pitboss.exact.hands import hand_table
from pitboss.rules import hands
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.course import NONE, Course, Edge, Terms
from pitboss.rules.moves import Move
from pitboss.rules.policy import Deal, Decision, HandPlan, Policy, SplitPlan
from pitboss.sim.outcomes import Outcome
from pitboss.sim.program import Dealing, Program
from pitboss.table import Table
from pitboss.table.choices import choices_of
from pitboss.table.state import apply_with
from tests.exact.test_courses import MADE
from tests.sim.same_cards import Match
from tests.sim.settings import Setting, Solved

OPTIONS = {"hit-split-aces": True}


def chosen(state: int, legal: int) -> int:
    """The move of a hand, whatever the upcard."""
    total, soft = hands.TOTAL[state], hands.SOFT[state]
    wishes = [
        (Move.SPLIT, state in (hands.hard(16), hands.hard(14), hands.soft(12))),
        (Move.SURRENDER, not soft and total in (15, 16)),
        (Move.DOUBLE, not soft and 9 <= total <= 13),
        (Move.HIT, total < 17 or (soft and total == 17)),
        (Move.STAND, True),
        (Move.KEEP, True),
    ]
    return next(int(move) for move, wanted in wishes if wanted and legal & move)


def opening_first(course: Course) -> Course:
    """The same course with the terms of a deal at the first place, where the table looks."""
    order = [course.opening, *(at for at in range(len(course.terms)) if at != course.opening)]
    place = {old: new for new, old in enumerate(order)} | {NONE: NONE}
    replace = msgspec.structs.replace

    def moved(terms: Terms) -> Terms:
        edges = [
            replace(edge, next=place[edge.next], new_hand=place[edge.new_hand])
            for edge in terms.edges
        ]
        return replace(terms, edges=tuple(edges), otherwise=place[terms.otherwise])

    return Course(terms=tuple(moved(course.terms[at]) for at in order), opening=0)


class Boards(dict[tuple[int, int], dict[Deal, Decision]]):
    """The same decisions on every board."""

    def __init__(self, deals: dict[Deal, Decision]) -> None:
        super().__init__()
        self.deals = deals

    def __missing__(self, board: tuple[int, int]) -> dict[Deal, Decision]:
        return self.deals


class Deals(dict[Deal, Decision]):
    """Decisions made when they are asked for."""

    def __init__(self, made: Made) -> None:
        super().__init__()
        self.made = made

    def __missing__(self, deal: Deal) -> Decision:
        return self.made.decision(deal)


class Made(Solved):
    """A course played by the rule."""

    def __init__(self, name: str, *, peek: bool) -> None:
        self.setting = Setting("blackjack")
        rules = games.find("blackjack").rules({**OPTIONS, "peek": peek, "decks": 2})
        self.rules = msgspec.structs.replace(
            rules, split=msgspec.structs.replace(rules.split, max_hands=2)
        )
        course = opening_first(MADE[name]())
        self.tables: Tables = msgspec.structs.replace(compile_rules(self.rules), course=course)
        values = tuple(RANK_VALUE[self.tables.card_class.index(kind)] for kind in range(10))
        self.hands = hand_table(values)
        shape = (len(course.terms), 1, self.hands.hands)
        numbers = np.arange(np.prod(shape)).reshape(shape)
        moves = [
            chosen(state, legal) if legal else 0
            for terms in range(len(course.terms))
            for state, size in zip(self.hands.state, self.hands.size, strict=True)
            for legal in [self.legal(terms, int(state), int(size))]
        ]
        plan = HandPlan(np.array(moves, dtype=np.int16), np.zeros(0, dtype=np.int16))
        self.policy = Policy(
            self.hands.next, self.hands.hands, self.hands.state, ((),), numbers,
            np.full(shape, NONE), (plan,), Boards(Deals(self)),
        )  # fmt: skip
        self._programs: dict[tuple[Dealing, str], Program] = {}

    def player(self, table: Table) -> int:  # type: ignore[override]
        """The move of the hand in turn at a table."""
        hand = table.seat.hands[table.hand]
        return chosen(hand.state, table.legal)

    def edges(self, terms: int, state: int, size: int) -> list[Edge]:
        """Moves that are open to a hand."""
        return [edge for edge in self.tables.course.terms[terms].edges if edge.allows(state, size)]

    def legal(self, terms: int, state: int, size: int, *, pair: bool = False) -> int:
        """The same as a mask; new hands are made of pairs as they were dealt."""
        edges = self.edges(terms, state, size)
        return sum({int(edge.move) for edge in edges if pair or edge.new_hand == NONE})

    def decision(self, deal: Deal) -> Decision:
        """What is done with two cards."""
        state = int(self.hands.state[deal.hand])
        if state == hands.SOFT_21:
            return Decision(0, 0, None)
        terms = self.tables.course.opening
        while True:
            move = chosen(state, self.legal(terms, state, 2, pair=deal.mates > 0))
            edge = next(edge for edge in self.edges(terms, state, 2) if edge.move == move)
            if move != Move.KEEP:
                split = SplitPlan(0, 0, False, 2) if edge.new_hand != NONE else None
                return Decision(move, 0, split)
            terms = edge.next


@cache
def made(name: str, *, peek: bool) -> Made:
    return Made(name, peek=peek)


DEALINGS = (Dealing(seed=3), Dealing(seed=4, seats=3), Dealing(seed=5, cut=40))
SEEN: dict[str, Callable[[Outcome], bool]] = {
    "redouble": lambda outcome: abs(outcome.won[0]) == 4 * 2 and not outcome.split,
    "four_cards_win": lambda outcome: outcome.names == ("four cards",),
    "early_surrender": lambda outcome: outcome.names == ("surrender",),
}
"""What must occur; a unit is two parts, for a natural pays 3 to 2."""


@pytest.mark.parametrize("dealing", DEALINGS, ids=str)
@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("name", SEEN)
def test_simulator_and_table_agree_to_the_cent(name: str, dealing: Dealing, *, peek: bool) -> None:
    match = Match(made(name, peek=peek), dealing, random.Random(name))
    tables = match.solved.tables
    for table in (match.felt._in_turn, match.felt._own):
        table.tables, table.choices = tables, choices_of(tables)
        table._apply = apply_with(table.choices)
    for apart in match.play(0, 150):
        pytest.fail(str(apart))
    program = match.program
    counts = program.read(program.run(0, 20_000)).counts.sum(axis=0)
    outcomes = [program.outcomes.parts(int(code))[0][1] for code in np.nonzero(counts)[0]]
    assert any(SEEN[name](outcome) for outcome in outcomes)
    assert {outcome.split for outcome in outcomes} == {False, True}


def unsplit(name: str) -> Counter[tuple[int, int]]:
    """Rounds by what was won, in half units, and staked."""
    program = made(name, peek=True).program(Dealing(seed=9))
    counts, found = program.run(0, 50_000), Counter[tuple[int, int]]()
    for code in np.nonzero(counts)[0]:
        [(_, outcome)] = program.outcomes.parts(int(code))
        if not outcome.split:
            found[outcome.won[0], outcome.staked] += int(counts[code])
    return found


def test_units_of_the_house_win_with_the_hand_and_are_not_lost_with_it() -> None:
    """The same cards and decisions as where the player pays for doubles."""
    expected = Counter[tuple[int, int]]()
    for (won, staked), rounds in unsplit("plain").items():
        at_risk = 1 if staked == 2 else staked
        expected[won if won > 0 else won * at_risk // staked, at_risk] += rounds
    assert unsplit("free_double") == expected
    assert expected[4, 1] > 1000
