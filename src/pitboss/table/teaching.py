"""What a table teaches whoever plays: what moves do, what bets hope for, what is asked.

Words are in `rules.consequences` and `rules.hopes`; here they meet a table. Nothing is read that
does not lie open on the felt. A `Teacher` remembers what it said: views are made for everyone after
every step, and the same positions come again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.rules.compile import TableBet
from pitboss.rules.consequences import Position, does, edge_of, prompt, shut, slots
from pitboss.rules.course import NONE, Course
from pitboss.rules.facts import TIE_NATURAL
from pitboss.rules.hands import FIRST_BUST, NEXT, STATES, TOTAL
from pitboss.rules.hopes import riding_hope, spot_hopes
from pitboss.rules.limits import dollars
from pitboss.rules.moves import definition
from pitboss.rules.sign import event_words
from pitboss.rules.spoken import sentence
from pitboss.rules.vocabulary import Rules
from pitboss.table import bets
from pitboss.table.choices import Choices
from pitboss.table.flow import Want
from pitboss.table.state import Hand, Seat

if TYPE_CHECKING:
    from pitboss.table.engine import Table

MOST_REMEMBERED = 4096
"""Lines of a game that are kept; then all are made again."""


class MoveView(msgspec.Struct, frozen=True, gc=False):
    """A move's place in the dock, while the viewer decides."""

    move: str
    """Its id."""
    open: bool
    """Whether it may be made now."""
    cost: int
    """Cents it adds to the felt."""
    does: str
    """What it does, in a line; empty where it is not open."""
    shut: str
    """Why it is not open, in a few words; empty where it is."""


