"""Which key of a file is behind a contradiction.

A file that changes one key of the game it is based on can contradict a key it never mentions. The
parent by itself is sound, so whatever is wrong is due to something the file says: what goes away
when the file does not say it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from pitboss.rules.places import item_name
from pitboss.rules.sentences import Key, Problem, dotted

MOST_KEYS = 60
"""Keys that are tried; a file of more has to be read by its author."""
NAMES = ("id", "event")
"""Without its name a thing is another thing."""
NOT_RULES = (
    "id", "name", "summary", "source", "felt", "based-on", "procedure", "practice", "filed",
    "approval",
)  # fmt: skip

Path = tuple[str | int, ...]


def with_culprits(
    problems: list[Problem],
    own: dict[str, Any],
    problems_of: Callable[[dict[str, Any]], list[Problem]],
) -> list[Problem]:
    """The problems, each with the file's own keys that cause it where it names none of them."""
    if "based-on" not in own:
        return problems
    keys = [(path, dotted(name)) for path, name in _keys(own)]
    if all(_names_one(problem, keys) for problem in problems) or len(keys) > MOST_KEYS:
        return problems
    left = {name: problems_of(_without(own, path)) for path, name in keys}
    return [
        problem if _names_one(problem, keys) else problem._replace(because=_culprits(problem, left))
        for problem in problems
    ]


def _names_one(problem: Problem, keys: list[tuple[Path, str]]) -> bool:
    key = dotted(problem.key)
    return any(name in problem.sentence or name.startswith(f"{key}.") for _, name in keys)


def _culprits(problem: Problem, left: dict[str, list[Problem]]) -> tuple[str, ...]:
    return tuple(name for name, others in left.items() if problem not in others)


def _keys(node: Any, path: Path = (), name: Key = ()) -> Iterator[tuple[Path, Key]]:
    """Every key of a file that holds a value, and what it is called."""
    items: Any = ()
    if isinstance(node, dict) and (node or not path):
        unasked = NOT_RULES if not path else NAMES if isinstance(path[-1], int) else ()
        items = [(key, key) for key in node if key not in unasked]
    elif isinstance(node, list) and any(isinstance(item, dict) for item in node):
        items = [(place, item_name(item, place)) for place, item in enumerate(node)]
    elif path:
        yield path, name
    for key, called in items:
        yield from _keys(node[key], (*path, key), (*name, called))


def _without(own: dict[str, Any], path: Path) -> dict[str, Any]:
    """The file without one key, and without tables that are empty then."""
    less = copy.deepcopy(own)
    nodes: list[Any] = [less]
    for part in path[:-1]:
        nodes.append(nodes[-1][part])
    for node, part in zip(reversed(nodes), reversed(path), strict=True):
        del node[part]
        if node:
            break
    return less
