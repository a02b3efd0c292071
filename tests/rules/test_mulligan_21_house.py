"""Mulligan 21: blackjack with three changes, and the house options it refuses (M21-1)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from tests.rounds import UNIT, play
from tests.rules.mulligan_21 import GAME


def test_M21_1_a_hand_wins_loses_and_doubles_as_in_blackjack() -> None:
    assert play(GAME, "Ts Tc 9h 8d", "stand").net() == UNIT
    assert play(GAME, "Ts Tc 8h 9d", "stand").net() == -UNIT
    assert play(GAME, "Ts Tc 9h 9d", "stand").net() == 0
    assert play(GAME, "6s Tc 5h 8d Tc", "double").net() == 2 * UNIT


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [("soft17", "hit", "M21-6"), ("soft17", "stand", "M21-6"), ("natural", "3 to 2", "M21-2"),
     ("natural", "1 to 1", "M21-2"), ("pairs", "value", "BJ-R1"), ("peek", False, "M21-2"),
     ("side-caps", False, "no such house option")],
)  # fmt: skip
def test_M21_1_options_that_would_contradict_the_rules_are_refused(
    option: str, value: OptionValue, why: str
) -> None:
    with pytest.raises(RulesError, match=why):
        games.find(GAME).rules({option: value})


@pytest.mark.parametrize("option", ["insurance", "burn-split-cards", "after-burn"])
def test_M21_1_values_an_option_does_not_have_are_refused(option: str) -> None:
    with pytest.raises(RulesError, match=f"option {option} = .*: use "):
        games.find(GAME).rules({option: 1})


# Rulings without another reading to play


@pytest.mark.parametrize("ruling", ["BJ-R1", "M21-R5"])
def test_M21_R5_readings_that_cannot_be_played_are_refused_as_options(ruling: str) -> None:
    with pytest.raises(RulesError, match="the other reading cannot be played"):
        games.find(GAME).rules({ruling: "other"})
