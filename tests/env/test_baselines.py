"""Players to compare with are what they say."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.env import BlackjackEnv
from pitboss.env.baselines import Counter, ExactPlay, RandomPlay, play, solution_of
from pitboss.env.layout import INSURANCE, MASK, SEEN, WAGERS, Layout
from pitboss.env.setting import make_setting


def test_a_random_player_keeps_to_what_is_legal() -> None:
    layout = Layout(make_setting("half-back"))
    rows = np.zeros((1000, layout.size), dtype=np.int8)
    rows[:, MASK + 1] = rows[:, MASK + 4] = 1
    chosen = RandomPlay(layout, seed=1)(rows)
    assert set(chosen) == {1, 4}
    assert 400 < (chosen == 1).sum() < 600


SETTING = make_setting("blackjack", levels=(1, 12), shoe="cut", penetration=0.9, decks=2)


@pytest.fixture(scope="module")
def counter() -> Counter:
    return Counter(SETTING)


def test_a_counter_stakes_more_when_small_cards_are_gone(counter: Counter) -> None:
    row = np.zeros((3, counter.layout.size), dtype=np.int8)
    row[:, 0] = WAGERS
    row[1, SEEN + 3 : SEEN + 6] = 6  # fours, fives and sixes
    row[2, SEEN + 9 : SEEN + 13] = 6  # ten-value cards
    highest = len(counter.layout.actions) - 1
    assert (counter(row) == highest).tolist() == [False, True, False]
    row[:, 0], row[:, MASK + counter.layout.first_answer + 1] = INSURANCE, 1
    insures = counter.layout.first_answer + 1
    assert (counter(row) == insures).tolist() == [False, True, False]


def test_a_counter_wins_at_a_game_that_a_chart_loses(counter: Counter) -> None:
    counted = play(SETTING, counter, 150_000, tables=1024, seed=3)
    assert solution_of(SETTING).round.ev < 0
    assert counted.mean > 3 * counted.error


def test_exact_play_is_the_best_action_and_the_lowest_wager() -> None:
    env = BlackjackEnv("blackjack", levels=(1, 2))
    env.reset(seed=1)
    player = ExactPlay(env)
    assert env.actions[player()] == "wager-1"
    env.step(player())
    worth = env.action_values()
    assert np.isnan(worth).all() or player() == int(np.nanargmax(worth))
