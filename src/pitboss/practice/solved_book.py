"""The book of a game, from the solver."""

from __future__ import annotations

import msgspec

from pitboss.analysis.cell_worths import cell_worths
from pitboss.analysis.solving import solve_rules
from pitboss.exact.chart import best_chart
from pitboss.exact.chart_format import to_chart
from pitboss.practice.book import Book, make_book
from pitboss.rules.chart import Chart
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules


def solved_book(game: Game, rules: Rules) -> Book:
    """The best chart of the main game with its decisions counted."""
    solution = solve_rules(game, rules)
    cells = best_chart(solution.solver, solution.objective)
    chart = to_chart(game.id, solution.solver, solution.objective, cells)
    book = make_book(rules, chart, cell_worths(solution.solver, solution.objective, cells))
    opening = [solution.bets[bet].house_edge for bet in rules.wagers.opening]  # they are equal
    return msgspec.structs.replace(book, edge=sum(opening) / len(opening))


def solved_chart(game: Game, rules: Rules) -> Chart:
    """The best chart of the main game."""
    return solve_rules(game, rules).chart
