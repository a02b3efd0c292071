"""What a dealer finds: a game's practice on its page, and beside captions on request."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_dealer_finds_signals_and_mistakes_with_their_source(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = getattr(browser, size)(casino.person())
    page.goto("/game/half-back#PR-45")
    twice = page.locator("#PR-45")
    expect(twice).to_be_in_viewport()
    expect(twice).to_contain_text("The first replacement is the upcard")
    expect(twice).to_contain_text("Half Back rule 12")
    expect(twice.locator(".custom")).to_have_count(0)
    page.get_by_label("On this page").get_by_role("link", name="Hand signals").click()
    tap = page.locator("#PR-9")
    expect(tap).to_be_in_viewport()
    expect(tap).to_contain_text("Taps or scratches the felt")
    expect(tap.locator(".custom")).to_have_text("house custom")
    expect(page.locator("#PR-14")).to_have_count(0)  # nothing is burned in this game
    assert not axe.violations(page)


def test_what_only_some_pay_tables_need_is_told_with_them(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person())
    page.goto("/game/lucky-stiff")
    expect(page.locator("#PR-30")).to_contain_text("only with paytable lucky-stiff = 4 or 5")


def test_a_caption_says_on_request_which_practice_it_is_and_what_is_custom(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("half-back", "Ts 9h 4c 8d 3s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.stake(half_back=1)
    player.deal()
    player.move("take-back")
    player.may("stand", "hit")
    caption = player.page.locator(".caption")
    expect(caption).to_contain_text("You take back $10 of Half Back.")
    expect(caption).not_to_contain_text("PR-")  # a player has no use for it
    player.page.get_by_text("What the dealer did").click()
    told = player.page.locator(".log")
    expect(told).not_to_contain_text("PR-")
    player.page.get_by_label("as the dealer does it").check()
    expect(told).to_contain_text("Seat 4 draws a hand back: slide the Half Back wager, $10")
    expect(told.locator("small").last).to_have_text("PR-21; PR-15, house custom")
    # who listens hears the words and no ids
    heard = player.page.get_by_role("log", name="The game")
    expect(heard).to_contain_text("You take back $10 of Half Back.")
    expect(heard).not_to_contain_text("PR-")
