"""`pitboss simulate`: a game played out on all cores, a GPU or a cluster."""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.solving import Bets, Choice, stakes_of
from pitboss.cli.telling import print_json
from pitboss.cli.variant import WHOLE, Variant, find
from pitboss.cli.watching import dealing
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use

if TYPE_CHECKING:
    from pitboss.analysis.dealing_plan import Plan
    from pitboss.analysis.simulating import Simulation
    from pitboss.sim.bankroll import Bankroll
    from pitboss.sim.jobs import Interrupted

HOURS = 4.0
ROUNDS_PER_HOUR = 60.0
SIZES = {"k": 3, "m": 6, "g": 9, "b": 9, "t": 12}

Text = Annotated[str, Parameter(allow_leading_hyphen=True)]


def simulate(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    bet: Bets = (),
    optimise: Choice = "main",
    strategy: Text = "chart",
    rounds: Text | None = None,
    seed: Annotated[int, WHOLE] = 1,
    seats: Annotated[int, WHOLE] = 1,
    shoe: str = "csm",
    penetration: float | None = None,
    burn: Annotated[int | None, WHOLE] = None,
    device: str = "cpu",
    threads: Annotated[int | None, WHOLE] = None,
    cluster: str | None = None,
    job: Path | None = None,
    until_se: Annotated[float | None, Parameter(name="--until-se")] = None,
    against_solver: Annotated[bool, Parameter(name="--against-solver")] = False,
    events: str | None = None,
    bankroll: float | None = None,
    hours: float | None = None,
    rounds_per_hour: Annotated[float | None, Parameter(name="--rounds-per-hour")] = None,
    plot: Path | None = None,
    unit: float | None = None,
    json: bool = False,
) -> None:
    """Simulate a game: every wager's edge and deviation, with their errors.

    The solver's strategy is played out. The same seed gives the same answer on any number of
    threads, on a GPU and on a cluster. For example:

    `pitboss simulate half-back --rounds 1G --job half-back.job` deals a thousand million rounds.
    Stop it with Ctrl-C or pull the plug; the same command goes on, and 2G later adds to them.

    `pitboss simulate lucky-stiff --bet lucky-stiff=1 --until-se 1e-4` deals until the round's edge
    is known to 0.01 % of main.

    `pitboss simulate blackjack --shoe cut --penetration 0.8 --seats 5 --unit 25` deals shoes to a
    full table and says what it holds per hour at $25.

    `pitboss simulate blackjack --bankroll 100 --hours 8 --plot roll.svg` follows a player's 100
    units.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    bet
        BET=STAKE in main units: counts in the round's figures, and in play with --optimise total;
        may be repeated.
    optimise
        What play maximises: main, total (all stakes), or one bet's id.
    strategy
        chart, composition, a chart file, - for a chart on standard input, or cells to change in the
        best chart such as "hard 16 v T = S".
    rounds
        How many rounds to deal, written 2000000, 1e9, 10M or 2G; 10M unless said. With --shoe cut
        it is whole shoes, about so many rounds. With --until-se it is the most that are dealt.
    seed
        Another seed deals other rounds.
    seats
        Seats that play, 1 to 9.
    shoe
        csm: a fresh shoe for every round, as from a continuous shuffler. cut: shoes dealt down to a
        cut card.
    penetration
        How far into the shoe the cut card stands, 0.1 to 0.95, with --shoe cut; the game's file
        says unless given.
    burn
        Cards burned after a shuffle, 0 to 10, with --shoe cut; the game's file says unless given.
    device
        cpu, or cuda for an NVIDIA GPU.
    threads
        Threads on this machine's processor; all cores unless said.
    cluster
        Address of a dask scheduler whose workers deal; see `pitboss cluster`.
    job
        Keep what is done in this file, and go on with it: the result is that of one run without a
        stop. A job begun with --rounds alone does not take --until-se later.
    until_se
        Stop when the standard error of the round's mean, in main units, is this small. It is looked
        at now and then, first after up to four million rounds.
    against_solver
        Put every mean beside the solver's exact value of the strategy that is played.
    events
        Print the event table of one wager, of all, or of none; of those staked unless said.
    bankroll
        Follow the player at the first seat, who starts with so many main units: risk of ruin,
        percentiles. The paths are dealt beyond --rounds where they need more.
    hours
        Hours the player plays, 4 unless said; at most 50,000 rounds.
    rounds_per_hour
        Rounds dealt in an hour, for --unit and --bankroll; 60 unless said.
    plot
        Draw the bankroll's percentiles into this .svg file.
    unit
        Dollars on main at every seat: prints what the house wins in an hour, all seats together.
    json
        Print JSON for a script.

    """
    from pitboss.analysis.dealing_plan import Plan
    from pitboss.analysis.simulating import simulate_rules
    from pitboss.sim.jobs import Interrupted

    found, rules = find(game, variant)
    stakes = stakes_of(bet)
    plan = Plan(
        rounds=None if rounds is None else rounds_of(rounds), seed=seed, seats=seats, shoe=shoe,
        penetration=penetration, burn=burn, device=device, threads=threads, cluster=cluster,
        job=job, until_se=until_se,
    )  # fmt: skip
    extras = Extras(bankroll, hours, rounds_per_hour, plot, unit, events)
    extras.check(found, rules, stakes)
    try:
        with dealing(until_se, cluster) as progress:
            simulation = simulate_rules(
                found, rules, plan, bets=stakes, optimise=optimise, strategy=strategy,
                progress=progress,
            )  # fmt: skip
    except Interrupted as stopped:
        print(how_to_go_on(stopped, plan), file=sys.stderr)
        raise SystemExit(128 + stopped.by) from None
    parts = extras.of(simulation)
    if json:
        values = simulation.plain(against_solver=against_solver)
        values["streaks"] = simulation.streaks().plain() | {"seat": 1}
        values |= {name: part.plain() for name, part in parts.items()}
        if "bankroll" in values:
            values["bankroll"]["seat"] = 1
        print_json(values)
        return
    show(simulation, parts, events=events, against_solver=against_solver)
    if plot is not None:
        print(f"{plot}: written")


