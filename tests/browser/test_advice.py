"""Advice in the browser: the solver's own numbers, what mistakes cost, and luck."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Size, Visits
from tests.browser.casino import Casino
from tests.browser.playing import Player

CASES = {
    "blackjack": ("Ts 9h 6c 9d", {}, ["--hand", "T,6", "--up", "9"]),
    "half-back": ("Ts 5h 4c 9d 8h", {}, ["--hand", "T,4", "--up", "8", "--aside", "5"]),
    "lucky-stiff": ("Ts 9h 6c 9d", {"lucky_stiff": 1},
                    ["--hand", "T,6", "--up", "9", "--bet", "lucky-stiff=1"]),
    "blackjack-tie": ("Ts 9h 7c 9d", {"main": 1, "tie_17": 1},
                      ["--hand", "T,7", "--up", "9", "--bet", "tie-17=0.5"]),
    "mulligan-21": ("9s 8h 3c Td", {}, ["--hand", "9,3", "--up", "8"]),
}  # fmt: skip


def solved(game: str, arguments: list[str]) -> dict[str, float]:
    """What the command line says of the same hand, by move."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "ev", game, *arguments, "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {one["move"]: one["ev"] for one in json.loads(done.stdout)["offers"]}


@pytest.mark.parametrize("game", CASES)
def test_advice_shows_the_solvers_numbers_for_these_cards_and_wagers(
    casino: Casino, browser: Visits, game: str
) -> None:
    cards, chips, arguments = CASES[game]
    size: Size = "phone" if game == "half-back" else "desktop"
    player = Player.at(browser, size, casino.person(), casino.table(game, cards))
    advice = player.page.get_by_label("Advice from the solver")
    assert not advice.is_checked()  # off until somebody wants it
    advice.check()
    player.stake(**chips)
    player.deal()
    main = 10 if chips.get("main") else 5
    for move, ev in solved(game, arguments).items():
        worth = round(100 * main * ev) / 100
        sign = "−\u2060" if worth < 0 else "+"  # a minus is never parted from its amount
        shown = f"{sign}${abs(worth):.2f}" if worth else "$0.00"
        button = player.page.locator(f"[data-move={move.replace(' ', '-')}]")
        expect(button).to_contain_text(shown, timeout=60_000)


def test_mistakes_are_priced_and_luck_is_drawn(casino: Casino, browser: Visits) -> None:
    # 16 against 10 stood on; then a plain 20
    table = casino.table("blackjack", "Ts Th 6c 9d | Ts 9h Tc 8d")
    player = Player.at(browser, "desktop", casino.person(), table)
    player.page.get_by_label("Advice from the solver").check()
    player.deal()
    player.move("stand")
    moves = solved("blackjack", ["--hand", "T,6", "--up", "T"])
    cost = 5 * (max(moves.values()) - moves["stand"])
    assert cost > 0.005
    said = player.page.get_by_label("Advice", exact=True)
    expect(said).to_contain_text(
        f"Stand on 10 6 against 10 Hit was better by ${cost:.2f}", timeout=60_000
    )
    player.deal()
    player.move("stand")
    expect(said).to_contain_text("Stand on 10 10 against 9 Nothing was better")
    expect(said.get_by_role("img", name="Luck over 2 rounds: you are at $0")).to_be_visible()
