"""Gymnasium's own checks, and one environment against many."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import pitboss.env
from pitboss import games
from pitboss.env import BlackjackEnv, BlackjackVectorEnv, env_id

TOML = Path(__file__).parents[1] / "sim" / "designs"
SHOES: list[dict[str, Any]] = [{}, {"shoe": "cut", "levels": (1, 2, 5)}]


def made(name: str, **options: Any) -> Any:
    return gymnasium.make(env_id(name), **options).unwrapped


@pytest.mark.parametrize("game", games.BUILT_IN)
@pytest.mark.parametrize("observation", ["flat", "structured"])
def test_the_checker_of_environments(game: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(game, observation=observation), skip_render_check=True)


@pytest.mark.parametrize("file", sorted(TOML.glob("*.toml")), ids=lambda path: path.stem)
def test_a_designers_own_file(file: Path) -> None:
    env = made("game", game=str(file))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_the_checker_looks_at_every_render_mode(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(env_id("blackjack"), render_mode="ansi")
    check_env(env.unwrapped)
    assert "place your wager" in capsys.readouterr().out


@pytest.mark.parametrize("options", SHOES, ids=["rounds", "shoes"])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_many_are_as_one_by_one(mode: AutoresetMode, options: dict[str, Any]) -> None:
    game = "mulligan-21"
    many = gymnasium.make_vec(env_id(game), num_envs=5, autoreset_mode=mode, **options)
    single = SyncVectorEnv([lambda: made(game, **options)] * 5, autoreset_mode=mode)
    assert isinstance(many.unwrapped, BlackjackVectorEnv)
    assert many.single_observation_space == single.single_observation_space
    assert many.action_space == single.action_space
    seen, info = many.reset(seed=5)
    assert np.array_equal(seen, single.reset(seed=5)[0])
    random = np.random.default_rng(3)
    ended = 0
    for _ in range(150):
        mask = info["action_mask"]
        actions = (random.random(mask.shape) * mask).argmax(axis=1)
        (*mine, info), (*theirs, told) = many.step(actions), single.step(actions)
        for one, other in zip(mine, theirs, strict=True):
            assert np.array_equal(one, other)
        over = mine[2]
        ended += over.sum()
        assert over.any() == ("final_obs" in info) or mode is not AutoresetMode.SAME_STEP
        if "final_obs" in told:
            assert np.array_equal(info["_final_obs"], told["_final_obs"])
            for place in np.nonzero(over)[0]:
                assert np.array_equal(info["final_obs"][place], told["final_obs"][place])
        if mode is AutoresetMode.DISABLED and over.any():
            marked = over.copy()
            seen, info = many.reset(options={"reset_mask": marked.copy()})
            assert np.array_equal(seen, single.reset(options={"reset_mask": marked})[0])
    assert ended > 5 or options


def test_a_structured_observation_is_the_flat_one_by_name() -> None:
    flat = gymnasium.make_vec(env_id("half-back"), num_envs=3)
    named = gymnasium.make_vec(env_id("half-back"), num_envs=3, observation="structured")
    rows, _ = flat.reset(seed=1)
    parts, _ = named.reset(seed=1)
    deal = np.full(3, len(flat.unwrapped.actions) - 1)  # type: ignore[attr-defined]
    rows, parts = flat.step(deal)[0], named.step(deal)[0]
    assert named.observation_space.contains(parts)
    together = [parts[name].reshape(3, -1) for name in pitboss.env.FIELD_NAMES]
    assert np.array_equal(np.concatenate(together, axis=1), rows)


def test_seeds_are_kept_and_episodes_differ() -> None:
    env = BlackjackEnv("blackjack", reward="cents")

    def round_of(seed: int | None) -> tuple[Any, ...]:
        env.reset(seed=seed)
        seen = env.step("deal")[0]
        return tuple(np.asarray(seen).tolist())

    assert round_of(11) == round_of(11)
    assert len({round_of(11), round_of(None), round_of(None), round_of(12)}) > 1


def test_copies_are_kept_unless_told_otherwise() -> None:
    kept = BlackjackVectorEnv(4)
    first, _ = kept.reset(seed=1)
    before = first.copy()
    kept.step(np.full(4, len(kept.actions) - 1))
    assert np.array_equal(first, before)
    written = BlackjackVectorEnv(4, copy=False)
    first, _ = written.reset(seed=1)
    written.step(np.full(4, len(kept.actions) - 1))
    assert not np.array_equal(first, before)


def test_levels_are_paid_by_their_size_and_a_shoe_ends_at_its_cut_card() -> None:
    env = BlackjackEnv("blackjack", levels=(1, 5), shoe="cut", reward="cents", unit=500)
    env.reset(seed=4)
    rewards, rounds, over = set(), 0, False
    while not over:
        mask = env._info()["action_mask"]
        name = "wager-5" if mask[-1] else env.actions[int(mask.argmax())]
        _, reward, over, _, _ = env.step(name)
        rewards.add(reward)
        rounds += bool(mask[-1])
    assert rounds > 20
    assert rewards <= {0.0, *(sign * 2500.0 for sign in (-2, -1, 1, 2)), 3750.0}
    assert max(rewards) >= 2500
