"""A world: servers that die, people who never rest, a bad network and a bad disk, by one seed.

After every write and at every word somebody hears, `Keeper` compares; from time to time, and at the
end, the whole log is played again and compared with everything everyone was ever told, and audited.
"""

from __future__ import annotations

import gc
import hashlib
import random
import shutil
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any, NamedTuple, Self
from unittest import mock

from sqlalchemy.engine import Connection

from pitboss.rules.limits import House
from pitboss.store import accounts, house_acts
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.errors import Missing, Refused
from pitboss.store.house_key import KeptHead
from pitboss.table.engine import IllegalAction
from pitboss.web import sequencer
from pitboss.web.outage import DatabaseGone
from tests.crashes import sqlite_files
from tests.web.house import empty_database, new_folder
from tests.web.truth import Truth, reading
from tests.world import outside, signing
from tests.world.disk_faults import FAULTS, DiskFaults, Fault
from tests.world.guests import Guest
from tests.world.house import Server
from tests.world.keeper import Keeper
from tests.world.network import Weather
from tests.world.openings import every_game, new_table
from tests.world.signing import HeadsTold
from tests.world.timeline import Timeline

SEATED = 3
"""People at each table."""
LOOK_CLOSELY = 1_500
"""Commands after which the whole log is played again."""
PIT_SECONDS = 12.0
IDLE = "Ida"
"""Somebody who never plays."""


class Report(NamedTuple):
    """What a run came to."""

    seed: int
    counts: Counter[str]
    transcript: str
    """A hash of every word anyone heard and of every entry that was written."""


