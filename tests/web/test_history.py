"""Rounds shown again are what people saw, and proofs hold without telling what lies face down."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.cli.auditing import audit
from pitboss.floor import commands as cmd
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import journal, proof_file, records, schema
from pitboss.store.proof_collector import collect
from pitboss.store.records import Entry
from pitboss.table import events as ev
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost, Watcher
from tests.store.playing import fill
from tests.web.house import PLENTY, WHY, House, Person, next_command

ROOM_EVENTS = {kind.__name__ for kind in records.HouseEvent.__args__}
OWN = """
id = "own"
name = "Own Game"
summary = "Blackjack as it is."
source = "a designer"
based-on = "blackjack"
"""
TYPED = ("Ts", "Kd", "6c", None, False, "hit", "5h", "8h")
"""A round at a typed table: cards, a hole card nobody saw, the peek, a move, cards."""


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def path_of(table: int, number: int, what: str = "replay") -> str:
    return f"/api/tables/{table}/rounds/{number}/{what}"


async def do(table: TableHost, person: Person, command: cmd.AnyCommand) -> None:
    answer = await table.command(command, person.account)
    assert not isinstance(answer, Denied), answer


class Seen:
    """What somebody who watched a table saw of each round: events with their frames."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.rounds: dict[int, list[dict[str, Any]]] = {}
        self._open = 0
        self._felt: dict[str, Any] = {}

    def listen(self) -> None:
        while not self.watcher.messages.empty():
            update = json.loads(self.watcher.messages.get_nowait() or b"{}")
            for event, frame in zip(update["events"], update["frames"], strict=True):
                if event["type"] == "RoundOpened":
                    self._open = event["number"]
                self._felt = after(self._felt, frame)
                if self._open and event["type"] not in ROOM_EVENTS:
                    step = {
                        "seq": update["version"], "event": event, "felt": self._felt,
                        "does": frame.get("does", ""), "says": frame.get("says", ""),
                        "practice": frame.get("practice", ""), "why": frame.get("why", ""),
                    }  # fmt: skip
                    self.rounds.setdefault(self._open, []).append(step)
                if event["type"] == "RoundClosed":
                    self._open = 0
            lies = {part: update["view"][part] for part in ("seats", "dealer")}
            if update["events"]:
                assert self._felt == lies  # frames lead to where the table is
            self._felt = lies


