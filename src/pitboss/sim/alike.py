"""Hands that are played alike, told by one of them: a chart knows a total where cards differ.

Two hands are alike if they have the same total and as many cards, every plan does the same with
both on any terms, and whatever card comes next makes hands that are alike again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.policy import NONE, HandPlan, Ints, Policy, Shorts

Bools = NDArray[np.bool_]


def hand_sizes(policy: Policy) -> Ints:
    """By hand: how many cards it has."""
    following = policy.next
    found = np.zeros(len(following), dtype=np.int64)
    grown, size = np.array([0]), 0
    while len(grown):
        found[grown] = size
        there = np.zeros(following.max() + 2, dtype=np.bool_)
        there[following[grown]] = True
        grown, size = np.flatnonzero(there[: policy.bust]), size + 1
    return found


def without_twins(policy: Policy, plans: list[HandPlan], sizes: Ints, least: int) -> Ints:
    """`Policy.next` for these plans, with one hand in place of all that are alike.

    Hands of fewer cards than `least` stay apart.
    """
    if not plans:
        return policy.next
    model = _models(policy, sizes)
    moves, gives_up = (np.stack(says) for says in zip(*plans, strict=True))
    alike = _says_the_same(policy.decision, moves, model)
    alike &= _says_the_same(policy.draw, gives_up, model)
    told_by = np.arange(policy.next.max() + 2)  # the last one in place of `NONE`
    for size in range(int(sizes.max()), least - 1, -1):
        hands = np.flatnonzero(alike & (sizes == size))
        after, wanted = told_by[policy.next[hands]], told_by[policy.next[model[hands]]]
        twins = hands[(after == wanted).all(axis=1)]
        told_by[twins] = model[twins]
    found: Ints = told_by[policy.next]
    return found


def _models(policy: Policy, sizes: Ints) -> Ints:
    """By hand: the one of the same state and size that has most decisions.

    What moves are open follows from state and size, so a hand without a decision that another one
    has is none that can stand on those terms.
    """
    decisions = (policy.decision != NONE).sum(axis=(0, 1)) + (policy.draw != NONE).sum(axis=(0, 1))
    looks = sizes * (int(policy.states.max()) + 1) + policy.states
    order = np.lexsort((np.arange(len(looks)), -decisions, looks))
    _, first, look = np.unique(looks[order], return_index=True, return_inverse=True)
    found = np.empty_like(order)
    found[order] = order[first[look]]
    return found


def _says_the_same(numbers: Ints, says: Shorts, model: Ints) -> Bools:
    """By hand: whether all plans say of it what they say of its model.

    `numbers` are those of decisions, or of draws, by terms, world and hand; `says` is by plan.
    """
    of_hand = numbers.reshape(-1, len(model))
    of_model = of_hand[:, model]
    row, hand = np.nonzero((of_hand != of_model) & (of_hand != NONE))
    number, other = of_hand[row, hand], of_model[row, hand]
    same = (other != NONE) & (says[:, number] == says[:, other]).all(axis=0)
    found = np.ones(len(model), dtype=np.bool_)
    found[hand[~same]] = False
    return found
