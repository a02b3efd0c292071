"""The room around the games: coming in, the keyboard, others, and everything that can go wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import DEAL, OPEN, Player, deal_by_key

both = pytest.mark.parametrize("size", ["desktop", "phone"])


@both
def test_a_stranger_has_cards_after_two_clicks(casino: Casino, browser: Visits, size: Size) -> None:
    page = browser.open(size)
    page.goto("/")
    page.get_by_role("button", name="Play Blackjack", exact=True).click()
    page.get_by_role("button", name=DEAL).click()
    expect(page.locator(".seat.mine [data-card]")).to_have_count(2)
    expect(page.locator(".dealer .cards [data-card]")).to_have_count(2)
    assert casino.house.balances()["felt:1"] in (500, 0)  # a natural is settled at once


def test_the_first_load_is_light(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person())
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({
        request.url: request.sizes()["responseBodySize"]}))  # fmt: skip
    table = re.compile(r"/assets/Table-.*\.js")
    with page.expect_request_finished(lambda request: bool(table.search(request.url))):
        page.goto("/")
    expect(page.get_by_role("heading", name="Mulligan 21")).to_be_visible()
    page.wait_for_load_state("networkidle")
    later = re.compile("/edge$|/log/|/following-")  # the solver's answers, and the log's witness
    first = {url: size for url, size in sizes.items() if not later.search(url)}
    assert sum(first.values()) < 100_000, first


@both
def test_lobby_and_table_are_accessible(casino: Casino, browser: Visits, size: Size) -> None:
    person = casino.person()
    table = casino.table("blackjack-tie", "8s Th 9h 8c 9d 9c", bots=1)
    for theme in ("light", "dark"):
        page = browser.open(size, person, color_scheme=theme)
        page.goto("/")
        expect(page.get_by_role("heading", name="Mulligan 21")).to_be_visible()
        assert axe.violations(page) == []
        page.goto(f"/table/{table.number}?sit=1")
        expect(page.get_by_text("Place your wagers.").first).to_be_visible()
        assert axe.violations(page) == []
    deal_by_key(page)
    expect(page.locator("[data-move=split]:not(.shut)")).to_be_visible()
    assert axe.violations(page) == []


def answer(page: Page, key: str) -> None:
    """Press the key of a move, once the table listens to it."""
    expect(page.locator(f"[data-move][aria-keyshortcuts={key}]")).to_be_enabled()
    page.keyboard.press(key)


def announced(page: Page) -> str:
    """What somebody who only hears the page was told last."""
    return " ".join(page.locator("[role=status]").all_inner_texts())


def test_a_round_can_be_played_by_keyboard_alone_and_heard(casino: Casino, browser: Visits) -> None:
    table = casino.table("lucky-stiff", "Ts 9h 5c 9d 3s")
    page = browser.desktop(casino.person())
    page.goto(f"/table/{table.number}?sit=1")
    expect(page.get_by_text("Place your wagers.").first).to_be_visible()
    page.keyboard.press("3")  # chips of $25
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.spot") == "lucky-stiff":
            break
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "Lucky Stiff: empty. Takes $1 to $400."
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot=lucky-stiff]")).to_have_text("$25")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-spot=lucky-stiff]")).to_have_text("")
    page.keyboard.press("Enter")
    deal_by_key(page)
    expect(page.locator("[role=status]").last).to_contain_text(
        re.compile(r"\b15\b.* Stand S, Hit H, Double D\.")
    )
    answer(page, "h")
    expect(page.locator("[role=status]").last).to_contain_text(re.compile(r"\b18\b"))
    answer(page, "s")
    log = page.get_by_role("log")
    expect(log).to_contain_text("Main: $5 comes back.")  # 18 against 18
    expect(log).to_contain_text("Cards are collected.")
    expect(page.get_by_label("Result of the round")).to_contain_text("$25 back")


def test_a_reload_in_mid_hand_comes_back_to_the_same_hand(casino: Casino, browser: Visits) -> None:
    table = casino.table("mulligan-21", "9s 8h 2c Td Kd 6s")
    player = Player.at(browser, "phone", casino.person(), table)
    player.deal()
    player.move("hit")
    player.may("burn", "keep")
    player.page.reload()
    player.may("burn", "keep")
    player.sees_hands("9s 2c Kd")
    player.sees_dealer("8h ??")
    player.move("burn")
    player.sees_hands("9s 2c 6s")


def test_two_browsers_play_at_one_table(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9c 9h 5c 8d 9d 3h", private=True)
    ann = Player.at(browser, "desktop", casino.person("Ann"), table)  # seat 4
    bob = Player.at(browser, "phone", casino.person("Bob"), table)  # seat 3, dealt first
    ann.deal()
    expect(ann.page.get_by_text("Waiting for Bob")).to_be_visible()
    bob.deal()
    bob.may("stand", "hit", "double")
    bob.sees_hands("Ts 5c")
    ann.sees_hands("9c 8d")
    expect(ann.page.get_by_text("Bob is to decide.").first).to_be_visible()
    assert ann.page.locator(OPEN).count() == 0
    bob.move("hit")
    bob.move("stand")
    ann.move("stand")
    ann.sees_result("You lose $5")  # 17 against 18
    bob.sees_result("Nothing won, nothing lost")
    seen = ann.page.locator(".seat", has_text="Bob")
    expect(seen.locator("[data-card]")).to_have_count(3)


def test_a_private_table_is_joined_by_its_address(casino: Casino, browser: Visits) -> None:
    ann = browser.desktop(casino.person("Ann"))
    ann.goto("/")
    ann.get_by_role("button", name="Play Blackjack", exact=True).click()
    address = ann.get_by_role("button", name="Invite").get_attribute("title") or ""
    assert re.fullmatch(rf"{casino.address}/table/1\?invite=[\w-]+", address)
    bob = browser.phone(casino.person("Bob"))
    bob.goto(address)
    bob.get_by_role("button", name="Sit down at seat 2").click()
    expect(ann.locator(".seat", has_text="Bob")).to_be_visible()
    eve = browser.phone(casino.person("Eve"))
    browser.expect("404 GET /api/tables/1")
    eve.goto(address.partition("?")[0])
    expect(eve.get_by_role("alert")).to_contain_text("Table 1: there is none with this number")


@both
def test_whoever_opened_a_table_closes_it_in_the_lobby(
    casino: Casino, browser: Visits, size: Size
) -> None:
    ann, bob = casino.person("Ann"), casino.person("Bob")
    casino._do(ann.post("/api/tables", {"game": "blackjack", "private": True, "name": "Her own"}))
    public = casino.table("blackjack", "")
    page = browser.open(size, ann)
    page.goto("/")
    rows = page.locator(".open tbody tr")
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Close…")).to_have_count(1)
    page.get_by_role("button", name="Close… Her own").click()
    page.get_by_role("button", name="No").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Close… Her own").click()
    page.get_by_role("button", name="Yes, close it").click()
    expect(rows).to_have_count(1, timeout=20_000)
    expect(rows).to_contain_text(f"#{public.number}")
    other = browser.open(size, bob)
    other.goto("/")
    expect(other.locator(".open tbody tr")).to_have_count(1)
    expect(other.get_by_role("button", name="Close…")).to_have_count(0)


def test_a_lost_connection_is_said_and_mended(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 5c 9d 3s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    player.may("stand", "hit", "double")
    with casino.out_of_reach():
        expect(player.page.get_by_text("The connection is lost")).to_be_visible()
        player.move("hit")  # kept, and sent once the table is there again
        browser.expect("net::ERR_")
        player.page.wait_for_timeout(400)
    expect(player.page.get_by_text("The connection is lost")).to_be_hidden()
    player.sees_hands("Ts 5c 3s")


def test_an_expired_session_is_said_and_a_new_one_begun(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 5c 9d 3s")
    person = casino.person()
    player = Player.at(browser, "desktop", person, table)
    player.page.wait_for_load_state("networkidle")  # what it asks at first is answered
    browser.expect("401 GET /api/tables/1")
    browser.expect("console: WebSocket")
    casino.forget(person)
    expect(player.page.get_by_text("Your session has ended")).to_be_visible()
    player.page.get_by_role("button", name="Play as a new guest").click()
    expect(player.page.get_by_text("Choose a seat to play").first).to_be_visible()


def test_what_the_server_cannot_do_is_said_in_a_sentence(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person())
    page.goto("/")
    expect(page.get_by_role("heading", name="Mulligan 21")).to_be_visible()
    page.context.set_offline(True)
    browser.expect("net::ERR_INTERNET_DISCONNECTED")
    page.get_by_role("button", name="Play Blackjack", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    page.context.set_offline(False)
    page.get_by_role("button", name="Play Blackjack", exact=True).click()
    expect(page.get_by_text("Place your wagers.").first).to_be_visible()
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    browser.expect("404 GET /api/tables/77")
    page.goto("/table/77")
    expect(page.get_by_role("alert")).to_contain_text("there is none with this number")


def test_with_motion_cards_come_one_by_one_and_the_upcard_is_seen_to_be_set_aside(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("half-back", "Ts 5h 4c 9d 8h")
    page = browser.desktop(casino.person(), reduced_motion="no-preference")
    page.goto(f"/table/{table.number}?sit=1")
    page.get_by_role("button", name=DEAL).click()
    mine = page.locator(".seat.mine [data-card]")
    expect(mine).to_have_count(1)  # the second has not come yet
    assert page.locator(OPEN).count() == 0
    expect(page.locator(".aside [data-card='5h']")).to_be_visible()
    expect(page.locator(".dealer .cards [data-card='8h']")).to_be_visible()
    expect(page.locator("[data-move=take-back]:not(.shut)")).to_be_visible()
    expect(mine).to_have_count(2)


def test_whoever_cannot_wait_skips_ahead(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 5h 6c 9d")
    page = browser.desktop(casino.person(), reduced_motion="no-preference")
    page.goto(f"/table/{table.number}?sit=1")
    page.get_by_role("button", name=DEAL).click()
    page.get_by_role("button", name="Skip ahead").click()
    expect(page.locator("[data-move=hit]:not(.shut)")).to_be_visible(timeout=400)


def test_a_double_click_is_one_move_and_focus_stays_with_the_player(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("blackjack", "2s 9h 3c 9d 4s 5s 6s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    hit = player.page.locator("[data-move=hit]")
    expect(hit).to_be_enabled()
    before = hit.bounding_box()
    hit.dblclick(position={"x": 12, "y": 12})
    player.may("stand", "hit")
    player.sees_hands("2s 3c 4s")  # one card, and still to decide
    after = hit.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["width"]) == (before["x"], before["width"])  # without "Double" too
    assert player.page.evaluate("!!document.activeElement.closest('.dock')")
    player.page.get_by_label("Advice from the solver").check()
    answer(player.page, "h")  # keys work wherever one has clicked
    player.sees_hands("2s 3c 4s 5s")


def test_a_spot_takes_no_more_than_its_maximum_and_the_usual_stake_is_kept(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("blackjack", "Ts 9h 9c 8d")
    player = Player.at(browser, "desktop", casino.person(), table)
    expect(player.page.get_by_role("radio", name="$500 chip")).to_have_count(0)
    player.page.get_by_role("radio", name="$100 chip").click()
    player.stake(main=4)  # $5 lie there
    expect(player.spot("main")).to_have_text("$400")
    expect(player.spot("main")).to_be_disabled()  # and it says so
    player.deal()
    player.move("stand")
    player.sees_result("You win $400")
    player.page.reload()
    expect(player.spot("main")).to_have_text("$400")
    rebet = player.page.get_by_role("button", name="Rebet")
    expect(rebet).to_have_accessible_name("Rebet (the last wagers lie there)")
    player.page.keyboard.press("c")
    expect(player.spot("main")).not_to_contain_text("$")
    expect(rebet).to_have_accessible_name("Rebet a")
    rebet.click()
    expect(player.spot("main")).to_have_text("$400")
    expect(rebet).to_have_accessible_name("Rebet (the last wagers lie there)")
