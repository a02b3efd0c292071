"""Cards of environments: four at once are those that come one by one, and none is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pitboss.env.steps.numbers import POSITION
from pitboss.env.steps.shoes import take, take_four


class Kept:
    """What is kept of a table whose shoe is so small that the same places come up again."""

    def __init__(self, cards: int, seed: int) -> None:
        self.at = SimpleNamespace(cards=cards)
        self.state = np.zeros((1, 20), dtype=np.int32)
        self.tally = np.zeros((1, 13), dtype=np.int8)
        self.shoe = np.arange(cards, dtype=np.uint8).reshape(1, cards)
        self.random = np.array([seed], dtype=np.uint64)

    def __call__(self, take_some: Any) -> Any:
        with np.errstate(over="ignore"):  # numbers of 64 bits run over on purpose
            return take_some(self.at, self.state, self.tally, self.shoe, self.random, 0)


@pytest.mark.parametrize("cards", [4, 5, 6, 9, 30])
def test_four_at_once_are_the_same_as_one_by_one(cards: int) -> None:
    for seed in range(400):
        at_once, singly = Kept(cards, seed), Kept(cards, seed)
        while at_once.state[0, POSITION] + 4 <= cards:
            assert [int(card) for card in at_once(take_four)] == [
                int(singly(take)) for _ in range(4)
            ]
            assert np.array_equal(at_once.shoe, singly.shoe)
            assert np.array_equal(at_once.state, singly.state)
            assert np.array_equal(at_once.random, singly.random)
        assert sorted(at_once.shoe[0]) == list(range(cards))
