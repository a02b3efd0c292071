"""A process of our own that answers lines: one in, one out, started when it is needed."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of an answer."""


class LineProcess:
    """A module of ours in a process of its own; one that has ended is started again."""

    def __init__(self, command: tuple[str, ...], niceness: int) -> None:
        self._command = (*command, str(niceness))
        self.process: Process | None = None
        self._turn = asyncio.Lock()
        """Who comes while it is being started waits: two would start one each, and lose one."""

    async def start(self) -> Process:
        """Start it, unless it runs."""
        async with self._turn:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable, *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
                )
            return self.process

    async def ask(self, line: bytes) -> bytes:
        """What it answers to a line; `EOFError` if it ends instead."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + b"\n")
        await process.stdin.drain()
        answer = await process.stdout.readline()
        if not answer:
            raise EOFError("the process ended")
        return answer

    async def end(self) -> None:
        """End it, whatever it does."""
        async with self._turn:
            process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
