"""Dealer school under load: fifty trainees answer, two trainers watch, on one machine.

``python -m bench.school`` starts a server as `pitboss serve` does and has every trainee think for a
moment, answer and ask for the next item, while the trainers poll who is learning and read results.
The trainees are spread over all games and ten kinds of drill, so hardly two have the same items.
It prints how long an answer and a next item took, by the clock of whoever asked, on SQLite and on
PostgreSQL where it is installed, how many answers a second that was, and the processor time of the
server and of its makers of items: on a machine that others load, that says more than the clock.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Grid
from tests.servers import Postgres, Server, postgres_program

from pitboss import games
from pitboss.classroom.kept import house_lessons
from pitboss.school.making import MAKERS
from pitboss.store import accounts, school_people, school_sittings
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.web.access import COOKIE, HEADER

TRAINEES, TRAINERS = 50, 2
SECONDS = 30.0
THINK_SECONDS = (1.0, 3.0)
"""Between a question and its answer: a hurried trainee."""
WATCH_SECONDS = 1.0
P99 = 150.0
"""Milliseconds that the slowest of a hundred answers may take."""

Times = dict[str, list[float]]


class Person:
    """Somebody who is signed in."""

    def __init__(self, address: str, token: str, csrf: str, times: Times) -> None:
        self.http = httpx.AsyncClient(
            base_url=address, cookies={COOKIE: token}, headers={HEADER: csrf}, timeout=60
        )
        self.times = times

    async def ask(self, what: str, method: str, path: str, body: Any = None) -> Any:
        """A request that is timed under a name; anything but success is an error."""
        begun = time.perf_counter()
        answer = await self.http.request(method, f"/api/school/{path}", json=body)
        self.times[what].append(1000 * (time.perf_counter() - begun))
        if answer.status_code >= 400:
            self.times["errors"].append(answer.status_code)
            print(what, answer.status_code, answer.text, file=sys.stderr)
        return answer.json() if answer.content else None


def prepare(url: str) -> Any:
    """Accounts with sessions, and a lesson for each trainee by the first trainer or the second."""
    database = Database(url)
    lesson = house_lessons()["practice"]

    def work(connection: Any) -> Any:
        def session(name: str, role: accounts.Role) -> tuple[accounts.Account, tuple[str, str]]:
            account = accounts.create(connection, name, role, "!", now_ms())
            token, begun = accounts.begin_session(connection, account, now_ms())
            return account, (token, begun.csrf)

        trainers = [session(f"Trainer {number}", "trainer") for number in range(TRAINERS)]
        trainees, given = [], []
        for number in range(TRAINEES):
            account, keys = session(f"Trainee {number}", "player")
            school_sittings.keep_lesson(connection, lesson, now_ms())
            [assignment] = school_people.assign(
                connection, trainers[number % TRAINERS][0], lesson.id, names=[account.name],
                group_numbers=[], due=None, at=now_ms(),
            )  # fmt: skip
            trainees.append(keys)
            game = games.BUILT_IN[number % len(games.BUILT_IN)]
            level = 1 + number // len(games.BUILT_IN) % len(MAKERS)
            given.append(({"lesson": lesson.id, "game": game, "level": level}, assignment))
        return [keys for _, keys in trainers], trainees, given

    found = database.write(work).result()
    database.close()
    return found


def some_answer(question: dict[str, Any], chance: random.Random) -> str:
    """Something that can be read as an answer."""
    options = [option["id"] for option in question.get("options", [])]
    spots = question.get("spots", [])
    if question["form"] == "amount":
        return f"{chance.randrange(1, 9999) / 100:.2f}"
    if question["form"] == "cut":
        return f"{chance.randrange(1, 9)}x{question['chips'][0] / 100:g}"
    if question["form"] == "settle":
        return "; ".join(f"{one['seat']}.{one['hand'] + 1} {one['bet']} take" for one in spots)
    if question["form"] == "find":
        return f"{options[0]} {question['rules'][0]['id']}"
    chance.shuffle(options)
    return " ".join(options) if question["form"] == "order" else options[0]


async def learn(person: Person, level: dict[str, Any], assignment: int, end: float) -> None:
    chance = random.Random(assignment)
    begin = level | {"assignment": assignment}
    await asyncio.sleep(chance.random() * THINK_SECONDS[1])
    sitting = (await person.ask("begin", "POST", "sittings", begin))["sitting"]
    while time.monotonic() < end:
        told = await person.ask("next item", "POST", f"sittings/{sitting}/next")
        await asyncio.sleep(chance.uniform(*THINK_SECONDS))
        answer = {"number": told["number"], "answer": some_answer(told["question"], chance)}
        marked = await person.ask("answer", "POST", f"sittings/{sitting}/answers", answer)
        if marked["sitting"]["over"]:
            sitting = (await person.ask("begin", "POST", "sittings", begin))["sitting"]


async def teach(person: Person, end: float) -> None:
    while time.monotonic() < end:
        await person.ask("watch", "GET", "watch")
        await asyncio.sleep(WATCH_SECONDS)
        await person.ask("results", "GET", "results")
        await asyncio.sleep(WATCH_SECONDS)


def processor_seconds(pid: int) -> dict[str, float]:
    """What a process and those it started have used, where a machine says so (/proc)."""
    found: dict[str, float] = defaultdict(float)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            one, _, rest = stat.read_text().rpartition(")")
        except OSError:  # it has ended
            continue
        fields = rest.split()
        if int(one.split()[0]) == pid or int(fields[1]) == pid:
            what = "server" if int(one.split()[0]) == pid else "makers"
            found[what] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


async def load(
    address: str, prepared: Any, seconds: float, used: Callable[[], dict[str, float]]
) -> tuple[Times, Times, dict[str, float]]:
    """What took how long while everybody's first item is found, and after that; processor time."""
    trainers, trainees, given = prepared
    first: Times = defaultdict(list)
    later: Times = defaultdict(list)
    people = [Person(address, token, csrf, first) for token, csrf in (*trainers, *trainees)]
    warm, end = time.monotonic() + seconds / 2, time.monotonic() + 1.5 * seconds

    before: dict[str, float] = {}

    async def change() -> None:
        await asyncio.sleep(warm - time.monotonic())
        before.update(used())
        for person in people:
            person.times = later

    await asyncio.gather(
        change(),
        *(teach(person, end) for person in people[:TRAINERS]),
        *(
            learn(person, level, assignment, end)
            for person, (level, assignment) in zip(people[TRAINERS:], given, strict=True)
        ),
    )
    after = used()
    for person in people:
        await person.http.aclose()
    return first, later, {what: after[what] - before.get(what, 0.0) for what in after}


