"""What a server sends over a table's WebSocket. `floor.commands` is what it is sent."""

from __future__ import annotations

from typing import Annotated, Union

import msgspec

from pitboss.floor.frames import EndedWager
from pitboss.store.records import AnyRecord
from pitboss.table.views import View

EncodedFrame = Annotated[
    msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Frame"})
]
"""A `floor.frames.Frame` that was encoded once for everyone who watches."""


class ShoeView(msgspec.Struct, frozen=True):
    """What is public of a shoe that is being dealt."""

    number: int
    """Counted from 1 at each table."""
    commitment: str
    """The hash of the house's seed; that and the order are shown when it is done with."""
    dealt: int
    """Cards that have left it."""
    cards: int
    """Cards it began with."""


class NextShoeView(msgspec.Struct, frozen=True):
    """A shoe that is promised and not shuffled yet: until then players may add seeds to it."""

    number: int
    """Counted from 1 at each table."""
    commitment: str
    """The hash of the house's seed for it."""
    cards: int
    """Cards it begins with, unless the shoe before runs out in mid-round."""
    seeded: list[str]
    """Who of those that sit here has added a seed."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="update"):
    """The table as one viewer sees it now, and what happened since the last update."""

    table: int
    """Its number."""
    version: int
    """Grows by one with everything that happens at the table."""
    turn: int
    """Commands that answer the table must have seen this version."""
    seats: dict[int, str]
    """Who sits where, in this round or not."""
    view: View
    """The felt, and what you may do."""
    events: list[AnyRecord]
    """What happened, in order; none in the first update of a connection."""
    frames: list[EncodedFrame]
    """For each event what the dealer does and says, and what it changed."""
    deadline: int | None
    """When the house decides for whoever has to, in milliseconds since 1970."""
    away: list[int]
    """Seats whose players are not connected; the table does not wait for them as long."""
    shoe: ShoeView | None
    """None before the first wager after one was done with, and where cards are typed in."""
    next_shoe: NextShoeView | None
    """None where cards are typed in."""
    wallet: int | None
    """Cents the viewer has, felt not counted."""
    closed: bool
    """No more rounds are dealt here."""
    paused: str | None = None
    """Why no wagers are taken for now; null if they are."""
    muted: bool = False
    """Nobody may say anything here: whoever opened the table wants it quiet."""
    undo: int | None = None
    """The version in which the card was typed that `undo-card` undoes; null if none."""
    ended: list[EndedWager] | None = None
    """In the first update of a connection: the wagers of the round that are settled already."""


class Done(msgspec.Struct, frozen=True, tag_field="kind", tag="done"):
    """A command was done, now or before."""

    key: str
    """The command's."""
    version: int
    """In which it was done."""


class Denied(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """A command was not done, and nothing changed."""

    key: str
    """The command's; empty if it could not be read."""
    version: int
    """The table's now."""
    error: str
    """Why, in a sentence: field, value and what is allowed."""


class Moved(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """Another server deals this table; connect there."""

    address: str
    """Of the server that does, such as `https://tables.example:8442`."""


class Said(msgspec.Struct, frozen=True, tag_field="kind", tag="said"):
    """Somebody at the table said one of the house's phrases."""

    player: str
    """Who."""
    seat: int
    """Where they sit."""
    phrase: str
    """Its id."""
    text: str
    """Its words."""


AnyMessage = Union[Update, Done, Denied, Moved, Said]  # noqa: UP007 - read at run time
