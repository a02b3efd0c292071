"""Simulations as people read them: tables and sentences for the terminal, HTML for notebooks."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from pitboss.presentation.columns import Columns, pairs_of
from pitboss.presentation.solution_tables import (
    heading,
    number,
    pays_text,
    percent,
    staked_text,
    summary_html,
    table_html,
    units,
)

if TYPE_CHECKING:
    from pitboss.analysis.simulating import Simulation
    from pitboss.sim.bankroll import Bankroll, Hold, Streaks
    from pitboss.sim.statistics import BetResult

CELLS = 6
"""Most cells of a chart that are named."""
LETTERS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def short(value: float) -> str:
    """A large number in three digits.

    >>> short(123_456_789), short(7_000), short(12)
    ('123 M', '7.00 k', '12')
    """
    for size, letter in LETTERS:
        if value >= size * 0.9995:
            digits = 0 if value >= size * 99.95 else 1 if value >= size * 9.995 else 2
            return f"{value / size:.{digits}f} {letter}"
    return f"{value:.0f}"


def count(many: int, thing: str) -> str:
    """So many of a thing.

    >>> count(1, "round"), count(2000, "round")
    ('1 round', '2,000 rounds')
    """
    return f"{many:,} {thing}" + ("" if many == 1 else "s")


def error(value: float, digits: int = 4) -> str:
    """A standard error in percent; a question mark where it is not known."""
    return f"± {percent(value, digits)}" if isfinite(value) else "± ?"


HEADINGS = ("wager", "stake", "house edge", "standard error", "sd", "hit rate")


def wager_rows(simulation: Simulation) -> list[tuple[str, ...]]:
    """Every wager's results under `HEADINGS`."""
    names = {bet: figures.name for bet, figures in simulation.solution.bets.items()}
    return [
        (
            names.get(bet.id, bet.id), staked_text(bet.stake, bet.staked), percent(bet.house_edge),
            error(bet.se), number(bet.sd, 4), percent(bet.hit_rate, 2),
        )
        for bet in simulation.results.bets.values()
    ]  # fmt: skip


def simulation_html(simulation: Simulation) -> str:
    """The table of wagers as HTML for a notebook, the round's figures above it."""
    said = summary_html(simulation.solution, repr(simulation)[1:-1], simulation.warnings)
    return said + table_html(HEADINGS, wager_rows(simulation))


def simulation_table(simulation: Simulation) -> RenderableType:
    """Every wager's results, then the round's, then how it was dealt."""
    solution = simulation.solution
    grid = Columns(*HEADINGS)
    for name, *figures in wager_rows(simulation):
        grid.add(escape(name), *figures)
    notes = [warning for warning in simulation.warnings if warning not in solution.warnings]
    return Group(
        heading(solution), *_cells(simulation),
        *(Text(f"Note: {note}.", style="yellow") for note in notes),
        Text(), grid, Text(), _round(simulation), _dealt(simulation),
    )  # fmt: skip


def _cells(simulation: Simulation) -> list[RenderableType]:
    """Where a chart that was given differs from the best one, in short."""
    if simulation.solution.strategy != "given chart":
        return []
    cells = simulation.cells
    words = "; ".join(cells[:CELLS]) or "no cell"
    if len(cells) > CELLS:
        words += f" and {count(len(cells) - CELLS, 'other cell')}"
    return [Text(f"Unlike the best chart: {words}.")]


def _round(simulation: Simulation) -> RenderableType:
    one = simulation.results.round
    rows = [
        ("Round, house edge per main wager", percent(one.house_edge_per_main), error(one.se)),
        (
            f"… per {units(one.initial_stake)} staked before the deal",
            percent(one.house_edge_per_stake),
            error(one.se / one.initial_stake),
        ),
        (
            f"… per {one.average_stake:.4f} units at risk on average (element of risk)",
            percent(one.element_of_risk),
            error(one.se / one.average_stake),
        ),
        (
            "Standard deviation of a round",
            number(one.sd, 5),
            f"± {one.sd_error:.0e}" if isfinite(one.sd_error) else "± ?",
        ),
    ]
    return pairs_of([(name, f"{value}  {known}") for name, value, known in rows])


