"""What axe-core finds on a page that keeps people out."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import frontend

SERIOUS = ("serious", "critical")


def violations(page: Page) -> list[str]:
    """Rules that the page breaks seriously, each with where it does."""
    # evaluated by the debugger, which the page's content security policy does not concern
    source = frontend.packages() / "axe-core" / "axe.min.js"
    page.evaluate(source.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html']}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]
