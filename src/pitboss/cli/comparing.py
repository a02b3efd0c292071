"""`pitboss diff`, `rulings`, `verify`: figures beside each other."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from pitboss import games
from pitboss.cli.spinner import compiling, waiting
from pitboss.cli.telling import Form, print_json
from pitboss.cli.variant import Variant, find
from pitboss.presentation.columns import Columns
from pitboss.rules.approval import plain_standing, standing
from pitboss.rules.chart import UPCARDS
from pitboss.rules.compile import compile_rules
from pitboss.rules.decode import encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import option_text

INDENT = "  "
TOGETHER = "_"
"""Stands for a space at which no line is broken."""

if TYPE_CHECKING:
    from pitboss.analysis.comparing import CellChange, Comparison
    from pitboss.analysis.published_figures import Compared, Figure
    from pitboss.rules.game import Game, Ruling
    from pitboss.rules.vocabulary import Rules


def diff(
    before: str,
    after: str | None = None,
    /,
    *,
    variant: Variant | None = None,
    to: tuple[str, ...] = (),
    form: Form = Form(),  # noqa: B008 - frozen
) -> None:
    """Show what a change of rules does to every figure and to the strategy.

    Options such as --decks hold on both sides, --to on the second alone. For example:

    `pitboss diff blackjack --to soft17=stand` compares the game with itself under another option.

    `pitboss diff lucky-stiff mine.toml --decks 8 --to lucky-stiff=3` compares two games, the second
    on its third pay table.

    Parameters
    ----------
    before
        A game's id, or the path of a .toml file.
    after
        The other one; the same game unless given.
    to
        NAME=VALUE: a house option, a pay table or RULING=other that holds on the second side alone;
        may be repeated.

    """
    from pitboss.analysis.comparing import compare

    form.check()
    if after is None and not to:
        raise RulesError(
            f"diff {before}: name a second game, or say what changes with --to, such as "
            "--to soft17=stand"
        )
    one, two = find(before, variant), _changed(after or before, variant, to)
    with compiling(), waiting("Solving both…"):
        comparison = compare(one, two)
    edges = [{**edge._asdict(), "change": edge.change} for edge in comparison.edges]
    values = {
        "before": _side(one), "after": _side(two), "rules": comparison.rules, "edges": edges,
        "cells": [cell._asdict() for cell in comparison.cells],
    }  # fmt: skip
    if form.told(values, edges):
        return
    console = Console(highlight=False)
    changes = f" with {', '.join(to)}" if to else ""
    console.print(f"[bold]{escape(one[0].name)}[/] → [bold]{escape(two[0].name + changes)}[/]")
    for line in comparison.rules or ["The rules are the same."]:
        console.print(f"  {escape(line)}")
    for when, side in (("before", one), ("after", two)):
        console.print(f"  {when}: {escape(standing(*side).says)}")
    console.print()
    print_edges(console, comparison)
    console.print()
    print_cells(console, comparison)


def _changed(game: str, variant: Variant | None, to: tuple[str, ...]) -> tuple[Game, Rules]:
    """A game with the options of both sides and those of the second one."""
    chosen = variant or Variant()
    tables = games.find(game).paytables()
    own = [text for text in to if text.partition("=")[0].strip() in tables]
    return find(
        game,
        replace(
            chosen,
            paytable=(*chosen.paytable, *own),
            options=(*chosen.options, *(text for text in to if text not in own)),
            decks=None if _named(to, "decks") else chosen.decks,
            soft17=None if _named(to, "soft17") else chosen.soft17,
        ),
    )


def _named(to: tuple[str, ...], option: str) -> bool:
    return any(text.partition("=")[0].strip() == option for text in to)


def _side(side: tuple[Game, Rules]) -> dict[str, object]:
    game, rules = side
    return {
        "game": game.id, "approval": plain_standing(game, rules), "rules": encode(rules),
        "rules_hash": compile_rules(rules).digest(),
    }  # fmt: skip


def print_edges(console: Console, comparison: Comparison) -> None:
    """House edges before and after."""
    from pitboss.presentation.solution_tables import percent

    grid = Columns("wager", "house edge before", "after", "change")
    for edge in comparison.edges:
        change = percent(edge.change) if edge.change is not None else "–"
        shown = [percent(one) if one is not None else "–" for one in (edge.before, edge.after)]
        name = "round, per main wager" if edge.wager == "round" else edge.wager
        grid.add(escape(name), *shown, change, style="" if change != "0.0000 %" else "dim")
    console.print(grid)


def print_cells(console: Console, comparison: Comparison) -> None:
    """Cells of the chart that change."""
    if not comparison.cells:
        console.print("The best chart stays the same.")
        return
    console.print(f"The best chart changes in {len(comparison.cells)} cells:")
    by_table: dict[str, dict[str, list[CellChange]]] = {}
    for cell in comparison.cells:
        by_table.setdefault(cell.table, {}).setdefault(cell.hand, []).append(cell)
    for table, by_hand in by_table.items():
        if table != "play":
            console.print(f"[bold]{escape(table)}[/]")
        grid = Grid.grid(padding=(0, 2))
        room = console.width - max(map(len, by_hand)) - 2 * len(INDENT) - 2
        for hand, cells in by_hand.items():
            grid.add_row(f"{INDENT}{hand}", Text(_runs(cells, room)))
        console.print(grid)


def _runs(cells: list[CellChange], room: int) -> str:
    """Changes that are the same at upcards next to each other, together: ``2–6 S→D``.

    Lines of so many letters, none of them broken between an upcard and its change.
    """
    runs: list[list[CellChange]] = []
    for cell in cells:
        last = runs[-1][-1] if runs else None
        alike = last is not None and (last.before, last.after) == (cell.before, cell.after)
        if last is not None and alike and _next_to(last.upcard, cell.upcard):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    words = [
        (run[0].upcard if len(run) == 1 else f"{run[0].upcard}–{run[-1].upcard}")
        + f"{TOGETHER}{run[0].before or '–'}→{run[0].after or '–'}"
        for run in runs
    ]
    return fill("  ".join(words), max(room, 1), break_long_words=False).replace(TOGETHER, " ")


def _next_to(one: str, other: str) -> bool:
    return UPCARDS.index(other) == UPCARDS.index(one) + 1


def rulings(game: str, /, *, variant: Variant | None = None, json: bool = False) -> None:
    """Price the other reading of every ruling: where the documents are silent or disagree.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    json
        Print JSON for a script.

    """
    from pitboss.analysis.comparing import price_rulings
    from pitboss.presentation.solution_tables import percent

    found, rules = find(game, variant)
    with compiling(), waiting("Pricing every ruling…"):
        priced = price_rulings(found, rules, (variant or Variant()).chosen(found))
    if json:
        rows = [
            {
                "id": one.ruling.id,
                "question": one.ruling.question,
                "ruling": one.ruling.ruling,
                "other": one.ruling.other,
                "under": one.ruling.under,
                "same": one.ruling.same,
                "unpriced": one.ruling.unpriced,
                "edges": [edge._asdict() for edge in one.comparison.edges]
                if one.comparison
                else None,
                "cells": len(one.comparison.cells) if one.comparison else None,
            }
            for one in priced
        ]
        print_json({"game": found.id, "rulings": rows})
        return
    console = Console()
    for ruling, comparison in priced:
        console.print(f"[bold]{ruling.id}[/] {escape(ruling.question)}")
        console.print(f"  ruled: {escape(ruling.ruling)}")
        console.print(f"  other: {escape(ruling.other)}")
        if comparison is None and ruling.same:
            console.print(f"  changes no figure: {escape(ruling.same)}")
        elif comparison is None:
            console.print(f"  [dim]no price: {escape(ruling.unpriced)}[/]")
        else:
            if ruling.under:
                under = ", ".join(
                    f"{name} = {option_text(on)}" for name, on in ruling.under.items()
                )
                console.print(f"  [dim]priced with {escape(under)}[/]")
            changed = [
                edge for edge in comparison.edges
                if edge.before is None or edge.after is None or abs(edge.after - edge.before) > 1e-9
            ]  # fmt: skip
            for wager, old, new in changed:
                shown = [percent(value) if value is not None else "–" for value in (old, new)]
                console.print(f"  {wager}: house edge {shown[0]} → [bold]{shown[1]}[/]")
            if not changed:
                console.print("  changes no figure" + escape(_why(ruling)))
            if comparison.cells:
                console.print(f"  the best chart changes in {len(comparison.cells)} cells")
        console.print()


def _why(ruling: Ruling) -> str:
    return f": {ruling.same}" if ruling.same else ""


def verify(*, json: bool = False) -> None:
    """Recompute every published figure and show both.

    Parameters
    ----------
    json
        Print JSON for a script.

    """
    from pitboss.analysis import published_figures as published

    console = Console()
    rows = []
    with compiling():
        for name, group in published.figures().items():
            compared = []
            with nullcontext() if json else waiting(f"{name}…"):
                for one in published.compare(group):
                    compared.append(one)
            rows += [
                {
                    "file": name, "figure": one.figure.kind, "for": one.figure.conditions,
                    "source": one.figure.source,
                    "published": one.figure.value, "computed": one.computed,
                    "difference": one.difference, "tolerance": one.figure.tolerance,
                    "fits": one.fits, "basis": one.basis,
                }
                for one in compared
            ]  # fmt: skip
            if not json:
                _print_group(console, compared)
            unstated = published.unstated_edges(group)
            if unstated and not json:
                _print_unstated(console, unstated)
    if json:
        print_json({"figures": rows})
        return
    agree = sum(row["fits"] is True for row in rows)
    console.print(f"{agree} of {len(rows)} figures agree within the tolerance of their source.")


def _print_group(console: Console, compared: list[Compared]) -> None:
    """Published and computed, a table for each kind of figure and source."""
    kinds: dict[tuple[str, str], list[Compared]] = {}
    for one in compared:
        kinds.setdefault((one.figure.kind, one.figure.source), []).append(one)
    for (kind, source), rows in kinds.items():
        grid = Columns(
            "for", "published", "computed", "difference", "fits", "strategy",
            title=f"{escape(kind)}\n[not bold dim]{escape(source)}[/]",
            words=("fits", "strategy"),
        )  # fmt: skip
        for one in rows:
            grid.add(
                escape(one.figure.conditions), f"{one.figure.value:.9g}", f"{one.computed:.9f}",
                f"{one.difference:+.1e}", "[green]ok[/]" if one.fits else "[yellow]differs[/]",
                one.basis,
            )  # fmt: skip
        console.print(grid)
        console.print()


def _print_unstated(console: Console, figures: list[Figure]) -> None:
    """Which strategy figures without one fit, and whether any can give them all."""
    from pitboss.analysis import published_figures as published
    from pitboss.presentation.solution_tables import percent

    tables = ["table " + "+".join(map(str, one.paytables.values())) for one in figures]
    grid = Columns(
        "strategy", *tables, "largest difference",
        title="Which strategy was meant? House edge by what play maximises",
    )  # fmt: skip
    grid.add("[bold]as published[/]", *(percent(f.value, 2) for f in figures), "")
    for basis in published.BASES:
        gaps = published.differences(basis, tuple(figures))
        edges = [f.value + gap for f, gap in zip(figures, gaps, strict=True)]
        largest = max(gaps, key=abs)
        grid.add(basis.name, *(percent(edge, 3) for edge in edges), percent(largest, 3))
    console.print(grid)
    spread = published.spread(figures)
    if spread is None:
        console.print("The tables differ in events that play decides; no common bound.\n")
        return
    for line in published.verdict(spread):
        console.print(line)
    console.print()
