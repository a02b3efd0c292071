"""A house of tables in this process: the application, its database, and people who come to it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import socket as socket_module
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import cache, cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import httpx
import pytest
import sqlalchemy as sa

from pitboss import cards, games
from pitboss.floor import commands as cmd
from pitboss.floor.opening import describe_table
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import accounts, journal, schema
from pitboss.store.accounts import Account, Role
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.records import Settings
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.shuffling import Seeds
from pitboss.table import actions as act
from pitboss.table.flow import Want
from pitboss.web import app
from pitboss.web.access import COOKIE, HEADER
from pitboss.web.bounds import Bounds, Per
from pitboss.web.connections import server_of
from pitboss.web.hub import Hub
from pitboss.web.table_host import TableHost

HOST = "127.0.0.1:8121"
PLENTY = 1_000_000_00
"""Cents that last for any test."""
OFTEN = Per(1_000_000, 1)
UNHURRIED = Bounds(
    people_per_address=1_000_000, refusal_seconds=0.0, connecting_per_person=OFTEN,
    requests_per_person=OFTEN, handshakes_per_person=OFTEN, failed_sign_ins_each=OFTEN,
    changes_each=OFTEN, reads_each=OFTEN, long_reads_each=OFTEN, exports_each=OFTEN,
    openings_each=OFTEN, open_tables_each=1_000, long_reads=1_000, long_reads_at_once_each=1_000,
    questions=1_000, questions_each=1_000, sockets_each=1_000,
)  # fmt: skip
"""Nobody is told to slow down, but over a connection to a table."""
WHY = {"reason": "the night is over"}
"""What the pit gives with whatever it does to a table."""
NO_PASSWORD = "!"
"""Is kept of somebody who is no guest and never signs in."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """A test that waits for the house."""
    asyncio.run(work)


def new_folder() -> Path:
    """A folder in memory where there is one: commits wait for no disk there."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="pitboss-", dir=memory if memory.is_dir() else None))


@cache
def empty_database() -> bytes:
    """A database with nothing in it, made once: migrations take a while."""
    folder = new_folder()
    Database(f"sqlite:///{folder / 'empty.db'}").close()
    found = (folder / "empty.db").read_bytes()
    shutil.rmtree(folder)
    return found


