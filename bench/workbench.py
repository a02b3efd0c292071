"""Ten people at the workbench beside live tables, all on one machine.

``python -m bench.workbench`` plays the load of `bench.server` (300 tables, 900 seats, 300 commands
a second) twice on SQLite: alone, and while ten people change pays and rules of all games on the
workbench as its page does, figures first and everything else a moment later. It prints how long the
tables' updates took each time, how long the ten waited for their figures, and what the processes
used. The tables must keep their p99. ``python -m bench.workbench 60 60`` plays 60 tables at 60
commands a second: for a machine that others load.
"""

from __future__ import annotations

import asyncio
import gc
import random
import re
import sys
import tempfile
import time
from collections import defaultdict
from typing import Any

import httpx
import uvloop
from rich.console import Console
from rich.table import Table as Grid
from tests.servers import Server

from bench.school import processor_seconds
from bench.server import P99, RATE, SEATS, TABLES, Load, fill, load
from pitboss import games
from pitboss.store import accounts
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.web.access import COOKIE, HEADER
from pitboss.web.workbench.game_text import game_text

DESIGNERS = 10
SECONDS = 20.0
THINK_SECONDS = (0.2, 1.5)
"""Between two changes: somebody who types on, and somebody who looks."""
QUIET_SECONDS = 0.25
"""After which the page asks for charts and full figures."""
MOST_PAY = 60

Times = dict[str, list[float]]


def sign_in(url: str) -> list[tuple[str, str]]:
    """A session for each of the ten."""
    database = Database(url)

    def work(connection: Any) -> list[tuple[str, str]]:
        found = []
        for number in range(DESIGNERS):
            account = accounts.create(connection, f"Designer {number}", "player", "!", now_ms())
            token, begun = accounts.begin_session(connection, account, now_ms())
            found.append((token, begun.csrf))
        return found

    keys = database.write(work).result()
    database.close()
    return keys


class Designer:
    """Somebody who changes a game, and the page that asks about it."""

    def __init__(self, address: str, keys: tuple[str, str], number: int, times: Times) -> None:
        token, csrf = keys
        self.http = httpx.AsyncClient(
            base_url=address, cookies={COOKIE: token}, headers={HEADER: csrf}, timeout=120
        )
        self.chance, self.times = random.Random(number), times
        self.game = games.BUILT_IN[number % len(games.BUILT_IN)]
        self.text = game_text(games.find(self.game))

    async def ask(self, what: str, name: str, **more: Any) -> None:
        """A question that is timed; anything but success is told."""
        begun = time.perf_counter()
        body = {"text": self.text, **more}
        answer = await self.http.post(f"/api/workbench/{what}", json=body)
        self.times[name].append(1000 * (time.perf_counter() - begun))
        if answer.status_code >= 400 or answer.json()["problems"]:
            self.times["errors"].append(answer.status_code)
            print(self.game, name, answer.status_code, answer.text[:300], file=sys.stderr)

    def change(self) -> str:
        """Change a pay, mostly, or a rule; which of them it was."""
        pays = list(re.finditer(r"^pays = \[(\d+)", self.text, re.MULTILINE))
        if pays and self.chance.random() < 0.7:
            pay = self.chance.choice(pays)
            new = str(self.chance.randrange(1, MOST_PAY))
            self.text = self.text[: pay.start(1)] + new + self.text[pay.end(1) :]
            return "a pay"
        decks = self.chance.randrange(1, 9)
        self.text = re.sub(r"^decks = \d+", f"decks = {decks}", self.text, flags=re.MULTILINE)
        return "a rule"

    async def work(self, end: float) -> None:
        """Change, look, change again."""
        await self.http.get(f"/api/workbench/games/{self.game}")
        while time.monotonic() < end:
            await self.ask("figures", f"after {self.change()}")
            think = self.chance.uniform(*THINK_SECONDS)
            await asyncio.sleep(think)
            if think > QUIET_SECONDS:
                await self.ask("figures", "full figures", full=True)
                await self.ask("chart", "chart")
        await self.http.aclose()


async def beside(server: Server, keys: list[tuple[str, str]], tables: Any) -> tuple[Load, Times]:
    """The tables' load while the ten work; they have begun when it begins."""
    times: Times = defaultdict(list)
    people = [Designer(server.address, each, number, times) for number, each in enumerate(keys)]
    for person in people:
        await person.ask("figures", "first figures of a game")
    end = time.monotonic() + SECONDS + 2
    working = [asyncio.create_task(person.work(end)) for person in people]
    await asyncio.sleep(2)
    found = await tables
    await asyncio.gather(*working)
    return found, times


def at(values: list[float], part: float) -> str:
    """The milliseconds within which so many of them lie."""
    ordered = sorted(values)
    return f"{ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.0f}"


def main() -> None:
    """Print both loads, and what the ten waited for."""
    tables, rate = (int(word) for word in sys.argv[1:]) if len(sys.argv) == 3 else (TABLES, RATE)
    console = Console(width=110)
    gc.disable()  # a pause of the generator's would be counted as the server's
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        seats, keys = fill(url, tables), sign_in(url)
        server = Server(url, "--people-per-address", str(10 * tables * SEATS))  # all share one
        alone = uvloop.run(load(server, seats, rate, SECONDS))
        before = processor_seconds(server.process.pid)
        both, times = uvloop.run(beside(server, keys, load(server, seats, rate, SECONDS)))
        used = processor_seconds(server.process.pid)
        server.stop()
    grid = Grid(title=f"{tables} tables, {tables * SEATS} seats, {rate} commands a second")
    for name in ("from action to all seats", "commands/s", "p50 ms", "p99 ms", f"÷ {P99:.0f}"):
        grid.add_column(name, justify="right")
    for name, one in (("tables alone", alone), (f"and {DESIGNERS} at the workbench", both)):
        p99 = one.at(0.99)
        grid.add_row(
            name, f"{one.commands / one.seconds:.0f}", f"{one.at(0.5):.1f}", f"{p99:.1f}",
            f"{p99 / P99:.2f}",
        )  # fmt: skip
    console.print(grid)
    for name, values in times.items():
        if name != "errors":
            console.print(
                f"{name}: {len(values)}, p50 {at(values, 0.5)}, p99 {at(values, 0.99)} ms"
            )
    console.print(f"errors: {len(times['errors'])}")
    server_seconds, bench_seconds = (used[one] - before[one] for one in ("server", "makers"))
    console.print(f"processor: server {server_seconds:.1f} s, its benches {bench_seconds:.1f} s")


if __name__ == "__main__":
    main()
