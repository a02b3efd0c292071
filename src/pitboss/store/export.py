"""Rounds of a table in a file that can be checked by itself, without the database.

A file is one JSON object, an `Excerpt`:

- ``kind``, ``format``, ``version``: what wrote it;
- ``table``, ``first``, ``last``: whose rounds, and which;
- ``runs``: entries of the log as they are, each run without a gap, after the seal of the entry
  before it. The first entry of the table is always there (it has the rules); so is the last change
  of limits before the rounds, and everything from where the shoe was promised to the end of the
  last round. ``body`` is the text that was sealed, byte for byte;
- ``start``: the entry and the event in it from which the rounds are played again: the shoe's
  promise, so that it is known which cards are gone;
- ``shoes``: order and nonce, in hex, of those shoes that are revealed by now;
- ``head``: number and seal of the table's last entry when the file was written;
- ``checksum``: SHA-256 of all that, for a file that was damaged.

It proves that these cards and decisions under these rules give these payouts, that the cards are
those promised, and that no entry in a run was changed. That the runs belong to one log, and that
no change of limits lies between them, is shown by the seals: whoever has the database or has kept
a seal can compare them. All rounds of a table are one run from its first entry on.

Only rounds that are over can be written. If their shoe is still being dealt, the file shows the
card that was burned from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss._version import __version__
from pitboss.rules.limits import House
from pitboss.store import journal, records, schema
from pitboss.store.records import Entry, LimitsSet, TableOpened
from pitboss.store.shoe_watch import Kept
from pitboss.store.witness import Chain, Finding, Witness
from pitboss.table import events as ev

FORMAT = 1


class ExportError(ValueError):
    """Rounds that cannot be written, or a file that is none; the message says why."""

    def __init__(self, what: str, entry: int | None = None) -> None:
        super().__init__(what)
        self.entry = entry
        """The entry that is damaged, if one is."""


class _Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of a file."""


class Line(_Part, kw_only=True):
    """An entry of the log."""

    seq: int
    round: int
    at: int
    actor: str
    body: str
    seal: str


class Run(_Part, kw_only=True):
    """Entries without a gap."""

    before: str
    """The seal of the entry before the first."""
    entries: list[Line]


class Start(_Part, kw_only=True):
    """Where playing again begins."""

    entry: int
    event: int


class Order(_Part, kw_only=True):
    """A shoe that was revealed."""

    number: int
    commitment: str
    cards: str
    nonce: str


class Head(_Part, kw_only=True):
    """The table's last entry."""

    seq: int
    seal: str


class Excerpt(_Part, kw_only=True):
    """Rounds of a table, and what is needed to play them again."""

    kind: Literal["pitboss rounds"] = "pitboss rounds"
    format: int = FORMAT
    version: str = __version__
    table: int
    first: int
    last: int
    start: Start
    runs: list[Run]
    shoes: list[Order]
    head: Head
    checksum: str = ""

    def digest(self) -> str:
        """The checksum it must have."""
        plain = msgspec.structs.replace(self, checksum="")
        return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()


# Writing


def collect(
    connection: Connection,
    table: int,
    first: int | None = None,
    last: int | None = None,
    *,
    secret: bool = False,
    before: int | None = None,
) -> Excerpt:
    """Rounds of a table, all of them unless some are named.

    `secret`: with the orders of shoes that are not revealed, which must not leave the house.
    `before`: nothing from this entry on, not even the seal of the table's last entry.
    """
    head = connection.execute(
        sa.select(schema.tables.c.seq, schema.tables.c.seal).where(schema.tables.c.id == table)
    ).one_or_none()
    if head is None or table == records.CAGE:
        raise ExportError(f"table = {table}: there is none with this number")
    over = _rounds_over(connection, table, before)
    whole = first is None
    first, last = 1 if first is None else first, over if last is None else last
    if not 1 <= first <= last <= over:
        advice = f"use 1 to {over}, the rounds that are over" if over else "no round is over yet"
        raise ExportError(f"round = {first}: {advice}")
    end = _end_of(connection, table, last)
    if whole:
        start, runs = Start(entry=1, event=0), [_run(connection, table, 1, end)]
    else:
        start = _start(connection, table, first)
        runs = _runs(connection, table, start.entry, end)
    newest = head if before is None else runs[-1].entries[-1]
    excerpt = Excerpt(
        table=table, first=first, last=last, start=start, runs=runs,
        shoes=_orders(connection, table, start.entry, end, secret=secret),
        head=Head(seq=newest.seq, seal=newest.seal),
    )  # fmt: skip
    excerpt.checksum = excerpt.digest()
    return excerpt


def encode(excerpt: Excerpt) -> bytes:
    """What a file holds."""
    return msgspec.json.format(msgspec.json.encode(excerpt), indent=1) + b"\n"


def write(excerpt: Excerpt, path: Path) -> None:
    """Write a file."""
    try:
        path.write_bytes(encode(excerpt))
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def _rounds_over(connection: Connection, table: int, before: int | None = None) -> int:
    """The last round that was played to its end, and that before an entry."""
    log = schema.log.c
    wanted = sa.select(sa.func.max(log.round)).where(log.table_id == table)
    if before is not None:
        wanted = wanted.where(log.seq < before)
    newest = connection.scalar(wanted) or 0
    while newest:
        end = _closing(connection, table, newest)
        if end is not None and (before is None or end < before):
            break
        newest -= 1
    return int(newest)


