"""What an entry of the log holds: events of the table, and of the house around it.

An entry is what one action caused. Its seal is a hash over the entry and the seal before it, so an
entry that was changed, moved or removed is found, and which one it was.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Union

import msgspec

from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import events as ev

CAGE = 0
"""The table whose log says where play money came from."""

RulesDocument = Annotated[
    dict[str, Any],
    msgspec.Meta(description="The rules of a game, in the sections and keys of a game file."),
]


class TableOpened(ev.Event, frozen=True, kw_only=True):
    """A table was opened; its rules hold for its whole life."""

    name: str
    game: str
    source: str | None
    """The text of a designer's file; None for a built-in game."""
    parents: dict[str, str] = {}
    """The texts of the designer's files it is based on, by name: the log needs no other file."""
    options: dict[str, OptionValue]
    paytables: dict[str, int]
    rules: RulesDocument
    rules_hash: str
    house: House
    settings: Settings
    version: str
    approval: str = ""
    """What could be said of the approval of its rules when it was opened."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run."""

    private: bool = False
    """Not in the lobby: whoever has its address may sit down."""
    typed: bool = False
    """Cards are typed in by a person: the table follows a real one and has no shoe."""
    bots: int = 0
    """Seats that play by themselves."""
    betting_seconds: float = 15.0
    """After the first wager."""
    action_seconds: float = 30.0
    """For a decision; then the hand stands, or insurance is declined."""


class LimitsSet(ev.Event, frozen=True):
    """The house changed what may be staked."""

    house: House


class SeatTaken(ev.Event, frozen=True):
    """A person sat down."""

    seat: int
    player: str


class SeatLeft(ev.Event, frozen=True):
    """A person stood up."""

    seat: int
    player: str


class ShoeCommitted(ev.Event, frozen=True):
    """A shoe's order is fixed and cannot be changed: this is the hash of order and nonce."""

    number: int
    commitment: str


class ShoeRevealed(ev.Event, frozen=True):
    """A shoe is done with: here is its order."""

    number: int
    cards: str
    nonce: str


class TableClosed(ev.Event, frozen=True):
    """No more rounds are dealt."""


class MoneyIssued(ev.Event, frozen=True):
    """The cage gave a player play money."""

    player: str
    cents: int


HouseEvent = (
    TableOpened | LimitsSet | SeatTaken | SeatLeft | ShoeCommitted | ShoeRevealed | TableClosed
    | MoneyIssued
)  # fmt: skip
AnyRecord = Union[ev.AnyEvent, HouseEvent]  # noqa: UP007 - msgspec decodes it at run time

_decoder = msgspec.json.Decoder(list[AnyRecord])


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What one action caused at a table."""

    table: int
    seq: int
    round: int
    at: int
    """Milliseconds since 1970."""
    actor: str
    """Who did it; empty for the house."""
    body: bytes
    seal: str

    @property
    def events(self) -> list[ev.Event]:
        """The events, decoded."""
        return decode(self.body)


class SettledWager(msgspec.Struct, frozen=True):
    """A wager that was settled, as `schema.results` has it."""

    round: int
    seat: int
    player: str
    bet: str
    event: str
    stake: int
    returned: int
    at: int
    """When its round began, in milliseconds since 1970."""


def decode(body: bytes) -> list[ev.Event]:
    """The events of an entry's body."""
    return list(_decoder.decode(body))


def encode(events: list[ev.Event]) -> bytes:
    """Events as an entry's body."""
    return msgspec.json.encode(events)


def seal(before: str, entry: tuple[int, int, int, int, str, bytes]) -> str:
    """The seal of an entry: table, number, round, time, actor, body."""
    *head, body = entry
    text = "\t".join(map(str, (before, *head))).encode()
    return hashlib.sha256(text + b"\t" + body).hexdigest()
