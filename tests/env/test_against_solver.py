"""The chart's mean over vectorised rounds is the solver's, with and without side bets."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.env.baselines import ChartPlay, play, solution_of
from pitboss.env.layout import Layout
from pitboss.env.setting import make_setting
from tests.effort import size
from tests.env.same_cards import staked

ROUNDS = size("ENV_MEAN_ROUNDS", usual=300_000, whole=100_000_000)
CASES = [(game, sides) for game in games.BUILT_IN for sides in staked(game)]


@pytest.mark.parametrize(("game", "sides"), CASES, ids=str)
def test_the_mean_is_within_four_standard_errors(game: str, sides: dict[str, float]) -> None:
    setting = make_setting(game, wagers=sides)
    solution = solution_of(setting)
    played = play(setting, ChartPlay(Layout(setting), solution.chart), ROUNDS, seed=20)
    expected = solution.round.ev
    apart = (played.mean - expected) / played.error
    print(
        f"{game} {list(sides)}: {played.rounds:,} rounds, {played.mean:.6f} ± {played.error:.6f}, "
        f"solver {expected:.6f}, {apart:+.2f}"
    )
    assert abs(apart) < 4
