"""The seals of a log: each is a hash over an entry and the seal before it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.store import records
from pitboss.store.records import Entry


class SealChain:
    """The seals of a log, one after the other."""

    def __init__(self, seq: int = 0, seal: str = "") -> None:
        self.seq = seq
        self.gap = False
        """Whether the last entry seen was not the one after the one before it."""
        self._before: tuple[str, ...] = (seal,)
        """The last entry's seal: as it is, and as it should be."""

    def follow(self, entry: Entry) -> Iterator[tuple[int, str]]:
        """What is wrong with the next entry: the entry's number, and a sentence."""
        due = self.seq + 1
        self.gap = entry.seq != due
        if self.gap:
            yield due, missing(due, entry.seq - 1)
            self._before = ()
        self.seq = entry.seq
        contents = (entry.table, entry.seq, entry.round, entry.at, entry.actor, entry.body)
        given = [records.seal(before, contents) for before in self._before]
        if given and entry.seal not in given:
            yield (
                entry.seq,
                f"its seal is {entry.seal[:12]}…, its contents and the entry before it give "
                f"{given[0][:12]}…: it was changed, moved or put in another's place",
            )
            self._before = (entry.seal, given[0])
        else:
            self._before = (entry.seal,)


def missing(first: int, last: int) -> str:
    """Say that these entries are not there."""
    if first > last:
        return f"an entry numbered {last + 1} is there; numbers begin at 1 and go up by one"
    if first == last:
        return "the entry is missing"
    return f"the entries {first} to {last} are missing"
