"""A table played out from a decision: every card that can come, through the table engine.

The hole card stays unknown to the engine until it is turned, so nothing is decided by it. The hand
of interest is played in the best way there is; what else has to be decided, a player given decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss import cards, games
from pitboss.advice.decision_values import OpenDecision
from pitboss.cards import CARD_VALUE, RANK_VALUE
from pitboss.rules.moves import Move, is_move
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.enumeration.oracle import ShoeRanOut
from tests.enumeration.solver_player import SolverPlayer

Chooses = Callable[[Table], int]
"""The move for the hand in turn, or 0 where every move is to be tried."""
Counts = Callable[[ev.WagerSettled], bool]

ALL_RANKS = tuple(range(13))
UNIT = 1000


def at_table(
    game: str, script: str, bets: Mapping[str, int] | None = None, **options: Any
) -> Table:
    """A table with a seat staked, where a script was played: cards, ``?`` face down, and moves.

    The dealer who has to look has no natural, and nobody takes insurance, unless the script says
    ``offered`` in the end.
    """
    rules = games.find(game).rules({key.replace("_", "-"): one for key, one in options.items()})
    table = Table(rules)
    wagers = dict.fromkeys(table.tables.opening, UNIT) | dict(bets or {})
    placed = [ev.WagerPlaced(1, "ann", bet, cents) for bet, cents in wagers.items()]
    table = Table.from_events(rules, [ev.RoundOpened(1), *placed, ev.WagersClosed()])
    for word in script.split():
        if word == "offered":
            return table
        if table.want == Want.INSURANCE:
            table.do(act.DeclineInsurance(1))
        if table.want == Want.PEEK:
            table.do(act.TellPeek(False))
        if is_move(word):
            table.do(act.move(1, word))
        else:
            table.deal(None if word == "?" else cards.parse(word))
    if table.want == Want.INSURANCE:
        table.do(act.DeclineInsurance(1))
    if table.want == Want.PEEK:
        table.do(act.TellPeek(False))
    return table


class PlayedOut:
    """What moves bring on average, in cents, with these cards unseen."""

    def __init__(self, unseen: list[int], counts: Counts, chooses: Chooses) -> None:
        self.left, self.counts, self.chooses = list(unseen), counts, chooses

    def worth(self, table: Table, action: act.Action) -> float:
        """What an action brings if what follows is best."""
        makes = 11 - CARD_VALUE[table.state.upcard]
        known = table.state.peeked is False
        hole = tuple(rank for rank in ALL_RANKS if not (known and RANK_VALUE[rank] == makes))
        branch = table.copy()
        branch.do(action)
        return self._value(branch, hole)

    def _value(self, table: Table, hole: tuple[int, ...]) -> float:
        booked = sum(
            event.returned - event.stake
            for event in table.log
            if isinstance(event, ev.WagerSettled) and self.counts(event)
        )
        table.log.clear()
        if table.want == Want.WAGERS:
            return booked
        if table.want == Want.DECISION:
            return booked + self._decided(table, hole)
        return booked + sum(
            chance * self._value(branch, after)
            for chance, branch, after in self._branches(table, hole)
        )

    def _decided(self, table: Table, hole: tuple[int, ...]) -> float:
        chosen = self.chooses(table)
        found = []
        for move in map(int, Move):
            if table.legal & move and chosen in (0, move):
                branch = table.copy()
                branch.do(act.MakeMove(1, move))
                found.append(self._value(branch, hole))
        return max(found)

    def _branches(
        self, table: Table, hole: tuple[int, ...]
    ) -> Iterator[tuple[float, Table, tuple[int, ...]]]:
        """What can come next, with its chance."""
        held = sum(self.left[rank] for rank in hole)
        if table.want == Want.PEEK:
            makes = 11 - CARD_VALUE[table.state.upcard]
            for natural in (False, True):
                ranks = tuple(rank for rank in hole if (RANK_VALUE[rank] == makes) == natural)
                branch = table.copy()
                branch.do(act.TellPeek(natural))
                if any(self.left[rank] for rank in ranks):
                    yield sum(self.left[rank] for rank in ranks) / held, branch, ranks
            return
        turned = table.want == Want.TURNED_HOLE_CARD
        whole = sum(self.left) - (not turned and bool(hole))
        if not whole:
            raise ShoeRanOut
        for rank in ALL_RANKS:
            chance = self.left[rank] / whole
            if turned:
                chance = self.left[rank] / held if rank in hole else 0.0
            elif rank in hole:
                chance *= (held - 1) / held
            if chance:
                branch = table.copy()
                gone = table.state.gone
                branch.deal(min(range(4 * rank, 4 * rank + 4), key=lambda card: gone[card]))
                self.left[rank] -= 1
                yield chance, branch, () if turned else hole
                self.left[rank] += 1


class SplitPlayer(SolverPlayer):
    """Plays hands made by a split the way the solver does, to at most so many of them."""

    def __init__(self, pair: OpenDecision, profile: Any, most: int) -> None:
        self._look_at(pair.core)
        self.most, self.pair = most, pair.pair
        self.split = pair.board_values.play.split_picks(profile, 0, pair.pair)

    def __call__(self, table: Table) -> int:
        hand = table.seat.hands[table.hand]
        return self._split_move(table, hand, self.split, self.pair, self.most)
