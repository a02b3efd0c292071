"""Small shoes, every course dealt through the table engine, against the solver to 1e-12."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.exact.programme.valuing import BoardValues
from pitboss.rules.compile import Move
from tests.enumeration.case import Case, Solved, read_cases
from tests.enumeration.compare import mismatch
from tests.enumeration.deviations import Board, splitting
from tests.enumeration.oracle import enumerated


@pytest.mark.parametrize(
    "case", read_cases(*games.BUILT_IN, "designs", "mechanics", "smallest"), ids=str
)
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
    core = solved.solver.core
    for number in range(len(solved.solver.positions)):
        board = Board(solved, number)
        deals = board.position.deals
        values = BoardValues(core, board.position.board, solved.objective)
        chance = board.position.board.chance * deals.chance
        for place in board.pairs():
            profile, pair = board.profiles[place], int(deals.pair[place])
            slot, natural = int(core.openings(deals)[place]), float(deals.natural[place])
            value = values.options(profile, slot, natural)[int(Move.STAND)]
            stands = values.stakes_bring(profile, value, core.course.opening, natural)
            option = next(
                option for option in board.options(place)
                if board.slots.option_move[option] == Move.STAND
            )  # fmt: skip
            before = board.worth(board.first(place, option))
            mates = float(deals.mates[place])
            for hands in core.programme.split_hands[pair]:
                worth = values.split(profile, pair, mates, hands, (2, 2)) - stands
                brings = (board.worth(board.split([place], hands)) - before) / chance[place]
                assert worth == pytest.approx(brings, abs=1e-11)
                compared += 1
    assert compared > 10
