"""Ways that used to end: broke, a designer's rules, a shared round, a mistyped card."""

from __future__ import annotations

from playwright.sync_api import expect

from pitboss.store import house_acts
from pitboss.store.clock import now_ms
from tests.browser import axe
from tests.browser.browsing import Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player
from tests.browser.test_games import DESIGN
from tests.browser.test_history import play, visit
from tests.web.house import Person


def make_broke(casino: Casino, person: Person) -> None:
    casino.house.database.write(
        lambda connection: house_acts.adjust_wallet(
            connection, person.name, -999_00, reason="for the test", by="Pia", at=now_ms()
        )
    ).result()


def test_who_is_broke_takes_chips_by_the_houses_rule(casino: Casino, browser: Visits) -> None:
    ann = casino.person("Ann", cents=0)
    make_broke(casino, ann)
    table = casino.table("blackjack")
    page = browser.phone(ann)
    page.goto("/")
    expect(
        page.get_by_text("You are out of chips. The house fills you up to $1,000")
    ).to_be_visible()
    assert not axe.violations(page)
    page.goto(f"/table/{table.number}?sit=1")
    page.get_by_role("button", name="Take $999").click()
    expect(page.get_by_text("You are out of chips")).to_have_count(0)
    assert casino.house.balances()["wallet:Ann"] == 1_000_00


def test_a_designers_game_has_its_rules_at_its_table(casino: Casino, browser: Visits) -> None:
    table = casino.design(DESIGN, "Ts 2h 9c 8d 9h")
    page = browser.desktop(casino.person())
    page.goto("/")
    name = casino.house.hub.hosts[table.number].house_table.game.name
    expect(page.get_by_role("row", name=name)).to_be_visible()
    page.goto(f"/table/{table.number}")
    page.get_by_role("link", name="all rules").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()


def test_a_round_of_a_private_table_is_seen_by_whom_it_is_sent_to_and_prints_no_buttons(
    casino: Casino, browser: Visits
) -> None:
    page = visit(browser, casino.person("Ann"))
    table = casino.table("half-back", "As 9h 4d Kc 6c | Ts 9c 9d Kd", private=True)
    play(page, table, moves=[["take-back", "hit"], ["stand"]])
    page.goto(f"/round/{table.number}/1")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Copy address").click()
    expect(page.get_by_text("whoever has it sees this round")).to_be_visible()
    address = str(page.evaluate("window.copied"))
    friend = browser.desktop(casino.person("Bob"))
    friend.goto(address)
    expect(friend.get_by_role("heading", name="Round 1")).to_be_visible()
    friend.emulate_media(media="print")
    for name in ("Copy address", "Play", "Forward"):
        expect(friend.get_by_role("button", name=name)).to_be_hidden()
    expect(friend.get_by_role("heading", name="Result")).to_be_visible()
    friend.emulate_media(media="screen")
    friend.goto(address.replace("/1?", "/2?"))  # and no other round
    expect(friend.get_by_role("alert")).to_contain_text("there is none with this number")
    browser.expect(f"404 GET /api/tables/{table.number}/rounds/2/replay")


def test_a_dealer_types_cards_by_key_and_takes_a_wrong_one_back(
    casino: Casino, browser: Visits
) -> None:
    table = casino.table("blackjack", typed=True)
    player = Player.at(browser, "desktop", casino.person("Ann"), table)
    dealer = browser.desktop(casino.person("Dan", "dealer"))
    dealer.goto(f"/table/{table.number}")
    asked = dealer.get_by_label("Cards of the real table").get_by_role("status")
    player.stake(main=2)
    player.deal()
    expect(asked).to_contain_text("Deal seat 4's first card.")
    dealer.keyboard.type("9h")
    expect(asked).to_contain_text("Deal the upcard. nine of hearts typed for seat 4's first card.")
    player.sees_hands("9h")
    dealer.keyboard.press("Backspace")
    expect(asked).to_contain_text("Deal seat 4's first card.")
    player.sees_hands("")
    for keys, after in (
        ("10s", "the upcard"),
        ("6d", "seat 4's second card"),
        ("9c", "the hole card"),
    ):
        dealer.keyboard.type(keys)
        expect(asked).to_contain_text(f"Deal {after}.")
    dealer.keyboard.press("?")
    player.sees_hands("Ts 9c")
    assert not axe.violations(dealer)
    player.move("stand")
    expect(asked).to_contain_text("Deal the hole card, turned.")
    dealer.keyboard.type("kd")
    dealer.keyboard.type("8c")
    player.sees_result("You win $15")
    dealer.goto(f"/round/{table.number}/1")
    expect(dealer.get_by_role("button", name="The card typed last is undone")).to_be_visible()
    auditor = browser.desktop(casino.person("Eve", "auditor"))
    auditor.goto(f"/table/{table.number}")
    expect(auditor.get_by_text("You watch as an auditor.").first).to_be_visible()
    expect(auditor.get_by_text("Choose a seat")).to_have_count(0)
