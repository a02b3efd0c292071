"""What a client may ask of a table.

Every command carries a key of the client's own making, so that one that is sent twice is done once,
and the version of the table it was decided on, so that one that comes late does no harm.
"""

from __future__ import annotations

import secrets
from typing import Union

import msgspec

KEY = 64
"""Longest key."""


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """Something asked of a table."""

    key: str
    """1 to 64 characters of your own making; sent again, the command is still done once."""
    seen: int
    """The last version of the table that the client had seen."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat."""

    seat: int
    """One that nobody has."""


class StandUp(Command, frozen=True, kw_only=True, tag="stand-up"):
    """Leave a seat; not while its hand is in play."""

    seat: int
    """One of yours."""


class Bet(Command, frozen=True, kw_only=True, tag="bet"):
    """Stake these cents on these spots; replaces what the seat had staked in this round."""

    seat: int
    """One of yours."""
    wagers: dict[str, int]
    """Cents by the id of the bet."""
    seed: str | None = None
    """Your seed for the shoe that is promised, as `add-seed` takes it; it counts also where this
    wager has the shoe shuffled."""


class TakeUp(Command, frozen=True, kw_only=True, tag="take-up"):
    """Take all wagers of a seat up again, before the deal."""

    seat: int
    """One of yours."""


class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """No more bets: once everyone who sits here has wagered."""


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """A move with the hand in turn, by its name in `View.legal`."""

    seat: int
    """One of yours, `view.to_act`."""
    move: str
    """One of `view.legal`."""


class Insure(Command, frozen=True, kw_only=True, tag="insure"):
    """Answer the offer of insurance; 0 cents decline it."""

    seat: int
    """One of yours, in `view.insurance_limit`."""
    cents: int
    """At most what stands there; 0 declines."""


class EvenMoney(Command, frozen=True, kw_only=True, tag="even-money"):
    """Have a natural paid one to one before the peek."""

    seat: int
    """One of yours, in `view.even_money`."""


class Card(Command, frozen=True, kw_only=True, tag="card"):
    """The next card at a table that follows a real one; none for a hole card nobody has seen."""

    card: str | None = None
    """Rank and suit, such as `Ts` or `10s`."""


class Peek(Command, frozen=True, kw_only=True, tag="peek"):
    """Say what the dealer's look at an unknown hole card found."""

    natural: bool
    """Whether the dealer has one."""


class UndoCard(Command, frozen=True, kw_only=True, tag="undo-card"):
    """The card typed last was not the one that fell: the table is as it was before it."""

    entry: int
    """The version in which the card was typed, `undo` of the last update."""


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """The real table's shoe was shuffled."""


class AddSeed(Command, frozen=True, kw_only=True, tag="add-seed"):
    """Have a say in the order of the shoe that is promised, `next_shoe` of the last update."""

    seed: str
    """1 to 64 of the letters A to Z and a to z, digits, - and _; your last one before the shuffle
    counts."""


AnyCommand = Union[  # noqa: UP007 - msgspec decodes it at run time
    Sit,
    StandUp,
    Bet,
    TakeUp,
    Deal,
    Act,
    Insure,
    EvenMoney,
    Card,
    Peek,
    UndoCard,
    Shuffle,
    AddSeed,
]
DEALERS = (Card, Peek, UndoCard, Shuffle)
"""What only whoever deals a typed table may do."""
PLAYERS = (Sit, Bet)
"""What puts somebody's money on the cards."""
TURNS = (Bet, TakeUp, Deal, Act, Insure, EvenMoney, Card, Peek, UndoCard)
"""What answers a question of the table, and is void once that is answered."""

_decoder = msgspec.json.Decoder(AnyCommand)


def read(data: bytes | str) -> AnyCommand:
    """A command from the wire; `msgspec.ValidationError` says what is wrong with it."""
    command: AnyCommand = _decoder.decode(data)
    if not (1 <= len(command.key) <= KEY and command.key.isprintable()):
        raise msgspec.ValidationError(
            f"key = {command.key[:80]!r}: use 1 to {KEY} characters one can see"
        )
    return command


def new_key() -> str:
    """A key nobody else has."""
    return secrets.token_urlsafe(12)
