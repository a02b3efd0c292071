"""Rounds again: the list of them, the replay step by step, and the proof that can be taken home."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, Route, expect

from pitboss.cards import name, parse_all
from pitboss.cli.auditing import audit
from pitboss.rules.limits import House
from pitboss.store import schema
from tests.browser.axe import violations
from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino, OpenTable
from tests.browser.test_casino import PLAY
from tests.web.house import Person

CARDS = "As 9h 4d Kc 6c"
"""Soft 15 against a nine: Half Back is taken back, a six makes 21, the dealer has 19."""
MOVES = ["take-back", "hit"]
BETS = ["main", "half-back"]
BROKEN_HEADS = """() => [...document.querySelectorAll("th")]
  .filter((one) => one.closest("thead")?.clientWidth > 1 && !/\\s/.test(one.textContent.trim()))
  .filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const lines = [...words.getClientRects()].filter((line) => line.width > 1);
    const [tops, bottoms] = [lines.map((line) => line.top), lines.map((line) => line.bottom)];
    return Math.max(...tops) > Math.min(...bottoms);
  })
  .map((one) => one.textContent)"""
"""Heads of tables of one word that stand on two lines."""
RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
GRADES = {
    "decisions": [
        {"seq": 4, "seat": 1, "hand": 0, "cards": ["As", "4d"], "upcard": "9h",
         "moved": "take-back", "best": "hit", "ev_cents": -100, "best_cents": -62.5,
         "cost_cents": 37.5, "moves": []},
        {"seq": 4, "seat": 2, "hand": 0, "cards": ["Ts", "4d"], "upcard": "9h", "moved": "stand",
         "best": "hit", "ev_cents": -100, "best_cents": -62.5, "cost_cents": 37.5, "moves": []},
    ],
    "cost_cents": 75.0,
}  # fmt: skip


def visit(
    browser: Visits, person: Person, size: Size = "desktop", grades: Any = GRADES, **settings: Any
) -> Page:
    """A window in which the solver's grades are as told: they are not what is tested here."""
    page = browser.open(size, person, **settings)

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(grades))

    page.route("**/grades*", answer)
    return page


def play(
    page: Page, table: OpenTable, moves: list[list[str]] | None = None,
    bets: list[str] | None = None,
) -> None:  # fmt: skip
    """Rounds at seat 1, by what any page may use."""
    page.goto("/healthz")
    told = {"table": table.number, "invite": table.invite, "moves": moves or [MOVES]}
    found = page.evaluate(PLAY, told | {"wagers": dict.fromkeys(bets or BETS, 1000)})
    assert found["refused"] == []


def played(casino: Casino, page: Page) -> OpenTable:
    """A round at a private table with a continuous shuffler, whose proof can be had at once."""
    table = casino.table("half-back", CARDS, private=True, house=House(shoe="csm"))
    play(page, table)
    return table


def spoken(cards: list[str]) -> list[str]:
    """Cards as they are read out."""
    return [
        "a card face down" if card == "??" else f"{RANKS[card[0]]} of {SUITS[card[1]]}"
        for card in cards
    ]


def cards_at(page: Page, where: str) -> list[str]:
    """The cards that lie somewhere, as they are read out."""
    found = page.get_by_label(where).locator(".card")
    return [str(card.get_attribute("aria-label")) for card in found.all()]


def at_step(page: Page, number: int) -> None:
    expect(page.get_by_role("status")).to_have_text(re.compile(f"^Step {number} of "))


