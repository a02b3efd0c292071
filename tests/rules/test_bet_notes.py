"""What nobody expects of a bet is said where the bet is explained, from its compiled conditions."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.cloth import bet_note


@pytest.mark.parametrize(
    ("game", "table", "note"),
    [
        ("half-back", 1, "Only after a dealer's 3 to 6 was replaced"),
        ("lucky-stiff", 1, "Natural: paid whatever the dealer has"),
        ("lucky-stiff", 4, ""),  # the natural pushes there
        ("mulligan-21", 1, "Natural: paid whatever the dealer has"),
        (
            "blackjack-tie",
            1,
            "A blackjack is tied by a blackjack alone, by no other 21; a bust ties with nothing",
        ),
    ],
)
def test_the_note_of_a_bet(game: str, table: int, note: str) -> None:
    found = games.find(game)
    tables = dict.fromkeys(found.paytables(), table) if table > 1 else None
    rules = found.rules(None, tables)
    assert {bet_note(bet, rules) for bet in rules.offered_bets} == {note}
