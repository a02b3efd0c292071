"""Hands that a policy plays alike are told by one of them, and others never are."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest

from pitboss.rules.hands import TOTAL
from pitboss.rules.policy import NONE, Ints, Policy
from pitboss.sim.alike import hand_sizes, without_twins
from tests.effort import size
from tests.sim.settings import Setting, Solved

WALKS = size("ROUNDS", usual=400, whole=30_000)
LEAST = 3
"""Cards of the smallest hands that are told by others."""


class Told(NamedTuple):
    """A policy, and its hands where those that are alike are one."""

    policy: Policy
    plans: list[int]
    """Of hands that were not split."""
    next: Ints


@pytest.fixture(scope="module", params=["chart", "composition"])
def told(request: pytest.FixtureRequest) -> Told:
    policy = Solved(Setting("mulligan-21", strategy=request.param)).policy
    plans = sorted({way.plan for deals in policy.boards.values() for way in deals.values()})
    asked = [policy.plans[plan] for plan in plans]
    return Told(policy, plans, without_twins(policy, asked, hand_sizes(policy), LEAST))


def test_a_hand_has_as_many_cards_as_were_drawn(told: Told) -> None:
    policy, rng = told.policy, random.Random(1)
    sizes = hand_sizes(policy)
    for _ in range(200):
        hand = cards = 0
        while hand < policy.bust:
            assert sizes[hand] == cards
            hand, cards = int(policy.next[hand, rng.randrange(policy.next.shape[1])]), cards + 1


def test_whatever_cards_come_the_same_is_done_with_both(told: Told) -> None:
    policy, rng, apart = told.policy, random.Random(2), 0
    for _ in range(WALKS):
        hand = model = 0
        while True:
            kind = rng.randrange(policy.next.shape[1])
            hand, model = int(policy.next[hand, kind]), int(told.next[model, kind])
            if hand >= policy.bust or model >= policy.bust:
                assert hand == model
                break
            assert TOTAL[policy.states[hand]] == TOTAL[policy.states[model]]
            assert says(told, hand).items() <= says(told, model).items()
            apart += hand != model
    assert apart > WALKS / 10  # hands that are told by others are met


def says(told: Told, hand: int) -> dict[tuple[object, ...], int]:
    """What is done with a hand: by plan, terms, cards given up before, and whether it draws."""
    policy = told.policy
    return {
        (plan, draws, *where): int(part[numbers[where]])
        for plan in told.plans
        for draws, part, numbers in (
            (False, policy.plans[plan].moves, policy.decision[:, :, hand]),
            (True, policy.plans[plan].gives_up, policy.draw[:, :, hand]),
        )
        for where in zip(*np.nonzero(numbers != NONE), strict=True)
    }


def test_a_chart_knows_only_totals_and_numbers_of_cards() -> None:
    policy = Solved(Setting("blackjack", strategy="chart")).policy
    plans = [policy.plans[0]]
    following = without_twins(policy, plans, hand_sizes(policy), LEAST)

    def of(*kinds: int) -> int:
        hand = 0
        for kind in kinds:
            hand = int(following[hand, kind])
        return hand

    two, three, four, five, nine, ten = 1, 2, 3, 4, 8, 9
    assert of(two, three, four) == of(two, two, five)  # hard 9 with three cards
    assert of(ten, two, four) == of(nine, three, four)  # hard 16
    assert of(ten, two, four) != of(ten, two, two, two)  # as much with four cards
    assert of(ten, two) != of(nine, three)  # two cards may be split or doubled
