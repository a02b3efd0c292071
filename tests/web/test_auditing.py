"""The audit over the web: what was changed is found, what is being played disturbs nothing."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.floor import commands as cmd
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import audit, proof_file, schema
from pitboss.store.accounts import Role
from pitboss.store.proof_checker import verify
from pitboss.web import auditor
from pitboss.web.messages import Denied
from pitboss.web.routes import audit as audit_routes
from pitboss.web.table_host import TableHost
from tests.web.house import PLENTY, WHY, House, Person, next_command, run
from tests.web.refusals import sentence, unchanged

CSM = HouseSettings(shoe="csm")


async def play(live: TableHost, *people: Person, steps: int, seed: int = 0) -> None:
    """Have people sit down, if they do not yet, and play."""
    rng, by_name = random.Random(seed), {person.name: person for person in people}
    if not live.house_table.seats:
        for seat, person in enumerate(people, start=1):
            sit = cmd.Sit(key=f"sit at {live.house_table.id}", seen=live.house_table.seq, seat=seat)
            assert not isinstance(await live.command(sit, person.account), Denied)
    for step in range(steps):
        name, command = next_command(live, rng, f"{live.house_table.id}-{seed}-{step}")
        answer = await live.command(command, by_name[name].account)
        assert not isinstance(answer, Denied), answer


async def until_closed(live: TableHost, *people: Person) -> None:
    """Play the round to its end."""
    seed = 1000
    while live.house_table.table.playing:
        seed += 1
        await play(live, *people, steps=1, seed=seed)


async def audited(person: Person, scope: dict[str, int] | None = None) -> dict[str, Any]:
    """Start an audit, and wait for what it finds."""
    begun = await person.post("/api/admin/audit", scope)
    assert begun.status_code == 202, begun.text
    assert begun.json()["state"] == "running"
    while True:
        answer = (await person.get("/api/admin/audit")).json()
        if answer["state"] == "done":
            found: dict[str, Any] = answer
            return found
        await asyncio.sleep(0.01)


def change(house: House, table: sa.Table, where: Any, **values: Any) -> None:
    """Write to the database behind everyone's back."""
    house.database.write(
        lambda connection: connection.execute(sa.update(table).where(where).values(**values))
    ).result()


@pytest.mark.parametrize("role", ["pit", "auditor"])
def test_an_audit_finds_a_house_sound_and_writes_nothing_but_its_report(role: Role) -> None:
    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", role), house.person("Ann", cents=PLENTY)
            async with unchanged(house):
                assert (await eve.get("/api/admin/audit")).json()["state"] == "none"
            live = await house.open("half-back")
            await play(live, ann, steps=40)
            before = house.dump()
            found = await audited(eve)
            after = house.dump()
            changed = {name for name in before if before[name] != after[name]}
            assert changed == {"acts", "audit_reports", "log", "tables"}
            assert before["ledger"] == after["ledger"]
            told = [row for row in after["log"] if row not in before["log"]]
            assert [row[0] for row in told] == [-1, 0]  # the register's and the cage's: a report
            result = found["result"]
            assert (found["by"], found["error"]) == ("Eve", None)
            assert found["started"] <= found["ended"]
            assert found["entries_done"] == found["entries_in_all"] == result["counts"]["entries"]
            assert (result["sound"], result["faults"], result["findings"]) == (True, 0, [])
            assert result["counts"]["tables"] == 1
            assert result["counts"]["rounds"] > 3

    run(work())


def test_a_flipped_byte_is_found_and_told_with_its_place() -> None:
    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            live = await house.open()
            await play(live, ann, steps=40)
            log = schema.log.c
            here = sa.and_(log.table_id == live.house_table.id, log.seq == 20)
            [row] = house.rows(sa.select(schema.log).where(here))
            body = bytearray(row.body)
            body[len(body) // 2] ^= 1
            change(house, schema.log, here, body=bytes(body))
            result = (await audited(eve))["result"]
            assert not result["sound"]
            assert result["faults"] == len(result["findings"]) == sum(result["kinds"].values())
            first = result["findings"][0]
            assert (first["table"], first["entry"]) == (live.house_table.id, 20)
            assert "it was changed, moved or put in another's place" in first["what"]
            change(house, schema.log, here, body=row.body)
            assert (await audited(eve))["result"]["sound"]

    run(work())


def test_many_faults_are_counted_and_the_first_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditor, "MOST_FINDINGS", 3)

    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            await play(await house.open(), ann, steps=30)
            change(house, schema.results, sa.true(), stake=schema.results.c.stake + 1)
            result = (await audited(eve))["result"]
            assert len(result["findings"]) == 3
            assert result["faults"] == result["kinds"]["result"] > 3

    run(work())


