"""The workbench in a real browser: rules changed in form and file, and every figure follows."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss import games
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve, solve_rules
from pitboss.rules.chart import from_csv
from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino

SLOW = 60_000
"""Milliseconds for a bench to start, on a machine that does much else."""


def percent(fraction: float) -> str:
    text = f"{abs(100 * fraction):.3f} %"
    return f"−{text}" if fraction < 0 and float(text[:-2]) else text


def edge_of(page: Page) -> Locator:
    return page.locator("[data-figure=house_edge_per_main] b")


def shows(page: Page, solution: Solution) -> None:
    """The page has the figures of a solution."""
    edge = percent(solution.round.house_edge_per_main)
    expect(edge_of(page)).to_contain_text(edge, timeout=SLOW)
    for bet, figures in solution.bets.items():
        row = page.locator(f"[data-wager={bet}]")
        expect(row).to_contain_text(percent(figures.house_edge), timeout=SLOW)


def saved(page: Page, name: str) -> tuple[str, str]:
    """A file from the menu, by its keys: its name and its text."""
    menu = page.locator("details.saves")
    if menu.get_attribute("open") is None:
        menu.locator("summary").press("Enter")
    with page.expect_download() as coming:
        page.get_by_role("button", name=name, exact=True).press("Enter")
    return coming.value.suggested_filename, Path(coming.value.path()).read_text(encoding="utf-8")


def line_of(page: Page, text: str) -> Locator:
    """A line of the file, scrolled to: the editor draws only those in sight."""
    found = page.locator(".cm-line", has_text=text)
    for top in range(0, 4000, 200):
        page.locator(".cm-scroller").evaluate("(box, top) => (box.scrollTop = top)", top)
        page.wait_for_timeout(50)
        if found.count():
            return found.first
    raise AssertionError(f"the file has no line {text!r}")


def write_in_file(page: Page, line: str, instead: str) -> None:
    """Put one line of the file in place of another, by the keyboard."""
    line_of(page, line).click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.insert_text(instead)


def test_rules_are_changed_in_form_and_file_and_everything_follows(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person("Ann"), viewport={"width": 1440, "height": 1000})
    page.goto("/")
    page.get_by_role("link", name=re.compile("change Half Back")).click()
    shows(page, solve("half-back"))
    by_chart = percent(solve("half-back", strategy="chart").round.house_edge_per_main)
    by_both = f"played by the exact cards; by the best chart, as the lobby counts, {by_chart}"
    expect(page.get_by_text(by_both)).to_be_visible(timeout=SLOW)

    # a pay that no decision minds: the suited natural, 40 to 1, pays 30
    pay = page.get_by_label("suited natural", exact=True).first
    pay.fill("30")
    bonus = solve("half-back").bets["upcard-bonus"]
    [chance] = [line.chance for line in bonus.lines if line.event == "suited natural"]
    row = page.locator("[data-wager=upcard-bonus]")
    expect(row).to_contain_text(percent(bonus.house_edge + 10 * chance), timeout=SLOW)
    expect(page.locator(".cm-changed")).to_contain_text("pays = [30, 20")
    expect(page.locator(".cm-was")).to_contain_text("was [40, 20")
    expect(page.locator(".field.changed")).to_contain_text("was 40")
    pay.fill("40")
    expect(page.locator(".cm-changed")).to_have_count(0)

    # a rule in the form, then another in the file
    page.get_by_role("radiogroup", name="Dealer on soft 17").get_by_text("stand").click()
    shows(page, solve("half-back", soft17="stand"))
    expect(page.get_by_text("as it stands 2.615 %")).to_be_visible(timeout=SLOW)
    write_in_file(page, 'on = "13-16"', 'on = "12-18"')
    text = 'id = "x"\nname = "x"\nbased-on = "half-back"\ndealer.soft17 = "stand"\n'
    game = games.read(text + 'take-back.on = "12-18"\n', origin="x")
    solution = solve_rules(game, game.rules())
    shows(page, solution)
    expect(page.get_by_text("the player is ahead")).to_be_visible()
    won = percent(-solution.round.house_edge_per_main)
    expect(page.get_by_text(f"whoever plays it best wins {won} of Main")).to_be_visible()
    line_of(page, 'on = "12-18"')
    expect(page.locator(".cm-changed").last).to_contain_text('# was "13-16"')
    expect(page.get_by_text("Upcard Bonus, 2 changed")).to_be_visible()

    # the chart: what each move is worth, what changed, what is out of the ordinary
    cell = page.get_by_role("button", name="Hard 12 against a ten", exact=False)
    expect(cell).to_have_text("T", timeout=SLOW)
    cell.click()
    told = page.locator(".told")
    expect(told).to_contain_text("Hard 12 against a ten")
    worth = re.search(r"take back(−0\.\d{4})hit(−0\.\d{4})", told.inner_text().replace("\n", ""))
    assert worth is not None
    assert float(worth[1].replace("−", "-")) > float(worth[2].replace("−", "-"))
    expect(told).to_contain_text("as it stands: H", timeout=SLOW)
    expect(told).to_contain_text("Blackjack: H")
    page.keyboard.press("ArrowUp")
    expect(told).to_contain_text("Hard 13 against a ten")

    # what is saved can be read: and makes the same figures
    name, text = saved(page, "The game's file, TOML")
    assert (name, tomllib.loads(text)["take-back"]["on"]) == ("my-half-back.toml", "12-18")
    read = games.read(text, origin="saved")
    assert solve_rules(read, read.rules()).rules_hash == solution.rules_hash
    _, text = saved(page, "Figures, JSON")
    figures = json.loads(text)
    assert figures["rules_hash"] == solution.rules_hash
    assert figures["round"]["sd"] == pytest.approx(solution.round.sd, abs=1e-12)
    _, text = saved(page, "Figures, CSV")
    lines = list(csv.DictReader(io.StringIO(text)))
    [whole] = [line for line in lines if line["wager"] == "round"]
    assert float(whole["house_edge"]) == pytest.approx(solution.round.house_edge_per_main)
    _, text = saved(page, "Chart, CSV")
    assert from_csv(text, "x").tables == solution.chart.tables
    _, text = saved(page, "Chart with worths, JSON")
    assert json.loads(text)["rules_hash"] == solution.rules_hash
    _, text = saved(page, "Chart, SVG")
    drawn = ElementTree.fromstring(text)
    cells = sum(
        10 * sum(len(part) for part in (table.hard, table.soft, table.pairs, table.burn))
        for table in solution.chart.tables.values()
    )
    assert len(drawn.findall("{*}rect")) == cells + 1

    # the address is the page
    page.locator("details.saves summary").click()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The address")).to_be_visible()
    address = urlsplit(page.url)
    assert "soft17" in address.query
    other = browser.desktop(casino.person("Ben"), color_scheme="dark")
    other.goto(f"{address.path}?{address.query}#{address.fragment}")
    shows(other, solution)
    expect(other.get_by_text("Upcard Bonus, 2 changed")).to_be_visible()
    assert axe.violations(other) == []

    # what can go wrong is said there, and saved
    other.get_by_role("button", name="Risks").click()
    expect(other.get_by_text("These rules can be beaten.")).to_be_visible(timeout=SLOW)
    expect(other.get_by_text(f"the game itself, without a side bet: {won}")).to_be_visible()
    costly = other.get_by_role("region", name="Every line paid wrong")
    expect(costly.get_by_role("row", name="natural").first).to_contain_text("paid 2 to 1")
    assert axe.violations(other) == []
    _, text = saved(other, "Risks, CSV")
    [advantage, *_] = [one for one in csv.DictReader(io.StringIO(text)) if one["wager"] == "round"]
    assert float(advantage["house_edge"]) == pytest.approx(solution.round.house_edge_per_main)
    other.get_by_role("button", name="Show the play").click()
    expect(other.get_by_role("button", name="Figures")).to_have_attribute("aria-pressed", "true")
    _, text = saved(other, "The picture on the page, SVG")
    assert ElementTree.fromstring(text).findall("{*}polyline")

    # broken, it says where and why, and the last figures stay
    write_in_file(page, "decks = 6", "decks = 9")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(
        re.compile(r"Line \d+: shoe\.decks = 9: use 1 to 8"), timeout=SLOW
    )
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(edge_of(page)).to_contain_text(percent(solution.round.house_edge_per_main))
    write_in_file(page, "decks = 9", "decks = ")
    expect(alert).to_contain_text("not TOML", timeout=SLOW)
    write_in_file(page, "decks =", "decks = 6 # mine")
    expect(alert).to_have_count(0, timeout=SLOW)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The address")).to_be_visible()
    assert "#file=" in page.url
    address_of_file = page.url
    page.reload()
    shows(page, solution)
    line_of(page, "# mine")
    assert axe.violations(page) == []

    # an address whose end was lost on its way does not pass for the file it was
    page.goto(address_of_file[:-8])
    expect(page.get_by_role("alert")).to_contain_text("The file in this address cannot be read")
    shows(page, solve("half-back"))
    page.goto(address_of_file)
    expect(page.get_by_role("alert")).to_have_count(0)
    shows(page, solution)


def test_no_price_of_the_old_rules_stands_beside_the_new_edge(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/workbench?game=half-back")
    decks = page.get_by_role("radiogroup", name="Decks")

    def price(soft17: str) -> str:
        edges = [
            solve("half-back", soft17=soft17, decks=many).round.house_edge_per_main
            for many in (6, 8)
        ]
        return f"{100 * (edges[1] - edges[0]):+.2f}"

    before, after = price("hit"), price("stand")
    expect(decks.get_by_text("8")).to_contain_text(before, timeout=SLOW)
    page.get_by_role("radiogroup", name="Dealer on soft 17").get_by_text("stand").click()
    # at once, and until the new one is there
    expect(page.locator(".form small").filter(has_not_text="…")).to_have_count(0, timeout=1)
    expect(page.locator(".tile", has_text="Deviation")).to_contain_text(
        "being refined", timeout=SLOW
    )
    expect(decks.get_by_text("8")).to_contain_text(after, timeout=SLOW)
    final = page.locator(".tile", has_text="Deviation").locator("b")
    sd = solve("half-back", soft17="stand").round.sd
    expect(final).to_have_text(f"{sd:.3f}")


def tab_to(page: Page, target: Locator, key: str = "Tab") -> None:
    """Go to something by the Tab key alone, as somebody does who has no mouse."""
    for _ in range(150):
        page.keyboard.press(key)
        if target.count() and target.first.evaluate("(one) => one === document.activeElement"):
            return
    raise AssertionError(f"the Tab key does not reach {target}")


def test_the_whole_page_by_keyboard_alone(casino: Casino, browser: Visits) -> None:
    page = browser.phone(casino.person("Ann"))
    page.goto("/workbench?game=mulligan-21")
    six, eight = solve("mulligan-21"), solve("mulligan-21", decks=8)
    shows(page, six)
    expect(page.locator(".cm-content")).to_be_visible(timeout=SLOW)

    # files: the menu opens, saves and shuts
    tab_to(page, page.locator("details.saves summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Figures, CSV"))
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    text = Path(coming.value.path()).read_text(encoding="utf-8")
    [whole] = [line for line in csv.DictReader(io.StringIO(text)) if line["wager"] == "round"]
    assert float(whole["house_edge"]) == pytest.approx(six.round.house_edge_per_main)
    page.keyboard.press("Escape")
    expect(page.locator("details.saves")).not_to_have_attribute("open", "")

    # the form: a choice by its arrows, a pay by its figures
    tab_to(page, page.get_by_role("radiogroup", name="Decks").locator("input:checked"))
    page.keyboard.press("ArrowRight")
    shows(page, eight)
    tab_to(page, page.get_by_label("stiff pair", exact=True))
    page.keyboard.type("6")
    [bet] = [one for one in eight.bets.values() if one.id == "lucky-stiff"]
    [pair] = [line for line in bet.lines if line.event == "stiff pair"]
    row = page.locator("[data-wager=lucky-stiff]")
    expect(row).to_contain_text(
        percent(bet.house_edge + (pair.pays - 6) * pair.chance), timeout=SLOW
    )

    # the file: broken, and mended again; the Tab key leaves it
    tab_to(page, page.locator(".cm-content"))
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("decks = ")
    expect(page.get_by_role("alert")).to_contain_text("not TOML", timeout=SLOW)
    page.keyboard.press("Control+Z")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=SLOW)

    # figures: a bet is chosen, a stake is set, the chart is read cell by cell
    tab_to(page, page.get_by_role("button", name="Main", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Main, returns")).to_be_visible()
    expect(page.get_by_role("row", name="win, doubled")).to_contain_text("2 stakes won")
    tab_to(page, page.get_by_role("slider"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("stake=lucky-stiff%3D0.05"), timeout=SLOW)
    # what is staked is said beside the edge that it makes, and in the command for it
    expect(page.locator("[data-figure=house_edge_per_main]")).to_contain_text(
        "with 0.05 on Lucky Stiff, played for the main game; played by the exact cards"
    )
    expect(page.get_by_text("the same by pitboss solve my-mulligan-21.toml")).to_contain_text(
        "--bet lucky-stiff=0.05"
    )
    cell = page.get_by_role("button", name="Hard 20 against a 2", exact=False)
    expect(cell).to_have_text("S", timeout=SLOW)
    tab_to(page, cell)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_contain_text("Hard 19 against a 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    # comparing
    page.goto("/workbench?game=mulligan-21")
    tab_to(page, page.get_by_role("button", name="Compare"))
    page.keyboard.press("Enter")
    select = page.get_by_label("House edge of")
    expect(select).to_be_visible(timeout=SLOW)
    tab_to(page, select)
    page.keyboard.type("Everything")
    of_eight = percent(eight.round.house_edge_per_main)
    expect(page.get_by_role("region", name="House edges by rules")).to_contain_text(
        of_eight, timeout=SLOW
    )
    prices = page.get_by_role("region", name="The price of each rule")
    expect(prices.get_by_role("row", name="Decks")).to_contain_text(of_eight, timeout=SLOW)
    tab_to(page, page.get_by_label("Compare with a file of yours"))
    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    _, text = saved(page, "Compared rules, CSV")
    [of_tables] = [
        one for one in csv.DictReader(io.StringIO(text))
        if (one["decks"], one["lucky-stiff"]) == ("8", "1")
    ]  # fmt: skip
    edge = eight.round.house_edge_per_main
    assert float(of_tables["house_edge_round"]) == pytest.approx(edge)
    page.keyboard.press("Escape")

    # money
    tab_to(page, page.get_by_role("button", name="Money"), "Shift+Tab")
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Seats that play"))
    page.keyboard.type("3")
    hold = 3 * 70 * 25 * six.round.house_edge_per_main
    expect(page.locator("[data-money=hold_per_hour] dd").first).to_have_text(
        f"${round(hold)}", timeout=SLOW
    )
    expect(page).to_have_url(re.compile("at=seats%3D3"), timeout=SLOW)
    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    _, text = saved(page, "Money, JSON")
    assert json.loads(text)["hold_per_hour"] == pytest.approx(hold)
    page.keyboard.press("Escape")

    # dealing
    tab_to(page, page.get_by_role("button", name="Simulation"), "Shift+Tab")
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Rounds"))
    page.keyboard.type("100,000")
    tab_to(page, page.get_by_role("button", name="Deal", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_text("100,000 rounds")).to_be_visible(timeout=SLOW)
    table = page.get_by_role("region", name="Simulation beside the solver")
    by_chart = solve("mulligan-21", strategy="chart").round.house_edge_per_main
    expect(table.get_by_role("row", name="Everything staked")).to_contain_text(
        f"{100 * by_chart:.4f} %"
    )
    assert axe.violations(page) == []
    _, text = saved(page, "Simulation, CSV")
    last = list(csv.DictReader(io.StringIO(text)))[-1]
    assert (last["rounds"], last["seed"]) == ("100000", "1")

    page.goto("/workbench?game=poker")
    expect(page.get_by_role("alert")).to_contain_text("use blackjack, half-back")
    browser.expect("404 GET /api/workbench/games/poker")
