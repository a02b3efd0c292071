"""Many tables of one setting side by side, one seat each: their arrays, and compiled steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.env.book import Book, make_book, places_of
from pitboss.env.layout import MASK, OVER, Layout
from pitboss.env.setting import Setting
from pitboss.env.steps import loops, numbers
from pitboss.sim.draws import GOLDEN, mix
from pitboss.table.engine import IllegalAction

Bools = NDArray[np.bool_]
MASK_64 = (1 << 64) - 1

_books: dict[tuple[Any, ...], Book] = {}
KEPT_BOOKS = 16


def book_of(setting: Setting, layout: Layout) -> Book:
    """The book of a setting; recent ones are kept."""
    key = (
        setting.tables, repr(setting.limits.house), setting.unit, tuple(setting.wagers.items()),
        setting.levels, setting.cut, setting.burn,
    )  # fmt: skip
    found = _books.get(key)
    if found is None:
        found = _books[key] = make_book(setting, layout)
        while len(_books) > KEPT_BOOKS:
            _books.pop(next(iter(_books)))
    return found


class Batch:
    """So many tables."""

    def __init__(self, setting: Setting, many: int) -> None:
        self.setting, self.layout, self.many = setting, Layout(setting), many
        self.book = book_of(setting, self.layout)
        hands = places_of(self.book).hands
        width = numbers.FIRST_HAND + numbers.PER_HAND * hands
        self.state = np.zeros((many, width), dtype=np.int32)
        self.tally = np.zeros((many, 13 * (1 + hands)), dtype=np.int8)
        self.shoe = np.tile(np.array(DECK * setting.tables.decks, dtype=np.uint8), (many, 1))
        self.random = np.zeros(many, dtype=np.uint64)
        self.seen = np.zeros((many, self.layout.size), dtype=np.int8)
        self.last = np.zeros_like(self.seen)
        """Last observations of episodes that were over in this step, where new ones began."""
        self.won = np.zeros(many, dtype=np.int32)
        """Cents that the step brought."""
        self.rewards = np.zeros(many)
        self.over: Bools = np.zeros(many, dtype=np.bool_)
        self.never: Bools = np.zeros(many, dtype=np.bool_)
        """Episodes that were cut short: none is."""
        self._rows = self.seen.reshape(-1)
        self._tables = self.state, self.tally, self.shoe, self.random
        self._shown = self._rows, self.last.reshape(-1), self.rewards, self.over
        self._every: Bools = np.ones(many, dtype=np.bool_)

    def seed(self, which: Bools, keys: NDArray[np.uint64]) -> None:
        """Start the cards of the tables that are marked anew, from `keys_of` their seeds."""
        self.random[which] = keys[which]
        self.shoe[which] = DECK * self.setting.tables.decks

    def seed_all(self, seed: int) -> None:
        """Start all cards anew: table number i from seed `seed` + i."""
        self.seed(self._every, keys_of(seeds_from(seed, self.many)))

    def on_processor(self, marks: Bools) -> Bools:
        """Marks where the processor can read them: there they are."""
        return marks

    def begin(self, which: Bools | None = None) -> None:
        """Begin the episodes of all tables, or of those that are marked."""
        marked = self._every if which is None else which
        self.over[marked] = False
        loops.begin(self.book, self._tables, marked, self._rows)

    def step(
        self, actions: NDArray[np.int64], scale: float, mode: int, strict: bool = False
    ) -> None:
        """One step of every table; nothing happens if an action is refused."""
        bad = loops.first_bad(self.book, self.state, actions, self._rows, strict, mode)
        if bad != numbers.FINE:
            row = self.seen[bad]
            raise IllegalAction(refusal(self.layout, self.many, bad, int(actions[bad]), row))
        self.advance(actions, scale, mode)

    def advance(self, actions: NDArray[np.int64], scale: float, mode: int) -> None:
        """The same with actions that were looked at before."""
        loops.step(self.book, self._tables, self.won, actions, scale, mode, self._shown)

    def cards(self, place: int) -> list[int]:
        """The cards of the round at a table, or of its last one, in the order they were dealt."""
        start, end = self.state[place, [numbers.START, numbers.POSITION]].tolist()
        found: list[int] = self.shoe[place, start:end].tolist()
        return found


def seeds_from(seed: int, many: int) -> NDArray[np.uint64]:
    """So many seeds, one for each table."""
    return np.arange(many, dtype=np.uint64) + np.uint64(seed & MASK_64)


def keys_of(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The keys of seeds, as `sim.draws.key_of` has them."""
    found: NDArray[np.uint64] = mix((seeds * np.uint64(4) + np.uint64(1)) * GOLDEN)
    return found


def refusal(layout: Layout, many: int, place: int, action: int, row: NDArray[np.int8]) -> str:
    """Why an action is refused at one of so many tables, by what is seen there."""
    names = layout.actions
    where = f"environment {place}: " if many > 1 else ""
    if row[0] == OVER:
        return f"{where}the episode is over; reset it first"
    if not 0 <= action < len(names):
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names))
        return f"{where}action = {action}: use {listed}"
    return where + illegal(layout, action, row)


def _legal_names(actions: tuple[str, ...], mask: bytes) -> str:
    legal = [f"{n} {name}" for n, name in enumerate(actions) if mask[n]]
    return ", ".join(legal)


def illegal(layout: Layout, action: int, row: NDArray[np.int8]) -> str:
    """Why an action is refused, and what is legal."""
    legal = _legal_names(layout.actions, row[MASK:].tobytes())
    return f"action = {action} ({layout.actions[action]}): it is not legal now; use {legal}"
