"""What the felt shows, and when: totals after their cards, wagers by name, seats in their order."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.full_table import FullTable
from tests.browser.playing import Player

TRAVEL_MS = 200
"""A card is on its way for at least as long."""
WATCH = """() => {
  window.seen = {}
  const look = () => {
    const cards = document.querySelectorAll('.mine .own [data-card]').length
    const total = document.querySelector('.mine .total b')?.textContent
    if (cards === 2) window.seen.cards ??= performance.now()
    if (total === '15') window.seen.total ??= performance.now()
  }
  const all = {subtree: true, childList: true, characterData: true}
  new MutationObserver(look).observe(document.body, all)
}"""
"""Notes when the second card is dealt and when its total is said."""


def test_a_total_is_said_once_its_card_has_landed(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 5c 9d")
    page = browser.desktop(casino.person(), reduced_motion="no-preference")
    page.goto(f"/table/{table.number}?sit=1")
    expect(page.locator("[data-spot=main]")).to_be_visible()
    page.evaluate(WATCH)
    Player(page).deal()
    expect(page.locator(".mine .total b")).to_have_text("15")
    seen = page.evaluate("window.seen")
    assert seen["total"] - seen["cards"] >= TRAVEL_MS


def test_split_hands_keep_the_names_of_their_wagers(casino: Casino, browser: Visits) -> None:
    table = FullTable(casino, "half-back")
    page = browser.phone(table.ann)
    page.goto(f"/table/{table.opened.number}")
    expect(page.locator("[data-spot=main]")).to_be_visible()
    table.deal()
    table.split_all_that_may_be()
    expect(page.locator(".lane")).to_have_count(4)
    # the first split moved Half Back to the second hand; the first was split on, for more on Main
    expect(page.locator(".lane small")).to_have_text(["Main", "Main", "Main", "Half Back"])
    expect(page.locator(".riding")).to_contain_text("Upcard Bonus")


def test_seat_one_is_at_the_right_by_the_shoe(casino: Casino, browser: Visits) -> None:
    table = FullTable(casino, "blackjack", own=2)
    table.deal()
    for page in (browser.desktop(table.ann), browser.phone(table.ann)):
        page.goto(f"/table/{table.opened.number}")
        hands = page.locator(".other .hands")
        expect(hands).to_have_count(6)
        seats = page.locator(".other").evaluate_all(
            """(found) => found
              .map((one) => [one.ariaLabel, one.querySelector('.hands').getBoundingClientRect().x])
              .sort(([, a], [, b]) => b - a).map(([label]) => label.split(',')[0])"""
        )
        assert seats == ["Seat 1", "Seat 3", "Seat 4", "Seat 5", "Seat 6", "Seat 7"]
