"""Small shoes, every course dealt through the table engine, against the solver to 1e-12."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss import games
from pitboss.rules.compile import Move
from tests.enumeration.case import Case, Solved, read_cases
from tests.enumeration.compare import mismatch
from tests.enumeration.deviations import Board, splitting
from tests.enumeration.oracle import enumerated


@pytest.mark.parametrize("case", read_cases(*games.BUILT_IN, "designs", "smallest"), ids=str)
def test_every_wager_on_every_deal_equals_enumeration_through_the_table_engine(case: Case) -> None:
    solved = Solved(case)
    player = solved.player()
    found = enumerated(solved.rules, solved.cards, player)
    difference = mismatch(solved.solver, solved.strategy, solved.rows, found)
    assert not difference, difference
    assert set(case.sees) <= found.seen | player.seen


@pytest.mark.parametrize("case", read_cases("second-splits"), ids=str)
def test_every_wager_equals_enumeration_where_all_pairs_are_split(case: Case) -> None:
    solved = Solved(case)
    strategy = splitting(solved, solved.rules.split.max_hands)
    player = solved.player(strategy)
    found = enumerated(solved.rules, solved.cards, player)
    difference = mismatch(solved.solver, strategy, solved.rows, found)
    assert not difference, difference
    assert set(case.sees) <= found.seen | player.seen


@pytest.mark.parametrize("case", read_cases("second-splits"), ids=str)
def test_what_a_split_is_worth_to_the_optimiser_is_what_it_brings(case: Case) -> None:
    solved, compared = Solved(case), 0
    model = solved.solver.model
    for number in range(len(solved.solver.positions)):
        board = Board(solved, number)
        deals, optimiser = board.position.deals, board.optimiser
        chance = board.position.board.chance * deals.chance
        for place in board.pairs():
            profile, pair = board.profiles[place], int(deals.pair[place])
            stands = optimiser.first_offers(profile, np.array([place]))[int(Move.STAND)][0]
            before = board.worth(board.first(place, int(Move.STAND)))
            split, mates = optimiser.split(pair, profile), float(deals.mates[place])
            for hands in model.split_hands(pair):
                worth = optimiser.split_worth(pair, profile, split, mates, hands) - stands
                brings = (board.worth(board.split([place], hands)) - before) / chance[place]
                assert worth == pytest.approx(brings, abs=1e-11)
                compared += 1
    assert compared > 10
