"""What the felt and its dock tell: hopes, results, what is printed; seen in full, at every size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.playing import OPEN, Player

SIZES = {"desk": (1280, 800), "large": (1920, 1080), "phone": (390, 844), "on its side": (844, 390)}
FAULTS = (Path(__file__).parent / "covering.js").read_text(encoding="utf-8")
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SEEN_WHOLE = """(node) => {
  const {left, top, right, bottom} = node.getBoundingClientRect()
  const frame = node.closest('.ask, .told').getBoundingClientRect()
  return node.checkVisibility() && left >= frame.left - 1 && right <= frame.right + 1 &&
    top >= frame.top - 1 && bottom <= frame.bottom + 1
}"""
"""Whether nothing of some words is beyond the edge of what shows them."""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")  # a click may have scrolled to its button
    page.evaluate(PAINTED)


def whole(words: Locator) -> bool:
    return bool(words.evaluate(SEEN_WHOLE))


# Hopes


def test_side_bets_say_what_they_hope_for_while_they_ride(casino: Casino, browser: Visits) -> None:
    table = casino.table("lucky-stiff", "Ts 9h 3c 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.stake(lucky_stiff=1)
    player.deal()
    player.may("stand", "hit", "double")
    hope = player.page.get_by_label("What your bets hope for").get_by_role("listitem")
    for size in SIZES:
        resize(player.page, size)
        expect(hope).to_contain_text("wins 5 to 1 if this hand wins, comes back if it pushes")
        assert whole(hope), size
        assert player.page.evaluate(FAULTS) == []
    player.move("stand")
    player.sees_result("You")
    expect(hope).to_have_count(0)


def test_nothing_is_hoped_for_before_the_cards_lie_there(casino: Casino, browser: Visits) -> None:
    table = casino.table("half-back", "Ts 9h 4c 9d")
    page = browser.desktop(casino.person(), reduced_motion="no-preference")
    page.goto(f"/table/{table.number}?sit=1")
    expect(page.locator("[data-spot=main]")).to_be_visible()
    page.evaluate(
        """() => {
          window.early = []
          new MutationObserver(() => {
            const cards = document.querySelectorAll('.mine .own [data-card]').length
            const label = document.querySelectorAll('.mine .label')[1]?.textContent ?? ''
            if (label.includes('now') && cards < 2) window.early.push(label)
          }).observe(document.body, {subtree: true, childList: true, characterData: true})
        }"""
    )
    player = Player(page)
    player.deal()
    label = page.locator(".mine .label").nth(1)
    expect(label).to_contain_text("may come back now")
    assert page.evaluate("window.early") == []


def test_a_spot_whose_wager_was_taken_back_says_so(casino: Casino, browser: Visits) -> None:
    table = casino.table("half-back", "Ts 9h 4c 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    player.move("take-back")
    player.may("stand", "hit")
    expect(player.page.locator(".mine .label").nth(1)).to_have_text(re.compile("back with you"))


# Results


def test_results_of_four_hands_are_seen_whole(casino: Casino, browser: Visits) -> None:
    # eights split three times, each hand stood on 18 against the dealer's 19
    table = casino.table("lucky-stiff", "8s 9h 8c Td 8d 8h Tc Ts Td Th")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.stake(lucky_stiff=1)
    player.deal()
    for hands in (2, 3, 4):
        player.move("split")
        expect(player.page.locator(".lane")).to_have_count(hands)
    for _ in range(4):
        player.move("stand")
    results = player.page.get_by_label("Result of the round")
    expect(results).to_contain_text("Main, 4 hands −\u2060$20")
    for size in SIZES:
        resize(player.page, size)
        for words in results.locator("h2, summary, li").all():
            assert whole(words), f"{size}: {words.text_content()}"
        assert player.page.evaluate(FAULTS) == []
    results.locator("summary").click()
    expect(results).to_contain_text("Hand 4: ")


def test_old_results_do_not_lie_on_the_next_wagers(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 8c Td")
    player = Player.at(browser, "phone", casino.person(), table)
    player.deal()
    player.move("stand")
    player.sees_result("You lose $5")
    expect(player.page.locator(".spot .payout")).to_have_count(0)


def test_what_was_settled_before_a_reload_is_in_the_result(casino: Casino, browser: Visits) -> None:
    table = casino.table("half-back", "Ts 9h 4c 8d")
    player = Player.at(browser, "phone", casino.person(), table)
    player.stake(half_back=1, upcard_bonus=1)
    player.deal()
    player.may("stand", "hit", "take-back")
    player.page.reload()  # the bonus is lost already: no 3 to 6
    player.move("stand")
    told = ("You lose $25", "Upcard Bonus", "not 3 to 6")
    player.sees_result(*told)
    player.page.reload()
    player.sees_result(*told)


# Where things lie


def test_a_replaced_upcard_stays_clear_of_the_dealers_cards(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("half-back", "Ts 5h 9c 2d 2h 3c 4d 3h 2s 9s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    player.move("stand")
    player.sees_result("Main")
    assert player.page.locator(".dealer .cards [data-card]").count() >= 4
    expect(player.page.locator(".ghost")).to_be_visible()
    for size in SIZES:
        resize(player.page, size)
        assert player.page.evaluate(FAULTS) == [], size


def test_totals_of_split_hands_stay_clear_of_their_cards(casino: Casino, browser: Visits) -> None:
    # eights split three times; 8 and 3 doubled, the king burned for a seven
    table = casino.table("mulligan-21", "8s 9h 8c Td 8d 8h 3c Kd 7s 4s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    for hands in (2, 3, 4):
        player.move("split")
        expect(player.page.locator(".lane")).to_have_count(hands)
    player.move("double", "burn")
    expect(player.page.locator(".lane.active")).to_contain_text("12")
    expect(player.page.locator(".lane").first).to_contain_text("doubled, burned")
    for size in SIZES:
        resize(player.page, size)
        assert player.page.evaluate(FAULTS) == [], size


def test_numbers_and_amounts_stay_readable_under_chips(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack-tie", "Ts 9h 7c 9d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.stake(main=4, tie_17=1, tie_right=1, tie_left=1)
    for size in SIZES:
        resize(player.page, size)
        expect(player.page.locator(".spot .inside.top", has_text="17")).to_be_visible()
        assert player.page.evaluate(FAULTS) == [], size
    player.deal()
    player.move("stand")
    player.sees_result("You")
    for size in SIZES:
        resize(player.page, size)
        assert player.page.evaluate(FAULTS) == [], size


GAMES = ("blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21")


@pytest.mark.parametrize("game", GAMES)
def test_the_cloth_says_how_the_dealer_draws_and_what_insurance_pays(
    casino: Casino, browser: Visits, game: str
) -> None:
    player = Player.at(browser, "desktop", casino.person(), casino.table(game, ""))
    for size in SIZES:
        resize(player.page, size)
        cloth = player.page.get_by_role("img", name="On the cloth")
        drawing = r"Dealer (hits soft|stands on every) 17\b.*Insurance pays 2 to 1"
        expect(cloth).to_have_accessible_name(re.compile(drawing))


def test_words_of_a_special_move_are_not_cut(casino: Casino, browser: Visits) -> None:
    table = casino.table("mulligan-21", "3s 9h 4c Td Kd 7s")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.stake(lucky_stiff=1)
    player.deal()
    player.move("hit")
    player.may("burn", "keep")
    for size in SIZES:
        resize(player.page, size)
        assert player.page.evaluate(FAULTS) == [], size


# Beside the cloth


def test_the_menu_shuts_when_anything_else_is_done(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 8c Td")
    player = Player.at(browser, "phone", casino.person(), table)
    menu, more = player.page.locator("header .menu > .panel"), player.page.get_by_label("More")
    more.click()
    expect(menu).to_be_visible()
    player.page.locator(".cloth").click(position={"x": 10, "y": 200})
    expect(menu).to_be_hidden()
    more.click()
    player.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    more.click()
    expect(menu).to_be_visible()
    player.page.keyboard.press("m")  # sound: the menu may stay
    expect(player.page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
    player.page.locator("body").press("Space")
    expect(menu).to_be_hidden()


def test_who_leaves_a_seat_leaves_nothing_there(casino: Casino, browser: Visits) -> None:
    table = casino.table("blackjack", "Ts 9h 8c Td")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.deal()
    player.move("stand")
    player.sees_result("You")
    player.page.get_by_role("button", name="Leave the seat").click()
    expect(player.page.locator(".mine")).to_have_count(0)
    expect(player.page.get_by_role("button", name=re.compile("^Sit down at seat"))).to_have_count(7)


def test_advice_switched_on_between_rounds_says_when_it_shows(
    casino: Casino, browser: Visits
) -> None:
    player = Player.at(
        browser, "desktop", casino.person(), casino.table("blackjack", "Ts 9h 6c 9d")
    )
    player.page.get_by_role("button", name="Advice").click()
    expect(player.page.locator(".dock .reason")).to_contain_text("at your next decision")
    player.deal()
    best = player.page.locator(".slot.best")
    expect(best).to_be_visible(timeout=60_000)
    assert best.locator(".head > *").evaluate_all(
        """(parts) => parts.every((one, i) => parts.slice(i + 1).every((other) => {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
          return a.right <= b.left + 1 || a.bottom <= b.top + 1
        }))"""
    )


# The first round


def test_a_first_round_frames_the_hand_and_the_move_it_is_about(
    casino: Casino, browser: Visits
) -> None:
    page = browser.desktop(casino.person())
    page.goto("/games/half-back/first-round")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Hand 1 of 5")
    page.locator(".dots button", has_text="Split").click()
    for _ in range(20):
        if page.locator(".lane.active").count():
            break
        if page.locator(OPEN).count():
            expect(page.locator(".slot.wanted")).to_have_count(1)
            page.locator(".slot.wanted").click()
        else:
            page.get_by_role("button", name="Next").click()
    expect(page.locator(".lane.active")).to_have_count(1)
    other = page.locator(f"{OPEN}:not(.wanted)").first
    other.click()
    expect(page.locator(".tell .shut:not(.slot)")).to_contain_text("this hand shows what")
    page.locator(".slot.wanted").click()


def test_chips_lie_until_their_payout_is_told(casino: Casino, browser: Visits) -> None:
    page = browser.desktop(casino.person())
    page.goto("/games/half-back/first-round")
    bonus = page.locator(".spot").nth(2)
    for _ in range(6):
        if "Upcard Bonus: $" in (page.locator(".tell").text_content() or ""):
            break
        expect(bonus.get_by_role("img", name="Upcard Bonus")).to_be_visible()
        page.get_by_role("button", name="Next").click()
    expect(bonus.locator(".payout")).to_be_visible()
