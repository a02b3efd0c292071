"""A table over a WebSocket: updates out, commands in."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from pitboss.floor import commands as cmd
from pitboss.store.accounts import Account, Session
from pitboss.store.admission import check_entry
from pitboss.store.errors import Missing
from pitboss.store.leases import Elsewhere
from pitboss.web.access import same_origin, session_of
from pitboss.web.answers import Number, refusal
from pitboss.web.asking import address_of, hub_of, rates_of
from pitboss.web.messages import Denied, Moved
from pitboss.web.metrics import Metrics, Trouble
from pitboss.web.outage import DatabaseGone
from pitboss.web.table_host import TableHost, Watcher

router = APIRouter()

MOST_BYTES = 4096
"""Of a command."""
NOT_TEXT = 1003
FORBIDDEN, GONE, TOO_LARGE, TOO_FAST, ELSEWHERE = 4403, 4404, 4413, 4429, 4421
"""Why a connection was closed, beside the usual codes."""
TRY_AGAIN = 1013


@router.websocket("/api/tables/{table}/ws")
async def play(socket: WebSocket, table: Number, invite: str = "") -> None:
    """Watch a table and send it commands."""
    try:
        found = await _entered(socket, table, invite)
    except Elsewhere as elsewhere:
        await socket.accept()
        await socket.send_text(msgspec.json.encode(Moved(elsewhere.address)).decode())
        await socket.close(ELSEWHERE)
    except DatabaseGone as error:
        await _deny(socket, 503, TRY_AGAIN, str(error))
    except Missing as error:
        await _deny(socket, 404, GONE, str(error))
    else:
        if found is not None:
            await _watch(socket, *found)


async def _entered(socket: WebSocket, table: int, invite: str) -> tuple[Session, TableHost] | None:
    """Who comes to which table; None if they were sent away."""
    if not same_origin(socket):
        await _deny(socket, 403, FORBIDDEN, "this connection comes from a page of another site")
        return None
    session = await session_of(socket)
    if session is None:
        await _deny(socket, 401, FORBIDDEN, "sign in first: POST /api/guest or /api/login")
        return None
    hub, account = hub_of(socket), session.account
    most = rates_of(socket).bounds.sockets_each
    if rates_of(socket).sockets[account.name] >= most:
        await _deny(socket, 429, TOO_FAST, f"you have {most} tables open already; close one")
        return None
    await hub.reading(lambda database: check_entry(database, table, account, invite))
    return session, await hub.find(table)


async def _deny(socket: WebSocket, status: int, code: int, error: str) -> None:
    """Say why nobody comes in: as an answer to the handshake where the server can do that."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(refusal(status, error))
    else:
        await socket.close(code)


async def _watch(socket: WebSocket, session: Session, host: TableHost) -> None:
    hub, account, rates = hub_of(socket), session.account, rates_of(socket)
    metrics: Metrics = socket.app.state.metrics
    metrics.sockets.inc()
    rates.sockets[account.name] += 1
    watcher = sending = None
    try:
        await socket.accept()
        watcher = await host.watch(account.name)
        hub.sessions.setdefault(session.csrf, set()).add(watcher)
        sending = asyncio.create_task(_send(socket, watcher))
        await _receive(socket, host, watcher, account)
    except DatabaseGone:  # whether a command was done can be asked again with its key
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(TRY_AGAIN)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        metrics.sockets.dec()
        rates.sockets[account.name] -= 1
        if not rates.sockets[account.name]:
            del rates.sockets[account.name]
        if watcher is not None:
            if watcher.too_slow:
                metrics.failed(Trouble.SLOW_CLIENT)
            hub.forget(session.csrf, watcher)
            host.unwatch(watcher)
        if sending is not None:
            sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        message = await watcher.messages.get()
        if message is None:
            await socket.close(1012)  # come back: the table moved, or you were too slow
            return
        await socket.send_text(message.decode())


async def _receive(socket: WebSocket, host: TableHost, watcher: Watcher, account: Account) -> None:
    metrics: Metrics = socket.app.state.metrics
    rates, address = rates_of(socket), address_of(socket)
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
        mine = rates.commands.allows(account.name)
        if not mine or not rates.commands_of_address.allows(address):
            await socket.close(TOO_FAST)
            return
        started = time.perf_counter()
        try:
            command = cmd.read(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            watcher.tell(msgspec.json.encode(Denied("", host.house_table.seq, f"command: {error}")))
            metrics.failed(Trouble.BAD_MESSAGE)
            continue
        answer = await host.command(command, account)
        watcher.tell(msgspec.json.encode(answer))
        outcome = "refused" if isinstance(answer, Denied) else "done"
        metrics.commands.labels(type(command).__name__, outcome).inc()
        metrics.seconds.observe(time.perf_counter() - started)
