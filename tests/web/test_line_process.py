"""A process of our own is started once, whoever comes first, and is gone when it is ended."""

from __future__ import annotations

import asyncio

from pitboss.line_process import LineProcess

ECHO = ("-c", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)")


def test_two_who_come_at_once_share_a_process() -> None:
    async def scene() -> None:
        process = LineProcess(ECHO, 5)
        first, second = await asyncio.gather(process.start(), process.start())
        try:
            assert first.pid == second.pid
            assert await process.ask(b"once") == b"once\n"
        finally:
            for started in {first, second}:
                if started.returncode is None:
                    started.kill()
                    await started.wait()

    asyncio.run(scene())


def test_a_process_that_is_ended_while_it_starts_is_gone() -> None:
    async def scene() -> None:
        process = LineProcess(ECHO, 5)
        starting = asyncio.create_task(process.start())
        await asyncio.sleep(0)
        await process.end()
        started = await starting
        try:
            assert process.process is None
            assert started.returncode is not None
        finally:
            if started.returncode is None:
                started.kill()
                await started.wait()

    asyncio.run(scene())
