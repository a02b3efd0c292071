"""The application: what is served, and how errors are said."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

import pitboss
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.store.database import Database, Refused
from pitboss.store.ledger import NotEnough
from pitboss.table.engine import IllegalAction
from pitboss.web import advice, auditing, history, metrics, pages, routes, socket
from pitboss.web.access import Rate
from pitboss.web.live import Hub, Moved

logger = logging.getLogger("pitboss")

MOST_BYTES = 256 * 1024
"""Of a request: an uploaded game file is the largest."""
ABOUT = """
Live blackjack tables for play money.

Sign in with `POST /api/guest` (or `/api/login`); the answer's `csrf` goes into the header
`X-CSRF-Token` of everything that changes something. `GET /api/tables` is the lobby. A table is
played over the WebSocket `/api/tables/{table}/ws`: the server sends an `update` for every version
of the table, the client sends commands such as
`{"do": "bet", "key": "a1", "seen": 12, "seat": 1, "wagers": {"main": 1000}}` and gets `done` or
`refused` with the reason in words. A `key` is done once, however often it is sent.
All money is in cents.
"""


def create(database: Database, address: str = "", *, guests: bool = True) -> FastAPI:
    """The application on a database. `guests`: whether anyone may play without a password."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = app.state.hub = Hub(database, address, app.state.metrics)
        await hub.start()
        yield
        await app.state.auditor.stop()
        await hub.stop()

    app = FastAPI(
        title="pitboss", version=pitboss.__version__, description=ABOUT, lifespan=lifespan,
        redoc_url=None, docs_url=None,
    )  # fmt: skip
    app.state.guests = guests
    app.state.requests = Rate(120, 10)
    app.state.logins = Rate(30, 60)
    app.state.openings = Rate(10, 60)
    app.state.auditor = auditing.Auditor(database)
    app.state.metrics = metrics.Metrics()
    app.middleware("http")(_guard)
    for kind, status in ((IllegalAction, 409), (WagerError, 422), (RulesError, 422),
                         (NotEnough, 409), (Refused, 409)):  # fmt: skip
        app.add_exception_handler(kind, _sentence(status))
    app.add_exception_handler(Moved, _moved)
    app.add_exception_handler(DBAPIError, _no_database)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _bug)
    app.include_router(routes.router)
    app.include_router(history.router)
    app.include_router(socket.router)
    app.include_router(advice.router)
    app.include_router(auditing.router)
    app.include_router(pages.router)  # last: it takes every address that nothing else does
    return app


async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Refuse what is too large, and tell browsers to be careful."""
    size = request.headers.get("content-length", "0")
    chunked = "chunked" in request.headers.get("transfer-encoding", "")
    if chunked or not size.isdecimal() or int(size) > MOST_BYTES:
        response: Response = JSONResponse(
            {"error": f"the request: allowed are {MOST_BYTES:,} bytes, their number said before"},
            413,
        )
    else:
        response = await call_next(request)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Content-Security-Policy"] = (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'"
    )
    app_metrics: metrics.Metrics = request.app.state.metrics
    app_metrics.requests.labels(request.method, str(response.status_code)).inc()
    return response


def _sentence(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(_: Request, error: Exception) -> Response:
        return JSONResponse({"error": str(error)}, status)

    return answer


async def _moved(_: Request, error: Exception) -> Response:
    assert isinstance(error, Moved)
    return JSONResponse({"error": str(error), "address": error.address}, 421)


async def _no_database(request: Request, error: Exception) -> Response:
    logger.error("the database does not answer: %s", error)
    request.app.state.metrics.failed(metrics.Trouble.DATABASE)
    return JSONResponse({"error": "the house's books cannot be read now; try again soon"}, 503)


async def _bug(request: Request, _: Exception) -> Response:
    """What nobody thought of; the server's own log gets the rest."""
    request.app.state.metrics.failed(metrics.Trouble.BUG)
    return JSONResponse({"error": "something went wrong here; the house's log says what"}, 500)


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": "; ".join(map(_problem, error.errors()))}, 422)


def _problem(found: dict[str, Any]) -> str:
    """A validation error as a sentence: field, value, what is allowed."""
    where = ".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path"))
    given = found.get("input")
    value = f" = {given!r}"[:80] if isinstance(given, str | int | float | bool) else ""
    return f"{where or 'the request'}{value}: {found['msg'][:1].lower()}{found['msg'][1:]}"
