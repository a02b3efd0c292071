"""Connections that end by themselves: whoever is silent, slow or too many is let go.

uvicorn waits for a request's head and body as long as a client likes, and for a client to read as
long as it likes. These are its protocols with a clock, and a door that counts who comes in.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.web.bounds import Bounds, Rate, Rates, refusal_delay
from pitboss.web.proxies import Proxies, client_key

try:
    import resource
except ImportError:  # Windows counts them otherwise
    resource = None  # type: ignore[assignment]

OTHER_FILES = 700
"""Open files of a server beside its connections, those of who is turned away among them."""
BACKLOG = 100
"""Connections taken in one go: the tables wait meanwhile."""
LINGER_SECONDS = 2.0
"""In which a connection that was closed must have taken what it was still sent."""
PIECE = 512
"""Bytes of a WebSocket looked at before its frames are counted: a chunk of pings is thousands."""
MOST_FRAME_BYTES = 65_536


class Door:
    """Counts connections, of everyone and of each address."""

    def __init__(self, rates: Rates) -> None:
        self.rates, self.bounds = rates, rates.bounds
        self._proxies = Proxies(self.bounds.proxies)
        self._inside: Counter[str] = Counter()
        self.turned_away = 0
        """Connections that were not let in and do not know it yet."""

    def enter(self, host: str) -> str | None:
        """Let a connection in; else why not. One that was let in must leave."""
        if self._inside.total() >= self.bounds.connections:
            return "too many people are connected to this server; try again in a moment"
        if not self._proxies.trusts(host):  # a proxy speaks for many, who are counted at the gate
            most = self.bounds.connections_per_person * self.bounds.people_per_address
            if self._inside[client_key(host)] >= most:
                return f"your address has {most} connections open; close some, and try again"
            if not self.rates.connecting.allows(client_key(host)):
                return "your address connects too often; wait a moment"
        self._inside[client_key(host)] += 1
        return None

    def leave(self, host: str) -> None:
        """A connection is over."""
        key = client_key(host)
        self._inside[key] -= 1
        if self._inside[key] <= 0:
            del self._inside[key]


class Clock:
    """One time limit at a time, for what a connection is doing."""

    def __init__(self) -> None:
        self.phase = ""
        self._timer: asyncio.TimerHandle | None = None

    def set(self, phase: str, seconds: float, then: Callable[[], None]) -> None:
        """Have `then` done after some seconds, unless the phase it is set for runs already."""
        if phase == self.phase:
            return
        self.stop()
        self.phase = phase
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def stop(self) -> None:
        """No limit now."""
        if self._timer is not None:
            self._timer.cancel()
        self.phase, self._timer = "", None


class Visit:
    """A connection that was let in, from its first byte to its last, whatever it speaks."""

    def __init__(self, door: Door, host: str) -> None:
        self.door, self.host = door, host
        self.reading, self.writing = Clock(), Clock()

    def over(self) -> None:
        """It is closed."""
        self.reading.stop()
        self.writing.stop()
        self.door.leave(self.host)


class ReadersClock(asyncio.Protocol):
    """A connection whose client has to read what it is sent."""

    door: Door
    visit: Visit | None = None
    transport: asyncio.Transport

    def pause_writing(self) -> None:
        """The client does not read as fast as it is sent; give it some time."""
        super().pause_writing()
        if self.visit is not None:
            seconds = self.door.bounds.stalled_seconds
            self.visit.writing.set("stalled", seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It has read something."""
        super().resume_writing()
        if self.visit is not None:
            self.visit.writing.stop()


