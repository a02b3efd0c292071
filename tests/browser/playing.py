"""Somebody who plays in a browser window, by clicking or by the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Size, Visits
from tests.browser.casino import OpenTable
from tests.web.house import Person

DEAL = re.compile("^Deal")
"""The button that makes the wagers and has the cards dealt."""
OPEN = "[data-move]:not(.shut)"
"""Slots of the dock that can be pressed."""


def deal_by_key(page: Page) -> None:
    """Press Space, once the table listens to it."""
    expect(page.get_by_role("button", name=DEAL)).to_be_enabled()
    page.keyboard.press("Space")


class Player:
    """A person at a table, and what they see there."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    def at(cls, visits: Visits, size: Size, person: Person, table: OpenTable) -> Player:
        """Walk up to a table and sit down."""
        player = cls(visits.open(size, person))
        player.page.goto(f"/table/{table.number}?invite={table.invite}&sit=1")
        expect(player.spot("main")).to_be_visible()
        return player

    # What they do

    def stake(self, **chips: int) -> None:
        """Put chips of five dollars on spots, underscores standing for dashes."""
        fold = self.page.locator(".fold")
        if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
            fold.click()
        for spot, count in chips.items():
            for _ in range(count):
                self.spot(spot.replace("_", "-")).click()

    def deal(self) -> None:
        self.page.get_by_role("button", name=DEAL).click()

    def move(self, *names: str) -> None:
        for name in names:
            self.page.locator(f"[data-move={name}]").click()

    # What they see

    def spot(self, name: str) -> Locator:
        return self.page.locator(f"[data-spot={name}]")

    @property
    def hands(self) -> Locator:
        return self.page.locator(".seat.mine .hand")

    def sees_hands(self, *hands: str) -> None:
        """Exactly these hands lie at their seat, such as ``Ts 5c``."""
        expect(self.hands).to_have_count(len(hands))
        for place, cards in enumerate(hands):
            _expect_cards(self.hands.nth(place), cards)

    def sees_dealer(self, cards: str) -> None:
        _expect_cards(self.page.locator(".dealer .cards"), cards)

    def may(self, *moves: str) -> None:
        """Exactly these moves are offered, once the page has caught up."""
        for move in moves:
            expect(self.page.locator(f"[data-move={move}]")).to_be_enabled()
        expect(self.page.locator(OPEN)).to_have_count(len(moves))

    def sees_result(self, *lines: str) -> None:
        """The result of the round says all this."""
        results = self.page.get_by_label("Result of the round")
        for line in lines:
            expect(results).to_contain_text(line)

    def sees_refusal(self, words: str) -> None:
        expect(self.page.get_by_role("alert")).to_contain_text(words)


def _expect_cards(where: Locator, cards: str) -> None:
    wanted = cards.split()
    lying = where.locator("[data-card]")
    expect(lying).to_have_count(len(wanted))
    for place, card in enumerate(wanted):
        expect(lying.nth(place)).to_have_attribute("data-card", card)
