"""What an operator's graphs are made of: rounds, errors, waiting; and labels nobody can add to."""

from __future__ import annotations

import asyncio
import json
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.store import schema, table_rows
from pitboss.web import table_host
from pitboss.web.messages import Denied, Done
from pitboss.web.metrics import Trouble
from pitboss.web.table_host import TableHost
from tests.web.house import WHY, House, Person, deal_these

DESIGNED = 'id = "secret-plans"\nname = "Secret plans"\nbased-on = "blackjack"\n'


async def scraped(house: House) -> dict[tuple[str, str], float]:
    """What Prometheus reads, by name and the value of the only label that matters."""
    answer = await house.stranger().get("/metrics")
    return {
        (sample.name, "/".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if "le" not in sample.labels
    }


async def some_round(table: TableHost, person: Person) -> None:
    """A wager, a deal, a stand: the cards are arranged so that this is a whole round."""
    about: dict[str, Any] = {"seen": 9999}
    number = f"{table.house_table.id}, round {table.house_table.table.state.round}"
    for command in (
        cmd.Bet(key=f"bet {number}", seat=1, wagers={"main": 1000}, **about),
        cmd.Deal(key=f"deal {number}", **about),
        cmd.Act(key=f"stand {number}", seat=1, move="stand", **about),
    ):
        answer = await table.command(command, person.account)
        assert isinstance(answer, Done), answer


def test_rounds_are_counted_by_game_and_a_designers_under_one_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal_these("Ts 7d 9c Jh Ks 8d Tc Qh", monkeypatch)

    async def play() -> None:
        async with House() as house:
            pit = house.person("Pia", "pit")
            built_in = await house.open("blackjack")
            body = {"file": DESIGNED, "private": True}
            number = (await pit.post("/api/tables", body)).json()["table"]
            designed = house.hub.hosts[number]
            for table in (built_in, designed):
                sit = cmd.Sit(key=f"sit {table.house_table.id}", seen=1, seat=1)
                await table.command(sit, pit.account)
            await some_round(built_in, pit)
            await some_round(built_in, pit)
            await some_round(designed, pit)
            found = await scraped(house)
            played = {
                label: n for (name, label), n in found.items() if name == "pitboss_rounds_total"
            }
            assert played == dict.fromkeys(games.BUILT_IN, 0) | {"blackjack": 2, "own": 1}
            assert found["pitboss_writer_seconds_count", ""] >= 9  # a write for each command

    asyncio.run(play())


def test_every_kind_of_error_is_there_from_the_start_at_0() -> None:
    async def play() -> None:
        async with House() as house:
            found = await scraped(house)
            errors = {
                label: n for (name, label), n in found.items() if name == "pitboss_errors_total"
            }
            assert errors == dict.fromkeys(Trouble, 0)

    asyncio.run(play())


def test_what_is_no_command_counts_as_a_bad_message() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.raw({"text": "{"})
                await socket.raw({"text": json.dumps({"do": "dance", "key": "1", "seen": 1})})
            assert (await scraped(house))["pitboss_errors_total", "bad-message"] == 2

    asyncio.run(play())


def test_a_table_that_another_server_has_counts_as_lost_and_one_that_is_closed_does_not() -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pia", "pit")
            stolen, closed = await house.open(), await house.open()
            await pit.post(f"/api/tables/{closed.house_table.id}/close", WHY)
            thief = sa.update(schema.tables).where(schema.tables.c.id == stolen.house_table.id)
            house.database.write(lambda c: c.execute(thief.values(owner="thief"))).result()
            answer = await stolen.command(cmd.Sit(key="sit", seen=1, seat=1), pit.account)
            assert isinstance(answer, Denied)
            assert (await scraped(house))["pitboss_errors_total", "lost-table"] == 1

    asyncio.run(play())


def test_a_step_that_cannot_be_written_counts_as_writing() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            broken = sa.text("ALTER TABLE log RENAME TO gone")
            mended = sa.text("ALTER TABLE gone RENAME TO log")
            house.database.write(lambda c: c.execute(broken)).result()
            asking = asyncio.create_task(
                table.command(cmd.Sit(key="sit", seen=1, seat=1), ann.account)
            )
            async with asyncio.timeout(120):
                while (await scraped(house))["pitboss_errors_total", "reading"] == 0:
                    await asyncio.sleep(0.01)
            house.database.write(lambda c: c.execute(mended)).result()
            assert isinstance(await asking, Denied)
            assert (await scraped(house))["pitboss_errors_total", "writing"] == 1

    asyncio.run(play())


def test_who_does_not_take_messages_counts_as_a_slow_client() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                [watcher] = table.watchers
                for _ in range(table_host.WAITING + 1):  # nothing is sent before the loop is free
                    watcher.tell(b'{"kind": "update"}')
                await socket.until(lambda: socket.closed is not None)
            assert (await scraped(house))["pitboss_errors_total", "slow-client"] == 1

    asyncio.run(play())


def test_what_nobody_thought_of_is_answered_and_counts_as_a_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("nobody thought of this")

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            monkeypatch.setattr(table_rows, "open_tables", broken)
            answer = await ann.get("/api/tables")
            assert answer.status_code == 500
            assert "nobody thought" not in answer.text
            assert (await scraped(house))["pitboss_errors_total", "bug"] == 1

    asyncio.run(play())


def test_what_waits_for_the_writer_and_the_solver_is_seen() -> None:
    async def play() -> None:
        async with House() as house:
            busy, go_on = Event(), Event()

            def hold(*_: object) -> None:
                busy.set()
                go_on.wait(20)

            before = (await scraped(house))["pitboss_solver_seconds_count", ""]
            writes = [house.database.write(hold)]
            await asyncio.to_thread(busy.wait, 20)
            writes += [house.database.write(lambda _: None) for _ in range(3)]
            busy.clear()
            solver = house.app.state.solver
            questions = [asyncio.create_task(solver.ask(hold))]
            await asyncio.to_thread(busy.wait, 20)
            questions += [asyncio.create_task(solver.ask(lambda: None)) for _ in range(2)]
            await asyncio.sleep(0)
            found = await scraped(house)
            assert found["pitboss_writer_waiting", ""] >= 3  # renewed leases may wait too
            assert found["pitboss_solver_waiting", ""] == 2
            go_on.set()
            await asyncio.gather(*questions, *map(asyncio.wrap_future, writes))
            found = await scraped(house)
            assert found["pitboss_solver_waiting", ""] == 0
            assert found["pitboss_solver_seconds_count", ""] == before + 3

    asyncio.run(play())
