"""The best anyone can do with a small shoe: every decision of every course tried at the table.

The hole card stays unknown to the table engine until it is turned, so a player decides by what lies
open, whatever came before: this covers every policy there is for a hand that is not split. Split
hands are not searched; they are played by players given, and the best of these counts. Moves after
which the shoe can run out are left out.

Chances are whole numbers of orders of the shoe, as in `oracle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import factorial

from pitboss.cards import CARD_VALUE, RANK_VALUE
from pitboss.rules.compile import Move
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.enumeration.oracle import UNIT, Player, ShoeRanOut, open_table

SCALE = 10**10
"""Weights of wagers are whole numbers of this."""

Ranks = tuple[int, ...]
ALL_RANKS: Ranks = tuple(range(13))
NO_HOLE: Ranks = ()


class Search:
    """Finds what a round is worth to the best player, for given weights of the wagers."""

    def __init__(
        self, rules: Rules, shoe: Sequence[int], weights: Sequence[float], splitters: list[Player]
    ) -> None:
        self.table = open_table(rules)
        tables = self.table.tables
        wagers = (*tables.opening, *(bet.id for bet in tables.bets))
        self.weights = {
            bet: round(weight * SCALE) for bet, weight in zip(wagers, weights, strict=True)
        }
        self.splitters = splitters
        self.left = list(shoe)
        """Cards nobody has seen, the hole card among them."""
        self.decisions = 0
        """How many were searched."""

    def value(self) -> Fraction:
        """What the round is worth."""
        orders = factorial(sum(self.left))
        return Fraction(self._value(self.table, orders, NO_HOLE, None), orders * UNIT * SCALE)

    def _value(self, table: Table, orders: int, hole: Ranks, player: Player | None) -> int:
        """Worth of going on, times orders; `hole` are the ranks the hole card can still have."""
        while True:
            if table.want == Want.INSURANCE:
                table.do(act.DeclineInsurance(1))
            elif table.want == Want.DECISION and player:
                table.do(act.BY_MOVE[player(table)](1))
            elif table.want == Want.HOLE_CARD:
                table.deal(None)
                hole = ALL_RANKS
            else:
                break
        worth = orders * self._booked(table)
        if table.want == Want.DECISION:
            worth += self._best(table, orders, hole)
        elif table.want == Want.PEEK:
            worth += sum(self._peek(table, orders, hole, player))
        elif table.want == Want.TURNED_HOLE_CARD:
            worth += sum(self._turn(table, orders, hole, player))
        elif table.want != Want.WAGERS:
            worth += sum(self._cards(table, orders, hole, player))
        return worth

    def _booked(self, table: Table) -> int:
        """What the wagers have won since last asked."""
        won = sum(
            self.weights[event.bet] * (event.returned - event.stake)
            for event in table.log
            if isinstance(event, ev.WagerSettled)
        )
        table.log.clear()
        return won

    def _best(self, table: Table, orders: int, hole: Ranks) -> int:
        """The best move's worth."""
        self.decisions += 1
        worth = []
        for move, action in act.BY_MOVE.items():
            if table.legal & move:
                for player in self.splitters if move == Move.SPLIT else [None]:
                    branch = table.copy()
                    branch.do(action(1))
                    with suppress(ShoeRanOut):
                        worth.append(self._value(branch, orders, hole, player))
        if not worth:
            raise ShoeRanOut
        return max(worth)

    def _peek(self, table: Table, orders: int, hole: Ranks, player: Player | None) -> Iterator[int]:
        makes = 11 - CARD_VALUE[table.state.upcard]
        for natural in (False, True):
            ranks = tuple(rank for rank in hole if (RANK_VALUE[rank] == makes) == natural)
            if part := orders * self._count(ranks) // self._count(hole):
                branch = table.copy()
                branch.do(act.TellPeek(natural))
                yield self._value(branch, part, ranks, player)

    def _turn(self, table: Table, orders: int, hole: Ranks, player: Player | None) -> Iterator[int]:
        whole = self._count(hole)
        for rank in hole:
            if self.left[rank]:
                part = orders * self.left[rank] // whole
                yield self._dealt(table, rank, part, NO_HOLE, player)

    def _cards(
        self, table: Table, orders: int, hole: Ranks, player: Player | None
    ) -> Iterator[int]:
        """The next card of the shoe, the hole card not being there."""
        whole, held = sum(self.left), self._count(hole)
        if whole == (1 if hole else 0):
            raise ShoeRanOut
        for rank in ALL_RANKS:
            part = orders * self.left[rank]
            if rank in hole:  # one of these ranks is the hole card
                part = part * (held - 1) // (held * (whole - 1))
            else:
                part //= whole - 1 if hole else whole
            if part:
                yield self._dealt(table, rank, part, hole, player)

    def _dealt(
        self, table: Table, rank: int, orders: int, hole: Ranks, player: Player | None
    ) -> int:
        branch = table.copy()
        gone = table.state.gone
        branch.deal(min(range(4 * rank, 4 * rank + 4), key=lambda card: gone[card]))
        self.left[rank] -= 1
        try:
            return self._value(branch, orders, hole, player)
        finally:
            self.left[rank] += 1

    def _count(self, ranks: Ranks) -> int:
        return sum(self.left[rank] for rank in ranks)
