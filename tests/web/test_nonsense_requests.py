"""Requests over HTTP that nobody can answer: too large, broken, out of range."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from pitboss.web.access import HEADER
from tests.web.house import House, run
from tests.web.refusals import sentence, unchanged


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
