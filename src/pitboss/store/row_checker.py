"""Rows that must follow from a log, checked beside it: ledger, results, and the shoes kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import dollars
from pitboss.store import schema
from pitboss.store.findings import Finding, Kind
from pitboss.store.log_checker import LogChecker
from pitboss.store.records import Entry, SettledWager
from pitboss.store.shoe_watch import KeptShoe
from pitboss.store.typed_rows import Row, good_rows


class AuditCounts(msgspec.Struct):
    """What was checked."""

    tables: int = 0
    """Tables, the cage not counted."""
    typed: int = 0
    """Tables whose cards are typed in: they have no shoes."""
    entries: int = 0
    """Entries of logs."""
    rounds: int = 0
    """Rounds played again."""
    shoes: int = 0
    """Shoes."""
    movements: int = 0
    """Movements of money."""
    results: int = 0
    """Settled wagers."""
    accounts: int = 0
    """Balances."""
    issued: int = 0
    """Cents that the cage has given out."""
    answers: int = 0
    """Answers of trainees."""
    signed: int = 0
    """Entries under the signed heads of the log."""


class RowChecker:
    """The rows of ledger and results beside a log."""

    def __init__(
        self, connection: Connection, counts: AuditCounts, sums: Counter[str], number: int,
        first: int | None = None, last: int | None = None,
    ) -> None:  # fmt: skip
        self._counts, self._sums, self._number, self._first = counts, sums, number, first
        self._ledger = _Stream(connection, schema.ledger, number, first, last)
        self._results = _Stream(connection, schema.results, number, first, last)
        self._acts = _Stream(connection, schema.acts, number, first, last)

    def check(self, entry: Entry, checker: LogChecker) -> Iterator[Finding]:
        """The rows of an entry, and those of entries that are not there."""
        if self._first is not None and entry.seq < self._first:
            return
        yield from self._strays(entry.seq)
        moved = {row.line: row for row in self._ledger.take(entry.seq)}
        for row in moved.values():
            self._add(row)
        if checker.movements is not None:
            due = dict(enumerate(checker.movements))
            for line in sorted(due.keys() | moved.keys()):
                yield from self._movement(entry, line, moved.get(line), due.get(line))
        settled = {row.line: row for row in self._results.take(entry.seq)}
        self._counts.results += len(settled)
        if checker.results is not None:
            results = dict(enumerate(checker.results))
            for line in sorted(results.keys() | settled.keys()):
                yield from self._result(entry, line, settled.get(line), results.get(line))
        acts = [(row.line, row.at, row.kind) for row in self._acts.take(entry.seq)]
        if checker.movements is not None and acts != checker.acts:
            told = ", ".join(kind for _, _, kind in acts) or "nothing"
            said = ", ".join(kind for _, _, kind in checker.acts) or "nothing"
            what = f"what the house did is kept as {told}; the log says {said}"
            yield self._wrong("table", what, entry.round, entry.seq, None)

    def rest(self) -> Iterator[Finding]:
        """Rows behind the last entry."""
        yield from self._strays(None)

    def _strays(self, seq: int | None) -> Iterator[Finding]:
        for row in self._ledger.before(seq):
            self._add(row)
            what = f"{_moved(row)} moved by an entry that is not there"
            yield self._wrong("ledger", what, None, row.seq, row.line)
        for row in self._results.before(seq):
            what = f"seat {row.seat}'s {row.bet} was settled by an entry that is not there"
            yield self._wrong("result", what, None, row.seq, row.line)
        for row in self._acts.before(seq):
            what = f"{row.kind} is kept as done by an entry that is not there"
            yield self._wrong("table", what, None, row.seq, row.line)

    def _add(self, row: Row) -> None:
        self._sums[row.source] -= row.cents
        self._sums[row.target] += row.cents
        self._counts.movements += 1

    def _movement(
        self, entry: Entry, line: int, row: Row | None, due: Any | None
    ) -> Iterator[Finding]:
        if due is not None and row is not None and _plain(row) == tuple(due):
            return
        if row is None:
            what = f"{_moved(due)}, the log says; the ledger's row is missing"
        elif due is None:
            what = f"{_moved(row)}, the ledger says; the log knows nothing of it"
        else:
            what = f"{_moved(row)}, the ledger says; {_moved(due)}, the log says"
        yield self._wrong("ledger", what, entry.round, entry.seq, line)

    def _result(
        self, entry: Entry, line: int, row: Row | None, due: SettledWager | None
    ) -> Iterator[Finding]:
        names = SettledWager.__struct_fields__
        found = None if row is None else SettledWager(*(getattr(row, name) for name in names))
        if found == due:
            return
        if found is None or due is None:
            one = found or due
            assert one is not None
            which = "row is missing" if found is None else "row is in no entry"
            what = f"seat {one.seat}'s {one.bet}, {one.event}: the result's {which}"
        else:
            what = "; ".join(
                f"{name} is {getattr(found, name)!r}, the log says {getattr(due, name)!r}"
                for name in names
                if getattr(found, name) != getattr(due, name)
            )
        yield self._wrong("result", what, entry.round, entry.seq, line)

    def _wrong(
        self, kind: Kind, what: str, played: int | None, entry: int, line: int | None
    ) -> Finding:
        return Finding(
            kind=kind, what=what, table=self._number, round=played or None, entry=entry, line=line
        )


class _Stream:
    """Rows of a table in the order of its log."""

    def __init__(
        self, connection: Connection, rows: sa.Table, number: int, first: int | None,
        last: int | None,
    ) -> None:  # fmt: skip
        span = None if first is None or last is None else (first, last)
        order = ("seq", "line")
        self._rows = good_rows(connection, rows, table_id=number, span=span, order=order)
        self._next: Row | None = next(self._rows, None)

    def take(self, seq: int) -> Iterator[Row]:
        """The rows of this entry."""
        while self._next is not None and self._next.seq == seq:
            yield self._next
            self._next = next(self._rows, None)

    def before(self, seq: int | None) -> Iterator[Row]:
        """The rows before this entry, or all that are left."""
        while self._next is not None and (seq is None or self._next.seq < seq):
            yield self._next
            self._next = next(self._rows, None)


class KeptShoes:
    """The shoes that are kept, in their order."""

    def __init__(self, connection: Connection, number: int) -> None:
        self.found: list[Finding] = []
        self.count = 0
        self._table = number
        self._rows = good_rows(connection, schema.shoes, table_id=number, order=("number",))
        self._next: Row | None = next(self._rows, None)

    def kept(self, number: int, entry: int) -> KeptShoe | None:
        """The shoe with this number, which an entry promised."""
        while self._next is not None and self._next.number < number:
            self._stray(self._next)
        row = self._next
        if row is None or row.number != number:
            self._say(f"shoe {number} was promised and is not kept", entry)
            return None
        self._step()
        return KeptShoe(
            number=number, commitment=row.commitment, cards=row.cards, nonce=row.nonce,
            opened=row.opened, revealed=row.revealed,
        )  # fmt: skip

    def rest(self) -> None:
        """Shoes that nobody promised."""
        while self._next is not None:
            self._stray(self._next)

    def _stray(self, row: Row) -> None:
        self._say(f"shoe {row.number} is kept and was promised by no entry", row.opened)
        self._step()

    def _step(self) -> None:
        self.count += 1
        self._next = next(self._rows, None)

    def _say(self, what: str, entry: int) -> None:
        self.found.append(Finding(kind="shoe", what=what, table=self._table, entry=entry))


def _plain(row: Row) -> tuple[str, str, int]:
    return row.source, row.target, row.cents


def _moved(one: Any) -> str:
    return f"{dollars(one.cents)} from {one.source} to {one.target}"
