"""Clocks of a live table: what happens when the time for a question is up."""

from __future__ import annotations

import time

import pytest

from pitboss import cards
from pitboss.floor import commands as cmd
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.web.house import House, run
from tests.web.sitting import SOON, begin, deal_these, do, entries_of, happened, hurry, until


def test_wagers_are_closed_when_the_time_for_them_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c 8h", monkeypatch)
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open(betting_seconds=SOON)
            await do(table, bob, cmd.Sit(key="sits", seen=1, seat=2))  # and never wagers
            await begin(table, ann, deal=False)
            await until(lambda: table.house_table.table.playing)
            assert [who for who, _ in happened(house, table, ev.WagersClosed)] == [""]
            assert [seat.number for seat in table.house_table.table.state.seats] == [1]

    run(play())


def test_a_hand_stands_when_the_time_for_its_decision_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("Ts 5h 7d 2c 6s Th", monkeypatch)  # 12 and 11 against 17
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open(action_seconds=SOON)
            await begin(table, ann, bob)
            await until(lambda: not table.house_table.table.playing)
            stood = happened(house, table, ev.HandStood)
            assert stood == [("", ev.HandStood(1, 0, 12)), ("", ev.HandStood(2, 0, 11))]
            assert house.balances()["wallet:Ann"] == 99_000

    run(play())


def test_insurance_is_declined_when_the_time_for_it_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 5h Ad 9c 6s Kh", monkeypatch)  # the dealer has a natural
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            await begin(table, ann, bob)
            assert table.house_table.table.want == Want.INSURANCE
            await do(table, bob, cmd.Insure(key="insures", seen=9999, seat=2, cents=500))
            hurry(table)
            await until(lambda: not table.house_table.table.playing)
            assert happened(house, table, ev.InsuranceDeclined) == [("", ev.InsuranceDeclined(1))]
            assert house.balances()["wallet:Ann"] == 99_000
            assert house.balances()["wallet:Bob"] == 100_000  # 2 to 1 on half covers it

    run(play())


def test_a_card_that_could_be_burned_is_kept_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("2s 7d 3c Th Ks", monkeypatch)  # 5 draws a king against 17
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open("mulligan-21")
            await begin(table, ann)
            await do(table, ann, cmd.Act(key="hit", seen=9999, seat=1, move="hit"))
            assert table.house_table.table.legal_names() == ["burn", "keep"]
            hurry(table)
            await until(lambda: not table.house_table.table.playing)
            offers = happened(house, table, ev.ReplacementOffered)
            assert [event.card for _, event in offers] == [cards.parse("Ks")]
            kept = happened(house, table, ev.CardKept)
            assert [(who, event.card) for who, event in kept] == [("", cards.parse("Ks"))]

    run(play())


def test_everyone_is_told_until_when_a_question_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 2c Th 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=1)
                assert socket.last["deadline"] is None
                for what, fields in (
                    ("bet", {"seat": 1, "wagers": {"main": 1000}}), ("deal", {}),
                    ("act", {"seat": 1, "move": "hit"}),
                ):  # fmt: skip
                    await socket.do(what, **fields)
                    assert socket.last["deadline"] == table.deadline is not None
                await socket.do("act", seat=1, move="stand")
                assert socket.last["deadline"] is table.deadline is None

    run(play())


def test_an_answer_given_in_time_starts_a_new_clock_however_slow_the_store_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("2s 7d 3c Th 2d 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await begin(table, ann)
            house.database.write(lambda _: time.sleep(3 * SOON))  # the disk is busy
            hurry(table)
            await do(table, ann, cmd.Act(key="hit", seen=9999, seat=1, move="hit"))
            assert table.deadline is not None
            deadline = table.deadline
            await until(lambda: not table.house_table.table.playing)
            stood = entries_of(house, table)[-1]
            assert stood.actor == ""
            assert any(isinstance(event, ev.HandStood) for event in stood.events)
            assert stood.at >= deadline - 20  # a clock may be off by some milliseconds

    run(play())
