"""Strict decoding of a file's tables into the vocabulary, with errors a person can act on."""

from __future__ import annotations

import re
import threading
import types
import typing
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
    """Values as `kind`, or a `RulesError` that names the file, the key and what is allowed.

    `at` is where the values stand in the file, if not at its top.
    """
    try:
        with _ONE_AT_A_TIME:
            return msgspec.convert(values, kind, dec_hook=_phrase)
    except msgspec.ValidationError as error:
        raise RulesError(f"{origin}: {_explain(str(error), values, kind, at)}") from None


def encode(value: object) -> Any:
    """The reverse of `decode`, down to plain JSON values."""
    return msgspec.to_builtins(value, enc_hook=lambda phrase: phrase.text, str_keys=True)


def _phrase(kind: type, value: object) -> Any:
    if issubclass(kind, Phrase):
        return kind.parse(value)
    raise TypeError(f"{kind.__name__} is no kind of value a file can hold")


def _explain(message: str, values: object, kind: Any, at: str) -> str:
    text, _, path = message.partition(" - at `$")
    steps = re.findall(r"\.?([^.\[\]`]+)", path.rstrip("`"))
    where = ".".join([at, *steps] if at else steps)
    node, node_kind = values, kind
    for step in steps:
        node = _step(node, step)
        node_kind = _step_kind(node_kind, step)
    unknown = re.search(r"unknown field `(.+?)`", text)
    if unknown:
        allowed = ", ".join(sorted(_keys(node_kind)))
        return f"unknown key {_join(where, unknown[1])}; allowed here are {allowed}"
    missing = re.search(r"missing required field `(.+?)`", text)
    if missing:
        return f"{_join(where, missing[1])} is missing; it must be given"
    if text.startswith(("Expected", "Invalid")):
        return f"{where or 'the file'} = {node!r}: {_allowed(node_kind, text)}"
    if text.startswith(repr(node)):
        return f"{where} = {text}"
    return f"{where}: {text}" if where else text


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _step(node: Any, step: str) -> Any:
    if isinstance(node, dict):
        return node.get(step)
    if isinstance(node, list | tuple) and step.isdigit() and int(step) < len(node):
        return node[int(step)]
    return None


def _struct(kind: Any) -> Any:
    """The struct among a type and its alternatives, or None."""
    alternatives = typing.get_args(kind) if _is_union(kind) else (kind,)
    for alternative in alternatives:
        if isinstance(alternative, type) and issubclass(alternative, msgspec.Struct):
            return alternative
    return None


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def _keys(kind: Any) -> list[str]:
    struct = _struct(kind)
    return [field.encode_name for field in msgspec.structs.fields(struct)] if struct else []


def _step_kind(kind: Any, step: str) -> Any:
    struct = _struct(kind)
    if struct:
        for field in msgspec.structs.fields(struct):
            if field.encode_name == step:
                return field.type
        return None
    args = typing.get_args(kind)
    return args[-1] if typing.get_origin(kind) is dict else args[0] if args else None


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
