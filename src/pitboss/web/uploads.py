"""Game files that somebody sends: judged in a process of their own, while the tables go on.

A quick look turns away what is too large to be read at all. What is left waits for one of a few
threads, each of which waits for a process (`games.apart`). A file that passed there is ordinary,
and is read here once more, beside the event loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fastapi import HTTPException

from pitboss import games
from pitboss.floor.opening import designed
from pitboss.games import apart
from pitboss.rules.bounds import text_problem
from pitboss.rules.game import Game
from pitboss.rules.places import SourceFile, refusal

ORIGIN = "the file"
"""What messages call the file."""
AT_ONCE = 2
MOST_WAITING = 8
"""Files that are being read or wait for it; more are asked to come back."""


class Uploads:
    """Files that are being read, and those that wait for it."""

    def __init__(self) -> None:
        self._readers = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="game-file")
        self._waiting = 0

    async def read(self, text: str, parents: dict[str, str]) -> tuple[Game, dict[str, str]]:
        """The game of a file somebody sent, and those of its parents that it needs."""
        if self._waiting >= MOST_WAITING:
            raise HTTPException(503, "other game files are being read; try again in a few seconds")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, _read, text, parents)
        finally:
            self._waiting -= 1


def _read(text: str, parents: dict[str, str]) -> tuple[Game, dict[str, str]]:
    named = {games.file_name(name): words for name, words in parents.items()}
    for name, words in ((ORIGIN, text), *named.items()):
        too_large = text_problem(words)
        if too_large:
            raise refusal([too_large], [SourceFile(name)])
    needed = apart.check(text, named, origin=ORIGIN)
    return designed(text, needed), needed
