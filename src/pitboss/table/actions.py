"""What a person at the table can ask for, in the imperative. The engine verifies, then does it."""

from __future__ import annotations

import msgspec

from pitboss.rules import moves

INSURE, DECLINE, EVEN_MONEY = "insure", "decline", "even-money"
"""Answers to the offer of insurance, as advice, grades and lessons name them."""


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


class MakeMove(Action, frozen=True):
    """A move with the hand in turn."""

    seat: int
    move: int
    """One of `Move`."""


def move(seat: int, move_id: str) -> MakeMove:
    """The move with this id, such as ``stand``."""
    return MakeMove(seat, int(moves.by_id(move_id).move))


def moves_in(mask: int) -> list[str]:
    """Ids of the moves in a mask, in a fixed order."""
    return [definition.id for definition in moves.moves_in(mask)]
