"""The pit: live tables, what everyone holds, what each bet held beside what it should."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request

from pitboss.floor.edges import HeldBet, beside_theory
from pitboss.floor.lobby import LobbyTable
from pitboss.store import house_totals, table_rows
from pitboss.store.house_totals import Totals
from pitboss.web.access import Overseer
from pitboss.web.answers import ERRORS, Number, StructRoute
from pitboss.web.asking import edges_of, hub_of, read_long
from pitboss.web.hub import Hub

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
    return Overview(tables, totals, totals.balanced)


def _live(hub: Hub, row: LobbyTable, dealt_at: str | None) -> PitTable:
    host = hub.hosts.get(row.id)
    return PitTable(
        **msgspec.structs.asdict(row), dealt_here=host is not None, dealt_at=dealt_at,
        round=host.house_table.table.state.round if host else None,
        watchers=len(host.watchers) if host else None,
        players=sorted(set(host.house_table.seats.values())) if host else None,
    )  # fmt: skip


@router.get("/tables/{table}/hold")
async def hold(request: Request, table: Number, account: Overseer) -> list[HeldBet]:
    """What each bet held, beside what it should and the band chance leaves in 95 cases of 100."""
    found = (await hub_of(request).find(table)).house_table
    held = await read_long(
        request, account.name, lambda database: house_totals.hold(database, table)
    )
    theory = await edges_of(request, account.name, found.game, found.table.rules)
    return [beside_theory(bet, theory.get(bet.bet)) for bet in held]
