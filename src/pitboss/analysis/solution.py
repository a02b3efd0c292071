"""A `Solution`: a game's exact figures under a stated strategy, for people and programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.counted_bets import counted
from pitboss.analysis.partial_shoes import cards_by_rank, is_full, shoe_hash
from pitboss.analysis.repaying import played_alike, repaid_solver
from pitboss.analysis.stakes import over_caps
from pitboss.analysis.wager_figures import BetFigures, RoundFigures
from pitboss.exact.chart import best_chart
from pitboss.exact.chart_format import to_chart
from pitboss.exact.chart_play import ChartCells
from pitboss.exact.figures import Figures, Line, SplitMoments
from pitboss.exact.joint_variance import ExactMoments
from pitboss.exact.objective import Objective
from pitboss.exact.sampling import DEFAULT_ROUNDS, SampledMoments
from pitboss.exact.solver import Solver, Strategy
from pitboss.rules.approval import plain_standing
from pitboss.rules.chart import Chart
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.decode import encode
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules

if TYPE_CHECKING:
    from rich.console import RenderableType

Floats = NDArray[np.float64]

POLICY_CLASSES = {
    "composition": "by the exact cards of the hand and the upcard (and the card set aside); split "
    "hands reuse unsplit decisions where the terms are the same",
    "chart": "one action per hard total, soft total and pair against each upcard",
    "given chart": "the chart given, one action per hard total, soft total and pair against each "
    "upcard",
}


class Aim(NamedTuple):
    """What play is for, and what is staked."""

    objective: Objective
    optimised_for: dict[str, float]
    """The wagers that play minds, with their stakes."""
    stakes: dict[str, float]
    """All wagers of the round."""


class Played(NamedTuple):
    """A strategy, and where it comes from."""

    policy_class: str
    """One of `POLICY_CLASSES`."""
    plays: Strategy
    columns: ChartCells | None = None
    """The chart it follows, as the solver keeps one; None where it follows none."""
    given: Chart | None = None
    """That chart as somebody gave it."""


class Solution:
    """The exact figures of a game, and the strategy they are for."""

    whole_numbers = True
    """Whether bets that no decision touches are counted in whole numbers too: it takes a moment."""

    def __init__(
        self, game: Game, rules: Rules, solver: Solver, aim: Aim, played: Played, start: float
    ) -> None:
        self.game, self.rules, self.solver = game, rules, solver
        self.objective, self.optimised_for, self.stakes = aim
        self.strategy, self.plays = played.policy_class, played.plays
        self._columns, self._given = played.columns, played.given
        self.tally = solver.tally(self.plays)
        self.figures: Figures = solver.figures(self.plays, self.tally)
        self.warnings = over_caps(self.tables, self.stakes)
        self.figures.expectations()
        self._moments: SplitMoments | None = None
        self._bets: dict[str, BetFigures] | None = None
        self._round: RoundFigures | None = None
        self.seconds = time.perf_counter() - start

    # Figures

    @property
    def moments(self) -> SplitMoments:
        """What several split hands bring together; sampled unless it was set."""
        if self._moments is None:
            self._moments = self.sampled_splits()
        return self._moments

    @moments.setter
    def moments(self, moments: SplitMoments | None) -> None:
        self._moments, self._bets, self._round = moments, None, None

    def sampled_splits(self, rounds: int = DEFAULT_ROUNDS) -> SampledMoments:
        """Split rounds drawn at random, so many of them."""
        boards = list(zip(self.solver.positions, self.plays.plans, strict=True))
        return SampledMoments(self.solver.readers, self.tally, boards, rounds=rounds)

    def enumerate_splits(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Work out exactly what split hands bring together: no error, but seconds for some games.

        All standard deviations and covariances are exact afterwards; `progress` is told how many
        pairs of hands are done, and how many there are.
        """
        if not isinstance(self.moments, ExactMoments):
            readers = self.solver.readers
            self.moments = ExactMoments(readers, self.tally, self.moments, progress)
        self.round, self.bets  # noqa: B018 - worked out while progress is shown

    @property
    def bets(self) -> dict[str, BetFigures]:
        """Every wager by its id; insurance last, where it is offered."""
        if self._bets is None:
            self._bets = self._figures_of_bets()
        return self._bets

    def _figures_of_bets(self) -> dict[str, BetFigures]:
        bets = {}
        openings = self.figures.openings
        for wager_index, bet in enumerate(self.figures.wagers):
            bets[bet] = (
                self._opening(wager_index) if wager_index < openings else self._side(wager_index)
            )
        insurance = self._insurance()
        if insurance:
            bets[insurance.id] = insurance
        return bets

    @property
    def round(self) -> RoundFigures:
        """Everything staked together."""
        if self._round is None:
            self._round = self._figures_of_round()
        return self._round

    def _figures_of_round(self) -> RoundFigures:
        stakes = self.stakes_of_wagers()
        variance, error = self.figures.variance(stakes, self.moments)
        hit_rate, _ = self.figures.hit_rate(stakes, self.moments)
        sd = max(variance, 0.0) ** 0.5
        openings = self.figures.openings
        return RoundFigures(
            ev=float(self.figures.expectations() @ stakes),
            initial_stake=float(stakes.sum()),
            average_stake=self.figures.average_stake() + float(stakes[openings:].sum()),
            sd=sd,
            sd_error=error / (2 * sd) if sd else 0.0,
            hit_rate=hit_rate,
        )

    def covariance(self) -> tuple[list[str], Floats]:
        """Covariances of all wagers, each per unit of its own stake, with their ids."""
        wager_count = len(self.figures.wagers)
        matrix = np.empty((wager_count, wager_count))
        single = [self.figures.variance(stakes, self.moments)[0] for stakes in np.eye(wager_count)]
        for a in range(wager_count):
            for b in range(wager_count):
                if a == b:
                    matrix[a, b] = single[a]
                    continue
                both = np.zeros(wager_count)
                both[[a, b]] = 1.0
                together = self.figures.variance(both, self.moments)[0]
                matrix[a, b] = (together - single[a] - single[b]) / 2
        return self.figures.wagers, matrix

    @cached_property
    def chart(self) -> Chart:
        """The best chart for the same objective, or the chart that was given."""
        if self._given is not None:
            return self._given
        columns = self._columns or best_chart(self.solver, self.objective)
        return to_chart(self.game.id, self.solver, self.objective, columns)

    def stakes_of_wagers(self) -> Floats:
        """What is staked on each of `figures.wagers`."""
        return np.array([self.stakes.get(bet, 0.0) for bet in self.figures.wagers])

    def _opening(self, wager_index: int) -> BetFigures:
        bet = self.figures.wagers[wager_index]
        alone = np.zeros(len(self.figures.wagers))
        alone[wager_index] = 1.0
        variance, error = self.figures.variance(alone, self.moments)
        hit_rate, hit_error = self.figures.hit_rate(alone, self.moments)
        sd = max(variance, 0.0) ** 0.5
        lines = self.figures.lines(wager_index)
        return BetFigures(
            bet, self.rules.wagers.names[bet], 1.0, True, lines,
            sum(line.returns for line in lines), sd, error / (2 * sd) if sd else 0.0, hit_rate,
            hit_error,
        )  # fmt: skip

    def _side(self, wager_index: int) -> BetFigures:
        bet_index = wager_index - self.figures.openings
        reader = self.solver.readers[bet_index]
        lines = self.figures.lines(wager_index)
        ev = sum(line.returns for line in lines)
        square = sum(line.chance * line.pays**2 for line in lines)
        whole_decks = self.whole_numbers and len(set(self.solver.shoe)) == 1
        return BetFigures(
            reader.bet.id, reader.bet.name, self.stakes.get(reader.bet.id, 1.0),
            reader.bet.id in self.stakes, lines, ev, max(square - ev * ev, 0.0) ** 0.5, 0.0,
            sum(line.chance for line in lines if line.pays > 0), 0.0,
            counted(self.solver, bet_index) if whole_decks else None,
        )  # fmt: skip

    def insured(self) -> tuple[float, float]:
        """How often a hand is offered insurance, and how often that would win, by round."""
        offered = won = 0.0
        if not self.tables.insurance[0]:
            return offered, won
        for position in self.solver.positions:
            if self.solver.model.values[position.board.up] != 1:
                continue
            deals = position.deals
            chance = position.board.chance * deals.chance
            if self.tables.natural_first:
                chance = chance * ~self.solver.model.is_natural[deals.hand]
            offered += float(chance.sum())
            won += float(chance @ deals.natural)
        return offered, won

    def _insurance(self) -> BetFigures | None:
        """Insurance as if taken whenever it is offered, per unit staked on it."""
        pays, per = self.tables.insurance
        if not pays:
            return None
        offered, won = self.insured()
        if not offered:
            return None
        rate, odds = won / offered, pays / per
        lines = [Line("dealer natural", rate, odds), Line("no dealer natural", 1 - rate, -1.0)]
        ev = sum(line.returns for line in lines)
        square = rate * odds**2 + 1 - rate
        return BetFigures(
            "insurance",
            "Insurance",
            1.0,
            False,
            lines,
            ev,
            max(square - ev * ev, 0.0) ** 0.5,
            0.0,
            rate,
            0.0,
        )

    # The same play, other pays

    def repaid(self, rules: Rules) -> Solution | None:
        """The solution of rules that pay otherwise but are played the same; None if they are not.

        What a natural pays, and side bets that play does not mind, change figures and no decision.
        """
        tables = compile_rules(rules)
        if not self.minds_main_alone or played_alike(tables) != played_alike(self.tables):
            return None
        twin = copy(self)
        twin.rules, twin.solver = rules, repaid_solver(self.solver, tables)
        twin.figures = Figures(tables, twin.solver.readers, self.tally)
        twin.moments = None
        if isinstance(self._moments, SampledMoments):
            twin.moments = sampled = copy(self._moments)
            sampled.readers = twin.solver.readers
        twin.warnings = over_caps(tables, self.stakes)
        return twin

    def restaked(self, stakes: Mapping[str, float]) -> Solution:
        """The same play with other stakes on the wagers of the round."""
        twin = copy(self)
        twin.stakes = dict(stakes)
        twin.warnings = over_caps(self.tables, twin.stakes)
        twin._bets = twin._round = None
        return twin

    @property
    def tables(self) -> Tables:
        """The compiled rules."""
        return self.solver.tables

    @property
    def minds_main_alone(self) -> bool:
        """Whether play looks at the opening wagers and at no side bet."""
        minds = set(self.optimised_for)
        return not self.chart_was_given and minds == set(self.tables.opening)

    @property
    def chart_was_given(self) -> bool:
        """Whether somebody's own chart is played."""
        return self._given is not None

    # For programs and people

    @property
    def full_shoe(self) -> bool:
        """Whether no card is gone from the decks."""
        return is_full(self.solver.shoe, self.tables.decks)

    @property
    def rules_hash(self) -> str:
        """A hash of the rules, and of the shoe where it is not a full one."""
        return rules_hash(self.solver)

    def plain(self) -> dict[str, Any]:
        """The whole answer as plain values: what `--json` prints."""
        return {
            "game": self.game.id,
            "approval": plain_standing(self.game, self.rules),
            "rules": encode(self.rules),
            "rules_hash": self.rules_hash,
            "cards": cards_by_rank(self.solver.shoe),
            "full_shoe": self.full_shoe,
            "strategy": self.strategy,
            "policy_class": POLICY_CLASSES[self.strategy],
            "optimised_for": self.optimised_for,
            "bets": {bet: figures.plain() for bet, figures in self.bets.items()},
            "round": self.round.plain(),
            "warnings": self.warnings,
            "seconds": self.seconds,
        }

    def table(self) -> RenderableType:
        """All figures as a table for the terminal or a notebook."""
        from pitboss.presentation.solution_tables import solution_table

        return solution_table(self)

    def plot(self) -> str:
        """A picture of every wager's edge as SVG text; notebooks show it."""
        from pitboss.presentation.solution_tables import edge_plot

        return edge_plot(self)

    def __rich__(self) -> RenderableType:
        return self.table()

    def __repr__(self) -> str:
        figures = self.round
        return (
            f"<{self.game.id}: house edge {figures.house_edge_per_main:.4%} of the main wager, "
            f"{self.strategy} play for {_words(self.optimised_for)}>"
        )

    def _repr_html_(self) -> str:
        from pitboss.presentation.solution_tables import solution_html

        return solution_html(self)


def _words(optimised_for: Mapping[str, float]) -> str:
    return ", ".join(f"{bet}={stake:g}" for bet, stake in optimised_for.items())


def rules_hash(solver: Solver) -> str:
    """A hash of a solver's rules, and of its shoe where that is not full."""
    digest = solver.tables.digest()
    full = set(solver.shoe) == {4.0 * solver.tables.decks}
    return digest if full else shoe_hash(digest, solver.shoe)
