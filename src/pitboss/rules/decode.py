"""Strict decoding of a file's tables into the vocabulary, with errors a person can act on."""

from __future__ import annotations

import re
import threading
import types
import typing
from functools import cache
from typing import Any, TypeVar

import msgspec

from pitboss.rules.errors import RulesError
from pitboss.rules.grammar import Phrase

T = TypeVar("T")

PLAIN = {
    "bool": "true, false",
    "int": "whole numbers",
    "float": "numbers",
    "str": "texts in quotes",
    "array": "lists in brackets",
    "object": "tables",
    "date": "dates such as 2023-08-19",
}
"""What a person calls the kinds of values a file can hold."""

_ONE_AT_A_TIME = threading.Lock()
"""msgspec looks a struct up when it first meets it, and lets a second thread see it half done."""


def decode(values: object, kind: type[T], *, origin: str, at: str = "") -> T:
    """Values as `kind`, or a `RulesError` that names the file, the keys and what is allowed.

    `at` is where the values stand in the file, if not at its top.
    """
    try:
        return _convert(values, kind)
    except msgspec.ValidationError:
        raise RulesError.of(origin, problems(values, kind, at)) from None


def problems(values: Any, kind: Any, at: str = "") -> list[str]:
    """Everything that keeps values from being `kind`, a sentence each; none if nothing does."""
    try:
        _convert(values, kind)
    except msgspec.ValidationError as error:
        return _part_problems(values, kind, at) or _explain(str(error), values, kind, at)
    return []


def _part_problems(values: Any, kind: Any, at: str) -> list[str]:
    """What is wrong with the parts of a table or list, each taken alone."""
    struct, found = struct_of(kind), []
    if struct and isinstance(values, dict):
        found = _struct_problems(values, struct, at)
    elif typing.get_origin(kind) is tuple and isinstance(values, list):
        for place, item in enumerate(values):
            found += problems(item, typing.get_args(kind)[0], join(at, item_name(item, place)))
    elif typing.get_origin(kind) is dict and isinstance(values, dict):
        for key, value in values.items():
            found += problems(value, typing.get_args(kind)[1], join(at, key))
    return found


def _struct_problems(values: dict[str, Any], struct: Any, at: str) -> list[str]:
    found = []
    fields = fields_of(struct)
    for key in values:
        if key not in fields:
            allowed = ", ".join(sorted(fields))
            found.append(f"unknown key {join(at, key)}; allowed here are {allowed}")
    for key, field in fields.items():
        if key in values:
            found += problems(values[key], field.type, join(at, key))
        elif field.required:
            found.append(f"{join(at, key)} is missing; it must be given")
    return found


def _convert(values: object, kind: type[T]) -> T:
    with _ONE_AT_A_TIME:
        return msgspec.convert(values, kind, dec_hook=_phrase)


def encode(value: object) -> Any:
    """The reverse of `decode`, down to plain JSON values."""
    return msgspec.to_builtins(value, enc_hook=lambda phrase: phrase.text, str_keys=True)


def _phrase(kind: type, value: object) -> Any:
    if issubclass(kind, Phrase):
        return kind.parse(value)
    raise TypeError(f"{kind.__name__} is no kind of value a file can hold")


def _explain(message: str, values: object, kind: Any, at: str) -> list[str]:
    """The sentences for values whose parts are all as they should be, each taken alone."""
    text = message.partition(" - at `$")[0]
    if text.startswith(("Expected", "Invalid")):
        return [f"{at or 'the file'} = {values!r}: {_allowed(kind, text)}"]
    if text.startswith(repr(values)):  # a phrase
        return [f"{at} = {text}"]
    return [join(at, line) for line in text.split("\n")]


def join(at: str, key: str) -> str:
    """A dotted key."""
    return f"{at}.{key}" if at else key


def item_name(item: Any, place: int) -> str:
    """What a dotted key calls an item of a list: its id or event, or its number from 0."""
    if isinstance(item, dict):
        for key in ("id", "event"):
            if isinstance(item.get(key), str):
                return str(item[key])
    return str(place)


def struct_of(kind: Any) -> Any:
    """The struct among a type and its alternatives, or None."""
    alternatives = typing.get_args(kind) if _is_union(kind) else (kind,)
    for alternative in alternatives:
        if isinstance(alternative, type) and issubclass(alternative, msgspec.Struct):
            return alternative
    return None


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


@cache
def fields_of(struct: Any) -> dict[str, msgspec.structs.FieldInfo]:
    """The keys of a table and what each may hold."""
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def field_type(kind: Any, key: str) -> Any:
    """The type of what stands under a key of a table, or of a list's item; None if nothing may."""
    struct = struct_of(kind)
    if struct:
        field = fields_of(struct).get(key)
        return field.type if field else None
    args = typing.get_args(kind)
    if typing.get_origin(kind) is dict:
        return args[1]
    return args[0] if typing.get_origin(kind) is tuple else None


def _allowed(kind: Any, text: str) -> str:
    choices = [
        repr(choice)
        for alternative in (typing.get_args(kind) if _is_union(kind) else (kind,))
        if typing.get_origin(alternative) is typing.Literal
        for choice in typing.get_args(alternative)
    ]
    if choices:
        number = "whole numbers, " if _is_union(kind) and int in typing.get_args(kind) else ""
        return f"allowed are {number}{', '.join(choices)}"
    expected = re.match(r"Expected `(.+?)`", text) or re.match(r"Invalid \S+ encoded (date)", text)
    words = [PLAIN[word] for word in expected[1].split(" | ") if word in PLAIN] if expected else []
    return f"allowed are {', '.join(words)}" if words else text[0].lower() + text[1:]
