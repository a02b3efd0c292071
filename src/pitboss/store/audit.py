"""Checks a database and believes nothing in it.

The log of each table is followed by a `LogChecker`, which checks the seals and the shoes and plays
every round again. Beside it run the rows that must follow from the log: the ledger, the results,
the shoes that are kept, the table's head and snapshot. At last the balances must be what the ledger
adds up to, and what dealer school keeps must be as it was kept. Everything is read in the order of
the log and forgotten, so memory does not grow with it; every finding is told, not only the first.

`Audit` needs a connection that sees one moment (`Database.read`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import DBAPIError

from pitboss.rules.limits import dollars
from pitboss.store import journal, records, schema
from pitboss.store.audit_scope import AuditScope, Part, parts, played_in, seal_of
from pitboss.store.clock import now_ms
from pitboss.store.findings import Finding, Kind
from pitboss.store.ledger import CAGE_ACCOUNT, felt, rack
from pitboss.store.log_checker import LogChecker
from pitboss.store.proof_checker import verify
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt, ExportError
from pitboss.store.records import Entry
from pitboss.store.row_checker import AuditCounts, KeptShoes, RowChecker
from pitboss.store.school_checker import check_school
from pitboss.store.seal_chain import SealChain, missing
from pitboss.store.signed_heads import SignedHead
from pitboss.store.tree_checker import check_tree

AT_ONCE = 500
"""Rows fetched together."""
TELLING = 1000
"""Entries between two words about how far the work is."""


class Audit:
    """One look at a database."""

    def __init__(
        self, connection: Connection, told: Callable[[int, int], None] | None = None, *,
        heads: Sequence[SignedHead] = (), at: int | None = None,
    ) -> None:  # fmt: skip
        """`heads` are those somebody else has kept; `at` is the moment it is audited for, now."""
        self.connection = connection.execution_options(yield_per=AT_ONCE)
        self.counts = AuditCounts()
        self._told, self._others = told, heads
        self._at = now_ms() if at is None else at
        self.whole = 0
        """Entries there are to check, once that is known."""
        self._sums: Counter[str] = Counter()
        """What the ledger's rows add up to, by account."""
        self._felts: dict[int, int | None] = {}
        """What lies on each table; None where it cannot be known."""

    def everything(self) -> Iterator[Finding]:
        """Check all tables, the cage, and what everyone has."""
        heads = schema.tables.c
        try:
            self.whole = int(self.connection.scalar(sa.select(sa.func.sum(heads.seq))) or 0)
            for number in self._numbers():
                yield from self._table(number)
            yield from self._balances()
            yield from self._commands()
            yield from self._reports()
            yield from check_school(self.connection, self.counts)
            yield from check_tree(self.connection, self.counts, self._at, self._others)
        except DBAPIError as error:
            yield _unreadable(error)

    def table(self, number: int) -> Iterator[Finding]:
        """Check one table, and what it has."""
        heads = schema.tables.c
        try:
            head = self.connection.scalar(sa.select(heads.seq).where(heads.id == number))
            self.whole = int(head or 0)
            yield from self._table(number)
            yield from self._balances(number)
        except DBAPIError as error:
            yield _unreadable(error)

    def round(self, number: int, played: int) -> Iterator[Finding]:
        """Check one round of a table, from the shoe it was dealt from; `ExportError` if none."""
        try:
            excerpt = collect(self.connection, number, played, played, secret=True)
        except ExportError as error:
            if error.entry is None:
                raise
            yield Finding(
                kind="replay", what=str(error), table=number, round=played, entry=error.entry
            )
            return
        self.counts.tables = 1
        yield from self._rows_of(excerpt)

    def scoped(self, scope: AuditScope) -> Iterator[Finding]:
        """Check what a scope has in it."""
        if scope.whole:
            yield from self.everything() if scope.table is None else self.table(scope.table)
            return
        try:
            wanted = parts(self.connection, scope)
            self.whole = sum(part.last - part.first + 1 for part in wanted)
            for part in wanted:
                yield from self._part(part)
        except DBAPIError as error:
            yield _unreadable(error)

    def _part(self, part: Part) -> Iterator[Finding]:
        """Some entries of a table: its rounds played again, the seals of what is between them."""
        played = None if part.table == records.CAGE else played_in(self.connection, part)
        if played is None:
            yield from self._seals(part)
            return
        try:
            excerpt = collect(self.connection, part.table, *played, secret=True)
        except ExportError as error:
            yield Finding(kind="replay", what=str(error), table=part.table, entry=error.entry)
            return
        self.counts.tables += 1
        yield from self._rows_of(excerpt)
        last = excerpt.runs[-1].entries[-1].seq
        if last < part.last:
            yield from self._seals(part._replace(first=last + 1))

    def _seals(self, part: Part) -> Iterator[Finding]:
        """Entries of which no round is over: the chain, and in the cage the money."""
        chain = SealChain(part.first - 1, seal_of(self.connection, part.table, part.first - 1))
        checker = LogChecker(part.table)
        checker.chain = chain
        cage = part.table == records.CAGE
        rows = RowChecker(
            self.connection, self.counts, self._sums, part.table, part.first, part.last
        )
        for entry in journal.entries(self.connection, part.table, part.first, part.last):
            if cage:
                checker.see(entry)
                yield from self._take(checker, [])
                yield from rows.check(entry, checker)
            else:
                for seq, what in chain.follow(entry):
                    yield Finding(kind="chain", what=what, table=part.table, entry=seq)
            self._count()

    def numbers(self) -> list[int]:
        """Every table there is, the cage too."""
        return list(self.connection.scalars(sa.select(schema.tables.c.id).order_by("id")))

    # One table

    def _numbers(self) -> list[int]:
        """Tables, also those of which only rows are left."""
        owners = (schema.log.c, schema.ledger.c, schema.results.c, schema.shoes.c)
        every = sa.union(
            sa.select(schema.tables.c.id), *(sa.select(columns.table_id) for columns in owners)
        )
        return sorted(int(number) for number in self.connection.scalars(every))

    def _table(self, number: int) -> Iterator[Finding]:
        head = self.connection.execute(
            sa.select(schema.tables).where(schema.tables.c.id == number)
        ).one_or_none()
        if head is None:
            yield Finding(kind="table", what="rows are there, but no such table", table=number)
        shoes = KeptShoes(self.connection, number)
        checker = LogChecker(number, shoes.kept)
        rows = RowChecker(self.connection, self.counts, self._sums, number)
        last: Entry | None = None
        for entry in self._log(number):
            checker.see(entry)
            yield from self._take(checker, shoes.found)
            yield from rows.check(entry, checker)
            if head is not None and head.snapshot is not None and entry.seq == head.snapshot_seq:
                for what in checker.check_snapshot(bytes(head.snapshot)):
                    yield Finding(
                        kind="table", what=what, table=number, entry=entry.seq, round=entry.round
                    )
            last = entry
            self._count()
        yield from rows.rest()
        if checker.shoes is not None:
            checker.shoes.finish()
        shoes.rest()
        yield from self._take(checker, shoes.found)
        if head is not None:
            yield from _check_head(head, checker, last)
        if number == records.CAGE:
            yield from self._bars(checker)
        self.counts.tables += number != records.CAGE
        self.counts.typed += checker.typed
        self.counts.rounds += checker.rounds
        self.counts.shoes += shoes.count
        self._felts[number] = checker.table.state.felt if checker.table is not None else None

    def _bars(self, checker: LogChecker) -> Iterator[Finding]:
        """Who may not play, against the cage's log."""
        kept = {(row.player, row.table_id): row.seq for row in self.connection.execute(
            sa.select(schema.bars)
        )}  # fmt: skip
        for who in sorted(kept.keys() ^ checker.bars.keys()):
            told = "is barred, the log says; that is not kept" if who in checker.bars else (
                "is kept as barred; the log says nothing of it"
            )  # fmt: skip
            yield Finding(kind="table", what=f"{who[0]} {told}", table=records.CAGE)

    def _log(self, number: int) -> Iterator[Entry]:
        log = schema.log.c
        for row in self.connection.execute(
            sa.select(schema.log).where(log.table_id == number).order_by(log.seq)
        ):
            yield Entry(
                table=row.table_id, seq=row.seq, round=row.round, at=row.at, actor=row.actor,
                body=bytes(row.body), seal=row.seal,
            )  # fmt: skip

    def _take(self, checker: LogChecker, more: list[Finding]) -> Iterator[Finding]:
        if checker.found or more:
            yield from (*checker.found, *more)
            checker.found.clear()
            more.clear()

    def _count(self) -> None:
        self.counts.entries += 1
        if self._told is not None and self.counts.entries % TELLING == 0:
            self._told(self.counts.entries, self.whole)

    def _rows_of(self, excerpt: Excerpt) -> Iterator[Finding]:
        """Check an excerpt, and the rows that follow from its entries."""
        first, last = excerpt.start.entry, excerpt.runs[-1].entries[-1].seq
        rows = RowChecker(
            self.connection,
            self.counts,
            self._sums,
            excerpt.table,
            first + (first > 1 or excerpt.start.event > 0),
            last,
        )

        rounds_before = self.counts.rounds

        def beside(entry: Entry, checker: LogChecker) -> Iterator[Finding]:
            self._count()
            self.counts.rounds = rounds_before + checker.rounds
            yield from rows.check(entry, checker)

        yield from verify(excerpt, beside)
        self.counts.shoes += len(excerpt.shoes)

    # What everyone has

    def _balances(self, number: int | None = None) -> Iterator[Finding]:
        """Balances against the ledger: all of them, or a table's."""
        balances = schema.balances.c
        wanted = sa.select(schema.balances).order_by(balances.account)
        mine = None if number is None else {felt(number), rack(number)}
        if mine is not None:
            wanted = wanted.where(balances.account.in_(mine))
        due = {one: cents for one, cents in self._sums.items() if mine is None or one in mine}
        total = 0
        for account, cents in self.connection.execute(wanted):
            self.counts.accounts += 1
            total += cents
            yield from self._balance(account, cents, due.pop(account, 0))
        for account, cents in sorted(due.items()):
            if cents:
                yield from self._balance(account, 0, cents)
        if number is None:
            self.counts.issued = -self._sums[CAGE_ACCOUNT]
            if total:
                yield Finding(
                    kind="balance",
                    what=f"all balances together are {dollars(total)}; money was made or lost",
                )

    def _balance(self, account: str, cents: int, due: int) -> Iterator[Finding]:
        kind, _, number = account.partition(":")
        table = int(number) if kind in ("felt", "house") and number.isdecimal() else None
        if cents != due:
            yield Finding(
                kind="balance", table=table,
                what=f"{account} holds {dollars(cents)}, its ledger adds up to {dollars(due)}",
            )  # fmt: skip
        if kind == "wallet" and cents < 0:
            yield Finding(kind="balance", what=f"{account} holds {dollars(cents)}, below zero")
        lies = self._felts.get(table) if table is not None and kind == "felt" else None
        if lies is not None and cents != lies:
            yield Finding(
                kind="balance", table=table,
                what=f"{account} holds {dollars(cents)}, on the table lie {dollars(lies)}",
            )  # fmt: skip

    def _reports(self) -> Iterator[Finding]:
        """Reports of audits say what they were written with."""
        for row in self.connection.execute(sa.select(schema.audit_reports)):
            if hashlib.sha256(row.text.encode()).hexdigest() != row.hash:
                what = f"report {row.id} of an audit does not say what it was written with"
                yield Finding(kind="table", what=what, table=records.CAGE)

    def _commands(self) -> Iterator[Finding]:
        """Commands that were done point to entries of those who gave them."""
        commands, log = schema.commands, schema.log
        there = sa.and_(log.c.table_id == commands.c.table_id, log.c.seq == commands.c.seq)
        wanted = (
            sa.select(commands, log.c.actor)
            .select_from(commands.outerjoin(log, there))
            .where(sa.or_(log.c.actor.is_(None), log.c.actor != commands.c.player))
        )
        for row in self.connection.execute(wanted):
            what = "is not there" if row.actor is None else f"is {row.actor or 'the house'}'s"
            yield Finding(
                kind="table", table=row.table_id, entry=row.seq,
                what=f"{row.player}'s command {row.key!r} is kept as done by this entry, which "
                f"{what}",
            )  # fmt: skip


