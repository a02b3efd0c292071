"""Advice before the dealer looks: a natural is still possible and takes what is not given up."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.advice.advising import advise
from pitboss.table import Table
from pitboss.table.actions import CloseWagers, DeclineInsurance, PlaceWagers, TellPeek
from pitboss.table.flow import Want
from tests.rounds import find

NATURAL = {"T 6": 95 / 309, "8 8": 96 / 309}
"""Tens among the cards nobody has seen, six decks, an ace up."""


def values(game: str, hand: str) -> dict[str, float]:
    """What the moves are worth with these two cards against an ace; the hole card is not known."""
    table = Table(find(game).rules())
    table.do(PlaceWagers(1, "ann", {"main": 1000}))
    table.do(CloseWagers())
    first, second = hand.split()
    for card in (f"{first}s", "Ad", f"{second}c"):
        table.deal(cards.parse(card))
    table.deal(None)
    while table.want != Want.DECISION:
        table.do(DeclineInsurance(1) if table.want == Want.INSURANCE else TellPeek(False))
    return {move.move: move.units or 0.0 for move in advise(table).moves}


@pytest.mark.parametrize("hand", NATURAL)
def test_half_is_lost_for_certain_or_all_with_a_natural(hand: str) -> None:
    early, late = values("early-surrender.toml", hand), values("blackjack", hand)
    natural, best = NATURAL[hand], max(late.values())
    assert set(early) == {"surrender", "play-on"}
    assert early["surrender"] == pytest.approx(-0.5, abs=1e-12)
    assert early["play-on"] == pytest.approx((1 - natural) * best - natural, abs=1e-12)