def test_play_goes_on_during_an_audit_and_nothing_false_is_found() -> None:
    async def work() -> None:
        async with House() as house:
            eve = house.person("Eve", "auditor")
            people = [house.person(name, cents=PLENTY) for name in ("Ann", "Ben")]
            lives = [await house.open("half-back", house=CSM), await house.open("mulligan-21")]
            for seed, live in enumerate(lives):
                await play(live, *people, steps=60, seed=seed)
            over = asyncio.Event()

            async def go_on(live: TableHost) -> int:
                rounds, seed = live.house_table.table.state.round, 100
                while not over.is_set():
                    seed += 1
                    await play(live, *people, steps=1, seed=seed)
                return live.house_table.table.state.round - rounds

            playing = [asyncio.create_task(go_on(live)) for live in lives]
            for _ in range(4):
                found = await audited(eve)
                assert found["result"]["findings"] == []
                assert found["entries_done"] == found["entries_in_all"]
            over.set()
            assert min(await asyncio.gather(*playing)) > 1

    run(work())


def test_a_planted_table_and_a_planted_balance_break_no_page_and_are_found() -> None:
    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            await house.open("half-back")

            def plant(connection: sa.Connection) -> None:
                tables = schema.tables
                row = connection.execute(sa.select(tables).where(tables.c.id == 1)).one()
                planted = {"id": 77, "seq": 0, "seal": "", "snapshot": None, "snapshot_seq": 0}
                connection.execute(sa.insert(tables), {**row._mapping, **planted})
                connection.execute(sa.insert(schema.balances), {"account": "purse:x", "cents": 5})

            assert (await eve.get("/api/admin/overview")).json()["balanced"]
            house.database.write(plant).result()
            for person, path, status in (
                (ann, "/api/tables", 200), (ann, "/api/tables/77", 409), (ann, "/healthz", 200),
                (eve, "/api/admin/overview", 200), (eve, "/api/tables", 200),
                (ann, "/api/tables/77/advice?seat=1", 409),
            ):  # fmt: skip
                answer = await person.get(path)
                assert answer.status_code == status, (path, answer.text)
            assert [one["id"] for one in (await ann.get("/api/tables")).json()] == [1]
            assert not (await eve.get("/api/admin/overview")).json()["balanced"]
            told = [one["what"] for one in (await audited(eve))["result"]["findings"]]
            assert any("it has no log" in what for what in told)
            assert any("purse:x holds $0.05" in what for what in told)

    run(work())


def test_only_one_audit_runs_and_it_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, go = threading.Event(), threading.Event()
    numbers = audit.Audit._numbers

    def slowly(self: audit.Audit) -> list[int]:
        waiting.set()
        assert go.wait(20)
        return numbers(self)

    monkeypatch.setattr(audit.Audit, "_numbers", slowly)

    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            pit, live = house.person("Pit", "pit"), await house.open()
            assert (await eve.post("/api/admin/audit")).status_code == 202
            await asyncio.to_thread(waiting.wait, 20)
            assert "auditor" in {thread.name for thread in threading.enumerate()}
            sentence(await pit.post("/api/admin/audit"), 409, "an audit that Eve began is running")
            await play(live, ann, steps=20)
            answers = await asyncio.gather(*(ann.get("/api/me") for _ in range(40)))
            assert {answer.status_code for answer in answers} == {200}
            assert (await pit.get("/api/admin/audit")).json()["state"] == "running"
            go.set()
            while (await pit.get("/api/admin/audit")).json()["state"] != "done":
                await asyncio.sleep(0.01)
            assert (await audited(pit))["by"] == "Pit"

    run(work())


def test_an_audit_that_cannot_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: audit.Audit) -> Any:
        raise RuntimeError("the shelf fell down")

    monkeypatch.setattr(audit.Audit, "everything", broken)

    async def work() -> None:
        async with House() as house:
            found = await audited(house.person("Eve", "auditor"))
            assert found["result"] is None
            assert "the shelf fell down" in found["error"]

    run(work())


