"""The API describes itself: every answer has a schema, and every field of one says what it is."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.store.records import AnyRecord
from pitboss.web import app

DESCRIPTION = app.create(None).openapi()  # type: ignore[arg-type]
SCHEMAS: dict[str, dict[str, Any]] = DESCRIPTION["components"]["schemas"]
REQUESTS = {
    "Credentials", "NewAccount", "NewTable", "NewLimits", "NewSitting", "NewAnswer",
    "NewLesson", "NewGroup", "Members", "NewAssignment", "NewCertificate", "MarkedLine",
    "NewTableTest", "File", "FigureQuestion", "ReadingQuestion", "DifferenceQuestion",
    "MoneyQuestion", "SimulationQuestion", "PaperQuestion",
}  # fmt: skip
EVENTS = {event.__name__ for event in typing.get_args(AnyRecord)}
"""Their fields are explained together, in docs/messages.md."""
GAME_FILE = {"RuleText", "Ruling"}
"""Parts of a game file and of a drill, explained where these are."""
FREE = {("TableSheet", "rules"), ("TableOpened", "rules"), ("Ruling", "sets")}
"""What holds sections and keys of a game file, whatever they are."""


def answers() -> Iterator[tuple[str, Any]]:
    for path, operations in DESCRIPTION["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if "application/json" in answer.get("content", {}):
                    schema = answer["content"]["application/json"]["schema"]
                    yield f"{method} {path} {status}", schema


@pytest.mark.parametrize(("answer", "schema"), list(answers()))
def test_every_answer_is_made_of_types_that_are_described(answer: str, schema: Any) -> None:
    named = list(references(schema))
    assert named, answer
    assert all(name in SCHEMAS for name in named)


def test_every_reference_leads_somewhere() -> None:
    assert {name for schema in SCHEMAS.values() for name in references(schema)} <= SCHEMAS.keys()


@pytest.mark.parametrize("name", sorted(SCHEMAS.keys() - REQUESTS))
def test_what_is_sent_says_what_it_is(name: str) -> None:
    schema = SCHEMAS[name]
    if "anyOf" in schema:
        return
    assert schema["description"]
    if name not in EVENTS | GAME_FILE:
        told = {field for field, kind in schema["properties"].items() if "description" in kind}
        tags = {
            field for field, kind in schema["properties"].items() if len(kind.get("enum", [])) == 1
        }
        assert told | tags == schema["properties"].keys()


def test_nothing_that_is_sent_can_be_anything() -> None:
    free = {
        (name, field)
        for name in SCHEMAS.keys() - REQUESTS
        for field, kind in SCHEMAS[name].get("properties", {}).items()
        if any(map(is_free, parts(kind)))
    }
    assert free == FREE


def references(schema: Any) -> Iterator[str]:
    for part in parts(schema):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all inside it."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


def is_free(kind: dict[str, Any]) -> bool:
    """Whether a kind of value says nothing of what is inside."""
    inside = {"object": "additionalProperties", "array": "items"}.get(kind.get("type", ""))
    return inside is not None and inside not in kind and "properties" not in kind
