"""The seals of a log: each is a hash over an entry and the seal before it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.store import records
from pitboss.store.records import Entry


class SealChain:
    """The seals of a log, one after the other."""

    def __init__(self, seq: int = 0, seal: str = "", *, steady_from: int | None = None) -> None:
        self.seq = seq
        self.gap = False
        """Whether the last entry seen was not the one after the one before it."""
        self._before: tuple[str, ...] = (seal,)
        """The last entry's seal: as it is, and as it should be."""
        self._steady_from, self._at = steady_from, 0
        """From which entry on the time never goes back, where that is known."""

    def follow(self, entry: Entry, beside: str | None = None) -> Iterator[tuple[int, str]]:
        """What is wrong with the next entry: the entry's number, and a sentence.

        `beside` is the key of an entry from before keys had a part in seals, if it has one.
        """
        due = self.seq + 1
        self.gap = entry.seq != due
        if self.gap:
            yield due, missing(due, entry.seq - 1)
            self._before = ()
        self.seq = entry.seq
        if "\t" in entry.actor or "\t" in entry.key:
            yield entry.seq, "there is a tab in its actor or key, which only parts them in its seal"
        key = "" if beside is not None and beside == entry.key else entry.key
        contents = (entry.table, entry.seq, entry.round, entry.at, entry.actor, entry.body)
        given = [records.seal(before, contents, key) for before in self._before]
        if given and entry.seal not in given:
            yield (
                entry.seq,
                f"its seal is {entry.seal[:12]}…, its contents and the entry before it give "
                f"{given[0][:12]}…: it was changed, moved or put in another's place",
            )
            self._before = (entry.seal, given[0])
        else:
            self._before = (entry.seal,)
        if self._steady_from is not None and entry.seq >= self._steady_from and entry.at < self._at:
            yield entry.seq, f"its time, {entry.at}, is before that of the last one, {self._at}"
        self._at = max(self._at, entry.at)


def missing(first: int, last: int) -> str:
    """Say that these entries are not there."""
    if first > last:
        return f"an entry numbered {last + 1} is there; numbers begin at 1 and go up by one"
    if first == last:
        return "the entry is missing"
    return f"the entries {first} to {last} are missing"
