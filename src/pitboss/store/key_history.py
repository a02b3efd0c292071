"""The keys a house has signed its log with, and the losses it has owned up to."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import journal, records, schema
from pitboss.store.records import LogKeyMade, LossAccepted
from pitboss.store.signed_heads import AcceptedLoss, LogKey

KINDS = tuple(str(kind.__struct_config__.tag) for kind in (LogKeyMade, LossAccepted))


class KeyHistory(NamedTuple):
    """What the cage's log says of keys."""

    keys: list[LogKey]
    losses: list[AcceptedLoss]

    @property
    def newest(self) -> str:
        """What the key is called that signs now; empty if none does."""
        return self.keys[-1].key if self.keys else ""


def history(connection: Connection) -> KeyHistory:
    """All keys there were, in the order in which they were made, and all losses."""
    acts = schema.acts.c
    rows = connection.execute(
        sa.select(acts.seq, acts.line)
        .where(acts.table_id == records.CAGE, acts.kind.in_(KINDS))
        .order_by(acts.seq, acts.line)
    ).all()
    found = KeyHistory([], [])
    for row in rows:
        for entry in journal.entries(connection, records.CAGE, row.seq, row.seq):
            note(found, entry)
    return found


def note(found: KeyHistory, entry: records.Entry) -> None:
    """Add what an entry of the cage says of keys, if it says anything."""
    for event in entry.events:
        if isinstance(event, LogKeyMade):
            found.keys.append(LogKey(**msgspec.structs.asdict(event), since=entry.at))
        elif isinstance(event, LossAccepted):
            found.losses.append(AcceptedLoss(**msgspec.structs.asdict(event)))
