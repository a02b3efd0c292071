"""A solver's strategy as a player at the table."""

from __future__ import annotations

from pitboss.exact.policy import HandPolicy, Split, SplitHand
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.splits import Count
from pitboss.rules.compile import Move
from pitboss.table import Table
from pitboss.table.state import Hand
from tests.enumeration.oracle import deal_of
from tests.enumeration.rows import Rows

HIT, STAND, SPLIT = int(Move.HIT), int(Move.STAND), int(Move.SPLIT)
BURN, KEEP = int(Move.BURN), int(Move.KEEP)


class SolverPlayer:
    """Looks every decision up in the strategy, by what lies on the table."""

    def __init__(self, solver: Solver, strategy: Strategy, rows: Rows) -> None:
        self.model, self.strategy, self.rows = solver.model, strategy, rows
        self.seen: set[str] = set()
        """What occurred that no event tells."""
        self._after = solver.model.hands.next.tolist()
        in_turn = not self.model.tables.second_cards_at_once
        assert self.model.flags <= 2 or in_turn, "which hand burned which card is not looked up"

    def __call__(self, table: Table) -> int:
        """The move for the hand in turn."""
        one, two = table.seat.dealt
        board, place = self.rows.find(deal_of(table), one % 4 == two % 4)
        play = self.strategy.plays[board]
        hand = table.seat.hands[table.hand]
        if table.choices.terms[hand.terms].split:
            return self._split_move(table, hand, play.splits[place], int(play.hands[place]))
        if len(hand.cards) == 2 and "taken back" not in hand.marks:
            return int(play.moves[place])
        return self._drawn(table, hand, play.policies[play.policy_of[place]])

    def _split_move(self, table: Table, hand: Hand, split: Split, most: int) -> int:
        """A move of a hand made by a split into at most so many hands."""
        hands = len(table.seat.hands)
        if len(hand.cards) == 2 and not hand.offered and table.legal & SPLIT and hands < most:
            return SPLIT
        move = self._of_split_hand(table, hand, split.later)
        if table.hand == 0 and (split.kept is Count.FIRST or hands == 2):
            first = self._of_split_hand(table, hand, split.first)
            if first != move:
                self.seen.add("first hand apart")
            return first
        return move

    def _of_split_hand(self, table: Table, hand: Hand, how: SplitHand) -> int:
        if len(hand.cards) > 2:
            return self._drawn(table, hand, how.policy)
        second = self._kind(hand.cards[1])
        if hand.offered:
            return BURN if how.burns[second] else KEEP
        return int(how.actions[self._flag(table, hand), second])

    def _drawn(self, table: Table, hand: Hand, policy: HandPolicy) -> int:
        """A move once the first decision is made."""
        if hand.offered:
            burns = policy.burns_double if table.choices.terms[hand.terms].doubled else policy.burns
            burn = burns[self._hand(hand.cards[:-1]), self._kind(hand.cards[-1])]
            return BURN if burn else KEEP
        hits = policy.hits[self._flag(table, hand), self._hand(hand.cards)]
        return HIT if hits else STAND

    def _flag(self, table: Table, hand: Hand) -> int:
        """Which class the hand in turn has burned: that of the last card in the rack."""
        return (
            int(self.model.flag_of[self._kind(table.state.racked[-1])])
            if "burned" in hand.marks
            else 0
        )

    def _kind(self, card: int) -> int:
        return self.model.kind_of_rank[card >> 2]

    def _hand(self, cards: list[int]) -> int:
        found = 0
        for card in cards:
            found = self._after[found][self._kind(card)]
        return found
