"""How much one client may ask for: more is refused in a sentence, and nobody else has to wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.floor import edges as edge_figures
from pitboss.floor.edges import BetEdge, EdgeBook
from pitboss.store.errors import Refused
from pitboss.web import solver_queue
from pitboss.web.access import COOKIE
from pitboss.web.bounds import Bounds, Per
from pitboss.web.proxies import Proxies
from tests.web.house import HOST, UNHURRIED, House, Person, served
from tests.web.refusals import PASSWORD, sentence, unchanged

NEVER_AGAIN = 10_000.0
"""Seconds: what is used up in a test stays so."""


def few(**changes: Any) -> Bounds:
    """Bounds that a test reaches."""
    return msgspec.structs.replace(UNHURRIED, **changes)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 300))


async def until(holds: Any) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.01)


class BusySolver:
    """Has the solver's thread do nothing else until it is told to go on."""

    def __init__(self) -> None:
        self._go_on = threading.Event()
        self._begun = threading.Event()

    def _wait(self) -> None:
        self._begun.set()
        assert self._go_on.wait(60)

    async def __aenter__(self) -> BusySolver:
        self._busy = asyncio.create_task(
            solver_queue.of_this_process().ask(self._wait, "somebody else")
        )
        await until(self._begun.is_set)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._go_on.set()
        await self._busy


