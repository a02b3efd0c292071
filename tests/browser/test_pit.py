"""Who runs the house: opening tables, the rules in words, the pit, the audit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.store import proof_file
from pitboss.store.proof_checker import verify
from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino, OpenTable
from tests.web.test_auditing import play

SLOW = 60_000
"""Milliseconds for the solver, whose compiler takes long to load."""


def played(casino: Casino, game: str = "blackjack", **settings: Any) -> OpenTable:
    """A table at which some rounds were played."""
    table = casino.table(game, **settings)
    live, ann = casino.house.hub.hosts[table.number], casino.person(f"Player {table.number}")
    casino._do(play(live, ann, steps=30))
    while live.house_table.table.playing:
        casino._do(play(live, ann, steps=1, seed=live.house_table.seq))
    return table


def test_a_player_opens_a_table_with_rules_of_their_choice(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/open/blackjack")
    edge = page.get_by_role("row", name="Main").get_by_role("cell").last
    expect(edge).to_have_text("0.62 %", timeout=SLOW)
    page.get_by_role("radio", name="stand").check(force=True)
    expect(edge).to_contain_text("0.62 % → 0.41 %", timeout=SLOW)
    page.get_by_role("switch", name="Late surrender").check()
    expect(edge).not_to_contain_text("0.41 %", timeout=SLOW)
    expect(edge).to_contain_text("better for the player")
    page.get_by_label("Name of the table").fill("Ann's corner")
    page.get_by_role("radio", name="2").last.check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/1?**")
    [live] = casino.house.hub.hosts.values()
    rules = live.house_table.table.rules
    assert (rules.dealer.soft17, rules.surrender.late) == ("stand", True)
    assert (live.house_table.opened.name, live.house_table.settings.private) == (
        "Ann's corner",
        True,
    )
    assert live.house_table.settings.bots == 2
    expect(page.get_by_text("Dealer stands on soft 17").first).to_be_visible()


def test_what_cannot_be_dealt_is_said_in_a_sentence(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/open/half-back")
    page.get_by_text("a designer's file").click()
    page.get_by_label("or paste its text").fill('id = "own"')
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    browser.expect("422 POST /api/tables")
    page.goto("/open/poker")
    expect(page.get_by_role("alert")).to_contain_text("use blackjack, half-back")
    browser.expect("404 GET /api/games/poker")


def test_a_designers_file_comes_with_the_file_it_is_based_on(
    casino: Casino, browser: Visits, tmp_path: Path
) -> None:
    head = 'id = "{}"\nname = "Own {}"\nbased-on = "{}"\n'
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text(head.format("parent", "Parent", "half-back") + 'take-back.on = "12-17"\n')
    child.write_text(head.format("child", "Child", "parent.toml") + "shoe.decks = 9\n")
    page = browser.phone(casino.person("Pia", "pit"))
    page.goto("/open/half-back")
    page.get_by_text("a designer's file").click()
    page.get_by_label("Choose its file").set_input_files(child)
    page.get_by_label("Is it based on files of your own?").set_input_files(parent)
    expect(page.get_by_text("Sent with it: parent.toml")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("shoe.decks = 9: use 1 to 8")
    browser.expect("422 POST /api/tables")
    text = page.get_by_label("or paste its text")
    text.fill(text.input_value().replace("9", "8"))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/1**")
    [live] = casino.house.hub.hosts.values()
    assert live.house_table.table.rules.take_back is not None
    assert live.house_table.table.rules.take_back.on.text == "12-17"
    assert live.house_table.game.name == "Own Child"


def test_the_pit_changes_limits_and_sees_why_not(casino: Casino, browser: Visits) -> None:
    table = played(casino)
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/pit")
    expect(page.get_by_text("the ledger balances")).to_be_visible()
    page.get_by_role("button", name="More about blackjack").click()
    page.get_by_label("Maximum, Main").fill("5000")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_role("alert")).to_contain_text("the state's limit is $400")
    browser.expect(f"422 PUT /api/tables/{table.number}/limits")
    page.get_by_label("Maximum, Main").fill("lots")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_role("alert")).to_contain_text("no amount in dollars")
    page.get_by_label("Maximum, Main").fill("120.50")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_text("The new limits hold")).to_be_visible()
    expect(page.get_by_text("Main: $5 to $120.50")).to_be_visible()
    limits = casino.house.hub.hosts[table.number].house_table.table.limits
    assert limits.maximum["main"] == 120_50
    picture = page.get_by_role("img", name="Main held")
    expect(picture).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("region", name="Hold in numbers")).to_contain_text("%")
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Yes, close it").click()
    expect(page.get_by_text("No table is open.")).to_be_visible()
    page.get_by_label("Name").fill("Drew")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_label("Role").select_option("dealer")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("Drew can sign in now, as dealer.")).to_be_visible()


def test_an_auditor_finds_the_house_sound_and_takes_rounds_home(
    casino: Casino, browser: Visits
) -> None:
    table = played(casino)
    page = browser.desktop(casino.person("Eve", "auditor", cents=0))
    page.goto("/pit")
    page.get_by_role("button", name="More about blackjack").click()
    expect(page.get_by_text("Rules and limits")).to_be_visible()
    expect(page.get_by_role("button", name="Set the limits")).to_have_count(0)
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Audit now").click()
    expect(page.get_by_text("✓ Sound")).to_be_visible(timeout=SLOW)
    page.get_by_label("Table number").fill(str(table.number))
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("alert")).to_contain_text("when their shoe is done with")
    browser.expect(f"409 GET /api/admin/tables/{table.number}/export")
    pit = casino.person("Pia", "pit")
    casino._do(pit.post(f"/api/tables/{table.number}/close"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    assert list(verify(proof_file.read(saved.value.path()))) == []


def test_the_pit_is_not_for_players(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    for path in ("/pit", "/audit"):
        page.goto(path)
        expect(page.get_by_text("This page is for the pit and for auditors")).to_be_visible()
        expect(page.get_by_role("link", name="Sign in as somebody else").last).to_be_visible()


def test_a_rule_has_an_address_of_its_own(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/game/half-back#HB-R3")
    expect(page.locator("#HB-R3")).to_be_in_viewport()
    page.get_by_role("link", name="HB-7").first.click()
    expect(page.locator("#HB-7")).to_be_in_viewport()
    assert page.url.endswith("/game/half-back#HB-7")


def content_fits(page: Page) -> bool:
    found: bool = page.evaluate("document.querySelector('main').scrollWidth <= screen.width")
    return found


@pytest.mark.parametrize(("size", "colours"), [("desktop", "light"), ("phone", "dark")])
def test_the_pages_are_usable_by_everyone(
    size: Size, colours: str, casino: Casino, browser: Visits
) -> None:
    played(casino, "half-back")
    page = browser.open(size, casino.person("Pia", "pit", cents=0), color_scheme=colours)
    page.goto("/open/half-back")
    expect(page.get_by_role("row", name="Main").last).to_contain_text("%", timeout=SLOW)
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/game/half-back")
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/pit")
    page.get_by_role("button", name="More about half-back").click()
    expect(page.get_by_role("img").first).to_be_visible(timeout=SLOW)
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/audit")
    page.get_by_role("button", name="Audit now").click()
    expect(page.get_by_text("✓ Sound")).to_be_visible(timeout=SLOW)
    assert axe.violations(page) == []
    assert content_fits(page)
