"""The real application behind a real web server, at whose tables a test says what is dealt."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.cards import parse_all
from pitboss.floor.opening import describe_table
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House as HouseSettings
from pitboss.school.items import Item
from pitboss.store import accounts, schema
from pitboss.store.accounts import Role
from pitboss.store.records import Settings
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.shuffling import SERVER_SEED, Seeds
from pitboss.web.table_host import TableHost
from tests.web import learning
from tests.web.house import PLENTY, House, Person, served

T = TypeVar("T")
Stack = tuple[int, list[int]]
"""Cards that are burned first, and the cards after them."""
Shuffling = Callable[[PromisedShoe, Seeds, Iterable[int]], SealedShoe]
SECONDS = 90
"""How long a server may take for anything, on a machine that does much else."""


class OpenTable(NamedTuple):
    """A table one can go to."""

    number: int
    invite: str


class Casino:
    """A house that is served from a thread of its own, so that tests can wait for a browser.

    A shoe's order depends on its number alone, except that a test may say what lies on top: all
    else about shoes is as ever. What is dealt so is no order that the seeds give, and no audit is
    content with it: for one, have the casino `deal_fairly`. One that is not `arranged` leaves shoes
    alone: what it changes holds for every house of the process.
    """

    def __init__(self, *, arranged: bool = True) -> None:
        self._arranged = arranged
        self.address = ""
        """Where browsers find it, such as ``http://127.0.0.1:8121``."""
        self._stacked: list[Stack] = []
        """For the first shoe of each of the next tables."""
        self._next: list[Stack] = []
        """For each of the next shoes that are no table's first."""
        self._fair: list[bytes] = []
        """Seeds of shoes that are shuffled as ever."""
        self._fairly = False
        """Whether all are that nobody stacked."""
        self._first: dict[bytes, Stack] = {}
        """For the first shoes of tables that are open, by the house's seeds."""
        self._shuffles = pytest.MonkeyPatch()
        self._ready: Future[str] = Future()
        self._end, self._stop, self._again = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()))

    def __enter__(self) -> Self:
        if self._arranged:
            self._shuffles.setattr(PromisedShoe, "new", self._promised)
            fairly = PromisedShoe.shuffled
            self._shuffles.setattr(PromisedShoe, "shuffled", self._shuffled_of(fairly))
        self._thread.start()
        self.address = self._ready.result(SECONDS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        for event in (self._end, self._again, self._stop):
            self._loop.call_soon_threadsafe(event.set)
        self._thread.join(SECONDS)
        self._shuffles.undo()

    async def _live(self) -> None:
        try:
            async with House() as self.house:
                self._loop = asyncio.get_running_loop()
                port = 0
                while not self._end.is_set():
                    async with served(self.house, port) as host:
                        port = int(host.partition(":")[2])
                        if not self._ready.done():
                            self._ready.set_result(f"http://{host}")
                        await self._stop.wait()
                    self._stop.clear()
                    await self._again.wait()
                    self._again.clear()
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
            raise

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS)

    @contextmanager
    def out_of_reach(self) -> Iterator[None]:
        """Nobody reaches the server meanwhile; connections end."""
        self._loop.call_soon_threadsafe(self._stop.set)
        yield
        self._loop.call_soon_threadsafe(self._again.set)

    def forget(self, person: Person) -> None:
        """Their session is over."""
        self.house.database.write(
            lambda connection: accounts.end_session(connection, person.token)
        ).result()
        self._loop.call_soon_threadsafe(self.house.hub.sign_out, person.csrf)

    def person(self, name: str = "Ann", role: Role = "player", *, cents: int = PLENTY) -> Person:
        """Somebody new of this role who is signed in."""
        return self.house.person(name, role, cents=cents)

    def table(
        self, game: str = "blackjack", cards: str = "", *,
        options: dict[str, OptionValue] | None = None, house: HouseSettings | None = None,
        paytables: dict[str, int] | None = None, **settings: Any,
    ) -> OpenTable:  # fmt: skip
        """Open a table. `cards` are dealt first, in this order, in one round or in many.

        A bar may stand between rounds: ``"Ts 9c 6h 8d 5s | As 6d Kh Td"``. Once the shoe is
        shuffled anew, which a continuous shuffler is after each round, `next_shoe` says what
        comes. Nobody is hurried, unless settings say so.
        """
        if cards:
            rules = games.find(game).rules(options)
            csm = house is not None and house.shoe == "csm"
            self._stacked.append((0 if csm else rules.shoe.burn, _cards(cards)))
        live = self._do(
            self.house.open(game, options=options, house=house, paytables=paytables, **settings)
        )
        return self._opened(live)

    def design(self, text: str, cards: str) -> OpenTable:
        """Open a table of a game that only this text describes."""
        game = games.read(text, origin="the file")
        self._stacked.append((game.rules().shoe.burn, _cards(cards)))
        seconds = Settings(betting_seconds=600, action_seconds=600)
        opened = describe_table(game, game.name, source=text, settings=seconds)
        return self._opened(self._do(self.house.hub.open(opened, "the pit")))

    def _opened(self, live: TableHost) -> OpenTable:
        invite = sa.select(schema.tables.c.invite).where(schema.tables.c.id == live.house_table.id)
        return OpenTable(live.house_table.id, self.house.rows(invite)[0].invite)

    def lesson(self, person: Person, text: str) -> str:
        """A lesson that somebody writes: its id."""
        kept = self._do(person.post("/api/school/lessons", {"text": text}))
        assert kept.status_code == 201, kept.text
        return str(kept.json()["id"])

    def sitting(self, person: Person, text: str, game: str, level: int = 1) -> str:
        """A level that somebody begins of a lesson they write: the sitting's id."""
        lesson = self.lesson(person, text)
        return self._do(learning.begin(person, lesson, game=game, level=level))

    def item(self, sitting: str) -> Item:
        """What a sitting is being asked, made again from what is kept of it."""
        return self._do(learning.item_of(self.house, sitting))

    def next_shoe(self, cards: str, *, burn: int = 1) -> None:
        """The cards that come first once some table's shoe is shuffled anew, after those burned."""
        self._next.append((burn, _cards(cards)))

    def deal_fairly(self) -> None:
        """From now on the order of shoes follows from the seeds, the same in every run."""
        self._fairly = True

    def promise(self, server_seed: bytes) -> None:
        """The next table's first shoe is shuffled as ever, and this is the house's seed for it."""
        self._fair.append(server_seed)

    def _shuffled_of(self, fairly: Shuffling) -> Shuffling:
        def shuffled(promise: PromisedShoe, seeds: Seeds, cards: Iterable[int]) -> SealedShoe:
            if promise.server_seed in self._fair:
                return fairly(promise, seeds, cards)
            return self._shuffled(promise, cards)

        return shuffled

    def _promised(self, number: int) -> PromisedShoe:
        if self._fairly:
            self._fair.append(hashlib.sha256(b"%d" % len(self._fair)).digest())
        if self._fair and (self._fairly or number == 1):
            return PromisedShoe(number, self._fair[-1])
        promise = PromisedShoe(number, secrets.token_bytes(SERVER_SEED))
        if number == 1 and self._stacked:
            self._first[promise.server_seed] = self._stacked.pop(0)
        return promise

    def _shuffled(self, promise: PromisedShoe, cards: Iterable[int]) -> SealedShoe:
        """A shoe of exactly these cards, sealed as any other, with the wanted ones on top."""
        rest = list(cards)
        later = self._next.pop(0) if promise.number > 1 and self._next else (0, [])
        burn, wanted = self._first.pop(promise.server_seed, later)
        for card in wanted:
            rest.remove(card)
        rng = random.Random(promise.number)
        rng.shuffle(rest)
        order = bytes([*rest[:burn], *wanted, *rest[burn:]])
        return SealedShoe(promise.number, order, promise.server_seed)


def _cards(text: str) -> list[int]:
    return parse_all(text.replace("|", " "))
