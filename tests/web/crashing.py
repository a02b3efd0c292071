"""Tables in full play while servers and databases are killed under them.

Players make random moves without a pause. Each keeps books of its own: what it asked, what it was
answered and everything it was shown. When its connection breaks it connects again and sends the
command that was not answered once more, under the same key, as a good client does. `Casino.check`
compares all those books with what the log says (`tests.web.truth`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import sqlalchemy as sa
import websockets

from pitboss import games
from pitboss.store import accounts, schema
from pitboss.store.audit import Audit
from pitboss.store.database import Database
from tests.servers import Client, Postgres, Server, kept_port, process_state, until
from tests.web.truth import Truth, reading

TABLES: list[dict[str, Any]] = [
    {"game": "blackjack", "options": {"decks": 1}, "house": {"penetration": 0.95}},
    {"game": "half-back", "house": {"shoe": "csm"}},
    {"game": "mulligan-21"},
    {"game": "lucky-stiff", "options": {"decks": 2}},
    {"game": "blackjack-tie"},
]
"""A shoe that runs out in mid-round, a continuous shuffler, and the other games."""
SEATED = 3
"""Players at each table."""
PACE = {"betting_seconds": 0.4, "action_seconds": 0.5}
QUIET = 4.0
"""Seconds without a word after which a player looks for the table elsewhere."""
IDLE = 0.3
"""Seconds after which a player who had nothing to do thinks again."""
PATIENCE = 90.0
"""Seconds in which every table must go on after a crash."""
PIT = ("Pat", "pat's own password")
BROKEN = (OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError)
Message = dict[str, Any]


class Player:
    """Somebody at one table who never stops playing."""

    def __init__(self, casino: Casino, table: int, game: str, *, seed: int) -> None:
        self.casino, self.table = casino, table
        self.random = random.Random(seed)
        rules = games.find(game).rules()
        self.opening, self.sides = rules.wagers.opening, [bet.id for bet in rules.bets]
        self.name, self.cookie = "", ""
        self.last: Message = {}
        self.pending: Message | None = None
        """The command that was sent and not answered."""
        self.sent: dict[str, Message] = {}
        self.answered: dict[str, int] = {}
        """The version each command that was done led to, by key."""
        self.refused: set[str] = set()
        self.heard: list[Message] = []
        """Updates not yet compared with the log."""
        self.repeats = 0
        self.moved: str | None = None
        self.broke = False

    async def play(self) -> None:
        """Go on for ever, whatever breaks."""
        while not self.broke:
            try:
                if not self.name:
                    await self._sign_in()
                where = self.moved or self.casino.somewhere(self.random)
                self.moved = None
                await self._sit_at(where)
            except BROKEN:
                self.moved = None
            await asyncio.sleep(0.05)

    async def _sign_in(self) -> None:
        async with Client(self.casino.somewhere(self.random)) as client:
            async with asyncio.timeout(QUIET):  # a server that sleeps does not answer
                answer = await client.http.post("/api/guest")
            if answer.status_code == 200:
                self.name = answer.json()["name"]
                self.cookie = "; ".join(f"{k}={v}" for k, v in client.http.cookies.items())
            else:
                await asyncio.sleep(0.5)

    async def _sit_at(self, address: str) -> None:
        url = f"{address.replace('http', 'ws')}/api/tables/{self.table}/ws"
        async with websockets.connect(
            url, additional_headers={"Cookie": self.cookie}, open_timeout=QUIET / 2,
            close_timeout=0.1, ping_interval=QUIET / 2, ping_timeout=QUIET / 2,
        ) as socket:  # fmt: skip
            if self.pending is not None:
                self.repeats += 1
                await socket.send(json.dumps(self.pending))
            waiting = self.pending is not None
            while not self.broke:
                try:
                    async with asyncio.timeout(QUIET if waiting else IDLE):
                        self._hear(json.loads(await socket.recv()))
                except TimeoutError:
                    if waiting:
                        raise
                if self.moved is not None:
                    return
                if self.pending is None and self.last:
                    await self._ask(socket)
                waiting = self.pending is not None

    def _hear(self, message: Message) -> None:
        kind = message["kind"]
        if kind == "update":
            self.last = message
            self.heard.append(message)
        elif kind == "moved":
            self.moved = message["address"] or self.casino.somewhere(self.random)
        elif self.pending is None or message["key"] != self.pending["key"]:
            assert message["key"] in self.sent, message
        else:
            self._answer(message, self.pending)

    def _answer(self, message: Message, command: Message) -> None:
        key = command["key"]
        self.pending = None
        if message["kind"] == "refused":
            assert key not in self.answered, f"{key}: done, and then refused: {message}"
            self.refused.add(key)
            self.broke = "stake at most what you have" in message["error"] and self._poor()
            return
        version = message["version"]
        assert self.answered.setdefault(key, version) == version, f"{key}: done twice"

    def _poor(self) -> bool:
        waits = self.last["view"]["waits_for"]
        return bool(waits == "wagers" and (self.last["wallet"] or 0) < 20_00)

    async def _ask(self, socket: Any) -> None:
        command = self._again() or self._wish()
        if command is None:
            return
        await asyncio.sleep(self.random.random() * 0.03)
        key = command.setdefault("key", f"k{len(self.sent)}-{self.random.getrandbits(32):x}")
        command.setdefault("seen", self.last["version"])
        self.pending = self.sent[key] = command
        await socket.send(json.dumps(command))

    def _again(self) -> Message | None:
        """Now and then, a command that was done long ago."""
        if self.answered and self.random.random() < 0.04:
            return dict(self.sent[self.random.choice(list(self.answered))])
        return None

    def _wish(self) -> Message | None:
        roll, view = self.random.random(), self.last["view"]
        mine = [int(seat) for seat, who in self.last["seats"].items() if who == self.name]
        if not mine:
            free = [str(n) for n in range(1, 8) if str(n) not in self.last["seats"]]
            return {"do": "sit", "seat": int(self.random.choice(free))} if free else None
        [seat, *_] = mine
        if roll < 0.02:
            return {"do": "act", "seat": 1 + seat % 7, "move": "hit"}
        if roll < 0.03 and self.last["next_shoe"]:
            return {"do": "add-seed", "seed": f"{self.random.getrandbits(64):x}"}
        if roll < 0.04:
            return None  # lets its time pass, until something else happens
        if view["waits_for"] == "wagers":
            return self._wager(seat, roll)
        if view["waits_for"] == "insurance" and str(seat) in view["insurance_limit"]:
            return self._insurance(seat, view["insurance_limit"][str(seat)], roll)
        if view["to_act"] == seat and view["legal"]:
            return {"do": "act", "seat": seat, "move": self.random.choice(view["legal"])}
        return None

    def _wager(self, seat: int, roll: float) -> Message | None:
        staked = {one["seat"] for one in self.last["view"]["seats"] if not one["hands"]}
        if seat not in staked or roll < 0.1:
            if roll < 0.07:
                return {"do": "stand-up", "seat": seat}
            main = self.random.choice((5_00, 6_50, 10_00))
            wagers = dict.fromkeys(self.opening, main)
            for side in self.sides:
                if self.random.random() < 0.25:
                    wagers[side] = self.random.choice((1_00, 2_50))
            seed = f"s{self.random.getrandbits(64):x}"
            added = {"seed": seed} if self.random.random() < 0.5 else {}
            return {"do": "bet", "seat": seat, "wagers": wagers} | added
        if roll < 0.13:
            return {"do": "take-up", "seat": seat}
        everyone = {int(number) for number in self.last["seats"]}
        return {"do": "deal"} if everyone <= staked else None

    def _insurance(self, seat: int, most: int, roll: float) -> Message:
        if roll < 0.3:
            return {"do": "even-money", "seat": seat}
        return {"do": "insure", "seat": seat, "cents": self.random.choice((0, most, most // 2))}

    # Its books against the log's

    def check(self, truth: Truth) -> None:
        """Everything it was ever told is in the log, and nothing else is in its name."""
        table = truth.tables[self.table]
        for update in self.heard:
            self._check_update(truth, update)
        self.heard.clear()
        mine = {seq for seq, actor in enumerate(table.actors) if actor == self.name and seq}
        extra = mine - set(self.answered.values())
        lost = set(self.answered.values()) - mine
        assert not lost, f"{self.name}: answered done, and not in the log: {lost}"
        assert len(extra) <= 1, f"{self.name}: done and never asked: {extra}"
        for seq in extra:
            assert self.pending is not None, f"{self.name}: done and never asked: {seq}"
            there = truth.commands[self.name, self.pending["key"]]
            assert there == (self.table, seq)
        for key, version in self.answered.items():
            assert truth.commands[self.name, key] == (self.table, version), key
        for key in self.refused:
            assert (self.name, key) not in truth.commands, f"{key}: refused, and yet done"

    def _check_update(self, truth: Truth, update: Message) -> None:
        table, version = truth.tables[self.table], update["version"]
        where = f"table {self.table}, version {version}, {self.name}"
        assert version <= table.seq, f"{where}: shown, and not in the log"
        assert update["events"] in ([], table.shown[version]), f"{where}: other events"
        views = table.views[version]
        expected = views.get(self.name, views[""])
        shown = update["view"] | ({} if self.name in views else {"net": expected["net"]})
        assert shown == expected, f"{where}: another view: {shown} instead of {expected}"
        due = truth.wallet(self.name, self.table, version)
        assert update["wallet"] == due, f"{where}: wallet {update['wallet']}, not {due}"
        number, position = table.dealt[version]
        shoe = update["shoe"]
        shown_shoe = (shoe["number"], shoe["dealt"]) if shoe else (0, 0)
        assert shown_shoe == (number, position), f"{where}: another shoe"
        for one in filter(None, (shoe, update["next_shoe"])):
            assert one["commitment"] == table.promised[one["number"]], f"{where}: another promise"
        turn = self.casino.turns.setdefault((self.table, version), update["turn"])
        assert update["turn"] == turn, f"{where}: turn {update['turn']}, before it was {turn}"


class Casino:
    """A database, servers on it, tables and their players."""

    def __init__(self, url: str, *, servers: int = 1, tables: int = 4, seed: int = 1) -> None:
        self.url, self.random = url, random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-crash-", dir="/tmp"))
        self.database_file = Path(url.removeprefix("sqlite:///"))
        self.sqlite = url.startswith("sqlite")
        self._number_of_tables = tables
        self._make_pit()
        self.servers = [
            Server(url, port=kept_port(), log=self.folder / f"server-{number}.log", forked=True)
            for number in range(servers)
        ]
        self.players: list[Player] = []
        self.turns: dict[tuple[int, int], int] = {}
        self.truth = Truth(url)
        self.kills: Counter[str] = Counter()
        self.cut_off: Counter[str] = Counter()
        """Commands whose answer did not come: whether they were written."""
        self.copies: list[dict[int, list[str]]] = []
        self._tasks: dict[Player, asyncio.Task[None]] = {}
        self._open = True

    def _make_pit(self) -> None:
        name, password = PIT
        database = Database(self.url)
        hashed = accounts.hash_password(password)
        database.write(
            lambda connection: accounts.create(connection, name, "pit", hashed, 1)
        ).result()
        database.close()

    async def __aenter__(self) -> Self:
        for number in range(self._number_of_tables):
            wanted = TABLES[number % len(TABLES)]
            server = self.servers[number % len(self.servers)]
            async with Client(server.address) as pit:
                await pit.login(*PIT)
                table = await pit.open(**wanted | PACE | {"private": False})
            for _ in range(SEATED):
                self._seat(table, wanted["game"])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._open = False
        for server in self.servers:
            server.kill()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.wait(self._tasks.values())
        if error is None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _seat(self, table: int, game: str) -> None:
        player = Player(self, table, game, seed=self.random.getrandbits(32))
        self.players.append(player)
        task = self._tasks[player] = asyncio.create_task(player.play())
        task.add_done_callback(lambda _: self._next(player, table, game))

    def _next(self, player: Player, table: int, game: str) -> None:
        if player.broke and self._open:
            self._seat(table, game)

    def somewhere(self, chance: random.Random) -> str:
        """A server's address."""
        return chance.choice(self.servers).address

    # Going on, and being killed

    async def go_on(self, least: int = 3) -> None:
        """Wait until every table has gone on."""
        before = {table: self._version(table) for table in self._numbers()}
        end = time.monotonic() + PATIENCE
        while any(self._version(table) < at + least for table, at in before.items()):
            self.alarm()
            stuck = [table for table, at in before.items() if self._version(table) < at + least]
            assert time.monotonic() < end, f"tables {stuck} do not go on: {self.folder}"
            await asyncio.sleep(0.01)

    def alarm(self) -> None:
        """Raise what a player stumbled over."""
        for player, task in self._tasks.items():
            if task.done() and not player.broke:
                task.result()

    def _numbers(self) -> set[int]:
        return {player.table for player in self.players}

    def owners(self) -> dict[int, str]:
        """The address of the server that deals each table."""
        tables, servers = schema.tables.c, schema.servers.c
        wanted = sa.select(tables.id, servers.address).join(
            schema.servers, tables.owner == servers.id
        )
        with reading(self.url) as connection:
            return {row.id: row.address for row in connection.execute(wanted)}

    def _version(self, table: int) -> int:
        return max(
            (one.last.get("version", 0) for one in self.players if one.table == table), default=0
        )

    async def some_time(self, most: float = 0.5) -> None:
        """Let a random time pass; with SQLite often to the very middle of a commit."""
        await asyncio.sleep(self.random.random() * most)
        if self.sqlite and self.random.random() < 0.5:
            wal = Path(f"{self.database_file}-wal")
            was, end = _size(wal), time.monotonic() + 0.5
            while _size(wal) == was and time.monotonic() < end:
                await asyncio.sleep(0)

    async def storm(
        self, kills: int, postgres: Postgres | None = None, *, say: Callable[[str], object] = str
    ) -> None:
        """Kill this and that so many times, checking everything each time."""
        for number in range(kills):
            await self.go_on()
            if self.sqlite and number % 5 == 2:
                self.check_copy()
            await self.some_time()
            if postgres is None:
                await self.kill_server()
            else:
                kind = self.random.choice((self.kill_database, self.kill_both, None))
                await (kind(postgres) if kind is not None else self.kill_server())
            say(f"{number + 1} of {kills}: {self.summary()}")
        await self.go_on()
        self.check()
        self.check_anew()

    async def kill_server(self, number: int = 0) -> None:
        """Kill a server and start it again; in between, look at what it left."""
        await self.end_server(number)
        await asyncio.to_thread(self.servers[number].start)

    async def end_server(self, number: int = 0) -> None:
        """Kill a server for good, and look at what it left."""
        self.servers[number].kill()
        self.kills["server"] += 1
        self._checked_after_kill()

    async def kill_database(self, postgres: Postgres) -> None:
        """Kill the database under the server, and start it again."""
        postgres.kill()
        self.kills["database"] += 1
        await asyncio.sleep(self.random.random() * 0.2)
        await asyncio.to_thread(postgres.start)
        self.check()

    async def kill_both(self, postgres: Postgres) -> None:
        """Kill server and database at once."""
        postgres.kill()
        self.servers[0].kill()
        self.kills["server and database"] += 1
        await asyncio.to_thread(postgres.start)
        self._checked_after_kill()
        await asyncio.to_thread(self.servers[0].start)

    def _checked_after_kill(self) -> None:
        self.check()
        for player in self.players:
            if player.pending is not None:
                done = (player.name, player.pending["key"]) in self.truth.commands
                self.cut_off["written" if done else "not written"] += 1

    def check(self) -> None:
        """The log against itself, against everything derived, and against everyone's books."""
        self.alarm()
        self.truth.read()
        for player in self.players:
            if player.name:
                player.check(self.truth)
        for copy in self.copies:
            for table, seals in copy.items():
                assert self.truth.tables[table].seals[: len(seals)] == seals, "history changed"
        self.copies.clear()

    def check_anew(self) -> None:
        """Once more from the first entry on, and by `pitboss audit`'s own eyes."""
        truth = Truth(self.url)
        truth.read()
        with reading(self.url) as connection:
            assert list(Audit(connection).everything()) == []
        for number, table in self.truth.tables.items():
            assert truth.tables[number].seals[: len(table.seals)] == table.seals

    def check_copy(self) -> None:
        """The files of a moment while it writes are a database of that moment, whole."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        process = self.servers[0].process.pid
        os.kill(process, signal.SIGSTOP)
        try:
            until(lambda: process_state(process)[0] == "T", 10)
            for ending in ("", "-wal"):
                shutil.copy(f"{self.database_file}{ending}", folder / f"copy.db{ending}")
        finally:
            os.kill(process, signal.SIGCONT)
        truth = Truth(f"sqlite:///{folder / 'copy.db'}")
        truth.read()
        with contextlib.closing(sqlite3.connect(folder / "copy.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        self.copies.append({number: table.seals for number, table in truth.tables.items()})
        shutil.rmtree(folder)
        self.kills["copy"] += 1

    def summary(self) -> str:
        """What was done, in a line."""
        kills = ", ".join(f"{count} × {kind}" for kind, count in sorted(self.kills.items()))
        done = sum(len(player.answered) for player in self.players)
        refused = sum(len(player.refused) for player in self.players)
        repeats = sum(player.repeats for player in self.players)
        return (
            f"{kills}; {self.truth.entries():,} entries, {self.truth.rounds():,} rounds, "
            f"{done:,} commands done, {refused:,} refused, {repeats:,} sent again; without an "
            f"answer at a kill: {self.cut_off['written']} written, "
            f"{self.cut_off['not written']} not"
        )


def _size(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
