"""The replica's cards in the table's own order, and cards that were dealt before."""

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
from tests.sim.suits import Suits, Wish


class Cards(Protocol):
    """Where a round's cards come from."""

    table: Table

    def give(self) -> None:
        """Hand the table the card it wants."""


def makes_natural(one: int, two: int) -> bool:
    """Whether two ranks are an ace and a ten-value card."""
    return {RANK_VALUE[one], RANK_VALUE[two]} == {1, 10}


def is_replaced(table: Table) -> bool:
    """Whether the upcard will be set aside."""
    return bool(table.tables.replaced >> table.state.upcard // 4 & 1)


def agree(table: Table, shoe: replica.Shoe) -> bool:
    """Whether the table and the replica think the same cards gone."""
    gone, full = table.state.gone, 4 * shoe.decks
    by_rank = [sum(gone[4 * rank : 4 * rank + 4]) for rank in range(13)]
    return by_rank == [full - left for left in shoe.left]


class ShoeCards:
    """The cards of a shoe as they come; when it is empty, the discards."""

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

    def burn(self) -> None:
        """Burn the top card."""
        self.table.do(act.BurnTop(self._next()))

    def begin_round(self) -> None:
        """Nothing lies on the felt."""
        self.rounds += 1
        self.shoe.begin_round()

    def give(self) -> None:
        """Hand the table the card it wants."""
        if not self.shoe.cards:
            self.shoe.come_back()
            self.suits.shuffle()
            self.table.do(act.Shuffle(ran_out=True))
            if self.shoe.opened_another:
                self.table.emit(ev.ShoeShuffled())
            assert agree(self.table, self.shoe)
        self.table.deal(self._next())

    def _next(self) -> int:
        place, rank = self._drawn, self.shoe.draw()
        self._drawn += 1
        return self.suits.card(place, rank, self.table.state.gone, self._wish(place, rank))

    def _wish(self, place: int, rank: int) -> Wish | None:
        """What the suit of a card has to be."""
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
            return None
        alike = replica.suited_natural(self.seed, self.number, self.rounds - 1)
        return Wish(partner, alike)

    def _hand(self, rank: int) -> Wish:
        seat = self.table.seat
        pair = rank == seat.hands[0].cards[0] // 4
        alike = replica.suited_hand(
            self.seed, self.number, self.rounds - 1, seat.number, self.suits.decks, pair=pair
        )
        return Wish(self._first[seat.number], alike)


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
