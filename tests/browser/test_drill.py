"""Drills as a trainee meets them: the first question, a wrong answer, no answer, a lost window."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Response, Route, ViewportSize, expect

from pitboss.rules.limits import dollars
from pitboss.school.chips import cut_text
from tests.browser import axe, drilling
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.drilling import Toucher, Trainee

PAYOUT = ("payout/main/natural",)
both = pytest.mark.parametrize("size", ["desktop", "phone"])


@pytest.fixture
def casino(schoolhouse: Casino) -> Casino:
    return schoolhouse


DRAWN_ANEW = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
"""What lies on the cloth is laid anew after the window got another size."""
IN_SIGHT: dict[Size, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}


def at_payouts(
    casino: Casino, browser: Visits, way: type[Trainee] = Trainee, *, items: int = 2
) -> Trainee:
    person = drilling.somebody(casino, "trainer")
    text = drilling.lesson("blackjack", PAYOUT, items=items)
    return way.at(casino, browser, person, casino.sitting(person, text, "blackjack"))


@both
def test_a_new_dealer_answers_the_first_question_after_two_clicks(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = browser.open(size)
    page.goto("/")
    page.get_by_role("link", name="School").click()
    page.get_by_role("button", name=re.compile("^Start Signals, ")).click()
    trainee = (Toucher if size == "phone" else Trainee)(casino, page)
    trainee.is_asked()
    trainee.answers_rightly()
    trainee.goes_on()
    trainee.is_asked(2)


@both
def test_what_to_press_is_in_sight_and_the_first_payout_is_two_clicks_from_the_lobby(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = browser.open(size)
    page.set_viewport_size(IN_SIGHT[size])
    page.goto("/")
    page.get_by_role("link", name="School").click()
    kinds = page.get_by_role("region", name="Practice")
    kinds.get_by_role("button", name="Start Payouts").wait_for()
    trainee = (Toucher if size == "phone" else Trainee)(casino, page)
    assert trainee.out_of_sight(".start, .open li:nth-child(-n+8) b") == []
    kinds.get_by_role("button", name="Start Payouts").click()
    trainee.is_asked()
    assert trainee.item().kind == "payout"


def test_a_level_that_is_shut_says_what_opens_it_and_leads_to_what_asks_the_same(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop()
    page.goto("/school")
    shut = page.get_by_role("region", name="The first week").locator("[data-level='5']")
    expect(shut).to_contain_text("opens after What a hand may do, what you say")
    shut.get_by_role("link", name="Practise Payouts").click()
    trainee = Trainee(casino, page)
    trainee.is_asked()
    assert trainee.item().kind == "payout"


@both
def test_a_drill_that_can_no_longer_be_passed_says_so_once(
    casino: Casino, browser: Visits, size: Size
) -> None:
    trainee = at_payouts(casino, browser, Toucher if size == "phone" else Trainee, items=3)
    page = trainee.page
    out = page.get_by_text("None may be wrong: this time it cannot be passed.")
    trainee.answers_wrongly()
    expect(out).to_be_visible()
    assert trainee.cut_or_covered() == {}
    trainee.goes_on()
    trainee.is_asked(2)
    expect(page.get_by_text("practice only")).to_be_visible()
    trainee.answers_rightly()
    expect(out).to_have_count(0)


def test_a_drill_that_is_out_of_reach_can_be_begun_again(casino: Casino, browser: Visits) -> None:
    trainee = at_payouts(casino, browser, items=3)
    first = trainee.sitting
    trainee.answers_wrongly()
    trainee.page.get_by_role("button", name="Begin again").click()
    trainee.page.wait_for_url(lambda url: first not in url)
    trainee.is_asked()
    expect(trainee.page.get_by_text("practice only")).to_have_count(0)


def test_a_wrong_payout_shows_both_cuts_the_working_the_rule_and_its_cost(
    casino: Casino, browser: Visits
) -> None:
    trainee = at_payouts(casino, browser, items=5)
    page, item = trainee.page, trainee.item()
    smallest, second = item.question.chips[:2]
    page.keyboard.press("1")
    page.keyboard.press("Shift+2")
    page.keyboard.press("Enter")
    paid = smallest + 5 * second
    owed = item.answer.cents or 0
    trainee.is_told(f"{dollars(owed - paid)} short")
    yours, right = page.locator("[data-cut=wrong]"), page.locator("[data-cut=right]")
    expect(yours).to_contain_text(dollars(paid))
    expect(yours.locator("li")).to_have_text(["5 × $1", "1 × $0.50"])
    expect(right).to_contain_text(item.answer.text)
    expect(right.locator("li")).to_have_text(cut_text(item.answer.cut).split(", "))
    expect(page.locator(".working li")).to_have_count(len(item.working))
    expect(page.locator(".working")).to_contain_text("× 3 to 2 =")
    paid_by = page.get_by_role("table", name="What Main pays").locator("tr.due")
    expect(paid_by).to_have_text("A natural3 to 2")
    expect(page.locator(f"[data-rule='{item.rule}']")).to_contain_text(item.explanation[0].text)
    expect(page.locator(".cost")).to_contain_text("Costs the player $")
    expect(page.locator(".again")).to_contain_text("It comes again in three questions.")
    assert trainee.cut_or_covered() == {}
    page.locator("summary").click()
    page.wait_for_timeout(drilling.SETTLING_MS)
    page.keyboard.press("Enter")  # goes on, whatever was opened
    trainee.is_asked(2)


def test_enter_before_it_is_known_what_comes_next_is_not_lost(
    casino: Casino, browser: Visits
) -> None:
    person = drilling.somebody(casino, "trainer")
    text = drilling.lesson("blackjack", ("payout/main/natural", "signal/PR-9"))
    trainee = Trainee.at(casino, browser, person, casino.sitting(person, text, "blackjack"))
    page = trainee.page
    held: list[Route] = []
    page.route("**/api/school/lessons", lambda route: held.append(route))
    trainee.answers_rightly()
    trainee.goes_on()
    expect(page.locator(".over h1")).to_contain_text("Passed")
    trainee.goes_on()
    expect(page.locator(".over .main")).to_have_count(0)
    for route in held:
        route.continue_()
    trainee.is_asked()
    assert trainee.item().skill == "signal/PR-9"


def test_what_was_clicked_is_sent_by_enter_and_the_line_is_told_as_it_should_be(
    casino: Casino, browser: Visits
) -> None:
    person = drilling.somebody(casino, "trainer")
    text = drilling.lesson("blackjack", ("error/amount",), items=2)
    trainee = Trainee.at(casino, browser, person, casino.sitting(person, text, "blackjack"))
    page, answer = trainee.page, trainee.item().answer
    page.locator(f"[data-line='{answer.choices[0]}']").click()
    page.locator(f"input[name=rule][value='{answer.rule}']").click()
    page.keyboard.press("Enter")
    trainee.is_told("Right")
    expect(page.locator(".verdict")).to_contain_text(answer.text.partition(": ")[2])


@both
def test_what_is_no_answer_is_told_by_the_field_and_costs_nothing(
    casino: Casino, browser: Visits, size: Size
) -> None:
    trainee = at_payouts(casino, browser, Toucher if size == "phone" else Trainee)
    page = trainee.page
    if size == "phone":  # with the browser's own bars there is less room, and the rack is at hand
        page.set_viewport_size({"width": 390, "height": 664})
        assert trainee.out_of_sight("[data-chip]") == []
    for typed, told in (("", "nothing was written"), ("lots", "'lots'"), ("-5", "not negative")):
        page.get_by_label("Amount in dollars").fill(typed)
        page.locator(".deeds .main").click()
        expect(page.locator(".refusal")).to_contain_text(re.compile(told, re.IGNORECASE))
        trainee.is_asked()
    page.keyboard.press("Escape")  # out of the field: keys are chips again
    trainee.answers_rightly()
    expect(page.locator(".dots .right")).to_have_count(1)


def test_the_same_question_is_there_after_a_reload_in_a_second_window_and_without_a_connection(
    casino: Casino, browser: Visits
) -> None:
    trainee = at_payouts(casino, browser)
    page = trainee.page
    asked = page.locator(".ask").inner_text()
    page.reload()
    trainee.is_asked()
    assert page.locator(".ask").inner_text() == asked
    page.get_by_role("link", name="Back to the school").first.click()
    page.get_by_role("link", name=re.compile("^Go on: ")).wait_for()
    page.go_back()
    trainee.is_asked()
    assert page.locator(".ask").inner_text() == asked
    other = Trainee(casino, page.context.new_page())
    other.page.goto(page.url)
    other.is_asked()
    assert other.page.locator(".ask").inner_text() == asked
    page.keyboard.press("1")
    browser.expect("failed: POST")
    browser.expect("console: Failed to load resource")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator(".refusal")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    expect(page.locator(".cut li")).to_have_text(["1 × $0.50"])  # what was cut lies there still
    other.answers_rightly()
    browser.expect("409 POST")
    page.keyboard.press("Enter")  # to a question that was answered in the other window
    trainee.is_asked(2)
    expect(page.get_by_text("answered in another window")).to_be_visible()


def test_nothing_a_browser_gets_before_answering_says_what_is_right(
    casino: Casino, browser: Visits
) -> None:
    person = drilling.somebody(casino, "trainer")
    text = drilling.lesson("half-back", ("payout/main/natural", "table/round"))
    page = browser.desktop(person)
    got: list[Response] = []
    page.on("response", lambda response: got.append(response) if "/api/" in response.url else None)
    page.goto(f"/school/sitting/{casino.sitting(person, text, 'half-back')}")
    trainee = Trainee(casino, page)
    trainee.is_asked()
    page.wait_for_load_state("networkidle")
    answer = trainee.item().answer
    said = [json.dumps(response.json()) for response in got if "school" in response.url]
    assert any('"question"' in one for one in said)
    for one in said:
        assert answer.text not in one
        assert not {"answer", "working", "explanation", "skill"} & keys_of(json.loads(one))


def keys_of(value: object) -> set[str]:
    """Every key of what was sent, however deep."""
    if isinstance(value, dict):
        return set(value).union(*(keys_of(one) for one in value.values()))
    return set().union(*(keys_of(one) for one in value)) if isinstance(value, list) else set()


def test_somebody_else_s_sitting_is_not_found(casino: Casino, browser: Visits) -> None:
    trainee = at_payouts(casino, browser)
    page = browser.desktop(drilling.somebody(casino))
    browser.expect("404 GET /api/school/sittings")
    page.goto(f"/school/sitting/{trainee.sitting}")
    expect(page.get_by_role("alert")).to_contain_text(trainee.sitting)
    expect(page.get_by_role("link", name="To the school", exact=True)).to_be_visible()


def test_levels_open_one_after_the_other_and_the_record_is_one_s_own_to_keep_or_delete(
    casino: Casino, browser: Visits
) -> None:
    person = drilling.somebody(casino, "trainer")
    text = drilling.lesson("blackjack", ("insurance/most", "colour/change"))
    casino.lesson(person, text)
    page = browser.desktop(person)
    page.goto("/school")
    path = page.get_by_role("region", name="Short")
    expect(path.locator("[data-level='2']")).to_contain_text("opens after Insurance")
    expect(path.locator("[data-level='2'] button")).to_have_count(0)
    path.get_by_role("button", name="Start Insurance").click()
    trainee = Trainee(casino, page)
    trainee.is_asked()
    page.keyboard.press("1")
    page.keyboard.press("Enter")  # half a dollar is never the most
    expect(page.locator(".verdict .bad")).to_be_visible()
    trainee.goes_on()
    expect(page.locator(".over h1")).to_contain_text("Not passed yet")
    expect(page.locator(".over")).to_contain_text("The most a seat may insure")
    trainee.goes_on()  # once more
    trainee.is_asked()
    trainee.answers_rightly()
    trainee.goes_on()
    expect(page.locator(".over h1")).to_contain_text("Passed")
    page.get_by_role("link", name="All levels").click()
    expect(path.get_by_role("button", name="Start Chips and change")).to_be_visible()
    record = page.get_by_role("region", name="Your record")
    expect(record).to_contain_text("2 answers, 50 % right")
    expect(
        record.get_by_role("row", name=re.compile("^Insurance: The most a seat may insure 2 50 %"))
    ).to_be_visible()
    with page.expect_download() as download:
        record.get_by_role("link", name="Export all").click()
    exported = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [one["answered"] for one in exported["skills"]] == [2]
    record.get_by_role("button", name="Delete…").click()
    record.get_by_role("button", name="Yes, delete it").click()
    expect(record).to_contain_text("Nothing here yet")
    expect(path.get_by_role("button", name="Start Chips and change")).to_have_count(0)


def test_school_and_drill_are_whole_at_every_size_and_accessible_in_both_themes(
    casino: Casino, browser: Visits
) -> None:
    person = drilling.somebody(casino, "trainer")
    skills = ("payout/main/natural", "call/hit", "error/result", "table/round")
    lesson = drilling.lesson("blackjack-tie", skills)
    trainee = Trainee(casino, browser.desktop(person))
    for level, skill in enumerate(skills, start=1):  # a trainer may begin any
        sitting = casino.sitting(person, lesson, "blackjack-tie", level)
        trainee.page.goto(f"/school/sitting/{sitting}")
        trainee.is_asked()
        assert (skill, trainee.cut_or_covered(), barriers(trainee.page)) == (skill, {}, [])
        trainee.answers_wrongly()
        assert (skill, trainee.cut_or_covered(), barriers(trainee.page)) == (skill, {}, [])
        trainee.goes_on()
        expect(trainee.page.locator(".over h1")).to_contain_text("Not passed yet")
        if skill == skills[0]:
            assert (trainee.cut_or_covered(), barriers(trainee.page)) == ({}, [])
    trainee.page.goto("/school")
    expect(trainee.page.get_by_role("heading", name="Your record")).to_be_visible()
    assert barriers(trainee.page) == []


@both
def test_choices_and_the_reason_are_in_sight_without_scrolling(
    casino: Casino, browser: Visits, size: Size
) -> None:
    way = Toucher if size == "phone" else Trainee
    person = drilling.somebody(casino, "trainer")
    skills = ("limits/over", "dispute/PR-42", "procedure/turn-hole", "payout/tie-17/tie on 17")
    lesson = drilling.lesson("blackjack-tie", skills)
    trainee = way(casino, browser.open(size, person))
    trainee.page.set_viewport_size(IN_SIGHT[size])
    for level, skill in enumerate(skills, start=1):
        sitting = casino.sitting(person, lesson, "blackjack-tie", level)
        trainee.page.goto(f"/school/sitting/{sitting}")
        trainee.is_asked()
        if size == "desktop" or skill == "limits/over":
            assert (skill, trainee.out_of_sight("[data-option]")) == (skill, [])
        assert trainee.out_of_sight(".headline b") == []
        if skill == "limits/over":
            assert "3 of them over $5" in trainee.page.locator(".cloth .sign").inner_text()
        trainee.answers_wrongly()
        trainee.page.wait_for_timeout(drilling.SETTLING_MS)
        seen = ".verdict h2, .working li, [data-rule], .again"
        assert (skill, trainee.out_of_sight(seen)) == (skill, [])


def barriers(page: Page) -> list[str]:
    """What keeps people out, on a desktop in light colours and on a phone in dark ones."""
    found = []
    for width, theme in ((390, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(DRAWN_ANEW)
        found += axe.violations(page)
    return found
