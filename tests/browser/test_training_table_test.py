"""The pit manager's form beside a real table, and all of the trainer's pages for everyone."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, expect

from pitboss.store import schema, school_people, school_sittings
from pitboss.store.clock import now_ms
from pitboss.store.school_results import DAY_MS
from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.store.schooling import lesson, sit

FORM = "/training/table-test/half-back"


def kept_test(casino: Casino) -> dict[str, Any]:
    """The one table test that is kept."""
    [row] = casino.house.rows(sa.select(schema.school_table_tests.c.content))
    found: dict[str, Any] = json.loads(row.content)
    return found


def test_a_table_test_by_keyboard_alone(casino: Casino, browser: Visits) -> None:
    casino.person("Ann")
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/training/table-test")
    page.get_by_role("link", name="Begin a test of Half Back").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Who deals").focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Tab")
    page.keyboard.type("Table 4")
    page.keyboard.press("Tab")  # to the first line, which was not seen yet
    page.keyboard.press("ArrowRight")  # round to the first mark
    expect(page.get_by_text("1 passed, 0 failed")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # a remark
    page.keyboard.type("Looked twice")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("1 passed, 1 failed")).to_be_visible()
    expect(page.get_by_text("Not passed", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("2 passed, 0 failed")).to_be_visible()
    page.get_by_label("Signed by").focus()
    page.keyboard.type("Pia Manning")
    page.keyboard.press("Enter")
    expect(page.get_by_text("✓ Passed: table test 1 of Ann is kept.")).to_be_visible()
    test = kept_test(casino)
    assert (test["table"], test["signature"], test["passed"]) == ("Table 4", "Pia Manning", True)
    [first, second, *others] = test["lines"]
    assert (first["mark"], first["note"], second["mark"]) == ("passed", "Looked twice", "passed")
    assert {line["mark"] for line in others} == {"not seen"}
    printed = page.get_by_role("link", name="Print it (PDF)").get_attribute("href")
    assert page.request.get(str(printed)).body().startswith(b"%PDF-")
    page.get_by_role("link", name="The record of Ann").click()
    expect(page.get_by_text("Table test 1", exact=True)).to_be_visible()


def test_a_table_test_by_touch_survives_a_reload_and_a_lost_connection(
    casino: Casino, browser: Visits
) -> None:
    casino.person("Ann")
    page = browser.phone(casino.person("Pia", "pit"))
    page.goto(f"{FORM}?person=Ann")
    lines = page.locator("ol > li")
    expect(page.get_by_label("Who deals")).to_have_value("Ann")
    for index in range(3):
        lines.nth(index).get_by_text("passed", exact=True).tap()
    lines.nth(1).get_by_text("failed", exact=True).tap()
    page.get_by_label("Signed by").fill("Pia")
    draw(page)
    expect(page.get_by_role("img", name="The signature as it was drawn")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You had begun this test of Ann")).to_be_visible()
    expect(page.get_by_text("2 passed, 1 failed")).to_be_visible()
    expect(page.get_by_role("img", name="The signature as it was drawn")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Save the test").tap()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    unreachable(browser)
    page.context.set_offline(False)
    page.get_by_role("button", name="Save the test").tap()
    expect(page.get_by_text("✗ Not passed: table test 1 of Ann is kept.")).to_be_visible()
    assert str(kept_test(casino)["drawn"]).startswith("M")
    page.get_by_role("button", name="Another test").tap()
    expect(page.get_by_text("0 passed, 0 failed")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Who deals")).to_have_value("Ann")
    expect(page.get_by_text("You had begun this test")).to_have_count(0)


def test_an_answer_that_was_lost_does_not_make_a_second_test(
    casino: Casino, browser: Visits
) -> None:
    casino.person("Ann")
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto(f"{FORM}?person=Ann")
    page.locator("ol > li").first.get_by_text("passed", exact=True).click()
    page.get_by_label("Signed by").fill("Pia")
    page.route("**/api/school/table-tests", lambda route: (route.fetch(), route.abort()), times=1)
    unreachable(browser)
    page.get_by_role("button", name="Save the test").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    page.get_by_role("button", name="Save the test").click()
    expect(page.get_by_text("✓ Passed: table test 1 of Ann is kept.")).to_be_visible()
    assert kept_test(casino)["signature"] == "Pia"  # one, not two


def unreachable(browser: Visits) -> None:
    """The browser says so too."""
    browser.expect("failed: POST")
    browser.expect("Failed to load resource")


def draw(page: Page) -> None:
    """A stroke with a finger."""
    pad = page.get_by_role("img", name="No signature is drawn")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    points = [(box["x"] + 30 + 12 * step, box["y"] + 20 + 7 * (step % 4)) for step in range(12)]
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * 10, "touchEnd"], points, strict=True):
        touched = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def filled(casino: Casino) -> None:
    """Weeks of answers of people in a group, and one of them at it."""
    tess = casino.person("Tess", "trainer")
    people = [casino.person(name) for name in ("Ann", "Élodie Fontaine-Okafor")]

    def work(connection: sa.Connection) -> None:
        kept = lesson(tess.account)
        school_sittings.keep_lesson(connection, kept, now_ms())
        group = school_people.make_group(connection, tess.account, "Monday evening", now_ms())
        names = [one.name for one in people]
        school_people.set_members(connection, tess.account, group.id, names)
        [number] = school_people.assign(
            connection, tess.account, kept.id, names=[], group_numbers=[group.id],
            due=now_ms() - DAY_MS, at=now_ms(),
        )  # fmt: skip
        for day in (20, 13, 6, 0):
            for one in people:
                at = now_ms() - day * DAY_MS - 60_000
                sit(connection, one.account, kept, number, items=2, at=at)

    casino.house.database.write(work).result()


PAGES = {
    "/training": "2 people are learning now",
    "/training/people": "2 people",
    "/training/people/Ann": "Delete the record of Ann",
    "/training/lessons": "The first week",
    "/training/lessons/first-week": "Its file",
    "/training/lessons/new": "The file it makes",
    "/training/lessons/new?from=first-week": "Game files that it names",
    "/training/results": "Rules, the weakest first",
    "/training/table-test": "Begin",
    FORM: "Save the test",
    "/certificate": "The code on the certificate",
}
"""Every page, and words that stand there once all of it has come."""


@pytest.mark.parametrize(
    ("width", "height", "colours"), [(1280, 800, "light"), (390, 844, "dark"), (844, 390, "light")]
)
def test_every_page_is_usable_by_everyone(
    width: int, height: int, colours: str, casino: Casino, browser: Visits
) -> None:
    filled(casino)
    settings = {"viewport": {"width": width, "height": height}, "color_scheme": colours}
    pia = casino.person("Pia", "pit", cents=0)
    page = browser.desktop(pia, **settings) if width > 1000 else browser.phone(pia, **settings)
    for path, words in PAGES.items():
        page.goto(path)
        expect(page.get_by_text(words).first).to_be_visible()
        assert cut(page) == [], path
        if height > 500:  # lying on its side it is the same page as upright
            assert axe.violations(page) == [], path


SCROLLED = ".unseen, .scroll, .numbers, .editor, svg, select"
CUT = """(scrolled) => [...document.querySelectorAll('main *')].filter((one) => {
  if (!one.checkVisibility() || one.closest(scrolled)) return false
  const {left, right, width} = one.getBoundingClientRect()
  return width > 0 && (left < -1 || right > screen.width + 1)
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What reaches beyond the screen, but where it can be scrolled to."""


def cut(page: Page) -> list[str]:
    found: list[str] = page.evaluate(CUT, SCROLLED)
    return found
