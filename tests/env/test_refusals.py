"""Bad actions, wrong options, unknown games: a sentence each."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from pitboss.env import BlackjackEnv, BlackjackVectorEnv, env_id
from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.table.engine import IllegalAction

OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"game": "blackjak"}, "'blackjak'.*did you mean blackjack"),
    ({"decks": 7}, "decks = 7"),
    ({"options": {"colour": "red"}}, "colour"),
    ({"paytables": {"tie": 1}}, "no pay table is called 'tie'"),
    ({"wagers": {"upcard-bonus": 1}}, "has no such bet"),
    ({"game": "half-back", "wagers": {"upcard-bonus": 0.0003}}, "is no whole cent"),
    ({"game": "half-back", "wagers": {"upcard-bonus": "much"}}, "use a number of main units"),
    ({"unit": 2.5}, "unit = 2.5: use whole cents"),
    ({"unit": 100}, "the table's minimum is"),
    ({"levels": (2, 1)}, r"levels = \(2, 1\): use whole multiples"),
    ({"levels": (1, 1000)}, "largest single wager"),
    ({"shoe": "csm"}, "shoe = 'csm': use fresh or cut"),
    ({"penetration": 0.5}, "every round has a fresh shoe"),
    ({"shoe": "cut", "penetration": 2}, "penetration = 2: use 0.1 to 0.95"),
    ({"shoe": "cut", "burn": -1}, "burn = -1: use 0 to 10"),
    ({"observation": "image"}, "observation = 'image': use flat or structured"),
    ({"reward": "euro"}, "reward = 'euro': use units, cents or regret"),
    ({"illegal": "ignore"}, "illegal = 'ignore': use default or error"),
    ({"render_mode": "svg"}, "render_mode = 'svg'"),
]


@pytest.mark.parametrize(("options", "said"), OPTIONS, ids=lambda one: str(one)[:40])
def test_an_option_that_is_none(options: dict[str, Any], said: str) -> None:
    with pytest.raises((RulesError, WagerError), match=said):
        BlackjackEnv(**options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "num_envs = 0: use 1 to"),
        ({"reward": "regret"}, "one table at a time; make the environments with"),
        ({"render_mode": "ansi"}, "not drawn"),
        ({"autoreset_mode": "Never"}, "autoreset_mode = 'Never': use NextStep, SameStep, Disabled"),
    ],
)
def test_an_option_of_many_that_is_none(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        BlackjackVectorEnv(**{"num_envs": 2, **options})


def test_an_action_that_is_none() -> None:
    env = BlackjackEnv()
    with pytest.raises(IllegalAction, match="reset the environment"):
        env.step(0)
    env.reset(seed=1)
    for action in (99, -1, "fold", None, 1.5):
        with pytest.raises(IllegalAction, match=r"action = .*: use 0 stand, 1 hit, "):
            env.step(action)


def test_an_illegal_action_is_refused_or_taken_for_the_default() -> None:
    strict = BlackjackEnv(illegal="error")
    seen, _ = strict.reset(seed=1)
    with pytest.raises(
        IllegalAction, match=r"action = 1 \(hit\): it is not legal now; use \d+ deal"
    ):
        strict.step("hit")
    assert np.array_equal(strict._row, np.asarray(seen))
    lenient = BlackjackEnv()
    lenient.reset(seed=1)
    assert lenient.step("hit")[4]["illegal"]
    assert np.array_equal(lenient._row, np.asarray(strict.step("deal")[0]))


def test_many_are_refused_together_and_nothing_changes() -> None:
    env = BlackjackVectorEnv(3, illegal="error")
    with pytest.raises(RulesError, match="reset the environments"):
        env.step(np.zeros(3))
    seen, _ = env.reset(seed=1)
    deal = len(env.actions) - 1
    with pytest.raises(IllegalAction, match=r"environment 1: action = 0 \(stand\)"):
        env.step(np.array([deal, 0, deal]))
    with pytest.raises(IllegalAction, match="environment 2: action = 50: use 0 stand"):
        env.step(np.array([deal, deal, 50]))
    with pytest.raises(RulesError, match=r"actions of shape \(2,\): use \(3,\)"):
        env.step(np.zeros(2))
    assert np.array_equal(env._batch.seen, seen)
    with pytest.raises(RulesError, match="use 3 booleans"):
        env.reset(options={"reset_mask": np.zeros(3, dtype=bool)})
    with pytest.raises(RulesError, match="seed: 2 are given; use one, or 3"):
        env.reset(seed=[1, 2])


def test_an_episode_that_is_over_wants_a_reset() -> None:
    env = BlackjackVectorEnv(64, autoreset_mode="Disabled")
    env.reset(seed=1)
    deal = np.full(64, len(env.actions) - 1)
    over = env.step(deal)[2]
    assert over.any()  # naturals
    with pytest.raises(IllegalAction, match="the episode is over; reset it first"):
        env.step(deal)


def test_an_unknown_id_is_gymnasiums_to_refuse() -> None:
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make(env_id("baccarat"))


@pytest.mark.parametrize(
    ("package", "module"), [("gymnasium", "pitboss.env"), ("pettingzoo", "pitboss.env.seats")]
)
def test_without_the_extra_one_sentence_says_what_to_install(package: str, module: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"try:\n import {module}\nexcept ImportError as error: print(error)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert told.strip().endswith(install_hint("rl").partition(" install ")[2])
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.array([0.5, 1.0]), "actions of type float64: use whole numbers"),
        (["deal", "deal"], "actions of type <U4: use whole numbers"),
        (None, r"actions of shape \(\): use \(2,\)"),
        ([0], r"actions of shape \(1,\): use \(2,\)"),
    ],
    ids=["floats", "names", "nothing", "one"],
)
def test_actions_of_many_that_are_none(actions: Any, said: str) -> None:
    env = BlackjackVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(RulesError, match=said):
        env.step(actions)


@pytest.mark.parametrize("seed", [-1, "x", 2.5, [1, -2], [1, "x"]], ids=str)
def test_a_seed_that_is_none(seed: Any) -> None:
    env = BlackjackVectorEnv(2)
    with pytest.raises(RulesError, match="use a whole number from 0 on"):
        env.reset(seed=seed)


def test_tables_without_a_seed_are_dealt_other_cards() -> None:
    env = BlackjackVectorEnv(3)
    env.reset(seed=[5, None, None])
    assert len(set(env._batch.random.tolist())) == 3
    again = BlackjackVectorEnv(3)
    again.reset(seed=[5, None, None])
    same = env._batch.random == again._batch.random
    assert same.tolist() == [True, False, False]
