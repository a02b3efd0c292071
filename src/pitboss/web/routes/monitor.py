"""The floor monitor: what tables won beside what they should, alerts that name a pay line."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor.floor_sheet import read_sheet
from pitboss.floor.monitor import FloorReport, WatchedTable, report_of, watched_bets
from pitboss.floor.monitor_process import Order
from pitboss.floor.opening import describe_table, rules_of
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.store import table_days, table_rows
from pitboss.web.access import Overseer
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, read_long, while_asked
from pitboss.web.monitor_desk import MonitorDesk

router = APIRouter(prefix="/api/admin", responses=ERRORS, route_class=StructRoute, tags=["pit"])

MOST_DAYS = 31
MOST_TABLES = 100
"""In one answer."""
MOST_SHEET = 200_000
"""Letters."""
DAY_MINUTES = 24 * 60


class FloorSheet(Body):
    """Figures of a floor that were kept by hand."""

    game: str = Field(max_length=40, description="the id of a built-in game")
    options: dict[str, OptionValue] = Field({}, description="house options, where not the usual")
    paytables: dict[str, int] = Field({}, description="pay tables, by name")
    text: str = Field(
        max_length=MOST_SHEET, description="CSV: table,day,bet,stake,rounds,seats,win,counts"
    )


@router.get("/monitor")
async def monitor(
    request: Request,
    account: Overseer,
    day: datetime.date,
    days: Annotated[int, Query(ge=1, le=MOST_DAYS)] = 1,
    offset: Annotated[int, Query(ge=-DAY_MINUTES, le=DAY_MINUTES)] = 0,
) -> FloorReport:
    """Every table at which somebody played, beside its theory.

    `day` is the last of `days`; a day begins at midnight, `offset` minutes ahead of UTC.
    """
    begin = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
    end_ms = int(begin.timestamp() * 1000) + (DAY_MINUTES - offset) * 60_000
    begin_ms = end_ms - days * DAY_MINUTES * 60_000
    first = day - datetime.timedelta(days=days - 1)
    shown = day.isoformat() if days == 1 else f"{first.isoformat()} to {day.isoformat()}"

    hosts = hub_of(request).hosts.items()
    houses = {number: host.house_table.table.limits.house for number, host in hosts}

    def work(connection: Connection) -> list[Order]:
        return [
            order
            for span in table_days.spans(connection, begin_ms, end_ms)[-MOST_TABLES:]
            if (order := _order(connection, span, shown, houses.get(span.table))).table.bets
        ]

    orders: list[Order] = await read_long(request, account.name, work)
    return await _judged(request, orders)


def _order(
    connection: Connection, span: table_days.TableSpan, shown: str, house: House | None
) -> Order:
    """A table's days; `house` is what holds there now, where this server deals it."""
    opened = table_rows.opened(connection, span.table)
    bets = watched_bets(table_days.played_bets(connection, span), house or opened.house)
    return Order(opened, WatchedTable(table=span.name, number=span.table, day=shown, bets=bets))


@router.post("/monitor/sheet")
async def sheet(request: Request, sent: FloorSheet, account: Overseer) -> FloorReport:  # noqa: ARG001
    """The same for figures that were kept by hand at tables the server does not deal."""
    games.source(sent.game)  # refuses whatever is no built-in game
    opened = describe_table(
        games.find(sent.game), "by hand", options=sent.options, paytables=sent.paytables
    )
    tables = read_sheet(sent.text, rules_of(opened))
    if len(tables) > MOST_TABLES:
        raise HTTPException(
            422, f"the sheet has {len(tables)} tables and days: use at most {MOST_TABLES}"
        )
    return await _judged(request, [Order(opened, table) for table in tables])


async def _judged(request: Request, orders: list[Order]) -> FloorReport:
    desk: MonitorDesk = request.app.state.monitor
    return report_of([await while_asked(request, desk.judged(order)) for order in orders])
