"""The tree over all logs as the database keeps it: its hashes, and which leaf is which entry.

Entries go into their table's log when they happen and into the tree a moment later, many together:
`log_signer` does that. What is asked of the tree, a root or a proof, reads as many tiles as it has
levels, and not more when the log is longer.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import merkle, schema
from pitboss.store.errors import Missing, StoreError
from pitboss.store.prepared import by_driver
from pitboss.store.signed_heads import Consistency, Inclusion, SignedHead, leaf_of

LEVELS = 8
"""Of the tree to a level of tiles."""
WIDTH = 1 << LEVELS
"""Hashes in a tile."""
HASH = 32
SALT = 16


class TreeBroken(StoreError):
    """The tree is not what it must be; the message says what is wrong with it."""


class Run(NamedTuple):
    """Entries of a table that follow each other, and are leaves that do."""

    first_leaf: int
    table: int
    first: int
    entries: int
    secret: bytes

    @property
    def last(self) -> int:
        """Its last entry."""
        return self.first + self.entries - 1

    def leaf(self, entry: int) -> int:
        """Which leaf one of its entries is."""
        return self.first_leaf + entry - self.first

    def salt(self, entry: int) -> str:
        """What the leaf of an entry holds beside its seal."""
        return sha256(self.secret + f"\t{self.table}\t{entry}".encode()).hexdigest()[: 2 * SALT]

    def hash(self, entry: int, seal: str) -> bytes:
        """The hash of an entry's leaf."""
        return leaf_of(self.table, entry, seal, self.salt(entry))


class Waiting(NamedTuple):
    """Entries of a table that are not in the tree."""

    table: int
    first: int
    last: int


class Tiles:
    """The hashes of a tree of so many leaves, read when they are needed."""

    def __init__(self, connection: Connection, size: int) -> None:
        self.size = size
        self.changed: dict[tuple[int, int], bytes] = {}
        """Tiles that were added to, and are not kept yet."""
        self.found: set[tuple[int, int]] = set()
        """Tiles that were there."""
        self._connection = connection
        self._read: dict[tuple[int, int], bytes] = {}

    def node(self, level: int, index: int) -> bytes:
        """The root of a whole subtree."""
        above, height = divmod(level, LEVELS)
        first = index << height
        tile = self.tile(above, first >> LEVELS)
        begin = (first & (WIDTH - 1)) * HASH
        part = tile[begin : begin + (HASH << height)]
        if len(part) != HASH << height:
            raise TreeBroken(
                f"the tree of the log: tile {first >> LEVELS} of level {above} is cut off"
            )
        return merkle.whole_root(one_by_one(part))

    def root(self, size: int | None = None) -> bytes:
        """The root over the first leaves, over all unless a number is given."""
        return merkle.root(self.size if size is None else size, self.node)

    def tile(self, level: int, number: int) -> bytes:
        """A tile's hashes, as far as they belong to this tree."""
        place = level, number
        if place not in self._read:
            tiles = schema.tree_tiles.c
            kept = self._connection.scalar(
                sa.select(tiles.hashes).where(tiles.level == level, tiles.number == number)
            )
            if kept is not None:
                self.found.add(place)
            count = (self.size >> (LEVELS * level)) - number * WIDTH
            self._read[place] = bytes(kept or b"")[: max(count, 0) * HASH]
        return self._read[place]

    def add(self, leaves: list[bytes]) -> None:
        """More leaves at the end, by their hashes."""
        level, begin, new = 0, self.size, b"".join(leaves)
        while new:
            number, inside = divmod(begin, WIDTH)
            begin, above = number, b""
            rest = self._whole(level, number, inside) + new
            while rest:
                tile, rest = rest[: WIDTH * HASH], rest[WIDTH * HASH :]
                self._read[level, number] = self.changed[level, number] = tile
                if len(tile) == WIDTH * HASH:
                    above += merkle.whole_root(one_by_one(tile))
                number += 1
            level, new = level + 1, above
        self.size += len(leaves)

    def _whole(self, level: int, number: int, count: int) -> bytes:
        """The hashes that a tile must have before any is added to it."""
        kept = self.tile(level, number)  # also of an empty one: whether there is a row
        if len(kept) != count * HASH:
            raise TreeBroken(f"the tree of the log: tile {number} of level {level} is cut off")
        return kept


def one_by_one(hashes: bytes) -> list[bytes]:
    """Hashes that stand in one piece, one by one."""
    return [hashes[place : place + HASH] for place in range(0, len(hashes), HASH)]


# What was signed


def newest_head(connection: Connection) -> SignedHead | None:
    """The last head that was signed."""
    heads = schema.tree_heads.c
    row = connection.execute(
        sa.select(schema.tree_heads).order_by(heads.size.desc()).limit(1)
    ).one_or_none()
    return None if row is None else SignedHead(**row._mapping)


def head_of(connection: Connection, size: int) -> SignedHead:
    """The head that was signed over so many entries; `Missing` if none is kept."""
    heads = schema.tree_heads.c
    row = connection.execute(
        sa.select(schema.tree_heads).where(heads.size == size)
    ).one_or_none()  # fmt: skip
    if row is None:
        raise Missing(f"size = {size}: no signed head of so many entries is kept")
    return SignedHead(**row._mapping)


# Proofs


