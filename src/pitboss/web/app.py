"""The application: what is served, and how errors are said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from math import ceil
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match

import pitboss
from pitboss.classroom.makers import MakersBusy
from pitboss.floor.edges import EdgeBook
from pitboss.floor.table_pace import PaceBook
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError
from pitboss.rules.sentences import use
from pitboss.store.database import Database
from pitboss.store.errors import Missing, Refused
from pitboss.store.leases import Elsewhere
from pitboss.store.ledger import NotEnough
from pitboss.store.log_signer import LogSigner
from pitboss.table.engine import IllegalAction
from pitboss.web import api_schema, metrics, pages, socket, solver_queue
from pitboss.web.answers import ErrorAnswer, refusal
from pitboss.web.asking import HungUp
from pitboss.web.auditor import Auditor
from pitboss.web.bounds import Bounds, Rates, TooMany
from pitboss.web.gate import Gate
from pitboss.web.hub import Hub
from pitboss.web.monitor_desk import MonitorDesk
from pitboss.web.outage import DatabaseGone
from pitboss.web.practice_desk import PracticeDesk
from pitboss.web.routes import ROUTERS
from pitboss.web.schoolroom import Schoolroom
from pitboss.web.uploads import Uploads
from pitboss.web.workbench.benches import Benches, BenchesBusy

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


class DescribedByTypes(FastAPI):
    """An application whose description has the schemas of its answers and messages."""

    def openapi(self) -> dict[str, Any]:
        """The API's description, made once."""
        if self.openapi_schema is None:
            routes = [route for router in ROUTERS for route in router.routes]
            self.openapi_schema = api_schema.completed(super().openapi(), routes)
        return self.openapi_schema


def create(
    database: Database, address: str = "", *, guests: bool = True, bounds: Bounds | None = None,
    signer: LogSigner | None = None,
) -> FastAPI:  # fmt: skip
    """The application on a database. `guests`: whether anyone may play without a password.

    Without a `signer` the log is kept as always, and nobody signs it.
    """
    rates = Rates(bounds or Bounds())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.schoolroom = Schoolroom()
        app.state.benches = Benches()
        app.state.monitor = MonitorDesk()
        app.state.practice = PracticeDesk()
        hub = app.state.hub = Hub(database, address, rates.bounds, app.state.metrics, signer)
        await hub.start()
        yield
        await app.state.auditor.stop()
        await app.state.schoolroom.stop()
        await app.state.benches.stop()
        await app.state.monitor.stop()
        await app.state.practice.stop()
        await hub.stop()

    app = DescribedByTypes(
        title="pitboss", version=pitboss.__version__, description=ABOUT, lifespan=lifespan,
        redoc_url=None, docs_url=None, redirect_slashes=False,
    )  # fmt: skip
    app.state.guests = guests
    app.state.rates = rates
    app.state.auditor = Auditor(database)
    app.state.solver = solver_queue.of_this_process()
    app.state.edges = EdgeBook()
    app.state.paces = PaceBook()
    app.state.uploads = Uploads()
    app.state.metrics = metrics.Metrics(app.state.solver.seconds)
    app.state.described = None
    app.add_middleware(Gate, rates=rates, metrics=app.state.metrics)
    for kind, status in ((Missing, 404), (IllegalAction, 409), (WagerError, 422),
                         (RulesError, 422), (NotEnough, 409), (Refused, 409),
                         (MakersBusy, 503), (BenchesBusy, 503)):  # fmt: skip
        app.add_exception_handler(kind, _sentence(status))
    app.add_exception_handler(DatabaseGone, _no_database)
    app.add_exception_handler(TooMany, _too_many)
    app.add_exception_handler(HungUp, _nobody_waits)
    app.add_exception_handler(Elsewhere, _elsewhere)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    for router in ROUTERS:
        app.include_router(router)
    app.include_router(socket.router)
    app.include_router(pages.router)  # last: it takes every address that nothing else does
    return app


def _sentence(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(_: Request, error: Exception) -> Response:
        return refusal(status, str(error))

    return answer


async def _too_many(_: Request, error: Exception) -> Response:
    assert isinstance(error, TooMany)
    wait = {"Retry-After": str(max(1, ceil(error.again_seconds)))}
    return refusal(error.status, str(error), wait)


async def _nobody_waits(_: Request, error: Exception) -> Response:  # noqa: ARG001
    return Response(status_code=GONE_AWAY)


async def _elsewhere(_: Request, error: Exception) -> Response:
    assert isinstance(error, Elsewhere)
    told = ErrorAnswer(str(error), error.address)
    return Response(msgspec.json.encode(told), 421, media_type="application/json")


async def _no_database(request: Request, error: Exception) -> Response:
    request.app.state.metrics.failed(metrics.Trouble.DATABASE)
    return refusal(503, str(error))


async def _broken(request: Request, error: Exception) -> Response:  # noqa: ARG001 - the server logs it
    request.app.state.metrics.failed(metrics.Trouble.BUG)
    return refusal(500, "something went wrong here, and not by your fault")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said, headers = error.detail, dict(error.headers or {})
    if error.status_code == 405:
        methods = _methods(request)
        headers["Allow"] = ", ".join(methods)
        said = f"method = {request.method[:20]}: {use(methods)} here"
    elif said == HTTPStatus.NOT_FOUND.phrase:  # nobody knew the address
        said = f"address = {request.url.path[:80]}: there is nothing here"
    return refusal(error.status_code, said, headers)


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
    return refusal(422, "; ".join(map(_problem, error.errors())))


def _problem(found: dict[str, Any]) -> str:
    """A validation error as a sentence: field, value, what is wrong with it."""
    where = ".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path"))
    given = found.get("input")
    given = given[:80] if isinstance(given, str) else given
    value = f" = {given!r}"[:80] if isinstance(given, str | int | float | bool) else ""
    return f"{where or 'the request'}{value}: {found['msg'][:1].lower()}{found['msg'][1:]}"
