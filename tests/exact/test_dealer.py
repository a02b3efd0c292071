"""The dealer's finals."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss import games
from pitboss.exact.model import Model
from pitboss.rules.compile import compile_rules

# E. Farmer's analyser, six decks, no peek: 17 18 19 20 21 bust natural
PUBLISHED = {
    "hit": (0.13346, 0.14120, 0.13568, 0.18153, 0.07487, 0.28576, 0.04749),
    "stand": (0.14525, 0.13926, 0.13368, 0.17953, 0.07287, 0.28192, 0.04749),
}


@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_dealer_results_of_six_decks(soft17: str) -> None:
    tables = compile_rules(games.find("blackjack").rules({"soft17": soft17}))
    model = Model(tables)
    nothing = np.zeros(1, dtype=np.int64)  # the empty hand
    finals = sum(
        board.chance * model.dealer_finals(board.up, board.left, nothing, 0, np.zeros(1))[0, 0]
        for board in model.boards([24] * 13)
    )
    assert finals == pytest.approx(PUBLISHED[soft17], abs=6e-6)


def test_finals_of_any_cards_left_sum_to_one_and_none_is_negative() -> None:
    tables = compile_rules(games.find("blackjack").rules())
    model = Model(tables)
    rng = np.random.default_rng(1)
    hands = rng.integers(0, model.hands.hands, size=200)
    left = rng.integers(8, 20, size=model.kinds).astype(float)
    left[-1] += 12
    for up in range(model.kinds):
        finals = model.dealer_finals(up, left, hands, 0, np.zeros(1))[0]
        assert finals.sum(axis=1) == pytest.approx(np.ones(200), abs=1e-13)
        assert (finals > -1e-13).all()


def test_sharing_a_walk_by_any_class_gives_the_same_finals() -> None:
    tables = compile_rules(games.find("blackjack").rules())
    model = Model(tables)
    hands = np.arange(model.hands.hands)
    left = np.array([24.0] * 9 + [95.0])
    plain = model.dealer_finals(4, left, hands, 0, np.zeros(1))[0]
    for lead in range(1, model.kinds):
        again = model.dealer_finals(4, left, hands, lead, np.zeros(1))[0]
        assert again == pytest.approx(plain, abs=1e-14)
