"""A table that is found again is the one that was left, and who lost one knows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.rules.limits import House
from pitboss.store import accounts, journal, schema
from pitboss.store.accounts import Account
from pitboss.store.database import Database
from pitboss.store.records import Settings, ShoeCommitted
from pitboss.store.sealed import SealedShoe
from pitboss.table import events as ev
from pitboss.web import app, table_host
from pitboss.web import hub as hubs
from pitboss.web.hub import Hub
from pitboss.web.messages import Done
from pitboss.web.table_host import TableHost
from tests.servers import Postgres, postgres_program

ANN = Account(1, "Ann", "player")
BEN = Account(2, "Ben", "player")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'pitboss.db'}")
    for account in (ANN, BEN):
        made = partial(accounts.create, name=account.name, role="player", password=None, at=1)
        database.write(made).result()
    yield database
    database.close()


async def _table(hub: Hub, *seats: Account, **house: Any) -> TableHost:
    opened = describe_table(
        games.find("blackjack"), "test", options={"decks": 2}, house=House(**house),
        settings=Settings(betting_seconds=600, action_seconds=600),
    )  # fmt: skip
    table = await hub.open(opened, "Pat")
    for number, account in enumerate(seats, start=1):
        await _do(table, cmd.Sit(key=f"sit {account.name}", seen=0, seat=number), account)
    return table


async def _do(table: TableHost, command: cmd.Command, account: Account) -> Done:
    answer = await table.command(command, account)
    assert isinstance(answer, Done), answer
    return answer


def _bet(table: TableHost, key: str, seat: int = 1) -> cmd.Bet:
    return cmd.Bet(key=key, seen=table.house_table.seq, seat=seat, wagers={"main": 1000})


async def _found_again(hub: Hub, number: int) -> HouseTable:
    house_table: HouseTable = await hub.reading(
        lambda connection: HouseTable.recover(connection, number)
    )
    return house_table


def test_a_command_decided_before_somebody_sat_down_is_good_before_and_after_a_crash(
    database: Database,
) -> None:
    async def play() -> None:
        hub = Hub(database, "http://here")
        table = await _table(hub, ANN)
        before = table.house_table.turn
        await _do(table, cmd.Sit(key="later", seen=table.house_table.seq, seat=5), BEN)
        assert table.house_table.turn == before
        assert (await _found_again(hub, table.house_table.id)).turn == before

    asyncio.run(play())


def test_a_round_that_began_before_a_crash_keeps_its_time(database: Database) -> None:
    """Also if its wagers were taken up again, and the table was written down as it was then."""

    async def play() -> None:
        hub = Hub(database, "http://here")
        table = await _table(hub, ANN)
        await _do(table, _bet(table, "first"), ANN)
        began = table.house_table.began
        assert began > 0
        await _do(table, cmd.TakeUp(key="no", seen=table.house_table.seq, seat=1), ANN)
        await _do(table, cmd.Sit(key="later", seen=table.house_table.seq, seat=5), BEN)
        assert (await _found_again(hub, table.house_table.id)).began == began

    asyncio.run(play())


def test_a_shoe_may_run_out_in_the_step_that_ends_the_round(database: Database) -> None:
    async def play() -> list[ev.Event]:
        hub = Hub(database, "http://here")
        table = await _table(hub, ANN, BEN)
        for seat, account in enumerate((ANN, BEN), start=1):
            await _do(table, _bet(table, "bet", seat), account)
        table.house_table.shoe = _nearly_empty(table)
        step = table.house_table.step(
            cmd.Deal(key="", seen=table.house_table.seq), "", owner=hub.id
        )
        while not any(isinstance(event, ev.RoundClosed) for event in step.draft.events):
            await table.write(step)
            step = table.house_table.default(owner=hub.id)
        await table.write(step)
        entries = await hub.reading(
            lambda connection: list(journal.entries(connection, table.house_table.id))
        )
        return [event for entry in entries for event in entry.events]

    events = asyncio.run(play())
    numbers = [event.number for event in events if isinstance(event, ShoeCommitted)]
    assert ev.ShoeShuffled(ran_out=True) in events
    assert numbers == [1, 2, 3]


def _nearly_empty(table: TableHost) -> SealedShoe:
    """Naturals for everyone and an open end: the dealer's hole card comes from a new shoe."""
    house_table = table.house_table
    assert house_table.shoe is not None
    order = bytes([0, 1, 40, 36, 37])  # aces, an upcard that is not looked under, tens
    return SealedShoe(house_table.shoe.number, order, house_table.shoe.nonce)


