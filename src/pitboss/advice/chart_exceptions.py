"""Where the best play by exact cards leaves the best chart, and what the chart's move costs.

A chart's cell lumps hands together that have a total in common. A hand whose own cards say
otherwise is an exception. Its cost, times how often somebody who follows the chart comes there,
adds up over all exceptions to what the chart gives away on hands that are not split. Left out are
cards that may be burned and hands made by a split, which a chart lumps together as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules
from pitboss.cards import RANK_VALUE, RANKS
from pitboss.exact.chart import best_chart, play_chart
from pitboss.exact.optimise import Optimiser, Values
from pitboss.exact.outcomes import HIT, STAND, unsplit_table
from pitboss.exact.policy import HandPolicy, Play
from pitboss.exact.position import Position
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Move
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.hands import describe
from pitboss.rules.moves import definition
from pitboss.rules.settlement import BUST, NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEAST = 1e-9
"""Units: what costs less is no exception but rounding."""
NEVER = 1e-15
"""Chances below this are none."""


class ChartException(NamedTuple):
    """A hand that is better played otherwise than its total says."""

    hand: str
    """Its cards by rank, T for every ten-value card: ``T 4 2``."""
    total: str
    """What the chart goes by: ``hard 16``."""
    up: str
    aside: str
    """The upcard that was set aside before, in games that replace some."""
    chart: str
    """The chart's move."""
    best: str
    cost: float
    """What the chart's move loses against the best one, in units of the main wager."""
    chance: float
    """How often a round comes there, played by the chart."""

    @property
    def loss(self) -> float:
        """What it costs in an average round."""
        return self.cost * self.chance

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**self._asdict(), "loss": self.loss}


def chart_exceptions(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
) -> list[ChartException]:  # fmt: skip
    """The exceptions behind a game's best chart, the dearest in an average round first.

    >>> first = chart_exceptions("blackjack")[0]
    >>> first.hand, first.up, first.chart, first.best
    ('7 5 4', 'T', 'hit', 'stand')
    """
    chosen_game, rules = rules_of(
        game, decks=decks, soft17=soft17, paytables=paytables, options=options
    )
    return exceptions_of(solve_rules(chosen_game, rules))


def exceptions_of(solution: Solution) -> list[ChartException]:
    """Where the best play of a solution's main game leaves its best chart, hands not split."""
    solver = solution.solver
    objective = solver.objective()
    charted = play_chart(solver, objective, best_chart(solver, objective))
    exceptions: list[ChartException] = []
    for position, by_chart in zip(solver.positions, charted.plays, strict=True):
        best = Optimiser(position, objective)
        board = _Board(solver, position, best, by_chart)
        exceptions += [*board.first_decisions(), *board.later_decisions()]
    return sorted(exceptions, key=lambda exception: -exception.loss)


