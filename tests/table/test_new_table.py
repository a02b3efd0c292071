"""A table at which nothing has happened yet."""

from __future__ import annotations

from pitboss import games
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table.flow import Want


def test_it_is_nobody_s_turn_at_a_new_table() -> None:
    """Seats are counted from 1."""
    table = Table(games.find("blackjack").rules())
    assert (table.seat.number, table.want, table.legal_names()) == (0, Want.WAGERS, [])
    assert (table.playing, table.betting, table.wants_card) == (False, False, False)
    assert table.insurance_seats() == []


def test_a_copy_of_a_new_table_is_a_new_table() -> None:
    table = Table(games.find("blackjack").rules())
    twin = table.copy()
    twin.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    assert (table.state.seats, table.log, table.state.round) == ([], [], 0)
    assert (twin.betting, table.betting) == (True, False)
