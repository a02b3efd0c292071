"""Signing in and out: cookies, passwords, how often one may try, guests."""

from __future__ import annotations

import asyncio
import json

import pytest
import sqlalchemy as sa

from pitboss.store import schema
from pitboss.store.accounts import ROLES
from pitboss.web.access import COOKIE, HEADER
from pitboss.web.bounds import Bounds
from tests.web.house import HOST, House, run
from tests.web.refusals import PASSWORD, sentence, unchanged


def test_a_cookie_is_worth_nothing_after_signing_out() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            assert (await ann.get("/api/me")).json()["name"] == "Ann"
            assert (await ann.post("/api/logout")).status_code == 204
            replayed = {"Cookie": f"{COOKIE}={ann.token}", HEADER: ann.csrf}
            table = await house.open()
            async with unchanged(house):
                assert (await ann.http.get("/api/me", headers=replayed)).json() is None
                answer = await ann.http.get("/api/tables", headers=replayed)
                sentence(answer, 401, "sign in first")
                answer = await ann.http.post(
                    "/api/tables", headers=replayed, json={"game": "blackjack", "private": True}
                )
                sentence(answer, 401, "sign in first")
                async with ann.at(table.house_table.id) as socket:
                    assert socket.closed == 4403
                    assert socket.said == []

    run(play())


def test_signing_out_ends_the_sessions_connections_and_no_others() -> None:
    async def signing_out() -> None:
        async with House() as house:
            live = await house.open()
            ann, ben = house.person("Ann"), house.person("Ben")
            async with ann.at(live.house_table.id) as hers, ben.at(live.house_table.id) as his:
                assert (await ann.post("/api/logout")).status_code == 204
                await hers.until(lambda: hers.closed is not None)
                assert (await his.do("sit", seat=1))["kind"] == "done"
                assert his.closed is None
            async with ann.at(live.house_table.id) as again:
                assert again.closed == 4403

    asyncio.run(signing_out())


def test_a_connection_without_a_session_is_closed_before_it_says_anything() -> None:
    async def play() -> None:
        async with House() as house:
            table = await house.open()
            async with unchanged(house), house.stranger().at(table.house_table.id) as socket:
                assert (socket.closed, socket.said) == (4403, [])
            async with house.person("Ann").at(
                table.house_table.id, headers={"origin": f"http://{HOST}"}
            ) as it:
                assert it.closed is None
                assert it.last["table"] == table.house_table.id

    run(play())


@pytest.mark.parametrize("cookie", ["", "x", "x" * 5000, "'; DROP TABLE sessions; --", "ä"])
def test_a_made_up_cookie_lets_nobody_in(cookie: str) -> None:
    async def play() -> None:
        async with House() as house:
            house.person("Ann")
            headers = [(b"cookie", f"{COOKIE}={cookie}".encode())]
            async with unchanged(house):
                answer = await house.stranger().http.get("/api/me", headers=headers)
                assert (answer.status_code, answer.json()) == (200, None)
                answer = await house.stranger().http.get("/api/tables", headers=headers)
                sentence(answer, 401, "sign in first")

    run(play())


def test_the_hash_kept_of_a_cookie_does_not_sign_in() -> None:
    async def play() -> None:
        async with House() as house:
            house.person("Ann")
            [row] = house.rows(sa.select(schema.sessions.c.token))
            stranger = house.stranger()
            cookie = {"Cookie": f"{COOKIE}={row.token}"}
            assert (await stranger.http.get("/api/me", headers=cookie)).json() is None
            sentence(await stranger.http.get("/api/tables", headers=cookie), 401, "sign in first")

    run(play())


