"""Writing what happened at tables, all of it or nothing, and reading it again.

`append` is the only way into the log. It writes the entry with its seal and the key of the command
that caused it, the money it moves, the wagers it settles and the shoes it opens, and only if the
writer still owns the table and has seen its last entry. Nobody's command is in the log twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from pitboss.store import ledger, records, schema
from pitboss.store.errors import Refused
from pitboss.store.ledger import Movement
from pitboss.store.prepared import Prepared
from pitboss.store.records import Entry, SettledWager
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.table import events as ev


class LostTable(Refused):
    """Another server has the table, or has written to it."""


class Draft(msgspec.Struct, kw_only=True):
    """An entry to be written, and what it needs to be."""

    table: int
    seq: int
    """The number it gets; the last entry's is one less."""
    before: str
    """The last entry's seal."""
    round: int
    at: int
    actor: str = ""
    events: list[ev.Event]
    movements: list[Movement] = []
    results: list[SettledWager] = []
    promises: list[PromisedShoe] = []
    """Of shoes that this entry promises."""
    shoes: list[SealedShoe] = []
    """Shuffled by this entry."""
    key: str = ""
    """Of the command, so that it is done once."""
    owner: str | None = None
    snapshot: bytes | None = None

    entry: Entry | None = None

    def sealed(self) -> Entry:
        """The entry, ready to be written; made once."""
        if self.entry is None:
            self.entry = self._seal()
        return self.entry

    def _seal(self) -> Entry:
        body = records.encode(self.events)
        head = (self.table, self.seq, self.round, self.at, self.actor)
        return Entry(
            table=self.table, seq=self.seq, round=self.round, at=self.at, actor=self.actor,
            key=self.key, body=body, seal=records.seal(self.before, (*head, body), self.key),
        )  # fmt: skip


class Written(NamedTuple):
    """An entry that was written, and what the accounts it concerned hold now."""

    entry: Entry
    balances: dict[str, int]


def append(connection: Connection, draft: Draft) -> Written:
    """Write an entry and everything that follows from it."""
    [written] = append_all(connection, [draft])
    return written


def append_all(connection: Connection, drafts: list[Draft]) -> list[Written]:
    """Write entries of different tables: all of them, or none."""
    entries = [draft.sealed() for draft in drafts]
    _move_heads(connection, drafts, entries)
    _write_entries(connection, entries)
    written = connection.info.setdefault("written", {})
    written.update((entry.table, entry.seq) for entry in entries)
    balances = ledger.post(
        connection, [(draft.table, draft.seq, draft.movements) for draft in drafts]
    )
    _RESULTS.run(
        connection,
        [
            {"table_id": draft.table, "seq": draft.seq, "line": line, **asdict(result)}
            for draft in drafts
            for line, result in enumerate(draft.results)
        ],
    )  # fmt: skip
    _keep_shoes(connection, drafts)
    _reveal(connection, drafts)
    _note_acts(connection, drafts)
    return [Written(entry, balances) for entry in entries]


_ENTRIES = Prepared(sa.insert(schema.log))
_RESULTS = Prepared(sa.insert(schema.results))
_PROMISES = Prepared(sa.insert(schema.shoes))
_SHUFFLED = Prepared(
    sa.update(schema.shoes)
    .where(
        schema.shoes.c.table_id == sa.bindparam("table"),
        schema.shoes.c.number == sa.bindparam("shoe"),
    )
    .values(cards=sa.bindparam("kept"), opened=sa.bindparam("when"))
)
_ACTS = Prepared(sa.insert(schema.acts))
_MOVE = Prepared(
    sa.update(schema.tables)
    .where(
        schema.tables.c.id == sa.bindparam("table"),
        schema.tables.c.seq == sa.bindparam("last"),
        schema.tables.c.seal == sa.bindparam("before"),
        sa.func.coalesce(schema.tables.c.owner, sa.literal_column("''")) == sa.bindparam("mine"),
    )
    .values(seq=sa.bindparam("next"), seal=sa.bindparam("sealed"))
)
_KEEP = Prepared(
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("table"))
    .values(snapshot=sa.bindparam("kept"), snapshot_seq=sa.bindparam("next"))
)
_CLOSE = Prepared(
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("table"))
    .values(closed=sa.bindparam("when"))
)
_REVEAL = Prepared(
    sa.update(schema.shoes)
    .where(
        schema.shoes.c.table_id == sa.bindparam("table"),
        schema.shoes.c.number == sa.bindparam("shoe"),
    )
    .values(revealed=sa.bindparam("when"))
)


def _write_entries(connection: Connection, entries: list[Entry]) -> None:
    rows = [
        {
            "table_id": entry.table, "seq": entry.seq, "round": entry.round, "at": entry.at,
            "actor": entry.actor, "key": entry.key, "body": entry.body, "seal": entry.seal,
        }
        for entry in entries
    ]  # fmt: skip
    try:
        _ENTRIES.run(connection, rows)
    except IntegrityError as error:
        if not any(words in str(error.orig) for words in _KEY_TAKEN):
            raise
        keys = ", ".join(repr(entry.key) for entry in entries if entry.key)
        raise Refused(f"key = {keys}: this command was done already") from None