class Teacher:
    """Says what can be said of one game's moves and bets."""

    def __init__(
        self, choices: Choices, names: dict[str, str], hopes: dict[str, str],
        event_words: dict[str, dict[str, str]],
    ) -> None:  # fmt: skip
        self.course = Course(terms=choices.terms, opening=choices.opening)
        self.slots = slots(self.course)
        self.names, self.hopes, self.event_words = names, hopes, event_words
        self._moves: dict[Position, list[MoveView]] = {}
        self._riding: dict[tuple[object, ...], str] = {}

    def moves(self, table: Table) -> list[MoveView]:
        """Every slot, for the hand that decides."""
        hand = self.position(table)
        found = self._moves.get(hand)
        if found is None:
            if len(self._moves) >= MOST_REMEMBERED:
                self._moves.clear()
            found = self._moves[hand] = [self._slot(move, hand) for move in self.slots]
        return found

    def _slot(self, move: int, hand: Position) -> MoveView:
        name = definition(move).id
        if not move & hand.legal:
            return MoveView(name, False, 0, "", shut(self.course, move, hand))
        cost = edge_of(self.course, move, hand).units * hand.unit
        return MoveView(name, True, cost, does(self.course, move, hand), "")

    def position(self, table: Table) -> Position:
        """The hand that decides, as far as words depend on it."""
        seat, legal, opening = table.seat, table.legal, table.tables.opening
        hand = seat.hands[table.hand]
        riding: tuple[str, ...] = ()
        lost_by_hand: tuple[str, ...] = ()
        lost: tuple[str, ...] = ()
        if seat.wagers:
            riding, lost_by_hand, lost = self._bets_at_stake(table, seat, legal)
        names = tuple([self.names[bet] for bet in opening])
        return Position(
            table.terms, hand.state, tuple([card >> 2 for card in hand.cards]), len(seat.hands),
            tuple(hand.stakes), seat.stakes[opening[0]], names, legal, riding, lost_by_hand, lost,
            self._back(table, hand, legal),
        )  # fmt: skip

    def _bets_at_stake(
        self, table: Table, seat: Seat, legal: int
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Side bets on the felt, those another hand would lose, those giving up would."""
        lost = bets.lost_by_another_hand(table, seat, table.hand)
        given_up = bets.lost_if_given_up(table, seat) if self._may_give_up(table, legal) else []
        riding, by_hand, by_giving_up = (
            tuple([self.names[bet] for bet in found]) for found in (seat.wagers, lost, given_up)
        )
        return riding, by_hand, by_giving_up

    def _may_give_up(self, table: Table, legal: int) -> bool:
        return any(
            edge.pays[1] and edge.move & legal for edge in self.course.terms[table.terms].edges
        )

    def _back(self, table: Table, hand: Hand, legal: int) -> int:
        """Cents that come back from a hand given up, where it may be."""
        for edge in self.course.terms[table.terms].edges:
            if edge.pays[1] and edge.move & legal:
                won, each = edge.pays
                stakes = [stake for stake in hand.stakes if stake]
                return sum(min(one, table.payout(one, each + won, each)) for one in stakes)
        return 0

    # What is asked

    def prompt(self, table: Table) -> str:
        """What the hand that decides is asked, in a line."""
        hand = self.position(table)
        which = f"hand {table.hand + 1} of {hand.hands}: " if hand.hands > 1 else ""
        words = prompt(self.course, hand, table.state.upcard >> 2, peeked=table.state.peeked)
        return sentence(which + words)

    def insurance_prompt(self, table: Table, seat: int) -> str:
        """What a seat is asked while insurance is open to it."""
        won, each = table.tables.insurance
        most = dollars(table.insurance_limit(seat))
        return (
            f"The dealer shows an ace. Insurance, up to {most}, pays {won} to {each} if a natural "
            "lies underneath."
        )

    # What bets hope for

    def hopes_of(self, table: Table, seat: Seat) -> dict[str, str]:
        """What each bet of a seat that is still on the felt hopes for."""
        if table.state.upcard < 0 or len(seat.dealt) < 2:
            on_felt = seat.wagers if table.playing else seat.stakes
            found = {bet: self.hopes[bet] for bet in on_felt}
            for slot, bet in enumerate(table.tables.opening):
                if any(hand.stakes[slot] for hand in seat.hands):
                    found[bet] = self.hopes[bet]
            return found
        found = self._opening_hopes(table, seat)
        for bet in seat.wagers:
            found[bet] = self._riding_hope(table, seat, table.limits.bets[bet])
        if seat.insurance:
            won, each = table.tables.insurance
            found["insurance"] = f"Wins {won} to {each} if the dealer has a natural"
        return found

    def _opening_hopes(self, table: Table, seat: Seat) -> dict[str, str]:
        found = {}
        back = NONE
        if table.want == Want.DECISION and table.seat is seat:
            back = next(
                (
                    edge.returns
                    for edge in self.course.terms[table.terms].edges
                    if edge.returns != NONE and edge.move & table.legal
                ),
                NONE,
            )
        for slot, bet in enumerate(table.tables.opening):
            if any(hand.stakes[slot] for hand in seat.hands):
                found[bet] = "may come back now" if slot == back else "beat the dealer"
        return found

    def _riding_hope(self, table: Table, seat: Seat, bet: TableBet) -> str:
        state, hand = table.state, seat.hands[0]
        key = (
            bet.id, seat.dealt, state.original, state.upcard, state.peeked, state.hole_up,
            state.hole_up and state.hole, hand.state, hand.terms, hand.done, hand.ended,
            len(seat.hands), state.final,
        )  # fmt: skip
        found = self._riding.get(key)
        if found is None:
            if len(self._riding) >= MOST_REMEMBERED:
                self._riding.clear()
            found = riding_hope(
                bet, bets.known_facts(table, seat), words=self.event_words[bet.id],
                hands=len(seat.hands), reachable=self._reachable(table, seat),
            )  # fmt: skip
            self._riding[key] = found
        return found

    def _reachable(self, table: Table, seat: Seat) -> int:
        """Ties, as bits, that a seat's first hand can still come to: totals, or a natural."""
        hand = seat.hands[0]
        if seat.natural:
            return 1 << TIE_NATURAL
        if hand.done:
            return 1 << TOTAL[hand.state] if hand.state < FIRST_BUST else 0
        _, legal = table.choices.open(
            hand.terms, hand.state, hand.cards, len(seat.hands), table.state.upcard
        )
        edges = [edge for edge in self.course.terms[hand.terms].edges if edge.move & legal]
        if hand.awaits or any(edge.new_hand != NONE or edge.discards for edge in edges):
            return (1 << 22) - 1
        return _TOTALS_FROM[hand.state]


def _totals_from() -> tuple[int, ...]:
    """By hand state: the totals, as bits, that cards can bring it to."""
    found = [1 << TOTAL[state] if state < FIRST_BUST else 0 for state in range(STATES)]
    changed = True
    while changed:
        before = list(found)
        for state in range(FIRST_BUST):
            for after in NEXT[state][1:]:
                found[state] |= found[after]
        changed = found != before
    return tuple(found)


_TOTALS_FROM = _totals_from()


def teacher_of(rules: Rules, choices: Choices) -> Teacher:
    """The teacher of a game; tables of one game share it."""
    names = {bet: rules.wagers.names[bet] for bet in rules.wagers.opening}
    names |= {bet.id: bet.name for bet in rules.offered_bets}
    words = {bet.id: tuple(event_words(bet).items()) for bet in rules.offered_bets}
    hopes = spot_hopes(rules)
    return _teacher(choices, tuple(names.items()), tuple(hopes.items()), tuple(words.items()))


Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def _teacher(
    choices: Choices, names: Pairs, hopes: Pairs, words: tuple[tuple[str, Pairs], ...]
) -> Teacher:
    return Teacher(choices, dict(names), dict(hopes), {bet: dict(told) for bet, told in words})
