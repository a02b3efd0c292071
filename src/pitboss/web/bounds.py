"""How much one client may ask for before it is told to wait: every number of that kind is here.

What a person does at a table is far below all of them. They are there for whoever asks in a loop,
and for whoever connects and says nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import NamedTuple

import msgspec

MOST_BUCKETS = 10_000
"""Clients whose rates are remembered."""


class Per(NamedTuple):
    """So many at once, and then as many again in so many seconds."""

    most: float
    seconds: float


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What a server allows. An address may do what the people behind it may do together."""

    people_per_address: int = 100
    """A card room's router is one address to the server."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word about the client's address is believed."""

    connections: int = 4_000
    """Of everyone together."""
    connections_per_person: int = 4
    head_seconds: float = 10.0
    """To send the head of a request in, a WebSocket's too, counted from its first byte or from
    when the connection was made."""
    body_seconds: float = 20.0
    """To send the rest of a request in."""
    stalled_seconds: float = 20.0
    """In which a client must have read something of what it is sent."""
    idle_seconds: int = 5
    """Between two requests of one connection."""
    ping_seconds: float = 20.0
    """Between two pings of a WebSocket, and to answer one in."""

    refusal_seconds: float = 1.0
    """That whoever asks too often waits to be told so, give or take a half: asking in a loop gains
    nothing, and those who do are not told all at once."""
    connecting_per_person: Per = Per(1, 1)
    requests_per_person: Per = Per(1, 1)
    requests_at_once: int = 20
    """Of an address; those that come faster than they may are begun one after the other, and
    refused if they would wait longer than a refusal takes."""
    handshakes_per_person: Per = Per(0.5, 2)
    """Of WebSockets."""
    sign_ins_per_person: Per = Per(0.3, 60)
    failed_sign_ins_each: Per = Per(10, 300)
    """Tries with one name, from wherever they come."""
    changes_each: Per = Per(120, 10)
    reads_each: Per = Per(200, 10)
    long_reads_each: Per = Per(40, 20)
    """History, replays, proofs, hold: what reads or works out much. Those that come faster are
    begun one after the other."""
    long_read_seconds: float = 2.0
    """That a long read waits for its turn; one that would wait longer is refused."""
    exports_each: Per = Per(6, 60)
    """Of whole tables."""
    openings_each: Per = Per(10, 60)
    """Of tables."""
    commands_each: Per = Per(60, 3)
    """To tables, over all connections of an account."""
    commands_per_person: Per = Per(2, 1)
    """Over all connections of an address."""
    frames_each: Per = Per(200, 10)
    """Of one WebSocket, pings and parts of messages included."""

    sockets_each: int = 12
    """Tables that an account may have open at once, on all its screens."""
    open_tables_each: int = 10
    """Tables of a player's own."""
    guest_seats: int = 3
    """Seats that somebody without a password may take, at all public tables together."""
    questions: int = 64
    """To the solver, waiting or being answered."""
    questions_each: int = 4
    long_reads: int = 64
    """Waiting or being read."""
    long_reads_at_once_each: int = 4
    turned_away: int = 500
    """Connections waiting to be told that there are too many."""
    sign_ins: int = 32
    """Passwords waiting to be compared."""


def refusal_delay(bounds: Bounds) -> float:
    """Seconds until somebody is told to wait."""
    return bounds.refusal_seconds * random.uniform(0.5, 1.5)


