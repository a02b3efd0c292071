"""What a check found: something that is wrong, and where."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal[
    "chain", "replay", "seat", "shoe", "ledger", "balance", "result", "table", "file", "school",
    "row", "database", "tree",
]  # fmt: skip


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong, and where."""

    kind: Kind
    """What is wrong: the chain of seals, the replay, a seat, a shoe, …"""
    what: str
    """A sentence."""
    table: int | None = None
    """The table's number; 0 is the cage, -1 the register."""
    round: int | None = None
    """In which round."""
    entry: int | None = None
    """At which entry of the log."""
    line: int | None = None
    """Of the entry's rows in the ledger or the results."""
    rows_of: str | None = None
    """The database's own table whose row it is, where the row follows from no log."""

    def __str__(self) -> str:
        places = (
            ("table", self.table), ("round", self.round), ("entry", self.entry),
            (f"{self.kind} line", self.line),
        )  # fmt: skip
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        return f"{where}: {self.what}" if where else self.what
