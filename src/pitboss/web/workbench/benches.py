"""Benches: the processes that solve files, who waits for them, and what they said before.

Some answer whoever types and do nothing else; each person keeps to one of them, which knows their
file already. One works out what follows a moment later: charts, deviations in full. One more, which
lets everyone else go first, does what takes long, and works ahead: what a page will ask when the
next option is pressed. Answers are kept as they went out, so that ten people who look at one game
cost as much as one.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import os
import zlib
from collections import OrderedDict

import msgspec

from pitboss.line_process import LineProcess
from pitboss.web.workbench.answers import FileProblem
from pitboss.web.workbench.bench_process import COMMAND, NICENESS, refused
from pitboss.web.workbench.wire import Delivery, Order, What

logger = logging.getLogger("pitboss")

MOST_LIVE = 3
"""Processes for those who type; fewer where there are few processors."""
NEXT_NICENESS = 8
"""What follows a moment later lets those who type go first."""
SLOW_NICENESS = 15
"""What takes long is done when nobody else wants the processor."""
WAIT_SECONDS = 60.0
"""For one answer; then the process is ended, and the order refused. The first one compiles."""
MOST_WAITING = 40
"""Orders that wait for one process."""
MOST_KEPT = 600
"""Answers that are remembered."""
MOST_KEPT_BYTES = 24 * 1024 * 1024
TOO_LONG = "the game cannot be solved in the time there is; make its file smaller"


class BenchesBusy(Exception):
    """Too many files are being solved; the message says so."""


class Bench:
    """A process, and the orders that wait for it; those that nobody waits for are not begun."""

    def __init__(self, niceness: int) -> None:
        self._waiting: asyncio.Queue[tuple[Order, asyncio.Future[Delivery]]] = asyncio.Queue()
        self._process = LineProcess(COMMAND, niceness)
        self._running: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Orders that nobody has begun."""
        return self._waiting.qsize()

    def begin(self) -> None:
        """Start the process, unless it runs."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def order(self, order: Order) -> Delivery:
        """Have something worked out."""
        if self.waiting >= MOST_WAITING:
            raise BenchesBusy("many files are being solved; try again in a moment")
        self.begin()
        delivered: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((order, delivered))
        return await delivered

    async def stop(self) -> None:
        """End the process, and let nobody wait."""
        while self._running is not None and not self._running.done():
            self._running.cancel()
            await asyncio.wait([self._running], timeout=1)
        await self._process.end()

    async def _run(self) -> None:
        await self._process.start()
        while True:
            order, delivered = await self._waiting.get()
            if delivered.done():
                continue
            try:
                delivery = await asyncio.wait_for(self._deliver(order), WAIT_SECONDS)
            except asyncio.CancelledError:
                delivered.cancel()
                raise
            except TimeoutError:
                await self._process.end()
                delivery = Delivery(id=order.id, answer=_too_long(order.what), late=True)
            except Exception as error:
                await self._process.end()
                delivery = Delivery(id=order.id, broken=f"{type(error).__name__}: {error}")
            if delivered.done():
                continue
            if delivery.broken:
                logger.error("a file was not solved: %s", delivery.broken)
                delivered.set_exception(RuntimeError(delivery.broken))
            else:
                delivered.set_result(delivery)

    async def _deliver(self, order: Order) -> Delivery:
        line = await self._process.ask(msgspec.json.encode(order))
        return msgspec.json.decode(line, type=Delivery)


class Benches:
    """The processes of this server, and what they said before."""

    def __init__(self) -> None:
        live = max(1, min(MOST_LIVE, (os.cpu_count() or 1) - 1))
        self._live = [Bench(NICENESS) for _ in range(live)]
        self._next = Bench(NEXT_NICENESS)
        self._slow = Bench(SLOW_NICENESS)
        self._numbers = itertools.count(1)
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._known_bytes = 0

    def begin(self, who: str) -> None:
        """Somebody has come to the workbench: they will ask soon."""
        for bench in (self._of(who), self._next, self._slow):
            bench.begin()

    async def answer(self, order: Order, who: str, *, slowly: bool = False) -> bytes:
        """The answer to an order as JSON, at once if it was asked for before.

        `slowly`: it takes long, or nobody waits for it yet.
        """
        key = _key(order)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        typed = order.what == "figures" and not order.full
        bench = self._slow if slowly else self._of(who) if typed else self._next
        numbered = msgspec.structs.replace(order, id=next(self._numbers))
        delivery = await bench.order(numbered)
        found = bytes(delivery.answer)
        if not delivery.late:
            self._keep(key, found)
        return found

    def _of(self, who: str) -> Bench:
        """The bench that knows what somebody works on, unless it is much busier than another."""
        own = self._live[zlib.crc32(who.encode()) % len(self._live)]
        idle = min(self._live, key=lambda bench: bench.waiting)
        return idle if own.waiting > idle.waiting + 1 else own

    def _keep(self, key: bytes, answer: bytes) -> None:
        self._known_bytes += len(answer) - len(self._known.pop(key, b""))
        self._known[key] = answer
        while len(self._known) > MOST_KEPT or self._known_bytes > MOST_KEPT_BYTES:
            self._known_bytes -= len(self._known.popitem(last=False)[1])

    async def stop(self) -> None:
        """End every process."""
        for bench in (*self._live, self._next, self._slow):
            await bench.stop()


def _key(order: Order) -> bytes:
    """Names an order whoever asks it and whenever."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(order, id=0))).digest()


def _too_long(what: What) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(refused(what, [FileProblem(None, TOO_LONG)])))
