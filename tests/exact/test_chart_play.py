"""Charts on the programme: what cells gain is what changing them brings, whatever the course."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from pitboss import games
from pitboss.exact.chart import best_chart, chart_play
from pitboss.exact.chart_cells import Terms
from pitboss.exact.chart_format import from_chart, to_chart
from pitboss.exact.chart_gains import CellGains
from pitboss.exact.chart_play import ChartPlay
from pitboss.exact.objective import NOTHING_RIDES
from pitboss.exact.programme.best import BestPlay
from pitboss.exact.programme.followed import FollowedHands, FollowedPlay
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.solver import Solver
from pitboss.rules import hands
from pitboss.rules.chart import UPCARDS
from pitboss.rules.compile import compile_rules
from pitboss.rules.course import Course
from tests.exact.test_courses import early_surrender, free_double, plain, redouble

CLOSE = 1e-12
replace = msgspec.structs.replace
Options = dict[str, bool | int | str]


def solver_of(game: str, options: Options | None = None) -> Solver:
    return Solver(compile_rules(games.find(game).rules(options or {})))


def played(solver: Solver) -> ChartPlay:
    """The best chart, being played."""
    play = chart_play(solver, solver.objective())
    play.cells = best_chart(solver, solver.objective())
    play.follow(NOTHING_RIDES)
    return play


@pytest.mark.parametrize("game", ["blackjack", "half-back", "mulligan-21"])
def test_following_the_best_decisions_is_worth_what_they_are(game: str) -> None:
    solver = solver_of(game)
    shoe = chart_play(solver, solver.objective()).shoe
    best = BestPlay(shoe)
    followed = FollowedHands(shoe, shoe.core.programme.slots, shoe.core.pays)
    for number, block in enumerate(best.blocks):
        followed.picks[number] = block.picks
    followed.follow()
    for number, block in enumerate(best.blocks):
        assert np.abs(followed.values[number] - block.values).max() < CLOSE


def test_split_hands_that_take_the_best_decisions_are_worth_what_they_are() -> None:
    solver = solver_of("blackjack", {"decks": 2})
    shoe = chart_play(solver, solver.objective()).shoe
    best, followed = BestPlay(shoe), FollowedPlay(shoe)
    for number, block in enumerate(best.blocks):
        followed.hands.picks[number] = block.picks
    followed.hands.follow()
    for pair, one in best.pairs[0].items():
        there = one.mates >= 0
        difference = followed.pairs[0][pair].worth[there] - one.worth[there]
        assert np.abs(difference).max() < CLOSE


def unsplit_worth(play: ChartPlay) -> float:
    """What the deals bring that are not split."""
    play.follow(NOTHING_RIDES)
    plans, worth = play.plans()
    apart = np.concatenate([plan.hands for plan in plans]) == 0
    return float(play.deals.chance[apart] @ worth[apart])


@pytest.mark.parametrize(
    ("game", "hand", "up"),
    [
        ("blackjack", hands.hard(16), "T"),
        ("blackjack", hands.soft(18), "9"),
        ("half-back", hands.hard(15), "8"),
        ("mulligan-21", hands.hard(12), "4"),
    ],
)
def test_a_cell_gains_what_changing_it_brings(game: str, hand: int, up: str) -> None:
    play = played(solver_of(game))
    cells, column = play.cells[NOTHING_RIDES], UPCARDS.index(up)
    gains = CellGains(play).of(NOTHING_RIDES, play.rows(NOTHING_RIDES))
    gain = gains.draws[column, 0, hand] * (-1 if cells.draws[column, 0, hand] else 1)
    before = unsplit_worth(play)
    cells.draws[column, 0, hand] ^= True
    assert abs(gain) > 1e-6
    assert unsplit_worth(play) - before == pytest.approx(gain, abs=CLOSE)


def first_hand(play: ChartPlay, pair: int) -> float:
    """What the first hand of a split brings on the first board, no further pair card gone."""
    play.follow(NOTHING_RIDES)
    split = play.plain.pairs[0][pair].split
    return float(split.by_variant[0, 0, split.first[0]].sum())


def test_a_double_of_split_hands_gains_what_changing_it_brings_to_the_first() -> None:
    """Two wagers are dealt and one goes on each split hand: their doubles have other cells."""
    play = played(solver_of("half-back"))
    cells, pair, hand = play.cells[NOTHING_RIDES], 4, hands.hard(11)
    column, steps = int(play.deals.columns[0]), play.core.splits.pairs[pair].paths.steps
    table = play.reading.terms.index(Terms(given_up=False, other_stakes=True, doubled=False))
    trials = play.reading.trials[pair]
    found = CellGains(play)._try(
        NOTHING_RIDES, 0, play.core.splits.pairs[pair], play.block_columns(0, NOTHING_RIDES)
    )
    gain = float(found[trials.state == hand, 0].sum())
    assert (play.reading.slots.table[steps.slot[trials.step]] == table).all()
    worth = []
    for doubles in (False, True):
        cells.first[column, :, table, hand] = doubles
        worth.append(first_hand(play, pair))
    assert gain > 1e-4
    assert worth[1] - worth[0] == pytest.approx(gain, abs=CLOSE)


def test_giving_up_a_second_card_gains_what_it_brings_to_the_first_hand() -> None:
    play = played(solver_of("mulligan-21"))
    pair = 5
    trials, cells = play.reading.trials[pair], play.cells[NOTHING_RIDES]
    found = CellGains(play)._try(
        NOTHING_RIDES, 0, play.core.splits.pairs[pair], play.block_columns(0, NOTHING_RIDES)
    )
    (card,) = np.nonzero(trials.kind >= 0)[0]
    place = (int(play.deals.columns[0]), 2, int(trials.state[card]), int(trials.kind[card]))
    worth = []
    for given_up in (False, True):
        cells.offers[place] = given_up
        worth.append(first_hand(play, pair))
    assert worth[1] - worth[0] == pytest.approx(float(found[card, 0]), abs=CLOSE)


def with_course(course: Course) -> Solver:
    rules = games.find("blackjack").rules({"hit-split-aces": True})
    tables = compile_rules(replace(rules, split=replace(rules.split, max_hands=2)))
    return Solver(replace(tables, course=course))


def worth_of(solver: Solver) -> tuple[float, float]:
    """What the best chart brings, and what it brings when it is written down and read again."""
    objective = solver.objective()
    play = chart_play(solver, objective)
    play.cells = best_chart(solver, objective)
    found = float(play.worth().sum())
    play.cells = from_chart(to_chart("x", solver, objective, play.cells), solver, objective)
    return found, float(play.worth().sum())


def best_worth(solver: Solver) -> float:
    play = chart_play(solver, solver.objective())
    best, deals = BestPlay(play.shoe), play.deals
    worth = [best.plan(n, position.deals)[1] for n, position in enumerate(play.positions)]
    return float(np.concatenate(worth) @ deals.chance)


@pytest.mark.parametrize("course", [redouble, free_double, early_surrender])
def test_charts_of_courses_that_no_game_has(course: Callable[[], Course]) -> None:
    """More can be done, so a chart brings more, and nearly what exact play does."""
    without, _ = worth_of(with_course(plain()))
    solver = with_course(course())
    found, again = worth_of(solver)
    assert again == pytest.approx(found, abs=CLOSE)
    assert without < found < best_worth(solver) < found + 2e-3


def test_boards_that_are_played_as_before_are_not_valued_again() -> None:
    play = played(solver_of("blackjack"))
    before = play.worth()
    known = len(play.plain._known)
    assert (play.worth() == before).all()
    assert len(play.plain._known) == known
    assert len(play.shoe.boards) <= BOARDS
