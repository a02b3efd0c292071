"""A database that is lost: one line in the log, a sentence to everyone, and play goes on after."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial

import httpx
import pytest
import websockets

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.opening import describe_table
from pitboss.store import accounts
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.web import app
from pitboss.web.access import COOKIE
from pitboss.web.hub import Hub
from pitboss.web.messages import Done
from pitboss.web.table_host import TableHost
from tests.servers import Postgres, postgres_program
from tests.web.house import UNHURRIED, House, served

pytestmark = pytest.mark.skipif(
    postgres_program("initdb") is None, reason="PostgreSQL is not installed here"
)
TABLES = 5


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    found = Postgres()
    yield found
    found.stop()


async def _until(holds: object) -> None:
    assert callable(holds)
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.02)


def test_a_lost_database_is_one_line_and_a_sentence_and_then_play_goes_on(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss")
    database = Database(postgres.database())
    made = app.create(database, bounds=UNHURRIED)

    def lines() -> list[str]:
        return [line.getMessage() for line in caplog.records if line.name == "pitboss"]

    async def play() -> None:
        async with (
            made.router.lifespan_context(made),
            httpx.AsyncClient(
                transport=httpx.ASGITransport(made, raise_app_exceptions=False),
                base_url="http://127.0.0.1",
            ) as client,
        ):
            hub: Hub = made.state.hub
            assert (await client.post("/api/guest")).status_code == 200
            tables = [await _seated(hub, place) for place in range(TABLES)]
            caplog.clear()
            postgres.kill()
            pending = [
                asyncio.create_task(live.command(_bet(live), account)) for live, account in tables
            ]
            for path in ("/api/me", "/api/tables", "/api/rounds") * 10:
                answer = await client.get(path)
                assert answer.status_code == 503
                assert answer.json()["error"] == (
                    "the house's books cannot be read now; try again soon"
                )
                assert (await client.post("/api/guest")).status_code == 503
            assert (await client.get("/healthz")).status_code == 503
            await asyncio.sleep(2.5)  # heartbeats, and tables that try to find themselves again
            [lost] = lines()
            assert lost.startswith("the database does not answer (")
            assert "\n" not in lost
            postgres.start()
            answers = await asyncio.gather(*pending)
            for (live, account), done in zip(tables, answers, strict=True):
                if not isinstance(done, Done):  # not written before: now it is
                    assert isinstance(await live.command(_bet(live), account), Done)
            await _until(lambda: len(lines()) > 1)
            assert lines()[1].startswith("the database answers again, after ")
            assert (await client.get("/api/me")).status_code == 200
        assert len(lines()) == 2
        assert not [line for line in caplog.records if line.exc_info], caplog.text

    asyncio.run(asyncio.wait_for(play(), 90))
    database.close()


async def _seated(hub: Hub, place: int) -> tuple[TableHost, accounts.Account]:
    live = await hub.open(describe_table(games.find("blackjack"), "one"), "pit")
    create = partial(accounts.create, name=f"Ann {'abcdefgh'[place]}", role="player",
                     password="!", at=now_ms())  # fmt: skip
    account = await hub.writing(create)
    assert isinstance(await live.command(cmd.Sit(key="sit", seen=0, seat=1), account), Done)
    return live, account


def _bet(live: TableHost) -> cmd.Bet:
    return cmd.Bet(
        key=f"bet {live.house_table.id}", seen=live.house_table.seq, seat=1, wagers={"main": 1000}
    )


def test_whoever_comes_to_a_table_meanwhile_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def come() -> None:
        async with House() as house, served(house) as host:
            ann, table = house.person("Ann"), await house.open()

            def gone() -> None:
                raise ConnectionError("the disk is gone")

            monkeypatch.setattr(house.database, "read", gone)
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(
                    f"ws://{host}/api/tables/{table.house_table.id}/ws",
                    additional_headers={"Cookie": f"{COOKIE}={ann.token}"},
                )
            assert refused.value.response.status_code == 503
            assert b"try again soon" in (refused.value.response.body or b"")
            monkeypatch.undo()

    asyncio.run(come())
    assert not [line for line in caplog.records if line.exc_info], caplog.text