def test_signing_in_gives_a_new_cookie_whatever_was_sent() -> None:
    async def play() -> None:
        async with House() as house:
            house.person("Ann", password=PASSWORD)
            chosen = "chosen-by-somebody-else-0123456789"
            stranger = house.stranger()
            answer = await stranger.http.post(
                "/api/login", json={"name": "Ann", "password": PASSWORD},
                headers={"Cookie": f"{COOKIE}={chosen}"},
            )  # fmt: skip
            assert answer.status_code == 200
            given = answer.cookies[COOKIE]
            assert given != chosen
            again = await house.stranger().post(
                "/api/login", {"name": "Ann", "password": PASSWORD}
            )  # fmt: skip
            assert again.cookies[COOKIE] != given
            other = house.stranger()
            answer = await other.http.get("/api/me", headers={"Cookie": f"{COOKIE}={chosen}"})
            assert answer.json() is None

    run(play())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_for_the_browser_alone_and_stay_on_this_site(scheme: str) -> None:
    async def play() -> None:
        async with House() as house:
            answer = await house.stranger().http.post(f"{scheme}://{HOST}/api/guest")
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert ("secure" in cookie) == (scheme == "https")
            assert answer.json()["csrf"] not in cookie

    run(play())


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer() -> None:
    async def play() -> None:
        async with House() as house:
            house.person("Ann", password=PASSWORD)
            house.person("Guest")  # has no password at all
            async with unchanged(house):
                errors = {
                    sentence(
                        await house.stranger().post(
                            "/api/login", {"name": name, "password": password}
                        ),
                        401, "this name with this password is not known here",
                    )
                    for name, password in (
                        ("Ann", "wrong"), ("Nobody", PASSWORD), ("Guest", ""), ("", ""),
                        ("Ann' OR '1'='1", PASSWORD), ("Ann\x00", PASSWORD), ("\u202eAnn", "x"),
                    )
                }  # fmt: skip
                assert len(errors) == 1

    run(play())


def test_too_many_tries_to_sign_in_are_refused_until_a_minute_is_over() -> None:
    async def play() -> None:
        async with House(bounds=Bounds()) as house:
            stranger, body = house.stranger(), {"name": "Ann", "password": "wrong"}
            let_in = 0
            while (await stranger.post("/api/guest")).status_code == 200 and let_in < 100:
                let_in += 1
            assert 30 <= let_in < 100
            for path in ("/api/login", "/api/guest"):
                async with unchanged(house):
                    sentence(await stranger.post(path, body), 429, "wait a minute")

    run(play())


def test_guests_are_not_let_in_where_the_house_says_so() -> None:
    async def play() -> None:
        async with House(guests=False) as house:
            async with unchanged(house):
                sentence(await house.stranger().post("/api/guest"), 403, "guests are not let in")
            house.person("Ann", password=PASSWORD)
            body = {"name": "ann", "password": PASSWORD}
            assert (await house.stranger().post("/api/login", body)).json()["name"] == "Ann"

    run(play())


def test_passwords_and_their_hashes_never_leave_the_house() -> None:
    async def play() -> None:
        async with House() as house:
            people = [house.person(f"Person {role}", role, password=PASSWORD) for role in ROLES]
            table = await house.open()
            body = {"name": "Newcomer", "password": PASSWORD, "role": "player"}
            said = [(await people[ROLES.index("pit")].post("/api/accounts", body)).text]
            assert json.loads(said[0]) == {"name": "Newcomer", "role": "player"}
            paths = (
                "/api/me", "/api/tables", f"/api/tables/{table.house_table.id}", "/api/rounds",
                "/api/admin/overview", "/metrics", "/openapi.json", "/healthz",
            )  # fmt: skip
            for person in people:
                said += [(await person.get(path)).text for path in paths]
                login = {"name": person.name, "password": PASSWORD}
                said.append((await person.post("/api/login", login)).text)
            everything = "\n".join(said)
            rows = house.rows(sa.select(schema.accounts.c.password))
            hashes = [row.password for row in rows if row.password]
            assert len(hashes) == len(ROLES) + 1  # and the newcomer
            assert all(hashed.startswith("$argon2id$") for hashed in hashes)
            for secret in (*hashes, "$argon2", PASSWORD):
                assert secret not in everything

    run(play())


@pytest.mark.parametrize("guests", [True, False])
def test_the_door_says_whether_guests_are_let_in(guests: bool) -> None:
    async def play() -> None:
        async with House(guests=guests) as house:
            stranger = house.stranger()
            assert (await stranger.http.get("/api/door")).json() == {"guests": guests}
            answer = await stranger.http.post("/api/guest")
            assert answer.status_code == (200 if guests else 403)

    run(play())
