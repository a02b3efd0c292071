"""`simulate`: a game played out, round by round, under the solver's strategy.

>>> import pitboss
>>> played = pitboss.simulate("blackjack", rounds=100_000, seed=1)
>>> abs(played.results.round.mean - played.solution.round.ev) < 4 * played.results.round.se
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss._version import __version__
from pitboss.analysis.amounts import MOST_AMOUNT, check_amounts
from pitboss.analysis.comparing import changed_cells
from pitboss.analysis.dealing_plan import Plan
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules
from pitboss.exact.chart import best_chart
from pitboss.exact.chart_format import to_chart
from pitboss.exact.policy_format import to_policy
from pitboss.rules.approval import plain_standing
from pitboss.rules.chart import Chart
from pitboss.rules.decode import encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.vocabulary import Rules
from pitboss.sim import cluster as machines
from pitboss.sim.bankroll import Bankroll, Hold, Streaks, hold, round_results, streaks
from pitboss.sim.fingerprint import policy_digest, sample_digest
from pitboss.sim.jobs import Progress, Run, run_job
from pitboss.sim.program import Program
from pitboss.sim.statistics import Results

if TYPE_CHECKING:
    from rich.console import RenderableType

PILOT = 64
"""Shoes dealt first to see how many rounds a shoe has."""
STREAK_ROUNDS = 1_000_000
"""Rounds that streaks are looked for in."""
PATHS = 10_000
"""Most paths a bankroll is followed on."""
PATH_ROUNDS = 1 << 24
"""Most rounds of all paths together."""
LONGEST_PATH = 50_000


class Simulation:
    """What a simulation found."""

    def __init__(
        self, solution: Solution, rules: Rules, program: Program, plan: Plan, run: Run
    ) -> None:
        self.solution, self.program, self.plan = solution, program, plan
        self.rules = plan.rules(rules)
        """As they were played."""
        self.results = Results(program.outcomes, program.read(run.tally), solution.stakes)
        self.seconds = run.seconds
        """Time spent dealing in this call."""
        dealt = program.read(run.dealt).rounds
        self.rounds_per_second = dealt / run.seconds if dealt else 0.0
        """Of what was dealt in this call: nothing where a finished job is read again."""
        self.device = plan.device
        self.warnings = [*solution.warnings, *self._notes()]

    def _notes(self) -> list[str]:
        """What somebody might not expect of how it was dealt."""
        notes, dealing = [], self.program.dealing
        if dealing.cut is not None and dealing.cut <= dealing.burn:
            notes.append(
                f"the cut card stands after {dealing.cut} cards, among the {dealing.burn} that are "
                "burned: every shoe has one round"
            )
        if self.reached is False:
            se, rounds = self.results.round.se, self.results.rounds
            known = f"{se:.2g}" if isfinite(se) else "not known"
            notes.append(
                f"until-se = {self.plan.until_se:g} is not reached: after {rounds:,} rounds the "
                f"standard error is {known}"
            )
        return notes

    @property
    def reached(self) -> bool | None:
        """Whether the error that was to end the dealing is reached; None where none was named."""
        target = self.plan.until_se
        return None if target is None else self.results.round.se <= target

    @cached_property
    def cells(self) -> list[str]:
        """Where a chart that was given differs from the best one, as cells are typed."""
        solution = self.solution
        if not solution.chart_was_given:
            return []
        columns = best_chart(solution.solver, solution.objective)
        best = to_chart(
            solution.game.id, solution.solver, solution.objective, columns, every_row=True
        )
        return [
            f"{'' if cell.table == 'play' else f'{cell.table}: '}{cell.hand} v {cell.upcard} = "
            f"{cell.after}"
            for cell in changed_cells(best, solution.chart)
            if cell.before and cell.after  # what one of them leaves out is not played
        ]

    def against_solver(self) -> list[dict[str, Any]]:
        """Each wager's mean beside its exact expectation under the strategy that was played.

        The solver values a full shoe. Under a cut card the two may differ by more than chance.
        """
        return [
            _beside(bet, self.solution.bets[bet].ev, result.mean, result.se)
            for bet, result in self.results.bets.items()
            if bet in self.solution.bets
        ]

    def round_against_solver(self) -> dict[str, Any]:
        """The same for the round, everything staked together."""
        round_result = self.results.round
        return _beside("round", self.solution.round.ev, round_result.mean, round_result.se)

    def first_rounds(self, rounds: int) -> NDArray[np.float64]:
        """The net result of the first seat in the first rounds of this seed, in their order."""
        codes = self.program.codes(0, rounds)
        parts = np.array_split(codes, -(-rounds // STREAK_ROUNDS))
        return np.concatenate([
            round_results(
                self.program.outcomes, part, self.solution.stakes, seed=self.plan.seed + part_index
            )
            for part_index, part in enumerate(parts)
        ])  # fmt: skip

    def streaks(self) -> Streaks:
        """The longest runs among the first rounds, a million of them at most."""
        return streaks(self.first_rounds(min(self.results.rounds, STREAK_ROUNDS)))

    def bankroll(self, start: float, *, hours: float, rounds_per_hour: float) -> Bankroll:
        """What becomes of a bankroll of so many units in so many hours, on up to 10,000 paths."""
        stake = self.results.round.initial_stake
        length = path_length(start, stake, hours, rounds_per_hour)
        paths = min(PATHS, PATH_ROUNDS // length)
        results = self.first_rounds(paths * length).reshape(paths, length)
        return Bankroll(results, start=start, stake=stake)

    def hold(self, *, rounds_per_hour: float, unit: float) -> Hold:
        """What the table wins for the house in an hour, with `unit` the money on the main wager."""
        return hold(self.results, rounds_per_hour=rounds_per_hour, unit=unit)

    def plain(self, *, against_solver: bool = False) -> dict[str, Any]:
        """The whole answer as plain values: what `--json` prints."""
        plan, solution = self.plan, self.solution
        cut = plan.shoe == "cut"
        values = {
            "version": __version__,
            "game": solution.game.id,
            "approval": plain_standing(solution.game, self.rules),
            "rules": encode(self.rules),
            "rules_hash": solution.solver.tables.digest(),
            "strategy": solution.strategy,
            "strategy_hash": policy_digest(to_policy(solution.solver, solution.plays)),
            "optimised_for": solution.optimised_for,
            **self.results.plain(),
            "rounds_asked": plan.most_rounds,
            "seed": plan.seed,
            "shoe": plan.shoe,
            "penetration": self.rules.shoe.penetration if cut else None,
            "burn": self.rules.shoe.burn if cut else None,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "device": self.device,
            "warnings": self.warnings,
        }
        if cut:
            tally = self.results.tally
            values["shoes"], values["ran_out"] = tally.shoes, tally.ran_out
        if plan.cluster:
            values["cluster"] = plan.cluster
        if plan.until_se:
            values["until_se"], values["until_se_reached"] = plan.until_se, self.reached
        if solution.chart_was_given:
            values["cells"] = self.cells
            values["chart"] = msgspec.to_builtins(solution.chart, str_keys=True)
        if against_solver:
            values["against_solver"] = self.against_solver()
            values["against_solver_round"] = self.round_against_solver()
            if cut:
                values["warnings"] = [*self.warnings, CUT_CARD_EFFECT]
        return values

    def table(self) -> RenderableType:
        """All results as a table for the terminal or a notebook."""
        from pitboss.presentation.simulation_tables import simulation_table

        return simulation_table(self)

    def __rich__(self) -> RenderableType:
        return self.table()

    def __repr__(self) -> str:
        round_result = self.results.round
        known = f"{round_result.se:.4%}" if isfinite(round_result.se) else "?"
        return (
            f"<{self.solution.game.id}: {self.results.rounds:,} rounds, house edge "
            f"{round_result.house_edge_per_main:.4%} ± {known} of the main wager>"
        )

    def _repr_html_(self) -> str:
        from pitboss.presentation.simulation_tables import simulation_html

        return simulation_html(self)


def _beside(name: str, exact: float, mean: float, se: float) -> dict[str, Any]:
    """A mean beside its exact value; nothing is said in standard errors that are not known."""
    known = isfinite(se)
    return {
        "bet": name, "solver": exact, "simulated": mean, "se": se if known else None,
        "z": (mean - exact) / se if known else None,
    }  # fmt: skip


def path_length(start: float, stake: float, hours: float, rounds_per_hour: float) -> int:
    """Rounds a bankroll is followed for; what makes no sense is refused."""
    if not stake <= start <= MOST_AMOUNT:
        raise RulesError(
            f"bankroll = {start:g}: use {stake:g}, one round's stake, to {MOST_AMOUNT:,} units"
        )
    check_amounts(hours=hours, rounds_per_hour=rounds_per_hour)
    rounds = hours * rounds_per_hour
    if not 1 <= rounds <= LONGEST_PATH:
        raise RulesError(
            f"hours × rounds_per_hour = {rounds:,g}: a bankroll is followed for 1 to "
            f"{LONGEST_PATH:,} rounds"
        )
    return round(rounds)


CUT_CARD_EFFECT = (
    "the solver values a full shoe, so the difference contains the cut-card effect beside chance"
)


def simulate(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
    bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str | Path | Chart = "chart", rounds: int | None = None, seed: int = 1,
    seats: int = 1, shoe: str = "csm", penetration: float | None = None, burn: int | None = None,
    device: str = "cpu", threads: int | None = None, cluster: str | None = None,
    job: str | Path | None = None, until_se: float | None = None,
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Simulate a game.

    `bets`, `optimise` and `strategy` are those of `solve`; the strategy found is what is played.
    `Plan` describes the others. The same seed gives the same result on any number of threads, on a
    GPU and on a cluster; with `job`, a file, also after any interruption.
    """
    chosen_game, rules = rules_of(
        game, decks=decks, soft17=soft17, paytables=paytables, options=options
    )
    plan = Plan(
        rounds=rounds, seed=seed, seats=seats, shoe=shoe, penetration=penetration, burn=burn,
        device=device, threads=threads, cluster=cluster, job=None if job is None else Path(job),
        until_se=until_se,
    )  # fmt: skip
    return simulate_rules(
        chosen_game, rules, plan, bets=bets, optimise=optimise,
        strategy=strategy, progress=progress,
    )  # fmt: skip


