"""People who leave a table, or lose it, and come back or do not."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.floor import commands as cmd
from pitboss.store import records
from pitboss.store.clock import now_ms
from pitboss.table import events as ev
from pitboss.web import table_host
from tests.web.house import House, run
from tests.web.sitting import deal_these, do, happened, until


def test_who_lost_the_connection_comes_back_to_the_same_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("Ts 7d 2c Th 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000})
                await socket.do("deal")
                last = socket.last
            assert table.watchers == set()
            async with ann.at(table.house_table.id) as socket:
                for part in ("view", "version", "turn", "seats", "shoe", "wallet", "deadline"):
                    assert socket.last[part] == last[part]
                assert socket.last["view"]["legal"] == ["stand", "hit", "double"]
                assert (await socket.do("act", seat=1, move="stand"))["kind"] == "done"

    run(play())


def test_who_comes_back_is_told_what_was_settled_meanwhile_even_by_another_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("Ts 9h 4c 8d Ts", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open("half-back")
            number = table.house_table.id
            async with ann.at(number) as socket:
                assert socket.last["ended"] == []
                await socket.do("sit", seat=1)
                wagers = {"main": 500, "half-back": 500, "upcard-bonus": 1000}
                await socket.do("bet", seat=1, wagers=wagers)
                await socket.do("deal")
                assert socket.last["ended"] is None
            async with ann.at(number) as socket:
                [bonus] = there = socket.last["ended"]
            assert (bonus["settled"]["bet"], bonus["settled"]["returned"]) == ("upcard-bonus", 0)
            assert "3 to 6" in bonus["why"]
            house.hub.lose(table)
            async with ann.at(number) as socket:
                assert socket.last["ended"] == there
                await socket.do("act", key="stands", seat=1, move="stand")
            async with ann.at(number) as socket:
                ended = socket.last["ended"]
                assert [one["settled"]["bet"] for one in ended] == [
                    "upcard-bonus", "main", "half-back",
                ]  # fmt: skip
                assert {one["round"] for one in ended} == {1}
            house.hub.lose(await house.hub.find(number))
            async with ann.at(number) as socket:
                assert socket.last["ended"] == ended

    run(play())


def test_a_seat_is_free_again_when_its_player_has_been_away_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "AWAY_MS", 100)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=3)
            await until(lambda: table.house_table.seats == {})
            assert happened(house, table, records.SeatLeft) == [("", records.SeatLeft(3, "Ann"))]

    run(play())


def test_a_seat_whose_player_does_not_come_back_after_a_restart_is_free_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "AWAY_MS", 100)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open(bots=1)
            await do(table, ann, cmd.Sit(key="sits", seen=9, seat=3))
            house.hub.lose(table)
            found = await house.hub.find(table.house_table.id)
            assert found is not table
            assert found.house_table.seats[3] == "Ann"
            await until(lambda: 3 not in found.house_table.seats)
            assert len(found.house_table.seats) == 1  # the bot's

    run(play())


def test_who_leaves_others_waiting_is_not_waited_for_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "GONE_SECONDS", 0.2)
        deal_these("Ts 5h 7d 2c 6s Th", monkeypatch)  # 12 and 11 against 17
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()  # everybody has ten minutes
            async with ann.at(table.house_table.id) as waits:
                async with bob.at(table.house_table.id) as leaves:
                    await leaves.do("sit", seat=1)
                    await waits.do("sit", seat=2)
                    await leaves.do("bet", seat=1, wagers={"main": 1000})
                    await waits.do("bet", seat=2, wagers={"main": 1000})
                    await leaves.do("deal")
                await until(lambda: table.house_table.table.seat.number == 2)
                assert happened(house, table, ev.HandStood) == [("", ev.HandStood(1, 0, 12))]
                await waits.until(lambda: waits.last["view"]["to_act"] == 2)
                assert waits.last["away"] == [1]
                assert waits.last["deadline"] > now_ms() + 500_000  # Ann is here, and has her time

    run(play())


def test_who_is_alone_at_a_table_finds_the_hand_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "GONE_SECONDS", 0.05)
        deal_these("Ts 7d 2c Th 3s", monkeypatch)
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            async with bob.at(table.house_table.id):  # watches, and waits for nothing
                async with ann.at(table.house_table.id) as socket:
                    await socket.do("sit", seat=1)
                    await socket.do("bet", seat=1, wagers={"main": 1000})
                    await socket.do("deal")
                await asyncio.sleep(0.2)
            async with ann.at(table.house_table.id) as socket:
                assert socket.last["away"] == []
                assert socket.last["view"]["to_act"] == 1

    run(play())
