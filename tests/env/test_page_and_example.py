"""What is written about environments is so, and the example learns."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from scripts.environments import PAGE, page

import pitboss
from tests.effort import WHOLE

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_half_back.py"
GAME = "half-back"


def test_the_page_of_games_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make docs"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("learn_half_back", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_some_rounds_teach_most_of_it(example: Any) -> None:
    best = pitboss.solve(GAME, strategy="chart").round.ev
    learner = example.Learner(seed=1)
    before = best - pitboss.solve(GAME, strategy=learner.chart()).round.ev
    learner.learn(500_000)
    after = best - pitboss.solve(GAME, strategy=learner.chart()).round.ev
    assert 0 < after < before / 3


def test_cells_that_differ_are_found_with_what_they_cost(example: Any) -> None:
    best = pitboss.solve(GAME, strategy="chart").chart
    other = best.with_cells({("play", "hard 11", "6"): "H", ("play", "8,8", "6"): "S"})
    found = example.differences(best, other)
    assert {(one.hand, one.up, one.best, one.learned) for one in found} == {
        ("hard 11", "6", "D", "H"), ("8,8", "6", "P", "S"),
    }  # fmt: skip
    assert found[0].cost > found[1].cost > 0


@pytest.mark.skipif(not WHOLE, reason="make proofs learns the whole of it")
def test_the_whole_example(example: Any, tmp_path: Path) -> None:
    gap = example.main(["--plot", str(tmp_path / "learned.svg")])
    assert 0 <= gap < 0.0005
    assert (tmp_path / "learned.svg").stat().st_size > 10_000