class Extras:
    """What is shown of a simulation on request: events, a bankroll, the house's hold."""

    def __init__(
        self, bankroll: float | None, hours: float | None, rounds_per_hour: float | None,
        plot: Path | None, unit: float | None, events: str | None,
    ) -> None:  # fmt: skip
        self.bankroll, self.hours, self.pace = bankroll, hours, rounds_per_hour
        self.plot, self.unit, self.events = plot, unit, events

    @property
    def rounds_per_hour(self) -> float:
        """As said, or as usual."""
        return ROUNDS_PER_HOUR if self.pace is None else self.pace

    def check(self, game: Any, rules: Any, bets: dict[str, float]) -> None:
        """Refuse before anything is dealt what would be refused after it."""
        from pitboss.analysis.amounts import check_amounts
        from pitboss.analysis.simulating import path_length
        from pitboss.analysis.stakes import checked_stakes
        from pitboss.rules.compile import compile_rules

        tables = compile_rules(rules)
        ids = [*tables.opening, *(bet.id for bet in tables.bets)]
        ids += ["insurance"] if tables.insurance[0] else []
        if self.events not in (None, "all", "none", *ids):
            choices = ["all", "none", *ids]
            raise RulesError(f"--events {self.events}: {use(choices, typed=self.events)}")
        stake = sum(checked_stakes(game, tables, bets).values())
        check_amounts(rounds_per_hour=self.rounds_per_hour)
        if self.unit is not None:
            check_amounts(unit=self.unit)
        if self.bankroll is not None:
            path_length(self.bankroll, stake, self.hours or HOURS, self.rounds_per_hour)
        for name, value in (("--hours", self.hours), ("--plot", self.plot)):
            if value is not None and self.bankroll is None:
                raise RulesError(f"{name} {value}: use it together with --bankroll")
        if self.pace is not None and self.bankroll is None and self.unit is None:
            raise RulesError(
                f"--rounds-per-hour {self.pace:g}: use it together with --unit or --bankroll"
            )
        if self.hours is not None:
            check_amounts(hours=self.hours)
        if self.plot is not None and self.plot.suffix.lower() != ".svg":
            raise RulesError(f"--plot {self.plot}: use a name that ends in .svg")
        if self.plot is not None and not self.plot.parent.is_dir():
            raise RulesError(f"--plot {self.plot}: there is no folder {str(self.plot.parent)!r}")

    def of(self, simulation: Simulation) -> dict[str, Any]:
        """The parts that were asked for; the picture is written."""
        found: dict[str, Any] = {}
        if self.bankroll is not None:
            roll = simulation.bankroll(
                self.bankroll,
                hours=self.hours or HOURS,
                rounds_per_hour=self.rounds_per_hour,
            )
            found["bankroll"] = roll
            if self.plot is not None:
                self._draw(roll, simulation.solution.game.name, self.plot)
        if self.unit is not None:
            found["hold"] = simulation.hold(rounds_per_hour=self.rounds_per_hour, unit=self.unit)
        return found

    def _draw(self, roll: Bankroll, title: str, path: Path) -> None:
        from pitboss.presentation.bankroll_plot import svg

        try:
            path.write_text(svg(roll, title), encoding="utf-8")
        except OSError as error:
            raise RulesError(f"--plot {path}: cannot be written: {error.strerror}") from None


