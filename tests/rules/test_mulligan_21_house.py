"""Mulligan 21: blackjack with three changes, and the house options it refuses (M21-1)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue, changed_since
from pitboss.rules.vocabulary import Rules
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


def test_M21_R9_what_earlier_logs_say_is_the_other_reading_under_its_old_hash() -> None:
    # a log of an earlier version: none of the newer keys, and bust cards were asked about
    game = games.find(GAME)
    now = encode(game.rules({"after-burn": "any", "M21-R9": "other"}))
    newer = ("dealt-cards", "split-ace-cards", "bust-cards", "afterwards")
    then = {key: value for key, value in now["mulligan"].items() if key not in newer}
    [bet] = now["bets"]
    told_apart = [event for event in bet["events"] if event["event"] != "stiff, lost"]
    bets = [{**bet, "events": told_apart}]
    rules = decode({**now, "mulligan": then, "bets": bets}, Rules, origin="a log")
    hashed = "2b2f56b4170d4698c46386d1d78f2144f7e9b457a2b8a02cf3f2b29591fd1dbe"
    assert compile_rules(rules).digest() == hashed
    assert changed_since(game, decode({**now, "mulligan": then}, Rules, origin="a log")) == []
    assert compile_rules(game.rules()).digest() != hashed
