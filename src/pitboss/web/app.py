"""The application: what is served, and how errors are said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

import pitboss
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.rules.sentences import use
from pitboss.store.database import Database, Refused
from pitboss.store.leases import Elsewhere
from pitboss.store.ledger import NotEnough
from pitboss.table.engine import IllegalAction
from pitboss.web import advice, auditing, history, metrics, pages, routes, socket
from pitboss.web.asking import HungUp
from pitboss.web.bounds import Bounds, Rates, TooMany
from pitboss.web.gate import Gate
from pitboss.web.live import Hub
from pitboss.web.outage import DatabaseGone
from pitboss.web.room import Missing

GONE_AWAY = 499
"""Status of an answer that nobody waits for; it is never sent."""
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


def create(
    database: Database, address: str = "", *, guests: bool = True, bounds: Bounds | None = None
) -> FastAPI:
    """The application on a database. `guests`: whether anyone may play without a password."""
    rates = Rates(bounds or Bounds())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = app.state.hub = Hub(database, address, rates.bounds, app.state.metrics)
        await hub.start()
        yield
        await app.state.auditor.stop()
        await hub.stop()

    app = FastAPI(
        title="pitboss", version=pitboss.__version__, description=ABOUT, lifespan=lifespan,
        redoc_url=None, docs_url=None, redirect_slashes=False,
    )  # fmt: skip
    app.state.guests = guests
    app.state.rates = rates
    app.state.auditor = auditing.Auditor(database)
    app.state.metrics = metrics.Metrics()
    app.state.described = None
    app.add_middleware(Gate, rates=rates, metrics=app.state.metrics)
    for kind, status in ((Missing, 404), (IllegalAction, 409), (WagerError, 422),
                         (RulesError, 422), (NotEnough, 409), (Refused, 409)):  # fmt: skip
        app.add_exception_handler(kind, _sentence(status))
    app.add_exception_handler(DatabaseGone, _no_database)
    app.add_exception_handler(TooMany, _too_many)
    app.add_exception_handler(HungUp, _nobody_waits)
    app.add_exception_handler(Elsewhere, _elsewhere)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    app.include_router(routes.router)
    app.include_router(history.router)
    app.include_router(socket.router)
    app.include_router(advice.router)
    app.include_router(auditing.router)
    app.include_router(pages.router)  # last: it takes every address that nothing else does
    return app


def _sentence(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(_: Request, error: Exception) -> Response:
        return JSONResponse({"error": str(error)}, status)

    return answer


async def _too_many(_: Request, error: Exception) -> Response:
    assert isinstance(error, TooMany)
    return JSONResponse({"error": str(error)}, error.status)


async def _nobody_waits(_: Request, error: Exception) -> Response:  # noqa: ARG001
    return Response(status_code=GONE_AWAY)


async def _elsewhere(_: Request, error: Exception) -> Response:
    assert isinstance(error, Elsewhere)
    return JSONResponse({"error": str(error), "address": error.address}, 421)


async def _no_database(request: Request, error: Exception) -> Response:
    request.app.state.metrics.failed(metrics.Trouble.DATABASE)
    return JSONResponse({"error": str(error)}, 503)


async def _broken(request: Request, error: Exception) -> Response:  # noqa: ARG001 - the server logs it
    request.app.state.metrics.failed(metrics.Trouble.BUG)
    return JSONResponse({"error": "something went wrong here, and not by your fault"}, 500)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said, headers = error.detail, dict(error.headers or {})
    if error.status_code == 405:
        methods = _methods(request)
        headers["Allow"] = ", ".join(methods)
        said = f"method = {request.method[:20]}: {use(methods)} here"
    elif error.status_code == 404 and said == "Not Found":
        said = f"address = {request.url.path[:80]}: there is nothing here"
    return JSONResponse({"error": said}, error.status_code, headers=headers)


def _methods(request: Request) -> list[str]:
    """What an address understands."""
    return [
        method
        for method in metrics.METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL
            for route in request.app.routes
        )
    ]


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": "; ".join(map(_problem, error.errors()))}, 422)


def _problem(found: dict[str, Any]) -> str:
    """A validation error as a sentence: field, value, what is wrong with it."""
    where = ".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path"))
    given = found.get("input")
    given = given[:80] if isinstance(given, str) else given
    value = f" = {given!r}"[:80] if isinstance(given, str | int | float | bool) else ""
    return f"{where or 'the request'}{value}: {found['msg'][:1].lower()}{found['msg'][1:]}"
