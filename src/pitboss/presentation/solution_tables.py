"""Solutions as people read them: tables for the terminal, HTML and a picture for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as escape_html
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from pitboss.analysis.partial_shoes import shoe_words
from pitboss.presentation.columns import Columns, pairs_of
from pitboss.rules.approval import standing
from pitboss.rules.decode import encode
from pitboss.rules.game import differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.advice.chart_exceptions import ChartException
    from pitboss.analysis.round_results import NetResults
    from pitboss.analysis.solution import Solution
    from pitboss.analysis.wager_figures import BetFigures
    from pitboss.rules.game import Game
    from pitboss.rules.vocabulary import Rules


def percent(value: float, digits: int = 4) -> str:
    """A fraction in percent with a real minus sign."""
    return f"{number(value * 100, digits)} %"


def number(value: float, digits: int = 6) -> str:
    """A number with a real minus sign, and none before a zero."""
    text = f"{value:.{digits}f}"
    return text.replace("-", "−" if text.strip("-0.") else "")


def dollars_text(amount: float) -> str:
    """Dollars and cents with a real minus sign.

    >>> dollars_text(1234.5), dollars_text(-0.25)
    ('$1,234.50', '−$0.25')
    """
    return f"{'−' if amount < 0 else ''}${abs(amount):,.2f}"


def units(stake: float) -> str:
    """A stake in units.

    >>> units(1.0), units(2.5)
    ('1 unit', '2.5 units')
    """
    return f"{stake:g} unit" + ("" if stake == 1 else "s")


def solution_table(solution: Solution) -> RenderableType:
    """Every wager's figures, then the round's."""
    grid = Columns("wager", "stake", "house edge", "expectation", "sd", "hit rate")
    for bet in solution.bets.values():
        stake = staked_text(bet.stake, bet.staked)
        edge = percent(bet.house_edge)
        if bet.exact:
            fraction = -bet.exact.expectation
            edge += f"\n[dim]{fraction.numerator}/{fraction.denominator}[/]".replace("-", "−")
        grid.add(
            escape(bet.name), stake, edge, number(bet.ev, 8), _with_error(bet.sd, bet.sd_error, 4),
            percent(bet.hit_rate, 2),
        )  # fmt: skip
    return Group(heading(solution), Text(), grid, Text(), round_text(solution))


def heading(solution: Solution) -> RenderableType:
    """The game, the rules it is solved for, and the strategy."""
    from pitboss.analysis.solution import POLICY_CLASSES

    chosen = escape(rules_words(solution.game, solution.rules, solution.solver.shoe))
    aim = ", ".join(f"{bet} {stake:g}" for bet, stake in solution.optimised_for.items())
    lines = [
        f"[bold]{escape(solution.game.name)}[/]  [dim]{chosen}[/]",
        f"{escape(standing(solution.game, solution.rules).says)}.",
        f"Strategy: {solution.strategy}, {POLICY_CLASSES[solution.strategy]}.",
    ]
    if solution.strategy != "given chart":
        lines.append(f"Maximises: {aim}.")
    lines += [f"[yellow]Note: {escape(warning)}.[/]" for warning in solution.warnings]
    return Text.from_markup("\n".join(lines))


SAID_FIRST = ("shoe.decks", "dealer.soft17", "paytables.")
"""What a heading always says, chosen or not."""


def rules_words(game: Game, rules: Rules, shoe: Sequence[float] | None = None) -> str:
    """The shoe, the choices that figures depend on most, and all that is not the game's usual."""
    decks = rules.shoe.decks
    chosen = [shoe_words(shoe or [4.0 * decks] * 13, decks)]
    if rules.dealer.soft17 != "none":
        verb = {"hit": "hits", "stand": "stands on"}[rules.dealer.soft17]
        chosen.append(f"dealer {verb} soft {rules.dealer.stands_on}")
    chosen += [f"{name} table {table}" for name, table in rules.paytables.items()]
    for line in differences(encode(game.rules()), encode(rules)):
        if not line.startswith(SAID_FIRST):
            chosen.append(line.partition(" (was ")[0])
    return ", ".join(chosen)


def rules_title(game: Game, rules: Rules, shoe: Sequence[float] | None = None) -> str:
    """The same for a title, which says so where these are not the rules as approved."""
    words = rules_words(game, rules, shoe)
    found = standing(game, rules)
    return f"{words}, {found.title}" if found.departs else words


def round_text(solution: Solution) -> RenderableType:
    """The round as a whole."""
    figures = solution.round
    rows = [
        ("Round, house edge per main wager", percent(figures.house_edge_per_main)),
        (
            f"… per {units(figures.initial_stake)} staked before the deal",
            percent(figures.house_edge_per_stake),
        ),
        (
            f"… per {figures.average_stake:.4f} units at risk on average (element of risk)",
            percent(figures.element_of_risk),
        ),
        ("Standard deviation of a round", _with_error(figures.sd, figures.sd_error, 5)),
    ]
    return pairs_of(rows)


def _with_error(value: float, error: float, digits: int) -> str:
    text = number(value, digits)
    return f"{text} ± {error:.0e}" if error else text


