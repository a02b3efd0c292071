"""Whatever is killed, and whenever: no cent is lost or paid twice, no command lost or done twice.

`make soak` does the same hundreds of times.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.effort import size
from tests.servers import Client, Elsewhere, Postgres, Server, kept_port, postgres_program, until
from tests.web.crashing import PATIENCE, PIT, Casino
from tests.web.truth import Truth

KILLS = size("KILLS", usual=12, whole=25)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if postgres_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed here")
    found = Postgres()
    yield found
    found.stop()


def test_kills_on_sqlite(tmp_path: Path) -> None:
    async def play() -> None:
        async with Casino(f"sqlite:///{tmp_path / 'pitboss.db'}") as casino:
            await casino.storm(KILLS)

    asyncio.run(play())


def test_kills_of_server_and_database_on_postgresql(postgres: Postgres) -> None:
    async def play() -> None:
        async with Casino(postgres.database("kills")) as casino:
            await casino.storm(KILLS, postgres)

    asyncio.run(play())


def test_the_database_restarts_under_a_running_server(postgres: Postgres) -> None:
    async def play() -> None:
        async with Casino(postgres.database("restart"), tables=3) as casino:
            for _ in range(3):
                await casino.go_on()
                await asyncio.to_thread(postgres.restart)
                await casino.go_on()
                casino.check()

    asyncio.run(play())


def test_when_one_of_two_servers_dies_its_tables_go_on_in_the_other(postgres: Postgres) -> None:
    async def play() -> None:
        async with Casino(postgres.database("two"), servers=2) as casino:
            await casino.go_on()
            assert len(set(casino.owners().values())) == 2
            for dead, alive in ((0, 1), (1, 0)):
                await casino.end_server(dead)
                await casino.go_on(10)
                assert set(casino.owners().values()) == {casino.servers[alive].address}
                casino.check()
                await asyncio.to_thread(casino.servers[dead].start)
                await casino.go_on()
            casino.check_anew()

    asyncio.run(play())


def test_a_server_that_slept_past_its_lease_writes_nothing_and_says_so(postgres: Postgres) -> None:
    async def play() -> None:
        async with Casino(postgres.database("sleeper"), servers=2) as casino:
            await casino.go_on()
            sleeper, other = casino.servers
            [table, *_] = (n for n, where in casino.owners().items() if where == sleeper.address)
            async with Client(sleeper.address) as silent:
                await silent.login(*PIT)
                await silent.watch(table)
                os.kill(sleeper.process.pid, signal.SIGSTOP)
                await silent.socket.send(json.dumps(_late(silent)))
                await casino.go_on(10)
                assert set(casino.owners().values()) == {other.address}
                os.kill(sleeper.process.pid, signal.SIGCONT)
                assert silent._reading is not None
                await asyncio.wait_for(silent._reading, PATIENCE)
                said = [json.loads(text) for text in silent.traffic if '"late"' in text]
                assert [one["kind"] for one in said] in ([], ["refused"])
                with pytest.raises(Elsewhere, match=other.address):
                    await silent.watch(table)
            await casino.go_on()
            casino.check()
            assert (PIT[0], "late") not in casino.truth.commands
            casino.check_anew()

    asyncio.run(play())


def _late(client: Client) -> dict[str, Any]:
    return {"do": "sit", "key": "late", "seen": client.last["version"], "seat": 7}


async def _staked(client: Client) -> int:
    """A table at which somebody has wagered, with all the time in the world."""
    await client.guest()
    table = await client.open(betting_seconds=600, action_seconds=600)
    await client.watch(table)
    await client.do("sit", seat=1)
    await client.do("bet", seat=1, wagers={"main": 1000})
    return table


async def _again(client: Client, server: Server, table: int, command: dict[str, Any]) -> Any:
    """Come back after a crash, and send a command once more."""
    await asyncio.to_thread(server.start)
    await client.leave()
    await client.watch(table)
    return await client.do(command["do"], **command)


@pytest.mark.parametrize("written", [True, False], ids=["written", "not written"])
def test_a_command_whose_answer_never_came_is_done_once(tmp_path: Path, *, written: bool) -> None:
    server = Server(f"sqlite:///{tmp_path / 'pitboss.db'}", port=kept_port(), forked=True)
    truth = Truth(server.url)

    async def play() -> None:
        async with Client(server.address) as client:
            table = await _staked(client)
            command = {"do": "deal", "key": "dealt", "seen": client.last["version"]}
            if not written:
                os.kill(server.process.pid, signal.SIGSTOP)
            await client.socket.send(json.dumps(command))
            if written:
                until(lambda: _is_done(truth, client.name), 20)
            server.kill()
            assert _is_done(truth, client.name) == written
            answer = await _again(client, server, table, command)
            assert answer["kind"] == "done"
            again = await client.do("deal", **command)
            assert again == answer
            truth.read()
            assert truth.commands[client.name, "dealt"] == (table, answer["version"])
            assert truth.tables[table].seq == client.last["version"] == answer["version"]

    try:
        asyncio.run(play())
    finally:
        server.kill()


def _is_done(truth: Truth, player: str) -> bool:
    truth.read()
    return (player, "dealt") in truth.commands


def test_the_hole_card_is_the_same_after_a_crash(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'pitboss.db'}", port=kept_port())
    truth = Truth(server.url)

    async def play() -> None:
        async with Client(server.address) as client:
            table = await _staked(client)
            while client.last["view"]["waits_for"] != "decision":
                await _go_on(client)
            before = client.last["view"]
            assert before["dealer"]["cards"][1] == "??"
            truth.read()
            hidden = truth.tables[table].table.state.hole
            server.kill()
            await asyncio.to_thread(server.start)
            await client.leave()
            await client.watch(table)
            assert client.last["view"] == before
            while client.last["view"]["waits_for"] == "decision":
                await client.do("act", seat=1, move="stand")
            truth.read()
            assert truth.tables[table].table.state.hole == hidden
            turned = [
                one for one in truth.tables[table].shown[-1] if one["type"] == "HoleCardTurned"
            ]
            assert [one["card"] for one in turned] == [hidden]

    try:
        asyncio.run(play())
    finally:
        server.kill()


async def _go_on(client: Client) -> None:
    """Whatever leads to a decision."""
    waits = client.last["view"]["waits_for"]
    if waits == "insurance":
        await client.do("insure", seat=1, cents=0)
    elif any(not seat["hands"] for seat in client.last["view"]["seats"]):
        await client.do("deal")
    else:
        await client.do("bet", seat=1, wagers={"main": 1000})
