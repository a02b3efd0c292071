"""What an entry of the log holds: events of the table, and of the house around it.

An entry is what one action caused. Its seal is a hash over the entry and the seal before it, so an
entry that was changed, moved or removed is found, and which one it was.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, TypeGuard, Union, get_args

import msgspec

from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.store.errors import Role
from pitboss.table import events as ev

CAGE = 0
"""The table whose log says where play money came from."""
REGISTER = -1
"""The table whose log says which rows there are that follow from no other log."""

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
    reason: str = ""
    """Why, in the words of whoever changed it."""


class SeatTaken(ev.Event, frozen=True):
    """A person sat down."""

    seat: int
    player: str


class SeatLeft(ev.Event, frozen=True):
    """A person stood up."""

    seat: int
    player: str


class ShoeCommitted(ev.Event, frozen=True):
    """The house's part in a shoe's order is fixed: this is the hash of its seed.

    Of earlier versions, which name no method, it is the hash of the order itself and a nonce, and
    the shoe was shuffled at once.
    """

    number: int
    commitment: str
    method: str = ""
    """How the order follows from the seeds."""


class SeedAdded(ev.Event, frozen=True):
    """A player has a say in the order of a shoe that is promised; the last seed of each counts."""

    number: int
    player: str
    seed: str


class ShoeSeeded(ev.Event, frozen=True):
    """A promised shoe is shuffled now: these players' seeds count, and its order is fixed."""

    number: int
    seeds: list[tuple[str, str]]
    """Players who sit at the table and what each added, sorted by name."""


class ShoeRevealed(ev.Event, frozen=True):
    """A shoe is done with: here are its order and the house's seed."""

    number: int
    cards: str
    """Empty if it was never shuffled: the table was closed before."""
    nonce: str
    """The house's seed in hex; without a method, what was hashed with the order."""


class TableClosed(ev.Event, frozen=True):
    """No more rounds are dealt."""

    reason: str = ""
    """Why, in the words of whoever closed it."""


class TablePaused(ev.Event, frozen=True):
    """No wagers are taken until the table goes on; a round that is being played is played out."""

    reason: str


class TableResumed(ev.Event, frozen=True):
    """Wagers are taken again."""

    reason: str


class TableMuted(ev.Event, frozen=True):
    """Phrases are passed on no more: whoever opened the table, or the pit, wants it quiet."""


class TableUnmuted(ev.Event, frozen=True):
    """Phrases are passed on again."""


class CardUndone(ev.Event, frozen=True):
    """A card was typed by mistake: the table is as it was before that entry, which stays."""

    entry: int
    """The entry with the card. It settled nothing and moved no money."""


class MoneyIssued(ev.Event, frozen=True):
    """The cage gave a player play money."""

    player: str
    cents: int


class WalletRefilled(ev.Event, frozen=True):
    """The cage gave a player who was broke play money, by the house's rule."""

    player: str
    cents: int


class WalletAdjusted(ev.Event, frozen=True):
    """The pit corrected what a player has; below zero the cage took it."""

    player: str
    cents: int
    reason: str


class RefillRuleSet(ev.Event, frozen=True):
    """The house said when a player who is broke gets play money."""

    below_cents: int
    """Who has less than this, and nothing on a felt, may ask."""
    to_cents: int
    """What they have then."""
    a_day: int
    """How often in a day, from midnight UTC; 0 is never."""
    reason: str


class AccountMade(ev.Event, frozen=True):
    """The pit made an account."""

    name: str
    role: Role


class AccountDisabled(ev.Event, frozen=True):
    """Nobody signs in with this account any more."""

    name: str
    reason: str


class AccountEnabled(ev.Event, frozen=True):
    """An account that was disabled is so no longer."""

    name: str
    reason: str


class PasswordReset(ev.Event, frozen=True):
    """An account has a new password, and whoever used the old one is signed out."""

    name: str
    reason: str


class PlayerBarred(ev.Event, frozen=True):
    """A player may not sit down or bet, at one table or at any."""

    player: str
    table: int | None
    """None: at no table."""
    reason: str


class PlayerReadmitted(ev.Event, frozen=True):
    """A player who was barred may play again."""

    player: str
    table: int | None
    reason: str


class AuditReported(ev.Event, frozen=True):
    """An audit left a report."""

    report: int
    """Its number."""
    scope: str
    """What was audited, in words."""
    sound: bool
    hash: str
    """SHA-256 of the report's text."""


