"""Mutants of the games' files: one number or switch changed in each."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss import games
from pitboss.rules import facts, limits
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OPTION_KEYS, Game
from pitboss.rules.inherit import SECTIONS as RULE_SECTIONS
from tests.mutants.hunt import REFUSED, SAME

STATE = "washington"
TESTS = ("tests/rules", "tests/playthroughs", "tests/differential")
PROSE = {
    "id",
    "name",
    "names",
    "summary",
    "source",
    "based-on",
    "rules",
    "question",
    "ruling",
    "other",
    "same",
    "unpriced",
    "procedure",
    "practice",
    "refuses",
    "event",
    "label",
    "otherwise",
    "basis",
    "note",
    "conditions",
    "remarks",
    "leaves",
}
SWITCHES = {
    "soft17": ("hit", "stand"),
    "paid": ("before-peek", "after-peek"),
    "adds": ("unit", "equal"),
    "pairs": ("rank", "value"),
    "first": ("paid", "moves-wager"),
    "second-cards": ("in-turn", "at-once"),
    "split-cards": ("in-turn", "at-once"),
    "result": ("win", "push", "lose"),
    "side": ("left", "right", ""),
    "split-21": ("any", "aces", "tens", "none"),
    "second-split": ("any-hand", "first-hand"),
    "surrendered": ("settled", "returned"),
    "collected": ("in-turn", "after-payments"),
}
RANKS = "A23456789TJQK"


@dataclass(frozen=True)
class Mutant:
    """One changed value in one file."""

    game: str
    path: tuple[str | int, ...]
    old: Any
    new: Any
    blind: frozenset[str] = frozenset()
    """Tests that read the file's own words, so that they fail whatever is changed in it."""

    def __str__(self) -> str:
        return f"{self.game} {'.'.join(map(str, self.path))}: {self.old!r} → {self.new!r}"

    def text(self) -> str:
        """The whole file with the change in it."""
        tables = copy.deepcopy(tomllib.loads(_source(self.game)))
        node: Any = tables
        for step in self.path[:-1]:
            node = node[step]
        if self.new is None:
            del node[self.path[-1]]
        else:
            node[self.path[-1]] = self.new
        return _written(tables)

    def install(self) -> str | None:
        """Put it in place of the real file, in this process.

        Returns the loader's refusal, or `SAME` where two spellings of a phrase mean the same rule.
        """
        try:
            before = None if self.game == STATE else meaning(games.find(self.game))
            put_in_place(self.game, self.text())
            if self.path[0] in RULE_SECTIONS and before == meaning(games.find(self.game)):
                return SAME
        except RulesError as error:
            return f"{REFUSED} {error}"
        return None

    def tests(self, collected: Sequence[str], killers: Counter[str]) -> list[str]:
        """All that can tell; those of its own game come first, slow ones last."""

        def urgency(test: str) -> tuple[bool, bool, int]:
            own = self.game.replace("-", "_") in test or self.game in test
            return not own, "differential" in test, -killers[test]

        return sorted((test for test in collected if test not in self.blind), key=urgency)


def put_in_place(game: str, text: str) -> None:
    """Let a text be the file of a game, or of the state, in this process."""
    if game == STATE:
        limits.source = lambda: text
        limits.washington.cache_clear()
        limits.washington()
        return
    real = games.source
    games.source = lambda game_id: text if game_id == game else real(game_id)
    games._built_in.cache_clear()
    games.find(game)


def put_rewritten(files: Iterable[str]) -> None:
    """Put files in place as mutants are written, with nothing changed."""
    for game in files:
        put_in_place(game, _written(tomllib.loads(_source(game))))


def _written(tables: dict[str, Any]) -> str:
    return "\n".join(f"{_key(key)} = {_toml(value)}" for key, value in tables.items())


def _source(game: str) -> str:
    return limits.source() if game == STATE else games.source(game)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def mutants(game: str, blind: frozenset[str] = frozenset()) -> Iterator[Mutant]:
    """Every change to try in one file; `blind` tests are no witnesses."""
    for mutant in _walk(game, (), tomllib.loads(_source(game))):
        yield replace(mutant, blind=blind)


def _walk(game: str, path: tuple[str | int, ...], node: Any) -> Iterator[Mutant]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in PROSE:
                yield from _walk(game, (*path, key), value)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _walk(game, (*path, index), value)
        if path and path[0] == "options":
            for index, value in enumerate(node):
                yield Mutant(game, (*path, index), value, None)
    else:
        for new in _changes(path, node):
            if new != node:
                yield Mutant(game, path, node, new)
        for new in _other_options(game, path, node):
            yield Mutant(game, path, node, new)


def _other_options(game: str, path: tuple[str | int, ...], value: Any) -> Iterator[Any]:
    """A default may also slip to any other value the house could have chosen."""
    key = ".".join(map(str, path))
    for option, decides in OPTION_KEYS.items():
        if decides == key and not isinstance(value, bool):
            tried = {value, *_changes(path, value)}
            allowed = games.find(game).options.get(option, ())
            yield from (other for other in allowed if other not in tried)


def _changes(path: tuple[str | int, ...], value: Any) -> Iterator[Any]:
    key = next(step for step in reversed(path) if isinstance(step, str))
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, float):
        yield round(value + 0.01, 4)
        yield round(value - 0.01, 4)
    elif isinstance(value, str):
        yield from _changed_words(key, value)
    elif hasattr(value, "toordinal"):
        yield type(value).fromordinal(value.toordinal() + 1)
        yield type(value).fromordinal(value.toordinal() - 1)


def _changed_words(key: str, value: str) -> Iterator[str]:
    if key in SWITCHES:
        yield from (other for other in SWITCHES[key] if other != value)
    elif value in ("push", "loss"):
        yield {"push": "loss", "loss": "push"}[value]
    elif key in ("replaces", "ranks", "upcard", "original-upcard", "pair"):
        if value == "none":
            yield "2"
        for at, sign in enumerate(value):
            if sign in RANKS:
                for step in (-1, 1):
                    moved = RANKS.index(sign) + step
                    if 0 <= moved < 13:
                        yield value[:at] + RANKS[moved] + value[at + 1 :]
    elif value == "any":
        yield "hard 9-11"
    else:
        for match in re.finditer(r"\d+", value):
            for step in (-1, 1):
                changed = str(max(int(match[0]) + step, 0))
                yield value[: match.start()] + changed + value[match.end() :]
        for word, other in (("hard ", "soft "), ("hard ", ""), ("natural", "21")):
            if word in value:
                yield value.replace(word, other)


def meaning(game: Game) -> list[object]:
    """The rules, less what a pay table asks for although earlier lines have decided it."""
    rules = game.rules()
    told: list[object] = [(bet.id, bet.name) for bet in rules.bets]
    told += [getattr(rules, name) for name in rules.__struct_fields__ if name != "bets"]
    for bet in rules.bets:
        asked = [dict(facts.conditions(event.when)) for event in bet.events]
        for at, conditions in enumerate(asked):
            live = {
                fact: [
                    value
                    for value in range(facts.SIZES[fact])
                    if mask >> value & 1
                    and not any(
                        _implied({**conditions, fact: 1 << value}, asks) for asks in asked[:at]
                    )
                ]
                for fact, mask in conditions.items()
            }
            told.append((live, bet.events[at].pays))
        told.append((bet.side, bet.lost_on_second_split, bet.paytable))
    return told


def _implied(given: dict[int, int], asks: dict[int, int]) -> bool:
    return all(given.get(fact, ~0) & ~allowed == 0 for fact, allowed in asks.items())
