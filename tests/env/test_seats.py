"""PettingZoo's own tests, and several seats at one table."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from pitboss import games
from pitboss.env.seats import BlackjackAECEnv, BlackjackParallelEnv
from pitboss.rules.errors import RulesError
from pitboss.table.engine import IllegalAction

OPTIONS: list[dict[str, Any]] = [{}, {"shoe": "cut", "levels": (1, 2)}]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The tests' warnings about dictionaries are about every environment with a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("options", OPTIONS, ids=["rounds", "shoes"])
@pytest.mark.parametrize("game", games.BUILT_IN)
def test_api_parallel_seed_and_render(game: str, options: dict[str, Any]) -> None:
    def aec(render_mode: str | None = None) -> BlackjackAECEnv:
        return BlackjackAECEnv(game, render_mode=render_mode, **options)

    def parallel() -> BlackjackParallelEnv:
        return BlackjackParallelEnv(game, **options)

    api_test(aec(), num_cycles=25)
    parallel_api_test(parallel(), num_cycles=25)
    seed_test(aec, num_cycles=10)
    parallel_seed_test(parallel, num_cycles=10)
    render_test(aec)


def test_rewards_are_what_each_seat_won_and_the_house_pays_them() -> None:
    env = BlackjackAECEnv("half-back", seats=5, reward="cents", wagers={"upcard-bonus": 0.5})
    for seed in range(20):
        env.reset(seed=seed)
        total = 0.0
        random = np.random.default_rng(seed)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            total += reward
            legal = np.nonzero(seen["action_mask"])[0]
            env.step(None if over else int(random.choice(legal)))
            assert agent in env.possible_agents
        assert total == -env._seats.felt.table.state.house


def test_both_kinds_see_the_same_cards() -> None:
    one, other = BlackjackAECEnv(seats=2), BlackjackParallelEnv(seats=2)
    one.reset(seed=6)
    seen, _ = other.reset(seed=6)
    deal = one.layout.actions.index("deal")
    one.step(deal)
    one.step(deal)
    seen = other.step(dict.fromkeys(other.agents, deal))[0]
    for agent in other.possible_agents:
        assert np.array_equal(one.observe(agent)["observation"], seen[agent]["observation"])


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(RulesError, match="seats = 99: use 1 to"):
        BlackjackAECEnv(seats=99)
    env = BlackjackAECEnv(illegal="error")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"action = 0 \(stand\): it is not legal now; use"):
        env.step(0)
    parallel = BlackjackParallelEnv()
    parallel.reset(seed=1)
    with pytest.raises(RulesError, match="seat_1 is asked and says nothing"):
        parallel.step({})
