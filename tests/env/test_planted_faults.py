"""A compiled environment with a fault in its tables is not taken for the table's equal.

In every table of a book the entry that is read most is changed by one; the comparison with the
table engine, which `test_same_cards` makes without a fault, has to notice it. Not every entry
matters wherever it is read (what a hand gives up that stands), and some are met in few rounds
only, so more are changed where one is not enough.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.env import batch
from pitboss.env.book import SIZES, places_of
from pitboss.env.layout import MASK, Layout
from pitboss.env.setting import Setting, make_setting
from pitboss.env.steps import loops
from pitboss.env.steps.numbers import SAME_STEP, Places
from tests.env.same_cards import Player, differences, random_player

EARLY = Path(__file__).parents[1] / "designs" / "early-surrender.toml"
SETTINGS: list[dict[str, Any]] = [
    {"game": "half-back", "wagers": {"upcard-bonus": 0.5}, "levels": (1, 3)},
    {"game": "mulligan-21", "options": {"split-cards": "at-once"}},
    {"game": EARLY},
]
"""Between them they read every table."""
TABLES = Places._fields[SIZES:]
FAULTS = {1: 400, 8: 400, 64: 3000}
"""How many entries are changed until it is noticed, and rounds that are compared each time."""


@cache
def setting(number: int) -> Setting:
    return make_setting(**SETTINGS[number])


class Watched(np.ndarray[Any, Any]):
    """A book that counts what is read of it."""

    reads: Counter[int]

    def __getitem__(self, place: Any) -> Any:
        self.reads[int(place)] += 1
        return np.asarray(self)[place]


@cache
def reads(number: int) -> Counter[int]:
    """How often each entry is read in some rounds, played by the steps as plain Python."""
    tables = batch.Batch(setting(number), 8)
    tables.seed_all(1)
    tables.begin()
    book = tables.book.view(Watched)
    book.reads = Counter()
    player = random_player(tables.layout, random.Random(1))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
        for _ in range(250):
            actions = np.array([player(row) for row in tables.seen])
            loops.step.py_func(
                book, tables._tables, tables.won, actions, 1.0, SAME_STEP, tables._shown
            )
    return book.reads


def most_read(number: int, table: str) -> list[int]:
    """The entries of a table that are read in a setting, the most read first."""
    book = batch.book_of(setting(number), Layout(setting(number)))
    at = places_of(book)
    first = getattr(at, table)
    starts = [start for name in TABLES if (start := getattr(at, name)) > first]
    read = {place: reads(number)[place] for place in range(first, min(starts, default=len(book)))}
    return sorted((place for place in read if read[place]), key=lambda place: -read[place])


def splitting_player(layout: Layout) -> Player:
    """Splits where that is open: rounds with several hands are few otherwise."""
    usual, split = random_player(layout, random.Random(2)), layout.actions.index("split")
    return lambda row: split if row[MASK + split] else usual(row)


def is_noticed(number: int, rounds: int) -> bool:
    player = splitting_player(Layout(setting(number)))
    return next(differences(setting(number), player, rounds, seed=3), None) is not None


@pytest.mark.parametrize("table", TABLES)
def test_an_entry_that_is_one_off_is_noticed(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = next(
        (number, places) for number in range(len(SETTINGS)) if (places := most_read(number, table))
    )
    right = batch.book_of(setting(found[0]), Layout(setting(found[0])))

    def with_faults(many: int) -> bool:
        book = right.copy()
        for place in found[1][:many]:
            book[place] = 0 if book[place] == 1 else book[place] + 1
        monkeypatch.setattr(batch, "book_of", lambda *_: book)
        return is_noticed(found[0], FAULTS[many])

    assert any(with_faults(many) for many in FAULTS)
