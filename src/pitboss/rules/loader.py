"""Reading a game file: TOML, the parent game filled in, every key checked.

A file may say ``based-on = "some game"`` and then write only what differs: tables merge key by
key, `rules`, `rulings` and `bets` merge by id, and an `options` table of its own replaces the
parent's whole list.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.rules.compile import compile_rules
from pitboss.rules.decode import decode
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
    get_key,
    option_text,
    set_key,
)
from pitboss.rules.procedure import check_steps
from pitboss.rules.vocabulary import ID, Rules, Section

RULE_SECTIONS = tuple(
    field.encode_name for field in msgspec.structs.fields(Rules) if field.name != "paytables"
)
UNKNOWN_KEY = (KeyError, StopIteration, TypeError, AttributeError)
BY_ID = ("bets", "rules", "rulings")
NAMED: tuple[tuple[str, Any], ...] = (
    ("options", tuple[OptionValue, ...]),
    ("refuses", str),
    ("procedure", Step),
)
"""Tables whose keys are names; each value is decoded by itself so that errors can name it."""


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


def read_game(text: str, *, origin: str, parent: Callable[[str], dict[str, Any]]) -> Game:
    """The game a TOML text describes; `parent` gives the raw tables of the game it is based on."""
    raw = read_tables(text, origin=origin, parent=parent)
    known = {*RULE_SECTIONS, *(field.encode_name for field in msgspec.structs.fields(GameFile))}
    for key in raw:
        if key not in known:
            raise RulesError(
                f"{origin}: unknown key {key}; allowed here are {', '.join(sorted(known))}"
            )
    values = {key: raw.pop(key) for key in RULE_SECTIONS if key in raw}
    for table, kind in NAMED:
        named = decode(raw.get(table, {}), dict[str, Any], origin=origin, at=table)
        raw[table] = {
            key: decode(value, kind, origin=origin, at=f"{table}.{key}")
            for key, value in named.items()
        }
    file = decode(raw, GameFile, origin=origin)
    if not re.fullmatch(ID, file.id):
        raise RulesError(
            f"{origin}: id = {file.id!r}: allowed are lower-case letters, digits and dashes"
        )
    decode(values, Rules, origin=origin)
    game = Game(
        id=file.id,
        name=file.name,
        summary=file.summary,
        source=file.source,
        felt=file.felt,
        origin=origin,
        based_on=file.based_on,
        values=values,
        options=file.options,
        refuses=file.refuses,
        texts=file.rules,
        rulings=file.rulings,
        procedure=file.procedure,
        filed=file.filed,
    )
    _check(game)
    return game


def read_tables(
    text: str, *, origin: str, parent: Callable[[str], dict[str, Any]]
) -> dict[str, Any]:
    """The file's tables with those of the game it is based on filled in."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"{origin}: not valid TOML: {error}") from None
    base = raw.get("based-on")
    if base is None:
        return raw
    if not isinstance(base, str):
        raise RulesError(f"{origin}: based-on = {base!r}: allowed is the id of a game")
    try:
        inherited = copy.deepcopy(parent(base))
    except RulesError as error:
        raise RulesError(f"{origin}: based-on = {base!r}: {error}") from None
    for own in ("id", "name", "summary", "source", "felt", "filed"):
        inherited.pop(own, None)
    if "options" not in raw:
        _fix_what_the_file_sets(inherited.get("options", {}), raw)
    options = raw.get("options")
    allowed = options if isinstance(options, dict) else {}
    inherited["refuses"] = {
        option: why for option, why in inherited.get("refuses", {}).items() if option not in allowed
    }
    merged = _merge(inherited, raw)
    for ruling in inherited.get("rulings", ()):
        _drop_reading_that_no_longer_applies(ruling, merged)
    return merged


def _fix_what_the_file_sets(options: dict[str, Any], raw: dict[str, Any]) -> None:
    """A key the file itself decides is no longer the house's choice, unless the file says so."""
    for option, key in OPTION_KEYS.items():
        try:
            get_key(raw, key)
        except UNKNOWN_KEY:
            continue
        options.pop(option, None)


