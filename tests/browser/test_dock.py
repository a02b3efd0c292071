"""What is pressed at a table: keys that mean one thing, slots that stay, wagers that may be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.web import table_host
from tests.browser import axe
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import DEAL, OPEN, Player, deal_by_key

both = pytest.mark.parametrize("size", ["desktop", "phone"])


def press(page: Page, key: str) -> None:
    """Press the key of a move, once the table listens to it."""
    expect(page.locator(f"[data-move][aria-keyshortcuts={key}]")).to_be_enabled()
    page.keyboard.press(key)


def heard(page: Page) -> Locator:
    """What a key answered, to who listens."""
    return page.locator("[aria-live=assertive]")


# Keys


def test_one_key_never_means_two_things(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "6s 9h 5c 9d Ts | Ts 9h Tc 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    for key in "dshprtbko":
        player.page.keyboard.press(key)  # moves, and nothing is dealt yet
    assert player.page.locator("[data-card]").count() == 0
    deal_by_key(player.page)
    player.may("stand", "hit", "double")
    player.page.keyboard.press("a")  # the last wagers: no move has this key
    player.page.keyboard.press("Space")
    player.may("stand", "hit", "double")
    press(player.page, "d")
    player.sees_result("You win $10")


def test_moves_ignore_keys_for_a_moment_after_they_appear(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "2s 9h 3c 9d 4s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.page.evaluate(PRESS_AT_ONCE)
    player.deal()
    player.may("stand", "hit", "double")
    assert player.page.evaluate("pressedAtOnce")
    player.page.wait_for_timeout(300)
    player.sees_hands("2s 3c")
    press(player.page, "h")
    player.sees_hands("2s 3c 4s")


def test_who_taps_on_and_on_where_deal_was_makes_no_move(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "2s 9h 3c 9d 4s")
    player = Player.at(browser, "phone", casino.person(), table)
    place = player.page.get_by_role("button", name=DEAL).bounding_box()
    assert place
    for _ in range(12):
        player.page.touchscreen.tap(
            place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        )
        player.page.wait_for_timeout(350)
    player.may("stand", "hit", "double")
    player.sees_hands("2s 3c")
    player.move("hit")  # taken, once nobody taps any more
    player.sees_hands("2s 3c 4s")


PRESS_AT_ONCE = """() => {
  globalThis.pressedAtOnce = false
  new MutationObserver(() => {
    if (pressedAtOnce || !document.querySelector("[data-move=hit]:not(.shut)")) return
    globalThis.pressedAtOnce = true
    setTimeout(() => {
      for (const key of "hd")
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}))
    }, 100)
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""
"""Somebody who presses on and on presses a tenth of a second after the moves appear."""


@pytest.mark.parametrize("key", ["H", "Shift+H"])
def test_neither_shift_nor_caps_lock_matters(key: str, casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "2s 9h 3c 9d 4s")
    player = Player.at(browser, "desktop", casino.person(), table)
    deal_by_key(player.page)
    player.may("stand", "hit", "double")
    player.page.keyboard.press(key)
    player.sees_hands("2s 3c 4s")


def test_a_shut_key_says_why_and_space_answers_nothing(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 5c 9d 2s")
    player = Player.at(browser, "desktop", casino.person(), table)
    deal_by_key(player.page)
    player.may("stand", "hit", "double")
    player.page.keyboard.press("p")
    expect(heard(player.page)).to_contain_text("Split: ")
    player.page.locator("[data-move=hit]").focus()
    player.page.keyboard.press("Space")
    expect(heard(player.page)).to_contain_text("Space deals and skips")
    player.sees_hands("Ts 5c")
    player.page.keyboard.press("Enter")
    player.sees_hands("Ts 5c 2s")


def test_chips_and_spots_by_keyboard_alone(casino: Casino, browser: Visits) -> None:
    table = casino.table("lucky-stiff", "Ts 9h 9c 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    page = player.page
    expect(page.get_by_role("button", name=DEAL)).to_be_enabled()  # the table listens to keys
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="$25 chip")).to_be_checked()
    page.keyboard.press("ArrowRight")
    for _ in range(4):
        if page.evaluate("document.activeElement.dataset.spot") == "lucky-stiff":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(player.spot("lucky-stiff")).to_contain_text("$50")
    page.keyboard.press("Backspace")
    expect(player.spot("lucky-stiff")).to_contain_text("$25")
    page.keyboard.press("c")
    page.keyboard.press("Space")
    expect(heard(page)).to_contain_text("Put $5 or more on Main.")
    expect(page.get_by_role("button", name=DEAL)).to_be_disabled()
    page.keyboard.press("1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")  # a dollar is less than the least: it lays that
    expect(player.spot("main")).to_contain_text("$5")
    deal_by_key(page)
    player.may("stand", "hit", "double")