class World:
    """All of it."""

    def __init__(
        self, seed: int, *, servers: int = 1, weather: Weather | None = None,
        faults: Sequence[Fault] = FAULTS, fault_chance: float = 0.01, kill_seconds: float = 20.0,
        sleep_seconds: float = 30.0, signing_seconds: float = 0.3,
    ) -> None:  # fmt: skip
        self.seed, self.faults = seed, faults
        self.weather = weather or Weather()
        self.fault_chance = 0.0
        self._fault_chance, self._kill_seconds = fault_chance, kill_seconds
        self._sleep_seconds, self._signing_seconds = sleep_seconds, signing_seconds
        self.random = random.Random(f"world {seed}")
        self.timeline = Timeline()
        self.counts: Counter[str] = Counter()
        self.turns: dict[tuple[int, int], int] = {}
        self.folder = new_folder()
        path = self.folder / "world.db"
        path.write_bytes(empty_database())
        self.url = f"sqlite:///{path}"
        self.disk: DiskFaults = DiskFaults(str(path), random.Random(f"disk {seed}"))
        self.keeper = Keeper(str(path))
        self.truth = Truth(self.url)
        self.graveyard: list[Any] = []
        """What dead servers had in memory: let go of, it would still run its last lines."""
        self.guests: list[Guest] = []
        self.former: list[Guest] = []
        self.servers = [Server(self, number) for number in range(servers)]
        self._heard = hashlib.sha256()
        self._numbers = 0
        self._looked_closely = 0
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(outside.given_by(self.timeline, str(self.seed)))
        self._stack.enter_context(sqlite_files.listening(str(self.folder), self.disk))
        self._stack.enter_context(
            mock.patch.object(sequencer, "EVERY_SECONDS", self._signing_seconds)
        )
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self) -> None:
        for server in self.servers:
            server.start()
        self._open_tables()
        self.fault_chance = self._fault_chance
        self.timeline.after(PIT_SECONDS, self._pit_acts)
        self._kill_in_a_while()
        self._sleep_in_a_while()

    def __exit__(self, *_: object) -> None:
        usual = sys.unraisablehook
        sys.unraisablehook = lambda _: None
        try:
            for server in self.servers:
                server.die()
            self.keeper.close()
            self.graveyard.clear()
            self.servers.clear()
            self.guests.clear()
            self.former.clear()
            with warnings.catch_warnings(action="ignore"):
                gc.collect()
        finally:
            sys.unraisablehook = usual
        self._stack.close()
        shutil.rmtree(self.folder)

    # What happens

    def run(self, commands: int) -> Report:
        """Go on until people have sent so many commands; then everything is looked at."""
        self.play(commands)
        return self.end()

    def play(self, commands: int) -> None:
        """Go on until people have sent so many commands."""
        while self.counts["commands sent"] < commands:
            assert self.timeline.step(), "nothing will happen any more"
            self._notice_errors()
            if self.counts["commands sent"] - self._looked_closely >= LOOK_CLOSELY:
                self.look_closely()

    def end(self) -> Report:
        """A server that starts signs what is not signed yet; then everything is whole."""
        for guest in self.guests:
            guest.leave()
        database = Database(self.url, wake=lambda: None)
        signing.begin(database, HeadsTold(self.folder), database.write_waiting)
        database.close()
        self.look_closely()
        with reading(self.url) as connection:
            found = [finding.what for finding in Audit(connection).everything()]
        assert not found, found
        self.counts["heads signed"] = self.keeper.check_heads()
        self.counts["entries"], self.counts["rounds"] = self.keeper.entries, self.keeper.rounds
        self.counts.update({f"fault: {name}": many for name, many in self.disk.counts.items()})
        for guest in (*self.guests, *self.former):
            self.counts["commands"] += len(guest.sent)
            self.counts["done"] += len(guest.answered)
            self.counts["refused"] += len(guest.refused)
            self.counts["sent again"] += guest.repeats
            self._heard.update(guest.digest())
        for table in self.truth.tables.values():
            self._heard.update(table.seals[-1].encode())
        return Report(self.seed, self.counts, self._heard.hexdigest())

    def _notice_errors(self) -> None:
        for server in self.servers:
            for context in server.loop.errors:
                raise AssertionError(context["message"]) from context.get("exception")

    def _kill_in_a_while(self) -> None:
        """Servers are killed in the middle of a write by the disk, and at any other moment here."""
        seconds = self._kill_seconds * self.random.expovariate(1)
        self.timeline.after(seconds, self._kill)

    def _kill(self) -> None:
        self.random.choice(self.servers).die()
        self._kill_in_a_while()

    def _sleep_in_a_while(self) -> None:
        seconds = self._sleep_seconds * self.random.expovariate(1)
        self.timeline.after(seconds, self._sleep)

    def _sleep(self) -> None:
        self.random.choice(self.servers).fall_asleep()
        self._sleep_in_a_while()

    def look(self) -> None:
        """What must hold after every write."""
        self.keeper.look()
        for server in self.servers:
            trouble = server.signer.trouble if server.signer is not None else ""
            assert not trouble, f"the house does not sign any more: {trouble}"
        self.counts["looks"] += 1

    def look_closely(self) -> None:
        """Play the log again, and compare it with all that anyone was told."""
        self._looked_closely = self.counts["commands sent"]
        self.keeper.look()
        self.truth.read()
        for guest in (*self.guests, *self.former):
            if guest.name:
                guest.check(self.truth)

    def heard(self, guest: Guest, text: str, message: dict[str, Any]) -> None:
        """Somebody was told something."""
        self.counts["words heard"] += 1
        self._heard.update(f"{self.timeline.seconds} {guest.number} {text}".encode())
        self.keeper.check(guest.name, guest.table, text, message)

    def noted(self, guest: Guest, command: dict[str, Any]) -> None:
        """Somebody has asked for something."""

    def head_kept(self, kept: KeptHead) -> None:
        """A server has noted a head beside its key."""

    # People

    def somewhere(self, chance: random.Random) -> str:
        """A server's address."""
        return chance.choice(self.servers).address

    def replace(self, guest: Guest) -> None:
        """Somebody has lost everything and goes home; another takes the place."""
        guest.leave()
        self.guests.remove(guest)
        self.former.append(guest)
        game = next(one.game for one in every_game() if one.name == self._names[guest.table])
        self._invite(guest.table, game)

    def _invite(self, table: int, game: str) -> None:
        self._numbers += 1
        seed = self.random.getrandbits(48)
        guest = Guest(self, table, game, number=self._numbers, seed=seed)
        self.guests.append(guest)
        self.timeline.after(self.random.random(), guest.come)

    async def made_account(self, server: Server) -> tuple[str, str]:
        """Somebody's name, and the token of their session."""
        self.counts["accounts"] += 1
        name = f"Guest {self.counts['accounts']}"

        def work(connection: Connection) -> tuple[str, str]:
            account = accounts.create(connection, name, "player", None, now_ms())
            return account.name, accounts.begin_session(connection, account, now_ms())[0]

        made: tuple[str, str] = await server.hub.writing(work)
        return made

    # The pit

    def _open_tables(self) -> None:
        made = self.servers[0].loop.run(self._opening())
        while not made.done():
            self.timeline.step()
        self._names = dict(made.result())
        for (number, _), opened in zip(made.result(), every_game(), strict=True):
            for _ in range(SEATED):
                self._invite(number, opened.game)

    async def _opening(self) -> list[tuple[int, str]]:
        await self.servers[0].hub.writing(
            lambda c: accounts.create(c, IDLE, "player", None, now_ms())
        )
        hosts = []
        for number, opened in enumerate(every_game()):
            hub = self.servers[number % len(self.servers)].hub
            hosts.append(await hub.open(opened, "Pat"))
        return [(host.house_table.id, host.house_table.opened.name) for host in hosts]

    def _pit_acts(self) -> None:
        self.timeline.after(PIT_SECONDS * (0.5 + self.random.random()), self._pit_acts)
        server = self.random.choice(self.servers)
        if server.alive:
            server.loop.run(self._pit_act(server))

    async def _pit_act(self, server: Server) -> None:
        hosts = list(server.hub.hosts.values())
        chance, me = self.random, server.hub.id
        with suppress(IllegalAction, Refused, Missing, DatabaseGone):
            kind = chance.randrange(5)
            if kind == 0:
                await server.hub.writing(lambda c: house_acts.adjust_wallet(
                    c, IDLE, 5_00, reason="lucky", by="Pat", at=now_ms()
                ))  # fmt: skip
            elif kind == 1:
                await self._show_to_the_door(server, chance.choice(self.guests).name)
            elif not hosts:
                return
            elif kind == 2:
                host = chance.choice(hosts)
                await host.change(lambda found: found.pause("Pat", reason="a break", owner=me))
                await host.change(lambda found: found.resume("Pat", reason="on", owner=me))
            elif kind == 3:
                host, house = chance.choice(hosts), House(penetration=0.6)
                await host.change(lambda found: found.set_limits(house, "Pat", owner=me))
            else:
                extra = await server.hub.open(new_table(), "Pat")
                await extra.change(lambda found: found.close("Pat", owner=me))
                server.hub.lose(extra)
            self.counts["pit acts"] += 1

    async def _show_to_the_door(self, server: Server, name: str) -> None:
        """Bar somebody, and let them in again if they still are."""
        with suppress(Refused):
            await server.hub.writing(lambda c: house_acts.bar(
                c, name, None, reason="noise", by="Pat", at=now_ms()
            ))  # fmt: skip
        self.timeline.after(
            PIT_SECONDS, lambda: server.alive and server.loop.run(self._let_in(server, name))
        )

    async def _let_in(self, server: Server, name: str) -> None:
        with suppress(IllegalAction, Refused, Missing, DatabaseGone):
            await server.hub.writing(lambda c: house_acts.readmit(
                c, name, None, reason="calm", by="Pat", at=now_ms()
            ))  # fmt: skip


def varied(seed: int) -> dict[str, Any]:
    """The kind of world a seed makes: one server or two, good and bad lines, few faults or many."""
    chance = random.Random(f"kind {seed}")
    bad = chance.choice((0.2, 1.0, 3.0))
    usual = Weather()
    weather = Weather(
        lost=usual.lost * bad, doubled=usual.doubled * bad, late=usual.late * bad,
        cut=usual.cut * bad, slow_seconds=chance.choice((1.0, 3.0, 12.0)),
    )  # fmt: skip
    return {
        "servers": chance.choice((1, 2)), "weather": weather,
        "fault_chance": chance.choice((0.005, 0.02, 0.06)),
        "kill_seconds": chance.choice((5.0, 20.0, 100.0)),
        "sleep_seconds": chance.choice((10.0, 60.0)),
        "signing_seconds": chance.choice((0.3, 3.0, 10.0)),
        "faults": FAULTS if chance.random() < 0.75 else ("broken sync", "lost"),
    }  # fmt: skip
