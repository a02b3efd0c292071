"""What browser tests stand on: faults are noticed, people are who they are, cards come as told."""

from __future__ import annotations

from typing import Any, get_args

import pytest
import sqlalchemy as sa

from pitboss.cards import DECK, name, parse_all
from pitboss.rules.limits import House
from pitboss.store import journal, schema
from pitboss.store.accounts import Role
from pitboss.table.events import TopCardBurned
from pitboss.table.log import card_of
from tests.browser.browsing import Visits
from tests.browser.casino import Casino, OpenTable

PLAY = """async ({table, invite, wagers, moves}) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/ws?invite=${invite}`)
  const seen = [], waiting = []
  let last, key = 0
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data)
    if (message.kind === "update") seen.push(last = message)
    if (message.kind !== "update" || message.events.length === 0) waiting.shift()(message)
  }
  const answer = () => new Promise((done) => waiting.push(done))
  const ask = (command) => {
    socket.send(JSON.stringify({key: `k${++key}`, seen: last.version, ...command}))
    return answer()
  }
  await answer()
  const answers = [await ask({do: "sit", seat: 1})]
  for (const round of moves) {
    answers.push(await ask({do: "bet", seat: 1, wagers}), await ask({do: "deal"}))
    for (const move of round) answers.push(await ask({do: "act", seat: 1, move}))
  }
  socket.close()
  return {seen, refused: answers.filter(({kind}) => kind !== "done")}
}"""
"""Rounds played by what any page may use."""


def play(
    browser: Visits, casino: Casino, table: OpenTable, moves: list[list[str]], wagers: list[str]
) -> list[dict[str, Any]]:
    """Play rounds; the updates that the page got."""
    page = browser.desktop(casino.person())
    page.goto("/healthz")
    told = dict(zip(("table", "invite"), table, strict=True))
    stakes = dict.fromkeys(wagers, 1000)
    found = page.evaluate(PLAY, told | {"moves": moves, "wagers": stakes})
    assert found["refused"] == []
    seen: list[dict[str, Any]] = found["seen"]
    return seen


def dealt(casino: Casino, table: OpenTable) -> list[int]:
    """The cards that were dealt by the log, but for those burned after a shuffle."""
    with casino.house.database.read() as connection:
        events = [
            one for entry in journal.entries(connection, table.number) for one in entry.events
        ]
    cards = [card_of(event) for event in events if not isinstance(event, TopCardBurned)]
    return [card for card in cards if card is not None]


@pytest.mark.parametrize(
    ("game", "cards", "moves", "wagers"),
    [
        ("blackjack", "Ts 9c 6h 8d 5s | Th 6d 9h Tc 5c", [["hit"], ["stand"]], ["main"]),
        ("half-back", "As 9h 4d Kc 6c", [["take-back", "hit"]], ["main", "half-back"]),
        ("lucky-stiff", "Ts 5c 6h 9d Kc", [["stand"]], ["main", "lucky-stiff"]),
        ("blackjack-tie", "Ts Tc 6h Qd 4c | 9s 9d 9c 9h", [["hit", "stand"], ["stand"]], ["main"]),
        ("mulligan-21", "Ts Tc 6h 9d Qd 2c", [["hit", "stand"]], ["main"]),
    ],
)  # fmt: skip
def test_the_cards_come_in_the_order_given(
    game: str, cards: str, moves: list[list[str]], wagers: list[str], casino: Casino,
    browser: Visits,
) -> None:  # fmt: skip
    table = casino.table(game, cards, private=True)
    seen = play(browser, casino, table, moves, wagers)
    wanted = parse_all(cards.replace("|", " "))
    assert dealt(casino, table) == wanted
    shown = {card for update in seen for card in cards_of(update)}
    assert shown == {name(card) for card in wanted} | {"??"}
    [shoe] = casino.house.rows(sa.select(schema.shoes).where(schema.shoes.c.number == 1))
    decks = len(shoe.cards) // len(DECK)
    assert sorted(shoe.cards) == sorted(DECK * decks)
    assert seen[-1]["shoe"]["dealt"] == 1 + len(wanted)


def cards_of(update: dict[str, Any]) -> list[str]:
    view = update["view"]
    hands = [view["dealer"], *(hand for seat in view["seats"] for hand in seat["hands"])]
    burned = [event["card"] for event in update["events"] if event["type"] == "CardBurned"]
    return [card for hand in hands for card in hand["cards"]] + [name(card) for card in burned]


def test_the_next_shoe_can_be_stacked_too(casino: Casino, browser: Visits) -> None:
    first, second = "Ts 9c 6h 8d 5s", "9s 7c 9h Td Ah"
    table = casino.table("blackjack", first, house=House(shoe="csm"))
    casino.next_shoe(second, burn=0)
    play(browser, casino, table, [["hit"], ["hit"]], ["main"])
    assert dealt(casino, table) == parse_all(f"{first} {second}")


@pytest.mark.parametrize("role", get_args(Role))
def test_everyone_is_signed_in_as_who_they_are(role: Role, casino: Casino, browser: Visits) -> None:
    page = browser.phone(casino.person("Kim", role))
    page.goto("/healthz")
    me = page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert (me["name"], me["role"]) == ("Kim", role)


@pytest.mark.parametrize(
    ("script", "faults"),
    [
        ("console.error('oh')", ["console: oh"]),
        ("setTimeout(() => { throw new Error('oh') })", ["exception: oh"]),
        ("fetch('/api/tables')", ["401 GET /api/tables"]),
        ("fetch('http://127.0.0.1:9').catch(() => 0)", ["Content Security Policy"]),
        ("document.head.appendChild(document.createElement('script')).text = 'oh'",
         ["Content Security Policy"]),
    ],
)  # fmt: skip
def test_whatever_goes_wrong_on_a_page_is_noticed(
    script: str, faults: list[str], browser: Visits
) -> None:
    page = browser.desktop()
    page.goto("/healthz")
    browser.check()
    page.evaluate(f"async () => {{ await ({script}) }}")
    page.evaluate("new Promise((done) => setTimeout(done))")
    with pytest.raises(AssertionError):
        browser.check()
    for fault in faults:
        browser.expect(fault)


def test_a_request_that_gets_no_answer_is_noticed(browser: Visits) -> None:
    page = browser.desktop()
    page.goto("/healthz")
    page.context.set_offline(True)
    page.evaluate("fetch('/api/me').catch(() => 0)")
    browser.expect(f"failed: GET {browser.address}/api/me")
    browser.expect("console: Failed to load resource")


def test_a_fault_that_is_expected_must_come(browser: Visits) -> None:
    browser.desktop().goto("/healthz")
    browser.expect("404 GET /assets/nowhere.js")
    with pytest.raises(AssertionError, match="did not come"):
        browser.check()
    browser.desktop().goto("/assets/nowhere.js")
