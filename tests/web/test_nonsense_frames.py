"""Frames on a connection to a table that nobody can answer: broken, too large, too many."""

from __future__ import annotations

import asyncio
import json

import pytest
import websockets

from pitboss.web.access import COOKIE
from tests.web.house import House, Person, run, served
from tests.web.refusals import unchanged

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
