"""Connections that say nothing, too little or too much end by themselves, and hurt nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import websockets

from pitboss.web.access import COOKIE
from pitboss.web.bounds import Bounds, Per
from tests.web.house import UNHURRIED, House, Person, served

PATIENCE = 120
"""Seconds after which a test gives up; everything here ends far sooner."""
SILENT = 40

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def bounded(**changes: Any) -> Bounds:
    """Time limits that are over at once, unless a test changes them."""
    short = {"head_seconds": 0.3, "body_seconds": 0.3, "stalled_seconds": 0.3, "idle_seconds": 1}
    return msgspec.structs.replace(UNHURRIED, **short | changes)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 2 * PATIENCE))


@asynccontextmanager
async def connected(host: str) -> AsyncIterator[Connection]:
    """A connection over which nothing was sent yet."""
    name, _, port = host.rpartition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


async def the_end(reader: asyncio.StreamReader) -> bytes:
    """Everything that comes until the server ends the connection."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""


def said(answer: bytes) -> tuple[int, str]:
    """Status and sentence of an answer."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]


BEGINNINGS = {
    "nothing": b"",
    "half a line": b"GET /healthz HT",
    "half a head": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: y",
    "half a handshake": b"GET /api/tables/1/ws HTTP/1.1\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_whoever_does_not_finish_the_head_of_a_request_is_let_go(kind: str) -> None:
    async def connect() -> None:
        async with House(bounds=bounded()) as house, served(house) as host:

            async def one() -> tuple[int, str]:
                async with connected(host) as (reader, writer):
                    writer.write(BEGINNINGS[kind])
                    return said(await the_end(reader))

            found = set(await asyncio.gather(*(one() for _ in range(SILENT))))
            assert found == {(408, "the request: its head must come within 0.3 seconds")}
            assert (await house.stranger().get("/healthz")).status_code == 200

    run(connect())


def test_a_head_that_comes_byte_by_byte_has_no_more_time() -> None:
    async def connect() -> None:
        async with (
            House(bounds=bounded()) as house,
            served(house) as host,
            connected(host) as (reader, writer),
        ):

            async def drip() -> None:
                for byte in b"GET /healthz HTTP/1.1\r\nX-Slow: " + 10_000 * b"y":
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0.02)

            dripping = asyncio.create_task(drip())
            answer = await the_end(reader)  # none where the next byte came after the end
            assert not answer or said(answer)[0] == 408
            dripping.cancel()

    run(connect())


@pytest.mark.parametrize("path", ["/api/login", "/api/logout", "/healthz"])
def test_whoever_does_not_send_the_body_of_a_request_is_let_go(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether the application waits for the body, refuses the request, or has answered already."""

    async def connect() -> None:
        async with (
            House(bounds=bounded()) as house,
            served(house) as host,
            connected(host) as (reader, writer),
        ):
            method = "GET" if path == "/healthz" else "POST"
            head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
            writer.write(head.encode() + b'{"name":')
            status = int((await the_end(reader)).split()[1])
            at_once = {"/api/login": 408, "/api/logout": 401, "/healthz": 200}[path]
            assert status in (at_once, 408)  # a busy machine may be slower than this clock

    run(connect())
    assert not [line for line in caplog.records if line.exc_info], caplog.text


def test_a_connection_that_is_used_is_not_cut_off() -> None:
    """Requests one after the other, each begun later than a single head may take."""

    async def connect() -> None:
        async with (
            House(bounds=bounded(head_seconds=0.5)) as house,
            served(house) as host,
            connected(host) as (reader, writer),
        ):
            for _ in range(3):
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                assert head.startswith(b"HTTP/1.1 200")
                await reader.readexactly(len(b'{"status":"ok"}'))
                await asyncio.sleep(0.6)

    run(connect())


def test_one_address_has_only_so_many_connections() -> None:
    async def connect() -> None:
        bounds = bounded(head_seconds=600.0, people_per_address=1, connections_per_person=3)
        async with (
            House(bounds=bounds) as house,
            served(house) as host,
            connected(host) as (_, first),
            connected(host),
            connected(host),
            connected(host) as (reader, _),
        ):
            status, error = said(await the_end(reader))
            assert status == 503
            assert error == "your address has 3 connections open; close some, and try again"
            first.close()
            answer = b""
            while not answer.startswith(b"HTTP/1.1 200"):  # it is gone, or soon will be
                async with connected(host) as (reader, writer):
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    answer = await the_end(reader)

    run(connect())


def test_all_addresses_together_have_only_so_many_connections() -> None:
    async def connect() -> None:
        async with (
            House(bounds=bounded(head_seconds=600.0, connections=2)) as house,
            served(house) as host,
            connected(host),
            connected(host),
            connected(host) as (reader, _),
        ):
            status, error = said(await the_end(reader))
            assert (status, "too many people" in error) == (503, True)

    run(connect())