def test_the_pay_tables_come_and_go_by_a_key(casino: Casino, browser: Visits) -> None:
    table = casino.table("half-back", "")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.page.keyboard.press("?")
    signs = player.page.get_by_role("dialog")
    expect(signs).to_contain_text("ace up, no natural")
    assert axe.violations(player.page) == []
    player.page.keyboard.press("Space")  # meant for nothing behind it
    player.page.keyboard.press("Escape")
    expect(signs).to_be_hidden()
    player.page.keyboard.press("?")
    player.page.keyboard.press("?")
    expect(signs).to_be_hidden()
    assert player.page.locator("[data-card]").count() == 0


# Slots


@both
def test_every_slot_stays_where_it_is(casino: Casino, browser: Visits, size: Size) -> None:
    table = casino.table("mulligan-21", "9s 8h 2c Td Kd 7s")
    player = Player.at(browser, size, casino.person(), table)
    player.deal()
    player.may("stand", "hit", "double")
    slots = player.page.locator("[data-move]")
    first = boxes(slots)
    assert {"stand", "hit", "double", "split"} <= first.keys()
    player.move("hit")
    player.may("burn", "keep")
    second = boxes(slots)
    assert {name: second[name] for name in first} == first or first.keys() < second.keys()
    player.move("burn")
    player.may("stand", "hit")
    assert boxes(slots) == second


def boxes(slots: Locator) -> dict[str, Any]:
    found = slots.evaluate_all(
        """(all) => all.map((one) => {
          const {x, y, width, height} = one.getBoundingClientRect()
          return [one.dataset.move, [x, y, width, height].map(Math.round)]
        })"""
    )
    return dict(found)


# Wagers