class Rate:
    """So many things in so many seconds, for each of many."""

    def __init__(self, per: Per, times: int = 1) -> None:
        self.most, self.seconds = per.most * times, per.seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether one more is allowed now; it is counted."""
        at = time.monotonic()
        left, since = self._buckets.pop(who, (float(self.most), at))
        left = min(self.most, left + (at - since) * self.most / self.seconds)
        allowed = left >= 1
        self._buckets[who] = (left - allowed, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed

    def give_back(self, who: str) -> None:
        """One that was counted does not count after all."""
        left, since = self._buckets.get(who, (float(self.most), time.monotonic()))
        self._buckets[who] = (min(self.most, left + 1), since)


class Pace:
    """Lets some things begin at once and the others one after the other, for each of many."""

    def __init__(self, per: Per, times: int, *, at_once: int, longest_seconds: float) -> None:
        self._seconds_each = per.seconds / (per.most * times)
        self._ahead = min(at_once, per.most * times) * self._seconds_each
        self._longest = longest_seconds
        self._next: OrderedDict[str, float] = OrderedDict()

    def delay(self, who: str) -> float | None:
        """Seconds after which one more may begin; none if that is too long, and it may not."""
        at = time.monotonic()
        turn = max(self._next.get(who, -inf), at - self._ahead) + self._seconds_each
        if turn - at > self._longest:
            return None
        self._next[who] = turn
        self._next.move_to_end(who)
        if len(self._next) > MOST_BUCKETS:
            self._next.popitem(last=False)
        return max(turn - at, 0.0)

    def again_seconds(self, who: str) -> float:
        """Seconds after which one that may not begin now would not wait too long."""
        turn = self._next.get(who, 0.0) + self._seconds_each
        return max(turn - time.monotonic() - self._longest, 0.0)


class TooMany(Exception):
    """The asker has to wait for others, or for itself; the message says which."""

    def __init__(self, sentence: str, *, status: int, again_seconds: float = 1.0) -> None:
        super().__init__(sentence)
        self.status = status
        self.again_seconds = again_seconds
        """When to ask again."""


class Asker(NamedTuple):
    """Who asks: an account or a cookie, if there is one, and from where."""

    name: str
    address: str


class Line:
    """Those who wait for one thing: so many in all, so many of each, half of them of an address."""

    def __init__(self, what: str, *, most: int, each: int) -> None:
        self.what, self.most, self.each = what, most, each
        self._standing: Counter[tuple[str, str]] = Counter()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @contextmanager
    def place(self, who: Asker) -> Iterator[None]:
        """Stand in line as long as this lasts; `TooMany` if it is too long."""
        mine, here = ("name", who.name or who.address), ("address", who.address)
        if self._standing[mine] >= self.each:
            raise TooMany(
                f"{self.what}: {self._standing[mine]} of yours are waiting already; ask again when "
                "they are answered",
                status=429,
            )
        if self._length >= self.most or self._standing[here] >= (self.most + 1) // 2:
            raise TooMany(
                f"{self.what}: {self._length} are waiting already; try again in a moment",
                status=503,
            )
        self._standing.update((mine, here))
        self._length += 1
        try:
            yield
        finally:
            self._standing.subtract((mine, here))
            self._standing = +self._standing  # who waits for nothing is forgotten
            self._length -= 1


class Rates:
    """What this process has counted, against its bounds."""

    def __init__(self, bounds: Bounds) -> None:
        people = bounds.people_per_address
        self.bounds = bounds
        self.connecting = Rate(bounds.connecting_per_person, people)
        self.requests = Pace(
            bounds.requests_per_person, people, at_once=bounds.requests_at_once,
            longest_seconds=bounds.refusal_seconds,
        )  # fmt: skip
        self.handshakes = Rate(bounds.handshakes_per_person, people)
        self.sign_ins = Rate(bounds.sign_ins_per_person, people)
        self.failed_sign_ins = Rate(bounds.failed_sign_ins_each)
        self.changes = Rate(bounds.changes_each)
        self.reads = Rate(bounds.reads_each)
        self.long_reads = Pace(
            bounds.long_reads_each, 1, at_once=int(bounds.long_reads_each.most),
            longest_seconds=bounds.long_read_seconds,
        )  # fmt: skip
        self.exports = Rate(bounds.exports_each)
        self.openings = Rate(bounds.openings_each)
        self.commands = Rate(bounds.commands_each)
        self.commands_of_address = Rate(bounds.commands_per_person, people)
        self.questions_in_line = Line(
            "questions to the solver", most=bounds.questions, each=bounds.questions_each
        )
        self.reads_in_line = Line(
            "long reads", most=bounds.long_reads, each=bounds.long_reads_at_once_each
        )
        self.sign_ins_in_line = Line(
            "people who sign in", most=bounds.sign_ins, each=bounds.sign_ins
        )
        self.sockets: Counter[str] = Counter()
        """Open connections to tables by account."""
