"""What every action is worth, and what a wrong one costs."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.advice.decisions import decide
from pitboss.env import BlackjackEnv
from pitboss.env.baselines import ExactPlay
from pitboss.env.layout import FIELDS, HAND_RANKS, MASK, PLAY, SEEN
from pitboss.rules.moves import by_id


def next_decision(env: BlackjackEnv) -> np.ndarray:
    """Play on until the first two cards of a round are to be decided on."""
    row = np.asarray(env._row)
    while not (row[0] == PLAY and row[FIELDS.index("cards")] == 2 and row[10] == 1):
        if env._batch.over[0]:
            env.reset()
        legal = np.nonzero(env._row[MASK:])[0]
        env.step(int(legal[0]))
        row = np.asarray(env._row)
    return row.copy()


@pytest.mark.parametrize(("game", "shoe"), [("half-back", "fresh"), ("blackjack", "cut")])
def test_it_is_what_the_solver_says_of_the_cards_seen(game: str, shoe: str) -> None:
    env = BlackjackEnv(game, shoe=shoe, ev=True, decks=6)  # type: ignore[arg-type]
    env.reset(seed=8)
    for _ in range(3):
        row = next_decision(env)
        worth = env.action_values()
        ranks = [r for r in range(13) for _ in range(int(row[HAND_RANKS + r]))]
        up, aside = int(row[FIELDS.index("upcard")]) - 1, int(row[FIELDS.index("set_aside")]) - 1
        gone = np.repeat(np.arange(13), row[SEEN:MASK]).tolist()
        for rank in (*ranks, up, *([aside] if aside >= 0 else [])):
            gone.remove(rank)
        told = decide(
            env.setting.tables, ranks, up, aside=aside if aside >= 0 else None,
            gone=gone,
        )  # fmt: skip
        assert {one.move for one in told.offers} == {
            name for name, mine in zip(env.actions, worth, strict=True) if not np.isnan(mine)
        }
        for one in told.offers:
            assert worth[env.actions.index(one.move)] == pytest.approx(one.ev, abs=1e-9)
            assert by_id(one.move)
        env.step(int(np.nanargmin(worth)))


def test_regret_is_what_an_action_gives_away_and_nothing_for_the_best() -> None:
    env = BlackjackEnv("half-back", reward="regret", ev=True)
    env.reset(seed=2)
    best = ExactPlay(env)
    worst = 0.0
    for number in range(12):
        if env._batch.over[0]:
            env.reset()
        worth = env.action_values()
        if np.isnan(worth).all() or number % 2:
            assert env.step(best())[1] == 0.0
        else:
            taken = int(np.nanargmin(worth))
            reward = env.step(taken)[1]
            assert reward == pytest.approx(np.nanmin(worth) - np.nanmax(worth))
            worst = min(worst, reward)
    assert worst < 0


def test_info_has_it_on_request_only() -> None:
    assert "ev" not in BlackjackEnv().reset(seed=1)[1]
    env = BlackjackEnv(ev=True)
    assert np.isnan(env.reset(seed=1)[1]["ev"]).all()
    info = env.step("deal")[4]
    assert np.array_equal(~np.isnan(info["ev"]), info["action_mask"] == 1)
