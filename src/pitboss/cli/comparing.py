"""`pitboss diff`, `rulings`, `verify`: figures beside each other."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from pitboss.cli.variant import Variant, find
from pitboss.cli.waiting import compiling

if TYPE_CHECKING:
    from pitboss.strategy.comparing import Comparison
    from pitboss.strategy.published import Compared, Figure


def diff(before: str, after: str, /, *, variant: Variant | None = None, json: bool = False) -> None:
    """Show what a change of rules does to every figure and to the strategy.

    Parameters
    ----------
    before
        A game's id, or the path of a .toml file.
    after
        The other one.
    json
        Print JSON for a script.

    """
    from pitboss.strategy.comparing import compare

    one, two = find(before, variant), find(after, variant)
    with compiling(), Console(stderr=True).status("Solving both…"):
        comparison = compare(one, two)
    if json:
        print(msgspec.json.encode(comparison._asdict()).decode())
        return
    console = Console()
    console.print(f"[bold]{escape(one[0].name)}[/] → [bold]{escape(two[0].name)}[/]")
    for line in comparison.rules or ["The rules are the same."]:
        console.print(f"  {escape(line)}")
    console.print()
    print_edges(console, comparison)
    console.print()
    print_cells(console, comparison)


def print_edges(console: Console, comparison: Comparison) -> None:
    """House edges before and after."""
    from pitboss.strategy.printing import percent

    grid = Grid(show_edge=False, pad_edge=False, header_style="bold")
    for name in ("wager", "house edge before", "after", "change"):
        grid.add_column(name, justify="left" if name == "wager" else "right")
    for wager, old, new in comparison.edges:
        change = percent(new - old) if old is not None and new is not None else "–"
        shown = [percent(value) if value is not None else "–" for value in (old, new)]
        name = "round, per main wager" if wager == "round" else wager
        grid.add_row(name, *shown, change, style="" if change != "0.0000 %" else "dim")
    console.print(grid)


def print_cells(console: Console, comparison: Comparison) -> None:
    """Cells of the chart that change."""
    if not comparison.cells:
        console.print("The best chart stays the same.")
        return
    console.print(f"The best chart changes in {len(comparison.cells)} cells:")
    by_row: dict[tuple[str, str], list[str]] = {}
    for table, hand, up, old, new in comparison.cells:
        by_row.setdefault((table, hand), []).append(f"{up} {old or '–'}→{new or '–'}")
    grid = Grid.grid(padding=(0, 2))
    for (table, hand), changes in by_row.items():
        grid.add_row("" if table == "play" else table, hand, "  ".join(changes))
    console.print(grid)


def rulings(game: str, /, *, variant: Variant | None = None, json: bool = False) -> None:
    """Price the other reading of every ruling: where the documents are silent or disagree.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    json
        Print JSON for a script.

    """
    from pitboss.strategy.comparing import price_rulings
    from pitboss.strategy.printing import percent

    found, rules = find(game, variant)
    with compiling(), Console(stderr=True).status("Pricing every ruling…"):
        priced = price_rulings(found, rules, (variant or Variant()).chosen(found))
    if json:
        rows = [
            {
                "id": one.ruling.id,
                "question": one.ruling.question,
                "ruling": one.ruling.ruling,
                "other": one.ruling.other,
                "unpriced": one.ruling.unpriced,
                "edges": [edge._asdict() for edge in one.comparison.edges]
                if one.comparison
                else None,
                "cells": len(one.comparison.cells) if one.comparison else None,
            }
            for one in priced
        ]
        print(msgspec.json.encode({"game": found.id, "rulings": rows}).decode())
        return
    console = Console()
    for ruling, comparison in priced:
        console.print(f"[bold]{ruling.id}[/] {escape(ruling.question)}")
        console.print(f"  ruled: {escape(ruling.ruling)}")
        console.print(f"  other: {escape(ruling.other)}")
        if comparison is None:
            console.print(f"  [dim]no price: {escape(ruling.unpriced)}[/]")
        else:
            changed = [
                edge for edge in comparison.edges
                if edge.before is None or edge.after is None or abs(edge.after - edge.before) > 1e-9
            ]  # fmt: skip
            for wager, old, new in changed:
                shown = [percent(value) if value is not None else "–" for value in (old, new)]
                console.print(f"  {wager}: house edge {shown[0]} → [bold]{shown[1]}[/]")
            if not changed:
                console.print("  changes no figure")
            if comparison.cells:
                console.print(f"  the best chart changes in {len(comparison.cells)} cells")
        console.print()


def verify(*, json: bool = False) -> None:
    """Recompute every published figure and show both.

    Parameters
    ----------
    json
        Print JSON for a script.

    """
    from pitboss.strategy import published

    console = Console()
    rows = []
    with compiling():
        for name, group in published.figures().items():
            compared = []
            with nullcontext() if json else console.status(f"{name}…"):
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
        print(msgspec.json.encode({"figures": rows}).decode())
        return
    agree = sum(row["fits"] is True for row in rows)
    console.print(f"{agree} of {len(rows)} figures agree within the tolerance of their source.")


def _print_group(console: Console, compared: list[Compared]) -> None:
    """Published and computed, a table for each kind of figure and source."""
    kinds: dict[tuple[str, str], list[Compared]] = {}
    for one in compared:
        kinds.setdefault((one.figure.kind, one.figure.source), []).append(one)
    for (kind, source), rows in kinds.items():
        grid = Grid(
            title=f"{escape(kind)}\n[dim]{escape(source)}[/]", title_justify="left",
            title_style="bold", show_edge=False, pad_edge=False, header_style="bold",
        )  # fmt: skip
        for heading in ("for", "published", "computed", "difference", "", "strategy"):
            left = heading in ("for", "strategy", "")
            grid.add_column(heading, justify="left" if left else "right", no_wrap=not left)
        for one in rows:
            grid.add_row(
                escape(one.figure.conditions), f"{one.figure.value:.9g}", f"{one.computed:.9f}",
                f"{one.difference:+.1e}", "[green]ok[/]" if one.fits else "[yellow]differs[/]",
                one.basis,
            )  # fmt: skip
        console.print(grid)
        console.print()


def _print_unstated(console: Console, figures: list[Figure]) -> None:
    """Which strategy figures without one fit, and whether any can give them all."""
    from pitboss.strategy import published
    from pitboss.strategy.printing import percent

    grid = Grid(
        title="Which strategy was meant? House edge by what play maximises", title_justify="left",
        title_style="bold", show_edge=False, pad_edge=False, header_style="bold",
    )  # fmt: skip
    grid.add_column("strategy")
    for figure in figures:
        grid.add_column("table " + "+".join(map(str, figure.paytables.values())), justify="right")
    grid.add_column("largest difference", justify="right")
    grid.add_row("[bold]as published[/]", *(percent(f.value, 2) for f in figures), "")
    for basis in published.BASES:
        gaps = published.differences(basis, tuple(figures))
        edges = [f.value + gap for f, gap in zip(figures, gaps, strict=True)]
        largest = max(gaps, key=abs)
        grid.add_row(basis.name, *(percent(edge, 3) for edge in edges), percent(largest, 3))
    console.print(grid)
    spread = published.spread(figures)
    if spread is None:
        console.print("The tables differ in events that play decides; no common bound.\n")
        return
    for line in published.verdict(spread):
        console.print(line)
    console.print()
