"""Tables of every kind from opening to closing: bots, typed cards, uploaded games, limits."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.cards import DECK
from pitboss.floor import commands as cmd
from pitboss.store import schema
from pitboss.table import events as ev
from pitboss.web import table_host
from pitboss.web.messages import Denied
from tests.web.house import WHY, House, next_command, run, same
from tests.web.sitting import begin, deal_these, do, happened, until

OWN = """
id = "own"
name = "Own Game"
summary = "Blackjack that pays 6 to 5."
source = "a designer"
based-on = "blackjack"
"""


def test_bots_play_their_hands_and_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "BOT_SECONDS", 0.01)
        # seat 1, then the bots in 6 and 7; an ace up and no natural under it
        deal_these("Ts 2h Td Ad 9c 3h Tc 8s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open(bots=2)
            await begin(table, ann)
            state = table.house_table.table.state
            assert [seat.player for seat in state.seats] == ["Ann", "bot 1.2", "bot 1.1"]
            await until(lambda: table.house_table.table.insurance_seats() == [1])
            await asyncio.sleep(0.1)  # ten times as long as a bot thinks
            assert table.house_table.table.insurance_seats() == [1]
            await do(table, ann, cmd.Insure(key="insures", seen=9999, seat=1, cents=500))
            assert table.house_table.table.seat.number == 1
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            await until(lambda: not table.house_table.table.playing)
            drew = [event for _, event in happened(house, table, ev.HitTaken)]
            assert drew
            assert {event.seat for event in drew} == {6}
            assert sum(house.balances().values()) == 0

    run(play())


def test_a_typed_table_follows_a_real_one_with_a_hole_card_nobody_has_seen() -> None:
    async def play() -> None:
        async with House() as house:
            ann, dora = house.person("Ann"), house.person("Dora", "dealer")
            table = await house.open(typed=True)
            assert table.house_table.shoe is None
            number = table.house_table.id
            async with ann.at(number) as hers, dora.at(number) as deals:
                await hers.do("sit", seat=1)
                await hers.do("bet", seat=1, wagers={"main": 1000})
                await hers.do("deal")
                for card in ("Ts", "Kd", "9c"):
                    assert (await deals.do("card", card=card, seen=9999))["kind"] == "done"
                assert (await deals.do("card", seen=9999))["kind"] == "done"
                await hers.until(lambda: hers.last["view"]["waits_for"] == "peek")
                assert hers.last["view"]["dealer"]["cards"] == ["Kd", "??"]
                early = await hers.do("act", seat=1, move="stand", seen=9999)
                assert "the table waits for the dealer's peek" in early["error"]
                assert (await deals.do("peek", natural=False, seen=9999))["kind"] == "done"
                assert (await hers.do("act", seat=1, move="stand", seen=9999))["kind"] == "done"
                wrong = await deals.do("card", card="As", seen=9999)
                assert "the peek said no natural under Kd" in wrong["error"]
                assert (await deals.do("card", card="8h", seen=9999))["kind"] == "done"
                await hers.until(lambda: hers.last["view"]["waits_for"] == "wagers")
                assert hers.last["wallet"] == 101_000  # 19 against 18
                assert (await deals.do("shuffle"))["kind"] == "done"
            assert house.rows(sa.select(schema.shoes)) == []

    run(play())


def test_a_designers_game_uploaded_by_the_pit_is_played_and_survives_a_restart() -> None:
    async def play() -> None:
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            text = games.source("lucky-stiff").replace('id = "lucky-stiff"', 'id = "own"', 1)
            for file in (OWN, text):
                answer = await pit.post("/api/tables", {"file": file, "name": "Tonight"})
                assert answer.status_code == 201, answer.text
                number = answer.json()["table"]
                shown = (await ann.get(f"/api/tables/{number}")).json()
                assert (shown["name"], shown["game"]["id"]) == ("Tonight", "own")
                table = await house.hub.find(number)
                await do(table, ann, cmd.Sit(key=f"sits {number}", seen=1, seat=1))
                rng = random.Random(3)
                for step in itertools.count():
                    if table.house_table.table.state.round == 3:
                        break
                    if step == 4:
                        house.hub.lose(table)
                        table = await house.hub.find(number)
                    _, command = next_command(table, rng, f"{number} {step}")
                    await do(table, ann, command)
                assert table.house_table.opened.source == file
            assert sum(house.balances().values()) == 0

    run(play())


def test_limits_change_between_rounds_and_wagers_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Th", monkeypatch)
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            path = f"/api/tables/{table.house_table.id}/limits"
            body = {"house": {"minimum": {"main": 2500}}} | WHY
            await begin(table, ann, deal=False)
            assert house.balances()["wallet:Ann"] == 99_000
            assert (await pit.send("PUT", path, body)).status_code == 204
            assert house.balances()["wallet:Ann"] == 100_000
            bet = cmd.Bet(key="low", seen=9999, seat=1, wagers={"main": 1000})
            answer = await table.command(bet, ann.account)
            assert isinstance(answer, Denied)
            assert "the table's minimum is $25" in answer.error
            bet = cmd.Bet(key="high", seen=9999, seat=1, wagers={"main": 2500})
            await do(table, ann, bet)
            await do(table, ann, cmd.Deal(key="deals", seen=9999))
            before = house.dump()
            refused = await pit.send("PUT", path, {"house": {}} | WHY)
            assert refused.status_code == 409
            assert "limits cannot change in the middle of a round" in refused.json()["error"]
            assert same(before, house.dump())
            house.hub.lose(table)
            found = await house.hub.find(table.house_table.id)
            assert found.house_table.table.limits.minimum["main"] == 2500

    run(play())


def test_closing_a_table_gives_wagers_back_and_reveals_the_shoe() -> None:
    async def play() -> None:
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            number = table.house_table.id
            async with ann.at(number) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000})
                promised = [socket.last[one]["commitment"] for one in ("shoe", "next_shoe")]
                assert (await pit.post(f"/api/tables/{number}/close", WHY)).status_code == 204
                await socket.until(lambda: socket.closed is not None)
                assert socket.last["closed"]
                assert (socket.last["seats"], socket.last["wallet"]) == ({}, 100_000)
                shoes = [one for one in socket.last["events"] if one["type"] == "ShoeRevealed"]
                seeds = [bytes.fromhex(shoe["nonce"]) for shoe in shoes]
                assert [hashlib.sha256(seed).hexdigest() for seed in seeds] == promised
                orders = [bytes.fromhex(shoe["cards"]) for shoe in shoes]
                assert [len(order) for order in orders] == [312, 0]  # the second is never shuffled
                assert sorted(orders[0]) == sorted(list(DECK) * 6)
                assert (socket.last["shoe"], socket.last["next_shoe"]) == (None, None)
            assert (await ann.get("/api/tables")).json() == []
            again = await house.hub.find(number)
            answer = await again.command(cmd.Sit(key="x", seen=99, seat=1), ann.account)
            assert isinstance(answer, Denied)
            assert answer.error == f"table {number}: it is closed"

    run(play())


def test_a_table_is_not_closed_in_mid_round_nor_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Th", monkeypatch)
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            close = f"/api/tables/{table.house_table.id}/close"
            await begin(table, ann)
            before = house.dump()
            answer = await pit.post(close, WHY)
            assert answer.status_code == 409
            assert "a round is being played" in answer.json()["error"]
            assert same(before, house.dump())
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            assert (await pit.post(close, WHY)).status_code == 204
            before = house.dump()
            limits = f"/api/tables/{table.house_table.id}/limits"
            wanted: dict[str, Any] = {"house": {}} | WHY
            for again in (await pit.post(close, WHY), await pit.send("PUT", limits, wanted)):
                assert again.status_code == 409
                assert again.json()["error"] == f"table {table.house_table.id}: it is closed"
            assert same(before, house.dump())

    run(play())