def _drop_reading_that_no_longer_applies(ruling: dict[str, Any], raw: dict[str, Any]) -> None:
    """An inherited ruling stays as words where the file narrowed its option or renamed its keys."""
    options = raw.get("options")
    values = options.get(ruling.get("option", "")) if isinstance(options, dict) else None
    if not isinstance(values, list) or len(values) < 2:
        ruling.pop("option", None)
    try:
        for key in ruling.get("sets", {}):
            set_key(copy.deepcopy(raw), key, None)
    except UNKNOWN_KEY:
        del ruling["sets"]


def _merge(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        old = merged.get(key)
        if key in BY_ID and isinstance(old, list) and isinstance(value, list):
            merged[key] = _merge_by_id(old, value)
        elif key != "options" and isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value)
        else:
            merged[key] = value
    return merged


def _merge_by_id(base: list[Any], own: list[Any]) -> list[Any]:
    """The parent's items with the file's own in their place, new ones behind."""
    ids = [item.get("id") if isinstance(item, dict) else None for item in own]
    kept = [item for item in base if item["id"] not in ids]
    return kept + own


def _check(game: Game) -> None:
    """Everything beyond single keys: the defaults make a game, and so does every choice."""
    try:
        compile_rules(game.rules())
    except RulesError as error:
        raise RulesError(f"{game.origin}: {error}") from None
    for option in (*game.options, *game.refuses):
        if option not in OPTION_KEYS:
            raise RulesError(
                f"{game.origin}: {option} is no house option; allowed are {', '.join(OPTION_KEYS)}"
            )
    for option, allowed in game.options.items():
        if not allowed or len(set(map(repr, allowed))) != len(allowed):
            raise RulesError(
                f"{game.origin}: options.{option} = {list(allowed)}: allowed are one value "
                "or more, each once"
            )
        try:
            default = game.default(option)
        except KeyError:
            raise RulesError(
                f"{game.origin}: options.{option} decides {OPTION_KEYS[option]}, which is not given"
            ) from None
        if default not in allowed:
            raise RulesError(
                f"{game.origin}: {OPTION_KEYS[option]} = {option_text(default)} is not among "
                f"options.{option}: {', '.join(map(option_text, allowed))}"
            )
        for value in allowed:
            game.rules({option: value})
    for ruling in game.rulings:
        _check_ruling(game, ruling)
    tables = {bet.id: bet.tables for bet in game.rules().bets}
    for filed in game.filed:
        if not 1 <= filed.paytable <= tables.get(filed.bet, 0):
            allowed_bets = ", ".join(f"{bet} 1 to {count}" for bet, count in tables.items())
            raise RulesError(
                f"{game.origin}: filed.bet = {filed.bet!r}, paytable = {filed.paytable}: allowed "
                "are " + (allowed_bets or "none")
            )
    for option in game.refuses:
        if option in game.options:
            raise RulesError(
                f"{game.origin}: refuses.{option}: it is among options too; allowed is one of both"
            )
    check_steps(game.procedure, origin=game.origin)


def _check_ruling(game: Game, ruling: Ruling) -> None:
    if ruling.option and ruling.option not in game.options:
        raise RulesError(
            f"{game.origin}: rulings.{ruling.id}.option = {ruling.option!r} is not among the "
            f"game's options: {', '.join(game.options)}"
        )
    if ruling.option and len(game.options[ruling.option]) < 2:
        raise RulesError(
            f"{game.origin}: options.{ruling.option} = {list(game.options[ruling.option])}: the "
            f"other reading of {ruling.id} needs a second value"
        )
    for key in ruling.sets:
        try:
            set_key(copy.deepcopy(game.values), key, None)
        except UNKNOWN_KEY:
            raise RulesError(
                f"{game.origin}: rulings.{ruling.id}.sets names {key!r}, which is not in the rules"
            ) from None
    if ruling.playable:
        game.rules({ruling.id: "other"})