def show(console: Console, title: str, times: Times, seconds: float) -> None:
    grid = Grid("", "count", "median ms", "p99 ms", "most ms", title=title)
    for what in ("begin", "next item", "answer", "watch", "results"):
        found = sorted(times[what])
        if found:
            ranks = (found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)])
            grid.add_row(what, str(len(found)), *(f"{one:.0f}" for one in (*ranks, found[-1])))
    console.print(grid)
    rate = len(times["answer"]) / seconds
    console.print(f"{rate:.1f} answers a second, {len(times['errors'])} errors, "
                  f"load of the machine {os.getloadavg()[0]:.1f}")  # fmt: skip


def main(seconds: float = SECONDS) -> None:
    console = Console()
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        urls = [("SQLite", f"sqlite:///{Path(folder) / 'school.db'}")]
        postgres = Postgres() if postgres_program("initdb") else None
        if postgres is not None:
            urls.append(("PostgreSQL", postgres.database("school")))
        for name, url in urls:
            prepared = prepare(url)
            server = Server(url)
            try:
                pid = server.process.pid

                def used(pid: int = pid) -> dict[str, float]:
                    return processor_seconds(pid)

                first, later, spent = asyncio.run(load(server.address, prepared, seconds, used))
            finally:
                server.kill()
            show(console, f"{name}: the first {seconds / 2:g} seconds", first, seconds / 2)
            show(console, f"{name}: after that (p99 aim {P99:g} ms)", later, seconds)
            each = {
                what: f"{1000 * one / max(1, len(later['answer'])):.0f} ms"
                for what, one in spent.items()
            }
            console.print(f"processor time for each answer with its next item: {each}")
        if postgres is not None:
            postgres.stop()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
