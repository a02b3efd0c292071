"""The page about the API in a real browser."""

from __future__ import annotations

import pytest

from tests.browser import axe
from tests.browser.browsing import Size, Visits


@pytest.mark.parametrize(("size", "colours"), [("desktop", "light"), ("phone", "dark")])
def test_the_page_about_the_api_is_readable_by_everyone(
    size: Size, colours: str, browser: Visits
) -> None:
    page = browser.open(size, color_scheme=colours)
    page.goto("/docs")
    assert page.locator("h1").inner_text().startswith("pitboss")
    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
