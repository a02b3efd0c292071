"""Cards that were typed at a table that follows a real one, and may still be undone.

A card that was mistyped is undone by an entry of its own (`CardUndone`), which names the
entry it makes void; nothing is erased. That can be done as long as nobody has answered the card and
it has settled nothing: the newest first, each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.store import records
from pitboss.store.records import Entry
from pitboss.table import Table
from pitboss.table import events as ev

TYPED = (*ev.FROM_SHOE, ev.HoleCardTurned, ev.DealerPeeked)
"""What begins an entry in which something was typed."""
FINAL = (*ev.CHIPS_ADDED, *ev.CHIPS_BACK, ev.WagerSettled, ev.RoundClosed)
"""Events that move money or end the round: what caused them stays."""


class TypedCards:
    """Entries whose card may be undone, the newest last, with the table before each."""

    def __init__(self, before: Iterable[tuple[int, Table]] = ()) -> None:
        self._before = list(before)

    def copy(self) -> TypedCards:
        """The same, to be followed by itself."""
        return TypedCards(self._before)

    @property
    def last(self) -> int | None:
        """The entry that would be undone now."""
        return self._before[-1][0] if self._before else None

    def note(self, seq: int, events: Sequence[ev.Event], before: Table) -> None:
        """Something happened at the table, which was as `before`; that table is kept."""
        dealt = [event for event in events if not isinstance(event, records.HouseEvent)]
        if not dealt:
            return
        if may_be_undone(dealt):
            self._before.append((seq, before))
        else:
            self._before.clear()

    def undo(self, entry: int) -> Table | None:
        """The table as it was before this entry; None if its card stays."""
        if self.last != entry:
            return None
        return self._before.pop()[1].copy()


def may_be_undone(dealt: Sequence[ev.Event]) -> bool:
    """Whether these events of one entry are a typed card and nothing that cannot be undone.

    A hole card that turns as a consequence was shown to everyone.
    """
    shown = any(isinstance(event, (*FINAL, ev.HoleCardTurned)) for event in dealt[1:])
    return isinstance(dealt[0], TYPED) and not shown


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that hold: none that was undone, and none that only undoes."""
    found: list[Entry] = []
    for entry in entries:
        void = {event.entry for event in entry.events if isinstance(event, records.CardUndone)}
        if void:
            found = [one for one in found if one.seq not in void]
        else:
            found.append(entry)
    return found
