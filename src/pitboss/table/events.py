"""What happened at a table, in the past tense. Events are facts: replaying them needs no rules.

Seats are numbered from 1, a seat's hands from 0 left to right at that moment; cards are integers
(`pitboss.cards`), money is cents.
"""

from __future__ import annotations

from typing import Union

import msgspec

from pitboss.rules.moves import MOVES, MoveDefinition

_LOGGED = {definition.event: definition.logged for definition in MOVES if definition.logged}


def _tag(kind: str) -> str:
    return _LOGGED.get(kind, kind)


class Event(msgspec.Struct, frozen=True, tag=_tag, gc=False):
    """Something that happened."""


class ShoeShuffled(Event, frozen=True, gc=False):
    """A shoe was made up: new, or from the discards because it ran out in mid-round."""

    ran_out: bool = False


class TopCardBurned(Event, frozen=True, gc=False):
    """A card left the shoe face down; nobody at the table sees it."""

    card: int | None


class RoundOpened(Event, frozen=True, gc=False):
    """Wagers may be made."""

    number: int


class WagerPlaced(Event, frozen=True, gc=False):
    """Chips went from a player to a spot."""

    seat: int
    player: str
    bet: str
    cents: int


class WagerWithdrawn(Event, frozen=True, gc=False):
    """Chips came back from a spot before the deal."""

    seat: int
    bet: str
    cents: int


class WagersClosed(Event, frozen=True, gc=False):
    """The dealer checked every wager; nothing moves from here on (PR-1)."""


class CardDealt(Event, frozen=True, gc=False):
    """A card went face up to a hand."""

    seat: int
    hand: int
    card: int


class UpcardDealt(Event, frozen=True, gc=False):
    """The dealer's face-up card."""

    card: int


class HoleCardDealt(Event, frozen=True, gc=False):
    """The dealer's face-down card; None where the table is followed from outside."""

    card: int | None


class UpcardSetAside(Event, frozen=True, gc=False):
    """The upcard is one that gets replaced."""

    card: int


class UpcardReplaced(Event, frozen=True, gc=False):
    """A new upcard over the same hole card."""

    card: int


class SetAsideDiscarded(Event, frozen=True, gc=False):
    """The first upcard left the felt."""

    card: int


class InsuranceOffered(Event, frozen=True, gc=False):
    """Every live hand may be insured."""


class InsuranceTaken(Event, frozen=True, gc=False):
    """Chips went to the insurance line."""

    seat: int
    cents: int


class InsuranceDeclined(Event, frozen=True, gc=False):
    """No insurance for this seat."""

    seat: int


class EvenMoneyTaken(Event, frozen=True, gc=False):
    """A natural is settled one to one before the peek."""

    seat: int


class InsuranceClosed(Event, frozen=True, gc=False):
    """Every seat has answered."""


class DealerPeeked(Event, frozen=True, gc=False):
    """The dealer looked at the hole card."""

    natural: bool


class HitTaken(Event, frozen=True, gc=False):
    """A hand asked for a card."""

    seat: int
    hand: int


class HandStood(Event, frozen=True, gc=False):
    """A hand is finished, by choice or because nothing else was possible."""

    seat: int
    hand: int
    total: int


class HandDoubled(Event, frozen=True, gc=False):
    """Chips were added for exactly one card."""

    seat: int
    hand: int
    cents: int


class HandSplit(Event, frozen=True, gc=False):
    """A pair became two hands; the new one stands right of it.

    `cents` is the new wager, 0 where the second opening wager `moved` to the new hand.
    """

    seat: int
    hand: int
    cents: int
    moved: bool


class HandGivenUp(Event, frozen=True, gc=False):
    """A hand was given up."""

    seat: int
    hand: int


class WagerReturned(Event, frozen=True, gc=False):
    """An opening wager came back to its player."""

    seat: int
    hand: int
    bet: str
    cents: int


class ReplacementOffered(Event, frozen=True, gc=False):
    """A player is asked whether a drawn card stays."""

    seat: int
    hand: int
    card: int


class CardGivenUp(Event, frozen=True, gc=False):
    """A drawn card left the hand; the next card takes its place."""

    seat: int
    hand: int
    card: int


class CardKept(Event, frozen=True, gc=False):
    """A drawn card stays although it could have been given up."""

    seat: int
    hand: int
    card: int


class HandPlayedOn(Event, frozen=True, gc=False):
    """A hand that could have been given up is played."""

    seat: int
    hand: int


class HandEnded(Event, frozen=True, gc=False):
    """A hand's cards settle it at once, whatever the dealer makes."""

    seat: int
    hand: int
    event: str
    result: int
    """1 it won, 0 it pushed, -1 it lost."""


class HandBusted(Event, frozen=True, gc=False):
    """A hand went over 21."""

    seat: int
    hand: int
    total: int


class HoleCardTurned(Event, frozen=True, gc=False):
    """The dealer's hand is open."""

    card: int


class DealerDrew(Event, frozen=True, gc=False):
    """The dealer took a card."""

    card: int


FROM_SHOE = (CardDealt, UpcardDealt, HoleCardDealt, UpcardReplaced, DealerDrew)
"""Events with which a card leaves the shoe for the felt."""


class DealerFinished(Event, frozen=True, gc=False):
    """The dealer's hand is made; `final` is an index into the game's finals."""

    total: int
    final: int
    pushes: bool


class WagerSettled(Event, frozen=True, gc=False):
    """A wager left the felt: `returned` cents went to the player, stake included."""

    seat: int
    hand: int
    bet: str
    event: str
    stake: int
    returned: int


class RoundClosed(Event, frozen=True, gc=False):
    """Every wager is settled and the cards are collected."""

    number: int


AnyEvent = Union[  # noqa: UP007 - msgspec decodes this union at run time
    ShoeShuffled,
    TopCardBurned,
    RoundOpened,
    WagerPlaced,
    WagerWithdrawn,
    WagersClosed,
    CardDealt,
    UpcardDealt,
    HoleCardDealt,
    UpcardSetAside,
    UpcardReplaced,
    SetAsideDiscarded,
    InsuranceOffered,
    InsuranceTaken,
    InsuranceDeclined,
    EvenMoneyTaken,
    InsuranceClosed,
    DealerPeeked,
    HitTaken,
    HandStood,
    HandDoubled,
    HandSplit,
    HandGivenUp,
    WagerReturned,
    ReplacementOffered,
    CardGivenUp,
    CardKept,
    HandPlayedOn,
    HandEnded,
    HandBusted,
    HoleCardTurned,
    DealerDrew,
    DealerFinished,
    WagerSettled,
    RoundClosed,
]

CHIPS_ADDED = (InsuranceTaken, HandDoubled, HandSplit)
"""Events whose `cents` go from a player who is in the round to the felt."""
CHIPS_BACK = (WagerWithdrawn, WagerReturned)
"""Events whose `cents` come back from the felt before anything is settled."""

MOVE_OF: dict[type[Event], MoveDefinition] = {
    kind: definition
    for kind in Event.__subclasses__()
    for definition in MOVES
    if definition.event == kind.__name__
}
"""The move that an event tells of."""


def logged_name(event: Event) -> str:
    """What logs call an event of this kind."""
    return str(event.__struct_config__.tag)