_KEY_TAKEN = ("log.actor, log.key", schema.ONCE)
"""How SQLite and PostgreSQL say that somebody's command is in the log already."""


def _move_heads(connection: Connection, drafts: list[Draft], entries: list[Entry]) -> None:
    """Let each table's last entry be the new one, if it is ours and was at the one before."""
    moves = [
        {
            "table": entry.table, "last": entry.seq - 1, "before": draft.before,
            "mine": draft.owner or "", "next": entry.seq, "sealed": entry.seal,
        }
        for draft, entry in zip(drafts, entries, strict=True)
    ]  # fmt: skip
    if _MOVE.run(connection, moves) != len(moves):
        number = entries[0].table
        raise LostTable(f"table {number}: another server deals it now; connect again")
    kept = [
        {"table": draft.table, "kept": draft.snapshot, "next": draft.seq}
        for draft in drafts
        if draft.snapshot is not None
    ]
    _KEEP.run(connection, kept)
    closed = [
        {"table": draft.table, "when": draft.at}
        for draft in drafts
        if any(isinstance(event, records.TableClosed) for event in draft.events)
    ]
    _CLOSE.run(connection, closed)


def _keep_shoes(connection: Connection, drafts: list[Draft]) -> None:
    """The seeds of shoes that are promised, and the orders of those that are shuffled."""
    promised = [
        {
            "table_id": draft.table, "number": shoe.number, "commitment": shoe.commitment,
            "nonce": shoe.server_seed, "cards": b"", "opened": draft.seq,
        }
        for draft in drafts
        for shoe in draft.promises
    ]  # fmt: skip
    _PROMISES.run(connection, promised)
    shuffled = [
        {"table": draft.table, "shoe": shoe.number, "kept": shoe.cards, "when": draft.seq}
        for draft in drafts
        for shoe in draft.shoes
    ]
    _SHUFFLED.run(connection, shuffled)


def _reveal(connection: Connection, drafts: list[Draft]) -> None:
    revealed = [
        {"table": draft.table, "shoe": event.number, "when": draft.seq}
        for draft in drafts
        for event in draft.events
        if isinstance(event, records.ShoeRevealed)
    ]
    _REVEAL.run(connection, revealed)


def _note_acts(connection: Connection, drafts: list[Draft]) -> None:
    """Where it says what people in charge did."""
    acts = [
        {
            "table_id": draft.table, "seq": draft.seq, "line": line, "at": draft.at,
            "kind": ev.logged_name(event),
        }
        for draft in drafts
        for line, event in enumerate(draft.events)
        if type(event) in records.ACTS
    ]  # fmt: skip
    _ACTS.run(connection, acts)


def issue(connection: Connection, player: str, cents: int, at: int) -> Written:
    """Give a player play money from the cage."""
    if cents <= 0:
        raise Refused(f"cents = {cents}: use whole cents above zero")
    return note_in_cage(connection, records.MoneyIssued(player, cents), at)


def note_in_cage(
    connection: Connection, event: records.CageEvent, at: int, actor: str = ""
) -> Written:
    """Write down what concerns no table, with the money it moves."""
    tables = schema.tables.c
    cage = sa.select(tables.seq, tables.seal).where(tables.id == records.CAGE).with_for_update()
    seq, seal = connection.execute(cage).one()
    log = schema.log.c
    last = sa.select(log.at).where(log.table_id == records.CAGE, log.seq == seq)
    at = max(at, connection.scalar(last) or 0)
    draft = Draft(
        table=records.CAGE, seq=seq + 1, before=seal, round=0, at=at, actor=actor, events=[event],
        movements=ledger.Books(records.CAGE).movements([event]),
    )  # fmt: skip
    return append(connection, draft)


def entries(
    connection: Connection, table: int, first: int = 1, last: int | None = None
) -> Iterator[Entry]:
    """Entries of a table's log, in order."""
    log = schema.log.c
    wanted = sa.select(schema.log).where(log.table_id == table, log.seq >= first)
    if last is not None:
        wanted = wanted.where(log.seq <= last)
    for row in connection.execute(wanted.order_by(log.seq)):
        yield Entry(
            table=row.table_id, seq=row.seq, round=row.round, at=row.at, actor=row.actor,
            body=bytes(row.body), seal=row.seal, key=row.key,
        )  # fmt: skip


def span_of(connection: Connection, table: int, played: int) -> tuple[int, int] | None:
    """The first and the last entry of a round; none if there is no such round.

    Both are asked for at once: for one alone SQLite goes through the whole log, in its order.
    """
    log = schema.log.c
    first, last = connection.execute(
        sa.select(sa.func.min(log.seq), sa.func.max(log.seq)).where(
            log.table_id == table, log.round == played
        )
    ).one()
    return None if first is None else (int(first), int(last))


def done(connection: Connection, player: str, key: str) -> tuple[int, int] | None:
    """The table and the entry of a command that was done already."""
    if not key:
        return None
    log = schema.log.c
    row = connection.execute(
        sa.select(log.table_id, log.seq).where(
            log.actor == player, log.key == key, log.key != ""
        )
    ).one_or_none()  # fmt: skip
    return None if row is None else (row.table_id, row.seq)
