"""Load on the server: many tables, three seats each, all on one machine.

``python -m bench.server`` plays 300 tables with 900 connected seats at 300 commands a second, over
loopback and from the same cores, on SQLite and on PostgreSQL where it is installed, and prints how
long it takes from an action until every seat of the table has the update. Then the rate is raised
until it cannot be kept. It also prints the memory of a table over 10,000 rounds and the cost of a
command as the log grows to a million events. Names of parts: ``load``, ``memory``, ``growth``.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvloop
import websockets
from rich.console import Console
from rich.table import Table as Grid
from tests.servers import Postgres, Server, postgres_program

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.floor.steps import TableStep
from pitboss.store import accounts, journal
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.table.flow import Want
from pitboss.web.access import COOKIE

TABLES, SEATS, RATE = 300, 3, 300
SECONDS = 10.0
P99 = 40.0
"""Milliseconds within which all but the slowest of a hundred must be."""
HOPELESS = 600.0
"""Milliseconds after which no higher rate is tried."""
SIZES = (10_000, 100_000, 1_000_000)
FILLING = 100
"""Tables whose rounds fill the log."""
PROBES = 500
HIGHER = (450, 600, 800, 1000, 1400)


decoder = msgspec.json.Decoder()


class Seat(NamedTuple):
    """Somebody at a table, by the cookie they have."""

    table: int
    number: int
    token: str
    wagers: dict[str, int]


def fill(url: str, tables: int) -> list[Seat]:
    """A database with open tables and people in their seats, all signed in."""
    database = Database(url)
    names = games.BUILT_IN

    def work(connection: Any, place: int) -> list[Seat]:
        opened = describe_table(games.find(names[place % len(names)]), f"table {place}")
        house_table = HouseTable.open(connection, opened, by="bench")
        found = []
        for number in range(1, SEATS + 1):
            account = accounts.create(connection, f"P {place}-{number}", "player", None, now_ms())
            journal.issue(connection, account.name, 1_000_000_00, now_ms())
            token, _ = accounts.begin_session(connection, account, now_ms())
            step = house_table.step(
                cmd.Sit(key="", seen=house_table.seq, seat=number), account.name
            )
            journal.append(connection, step.draft)
            house_table.accept(step)
            wagers = dict.fromkeys(house_table.table.tables.opening, 1000)
            found.append(Seat(house_table.id, number, token, wagers))
        return found

    waiting = [database.write(partial(work, place=place)) for place in range(tables)]
    seats = [seat for one in waiting for seat in one.result()]
    database.close()
    return seats


class Player:
    """A connection of one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.last: dict[str, Any] = {}
        self.version = 0
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def connect(self, address: str) -> None:
        where = f"{address.replace('http', 'ws')}/api/tables/{self.seat.table}/ws"
        cookie = {"Cookie": f"{COOKIE}={self.seat.token}"}
        self.socket = await websockets.connect(
            where, additional_headers=cookie, compression=None, ping_interval=None
        )
        self.reading = asyncio.create_task(self._read())
        while not self.version:
            await self.changed.wait()

    async def _read(self) -> None:
        async for text in self.socket:
            message = decoder.decode(text)
            if message["kind"] == "update":
                self.last, self.version = message, message["version"]
                self.changed.set()
                self.changed = asyncio.Event()
            else:
                self.answers.pop(message["key"]).set_result(message)

    async def reached(self, version: int) -> float:
        """Wait for a version of the table; when it came."""
        while self.version < version:
            await self.changed.wait()
        return time.perf_counter()

    async def send(self, **command: Any) -> dict[str, Any]:
        key = cmd.new_key()
        answer = self.answers[key] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"key": key, "seen": self.version, **command}))
        found: dict[str, Any] = await answer
        return found


