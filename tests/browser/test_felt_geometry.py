"""Nothing on the felt covers anything and nothing is cut, at every size, in every state of a game.

A table with seven people is dealt for real; in each state the window takes every size in turn, and
the boxes of all that is read or pressed are compared, others' hands as they are turned.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.full_table import SCRIPTS, FullTable

SIZES = {
    "phone": (390, 844), "phone on its side": (844, 390), "tablet": (768, 1024),
    "desk": (1280, 800), "large": (1920, 1080), "200 % zoom": (640, 400),
}  # fmt: skip
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
FAULTS = (Path(__file__).parent / "covering.js").read_text(encoding="utf-8")
"""Pairs that cover each other, and what is cut."""
ACTIVE_CARD = "() => document.querySelector('.lane.active .place .card').offsetWidth"
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Looking:
    """Somebody who looks at one table through windows of every size."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cloth: dict[str, float] = {}
        """How high the cloth was at each size: it stays so."""

    def see(self, state: str, ready: str) -> None:
        """Look at this state at every size and in both themes, once it has come."""
        expect(self.page.locator(ready).first).to_be_visible()
        found: dict[str, list[str]] = {}
        for name, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                self.page.emulate_media(color_scheme=theme)
                self.page.evaluate(PAINTED)
                if faults := self.page.evaluate(FAULTS):
                    found[f"{state}, {name}, {theme}"] = faults
            high = self.page.evaluate("document.querySelector('.cloth').clientHeight")
            assert self.cloth.setdefault(name, high) == high, "the cloth changed its height"
        assert found == {}


@pytest.mark.parametrize("game", SCRIPTS)
def test_nothing_is_covered_and_nothing_is_cut(casino: Casino, browser: Visits, game: str) -> None:
    table = FullTable(casino, game)
    page = browser.desktop(table.ann)
    page.goto(f"/table/{table.opened.number}")
    looking = Looking(page)
    looking.see("betting", "[data-spot=main]")
    table.deal()
    looking.see("decision", "[data-move=stand]")
    table.split_all_that_may_be()
    looking.see("split", ".lane.active")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(PAINTED)
    assert page.evaluate(ACTIVE_CARD) >= 80, "the hand that is played is small among seven people"
    table.stand_on_everything()
    looking.see("results", "[data-spot=main]")
    table.deal()
    looking.see("insurance", "[data-move=insure]")
    table.insure(500)
    looking.see("insured", "[data-move=stand]")
