"""Events as people see them one after the other: at a live table, or again from its log."""

from __future__ import annotations

import msgspec

from pitboss.store import records
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from pitboss.table.views import Felt, felt


class Frame(msgspec.Struct, frozen=True):
    """One event as people at the table see it."""

    step: str
    does: str
    says: str
    felt: Felt


def frame(narrator: Narrator, event: ev.Event) -> Frame:
    """What the dealer does and says, and the felt after it; the event must be a public one."""
    if isinstance(event, records.RoomEvent):
        return Frame("", "", "", felt(narrator.state))
    caption = narrator.tell(event)
    return Frame(caption.step, caption.does, caption.says, felt(narrator.state))
