"""What a person at the table can ask for, in the imperative. The engine verifies, then does it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from pitboss.rules.compile import Move


class Action(msgspec.Struct, frozen=True, tag=True):
    """Something a player or the dealer wants done."""


class PlaceWagers(Action, frozen=True):
    """Stake these cents on these bets at a seat; replaces what the seat had staked."""

    seat: int
    player: str
    wagers: dict[str, int]


class WithdrawWagers(Action, frozen=True):
    """Take everything up again before the deal."""

    seat: int


class CloseWagers(Action, frozen=True):
    """The dealer checks the wagers and starts the deal."""


class DealCard(Action, frozen=True):
    """The next card leaves the shoe; None only for a hole card nobody has seen."""

    card: int | None


class TellPeek(Action, frozen=True):
    """The dealer looked at a hole card the engine does not know and says what it made."""

    natural: bool


class Shuffle(Action, frozen=True):
    """A new shoe between rounds, or the discards reshuffled when the shoe ran out."""

    ran_out: bool = False


class BurnTop(Action, frozen=True):
    """The first card of a new shoe goes face down into the rack; None if it is not known."""

    card: int | None


class Insure(Action, frozen=True):
    """Put cents on the insurance line."""

    seat: int
    cents: int


class DeclineInsurance(Action, frozen=True):
    """No insurance."""

    seat: int


class TakeEvenMoney(Action, frozen=True):
    """Settle a natural one to one before the peek."""

    seat: int


class HandAction(Action, frozen=True):
    """A move with the hand in turn."""

    move: ClassVar[int]
    seat: int


class Stand(HandAction, frozen=True):
    """No more cards."""

    move: ClassVar[int] = int(Move.STAND)


class Hit(HandAction, frozen=True):
    """One more card."""

    move: ClassVar[int] = int(Move.HIT)


class Double(HandAction, frozen=True):
    """One more wager, exactly one more card."""

    move: ClassVar[int] = int(Move.DOUBLE)


class Split(HandAction, frozen=True):
    """Make two hands of a pair."""

    move: ClassVar[int] = int(Move.SPLIT)


class Surrender(HandAction, frozen=True):
    """Give up for half the stake."""

    move: ClassVar[int] = int(Move.SURRENDER)


class TakeBack(HandAction, frozen=True):
    """Withdraw an opening wager and play on with the rest."""

    move: ClassVar[int] = int(Move.TAKE_BACK)


class Mulligan(HandAction, frozen=True):
    """Burn the card just drawn and take the next one."""

    move: ClassVar[int] = int(Move.BURN)


class Keep(HandAction, frozen=True):
    """Keep the card just drawn."""

    move: ClassVar[int] = int(Move.KEEP)


HAND_ACTIONS: tuple[type[HandAction], ...] = (
    Stand,
    Hit,
    Double,
    Split,
    Surrender,
    TakeBack,
    Mulligan,
    Keep,
)
BY_MOVE: dict[int, type[HandAction]] = {action.move: action for action in HAND_ACTIONS}
MOVE_NAMES = {
    int(Move.STAND): "stand",
    int(Move.HIT): "hit",
    int(Move.DOUBLE): "double",
    int(Move.SPLIT): "split",
    int(Move.SURRENDER): "surrender",
    int(Move.TAKE_BACK): "take-back",
    int(Move.BURN): "burn",
    int(Move.KEEP): "keep",
}
MOVES_BY_NAME = {name: move for move, name in MOVE_NAMES.items()}


def moves_in(mask: int) -> list[str]:
    """Names of the moves in a mask, in a fixed order."""
    return [name for move, name in MOVE_NAMES.items() if mask & move]
