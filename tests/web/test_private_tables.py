"""Tables that players open for themselves: who finds them, and how many there may be."""

from __future__ import annotations

import json

import pytest

from pitboss.store import journal
from pitboss.web import hub
from pitboss.web.bounds import Bounds
from tests.web.house import House, Person, run
from tests.web.refusals import sentence, unchanged


def test_a_private_table_looks_like_none_to_who_was_not_invited() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            answer = await ann.post("/api/tables", {"game": "blackjack", "private": True})
            number, invite = answer.json()["table"], answer.json()["invite"]
            nowhere = 4711
            async with unchanged(house):
                assert (await bob.get("/api/tables")).json() == []
                for invited in ("", "wrong", invite[:-1], invite.swapcase(), "ü"):
                    for path in ("/api/tables/{}", "/api/tables/{}/rounds/1"):
                        here = await bob.get(path.format(number), invite=invited)
                        there = await bob.get(path.format(nowhere), invite=invited)
                        error = sentence(here, 404, f"table = {number}: there is none")
                        other = sentence(there, 404, f"table = {nowhere}: there is none")
                        assert error.replace(str(number), "n") == other.replace("4711", "n")
                    closed = []
                    for table in (number, nowhere):
                        async with bob.at(table, invite=invited) as socket:
                            closed.append((socket.closed, socket.said))
                    assert closed[0] == closed[1] == (4404, [])
                found = await bob.get(f"/api/tables/{number}", invite=invite)
                assert found.status_code == 200
                assert invite not in found.text
            async with bob.at(number, invite=invite) as socket:
                assert (await socket.do("sit", seat=1))["kind"] == "done"
                assert invite not in json.dumps(socket.said)

    run(play())


def test_a_table_that_its_owner_forgot_is_closed_by_the_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            body = {"game": "blackjack", "private": True}
            left, watched = [
                (await ann.post("/api/tables", body)).json()["table"] for _ in range(2)
            ]
            public = (await house.open("blackjack")).house_table.id
            async with ann.at(left) as socket:
                await socket.do("sit", seat=1)
                assert (await socket.do("bet", seat=1, wagers={"main": 1000}))["kind"] == "done"
            before = house.balances()
            async with ann.at(watched):
                await house.hub.close_abandoned()  # nobody has been away for a day
                assert await _listed(ann) == {left, watched, public}
                monkeypatch.setattr(hub, "ABANDONED_MS", -1)
                await house.hub.close_abandoned()
                assert await _listed(ann) == {watched, public}
            with house.database.read() as found:
                *_, last = journal.entries(found, left)
            kinds = [type(event).__name__ for event in last.events]
            assert (kinds[0], kinds[-1], last.actor) == ("WagerWithdrawn", "TableClosed", "")
            assert house.balances()["wallet:Ann"] == before["wallet:Ann"] + 1000
            sentence(await ann.post(f"/api/tables/{left}/close"), 409, "it is closed")

    run(play())


async def _listed(person: Person) -> set[int]:
    return {table["id"] for table in (await person.get("/api/tables")).json()}


def test_a_player_opens_only_so_many_tables_a_minute() -> None:
    async def play() -> None:
        async with House(bounds=Bounds()) as house:
            ann = house.person("Ann")
            body = {"game": "blackjack", "private": True}
            for _ in range(10):
                opened = await ann.post("/api/tables", body)
                assert opened.status_code == 201
                await ann.post(f"/api/tables/{opened.json()['table']}/close")
            async with unchanged(house):
                sentence(await ann.post("/api/tables", body), 429, "wait a minute")

    run(play())
