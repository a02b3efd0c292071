"""Where the best play by exact cards leaves the best chart, and what the chart's move costs.

A chart's cell lumps hands together that have a total in common. A hand whose own cards say
otherwise is an exception. Its cost, times how often somebody who follows the chart comes there,
adds up over all exceptions to what the chart gives away on hands that are not split. Left out are
cards that may be given up and hands made by a split, which a chart lumps together as well.
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
from pitboss.exact.position import Position
from pitboss.exact.programme.loops.play import CHOICE
from pitboss.exact.programme.outcomes import Starts, unsplit_outcomes
from pitboss.exact.programme.plans import BoardPlan
from pitboss.exact.solver import Solver
from pitboss.rules.course import giving_up
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.hands import describe
from pitboss.rules.moves import by_id, definition
from pitboss.rules.settlement import NONE

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
    for number, by_chart in enumerate(charted.plans):
        board = _Board(solver, number, by_chart)
        exceptions += [*board.first_decisions(), *board.later_decisions()]
    return sorted(exceptions, key=lambda exception: -exception.loss)


class _Board:
    """One upcard: what the chart does there, and what every move is worth."""

    def __init__(self, solver: Solver, number: int, by_chart: BoardPlan) -> None:
        self.solver, self.core, self.model = solver, solver.core, solver.model
        self.number, self.by_chart = number, by_chart
        self.position: Position = solver.positions[number]
        self.slots = solver.core.programme.slots
        self.values = solver.plain.values(number)

    def first_decisions(self) -> Iterator[ChartException]:
        """Deals whose first move differs."""
        deals, position, by_chart = self.position.deals, self.position, self.by_chart
        best, worth = self.solver.plain.plan(self.number, deals)
        differing = (best.options != by_chart.options) | (best.hands != by_chart.hands)
        for deal_index in np.nonzero(differing)[0].tolist():
            natural = float(deals.natural[deal_index])
            if by_chart.hands[deal_index]:
                value = self.solver.plain.split_worths(
                    self.number, int(deals.pair[deal_index]), float(deals.mates[deal_index])
                )[int(by_chart.hands[deal_index])]
            else:
                option = int(by_chart.options[deal_index])
                value = self._worth(option, natural)
            reached = float(position.board.chance * deals.chance[deal_index])
            yield from self._exception(
                int(deals.hand[deal_index]), self._name(by_chart, deal_index),
                self._name(best, deal_index), float(worth[deal_index]) - value, reached, natural,
            )  # fmt: skip

    def _worth(self, option: int, natural: float) -> float:
        """What an option of a hand of two cards brings, in units."""
        course = self.core.course
        value = self._value(option, natural) + (natural if self.model.peeks else 0.0)
        return course.terms[course.opening].units * value

    def _value(self, option: int, natural: float) -> float:
        slots = self.slots
        return float(
            slots.option_times[option] * self.values[slots.option_slot[option]]
            + slots.option_constant[option]
            + slots.option_natural[option] * natural
        )

    def later_decisions(self) -> Iterator[ChartException]:
        """Hands of more cards that the chart plays on otherwise."""
        slots, hands = self.slots, self.model.hands
        for picks, reached, units in self._reached():
            for slot in np.nonzero(reached > NEVER)[0].tolist():
                hand, world = int(slots.hand[slot]), int(slots.world[slot])
                if slots.kind[slot] != CHOICE or hands.size[hand] <= 2:
                    continue
                natural = self._natural(hand, world)
                options = range(slots.first_option[slot], slots.first_option[slot + 1])
                worth = [self._value(option, natural) for option in options]
                chosen, best = int(picks[slot]), int(np.argmax(worth))
                if worth[best] <= worth[chosen]:
                    continue
                by_chart, better = (
                    definition(int(slots.option_move[options[at]])).words for at in (chosen, best)
                )
                yield from self._exception(
                    hand, by_chart, better, units * (worth[best] - worth[chosen]),
                    float(reached[slot]), natural, self._given_up(world),
                )  # fmt: skip

    def _reached(self) -> Iterator[tuple[Ints, Floats, int]]:
        """How often play by the chart comes to each slot, by the units on the hand."""
        deals, plan, core = self.position.deals, self.by_chart, self.core
        chance = self.position.board.chance * deals.chance
        after = self.slots.option_terms[plan.options]
        groups = np.where(after == NONE, 0, core.holdings.group_of[after])
        for number, picks in enumerate(plan.picks):
            for group in range(len(core.holdings.groups)):
                some = (plan.picks_of == number) & (groups == group) & (plan.options != NONE)
                # a hand that draws one card has nothing to decide after it
                rows = np.nonzero(some & (self.slots.option_row[plan.options] == 0))[0]
                if len(rows):
                    starts = Starts(plan.options[rows], chance[rows], deals.natural[rows])
                    flows = unsplit_outcomes(self.solver.boards, self.number, picks, starts)
                    yield picks, flows.slots, sum(core.holdings.unsplit[group, 0].units)

    def _exception(
        self, hand: int, by_chart: str, best: str, cost: float, reached: float, natural: float,
        given_up: str = "",
    ) -> Iterator[ChartException]:  # fmt: skip
        """Costs count no dealer natural; after a peek nobody decides in front of one."""
        if self.model.peeks:
            cost, reached = cost / (1.0 - natural), reached * (1.0 - natural)
        if cost > LEAST and reached > NEVER:
            board = self.position.board
            yield ChartException(
                self._cards(hand) + given_up, describe(int(self.model.hands.state[hand])),
                self._rank(board.up), "" if board.aside == NONE else self._rank(board.aside),
                by_chart, best, cost, reached,
            )  # fmt: skip

    def _natural(self, hand: int, world: int) -> float:
        """The chance of a dealer natural behind a hand of any size."""
        left = self.position.left - self.model.hands.counts[hand] - self.core.worlds[world]
        return max(float(left @ self.position.makers), 0.0) / float(left.sum())

    def _given_up(self, world: int) -> str:
        gone = [self._rank(kind) for kind in self.core.programme.worlds[world]]
        done = by_id(giving_up(self.core.course)).done if gone else ""
        return f", {' '.join(gone)} {done}" if gone else ""

    def _name(self, plan: BoardPlan, deal_index: int) -> str:
        hands = int(plan.hands[deal_index])
        if hands:
            return f"split to {hands}" if self.model.tables.max_hands > 2 else "split"
        return definition(int(self.slots.option_move[plan.options[deal_index]])).words

    def _rank(self, kind: int) -> str:
        ranks = self.model.ranks_of[kind]
        return RANKS[ranks[0]] if RANK_VALUE[ranks[0]] < 10 or len(ranks) < 4 else "T"

    def _cards(self, hand: int) -> str:
        """The cards of a hand, the highest first."""
        counts = self.model.hands.counts[hand]
        order = sorted(range(self.model.kinds), key=lambda kind: -self.model.values[kind])
        return " ".join(self._rank(kind) for kind in order for _ in range(int(counts[kind])))
