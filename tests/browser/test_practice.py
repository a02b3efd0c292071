"""Practice and puzzles in a real browser: by keyboard, told to screen readers, at every size."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, expect

from pitboss import games
from pitboss.floor.opening import describe_table
from pitboss.practice.positions import Cell
from pitboss.practice.record import NEWEST, Decided
from pitboss.rules.chart import UPCARDS
from pitboss.store import practising
from pitboss.web import practice_room
from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.web.house import Person

SLOW = 120_000
"""Milliseconds for the solver to be loaded, on a machine that does much else."""
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}


@pytest.fixture(scope="module")
def casino() -> Iterator[Casino]:
    """One server for all of these: what grades loads the solver once."""
    with Casino() as found:
        yield found


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
            # a phone lays a page out as wide as it must be: innerWidth grows with it
            assert page.evaluate("document.documentElement.scrollWidth") <= width
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
    page.get_by_role("link", name="Your leaks").click()
    chart = page.get_by_role("grid").first
    expect(chart).to_be_visible(timeout=SLOW)
    expect(page.locator("main")).to_contain_text("2 decisions")
    expect(page.locator("main")).not_to_contain_text("You play at")  # too little is known yet
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


def test_rules_to_practise_are_chosen_and_shared_by_address(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person("Rosa"))
    page.goto("/practice")
    page.get_by_role("link", name="Choose rules of Half Back").click()
    page.get_by_role("radio", name="stand").check(force=True)
    page.get_by_role("radio", name="Upcard Bonus, pay table 3").check(force=True)
    expect(page.get_by_role("status")).to_have_text("2 things are not as usual.")
    fits_at_every_size(page)
    chosen = page.url
    page.get_by_role("button", name="Practise these rules").press("Enter")
    expect(page.locator(".choices .slot").first).to_be_visible(timeout=SLOW)
    there = page.url
    page.go_back()  # what was chosen is still chosen
    expect(page.get_by_role("radio", name="stand")).to_be_checked()
    assert page.url == chosen
    other = browser.phone(casino.person("Rolf"))
    other.goto(chosen.replace("&choose=1", ""))  # as “Copy address” has it
    other.wait_for_url(there)
    other.goto("/practice?game=half-back&option=soft17%3Dperhaps")
    expect(other.get_by_role("alert")).to_contain_text("use hit or stand")
    browser.expect("422 POST /api/practice/rules")
    with casino.house.database.read() as connection:
        kept = practising.find_rules(connection, there.rsplit("/", 1)[1])
    assert (kept.options, kept.paytables) == ({"soft17": "stand"}, {"upcard-bonus": 3})


def test_the_record_draws_a_curve_of_what_choices_cost(casino: Casino, browser: Visits) -> None:
    curt = casino.person("Curt")
    rules = three_weeks(casino, curt)
    page = browser.desktop(curt)
    page.goto(f"/practice/{rules}/leaks")
    curve = page.get_by_role("img", name=re.compile("^Cost an hour, by session: .* now$"))
    expect(curve).to_be_visible(timeout=SLOW)
    assert curve.locator("circle").count() == 3
    ends = re.findall(r"\$([\d.]+)", str(curve.get_attribute("aria-label")))
    assert float(ends[0]) > float(ends[1]) == 0.0
    page.get_by_text("In numbers").press("Enter")
    expect(page.locator("figure tbody tr").nth(2)).to_contain_text("140 of 560")
    expect(page.locator(".tiles")).to_contain_text("$0.00 an hour")
    best = re.search(r"([\d.]+) % best ([\d.]+) %", page.locator(".tiles").inner_text())
    assert best is not None
    assert best[1] == best[2]
    expect(page.locator("main")).to_contain_text("Blackjack, Dealer on soft 17: stand.")
    fits_at_every_size(page)


def three_weeks(casino: Casino, person: Person) -> str:
    """Three sittings of somebody who stands on 8 and 9 in the first, and then is always right."""
    opened = describe_table(games.find("blackjack"), "blackjack", options={"soft17": "stand"})
    once = [Cell("play", f"hard {total}", up) for total in range(5, 21) for up in UPCARDS]
    often = [cell for cell in once if cell.hand in ("hard 8", "hard 9")] * NEWEST
    week_ms, kept = 7 * 86_400_000, []
    for week in range(3):
        for place, cell in enumerate([*once, *often]):
            wrong = week == 0 and cell in often
            made = Decided(
                cell=cell, moved="stand" if wrong else "hit", best="hit", cost=0.5 * wrong,
                at=week * week_ms + place * 100,
            )  # fmt: skip
            kept.append(practice_room.kept(made, f"{week} {place}", opened.rules_hash))

    def write(connection: sa.Connection) -> None:
        practising.keep_rules(connection, opened, 0)
        for begin in range(0, len(kept), 500):
            practising.keep_decisions(connection, person.account, kept[begin : begin + 500])

    casino.house.database.write(write).result()
    return opened.rules_hash


def share_a_puzzle(casino: Casino, browser: Visits) -> None:
    """By its address; the answer is told once one was given, and still after a reload."""
    page = browser.phone(casino.person("Ben"))
    page.goto("/puzzle/2026-11-14")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Puzzle of 14 Nov 2026", timeout=SLOW)
    assert page.locator(".worths").count() == 0
    decide(page)
    expect(page.locator(".tell")).to_contain_text("gives away")
    fits_at_every_size(page)
    page.reload()
    expect(page.locator(".worths .mine")).to_have_count(1)
    page.get_by_role("link", name="Day before").click()
    expect(heading).to_have_text("Puzzle of 13 Nov 2026", timeout=SLOW)
    sheet = page.evaluate("fetch('/api/puzzles/2026-11-14').then((one) => one.json())")
    page.route("**/api/puzzles/today", lambda route: route.fulfill(json=sheet))
    page.goto("/puzzle")  # the address without a day
    expect(heading).to_have_text("Puzzle of 14 Nov 2026")
