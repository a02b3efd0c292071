"""What lies between people and servers: lines that lose, double, reorder, delay and break.

A line carries one WebSocket. What the server does with it is the real application's; what this
module does is what uvicorn, TCP and everything between would.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from uvicorn.protocols.utils import ClientDisconnected

if TYPE_CHECKING:
    from tests.world.house import Server
    from tests.world.timeline import ServerLoop, Timeline

CLOSED = {"type": "websocket.disconnect", "code": 1006}


class Weather(NamedTuple):
    """How bad lines are: chances for each message, and seconds."""

    lost: float = 0.02
    doubled: float = 0.04
    late: float = 0.04
    """Comes after others that were sent later, sometimes long after."""
    cut: float = 0.006
    """The line breaks, and both ends learn it at some time."""
    quick_seconds: float = 0.004
    slow_seconds: float = 2.0


class Line:
    """One connection, from a person to a server."""

    def __init__(
        self, timeline: Timeline, server: Server, weather: Weather, chance: random.Random,
        heard: Callable[[str], None], over: Callable[[], None],
    ) -> None:  # fmt: skip
        self.timeline, self.server = timeline, server
        self.weather, self._chance = weather, chance
        self._heard, self._over = heard, over
        self.opened = False
        self._inbox: deque[dict[str, Any]] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._loop: ServerLoop | None = None
        self.broken = False
        """Nothing gets through any more, whoever knows it."""
        self._known_broken = False
        """The server knows."""

    # The person's end

    def send(self, text: str) -> int:
        """Something is on its way to the server, so many times."""
        return self._under_way(lambda: self._to_server({"type": "websocket.receive", "text": text}))

    def hang_up(self) -> None:
        """The person leaves; the server learns it when it learns it."""
        self._heard, self._over = lambda _: None, lambda: None
        self._break()

    # The server's end: an ASGI connection

    def comes_to(self, loop: ServerLoop) -> None:
        """The server's end is in this loop."""
        self._loop = loop
        self._inbox.append({"type": "websocket.connect"})

    def _to_server(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def receive(self) -> dict[str, Any]:
        """What comes next from the person."""
        while not self._inbox:
            assert self._loop is not None
            self._waiting = self._loop.create_future()
            await self._waiting
        found = self._inbox.popleft()
        self._known_broken = self._known_broken or found is CLOSED
        return found

    async def send_back(self, message: dict[str, Any]) -> None:
        """Something goes back to the person."""
        if self._known_broken:
            raise ClientDisconnected
        kind = message["type"]
        if kind == "websocket.accept":
            self.opened = True
        elif kind == "websocket.send":
            text = message["text"]
            self._under_way(lambda: self._heard(text))
        elif kind == "websocket.close" or kind.startswith("websocket.http.response"):
            self._known_broken = True
            self._break()

    # Between them

    def _under_way(self, arrive: Callable[[], None]) -> int:
        chance, weather = self._chance, self.weather
        if self.broken or chance.random() < weather.lost:
            return 0
        if chance.random() < weather.cut:
            self._break()
            return 0
        copies = 2 if chance.random() < weather.doubled else 1
        for _ in range(copies):
            seconds = weather.quick_seconds * (0.5 + chance.random())
            if chance.random() < weather.late:
                seconds += weather.slow_seconds * chance.random() ** 3
            self.timeline.after(seconds, lambda: self._arrived(arrive))
        return copies

    def _arrived(self, arrive: Callable[[], None]) -> None:
        if not self.broken:
            arrive()

    def _break(self) -> None:
        if self.broken:
            return
        self.broken = True
        late = self.weather.slow_seconds * self._chance.random()
        self.timeline.after(late, lambda: self._to_server(CLOSED))
        self.timeline.after(late * self._chance.random(), lambda: self._over())

    def server_died(self) -> None:
        """The machine at the other end says, or does not say, that nobody is there."""
        self._break()
