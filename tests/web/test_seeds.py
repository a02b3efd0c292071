"""Players' seeds over the wire: added, refused, kept through a restart, and shown to everyone."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import records, schema
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost
from tests.store.shuffled import check_shoes, order_of
from tests.web.house import House, Person, run
from tests.web.sitting import begin, do, entries_of, happened, some_rounds

CSM = HouseSettings(shoe="csm")


def add(key: str, seed: str) -> cmd.AddSeed:
    return cmd.AddSeed(key=key, seen=0, seed=seed)


async def refused(table: TableHost, person: Person, command: cmd.AnyCommand) -> str:
    answer = await table.command(command, person.account)
    assert isinstance(answer, Denied)
    return answer.error


def test_an_update_tells_the_promise_and_who_has_added_a_seed() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            async with (
                ann.at(table.house_table.id) as socket,
                bob.at(table.house_table.id) as other,
            ):
                promise = socket.last["next_shoe"]
                assert (promise["number"], promise["cards"], promise["seeded"]) == (1, 312, [])
                assert socket.last["shoe"] is None
                await socket.do("sit", seat=2)
                await other.do("sit", seat=1)
                assert (await socket.do("add-seed", seed="lucky-7"))["kind"] == "done"
                await other.until(lambda: other.last["next_shoe"]["seeded"] == ["Ann"])
                events = [event for said in other.said for event in said.get("events", [])]
                assert {
                    "type": "SeedAdded",
                    "number": 1,
                    "player": "Ann",
                    "seed": "lucky-7",
                } in events
                await other.do("bet", seat=1, wagers={"main": 1000}, seed="b-0-b")
                now = other.last
                assert now["shoe"]["commitment"] == promise["commitment"]
                assert (now["next_shoe"]["number"], now["next_shoe"]["seeded"]) == (2, [])
                kinds = [event["type"] for event in now["events"]]
                assert kinds[:3] == ["SeedAdded", "ShoeSeeded", "ShoeShuffled"]
                assert now["events"][1]["seeds"] == [["Ann", "lucky-7"], ["Bob", "b-0-b"]]

    run(play())


@pytest.mark.parametrize("seed", ["", "a b", "x" * 65, "ümlaut", "a\n", "<b>", "a.b"])
def test_a_seed_that_is_none_is_refused_and_changes_nothing(seed: str) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await do(table, ann, cmd.Sit(key="sits", seen=1, seat=1))
            before = house.dump()
            words = "use 1 to 64 of the letters A to Z and a to z, digits, - and _"
            assert words in await refused(table, ann, add("seed", seed))
            bet = cmd.Bet(key="bet", seen=99, seat=1, wagers={"main": 1000}, seed=seed)
            assert words in await refused(table, ann, bet)
            assert house.dump() == before

    run(play())


def test_only_who_sits_at_a_table_with_a_shoe_adds_a_seed() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table, typed = await house.open(), await house.open(typed=True)
            assert "only who sits at the table" in await refused(table, ann, add("a", "x"))
            await do(typed, ann, cmd.Sit(key="sits", seen=1, seat=1))
            assert "cards of this table are typed in" in await refused(typed, ann, add("b", "x"))
            await do(table, ann, cmd.Sit(key="sits too", seen=1, seat=1))
            await do(table, ann, add("c", "x"))
            assert "it is your seed for this shoe already" in await refused(
                table, ann, add("d", "x")
            )
            await do(table, ann, add("c", "x"))  # the same command again is done once
            assert len(happened(house, table, records.SeedAdded)) == 1

    run(play())


def test_the_last_seed_counts_and_whoever_left_has_none() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            for seat, person in ((1, ann), (2, bob)):
                await do(table, person, cmd.Sit(key=person.name, seen=1, seat=seat))
                await do(table, person, add(f"{person.name} 1", "first"))
            await do(table, ann, add("again", "second"))
            await do(table, bob, cmd.StandUp(key="leaves", seen=99, seat=2))
            bet = cmd.Bet(key="bet", seen=99, seat=1, wagers={"main": 1000})
            await do(table, ann, bet)
            [(_, seeded)] = happened(house, table, records.ShoeSeeded)
            assert seeded == records.ShoeSeeded(1, [("Ann", "second")])
            sheet = (await bob.get(f"/api/tables/{table.house_table.id}/shoes/1")).json()
            told = [(one["player"], one["seed"], one["counts"]) for one in sheet["seeds"]]
            assert told == [
                ("Ann", "first", False), ("Bob", "first", False), ("Ann", "second", True),
            ]  # fmt: skip

    run(play())


@pytest.mark.parametrize("after_a_round", [False, True])
def test_seeds_outlive_the_server(after_a_round: bool) -> None:
    """Found again from the log, with and without a snapshot that has some of them."""

    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open(house=CSM)
            if after_a_round:
                await some_rounds(table, [ann, bob], 1)
            else:
                for seat, person in ((1, ann), (2, bob)):
                    await do(table, person, cmd.Sit(key=person.name, seen=1, seat=seat))
            await do(table, ann, add("a", "early"))
            await do(table, bob, cmd.StandUp(key="up", seen=99, seat=2))
            await do(table, bob, cmd.Sit(key="down", seen=99, seat=3))
            await do(table, bob, add("b", "late"))
            now = table.house_table
            found = await house.hub.reading(lambda database: HouseTable.recover(database, now.id))
            assert found.promise is not None
            assert now.promise is not None
            assert found.promise.server_seed == now.promise.server_seed
            assert found.seeds == now.seeds
            assert found.seeds == {"Ann": "early", "Bob": "late"}
            assert (found.shoe, now.shoe) == (None, None)

    run(play())


def test_a_shoe_can_be_asked_for_from_its_promise_to_its_end() -> None:
    async def play() -> None:
        async with House() as house:
            ann, eve = house.person("Ann"), house.person("Eve")
            table = await house.open(house=CSM, private=True, by="Ann")
            path = f"/api/tables/{table.house_table.id}/shoes"
            await do(table, ann, cmd.Sit(key="sits", seen=1, seat=1))
            await do(table, ann, add("seed", "mine"))
            promised = (await ann.get(f"{path}/1")).json()
            assert (promised["method"], promised["promised"]) == ("pitboss-shuffle-1", 1)
            assert (promised["shuffled"], promised["revealed"]) == (None, False)
            assert (promised["server_seed"], promised["order"]) == (None, None)
            [seed] = promised["seeds"]
            [entry] = [one for one in entries_of(house, table) if one.seq == seed["entry"]]
            assert (seed["player"], seed["seed"], seed["at"]) == ("Ann", "mine", entry.at)
            bet = cmd.Bet(key="bet", seen=99, seat=1, wagers={"main": 1000})
            await do(table, ann, bet)
            dealt = (await ann.get(f"{path}/1")).json()
            assert dealt["shuffled"] == table.house_table.seq
            assert (dealt["server_seed"], dealt["order"]) == (None, None)
            await do(table, ann, cmd.Deal(key="deal", seen=99))
            while table.house_table.shoe is not None:
                await table.write(table.house_table.default(owner=house.hub.id))
            over = (await ann.get(f"{path}/1")).json()
            assert over["revealed"]
            server_seed = over["server_seed"]
            assert hashlib.sha256(bytes.fromhex(server_seed)).hexdigest() == promised["commitment"]
            numbers = ["A23456789TJQK".index(card[0]) * 4 + "cdhs".index(card[1])
                       for card in over["order"]]  # fmt: skip
            assert numbers == order_of(server_seed, {"Ann": "mine"}, numbers)
            missing = await ann.get(f"{path}/9")
            assert missing.status_code == 404
            assert "table 1 has none with this number" in missing.json()["error"]
            assert (await eve.get(f"{path}/1")).status_code == 404  # not her table

    run(play())


def test_the_next_seed_is_never_told() -> None:
    """Whoever asks for every shoe at every moment is told no seed of the house before its time."""

    async def play() -> None:
        async with House() as house:
            ann, audra = house.person("Ann"), house.person("Audra", "auditor")
            table = await house.open(house=CSM)
            number = table.house_table.id
            await begin(table, ann, deal=False)
            for step in range(12):
                secrets = house.rows(
                    sa.select(schema.shoes).where(schema.shoes.c.revealed.is_(None))
                )
                assert secrets
                for reader in (ann, audra):
                    for shoe in range(1, max(row.number for row in secrets) + 2):
                        text = (await reader.get(f"/api/tables/{number}/shoes/{shoe}")).text
                        assert not any(row.nonce.hex() in text for row in secrets)
                await _go_on(table, ann, step)
            assert check_shoes(entries_of(house, table), 6) >= 2

    run(play())


async def _go_on(table: TableHost, ann: Person, step: int) -> None:
    house_table = table.house_table
    if house_table.table.playing:
        await table.write(house_table.default(owner=table.hub.id))
    elif house_table.table.state.felt:
        await do(table, ann, cmd.Deal(key=f"deal {step}", seen=house_table.seq))
    else:
        about: dict[str, Any] = {"key": f"bet {step}", "seen": house_table.seq, "seat": 1}
        await do(table, ann, cmd.Bet(wagers={"main": 1000}, seed=f"s{step}", **about))


def test_two_who_add_seeds_at_once_are_both_heard() -> None:
    async def play() -> None:
        async with House() as house:
            people = [house.person(name) for name in ("Ann", "Bob", "Cy", "Dee", "Eli")]
            table = await house.open()
            for seat, person in enumerate(people, start=1):
                await do(table, person, cmd.Sit(key=person.name, seen=1, seat=seat))
            await asyncio.gather(
                *(do(table, one, add(f"{one.name} adds", f"of-{one.name}")) for one in people)
            )
            assert table.house_table.seeds == {one.name: f"of-{one.name}" for one in people}

    run(play())
