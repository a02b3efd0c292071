"""Which rules a dealer is told of: those of the state, of pay tables, of steps no rule is about."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.acts import HOUSE_MANUAL, SEPARATE_GAMES, Acts
from pitboss.rules.game import Game
from pitboss.rules.procedure import HOUSE_CUSTOM

FOUR_SPOTS = """
id = "four-spots"
name = "Four spots"
based-on = "half-back"

[[bets]]
id = "tie"
name = "Tie"
paytable = "tie"

[[bets.events]]
event = "tie"
when = { tie = "17-21" }
pays = [9]
"""


def acts_of(game: Game) -> Acts:
    return Acts(game, game.rules())


def test_WA_2_how_many_wagers_a_hand_may_have_is_asked_where_there_are_more_spots() -> None:
    # of a hand's wagers three may be over $5, six in all
    assert SEPARATE_GAMES not in acts_of(games.find("half-back")).ids  # Main, Half Back, the bonus
    assert SEPARATE_GAMES in acts_of(games.read(FOUR_SPOTS, origin="four-spots.toml")).ids


def test_a_bet_has_the_pay_table_of_its_own() -> None:
    acts = acts_of(games.read(FOUR_SPOTS, origin="four-spots.toml"))
    assert acts.pay_table_of("upcard-bonus") == ["PT-upcard-bonus-1"]
    assert acts.pay_table_of("tie") == ["PT-tie-1"]
    assert acts.pay_table_of("main") == []


def test_a_step_that_no_rule_is_about_is_quoted_from_the_house_s_manual() -> None:
    quoted = acts_of(games.find("blackjack")).quoted("stand")
    assert (quoted.title, quoted.source) == (HOUSE_MANUAL, HOUSE_CUSTOM)
    assert quoted.text


@pytest.mark.parametrize("rule", ["WA-1", "WA-2"])
def test_what_the_state_says_is_quoted_as_its_own(rule: str) -> None:
    quoted = acts_of(games.find("blackjack")).quoted(rule)
    assert quoted.text.startswith(quoted.title.rstrip("…"))
    assert quoted.source != HOUSE_CUSTOM
