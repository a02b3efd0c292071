"""One client does the worst it may: how long commands take at somebody else's table meanwhile.

``python -m bench.flood`` starts a server as `pitboss serve` does, plays a table of three seats from
one address, and meanwhile floods the server from another (127.0.0.2), kind by kind. The flood runs
in a process of its own that gives way to the others, for on a network it would run elsewhere; what
counts is what it costs the server. It prints how many of the flood's requests were served and
refused, and how long the other table's commands took until all its seats had the update.

``python -m bench.flood silent`` opens 2,000 connections that say nothing, and waits for their end.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote

import uvloop
import websockets
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy.engine import Connection
from tests.servers import Server

from bench.server import Player, Seat, cpu, fill, new_table, play, wave
from pitboss import games
from pitboss.store import accounts
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.web.access import COOKIE, HEADER

SECONDS = 8.0
EVERY = 0.025
"""Seconds between two commands of the other table."""
FLOODING = "127.0.0.2"
"""Where the flood comes from; the other table is played from 127.0.0.1."""
MOST_MS = 100.0
"""Milliseconds that 99 of 100 commands of the other table may take."""
CONNECTIONS = 64
"""Of the flood, each asking again as soon as it is answered."""
SILENT = 2_000
ROUNDS = 2_000
"""That the flood may read again."""


class Rogue(NamedTuple):
    """Who floods: a player's cookie, one of the pit's, and where."""

    port: int
    player: dict[str, str]
    pit: dict[str, str]
    table: int


Outcomes = Counter[str]
Flood = Callable[[Rogue, Outcomes], Awaitable[None]]


# Floods


async def ask(rogue: Rogue, outcomes: Outcomes, request: Callable[[int], bytes]) -> None:
    """Send requests over many connections, each as soon as the one before is answered."""

    async def one(place: int) -> None:
        number = place
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", rogue.port, local_addr=(FLOODING, 0)
                )
                try:
                    while True:
                        number += CONNECTIONS
                        writer.write(request(number))
                        head = await reader.readuntil(b"\r\n\r\n")
                        outcomes[_status(head)] += 1
                        await reader.readexactly(_length(head))
                        if b"connection: close" in head.lower():
                            break
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                outcomes["cut off"] += 1
                await asyncio.sleep(0)

    await asyncio.gather(*(one(place) for place in range(CONNECTIONS)))


def _status(head: bytes) -> str:
    status = int(head.split(None, 2)[1])
    return "served" if status < 400 else str(status)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


def http(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    given = {"Host": "x", "Content-Length": str(len(body))} | headers
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def edge_questions(rogue: Rogue, outcomes: Outcomes) -> None:
    """Rules nobody has asked for, one after the other."""
    choices = [
        f"{name}/edge?" + "&".join(f"option={option}={_text(value)}" for option, value in pair)
        for name in games.BUILT_IN
        for pair in itertools.product(
            *(
                [(option, value) for value in values]
                for option, values in list(games.find(name).options.items())[:4]
            )
        )
    ]
    random.Random(1).shuffle(choices)

    def request(number: int) -> bytes:
        cookie = {"Cookie": f"{COOKIE}=made-up-{number}"}
        return http("GET", f"/api/games/{choices[number % len(choices)]}", cookie)

    await ask(rogue, outcomes, request)


def _text(value: object) -> str:
    return quote(str(value).lower() if isinstance(value, bool) else str(value))


async def history(rogue: Rogue, outcomes: Outcomes) -> None:
    """The longest histories, replays and proofs there are."""
    paths = (
        "/api/rounds?most=200", f"/api/tables/{rogue.table}/rounds/7/replay", "/api/luck?most=200",
        f"/api/tables/{rogue.table}/rounds/7", f"/api/tables/{rogue.table}/rounds/7/proof",
    )  # fmt: skip
    await ask(rogue, outcomes, lambda n: http("GET", paths[n % len(paths)], rogue.player))


async def exports(rogue: Rogue, outcomes: Outcomes) -> None:
    """A whole table as a file, as the pit."""
    path = f"/api/admin/tables/{rogue.table}/export"
    await ask(rogue, outcomes, lambda _: http("GET", path, rogue.pit))


async def small_requests(rogue: Rogue, outcomes: Outcomes) -> None:
    """What costs little, as often as possible."""
    await ask(rogue, outcomes, lambda _: http("GET", "/api/me", rogue.player))


async def big_bodies(rogue: Rogue, outcomes: Outcomes) -> None:
    """As much as a request may hold, of JSON that is read and refused."""
    body = json.dumps({"game": "blackjack", "name": "x" * 260_000}).encode()
    await ask(rogue, outcomes, lambda _: http("POST", "/api/tables", rogue.player, body))


async def game_files(rogue: Rogue, outcomes: Outcomes) -> None:
    """Game files as long as they may be, as the pit."""
    lines = "\n".join(f'[[rule]]\nid = "R-{n}"\ntext = "{"x" * 60}"' for n in range(1_600))
    body = json.dumps({"file": f'id = "long"\nname = "Long"\n{lines}'}).encode()
    await ask(rogue, outcomes, lambda _: http("POST", "/api/tables", rogue.pit, body))


async def sign_ins(rogue: Rogue, outcomes: Outcomes) -> None:
    """Passwords, which are slow to compare on purpose."""

    def request(number: int) -> bytes:
        body = json.dumps({"name": f"Somebody {number}", "password": "x" * 200}).encode()
        return http("POST", "/api/login", {"Content-Type": "application/json"}, body)

    await ask(rogue, outcomes, request)


async def connections(rogue: Rogue, outcomes: Outcomes) -> None:
    """Connections that say nothing, and new ones for those that are ended."""

    async def one() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", rogue.port, local_addr=(FLOODING, 0)
                )
                answer = await reader.read()
                outcomes[_status(answer) if answer else "cut off"] += 1
                writer.close()
            except OSError:
                outcomes["cut off"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(600)))


async def commands(rogue: Rogue, outcomes: Outcomes) -> None:
    """Commands to a table of its own, as fast as they go, over all connections it may have."""
    await over_sockets(rogue, outcomes, _commands)


async def pings(rogue: Rogue, outcomes: Outcomes) -> None:
    """Pings and nothing else."""
    await over_sockets(rogue, outcomes, _pings)


async def _commands(connection: websockets.ClientConnection, outcomes: Outcomes) -> None:
    number = 0
    while True:
        number += 1
        text = {"do": "sit", "key": f"{id(connection)}-{number}", "seen": 1, "seat": 99}
        await connection.send(json.dumps(text))
        await connection.recv()
        outcomes["served"] += 1


async def _pings(connection: websockets.ClientConnection, outcomes: Outcomes) -> None:
    while True:
        for _ in range(1_000):
            await connection.ping()
        outcomes["served"] += 1_000
        await asyncio.sleep(0)


async def over_sockets(
    rogue: Rogue,
    outcomes: Outcomes,
    flood: Callable[[websockets.ClientConnection, Outcomes], Awaitable[None]],
) -> None:
    """Flood over as many table connections as there may be."""
    url = f"ws://127.0.0.1:{rogue.port}/api/tables/{rogue.table}/ws"
    cookie = {"Cookie": rogue.player["Cookie"]}

    async def one() -> None:
        while True:
            try:
                async with websockets.connect(
                    url, additional_headers=cookie, compression=None, local_addr=(FLOODING, 0),
                    close_timeout=0.1,
                ) as connection:  # fmt: skip
                    await flood(connection, outcomes)
            except websockets.InvalidStatus as refused:
                outcomes[str(refused.response.status_code)] += 1
                await asyncio.sleep(0)
            except (OSError, websockets.WebSocketException, TimeoutError):
                outcomes["cut off"] += 1
                await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(16)))


FLOODS: dict[str, Flood] = {
    "questions about edges": edge_questions,
    "histories, replays, proofs": history,
    "exports (pit)": exports,
    "small requests": small_requests,
    "bodies of 256 kB": big_bodies,
    "game files of 200 kB (pit)": game_files,
    "sign-ins": sign_ins,
    "silent connections": connections,
    "commands": commands,
    "pings": pings,
}


# The measurement


def flood_for(
    name: str, rogue: Rogue, seconds: float, found: multiprocessing.Queue[Outcomes]
) -> None:
    """Flood for some seconds, in a process of its own."""
    os.nice(10)
    outcomes: Outcomes = Counter()

    async def work() -> None:
        try:
            async with asyncio.timeout(seconds):
                await FLOODS[name](rogue, outcomes)
        except TimeoutError:
            pass

    uvloop.run(work())
    found.put(outcomes)


@contextmanager
def flooded(name: str | None, rogue: Rogue, seconds: float) -> Iterator[Outcomes]:
    """Meanwhile the server is flooded; what came of it is known afterwards."""
    outcomes: Outcomes = Counter()
    if name is None:
        yield outcomes
        return
    context = multiprocessing.get_context("spawn")
    found: multiprocessing.Queue[Outcomes] = context.Queue()
    process = context.Process(target=flood_for, args=(name, rogue, seconds, found), daemon=True)
    process.start()
    time.sleep(1.5)  # it has to read itself first
    yield outcomes
    outcomes.update(found.get(timeout=60))
    process.join(20)


def set_up(url: str) -> tuple[list[Seat], dict[str, str], dict[str, str], int]:
    """The table that is measured; a rogue with a long history, and one of the pit."""
    seats = fill(url, 1)
    database = Database(url)
    house_table = new_table(database, 0)
    while house_table.table.state.round < ROUNDS:
        wave(database, [house_table])

    def sign_in(connection: Connection, name: str, role: accounts.Role) -> dict[str, str]:
        account = accounts.create(connection, name, role, "!", now_ms())
        token, session = accounts.begin_session(connection, account, now_ms())
        return {"Cookie": f"{COOKIE}={token}", HEADER: session.csrf}

    player = database.write(lambda found: sign_in(found, "Ann 0", "player")).result()
    pit = database.write(lambda found: sign_in(found, "Pia", "pit")).result()
    database.close()
    return seats, player, pit, house_table.id


async def measured(address: str, seats: list[Seat], seconds: float) -> list[float]:
    """Milliseconds from each command of the other table to its update at all seats, sorted."""
    players = [Player(seat) for seat in seats]
    await asyncio.gather(*(one.connect(address) for one in players))
    delays: list[float] = []
    await play(players, EVERY, time.perf_counter() + seconds, delays)
    for player in players:
        player.reading.cancel()
        await player.socket.close()
    return sorted(1000 * delay for delay in delays)


def floods(console: Console, names: list[str]) -> None:
    """Each flood, and none."""
    grid = Grid(title=f"Another table's commands while one client floods; limit {MOST_MS:.0f} ms")
    for column in (
        "flood", "a second", "outcomes", "server core", "p50 ms", "p99 ms", "most ms", "÷ 100",
    ):  # fmt: skip
        grid.add_column(column, justify="left" if column in ("flood", "outcomes") else "right")
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # other people use the disk
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        url = f"sqlite:///{folder}/flood.db"
        seats, player, pit, table = set_up(url)
        server = Server(url)
        try:
            rogue = Rogue(int(server.address.rpartition(":")[2]), player, pit, table)
            _warm(server.address)
            for name in (None, *names):
                grid.add_row(*_row(name, rogue, server, seats))
                time.sleep(3)  # rates fill again
        finally:
            server.stop()
    console.print(grid)
    console.print(f"load average of the machine: {os.getloadavg()[0]:.1f}")


def _row(name: str | None, rogue: Rogue, server: Server, seats: list[Seat]) -> list[str]:
    with flooded(name, rogue, SECONDS + 1.5) as outcomes:
        before, began = cpu(server.process.pid), time.perf_counter()
        delays = uvloop.run(measured(server.address, seats, SECONDS - 1.5))
        used = (cpu(server.process.pid) - before) / (time.perf_counter() - began)
    p99 = delays[min(len(delays) - 1, int(0.99 * len(delays)))]
    return [
        name or "none", f"{outcomes.total() / SECONDS:,.0f}",
        ", ".join(f"{count:,} {what}" for what, count in outcomes.most_common(4)),
        f"{used:.2f}", f"{delays[len(delays) // 2]:.1f}", f"{p99:.1f}", f"{delays[-1]:.1f}",
        f"{p99 / MOST_MS:.2f}",
    ]  # fmt: skip


def _warm(address: str) -> None:
    """The solver's first use compiles; that is measured elsewhere."""
    import httpx

    for game in games.BUILT_IN:
        httpx.get(f"{address}/api/games/{game}/edge", timeout=300)


