"""`solve`: a game's exact figures under a stated strategy, for people and programs.

>>> import pitboss
>>> found = pitboss.solve("blackjack", decks=6, soft17="stand")
>>> f"{found.round.house_edge_per_main:.4%}"
'0.4029%'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss import games
from pitboss.exact.chart import best_chart, play_chart
from pitboss.exact.chart_format import from_chart, to_chart
from pitboss.exact.figures import Figures, Line, SplitMoments
from pitboss.exact.moments import ExactMoments
from pitboss.exact.objective import Objective
from pitboss.exact.sampling import DEFAULT_ROUNDS, SampledMoments
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.whole_numbers import exactly
from pitboss.rules.chart import Chart, check
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.decode import encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.sentences import did_you_mean, use
from pitboss.rules.vocabulary import Rules
from pitboss.strategy.reading import read_chart
from pitboss.strategy.repaying import played_alike, repaid_solver
from pitboss.strategy.shoes import cards_by_rank, check_shoe, is_full, shoe_hash
from pitboss.strategy.wager_figures import BetFigures, RoundFigures

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


class Solution:
    """The exact figures of a game, and the strategy they are for."""

    game: Game
    """The game that was solved."""
    rules: Rules
    """Its rules with every option decided."""
    strategy: str
    """``composition``, ``chart`` or ``given chart``."""
    stakes: dict[str, float]
    """What is staked, by bet, in units of the main wager."""
    optimised_for: dict[str, float]
    """What play maximises: these stakes together."""
    warnings: list[str]
    """What a table would refuse, such as stakes over a cap."""
    seconds: float
    """Time it took."""
    whole_numbers = True
    """Whether bets that no decision touches are counted in whole numbers too: it takes a moment."""

    def __init__(
        self, game: Game, rules: Rules, solver: Solver, objective: Objective,
        optimised_for: dict[str, float], kind: str, strategy: Strategy, stakes: dict[str, float],
        columns: Any, given: Chart | None, start: float,
    ) -> None:  # fmt: skip
        self.game, self.rules, self.solver, self.objective = game, rules, solver, objective
        self.optimised_for, self.strategy, self.plays = optimised_for, kind, strategy
        self.stakes = stakes
        self.tally = solver.tally(strategy)
        self.figures: Figures = solver.figures(strategy, self.tally)
        self._columns, self._given = columns, given
        self.warnings = _over_caps(solver.model.tables, stakes)
        self.figures.expectations()
        self.seconds = time.perf_counter() - start

    # Figures

    @cached_property
    def moments(self) -> SplitMoments:
        """What several split hands bring together."""
        return self.sampled_splits()

    def sampled_splits(self, rounds: int = DEFAULT_ROUNDS) -> SampledMoments:
        """Split rounds drawn at random, so many of them."""
        boards = list(zip(self.solver.positions, self.plays.plays, strict=True))
        model, readers = self.solver.model, self.solver.readers
        return SampledMoments(model, readers, self.tally, boards, rounds=rounds)

    def enumerate_splits(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Work out exactly what split hands bring together: no error, but seconds for some games.

        All standard deviations and covariances are exact afterwards; `progress` is told how many
        pairs of hands are done, and how many there are.
        """
        boards = list(zip(self.solver.positions, self.plays.plays, strict=True))
        model, readers = self.solver.model, self.solver.readers
        if not isinstance(self.moments, ExactMoments):
            exact = ExactMoments(model, readers, self.tally, boards, self.moments, progress)
            for name in ("bets", "round"):
                self.__dict__.pop(name, None)
            self.moments = exact
        self.round, self.bets  # noqa: B018 - worked out while progress is shown

    @cached_property
    def bets(self) -> dict[str, BetFigures]:
        """Every wager by its id; insurance last, where it is offered."""
        found = {}
        openings = self.figures.openings
        for place, bet in enumerate(self.figures.wagers):
            found[bet] = self._opening(place) if place < openings else self._side(place)
        insurance = self._insurance()
        if insurance:
            found[insurance.id] = insurance
        return found

    @cached_property
    def round(self) -> RoundFigures:
        """Everything staked together."""
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
        many = len(self.figures.wagers)
        found = np.empty((many, many))
        single = [self.figures.variance(one, self.moments)[0] for one in np.eye(many)]
        for a in range(many):
            for b in range(many):
                if a == b:
                    found[a, b] = single[a]
                    continue
                both = np.zeros(many)
                both[[a, b]] = 1.0
                together = self.figures.variance(both, self.moments)[0]
                found[a, b] = (together - single[a] - single[b]) / 2
        return self.figures.wagers, found

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

    def _opening(self, place: int) -> BetFigures:
        bet = self.figures.wagers[place]
        one = np.zeros(len(self.figures.wagers))
        one[place] = 1.0
        variance, error = self.figures.variance(one, self.moments)
        hit_rate, hit_error = self.figures.hit_rate(one, self.moments)
        sd = max(variance, 0.0) ** 0.5
        lines = self.figures.lines(place)
        return BetFigures(
            bet, self.rules.wagers.names[bet], 1.0, True, lines,
            sum(line.returns for line in lines), sd, error / (2 * sd) if sd else 0.0, hit_rate,
            hit_error,
        )  # fmt: skip

    def _side(self, place: int) -> BetFigures:
        reader = self.solver.readers[place - self.figures.openings]
        lines = self.figures.lines(place)
        ev = sum(line.returns for line in lines)
        square = sum(line.chance * line.pays**2 for line in lines)
        whole_decks = self.whole_numbers and len(set(self.solver.shoe)) == 1
        return BetFigures(
            reader.bet.id, reader.bet.name, self.stakes.get(reader.bet.id, 1.0),
            reader.bet.id in self.stakes, lines, ev, max(square - ev * ev, 0.0) ** 0.5, 0.0,
            sum(line.chance for line in lines if line.pays > 0), 0.0,
            exactly(self.solver.model, reader, self.solver.shoe) if whole_decks else None,
        )  # fmt: skip

    def _insurance(self) -> BetFigures | None:
        """Insurance as if taken whenever it is offered, per unit staked on it."""
        tables = self.solver.model.tables
        pays, per = tables.insurance
        if not pays:
            return None
        offered = won = 0.0
        for position in self.solver.positions:
            if self.solver.model.values[position.board.up] != 1:
                continue
            deals = position.deals
            chance = position.board.chance * deals.chance
            if tables.natural_first:
                chance = chance * ~self.solver.model.is_natural[deals.hand]
            offered += float(chance.sum())
            won += float(chance @ deals.natural)
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
        for figure in ("bets", "round"):
            twin.__dict__.pop(figure, None)
        twin.rules, twin.solver = rules, repaid_solver(self.solver, tables)
        twin.figures = Figures(twin.solver.model, twin.solver.readers, self.tally)
        sampled = twin.__dict__.pop("moments", None)
        if isinstance(sampled, SampledMoments):
            sampled = twin.moments = copy(sampled)
            sampled.readers = twin.solver.readers
        twin.warnings = _over_caps(tables, self.stakes)
        return twin

    @property
    def tables(self) -> Tables:
        """The compiled rules."""
        return self.solver.model.tables

    @property
    def minds_main_alone(self) -> bool:
        """Whether play looks at the opening wagers and at no side bet."""
        return self.strategy != "given chart" and set(self.optimised_for) == set(
            self.tables.opening
        )

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
        from pitboss.strategy.printing import solution_table

        return solution_table(self)

    def plot(self) -> str:
        """A picture of every wager's edge as SVG text; notebooks show it."""
        from pitboss.strategy.printing import edge_plot

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
        from pitboss.strategy.printing import solution_html

        return solution_html(self)


