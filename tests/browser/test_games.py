"""Each game's own moves, played in a real browser at both widths with cards known beforehand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player

both = pytest.mark.parametrize("size", ["desktop", "phone"])


@both
def test_a_blackjack_is_paid_three_to_two_with_its_working(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("blackjack", "As 9h Kc 8d")
    player = Player.at(browser, size, casino.person(), table)
    player.stake(main=2)
    player.deal()
    player.sees_result("You win $22.50", "$15 × 3 to 2 = $22.50, and $15 back")
    player.sees_hands("As Kc")


@both
def test_half_back_every_spot_then_a_wager_taken_back(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("half-back", "Ts 5h 4c 9d 8h 3s")
    player = Player.at(browser, size, casino.person(), table)
    player.stake(half_back=1, upcard_bonus=2)
    player.deal()
    player.may("stand", "hit", "take-back")
    player.sees_dealer("8h ??")
    player.page.get_by_label("five of hearts, replaced").wait_for()
    player.move("take-back")
    player.may("stand", "hit")
    player.move("hit")
    player.may("stand", "hit")
    player.move("stand")
    # 17 against 8 and 9, 17: main pushes; 8 up after a 5 pays the bonus 1 to 1
    player.sees_result("You win $10", "Main", "Upcard Bonus", "$10 × 1 to 1 = $10")


@both
def test_half_back_four_hands_of_which_the_first_split_is_free(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("half-back", "8s 9h 8c Td 8d 8h Tc 2c 9c 3c 9s")
    player = Player.at(browser, size, casino.person(), table)
    player.deal()
    player.may("stand", "hit", "take-back", "split")
    split = player.page.locator("[data-move=split]")
    expect(split.locator(".cost")).to_have_count(0)  # free
    player.move("split")
    player.sees_hands("8s 8d", "8c")
    expect(split.locator(".cost")).to_have_text("+$5")  # the next one is paid
    player.move("split")
    player.sees_hands("8s 8h", "8d", "8c")
    player.move("split")
    player.sees_hands("8s Tc", "8h", "8d", "8c")
    player.move("stand")  # 18
    player.sees_hands("8s Tc", "8h 2c", "8d", "8c")
    player.move("hit", "stand")  # 19, then 3c to the next
    player.sees_hands("8s Tc", "8h 2c 9c", "8d 3c", "8c")
    player.move("stand", "stand")
    # the dealer's 19 beats 18, 11 and 17, and pushes 19
    player.sees_result("You lose $15", "hand 4")


@both
def test_half_back_insurance_on_a_replacement_ace(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("half-back", "Ts 4h 9c Kd As")
    player = Player.at(browser, size, casino.person(), table)
    player.stake(main=1)
    player.deal()
    player.page.locator("[data-move=insure]", has_text="Insure for $10").wait_for()
    player.sees_dealer("As ??")
    player.move("insure")
    # two wagers of $10 lost to a blackjack, $10 insured at 2 to 1
    player.sees_result("Nothing won, nothing lost", "Insurance", "$10 × 2 to 1 = $20")
    player.sees_dealer("As Kd")


@both
def test_lucky_stiff_pays_a_stiff_pair_that_the_dealer_matches_at_once(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table(
        "lucky-stiff", "7s 7h 7c Td", paytables={"lucky-stiff": 4}
    )  # fmt: skip
    player = Player.at(browser, size, casino.person(), table)
    player.stake(lucky_stiff=1)
    player.deal()
    player.page.locator(".seat.mine").get_by_text("+$200").wait_for()  # 40 to 1, before any move
    player.may("stand", "hit", "double", "split")
    player.move("stand")
    player.sees_result("You win $195", "the upcard has its rank", "$5 × 40 to 1 = $200")


@both
def test_blackjack_tie_takes_as_many_wagers_as_its_rules_let_it(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("blackjack-tie", "Ts 9h 8c 9d")
    player = Player.at(browser, size, casino.person(), table)
    assert player.page.locator("[data-spot]").count() == 9
    player.stake(main=3, tie_left=1, tie_18=1)  # $5 each: half of $20 is all one side may have
    for spot in ("tie-17", "tie-19"):
        expect(player.spot(spot)).to_be_disabled()
    player.stake(main=1, tie_17=1)  # half of $25 leaves $2.50
    expect(player.spot("tie-17")).to_contain_text("$2.50")
    for spot in ("tie-20", "tie-21", "tie-blackjack", "tie-right"):  # four wagers on one hand
        expect(player.spot(spot)).to_be_disabled()
    player.deal()
    player.may("stand", "hit", "double")
    player.move("stand")
    player.sees_result("Left Side", "Tie 17", "Tie 18", "$5 × 45 to 1 = $225")


@both
def test_a_mulligan_after_a_hit_and_on_a_card_that_busts(
    casino: Casino, browser: Visits, size: Size
) -> None:
    # 9 and 2, a king drawn and burned for a 7; then 10 and 5 with a queen that would bust: it is
    # replaced without a question
    cards = "9s 8h 2c Td Kd 7s | Ts 8c 5c Ts Qd 4h"
    table = casino.table("mulligan-21", cards)
    player = Player.at(browser, size, casino.person(), table)
    player.deal()
    player.move("hit")
    player.may("burn", "keep")
    player.sees_hands("9s 2c Kd")
    player.move("burn")
    player.sees_hands("9s 2c 7s")
    player.move("stand")  # 18 pushes the dealer's 18
    player.sees_result("Nothing won, nothing lost")
    player.stake(lucky_stiff=1)
    player.deal()
    player.move("hit")  # 25 with the queen
    player.sees_hands("Ts 5c 4h")
    player.move("stand")  # 19 beats 18, the stiff bet pays 5 to 1
    player.sees_result("You win $30", "$5 × 5 to 1 = $25")


@both
def test_a_mulligan_on_the_one_card_of_a_double(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.table("mulligan-21", "7s 8h 4c Td Jd 9h")
    player = Player.at(browser, size, casino.person(), table)
    player.deal()
    player.move("double")
    player.may("burn", "keep")
    player.move("burn")
    player.sees_hands("7s 4c 9h")
    player.sees_result("You win $10", "$10 × 1 to 1 = $10")


DESIGN = """
id = "double-upcard"
name = "Second Chance"
summary = "Blackjack in which a dealer's 2 is replaced."
based-on = "blackjack"

[dealer]
replaces = "2"

[[bets]]
id = "red-deuce"
name = "Deuce"
paytable = "deuce"

[[bets.events]]
event = "a deuce first"
when = { original-upcard = "2" }
pays = [9]
"""


@both
def test_a_designers_own_game_is_playable_as_it_is(
    casino: Casino, browser: Visits, size: Size
) -> None:
    table = casino.design(DESIGN, "Ts 2h 9c 8d 9h")
    player = Player.at(browser, size, casino.person(), table)
    cloth = player.page.locator(".cloth")
    assert cloth.get_by_text("An upcard of 2 is replaced once").is_visible()
    player.stake(red_deuce=1)
    player.deal()
    player.sees_dealer("9h ??")
    player.move("stand")
    player.sees_result("You win $50", "Deuce", "$5 × 9 to 1 = $45")  # 19 beats 17
