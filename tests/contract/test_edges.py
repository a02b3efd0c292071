"""docs/edges.md says what the solver says."""

from __future__ import annotations

import pytest
from scripts.edges import page, variants, written

from pitboss import games
from tests.effort import WHOLE, some
from tests.report.tracing import solved


def test_the_page_of_edges_is_what_a_fresh_run_writes() -> None:
    fresh = page(lambda game: some(list(variants(game)), one_of=4))
    lines = iter(written()[0].splitlines())
    assert all(line in lines for line in fresh.splitlines()), "run make docs"
    assert not WHOLE or fresh == written()[0]


def test_every_variant_has_its_row() -> None:
    rows = [line for line in written()[0].splitlines() if " deck" in line and line.startswith("|")]
    wanted = 0
    for game in map(games.find, games.BUILT_IN):
        wanted += (1 + len(game.rules().bets)) * len(list(variants(game)))
    assert len(rows) == wanted


def test_what_is_listed_as_an_advantage_is_one_and_its_command_shows_it() -> None:
    """A sample of the list, which takes minutes to search: the first of each game and the last."""
    lists = written()[1].split("\n### ")[1:]
    assert len(lists) == len(games.BUILT_IN)
    for rows in ([row for row in one.splitlines() if "`" in row] for one in lists):
        for row in {rows[0], rows[-1]}:
            _, _, _, _, of_main, of_stakes, command, _ = row.split("|")
            figures = solved(command.strip().strip("`")).round
            assert -100 * figures.house_edge_per_main == pytest.approx(float(of_main), abs=6e-5)
            assert -100 * figures.house_edge_per_stake == pytest.approx(float(of_stakes), abs=6e-5)
            assert figures.ev > 0
