"""`pitboss monitor`: figures kept by hand beside their theory, and how soon a wrong line shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.markup import escape

from pitboss.cli.spinner import compiling
from pitboss.cli.telling import Form
from pitboss.cli.variant import Variant, find
from pitboss.presentation.columns import Columns
from pitboss.rules.approval import plain_standing, standing
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import dollars

if TYPE_CHECKING:
    from pitboss.analysis.watching import JudgedBet
    from pitboss.floor.monitor import FloorReport
    from pitboss.rules.game import Game
    from pitboss.rules.vocabulary import Rules


def monitor(
    game: str,
    sheet: Path | None = None,
    /,
    *,
    variant: Variant | None = None,
    form: Form = Form(),  # noqa: B008 - frozen
) -> None:
    """Hold what tables won against what they should have, and name the pay line that drifts.

    The bands are those of exactly so many rounds at these stakes, not a rule of thumb. For example:

    `pitboss monitor half-back floor.csv` reads a line for each table, day, bet and stake, under the
    heading `table,day,bet,stake,rounds,seats,win,counts`. Stake and win are in dollars; seats and
    counts may be left out. Counts are `suited natural=2; unsuited natural=5`.

    `pitboss monitor half-back` says in how many rounds a line shows itself that pays one unit more.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    sheet
        A CSV file of figures.

    """
    form.check()
    found, rules = find(game, variant)
    if sheet is None:
        _how_soon(found, rules, form)
        return
    from pitboss.floor.approved import Theory
    from pitboss.floor.floor_sheet import read_sheet
    from pitboss.floor.monitor import Monitor, report_of

    try:
        text = sheet.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise RulesError(f"sheet {sheet.name!r} cannot be read: {why}") from None
    tables = read_sheet(text, rules)
    theory = Theory(found, rules, standing(found, rules).says)
    with compiling():
        judging = Monitor()
        report = report_of([judging.judged(table, theory) for table in tables])
    values: dict[str, Any] = msgspec.to_builtins(report)
    records = [
        {"table": table.table, "day": table.day, **_record(bet)}
        for table in report.tables
        for bet in table.bets
    ]
    if form.told({"game": found.id, "approval": plain_standing(found, rules), **values}, records):
        return
    _print(report)


def _record(bet: JudgedBet) -> dict[str, object]:
    told = msgspec.to_builtins(bet)
    money = ("handle", "win", "theory", "low", "high", "lowest", "highest")
    plain = {name: told[name] / 100 if name in money else told[name] for name in _COLUMNS}
    return {**plain, "alerts": " ".join(alert.says for alert in bet.alerts)}


_COLUMNS = (
    "bet", "rounds", "wagers", "handle", "win", "theory", "low", "high", "lowest", "highest",
    "chance", "verdict",
)  # fmt: skip


def _print(report: FloorReport) -> None:
    console = Console(highlight=False)
    for table in report.tables:
        console.print(
            f"[bold]{escape(table.table)}[/], {table.day}  [dim]{escape(table.theory)}[/]"
        )
        if table.problem:
            console.print(escape(table.problem))
        grid = Columns(
            "bet",
            "staked",
            "won",
            "expected",
            "95 % band",
            "99.9 % band",
            "verdict",
            words=["verdict"],
        )
        for bet in table.bets:
            grid.add(
                escape(bet.name), dollars(bet.handle), _money(bet.win), _money(bet.theory),
                f"{_money(bet.low)} to {_money(bet.high)}",
                f"{_money(bet.lowest)} to {_money(bet.highest)}", _VERDICTS[bet.verdict],
            )  # fmt: skip
        console.print(grid)
        for alert in (alert for bet in table.bets for alert in bet.alerts):
            console.print(f"[red]![/] {escape(alert.says)} [dim]{escape(alert.check)}[/]")
        console.print()
    promised = report.promised
    console.print(
        f"Alerts: {report.alerts}; chance alone brings {promised.alerts:.3g}. Outside their 95 % "
        f"band: {report.notices}; chance alone brings {promised.notices:.3g}."
    )


_VERDICTS = {"inside": "inside", "notice": "outside 95 %", "alert": "[red]look at it[/]"}


def _money(cents: float) -> str:
    whole = round(cents)
    return f"-{dollars(-whole)}" if whole < 0 else dollars(whole)


def _how_soon(game: Game, rules: Rules, form: Form) -> None:
    """In how many rounds each line shows itself that pays one unit more."""
    from pitboss.analysis.dealer_errors import odds_text
    from pitboss.analysis.drift import drifting_lines, rounds_until_outside, rounds_until_seen
    from pitboss.analysis.shared_results import shared_results
    from pitboss.analysis.solving import solve_rules

    with compiling():
        laws = shared_results(solve_rules(game, rules, strategy="chart"))
        records = [
            {
                "bet": law.wager, "line": line, "pays": odds_text(law.line_pays()[line]),
                "probability": law.chance_of(line),
                "rounds_by_wager": rounds_until_seen(law.chance_of(line)),
                "rounds_by_money": rounds_until_outside(law, line),
            }
            for law in laws.values()
            if not law.opening
            for line in drifting_lines(law)
        ]  # fmt: skip
    values = {"game": game.id, "approval": plain_standing(game, rules), "lines": records}
    if form.told(values, records):
        return
    grid = Columns(
        "bet", "line", "pays", "wagers known", "money alone", words=["line"], names=2,
        title="Rounds until a line that pays one unit too much is named, 19 times of 20",
    )  # fmt: skip
    for row in records:
        grid.add(
            escape(str(row["bet"])), escape(str(row["line"])), str(row["pays"]),
            f"{row['rounds_by_wager']:,}", f"{row['rounds_by_money']:,}",
        )  # fmt: skip
    Console(highlight=False).print(grid)