def after(felt: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """The felt that a frame makes of the one before."""
    seats = {seat["seat"]: seat for seat in felt["seats"]}
    seats |= {seat["seat"]: seat for seat in frame.get("seats", [])}
    left = [seats[number] for number in sorted(seats) if number not in frame.get("gone", [])]
    return {"seats": left, "dealer": frame.get("dealer", felt["dealer"])}


async def sit_down(table: TableHost, *people: Person) -> Seen:
    for seat, person in enumerate(people, start=1):
        await do(table, person, cmd.Sit(key=f"{person.name} sits", seen=0, seat=seat))
    return Seen(await table.watch(None))


async def play_on(
    table: TableHost, seen: Seen, rng: random.Random, people: list[Person], rounds: int
) -> None:
    """Play until so many rounds are over, and ask now and then what was shown so far."""
    by_name = {person.name: person for person in people}
    for step in itertools.count(table.house_table.seq):
        state = table.house_table.table.state
        if state.round >= rounds and not table.house_table.table.playing and not state.felt:
            return
        player, command = next_command(table, rng, f"{table.house_table.id} {step}")
        await do(table, by_name[player], command)
        seen.listen()
        if rng.random() < 0.2 and table.house_table.table.state.round:
            await check_same(people[0], table, seen, table.house_table.table.state.round)


async def check_same(
    person: Person, table: TableHost, seen: Seen, number: int
) -> dict[str, Any]:  # fmt: skip
    """The replay of a round has the steps that were seen, no more and no less."""
    answer = await person.get(path_of(table.house_table.id, number))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    steps = [
        {key: value for key, value in step.items() if key not in ("at", "actor")}
        for step in found["steps"]
    ]
    assert steps == seen.rounds[number]
    settled = [one["event"] for one in steps if one["event"]["type"] == "WagerSettled"]
    assert found["results"] == settled
    assert found["finished"] == (steps[-1]["event"]["type"] == "RoundClosed")
    return found


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_replay_shows_what_those_at_the_table_were_shown(game: str) -> None:
    async def play() -> None:
        async with House() as house:
            people = [house.person(name, cents=PLENTY) for name in ("Ann", "Bob", "Cy")]
            table = await house.open(game, house=HouseSettings(penetration=0.3))
            seen = await sit_down(table, *people)
            await play_on(table, seen, random.Random(game), people, 14)
            for number in range(1, 15):
                found = await check_same(people[0], table, seen, number)
                assert found["finished"]
                assert found["seats"] == {"1": "Ann", "2": "Bob", "3": "Cy"}
                assert found["rules_hash"] == table.house_table.opened.rules_hash
                assert {spot["id"] for spot in found["spots"]} <= found["names"].keys()
                assert found["game"]["id"] == game
                actors = {step["actor"] for step in found["steps"]}
                assert actors <= {"Ann", "Bob", "Cy"}

    run(play())


def test_a_replay_after_limits_changed_and_of_a_designers_game() -> None:
    async def play() -> None:
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann", cents=PLENTY)
            opened = await pit.post("/api/tables", {"file": OWN, "name": "Tonight"})
            table = await house.hub.find(opened.json()["table"])
            seen = await sit_down(table, ann)
            rng = random.Random(2)
            await play_on(table, seen, rng, [ann], 2)
            await do(table, ann, cmd.Bet(key="b", seen=9999, seat=1, wagers={"main": 1000}))
            limits = {"house": {"minimum": {"main": 500}}} | WHY
            path = f"/api/tables/{table.house_table.id}/limits"
            assert (await pit.send("PUT", path, limits)).status_code == 204
            seen.listen()
            await play_on(table, seen, rng, [ann], 4)
            for number in range(1, 5):
                found = await check_same(ann, table, seen, number)
                assert (found["name"], found["game"]["name"]) == ("Tonight", "Own Game")
            kinds = [step["event"]["type"] for step in seen.rounds[3]]
            assert kinds[:3] == ["RoundOpened", "WagerPlaced", "WagerWithdrawn"]
            [*_, newest] = reversed((await ann.get("/api/rounds")).json())
            assert newest["round"] == 4
            assert (newest["game"], newest["game_name"]) == ("own", "Own Game")

    run(play())


def test_a_replay_of_a_typed_table_has_no_shoe_and_its_proof_waits_for_nothing(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with House() as house:
            ann, dora = house.person("Ann"), house.person("Dora", "dealer")
            table = await house.open(typed=True)
            seen = await sit_down(table, ann)
            about: dict[str, Any] = {"seen": 9999}
            bet = cmd.Bet(key="bet", seat=1, wagers={"main": 1000}, **about)
            for step in (bet, cmd.Deal(key="deal", **about)):
                await do(table, ann, step)
            for key, what in enumerate(TYPED):
                if isinstance(what, bool):
                    await do(table, dora, cmd.Peek(key=f"{key}", natural=what, **about))
                elif what in ("hit", "stand"):
                    await do(table, ann, cmd.Act(key=f"{key}", seat=1, move=what, **about))
                else:
                    await do(table, dora, cmd.Card(key=f"{key}", card=what, **about))
            seen.listen()
            found = await check_same(ann, table, seen, 1)
            assert (found["shoes"], found["finished"], found["proof"]) == ([], True, "")
            answer = await ann.get(path_of(table.house_table.id, 1, "proof"))
            await asyncio.to_thread(check_proof, answer, tmp_path)

    run(play())


def test_the_shoes_of_a_replay_are_those_the_round_was_dealt_from() -> None:
    async def play() -> None:
        async with House() as house:
            auditor = house.person("Audra", "auditor")
            house.database.write(fill).result()
            shoes = {(row.table_id, row.number): row for row in house.rows(sa.select(schema.shoes))}
            several = 0
            for table, number, entries in rounds_of(house):
                found = (await auditor.get(path_of(table, number))).json()
                used = shoes_of(house, table, entries)
                assert [one["number"] for one in found["shoes"]] == used
                for one in found["shoes"]:
                    kept = shoes[table, one["number"]]
                    assert one["commitment"] == kept.commitment
                    assert one["revealed"] == (kept.revealed is not None)
                several += len(used) > 1
            assert several

    run(play())


def rounds_of(house: House) -> list[tuple[int, int, list[Entry]]]:
    """Every round of every table, with its entries."""
    rounds: dict[tuple[int, int], list[Entry]] = {}
    with house.database.read() as connection:
        for number in connection.scalars(sa.select(schema.tables.c.id)).all():
            for entry in journal.entries(connection, number):
                if number != records.CAGE and entry.round:
                    rounds.setdefault((number, entry.round), []).append(entry)
    return [(table, number, entries) for (table, number), entries in rounds.items()]


def shoes_of(house: House, table: int, entries: list[Entry]) -> list[int]:
    """The shoe that was on the table when a round began, and those shuffled until it ended."""
    found: list[int] = []
    with house.database.read() as connection:
        until_now = list(journal.entries(connection, table, 1, entries[-1].seq))
    began = False
    for event in (event for entry in until_now for event in entry.events):
        began |= event == ev.RoundOpened(entries[0].round)
        if event == ev.RoundClosed(entries[0].round):
            break
        if isinstance(event, records.ShoeSeeded):
            found = [*found, event.number] if began else [event.number]
    return found


# Proofs


def check_proof(answer: httpx.Response, folder: Path) -> None:
    """The real audit finds nothing wrong with the file."""
    assert answer.status_code == 200, answer.text
    path = folder / answer.headers["content-disposition"].partition('filename="')[2].rstrip('"')
    path.write_bytes(answer.content)
    audit(path, json=True)  # exits if something is wrong


def test_every_proof_that_is_given_holds_and_shows_nothing_that_lies_face_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with House() as house:
            auditor = house.person("Audra", "auditor")
            house.database.write(fill).result()
            given = refused = 0
            for table, number, _ in rounds_of(house):
                answer = await auditor.get(path_of(table, number, "proof"))
                waits = (await auditor.get(path_of(table, number))).json()["proof"]
                if answer.status_code == 200:
                    assert waits == ""
                    await asyncio.to_thread(check_proof, answer, tmp_path)
                    assert hidden_in(house, table, answer.json()) == []
                    given += 1
                else:
                    assert (answer.status_code, answer.json()["error"]) == (409, waits)
                    if "still being played" not in waits:
                        assert hidden_in(house, table, whole(house, table, number)) != []
                    refused += 1
            assert given > 60
            assert refused > 60

    run(play())
    assert all(json.loads(line)["clean"] for line in capsys.readouterr().out.splitlines())


def whole(house: House, table: int, number: int) -> dict[str, Any]:
    """The file as the house itself may write it."""
    with house.database.read() as connection:
        found: dict[str, Any] = json.loads(
            proof_file.encode(collect(connection, table, number, number))
        )
    return found


def hidden_in(house: House, table: int, excerpt: dict[str, Any]) -> list[str]:
    """Cards in a file that nobody at the table has seen, and seals that would tell one."""
    shoes = house.rows(sa.select(schema.shoes).where(schema.shoes.c.table_id == table))
    open_ = {shoe.number for shoe in shoes if shoe.revealed is not None}
    found, shoe, hole = [], 0, False
    for line in (line for run in excerpt["runs"] for line in run["entries"]):
        for event in json.loads(line["body"]):
            if event["type"] == "ShoeSeeded":
                shoe = event["number"]
            if event["type"] == "TopCardBurned" and shoe not in open_:
                found.append(f"the burned card of shoe {shoe}")
            hole = (hole or event["type"] == "HoleCardDealt") and event["type"] != "HoleCardTurned"
    if hole:
        found.append("the hole card")
    found += [f"order of shoe {one['number']}" for one in excerpt["shoes"]
              if one["number"] not in open_]  # fmt: skip
    if not found and excerpt["head"]["seq"] > excerpt["runs"][-1]["entries"][-1]["seq"]:
        found.append("the seal of an entry that is not in it")
    return found


def test_a_proof_says_what_it_waits_for(tmp_path: Path) -> None:
    async def play() -> None:
        async with House() as house:
            ann, pit = house.person("Ann", cents=PLENTY), house.person("Pit", "pit")
            table = await house.open()
            seen = await sit_down(table, ann)
            path = path_of(table.house_table.id, 1, "proof")
            assert "has none with this number" in (await ann.get(path)).json()["error"]
            await do(table, ann, cmd.Bet(key="b", seen=9999, seat=1, wagers={"main": 1000}))
            answer = await ann.get(path)
            assert answer.status_code == 409
            assert answer.json()["error"].startswith("round 1 is still being played")
            await play_on(table, seen, random.Random(1), [ann], 1)
            answer = await ann.get(path)
            assert answer.status_code == 409
            assert answer.json()["error"].startswith("shoe 1 is still being dealt")
            await pit.post(f"/api/tables/{table.house_table.id}/close", WHY)
            answer = await ann.get(path)
            name = f"pitboss-table-{table.house_table.id}-round-1.json"
            assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
            await asyncio.to_thread(check_proof, answer, tmp_path)

    run(play())


def test_with_a_continuous_shuffler_a_proof_can_be_had_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            table = await house.open(house=HouseSettings(shoe="csm"))
            seen = await sit_down(table, ann)
            for number in (1, 2):
                await play_on(table, seen, random.Random(number), [ann], number)
                answer = await ann.get(path_of(table.house_table.id, number, "proof"))
                await asyncio.to_thread(check_proof, answer, tmp_path)
                assert hidden_in(house, table.house_table.id, answer.json()) == []

    run(play())


# Who may see it


def test_rounds_of_a_private_table_are_for_those_invited_and_those_who_played() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann", cents=PLENTY), house.person("Bob", cents=PLENTY)
            eve, audra = house.person("Eve"), house.person("Audra", "auditor")
            table = await house.open(private=True, by="Ann", house=HouseSettings(shoe="csm"))
            rng = random.Random(4)
            seen = await sit_down(table, ann, bob)
            await play_on(table, seen, rng, [ann, bob], 1)
            await do(table, bob, cmd.StandUp(key="up", seen=9999, seat=2))
            await play_on(table, seen, rng, [ann], 2)
            number = table.house_table.id
            [row] = house.rows(
                sa.select(schema.tables.c.invite).where(schema.tables.c.id == number)
            )
            for what in ("replay", "proof"):
                for person in (ann, bob, audra):
                    assert (await person.get(path_of(number, 1, what))).status_code == 200
                refused = [
                    await eve.get(path_of(number, 1, what)),
                    await eve.get(path_of(number, 1, what), invite="guessed"),
                    await eve.get(path_of(number, 99, what)),  # whether it exists is not told
                    await bob.get(path_of(number, 2, what)),  # he was not there any more
                ]
                for answer in refused:
                    assert answer.status_code == 404
                    error = f"table = {number}: there is none with this number"
                    assert answer.json() == {"error": error}
                assert (
                    await eve.get(path_of(number, 1, what), invite=row.invite)
                ).status_code == 200
                stranger = await house.stranger().get(path_of(number, 1, what))
                assert stranger.status_code == 401
                missing = await ann.get(path_of(number, 99, what))
                assert "round = 99" in missing.json()["error"]
            mine = (await bob.get("/api/rounds")).json()
            assert [(one["table"], one["round"], one["private"]) for one in mine] == [
                (number, 1, True)
            ]
            assert mine[0]["name"] == "blackjack"
            assert mine[0]["game_name"] == games.find("blackjack").name
            assert mine[0]["staked"] == sum(wager["stake"] for wager in mine[0]["wagers"])
            assert row.invite not in json.dumps(mine)

    run(play())
