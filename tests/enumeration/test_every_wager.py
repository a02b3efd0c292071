"""Small shoes, every course dealt through the table engine, against the solver to 1e-12."""

from __future__ import annotations

import pytest

from pitboss import games
from tests.enumeration.case import Case, Solved, read_cases
from tests.enumeration.compare import mismatch
from tests.enumeration.oracle import enumerated


@pytest.mark.parametrize("case", read_cases(*games.BUILT_IN, "designs", "smallest"), ids=str)
def test_every_wager_on_every_deal_equals_enumeration_through_the_table_engine(case: Case) -> None:
    solved = Solved(case)
    player = solved.player()
    found = enumerated(solved.rules, solved.cards, player)
    difference = mismatch(solved.solver, solved.strategy, solved.rows, found)
    assert not difference, difference
    assert set(case.sees) <= found.seen | player.seen