def edge(person: Person, decks: int) -> Coroutine[Any, Any, httpx.Response]:
    return person.get("/api/games/blackjack/edge", option=f"decks={decks}")


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the solver was asked for; it need not be worked out here."""
    asked: list[int] = []

    def edges(_: Any, rules: Any) -> dict[str, BetEdge]:
        asked.append(rules.shoe.decks)
        return {}

    monkeypatch.setattr(edge_figures, "solved_edges", edges)
    return asked


# Questions to the solver


def test_one_asker_has_only_so_many_questions_waiting(solved: list[int]) -> None:
    async def ask() -> None:
        async with House(bounds=few(questions_each=2, questions=10)) as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            line = house.app.state.rates.questions_in_line
            async with BusySolver():
                waiting = [asyncio.create_task(edge(ann, decks)) for decks in (2, 4)]
                await until(lambda: len(line) == 2)
                sentence(await edge(ann, 6), 429, "questions to the solver: 2 of yours are waiting")
                others = asyncio.create_task(edge(bob, 8))
                await until(lambda: len(line) == 3)
            answers = await asyncio.gather(*waiting, others)
            assert [answer.status_code for answer in answers] == [200, 200, 200]
            assert len(line) == 0

    run(ask())
    assert sorted(solved) == [2, 4, 8]


@pytest.mark.usefixtures("solved")
def test_all_askers_of_an_address_have_half_of_the_line() -> None:
    async def ask() -> None:
        async with House(bounds=few(questions_each=1, questions=4)) as house:
            people = [house.person(name) for name in ("Ann", "Bob", "Cleo")]
            line = house.app.state.rates.questions_in_line
            async with BusySolver():
                waiting = [asyncio.create_task(edge(one, 2)) for one in people[:2]]
                await until(lambda: len(line) == 2)
                sentence(await edge(people[2], 2), 503, "2 are waiting already; try again")
            await asyncio.gather(*waiting)

    run(ask())


def test_everyone_is_answered_in_turn() -> None:
    """Whoever asks five things waits for one of somebody else after the first of them."""

    async def ask() -> None:
        order: list[str] = []
        queue = solver_queue.of_this_process()
        async with BusySolver():
            questions = [
                asyncio.create_task(queue.ask(partial(order.append, who), who))
                for who in ("greedy", "greedy", "greedy", "greedy", "greedy", "modest")
            ]
            await asyncio.sleep(0)
        await asyncio.gather(*questions)
        assert order == ["greedy", "modest", "greedy", "greedy", "greedy", "greedy"]

    run(ask())


def test_a_question_nobody_waits_for_any_more_is_not_worked_out(solved: list[int]) -> None:
    async def ask() -> None:
        async with (
            House() as house,
            served(house) as host,
            httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as client,
        ):
            line = house.app.state.rates.questions_in_line
            async with BusySolver():
                path = "/api/games/blackjack/edge?option=decks="
                asking = asyncio.create_task(client.get(f"{path}2"))
                await until(lambda: len(line) == 1)
                asking.cancel()  # the connection is closed
                await until(lambda: len(line) == 0)
                stays = asyncio.create_task(client.get(f"{path}4"))
                await until(lambda: len(line) == 1)
            assert (await stays).status_code == 200

    run(ask())
    assert solved == [4]


def test_figures_that_are_known_wait_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with House(bounds=few(questions=0)) as house:
            known = {"main": BetEdge(0.005, 1.1)}
            monkeypatch.setattr(EdgeBook, "known", lambda *_: known)
            answer = await house.stranger().get("/api/games/blackjack/edge")
            figures = {"main": {"house_edge": 0.005, "sd": 1.1}}
            assert answer.json()["bets"] == figures

    run(ask())


# Reads


LONG_READS = ("/api/rounds", "/api/tables/1/rounds/1", "/api/tables/1/rounds/1/replay",
              "/api/tables/1/rounds/1/proof", "/api/tables/1/rounds/1/grades",
              "/api/admin/tables/1/export", "/api/admin/tables/1/hold",
              "/api/admin/monitor?day=2026-11-16")  # fmt: skip


def test_exports_are_for_once_in_a_while() -> None:
    async def read() -> None:
        async with House(bounds=few(exports_each=Per(1, NEVER_AGAIN))) as house:
            pit, eve = house.person("Pia", "pit"), house.person("Eve", "auditor")
            await house.open()
            assert (await pit.get("/api/admin/tables/1/export")).status_code == 409  # no round yet
            sentence(await pit.get("/api/admin/tables/1/export"), 429, "too many exports")
            assert (await eve.get("/api/admin/tables/1/export")).status_code == 409

    run(read())


@pytest.mark.parametrize("path", LONG_READS)
def test_long_reads_are_for_now_and_then(path: str) -> None:
    async def read() -> None:
        async with House(bounds=few(long_reads_each=Per(2, NEVER_AGAIN))) as house:
            pit, bob = house.person("Pia", "pit"), house.person("Bob", "pit")
            await house.open()
            for _ in range(2):
                assert (await pit.get("/api/rounds")).status_code == 200
            refused = await pit.get(path)
            sentence(refused, 429, "too many long reads; wait a few seconds")
            assert int(refused.headers["Retry-After"]) > 0
            assert (await bob.get(path)).status_code != 429

    run(read())


def test_who_reads_one_thing_after_the_other_is_not_refused() -> None:
    async def read() -> None:
        async with House(bounds=few(long_reads_each=Per(2, 0.1))) as house:
            ann = house.person("Ann")
            answers = [await ann.get("/api/rounds") for _ in range(8)]
            assert [answer.status_code for answer in answers] == [200] * 8

    run(read())


def test_one_reader_has_only_so_many_long_reads_at_once() -> None:
    async def read() -> None:
        async with House(bounds=few(long_reads_at_once_each=1)) as house:
            ann = house.person("Ann")
            line = house.app.state.rates.reads_in_line
            go_on = threading.Event()
            busy = [
                asyncio.create_task(house.hub.reading(lambda _: go_on.wait(60), long=True))
                for _ in range(2)
            ]
            first = asyncio.create_task(ann.get("/api/rounds"))
            await until(lambda: len(line) == 1)
            sentence(await ann.get("/api/rounds"), 429, "long reads: 1 of yours are waiting")
            assert (await ann.get("/api/me")).json()["name"] == "Ann"  # short ones need not wait
            go_on.set()
            assert (await first).status_code == 200
            await asyncio.gather(*busy)

    run(read())


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/luck"])
def test_even_short_reads_are_counted(path: str) -> None:
    async def read() -> None:
        async with House(bounds=few(reads_each=Per(3, NEVER_AGAIN))) as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            for _ in range(3):
                assert (await ann.get("/api/tables")).status_code == 200
            sentence(await ann.get(path), 429, "too many requests; wait a moment")
            assert (await bob.get("/api/tables")).status_code == 200

    run(read())


@pytest.mark.parametrize("path", ["/", "/api/games", "/healthz", "/nowhere.js", "/api/me"])
def test_an_address_has_only_so_many_requests(path: str) -> None:
    async def read() -> None:
        bounds = few(people_per_address=1, requests_per_person=Per(3, NEVER_AGAIN))
        async with House(bounds=bounds) as house:
            stranger = house.stranger()
            for _ in range(3):
                await stranger.get("/healthz")
            sentence(await stranger.get(path), 429, "too many requests from your address")

    run(read())


# What a client makes up


def test_methods_that_are_made_up_make_no_metrics() -> None:
    async def ask() -> None:
        async with House() as house:
            stranger = house.stranger()
            for number in range(20):
                answer = await stranger.http.request(f"BREW{number}", "/api/games")
                sentence(answer, 405, f"method = BREW{number}: use GET")
            page = (await stranger.get("/metrics")).text
            assert 'pitboss_requests_total{method="other",status="405"} 20.0' in page
            assert "BREW" not in page

    run(ask())


# Addresses behind proxies


FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


async def guest_from(house: House, peer: str, headers: dict[str, str]) -> httpx.Response:
    transport = httpx.ASGITransport(house.app, client=(peer, 5))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        return await client.post("/api/guest", headers=headers)


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.1.2.3", "::1"])
def test_nobody_says_where_they_come_from_unless_the_settings_name_them(peer: str) -> None:
    async def come() -> None:
        bounds = few(people_per_address=1, sign_ins_per_person=Per(2, NEVER_AGAIN))
        async with House(bounds=bounds) as house:
            for last in (1, 2):
                forged = FORGED | {"X-Forwarded-For": f"203.0.113.{last}"}
                answer = await guest_from(house, peer, forged)
                assert answer.status_code == 200
                assert "secure" not in answer.headers["set-cookie"].lower()
            answer = await guest_from(house, peer, FORGED | {"X-Forwarded-For": "203.0.113.3"})
            sentence(answer, 429, "too many tries to sign in")

    run(come())


def test_a_proxy_that_is_named_is_believed_about_its_client() -> None:
    async def come() -> None:
        bounds = few(
            people_per_address=1, sign_ins_per_person=Per(2, NEVER_AGAIN),
            proxies=("10.0.0.0/8", "192.0.2.1"),
        )  # fmt: skip
        async with House(bounds=bounds) as house:
            for last in (1, 2, 3, 4, 5):  # five people, one proxy
                headers = FORGED | {"X-Forwarded-For": f"198.51.100.7, 203.0.113.{last}, 192.0.2.1"}
                answer = await guest_from(house, "10.1.2.3", headers)
                assert answer.status_code == 200
                assert "secure" in answer.headers["set-cookie"].lower()
            made_up = {"X-Forwarded-For": "6.6.6.6, 203.0.113.5"}  # the first is the client's word
            assert (await guest_from(house, "10.1.2.3", made_up)).status_code == 200
            sentence(await guest_from(house, "10.1.2.3", made_up), 429)
            made_up = {"X-Forwarded-For": "7.7.7.7, 203.0.113.5"}
            sentence(await guest_from(house, "10.1.2.3", made_up), 429)

    run(come())


def test_a_network_of_ipv6_is_one_address() -> None:
    async def come() -> None:
        bounds = few(people_per_address=1, sign_ins_per_person=Per(1, NEVER_AGAIN))
        async with House(bounds=bounds) as house:
            assert (await guest_from(house, "2001:db8::1", {})).status_code == 200
            sentence(await guest_from(house, "2001:db8::2:1", {}), 429)
            assert (await guest_from(house, "2001:db8:0:1::1", {})).status_code == 200

    run(come())


def test_a_proxy_that_is_no_address_is_refused_in_a_sentence() -> None:
    wanted = "write addresses or networks, such as 10.0.0.7 or 10.0.0.0/8"
    with pytest.raises(Refused, match=f"proxies = 'my-proxy': {wanted}"):
        Proxies(("my-proxy",))


# Signing in


def test_tries_with_one_name_are_counted_wherever_they_come_from() -> None:
    async def guess() -> None:
        async with House(bounds=few(failed_sign_ins_each=Per(3, NEVER_AGAIN))) as house:
            house.person("Ann", password=PASSWORD)
            house.person("Bob", password=PASSWORD)
            right = {"name": "Ann", "password": PASSWORD}
            for _ in range(4):  # those that are right do not count
                assert (await house.stranger().post("/api/login", right)).status_code == 200
            for name in ("Ann", "ann", "ANN"):
                wrong = {"name": name, "password": "wrong"}
                sentence(await house.stranger().post("/api/login", wrong), 401)
            async with unchanged(house):
                answer = await house.stranger().post("/api/login", right)
                sentence(answer, 429, "too many tries to sign in with this name")
            other = {"name": "Bob", "password": PASSWORD}
            assert (await house.stranger().post("/api/login", other)).status_code == 200
            for _ in range(3):
                nobody = {"name": "Nobody", "password": "wrong"}
                sentence(await house.stranger().post("/api/login", nobody), 401)
            sentence(await house.stranger().post("/api/login", nobody), 429)

    run(guess())


@pytest.mark.usefixtures("solved")
def test_a_cookie_of_nobody_is_nobodys_name() -> None:
    """Made-up cookies do not make up people: the address stays."""

    async def ask() -> None:
        async with House(bounds=few(questions_each=1, questions=2)) as house:
            line = house.app.state.rates.questions_in_line
            transport = httpx.ASGITransport(house.app)
            async with (
                httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client,
                BusySolver(),
            ):
                path = "/api/games/blackjack/edge"
                first = client.get(path, headers={"Cookie": f"{COOKIE}=one"})
                waiting = asyncio.create_task(first)
                await until(lambda: len(line) == 1)
                answer = await client.get(path, headers={"Cookie": f"{COOKIE}=two"})
                sentence(answer, 503, "try again in a moment")
                waiting.cancel()

    run(ask())