def _words(optimised_for: Mapping[str, float]) -> str:
    return ", ".join(f"{bet}={stake:g}" for bet, stake in optimised_for.items())


MOST_STAKE = 1_000_000
"""In units of the first opening wager."""
KEPT = 4
"""Solutions kept for the next time, by their rules, shoe, stakes, aim and strategy."""
_solutions: dict[object, Solution] = {}


@lru_cache(maxsize=KEPT)
def solver_of(tables: Tables, shoe: tuple[float, ...] | None = None) -> Solver:
    """The solver of a game's tables and shoe; recent ones are kept."""
    return Solver(tables, shoe)


def rules_hash(solver: Solver) -> str:
    """A hash of a solver's rules, and of its shoe where that is not full."""
    digest = solver.model.tables.digest()
    full = set(solver.shoe) == {4.0 * solver.model.tables.decks}
    return digest if full else shoe_hash(digest, solver.shoe)


def solver_for(rules: Rules, shoe: Sequence[float] | None = None) -> Solver:
    """The solver of rules whose options are all decided, and of a shoe that was checked."""
    tables = compile_rules(rules)
    return solver_of(tables, check_shoe(tables, shoe))


def solve(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
    bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str | Path | Chart = "composition", shoe: Sequence[float] | None = None,
) -> Solution:  # fmt: skip
    """Solve a game exactly.

    `bets` are stakes in units of the main wager; `optimise` is ``main``, ``total`` (all stakes
    together) or a bet's id; `strategy` is ``composition``, ``chart``, a chart or its file, or cells
    to change in the best chart such as ``hard 16 v T = S``. `shoe` gives the cards of each rank
    from ace to king; without it the shoe is full.
    """
    found, rules = rules_of(game, decks=decks, soft17=soft17, paytables=paytables, options=options)
    return solve_rules(found, rules, bets=bets, optimise=optimise, strategy=strategy, shoe=shoe)


def rules_of(
    game: str | Path | Game, *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
) -> tuple[Game, Rules]:  # fmt: skip
    """A game and its rules with these choices."""
    found = game if isinstance(game, Game) else games.find(str(game))
    chosen: dict[str, OptionValue] = dict(options or {})
    if decks is not None:
        chosen["decks"] = decks
    if soft17 is not None:
        chosen["soft17"] = soft17
    return found, found.rules(chosen, paytables)