def show(
    simulation: Simulation, parts: dict[str, Any], *, events: str | None, against_solver: bool
) -> None:
    """Print everything for a person."""
    from pitboss.analysis.simulating import CUT_CARD_EFFECT
    from pitboss.presentation.simulation_tables import (
        against_table,
        bankroll_text,
        events_table,
        hold_text,
        streaks_text,
    )

    console = Console(highlight=False)
    console.print(simulation)
    names = {bet: figures.name for bet, figures in simulation.solution.bets.items()}
    for name, bet in simulation.results.bets.items():
        if events in ("all", name) or (events is None and bet.staked):
            console.print()
            console.print(events_table(bet, names.get(name, name)))
    if against_solver:
        console.print()
        console.print(against_table(simulation))
        if simulation.plan.shoe == "cut":
            console.print(f"[yellow]Note: {CUT_CARD_EFFECT}.[/]")
    console.print()
    seats, dealt = simulation.results.seats, simulation.results.rounds
    console.print(streaks_text(simulation.streaks(), seats))
    if "bankroll" in parts:
        console.print(bankroll_text(parts["bankroll"], dealt=dealt, seats=seats))
    if "hold" in parts:
        console.print(hold_text(parts["hold"]))


def rounds_of(text: str) -> int:
    """Rounds as people type them.

    >>> rounds_of("2_000_000"), rounds_of("1e9"), rounds_of("10M"), rounds_of("2.5G")
    (2000000, 1000000000, 10000000, 2500000000)
    """
    from pitboss.analysis.dealing_plan import MOST_ROUNDS

    words = text.strip().replace("_", "").replace(",", "")
    power = SIZES.get(words[-1:].lower(), 0)
    try:
        value = Decimal(words[:-1] if power else words)
    except InvalidOperation:
        value = Decimal("nan")
    if not (text.isascii() and value.is_finite()):
        raise RulesError(f"rounds = {text}: use a whole number such as 2000000, 1e9, 10M or 2G")
    size = 10**power
    if not Decimal(1) / size <= value <= MOST_ROUNDS // size or value * size % 1:
        raise RulesError(f"rounds = {text}: use a whole number from 1 to {MOST_ROUNDS:,}")
    return int(value * size)


def how_to_go_on(stopped: Interrupted, plan: Plan) -> str:
    """One line for somebody who pressed Ctrl-C, or ended the process."""
    name = "rounds" if plan.shoe == "csm" else "shoes"
    done = f"{stopped.done:,}" + (f" of {stopped.units:,}" if stopped.units else "")
    if plan.job is None:
        return f"Stopped after {done} {name}; with --job FILE they would have been kept."
    return f"Stopped after {done} {name}, kept in {plan.job}; the same command goes on with them."
