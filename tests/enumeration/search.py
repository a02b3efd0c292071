"""The best anyone can do with a small shoe: every decision of every course tried at the table.

The hole card stays unknown to the table engine until it is turned, so a decision is made by what
lies open, whatever came before: the search covers every policy there is for a hand that is not
split. Split hands are played by players given, and the best of these counts. Moves after which the
shoe can run out are left out.

Chances are whole numbers of orders of the shoe, as in `oracle`, so moves compare exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import factorial

from pitboss.cards import CARD_VALUE, RANK_VALUE, RANKS
from pitboss.rules.moves import Move, definition
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.enumeration.oracle import UNIT, Player, ShoeRanOut, deal_of, open_table

SCALE = 10**10
"""Weights of wagers are whole numbers of this part."""

Ranks = tuple[int, ...]
ALL_RANKS: Ranks = tuple(range(13))
NO_HOLE: Ranks = ()


class Search:
    """Finds what a round is worth to the best player, and where a given player is not the best."""

    def __init__(
        self, rules: Rules, shoe: Sequence[int], weights: Sequence[float], player: Player,
        splitters: Sequence[Player],
    ) -> None:  # fmt: skip
        self.table = open_table(rules)
        bets = (*self.table.tables.opening, *(bet.id for bet in self.table.tables.bets))
        self.weights = {
            bet: round(weight * SCALE) for bet, weight in zip(bets, weights, strict=True)
        }
        self.player, self.splitters = player, splitters
        self.left = list(shoe)
        """Cards nobody has seen, the hole card among them."""
        self.decisions = 0
        """How many were searched."""
        self.faults: list[str] = []
        """Decisions in which the player falls short."""

    def value(self) -> Fraction:
        """What the round is worth to the best player."""
        orders = factorial(sum(self.left))
        return Fraction(self._value(self.table, orders, NO_HOLE, None), orders * UNIT * SCALE)

    def _value(self, table: Table, orders: int, hole: Ranks, player: Player | None) -> int:
        """Worth of going on, times orders; `hole` are the ranks the hole card can still have."""
        while True:
            if table.want == Want.INSURANCE:
                table.do(act.DeclineInsurance(1))
            elif table.want == Want.DECISION and player:
                table.do(act.MakeMove(1, player(table)))
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
        worth: dict[int, int] = {}
        chosen = self.player(table)
        for move in map(int, Move):
            if not table.legal & move:
                continue
            for player in self.splitters if move == Move.SPLIT else [None]:
                branch = table.copy()
                branch.do(act.MakeMove(1, move))
                with suppress(ShoeRanOut):
                    found = self._value(branch, orders, hole, player)
                    worth[move] = max(found, worth.get(move, found))
        if not worth:
            raise ShoeRanOut
        best = max(worth, key=lambda move: worth[move])
        mine = self._as_split(table, orders, hole) if chosen == Move.SPLIT else worth.get(chosen)
        if mine is not None and mine < worth[best]:
            self.faults.append(
                f"{deal_of(table)}, holding {_hand(table)}: "
                f"{definition(chosen).id} is worth {mine / orders / UNIT / SCALE:+.12f}, "
                f"{definition(best).id} {worth[best] / orders / UNIT / SCALE:+.12f}"
            )
        return worth[best]

    def _as_split(self, table: Table, orders: int, hole: Ranks) -> int | None:
        """What the player's own split is worth: to as many hands as the player likes."""
        branch = table.copy()
        branch.do(act.move(1, "split"))
        with suppress(ShoeRanOut):
            return self._value(branch, orders, hole, self.player)
        return None

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
            if part := orders * self.left[rank] // whole:
                yield self._dealt(table, rank, part, NO_HOLE, player)

    def _cards(
        self, table: Table, orders: int, hole: Ranks, player: Player | None
    ) -> Iterator[int]:
        """The next card of the shoe, which the hole card is not in."""
        held = self._count(hole)
        whole = sum(self.left) - bool(hole)
        if not whole:
            raise ShoeRanOut
        for rank in ALL_RANKS:
            part = orders * self.left[rank]
            if rank in hole:
                part = part * (held - 1) // (held * whole)
            else:
                part //= whole
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


def _hand(table: Table) -> str:
    """The cards of the hand in turn."""
    return "".join(RANKS[card >> 2] for card in table.seat.hands[table.hand].cards)
