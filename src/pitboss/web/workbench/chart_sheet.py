"""The best chart of a file as coloured cells, with what each move is worth."""

from __future__ import annotations

from pitboss.analysis.cell_worths import cell_worths
from pitboss.analysis.repaying import played_alike
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.exact.chart import best_chart, play_chart
from pitboss.exact.chart_format import to_chart
from pitboss.exact.chart_play import ChartCells
from pitboss.presentation.chart_layout import UP_LABELS
from pitboss.rules.chart import UPCARDS, Chart, rows
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.chart_tables import Codes, chart_tables, code_meanings
from pitboss.web.workbench.answers import BenchChart
from pitboss.web.workbench.solved_files import Read, read, root_of, solved
from pitboss.web.workbench.wire import Design

MOST_KNOWN = 16
"""Charts that are remembered."""
SHARED = ("decks", "soft17")
"""Options in which ordinary basic strategy follows the file."""


def chart_of(design: Design) -> BenchChart:
    """The best chart of a file for what its play is for."""
    found = read(design)
    solution = solved(design, found, full=False)
    columns = _columns(solution)
    chart = to_chart(found.game.id, solution.solver, solution.objective, columns)
    worths = cell_worths(solution.solver, solution.objective, columns)
    played = solution.solver.figures(play_chart(solution.solver, solution.objective, columns))
    expectations = played.expectations()
    ordinary = ordinary_game(found)
    usual = _codes(solve_rules(*ordinary).chart) if ordinary else {}
    tables = chart_tables(chart, worths, usual)
    return BenchChart(
        problems=[], rules_hash=solution.rules_hash, upcards=list(UP_LABELS), tables=tables,
        codes=code_meanings(tables),
        house_edge=-float(expectations @ solution.stakes_of_wagers()),
        edges={bet: -float(ev) for bet, ev in zip(played.wagers, expectations, strict=True)},
        ordinary=ordinary[0].name if ordinary else "",
    )  # fmt: skip


def ordinary_game(found: Read) -> tuple[Game, Rules] | None:
    """The game that a file's games begin with, with the file's decks and dealer if it has them."""
    root = root_of(found.game)
    if root is None:
        return None
    values = {"decks": found.rules.shoe.decks, "soft17": found.rules.dealer.soft17}
    chosen = {name: values[name] for name in SHARED if values[name] in root.options.get(name, ())}
    return root, root.rules(chosen)


_known: dict[str, ChartCells] = {}
"""Cells by how a game is played, the newest last: another pay that nobody minds changes none."""


def _columns(solution: Solution) -> ChartCells:
    """The best chart's cells, remembered."""
    if not solution.minds_main_alone:
        return best_chart(solution.solver, solution.objective)
    key = played_alike(solution.tables).digest()
    found = _known.pop(key, None) or best_chart(solution.solver, solution.objective)
    _known[key] = found
    if len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)))
    return found


def _codes(chart: Chart) -> Codes:
    return {
        (name, hand, up): code
        for name, table in chart.tables.items()
        for hand, cells in rows(table)
        for up, code in zip(UPCARDS, cells, strict=True)
    }
