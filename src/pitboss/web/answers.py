"""Answers of the API: structs, encoded as they are and described by their types.

A route whose function says that it returns a struct (or a list of structs, or one or nothing) sends
it encoded by msgspec. Its schema in the API's description is the one msgspec makes of the type,
with the docstrings of the struct and of its fields.
"""

from __future__ import annotations

import functools
import gzip
import inspect
import types
import typing
from collections.abc import Callable, Coroutine, Iterable
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import Path, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict

from pitboss.field_notes import field_notes

REFERENCE = "#/components/schemas/{name}"
SMALL = 1_000
"""Bytes of an answer that are not worth compressing."""

Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
"""Of a table or a round, in an address."""


class Body(BaseModel):
    """Something sent to the server; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class ErrorAnswer(msgspec.Struct, frozen=True):
    """Why something was not done."""

    error: str
    """A sentence that names field, value and what is allowed."""
    address: str | msgspec.UnsetType = msgspec.UNSET
    """Of the server to ask instead; only with status 421."""


def refusal(status: int, error: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that says why something was not done."""
    return Response(msgspec.json.encode(ErrorAnswer(error)), status, headers, "application/json")


def describe(status: int, kind: Any) -> dict[int | str, dict[str, Any]]:
    """An answer for the API's description: its status and its schema."""
    [schema], _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    content = {"application/json": {"schema": schema}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content}}


ERRORS: dict[int | str, dict[str, Any]] = {
    status: answer
    for number in (400, 401, 403, 404, 405, 408, 409, 413, 421, 422, 429, 500, 503)
    for status, answer in describe(number, ErrorAnswer).items()
}
"""What any route may answer."""


def same_for_everyone(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """Let a route's answer be sent compressed.

    Only what is no secret may be: how short an answer becomes tells something of what is in it.
    """
    endpoint.compresses = True  # type: ignore[attr-defined]
    return endpoint


class StructRoute(APIRoute):
    """A route that answers with a struct."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        kind = answer_type(endpoint)
        if kind is not None:
            status = settings.get("status_code") or 200
            endpoint = _encoding(endpoint, kind, status)
            settings["response_model"] = None
            settings["responses"] = {**(settings.get("responses") or {}), **describe(status, kind)}
        super().__init__(path, endpoint, **settings)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request; an answer that is the same for everyone is sent compressed."""
        answer = super().get_route_handler()
        if not hasattr(self.endpoint, "compresses"):
            return answer

        async def compressing(request: Request) -> Response:
            told = await answer(request)
            told.headers["Vary"] = "Accept-Encoding"
            accepted = "gzip" in request.headers.get("accept-encoding", "")
            if accepted and len(told.body) > SMALL:
                told.body = _compressed(bytes(told.body))
                told.headers["Content-Encoding"] = "gzip"
                told.headers["Content-Length"] = str(len(told.body))
            return told

        return compressing


@functools.lru_cache(maxsize=64)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def answer_type(endpoint: Callable[..., Any]) -> Any:
    """The type of what a route's function answers; None if it answers by itself, or nothing."""
    told = getattr(endpoint, "answers", None)
    if told is None:
        told = typing.get_type_hints(endpoint, include_extras=True).get("return")
    return told if any(map(_is_struct, _parts(told))) else None


def _parts(kind: Any) -> Iterable[Any]:
    if typing.get_origin(kind) in (list, dict, typing.Union, types.UnionType):
        return typing.get_args(kind)
    return (kind,)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _encoding(endpoint: Callable[..., Any], kind: Any, status: int) -> Callable[..., Any]:
    """The function of a route, with its answer encoded; cookies and the like go with it."""
    if hasattr(endpoint, "answers"):  # a router was put into another one
        return endpoint

    @functools.wraps(endpoint)
    async def encoded(*args: Any, **given: Any) -> Response:
        found = await endpoint(*args, **given)
        told = Response(msgspec.json.encode(found), status, media_type="application/json")
        asked = given.get("response")
        if asked is not None:
            told.status_code = asked.status_code or status
            told.raw_headers += asked.headers.raw
        return told

    encoded.__signature__ = inspect.signature(endpoint, eval_str=True)  # type: ignore[attr-defined]
    encoded.answers = kind  # type: ignore[attr-defined]
    return encoded


def schemas(kinds: Iterable[Any], unions: dict[str, Any], received: Any) -> dict[str, Any]:
    """Schemas of everything these types are made of.

    `unions` have names of their own; what is `received` says itself what must be in it.
    """
    named, components = msgspec.json.schema_components(
        [*unions.values(), *kinds], ref_template=REFERENCE
    )
    structs = _structs([*unions.values(), *kinds])
    for name, schema in components.items():
        _describe_fields(schema, structs[name])
        if structs[name] not in typing.get_args(received):
            _allow_more(schema, structs[name])
    for name, schema in zip(unions, named, strict=False):
        components = {
            key: _with_reference(found, schema, name) for key, found in components.items()
        }
    return components | dict(zip(unions, named, strict=False))


def _describe_fields(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Add what the code says of each field."""
    notes = field_notes(struct)
    for field in msgspec.structs.fields(struct):
        if field.name in notes:
            schema["properties"][field.encode_name]["description"] = notes[field.name]


def _allow_more(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """What is sent: new versions may add fields, and what has a usual value is there as well."""
    schema.pop("additionalProperties", None)
    if not struct.__struct_config__.omit_defaults:
        fields = msgspec.structs.fields(struct)
        left_out = {field.encode_name for field in fields if field.default is msgspec.UNSET}
        schema["required"] = [name for name in schema["properties"] if name not in left_out]


def _with_reference(schema: Any, union: dict[str, Any], name: str) -> Any:
    """A schema in which a union is named instead of listed."""
    if isinstance(schema, dict):
        if schema.get("anyOf") == union["anyOf"]:
            rest = {key: value for key, value in schema.items() if key != "anyOf"}
            return {"$ref": REFERENCE.format(name=name), **rest}
        return {key: _with_reference(value, union, name) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_with_reference(value, union, name) for value in schema]
    return schema


def _structs(kinds: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """Every struct that is part of these types, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if not _is_struct(kind):
            waiting += typing.get_args(kind)
        elif kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += typing.get_type_hints(kind).values()
        elif found[kind.__name__] is not kind:
            raise TypeError(f"two structs of the API are called {kind.__name__}")
    return found
