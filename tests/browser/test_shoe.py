"""The shoe on the page of a table: what is promised, one's own seed, and what is shown after it."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Locator, Page, expect

from pitboss.rules.limits import House
from pitboss.store import journal, schema
from pitboss.store.records import SeedAdded, ShoeSeeded
from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino, OpenTable
from tests.browser.playing import DEAL, Player

CARDS = "Ts 9c 9h 8d"
"""Nineteen against seventeen."""
RANDOM = re.compile("[0-9a-f]{32}")
CSM = House(shoe="csm")


def said(casino: Casino, table: OpenTable, kind: type[Any]) -> list[Any]:
    """Events of a kind in the log."""
    with casino.house.database.read() as connection:
        entries = list(journal.entries(connection, table.number))
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


def shoe_of(page: Page) -> Locator:
    """The panel about the shoe, unfolded."""
    panel = page.locator("details.panel", has=page.get_by_role("heading", name="The shoe"))
    panel.locator("summary").first.click()
    return panel


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_browser_adds_a_random_seed_with_the_first_wager(
    casino: Casino, browser: Visits, size: Size
) -> None:
    ann = casino.person()
    table = casino.table("blackjack", CARDS, house=CSM)
    player = Player.at(browser, size, ann, table)
    player.deal()
    player.sees_dealer("9c ??")
    [added] = said(casino, table, SeedAdded)
    assert (added.number, added.player) == (1, ann.name)
    assert RANDOM.fullmatch(added.seed)
    assert said(casino, table, ShoeSeeded) == [ShoeSeeded(1, [(ann.name, added.seed)])]
    player.move("stand")
    player.sees_result("$5")
    player.deal()
    player.move("stand")
    seeds = said(casino, table, SeedAdded)
    assert [one.number for one in seeds] == [1, 2]
    assert seeds[0].seed != seeds[1].seed


def test_a_player_may_choose_the_seed_and_sees_both_after_the_shoe(
    casino: Casino, browser: Visits
) -> None:
    ann = casino.person()
    table = casino.table("blackjack", CARDS, house=CSM)
    page = Player.at(browser, "desktop", ann, table).page
    panel = shoe_of(page)
    next_one = panel.get_by_role("region", name="Shoe 1, the next one")
    [promised] = casino.house.rows(sa.select(schema.shoes))
    expect(next_one).to_contain_text(promised.commitment)
    field = panel.get_by_label(re.compile("^Your seed"))
    expect(field).to_have_value(RANDOM)
    field.fill("with a blank")
    panel.get_by_role("button", name="Use it").click()
    expect(panel.get_by_role("status")).to_contain_text("use 1 to 64 of the letters")
    field.fill("")
    field.press_sequentially("hsd-1-lucky")  # letters that are keys of moves and chips elsewhere
    page.keyboard.press("Enter")
    expect(panel.get_by_role("status")).to_have_text("This is your seed now.")
    expect(next_one).to_contain_text(f"{ann.name} hsd-1-lucky")
    expect(panel.get_by_role("button", name="Use it")).to_be_disabled()
    page.get_by_role("button", name=DEAL).click()
    dealt = panel.get_by_role("region", name="Shoe 1, being dealt")
    expect(dealt).to_contain_text("4 of 312 cards")
    expect(dealt).to_contain_text(f"{ann.name} hsd-1-lucky")
    assert promised.nonce.hex() not in panel.inner_text()
    assert said(casino, table, ShoeSeeded) == [ShoeSeeded(1, [(ann.name, "hsd-1-lucky")])]
    page.locator("[data-move=stand]").click()
    over = panel.get_by_role("region", name="Shoe 1, done with")
    expect(over).to_contain_text(promised.nonce.hex())
    over.get_by_text("312 cards, the first on top").click()
    expect(over).to_contain_text("10♠ 9♣ 9♥ 8♦")
    page.goto(f"/round/{table.number}/1")
    proof = page.get_by_role("region", name="Proof")
    expect(proof).to_contain_text(f"{ann.name} hsd-1-lucky")
    expect(proof).to_contain_text(promised.nonce.hex())


def test_everyone_who_sits_there_has_a_say(casino: Casino, browser: Visits) -> None:
    """Whoever wagers first has the shoe shuffled, so the others' seeds do not wait for a wager."""
    ann, bob = casino.person(), casino.person("Bob")
    table = casino.table("blackjack", house=CSM)
    first = Player.at(browser, "desktop", ann, table)
    second = Player.at(browser, "phone", bob, table)
    panel = shoe_of(first.page)
    next_one = panel.get_by_role("region", name="Shoe 1, the next one")
    expect(next_one.locator("b")).to_have_count(2)
    assert sorted(next_one.locator("b").all_inner_texts()) == [ann.name, bob.name]
    assert sorted(one.player for one in said(casino, table, SeedAdded)) == [ann.name, bob.name]
    first.deal()
    expect(panel.get_by_role("region", name="Shoe 1, being dealt")).to_contain_text(bob.name)
    second.deal()
    [seeded] = said(casino, table, ShoeSeeded)
    assert [player for player, _ in seeded.seeds] == [ann.name, bob.name]
    assert {one.player for one in said(casino, table, SeedAdded) if one.number == 2} >= {bob.name}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_shoes_panel_is_accessible(casino: Casino, browser: Visits, theme: str) -> None:
    table = casino.table("blackjack", CARDS, house=CSM)
    page = browser.phone(casino.person(), color_scheme=theme)
    page.goto(f"/table/{table.number}?sit=1")
    page.get_by_role("button", name=DEAL).click()
    page.locator("[data-move=stand]").click()
    panel = shoe_of(page)
    expect(panel.get_by_role("region", name="Shoe 1, done with")).to_be_visible()
    panel.get_by_text("312 cards, the first on top").click()
    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel.get_by_label(re.compile("^Your seed")).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Use it"


def test_a_typed_table_has_no_shoe(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", typed=True)
    page = browser.desktop(casino.person())
    page.goto(f"/table/{table.number}")
    expect(page.get_by_text("Cards are typed in from a real table.")).to_be_visible()
    expect(page.get_by_role("heading", name="The shoe")).to_have_count(0)
