"""The table in words."""

from __future__ import annotations

import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from pitboss import games
from pitboss.cards import pretty
from pitboss.env.text import TextEnv


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_the_checker_of_environments(game: str) -> None:
    env = gymnasium.make(f"pitboss/{game}-text-v1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_rules_are_told_in_letters_that_are_known(game: str) -> None:
    told = TextEnv(game).rules()
    assert "?" not in told
    assert games.find(game).name in told


def test_a_round_by_words_and_the_hole_card_stays_hidden() -> None:
    env = TextEnv("blackjack", ev=True)
    for seed in range(30):
        text, info = env.reset(seed=seed)
        text, reward, over, _, info = env.step("deal")
        if not over:
            break
    upcard = env._env.felt().table.state.upcard
    assert text.splitlines()[1].startswith(f"Dealer: {pretty(upcard)} ?? (")
    answers = text.splitlines()[-1].removeprefix("Your answer, one of: ").split(", ")
    assert answers == info["words"]
    text, reward, over, _, info = env.step("fold")
    assert text.startswith("'fold' is no answer here.")
    assert (reward, over, info["understood"]) == (0.0, False, False)
    regret = 0.0
    while not over:
        text, reward, over, _, info = env.step(f"  {info['words'][0].upper()} ")
        regret += reward
    assert "The round is over." in text
    assert regret <= 0
    assert f"{'wins' if info['won_cents'] >= 0 else 'loses'} $" in text
