"""The real server in a world where lines, disks and servers fail, and nothing is left to chance.

`make world` does the same for a million commands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.crashes import sqlite_files
from tests.effort import size
from tests.world import planted
from tests.world.world import Report, World, varied

COMMANDS = size("WORLD", usual=250, whole=3_000)
"""Sent by the people of each world."""
SEEDS = range(1, 4)

pytestmark = pytest.mark.skipif(
    bool(sqlite_files.why_not()), reason=sqlite_files.why_not() or "it can be listened to"
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Servers whose disks fail say so, thousands of times."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def run(seed: int, commands: int = COMMANDS) -> Report:
    with World(seed, **varied(seed)) as world:
        return world.run(commands)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_fails_no_cent_is_off_and_nothing_that_was_told_is_lost(seed: int) -> None:
    counts = run(seed).counts
    assert counts["done"] > COMMANDS / 3
    assert counts["rounds"] > COMMANDS / 40


def test_a_seed_gives_the_same_world_to_the_last_word() -> None:
    first, again, other = run(11, 100), run(11, 100), run(12, 50)
    assert first == again
    assert first.transcript != other.transcript


@pytest.mark.parametrize("name", ["told before the commit", "a balance twice", "a hole card shown"])
def test_a_planted_fault_is_found_in_a_world(name: str) -> None:
    assert planted.found(name)