def _dealt(simulation: Simulation) -> RenderableType:
    results, plan = simulation.results, simulation.plan
    where = f"on cluster {plan.cluster}" if plan.cluster else f"on {simulation.device}"
    how, ran_out = "a fresh shoe for every round", ""
    if plan.shoe == "cut":
        tally, shoe = results.tally, simulation.rules.shoe
        how = (
            f"{count(tally.shoes, 'shoe')} dealt to {percent(shoe.penetration, 0)}, "
            f"{count(shoe.burn, 'card')} burned"
        )
        if tally.ran_out:
            ran_out = (
                f" In {count(tally.ran_out, 'round')} the cards ran out: the discards were "
                "shuffled and dealt on, and the shoe ended with the round."
            )
    seats = f" at {results.seats} seats" if results.seats > 1 else ""
    speed = "read from the job's file"
    if simulation.rounds_per_second:
        speed = (
            f"{simulation.seconds:.2f} s {where}, {short(simulation.rounds_per_second)} rounds/s"
        )
    return Text(
        f"\n{count(results.rounds, 'round')}{seats} from seed {plan.seed}, {how}: {speed}."
        f"{ran_out}",
        style="dim",
    )


def events_table(bet: BetResult, name: str) -> RenderableType:
    """How often each event of a wager came, and what it brought."""
    grid = Columns("event", "share", "pays", "return", title=escape(name))
    for event in bet.events:
        grid.add(
            escape(event.event), f"{event.probability:.8f}", pays_text(event.pays),
            number(event.returns, 8),
        )  # fmt: skip
    whole = sum(event.probability for event in bet.events)
    grid.add("[dim]all[/]", f"{whole:.8f}", "", number(bet.mean, 8))
    return grid


def against_table(simulation: Simulation) -> RenderableType:
    """Each wager's mean beside the solver's expectation."""
    grid = Columns(
        "wager", "solver", "simulated", "standard error", "apart, in standard errors",
        title="Against the solver",
    )  # fmt: skip
    for row in (*simulation.against_solver(), simulation.round_against_solver()):
        grid.add(
            row["bet"], number(row["solver"], 8), number(row["simulated"], 8),
            f"{row['se']:.8f}" if row["se"] is not None else "?",
            number(row["z"], 2) if row["z"] is not None else "?",
        )  # fmt: skip
    return grid


def streaks_text(streaks: Streaks, seats: int) -> str:
    """The longest runs at the first of so many seats."""
    first = f"{streaks.rounds:,} rounds" if streaks.rounds > 1 else "round"
    where = " at the first seat" if seats > 1 else ""
    return (
        f"In the first {first} the longest run of wins{where} was {streaks.longest_win}, of losses "
        f"{streaks.longest_loss}; pushes count for neither."
    )


def hold_text(hold: Hold) -> str:
    """What the house wins in an hour."""
    seats = f"{hold.seats} seats" if hold.seats > 1 else "one seat"
    known = f"{hold.win_error:,.2f}" if isfinite(hold.win_error) else "?"
    text = (
        f"Hold with ${hold.unit:,.2f} on main at {seats} and {hold.rounds_per_hour:g} rounds an "
        f"hour: ${hold.win_per_hour:,.2f} ± {known} an hour, "
        f"standard deviation ${hold.sd_per_hour:,.2f}"
    ).replace("$-", "−$")
    if not isfinite(hold.win_error):
        return f"{text}; so few rounds do not say when the house is ahead."
    if hold.hours_until_ahead is None:
        return f"{text}; by this estimate the house does not expect to win."
    low, high = hold.hours_until_ahead_confidence
    most = "never" if high is None else f"{high:,.0f}"
    return (
        f"{text}; after about {hold.hours_until_ahead:,.0f} hours the house is ahead in 95 cases "
        f"of 100 ({low:,.0f} to {most} by the error of the win)."
    )


def bankroll_text(bankroll: Bankroll, *, dealt: int, seats: int) -> str:
    """The risk of ruin and where bankrolls end, beside so many rounds that were dealt."""
    where = " at the first seat" if seats > 1 else ""
    beyond = bankroll.paths * bankroll.rounds - dealt
    also = f" The paths go {count(beyond, 'round')} beyond those above." if beyond > 0 else ""
    low, high = bankroll.ruin_confidence
    ends = ", ".join(
        f"{value:,.1f} ({percentile} %)" for percentile, value in bankroll.final.items()
    )
    return (
        f"A bankroll of {bankroll.start:,g} units{where} over {count(bankroll.rounds, 'round')} is "
        f"ruined on {percent(bankroll.ruin, 2)} of {bankroll.paths:,} paths ({percent(low, 2)} to "
        f"{percent(high, 2)} in 95 cases of 100). It ends at {ends} or below.{also}"
    ).replace("-", "−")
