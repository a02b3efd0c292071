"""The leak report: planted mistakes are named, a slip is none, prices by own arithmetic."""

from __future__ import annotations

import pytest

from pitboss.practice.leaks import RIGHT_BEFORE, ROUNDS_AN_HOUR, leak_report
from pitboss.practice.positions import Cell
from pitboss.practice.record import Decided
from tests.practice.training import practise, report_of, slipping

ROWS = {"soft 18": 2, "soft 17": 3, "hard 16": 4, "8,8": 30}


def decided(cell: Cell, moved: str, best: str, cost: float = 0.0) -> Decided:
    return Decided(cell=cell, moved=moved, best=best, cost=cost)


@pytest.mark.parametrize(
    ("game", "planted", "seed"),
    [
        ("blackjack",
         {("hard 16", "7"): "stand", ("hard 11", "6"): "hit", ("hard 13", "2"): "hit"}, 1),
        ("half-back",
         {("hard 15", "T"): "hit", ("soft 17", "7"): "stand", ("hard 14", "8"): "hit"}, 2),
    ],
)  # fmt: skip
def test_three_planted_mistakes_are_named_first_within_500_hands(
    game: str, planted: dict[tuple[str, str], str], seed: int
) -> None:
    made = practise(game, slipping(planted, seed), 500, seed)
    first = report_of(game, made).leaks[:3]
    named = {(cell.hand, cell.up): leak.moved for leak in first for cell in leak.cells}
    assert {place: named.get(place) for place in planted} == planted
    assert len(first) == 3
    assert first == sorted(first, key=lambda leak: -leak.hourly)


def test_who_plays_best_has_no_leak_and_costs_nothing() -> None:
    made = practise("blackjack", lambda _, moves: moves[0].move, 60, 7)
    report = report_of("blackjack", made)
    assert (report.right, report.hourly, report.leaks, report.slips) == (len(made), 0.0, [], [])


def test_the_price_of_a_leak_is_chance_times_cost_times_how_often() -> None:
    cell = Cell("play", "soft 18", "9")
    made = [decided(cell, "stand", "hit", 0.08)] * 6 + [decided(cell, "hit", "hit")] * 2
    report = leak_report(made, {cell: 0.002}, ROWS, 2500)
    [leak] = report.leaks
    assert leak.title == "You stand on soft 18 against a 9"
    assert leak.advice == "Hit instead."
    assert (leak.slips, leak.chances) == (6, 8)
    assert leak.hourly == pytest.approx(
        6 / (8 + RIGHT_BEFORE) * 0.08 * 0.002 * 2500 * ROUNDS_AN_HOUR
    )
    assert leak.slip_cents == pytest.approx(200.0)
    assert report.hourly == pytest.approx(leak.hourly)
    [record] = report.cells
    assert (record.decisions, record.slips) == (8, 6)
    assert record.hourly == pytest.approx(leak.hourly)


def test_one_slip_is_no_leak_nor_are_few_among_many() -> None:
    cell = Cell("play", "hard 16", "T")
    once = leak_report([decided(cell, "stand", "hit", 0.3)], {cell: 0.03}, ROWS, 1000)
    assert (once.leaks, [slip.slips for slip in once.slips]) == ([], [1])
    made = [decided(cell, "stand", "hit", 0.3)] * 3 + [decided(cell, "hit", "hit")] * 15
    few = leak_report(made, {cell: 0.03}, ROWS, 1000)
    assert (few.leaks, [slip.slips for slip in few.slips]) == ([], [3])


def test_cells_that_touch_are_one_habit_and_others_are_not() -> None:
    cells = [
        Cell("play", "soft 18", "9"),
        Cell("play", "soft 17", "T"),
        Cell("play", "soft 18", "2"),
    ]
    made = [decided(cell, "stand", "hit", 0.05) for cell in cells for _ in range(3)]
    leaks = leak_report(made, dict.fromkeys(cells, 0.01), ROWS, 1000).leaks
    assert [leak.title for leak in leaks] == [
        "You stand on soft 17 or 18 against 9 and 10", "You stand on soft 18 against a 2",
    ]  # fmt: skip
    doubled = [decided(cell, "double", "hit", 0.05) for cell in cells[:2]]  # is told in sum
    leaks = leak_report(made + doubled, dict.fromkeys(cells, 0.01), ROWS, 1000).leaks
    assert [leak.others for leak in leaks if leak.moved == "stand"] == [["double 2 times"], []]


def test_other_mistakes_in_the_same_cell_are_another_habit() -> None:
    cell = Cell("play", "8,8", "T")
    made = [decided(cell, "hit", "split", 0.06)] * 4 + [decided(cell, "stand", "split", 0.1)] * 4
    leaks = leak_report(made, {cell: 0.002}, ROWS, 1000).leaks
    assert [leak.moved for leak in leaks] == ["stand", "hit"]


def test_a_cell_says_which_slips_its_figure_counts() -> None:
    cell = Cell("play", "hard 17", "T")
    made = [
        *[decided(cell, "hit", "stand", 0.3)] * 2,
        decided(cell._replace(after="split"), "hit", "stand", 0.3),
    ]
    report = leak_report(made, {cell: 0.03}, ROWS, 1000)
    assert [(leak.slips, leak.chances) for leak in (*report.leaks, *report.slips)] == [
        (2, 2), (1, 1),
    ]  # fmt: skip
    assert [leak.others for leak in (*report.leaks, *report.slips)] == [
        ["hit once, split"], ["hit 2 times"],
    ]  # fmt: skip
    [record] = report.cells
    assert (record.slips, record.slipped) == (3, ["hit 2 times", "hit once, split"])


def test_accuracy_is_told_by_kind() -> None:
    made = [
        decided(Cell("play", "hard 16", "T"), "stand", "hit", 0.3),
        decided(Cell("play", "8,8", "T"), "split", "split"),
        decided(Cell("insurance", "insurance", "A"), "decline", "decline"),
        decided(Cell("play", "burn hard 12 + J", "T"), "burn", "burn"),
    ]
    kinds = {
        one.kind: (one.decisions, one.right) for one in leak_report(made, {}, ROWS, 1000).kinds
    }
    assert kinds == {"hard": (1, 0), "pairs": (1, 1), "card": (1, 1), "insurance": (1, 1)}
