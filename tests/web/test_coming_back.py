"""People who leave a table, or lose it, and come back or do not."""

from __future__ import annotations

import pytest

from pitboss.floor import commands as cmd
from pitboss.store import records
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
