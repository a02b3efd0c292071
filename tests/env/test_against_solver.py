"""The chart's mean over vectorised rounds is the solver's."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.env.baselines import ChartPlay, play, solution_of
from pitboss.env.setting import make_setting
from tests.effort import size

ROUNDS = size("ENV_MEAN_ROUNDS", usual=300_000, whole=100_000_000)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_the_mean_is_within_four_standard_errors(game: str) -> None:
    setting = make_setting(game)
    played = play(setting, ChartPlay.solved(setting), ROUNDS, seed=20)
    expected = solution_of(setting).round.ev
    apart = (played.mean - expected) / played.error
    print(f"{game}: {played.rounds:,} rounds, {played.mean:.6f} ± {played.error:.6f}, {apart:+.2f}")
    assert abs(played.mean - expected) < 4 * played.error
