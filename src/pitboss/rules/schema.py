"""The game file as a JSON Schema (2020-12), made from the vocabulary's own types.

Editors complete and check a game file by it. A file that is ``based-on`` another says only what it
changes; any other says everything. What several keys mean together only the loader knows, so a file
that fits the schema can still contradict itself.
"""

from __future__ import annotations

import datetime
import typing
from typing import Any

import msgspec

from pitboss.field_notes import about, field_notes
from pitboss.rules.decode import alternatives, field_type, fields_of, plain_type, struct_of
from pitboss.rules.decode import encode as plain
from pitboss.rules.game import OPTION_KEYS, OPTION_LABELS
from pitboss.rules.grammar import Phrase
from pitboss.rules.inherit import ITEMS, NAMED_BY, SECTIONS, WORDS
from pitboss.rules.loader import GameFile
from pitboss.rules.procedure import steps
from pitboss.rules.vocabulary import Rules

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
WITHOUT: Schema = {"const": False, "description": "Do without what the parent has."}
NAMES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def file_schema() -> Schema:
    """What a game file may hold."""
    keys = {**fields_of(GameFile), **SECTIONS}
    required = ["id", "name", *(key for key, field in SECTIONS.items() if field.required)]
    return {
        "$schema": DRAFT,
        "title": "pitboss game file",
        "description": "A blackjack variant: its rules, side bets, pay tables, house options and "
        "words. With based-on it says only what it changes.",
        "type": "object",
        "additionalProperties": False,
        "properties": {key: _top(key, field) for key, field in keys.items()},
        "if": {"required": ["based-on"]},
        "then": {"required": ["id", "name"]},
        "else": {
            "required": required,
            "properties": {key: _whole(field.type) for key, field in SECTIONS.items()},
        },
    }


def _top(key: str, field: msgspec.structs.FieldInfo) -> Schema:
    """A key of the file, in all ways a file based on another may write it."""
    if key == "options":
        forms = _options()
    elif key == "refuses":
        forms = _named_texts(OPTION_LABELS)
    elif key == "procedure":
        words = {step: _whole(typing.get_args(field.type)[1]) for step in steps()}
        forms = {"type": "object", "additionalProperties": False, "properties": words}
    elif key in NAMED_BY:
        forms = {"anyOf": [_whole(field.type), _by_name(key)]}
    elif struct := struct_of(field.type):
        forms = _table(struct, whole=False)
    else:
        forms = _whole(field.type)
    struct = struct_of(field.type)
    can_go = key in WORDS or key == "bets" or (struct and (not field.required or struct.OFF))
    note = field_notes(Rules if key in SECTIONS else GameFile).get(field.name, "")
    return {
        **({"anyOf": [forms, WITHOUT]} if can_go else forms),
        "description": note or (about(struct) if struct else about(ITEMS["bets"])),
    }


def _options() -> Schema:
    """Each house option: the values a house may choose from."""
    found = {}
    for option, key in OPTION_KEYS.items():
        kind: Any = Rules
        for part in key.split("."):
            kind = field_type(kind, part)
        values = {"type": "array", "minItems": 1, "uniqueItems": True, "items": _whole(kind)}
        note = f"{OPTION_LABELS[option]}: the values a house may choose for {key}."
        found[option] = {"anyOf": [values, WITHOUT], "description": note}
    return {"type": "object", "additionalProperties": False, "properties": found}


def _named_texts(names: dict[str, str]) -> Schema:
    texts = {name: {"type": "string", "description": label} for name, label in names.items()}
    return {"type": "object", "additionalProperties": False, "properties": texts}


def _by_name(key: str) -> Schema:
    """Things of a list, each changed or done without by its name."""
    return {
        "type": "object",
        "additionalProperties": {"anyOf": [_changed(key), WITHOUT]},
        "description": f"By their {NAMED_BY[key]}: what is changed, false to do without it.",
    }


def _changed(key: str) -> Schema:
    table = _table(ITEMS[key], whole=False)
    properties = {name: one for name, one in table["properties"].items() if name != NAMED_BY[key]}
    if "events" in properties:
        note = properties["events"].pop("description")
        forms = {"anyOf": [properties["events"], _by_name("events")], "description": note}
        properties["events"] = forms
    before = {"type": "string", "description": "The one it is put before."}
    return {**table, "properties": {**properties, "before": before}}


def _table(struct: Any, *, whole: bool) -> Schema:
    """A table of the file; a part of one has no key that must be there."""
    notes = field_notes(struct)
    properties = {}
    for key, field in fields_of(struct).items():
        form = _whole(field.type)
        said = [notes.get(field.name, ""), form.get("description", "")]
        properties[key] = {**form, **_default(field), "description": " ".join(filter(None, said))}
    required = [key for key, field in fields_of(struct).items() if field.required and whole]
    return {
        "type": "object",
        "description": about(struct),
        "additionalProperties": False,
        "properties": properties,
        **({"required": required} if required else {}),
    }


def _default(field: msgspec.structs.FieldInfo) -> Schema:
    if field.default is msgspec.NODEFAULT or field.default is None:
        return {}
    value = plain(field.default)
    return {"default": list(value) if isinstance(value, tuple) else value}


def _whole(kind: Any) -> Schema:
    """A value of a kind."""
    forms = [_form(one) for one in alternatives(kind) if one is not type(None)]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _form(kind: Any) -> Schema:
    bare, meta = plain_type(kind)
    origin, inner = typing.get_origin(bare), typing.get_args(bare)
    if struct := struct_of(bare):
        return _table(struct, whole=True)
    if origin is typing.Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        return {"type": "array", "items": _whole(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _whole(inner[1])}
    if bare is datetime.date:
        return {"type": "string", "format": "date"}
    if isinstance(bare, type) and issubclass(bare, Phrase):
        return {"type": "string", "pattern": bare.PATTERN, "description": f"Use {bare.EXPECTED}."}
    if bare is Any:
        return {}
    return {"type": NAMES[bare], **(_bounds(meta) if meta else {})}


def _bounds(meta: msgspec.Meta) -> Schema:
    found: Schema = {}
    for key, bound in (("minimum", meta.ge), ("maximum", meta.le)):
        if bound is not None:
            found[key] = bound
    if meta.pattern is not None:
        found["pattern"] = meta.pattern.replace(r"\Z", "$")
    if meta.description is not None:
        found["description"] = f"Use {meta.description}."
    return {**found, **(meta.extra_json_schema or {})}
