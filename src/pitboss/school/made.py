"""An item with the round it was made from, and what items of every kind have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.school.items import Item, Spot
from pitboss.school.rounds import DealtRound
from pitboss.school.setting import Setting
from pitboss.table import events as ev


class Skill(NamedTuple):
    """Something a dealer can do, and what it is called."""

    id: str
    name: str
    apart: bool = False
    """Whether it is asked only where somebody names it, because it takes minutes."""


@dataclass(frozen=True)
class Made:
    """An item, and where it comes from: for checks, never for a trainee."""

    item: Item
    dealt: DealtRound | None = None
    at: int = 0
    """The event of that round it is about."""


def spot(setting: Setting, event: ev.WagerSettled) -> Spot:
    """A wager that is being settled."""
    return Spot(
        seat=event.seat, hand=event.hand, bet=event.bet, name=setting.bet_name(event.bet),
        cents=event.stake,
    )  # fmt: skip


def hand_words(event: ev.WagerSettled, hands: int) -> str:
    """``seat 2``, with the hand where there are several."""
    return f"seat {event.seat}" + (f", hand {event.hand + 1}" if hands > 1 else "")
