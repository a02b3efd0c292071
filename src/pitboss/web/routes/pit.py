"""The pit: live tables, what everyone holds, what each bet held beside what it should."""

from __future__ import annotations

import contextlib
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from sqlalchemy.engine import Connection

from pitboss.floor.edges import BetEdge, EdgeBook, HeldBet, beside_theory
from pitboss.floor.lobby import LobbyTable
from pitboss.floor.opening import game_of, rules_of
from pitboss.floor.table_pace import NOTHING, PaceBook, TableFigures, TablePace, figures
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.store import house_totals, table_rows
from pitboss.store.house_totals import Totals
from pitboss.web.access import Overseer
from pitboss.web.answers import ERRORS, Number, StructRoute
from pitboss.web.asking import address_of, edges_of, hub_of, read_long
from pitboss.web.hub import Hub
from pitboss.web.solver_queue import SolverQueue

router = APIRouter(prefix="/api/admin", responses=ERRORS, route_class=StructRoute, tags=["pit"])


class PitTable(LobbyTable, kw_only=True):
    """A table that is open, and who deals it."""

    dealt_here: bool
    """Whether this server does."""
    dealt_at: str | None
    """The address of the server that does, if it has one to share."""
    round: int | None
    """Being played or just over; null where another server deals."""
    watchers: int | None
    """Connections; null where another server deals."""
    players: list[str] | None
    """Who sits there; null where another server deals."""


class Overview(msgspec.Struct, frozen=True):
    """The house at a glance."""

    tables: list[PitTable]
    """That are open."""
    totals: Totals
    """What everyone holds."""
    balanced: bool
    """Whether that comes to nothing, as it must."""


@router.get("/overview")
async def overview(request: Request, account: Overseer) -> Overview:
    """Live tables, and what all accounts hold: together nothing."""
    hub = hub_of(request)
    rows = await hub.reading(lambda database: hub.lobby.tables(database, account))
    totals: Totals = await hub.reading(house_totals.totals)
    dealers = await hub.reading(table_rows.dealers)
    tables = [_live(hub, row, dealers.get(row.id)) for row in rows]
    known: bool = await hub.reading(house_totals.only_known)
    return Overview(tables, totals, totals.balanced and known)


def _live(hub: Hub, row: LobbyTable, dealt_at: str | None) -> PitTable:
    host = hub.hosts.get(row.id)
    return PitTable(
        **msgspec.structs.asdict(row), dealt_here=host is not None, dealt_at=dealt_at,
        round=host.house_table.table.state.round if host else None,
        watchers=len(host.watchers) if host else None,
        players=sorted(set(host.house_table.seats.values())) if host else None,
    )  # fmt: skip


class FloorTable(PitTable, kw_only=True):
    """An open table, how it is run, and what it took."""

    paused: str | None
    """Why no wagers are taken there; null if they are, or where another server deals."""
    figures: TableFigures
    """In the span of time that was asked for."""


@router.get("/floor")
async def floor(
    request: Request,
    account: Overseer,
    begin: Annotated[int, Query(ge=0, le=2**53)],
    end: Annotated[int, Query(ge=0, le=2**53)],
) -> list[FloorTable]:
    """Every open table with what it took from one moment up to another, in milliseconds since 1970.

    Theory is for the table's own rules and the stakes before the deal; it is null until the solver
    has worked it out, which nobody waits for here.
    """
    hub = hub_of(request)
    book: PaceBook = request.app.state.paces
    rows = await hub.reading(lambda database: hub.lobby.tables(database, account))
    dealers = await hub.reading(table_rows.dealers)
    paces: dict[int, TablePace] = await read_long(
        request, account.name, lambda database: book.paces(database, begin, end)
    )
    found = []
    for row in rows:
        pace = paces.get(row.id, NOTHING)
        edges = (await _edges(request, row.id) or {}) if pace.rounds else {}
        live, host = _live(hub, row, dealers.get(row.id)), hub.hosts.get(row.id)
        found.append(
            FloorTable(
                **msgspec.structs.asdict(live),
                figures=figures(pace, edges),
                paused=host.house_table.paused if host else None,
            )
        )
    return found


async def _edges(request: Request, table: int) -> dict[str, BetEdge] | None:
    """The edges of a table's bets, if they are known; if not, they are worked out meanwhile."""

    def work(connection: Connection) -> tuple[Game, Rules]:
        opened = table_rows.opened(connection, table)
        return game_of(opened), rules_of(opened)

    hub, book = hub_of(request), request.app.state.edges
    game, rules = await hub.reading(work)
    known: dict[str, BetEdge] | None = book.known(rules)
    if known is None and book.begin(rules):
        solver: SolverQueue = request.app.state.solver
        hub.spawn(_worked_out(solver, book, game, rules, address_of(request)))
    return known


async def _worked_out(
    solver: SolverQueue, book: EdgeBook, game: Game, rules: Rules, address: str
) -> None:
    with contextlib.suppress(RulesError):  # the solver cannot say, and will not be asked again
        await solver.ask(lambda: book.edges(game, rules), address)


@router.get("/tables/{table}/hold")
async def hold(request: Request, table: Number, account: Overseer) -> list[HeldBet]:
    """What each bet held, beside what it should and the band chance leaves in 95 cases of 100."""
    found = (await hub_of(request).find(table)).house_table
    held = await read_long(
        request, account.name, lambda database: house_totals.hold(database, table)
    )
    theory = await edges_of(request, account.name, found.game, found.table.rules)
    return [beside_theory(bet, theory.get(bet.bet)) for bet in held]
