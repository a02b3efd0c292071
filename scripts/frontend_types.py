"""`make docs`: write the front end's types from the API's description, and the moves it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.rules.moves import MOVES
from pitboss.web import app

FILE = Path(__file__).parents[1] / "frontend" / "src" / "lib" / "api-types.ts"
ABOUT = """\
/**
 * What goes over the wire, as the server describes it. Money is cents.
 *
 * Written by `make docs` from the types of the server; a change here is lost.
 */
"""
MOVES_FILE = FILE.with_name("moves.ts")
ABOUT_MOVES = """\
/**
 * The moves: what a button says, which key makes it, and how long its event is looked at.
 *
 * Written by `make docs` from `pitboss.rules.moves`; a change here is lost.
 */
"""
PLAIN = {
    "integer": "number", "number": "number", "string": "string", "boolean": "boolean",
    "null": "null",
}  # fmt: skip


def types() -> str:
    """The whole file."""
    schemas = app.create(None).openapi()["components"]["schemas"]  # type: ignore[arg-type]
    return "\n".join([ABOUT, *(_declared(name, schemas[name]) for name in sorted(schemas))])


def moves() -> str:
    """The file of the moves."""
    lines = [
        f'  {json.dumps(move.id)}: {{ words: {json.dumps(move.words)}, key: "{move.key}" }},'
        for move in MOVES
    ]
    kind = "Record<string, { words: string; key: string }>"
    shown = [f"  {move.logged or move.event}: {move.shown_ms}," for move in MOVES if move.shown_ms]
    return "\n".join(
        [
            ABOUT_MOVES + f"export const MOVES: {kind} = {{", *lines, "};", "",
            "/** Milliseconds, by the type of the event. */",
            "export const SHOWN_MS: Record<string, number> = {", *shown, "};", "",
        ]
    )  # fmt: skip


def _declared(name: str, schema: dict[str, Any]) -> str:
    comment = _comment(schema.get("description", ""))
    if "properties" not in schema and "anyOf" in schema:
        members = "".join(f"\n  | {_type(member)}" for member in schema["anyOf"])
        return f"{comment}export type {name} ={members};\n"
    needed = schema.get("required", [])
    fields = [
        f"{_comment(field.get('description', ''), '  ')}"
        f"  {_key(key)}{'' if key in needed else '?'}: {_type(field)};\n"
        for key, field in schema.get("properties", {}).items()
    ]
    return f"{comment}export interface {name} {{\n{''.join(fields)}}}\n"


def _type(schema: dict[str, Any]) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return f"Record<string, {_type(inside) if isinstance(inside, dict) else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _comment(text: str, indent: str = "") -> str:
    words = " ".join(text.split())
    return f"{indent}/** {words} */\n" if words else ""


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
    MOVES_FILE.write_text(moves(), encoding="utf-8")