def _check_head(head: Row[Any], checker: LogChecker, last: Entry | None) -> Iterator[Finding]:
    """A table's row against its log."""

    def wrong(what: str, entry: int | None = None, kind: Kind = "table") -> Finding:
        return Finding(kind=kind, what=what, table=head.id, entry=entry)

    seq, seal = (last.seq, last.seal) if last is not None else (0, "")
    if head.seq > seq:
        yield wrong(f"{missing(seq + 1, head.seq)} at the end of the log", seq + 1, "chain")
    elif head.seq < seq:
        yield wrong(f"the table's head is entry {head.seq}; more follow", head.seq + 1, "chain")
    elif head.seal != seal:
        yield wrong(
            f"the table's head has the seal {head.seal[:12]}…, its last entry {seal[:12]}…", seq,
            "chain",
        )  # fmt: skip
    if head.snapshot_seq > seq or (head.snapshot is None) != (head.snapshot_seq == 0):
        yield wrong(f"its snapshot is of entry {head.snapshot_seq}", head.snapshot_seq)
    opened = checker.opened
    if opened is not None:
        due = {
            "name": opened.name, "game": opened.game, "private": opened.settings.private,
            "opened_by": checker.opened_by, "created": checker.opened_at,
        }  # fmt: skip
        for name, value in due.items():
            if getattr(head, name) != value:
                yield wrong(f"its {name} is {getattr(head, name)!r}, its log says {value!r}", 1)
    if head.closed != checker.closed and not checker.chain.gap:
        yield wrong(f"it was closed at {head.closed}, its log says at {checker.closed}", seq)


def _unreadable(error: DBAPIError) -> Finding:
    return Finding(
        kind="table", what=f"the database cannot be read any further: {str(error.orig).strip()}"
    )
