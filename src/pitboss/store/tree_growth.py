"""Entries put into the tree, and a head signed over them, in one write.

What is to be written is worked out by a reader. The write only looks whether the tree is still the
one that was read: of two servers that work at once, one writes, and the other begins anew.
"""

from __future__ import annotations

import secrets
from itertools import groupby

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import log_tree, merkle, records, schema
from pitboss.store.house_key import HouseKey
from pitboss.store.log_tree import Run, Tiles, TreeBroken, Waiting
from pitboss.store.prepared import Prepared
from pitboss.store.signed_heads import SignedHead

SECRET = 16
LOCK = 20130108
"""PostgreSQL's servers take turns by this number."""
MINUTE_MS = 60_000


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be written, and the head it was worked out from."""

    before: SignedHead | None
    head: SignedHead
    extended: Run | None
    """The last run, with more entries than it had."""
    runs: list[Run]
    tiles: dict[tuple[int, int], bytes]
    there: set[tuple[int, int]]
    """Tiles of which there is a row."""
    ends: dict[int, tuple[int, str]]
    """The last entry of each table that is in the tree then, and its seal."""


def grown(
    connection: Connection, key: HouseKey, before: SignedHead | None, wanted: list[Waiting], at: int
) -> Growth | None:
    """The tree with these entries in it; none if they are not there."""
    size = 0 if before is None else before.size
    tiles = Tiles(connection, size)
    if tiles.root().hex() != (merkle.EMPTY.hex() if before is None else before.root):
        raise TreeBroken(f"the tree of the log: its hashes do not give the root signed at {size}")
    extended, runs, leaves = None, list[Run](), list[bytes]()
    ends: dict[int, tuple[int, str]] = {}
    last = log_tree.last_run(connection)
    if (0 if last is None else last.first_leaf + last.entries) != size:
        raise TreeBroken(f"the tree of the log: its runs do not end at entry {size}")
    found = log_tree.seals(connection, wanted)
    for table, first, _ in wanted:
        entries = _in_order(found.get(table, []), first)
        if not entries:
            continue
        if last is not None and (last.table, last.last + 1, leaves) == (table, first, []):
            run = extended = last._replace(entries=last.entries + len(entries))
        else:
            secret = secrets.token_bytes(SECRET)
            run = Run(size + len(leaves), table, first, len(entries), secret)
            runs.append(run)
        leaves += [run.hash(seq, seal) for seq, seal in entries]
        ends[table] = entries[-1]
    if not leaves:
        return None
    tiles.add(leaves)
    head = key.signed_head(tiles.size, tiles.root(), max(at, before.at if before else 0))
    return Growth(
        before=before, head=head, extended=extended, runs=runs, tiles=tiles.changed,
        there=tiles.found, ends=ends,
    )  # fmt: skip


def _in_order(entries: list[tuple[int, str]], first: int) -> list[tuple[int, str]]:
    """Entries up to the first that is missing; the audit says that one is."""
    counted = enumerate(entries, first)
    for whole, group in groupby(counted, lambda pair: pair[0] == pair[1][0]):
        return [entry for _, entry in group] if whole else []
    return []


def keep(connection: Connection, growth: Growth) -> bool:
    """Write it down; not if the tree has become another one meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    before = growth.before
    if log_tree.newest_head(connection) != before:
        return False
    if growth.extended is not None:
        run = growth.extended
        _LENGTHEN.run(connection, [{"leaf": run.first_leaf, "more": run.entries}])
    _RUNS.run(
        connection,
        [
            {
                "first_leaf": run.first_leaf, "table_id": run.table, "first_seq": run.first,
                "entries": run.entries, "secret": run.secret,
            }
            for run in growth.runs
        ],
    )  # fmt: skip
    old = growth.tiles.keys() & growth.there
    _FILL.run(
        connection,
        [{"above": place[0], "at": place[1], "more": growth.tiles[place]} for place in sorted(old)],
    )
    _TILES.run(
        connection,
        [
            {"level": place[0], "number": place[1], "hashes": growth.tiles[place]}
            for place in sorted(growth.tiles.keys() - old)
        ],
    )
    if before is not None and before.at // MINUTE_MS == growth.head.at // MINUTE_MS:
        heads = schema.tree_heads
        connection.execute(sa.delete(heads).where(heads.c.size == before.size))
    _HEADS.run(connection, [msgspec.structs.asdict(growth.head)])
    return True


_HEADS = Prepared(sa.insert(schema.tree_heads))
_RUNS = Prepared(sa.insert(schema.tree_runs))
_TILES = Prepared(sa.insert(schema.tree_tiles))
_LENGTHEN = Prepared(
    sa.update(schema.tree_runs)
    .where(schema.tree_runs.c.first_leaf == sa.bindparam("leaf"))
    .values(entries=sa.bindparam("more"))
)
_FILL = Prepared(
    sa.update(schema.tree_tiles)
    .where(
        schema.tree_tiles.c.level == sa.bindparam("above"),
        schema.tree_tiles.c.number == sa.bindparam("at"),
    )
    .values(hashes=sa.bindparam("more"))
)


def forget(connection: Connection) -> None:
    """Throw the tree away, so that it is made anew from the logs."""
    for table in (schema.tree_heads, schema.tree_runs, schema.tree_tiles):
        connection.execute(sa.delete(table))


def differing_ends(connection: Connection, *, closed_since: int = -1) -> list[tuple[int, int]]:
    """Tables whose last signed entry is not the one that was signed, and which entry that is.

    Each seal has all before it in it: whoever rewrites a log has to change its last one too.
    """
    tables, runs, log = schema.tables.c, schema.tree_runs.c, schema.log.c
    first = (
        sa.select(sa.func.max(runs.first_seq)).where(runs.table_id == tables.id).scalar_subquery()
    )
    newest = (
        sa.select(tables.id.label("table_id"), first.label("first"))
        .where(sa.or_(tables.closed.is_(None), tables.closed > closed_since))
        .subquery()
    )
    ends = (
        sa.select(schema.tree_runs, log.seal)
        .join_from(
            newest, schema.tree_runs,
            sa.and_(runs.table_id == newest.c.table_id, runs.first_seq == newest.c.first),
        )
        .outerjoin(
            schema.log,
            sa.and_(log.table_id == runs.table_id, log.seq == runs.first_seq + runs.entries - 1),
        )
    )  # fmt: skip
    tiles = Tiles(connection, log_tree.size_of(connection))
    found = []
    for row in connection.execute(ends).all():
        run = log_tree.run_of(row)
        leaf = run.leaf(run.last)
        if leaf >= tiles.size or tiles.node(0, leaf) != run.hash(run.last, row.seal or ""):
            found.append((run.table, run.last))
    return found


def check_ends(connection: Connection, closed_since: int = -1) -> None:
    """Refuse a log whose signed entries are not those that were signed."""
    differing = differing_ends(connection, closed_since=closed_since)
    if differing:
        raise TreeBroken(rewritten(*differing[0]))


def rewritten(table: int, entry: int) -> str:
    """Say that a table's signed entries are others now."""
    return (
        f"the log of {named(table)} was rewritten: its entry {entry} is not the one that was signed"
    )


def named(table: int) -> str:
    """A log, in words."""
    if table == records.REGISTER:
        return "the register"
    return "the cage" if table == records.CAGE else f"table {table}"