def test_wallets_are_right_when_nobody_knows_whether_a_wager_was_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = database.add_and_tell

    def written_but_cut_off(work: Any, item: Any, told: Any) -> None:
        cut_off = ConnectionError("the connection was lost")
        real(work, item, lambda *_: told(None, cut_off))

    async def play() -> None:
        hub = Hub(database, "http://here")
        table = await _table(hub, ANN)
        watcher, _ = await table.watch(ANN.name), await table.watch(BEN.name)
        before, reading = table.house_table.seq, hub.reading

        async def read_while_others_hear(work: Any) -> Any:
            found = await reading(work)
            table.tell_wallet(BEN.name, 5)
            return found

        monkeypatch.setattr(hub, "reading", read_while_others_hear)
        monkeypatch.setattr(database, "add_and_tell", written_but_cut_off)
        answer = await _do(table, _bet(table, "bet"), ANN)
        assert answer.version == table.house_table.seq == before + 1
        held = {before: accounts.STAKE, before + 1: accounts.STAKE - 1000}
        heard = [msgspec.json.decode(message or b"") for message in _told(watcher)]
        assert [one["wallet"] for one in heard] == [held[one["version"]] for one in heard]
        assert heard[-1]["version"] == before + 1

    asyncio.run(play())


def test_who_watches_a_table_that_another_server_took_is_sent_away(database: Database) -> None:
    async def play() -> None:
        one, other = Hub(database, "http://one"), Hub(database, "http://other")
        table = await _table(one, ANN)
        kept = await _table(one, BEN)
        watcher, stays = await table.watch(ANN.name), await kept.watch(BEN.name)
        await one.writing(lambda found: _expire(found, table.house_table.id))
        await other._renew()
        assert set(other.hosts) == {table.house_table.id}
        await one._renew()
        assert set(one.hosts) == {kept.house_table.id}
        assert _told(watcher)[-1] is None
        assert None not in _told(stays)

    asyncio.run(play())


def _expire(connection: sa.Connection, table: int) -> None:
    connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table).values(lease=0))


def _told(watcher: table_host.Watcher) -> list[bytes | None]:
    found = []
    while not watcher.messages.empty():
        found.append(watcher.messages.get_nowait())
    return found


def test_who_comes_to_a_server_that_slept_is_not_shown_what_was_long_ago(
    database: Database,
) -> None:
    async def play() -> None:
        slept, other = Hub(database, "http://slept"), Hub(database, "http://other")
        table = await _table(slept, ANN)
        number = table.house_table.id
        await slept.writing(lambda found: _expire(found, number))
        await other._renew()
        await _do(other.hosts[number], cmd.StandUp(key="leaves", seen=0, seat=1), ANN)
        watcher = await table.watch(BEN.name)
        assert _told(watcher) == [None]  # come back, and see where the table is
        assert number not in slept.hosts

    asyncio.run(play())


def test_a_server_at_a_dead_ones_address_has_its_tables_at_once(database: Database) -> None:
    async def play() -> None:
        dead, elsewhere = Hub(database, "http://here"), Hub(database, "http://there")
        await dead._renew()
        table = await _table(dead, ANN)
        await elsewhere.start()
        assert not elsewhere.hosts
        next_one = Hub(database, "http://here")
        await next_one.start()
        assert set(next_one.hosts) == {table.house_table.id}
        await next_one.stop()
        await elsewhere.stop()

    asyncio.run(play())