def test_the_chip_in_hand_is_remembered(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 9c 8d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.page.get_by_role("radio", name="$25 chip").click()
    player.deal()
    player.move("stand")
    player.sees_result("You win $5")
    expect(player.page.get_by_role("radio", name="$25 chip")).to_be_checked()
    player.page.reload()
    expect(player.page.get_by_role("radio", name="$25 chip")).to_be_checked()


@both
def test_a_tie_bet_takes_what_the_main_wager_leaves(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("blackjack-tie", "Ts 9h 8c 9d")
    player = Player.at(browser, size, casino.person(), table)
    player.stake(tie_18=1)  # the usual chip of $5 on half of a main wager of $5
    expect(player.spot("tie-18")).to_contain_text("$2.50")
    for other in ("tie-17", "tie-19", "tie-left"):
        expect(player.spot(other)).to_be_disabled()
    expect(player.spot("tie-20")).to_be_enabled()
    player.spot("tie-19").click(force=True)
    expect(player.page.locator(".dock .reason")).to_contain_text("Tie 19 takes nothing now")
    player.deal()
    player.move("stand")
    player.sees_result("$2.50 × 45 to 1 = $112.50")


def test_a_cap_of_half_a_dollar_has_a_chip_that_fits(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack-tie", "Ts 9h 8c 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.page.get_by_role("radio", name="$0.50 chip").click()
    for _ in range(4):  # $1 is the least, then half dollars
        player.stake(tie_18=1)
    expect(player.spot("tie-18")).to_contain_text("$2.50")


# Others


def test_who_leaves_is_named_and_the_house_decides_for_them(
    casino: Casino, browser: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_host, "GONE_SECONDS", 3.0)
    table = casino.table("blackjack", "Ts 9c 9h 5c 8d 9d", private=True)
    ann = Player.at(browser, "desktop", casino.person("Ann"), table)  # seat 4
    bob = Player.at(browser, "phone", casino.person("Bob"), table)  # seat 3, dealt first
    ann.deal()
    bob.deal()
    bob.may("stand", "hit", "double")
    waiting = ann.page.locator(".waiting")
    expect(waiting).to_have_text(re.compile(r"Waiting for Bob.*in 9 min \d+ s"))
    bob.page.close()
    expect(waiting).to_have_text(
        re.compile(r"Bob has left\. The house decides for them in \d+ s\.")
    )
    ann.may("stand", "hit", "double")  # 15 stood


# Coming in


@pytest.mark.parametrize("guests", [True, False])
def test_a_first_visit_logs_no_error(casino: Casino, browser: Visits, guests: bool) -> None:
    casino.house.app.state.guests = guests
    table = casino.table("blackjack", "")
    for path in ("/", f"/table/{table.number}", "/game/half-back", "/open/half-back", "/history"):
        page = browser.desktop()
        page.goto(path)
        if guests:
            expect(page.get_by_label("Your wallet")).to_be_visible()
        else:
            expect(page.get_by_text("the card room gave you")).to_be_visible()
    browser.check()


def test_a_slow_network_shows_something_before_styles_and_scripts(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person())
    waiting: list[Any] = []
    page.route("**/assets/**", lambda route: waiting.append(route))
    page.goto("/", wait_until="commit")
    expect(page.get_by_text("The tables are being set")).to_be_visible()
    assert waiting
    page.wait_for_timeout(200)
    assert page.evaluate("performance.getEntriesByType('paint').length > 0")
    page.unroute("**/assets/**")  # those that wait go on
    expect(page.get_by_role("heading", name="Mulligan 21")).to_be_visible()
    expect(page.get_by_text("The tables are being set")).to_have_count(0)


def test_a_minus_is_never_parted_from_its_amount(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 8c Td")
    player = Player.at(browser, "phone", casino.person(), table)
    player.deal()
    player.move("stand")
    player.sees_result("You lose $5")
    lines = player.page.evaluate(
        """() => {
          const box = document.createElement("div")
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          let text
          while (walker.nextNode())
            if (/^\\s*−/.test(walker.currentNode.data)) text = walker.currentNode.data
          box.textContent = text.trim()
          box.style.cssText = "width: 1px; white-space: normal; overflow-wrap: normal"
          document.body.append(box)
          const range = document.createRange()
          range.selectNodeContents(box)
          return range.getClientRects().length
        }"""
    )
    assert lines == 1


# Pace and sound


def test_at_the_fastest_pace_a_round_takes_three_keys_and_no_waiting(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("blackjack", "Ts 9h 9c 8d | Ts 9h 9c 8d")
    page = browser.desktop(casino.person(), reduced_motion="no-preference")
    page.goto(f"/table/{table.number}?sit=1")
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_label("Instant").check()
    assert axe.violations(page) == []
    page.get_by_role("button", name="Done").click()
    for _ in range(2):  # Space deals, though the focus went back to what opened the dialog
        deal_by_key(page)
        press(page, "s")
        expect(page.get_by_label("Result of the round")).to_contain_text("You win $5")


def test_sound_is_off_until_somebody_wants_it_and_is_remembered(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("blackjack", "Ts 9h 9c 8d")
    player = Player.at(browser, "desktop", casino.person(), table)
    loaded: list[str] = []
    player.page.on("request", lambda request: loaded.append(request.url))
    player.page.keyboard.press("m")
    expect(heard(player.page)).to_contain_text("Sound on.")
    player.deal()
    player.may("stand", "hit", "double")
    assert any("/voices-" in url for url in loaded)
    player.page.reload()
    player.may("stand", "hit", "double")
    player.page.keyboard.press("m")
    expect(heard(player.page)).to_contain_text("Sound off.")
    expect(player.page.locator(OPEN)).to_have_count(3)


# The first round

OUT_OF_SIGHT = """() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => {
  const frame = document.querySelector('.tell').getBoundingClientRect()
  const hidden = [...document.querySelectorAll('.choices .slot')].filter((slot) => {
    const { top, bottom } = slot.getBoundingClientRect()
    return top < frame.top || bottom > Math.min(frame.bottom, innerHeight) + 1
  })
  done(hidden.map((slot) => slot.dataset.move))
}), 30))"""
"""Moves that cannot be seen without scrolling."""


@both
def test_a_first_round_is_played_to_its_end_and_again(
    casino: Casino, browser: Visits, size: Size
) -> None:
    page = browser.open(size, casino.person())
    page.goto("/")
    page.get_by_role("link", name="a first round of Half Back").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Hand 1 of 5")
    assert axe.violations(page) == []
    asked = 0
    phones = {"phone": ((360, 640), (667, 375), (844, 390), (390, 844))}.get(size, ())
    end = page.get_by_role("region", name="The end")
    for _ in range(120):
        if end.is_visible():
            break
        wanted = page.locator(".slot.wanted")
        if wanted.count():
            asked += 1
            for width, height in phones:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(OUT_OF_SIGHT) == [], f"{width} by {height}"
            wanted.click()
        else:
            page.get_by_role("button", name="Next").click()
    expect(end).to_be_visible()
    assert asked >= 3
    expect(end.get_by_role("link", name="All rules")).to_be_visible()
    expect(end.get_by_role("link", name="Next: a first round of")).to_be_visible()
    expect(end.get_by_role("button", name=re.compile("^Play .* for real$"))).to_be_visible()
    page.get_by_role("button", name="Once more").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Hand 1 of 5")
    page.locator(".dots button").nth(1).click()
    page.keyboard.press("Space")  # goes on, and does not begin the second hand again
    expect(page.locator(".tell")).not_to_contain_text("You stake")
    page.get_by_role("button", name="Skip, and play").click()
    expect(page.get_by_role("button", name=DEAL)).to_be_visible()
