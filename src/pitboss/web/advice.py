"""Advice at the table, grades after the round, luck over many: what the exact solver says."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy.engine import Connection

from pitboss.store.accounts import Account
from pitboss.store.records import Entry, TableOpened
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.web import lobby, luck
from pitboss.web.access import Me
from pitboss.web.asking import ask_solver, hub_of, read_long
from pitboss.web.routes import ERRORS, Number

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/tables/{table}/advice", tags=["advice"])
async def advice(
    request: Request,
    table: Number,
    account: Me,
    seat: Annotated[int, Query(ge=1, le=99)],
    invite: str = "",
) -> dict[str, Any]:
    """What every move open to your seat is worth, the best first; by the cards everyone sees."""
    hub = hub_of(request)
    await hub.reading(lambda database: lobby.check_entry(database, table, account, invite))
    room = (await hub.find(table)).room
    dealt, version = room.table, room.seq  # a step replaces the table and never changes it
    playing = dealt.state.seat(seat)
    if playing is None or playing.player != account.name or not dealt.playing:
        raise IllegalAction(f"seat = {seat}: it is not yours in this round; advice is for your own")
    return await ask_solver(
        request, account.name, lambda: _advised(dealt, seat) | {"version": version}
    )


def _advised(table: Table, seat: int) -> dict[str, Any]:
    from pitboss.advice.advising import advise  # its compiler is slow to load
    from pitboss.web.grades import said

    found = advise(table, seat)
    return {
        "seat": found.seat, "hand": found.hand, "basis": _basis(table),
        "moves": said(found.moves),
    }  # fmt: skip


def _basis(table: Table) -> str:
    """What the numbers are, in a sentence."""
    decks, state = table.tables.decks, table.state
    seen = sum(len(hand.cards) for seat in state.seats for hand in seat.hands)
    seen += len(state.racked) + 1 + (state.original >= 0)
    shoe = f"{decks} full deck{'s' * (decks > 1)} less the {seen} cards that lie or lay open"
    if table.want == Want.INSURANCE:
        return f"What the stakes bring on average that insurance touches, from {shoe}."
    looked = "the dealer having looked and found no natural, " if state.peeked is False else ""
    return (
        f"What the stakes bring on average that this decision touches, from {shoe}, {looked}"
        "the best play following."
    )


@router.get("/tables/{table}/rounds/{number}/grades", tags=["advice"])
async def grades(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> dict[str, Any]:
    """What your decisions in a finished round were worth beside the best; the pit's: everyone's."""

    def read(connection: Connection) -> tuple[TableOpened, list[Entry]]:
        lobby.check_entry(connection, table, account, invite)
        return lobby.opened(connection, table), lobby.round_entries(connection, table, number)

    opened, entries = await read_long(request, account.name, read)

    def work() -> list[dict[str, Any]]:
        from pitboss.web.grades import graded  # its compiler is slow to load

        return graded(opened, entries, number, _whose(account))

    found = await ask_solver(request, account.name, work)
    costs = [one["cost_cents"] for one in found if one["cost_cents"] is not None]
    return {"table": table, "round": number, "cost_cents": sum(costs), "decisions": found}


def _whose(account: Account) -> str | None:
    return None if account.role in ("pit", "auditor") else account.name


@router.get("/luck", tags=["advice"])
async def my_luck(
    request: Request,
    account: Me,
    table: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=lobby.MOST_ROWS)] = lobby.MOST_ROWS,
) -> list[dict[str, Any]]:
    """Your last rounds, the oldest first: what each brought, what was expected, and its deviation.

    Add expectations, and squares of deviations: the sum's band of 95 in 100 is 1.96 roots wide.
    """
    found, opened = await read_long(
        request, account.name, lambda database: luck.rounds(database, account.name, table, most)
    )
    return await ask_solver(request, account.name, lambda: luck.told(found, opened))