def _end_of(connection: Connection, table: int, played: int) -> int:
    found = _closing(connection, table, played)
    if found is None:
        raise ExportError(f"round = {played}: no entry of table {table} ends it")
    return found


def _closing(connection: Connection, table: int, played: int) -> int | None:
    """The entry that ends a round."""
    for entry in _entries(connection, table, schema.log.c.round == played):
        if b'"RoundClosed"' in entry.body:
            return entry.seq
    return None


def _start(connection: Connection, table: int, played: int) -> Start:
    """The last place before a round from which it is known which cards are gone.

    That is the promise of a shoe between rounds; at a table without shoes the shuffle, or the
    beginning of the round before whose first card it came.
    """
    log = schema.log.c
    opening = connection.scalar(
        sa.select(sa.func.min(log.seq)).where(log.table_id == table, log.round == played)
    )
    found: Start | None = None
    for entry in _entries(connection, table, log.seq <= opening, newest=True):
        for place, event in reversed(list(enumerate(_events(entry)))):
            if isinstance(event, ev.RoundOpened) and event.number >= played:
                found = None  # what comes after it in its entry is of the round itself
            elif isinstance(event, ev.ShoeShuffled) and not event.ran_out:
                found = found or Start(entry=entry.seq, event=place)
            elif found is None:
                continue
            elif isinstance(event, records.ShoeCommitted):
                if (found.entry, found.event) == (entry.seq, place + 1):
                    found = Start(entry=entry.seq, event=place)
            elif isinstance(event, ev.RoundClosed):
                return found
            elif isinstance(event, ev.RoundOpened):
                return Start(entry=entry.seq, event=place)
    return Start(entry=1, event=0)


def _runs(connection: Connection, table: int, first: int, last: int) -> list[Run]:
    """The first entry, the last change of limits, and everything from first to last."""
    wanted = {1: 1, first: last}
    for entry in _entries(connection, table, schema.log.c.seq < first, newest=True):
        if b'"LimitsSet"' in entry.body:
            wanted[entry.seq] = entry.seq
            break
    if first == 1:
        wanted = {1: last}
    return [_run(connection, table, *ends) for ends in sorted(wanted.items())]


def _run(connection: Connection, table: int, first: int, last: int) -> Run:
    before = ""
    if first > 1:
        log = schema.log.c
        seal = sa.select(log.seal).where(log.table_id == table, log.seq == first - 1)
        before = connection.scalar(seal) or ""
    entries = [_line(entry) for entry in journal.entries(connection, table, first, last)]
    if not entries:
        raise ExportError(f"entry {first} is missing", first)
    return Run(before=before, entries=entries)


def _line(entry: Entry) -> Line:
    try:
        body = entry.body.decode()
    except UnicodeDecodeError:
        raise ExportError("it holds no list of events: it is not text", entry.seq) from None
    return Line(
        seq=entry.seq, round=entry.round, at=entry.at, actor=entry.actor, body=body,
        seal=entry.seal,
    )  # fmt: skip


def _orders(
    connection: Connection, table: int, first: int, last: int, *, secret: bool
) -> list[Order]:
    shoes = schema.shoes.c
    wanted = sa.select(schema.shoes).where(
        shoes.table_id == table, shoes.opened >= first, shoes.opened <= last
    )
    if not secret:
        wanted = wanted.where(shoes.revealed.is_not(None))
    return [
        Order(
            number=row.number, commitment=row.commitment, cards=bytes(row.cards).hex(),
            nonce=bytes(row.nonce).hex(),
        )
        for row in connection.execute(wanted.order_by(shoes.number))
    ]  # fmt: skip


def _entries(
    connection: Connection, table: int, where: sa.ColumnElement[bool], *, newest: bool = False
) -> Iterator[Entry]:
    log = schema.log.c
    wanted = sa.select(schema.log).where(log.table_id == table, where)
    result = connection.execute(
        wanted.order_by(log.seq.desc() if newest else log.seq),
        execution_options={"yield_per": 100},
    )
    with result:
        for row in result:
            yield Entry(
                table=row.table_id, seq=row.seq, round=row.round, at=row.at, actor=row.actor,
                body=bytes(row.body), seal=row.seal,
            )  # fmt: skip


def _events(entry: Entry) -> list[ev.Event]:
    try:
        return entry.events
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExportError(f"it holds no list of events: {error}", entry.seq) from None


# Reading


