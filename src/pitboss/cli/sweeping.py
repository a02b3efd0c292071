"""`pitboss paytables` and `sweep`: many rule sets beside each other."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from pitboss.cli.solving import Bets, Choice, stakes_of
from pitboss.cli.spinner import compiling, counting
from pitboss.cli.telling import Form
from pitboss.cli.variant import WHOLE, Variant, find
from pitboss.rules.approval import plain_standing
from pitboss.rules.errors import RulesError
from pitboss.rules.game import option_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.analysis.sweeping import Axis, SweepRow
    from pitboss.rules.game import Game

MOST_SHOWN = 200
"""Rule sets that are printed for a person; a file holds them all."""


def paytables(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    stake: float = 5.0,
    seats: Annotated[int, WHOLE] = 1,
    rounds_per_hour: Annotated[float, Parameter(name="--rounds-per-hour")] = 60.0,
    form: Form = Form(),  # noqa: B008 - frozen
) -> None:
    """Put all pay tables of every bet side by side: edge, deviation, hit rate, hold an hour.

    Play maximises the main game, so the pays change no decision. For example:

    `pitboss paytables lucky-stiff --decks 8 --stake 10 --seats 5` says what each pay table holds
    in an hour when five seats stake $10 on the bet in each of 60 rounds.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    stake
        Dollars staked on the bet at every seat, in every round.
    seats
        Seats that stake it, 1 to 9.
    rounds_per_hour
        Rounds dealt in an hour.

    """
    from pitboss.analysis.amounts import check_amounts
    from pitboss.analysis.paytables import Pace, of_solution
    from pitboss.analysis.solving import solve_rules
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import dollars_text, heading, number, percent

    form.check()
    found, rules = find(game, variant)
    check_amounts(stake=stake, rounds_per_hour=rounds_per_hour)
    if not 1 <= seats <= 9:
        raise RulesError(f"--seats {seats}: use 1 to 9")
    if not rules.bets:
        raise RulesError(
            f"paytables {game}: {found.id} has no bet with pay tables; pitboss solve shows its "
            "main wager"
        )
    pace = Pace(stake, seats, rounds_per_hour)
    with compiling():
        solution = solve_rules(found, rules)
        figures = of_solution(solution)
    names = {bet.id: bet for bet in rules.bets}
    records = [
        {
            "bet": bet, "paytable": names[bet].paytable, "table": one.table,
            "in_use": rules.table_of(names[bet]) == one.table,
            "house_edge": one.house_edge, "sd": one.sd, "hit_rate": one.hit_rate,
            "hold_per_hour": one.hold(pace),
        }
        for bet, tables in figures.items()
        for one in tables
    ]  # fmt: skip
    values = {
        "game": found.id, "rules_hash": solution.rules_hash, "strategy": solution.strategy,
        "optimised_for": solution.optimised_for, "stake": stake, "seats": seats,
        "rounds_per_hour": rounds_per_hour, "paytables": records,
        "approval": plain_standing(found, rules),
    }  # fmt: skip
    if form.told(values, records):
        return
    console = Console(highlight=False)
    console.print(heading(solution))
    for bet, tables in figures.items():
        one = names[bet]
        in_use = rules.table_of(one)
        grid = Columns(
            "table", "house edge", "sd", "hit rate", "hold an hour",
            title=f"\n{escape(one.name)} [not bold dim]({one.paytable}=1…{one.tables})[/]",
        )  # fmt: skip
        for row in tables:
            grid.add(
                f"{row.table}*" if row.table == in_use else str(row.table),
                percent(row.house_edge), number(row.sd, 4), percent(row.hit_rate, 2),
                dollars_text(row.hold(pace)),
            )  # fmt: skip
        console.print(grid)
    at = f"{seats} seats" if seats > 1 else "one seat"
    console.print(
        f"\n[dim]* in use. Hold: ${stake:,.2f} on the bet at {at}, {rounds_per_hour:g} rounds an "
        "hour, on average. Edge and deviation are per unit staked on the bet.[/]"
    )


def sweep(
    game: str,
    /,
    *,
    vary: tuple[str, ...] = (),
    variant: Variant | None = None,
    bet: Bets = (),
    optimise: Choice = "main",
    cores: Annotated[int, WHOLE] = 1,
    form: Form = Form(),  # noqa: B008 - frozen
) -> None:
    """Solve every combination of some house options and pay tables.

    Choices that contradict each other are listed with the reason. For example:

    `pitboss sweep blackjack --vary decks --vary soft17=hit,stand -o blackjack.csv` writes a line
    for each of the ten rule sets.

    `pitboss sweep lucky-stiff --vary decks=6,8 --vary lucky-stiff` adds all its pay tables.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    vary
        NAME=VALUE,VALUE,… or NAME for all its values: a house option, a name of pay tables, or a
        ruling; may be repeated.
    bet
        BET=STAKE in main units: counts in the round's figures, and in play with --optimise total;
        may be repeated.
    optimise
        What play maximises: main, total (all stakes), or one bet's id.
    cores
        Processor cores to work on.

    """
    from pitboss.analysis.sweeping import Grid, axis

    form.check()
    chosen = variant or Variant()
    found, _ = find(game, chosen)
    axes = [axis(found, *_varied(text)) for text in vary]
    grid = Grid(found, axes, chosen.chosen(found), chosen.tables(), stakes_of(bet), optimise)
    gc.freeze()  # all that is there stays; looking through it again and again takes time
    with compiling(), counting("Rule sets") as progress:
        rows = grid.rows(progress, cores=cores)
    values = {
        "game": found.id, "vary": {one.name: list(one.values) for one in axes},
        "fixed": {**grid.options, **grid.paytables}, "bets": grid.bets,
        "optimise": optimise, "strategy": "composition", "rows": [row.plain() for row in rows],
    }  # fmt: skip
    if form.told(values, [record(row) for row in rows]):
        return
    _print_rows(Console(highlight=False), found, axes, rows)


def _varied(text: str) -> tuple[str, list[str] | None]:
    """What varies and the values typed for it; None for all."""
    name, equals, values = text.partition("=")
    typed = [value.strip() for value in values.split(",")]
    if not name.strip() or (equals and not all(typed)):
        raise RulesError(f"--vary {text!r}: write NAME, or NAME=VALUE,VALUE,… such as decks=6,8")
    return name.strip(), typed if equals else None


def _print_rows(console: Console, game: Game, axes: Sequence[Axis], rows: list[SweepRow]) -> None:
    """The house edges of every rule set, and the deviation of a round."""
    from pitboss.presentation.columns import Columns
    from pitboss.presentation.solution_tables import number, percent

    wagers = _shown_wagers(rows)
    names = [one.name for one in axes]
    grid = Columns(
        *names, *(f"{wager} edge" if wager in names else wager for wager in wagers), "sd",
        names=len(names),
        title=f"{escape(game.name)}: house edges, per unit staked",
    )  # fmt: skip
    for row in rows[:MOST_SHOWN]:
        chosen = [escape(option_text(value)) for value in row.choices.values()]
        edges = [row.figures.get(name) for name in wagers]
        shown = [percent(one["house_edge"]) if one else "–" for one in edges]
        sd = number(row.figures["round"]["sd"], 4) if row.figures else "refused"
        grid.add(*chosen, *shown, sd, style="" if row.figures else "dim")
    console.print(grid)
    refused = [row.refused for row in rows if row.refused]
    if refused:
        sets = "1 rule set is" if len(refused) == 1 else f"{len(refused):,} rule sets are"
        console.print(escape(f"{sets} refused: {refused[0]}."))
    if len(rows) > MOST_SHOWN:
        console.print(f"{len(rows) - MOST_SHOWN:,} more; -o FILE.csv writes all {len(rows):,}.")
    console.print(
        "[dim]Best play by exact cards; sd is that of a round. -o FILE.csv and --json have all "
        "figures: edges, deviations, hit rates.[/]"
    )


def _shown_wagers(rows: list[SweepRow]) -> list[str]:
    """Every wager, and the round where it is more than its first wager."""
    wagers = list(dict.fromkeys(name for row in rows for name in row.figures))
    alike = all(
        abs(row.figures["round"]["house_edge"] - row.figures[wagers[1]]["house_edge"]) < 1e-12
        for row in rows
        if row.figures
    )
    return wagers[1:] if alike else wagers


def record(row: SweepRow) -> dict[str, object]:
    """A rule set as a line of a table: choices, then a column for each figure."""
    line: dict[str, object] = {name: option_text(value) for name, value in row.choices.items()}
    line |= {"refused": row.refused, "rules_hash": row.rules_hash}
    for wager, figures in row.figures.items():
        line |= {f"{wager}.{name}": value for name, value in figures.items()}
    return line
