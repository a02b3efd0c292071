"""The replica's cards, handed to a table one by one as it asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pitboss.cards import RANK_VALUE
from pitboss.rules.facts import Fact
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.state import DEALING
from tests.sim import replica
from tests.sim.suits import Suits


class Cards(Protocol):
    """Where a round's cards come from."""

    table: Table

    def give(self) -> None:
        """Hand the table the card it wants."""


class PeekedNatural(Exception):
    """A natural was found after the player drew: what was drawn did not happen."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place
        """Where the hole card is among the cards of the round."""


class FreshCards:
    """A round at one seat. Cards were drawn in this order: upcard, the player's two, the upcard's
    replacement, the player's further cards, the hole card, the dealer's; they are handed over by
    what they are for.

    The hole card stays unknown until it is turned, and the dealer says there is no natural. If
    there is one after all, the round has to be dealt again with the hole card's place given.
    """

    def __init__(
        self, table: Table, seed: int, number: int, suits: Suits, hole: int | None
    ) -> None:
        self.table, self.seed, self.number, self.suits = table, seed, number, suits
        self._shoe = replica.FreshShoe(seed, number, suits.decks)
        self._ranks: list[int] = []
        self._used = 3
        self._up, self._hole = 0, hole

    @property
    def used(self) -> int:
        """Cards that were drawn."""
        return sum(self._shoe.gone)

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
        alike = None
        if partner is not None and makes_natural(rank, self._rank(partner)):
            if want == Want.TURNED_HOLE_CARD and table.state.peeked is not None:
                raise PeekedNatural(place)
            alike = self._alike()
        table.deal(self.suits.card(place, rank, table.state.gone, partner, alike))

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
            self._ranks.append(self._shoe.draw())
        return self._ranks[place]

    def _alike(self) -> bool:
        """Whether a natural is of one suit: the coin says it for split hands, else it is free."""
        if len(self.table.state.seats[0].hands) > 1:
            return replica.suited_natural_of_round(self.seed, self.number)
        return self.number % 2 == 0


class ShoeCards:
    """A shoe, in the order it is dealt."""

    def __init__(self, table: Table, seed: int, number: int, suits: Suits) -> None:
        self.table, self.seed, self.number, self.suits = table, seed, number, suits
        self.shoe = replica.Shoe(seed, number, suits.decks)
        self.rounds = 0
        self._drawn = 0
        self._first: dict[int, int] = {}
        self._up = self._hole = 0
        self._asks_suits = any(
            fact == Fact.PLAYER_SUITED
            for bet in table.tables.bets
            for event in bet.events
            for fact, _ in event.conditions
        )

    @property
    def used(self) -> int:
        """Cards that have left the shoe, -1 if it ran out."""
        return -1 if self.shoe.ran_out else 52 * self.suits.decks - self.shoe.cards

    def burn(self) -> None:
        """Burn the top card."""
        self.table.do(act.BurnTop(self._next()))

    def begin_round(self) -> None:
        """Nothing lies on the felt."""
        self.rounds += 1
        self.shoe.begin_round()

    def give(self) -> None:
        """Hand the table the card it wants, from the discards if the shoe is empty."""
        if not self.shoe.cards:
            self.shoe.come_back()
            self.suits.shuffle()
            self.table.do(act.Shuffle(ran_out=True))
            if self.shoe.opened_another:
                self.table.emit(ev.ShoeShuffled())
            self.check()
        self.table.deal(self._next())

    def check(self) -> None:
        """The table and the replica agree on what is gone."""
        gone, full = self.table.state.gone, 4 * self.suits.decks
        by_rank = [sum(gone[4 * rank : 4 * rank + 4]) for rank in range(13)]
        assert by_rank == [full - left for left in self.shoe.left]

    def _next(self) -> int:
        place, rank = self._drawn, self.shoe.draw()
        self._drawn += 1
        partner, alike = self._suits(place, rank)
        return self.suits.card(place, rank, self.table.state.gone, partner, alike)

    def _suits(self, place: int, rank: int) -> tuple[int | None, bool | None]:
        """A card whose suit matters to this one, and whether they share it."""
        table, state = self.table, self.table.state
        partner = None
        match table.want:
            case Want.PLAYER_CARD if state.phase == DEALING:
                if not table.seat.hands[0].cards:
                    self._first[table.seat.number] = place
                elif self._asks_suits:
                    return self._hand(rank)
            case Want.UPCARD:
                self._up = place
            case Want.HOLE_CARD:
                self._hole = place
                partner = None if is_replaced(table) else self._up
            case Want.NEW_UPCARD:
                partner = self._hole
        if partner is None or not makes_natural(rank, self.suits.cards[partner] // 4):
            return None, None
        return partner, replica.suited_natural(self.seed, self.number, self.rounds - 1)

    def _hand(self, rank: int) -> tuple[int, bool]:
        seat = self.table.seat
        pair = rank == seat.hands[0].cards[0] // 4
        return self._first[seat.number], replica.suited_hand(
            self.seed, self.number, self.rounds - 1, seat.number, self.suits.decks, pair=pair
        )


class HandCards:
    """The cards of a round that was played before: the same for every hand, in whatever order."""

    def __init__(self, table: Table, log: Sequence[ev.Event]) -> None:
        self.table = table
        self._hands = Hands()
        self._of_hand: dict[tuple[int, str], list[int]] = {}
        self._dealers: dict[int, list[int | None]] = {}
        self._read = 0
        for event in log:
            match event:
                case ev.CardDealt(seat=seat, hand=hand, card=card):
                    self._of_hand.setdefault(self._hands.name(seat, hand), []).append(card)
                case ev.HandSplit(seat=seat, hand=hand):
                    self._hands.split(seat, hand)
                case _ if type(event) in DEALERS:
                    self._dealers.setdefault(DEALERS[type(event)], []).append(event.card)  # type: ignore[attr-defined]
        self._hands = Hands()

    def give(self) -> None:
        """Hand the table the card it wants."""
        table = self.table
        for event in table.log[self._read :]:
            if isinstance(event, ev.HandSplit):
                self._hands.split(event.seat, event.hand)
        self._read = len(table.log)
        if table.want == Want.PLAYER_CARD:
            name = self._hands.name(table.seat.number, table.hand)
            table.deal(self._of_hand[name].pop(0))
        else:
            table.deal(self._dealers[table.want].pop(0))

    def check(self) -> None:
        """Every card was dealt, but those the table knew already."""
        assert not any(self._of_hand.values())
        assert not self._dealers.get(Want.DEALER_CARD)


DEALERS = {
    ev.UpcardDealt: Want.UPCARD,
    ev.HoleCardDealt: Want.HOLE_CARD,
    ev.UpcardReplaced: Want.NEW_UPCARD,
    ev.HoleCardTurned: Want.TURNED_HOLE_CARD,
    ev.DealerDrew: Want.DEALER_CARD,
}


class Hands:
    """Names for the hands of a split that do not change as further ones are made."""

    def __init__(self) -> None:
        self._names: dict[int, list[str]] = {}

    def name(self, seat: int, hand: int) -> tuple[int, str]:
        """What a hand is called: by the splits that made it, left or right."""
        return seat, self._names.setdefault(seat, [""])[hand]

    def split(self, seat: int, hand: int) -> None:
        """A hand became two."""
        _, name = self.name(seat, hand)
        self._names[seat][hand : hand + 1] = [f"{name}l", f"{name}r"]


def makes_natural(one: int, two: int) -> bool:
    """Whether two ranks are an ace and a ten-value card."""
    return {RANK_VALUE[one], RANK_VALUE[two]} == {1, 10}


def is_replaced(table: Table) -> bool:
    """Whether the upcard will be set aside."""
    return bool(table.tables.replaced >> table.state.upcard // 4 & 1)
