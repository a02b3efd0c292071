"""Work that takes a while: in line with others, and given up when whoever asked has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import Request
from sqlalchemy.engine import Connection
from starlette.requests import HTTPConnection

from pitboss.floor.edges import BetEdge, EdgeBook
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.bounds import Asker, Rates, TooMany
from pitboss.web.hub import Hub
from pitboss.web.proxies import client_key
from pitboss.web.solver_queue import SolverQueue

T = TypeVar("T")


class HungUp(Exception):
    """Whoever asked does not wait for the answer any more."""


def hub_of(connection: HTTPConnection) -> Hub:
    """The tables of this process."""
    found: Hub = connection.app.state.hub
    return found


def rates_of(connection: HTTPConnection) -> Rates:
    """What this process has counted."""
    found: Rates = connection.app.state.rates
    return found


def address_of(connection: HTTPConnection) -> str:
    """What the sender's rates are counted by."""
    return client_key(connection.client.host if connection.client else "")


async def ask_solver(request: Request, name: str, work: Callable[[], T]) -> T:
    """Have something worked out by the solver, for an account or for anyone."""
    line = rates_of(request).questions_in_line
    address = address_of(request)
    with line.place(Asker(name, address)):
        solver: SolverQueue = request.app.state.solver
        return await while_asked(request, solver.ask(work, address))


async def edges_of(request: Request, name: str, game: Game, rules: Rules) -> dict[str, BetEdge]:
    """The edge of every bet, at once if it was asked for before."""
    book: EdgeBook = request.app.state.edges
    known = book.known(rules)
    if known is not None:
        return known
    return await ask_solver(request, name, lambda: book.edges(game, rules))


async def read_long(request: Request, name: str, work: Callable[[Connection], Any]) -> Any:
    """Read much from the store: not so often, and in threads that nobody else needs."""
    await turn_to_read(request, name)
    rates = rates_of(request)
    with rates.reads_in_line.place(Asker(name, address_of(request))):
        return await while_asked(request, hub_of(request).reading(work, long=True))


async def turn_to_read(request: Request, name: str) -> None:
    """Wait until an account may read much again: who asks one thing after the other just waits."""
    pace = rates_of(request).long_reads
    delay = pace.delay(name)
    if delay is None:
        raise TooMany(
            "too many long reads; wait a few seconds", status=429,
            again_seconds=pace.again_seconds(name),
        )  # fmt: skip
    if delay:
        await asyncio.sleep(delay)


async def while_asked(request: Request, work: Awaitable[T]) -> T:
    """Wait for work as long as the asker does; then cancel it."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_hang_up(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUp
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
