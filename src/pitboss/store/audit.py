"""Checks a database and believes nothing in it.

First the database itself: its pages and indexes, and that it is made as the migrations make it.
Then the log of each table is followed by a `LogChecker`, which checks the seals and the shoes and
plays every round again. Beside it run the rows that must follow from the log: the ledger, the
results, the shoes that are kept, the table's head and snapshot. Every other row must be as the
register's log says. At last the balances must be what the ledger adds up to, and what dealer school
keeps must be as it was kept. A value is believed to be of its kind only where it is; whatever is
met, every finding is told, and the audit goes on. Logs are read in order and forgotten: what memory
grows with is the rows that the register has.

`Audit` needs a connection that sees one moment (`Database.read`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import dollars
from pitboss.store import journal, records, schema
from pitboss.store.audit_scope import AuditScope, Part, parts, played_in, seal_of
from pitboss.store.clock import now_ms
from pitboss.store.findings import Finding
from pitboss.store.head_checker import check_head
from pitboss.store.ledger import CAGE_ACCOUNT, felt, kind_of, rack, table_of
from pitboss.store.log_checker import LogChecker
from pitboss.store.proof_checker import verify
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt, ExportError
from pitboss.store.records import Entry
from pitboss.store.register_checker import RegisteredRows, is_about_logs
from pitboss.store.row_checker import AuditCounts, KeptShoes, RowChecker
from pitboss.store.schema_checker import check_integrity, check_make
from pitboss.store.school_checker import check_school
from pitboss.store.seal_chain import SealChain
from pitboss.store.signed_heads import SignedHead
from pitboss.store.tree_checker import check_tree
from pitboss.store.typed_rows import UNREADABLE, good_rows, shown, why_unreadable

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
        self._register = RegisteredRows()
        """Which rows there must be, once its log was read."""
        self._felts: dict[int, int | None] = {}
        """What lies on each table; None where it cannot be known."""

    def everything(self) -> Iterator[Finding]:
        """Check all tables, the cage, the register, every row there is, and what holds them."""
        yield from self._going_on("the database", check_integrity(self.connection))
        yield from self._going_on("the database", check_make(self.connection))
        yield from self._going_on("the tables", self._count_ahead(None))
        for number in self._numbers():
            yield from self._going_on(_named(number), self._table(number))
        for table in schema.metadata.sorted_tables:
            rows = self._register.check(self.connection, table)
            yield from self._going_on(str(table.name), rows)
        yield from self._going_on("balances", self._balances())
        yield from self._going_on("reports", self._reports())
        yield from self._going_on("the school", check_school(self.connection, self.counts))
        yield from self._going_on("the signed log", self._tree())

    def table(self, number: int) -> Iterator[Finding]:
        """Check one table, and what it has."""
        yield from self._going_on("the tables", self._count_ahead(number))
        if number != records.REGISTER:
            yield from self._going_on("the register", self._see_register_begin())
        yield from self._going_on(_named(number), self._table(number))
        yield from self._going_on("balances", self._balances(number))

    def _going_on(self, what: str, findings: Iterator[Finding]) -> Iterator[Finding]:
        """The same; where they end in an error, that is a finding, and the audit goes on."""
        try:
            yield from findings
        except UNREADABLE as error:
            why = why_unreadable(error)
            yield Finding(kind="database", what=f"{what}: it cannot be read any further: {why}")
        except Exception as error:  # whatever is in the database, the audit goes on
            why = shown(f"{type(error).__name__}: {error}".encode(errors="replace"))
            yield Finding(kind="database", what=f"{what}: it cannot be checked any further: {why}")

    def _count_ahead(self, number: int | None) -> Iterator[Finding]:
        """How much there is to do."""
        heads = good_rows(self.connection, schema.tables)
        self.whole = sum(head.seq for head in heads if number in (None, head.id))
        yield from ()

    def _see_register_begin(self) -> Iterator[Finding]:
        """What the register says of logs that were there before it."""
        mine = good_rows(
            self.connection, schema.log, table_id=records.REGISTER, order=("seq",)
        )  # fmt: skip
        for row in mine:
            events = records.decode(row.body)
            if not all(map(is_about_logs, events)):
                return
            for what in self._register.see(row.seq, events):
                yield Finding(kind="table", what=what, table=records.REGISTER, entry=row.seq)

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
        yield from self._going_on("the register", self._see_register_begin())
        wanted = parts(self.connection, scope)
        self.whole = sum(part.last - part.first + 1 for part in wanted)
        for part in wanted:
            yield from self._going_on(_named(part.table), self._part(part))

    def _part(self, part: Part) -> Iterator[Finding]:
        """Some entries of a table: its rounds played again, the seals of what is between them."""
        played = None if part.table <= records.CAGE else played_in(self.connection, part)
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
        before = seal_of(self.connection, part.table, part.first - 1)
        steady_from = self._register.steady_from(part.table)
        chain = SealChain(part.first - 1, before, steady_from=steady_from)
        checker = LogChecker(part.table, register=self._register)
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
                kept, _ = self._register.key_beside(entry.table, entry.seq, entry.actor, entry.key)
                for seq, what in chain.follow(entry, entry.key if kept else None):
                    yield Finding(kind="chain", what=what, table=part.table, entry=seq)
            self._count()

    def numbers(self) -> list[int]:
        """Every table there is, the cage and the register too."""
        return sorted(row.id for row in good_rows(self.connection, schema.tables))

    # One table

    def _numbers(self) -> list[int]:
        """Tables, also those of which only rows are left; the register first."""
        found = set()
        for table in (schema.log, schema.ledger, schema.results, schema.shoes, schema.acts):
            number = f'"{table.name}".table_id'
            if self.connection.dialect.name == "sqlite":
                number = f"CASE typeof({number}) WHEN 'integer' THEN {number} END"
            column: sa.ColumnClause[Any] = sa.literal_column(number)
            wanted = sa.select(column).select_from(table).distinct()
            with suppress(*UNREADABLE):  # what cannot be read is told of when its rows are
                found |= {row[0] for row in self.connection.execute(wanted)}
        with suppress(*UNREADABLE):
            found |= set(self.numbers())
        return sorted(found - {None} | {records.REGISTER, records.CAGE})

    def _table(self, number: int) -> Iterator[Finding]:
        heads = list(good_rows(self.connection, schema.tables, id=number))
        head = heads[0] if heads else None
        if head is None:
            yield Finding(kind="table", what="rows are there, but no such table", table=number)
        shoes = KeptShoes(self.connection, number)
        checker = LogChecker(number, shoes.kept, self._register)
        rows = RowChecker(self.connection, self.counts, self._sums, number)
        last: Entry | None = None
        for entry in self._log(number):
            checker.see(entry)
            yield from self._take(checker, shoes.found)
            yield from rows.check(entry, checker)
            if head is not None and head.snapshot is not None and entry.seq == head.snapshot_seq:
                for what in checker.check_snapshot(head.snapshot):
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
            yield from check_head(head, checker, last)
        if number == records.CAGE:
            yield from self._bars(checker)
            yield from self._accounts(checker)
        self.counts.tables += number > records.CAGE
        self.counts.typed += checker.typed
        self.counts.rounds += checker.rounds
        self.counts.shoes += shoes.count
        self._felts[number] = checker.table.state.felt if checker.table is not None else None

    def _bars(self, checker: LogChecker) -> Iterator[Finding]:
        """Who may not play, against the cage's log."""
        rows = good_rows(self.connection, schema.bars)
        kept = {(row.player, row.table_id): row.seq for row in rows}
        for who in sorted(kept.keys() | checker.bars.keys()):
            due, there = checker.bars.get(who), kept.get(who)
            if due == there:
                continue
            where = "everywhere" if who[1] == records.CAGE else f"from table {who[1]}"
            if there is None:
                what = f"{who[0]} is barred {where}, entry {due} says; that is not kept"
            elif due is None:
                what = f"{who[0]} is kept as barred {where}; the log says nothing of it"
            else:
                what = f"{who[0]} is kept as barred {where} by entry {there}, and is by entry {due}"
            yield Finding(
                kind="table", what=f"bars: {what}", table=records.CAGE, entry=due or there,
                rows_of="bars",
            )  # fmt: skip

    def _accounts(self, checker: LogChecker) -> Iterator[Finding]:
        """Accounts that the pit made, disabled or enabled, against the cage's log."""
        kept = {row.name: row for row in good_rows(self.connection, schema.accounts)}
        for name, due in checker.accounts.items():
            row = kept.get(name)
            for field, value in due.items():
                there = None if row is None else getattr(row, field)
                if there != value:
                    what = f"accounts: {name}'s {field} is {there!r}, the cage's log says {value!r}"
                    yield Finding(kind="row", what=what, table=records.CAGE, rows_of="accounts")

    def _log(self, number: int) -> Iterator[Entry]:
        for row in good_rows(self.connection, schema.log, table_id=number, order=("seq",)):
            yield Entry(
                table=row.table_id, seq=row.seq, round=row.round, at=row.at, actor=row.actor,
                body=row.body, seal=row.seal, key=row.key,
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
        mine = None if number is None else {felt(number), rack(number)}
        due = {one: cents for one, cents in self._sums.items() if mine is None or one in mine}
        total = 0
        for row in good_rows(self.connection, schema.balances, order=("account",)):
            if mine is not None and row.account not in mine:
                continue
            self.counts.accounts += 1
            total += row.cents
            if row.account not in due:
                what = f"{row.account}'s balance is kept; the ledger knows no such account"
                yield Finding(
                    kind="balance", what=what, table=table_of(row.account), rows_of="balances"
                )
            yield from self._balance(row.account, row.cents, due.pop(row.account, 0))
        for one, cents in sorted(due.items()):
            what = f"{one}'s balance is not kept, its ledger adds up to {dollars(cents)}"
            yield Finding(kind="balance", what=what, table=table_of(one), rows_of="balances")
        if number is None:
            self.counts.issued = -self._sums[CAGE_ACCOUNT]
            if total:
                yield Finding(
                    kind="balance",
                    what=f"all balances together are {dollars(total)}; money was made or lost",
                )

    def _balance(self, account: str, cents: int, due: int) -> Iterator[Finding]:
        kind, table = kind_of(account), table_of(account)
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

    def _tree(self) -> Iterator[Finding]:
        """The tree over all logs, if what it is made of can be read."""
        wrong = self._register.wrong & _OF_THE_TREE
        if wrong:
            what = f"the signed log is not looked at: rows of {', '.join(sorted(wrong))} are wrong"
            yield Finding(kind="tree", what=what)
        else:
            yield from check_tree(self.connection, self.counts, self._at, self._others)

    def _reports(self) -> Iterator[Finding]:
        """Reports of audits say what they were written with."""
        for row in good_rows(self.connection, schema.audit_reports):
            if hashlib.sha256(row.text.encode()).hexdigest() != row.hash:
                what = f"report {row.id} of an audit does not say what it was written with"
                yield Finding(kind="table", what=what, table=records.CAGE)


_OF_THE_TREE = {"log", "tree_heads", "tree_runs", "tree_tiles"}


def _named(number: int) -> str:
    names = {records.CAGE: "the cage", records.REGISTER: "the register"}
    return names.get(number, f"table {number}")