def simulate_rules(
    game: Game, rules: Rules, plan: Plan, *, bets: Mapping[str, float] | None = None,
    optimise: str = "main", strategy: str | Path | Chart = "chart",
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Simulate rules whose options are all decided."""
    if not plan.cluster:
        machines.check_device(plan.device)
    solution = solve_rules(game, rules, bets=bets, optimise=optimise, strategy=strategy)
    tables = solution.solver.tables
    policy, dealing = to_policy(solution.solver, solution.plays), plan.dealing(rules)
    program = machines.build(tables, policy, dealing, "cpu" if plan.cluster else plan.device)
    about = {
        "game": game.id,
        "rules": encode(rules),
        "strategy": solution.strategy,
        "optimised_for": solution.optimised_for,
    }

    def run(crew: machines.Cluster | None = None) -> Run:
        return run_job(
            program, _units(program, plan), stakes=solution.stakes, threads=plan.threads, crew=crew,
            job_file=plan.job, about=about, decisions=policy_digest(policy),
            until_se=plan.until_se, progress=progress,
        )  # fmt: skip

    if plan.cluster is None:
        return Simulation(solution, rules, program, plan, run())
    parts = (tables, policy, dealing)
    with machines.joined(
        plan.cluster, parts, sample=sample_digest(program), device=plan.device
    ) as crew:
        return Simulation(solution, rules, program, plan, run(crew))


def _units(program: Program, plan: Plan) -> int | None:
    """How many units have so many rounds; None where only the error ends the job."""
    rounds = plan.most_rounds
    if rounds is None or program.dealing.cut is None:
        return rounds
    dealt = program.read(program.run(0, PILOT)).rounds
    return -(-rounds * PILOT // dealt)