def root_of(connection: Connection, size: int) -> bytes:
    """The root over the first entries, as the tiles give it."""
    return Tiles(connection, size).root()


def consistency(connection: Connection, first: int, second: int) -> Consistency:
    """What proves that the log only grew between two sizes."""
    if not 0 < first <= second:
        raise Missing(f"first = {first}: use 1 to second, {second}")
    size = size_of(connection)
    if second > size:
        raise Missing(f"second = {second}: the signed log has {size} entries")
    path = merkle.consistency_path(first, second, Tiles(connection, second).node)
    return Consistency(first=first, second=second, path=[one.hex() for one in path])


def inclusion(
    connection: Connection, table: int, entry: int, size: int | None = None
) -> Inclusion:  # fmt: skip
    """Where an entry stands, with its seal and its salt, and what proves it."""
    run = run_with(connection, table, entry)
    whole = size_of(connection)
    size = whole if size is None else size
    if size > whole:
        raise Missing(f"size = {size}: the signed log has {whole} entries")
    if run is None or run.leaf(entry) >= size:
        raise Missing(f"entry = {entry}: no signed head of that size has it for table {table}")
    log, tiles = schema.log.c, Tiles(connection, size)
    seal = connection.scalar(
        sa.select(log.seal).where(log.table_id == table, log.seq == entry)
    )  # fmt: skip
    leaf = run.leaf(entry)
    return Inclusion(
        table=table, entry=entry, leaf=leaf, hash=tiles.node(0, leaf).hex(), seal=seal or "",
        salt=run.salt(entry), size=size,
        path=[one.hex() for one in merkle.inclusion_path(leaf, size, tiles.node)],
    )  # fmt: skip


def size_of(connection: Connection) -> int:
    """Entries that are in the tree."""
    return int(connection.scalar(sa.select(sa.func.max(schema.tree_heads.c.size))) or 0)


def run_with(connection: Connection, table: int, entry: int) -> Run | None:
    """The run that an entry is in."""
    runs = schema.tree_runs.c
    row = connection.execute(
        sa.select(schema.tree_runs)
        .where(runs.table_id == table, runs.first_seq <= entry)
        .order_by(runs.first_seq.desc())
        .limit(1)
    ).one_or_none()
    run = None if row is None else run_of(row)
    return run if run is not None and entry <= run.last else None


def last_run(connection: Connection) -> Run | None:
    """The run at the end of the tree."""
    runs = schema.tree_runs.c
    row = connection.execute(
        sa.select(schema.tree_runs).order_by(runs.first_leaf.desc()).limit(1)
    ).one_or_none()
    return None if row is None else run_of(row)


def run_of(row: Any) -> Run:
    """A run as a row has it."""
    return Run(row.first_leaf, row.table_id, row.first_seq, row.entries, bytes(row.secret))


# What is not in it


def waiting(connection: Connection, *, closed_since: int = -1, most: int) -> list[Waiting]:
    """Entries that are in no tree yet, table by table; of those closed before a moment none."""
    tables, runs = schema.tables.c, schema.tree_runs.c
    done = sa.func.coalesce(
        sa.select(runs.first_seq + runs.entries - 1)
        .where(runs.table_id == tables.id)
        .order_by(runs.first_seq.desc())
        .limit(1)
        .scalar_subquery(),
        0,
    ).label("done")
    known = sa.select(tables.id, tables.seq, done).where(
        sa.or_(tables.closed.is_(None), tables.closed > closed_since)
    )
    kept = known.subquery()
    rows = connection.execute(sa.select(kept).where(kept.c.seq > kept.c.done)).all()
    found: list[Waiting] = []
    for row in sorted(rows):  # not by SQLite, which would read every table to have them in order
        last = min(row.seq, row.done + most)
        found.append(Waiting(row.id, row.done + 1, last))
        most -= last - row.done
        if most <= 0:
            break
    return found


def seals(connection: Connection, wanted: list[Waiting]) -> dict[int, list[tuple[int, str]]]:
    """Entries and their seals, by table and in order; those that are not there are left out."""
    kind = connection.dialect.name
    text = _SEALS[kind]
    values: tuple[Any, ...] = (
        (json.dumps(wanted),) if kind == "sqlite" else tuple(map(list, zip(*wanted, strict=True)))
    )

    def ask(cursor: Any) -> list[tuple[int, int, str]]:
        rows: list[tuple[int, int, str]] = cursor.execute(text, values).fetchall()
        return rows

    found: dict[int, list[tuple[int, str]]] = {}
    for table, seq, seal in by_driver(connection, text, ask) if wanted else ():
        found.setdefault(table, []).append((seq, seal))
    return found


_SEALS = {
    "sqlite": "SELECT log.table_id, log.seq, log.seal FROM json_each(?) AS wanted CROSS JOIN log "
    "ON log.table_id = json_extract(wanted.value, '$[0]') AND log.seq BETWEEN "
    "json_extract(wanted.value, '$[1]') AND json_extract(wanted.value, '$[2]') "
    "ORDER BY log.table_id, log.seq",
    "postgresql": "SELECT log.table_id, log.seq, log.seal FROM "
    "unnest(%s::int[], %s::int[], %s::int[]) AS wanted(id, first, last) JOIN log "
    "ON log.table_id = wanted.id AND log.seq BETWEEN wanted.first AND wanted.last "
    "ORDER BY log.table_id, log.seq",
}
