"""Has the log signed as it grows, a few times a second, beside everything else."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from pitboss.store.log_signer import LogSigner
from pitboss.web.metrics import Trouble
from pitboss.web.outage import is_loss

if TYPE_CHECKING:
    from pitboss.web.hub import Hub

logger = logging.getLogger("pitboss")

EVERY_SECONDS = 0.3
"""Between two looks for entries that are not signed."""
STOPPING_SECONDS = 3.0


class Sequencer:
    """Asks the signer to go on, in a thread of its own."""

    def __init__(self, hub: Hub, signer: LogSigner, thread: Executor) -> None:
        self.signer = signer
        self._hub, self._thread = hub, thread
        self._running = asyncio.create_task(self._run())
        self._told = False

    @property
    def trouble(self) -> str:
        """Why nothing is signed any more; empty while all is well."""
        return self.signer.trouble

    async def settle(self) -> None:
        """Have everything signed that is written by now."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.signer.integrate)

    async def stop(self) -> None:
        """Sign what is left."""
        self._running.cancel()
        try:
            async with asyncio.timeout(STOPPING_SECONDS):
                await asyncio.get_running_loop().run_in_executor(self._thread, self.signer.stop)
        except Exception as error:
            logger.warning(
                "the last entries are not signed (%s); the next server signs them",
                error or type(error).__name__,
            )
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.settle()
            except Exception as error:
                if is_loss(error):
                    self._hub.outage.begin(error, reading=True)
                else:
                    logger.exception("the log could not be signed")
                self._hub.metrics.failed(Trouble.SIGNING)
            if self.trouble and not self._told:
                self._told = True
                self._hub.metrics.failed(Trouble.SIGNING)
