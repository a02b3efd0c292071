"""Strict decoding of a file's tables into the vocabulary, with errors a person can act on."""

from __future__ import annotations

import datetime
import threading
import types
import typing
from collections.abc import Container, Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from pitboss.rules.grammar import Phrase
from pitboss.rules.places import SourceFile, item_name, refusal
from pitboss.rules.sentences import (
    Contradictions,
    Key,
    Problem,
    did_you_mean,
    nearest,
    one_of,
    shown,
    told,
    wrong,
)

T = TypeVar("T")

_ONE_AT_A_TIME = threading.Lock()
"""msgspec looks a struct up when it first meets it, and lets a second thread see it half done."""


def decode(values: object, kind: type[T], *, origin: str, text: str = "") -> T:
    """Values as `kind`, or a `RulesError` that names the file, the keys and what to write instead.

    `text` is the file the values were read from, where there is one.
    """
    try:
        return _convert(values, kind)
    except msgspec.ValidationError:
        raise refusal(problems(values, kind), [SourceFile(origin, text)]) from None


def problems(values: Any, kind: Any, at: Key = ()) -> list[Problem]:
    """Everything that keeps values from being `kind`; nothing if nothing does."""
    try:
        _convert(values, kind)
    except msgspec.ValidationError as error:
        parts = _part_problems(values, kind)
        return [problem.below(at) for problem in parts or _own_problems(error, values, kind)]
    return []


def _part_problems(values: Any, kind: Any) -> list[Problem]:
    """What is wrong with the parts of a table or list, each taken alone."""
    struct, found = struct_of(kind), []
    if struct and isinstance(values, dict):
        found = _struct_problems(values, struct)
    elif typing.get_origin(kind) is tuple and isinstance(values, list):
        item_kind = typing.get_args(kind)[0]
        for place, item in enumerate(values):
            if struct_of(item_kind) and isinstance(item, dict):
                found += problems(item, item_kind, (item_name(item, place),))
            elif problems(item, item_kind):
                instead = f"in place of {shown(item)} use {_expected(item_kind, item)}"
                found.append(wrong((), values, instead))
    elif typing.get_origin(kind) is dict and isinstance(values, dict):
        for key, value in values.items():
            found += problems(value, typing.get_args(kind)[1], (key,))
    return found


def _struct_problems(values: dict[str, Any], struct: Any) -> list[Problem]:
    fields = fields_of(struct)
    unknown = [key for key in values if key not in fields]
    found = [unknown_key(key, fields, values) for key in unknown]
    meant = {nearest(key, fields) for key in unknown}
    for key, field in fields.items():
        if key in values:
            found += problems(values[key], field.type, (key,))
        elif field.required and key not in meant:
            missing = told(key, f" is missing; give it {_expected(field.type)}")
            found.append(missing._replace(is_missing=True))
    return found


def unknown_key(key: str, known: Iterable[str], present: Container[str]) -> Problem:
    """A key that means nothing in a table with these keys."""
    names = sorted(known)
    meant = nearest(key, names)
    advice = f"use {one_of(names)}{did_you_mean(key, names)}"
    others = [meant] if meant and meant not in present else []
    return told(key, f": there is no such key; {advice}", others=others)


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


def _own_problems(error: msgspec.ValidationError, values: object, kind: Any) -> list[Problem]:
    """What is wrong with values whose parts are all as they should be, each taken alone."""
    if isinstance(error.__cause__, Contradictions):
        return list(error.__cause__.problems)
    expected = _expected(kind, values)
    choices = [shown(choice) for choice in _choices(kind)]
    return [wrong((), values, f"use {expected}{did_you_mean(values, choices)}")]


# What a person calls the values a key can have


def _expected(kind: Any, value: object = None) -> str:
    """What to write under a key of this kind, where `value` stands now."""
    words: list[str] = []
    for one in alternatives(kind):
        plain, meta = plain_type(one)
        if typing.get_origin(plain) is typing.Literal:
            words += [shown(choice) for choice in typing.get_args(plain)]
        elif isinstance(plain, type) and issubclass(plain, Phrase):
            words.append(plain.EXPECTED)
        elif plain in (int, float):
            words.append(_number(plain, meta, value if one is kind else None))
        elif plain is str:
            words.append((meta and meta.description) or "a text in quotes")
        elif plain is bool:
            words += ["true", "false"]
        elif plain is datetime.date:
            words.append("a date such as 2023-08-19")
        elif typing.get_origin(plain) is tuple:
            words.append("a list in brackets")
        elif plain is not type(None):
            words.append("a table")
    return one_of(dict.fromkeys(words))


def _number(kind: type, meta: msgspec.Meta | None, value: object) -> str:
    name = "a whole number" if kind is int else "a number"
    if meta is None or meta.ge is None:
        return name
    is_number = isinstance(value, int if kind is int else int | float)
    if is_number and not isinstance(value, bool):
        return f"{meta.ge} to {meta.le}" if meta.le is not None else f"{meta.ge} or more"
    return f"{name} from {meta.ge} {'up' if meta.le is None else f'to {meta.le}'}"


def _choices(kind: Any) -> list[object]:
    plain = [plain_type(one)[0] for one in alternatives(kind)]
    literals = [one for one in plain if typing.get_origin(one) is typing.Literal]
    return [choice for one in literals for choice in typing.get_args(one)]


# Types


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The types of a union, or the one there is."""
    is_union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return typing.get_args(kind) if is_union else (kind,)


def plain_type(kind: Any) -> tuple[Any, msgspec.Meta | None]:
    """A type without its bounds, and these."""
    if typing.get_origin(kind) is typing.Annotated:
        plain, *notes = typing.get_args(kind)
        return plain, next((note for note in notes if isinstance(note, msgspec.Meta)), None)
    return kind, None


def struct_of(kind: Any) -> Any:
    """The struct among a type and its alternatives, or None."""
    for alternative in alternatives(kind):
        if isinstance(alternative, type) and issubclass(alternative, msgspec.Struct):
            return alternative
    return None


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