class House:
    """The application on a database of its own."""

    def __init__(self, *, guests: bool = True, bounds: Bounds = UNHURRIED) -> None:
        self.folder = new_folder()
        (self.folder / "house.db").write_bytes(empty_database())
        self.database = Database(f"sqlite:///{self.folder / 'house.db'}")
        self.app = app.create(self.database, guests=guests, bounds=bounds)
        self._life = self.app.router.lifespan_context(self.app)
        self.people: list[Person] = []

    async def __aenter__(self) -> Self:
        await self._life.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        for person in self.people:
            if "http" in vars(person):  # it was used
                await person.http.aclose()
        await self._life.__aexit__(None, None, None)
        self.database.close()
        shutil.rmtree(self.folder)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    def person(
        self, name: str, role: Role = "player", *, cents: int = 0, password: str | None = None
    ) -> Person:
        """Somebody new who is signed in, with these cents more than everyone gets."""

        def work(connection: sa.Connection) -> tuple[Account, str, str]:
            hashed = accounts.hash_password(password) if password else NO_PASSWORD
            account = accounts.create(connection, name, role, hashed, now_ms())
            if cents:
                journal.issue(connection, name, cents, now_ms())
            token, session = accounts.begin_session(connection, account, now_ms())
            return account, token, session.csrf

        person = Person(self, *self.database.write(work).result())
        self.people.append(person)
        return person

    def stranger(self) -> Person:
        """Somebody who is not signed in."""
        person = Person(self, Account(0, "", "player"), "", "")
        self.people.append(person)
        return person

    async def open(
        self, game: str = "blackjack", *, by: str = "the pit",
        options: dict[str, OptionValue] | None = None, house: HouseSettings | None = None,
        paytables: dict[str, int] | None = None, name: str = "", **settings: Any,
    ) -> TableHost:  # fmt: skip
        """Open a table."""
        settings = {"betting_seconds": 600.0, "action_seconds": 600.0} | settings
        opened = describe_table(
            games.find(game), name or game, options=options, paytables=paytables, house=house,
            settings=Settings(**settings),
        )  # fmt: skip
        return await self.hub.open(opened, by)

    def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything in the database, but not which process deals until when."""
        found = {}
        with self.database.read() as connection:
            for table in schema.metadata.sorted_tables:
                if table is schema.servers:
                    continue
                columns = [column for column in table.c if column.name not in ("owner", "lease")]
                rows = connection.execute(sa.select(*columns).order_by(*table.primary_key.columns))
                found[table.name] = [tuple(row) for row in rows]
        return found

    def rows(self, query: sa.Select[Any]) -> list[Any]:
        """What a query finds."""
        with self.database.read() as connection:
            return list(connection.execute(query))

    def balances(self) -> dict[str, int]:
        """What every account holds."""
        return {row.account: row.cents for row in self.rows(sa.select(schema.balances))}


class Person:
    """Somebody with a browser."""

    def __init__(self, house: House, account: Account, token: str, csrf: str) -> None:
        self.house, self.account, self.token, self.csrf = house, account, token, csrf

    @cached_property
    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.house.app, raise_app_exceptions=False),
            base_url=f"http://{HOST}",
            cookies={COOKIE: self.token} if self.token else {},
        )

    @property
    def name(self) -> str:
        return self.account.name

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self.http.get(path, params=query or None)

    async def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request that changes something, with the token it needs."""
        return await self.http.request(method, path, json=body, headers={HEADER: self.csrf})

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        return await self.send("POST", path, body)

    @asynccontextmanager
    async def at(
        self, table: int, invite: str = "", headers: dict[str, str] | None = None
    ) -> AsyncIterator[Socket]:
        """A connection to a table, as the server's own interface sees it."""
        socket = Socket(self, table, invite, headers or {})
        try:
            await socket.begin()
            yield socket
        finally:
            await socket.leave()