def test_a_server_that_stops_gives_its_audit_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "TELLING", 1)
    waiting, go = threading.Event(), threading.Event()
    told = auditor.Auditor._told

    def slowly(self: auditor.Auditor, done: int, whole: int) -> None:
        waiting.set()
        assert go.wait(20)
        told(self, done, whole)

    monkeypatch.setattr(auditor.Auditor, "_told", slowly)

    async def work() -> None:
        async with House() as house:
            auditor = house.app.state.auditor
            await house.open()
            auditor.start("Eve")
            await asyncio.to_thread(waiting.wait, 20)
            asyncio.get_running_loop().call_later(0.1, go.set)
        assert not auditor._thread.is_alive()
        assert auditor.progress.result is None

    run(work())


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_audits_and_exports_are_for_who_oversees(role: Role) -> None:
    async def work() -> None:
        async with House() as house:
            somebody, live = house.person("Somebody", role), await house.open()
            for answer in (
                await somebody.post("/api/admin/audit"),
                await somebody.get("/api/admin/audit"),
                await somebody.get(f"/api/admin/tables/{live.house_table.id}/export"),
            ):
                sentence(answer, 403, f"role {role}: this is for pit and auditor")
            assert house.app.state.auditor.progress.state == "none"

    run(work())


# Rounds to take home


def exporting(
    work: Callable[[House, Person, Person, Path], Coroutine[Any, Any, None]], folder: Path
) -> None:
    async def whole() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            await work(house, eve, ann, folder / "rounds.json")

    run(whole())


def test_a_closed_table_is_given_out_whole(tmp_path: Path) -> None:
    async def work(house: House, eve: Person, ann: Person, path: Path) -> None:
        live = await house.open("half-back", private=True, by="Ann")
        await play(live, ann, steps=60)
        await until_closed(live, ann)
        rounds = live.house_table.table.state.round
        pit = house.person("Pit", "pit")
        assert (await pit.post(f"/api/tables/{live.house_table.id}/close", WHY)).status_code == 204
        answer = await eve.get(f"/api/admin/tables/{live.house_table.id}/export")
        assert answer.headers["content-disposition"].endswith('filename="table-1.json"')
        path.write_bytes(answer.content)
        excerpt = proof_file.read(path)
        assert (excerpt.first, excerpt.last) in ((1, rounds), (1, rounds - 1))
        assert len(excerpt.shoes) == 1
        assert list(verify(excerpt)) == []

    exporting(work, tmp_path)


def test_a_shoe_that_is_being_dealt_stays_in_the_house(tmp_path: Path) -> None:
    async def work(house: House, eve: Person, ann: Person, path: Path) -> None:
        live = await house.open()
        address = f"/api/admin/tables/{live.house_table.id}/export"
        sentence(await eve.get(address), 409, "when their shoe is done with")
        await play(live, ann, steps=30)
        async with unchanged(house):
            sentence(await eve.get(address), 409, "when their shoe is done with")
        assert not path.exists()

    exporting(work, tmp_path)


def test_of_an_open_table_only_shoes_that_are_done_with_are_given_out(tmp_path: Path) -> None:
    """Not even a seal goes out of an entry that holds a card nobody has seen."""

    async def work(house: House, eve: Person, ann: Person, path: Path) -> None:
        live = await house.open("blackjack", house=HouseSettings(penetration=0.1))
        seed = 0
        while live.house_table.shoe is None or live.house_table.shoe.number < 3:
            seed += 1
            await play(live, ann, steps=1, seed=seed)
        await play(live, ann, steps=7, seed=seed + 1)
        answer = await eve.get(f"/api/admin/tables/{live.house_table.id}/export")
        path.write_bytes(answer.content)
        excerpt = proof_file.read(path)
        assert list(verify(excerpt)) == []
        assert excerpt.last > 1
        log, shoes = schema.log.c, schema.shoes.c
        secret = house.rows(sa.select(schema.shoes).where(shoes.revealed.is_(None)))
        seals = house.rows(sa.select(log.seal).where(log.seq >= min(row.opened for row in secret)))
        text = answer.text
        assert not any(row.seal in text for row in seals)
        assert not any(row.nonce.hex() in text for row in secret)

    exporting(work, tmp_path)


def test_a_table_too_long_for_a_download_names_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(audit_routes, "MOST_ENTRIES", 5)

    async def work(house: House, eve: Person, ann: Person, path: Path) -> None:  # noqa: ARG001
        live = await house.open()
        await play(live, ann, steps=10)
        answer = await eve.get(f"/api/admin/tables/{live.house_table.id}/export")
        sentence(answer, 409, "pitboss audit --table 1 --export FILE")

    exporting(work, tmp_path)
