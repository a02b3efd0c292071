"""Rounds of a table taken from the log, for a file that can be checked without the database."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import journal, key_history, log_tree, records, schema
from pitboss.store.errors import Missing
from pitboss.store.log_tree import TreeBroken
from pitboss.store.proof_file import (
    Excerpt,
    ExportError,
    LogHead,
    LogLine,
    LogRun,
    ReplayStart,
    ShoeOrder,
    SignedPlace,
)
from pitboss.store.records import Entry
from pitboss.table import events as ev


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
    if head is None or table <= records.CAGE:
        raise ExportError(f"table = {table}: there is none with this number")
    over = rounds_over(connection, table, before)
    whole = first is None
    first, last = 1 if first is None else first, over if last is None else last
    if not 1 <= first <= last <= over:
        advice = f"use 1 to {over}, the rounds that are over" if over else "no round is over yet"
        raise ExportError(f"round = {first}: {advice}")
    end = _end_of(connection, table, last)
    if whole:
        start, runs = ReplayStart(entry=1, event=0), [_run(connection, table, 1, end)]
    else:
        start = _start(connection, table, first)
        runs = _runs(connection, table, start, end)
    newest = head if before is None else runs[-1].entries[-1]
    excerpt = Excerpt(
        table=table, first=first, last=last, start=start, runs=runs,
        shoes=_orders(connection, table, start.entry, end, secret=secret),
        head=LogHead(seq=newest.seq, seal=newest.seal),
        signed=_signed(connection, table, [run.entries[-1].seq for run in runs]),
    )  # fmt: skip
    excerpt.checksum = excerpt.digest()
    return excerpt


def _signed(
    connection: Connection, table: int, ends: list[int]
) -> SignedPlace | msgspec.UnsetType:  # fmt: skip
    """Where the last entries of runs stand under the newest head, if they do."""
    head = log_tree.newest_head(connection)
    publics = {one.key: one.public for one in key_history.history(connection).keys}
    if head is None or head.key not in publics:
        return msgspec.UNSET
    try:
        places = [log_tree.inclusion(connection, table, end, head.size) for end in ends]
    except (Missing, TreeBroken):
        return msgspec.UNSET
    return SignedPlace(
        inclusion=places[-1], earlier=places[:-1], head=head, public=publics[head.key]
    )  # fmt: skip


def rounds_over(connection: Connection, table: int, before: int | None = None) -> int:
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


def _start(connection: Connection, table: int, played: int) -> ReplayStart:
    """The last place before a round from which it is known which cards are gone.

    That is where a shoe was shuffled between rounds; at a table without shoes the shuffle, or the
    beginning of the round before whose first card it came.
    """
    span = journal.span_of(connection, table, played)
    opening = 0 if span is None else span[0]
    found: ReplayStart | None = None
    for entry in _entries(connection, table, schema.log.c.seq <= opening, newest=True):
        for place, event in reversed(list(enumerate(_events(entry)))):
            if isinstance(event, ev.RoundOpened) and event.number >= played:
                found = None  # what comes after it in its entry is of the round itself
            elif isinstance(event, ev.ShoeShuffled) and not event.ran_out:
                found = found or ReplayStart(entry=entry.seq, event=place)
            elif found is None:
                continue
            elif records.shuffles(event):
                if (found.entry, found.event) == (entry.seq, place + 1):
                    found = ReplayStart(entry=entry.seq, event=place)
            elif isinstance(event, ev.RoundClosed):
                return found
            elif isinstance(event, ev.RoundOpened):
                return ReplayStart(entry=entry.seq, event=place)
    return ReplayStart(entry=1, event=0)


def _runs(connection: Connection, table: int, start: ReplayStart, last: int) -> list[LogRun]:
    """The first entry, what must be known of those before the start, and all from start to last.

    That is the last change of limits, and of the shoe that is shuffled at the start its promise and
    every seed that was added to it.
    """
    first = start.entry
    if first == 1:
        return [_run(connection, table, 1, last)]
    wanted = {1: 1, first: last}
    number = _shuffled_at(connection, table, start)
    limits = False
    for entry in _entries(connection, table, schema.log.c.seq < first, newest=True):
        if limits and number is None:
            break
        if not limits and b'"LimitsSet"' in entry.body:
            limits, wanted[entry.seq] = True, entry.seq
        if number is not None and (b'"SeedAdded"' in entry.body or _PROMISE in entry.body):
            of_shoe = [event for event in _events(entry) if getattr(event, "number", 0) == number]
            if any(isinstance(event, records.SeedAdded) for event in of_shoe):
                wanted[entry.seq] = entry.seq
            if any(isinstance(event, records.ShoeCommitted) for event in of_shoe):
                wanted[entry.seq], number = entry.seq, None
    return [_run(connection, table, *ends) for ends in sorted(wanted.items())]


_PROMISE = b'"ShoeCommitted"'


def _shuffled_at(connection: Connection, table: int, start: ReplayStart) -> int | None:
    """The shoe that is shuffled at the start and was promised in an entry before."""
    [entry] = journal.entries(connection, table, start.entry, start.entry)
    event = _events(entry)[start.event]
    return event.number if isinstance(event, records.ShoeSeeded) else None


def _run(connection: Connection, table: int, first: int, last: int) -> LogRun:
    before = ""
    if first > 1:
        log = schema.log.c
        seal = sa.select(log.seal).where(log.table_id == table, log.seq == first - 1)
        before = connection.scalar(seal) or ""
    entries: list[LogLine] = []
    for entry in journal.entries(connection, table, first, last):
        entries.append(_line(entry, entries[-1].seal if entries else before))
    if not entries:
        raise ExportError(f"entry {first} is missing", first)
    return LogRun(before=before, entries=entries)


def _line(entry: Entry, before: str) -> LogLine:
    """An entry in a file; a key that only stands beside its seal, as in old ones, stays here."""
    contents = (entry.table, entry.seq, entry.round, entry.at, entry.actor, entry.body)
    beside = entry.key and entry.seal == records.seal(before, contents)
    try:
        body = entry.body.decode()
    except UnicodeDecodeError:
        raise ExportError("it holds no list of events: it is not text", entry.seq) from None
    return LogLine(
        seq=entry.seq, round=entry.round, at=entry.at, actor=entry.actor, body=body,
        seal=entry.seal, key="" if beside else entry.key,
    )  # fmt: skip


def _orders(
    connection: Connection, table: int, first: int, last: int, *, secret: bool
) -> list[ShoeOrder]:
    shoes = schema.shoes.c
    wanted = sa.select(schema.shoes).where(
        shoes.table_id == table,
        shoes.opened >= first,
        shoes.opened <= last,
        sa.func.length(shoes.cards) > 0,
    )
    if not secret:
        wanted = wanted.where(shoes.revealed.is_not(None))
    return [
        ShoeOrder(
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
                body=bytes(row.body), seal=row.seal, key=row.key,
            )  # fmt: skip


def _events(entry: Entry) -> list[ev.Event]:
    try:
        return entry.events
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExportError(f"it holds no list of events: {error}", entry.seq) from None
