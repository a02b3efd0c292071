"""The API's description completed: schemas of all answers, and of what goes over a WebSocket."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.routing import BaseRoute

from pitboss.floor.commands import AnyCommand
from pitboss.floor.frames import Frame
from pitboss.store.audit_reports import AuditReport
from pitboss.store.proof_file import Excerpt
from pitboss.store.records import AnyRecord
from pitboss.table.events import AnyEvent
from pitboss.web.answers import ErrorAnswer, StructRoute, schemas
from pitboss.web.messages import AnyMessage

UNIONS = {
    "LogEvent": AnyRecord,
    "TableEvent": AnyEvent,
    "TableMessage": AnyMessage,
    "TableCommand": AnyCommand,
}
"""What is one of many, by the name it has in the description."""
SOCKETS = """
What goes over a WebSocket is described by the schemas `TableMessage` (sent by the server) and
`TableCommand` (sent by a client).
"""


def completed(description: dict[str, Any], routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """A description of FastAPI's with the schemas that its routes refer to."""
    endpoints = [route.endpoint for route in routes if isinstance(route, StructRoute)]
    kinds = [endpoint.answers for endpoint in endpoints if hasattr(endpoint, "answers")]
    known = description.setdefault("components", {}).setdefault("schemas", {})
    made = schemas([*kinds, Frame, ErrorAnswer, Excerpt, AuditReport], UNIONS, AnyCommand)
    twice = known.keys() & made.keys()
    if twice:
        raise TypeError(f"two types of the API are called {', '.join(sorted(twice))}")
    known |= made
    description["info"]["description"] += SOCKETS
    return description
