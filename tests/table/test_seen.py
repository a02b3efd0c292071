"""What players read of each event: a card that nobody chose to give up is not theirs to burn."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.floor.frames import Screen
from pitboss.table.views import public
from tests.rounds import Round, play


def sentences(game: str, round_: Round) -> list[str]:
    """Everything that was seen of a round."""
    found = games.find(game)
    screen = Screen(found, found.rules())
    return [screen.show(public(event)).seen for event in round_.table.log]


@pytest.mark.parametrize(
    ("cards", "moves", "says"),
    [
        ("Ts 9c 6h 8d Kd 5h", "hit", "Seat 1 would bust with K♦, so it is replaced."),
        ("5s 9c 4h 8d Kd 5h", "hit burn", "Seat 1 burns K♦."),
    ],
    ids=["over 21", "asked"],
)
def test_M21_R9_a_card_that_busts_is_told_as_replaced_and_not_as_burned(
    cards: str, moves: str, says: str
) -> None:
    told = sentences("mulligan-21", play("mulligan-21", cards, moves))
    assert [one for one in told if "K♦" in one and "gets" not in one][-1] == says


def test_insurance_has_a_name_too() -> None:
    told = sentences("blackjack", play("blackjack", "Ts Ac 9h 8d", "insure"))
    assert "Seat 1, Insurance: $5 lost." in told