def silent(console: Console) -> None:
    """Connections that say nothing: how many were let in, and when the last had ended."""
    with tempfile.TemporaryDirectory() as folder:
        for people in (100, 1_000):
            server = Server(
                f"sqlite:///{folder}/silent{people}.db", "--people-per-address", str(people)
            )
            port = int(server.address.rpartition(":")[2])
            ended, refused, seconds = uvloop.run(_silent(port))
            server.stop()
            console.print(
                f"{SILENT:,} silent connections, {people:,} people an address: {refused:,} refused "
                f"at once, {ended:,} ended after they said nothing; the last after {seconds:.1f} s"
            )


async def _silent(port: int) -> tuple[int, int, float]:
    async def one() -> bool:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            answer = await reader.read()
        except OSError:
            answer = b""
        writer.close()
        return b" 408 " in answer

    began = time.perf_counter()
    found = []
    for _ in range(0, SILENT, 100):
        found += [asyncio.create_task(one()) for _ in range(100)]
        await asyncio.sleep(0.02)
    said = await asyncio.gather(*found)
    return sum(said), len(said) - sum(said), time.perf_counter() - began


def main() -> None:
    """Print everything, or the parts that are named: `silent`, or words of a flood's name."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 10_000), hard))
    console = Console(width=130)
    words = sys.argv[1:]
    if not words or "silent" not in words:
        floods(console, [name for name in FLOODS if not words or any(w in name for w in words)])
    if not words or "silent" in words:
        silent(console)


if __name__ == "__main__":
    main()
