"""What a refusal is: one sentence, and nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.web.house import House, same

PASSWORD = "correct horse battery"


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
