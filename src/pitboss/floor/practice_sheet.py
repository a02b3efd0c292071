"""What the dealer of a game has to know, as a page shows it before a house has chosen options."""

from __future__ import annotations

import msgspec

from pitboss.rules.game import Game
from pitboss.rules.practice import practice_by_choice
from pitboss.rules.procedure import KINDS, Kind


class DealersPractice(msgspec.Struct, frozen=True, kw_only=True):
    """A signal, where chips or cards go, an order of payment, or a mistake and what follows."""

    id: str
    """Such as `PR-9`."""
    kind: Kind
    """What it is about."""
    name: str
    """What it is called; of an irregularity, what went wrong."""
    steps: list[str]
    """Steps of the round at which it is done, or a mistake is noticed."""
    signal: str
    """What the player shows, where it is a signal."""
    does: str
    """What the dealer does."""
    says: str
    """What the dealer says; nothing where nothing is said."""
    source: str
    """Document and rule, or `house custom`."""
    custom: bool
    """Whether no document says it."""
    note: str
    """What else should be known of the source."""
    choice: str
    """What the house must choose for it to be of use; empty where the game always has use."""


class PracticeGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a dealer has to know about one thing."""

    kind: Kind
    """What it is about."""
    title: str
    """The same in words."""
    practice: list[DealersPractice]
    """In the order in which it is read."""


def practice_sheet(game: Game) -> list[PracticeGroup]:
    """What a dealer of this game has to know, under any of its options and pay tables."""
    sheet = [
        DealersPractice(
            id=one.id, kind=one.kind, name=one.name, steps=list(one.at), signal=one.signal,
            does=one.does, says=one.says, source=one.source, custom=one.is_custom, note=one.note,
            choice=choice,
        )
        for one, choice in practice_by_choice(game)
    ]  # fmt: skip
    groups = (
        PracticeGroup(kind=kind, title=title, practice=[one for one in sheet if one.kind == kind])
        for kind, title in KINDS.items()
    )
    return [group for group in groups if group.practice]
