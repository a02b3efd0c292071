"""Servers of a world: the real hub, tables, socket and store, which die and are started again."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from starlette.types import Send
from uvicorn.protocols.utils import ClientDisconnected

from pitboss.store.database import Database
from pitboss.store.log_signer import LogSigner
from pitboss.web import socket
from pitboss.web.access import COOKIE
from pitboss.web.bounds import Bounds, Per, Rates
from pitboss.web.hub import Hub
from pitboss.web.metrics import Metrics
from tests.world import signing
from tests.world.disk_faults import Fault
from tests.world.network import Line
from tests.world.signing import HeadsTold, SigningAtOnce
from tests.world.timeline import Happening, ReadersAtOnce, ServerLoop

if TYPE_CHECKING:
    from tests.world.world import World

OFTEN = Per(1_000_000, 1)
UNHURRIED = Bounds(
    handshakes_per_person=OFTEN, commands_each=OFTEN, commands_per_person=OFTEN,
    requests_per_person=OFTEN, sockets_each=1_000,
)  # fmt: skip
"""Nobody is told to slow down: these people never rest."""
WRITER_SECONDS = 0.003
"""At most, until the writer begins with what waits."""
READER_SECONDS = 0.004
MOST_ASLEEP_SECONDS = 20.0
START_SECONDS = 3.0
"""At most, until somebody starts a server that died."""


class Server:
    """A server at an address, as often as it is started."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.address = world, f"http://server-{number}"
        self.chance = random.Random(f"{world.seed} server {number}")
        self.lines: list[Line] = []
        self.alive = False
        self.starts = 0
        self.signer: LogSigner | None = None
        self._writer_called = False
        self.loop: ServerLoop
        self.database: Database
        self.hub: Hub
        self._app: FastAPI

    def start(self) -> None:
        """Begin as a new process does: with nothing but the database."""
        timeline = self.world.timeline
        self.alive, self._writer_called, self.lines = True, False, []
        self.starts += 1
        self.world.disk.dead = False
        self.loop = ServerLoop(timeline)  # type: ignore[abstract]
        self.database = Database(self.world.url, wake=self._call_writer)
        self.database.claimed = len(self.world.servers) == 1
        if not self._signing():
            return
        self._app = FastAPI(openapi_url=None)
        self._app.include_router(socket.router)
        state = self._app.state
        state.metrics, state.rates = Metrics(), Rates(UNHURRIED)
        readers = ReadersAtOnce(self.loop, self._delay)
        threads = {"sequencer": SigningAtOnce(self.loop, self._delay)}
        state.hub = self.hub = Hub(
            self.database, self.address, UNHURRIED, state.metrics, self.signer,
            executors=lambda _, name: threads.get(name, readers),
        )  # fmt: skip
        self.loop.run(self._begin())

    def _delay(self) -> float:
        return self.chance.random() * READER_SECONDS

    def _signing(self) -> bool:
        """Whether the signer has begun; a process that cannot read its database ends."""
        file = HeadsTold(self.world.folder, self.world.head_kept)
        try:
            self.signer = signing.begin(self.database, file, self._write)
        except DBAPIError:
            if self.alive:  # it was not killed meanwhile
                self.alive = False
                self._gone()
        return self.alive

    async def _begin(self) -> None:
        """As a process does that cannot read its database: end, and be started again."""
        try:
            await self.hub.start()
        except Exception:
            self.loop.call_soon(self.die)

    def die(self) -> None:
        """Be killed, at whatever point it is: memory and tasks are gone, the files stay."""
        if not self.alive:
            return
        self.end()
        self._gone()

    def _gone(self) -> None:
        """What it held open is let go of, and somebody starts it again."""
        self.world.counts["servers killed"] += 1
        self.world.keeper.close()
        self.world.disk.dead = True  # a process that is killed tidies nothing up
        self.database._disconnect()
        self.database._reading.dispose()
        self.database._writing.dispose()
        self.world.disk.dead = False
        self.world.timeline.after(self.chance.random() * START_SECONDS, self.start)

    def end(self) -> None:
        """Nothing is done here any more, and the lines end."""
        self.alive = False
        self.loop.die()
        self.hub.hosts.clear()  # what is left of its tasks thinks that it has lost its tables
        self.world.graveyard.append((self.loop, self.hub, self._app))
        for line in self.lines:
            line.server_died()

    def fall_asleep(self) -> None:
        """Stand still for a while, often longer than its leases last."""
        if self.alive:
            self.world.counts["servers asleep"] += 1
            seconds = MOST_ASLEEP_SECONDS * self.chance.random() ** 2
            self.loop.asleep_until = self.world.timeline.seconds + seconds

    # The writer, which is no thread here

    def _call_writer(self) -> None:
        if not self._writer_called:
            self._writer_called = True
            seconds = self.chance.random() * WRITER_SECONDS
            self.world.timeline.after(seconds, self._loop_write(self.loop))

    def _loop_write(self, loop: ServerLoop) -> Any:
        def write() -> None:
            if loop.asleep_until > self.world.timeline.seconds:
                self.world.timeline.at(loop.asleep_until, Happening(write))
            elif loop.alive:
                self._write()

        return write

    def _write(self) -> None:
        self._writer_called = False
        fault = self._fault()
        disk = self.world.disk
        with disk.met(fault, self.database._writing.dialect):
            self.database.write_waiting()
        if disk.dead:
            self.die()
        self.world.look()

    def _fault(self) -> Fault | None:
        if self.chance.random() >= self.world.fault_chance:
            return None
        return self.chance.choice(self.world.faults)

    # Lines to it

    def connect(self, line: Line, table: int, token: str) -> None:
        """Somebody is at the door."""
        if not self.alive:
            line.server_died()
            return
        self.lines = [one for one in self.lines if not one.broken]
        self.lines.append(line)
        line.comes_to(self.loop)
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "ws", "path": f"/api/tables/{table}/ws", "query_string": b"",
            "root_path": "", "client": ("10.0.0.1", 1), "server": ("server", 80),
            "headers": [(b"host", b"server"), (b"cookie", f"{COOKIE}={token}".encode())],
            "subprotocols": [], "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        self.loop.run(self._serve(scope, line))

    async def _serve(self, scope: dict[str, Any], line: Line) -> None:
        """As uvicorn does."""
        with suppress(ClientDisconnected):
            await self._app(scope, line.receive, cast(Send, line.send_back))