def test_a_private_table_that_nobody_is_at_is_put_away_and_found_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        hub = Hub(database, "http://here")
        await hub.start()
        names = ("private", "public", "watched", "seated")
        tables = {
            name: await hub.open(
                describe_table(
                    games.find("blackjack"), name,
                    settings=Settings(private=name != "public", bots=1),
                ),
                "Pat",
            )
            for name in names
        }  # fmt: skip
        await tables["watched"].watch(BEN.name)
        await _do(tables["seated"], cmd.Sit(key="sit", seen=0, seat=1), ANN)
        await hub._renew()
        assert len(hub.hosts) == len(names)
        monkeypatch.setattr(table_host, "EMPTY_MS", -1)
        await hub._renew()
        assert {table.house_table.opened.name for table in hub.hosts.values()} == set(names[1:])
        gone = tables["private"].house_table
        found = await hub.find(gone.id)
        assert (found.house_table.seq, found.house_table.seal) == (gone.seq, gone.seal)
        await _do(found, cmd.Sit(key="back", seen=0, seat=1), ANN)
        await hub.stop()

    asyncio.run(play())


def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(database: Database) -> None:
    async def play() -> None:
        dead = Hub(database, "http://here")
        await dead._renew()
        broken, whole = await _table(dead, ANN), await _table(dead, BEN)
        await dead.writing(
            lambda found: found.execute(
                sa.delete(schema.log).where(schema.log.c.table_id == broken.house_table.id)
            )
        )
        hub = Hub(database, "http://here")
        await hub.start()
        assert set(hub.hosts) == {whole.house_table.id}
        await hub.stop()

    asyncio.run(play())


def test_who_does_not_come_back_after_a_crash_loses_the_seat(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        dead = Hub(database, "http://here")
        await dead._renew()
        number = (await _table(dead, ANN, BEN)).house_table.id
        monkeypatch.setattr(table_host, "AWAY_MS", 50)
        hub = Hub(database, "http://here")
        await hub.start()
        found = hub.hosts[number]
        watcher = await found.watch(BEN.name)
        await _until(lambda: found.house_table.seats == {2: BEN.name})
        found.unwatch(watcher)
        await _until(lambda: not found.house_table.seats)
        await hub.stop()

    asyncio.run(play())


async def _until(holds: Any) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_server_stops_although_its_database_is_gone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        hub = Hub(database, "http://here")
        await hub.start()
        table = await _table(hub, ANN)
        monkeypatch.setattr(hubs, "STOPPING_SECONDS", 0.1)

        def gone(*_: Any) -> Any:
            raise ConnectionError("the database is gone")

        monkeypatch.setattr(database, "write", gone)
        monkeypatch.setattr(database, "read", gone)
        deciding = asyncio.create_task(table.command(_bet(table, "bet"), ANN))
        await asyncio.sleep(0.05)
        await hub.stop()
        deciding.cancel()

    asyncio.run(play())


@pytest.mark.skipif(postgres_program("initdb") is None, reason="PostgreSQL is not installed here")
def test_while_the_database_is_gone_every_request_is_answered_with_a_sentence() -> None:
    postgres = Postgres(hurried=True)
    database = Database(postgres.database())

    async def asking() -> None:
        made = app.create(database)
        async with (
            made.router.lifespan_context(made),
            httpx.AsyncClient(
                transport=httpx.ASGITransport(made, raise_app_exceptions=False),
                base_url="http://127.0.0.1",
            ) as client,
        ):
            assert (await client.post("/api/guest")).status_code == 200
            postgres.kill()
            for path in ("/api/me", "/api/tables", "/api/rounds"):
                answer = await client.get(path)
                assert answer.status_code == 503, answer.text
                assert "try again" in answer.json()["error"]
            assert (await client.get("/healthz")).status_code == 503

    asyncio.run(asking())
    database.close()
    postgres.stop()
