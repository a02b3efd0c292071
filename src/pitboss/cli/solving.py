"""`pitboss solve`, `strategy`, `ev`: exact figures, charts and single decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.variant import Variant, find
from pitboss.cli.waiting import compiling, counting
from pitboss.rules.errors import RulesError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.strategy.solution import Solution

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
                f"--bet {text!r}: allowed is BET=STAKE with the stake in main units, such as "
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
    exact_sd: Annotated[bool, Parameter(name="--exact-sd")] = False,
    json: bool = False,
) -> None:
    """Solve a game exactly: expectation, house edge, variance of every wager.

    Values are exact for the strategy named; it is found first and maximises what --optimise says.

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
    exact_sd
        Enumerate what split hands bring together instead of sampling it: standard deviations
        without error, after some seconds for some games.
    json
        Print JSON for a script.

    """
    from pitboss.strategy.printing import events_table
    from pitboss.strategy.removal import effects_of_removal
    from pitboss.strategy.shoes import shoe_text, without
    from pitboss.strategy.solution import solve_rules

    found, rules = find(game, variant)
    cards = shoe_text(shoe) if shoe else None
    if gone:
        cards = without(cards or [4.0 * rules.shoe.decks] * 13, gone)
    with compiling():
        solution = solve_rules(
            found, rules, bets=stakes_of(bet), optimise=optimise, strategy=strategy, shoe=cards
        )
        if events not in (None, "all", *solution.bets):
            raise RulesError(f"--events {events}: allowed are all, {', '.join(solution.bets)}")
        if exact_sd:
            with counting("Pairs of split hands") as progress:
                solution.enumerate_splits(progress)
        plain = solution.plain()
    if json:
        if removal:
            plain["removal"] = effects_of_removal(solution)
        if covariance:
            ids, matrix = solution.covariance()
            plain["covariance"] = {"bets": ids, "matrix": matrix.tolist()}
        print(msgspec.json.encode(plain).decode())
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
    from pitboss.strategy.paytables import best_and_worst
    from pitboss.strategy.printing import percent

    lines = []
    for bet in solution.solver.model.tables.bets:
        best, worst = best_and_worst(solution, bet.id)
        if best.house_edge != worst.house_edge:
            lines.append(
                f"{bet.name}: best for the player is pay table {best.table} with "
                f"{percent(best.house_edge)}, worst is {worst.table} with "
                f"{percent(worst.house_edge)}."
            )
    return lines


def _print_removal(console: Console, effects: dict[str, dict[str, float]]) -> None:
    from rich.table import Table as Grid

    from pitboss.strategy.printing import number

    grid = Grid(
        title="\nEffect of removing one card, in percent of a unit staked", title_justify="left",
        title_style="bold", show_edge=False, pad_edge=False, header_style="bold",
    )  # fmt: skip
    grid.add_column("card")
    for bet in effects:
        grid.add_column(bet, justify="right")
    alike: dict[tuple[float, ...], list[str]] = {}
    for rank in next(iter(effects.values())):
        alike.setdefault(tuple(row[rank] for row in effects.values()), []).append(rank)
    for values, ranks in alike.items():
        grid.add_row(" ".join(ranks), *(number(100 * value, 4) for value in values))
    console.print(grid)


def _print_covariance(console: Console, ids: list[str], matrix: NDArray[np.float64]) -> None:
    from rich.table import Table as Grid

    from pitboss.strategy.printing import number

    grid = Grid(
        title="\nCovariances, per unit staked on each", title_justify="left", title_style="bold",
        show_edge=False, pad_edge=False, header_style="bold",
    )  # fmt: skip
    grid.add_column("")
    for bet in ids:
        grid.add_column(bet, justify="right")
    for bet, row in zip(ids, matrix, strict=True):
        grid.add_row(bet, *(number(float(value), 4) for value in row))
    console.print(grid)


def strategy(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    bet: Bets = (),
    optimise: Choice = "main",
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    json: bool = False,
) -> None:
    """Show the best chart: one action per hard total, soft total and pair against each upcard.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    bet
        BET=STAKE in main units; with --optimise total play minds them.
    optimise
        What play maximises: main, total (all stakes), or one bet's id.
    output
        Write the chart to a file instead: .csv, .json, .html, .svg or .png.
    json
        Print JSON for a script.

    """
    from pitboss.strategy import pictures
    from pitboss.strategy.printing import percent
    from pitboss.strategy.solution import solve_rules

    found, rules = find(game, variant)
    with compiling():
        solution = solve_rules(
            found, rules, bets=stakes_of(bet), optimise=optimise, strategy="chart"
        )
        chart = solution.chart
        best = solve_rules(found, rules, bets=stakes_of(bet), optimise=optimise)
    if json:
        values = msgspec.to_builtins(chart, str_keys=True)
        values["optimised_for"] = solution.optimised_for
        values["ev"] = float(solution.figures.expectations()[: solution.figures.openings].sum())
        print(msgspec.json.encode(values).decode())
        return
    aim = ", ".join(solution.optimised_for)
    title = f"{found.name}: best chart for {aim}"
    if output is not None:
        pictures.save(chart, title, output)
        print(f"{output}: written")
        return
    console = Console()
    console.print(pictures.terminal(chart, title, console.width))
    console.print(
        f"\nHouse edge of the main game with this chart: "
        f"{percent(-float(_main(solution)))}; by the exact cards of every hand "
        f"{percent(-float(_main(best)))}."
    )


def _main(solution: Solution) -> float:
    return float(solution.figures.expectations()[: solution.figures.openings].sum())
