"""Whoever may not: refused with a sentence, and nothing has changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import websockets

from pitboss.floor import commands as cmd
from pitboss.store import accounts, schema
from pitboss.store.accounts import ROLES
from pitboss.web.access import COOKIE, HEADER
from pitboss.web.bounds import Bounds
from pitboss.web.messages import Denied
from tests.web.house import HOST, House, Person, same, served

PASSWORD = "correct horse battery"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def sentence(answer: httpx.Response, status: int, *words: str) -> str:
    """The answer's error, which is one, with these words in it and this status."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["error"]
    error: str = answer.json()["error"]
    assert len(error) > 12
    assert all(word in error for word in words), error
    return error


@asynccontextmanager
async def unchanged(house: House) -> AsyncIterator[None]:
    """What happens here changes nothing in the database."""
    before = house.dump()
    yield
    assert same(before, house.dump())


# Roles


def test_nobody_acts_for_another_players_seat() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            number = table.house_table.id
            async with ann.at(number) as hers, bob.at(number) as his:
                assert (await hers.do("sit", seat=1))["kind"] == "done"
                assert (await his.do("sit", seat=2))["kind"] == "done"
                for seat, socket in ((1, hers), (2, his)):
                    bet = await socket.do("bet", seat=seat, wagers={"main": 1000}, seen=99)
                    assert bet["kind"] == "done"
                for commands in (
                    ("stand-up", {}), ("take-up", {}), ("bet", {"wagers": {"main": 2000}}),
                    ("act", {"move": "stand"}), ("insure", {"cents": 0}), ("even-money", {}),
                ):  # fmt: skip
                    async with unchanged(house):
                        answer = await his.do(commands[0], seat=1, seen=99, **commands[1])
                        assert answer["kind"] == "refused"
                        assert answer["error"] == "seat = 1: it is not yours"

    run(play())


