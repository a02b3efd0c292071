"""Looking on behind a mistake, so that everything wrong with a file is said at once.

A key that is wrong is put back to what the parent says, or to something harmless, and the file is
looked at again. A problem that is found then counts only if it would be there without the mending:
if neither its key nor any other key it is about was touched.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from pitboss.rules.places import item_name
from pitboss.rules.sentences import Key, Problem

Tables = dict[str, Any]

MOST_LOOKS = 5
"""Mended anew, a file may be wrong anew; then what is known is said."""
NOTHING = object()
"""What stands under a key that is not there."""

HARMLESS: Tables = {
    "id": "mended",
    "name": "Mended",
    "shoe": {"decks": 6, "penetration": 0.75, "burn": 1},
    "wagers": {"opening": ["main"], "names": {"main": "Main"}, "seats": 7},
    "dealer": {"stands-on": 17, "soft17": "hit", "peeks": True},
    "natural": {"pays": "3 to 2", "paid": "after-peek"},
    "insurance": {"offered": True, "pays": "2 to 1", "share": "1/2", "covers": ["main"]},
    "double": {"on": "any", "after-split": True},
    "split": {
        "pairs": "rank", "max-hands": 4, "first": "paid", "resplit-aces": False,
        "hit-aces": False, "second-cards": "in-turn",
    },
    "surrender": {"late": False},
}  # fmt: skip
"""Sound values for what a file without a parent lacks."""


def look_on(
    tables: Tables, inherited: Tables, problems_of: Callable[[Tables], list[Problem]]
) -> tuple[list[Problem], Tables | None]:
    """Everything that is wrong, and the tables mended; None where they cannot be."""
    found: list[Problem] = []
    mended = tables
    for _ in range(MOST_LOOKS):
        problems = problems_of(mended)
        if not problems:
            return found, mended
        found += [one for one in problems if one not in found and untouched(one, tables, mended)]
        mended = _put_back(mended, problems, {**HARMLESS, **inherited})
    return found, None


def untouched(problem: Problem, tables: Tables, mended: Tables) -> bool:
    """Whether everything a problem is about still stands as it was written."""
    for key in (problem.key, *problem.others):
        before, after = value_at(tables, key), value_at(mended, key)
        if before is not after and before != after:
            return False
    return True


def value_at(tables: Tables, key: Key) -> Any:
    """What stands under a key; `NOTHING` if nothing does."""
    node: Any = tables
    for name in key:
        if isinstance(node, list):
            node = next(
                (item for at, item in enumerate(node) if item_name(item, at) == name), NOTHING
            )
        else:
            node = node.get(name, NOTHING) if isinstance(node, dict) else NOTHING
    return node


def _put_back(tables: Tables, problems: list[Problem], sound: Tables) -> Tables:
    mended = copy.deepcopy(tables)
    for problem in problems:
        for key in (problem.key, *problem.others):
            _mend(mended, key, sound)
    return mended


def _mend(tables: Tables, key: Key, sound: Tables) -> None:
    """Give a key its sound value; where it has none, take it away, or the table that needs it."""
    for length in range(len(key), 0, -1):
        table = value_at(tables, key[: length - 1])
        good = value_at(sound, key[:length])
        if good is not NOTHING and isinstance(table, dict):
            table[key[length - 1]] = copy.deepcopy(good)
            return
        if _take_away(table, key[length - 1]):
            return


def _take_away(table: Any, name: str) -> bool:
    """Whether there was something of this name, now gone."""
    if isinstance(table, dict):
        return table.pop(name, NOTHING) is not NOTHING
    if not isinstance(table, list):
        return False
    kept = [item for at, item in enumerate(table) if item_name(item, at) != name]
    some_gone = len(kept) < len(table)
    table[:] = kept
    return some_gone
