"""What choices cost from session to session: by own arithmetic, and once enough is known."""

from __future__ import annotations

import pytest

from pitboss.practice.leaks import ROUNDS_AN_HOUR, leak_report
from pitboss.practice.positions import Cell
from pitboss.practice.record import NEWEST, Decided
from pitboss.practice.sessions import LEAST_DECISIONS, session_costs
from tests.practice.training import book_of

HOUR = 3_600_000
STIFF, PAIR, REST = Cell("play", "hard 16", "T"), Cell("play", "8,8", "T"), Cell("play", "12", "2")
CHANCES = {STIFF: 0.05, PAIR: 0.01, REST: 0.04}


def session(cell: Cell, *, begins: int, costs: list[float]) -> list[Decided]:
    """Decisions a second apart."""
    return [
        Decided(cell=cell, moved="stand", best="hit", cost=cost, at=begins + 1000 * second)
        for second, cost in enumerate(costs)
    ]


def test_an_hour_costs_chance_times_cost_over_what_one_has_met() -> None:
    made = session(STIFF, begins=0, costs=[0.3, 0.1] * 5)
    [told] = session_costs(made, CHANCES, 2000)
    # half of what comes up was met; it gives away 0.2 units a time
    assert told.hourly == pytest.approx(0.05 * 0.2 * (0.10 / 0.05) * 2000 * ROUNDS_AN_HOUR)
    assert (told.decisions, told.right, told.at) == (10, 0, 9000)


def test_nothing_is_told_before_half_of_what_comes_up_was_met() -> None:
    made = session(PAIR, begins=0, costs=[0.3] * 30)
    assert session_costs(made, CHANCES, 1000) == []
    more = session(STIFF, begins=HOUR, costs=[0.0] * 10)
    [told] = session_costs(made + more, CHANCES, 1000)
    assert told.hourly == pytest.approx(0.01 * 0.3 * (0.10 / 0.06) * 1000 * ROUNDS_AN_HOUR)


def test_what_was_mended_is_gone_after_twenty_of_a_kind_from_curve_and_leaks() -> None:
    wrong = session(STIFF, begins=0, costs=[0.3] * 40)
    mended = session(STIFF, begins=HOUR, costs=[0.0] * NEWEST)
    curve = [one.hourly for one in session_costs(wrong + mended, CHANCES, 1000)]
    assert curve == [pytest.approx(0.10 * 0.3 * 1000 * ROUNDS_AN_HOUR), 0.0]
    assert len(leak_report(wrong, CHANCES, {}, 1000).leaks) == 1
    report = leak_report(wrong + mended, CHANCES, {}, 1000)
    assert (report.leaks, report.slips, report.decisions) == ([], [], 60)


def test_a_session_ends_with_half_an_hours_pause_and_has_ten_decisions() -> None:
    made = [
        *session(STIFF, begins=0, costs=[0.0] * 4),
        *session(STIFF, begins=HOUR, costs=[0.0] * 8),
        *session(STIFF, begins=2 * HOUR, costs=[0.0] * LEAST_DECISIONS),
        *session(STIFF, begins=3 * HOUR, costs=[0.0] * 9),
    ]
    told = session_costs(made, CHANCES, 1000)
    assert [(one.decisions, one.at) for one in told] == [
        (12, HOUR + 7000), (10, 2 * HOUR + 9000)
    ]  # fmt: skip


def test_a_move_that_is_not_the_charts_is_told_as_such() -> None:
    made = session(STIFF, begins=0, costs=[0.3] * 5)
    [leak] = leak_report(made, CHANCES, {}, 1000, {STIFF: "hit"}).leaks
    assert leak.advice == "Hit instead."
    [leak] = leak_report(made, CHANCES, {}, 1000, {STIFF: "split"}).leaks
    assert leak.advice == "Hit, with the cards you had; the chart’s move here is split."


def test_a_book_says_what_the_best_play_costs() -> None:
    assert book_of("blackjack")[1].edge == pytest.approx(0.0062, abs=0.0002)  # the lobby's 0.62 %
