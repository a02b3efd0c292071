"""`simulate`: a game played out, round by round, under the solver's strategy.

>>> import pitboss
>>> played = pitboss.simulate("blackjack", rounds=100_000, seed=1)
>>> abs(played.results.round.mean - played.solution.round.ev) < 4 * played.results.round.se
True
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss import games
from pitboss.exact.policy_format import to_policy
from pitboss.rules.chart import Chart
from pitboss.rules.decode import encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.vocabulary import Rules
from pitboss.sim import cluster as machines
from pitboss.sim.bankroll import Bankroll, Hold, Streaks, hold, round_results, streaks
from pitboss.sim.fingerprint import policy_digest, sample_digest
from pitboss.sim.jobs import Progress, Run, run_job
from pitboss.sim.program import Dealing, Program
from pitboss.sim.statistics import Results
from pitboss.strategy.solution import Solution, solve_rules

if TYPE_CHECKING:
    from rich.console import RenderableType

ROUNDS = 10_000_000
"""Rounds unless told otherwise."""
MOST_ROUNDS = 10**15
MOST_SEED = 2**62 - 1
MOST_THREADS = 1024
PILOT = 64
"""Shoes dealt first to see how many rounds a shoe has."""
STREAK_ROUNDS = 1_000_000
"""Rounds that streaks are looked for in."""
PATHS = 10_000
"""Most paths a bankroll is followed on."""
PATH_ROUNDS = 1 << 24
"""Most rounds of all paths together."""
LONGEST_PATH = 50_000


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much is dealt, how, and by whom."""

    rounds: int | None = None
    """Rounds at the table, in whole shoes about so many; ten million, or with `until_se` as many as
    it takes.
    """
    seed: int = 1
    seats: int = 1
    shoe: str = "csm"
    """``csm``: a fresh shoe for every round. ``cut``: shoes dealt down to a cut card."""
    penetration: float | None = None
    """How far into the shoe the cut card stands; the game's file says unless told."""
    burn: int | None = None
    """Cards burned after a shuffle; the game's file says unless told."""
    device: str = "cpu"
    threads: int | None = None
    cluster: str | None = None
    job: Path | None = None
    until_se: float | None = None
    """Stop once the standard error of the round's mean is no larger."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("rounds", 1, MOST_ROUNDS), ("seed", 0, MOST_SEED), ("seats", 1, 9),
            ("penetration", 0.1, 0.95), ("burn", 0, 10), ("threads", 1, MOST_THREADS),
        ):  # fmt: skip
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise RulesError(f"{name} = {value}: allowed are {least} to {most:,}")
        for name, allowed in (("shoe", ("csm", "cut")), ("device", ("cpu", "cuda"))):
            value = getattr(self, name)
            if value not in allowed:
                raise RulesError(f"{name} = {value}: allowed are {', '.join(allowed)}")
        if self.until_se is not None and not 0 < self.until_se < inf:
            raise RulesError(
                f"until_se = {self.until_se:g}: allowed are errors above 0, in main units"
            )

    def dealing(self, rules: Rules) -> Dealing:
        """How cards come under a game's rules."""
        if self.shoe == "csm":
            return Dealing(seed=self.seed, seats=self.seats, burn=0)
        burn = rules.shoe.burn if self.burn is None else self.burn
        return Dealing(
            seed=self.seed,
            seats=self.seats,
            cut=round(52 * rules.shoe.decks * self.cut_at(rules)),
            burn=burn,
        )

    def cut_at(self, rules: Rules) -> float:
        """Where the cut card stands."""
        return rules.shoe.penetration if self.penetration is None else self.penetration


