"""A table's row against its log: where the log ends, and what the row says of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.store import records
from pitboss.store.findings import Finding, Kind
from pitboss.store.log_checker import LogChecker
from pitboss.store.records import Entry
from pitboss.store.seal_chain import missing

HOUSE_ROW = {
    "game": "", "opened_by": "", "created": 0, "private": True, "invite": "", "snapshot": None,
    "snapshot_seq": 0, "owner": None, "lease": 0,
}  # fmt: skip
"""What the rows of the cage and of the register always say."""
NAMES = {records.CAGE: "cage", records.REGISTER: "register"}


def check_head(head: Any, checker: LogChecker, last: Entry | None) -> Iterator[Finding]:
    """What is wrong with a table's row."""

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
    due = _house_row(head.id) if head.id in NAMES else _opened(checker)
    for name, value in due.items():
        if getattr(head, name) != value:
            yield wrong(f"its {name} is {getattr(head, name)!r}, its log says {value!r}", 1)
    if head.closed != checker.closed and not checker.chain.gap:
        yield wrong(f"it was closed at {head.closed}, its log says at {checker.closed}", seq)
    if head.id in NAMES:
        return
    if last is None:
        yield wrong("it has no log: the table was planted, or all its entries are gone", 1)
    yield from (wrong(what, head.snapshot_seq) for what in _snapshot(head, checker, seq))


def _house_row(number: int) -> dict[str, Any]:
    return HOUSE_ROW | {"name": NAMES[number]}


def _opened(checker: LogChecker) -> dict[str, Any]:
    opened = checker.opened
    if opened is None:
        return {}
    return {
        "name": opened.name, "game": opened.game, "private": opened.settings.private,
        "opened_by": checker.opened_by, "created": checker.opened_at,
    }  # fmt: skip


def _snapshot(head: Any, checker: LogChecker, seq: int) -> Iterator[str]:
    """Whether the table was last kept whole when it had to be."""
    if head.snapshot_seq > seq or (head.snapshot is None) != (head.snapshot_seq == 0):
        yield f"its snapshot is of entry {head.snapshot_seq}"
    elif head.snapshot_seq != checker.snapshot_due and checker.keeps_whole:
        yield (
            f"its snapshot is of entry {head.snapshot_seq}, and was made after entry "
            f"{checker.snapshot_due}"
        )
