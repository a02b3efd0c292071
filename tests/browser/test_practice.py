"""Practice and puzzles in a real browser: by keyboard, told to screen readers, at every size."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino

SLOW = 60_000
"""Milliseconds for the solver to be loaded, on a machine that does much else."""
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}


def decide(page: Page) -> None:
    """Press the key of the first move that is open, and wait for its grade."""
    slot = page.locator(".choices .slot:not(.shut)").first
    expect(slot).to_be_visible(timeout=SLOW)
    page.keyboard.press(str(slot.get_attribute("aria-keyshortcuts")))
    expect(page.get_by_role("list", name="What each move is worth on average")).to_be_visible(
        timeout=SLOW
    )


def fits_at_every_size(page: Page) -> None:
    """Nothing sticks out sideways, and axe finds nothing, in either colours."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe.violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_hands_are_practised_by_keyboard_leaks_lead_to_them_and_puzzles_are_shared(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/")
    page.get_by_role("link", name="Practise Half Back").click()
    decide(page)
    expect(page.locator(".verdict")).to_contain_text(re.compile("right"))
    expect(page.locator(".bar [role=status]")).to_contain_text("of 1 right")
    fits_at_every_size(page)
    page.locator("body").focus()
    page.keyboard.press("Space")
    decide(page)
    page.get_by_role("link", name="Where your money goes").click()
    chart = page.get_by_role("grid").first
    expect(chart).to_be_visible(timeout=SLOW)
    expect(page.locator("main")).to_contain_text("2 decisions")
    assert page.locator("td .seen").count() <= 2
    fits_at_every_size(page)
    cell = page.get_by_role("button", name=re.compile("^T, Hard 16 against 10"))
    cell.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile("Hard 16 against an ace"))).to_be_focused()
    cell.click()
    expect(page.locator(".choices .slot").first).to_be_visible(timeout=SLOW)
    expect(page.locator(".tell")).to_contain_text("16 against a 10")
    share_a_puzzle(casino, browser)


def share_a_puzzle(casino: Casino, browser: Visits) -> None:
    """By its address; the answer is told once one was given, and still after a reload."""
    page = browser.phone(casino.person("Ben"))
    page.goto("/puzzle/2026-11-14")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Puzzle of 2026-11-14", timeout=SLOW)
    assert page.locator(".worths").count() == 0
    decide(page)
    expect(page.locator(".tell")).to_contain_text("gives away")
    fits_at_every_size(page)
    page.reload()
    expect(page.locator(".worths .mine")).to_have_count(1)
    page.get_by_role("link", name="Day before").click()
    expect(heading).to_have_text("Puzzle of 2026-11-13", timeout=SLOW)
