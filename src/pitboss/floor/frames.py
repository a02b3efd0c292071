"""Events as people see them one after the other, each with what it changed on the felt."""

from __future__ import annotations

import msgspec

from pitboss.floor.seen import over_21, seen
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.store import records
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from pitboss.table.state import TableState
from pitboss.table.views import DealerView, Felt, SeatView, felt, felt_after


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One event as people at the table see it; what is left out has not changed.

    A whole felt for each event would be most of what a server sends.
    """

    does: str = ""
    """What the dealer does, in words."""
    says: str = ""
    """What the dealer says aloud."""
    practice: str = ""
    """Ids of the dealer's practice it carries out; what is house custom is marked as such."""
    seats: list[SeatView] = []
    """Seats that look different now."""
    gone: list[int] = []
    """Seats that have nothing on the felt any more."""
    dealer: DealerView | None = None
    """The dealer's cards, if they look different now."""
    why: str = ""
    """Of a wager that is settled: why it lost, won or came back, in the player's words."""
    seen: str = ""
    """What happened as players see it, in a sentence."""


class EndedWager(msgspec.Struct, frozen=True, gc=False):
    """A wager of the round on the felt that is settled, or of the last one."""

    settled: ev.WagerSettled
    """What came back."""
    why: str
    """Why it lost, won or came back, in the player's words."""
    round: int
    """In which round."""
    version: int
    """In which version of the table."""


def ended_after(
    ended: list[EndedWager], event: ev.Event, why: str, number: int, version: int
) -> list[EndedWager]:  # fmt: skip
    """Those that are settled after an event of a round and version, which says why if it is one.

    None are in a new round, nor those that a card undid.
    """
    if isinstance(event, ev.WagersClosed):
        return []
    if isinstance(event, records.CardUndone):
        return [one for one in ended if one.version < event.entry]
    if isinstance(event, ev.WagerSettled):
        return [*ended, EndedWager(event, why, number, version)]
    return ended


UNDONE = "The card typed last is undone: it was not the one that fell."


class Screen:
    """What everyone at a table has seen so far."""

    def __init__(self, game: Game, rules: Rules, state: TableState | None = None) -> None:
        self.narrator = Narrator(game, rules)
        if state is not None:
            self.narrator.state = state.copy()
        self.felt = felt(self.narrator.state)

    def show(self, event: ev.Event) -> Frame:
        """The frame of the next event, which must be a public one."""
        if isinstance(event, records.HouseEvent):
            return Frame()
        caption = self.narrator.tell(event)
        before, self.felt = self.felt, felt_after(event, self.narrator.state, self.felt)
        changes = _difference(before, self.felt)
        told = seen(event, self.narrator.names, busts=over_21(before, event))
        return Frame(caption.does, caption.says, caption.practice, *changes, caption.why, told)

    def undo(self, state: TableState) -> Frame:
        """The frame of a card that is undone: the table is in this state again."""
        self.narrator.state = state.copy()
        before, self.felt = self.felt, felt(state)
        changes = _difference(before, self.felt)
        return Frame(UNDONE, "", "", *changes, "", UNDONE)


def _difference(before: Felt, after: Felt) -> tuple[list[SeatView], list[int], DealerView | None]:
    changed: list[SeatView] = []
    gone: list[int] = []
    if after.seats is not before.seats:
        old = {seat.seat: seat for seat in before.seats}
        for seat in after.seats:
            was = old.pop(seat.seat, None)
            if was is not seat and was != seat:
                changed.append(seat)
        gone = list(old)
    same = after.dealer is before.dealer or after.dealer == before.dealer
    return changed, gone, None if same else after.dealer
