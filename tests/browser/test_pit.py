"""Who runs the house: opening tables, the rules in words, the pit, the audit."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.floor import commands as cmd
from pitboss.store import proof_file
from pitboss.store.proof_checker import verify
from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino, OpenTable
from tests.web.house import WHY
from tests.web.test_auditing import play

SLOW = 60_000
"""Milliseconds for the solver, whose compiler takes long to load."""


def played(casino: Casino, game: str = "blackjack", **settings: Any) -> OpenTable:
    """A table at which some rounds were played, in a house that an audit finds sound."""
    casino.deal_fairly()
    table = casino.table(game, **settings)
    live, ann = casino.house.hub.hosts[table.number], casino.person(f"Player {table.number}")
    casino._do(play(live, ann, steps=30))
    while live.house_table.table.playing:
        casino._do(play(live, ann, steps=1, seed=live.house_table.seq))
    return table


def test_a_player_opens_a_table_with_rules_of_their_choice(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/open/blackjack")
    edge = page.get_by_role("row", name="Main").get_by_role("cell").last
    expect(edge).to_have_text("0.62 %", timeout=SLOW)
    page.get_by_role("radio", name="stand").check(force=True)
    expect(edge).to_contain_text("0.62 % → 0.41 %", timeout=SLOW)
    page.get_by_role("switch", name="Late surrender").check()
    expect(edge).not_to_contain_text("0.41 %", timeout=SLOW)
    expect(edge).to_contain_text("better for the player")
    page.get_by_label("Name of the table").fill("Ann's corner")
    page.get_by_role("radio", name="2").last.check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/1?**")
    [live] = casino.house.hub.hosts.values()
    rules = live.house_table.table.rules
    assert (rules.dealer.soft17, rules.surrender.late) == ("stand", True)
    assert (live.house_table.opened.name, live.house_table.settings.private) == (
        "Ann's corner",
        True,
    )
    assert live.house_table.settings.bots == 2
    expect(page.get_by_text("Dealer stands on soft 17").first).to_be_visible()


def test_the_pit_opens_several_tables_of_any_game(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/pit")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("combobox", name="Game").select_option("Lucky Stiff")
    expect(page.get_by_role("heading", name="Open a table of Lucky Stiff")).to_be_visible()
    page.get_by_label("Tables like this one").select_option("3")
    page.get_by_role("button", name="Open 3 tables").click()
    expect(page.get_by_role("heading", name="3 open tables")).to_be_visible()
    opened = [live.house_table.opened.game for live in casino.house.hub.hosts.values()]
    assert opened == ["lucky-stiff"] * 3


def test_what_cannot_be_dealt_is_said_in_a_sentence(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/open/half-back")
    page.get_by_text("a designer's file").click()
    page.get_by_label("or paste its text").fill('id = "own"')
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    browser.expect("422 POST /api/tables")
    page.goto("/open/poker")
    expect(page.get_by_role("alert")).to_contain_text("use blackjack, half-back")
    browser.expect("404 GET /api/games/poker")


def test_a_designers_file_comes_with_the_file_it_is_based_on(
    casino: Casino, browser: Visits, tmp_path: Path
) -> None:
    head = 'id = "{}"\nname = "Own {}"\nbased-on = "{}"\n'
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text(head.format("parent", "Parent", "half-back") + 'take-back.on = "12-17"\n')
    child.write_text(head.format("child", "Child", "parent.toml") + "shoe.decks = 9\n")
    page = browser.phone(casino.person("Pia", "pit"))
    page.goto("/open/half-back")
    page.get_by_text("a designer's file").click()
    page.get_by_label("Choose its file").set_input_files(child)
    page.get_by_label("Is it based on files of your own?").set_input_files(parent)
    expect(page.get_by_text("Sent with it: parent.toml")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("shoe.decks = 9: use 1 to 8")
    browser.expect("422 POST /api/tables")
    text = page.get_by_label("or paste its text")
    text.fill(text.input_value().replace("9", "8"))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/1**")
    [live] = casino.house.hub.hosts.values()
    assert live.house_table.table.rules.take_back is not None
    assert live.house_table.table.rules.take_back.on.text == "12-17"
    assert live.house_table.game.name == "Own Child"


def test_the_pit_changes_limits_and_sees_why_not(casino: Casino, browser: Visits) -> None:
    table = played(casino)
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/pit")
    expect(page.get_by_text("the ledger balances")).to_be_visible()
    page.get_by_role("button", name="More about blackjack").click()
    new_limits = page.get_by_role("form", name="New limits")
    new_limits.get_by_label("Why").fill("a quiet night")
    page.get_by_label("Maximum, Main").fill("5000")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_role("alert")).to_contain_text("the state's limit is $400")
    browser.expect(f"422 PUT /api/tables/{table.number}/limits")
    page.get_by_label("Maximum, Main").fill("lots")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_role("alert")).to_contain_text("no amount in dollars")
    page.get_by_label("Maximum, Main").fill("120.50")
    page.get_by_role("button", name="Set the limits").click()
    expect(page.get_by_text("The new limits hold")).to_be_visible()
    expect(page.get_by_text("Main: $5 to $120.50")).to_be_visible()
    limits = casino.house.hub.hosts[table.number].house_table.table.limits
    assert limits.maximum["main"] == 120_50
    picture = page.get_by_role("img", name="Main held")
    expect(picture).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("region", name="Hold in numbers")).to_contain_text("%")
    done = page.get_by_role("region", name="What was done here")
    expect(done).to_contain_text(
        "Pia changed limits: maximum of main as usual → $120.50: “a quiet night”"
    )
    close = page.get_by_role("form", name="Close")
    close.get_by_label("Why").fill("closing time")
    close.get_by_role("button", name="Close the table").click()
    expect(page.get_by_text("No table is open.")).to_be_visible()
    page.get_by_role("link", name="People and money").click()
    page.get_by_label("Name").fill("Drew")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_label("Role").select_option("dealer")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("Drew can sign in now, as dealer.")).to_be_visible()


@pytest.mark.parametrize(("size", "colours"), [("desktop", "light"), ("phone", "dark")])
def test_a_manager_runs_the_floor_from_the_page(
    size: Size, colours: str, casino: Casino, browser: Visits
) -> None:
    numbers = [played(casino).number for _ in range(3)]
    page = browser.open(size, casino.person("Pia", "pit", cents=0), color_scheme=colours)
    page.goto("/pit")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(page.get_by_text("points")).to_have_count(3, timeout=SLOW)
    against = rows.locator("[data-title='Against theory']").all_inner_texts()
    numbers_told = [float(one.split()[-2].replace("−", "-")) for one in against]
    assert numbers_told == sorted(numbers_told)  # who holds least against theory stands first
    if size == "desktop":
        head = page.get_by_role("columnheader", name="Average bet")
        head.get_by_role("button").press("Enter")
        expect(head).to_have_attribute("aria-sort", "descending")
    else:
        page.get_by_label("Sorted by").select_option("average_bet")
    page.get_by_role("button", name=f"More about blackjack, table {numbers[0]}").click()
    pause = page.get_by_role("form", name="Pause")
    pause.get_by_label("Why").fill("the shuffler jams")
    pause.get_by_role("button", name="Pause the table").click()
    expect(page.locator(".paused")).to_be_visible()
    go_on = page.get_by_role("form", name="Go on").get_by_label("Why")
    expect(go_on).to_be_focused()  # who works by keyboard is where it can be undone
    assert axe.violations(page) == []
    assert content_fits(page)
    page.get_by_role("link", name="People and money").click()
    page.get_by_label("Find somebody").fill(f"player {numbers[1]}")
    page.get_by_role("button", name=f"Change Player {numbers[1]}").click()
    wallet = page.get_by_role("form", name="wallet")
    wallet.get_by_label("Dollars more").fill("−12.50")
    wallet.get_by_label("Why").fill("paid twice")
    held = casino.house.balances()[f"wallet:Player {numbers[1]}"]
    wallet.get_by_role("button").click()
    expect(page.get_by_text("Done, by an entry of the cage.")).to_be_visible()
    assert casino.house.balances()[f"wallet:Player {numbers[1]}"] == held - 12_50
    bar = page.get_by_role("form", name="Bar Player")
    bar.get_by_label("Why").fill("counts aloud")
    bar.get_by_role("button").click()
    expect(page.get_by_role("form", name="Readmit")).to_be_visible()
    assert axe.violations(page) == []
    assert content_fits(page)
    page.get_by_role("link", name="Who did what").click()
    lines = page.locator("ol li")
    expect(lines.nth(0)).to_contain_text(f"Pia barred Player {numbers[1]} from all tables")
    expect(lines.nth(1)).to_contain_text("“paid twice”")
    expect(lines.nth(2)).to_contain_text("Pia paused the table")
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/audit")
    page.get_by_label("Table", exact=True).fill(str(numbers[2]))
    page.get_by_label("From").fill(today())
    page.get_by_role("button", name="Audit now").click()
    expect(page.get_by_text("✓ Sound")).to_be_visible(timeout=SLOW)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the report").click()
    report = json.loads(saved.value.path().read_text())
    assert (report["sound"], [one["table"] for one in report["covers"]]) == (True, [numbers[2]])
    assert axe.violations(page) == []
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate("scrollTo(0, 0)")  # the pages are named at the top
    expect(page.locator("nav [aria-current]").first).to_be_in_viewport(ratio=1)
    row = page.get_by_role("navigation", name="Pages")
    fades = [re.compile(r"\bbefore\b"), re.compile(r"\bafter\b")]
    expect(row).to_have_class(fades[0])  # the lobby is hidden, and the row shows that it goes on
    expect(row).not_to_have_class(fades[1])
    page.goto("/")
    expect(row.get_by_role("link").first).to_be_in_viewport(ratio=1)  # the row starts whole
    expect(row).to_have_class(fades[1])
    expect(row).not_to_have_class(fades[0])


def today() -> str:
    return datetime.datetime.now().strftime("%Y-%m-%d")


def test_an_auditor_finds_the_house_sound_and_takes_rounds_home(
    casino: Casino, browser: Visits
) -> None:
    table = played(casino)
    page = browser.desktop(casino.person("Eve", "auditor", cents=0))
    page.goto("/pit")
    page.get_by_role("button", name="More about blackjack").click()
    expect(page.get_by_text("Rules and limits")).to_be_visible()
    expect(page.get_by_role("button", name="Set the limits")).to_have_count(0)
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Audit now").click()
    expect(page.get_by_text("✓ Sound")).to_be_visible(timeout=SLOW)
    page.get_by_label("Table number").fill(str(table.number))
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("alert")).to_contain_text("when their shoe is done with")
    browser.expect(f"409 GET /api/admin/tables/{table.number}/export")
    pit = casino.person("Pia", "pit")
    casino._do(pit.post(f"/api/tables/{table.number}/close", WHY))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    assert list(verify(proof_file.read(saved.value.path()))) == []


SIGN = """\
id = "other-sign"
name = "Other sign"
based-on = "lucky-stiff"
bets.lucky-stiff.events.natural.pays = [2, 2, 2, 2, 2]
"""
NATURAL = "As 9d Kh 7c"
"""Dealt to one seat: the player has a natural, the dealer 16."""


def test_a_designers_file_is_checked_while_it_is_typed(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/open/half-back")
    page.get_by_text("a designer's file").click()
    text = page.get_by_label("or paste its text")
    text.fill(SIGN + 'dealer.soft17 = "perhaps"\nshoe.decks = 90\n')
    checked = page.get_by_role("region", name="The file, checked")
    expect(checked).to_contain_text("2 things to mend", timeout=SLOW)
    expect(checked).to_contain_text("Line 5: dealer.soft17 = 'perhaps'")
    expect(checked).to_contain_text("Line 6: shoe.decks = 90")
    text.fill(SIGN)
    expect(checked.get_by_role("row", name="Lucky Stiff")).to_contain_text("%", timeout=SLOW)
    expect(checked).to_contain_text("Differs from its parent", timeout=SLOW)
    expect(checked.get_by_role("listitem").first).to_contain_text("natural")
    expect(checked.get_by_role("row", name="Lucky Stiff")).to_contain_text("its parent’s")
    assert axe.violations(page) == []


def test_the_floor_monitor_shows_a_wrong_sign_and_judges_a_sheet(
    casino: Casino, browser: Visits
) -> None:
    table = casino.design(SIGN, NATURAL)
    live, ann = casino.house.hub.hosts[table.number], casino.person("Ann")
    for command in (
        cmd.Sit(key="1", seen=99, seat=1),
        cmd.Bet(key="2", seen=99, seat=1, wagers={"main": 1000, "lucky-stiff": 500}),
        cmd.Deal(key="3", seen=99),
    ):
        casino._do(live.command(command, ann.account))
    page = browser.desktop(casino.person("Pia", "pit"))
    page.goto("/pit")
    bet = page.get_by_role("region", name="Lucky Stiff, Other sign")
    expect(bet).to_contain_text("settled as 2 to 1 in 1 of 1 cases", timeout=SLOW)
    expect(bet).to_contain_text("approved is 1 to 1")
    expect(page.get_by_text("1 alert. Chance alone brings")).to_be_visible()
    page.get_by_text("Figures of a table that is not dealt here").press("Enter")
    page.get_by_label("Game").select_option("lucky-stiff")
    figures = page.get_by_label("Figures as CSV")
    figures.fill("table,day,bet,stake,rounds,seats,win\nNine,2026-11-15,lucky-stiff,5,400,4,lots")
    page.get_by_role("button", name="Hold it against theory").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2, win = 'lots': use dollars")
    browser.expect("422 POST /api/admin/monitor/sheet")
    figures.fill(figures.input_value().replace("lots", "-2600"))
    page.get_by_role("button", name="Hold it against theory").click()
    bet = page.get_by_role("region", name="Lucky Stiff, Nine")
    expect(bet).to_contain_text("the house won -$2,600 of $8,000", timeout=SLOW)


def test_the_pit_is_not_for_players(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    for path in ("/pit", "/audit"):
        page.goto(path)
        expect(page.get_by_text("This page is for the pit and for auditors")).to_be_visible()
        expect(page.get_by_role("link", name="Sign in as somebody else").last).to_be_visible()


def test_a_rule_has_an_address_of_its_own(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person("Ann"))
    page.goto("/game/half-back#HB-R3")
    expect(page.locator("#HB-R3")).to_be_in_viewport()
    page.get_by_role("link", name="HB-7").first.click()
    expect(page.locator("#HB-7")).to_be_in_viewport()
    assert page.url.endswith("/game/half-back#HB-7")


def content_fits(page: Page) -> bool:
    found: bool = page.evaluate("document.querySelector('main').scrollWidth <= screen.width")
    return found


@pytest.mark.parametrize(("size", "colours"), [("desktop", "light"), ("phone", "dark")])
def test_the_pages_are_usable_by_everyone(
    size: Size, colours: str, casino: Casino, browser: Visits
) -> None:
    played(casino, "half-back")
    page = browser.open(size, casino.person("Pia", "pit", cents=0), color_scheme=colours)
    page.goto("/open/half-back")
    expect(page.get_by_role("row", name="Main").last).to_contain_text("%", timeout=SLOW)
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/game/half-back")
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/pit")
    page.get_by_role("button", name="More about half-back").click()
    expect(page.get_by_role("img", name="Main held")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("img", name="Main: the house won")).to_be_visible(timeout=SLOW)
    page.get_by_text("Figures of a table that is not dealt here").press("Enter")
    assert axe.violations(page) == []
    assert content_fits(page)
    page.goto("/audit")
    page.get_by_role("button", name="Audit now").click()
    expect(page.get_by_text("✓ Sound")).to_be_visible(timeout=SLOW)
    assert axe.violations(page) == []
    assert content_fits(page)
