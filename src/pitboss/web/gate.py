"""What every request passes: where it comes from, how much it may send, how often it may come.

Refused here, it costs next to nothing: nobody has looked for its session or read its body yet.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.bounds import Rates, refusal_delay
from pitboss.web.metrics import Metrics
from pitboss.web.proxies import Proxies, client_key

MOST_BYTES = 256 * 1024
"""Of a request: an uploaded game file is the largest."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'"
    ),
}
"""For browsers, to be careful."""


class Gate:
    """The way into the application."""

    def __init__(self, app: ASGIApp, rates: Rates, metrics: Metrics) -> None:
        self.app, self.rates, self.metrics = app, rates, metrics
        self._proxies = Proxies(rates.bounds.proxies)
        self._inside: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        self._proxies.read(scope)
        watched = _Watched(scope, send, self.metrics)
        key = client_key(scope["client"][0] if scope.get("client") else "")
        refused = self._refused(scope, key)
        delay = self.rates.requests.delay(key) if refused is None else 0.0
        self._inside[key] += 1
        try:
            if refused is None and delay is not None:
                if delay:
                    await asyncio.sleep(delay)
                await self.app(scope, receive, watched.send)
            else:
                too_often = (429, "too many requests from your address; wait a moment")
                status, error = refused or too_often
                if status == 429:
                    await asyncio.sleep(refusal_delay(self.rates.bounds))
                await watched.refuse(status, error)
        except BaseException:
            watched.count(500)
            raise
        finally:
            self._inside[key] -= 1
            if self._inside[key] <= 0:
                del self._inside[key]

    def _refused(self, scope: Scope, key: str) -> tuple[int, str] | None:
        """Why something may not come in, if it may not."""
        bounds = self.rates.bounds
        if self._inside[key] >= bounds.connections_per_person * bounds.people_per_address:
            return 503, "your address has too many requests open; try again when some are answered"
        if scope["type"] == "websocket":
            if not self.rates.handshakes.allows(key):
                return 429, "too many tables opened from your address; wait a moment"
            return None
        headers = Headers(scope=scope)
        size = headers.get("content-length", "0")
        if (
            "chunked" in headers.get("transfer-encoding", "")
            or not (size.isascii() and size.isdecimal())
            or int(size) > MOST_BYTES
        ):
            return 413, f"the request: send at most {MOST_BYTES:,} bytes, and say how many before"
        return None


class _Watched:
    """An answer on its way out: with headers for browsers, and counted once."""

    def __init__(self, scope: Scope, send: Send, metrics: Metrics) -> None:
        self._scope, self._send, self._metrics = scope, send, metrics
        self._counted = scope["type"] != "http"

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.count(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)  # a page may be stricter about itself
        await self._send(message)

    def count(self, status: int) -> None:
        if not self._counted:
            self._counted = True
            self._metrics.count_request(self._scope["method"], status)

    async def refuse(self, status: int, error: str) -> None:
        """Answer with a sentence; a body that comes with the request is not read any further."""
        kind = "http.response" if self._scope["type"] == "http" else "websocket.http.response"
        if kind != "http.response" and kind not in self._scope.get("extensions", {}):
            await self._send({"type": "websocket.close", "code": 4000 + status})
            return
        body = json.dumps({"error": error}).encode()
        headers = [
            (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
        ]  # fmt: skip
        if Headers(scope=self._scope).get("content-length", "0") != "0" or status == 413:
            headers.append((b"connection", b"close"))
        start = {"type": f"{kind}.start", "status": status, "headers": headers}
        await self.send(start)
        await self._send({"type": f"{kind}.body", "body": body, "more_body": False})
