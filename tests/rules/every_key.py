"""Every key of the vocabulary set alone, to plausible values, in a child of each built-in game.

The keys and the kinds of their values are read from the vocabulary, so a new field is swept too.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from pitboss import games
from pitboss.rules.decode import plain_type, struct_of
from pitboss.rules.grammar import Odds, Ranks, Share, Ties, Totals
from pitboss.rules.vocabulary import Pay, Rules

VALUES: dict[Any, list[Any]] = {
    bool: [True, False],
    int: [0, 1, 2, 4, 5, 7, 8, 9, 12, 16, 17, 18, 21, 22],
    float: [0.5, 0.9, 2.0],
    str: ["main", "half-back", "Other", "other"],
    Totals: ["any", "none", "hard 9-11", "12-18", "soft 13-18"],
    Ranks: ["any", "none", "A", "3-6", "J-K"],
    Odds: ["3 to 2", "1 to 1", "0 to 1"],
    Share: ["1/2", "1", "2", "0"],
    Ties: ["17", "20-21, natural", "12"],
    tuple[int, ...]: [[], [16], [17], [22], [17, 18]],
    tuple[str, ...]: [[], ["main"], ["main", "half-back"], ["other"]],
    dict[str, str]: [{"main": "Ante"}, {"other": "Other"}, {}],
    tuple[Pay, ...]: [[], [1], [2, 2, 2], [3] * 5, [3] * 6, ["push"] * 6, ["none"] * 6],
}
LISTS: dict[Any, list[Any]] = {int: VALUES[tuple[int, ...]], str: VALUES[tuple[str, ...]]}
"""Values of each kind: ordinary ones, and those that other keys may contradict."""


class Child(NamedTuple):
    """A file with one key of its own."""

    base: str
    key: str
    """As it is written in messages."""
    text: str


def children(base: str) -> Iterator[Child]:
    """Every file with one key that is based on a game."""
    for key, kind in keys(base):
        for value in values(kind):
            head = f'id = "mine"\nname = "Mine"\nbased-on = "{base}"\n'
            yield Child(base, ".".join(key), f"{head}{written(key)} = {toml(value)}\n")


def keys(base: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every key of the rules and the kind of its value; of bets, those of the game's first bet."""
    for section in msgspec.structs.fields(Rules):
        if section.name == "paytables":  # chosen at the table, not in a file
            continue
        yield (section.encode_name,), bool if section.name != "bets" else section.type
        if section.name != "bets":
            for field in msgspec.structs.fields(struct_of(section.type)):
                yield (section.encode_name, field.encode_name), field.type
    yield from _bet_keys(base)


def _bet_keys(base: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    bets = games.find(base).rules().bets
    bet = ("bets", bets[0].id if bets else "new")
    event = (*bet, "events", bets[0].events[-1].event if bets else "new")
    kinds = typing.get_type_hints(Rules)["bets"]
    bet_struct = typing.get_args(kinds)[0]
    event_struct = typing.get_args(typing.get_type_hints(bet_struct)["events"])[0]
    when = typing.get_type_hints(event_struct)["when"]
    for path, struct in ((bet, bet_struct), (event, event_struct), ((*event, "when"), when)):
        for field in msgspec.structs.fields(struct):
            yield (*path, field.encode_name), field.type


def values(kind: Any) -> list[Any]:
    """Plausible values of a kind."""
    kind, _ = plain_type(kind)
    if kind in VALUES:
        return VALUES[kind]
    if typing.get_origin(kind) is typing.Literal:
        return list(typing.get_args(kind))
    alternatives = [one for one in typing.get_args(kind) if one is not type(None)]
    if struct_of(kind):
        return [{}]
    if typing.get_origin(kind) is tuple:
        item, _ = plain_type(typing.get_args(kind)[0])
        return LISTS.get(item, [[]])
    return [value for one in alternatives for value in values(one)]


def written(key: tuple[str, ...]) -> str:
    """A dotted key as TOML has it."""
    return ".".join(part if part.replace("-", "").isalnum() else f'"{part}"' for part in key)


def toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)
