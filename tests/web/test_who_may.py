"""Who may what at a table: dealers do not bet on their cards, owners close, guests leave room."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from pitboss.floor.house_table import HouseTable
from pitboss.store.accounts import Role
from pitboss.web.access import COOKIE, HEADER
from tests.web.house import UNHURRIED, House, Person
from tests.web.refusals import sentence, unchanged


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


# Whoever types cards


@pytest.mark.parametrize("role", ["dealer", "pit"])
def test_whoever_may_type_cards_does_not_bet_on_them(role: Role) -> None:
    async def play() -> None:
        async with House() as house:
            drew, ann = house.person("Drew", role), house.person("Ann")
            typed, dealt = await house.open(typed=True), await house.open()
            async with unchanged(house), drew.at(typed.house_table.id) as socket:
                answer = await socket.do("sit", seat=1)
                assert answer["kind"] == "refused"
                assert answer["error"].startswith(
                    "seat: whoever may type the cards of this table may not bet at it"
                )
            async with drew.at(
                dealt.house_table.id
            ) as socket:  # elsewhere they are players like others
                assert (await socket.do("sit", seat=1))["kind"] == "done"
                assert (await socket.do("bet", seat=1, wagers={"main": 1000}))["kind"] == "done"
            async with ann.at(typed.house_table.id) as hers, drew.at(typed.house_table.id) as his:
                assert (await hers.do("sit", seat=1))["kind"] == "done"
                assert (await hers.do("bet", seat=1, wagers={"main": 1000}))["kind"] == "done"
                assert (await hers.do("deal"))["kind"] == "done"
                typed_one = await his.do("card", card="As", seen=99, key="first card")
                assert typed_one["kind"] == "done"

    run(play())


def test_a_dealer_who_sat_down_before_that_was_refused_types_nothing_and_bets_nothing() -> None:
    """A seat of an older server: it can be left, and until then others type."""

    async def play() -> None:
        async with House() as house:
            drew, dora = house.person("Drew", "dealer"), house.person("Dora", "dealer")
            typed = await house.open(typed=True)
            await seated_by_an_older_server(typed.house_table, typed, drew)
            async with drew.at(typed.house_table.id) as his, dora.at(typed.house_table.id) as hers:
                for what, fields in (
                    ("bet", {"seat": 1, "wagers": {"main": 1000}}), ("shuffle", {}),
                ):  # fmt: skip
                    async with unchanged(house):
                        answer = await his.do(what, **fields)
                        assert answer["kind"] == "refused", what
                        assert "whoever" in answer["error"]
                assert (await hers.do("shuffle"))["kind"] == "done"
                assert (await his.do("stand-up", seat=1))["kind"] == "done"
                assert (await his.do("shuffle"))["kind"] == "done"

    run(play())


async def seated_by_an_older_server(house_table: HouseTable, live: Any, person: Person) -> None:
    from pitboss.floor import commands as cmd

    sit = cmd.Sit(key="before", seen=house_table.seq, seat=1)
    await live.write(house_table.step(sit, person.name, owner=live.hub.id))


# Owners


def test_a_player_closes_their_own_table_and_no_other() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob, eve = house.person("Ann"), house.person("Bob"), house.person("Eve", "auditor")
            public = await house.open(by="Ann")
            answer = await ann.post("/api/tables", {"game": "blackjack", "private": True})
            private = answer.json()["table"]
            async with unchanged(house):
                answer = await bob.post(f"/api/tables/{public.house_table.id}/close")
                sentence(answer, 403, "role player: this is for pit, and for who opened the table")
                sentence(await bob.post(f"/api/tables/{private}/close"), 404, "there is none")
                sentence(await eve.post(f"/api/tables/{private}/close"), 403, "role auditor")
                sentence(await ann.post("/api/tables/0/close"), 404, "there is none")
                sentence(await ann.post("/api/tables/77/close"), 404, "there is none")
            async with bob.at(public.house_table.id) as socket:
                assert (await socket.do("sit", seat=1))["kind"] == "done"
                assert (
                    await ann.post(f"/api/tables/{public.house_table.id}/close")
                ).status_code == 204
                await socket.until(lambda: socket.closed is not None)
                assert socket.last["closed"]
            assert (await ann.post(f"/api/tables/{private}/close")).status_code == 204
            assert (await ann.get("/api/tables")).json() == []

    run(play())


def test_a_table_is_not_closed_under_a_round() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            opened = await ann.post("/api/tables", {"game": "blackjack", "private": True})
            number = opened.json()["table"]
            close = f"/api/tables/{number}/close"
            async with ann.at(number) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000})
                await socket.do("deal")
                while socket.last["view"]["insurance_limit"]:
                    await socket.do("insure", seat=1, cents=0)
                if socket.last["view"]["legal"]:
                    sentence(await ann.post(close), 409, "a round is being played")
                    while socket.last["view"]["legal"]:
                        await socket.do("act", seat=1, move="stand")
            assert (await ann.post(close)).status_code == 204

    run(play())


def test_a_player_has_only_so_many_tables_open() -> None:
    async def play() -> None:
        bounds = msgspec.structs.replace(UNHURRIED, open_tables_each=2)
        async with House(bounds=bounds) as house:
            ann, bob, pia = house.person("Ann"), house.person("Bob"), house.person("Pia", "pit")
            body = {"game": "blackjack", "private": True}
            answers = await asyncio.gather(*(ann.post("/api/tables", body) for _ in range(5)))
            assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409]
            async with unchanged(house):
                sentence(
                    await ann.post("/api/tables", body), 409,
                    "you have 2 tables open, which is the most; close one of them first",
                )  # fmt: skip
            for person in (bob, pia, pia, pia):
                assert (await person.post("/api/tables", body)).status_code == 201
            [mine, _] = (await ann.get("/api/tables")).json()
            await ann.post(f"/api/tables/{mine['id']}/close")
            assert (await ann.post("/api/tables", body)).status_code == 201

    run(play())


# Guests


async def guest(house: House) -> Person:
    """Somebody who came without a password."""
    person = house.stranger()
    answer = await person.post("/api/guest")
    person.token, person.csrf = answer.cookies[COOKIE], answer.json()["csrf"]
    person.http.headers[HEADER] = person.csrf
    return person


def test_a_guest_has_only_so_many_seats_at_public_tables() -> None:
    async def play() -> None:
        bounds = msgspec.structs.replace(UNHURRIED, guest_seats=2)
        async with House(bounds=bounds) as house:
            gus, ann = await guest(house), house.person("Ann")
            tables = [await house.open() for _ in range(3)]
            private = await house.open(private=True)
            invite = house.rows(_invite(private.house_table.id))[0].invite
            async with (
                gus.at(tables[0].house_table.id) as one,
                gus.at(tables[1].house_table.id) as other,
            ):
                asked = [
                    socket.do("sit", seat=seat, key=f"{place} {seat}")
                    for place, socket in enumerate((one, other))
                    for seat in (1, 2, 3)
                ]
                kinds = [(await answer)["kind"] for answer in asked]
                assert kinds == ["done", "done", "refused", "refused", "refused", "refused"]
                async with unchanged(house):
                    answer = await other.do("sit", seat=4, key="one more")
                    assert answer["error"] == (
                        "seat = 4: a guest may have 2 seats at public tables, and you have 2; "
                        "stand up from one, or sign in with a name"
                    )
                async with gus.at(private.house_table.id, invite) as at_home:
                    assert (await at_home.do("sit", seat=1, key="at home"))["kind"] == "done"
                assert (await one.do("stand-up", seat=1, key="up"))["kind"] == "done"
                assert (await other.do("sit", seat=4, key="again"))["kind"] == "done"
            async with ann.at(tables[2].house_table.id) as socket:  # who has a name is known
                kinds = [(await socket.do("sit", seat=seat))["kind"] for seat in (1, 2, 3, 4)]
                assert kinds == 4 * ["done"]

    run(play())


def test_a_guest_who_asks_for_seats_at_many_tables_at_once_gets_no_more() -> None:
    async def play() -> None:
        bounds = msgspec.structs.replace(UNHURRIED, guest_seats=2)
        async with House(bounds=bounds) as house:
            gus = await guest(house)
            tables = [await house.open() for _ in range(5)]
            sockets = [gus.at(table.house_table.id) for table in tables]
            entered = [await socket.__aenter__() for socket in sockets]
            asked = [socket.do("sit", seat=1, key=f"s{n}") for n, socket in enumerate(entered)]
            answers = await asyncio.gather(*asked)
            kinds = [answer["kind"] for answer in answers]
            assert sorted(kinds) == ["done", "done", "refused", "refused", "refused"]
            for socket in sockets:
                await socket.__aexit__(None, None, None)

    run(play())


def _invite(table: int) -> Any:
    import sqlalchemy as sa

    from pitboss.store import schema

    return sa.select(schema.tables.c.invite).where(schema.tables.c.id == table)
