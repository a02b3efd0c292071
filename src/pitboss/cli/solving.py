"""`pitboss solve`, `strategy`, `ev`: exact figures, charts and single decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from pitboss.cli.spinner import compiling, counting
from pitboss.cli.telling import Form, print_json
from pitboss.cli.variant import Variant, find
from pitboss.rules.approval import plain_standing
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.analysis.solution import Solution

MOST_EXCEPTIONS = 40
"""Hands that are printed for a person; a file holds them all."""

Bets = Annotated[tuple[str, ...], Parameter(name="--bet")]
Choice = Annotated[str, Parameter(name="--optimise")]


def stakes_of(bets: tuple[str, ...]) -> dict[str, float]:
    """Stakes typed as BET=STAKE."""
    stakes = {}
    for text in bets:
        bet, equals, value = text.partition("=")
        if bet.strip() in stakes:
            raise RulesError(f"--bet {text!r}: {bet.strip()} was given already")
        try:
            stakes[bet.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals or not bet.strip():
            raise RulesError(
                f"--bet {text!r}: write BET=STAKE with the stake in main units, such as "
                "--bet main=1"
            )
    return stakes


def solve(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    bet: Bets = (),
    optimise: Choice = "main",
    strategy: Annotated[str, Parameter(allow_leading_hyphen=True)] = "composition",
    shoe: str | None = None,
    gone: str = "",
    events: str | None = None,
    removal: bool = False,
    covariance: bool = False,
    distribution: bool = False,
    exact_sd: Annotated[bool, Parameter(name="--exact-sd")] = False,
    json: bool = False,
) -> None:
    """Solve a game exactly: expectation, house edge, variance of every wager.

    Values are exact for the strategy named; it is found first and maximises what --optimise says.
    For example:

    `pitboss solve lucky-stiff --bet lucky-stiff=1 --optimise total --distribution` plays for both
    wagers, and says how likely every result of a round is.

    `pitboss solve blackjack --decks 1 --gone 5,5,T` is a deck that three cards are gone from.

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
        composition, chart, a chart file, - for a chart on standard input, or cells to change in the
        best chart such as "hard 16 v T = S".
    shoe
        Cards in the shoe by rank, such as "Ax24 2x24 … Kx20"; a full shoe without it.
    gone
        Ranks already gone from the shoe, such as T,T,5.
    events
        Print the event table of a wager, or of all.
    removal
        Print the effect of removing one card of each rank on every wager.
    covariance
        Print the covariances between wagers.
    distribution
        Print the chance of every net result of a round: exact for rounds that are not split, drawn
        at random, with its error, for those that are.
    exact_sd
        Enumerate what split hands bring together instead of sampling it: standard deviations
        without error, after some seconds for some games.
    json
        Print JSON for a script.

    """
    from pitboss.analysis.card_removal import effects_of_removal
    from pitboss.analysis.partial_shoes import typed_shoe
    from pitboss.analysis.round_results import results_of
    from pitboss.analysis.solving import solve_rules
    from pitboss.presentation.solution_tables import events_table, results_table

    found, rules = find(game, variant)
    cards = typed_shoe(rules.shoe.decks, shoe, gone)
    with compiling():
        solution = solve_rules(
            found, rules, bets=stakes_of(bet), optimise=optimise, strategy=strategy, shoe=cards
        )
        if events not in (None, "all", *solution.bets):
            choices = ["all", *solution.bets]
            raise RulesError(f"--events {events}: {use(choices, typed=events)}")
        if exact_sd:
            with counting("Pairs of split hands") as progress:
                solution.enumerate_splits(progress)
        plain = solution.plain()
        results = results_of(solution) if distribution else None
    if json:
        if results:
            plain["distribution"] = results.plain()
        if removal:
            plain["removal"] = effects_of_removal(solution)
        if covariance:
            ids, matrix = solution.covariance()
            plain["covariance"] = {"bets": ids, "matrix": matrix.tolist()}
        print_json(plain)
        return
    console = Console()
    console.print(solution)
    if optimise == "main":
        for line in _table_lines(solution):
            console.print(line)
    for name, figures in solution.bets.items():
        if events in ("all", name):
            console.print()
            console.print(events_table(figures))
    if results:
        console.print()
        console.print(results_table(results))
    if removal:
        _print_removal(console, effects_of_removal(solution))
    if covariance:
        _print_covariance(console, *solution.covariance())
    if events is None:
        console.print(
            f"\n[dim]Solved in {solution.seconds * 1000:.0f} ms. --events all shows every event, "
            f"pitboss strategy {game} the chart, --json everything.[/]"
        )


def _table_lines(solution: Solution) -> list[str]:
    """The best and the worst pay table of every bet that has several."""
    from pitboss.analysis.paytables import best_and_worst
    from pitboss.presentation.solution_tables import percent

    lines = []
    for bet in solution.solver.tables.bets:
        best, worst = best_and_worst(solution, bet.id)
        if best.house_edge != worst.house_edge:
            lines.append(
                f"{escape(bet.name)}: best for the player is pay table {best.table} with "
                f"{percent(best.house_edge)}, worst is {worst.table} with "
                f"{percent(worst.house_edge)}."
            )
    return lines


def _print_removal(console: Console, effects: dict[str, dict[str, float]]) -> None:
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import number

    title = "\nEffect of removing one card, in percent of a unit staked"
    grid = Columns("card", *effects, title=title)
    alike: dict[tuple[float, ...], list[str]] = {}
    for rank in next(iter(effects.values())):
        alike.setdefault(tuple(row[rank] for row in effects.values()), []).append(rank)
    for values, ranks in alike.items():
        grid.add(" ".join(ranks), *(number(100 * value, 4) for value in values))
    console.print(grid)


def _print_covariance(console: Console, ids: list[str], matrix: NDArray[np.float64]) -> None:
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import number

    grid = Columns("wager", *ids, title="\nCovariances, per unit staked on each")
    for bet, row in zip(ids, matrix, strict=True):
        grid.add(bet, *(number(float(value), 4) for value in row))
    console.print(grid)


def strategy(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    bet: Bets = (),
    optimise: Choice = "main",
    exceptions: bool = False,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    json: bool = False,
) -> None:
    """Show the best chart: one action per hard total, soft total and pair against each upcard.

    For example:

    `pitboss strategy half-back -o chart.html` writes a page to print.

    `pitboss strategy blackjack --decks 1 --exceptions` lists the hands whose exact cards say
    otherwise than the chart, and what its move costs there.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    bet
        BET=STAKE in main units; with --optimise total play minds them.
    optimise
        What play maximises: main, total (all stakes), or one bet's id.
    exceptions
        Show instead where the best play of the main game by exact cards leaves the chart.
    output
        Write the chart to a file instead: .csv, .json, .html, .svg or .png; exceptions to .csv or
        .json.
    json
        Print JSON for a script.

    """
    if exceptions:
        _exceptions(game, variant, bet, optimise, Form(json=json, output=output))
        return
    from pitboss.analysis.solving import solve_rules
    from pitboss.presentation import charts
    from pitboss.presentation.solution_tables import percent, rules_title

    if output is not None:
        charts.check_name(output)
    found, rules = find(game, variant)
    with compiling():
        solution = solve_rules(
            found, rules, bets=stakes_of(bet), optimise=optimise, strategy="chart"
        )
        chart = solution.chart
        best = solve_rules(found, rules, bets=stakes_of(bet), optimise=optimise)
    if json:
        values = msgspec.to_builtins(chart, str_keys=True)
        values["rules_hash"] = solution.rules_hash
        values["approval"] = plain_standing(found, rules)
        values["optimised_for"] = solution.optimised_for
        values["ev"] = float(solution.figures.expectations()[: solution.figures.openings].sum())
        print_json(values)
        return
    aim = ", ".join(solution.optimised_for)
    title = f"{found.name}, {rules_title(found, rules)}: best chart for {aim}"
    if output is not None:
        charts.save(chart, title, output)
        print(f"{output}: written")
        return
    console = Console()
    console.print(charts.terminal(chart, title, console.width))
    console.print(
        f"\nHouse edge of the main game with this chart: "
        f"{percent(-float(_main(solution)))}; by the exact cards of every hand "
        f"{percent(-float(_main(best)))}."
    )


def _exceptions(
    game: str, variant: Variant | None, bets: tuple[str, ...], optimise: str, form: Form
) -> None:
    """Where the best play by exact cards leaves the chart."""
    from pitboss.advice.chart_exceptions import exceptions_of
    from pitboss.analysis.solving import solve_rules
    from pitboss.presentation.solution_tables import exceptions_table, percent

    if bets or optimise != "main":
        raise RulesError("--exceptions: they are the main game's; leave out --bet and --optimise")
    form.check()
    found, rules = find(game, variant)
    with compiling():
        best = solve_rules(found, rules)
        charted = solve_rules(found, rules, strategy="chart")
        rows = exceptions_of(best)
    records = [row.plain() for row in rows]
    values = {
        "game": found.id, "rules_hash": best.rules_hash, "ev_chart": _main(charted),
        "ev_composition": _main(best), "exceptions": records,
        "approval": plain_standing(found, rules),
    }  # fmt: skip
    if form.told(values, records):
        return
    console = Console(highlight=False)
    console.print(
        f"[bold]{escape(found.name)}[/]: hands to play otherwise than the best chart says"
    )
    console.print(exceptions_table(rows[:MOST_EXCEPTIONS]))
    if len(rows) > MOST_EXCEPTIONS:
        console.print(
            f"{len(rows) - MOST_EXCEPTIONS:,} more; -o FILE.csv writes all {len(rows):,}."
        )
    console.print(
        f"\nHouse edge of the main game with the chart {percent(-_main(charted))}, by the exact "
        f"cards of every hand {percent(-_main(best))}. These hands make "
        f"{percent(sum(row.loss for row in rows))} of the difference, hands made by a split the "
        "rest."
    )


def _main(solution: Solution) -> float:
    return float(solution.figures.expectations()[: solution.figures.openings].sum())