class Load(NamedTuple):
    """What a run measured."""

    commands: int
    seconds: float
    delays: list[float]
    server: float
    """Seconds of processor time that the server had meanwhile, its connections made before."""
    refused: int
    late: int
    """Commands that were sent after their time, because the one before was not done."""

    def at(self, part: float, *, later: bool = False) -> float:
        """Milliseconds within which this part of the commands was everywhere.

        `later`: of the second half alone, when the tables are no longer just opened.
        """
        ordered = sorted(self.delays[len(self.delays) // 2 :] if later else self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def play(players: list[Player], interval: float, end: float, delays: list[float]) -> Any:
    """Play one table: a command every interval, by whoever is asked."""
    rng = random.Random(players[0].seat.table)
    due = time.perf_counter() + rng.random() * interval
    refused = late = 0
    while due < end:
        wait = due - time.perf_counter()
        late += wait < -interval
        await asyncio.sleep(max(wait, 0))
        due += interval
        first = players[0].last
        start = time.perf_counter()
        answer = await next_command(players, first, rng)
        if answer["kind"] == "refused":
            refused += 1
            continue
        times = await asyncio.gather(*(player.reached(answer["version"]) for player in players))
        delays.append(max(times) - start)
    return refused, late


async def next_command(
    players: list[Player], seen: dict[str, Any], rng: random.Random
) -> dict[str, Any]:
    """What the table waits for, done."""
    view = seen["view"]
    if view["waits_for"] == "wagers":
        closed = any(hand["settled"] for seat in view["seats"] for hand in seat["hands"])
        staked = set() if closed else {seat["seat"] for seat in view["seats"]}
        for player in players:
            if player.seat.number not in staked:
                seat = player.seat
                return await player.send(do="bet", seat=seat.number, wagers=seat.wagers)
        return await players[0].send(do="deal")
    for player in players:
        mine = player.last["view"]
        if mine["insurance_limit"]:
            return await player.send(do="insure", seat=player.seat.number, cents=0)
        if mine["legal"]:
            move = rng.choice(mine["legal"])
            return await player.send(do="act", seat=player.seat.number, move=move)
    return {"kind": "refused"}


async def load(server: Server, seats: list[Seat], rate: float, seconds: float) -> Load:
    """Play all tables at so many commands a second together."""
    players = [Player(seat) for seat in seats]
    for start in range(0, len(players), 50):
        await asyncio.gather(*(one.connect(server.address) for one in players[start : start + 50]))
    by_table: dict[int, list[Player]] = {}
    for player in players:
        by_table.setdefault(player.seat.table, []).append(player)
    delays: list[float] = []
    interval, begun, before = len(by_table) / rate, time.perf_counter(), cpu(server.process.pid)
    found = await asyncio.gather(
        *(play(one, interval, begun + seconds, delays) for one in by_table.values())
    )
    took, used = time.perf_counter() - begun, cpu(server.process.pid) - before
    for player in players:
        player.reading.cancel()
        await player.socket.close()
    refused, late = (sum(numbers) for numbers in zip(*found, strict=True))
    return Load(len(delays) + refused, took, delays, used, refused, late)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An SQLite file and, where it is installed, a PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": f"sqlite:///{folder}/bench.db"}
        postgres = Postgres() if postgres_program("initdb") else None
        if postgres is not None:
            found["PostgreSQL"] = postgres.database("bench")
        try:
            yield found
        finally:
            if postgres is not None:
                postgres.stop()


def loads(console: Console) -> None:
    """The load that is asked for, then more until it cannot be kept."""
    gc.disable()  # a pause of the generator's would be counted as the server's
    try:
        _loads(console)
    finally:
        gc.enable()  # the parts after this one measure memory


def _loads(console: Console) -> None:
    grid = Grid(
        title=f"{TABLES} tables, {TABLES * SEATS} seats: from action to update at all seats"
    )
    for name in (
        "database", "commands/s", "reached", "p50 ms", "p99 ms", "later", f"÷ {P99:.0f}",
        "server core", "CPU ms each",
    ):  # fmt: skip
        grid.add_column(name, justify="right")
    with databases() as urls:
        for name, url in urls.items():
            seats = fill(url, TABLES)
            people = str(4 * TABLES * SEATS)  # so that all may connect within a second
            server = Server(url, "--people-per-address", people)
            for rate in (RATE, *HIGHER):
                found = uvloop.run(load(server, seats, rate, SECONDS))
                reached = found.commands / found.seconds
                p99 = found.at(0.99)
                grid.add_row(
                    name, str(rate), f"{reached:.0f}", f"{found.at(0.5):.1f}", f"{p99:.1f}",
                    f"{found.at(0.99, later=True):.1f}", f"{p99 / P99:.2f}",
                    f"{found.server / found.seconds:.2f}",
                    f"{1000 * found.server / found.commands:.2f}",
                )  # fmt: skip
                if reached < 0.9 * rate or p99 > HOPELESS:
                    break
            server.stop()
    console.print(grid)


def cpu(pid: int) -> float:
    """Seconds of processor time a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(console: Console) -> None:
    """A table's memory over many rounds, by what Python holds."""
    import tracemalloc

    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/bench.db")
        house_table = new_table(database, 1)
        tracemalloc.start()
        words = []
        for rounds in (100, 1_000, 10_000):
            while house_table.table.state.round < rounds:
                wave(database, [house_table])
            gc.collect()
            words.append(f"{rounds:,} rounds {tracemalloc.get_traced_memory()[0] / 1024:.0f} kB")
        tracemalloc.stop()
        database.close()
    console.print(f"Memory of one table and its writer: {', '.join(words)}")


def write(database: Database, house_table: HouseTable, step: TableStep) -> None:
    """Write a step by itself."""
    database.write(lambda connection: journal.append(connection, step.draft)).result()
    house_table.accept(step)


def growth(console: Console) -> None:
    """The cost of a command as the log grows to a million events."""
    with databases() as urls:
        for name, url in urls.items():
            database = Database(url)
            probe, *others = [new_table(database, number) for number in range(FILLING + 1)]
            words, events = [], 0
            for size in SIZES:
                while events < size:
                    events += wave(database, others)
                words.append(f"{events:,} events {1000 * probed(database, probe):.2f} ms")
            with database.read() as connection:
                began = time.perf_counter()
                HouseTable.recover(connection, others[0].id)
                recovered = 1000 * (time.perf_counter() - began)
            console.print(
                f"{name}, a command with its commit: {', '.join(words)}; finding a table of "
                f"{others[0].seq:,} entries again {recovered:.1f} ms"
            )
            database.close()


def new_table(database: Database, number: int) -> HouseTable:
    """A table with Ann at its first seat."""
    opened = describe_table(games.find(games.BUILT_IN[number % 5]), "one")
    house_table = database.write(partial(HouseTable.open, opened=opened, by="bench")).result()
    database.write(lambda found: journal.issue(found, f"Ann {number}", 10**11, now_ms())).result()
    write(database, house_table, house_table.step(cmd.Sit(key="", seen=0, seat=1), f"Ann {number}"))
    return house_table


def next_step(house_table: HouseTable) -> TableStep:
    """Whatever the table waits for."""
    player, state = house_table.seats[1], house_table.table.state
    about: dict[str, Any] = {"key": cmd.new_key(), "seen": house_table.seq}
    if house_table.table.want != Want.WAGERS:
        return house_table.default()
    if state.felt:
        return house_table.step(cmd.Deal(**about), player)
    wagers = dict.fromkeys(house_table.table.tables.opening, 500)
    return house_table.step(cmd.Bet(**about, seat=1, wagers=wagers), player)


def wave(database: Database, house_tables: list[HouseTable]) -> int:
    """A command for every table, written together; how many events that was."""
    steps = [next_step(house_table) for house_table in house_tables]
    waiting = [database.add(journal.append_all, step.draft) for step in steps]
    for house_table, step, written in zip(house_tables, steps, waiting, strict=True):
        written.result()
        house_table.accept(step)
    return sum(len(step.draft.events) for step in steps)


def probed(database: Database, house_table: HouseTable) -> float:
    """Seconds of a command that is written by itself."""
    times = []
    for _ in range(PROBES):
        began = time.perf_counter()
        write(database, house_table, next_step(house_table))
        times.append(time.perf_counter() - began)
    return sum(times) / len(times)


def main() -> None:
    """Print everything, or the parts that are named."""
    console = Console(width=110)
    parts = {"load": loads, "memory": memory, "growth": growth}
    for name in sys.argv[1:] or parts:
        parts[name](console)


if __name__ == "__main__":
    main()