class Simulation:
    """What a simulation found."""

    def __init__(self, solution: Solution, program: Program, plan: Plan, run: Run) -> None:
        self.solution, self.program, self.plan = solution, program, plan
        self.results = Results(program.outcomes, program.read(run.tally), solution.stakes)
        self.seconds = run.seconds
        """Time spent dealing in this call."""
        dealt = program.read(run.dealt).rounds
        self.rounds_per_second = dealt / run.seconds if dealt else 0.0
        """Of what was dealt in this call: nothing where a finished job is read again."""
        self.device = plan.device
        self.warnings = [*solution.warnings]
        if plan.shoe == "csm" and plan.penetration is not None:
            self.warnings.append("a continuous shuffler has no cut card: penetration means nothing")

    def against_solver(self) -> list[dict[str, Any]]:
        """Each wager's mean beside its exact expectation under the strategy that was played.

        The solver values a full shoe. Under a cut card the two may differ by more than chance.
        """
        rows = []
        for bet, result in self.results.bets.items():
            if bet not in self.solution.bets:
                continue
            exact = self.solution.bets[bet].ev
            apart = result.mean - exact
            z = apart / result.se if result.se else None if apart else 0.0
            rows.append({
                "bet": bet, "solver": exact, "simulated": result.mean,
                "se": result.se if isfinite(result.se) else None, "z": z,
            })  # fmt: skip
        return rows

    def first_rounds(self, rounds: int) -> NDArray[np.float64]:
        """The net result of the first seat in the first rounds of this seed, in their order."""
        codes = self.program.codes(0, rounds)
        parts = np.array_split(codes, -(-rounds // STREAK_ROUNDS))
        return np.concatenate([
            round_results(
                self.program.outcomes, part, self.solution.stakes, seed=self.plan.seed + place
            )
            for place, part in enumerate(parts)
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
            "game": solution.game.id,
            "rules": encode(solution.rules),
            "rules_hash": solution.solver.model.tables.digest(),
            "strategy": solution.strategy,
            "optimised_for": solution.optimised_for,
            **self.results.plain(),
            "seed": plan.seed,
            "shoe": plan.shoe,
            "penetration": plan.cut_at(solution.rules) if cut else None,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "device": self.device,
            "warnings": self.warnings,
        }
        if plan.cluster:
            values["cluster"] = plan.cluster
        if plan.until_se:
            values["until_se"] = plan.until_se
        if against_solver:
            values["against_solver"] = self.against_solver()
            if cut:
                values["warnings"] = [*self.warnings, CUT_CARD_EFFECT]
        return values

    def table(self) -> RenderableType:
        """All results as a table for the terminal or a notebook."""
        from pitboss.strategy.simulation_text import simulation_table

        return simulation_table(self)

    def __rich__(self) -> RenderableType:
        return self.table()

    def __repr__(self) -> str:
        one = self.results.round
        return (
            f"<{self.solution.game.id}: {self.results.rounds:,} rounds, house edge "
            f"{one.house_edge_per_main:.4%} ± {one.se:.4%} of the main wager>"
        )


def check_above_zero(**values: float) -> None:
    """Refuse a number that is not above zero, by its name."""
    for name, value in values.items():
        if not 0 < value < inf:
            raise RulesError(f"{name} = {value:g}: allowed are numbers above 0")


def path_length(start: float, stake: float, hours: float, rounds_per_hour: float) -> int:
    """Rounds a bankroll is followed for; what makes no sense is refused."""
    if not stake <= start < inf:
        raise RulesError(
            f"bankroll = {start:g}: allowed are {stake:g} units, one round's stake, and more"
        )
    check_above_zero(hours=hours, rounds_per_hour=rounds_per_hour)
    rounds = hours * rounds_per_hour
    if not 1 <= rounds <= LONGEST_PATH:
        raise RulesError(
            f"hours × rounds_per_hour = {rounds:,g}: allowed are 1 to {LONGEST_PATH:,} rounds"
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
    found = game if isinstance(game, Game) else games.find(str(game))
    chosen: dict[str, OptionValue] = dict(options or {})
    if decks is not None:
        chosen["decks"] = decks
    if soft17 is not None:
        chosen["soft17"] = soft17
    plan = Plan(
        rounds=rounds, seed=seed, seats=seats, shoe=shoe, penetration=penetration, burn=burn,
        device=device, threads=threads, cluster=cluster, job=None if job is None else Path(job),
        until_se=until_se,
    )  # fmt: skip
    return simulate_rules(
        found, found.rules(chosen, paytables), plan, bets=bets, optimise=optimise,
        strategy=strategy, progress=progress,
    )  # fmt: skip


def simulate_rules(
    game: Game, rules: Rules, plan: Plan, *, bets: Mapping[str, float] | None = None,
    optimise: str = "main", strategy: str | Path | Chart = "chart",
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Simulate rules whose options are all decided."""
    if not plan.cluster:
        check_device(plan.device)
    solution = solve_rules(game, rules, bets=bets, optimise=optimise, strategy=strategy)
    tables = solution.solver.model.tables
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
        return Simulation(solution, program, plan, run())
    parts = (tables, policy, dealing)
    with machines.joined(
        plan.cluster, parts, sample=sample_digest(program), device=plan.device
    ) as crew:
        return Simulation(solution, program, plan, run(crew))


def check_device(device: str) -> None:
    """Refuse a GPU that is not there."""
    if device != "cuda":
        return
    if importlib.util.find_spec("numba_cuda") is None:
        raise RulesError("device = cuda: this needs the gpu extra; pip install 'pitboss[gpu]'")
    from pitboss.sim.cuda import cuda  # type: ignore[attr-defined]

    if not cuda.is_available():
        raise RulesError("device = cuda: no NVIDIA GPU is found here; allowed is cpu")


def _units(program: Program, plan: Plan) -> int | None:
    """How many units have so many rounds; None where only the error ends the job."""
    rounds = plan.rounds
    if rounds is None:
        if plan.until_se is not None:
            return None
        rounds = ROUNDS
    if program.dealing.cut is None:
        return rounds
    dealt = program.read(program.run(0, PILOT)).rounds
    return -(-rounds * PILOT // dealt)
