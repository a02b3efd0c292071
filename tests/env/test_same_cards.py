"""The compiled environment deals, asks and pays as the table does, to the cent."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss import games
from pitboss.env.baselines import ChartPlay
from pitboss.env.layout import Layout, Row
from pitboss.env.setting import make_setting
from pitboss.rules.limits import House
from tests.effort import size, some
from tests.env.same_cards import any_setting, differences, random_player
from tests.sim.settings import GAMES, random_settings

DESIGNS = Path(__file__).parents[1] / "designs"
ROUNDS = size("ENV_ROUNDS", usual=240, whole=100_000)


@pytest.mark.parametrize("game", GAMES)
def test_random_play_with_any_options_bets_and_shoe(game: str) -> None:
    rng = random.Random(f"environment {game}")
    settings = max(3, ROUNDS // 1000)
    for house in random_settings(game, rng, settings):
        setting = any_setting(house, rng)
        player = random_player(Layout(setting), rng)
        found = differences(setting, player, ROUNDS // settings, rng.randrange(1 << 40))
        assert next(found, None) is None, f"{house}, {dict(setting.wagers)}"


@pytest.mark.parametrize("file", sorted(DESIGNS.glob("*.toml")), ids=lambda path: path.stem)
def test_designs_of_moves_that_no_built_in_game_has(file: Path) -> None:
    setting = make_setting(file)
    player = random_player(Layout(setting), random.Random(1))
    assert next(differences(setting, player, ROUNDS, seed=4), None) is None


@pytest.mark.parametrize("game", some(games.BUILT_IN, one_of=4))
def test_the_charts_play(game: str) -> None:
    setting = make_setting(game, shoe="cut")
    chart = ChartPlay.solved(setting)

    def player(row: Row) -> int:
        return int(chart(row[None])[0])

    assert next(differences(setting, player, ROUNDS, seed=3), None) is None


def test_chips_that_are_rounded_and_prizes_that_are_capped() -> None:
    house = House(round_to=100, round_for="house")
    setting = make_setting("half-back", unit=1500, wagers={"upcard-bonus": 0.5}, house=house)
    player = random_player(Layout(setting), random.Random(1))
    assert next(differences(setting, player, ROUNDS, seed=9), None) is None


def test_a_shoe_that_runs_out_in_a_round_is_dealt_on() -> None:
    rng = random.Random(5)
    setting = make_setting("blackjack", decks=1, shoe="cut", penetration=0.95)
    hits = _hits(Layout(setting), rng)
    assert next(differences(setting, hits, ROUNDS, seed=2), None) is None


def _hits(layout: Layout, rng: random.Random) -> Any:
    """Draws as many cards as it can."""
    hit = layout.actions.index("hit")

    def play(row: Row) -> int:
        legal = np.nonzero(row[-len(layout.actions) :])[0]
        return hit if hit in legal else int(rng.choice(legal))

    return play