def read(path: Path) -> Excerpt:
    """The rounds in a file; `ExportError` if there are none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    try:
        excerpt = msgspec.json.decode(data, type=Excerpt)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExportError(f"{path.name}: it holds no rounds of a table: {error}") from None
    if excerpt.format != FORMAT:
        raise ExportError(
            f"{path.name}: its format is {excerpt.format}, and this version reads {FORMAT}"
        )
    return excerpt


Beside = Callable[[Entry, Witness], Iterable[Finding]]


def verify(excerpt: Excerpt, beside: Beside | None = None) -> Iterator[Finding]:
    """Everything that is wrong with it. `beside` checks more, after each entry that is played."""

    def wrong(what: str, entry: int | None = None) -> Finding:
        return Finding(kind="file", what=what, table=excerpt.table, entry=entry)

    if excerpt.digest() != excerpt.checksum:
        yield wrong("the file's checksum does not fit: it was damaged or changed")
    runs = [[_entry(excerpt, line) for line in run.entries] for run in excerpt.runs]
    opened = _opened(runs)
    start = excerpt.start
    if opened is None:
        yield wrong("the file does not begin with the entry that opened the table", 1)
        return
    if not runs[-1] or runs[-1][0].seq != start.entry:
        yield wrong("the file's last run must begin where its rounds are played from", start.entry)
        return
    house, last = opened.house, 0
    for run, entries in zip(excerpt.runs[:-1], runs[:-1], strict=True):
        yield from _chain(run, entries)
        for entry in entries:
            if entry.seq <= last:
                yield wrong("the entries are not in order", entry.seq)
            last = entry.seq
            house = _house(entry, house)
    witness = Witness(excerpt.table, _known(excerpt))
    witness.chain = Chain(start.entry - 1, excerpt.runs[-1].before)
    if (start.entry, start.event) != (1, 0):
        what = _bad_start(runs[-1][0], start.event, opened)
        if what:
            yield wrong(what, start.entry)
            return
        witness.begin(opened, house, runs[-1][0].round - _opens(runs[-1][0], start.event))
    yield from _play(witness, runs[-1], start.event, beside)
    yield from _rounds(excerpt, runs[-1], wrong)
    if (runs[-1][-1].seq, runs[-1][-1].seal) != (excerpt.head.seq, excerpt.head.seal) and (
        runs[-1][-1].seq >= excerpt.head.seq
    ):
        yield wrong("the table's head does not fit its last entry", excerpt.head.seq)


def _play(
    witness: Witness, entries: list[Entry], first: int, beside: Beside | None
) -> Iterator[Finding]:
    for entry in entries:
        witness.see(entry, first)
        first = 0
        yield from witness.found
        witness.found.clear()
        if beside is not None:
            yield from beside(entry, witness)


def _rounds(
    excerpt: Excerpt, entries: list[Entry], wrong: Callable[[str], Finding]
) -> Iterator[Finding]:
    """The rounds it is said to hold must be in it."""
    played: set[int] = set()
    for entry in entries:
        try:
            events = entry.events
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # the witness has said so
        played |= {event.number for event in events if isinstance(event, ev.RoundClosed)}
    for number in range(excerpt.first, excerpt.last + 1):
        if number not in played:
            yield wrong(f"round {number} is not in it")


def _entry(excerpt: Excerpt, line: Line) -> Entry:
    return Entry(
        table=excerpt.table, seq=line.seq, round=line.round, at=line.at, actor=line.actor,
        body=line.body.encode(), seal=line.seal,
    )  # fmt: skip


def _opened(runs: list[list[Entry]]) -> TableOpened | None:
    if not runs or not runs[0] or runs[0][0].seq != 1:
        return None
    try:
        first = runs[0][0].events
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return first[0] if first and isinstance(first[0], TableOpened) else None


def _chain(run: Run, entries: list[Entry]) -> Iterator[Finding]:
    chain = Chain(entries[0].seq - 1 if entries else 0, run.before)
    for entry in entries:
        for seq, what in chain.follow(entry):
            yield Finding(kind="chain", what=what, table=entry.table, entry=seq)


def _house(entry: Entry, house: House) -> House:
    try:
        events = entry.events
    except (msgspec.DecodeError, UnicodeDecodeError):
        return house  # its seal is wrong, and that was said
    for event in events:
        if isinstance(event, LimitsSet):
            house = event.house
    return house


def _bad_start(entry: Entry, place: int, opened: TableOpened) -> str | None:
    """Why rounds cannot be played from this event on."""
    try:
        events = entry.events
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"it holds no list of events: {error}"
    allowed = ev.ShoeShuffled | ev.RoundOpened if opened.settings.typed else records.ShoeCommitted
    if not 0 <= place < len(events) or not isinstance(events[place], allowed):
        return "rounds can be played again only from where a shoe was shuffled"
    return None


def _opens(entry: Entry, place: int) -> int:
    """How many rounds an entry opens from this event on; its own number is the last one's."""
    return sum(isinstance(event, ev.RoundOpened) for event in entry.events[place:])


def _known(excerpt: Excerpt) -> Callable[[int, int], Kept | None]:
    orders = {order.number: order for order in excerpt.shoes}

    def kept(number: int, entry: int) -> Kept | None:  # noqa: ARG001
        order = orders.get(number)
        if order is None:
            return None
        try:
            cards, nonce = bytes.fromhex(order.cards), bytes.fromhex(order.nonce)
        except ValueError:
            cards = nonce = b""
        return Kept(number=number, commitment=order.commitment, cards=cards, nonce=nonce)

    return kept
