"""Servers killed under trainees: what was acknowledged is kept, once, and the sitting goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from pitboss.store import schema
from pitboss.store.audit import Audit
from pitboss.store.database import existing
from tests.servers import Client, Postgres, Server, kept_port, postgres_program

KILLS = 5
PATIENCE_SECONDS = 300
"""For some answers of servers that begin anew, on a machine that does much else."""
TRAINEES = 4
GAME = "blackjack"
"""One for all: every new server has to learn its rounds anew."""
BROKEN = (OSError, TimeoutError, httpx.HTTPError)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    if postgres_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed here")
    found = Postgres()
    yield found
    found.stop()


class Trainee:
    """Answers without a pause, and keeps books of what was asked and acknowledged."""

    def __init__(self, address: str, seed: int) -> None:
        self.client, self.random = Client(address), random.Random(seed)
        self.sitting = ""
        self.questions: dict[tuple[str, int], Any] = {}
        self.acknowledged: dict[tuple[str, int], tuple[str, bool]] = {}
        self.pending: tuple[int, str] | None = None

    async def learn(self) -> None:
        """Go on for ever, whatever breaks."""
        while True:
            try:
                await self._step()
            except BROKEN:
                await asyncio.sleep(0.05)

    async def _step(self) -> None:
        if not self.client.name:
            await self.client.guest()
        if not self.sitting:
            lessons = (await self.client.http.get("/api/school/lessons")).json()
            level = self.random.choice([
                {"lesson": card["id"], "game": game["game"], "level": level["level"]}
                for card in lessons for game in card["games"] for level in game["levels"]
                if game["game"] == GAME and level["kind"] == "payout" and level["open"]
            ])  # fmt: skip
            begun = await self.client.post("/api/school/sittings", **level)
            self.sitting = begun.json()["sitting"]
        path = f"/api/school/sittings/{self.sitting}"
        if self.pending is None:
            told = (await self.client.post(f"{path}/next")).json()
            place = (self.sitting, told["number"])
            known = self.questions.setdefault(place, told["question"])
            assert known == told["question"], f"{place}: another question than before"
            self.pending = (told["number"], f"{self.random.randrange(10_000) / 100:.2f}")
        number, text = self.pending
        answer = await self.client.post(f"{path}/answers", number=number, answer=text)
        assert answer.status_code == 200, answer.text
        self.pending = None
        marked = answer.json()
        assert (self.sitting, number) not in self.acknowledged
        self.acknowledged[self.sitting, number] = (text, marked["right"])
        if marked["sitting"]["over"]:
            self.sitting = ""


def check(url: str, trainees: list[Trainee]) -> None:
    """Every book against what is kept."""
    with existing(url) as database, database.read() as connection:
        rows = connection.execute(sa.select(schema.school_answers)).all()
        kept = {(row.sitting, row.number): (row.given, row.is_right) for row in rows}
        assert list(Audit(connection).everything()) == []
    acknowledged: dict[tuple[str, int], tuple[str, bool]] = {}
    for one in trainees:
        acknowledged |= one.acknowledged
    assert acknowledged.items() <= kept.items()
    cut_off = {
        (one.sitting, one.pending[0]): one.pending[1] for one in trainees if one.pending is not None
    }
    extra = {place: given for place, (given, _) in kept.items() if place not in acknowledged}
    assert extra.items() <= cut_off.items()  # written, and the answer did not come back


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_answers_survive_kills(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if backend == "sqlite":
        url = f"sqlite:///{tmp_path / 'pitboss.db'}"
    else:
        url = request.getfixturevalue("postgres").database("school")
    server = Server(url, port=kept_port(), forked=True)
    chance = random.Random(1)

    async def play() -> None:
        trainees = [Trainee(server.address, seed) for seed in range(TRAINEES)]
        learning = [asyncio.create_task(one.learn()) for one in trainees]

        async def some_answers(more: int) -> None:
            goal = more + sum(len(one.acknowledged) for one in trainees)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while sum(len(one.acknowledged) for one in trainees) < goal:
                    for task in learning:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.02)

        try:
            for _ in range(KILLS):
                await some_answers(8)
                await asyncio.sleep(chance.random() * 0.2)
                server.kill()
                check(url, trainees)
                await asyncio.to_thread(server.start)
            await some_answers(8)
        finally:
            for task in learning:
                task.cancel()
            await asyncio.wait(learning)
            server.kill()
        check(url, trainees)

    asyncio.run(play())