@pytest.mark.parametrize("role", ["player", "dealer", "auditor"])
def test_only_the_pit_runs_tables_and_makes_accounts(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            table = await house.open()
            somebody = house.person("Somebody", role)
            number = table.house_table.id
            made = {"name": "Mallory", "password": PASSWORD, "role": "pit"}
            for method, path, body in (
                ("POST", f"/api/tables/{number}/close", None),
                ("PUT", f"/api/tables/{number}/limits", {"house": {}}),
                ("POST", "/api/accounts", made),
            ):
                async with unchanged(house):
                    answer = await somebody.send(method, path, body)
                    sentence(answer, 403, f"role {role}: this is for pit")
            wanted: tuple[dict[str, Any], ...] = (
                {"game": "blackjack"},
                {"game": "blackjack", "private": True, "typed": True},
                {"game": "blackjack", "private": True, "house": {"minimum": {"main": 1}}},
                {"file": 'id = "own"', "private": True},
            )
            for table_body in wanted:
                async with unchanged(house):
                    sentence(await somebody.post("/api/tables", table_body), 403, f"role {role}: ")

    run(play())


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_the_books_are_for_the_pit_and_the_auditor(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            table = await house.open()
            somebody, auditor = house.person("Somebody", role), house.person("Eve", "auditor")
            for path in (
                "/api/admin/overview", f"/api/admin/tables/{table.house_table.id}/hold",
                f"/api/admin/tables/{table.house_table.id}/export", "/api/admin/audit",
            ):  # fmt: skip
                async with unchanged(house):
                    sentence(await somebody.get(path), 403, "this is for pit and auditor")
                    assert "/tables/" in path or (await auditor.get(path)).status_code == 200

    run(play())


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    async def play() -> None:
        async with House() as house:
            auditor = house.person("Eve", "auditor")
            table = await house.open(private=True)
            number = table.house_table.id
            async with unchanged(house):
                answer = await auditor.post("/api/tables", {"game": "blackjack", "private": True})
                sentence(answer, 403, "role auditor: you read everything and change nothing")
                async with auditor.at(number) as socket:
                    for what, fields in (
                        ("sit", {"seat": 1}), ("deal", {}), ("shuffle", {}), ("card", {}),
                        ("bet", {"seat": 1, "wagers": {"main": 1000}}),
                    ):  # fmt: skip
                        said = await socket.do(what, **fields)
                        assert said["kind"] == "refused"
                        assert said["error"] == (
                            "role auditor: you read everything and change nothing"
                        )
                for path in (f"/api/tables/{number}", "/api/tables", "/api/admin/overview"):
                    assert (await auditor.get(path)).status_code == 200
            assert house.balances().get("wallet:Eve", 0) == 0

    run(play())


@pytest.mark.parametrize("role", ["pit", "auditor"])
def test_nobody_opens_the_cage(role: accounts.Role) -> None:
    """Table 0 is where play money comes from; it is no table, and guests still get theirs."""

    async def play() -> None:
        async with House() as house:
            somebody = house.person("Somebody", role)
            async with unchanged(house):
                sentence(await somebody.get("/api/tables/0"), 404, "table = 0: there is none")
                sentence(await somebody.get("/api/tables/0/rounds/1"), 404, "table = 0")
                sentence(await somebody.get("/api/admin/tables/0/hold"), 404, "table = 0")
                sentence(await somebody.get("/api/admin/tables/0/export"), 404, "table = 0")
                if role == "pit":
                    sentence(await somebody.post("/api/tables/0/close"), 404, "table = 0")
                    answer = await somebody.send("PUT", "/api/tables/0/limits", {"house": {}})
                    sentence(answer, 404, "table = 0")
            assert (await house.stranger().post("/api/guest")).status_code == 200

    run(play())


@pytest.mark.parametrize("role", ROLES)
def test_only_dealers_type_cards_and_only_at_typed_tables(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            somebody = house.person("Somebody", role)
            dealt, typed = await house.open(), await house.open(typed=True)
            for command in (
                cmd.Card(key="c", seen=1, card="As"), cmd.Peek(key="p", seen=1, natural=True),
                cmd.Shuffle(key="s", seen=1),
            ):  # fmt: skip
                async with unchanged(house):
                    answer = await dealt.command(command, somebody.account)
                    assert isinstance(answer, Denied)
                    assert role == "auditor" or answer.error == (
                        "cards: only the dealer of a table that follows a real one types them"
                    )
            answer = await typed.command(cmd.Shuffle(key="t", seen=1), somebody.account)
            assert isinstance(answer, Denied) == (role not in ("dealer", "pit"))

    run(play())


# Sessions


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
            said = [(await people[2].post("/api/accounts", body)).text]
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
            assert len(hashes) == 5
            assert all(hashed.startswith("$argon2id$") for hashed in hashes)
            for secret in (*hashes, "$argon2", PASSWORD):
                assert secret not in everything

    run(play())


# Requests another site sends


FOREIGN = ("http://evil.example", "null", "http://127.0.0.1:9", "http://[", "https://127.0.0.1")


@pytest.mark.parametrize("token", [None, "", "wrong", "ü", "x" * 1000])
def test_a_request_without_the_sessions_token_changes_nothing(token: str | None) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            table = await house.open()
            headers = [] if token is None else [(HEADER.encode(), token.encode())]
            for method, path, body in changes(table.house_table.id):
                async with unchanged(house):
                    answer = await pit.http.request(method, path, json=body, headers=headers)
                    sentence(answer, 403, f"{HEADER}: it must be the token of your session")

    run(play())


def changes(table: int) -> list[tuple[str, str, Any]]:
    """Everything over HTTP that changes something for who is signed in."""
    account = {"name": "Mallory", "password": PASSWORD}
    return [
        ("POST", "/api/logout", None),
        ("POST", "/api/tables", {"game": "blackjack"}),
        ("POST", f"/api/tables/{table}/close", None),
        ("PUT", f"/api/tables/{table}/limits", {"house": {}}),
        ("POST", "/api/accounts", account),
        ("POST", "/api/admin/audit", None),
    ]


def test_that_list_is_everything_that_changes_something() -> None:
    async def play() -> None:
        async with House() as house:
            schema = (await house.stranger().get("/openapi.json")).json()
            found = {
                (method.upper(), path)
                for path, methods in schema["paths"].items()
                for method in methods
                if method != "get"
            }
            known = {(method, path.replace("/7/", "/{table}/")) for method, path, _ in changes(7)}
            assert found == known | {("POST", "/api/login"), ("POST", "/api/guest")}

    run(play())


@pytest.mark.parametrize("origin", FOREIGN)
def test_requests_from_pages_of_another_site_change_nothing(origin: str) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit", password=PASSWORD)
            table = await house.open()
            headers = {HEADER: pit.csrf, "Origin": origin}
            login = {"name": "Pit", "password": PASSWORD}
            for method, path, body in (
                *changes(table.house_table.id), ("POST", "/api/login", login),
                ("POST", "/api/guest", None),
            ):  # fmt: skip
                async with unchanged(house):
                    answer = await pit.http.request(method, path, json=body, headers=headers)
                    sentence(answer, 403)
                    assert "set-cookie" not in answer.headers
            async with (
                unchanged(house),
                pit.at(table.house_table.id, headers={"origin": origin}) as it,
            ):
                assert it.closed == 4403
                assert it.said == []

    run(play())


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


# Private tables


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


# What is sent


def test_oversized_and_unmeasured_requests_are_refused() -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            async with unchanged(house):
                answer = await pit.post("/api/tables", {"file": "#" * 300_000})
                sentence(answer, 413, "send at most 262,144 bytes")

                async def chunks() -> AsyncIterator[bytes]:
                    yield b"{" + b" " * 1000 + b"}"

                answer = await pit.http.post(
                    "/api/tables", content=chunks(), headers={HEADER: pit.csrf}
                )
                sentence(answer, 413, "and say how many before")
                for size in ("-1", "many", "\N{SUPERSCRIPT TWO}"):
                    headers = [
                        (b"content-length", size.encode("latin-1")),
                        (HEADER.encode(), pit.csrf.encode()),
                    ]
                    answer = await pit.http.post("/api/tables", content=b"{}", headers=headers)
                    sentence(answer, 413, "and say how many before")

    run(play())


BODIES: dict[str, bytes] = {
    "not JSON": b'{"game": ',
    "a list": b"[]",
    "a number": b"1",
    "nothing": b"",
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "half a character": b'{"game": "\\ud800"}',
    "an unknown field": b'{"game": "blackjack", "private": true, "wins": true}',
    "a wrong type": b'{"game": 7}',
    "a truth that is text": b'{"game": "blackjack", "private": "perhaps"}',
    "too many bots": b'{"game": "blackjack", "private": true, "bots": 7}',
    "a fraction of a bot": b'{"game": "blackjack", "private": true, "bots": 0.5}',
    "no time": b'{"game": "blackjack", "private": true, "betting_seconds": 0}',
    "endless time": b'{"game": "blackjack", "private": true, "action_seconds": Infinity}',
    "no number": b'{"game": "blackjack", "private": true, "action_seconds": NaN}',
    "a huge number": b'{"game": "blackjack", "private": true, "bots": 1' + b"0" * 400 + b"}",
    "an endless number": b'{"game": "blackjack", "bots": 1' + b"0" * 5000 + b"}",
    "deep nesting": b'{"house": ' + b'{"a":' * 40_000 + b"1" + b"}" * 40_001,
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "a huge limit": b'{"game": "blackjack", "house": {"minimum": {"main": 1' + b"0" * 40 + b"}}}",
    "a huge pay table": b'{"game": "half-back", "paytables": {"upcard-bonus": 1'
    + b"0" * 40
    + b"}}",
    "a huge option": b'{"game": "blackjack", "options": {"decks": 1' + b"0" * 40 + b"}}",
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_request_that_is_nonsense_is_refused_in_a_sentence(kind: str) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            headers = {HEADER: pit.csrf, "Content-Type": "application/json"}
            async with unchanged(house):
                answer = await pit.http.post("/api/tables", content=BODIES[kind], headers=headers)
                assert answer.status_code in (400, 422)
                sentence(answer, answer.status_code)

    run(play())


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/-1", "/api/tables/99999999999999999999", "/api/tables/1.5", "/api/tables/one",
        "/api/tables/1/rounds/99999999999999999999", "/api/rounds?before=-1", "/api/rounds?most=0",
        "/api/rounds?most=100000", "/api/rounds?before=99999999999999999999",
        "/api/games/blackjack/edge?option=decks=99",
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused_in_a_sentence(path: str) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            async with unchanged(house):
                sentence(await ann.get(path), 422)

    run(play())


NAMES = {
    "SQL": "x'; DROP TABLE accounts; --", "script": "<script>alert(1)</script>",
    "control": "Ann\x07", "newline": "Ann\nBob", "nothing": "\x00\x00", "bidi": "\u202eAnn",
    "invisible": "An\u200bn", "blank": "   ", "blanks around": " Ann ", "long": "A" * 25,
    "very long": "A" * 5000, "a bot": "bot 1", "digits first": "1Ann",
    "half a character": "A\ud800",
    "combining": "A\u0301\u0301\u0301",
}  # fmt: skip


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_nobody_should_have_is_refused(kind: str) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            body = json.dumps({"name": NAMES[kind], "password": PASSWORD, "role": "pit"})
            headers = {HEADER: pit.csrf, "Content-Type": "application/json"}
            async with unchanged(house):
                answer = await pit.http.post("/api/accounts", content=body, headers=headers)
                assert answer.status_code in (409, 422)
                sentence(answer, answer.status_code, "name")

    run(play())


def test_names_that_look_the_same_belong_to_one_person() -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            house.person("Straße")
            async with unchanged(house):
                for name in ("STRASSE", "straße"):
                    body = {"name": name, "password": PASSWORD}
                    sentence(await pit.post("/api/accounts", body), 409, "somebody has it already")

    run(play())


@pytest.mark.parametrize(
    "kind", ["control", "newline", "nothing", "bidi", "invisible", "very long"]
)
def test_a_tables_name_cannot_confuse_who_reads_it(kind: str) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            body = {"game": "blackjack", "private": True, "name": NAMES[kind]}
            async with unchanged(house):
                sentence(await ann.post("/api/tables", body), 422, "name")

    run(play())


def test_a_tables_name_is_text_and_nothing_else() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            for name in ("x'; DROP TABLE tables; --", "<script>alert(1)</script>"):
                body = {"game": "blackjack", "private": True, "name": name}
                number = (await ann.post("/api/tables", body)).json()["table"]
                answer = await ann.get(f"/api/tables/{number}")
                assert answer.json()["name"] == name
                assert answer.headers["content-type"] == "application/json"
                assert answer.headers["x-content-type-options"] == "nosniff"

    run(play())


# Over a real connection


FRAMES: dict[str, tuple[str | bytes, int | None]] = {
    "not JSON": ("{", None),
    "a list": ("[]", None),
    "no command": ('{"key": "a", "seen": 1}', None),
    "an unknown command": ('{"do": "win", "key": "a", "seen": 1}', None),
    "an unknown field": ('{"do": "deal", "key": "a", "seen": 1, "cards": "AsKs"}', None),
    "no key": ('{"do": "deal", "key": "", "seen": 1}', None),
    "a long key": (json.dumps({"do": "deal", "key": "k" * 65, "seen": 1}), None),
    "a key that cannot be read": ('{"do": "sit", "key": "a\\u0000", "seen": 1, "seat": 1}', None),
    "half a character": ('{"do": "sit", "key": "\\ud800", "seen": 1, "seat": 1}', None),
    "a wrong type": ('{"do": "sit", "key": "a", "seen": 1, "seat": "1"}', None),
    "a truth for a number": ('{"do": "sit", "key": "a", "seen": 1, "seat": true}', None),
    "a fraction": ('{"do": "sit", "key": "a", "seen": 1, "seat": 1.5}', None),
    "a huge seat": ('{"do": "sit", "key": "a", "seen": 1, "seat": 1' + "0" * 99 + "}", None),
    "a huge version": ('{"do": "deal", "key": "a", "seen": 1' + "0" * 99 + "}", None),
    "an endless number": ('{"do": "sit", "key": "a", "seen": 1, "seat": 1e999}', None),
    "a seat below zero": ('{"do": "sit", "key": "a", "seen": 1, "seat": -1}', None),
    "deep nesting": ('{"a": ' + "[" * 4000, None),
    "deep nesting that ends": ('{"a": ' + "[" * 1900 + "]" * 1900 + "}", None),
    "bytes": (b'{"do": "sit", "key": "a", "seen": 1, "seat": 1}', 1003),
    "bytes that are no text": (b"\xff\xfe", 1003),
    "too much": ('{"do": "sit"' + " " * 5000 + "}", 4413),
    "far too much": ("x" * 100_000, 1009),
}
"""What is sent, and the code the connection is closed with; None where it stays open."""


def test_frames_that_are_nonsense_are_refused_and_change_nothing() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with served(house) as host:
                for kind, (frame, code) in FRAMES.items():
                    async with unchanged(house):
                        await nonsense(
                            ann,
                            f"ws://{host}/api/tables/{table.house_table.id}/ws",
                            frame,
                            code,
                            kind,
                        )
            assert table.house_table.seats == {}

    run(play())


async def nonsense(
    person: Person, url: str, frame: str | bytes, code: int | None, kind: str
) -> None:
    """Send one frame; it is answered with a sentence, or the connection closed with a reason."""
    cookie = {"Cookie": f"{COOKIE}={person.token}"}
    async with websockets.connect(url, additional_headers=cookie) as socket:
        assert json.loads(await socket.recv())["kind"] == "update"
        await socket.send(frame)
        if code is None:
            answer = json.loads(await asyncio.wait_for(socket.recv(), 10))
            assert answer["kind"] == "refused", kind
            assert len(answer["error"]) > 12, kind
            await socket.send(json.dumps({"do": "deal", "key": "after", "seen": 1}))
            assert json.loads(await socket.recv())["key"] == "after", kind
        else:
            with pytest.raises(websockets.ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 10)
            assert socket.close_code == code, kind


def test_who_sends_too_fast_is_disconnected() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with unchanged(house), ann.at(table.house_table.id) as socket:
                for _ in range(500):  # sixty are fine, and twenty more each second
                    socket.send('{"do": "deal", "key": "again", "seen": 1}')
                await socket.until(lambda: socket.closed is not None)
                assert socket.closed == 4429

    run(play())


@pytest.mark.parametrize("number", ["99999999999999999999", "-1", "0", "x", str(2**31)])
def test_a_connection_to_a_table_that_cannot_be_is_refused(number: str) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            async with served(house) as host, unchanged(house):
                cookie = {"Cookie": f"{COOKIE}={ann.token}"}
                with pytest.raises(websockets.InvalidStatus) as refused:
                    async with websockets.connect(
                        f"ws://{host}/api/tables/{number}/ws", additional_headers=cookie
                    ):
                        pass
                assert refused.value.response.status_code == (404 if number == "0" else 403)

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
