"""A page that was loaded from one server finds the table that another one deals."""

from __future__ import annotations

import time

import sqlalchemy as sa
from playwright.sync_api import expect

from pitboss.store import schema
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.servers import Server


def give(casino: Casino, table: int, other: Server) -> None:
    """Have another server deal a table, as if this one had slept too long."""
    tables, servers = schema.tables.c, schema.servers.c
    theirs = sa.select(servers.id).where(servers.address == other.address).scalar_subquery()
    taken = sa.update(schema.tables).where(tables.id == table).values(owner=theirs)
    casino.house.database.write(lambda connection: connection.execute(taken)).result()
    while table in casino.house.hub.hosts:  # until it has looked whose tables are its own
        time.sleep(0.05)


def test_the_page_goes_to_the_server_that_deals_the_table(casino: Casino, browser: Visits) -> None:
    table = casino.table(name="The moving table")
    page = browser.desktop(casino.person())
    other = Server(f"sqlite:///{casino.house.database.url.database}")
    try:
        give(casino, table.number, other)
        browser.expect(f"421 GET /api/tables/{table.number}")
        page.goto(f"/table/{table.number}?invite={table.invite}")
        expect(page).to_have_url(f"{other.address}/table/{table.number}?invite={table.invite}")
        page.get_by_role("button", name="Sit").first.click()
        expect(page.locator(".seat.mine")).to_be_visible()
    finally:
        page.goto("about:blank")
        other.stop()
