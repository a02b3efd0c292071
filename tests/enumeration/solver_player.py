"""A solver's strategy as a player at the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.play import CHOICE
from pitboss.exact.programme.plans import SplitPicks
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.splits import Count
from pitboss.rules.course import LAST_CARD, NONE, changes_nothing, given_up_by_terms
from pitboss.table import Table
from pitboss.table.state import Hand
from tests.enumeration.oracle import deal_of
from tests.enumeration.rows import Rows

Ints = NDArray[np.int64]


class SolverPlayer:
    """Looks every decision up in the strategy, by what lies on the table."""

    def __init__(self, solver: Solver, strategy: Strategy, rows: Rows) -> None:
        self.strategy, self.rows = strategy, rows
        self._look_at(solver.core)
        in_turn = not solver.tables.second_cards_at_once
        assert len(self._worlds) <= 2 or in_turn, "which hand gave up which card is not looked up"

    def _look_at(self, core: Core) -> None:
        self.core, self.model, self.programme = core, core.model, core.programme
        self.seen: set[str] = set()
        """What occurred that no event tells."""
        self._after = core.model.hands.next.tolist()
        self._worlds = {world: number for number, world in enumerate(core.programme.worlds)}
        self._given_up = given_up_by_terms(core.course)
        self._by_slot: dict[tuple[int, int], tuple[Ints, Ints]] = {}

    def __call__(self, table: Table) -> int:
        """The move for the hand in turn."""
        one, two = table.seat.dealt
        board, place = self.rows.find(deal_of(table), one % 4 == two % 4)
        plan = self.strategy.plans[board]
        hand = table.seat.hands[table.hand]
        number = table.terms
        terms = self.core.course.terms[number]
        if terms.split:
            pair = self._kind(hand.cards[0])
            return self._split_move(table, hand, plan.splits[place], pair, int(plan.hands[place]))
        if place in plan.splits and len(hand.cards) == 2:
            splits = [edge.move for edge in terms.edges if edge.new_hand != NONE]
            if splits and table.legal & splits[0]:
                return splits[0]
            leads_on = [edge.move for edge in terms.edges if changes_nothing(edge)]
            if leads_on and table.legal & leads_on[0]:
                return leads_on[0]
        picks = plan.picks[plan.picks_of[place]]
        option = int(plan.options[place])
        if len(hand.cards) == 2:
            slot = int(self.programme.choices[number, 0, self._hand(hand.cards)])
            slots = self.programme.slots
            if slots.first_option[slot] <= option < slots.first_option[slot + 1]:
                return int(slots.option_move[option])
        return self._move(table, hand, picks)

    def _split_move(self, table: Table, hand: Hand, split: SplitPicks, pair: int, most: int) -> int:
        """A move of a hand made by a split into at most so many hands."""
        hands = len(table.seat.hands)
        if len(hand.cards) == 2 and not hand.offered and hands < most:
            number = table.terms
            for edge in self.core.course.terms[number].edges:
                if edge.new_hand != NONE and table.legal & edge.move:
                    return edge.move
        move = self._move(table, hand, self._of_steps(pair, split.later))
        if table.hand == 0 and (split.kept is Count.FIRST or hands == 2):
            first = self._move(table, hand, self._of_steps(pair, split.first))
            if first != move:
                self.seen.add("first hand apart")
            return first
        return move

    def _of_steps(self, pair: int, picks: Ints) -> Ints:
        """Picks by step as picks by slot."""
        key = (pair, id(picks))
        if key not in self._by_slot:
            found = np.zeros(len(self.programme.slots.kind), dtype=np.int64)
            found[self.core.splits.pairs[pair].paths.steps.slot[: len(picks)]] = picks
            self._by_slot[key] = (picks, found)
        return self._by_slot[key][1]

    def _move(self, table: Table, hand: Hand, picks: Ints) -> int:
        number = table.terms
        many = self._given_up[number]
        given_up = table.state.racked[len(table.state.racked) - many :]
        world = self._worlds[tuple(sorted(self._kind(card) for card in given_up))]
        if hand.offered:
            before = self._hand(hand.cards[:-1])
            slot = int(self.programme.draws[number, world, before])
            gives_up = bool(picks[slot] >> self._kind(hand.cards[-1]) & 1)
            edges = self.core.course.terms[number].edges
            return next(edge.move for edge in edges if (edge.discards == LAST_CARD) == gives_up)
        slot = int(self.programme.choices[number, world, self._hand(hand.cards)])
        slots = self.programme.slots
        if slots.kind[slot] == CHOICE:
            return int(slots.option_move[slots.first_option[slot] + picks[slot]])
        edges = self.core.course.terms[number].edges
        (only,) = (e.move for e in edges if e.new_hand == NONE and table.legal & e.move)
        return only

    def _kind(self, card: int) -> int:
        return self.model.kind_of_rank[card >> 2]

    def _hand(self, cards: list[int]) -> int:
        found = 0
        for card in cards:
            found = self._after[found][self._kind(card)]
        return found
