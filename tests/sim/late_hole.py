"""The replica's cards for one seat alone: the hole card was drawn after the player's.

Cards were drawn in this order: upcard, the player's two, the upcard's replacement, the player's
further cards, the hole card, the dealer's. They are handed over by what they are for. The hole card
stays unknown until it is turned, and the dealer says there is no natural. If there is one after
all, the round has to be dealt again with the hole card's place given.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.table import Table
from pitboss.table.flow import Want
from pitboss.table.state import DEALING
from tests.sim.cards import is_replaced, makes_natural
from tests.sim.suits import Suits, Wish

MOST = 1000
"""More cards than a round can have."""


class PeekedNatural(Exception):
    """A natural was found after the player drew: what was drawn did not happen."""

    def __init__(self, drawn: list[int], dealt: int) -> None:
        super().__init__()
        self.drawn = drawn
        """Ranks, the hole card last."""
        self.not_drawn = drawn[dealt:-1]
        """Those after the deal that were not drawn after all."""


class OneSeat:
    """The cards of a round at one seat.

    `draw` gives the next rank; `before` are those that are known from dealing it before, the hole
    card last. `suited` says whether a natural is of one suit, without and with a split.
    """

    def __init__(
        self, table: Table, suits: Suits, number: int, draw: Callable[[], int],
        suited: tuple[bool, bool], before: list[int] | None = None,
    ) -> None:  # fmt: skip
        self.table, self._suits, self._first = table, suits, number * MOST
        self._draw, self._suited = draw, suited
        self._ranks = list(before or ())
        self._hole = len(self._ranks) - 1 if before else None
        self._up, self._used = 0, 3

    def give(self) -> None:
        """Hand the table the card it wants."""
        table, want = self.table, self.table.want
        if want == Want.HOLE_CARD and self._hole is None:
            table.deal(None)
            return
        place = self._place()
        rank, partner = self._rank(place), None
        if want == Want.NEW_UPCARD:
            self._up, partner = place, self._hole
        elif want == Want.TURNED_HOLE_CARD or (want == Want.HOLE_CARD and not is_replaced(table)):
            partner = self._up
        wish = None
        if partner is not None and makes_natural(rank, self._rank(partner)):
            if want == Want.TURNED_HOLE_CARD and table.state.peeked is not None:
                raise PeekedNatural(self._ranks[: place + 1], max(3, self._up + 1))
            split = len(table.state.seats[0].hands) > 1
            wish = Wish(self._first + partner, self._suited[split])
        table.deal(self._suits.card(self._first + place, rank, table.state.gone, wish))

    def _place(self) -> int:
        """Where the card that is wanted now is among those of the round."""
        table = self.table
        if table.want == Want.UPCARD:
            return self._up
        if table.want == Want.HOLE_CARD and self._hole is not None:
            return self._hole
        if table.want == Want.PLAYER_CARD and table.state.phase == DEALING:
            return 1 + len(table.seat.hands[0].cards)
        self._used += 1
        return self._used - 1

    def _rank(self, place: int) -> int:
        while place >= len(self._ranks):
            self._ranks.append(self._draw())
        return self._ranks[place]
