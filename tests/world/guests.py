"""People of a world: they play without a pause, ask again after silence, and keep what they heard.

What they want and what they remember is `tests.web.crashing.Player`'s; here they come over lines of
the world, on which what they sent may arrive twice, late, or not at all.
"""

from __future__ import annotations

import hashlib
import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pitboss.web.outage import DatabaseGone
from tests.web.crashing import Player
from tests.web.truth import Truth
from tests.world.network import Line

if TYPE_CHECKING:
    from tests.world.house import Server
    from tests.world.timeline import Happening
    from tests.world.world import World

Message = dict[str, Any]
SILENCE_SECONDS = 5.0
"""After which an answer is asked for again, with the same key."""
THINKING_SECONDS = 0.8
"""At most."""
COMING_SECONDS = 2.0


class Guest(Player):
    """Somebody at one table, in a world."""

    def __init__(self, world: World, table: int, game: str, *, number: int, seed: int) -> None:
        super().__init__(world, table, game, seed=seed)  # type: ignore[arg-type]
        self.world, self.number = world, number
        self.token = ""
        self.uncertain: set[str] = set()
        """Commands that were refused while a copy of them was still on its way."""
        self._line: Line | None = None
        self._copies: dict[str, int] = {}
        """How often each command was on its way to a server."""
        self._next: Happening | None = None
        self._resent = 0

    # Coming and going

    def come(self) -> None:
        """Connect to some server, signing in first where that has not been done."""
        server = self._server()
        if not server.alive:
            self._in_a_while(self.come, COMING_SECONDS)
        elif not self.token:
            server.loop.run(self._sign_in_at(server))
            self._in_a_while(self.come, COMING_SECONDS)
        else:
            self._connect(server)

    def _server(self) -> Server:
        wanted, self.moved = self.moved, None
        there = [one for one in self.world.servers if one.address == wanted]
        return there[0] if there else self.random.choice(self.world.servers)

    async def _sign_in_at(self, server: Server) -> None:
        with suppress(DatabaseGone):
            name, token = await self.world.made_account(server)
            if not self.token:
                self.name, self.token = name, token

    def _connect(self, server: Server) -> None:
        chance = random.Random(self.random.getrandbits(64))
        line = Line(
            self.world.timeline, server, self.world.weather, chance, self._arrived, self._lost
        )
        self._line = line
        server.connect(line, self.table, self.token)
        if self.pending is not None:
            self.repeats += 1
            self._send(self.pending)
        self._in_a_while(self._silent, SILENCE_SECONDS)

    def _lost(self) -> None:
        self._line = None
        self._in_a_while(self.come, COMING_SECONDS * self.random.random())

    def leave(self) -> None:
        """Go home for good."""
        if self._next is not None:
            self._next.cancel()
        if self._line is not None:
            self._line.hang_up()
            self._line = None

    # Hearing

    def _arrived(self, text: str) -> None:
        message: Message = json.loads(text)
        self.world.heard(self, text, message)
        before = self.last
        self._hear(message)
        if message["kind"] == "update" and before and before["version"] > message["version"]:
            self.last = before  # an older one that came late
        if self.broke:
            self.world.replace(self)
        elif self.moved is not None:
            self._hang_up()
            self.come()
        elif self.pending is None:
            self._in_a_while(self._think, THINKING_SECONDS * self.random.random() ** 2)

    def _answer(self, message: Message, command: Message) -> None:
        key = command["key"]
        if message["kind"] == "refused" and self._copies.get(key, 0) > 1:
            assert key not in self.answered, f"{key}: done, and then refused: {message}"
            self.uncertain.add(key)
            self.pending = None
            return
        super()._answer(message, command)

    # Doing

    def _think(self) -> None:
        if self._line is None or self.pending is not None:
            return
        command = (self._again() or self._wish()) if self.last else None
        if command is None:
            self._in_a_while(self._think, SILENCE_SECONDS)
            return
        key = command.setdefault("key", f"k{len(self.sent)}")
        command.setdefault("seen", self.last["version"])
        self.pending = self.sent[key] = command
        self._resent = 0
        self._send(command)
        self._in_a_while(self._silent, SILENCE_SECONDS)

    def _send(self, command: Message) -> None:
        assert self._line is not None
        self.world.counts["commands sent"] += 1
        self.world.noted(self, command)
        copies = self._line.send(json.dumps(command))
        self._copies[command["key"]] = self._copies.get(command["key"], 0) + copies

    def _silent(self) -> None:
        """Nobody has answered: ask again, here or over another line."""
        if self._line is None:
            return
        self._resent += 1
        if self.pending is not None and self._line.opened and self._resent % 2:
            self.repeats += 1
            self._send(self.pending)
            self._in_a_while(self._silent, SILENCE_SECONDS)
        elif self.pending is not None or not self.last:
            self._hang_up()
            self._in_a_while(self.come, COMING_SECONDS * self.random.random())
        else:
            self._in_a_while(self._think, THINKING_SECONDS)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.hang_up()
        self._line = None

    def _in_a_while(self, do: Any, seconds: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = self.world.timeline.after(seconds, do)

    # Books

    def check(self, truth: Truth) -> None:
        """What it was told against the log; a command with copies may be done by a late one."""
        done = {key for key in self.uncertain if (self.name, key) in truth.commands}
        for key in done:
            table, version = truth.commands[self.name, key]
            assert table == self.table, key
            self.answered[key] = version
        super().check(truth)

    def digest(self) -> bytes:
        """What it holds, for comparing two runs."""
        kept = (self.name, self.table, self.answered, sorted(self.refused), self.last)
        return hashlib.sha256(repr(kept).encode()).digest()
