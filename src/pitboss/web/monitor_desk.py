"""Asks the monitor's process, one table after the other, and remembers what it said."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from pitboss.floor.monitor import JudgedTable
from pitboss.floor.monitor_process import COMMAND, NICENESS, Order
from pitboss.line_process import LineProcess
from pitboss.store.errors import Refused

WAIT_SECONDS = 120.0
"""For one table; the first one's game is solved meanwhile."""
MOST_KEPT = 400
"""Tables and days that are remembered: those that are over never change."""


class MonitorDesk:
    """The monitor's process, and who waits for it."""

    def __init__(self) -> None:
        self._process = LineProcess(COMMAND, NICENESS)
        self._turn = asyncio.Lock()
        self._known: OrderedDict[bytes, JudgedTable] = OrderedDict()

    async def judged(self, order: Order) -> JudgedTable:
        """A table beside its theory, at once if it was asked for before."""
        line = msgspec.json.encode(order)
        async with self._turn:
            if line not in self._known:
                self._known[line] = await self._ask(line)
                if len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)
            self._known.move_to_end(line)
            return self._known[line]

    async def _ask(self, line: bytes) -> JudgedTable:
        answered = False
        try:
            answer = await asyncio.wait_for(self._process.ask(line), WAIT_SECONDS)
            answered = True
        except (TimeoutError, EOFError):
            raise Refused(
                "the monitor came to no end with a table; ask for fewer days at once"
            ) from None
        finally:
            if not answered:  # or somebody went away: the answer must not reach the next one
                await self._process.end()
        return msgspec.json.decode(answer, type=JudgedTable)

    async def stop(self) -> None:
        """End the process."""
        await self._process.end()
