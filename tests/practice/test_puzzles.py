"""Puzzles: the same for a date, surprising, and their answers proved move by move."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

import pytest

from pitboss import games
from pitboss.advice import advising
from pitboss.cards import name
from pitboss.floor.opening import rules_of
from pitboss.practice.positions import at_table, cell_of, choices
from pitboss.practice.puzzle import Puzzle
from pitboss.practice.puzzles import mine
from pitboss.table import Table
from pitboss.table import events as ev
from tests.advice.played_out import at_table as at_unseen_table
from tests.advice.test_advice import played_out
from tests.effort import some

MONDAY = date(2026, 11, 16)
DAYS = [MONDAY + timedelta(day) for day in range(len(games.BUILT_IN))]
SHOE = "Ax1 4x1 6x1 8x2 9x1 Tx3"
"""Small enough to deal every card that can come."""


@cache
def puzzle(day: date) -> Puzzle:
    return mine(day)


def table_of(found: Puzzle) -> Table:
    return at_table(rules_of(found.opened), found.dealt)


@pytest.mark.parametrize("day", some(DAYS), ids=str)
def test_the_answer_is_the_best_of_every_legal_move_and_not_the_usual_one(day: date) -> None:
    found = puzzle(day)
    table = table_of(found)
    advised = {one.move: one.cents for one in advising.advise(table, 1).moves}
    assert {one.move for one in found.moves} == set(choices(table)) == set(advised)
    for one in found.moves:
        assert one.ev_cents == pytest.approx(advised[one.move], abs=1e-9)
    most = max(cents for cents in advised.values() if cents is not None)
    assert all(advised[move] == pytest.approx(most, abs=1e-9) for move in found.best)
    assert found.usual in advised
    assert found.usual not in found.best


def test_a_day_has_one_puzzle() -> None:
    assert mine(MONDAY) == puzzle(MONDAY)


def script_of(table: Table) -> str:
    """The cards as they came, the hole card face down: the engine must not know it."""
    words = []
    for event in table.log:
        if isinstance(event, ev.CardDealt | ev.UpcardDealt | ev.UpcardReplaced):
            words.append(name(event.card))
        elif isinstance(event, ev.HoleCardDealt):
            words.append("?")
    return " ".join(words)


@pytest.mark.parametrize("day", [DAYS[0], DAYS[2]], ids=str)
def test_moves_are_worth_what_the_table_pays_when_every_card_is_dealt(
    day: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the puzzle's table, from a small shoe: card by card through the engine, to the end."""
    monkeypatch.setattr(advising, "check_shoe", lambda *_: None)
    one = puzzle(day)
    seen = at_unseen_table(one.opened.game, script_of(table_of(one)), one.dealt.bets)
    assert cell_of(seen) == one.cell
    advised, found = played_out(seen, SHOE)
    assert advised == {move: pytest.approx(worth, abs=1e-11) for move, worth in found.items()}