class LogKeyMade(ev.Event, frozen=True):
    """The house made a key, or replaced the one it had: heads of its log are signed with it now."""

    key: str
    """What the key is called: the first half of SHA-256 of the public key, in hex."""
    public: str
    """The public key, Ed25519, in hex."""
    before: str = ""
    """What the key before it is called; empty for the first."""
    signature: str = ""
    """By the key before it; empty if that was lost."""
    reason: str = ""
    """Why there is another key."""


class LossAccepted(ev.Event, frozen=True):
    """The house lost entries that it had signed, and says so: earlier heads are not extended."""

    size: int
    """Entries under the head that is lost."""
    root: str
    """Its root."""
    kept: int
    """Entries the log still had."""
    at: int
    """When this was said, in milliseconds since 1970."""
    key: str
    """Who signs this."""
    signature: str
    reason: str


RowKey = list[int | str]
"""The values of a row's primary key, in order."""


class RegisterBegun(ev.Event, frozen=True):
    """The register was begun in a database that had logs: what they were then."""

    heads: list[tuple[int, int, str]]
    """Each table's number, the number of its last entry, and that entry's seal."""


class RowsKept(ev.Event, frozen=True):
    """Rows of one table are from now on as they are now."""

    table: str
    rows: list[tuple[RowKey, str | None]]
    """Each row's key and the SHA-256 of what it holds; null if it is gone."""


class RowsLeftBehind(ev.Event, frozen=True):
    """A database was restored from a backup, which has no rows of these tables."""

    tables: list[str]


RegisterEvent = RegisterBegun | RowsKept | RowsLeftBehind
"""What is in the log of the register."""
CageEvent = (
    MoneyIssued | WalletRefilled | WalletAdjusted | RefillRuleSet | AccountMade | AccountDisabled
    | AccountEnabled | PasswordReset | PlayerBarred | PlayerReadmitted | AuditReported
    | LogKeyMade | LossAccepted
)  # fmt: skip
"""What is in the log of the cage: play money that came and went, and what concerns no table."""
ShoeEvent = ShoeCommitted | SeedAdded | ShoeSeeded | ShoeRevealed
"""What becomes of the shoes of a table."""
HouseEvent = (
    TableOpened | LimitsSet | SeatTaken | SeatLeft | ShoeEvent | TableClosed | TablePaused
    | TableResumed | TableMuted | TableUnmuted | CardUndone | CageEvent | RegisterEvent
)  # fmt: skip
Act = (
    TableOpened | LimitsSet | TableClosed | TablePaused | TableResumed | TableMuted | TableUnmuted
    | WalletAdjusted | RefillRuleSet | AccountMade | AccountDisabled | AccountEnabled
    | PasswordReset | PlayerBarred | PlayerReadmitted | AuditReported | LogKeyMade | LossAccepted
)  # fmt: skip
"""What somebody in charge did, and has to answer for."""
ACTS: frozenset[type[ev.Event]] = frozenset(get_args(Act))
_KEPT_WHOLE_AFTER = (
    ev.RoundClosed, SeatTaken, SeatLeft, LimitsSet, TableClosed, TablePaused, TableResumed,
    TableMuted, TableUnmuted,
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
    key: str = ""
    """Of the command that caused it, so that it is done once; empty if none did."""

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


def shuffles(event: ev.Event) -> TypeGuard[ShoeCommitted | ShoeSeeded]:
    """Whether a shoe is made up with this event: one without a method was as it was promised."""
    return isinstance(event, ShoeSeeded) or (isinstance(event, ShoeCommitted) and not event.method)


def is_kept_whole_after(event: ev.Event) -> bool:
    """Whether a table between rounds is kept whole after an entry with this event."""
    return isinstance(event, _KEPT_WHOLE_AFTER)


def decode(body: bytes) -> list[ev.Event]:
    """The events of an entry's body."""
    return list(_decoder.decode(body))


def encode(events: list[ev.Event]) -> bytes:
    """Events as an entry's body."""
    return msgspec.json.encode(events)


def seal(before: str, entry: tuple[int, int, int, int, str, bytes], key: str = "") -> str:
    """The seal of an entry: table, number, round, time, actor, the command's key if any, body."""
    *head, body = entry
    text = "\t".join(map(str, (before, *head, *([key] if key else [])))).encode()
    return hashlib.sha256(text + b"\t" + body).hexdigest()
