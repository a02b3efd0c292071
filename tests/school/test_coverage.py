"""Every rule that asks something of a dealer occurs in a drill."""

from __future__ import annotations

from functools import cache

import pytest

from pitboss import games
from pitboss.school.coverage import Coverage, coverage_of


@cache
def covered(game: str) -> Coverage:
    return coverage_of(games.find(game), samples=1)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_no_rule_a_dealer_acts_on_is_missing(game: str) -> None:
    assert {rule for rule, kinds in covered(game).items() if not kinds} == set()


def test_every_practice_and_every_rule_that_says_where_is_asked_for() -> None:
    found = covered("blackjack")
    practice = {one.id for one in games.find("blackjack").practice if not one.when}
    texts = {text.id for text in games.find("blackjack").texts if text.at}
    assert practice | texts <= set(found)
    assert "PR-16" in found, "a signal that a house option brings"
