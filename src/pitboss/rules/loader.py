"""Reading a game file: TOML, the parent game filled in, every key checked.

A file may say ``based-on = "some game"`` and then write only what differs: tables merge key by
key, `rules`, `rulings` and `bets` merge by id, and an `options` table of its own replaces the
parent's whole list.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import (
    OPTION_KEYS,
    Filed,
    Game,
    OptionValue,
    RuleText,
    Ruling,
    Step,
    get_key,
    option_text,
)
from pitboss.rules.procedure import check_steps
from pitboss.rules.vocabulary import Rules, Section

RULE_SECTIONS = tuple(
    field.encode_name for field in msgspec.structs.fields(Rules) if field.name != "paytables"
)
BY_ID = ("bets", "rules", "rulings")


class GameFile(Section, frozen=True, kw_only=True):
    """Everything a file may hold besides the rule sections, which `Rules` checks."""

    id: str
    name: str
    summary: str = ""
    source: str = ""
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
    values = {key: raw.pop(key) for key in RULE_SECTIONS if key in raw}
    file = decode(raw, GameFile, origin=origin)
    game = Game(
        id=file.id,
        name=file.name,
        summary=file.summary,
        source=file.source,
        origin=origin,
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
    except tomllib.TOMLDecodeError as error:
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
    inherited.pop("filed", None)
    return _merge(inherited, raw)


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
    by_id = {item.get("id"): item for item in base if isinstance(item, dict)}
    by_id |= {item.get("id") if isinstance(item, dict) else len(by_id): item for item in own}
    return list(by_id.values())


def _check(game: Game) -> None:
    """Everything beyond single keys: the defaults make a game, and so does every choice."""
    game.rules()
    for option, allowed in game.options.items():
        if option not in OPTION_KEYS:
            raise RulesError(
                f"{game.origin}: options.{option} is no house option; allowed are "
                + ", ".join(OPTION_KEYS)
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
    check_steps(game.procedure, origin=game.origin)


def _check_ruling(game: Game, ruling: Ruling) -> None:
    if ruling.option and ruling.option not in game.options:
        raise RulesError(
            f"{game.origin}: rulings.{ruling.id}.option = {ruling.option!r} is not among the "
            f"game's options: {', '.join(game.options)}"
        )
    for key in ruling.sets:
        try:
            get_key(game.values, key)
        except (KeyError, StopIteration, TypeError):
            raise RulesError(
                f"{game.origin}: rulings.{ruling.id}.sets names {key!r}, which is not in the rules"
            ) from None
    if ruling.playable:
        game.rules({ruling.id: "other"})