def events_table(bet: BetFigures) -> RenderableType:
    """A wager's event table."""
    headings = ["event", "probability", "pays", "return"]
    if bet.exact:
        headings.insert(1, f"of {bet.exact.of:,}")
    grid = Columns(*headings, title=escape(bet.name))
    ways = (
        {
            event.name: many
            for event, many in zip(bet.exact.events, bet.exact.ways, strict=True)
            if many
        }
        if bet.exact
        else {}
    )
    for line in bet.lines:
        row = [escape(line.event), f"{line.chance:.8f}", pays_text(line.pays),
               number(line.returns, 8)]  # fmt: skip
        if bet.exact:
            row.insert(1, f"{ways.get(line.event, 0):,}")
        grid.add(*row)
    total = ["[dim]all[/]", f"{sum(line.chance for line in bet.lines):.8f}", "", number(bet.ev, 8)]
    if bet.exact:
        total.insert(1, f"{bet.exact.of:,}")
    grid.add(*total)
    return grid


def results_table(results: NetResults) -> RenderableType:
    """Every net result of a round, and how likely it is."""
    grid = Columns(
        "net result, main units", "chance", "error", "this or less",
        title="What a round brings, all stakes together",
    )  # fmt: skip
    below = 0.0
    for row in results.rows:
        below += row.chance
        known = f"± {percent(row.error)}" if row.error else "exact"
        grid.add(number(row.net, 2), percent(row.chance), known, percent(min(below, 1.0)))
    split = (
        f"Split rounds, {percent(results.split, 2)} of all, were drawn {results.sampled:,} times; "
        "their part of each chance has the error shown. All other rounds are exact."
    )
    return Group(grid, Text(split, style="dim"))


def exceptions_table(rows: Sequence[ChartException]) -> RenderableType:
    """Hands that are better played otherwise than the chart says."""
    replaces = any(row.aside for row in rows)
    grid = Columns(
        "hand", "up", *(["set aside"] if replaces else []), "total", "chart", "best",
        "cost, main units", "once in rounds", words=("total", "chart", "best"), names=2 + replaces,
    )  # fmt: skip
    for row in rows:
        aside = [row.aside] if replaces else []
        grid.add(
            row.hand, row.up, *aside, row.total, row.chart, row.best, number(row.cost, 6),
            f"{1 / row.chance:,.0f}",
        )  # fmt: skip
    return grid


def pays_text(pays: float) -> str:
    """What an event pays: ``5 to 1``, ``push``, ``−1``; the mean where it varies."""
    if pays == 0:
        return "push"
    if pays == int(pays):
        return f"{int(pays)} to 1" if pays > 0 else f"−{int(-pays)}"
    return number(pays, 4)


def solution_html(solution: Solution) -> str:
    """The table of wagers as HTML for a notebook, with its picture."""
    rows = [
        (
            bet.name, staked_text(bet.stake, bet.staked), percent(bet.house_edge),
            number(bet.ev, 8), number(bet.sd, 4), percent(bet.hit_rate, 2),
        )
        for bet in solution.bets.values()
    ]  # fmt: skip
    headings = ("wager", "stake", "house edge", "expectation", "sd", "hit rate")
    said = summary_html(solution, repr(solution)[1:-1], solution.warnings)
    return said + table_html(headings, rows) + edge_plot(solution)


def summary_html(solution: Solution, summary: str, notes: Sequence[str]) -> str:
    """What stands above a table in a notebook: game, approval, figures in a line, notes."""
    lines = [
        f"<b>{escape_html(solution.game.name)}</b>: {escape_html(summary)}",
        f"{escape_html(standing(solution.game, solution.rules).says)}.",
    ]
    lines += [f"Note: {escape_html(note)}." for note in notes]
    return f"<p>{'<br/>'.join(lines)}</p>"


def table_html(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a notebook: words to the left, figures to the right."""
    sides = ("left", *("right" for _ in headings[1:]))
    head = "".join(
        f"<th style='text-align:{side}'>{escape_html(heading)}</th>"
        for side, heading in zip(sides, headings, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td style='text-align:{side}'>{escape_html(cell)}</td>"
            for side, cell in zip(sides, row, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def staked_text(stake: float, staked: bool) -> str:
    """A wager's stake; a dash where it is only reported."""
    return f"{stake:g}" if staked else "–"


def edge_plot(solution: Solution) -> str:
    """Every wager's house edge as bars, in SVG."""
    bets = list(solution.bets.values())
    scale = max((abs(bet.house_edge) for bet in bets), default=1.0) or 1.0
    height = 26 * len(bets) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 {height}" width="520" '
        f'height="{height}" font-family="sans-serif" font-size="13" fill="currentColor" role="img" '
        f'aria-label="House edge of each wager">'
    ]
    for place, bet in enumerate(bets):
        y = 26 * place + 8
        width = abs(bet.house_edge) / scale * 220
        colour = "#7a8aa0" if bet.house_edge >= 0 else "#3f9c6b"
        parts.append(
            f'<text x="150" y="{y + 14}" text-anchor="end">{escape_html(bet.name)}</text>'
            f'<rect x="160" y="{y}" width="{width:.1f}" height="18" rx="2" fill="{colour}"/>'
            f'<text x="{168 + width:.1f}" y="{y + 14}">{percent(bet.house_edge, 2)}</text>'
        )
    return "".join(parts) + "</svg>"
