"""Reading a game file: TOML, the parent game filled in, every key checked.

`inherit` says what a file takes over from the game it is ``based-on``. Everything that is wrong
with a file is said at once, a line each: first what single keys and the rules as a whole say, then,
where those are sound, what options, rulings and filed figures make of them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.rules import inherit
from pitboss.rules.blame import with_culprits
from pitboss.rules.bounds import item_problems, text_problem
from pitboss.rules.compile import order_problems
from pitboss.rules.decode import decode, fields_of, problems
from pitboss.rules.errors import RulesError
from pitboss.rules.game import (
    OPTION_KEYS,
    Felt,
    Filed,
    Game,
    OptionValue,
    RuleText,
    Ruling,
    Step,
    option_text,
)
from pitboss.rules.keys import MISSING, can_be_set, get_key, with_key
from pitboss.rules.procedure import step_problems
from pitboss.rules.vocabulary import ID, Rules, Section

Tables = dict[str, Any]


class GameFile(Section, frozen=True, kw_only=True):
    """Everything a file may hold besides the rule sections, which `Rules` checks."""

    id: str
    name: str
    summary: str = ""
    source: str = "a designer's own game, approved by nobody"
    felt: Felt | None = None
    based_on: str = ""
    options: dict[str, tuple[OptionValue, ...]] = {}
    refuses: dict[str, str] = {}
    rules: tuple[RuleText, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    procedure: dict[str, Step] = {}
    filed: tuple[Filed, ...] = ()

    def problems(self) -> Iterator[str]:
        if not re.fullmatch(ID, self.id):
            yield f"id = {self.id!r}: allowed are lower-case letters, digits and dashes"
        for key, words in (("name", self.name), ("summary", self.summary), ("source", self.source)):
            if not words.isprintable() and not words.replace("\n", " ").isprintable():
                yield f"{key} = {words!r}: leave out what cannot be printed"
        if not self.name.strip():
            yield "name = '': give the game a name that people can read"
        for table, options in (("options", self.options), ("refuses", self.refuses)):
            for option in options:
                if option not in OPTION_KEYS:
                    yield (
                        f"{table}.{option} is no house option; allowed are "
                        + ", ".join(OPTION_KEYS)
                    )
        for option in self.refuses:
            if option in self.options:
                yield f"refuses.{option}: it is among options too; allowed is one of both"
        for option, choices in self.options.items():
            if not choices or len(set(map(repr, choices))) != len(choices):
                yield (
                    f"options.{option} = {list(choices)}: allowed are one value or more, each once"
                )
        yield from step_problems(self.procedure)


FILE_KEYS = {*inherit.SECTIONS, *fields_of(GameFile)}


def read_game(
    text: str, *, origin: str, parent: Callable[[str], Game], bounded: bool = True
) -> Game:
    """The game a TOML text describes.

    `parent` finds the game it is based on. `bounded`: whether it may be too large to be read; what
    was read before may not.
    """
    own = _parse(text, origin) if not bounded else _parse_bounded(text, origin)
    base = _parent(own, origin, parent)
    inherited = base.tables if base else {}
    tables, found = inherit.fill_in(own, inherited)
    found += (item_problems(tables) if bounded else []) or with_culprits(
        _problems(tables, inherited),
        own,
        lambda less: _problems(inherit.fill_in(less, inherited)[0], inherited),
    )
    if found:
        raise RulesError.of(origin, found)
    if base:
        inherit.give_way(tables, own, inherited)
    file = decode(_words(tables), GameFile, origin=origin)
    game = Game(
        id=file.id,
        name=file.name,
        summary=file.summary,
        source=file.source,
        felt=file.felt,
        origin=origin,
        based_on=file.based_on,
        tables=tables,
        base=base.values if base else {},
        values=_rules(tables),
        options=file.options,
        refuses=file.refuses,
        texts=file.rules,
        rulings=file.rulings,
        procedure=file.procedure,
        filed=file.filed,
    )
    mine = [ruling for ruling in game.rulings if ruling.id in inherit.own_rulings(own)]
    options = game.options if "options" in own else {}
    found = [
        *_option_problems(game, options), *_ruling_problems(game, mine), *_filed_problems(game)
    ]  # fmt: skip
    if found:
        raise RulesError.of(origin, found)
    return game


def _parse_bounded(text: str, origin: str) -> Tables:
    too_large = text_problem(text)
    if too_large:
        raise RulesError.of(origin, [too_large])
    own = _parse(text, origin)
    too_many = item_problems(own)
    if too_many:
        raise RulesError.of(origin, too_many)
    return own


def _parse(text: str, origin: str) -> Tables:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError.of(origin, [f"not valid TOML: {error}"]) from None


def _parent(own: Tables, origin: str, parent: Callable[[str], Game]) -> Game | None:
    based_on = own.get("based-on")
    if based_on is None:
        return None
    if not isinstance(based_on, str):
        raise RulesError.of(
            origin, [f"based-on = {based_on!r}: allowed is the id of a game, or a file's name"]
        )
    try:
        return parent(based_on)
    except RulesError as error:
        lines = [f"based-on = {based_on!r}: {line}" for line in str(error).split("\n")]
        raise RulesError.of(origin, lines) from None


def _rules(tables: Tables) -> Tables:
    return {key: tables[key] for key in inherit.SECTIONS if key in tables}


def _words(tables: Tables) -> Tables:
    return {key: value for key, value in tables.items() if key not in inherit.SECTIONS}


def _problems(tables: Tables, inherited: Tables) -> list[str]:
    """What is wrong with single keys, and with the rules as a whole."""
    found = [
        f"unknown key {key}; allowed here are {', '.join(sorted(FILE_KEYS))}"
        for key in tables
        if key not in FILE_KEYS
    ]
    words = {key: value for key, value in _words(tables).items() if key in FILE_KEYS}
    found += problems(words, GameFile)
    return found + _rule_problems(_rules(tables), inherited)


def _rule_problems(values: Tables, inherited: Tables) -> list[str]:
    """What is wrong with the sections of the rules, and what the sound ones contradict."""
    found = problems(values, Rules)
    if not found:
        rules = decode(values, Rules, origin="")
        return [line for bet in rules.offered_bets for line in order_problems(bet)]
    if not inherited:
        return found
    sections = inherit.SECTIONS
    sound = {key: value for key, value in values.items() if not problems(value, sections[key].type)}
    kept = {key: inherited[key] for key in values if key in inherited}
    contradictions = problems(kept | sound, Rules)
    return found + [line for line in contradictions if line not in found]


def _option_problems(game: Game, options: Mapping[str, Sequence[OptionValue]]) -> Iterator[str]:
    for option, choices in options.items():
        key = OPTION_KEYS[option]
        default = get_key(game.values, key, MISSING)
        if default is MISSING:
            yield f"options.{option} decides {key}, which is not given"
            continue
        if default not in choices:
            yield (
                f"{key} = {option_text(default)} is not among options.{option}: "
                + ", ".join(map(option_text, choices))
            )
        for choice in choices:
            for wrong in problems(with_key(game.values, key, choice), Rules):
                yield f"options.{option} = {option_text(choice)}: {wrong}"


def _ruling_problems(game: Game, rulings: Iterable[Ruling]) -> Iterator[str]:
    for ruling in rulings:
        choices = game.options.get(ruling.option, ())
        if ruling.option and not choices:
            yield (
                f"rulings.{ruling.id}.option = {ruling.option!r} is not among the game's options: "
                + ", ".join(game.options)
            )
        elif ruling.option and len(choices) < 2:
            yield (
                f"options.{ruling.option} = {list(choices)}: the other reading of {ruling.id} "
                "needs a second value"
            )
        unknown = [key for key in ruling.sets if not can_be_set(game.values, key)]
        for key in unknown:
            yield f"rulings.{ruling.id}.sets names {key!r}, which is not in the rules"
        other = game.values
        for key, value in ruling.sets.items():
            other = other if unknown else with_key(other, key, value)
        for wrong in problems(other, Rules):
            yield f"rulings.{ruling.id}.sets: {wrong}"


def _filed_problems(game: Game) -> Iterator[str]:
    tables = {bet.id: bet.tables for bet in game.rules().bets}
    for filed in game.filed:
        if not 1 <= filed.paytable <= tables.get(filed.bet, 0):
            allowed = ", ".join(f"{bet} 1 to {count}" for bet, count in tables.items())
            yield (
                f"filed.bet = {filed.bet!r}, paytable = {filed.paytable}: allowed are "
                + (allowed or "none")
            )