def test_a_round_is_found_in_the_list_and_stepped_through_by_keyboard(
    casino: Casino, browser: Visits
) -> None:
    ann = casino.person()
    page = visit(browser, ann)
    played(casino, page)
    page.goto("/history")
    row = page.get_by_role("table", name="Your rounds").locator("tbody tr")
    expect(row).to_have_count(1)
    cells = row.get_by_role("cell").all_inner_texts()
    assert cells[1:3] == ["Half Back Blackjack with Upcard Bonus", "half-back #1, round 1, private"]
    assert "A♠ 4♦ 6♣ v 9♥ K♣" in " ".join(cells[3].split())
    assert [cell.split()[-1] for cell in cells[4:]] == ["$10", "+$10"]
    page.get_by_role("link", name="show the round again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    assert page.url.endswith("/round/1/1")  # who played needs no invitation
    steps = page.evaluate("fetch('/api/tables/1/rounds/1/replay').then((one) => one.json())")[
        "steps"
    ]
    hidden = 0
    for number, step in enumerate(steps, start=1):
        at_step(page, number)
        assert cards_at(page, "Dealer") == spoken(step["felt"]["dealer"]["cards"])
        hands = [hand for seat in step["felt"]["seats"] for hand in seat["hands"]]
        mine = [card for hand in hands for card in hand["cards"]]
        assert cards_at(page, "Seat 1, Ann, you") == spoken(mine)
        expect(page.locator("[aria-current=step]")).to_contain_text(step["does"])
        hidden += "??" in step["felt"]["dealer"]["cards"]
        page.keyboard.press("ArrowRight")
    assert hidden
    last = [name(card) for card in parse_all(CARDS)]
    assert cards_at(page, "Dealer") == spoken([last[1], last[3]])
    assert cards_at(page, "Seat 1, Ann, you") == spoken([last[0], last[2], last[4]])
    at_step(page, len(steps))  # the last key did nothing more
    expect(page.get_by_role("button", name="Forward", exact=True)).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    at_step(page, len(steps) - 1)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Seat 1, Ann (you) +$10")
    expect(result).to_contain_text("$10 × 1 to 1 = $10, and $10 back")
    decisions = page.get_by_role("region", name="Decisions")
    expect(decisions).to_contain_text("Take back on A 4 against 9")
    expect(decisions).to_contain_text("Hit was better by $0.38")
    assert decisions.get_by_role("listitem").count() == 1  # only those of the viewer's seats
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    paper = page.locator(".paper svg")  # paper shows no card that is turned over
    expect(paper).to_be_visible()
    expect(paper).to_contain_text("Won $10")
    expect(page.locator(".ground")).to_be_hidden()


def test_buttons_slider_list_and_playing_go_to_the_same_steps(
    casino: Casino, browser: Visits
) -> None:
    ann = casino.person()
    page = visit(browser, ann)
    played(casino, page)
    page.goto("/round/1/1?step=3")
    at_step(page, 3)
    page.get_by_role("button", name="Back", exact=True).click()
    at_step(page, 2)
    page.get_by_role("button", name="Last step").click()
    slider = page.get_by_role("slider", name="Step")
    count = int(slider.get_attribute("max") or 0)
    at_step(page, count)
    page.get_by_role("button", name="First step").click()
    at_step(page, 1)
    slider.focus()
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.keyboard.press("End")
    at_step(page, count)
    page.get_by_role("button", name="Deal 6♣ to seat 1").click()
    expect(page.locator(".caption")).to_contain_text("Deal 6♣ to seat 1")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("heading", level=1).click()  # nothing has the focus now
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at_step(page, 3)  # it went there by itself
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_an_address_that_was_copied_shows_the_same_step_to_somebody_else(
    casino: Casino, browser: Visits
) -> None:
    ann, eve = casino.person(), casino.person("Eve")
    page = visit(browser, ann, permissions=["clipboard-read", "clipboard-write"])
    table = played(casino, page)
    page.goto(f"/round/1/1?invite={table.invite}")
    at_step(page, 1)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at_step(page, 6)
    page.get_by_role("button", name="Copy address").click()
    expect(page.get_by_text("Address copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{casino.address}/round/1/1?step=6&share=")
    assert table.invite not in copied  # who is sent a round is not let in to the table
    other = visit(browser, eve)
    other.goto(copied)
    at_step(other, 6)
    expect(other.get_by_label("Seat 1, Ann")).to_be_visible()
    expect(other.get_by_role("region", name="Decisions")).to_have_count(0)
    other.goto("/round/1/1")
    expect(other.get_by_role("alert")).to_contain_text("there is none with this number")
    browser.expect("404 GET /api/tables/1/rounds/1/replay")


def test_the_proof_can_be_downloaded_and_audited(
    casino: Casino, browser: Visits, tmp_path: Path
) -> None:
    page = visit(browser, casino.person())
    casino.deal_fairly()  # an order that nobody arranged: the same in every run
    table = casino.table("blackjack", private=True, house=House(shoe="csm"))
    play(page, table, [["stand"]], ["main"])
    page.goto("/round/1/1")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the proof").click()
    assert coming.value.suggested_filename == "pitboss-table-1-round-1.json"
    path = tmp_path / coming.value.suggested_filename
    coming.value.save_as(path)
    audit(path, json=True)  # exits if something is wrong
    proof = page.get_by_role("region", name="Proof")
    [shoe] = casino.house.rows(sa.select(schema.shoes).where(schema.shoes.c.number == 1))
    expect(proof).to_contain_text(shoe.commitment)
    expect(proof).to_contain_text(json.loads(path.read_text())["runs"][0]["entries"][0]["body"]
                                  .partition('"rules_hash":"')[2][:64])  # fmt: skip


def test_a_proof_that_would_show_a_burned_card_says_what_it_waits_for(
    casino: Casino, browser: Visits
) -> None:
    page = visit(browser, casino.person())
    play(page, casino.table("blackjack", "Ts 9c 6h 8d 5s"), [["hit"]], ["main"])
    page.goto("/round/1/1")
    proof = page.get_by_role("region", name="Proof")
    expect(proof).to_contain_text("shoe 1 is still being dealt")
    expect(proof.get_by_role("link")).to_have_count(0)


def test_a_round_that_is_being_played_shows_as_much_as_the_table_does(
    casino: Casino, browser: Visits
) -> None:
    page = visit(browser, casino.person())
    play(page, casino.table("blackjack", "Ts 9c 6h 8d 5s"), [[]], ["main"])
    page.goto("/round/1/1")
    expect(page.get_by_text("This round is still being played")).to_be_visible()
    page.get_by_role("button", name="Look again").click()  # it goes to what came last
    expect(page.get_by_role("button", name="Last step")).to_be_disabled()
    assert cards_at(page, "Dealer") == ["nine of clubs", "a card face down"]
    assert "eight of diamonds" not in page.content()


def many_rounds(
    casino: Casino, count: int, *, games: Sequence[str] = ("blackjack", "lucky-stiff"),
    at: int = 1_700_000_000_000, returned: int = 2000,
) -> None:  # fmt: skip
    """Rounds at a table of each game, which nobody has to play for a list."""
    tables = [casino.table(game) for game in games]
    rows = [
        {"table_id": tables[number % len(tables)].number, "seq": 1000 + number, "line": 0,
         "round": number, "seat": 1, "player": "Ann", "bet": "main", "event": "win", "stake": 1000,
         "returned": returned, "at": at + (number + 1) // 2}
        for number in range(count)
    ]  # fmt: skip
    casino.house.database.write(
        lambda connection: connection.execute(sa.insert(schema.results), rows)
    ).result()


def test_a_long_list_is_loaded_bit_by_bit_and_can_be_filtered(
    casino: Casino, browser: Visits
) -> None:
    page = visit(browser, casino.person())
    many_rounds(casino, 120)
    page.goto("/history")
    rows = page.get_by_role("table", name="Your rounds").locator("tbody tr")
    expect(rows).to_have_count(50)
    more = page.get_by_role("button", name="Load more")
    more.click()
    expect(rows).to_have_count(99)  # one came again: it began when the last one did
    more.click()
    expect(rows).to_have_count(120)
    expect(more).to_have_count(0)
    shown = {(row.get_attribute("href")) for row in rows.get_by_role("link").all()}
    assert len(shown) == 120
    page.get_by_role("combobox", name="Game").select_option("Lucky Stiff")
    expect(rows).to_have_count(50)
    more.click()
    expect(rows).to_have_count(60)
    expect(page.get_by_role("status")).to_have_text("60 rounds: $600 staked, +$600.")


def test_the_list_says_what_all_rounds_brought_and_offers_every_game(
    casino: Casino, browser: Visits
) -> None:
    page = visit(browser, casino.person())
    many_rounds(casino, 53, games=["blackjack"])
    many_rounds(casino, 3, games=["lucky-stiff"], at=1_600_000_000_000, returned=0)
    page.goto("/history")
    said = page.get_by_role("status")
    expect(said).to_have_text("56 rounds: $560 staked, +$500. The newest 50 are listed.")
    page.get_by_role("combobox", name="Game").select_option("Lucky Stiff")
    expect(said).to_have_text("3 rounds: $30 staked, −\u2060$30.")
    page.get_by_role("combobox", name="Result").select_option("Won")
    expect(said).to_have_text("No round is like that.")


def test_mistakes_are_looked_for_at_the_pace_of_the_server(casino: Casino, browser: Visits) -> None:
    browser.expect("429 GET /api/tables/1/rounds/2/grades")
    browser.expect("500 GET /api/tables/1/rounds/0/grades")
    page = browser.desktop(casino.person())
    refusals = {2: (429, {"Retry-After": "1"}), 0: (500, {})}
    asked: list[int] = []

    def answer(route: Route) -> None:
        number = int(route.request.url.split("/rounds/")[1].partition("/")[0])
        asked.append(number)
        status, headers = refusals.pop(number, (200, {}))
        body = GRADES if status == 200 else {"error": "not now"}
        route.fulfill(status=status, headers=headers, json=body)

    page.route("**/grades*", answer)
    many_rounds(casino, 5)
    page.goto("/history")
    page.get_by_role("button", name="Find my mistakes").click()
    expect(page.get_by_text("Mistakes cost $3 of expectation in 4 rounds.")).to_be_visible()
    assert sorted(asked) == [0, 1, 2, 2, 3, 4]  # the round that had to wait was asked for again
    page.get_by_role("button", name="Look at the other one").click()
    expect(page.get_by_text("Mistakes cost $3.75 of expectation in 5 rounds.")).to_be_visible()
    expect(page.get_by_text("The solver cannot say")).to_have_count(0)


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_everyone_can_use_these_pages(
    size: Size, scheme: str, casino: Casino, browser: Visits
) -> None:
    new = visit(browser, casino.person("New"), size, color_scheme=scheme)
    new.goto("/history")
    expect(new.get_by_role("heading", name="You have not played yet")).to_be_visible()
    assert violations(new) == []
    page = visit(browser, casino.person(), size, color_scheme=scheme)
    played(casino, page)
    for path in ("/history", "/round/1/1?step=12", "/round/1/1?step=99"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(page) == []
        for width, height in ((390, 844), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            # a phone lays a page out as wide as it must be: innerWidth grows with it
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(BROKEN_HEADS) == []