class GuardedHttp(ReadersClock, H11Protocol):
    """HTTP with time limits for heads, bodies and readers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or say why not and end it."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        refused = self.door.enter(host)
        if refused is not None:
            self._turn_away(refused)
            return
        self.visit = Visit(self.door, host)
        self._watch_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self.visit is not None:
            self.visit.over()
            self.visit = None
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and set the clock for what is still to come."""
        if self.visit is None or self.transport.is_closing():  # it was not let in
            return
        super().data_received(data)
        self._watch_reading()

    def on_response_complete(self) -> None:
        """Wait for the next request: uvicorn's own clock runs until its first byte."""
        if self.visit is not None:
            self.visit.reading.stop()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the visit over to the protocol that goes on with it."""
        visit, self.visit = self.visit, None
        assert visit is not None
        visit.reading.stop()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, GuardedSocket)
        protocol.visit = visit

    def timeout_keep_alive_handler(self) -> None:
        """Nothing came for a while."""
        super().timeout_keep_alive_handler()
        self._linger()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Say that this was no request."""
        self._say(400, "the request: it is not HTTP/1.1 as it is written down; nothing was done")

    def _watch_reading(self) -> None:
        visit, bounds = self.visit, self.door.bounds
        if visit is None or self.transport.is_closing():
            return
        busy = self.cycle is not None and not self.cycle.response_complete
        if self.conn.their_state is h11.SEND_BODY:
            visit.reading.set("body", bounds.body_seconds, self._late_body)
        elif self.conn.their_state is h11.IDLE and not busy and not self.timeout_keep_alive_task:
            visit.reading.set("head", bounds.head_seconds, self._late_head)
        else:
            visit.reading.stop()

    def _turn_away(self, error: str) -> None:
        """Say that there are too many, not at once: whoever connects in a loop has to wait."""
        if self.door.turned_away >= self.door.bounds.turned_away:
            self._say(503, error)
            return
        self.door.turned_away += 1
        self.transport.pause_reading()

        def say() -> None:
            self.door.turned_away -= 1
            self._say(503, error)

        self.loop.call_later(refusal_delay(self.door.bounds), say)

    def _late_head(self) -> None:
        seconds = self.door.bounds.head_seconds
        self._say(408, f"the request: its head must come within {seconds:g} seconds")

    def _late_body(self) -> None:
        seconds = self.door.bounds.body_seconds
        self._say(408, f"the request: its body must come within {seconds:g} seconds")
        self.cycle.disconnected = True  # so that nobody waits for the rest
        self.cycle.message_event.set()

    def _say(self, status: int, error: str) -> None:
        """Answer without asking the application, and end the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = json.dumps({"error": error}).encode()
            head = [
                (b"content-type", b"application/json"), (b"connection", b"close"),
                (b"content-length", str(len(body)).encode()),
            ]  # fmt: skip
            parts = (
                h11.Response(status_code=status, headers=head), h11.Data(data=body),
                h11.EndOfMessage(),
            )  # fmt: skip
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        self.transport.close()
        self._linger()

    def _linger(self) -> None:
        """A client that does not read what it was sent last does not keep the connection."""
        if self.visit is not None:
            self.visit.writing.set("closing", LINGER_SECONDS, self.transport.abort)
        else:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class GuardedSocket(ReadersClock, WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted, and whose client has to read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; it was let in when it still spoke HTTP."""
        super().connection_made(transport)
        self._frames = Rate(self.door.bounds.frames_each)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self.visit is not None:
            self.visit.over()
            self.visit = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read piece by piece, until there are too many frames in it."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_ping(self) -> None:
        """Answer, if there are not too many."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Be told that the client is there."""
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Take the next part of a message."""
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        if not self._frames.allows("") and not self.transport.is_closing():
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """It does not answer: it is gone, or does not read."""
        super().keepalive_timeout()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def most_connections() -> int:
    """As many as there are files for: each connection is one, and the database needs some."""
    most = Bounds().connections
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return most if soft == resource.RLIM_INFINITY else min(most, max(soft - OTHER_FILES, 16))


def server_of(app: FastAPI, **settings: Any) -> uvicorn.Server:
    """A web server for the application that keeps its bounds."""
    rates: Rates = app.state.rates
    bounds: Bounds = rates.bounds
    door = Door(rates)
    http = type("Http", (GuardedHttp,), {"door": door})
    socket = type("Socket", (GuardedSocket,), {"door": door})
    given: dict[str, Any] = {
        "log_config": None, "access_log": False, "proxy_headers": False, "server_header": False,
        "ws_max_size": MOST_FRAME_BYTES, "ws_per_message_deflate": False,
        "ws_ping_interval": bounds.ping_seconds, "ws_ping_timeout": bounds.ping_seconds,
        "timeout_keep_alive": bounds.idle_seconds, "http": http, "ws": socket,
        "backlog": BACKLOG,
    }  # fmt: skip
    return uvicorn.Server(uvicorn.Config(app, **given | settings))
