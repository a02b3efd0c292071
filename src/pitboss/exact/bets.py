"""Side bets under the policy of the main game: how likely every line of a pay table is.

A bet is read from the same conditions the table engine settles by. What the deal and the board
decide is counted at once; what rides is summed over outcome tables. Suits are not dealt: two cards
of different rank share one with a chance of exactly a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.board import BoardSolver, Choice
from pitboss.exact.model import NONE, Board, Deal, Model
from pitboss.exact.outcomes import BUST
from pitboss.rules.compile import LOST, SECOND_SPLIT, Move, TableBet, TableEvent
from pitboss.rules.facts import LOSE, NO_PAIR, NO_TIE, TIE_NATURAL, UNKNOWN, WIN, Fact
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NATURAL, NO_NATURAL = 2, 1
SAME_SUIT = 0.25


class Line(NamedTuple):
    """One line of a pay table with its chance."""

    event: TableEvent
    chance: float


def bet_lines(model: Model, bet: TableBet, shoe: list[float]) -> list[Line]:
    """The chances of every event of a bet, play maximising the main game."""
    counter = BetCounter(model, bet)
    for board in model.boards(shoe):
        solver = BoardSolver(model, board)
        for choice in solver.choices():
            counter.count(solver, choice)
    return counter.lines()


def expectation(lines: list[Line]) -> float:
    """Expected result of a unit staked."""
    return sum(line.chance * line.event.pays for line in lines)


class BetCounter:
    """Adds up the chances of a bet's events, deal by deal."""

    def __init__(self, model: Model, bet: TableBet) -> None:
        self.model, self.bet = model, bet
        self.events = (*bet.events, LOST, SECOND_SPLIT)
        self.chances = np.zeros(len(self.events))
        self.asked = {fact for event in bet.events for fact, _ in event.conditions}
        self.grids: dict[tuple[int, ...], Ints] = {}

    def lines(self) -> list[Line]:
        """Every event, those of the pay table first."""
        return [
            Line(event, float(chance))
            for event, chance in zip(self.events, self.chances, strict=True)
        ]

    def count(self, solver: BoardSolver, choice: Choice) -> None:
        """Add a deal with the choice made for it."""
        deal, board = choice.deal, solver.board
        chance = board.chance * deal.chance
        natural = solver.natural(solver.plain, 0, deal.hand)
        for suited, part in self._suits(board, deal):
            facts = self._facts(board, deal, suited)
            if natural > 0:
                self._count_natural(facts, chance * part * natural)
            facts[Fact.DEALER_NATURAL] = NO_NATURAL
            event = self.bet.decided(self._before_play(facts))
            if event is not None:
                self.chances[self.events.index(event)] += chance * part * (1.0 - natural)
            else:
                self._count_riding(solver, choice, facts, chance * part, natural)

    def _suits(self, board: Board, deal: Deal) -> Iterator[tuple[int, float]]:
        if Fact.PLAYER_SUITED not in self.asked:
            yield UNKNOWN[Fact.PLAYER_SUITED], 1.0
            return
        chance = SAME_SUIT
        if deal.same_rank:
            rank = self.model.ranks_of[self._pair_kind(deal)][0]
            cards = board.ranks[rank]
            chance = (cards / 4 - 1) / (cards - 1)
        yield 2, chance
        yield 1, 1.0 - chance

    def _facts(self, board: Board, deal: Deal, suited: int) -> list[int]:
        model = self.model
        first = board.up if board.aside == NONE else board.aside
        facts = list(UNKNOWN)
        facts[Fact.ORIGINAL_UPCARD] = 1 << model.ranks_of[first][0]
        facts[Fact.UPCARD] = 1 << model.ranks_of[board.up][0]
        facts[Fact.REPLACED] = 1 if board.aside == NONE else 2
        facts[Fact.PLAYER] = 1 << int(model.hands.state[deal.hand])
        facts[Fact.PLAYER_SUITED] = suited
        pair = model.ranks_of[self._pair_kind(deal)][0] if deal.same_rank else NO_PAIR
        facts[Fact.PAIR] = 1 << pair
        facts[Fact.MATCHES_UPCARD] = 2 if deal.matches else 1
        return facts

    def _pair_kind(self, deal: Deal) -> int:
        return int(np.argmax(self.model.hands.counts[deal.hand]))

    def _is_natural(self, facts: list[int]) -> bool:
        return facts[Fact.PLAYER] == 1 << SOFT_21

    def _count_natural(self, facts: list[int], chance: float) -> None:
        """The dealer has a natural: nobody plays."""
        facts = facts.copy()
        facts[Fact.DEALER_NATURAL] = NATURAL
        facts[Fact.DOUBLED] = 1
        if self._is_natural(facts):
            wins = self.model.tables.natural_first
            facts[Fact.RESULT] = 1 << (WIN if wins else WIN - 1)
            facts[Fact.TIE] = 1 << TIE_NATURAL
        else:
            facts[Fact.RESULT], facts[Fact.TIE] = 1 << LOSE, 1 << NO_TIE
        for suited, part in ((2, SAME_SUIT), (1, 1.0 - SAME_SUIT)):
            facts[Fact.DEALER_SUITED] = suited
            event = self.bet.decided(facts)
            assert event is not None, f"{self.bet.id} is still open although everything is known"
            self.chances[self.events.index(event)] += chance * part

    def _before_play(self, facts: list[int]) -> list[int]:
        """What is known once there is no dealer natural."""
        if not self._is_natural(facts):
            return facts
        known = facts.copy()
        known[Fact.RESULT], known[Fact.TIE], known[Fact.DOUBLED] = 1 << WIN, 1 << NO_TIE, 1
        return known

    def _count_riding(
        self, solver: BoardSolver, choice: Choice, facts: list[int], chance: float, natural: float
    ) -> None:
        if choice.move == Move.SPLIT:
            lost = self.bet.lost_on_second_split
            table = solver.split(choice.deal).first_hand(choice.hands, once=lost)
            self.chances[-1] += chance * (1.0 - natural - table.sum())
        else:
            table = solver.outcomes(choice)
        grid = self._grid(facts)
        self.chances += chance * np.bincount(
            grid.reshape(-1), weights=table.reshape(-1), minlength=len(self.events)
        )

    def _grid(self, facts: list[int]) -> Ints:
        """Index of the event for each entry of an outcome table."""
        key = tuple(facts[fact] for fact in sorted(self.asked))
        if key not in self.grids:
            tables = self.model.tables
            grid = np.empty((2, BUST + 1, self.model.finals), dtype=np.int64)
            known = facts.copy()
            for doubled, total, final in np.ndindex(*grid.shape):
                known[Fact.DOUBLED] = 1 << doubled
                result = -1 if total == BUST else tables.outcome[total][final]
                tied = total != BUST and tables.finals[final] == str(total)
                known[Fact.RESULT] = 1 << (result + 1)
                known[Fact.TIE] = 1 << (total if tied else NO_TIE)
                event = self.bet.decided(known)
                assert event is not None, f"{self.bet.id} needs a fact that play does not decide"
                grid[doubled, total, final] = self.events.index(event)
            self.grids[key] = grid
        return self.grids[key]