class Socket:
    """A WebSocket to the application without a network between."""

    def __init__(
        self, person: Person, table: int, invite: str, headers: dict[str, str]
    ) -> None:  # fmt: skip
        self.person = person
        self.said: list[dict[str, Any]] = []
        """Everything the server sent."""
        self.last: dict[str, Any] = {}
        """The newest update."""
        self.closed: int | None = None
        """Why the server closed the connection."""
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Condition()
        self._keys = 0
        self._answered = 0
        given = {"host": HOST, "cookie": f"{COOKIE}={person.token}"} | headers
        self._scope: dict[str, Any] = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "ws", "path": f"/api/tables/{table}/ws",
            "raw_path": f"/api/tables/{table}/ws".encode(), "root_path": "",
            "query_string": urlencode({"invite": invite}).encode(), "subprotocols": [],
            "headers": [(key.encode(), value.encode()) for key, value in given.items()],
            "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8121), "state": {},
        }  # fmt: skip
        self._running: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        await self._in.put({"type": "websocket.connect"})
        self._running = asyncio.create_task(
            self.person.house.app(self._scope, self._in.get, self._heard)
        )
        await self.until(lambda: bool(self.last) or self.closed is not None)

    async def _heard(self, message: Any) -> None:
        async with self._news:
            if message["type"] == "websocket.close":
                self.closed = message.get("code", 1000)
            elif message["type"] == "websocket.send":
                self.said.append(json.loads(message["text"]))
                if self.said[-1]["kind"] == "update":
                    self.last = self.said[-1]
            self._news.notify_all()

    async def until(self, holds: Any, seconds: float = 20) -> None:
        """Wait until something that a message changes holds."""

        async def wait() -> None:
            async with self._news:
                await self._news.wait_for(holds)

        await asyncio.wait_for(wait(), seconds)

    def send(self, text: str) -> None:
        """Send a frame and wait for nothing."""
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def raw(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a frame; the answer that is not an update."""
        before = len(self.answers())
        await self._in.put({"type": "websocket.receive"} | message)
        await self.until(lambda: len(self.answers()) > before or self.closed is not None)
        return self.answers()[-1] if len(self.answers()) > before else {}

    def answers(self) -> list[dict[str, Any]]:
        """Answers to commands so far."""
        return [message for message in self.said if message["kind"] != "update"]

    async def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._keys += 1
        command = {"do": what, "key": f"k{self._keys}", "seen": self.last["version"]} | fields
        return await self.raw({"text": json.dumps(command)})

    async def leave(self) -> None:
        await self._in.put({"type": "websocket.disconnect", "code": 1000})
        if self._running is not None:
            await asyncio.wait([self._running], timeout=10)


# Play


def some_wagers(live: TableHost, rng: random.Random) -> dict[str, int]:
    """Wagers that this table allows: the opening ones and some of the others."""
    limits = live.house_table.table.limits
    unit = rng.choice((1000, 2000, 2500))
    wagers = dict.fromkeys(limits.tables.opening, unit)
    for bet in limits.bets:
        if rng.random() < 0.5:
            more = wagers | {bet: rng.choice((100, 250, 500))}
            try:
                limits.check(more)
            except ValueError:
                continue
            wagers = more
    return wagers


def next_command(live: TableHost, rng: random.Random, key: str) -> tuple[str, cmd.AnyCommand]:
    """Something that moves the table on, and whose it is to ask for."""
    house_table, table = live.house_table, live.house_table.table
    about: dict[str, Any] = {"key": key, "seen": house_table.seq}
    if table.want == Want.INSURANCE:
        seat = rng.choice(table.insurance_seats())
        player = house_table.seats[seat]
        if table.can(act.TakeEvenMoney(seat)) and rng.random() < 0.5:
            return player, cmd.EvenMoney(**about, seat=seat)
        cents = rng.choice((0, table.insurance_limit(seat)))
        return player, cmd.Insure(**about, seat=seat, cents=cents)
    if table.want == Want.DECISION:
        seat, legal = table.seat.number, table.legal_names()
        rare = [name for name in legal if name in ("split", "take-back", "burn", "double")]
        move = rng.choice(rare) if rare and rng.random() < 0.5 else rng.choice(legal)
        return house_table.seats[seat], cmd.Act(**about, seat=seat, move=move)
    staked = {seat.number for seat in table.state.seats} if table.state.felt else set()
    free = [seat for seat in house_table.seats if seat not in staked]
    if free:
        seat = rng.choice(free)
        seed = re.sub(r"[^A-Za-z0-9]", "-", key) if house_table.promise is not None else None
        bet = cmd.Bet(**about, seat=seat, wagers=some_wagers(live, rng), seed=seed)
        return house_table.seats[seat], bet
    return house_table.seats[rng.choice(list(house_table.seats))], cmd.Deal(**about)


# Over a real network


@asynccontextmanager
async def served(house: House, port: int = 0) -> AsyncIterator[str]:
    """The house behind a real web server, as `pitboss serve` sets it up; its host and port."""
    with socket_module.create_server(("127.0.0.1", port)) as listening:
        server = server_of(house.app, lifespan="off")
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            while not server.started:
                await asyncio.sleep(0.01)
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


def deal_these(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every shoe begin with these cards, after the burned one."""
    chosen = cards.parse_all(order)

    def shuffled(promise: PromisedShoe, _: Seeds, deck: Iterable[int]) -> SealedShoe:
        rest = list(deck)
        for card in chosen:
            rest.remove(card)
        order = bytes([rest.pop(), *chosen, *rest])
        return SealedShoe(promise.number, order, promise.server_seed)

    monkeypatch.setattr(PromisedShoe, "shuffled", shuffled)


def same(before: dict[str, list[tuple[Any, ...]]], after: dict[str, list[tuple[Any, ...]]]) -> bool:
    """Whether nothing changed; who does not see it otherwise gets the table that differs."""
    assert [name for name in before if before[name] != after[name]] == []
    return True
