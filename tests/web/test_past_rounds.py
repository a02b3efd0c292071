"""Rounds of the past: listed whole, without hidden cards, and what is forgotten."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss import cards
from pitboss.floor import commands as cmd
from pitboss.store import register, schema
from pitboss.web.hub import Hub
from tests.web.house import House, run
from tests.web.sitting import begin, deal_these, do, some_rounds, until


def test_sessions_that_are_over_are_forgotten() -> None:
    async def play() -> None:
        async with House() as house:
            house.person("Ann")

            def work(connection: sa.Connection) -> None:
                row = connection.execute(sa.select(schema.sessions)).one()._mapping
                old = {**row, "expires": 1, "token": "of old"}
                register.insert(connection, schema.sessions, old)

            house.database.write(work).result()
            again = Hub(house.database, "")  # another server starts
            await again.start()
            try:
                await until(lambda: len(house.rows(sa.select(schema.sessions))) == 1)
                assert [row.expires > 1 for row in house.rows(sa.select(schema.sessions))] == [True]
            finally:
                await again.stop()

    run(play())


def test_history_shows_rounds_whole_however_few_are_asked_for() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=10_000_000)
            table = await house.open("blackjack-tie")
            for seat in range(2, 8):
                await do(table, ann, cmd.Sit(key=f"more {seat}", seen=1, seat=seat))
            await some_rounds(table, [ann], 6)
            results = house.rows(sa.select(schema.results))
            expected = {
                number: sum(row.returned - row.stake for row in results if row.round == number)
                for number in range(1, 7)
            }
            assert max(sum(row.round == n for row in results) for n in expected) > 10
            found = (await ann.get("/api/rounds", most=6)).json()
            assert {one["round"]: one["net"] for one in found} == expected
            pages: list[dict[str, Any]] = []
            before: dict[str, int] = {}
            while page := (await ann.get("/api/rounds", most=1, **before)).json():
                pages += page
                before = {"before": page[-1]["at"]}
            assert [(one["round"], one["net"]) for one in pages] == [
                (number, expected[number]) for number in range(6, 0, -1)
            ]

    run(play())


def test_an_unfinished_round_shows_no_hole_card_to_anyone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Jh", monkeypatch)
        async with House() as house:
            ann, eve = house.person("Ann"), house.person("Eve", "auditor")
            table = await house.open()
            await begin(table, ann)
            for person in (ann, eve):
                answer = await person.get(f"/api/tables/{table.house_table.id}/rounds/1")
                assert {"type": "HoleCardDealt", "card": None} in answer.json()["entries"][-1][
                    "events"
                ]
                assert f'"card":{cards.parse("Jh")}' not in answer.text.replace(" ", "")
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            answer = await ann.get(f"/api/tables/{table.house_table.id}/rounds/1")
            turned = {"type": "HoleCardTurned", "card": cards.parse("Jh")}
            assert turned in answer.json()["entries"][-1]["events"]
            assert json.dumps(turned).replace(" ", "") in answer.text

    run(play())
