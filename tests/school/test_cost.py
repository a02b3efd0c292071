"""What a mistake costs: the solver's chance, times the error, times the pace."""

from __future__ import annotations

import msgspec
import pytest

from pitboss import games
from pitboss.school.cost import cost_of_item, cost_of_skill
from pitboss.school.making import make_item
from pitboss.school.setting import Setting


@pytest.fixture(scope="module")
def blackjack() -> Setting:
    found = games.find("blackjack")
    return Setting(found, found.rules(), rounds_per_hour=50.0)


def test_a_natural_that_is_paid_even_money(blackjack: Setting) -> None:
    natural = 2 * 24 * 96 / (312 * 311)  # an ace and a ten-value card from six decks
    against = 2 * 23 * 95 / (310 * 309)  # and one for the dealer from what is left
    chance = natural * (1 - against)
    cost = cost_of_skill(blackjack, "payout/main/natural", -500)
    assert cost is not None
    assert cost.chance == pytest.approx(chance, abs=1e-9)
    assert cost.cents_per_hour == pytest.approx(chance * -500 * 50)
    assert "the player $11.33 an hour" in cost.says  # 0.045322 × $5 × 50
    assert "4.532% of 50 rounds" in cost.says


def test_insurance_that_is_paid_too_much(blackjack: Setting) -> None:
    ace_and_ten = 24 / 312 * 96 / 311  # an ace up, a ten-value card under it
    cost = cost_of_skill(blackjack, "payout/insurance/dealer natural", 1000)
    assert cost is not None
    assert cost.chance == pytest.approx(ace_and_ten, abs=1e-9)
    assert "cost the house" in cost.says


def test_wins_are_counted_doubled_or_not(blackjack: Setting) -> None:
    cost = cost_of_skill(blackjack, "payout/main/win", 100)
    assert cost is not None
    assert 0.35 < cost.chance < 0.43, "about 43 of 100 hands are won, a natural among them"


def test_what_has_no_price_has_none(blackjack: Setting) -> None:
    assert cost_of_skill(blackjack, "procedure/peek", 100) is None
    assert cost_of_skill(blackjack, "payout/main/natural", 0) is None


def test_of_several_wagers_together_no_cost_an_hour_is_told(blackjack: Setting) -> None:
    item = make_item(blackjack, "payout", seed="one", number=1, skill="payout/main/natural").item
    two = msgspec.structs.replace(
        item, question=msgspec.structs.replace(item.question, spots=item.question.spots * 2)
    )
    assert cost_of_item(blackjack, item, -500) is not None
    assert cost_of_item(blackjack, two, -500) is None