def solve_rules(
    game: Game, rules: Rules, *, bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str | Path | Chart = "composition", shoe: Sequence[float] | None = None,
) -> Solution:  # fmt: skip
    """Solve rules whose options are all decided."""
    start = time.perf_counter()
    tables = compile_rules(rules)
    cards = check_shoe(tables, shoe)
    stakes = checked_stakes(game, tables, bets or {})
    key = (game.id, tables, cards, tuple(stakes.items()), optimise, strategy)
    known = isinstance(strategy, str) and _solutions.get(key)
    if known:
        return known
    solver = solver_of(tables, cards)
    objective, optimised_for = _objective(game, solver, stakes, optimise)
    kind, plays, columns, given = _strategy(game, solver, objective, strategy)
    solution = Solution(
        game, rules, solver, objective, optimised_for, kind, plays, stakes, columns, given, start
    )
    if kind != "given chart":
        _solutions[key] = solution
        while len(_solutions) > KEPT:
            _solutions.pop(next(iter(_solutions)))
    return solution


def _strategy(
    game: Game, solver: Solver, objective: Objective, strategy: str | Path | Chart
) -> tuple[str, Strategy, Any, Chart | None]:
    if strategy == "composition":
        return "composition", solver.best(objective), None, None
    if strategy == "chart":
        columns = best_chart(solver, objective)
        return "chart", play_chart(solver, objective, columns), columns, None

    def best() -> Chart:
        columns = best_chart(solver, objective)
        return to_chart(game.id, solver, objective, columns, every_row=True)

    chart = strategy if isinstance(strategy, Chart) else read_chart(strategy, game.id, best)
    check(chart)
    columns = from_chart(chart, solver, objective)
    return "given chart", play_chart(solver, objective, columns), columns, chart


def checked_stakes(game: Game, tables: Tables, bets: Mapping[str, float]) -> dict[str, float]:
    """Stakes of all wagers, the opening ones a unit each; what the game lacks is refused."""
    known = [*tables.opening, *(bet.id for bet in tables.bets)]
    stakes = dict.fromkeys(tables.opening, 1.0)
    for bet, stake in bets.items():
        if bet == "insurance" and tables.insurance[0]:
            raise RulesError(
                "bet 'insurance': it cannot be staked; it is reported as if taken whenever it is "
                "offered, and is no part of the round"
            )
        if bet not in known:
            raise RulesError(
                f"bet {bet!r}: {game.id} has no such bet on these pay tables; it has "
                + ", ".join(known)
                + did_you_mean(bet, known)
            )
        if not 0 < stake <= MOST_STAKE:
            raise RulesError(
                f"bet {bet} = {stake:g}: use more than 0 and at most {MOST_STAKE:,}, in main units"
            )
        if bet in tables.opening and stake != 1.0:
            raise RulesError(
                f"bet {bet} = {stake:g}: use 1, because the opening wagers are one unit each"
            )
        stakes[bet] = float(stake)
    return stakes


def _objective(
    game: Game, solver: Solver, stakes: dict[str, float], optimise: str
) -> tuple[Objective, dict[str, float]]:
    opening = solver.model.tables.opening
    side = {bet: stake for bet, stake in stakes.items() if bet not in opening}
    main = dict.fromkeys(opening, 1.0)
    if optimise == "main" or optimise in opening:
        return solver.objective(), main
    if optimise == "total":
        return solver.objective(side), {**main, **side}
    bets = [bet.id for bet in solver.model.tables.bets]
    if optimise in bets:
        return solver.only(optimise), {optimise: 1.0}
    raise RulesError(
        f"{game.id}: optimise {optimise!r}: " + use(["main", "total", *bets], typed=optimise)
    )


def _over_caps(tables: Tables, stakes: Mapping[str, float]) -> list[str]:
    """What the game's own caps would refuse at the table."""
    found = []
    side_bets = [bet for bet in tables.bets if bet.id in stakes]
    many = len(tables.opening) + len(side_bets)
    if tables.games_cap and many > tables.games_cap:
        found.append(
            f"{many} wagers are staked and the game allows {tables.games_cap} on one hand: a table "
            "would refuse them"
        )
    for side in sorted({bet.side for bet in side_bets if bet.side}):
        staked = sum(stakes[bet.id] for bet in side_bets if bet.side == side)
        part, over = tables.side_cap
        if over and staked > part / over:
            found.append(
                f"{staked:g} is staked on the {side} side and at most {part}/{over} of the main "
                "wager is allowed: a table would refuse it"
            )
    staked = sum(stakes[bet.id] for bet in side_bets if bet.side)
    part, over = tables.total_cap
    if over and staked > part / over:
        found.append(
            f"{staked:g} is staked on capped bets together and at most {part}/{over} of the main "
            "wager is allowed: a table would refuse it"
        )
    return found
