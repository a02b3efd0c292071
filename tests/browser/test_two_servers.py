"""A page that was loaded from one server finds the table that another one deals."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.servers import Server


def test_the_page_goes_to_the_server_that_deals_the_table(casino: Casino, browser: Visits) -> None:
    table = casino.table(name="The moving table")
    page = browser.desktop(casino.person())
    other = Server(f"sqlite:///{casino.house.database.url.database}")  # it takes the tables over
    try:
        browser.expect(f"421 GET /api/tables/{table.number}")
        page.goto(f"/table/{table.number}?invite={table.invite}")
        expect(page).to_have_url(f"{other.address}/table/{table.number}?invite={table.invite}")
        page.get_by_role("button", name="Sit").first.click()
        expect(page.locator(".seat.mine")).to_be_visible()
    finally:
        page.goto("about:blank")
        other.stop()
