"""A game's rules written out as a file of their own, and what a form over that file shows."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from pitboss import games
from pitboss.field_notes import about, field_notes
from pitboss.floor.layout import cloth
from pitboss.rules.decode import alternatives, encode, fields_of, plain_type, struct_of
from pitboss.rules.game import OPTION_KEYS, OPTION_LABELS, Felt, Game, OptionValue
from pitboss.rules.grammar import Phrase
from pitboss.rules.inherit import SECTIONS
from pitboss.rules.keys import get_key
from pitboss.rules.loader import GameFile
from pitboss.rules.vocabulary import Bet, Event, Rules

Control = Literal["switch", "choice", "number", "text"]

PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
CODE = re.compile(r"`+([\w-]+)`+")


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """A key of the file that a form can change."""

    key: str
    """Dotted: ``dealer.soft17``."""
    label: str
    """What the form calls it."""
    note: str
    """What it means."""
    control: Control
    """How it is changed."""
    usual: OptionValue | float
    """What holds where the file says nothing."""
    choices: list[OptionValue]
    """Values it may have; of those of a house option the ones the document leaves to the house."""
    least: float | None
    """The smallest number it may be."""
    most: float | None
    """The largest."""
    house: bool
    """Whether it is a house option of the game."""


class FormSection(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the file."""

    id: str
    """Its name in the file."""
    label: str
    """What the form calls it."""
    note: str
    """What it is about."""
    fields: list[FormField]
    """Its keys."""


class BenchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on the workbench: its rules as a file, and the form over it."""

    id: str
    """Its id."""
    name: str
    """What people call it."""
    felt: Felt
    """The colour of its cloth."""
    text: str
    """Its rules written out: a file based on the game that changes nothing yet."""
    sections: list[FormSection]
    """The form."""
    paytables: dict[str, int]
    """How many pay tables there are under each name."""
    opening: list[str]
    """Ids of the wagers every round begins with."""
    bets: dict[str, str]
    """Names of all wagers by id."""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """A key that may stand in a table of the file."""

    key: str
    """Its name."""
    note: str
    """What it means."""
    values: list[str]
    """What may stand behind it, as the file writes it; nothing where that is not a list."""


def bench_game(game: Game) -> BenchGame:
    """A game as the workbench shows it first."""
    rules = game.rules()
    return BenchGame(
        id=game.id, name=game.name, felt=cloth(game), text=game_text(game),
        sections=list(_sections(game)), paytables=game.paytables(),
        opening=list(rules.wagers.opening),
        bets={**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}},
    )  # fmt: skip


# The file


def game_text(game: Game) -> str:
    """The rules of a game as a file that is based on it and says all of them again."""
    head = [
        f"id = {toml_value(f'my-{game.id}')}",
        f"name = {toml_value(f'My {game.name}')}",
        f"based-on = {toml_value(game.id)}",
    ]
    body = []
    for section in SECTIONS:
        if section in game.values and section != "bets":
            body += ["", f"[{section}]", *_lines(game.values[section])]
    for bet in game.values.get("bets", ()):
        body += ["", "[[bets]]", *_lines({key: bet[key] for key in bet if key != "events"})]
        for event in bet["events"]:
            body += ["", "[[bets.events]]", *_lines(event)]
    return "\n".join([*head, *body]) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {toml_value(value)}"


def _key(key: str) -> str:
    return key if PLAIN_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        inside = ", ".join(_lines(value))
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


# The form


def _sections(game: Game) -> Iterator[FormSection]:
    for name, section in SECTIONS.items():
        struct = struct_of(section.type)
        if name == "bets" or struct is None or name not in game.values:
            continue
        fields = list(_fields(game, name, struct))
        if fields:
            yield FormSection(
                id=name, label=_words(name), note=_in_words(about(struct)), fields=fields
            )


def _fields(game: Game, section: str, struct: Any) -> Iterator[FormField]:
    notes, options = field_notes(struct), {key: name for name, key in OPTION_KEYS.items()}
    for key, field in fields_of(struct).items():
        dotted = f"{section}.{key}"
        usual = get_key(game.values, dotted, field.default)
        usual = encode(usual) if usual is not msgspec.NODEFAULT else None
        if isinstance(usual, dict | list | tuple) or usual is None:
            continue
        option = options.get(dotted, "")
        control, choices, least, most = _control(field.type)
        offered = game.options.get(option, ())
        label = OPTION_LABELS.get(option, _words(key))
        control = "choice" if offered and control != "switch" else control
        yield FormField(
            key=dotted, label=label, note=_in_words(notes.get(field.name, "")), control=control,
            usual=usual,
            choices=list(dict.fromkeys([*offered, *choices])) if choices else list(offered),
            least=least, most=most, house=bool(offered),
        )  # fmt: skip


def _control(kind: Any) -> tuple[Control, list[OptionValue], float | None, float | None]:
    """How a value of a kind is changed: by what, with which choices, between which bounds."""
    [first, *_] = [one for one in alternatives(kind) if one is not type(None)]
    bare, meta = plain_type(first)
    if bare is bool:
        return "switch", [], None, None
    if typing.get_origin(bare) is typing.Literal:
        return "choice", list(typing.get_args(bare)), None, None
    if bare in (int, float):
        least = float(meta.ge) if meta and meta.ge is not None else None
        most = float(meta.le) if meta and meta.le is not None else None
        return "number", [], least, most
    return "text", [], None, None


def _in_words(note: str) -> str:
    """A note on a key for people who see the form: other keys by what the form calls them.

    >>> _in_words("Most that may be staked, as a part of `stands_on`.")
    'Most that may be staked, as a part of “Stands on”.'
    """
    return CODE.sub(lambda code: f"“{_words(code[1])}”", note)


def _words(name: str) -> str:
    """A key as words: ``stands-on`` is "Stands on"."""
    return name.replace("-", " ").replace("_", " ").capitalize()


# What an editor completes


def completions() -> dict[str, list[Completion]]:
    """The keys of every table of a game file by its dotted name; the file's own under ``""``."""
    found: dict[str, list[Completion]] = {"": [*_completed(GameFile), *_tables()]}
    for name, section in SECTIONS.items():
        struct = struct_of(section.type)
        if struct is not None and name != "bets":
            found[name] = list(_completed(struct))
    for name, struct in (("bets", Bet), ("bets.events", Event)):
        found[name] = list(_completed(struct))
    return found


def _tables() -> Iterator[Completion]:
    notes = field_notes(Rules)
    for name, section in SECTIONS.items():
        yield Completion(key=name, note=notes.get(section.name, ""), values=[])


def _completed(struct: Any) -> Iterator[Completion]:
    notes = field_notes(struct)
    for key, field in fields_of(struct).items():
        yield Completion(key=key, note=_note(notes.get(field.name, ""), field.type),
                         values=_values(key, field.type))  # fmt: skip


def _note(note: str, kind: Any) -> str:
    """What a key means, and how what stands behind it is written."""
    for one in alternatives(kind):
        bare, _ = plain_type(one)
        if isinstance(bare, type) and issubclass(bare, Phrase):
            return f"{note} Use {bare.EXPECTED}."
    return note


def _values(key: str, kind: Any) -> list[str]:
    if key == "based-on":
        return [toml_value(name) for name in games.BUILT_IN]
    found: list[str] = []
    for one in alternatives(kind):
        bare, _ = plain_type(one)
        if bare is bool:
            found += ["true", "false"]
        elif typing.get_origin(bare) is typing.Literal:
            found += [toml_value(choice) for choice in typing.get_args(bare)]
    return found
