"""Advice at the table, grades after the round, luck over many: what the exact solver says."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from sqlalchemy.engine import Connection

from pitboss.floor import luck
from pitboss.floor.luck import RoundLuck
from pitboss.floor.worth import MoveWorth, RoundGrades
from pitboss.store import admission, past_rounds, table_rows
from pitboss.store.accounts import Account
from pitboss.store.past_rounds import MOST_ROUNDS
from pitboss.store.records import Entry, TableOpened
from pitboss.table import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Number, StructRoute
from pitboss.web.asking import ask_solver, hub_of, read_long

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute, tags=["advice"])


class TableAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """What every move open to a seat is worth."""

    seat: int
    """Yours."""
    hand: int
    """Which of its hands, from 0."""
    basis: str
    """What the numbers are, in a sentence."""
    moves: list[MoveWorth]
    """The best first."""
    version: int
    """Of the table, for which this holds."""


@router.get("/tables/{table}/advice")
async def advice(
    request: Request,
    table: Number,
    account: Me,
    seat: Annotated[int, Query(ge=1, le=99)],
    invite: str = "",
) -> TableAdvice:
    """What every move open to your seat is worth, the best first; by the cards everyone sees."""
    hub = hub_of(request)
    await hub.reading(lambda database: admission.check_entry(database, table, account, invite))
    found = (await hub.find(table)).house_table
    dealt, version = found.table, found.seq  # a step replaces the table and never changes it
    playing = dealt.state.seat(seat)
    if playing is None or playing.player != account.name or not dealt.playing:
        raise IllegalAction(f"seat = {seat}: it is not yours in this round; advice is for your own")
    return await ask_solver(request, account.name, lambda: _advised(dealt, seat, version))


def _advised(table: Table, seat: int, version: int) -> TableAdvice:
    from pitboss.advice.advising import advise  # its compiler is slow to load
    from pitboss.floor.grades import worths

    found = advise(table, seat)
    return TableAdvice(
        seat=found.seat, hand=found.hand, basis=_basis(table), moves=worths(found.moves),
        version=version,
    )  # fmt: skip


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


@router.get("/tables/{table}/rounds/{number}/grades")
async def grades(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> RoundGrades:
    """What your decisions in a finished round were worth beside the best; the pit's: everyone's."""

    def read(connection: Connection) -> tuple[TableOpened, list[Entry]]:
        admission.check_entry(connection, table, account, invite)
        entries = past_rounds.entries_of(connection, table, number)
        return table_rows.opened(connection, table), entries

    opened, entries = await read_long(request, account.name, read)

    def work() -> RoundGrades:
        from pitboss.floor.grades import graded  # its compiler is slow to load

        return graded(opened, entries, table, number, _whose(account))

    return await ask_solver(request, account.name, work)


def _whose(account: Account) -> str | None:
    return None if account.role in admission.OVERSEERS else account.name


@router.get("/luck")
async def my_luck(
    request: Request,
    account: Me,
    table: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS,
) -> list[RoundLuck]:
    """Your last rounds, the oldest first: what each brought, what was expected, and its deviation.

    Add expectations, and squares of deviations: the sum's band of 95 in 100 is 1.96 roots wide.
    """
    rounds, opened = await read_long(
        request, account.name,
        lambda database: luck.finished_rounds(database, account.name, table, most),
    )  # fmt: skip
    return await ask_solver(request, account.name, lambda: luck.luck(rounds, opened))
