"""Whose rules are dealt stands on every page that names a game, and only where it is true."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player

COMMISSION = "Washington State Gambling Commission"
DEPARTS = re.compile("not the rules as approved", re.IGNORECASE)
SLOW = 60_000
"""Milliseconds that a first figure of the solver may take."""
both = pytest.mark.parametrize("size", ["desktop", "phone"])


def claims(page: Page) -> bool:
    """Whether a page says anywhere that somebody approved what is dealt."""
    return "as approved by the" in page.locator("body").inner_text().lower()


@both
def test_the_lobby_says_of_every_game_whose_rules_it_has(
    casino: Casino, browser: Visits, size: Size
) -> None:
    casino.table("half-back", options={"HB-R1": "other"}, name="Wide")
    casino.table("half-back", name="Plain")
    page = browser.open(size, casino.person())
    page.goto("/")
    cards = page.locator(".game")
    expect(cards.filter(has_text="Half Back").locator(".approval")).to_have_text(
        f"as approved by the {COMMISSION}, 2017-10-05"
    )
    tie = cards.filter(has_text="Blackjack Tie").locator(".approval")
    expect(tie).to_have_text("no letter of approval, no date")
    base = cards.filter(has=page.get_by_role("heading", name="Blackjack", exact=True))
    expect(base.locator(".approval")).to_have_text("no document, no approval")
    wide = page.get_by_role("row", name="Wide")
    expect(wide).to_contain_text("not the rules as approved: HB-R1")
    expect(page.get_by_role("row", name="Plain")).to_contain_text("as approved by the")
    assert axe.violations(page) == []


@both
def test_choosing_another_reading_takes_the_approval_away_and_the_table_says_so(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = browser.open(size, casino.person())
    page.goto("/open/half-back")
    says = page.locator("aside .approval")
    expect(says).to_contain_text(f"Rules as approved by the {COMMISSION}", timeout=SLOW)
    page.get_by_text("Where the document can be read in two ways").click()
    page.get_by_role("switch", name="HB-R1").check()
    expect(says).to_contain_text("Not the rules as approved: HB-R1", timeout=SLOW)
    expect(says).to_contain_text("12 to 18")
    assert axe.violations(page) == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/1?**")
    expect(page.locator(".cloth")).to_contain_text("not the rules as approved: HB-R1")
    sign = page.get_by_role("region", name="Pay tables and limits")
    if size == "phone":
        page.get_by_text("Pay tables and limits").click()
    expect(sign).to_contain_text("Not the rules as approved: HB-R1")
    expect(sign).to_contain_text("after a replaced upcard (3 to 6)")
    expect(page.get_by_text("Double on hard 9–11").first).to_be_visible()
    assert not claims(page)


def test_a_round_shown_again_says_by_which_rules_it_was_dealt(
    casino: Casino, browser: Visits
) -> None:
    person = casino.person()
    table = casino.table(
        "lucky-stiff", "Ts 9h 4d Tc", options={"natural": "6 to 5"}, private=True
    )  # fmt: skip
    player = Player.at(browser, "desktop", person, table)
    player.stake(lucky_stiff=1)
    player.deal()
    player.move("stand")
    results = player.page.get_by_role("region", name="Result of the round")
    expect(results).to_contain_text("stiff, lost")  # 14 against 19
    player.page.goto(f"/round/{table.number}/1?invite={table.invite}")
    expect(player.page.locator(".head")).to_contain_text("Not the rules as approved: natural")
    expect(player.page.get_by_text("stiff, lost").first).to_be_visible()
    assert not claims(player.page)


@both
def test_a_game_in_words_has_its_letter_its_conditions_and_its_sign(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = browser.open(size, casino.person())
    page.goto("/game/lucky-stiff")
    head = page.locator("header").filter(has=page.get_by_role("heading", level=1))
    expect(head).to_contain_text(f"Rules as approved by the {COMMISSION} on 2016-03-22")
    page.get_by_text("The letter's conditions", exact=True).click()
    expect(page.get_by_text("internal controls")).to_be_visible()
    sign = page.locator("#sign")
    expect(sign).to_contain_text("instant winners")
    expect(sign).to_contain_text("beat the dealer: first two cards must total hard 12–16")
    assert axe.violations(page) == []
    page.goto("/game/blackjack-tie")
    expect(head).to_contain_text("has no letter of approval and no date")
    expect(page.locator("#sign")).to_contain_text("At most 4 separate games on one hand")
    expect(page.locator("#sign")).to_contain_text("21 with three or more cards")
    assert not claims(page)