class _Board:
    """One upcard: what the chart does there, and what every move is worth."""

    def __init__(self, solver: Solver, position: Position, best: Optimiser, by_chart: Play) -> None:
        self.model, self.position = solver.model, position
        self.best, self.by_chart = best, by_chart
        self.values: Values = best.values((), solver.model.units)

    def first_decisions(self) -> Iterator[ChartException]:
        """Deals whose first move differs."""
        deals, position = self.position.deals, self.position
        play, worth = self.best.play()
        rows = np.arange(len(deals.hand))
        offers = self.best.first_offers((), rows)
        differing = (play.moves != self.by_chart.moves) | (play.hands != self.by_chart.hands)
        for deal_index in np.nonzero(differing & (play.moves != 0))[0]:
            move = int(self.by_chart.moves[deal_index])
            if move == int(Move.SPLIT):
                pair = int(deals.pair[deal_index])
                value = self.best.split_worth(
                    pair, (), self.best.split(pair, ()), float(deals.mates[deal_index]),
                    int(self.by_chart.hands[deal_index]),
                )  # fmt: skip
            else:
                value = float(offers[move][deal_index])
            reached = float(position.board.chance * deals.chance[deal_index])
            yield from self._exception(
                int(deals.hand[deal_index]), self._name(move, self.by_chart, int(deal_index)),
                self._name(int(play.moves[deal_index]), play, int(deal_index)),
                float(worth[deal_index]) - value, reached, float(deals.natural[deal_index]),
            )  # fmt: skip

    def later_decisions(self) -> Iterator[ChartException]:
        """Hands of more cards that the chart hits or stands on otherwise."""
        units, hands = self.model.units, self.model.hands
        for on_hand in range(1, units + 1):
            reached, policy = self._reached(taken=on_hand < units)
            if policy is None:
                continue
            gain = on_hand * (self.values.hit - self.values.stand)
            wrong = policy.hits != (self.values.hit > self.values.stand)
            wrong &= (reached > NEVER) & (hands.total < 21) & (hands.size > 2)
            for flag, hand in zip(*np.nonzero(wrong), strict=True):
                names = ("hit", "stand") if policy.hits[flag, hand] else ("stand", "hit")
                yield from self._exception(
                    int(hand), *names, abs(float(gain[flag, hand])), float(reached[flag, hand]),
                    self._natural(int(hand), int(flag)), self._burned(int(flag)),
                )  # fmt: skip

    def _reached(self, *, taken: bool) -> tuple[Floats, HandPolicy | None]:
        """How often play by the chart comes to each hand, and its policy there."""
        model, position, play = self.model, self.position, self.by_chart
        deals = position.deals
        back = play.moves == int(Move.TAKE_BACK)
        rows = np.nonzero(back if taken else ((play.moves == HIT) | (play.moves == STAND)))[0]
        if not len(rows):
            return np.zeros(0), None
        policy = play.policies[int(play.policy_of[rows[0]])]
        moves = play.moves[rows]
        if taken:
            moves = np.where(policy.hits[0, deals.hand[rows]], HIT, STAND)
        kept: Floats = unsplit_table(
            model.hands, position.left, model.burnable, model.flag_of, position.finals, *policy,
            model.tables.burn_double_cards, deals.hand[rows],
            position.board.chance * deals.chance[rows], moves, deals.natural[rows],
            np.zeros((2, BUST + 1, model.finals)),
        )  # fmt: skip
        return kept, policy

    def _exception(
        self, hand: int, by_chart: str, best: str, cost: float, reached: float, natural: float,
        burned: str = "",
    ) -> Iterator[ChartException]:  # fmt: skip
        """Costs count no dealer natural; after a peek nobody decides in front of one."""
        if self.model.peeks:
            cost, reached = cost / (1.0 - natural), reached * (1.0 - natural)
        if cost > LEAST and reached > NEVER:
            board = self.position.board
            yield ChartException(
                self._cards(hand) + burned, describe(int(self.model.hands.state[hand])),
                self._rank(board.up), "" if board.aside == NONE else self._rank(board.aside),
                by_chart, best, cost, reached,
            )  # fmt: skip

    def _natural(self, hand: int, flag: int) -> float:
        """The chance of a dealer natural behind a hand of any size."""
        held = self.model.hands.counts[hand]
        makers = float(self.position.left @ self.position.makers - held @ self.position.makers)
        cards = self.position.cards - float(held.sum())
        if flag:
            makers -= float(self.position.makers[self.model.burnable[flag]])
            cards -= 1
        return max(makers, 0.0) / cards

    def _burned(self, flag: int) -> str:
        return f", {self._rank(int(self.model.burnable[flag]))} burned" if flag else ""

    def _name(self, move: int, play: Play, deal_index: int) -> str:
        if move == int(Move.SPLIT):
            return (
                f"split to {play.hands[deal_index]}" if self.model.tables.max_hands > 2 else "split"
            )
        return definition(move).words

    def _rank(self, kind: int) -> str:
        ranks = self.model.ranks_of[kind]
        return RANKS[ranks[0]] if RANK_VALUE[ranks[0]] < 10 or len(ranks) < 4 else "T"

    def _cards(self, hand: int) -> str:
        """The cards of a hand, the highest first."""
        counts = self.model.hands.counts[hand]
        order = sorted(range(self.model.kinds), key=lambda kind: -self.model.values[kind])
        return " ".join(self._rank(kind) for kind in order for _ in range(int(counts[kind])))
