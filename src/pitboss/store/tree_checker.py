"""Makes the tree over all logs again, and compares hashes, places and heads with what is kept.

Leaves are worked out from the logs' own entries. Where a leaf is not the kept one, the signed
heads say which of the two was changed: if the logs give what was signed, it is the kept hash; if
not, it is the entry.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import key_history, log_tree, merkle, records, schema
from pitboss.store.findings import Finding
from pitboss.store.key_history import KeyHistory
from pitboss.store.log_tree import HASH, WIDTH, Run
from pitboss.store.row_checker import AuditCounts
from pitboss.store.signed_heads import SignedHead, is_head_of, is_loss_of, is_signed, vouching
from pitboss.store.signed_heads import named as key_name
from pitboss.store.tree_growth import named

UNSIGNED_MS = 10_000
"""After which an entry that nothing was signed over is a finding."""
AT_ONCE = 500


def check_tree(
    connection: Connection, counts: AuditCounts, now_ms: int, others: Sequence[SignedHead] = ()
) -> Iterator[Finding]:
    """Everything that is wrong with it. `others` are heads that somebody else has kept."""
    known = key_history.history(connection)
    checker = _TreeChecker(connection.execution_options(yield_per=AT_ONCE), known, others)
    try:
        yield from checker.check(now_ms)
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        yield _wrong(f"its rows cannot be read any further: {error}")
    counts.signed = checker.log.size


class _TreeChecker:
    """One look at the tree."""

    def __init__(
        self, connection: Connection, known: KeyHistory, others: Sequence[SignedHead]
    ) -> None:
        self.connection, self.known = connection, known
        self.log, self.kept = merkle.Growing(), merkle.Growing()
        """The tree as the logs give it, and as the kept leaves do."""
        self._tiles = _TileStack(connection)
        self._heads = _rising(self._signed(), others)
        self._next = next(self._heads, None)
        self._last: dict[int, int] = {}
        """The last entry in the tree, by table."""
        self._differing: list[tuple[int, int, int]] = []
        """Leaves that are not kept as the logs give them: leaf, table and entry."""
        self._lost = False
        """Whether the last signed head fitted neither."""

    def check(self, now_ms: int) -> Iterator[Finding]:
        yield from self._keys()
        for run, seals in self._runs():
            yield from self._run(run, seals)
        yield from self._tiles.rest()
        yield from self._too_large()
        yield from self._unsigned(now_ms)

    # Keys

    def _keys(self) -> Iterator[Finding]:
        before = ""
        for one in self.known.keys:
            if one.key != key_name(one) or one.before != before:
                yield _wrong(f"the key {one.key} is not what the cage's log calls it", cage=True)
            elif before and one.signature:
                old = next(key.public for key in self.known.keys if key.key == before)
                if not is_signed(vouching(one.public, before), one.signature, old):
                    yield _wrong(f"the key {one.key} is not vouched for by {before}", cage=True)
            before = one.key
        for loss in self.known.losses:
            if not is_loss_of(loss, self.known.keys):
                what = f"that entries were lost of {loss.size} is not signed with the house's key"
                yield _wrong(what, cage=True)

    # Leaves

    def _runs(self) -> Iterator[tuple[Run, dict[int, str]]]:
        """Runs in the order of their leaves, each with the seals of its entries."""
        runs, log = schema.tree_runs.c, schema.log.c
        its = sa.and_(
            log.table_id == runs.table_id, log.seq >= runs.first_seq,
            log.seq < runs.first_seq + runs.entries,
        )  # fmt: skip
        rows = self.connection.execute(
            sa.select(schema.tree_runs, log.seq, log.seal)
            .outerjoin_from(schema.tree_runs, schema.log, its)
            .order_by(runs.first_leaf, log.seq)
        )
        run: Run | None = None
        seals: dict[int, str] = {}
        for row in rows:
            if run is None or row.first_leaf != run.first_leaf:
                if run is not None:
                    yield run, seals
                run, seals = log_tree.run_of(row), {}
            if row.seq is not None:
                seals[row.seq] = row.seal
        if run is not None:
            yield run, seals

    def _run(self, run: Run, seals: dict[int, str]) -> Iterator[Finding]:
        if run.first_leaf != self.log.size or run.entries < 1:
            yield _wrong(
                f"leaf {self.log.size} comes next, a run of {run.entries} begins at leaf "
                f"{run.first_leaf}"
            )
            return
        due = self._last.get(run.table, 0) + 1
        if run.first != due:
            yield _wrong(
                f"{named(run.table)}: entry {due} comes next in it, and {run.first} is there",
                table=run.table, entry=due,
            )  # fmt: skip
        self._last[run.table] = run.last
        for entry in range(run.first, run.last + 1):
            seal = seals.get(entry)
            if seal is None:
                yield _wrong("it was signed, and is missing", table=run.table, entry=entry)
            yield from self._leaf(run, entry, seal)

    def _leaf(self, run: Run, entry: int, seal: str | None) -> Iterator[Finding]:
        kept = yield from self._tiles.leaf()
        due = kept if seal is None else run.hash(entry, seal)
        if due != kept and len(self._differing) < AT_ONCE:
            self._differing.append((run.leaf(entry), run.table, entry))
        self.log.add(due)
        self.kept.add(kept)
        while self._next is not None and self._next[0].size <= self.log.size:
            yield from self._head(*self._next)
            self._next = next(self._heads, None)

    # Heads

    def _signed(self) -> Iterator[SignedHead]:
        heads = schema.tree_heads.c
        for row in self.connection.execute(sa.select(schema.tree_heads).order_by(heads.size)):
            yield SignedHead(**row._mapping)

    def _head(self, head: SignedHead, others: bool) -> Iterator[Finding]:
        whose = "the head that somebody kept" if others else "the signed head"
        if head.size < 1:
            yield _wrong(f"{whose} is of {head.size} entries")
            return
        if not is_head_of(head, self.known.keys):
            yield _wrong(f"{whose} of entry {head.size} is not signed with a key of the house")
        by_log, by_kept = (tree.root().hex() == head.root for tree in (self.log, self.kept))
        if not by_log and (others or by_kept or not self._lost):
            yield _wrong(
                f"{whose} of entry {head.size} is not that of these logs: {self._why(head)}"
            )
        for leaf, table, entry in self._differing:
            if by_log:
                yield _wrong(f"the hash of leaf {leaf} is not its entry's; it was changed")
            else:
                what = f"it is not the entry that was signed as leaf {leaf}"
                yield _wrong(what, table=table, entry=entry)
        self._differing.clear()
        if others:
            return
        self._lost = not (by_log or by_kept)
        if by_log != by_kept:  # what was found is not found again at each later head
            self.log, self.kept = (self.log, self.log.copy()) if by_log else (
                self.kept.copy(), self.kept
            )  # fmt: skip

    def _why(self, head: SignedHead) -> str:
        if any(loss.size >= head.size > loss.kept for loss in self.known.losses):
            return "the house has said that entries were lost"
        return "entries before it were changed, moved or taken out"

    def _too_large(self) -> Iterator[Finding]:
        while self._next is not None:
            head, others = self._next
            whose = "somebody keeps a head" if others else "a head is signed"
            yield _wrong(
                f"{whose} of {head.size} entries, and the tree has {self.log.size}: entries were "
                "cut off"
            )
            self._next = next(self._heads, None)

    # What is not signed

    def _unsigned(self, now_ms: int) -> Iterator[Finding]:
        if not self.known.keys:
            if self.log.size:
                yield _wrong("it is there, and the cage's log knows of no key")
            return
        log = schema.log.c
        newest = sa.select(log.table_id, sa.func.max(log.seq).label("last")).group_by(log.table_id)
        ends = {row.table_id: row.last for row in self.connection.execute(newest).all()}
        for table, last in sorted(ends.items()):
            first = self._last.get(table, 0) + 1
            at = self.connection.scalar(
                sa.select(sa.func.min(log.at)).where(log.table_id == table, log.seq >= first)
            )
            if first <= last and at is not None and at < now_ms - UNSIGNED_MS:
                which = f"entry {first}" if first == last else f"entries {first} to {last}"
                yield _wrong(
                    f"no signed head has {which}: added behind the server's back, or written just "
                    "before it was killed, and then it signs them when it starts",
                    table=table, entry=first,
                )  # fmt: skip


class _TileStack:
    """The kept tiles, read in the order of the leaves, each level against the one below."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._leaves = 0
        self._open: list[bytes] = []
        """At each level, the tile that is being read."""
        self._rows = 0

    def leaf(self) -> Generator[Finding, None, bytes]:
        """The next leaf's hash as it is kept; zeros if it is not there. Yields findings."""
        place = self._leaves % WIDTH
        if place == 0:
            yield from self._turn(0, self._leaves // WIDTH)
        self._leaves += 1
        kept = self._open[0][place * HASH : (place + 1) * HASH]
        return kept if len(kept) == HASH else bytes(HASH)

    def _turn(self, level: int, number: int) -> Iterator[Finding]:
        """Read the next tile of a level; the one before must have its root in the level above."""
        if number and level < len(self._open):
            yield from self._above(level, number - 1)
        tile = self._tile(level, number)
        if level < len(self._open):
            self._open[level] = tile
        else:
            self._open.append(tile)

    def _above(self, level: int, number: int) -> Iterator[Finding]:
        if number % WIDTH == 0:
            yield from self._turn(level + 1, number // WIDTH)
        place = number % WIDTH * HASH
        kept = self._open[level + 1][place : place + HASH]
        below = self._open[level]
        whole = len(below) == WIDTH * HASH
        if not whole or kept != merkle.whole_root(log_tree.one_by_one(below)):
            yield _wrong(
                f"tile {number // WIDTH} of level {level + 1} has another hash for tile {number} "
                f"of level {level} than that tile gives"
            )

    def rest(self) -> Iterator[Finding]:
        """The last tiles, which are not full, and rows that belong to nothing."""
        count, level, rows = self._leaves, 0, 0
        while count:
            number, inside = divmod(count, WIDTH)
            if not inside and level < len(self._open):
                yield from self._above(level, number - 1)
            kept = self._tile(level, number) if inside else b""
            if len(kept) != inside * HASH:
                yield _wrong(
                    f"tile {number} of level {level} has {len(kept)} bytes, and must have "
                    f"{inside * HASH}"
                )
            rows += number + bool(inside)
            count, level = number, level + 1
        tiles = schema.tree_tiles
        there = self._connection.scalar(sa.select(sa.func.count()).select_from(tiles)) or 0
        if there != rows:
            yield _wrong(f"{there} tiles are kept, and its {self._leaves} leaves need {rows}")

    def _tile(self, level: int, number: int) -> bytes:
        tiles = schema.tree_tiles.c
        kept = self._connection.scalar(
            sa.select(tiles.hashes).where(tiles.level == level, tiles.number == number)
        )
        return bytes(kept or b"")


def _rising(
    signed: Iterator[SignedHead], others: Sequence[SignedHead]
) -> Iterator[tuple[SignedHead, bool]]:
    """Heads by size, and whether each is one that somebody else has kept."""
    waiting = sorted(others, key=lambda head: head.size)
    for head in signed:
        while waiting and waiting[0].size <= head.size:
            yield waiting.pop(0), True
        yield head, False
    yield from ((head, True) for head in waiting)


def _wrong(
    what: str, *, table: int | None = None, entry: int | None = None, cage: bool = False
) -> Finding:
    if table is None and not cage:
        what = f"the tree of the log: {what}"
    return Finding(
        kind="tree", what=what, table=records.CAGE if cage else table, entry=entry
    )  # fmt: skip
