"""`make docs`: write docs/messages.md from the types of what goes over a table's WebSocket."""

from __future__ import annotations

import datetime
import types
import typing
from pathlib import Path
from typing import Any

import msgspec

from pitboss.field_notes import about, field_notes
from pitboss.floor import commands, frames
from pitboss.rules import limits
from pitboss.rules.moves import MOVES
from pitboss.store import records
from pitboss.table import views
from pitboss.web import messages, socket

PAGE = Path(__file__).parents[1] / "docs" / "messages.md"
ABOUT = """\
# Messages of a table

Written by `make docs` from the types in `src/pitboss/web`, `floor`, `store` and `table`. How they
are used is told in [clients.md](clients.md); the same types as JSON schemas are in `/openapi.json`.

Everything is JSON text over the WebSocket `/api/tables/{table}/ws`. Money is cents, times are
milliseconds since 1970, seats are numbered from 1, a seat's hands from 0. Numbers that are keys of
an object are written as text. A `?` after a field means that it may be left out. New versions may
add fields to what a server sends: ignore those you do not know. In a command a server refuses
fields it does not know.
"""
CLOSINGS = {
    1012: "come back at once: the table moved to another server, or you took messages too slowly",
    socket.TRY_AGAIN: "the database does not answer; try again soon",
    socket.NOT_TEXT: "a frame that is not text",
    socket.FORBIDDEN: "not signed in, or sent from a page of another site",
    socket.GONE: "there is no such table, or you are not invited",
    socket.TOO_LARGE: f"a command longer than {socket.MOST_BYTES:,} characters",
    socket.ELSEWHERE: "another server deals this table; the message before, `moved`, says where",
    socket.TOO_FAST: "too many commands",
}


def page() -> str:
    """The whole page."""
    lines = [ABOUT, "## What a server sends", ""]
    for message in sent():
        lines += section(message, f'`{{"kind": "{tag(message)}", …}}`')
    lines += ["## Commands", "", "What a client sends. Every command has these fields:", ""]
    lines += fields_table(commands.Command)
    shared = frozenset(field.name for field in msgspec.structs.fields(commands.Command))
    for command in commands_sent():
        lines += section(command, f'`{{"do": "{tag(command)}", …}}`', without=shared)
    moves = ", ".join(f"`{name}`" for name in (definition.id for definition in MOVES))
    lines += [f"Moves are {moves}; which of them are open now is in `view.legal`.", ""]
    lines += ["## Parts", ""]
    for part in parts():
        lines += section(part, part.__name__)
    lines += ["## Events", "", EVENTS, "", "| `type` | fields | |", "|---|---|---|"]
    for event in typing.get_args(records.AnyRecord):
        named = ", ".join(
            f"`{field.encode_name}`{optional(field)}: {shown(field.type)}"
            for field in msgspec.structs.fields(event)
        )
        lines.append(f"| `{tag(event)}` | {named} | {about(event)} |")
    lines += ["", "## Why a connection was closed", "", "| code | |", "|---|---|"]
    lines += [f"| {code} | {why} |" for code, why in sorted(CLOSINGS.items())]
    return "\n".join(lines) + "\n"


EVENTS = """\
An event says what happened, in the past tense; its `type` is its name. A card is a number: 4 times
the rank (ace 0, two 1, … king 12) plus the suit (clubs 0, diamonds 1, hearts 2, spades 3), and null
where it lies face down. `bet` is a bet's id, `cents` what moved. These move a player's money:
`WagerPlaced`, `HandDoubled`, `HandSplit` and `InsuranceTaken` take `cents` from the wallet,
`WagerWithdrawn` and `WagerTakenBack` bring `cents` back, and `WagerSettled` brings `returned`."""


def sent() -> tuple[type[msgspec.Struct], ...]:
    """Messages of a server."""
    return typing.get_args(messages.AnyMessage)


def commands_sent() -> tuple[type[msgspec.Struct], ...]:
    """Messages of a client."""
    return typing.get_args(commands.AnyCommand)


def parts() -> list[type[msgspec.Struct]]:
    """What messages are made of, each before what it is part of."""
    return [messages.ShoeView, views.View, views.SeatView, views.HandView, views.DealerView,
            frames.Frame, records.Settings, limits.House]  # fmt: skip


def tag(struct: type[msgspec.Struct]) -> str:
    """The name a struct goes by in JSON."""
    return str(struct.__struct_config__.tag)


def section(
    struct: type[msgspec.Struct], title: str, without: frozenset[str] = frozenset()
) -> list[str]:
    """A heading, what it is, and its fields."""
    own = [one for one in msgspec.structs.fields(struct) if one.name not in without]
    table = fields_table(struct, without) if own else []
    return [f"### {title}", "", about(struct), "", *table]


def fields_table(struct: type[msgspec.Struct], without: frozenset[str] = frozenset()) -> list[str]:
    """A row for each field."""
    notes = field_notes(struct)
    lines = ["| field | type | |", "|---|---|---|"]
    for field in msgspec.structs.fields(struct):
        if field.name not in without:
            kind = shown(field.type)
            note = notes.get(field.name, "")
            lines.append(f"| `{field.encode_name}`{optional(field)} | {kind} | {note} |")
    return [*lines, ""]


def optional(field: msgspec.structs.FieldInfo) -> str:
    """A mark for what may be missing."""
    return "" if field.required else "?"


def shown(kind: Any) -> str:
    """A type in words of JSON."""
    if kind == messages.EncodedFrame:
        return shown(frames.Frame)
    if kind == records.AnyRecord:
        return "[event](#events)"
    if kind == records.RulesDocument:
        return "object, the sections and keys of a game file"
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(shown, inner))
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin is list:
        return f"list of {shown(inner[0])}"
    if origin is tuple:
        return f"[{', '.join(map(shown, inner))}]"
    if origin is dict:
        return f"object, {shown(inner[0])} → {shown(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})" if kind in parts() else kind.__name__
    words = {int: "number", float: "number", str: "text", bool: "true or false", Any: "anything",
             type(None): "null", datetime.date: "a date, `2026-01-31`"}  # fmt: skip
    return words[kind]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