def test_whoever_does_not_read_the_answer_is_let_go() -> None:
    """The answers are more than the sockets between hold."""

    async def connect() -> None:
        async with (
            House(bounds=bounded(head_seconds=600.0)) as house,
            served(house) as host,
            connected(host) as (_, writer),
        ):
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            request = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
            with contextlib.suppress(ConnectionError):
                while not writer.is_closing():
                    writer.write(request)
                    await asyncio.wait_for(writer.drain(), PATIENCE)
                    await asyncio.sleep(0)

    run(connect())


def test_what_is_no_request_is_answered_in_a_sentence() -> None:
    async def connect() -> None:
        async with (
            House(bounds=bounded()) as house,
            served(house) as host,
            connected(host) as (reader, writer),
        ):
            writer.write(b"\x16\x03\x01 hello\r\n\r\n")
            status, error = said(await the_end(reader))
            assert (status, "it is not HTTP/1.1" in error) == (400, True)

    run(connect())


# WebSockets


@asynccontextmanager
async def seat_open(house: House, host: str) -> AsyncIterator[tuple[Person, Any]]:
    """Somebody new at a new table, over a real connection that answers no pings by itself."""
    person = house.person(f"Ann {len(house.people)}".replace("0", "x"))
    table = await house.open()
    url = f"ws://{host}/api/tables/{table.house_table.id}/ws"
    cookie = {"Cookie": f"{COOKIE}={person.token}"}
    async with websockets.connect(url, additional_headers=cookie, compression=None) as socket:
        assert json.loads(await socket.recv())["kind"] == "update"
        yield person, socket


def test_a_table_connection_that_answers_no_ping_is_let_go() -> None:
    async def connect() -> None:
        async with (
            House(bounds=bounded(ping_seconds=0.3)) as house,
            served(house) as host,
            seat_open(house, host) as (_, socket),
        ):
            socket.transport.pause_reading()
            async with asyncio.timeout(PATIENCE):
                while house.app.state.rates.sockets:
                    await asyncio.sleep(0.05)
            socket.transport.abort()

    run(connect())


def test_a_table_connection_that_answers_pings_stays() -> None:
    async def connect() -> None:
        async with (
            House(bounds=bounded(ping_seconds=0.2)) as house,
            served(house) as host,
            seat_open(house, host) as (_, socket),
        ):
            await asyncio.sleep(1)
            await socket.send('{"do": "sit", "key": "s", "seen": 1, "seat": 1}')
            kinds = [json.loads(await socket.recv())["kind"] for _ in range(2)]
            assert sorted(kinds) == ["done", "update"]

    run(connect())


async def ping(socket: Any, times: int) -> None:
    for _ in range(times):
        await socket.ping()
        await asyncio.sleep(0)


def test_a_flood_of_pings_ends_the_connection() -> None:
    async def connect() -> None:
        bounds = bounded(frames_each=Per(50, 10))
        async with (
            House(bounds=bounds) as house,
            served(house) as host,
            seat_open(house, host) as (_, socket),
        ):
            await ping(socket, 40)
            await socket.send('{"do": "sit", "key": "s", "seen": 1, "seat": 1}')
            assert json.loads(await socket.recv())["kind"] in ("done", "update")
            with pytest.raises(websockets.ConnectionClosed):
                await ping(socket, 10_000)
            async with seat_open(house, host):  # others are let in as before
                pass

    run(connect())


def test_an_account_has_only_so_many_tables_open() -> None:
    async def connect() -> None:
        async with House(bounds=bounded(sockets_each=2)) as house, served(house) as host:
            ann, table = house.person("Ann"), await house.open()
            url = f"ws://{host}/api/tables/{table.house_table.id}/ws"
            cookie = {"Cookie": f"{COOKIE}={ann.token}"}

            def open_one() -> websockets.connect:
                return websockets.connect(url, additional_headers=cookie)

            async with open_one(), open_one():
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await open_one()
                assert refused.value.response.status_code == 429
                body = refused.value.response.body
                assert json.loads(body)["error"] == "you have 2 tables open already; close one"
            async with asyncio.timeout(PATIENCE):
                while house.app.state.rates.sockets:
                    await asyncio.sleep(0.02)
            async with open_one():
                pass

    run(connect())


def test_commands_are_counted_over_all_connections_of_an_account() -> None:
    async def play() -> None:
        async with House(bounds=bounded(commands_each=Per(20, 600))) as house:
            ann, table = house.person("Ann"), await house.open()
            async with ann.at(table.house_table.id) as one, ann.at(table.house_table.id) as other:
                for socket in (one, other):
                    for _ in range(10):
                        assert (await socket.do("deal"))["kind"] == "refused"
                other.send('{"do": "deal", "key": "k", "seen": 1}')
                await other.until(lambda: other.closed is not None)
                assert other.closed == 4429

    run(play())
