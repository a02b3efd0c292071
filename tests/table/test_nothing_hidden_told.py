"""Nothing a table says to anyone depends on a card that lies face down."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.cards import DECK
from pitboss.table import Table
from pitboss.table.teaching import Teacher
from pitboss.table.views import view
from tests.table.taught import GAMES, YOU, play_rounds

OTHERS = DECK[::17]
"""Hole cards that are tried: an ace, a ten-value card and two others, of every suit."""


def said_anew(table: Table) -> bytes:
    """The player's view by a teacher who remembers nothing; memory could hide what is told."""
    known = table.teacher
    table.teacher = Teacher(table.choices, known.names, known.hopes, known.event_words)
    return msgspec.json.encode(view(table, YOU))


@pytest.mark.parametrize("game", GAMES)
def test_words_do_not_know_the_hole_card(game: str) -> None:
    compared = 0

    def look(table: Table) -> None:
        nonlocal compared
        state, kept = table.state, table.teacher
        if state.hole_up:
            return
        real, seen = state.hole, said_anew(table)
        for card in OTHERS:
            state.hole = card
            assert said_anew(table) == seen
        state.hole, table.teacher = real, kept
        compared += 1

    for _ in play_rounds(game, "hidden", look):
        pass
    assert compared > 30
