"""A player who stays: a name without an account, another device by code, a page when offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player

KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return requests.flat().map((request) => new URL(request.url).pathname);
}"""
"""All that is kept of the site in the browser."""


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_same_player_on_a_phone_by_a_code_that_is_good_once(
    browser: Visits, colours: str
) -> None:
    desk = browser.desktop(color_scheme=colours)
    desk.goto("/")
    desk.get_by_role("link", name="Choose a name").click()
    desk.get_by_label("Name", exact=True).first.fill(" Lucky Ann ")  # as phones write it
    desk.get_by_role("button", name="Play under this name").press("Enter")
    expect(desk.get_by_role("link", name="Lucky Ann")).to_be_visible()
    desk.get_by_role("link", name="Lucky Ann").click()
    desk.get_by_role("button", name="Make a code").click()
    code = desk.locator(".code").inner_text()
    assert not axe.violations(desk)
    phone = browser.phone(color_scheme=colours)
    phone.goto("/sign-in")
    phone.get_by_label("Code from your other device").fill(code.lower())
    phone.get_by_role("button", name="Go on as that player").click()
    expect(phone.get_by_role("heading", name="Take a seat")).to_be_visible()
    phone.goto("/sign-in")
    expect(phone.get_by_role("heading", name="You are Lucky Ann")).to_be_visible()
    assert not axe.violations(phone)
    phone.get_by_label("Code from your other device").fill(code)
    phone.get_by_role("button", name="Go on as that player").click()
    refused = phone.get_by_role("form", name="I have a code").get_by_role("alert")
    expect(refused).to_contain_text("It was used before", ignore_case=True)
    expect(refused).to_be_in_viewport(ratio=1)
    browser.expect("401 POST /api/carry/use")
    phone.get_by_role("button", name="Sign Lucky Ann out").click()
    phone.get_by_role("button", name="Stay Lucky Ann").click()  # nothing has happened
    phone.get_by_role("button", name="Sign Lucky Ann out").click()
    phone.get_by_role("button", name="Leave Lucky Ann behind").click()
    expect(phone.get_by_text("You are signed out.")).to_be_visible()


def test_fixed_phrases_are_heard_at_the_table_and_the_host_has_it_quiet(
    casino: Casino, browser: Visits
) -> None:
    ann, bob = casino.person("Ann"), casino.person("Bob")
    table = casino.table("blackjack", by="Ann", private=True)
    hers = Player.at(browser, "desktop", ann, table).page
    his = Player.at(browser, "phone", bob, table).page
    hers.get_by_text("Say", exact=True).first.click()
    hers.get_by_role("button", name="Good luck!").click()
    expect(his.locator(".talk li")).to_have_text("Ann Good luck!")
    expect(his.get_by_role("log", name="The game")).to_contain_text("Ann says: Good luck!")
    his.get_by_label("More").click()
    his.get_by_text("Say", exact=True).last.click()
    for phrase in ("Hello, everyone.", "I have to go. Good night!"):  # all in sight
        expect(his.get_by_role("button", name=phrase)).to_be_in_viewport(ratio=1)
    his.get_by_text("Say", exact=True).last.click()
    hers.get_by_text("Say", exact=True).first.click()
    hers.get_by_role("button", name="Have the table quiet").click()
    his.get_by_text("Say", exact=True).last.click()
    expect(his.get_by_text("This table is quiet.").last).to_be_visible()
    assert not axe.violations(hers)


def test_without_a_server_a_page_says_so_and_nothing_else_is_kept(
    casino: Casino, browser: Visits
) -> None:
    page = browser.phone(casino.person(), service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    assert page.evaluate(KEPT) == ["/offline.html"]
    manifest = page.evaluate("fetch('/manifest.json').then((answer) => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.evaluate(f"fetch('{icon['src']}').then((one) => one.status)") == 200
    page.goto("/history")
    with casino.out_of_reach():
        said = page.get_by_role("heading", name="No connection to the tables")
        while not said.is_visible():  # connections that are open end one after the other
            page.goto("/")
        assert not axe.violations(page)
    page.wait_for_function("fetch('/healthz').then((one) => one.ok, () => false)")
    browser.faults.clear()  # whatever was asked for meanwhile was out of reach
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
