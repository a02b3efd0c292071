"""For whoever runs the server: whether it is well, its counters, the API in words."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from pitboss.store import table_rows
from pitboss.web import api_page
from pitboss.web.answers import ErrorAnswer, StructRoute, describe
from pitboss.web.asking import hub_of

router = APIRouter(route_class=StructRoute, tags=["service"])

ANSWER_SECONDS = 5
"""In which a database that is well can be read."""


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    """`ok`, or what is wrong."""


@router.get("/healthz", responses={**describe(429, ErrorAnswer), **describe(503, Health)})
async def healthz(request: Request, response: Response) -> Health:
    """Whether the server can read its database."""
    try:
        reading = hub_of(request).reading(table_rows.is_there)
        await asyncio.wait_for(reading, ANSWER_SECONDS)
    except Exception:
        response.status_code = 503
        return Health("the database does not answer")
    return Health("ok")


@router.get("/metrics", response_class=PlainTextResponse, responses=describe(429, ErrorAnswer))
async def metrics(request: Request) -> Response:
    """Counters for Prometheus."""
    state, hub = request.app.state, hub_of(request)
    state.metrics.tables.set(len(hub.hosts))
    state.metrics.writer_waiting.set(hub.database.waiting)
    state.metrics.solver_waiting.set(state.solver.waiting())
    return Response(state.metrics.page(), media_type="text/plain; version=0.0.4")


@router.get("/docs", include_in_schema=False)
async def described(request: Request) -> HTMLResponse:
    """The API in words."""
    if request.app.state.described is None:
        request.app.state.described = api_page.page(request.app.openapi())
    return HTMLResponse(request.app.state.described)
