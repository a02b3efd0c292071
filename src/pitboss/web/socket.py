"""A table over a WebSocket: updates out, commands in."""

from __future__ import annotations

import asyncio
import time

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import DBAPIError

from pitboss.store.accounts import Account
from pitboss.table.engine import IllegalAction
from pitboss.web import commands as cmd
from pitboss.web import lobby
from pitboss.web.access import Rate, hub_of, same_origin, session_of
from pitboss.web.live import Denied, LiveTable, Moved, Watcher
from pitboss.web.metrics import Metrics, Trouble
from pitboss.web.routes import Number

router = APIRouter()

MOST_BYTES = 4096
"""Of a command."""
NOT_TEXT = 1003
FORBIDDEN, GONE, TOO_LARGE, TOO_FAST, ELSEWHERE = 4403, 4404, 4413, 4429, 4421
"""Why a connection was closed, beside the usual codes."""
TRY_AGAIN = 1013


class Elsewhere(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """Another server deals this table; connect there."""

    address: str
    """Of the server that does, such as `https://tables.example:8442`."""


@router.websocket("/api/tables/{table}/ws")
async def play(socket: WebSocket, table: Number, invite: str = "") -> None:
    """Watch a table and send it commands."""
    try:
        session = await session_of(socket)
    except DBAPIError:
        await socket.close(TRY_AGAIN)
        return
    if session is None or not same_origin(socket):
        await socket.close(FORBIDDEN)
        return
    hub, account = hub_of(socket), session.account
    try:
        await hub.reading(lambda database: lobby.check_entry(database, table, account, invite))
        live = await hub.find(table)
    except Moved as moved:
        await socket.accept()
        await socket.send_text(msgspec.json.encode(Elsewhere(moved.address)).decode())
        await socket.close(ELSEWHERE)
        return
    except IllegalAction:
        await socket.close(GONE)
        return
    await socket.accept()
    watcher = await live.watch(account.name)
    hub.sessions.setdefault(session.csrf, set()).add(watcher)
    metrics: Metrics = socket.app.state.metrics
    metrics.sockets.inc()
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        await _receive(socket, live, watcher, account, metrics)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        metrics.sockets.dec()
        if watcher.too_slow:
            metrics.failed(Trouble.SLOW_CLIENT)
        hub.forget(session.csrf, watcher)
        live.unwatch(watcher)
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        message = await watcher.messages.get()
        if message is None:
            await socket.close(1012)  # come back: the table moved, or you were too slow
            return
        await socket.send_text(message.decode())


async def _receive(
    socket: WebSocket, live: LiveTable, watcher: Watcher, account: Account, metrics: Metrics
) -> None:
    rate = Rate(60, 3)
    while True:
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        if text is None:
            await socket.close(NOT_TEXT)
            return
        if len(text) > MOST_BYTES:
            await socket.close(TOO_LARGE)
            return
        if not rate.allows(""):
            await socket.close(TOO_FAST)
            return
        started = time.perf_counter()
        try:
            command = cmd.read(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            watcher.tell(msgspec.json.encode(Denied("", live.room.seq, f"command: {error}")))
            metrics.failed(Trouble.BAD_MESSAGE)
            continue
        answer = await live.command(command, account)
        watcher.tell(msgspec.json.encode(answer))
        outcome = "refused" if isinstance(answer, Denied) else "done"
        metrics.commands.labels(type(command).__name__, outcome).inc()
        metrics.seconds.observe(time.perf_counter() - started)
