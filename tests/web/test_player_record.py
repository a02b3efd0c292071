"""A player's history with cards and filters, and what games and bets brought beside theory."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.commands import new_key
from tests.web.house import PLENTY, House, deal_these, run
from tests.web.refusals import sentence

ROUNDS = "Ts 9h 9c 8d | Ts 9c 8h Td"
"""19 against 17, then 18 against 19, player standing; the burned card is another."""


def test_history_shows_the_cards_and_leaves_out_what_is_filtered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal_these(ROUNDS.replace("| ", ""), monkeypatch)

    async def work() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            live = await house.open()
            async with ann.at(live.house_table.id) as socket:
                await socket.do("sit", seat=1)
                for _ in range(2):
                    await socket.do("bet", seat=1, wagers={"main": 1000})
                    await socket.do("deal", key=new_key())
                    stood = await socket.do("act", seat=1, move="stand")
                    assert stood["kind"] == "done", stood

            async def rounds(**query: Any) -> list[dict[str, Any]]:
                answer = await ann.get("/api/rounds", **query)
                found: list[dict[str, Any]] = answer.json()
                return found

            lost, won = await rounds()
            assert (won["hands"], won["dealer"], won["net"]) == ([["Ts", "9c"]], ["9h", "8d"], 1000)
            assert (lost["hands"], lost["dealer"], lost["net"]) == (
                [["Ts", "8h"]], ["9c", "Td"], -1000
            )  # fmt: skip
            assert await rounds(outcome="won") == [won]
            assert await rounds(outcome="lost") == [lost]
            assert await rounds(outcome="even") == []
            assert await rounds(game="blackjack", most=1) == [lost]
            assert await rounds(game="half-back") == []
            answer = await ann.get("/api/rounds", outcome="perhaps")
            sentence(answer, 422, "outcome = 'perhaps'")
            [game] = (await ann.get("/api/record")).json()
            assert (game["game"], game["rounds"], game["net"]) == ("blackjack", 2, 0)
            [bet] = game["bets"]
            assert (bet["name"], bet["wagers"], bet["staked"], bet["net"]) == ("Main", 2, 2000, 0)
            edge = (await ann.get("/api/games/blackjack/edge")).json()["bets"]["main"]
            assert bet["expected"] == pytest.approx(-2000 * edge["house_edge"], rel=0.05)
            assert game["expected"] == pytest.approx(bet["expected"])
            assert game["sd"] == pytest.approx(1000 * edge["sd"] * 2**0.5, rel=0.01)

    run(work())


def test_a_wager_that_was_taken_back_is_counted_with_what_was_staked_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal_these("As 9h 4d Kc 6c", monkeypatch)  # soft 15 against a nine, 21 after a card

    async def work() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            live = await house.open("half-back")
            async with ann.at(live.house_table.id) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000, "half-back": 1000})
                await socket.do("deal", key=new_key())
                for move in ("take-back", "hit"):
                    assert (await socket.do("act", seat=1, move=move))["kind"] == "done"
            [game] = (await ann.get("/api/record")).json()
            told = [(bet["bet"], bet["wagers"], bet["staked"], bet["net"]) for bet in game["bets"]]
            assert told == [("main", 1, 1000, 1000), ("half-back", 1, 1000, 0)]
            means = sum(bet["expected"] for bet in game["bets"])
            assert game["expected"] == pytest.approx(means)

    run(work())
