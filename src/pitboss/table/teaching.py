"""What a table teaches whoever plays: what moves do, what bets hope for, what is asked.

Words are in `rules.consequences` and `rules.hopes`; here they meet a table. Nothing is read that
does not lie open on the felt. A `Teacher` remembers what it said: views are made for everyone after
every step, and the same positions come again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from pitboss.rules.consequences import Position, does, edge_of, prompt, shut, slots
from pitboss.rules.course import NONE, Course
from pitboss.rules.facts import TIE_NATURAL
from pitboss.rules.hands import FIRST_BUST, NEXT, STATES, TOTAL
from pitboss.rules.hopes import BEAT_THE_DEALER, riding_hope, spot_hopes
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


class Decision(NamedTuple):
    """What is said to whoever decides."""

    moves: list[MoveView]
    prompt: str


class Teacher:
    """Says what can be said of one game's moves and bets."""

    def __init__(
        self, choices: Choices, names: dict[str, str], hopes: dict[str, str],
        event_words: dict[str, dict[str, str]],
    ) -> None:  # fmt: skip
        self.course = Course(terms=choices.terms, opening=choices.opening)
        self.slots = slots(self.course)
        self.names, self.hopes, self.event_words = names, hopes, event_words
        self._returns = [
            [(edge.move, edge.returns) for edge in terms.edges if edge.returns != NONE]
            for terms in choices.terms
        ]
        """By terms: moves that bring an opening wager back, and which."""
        self._gives_up = [
            any(edge.pays[1] for edge in terms.edges) for terms in choices.terms
        ]  # fmt: skip
        self._decisions: dict[tuple[object, ...], Decision] = {}
        self._riding: dict[tuple[object, ...], str] = {}

    def decision(self, table: Table) -> Decision:
        """Every slot and the question, for the hand that decides."""
        seat, state, house = table.seat, table.state, table.limits.house
        hand = seat.hands[table.hand]
        known = (seat.dealt, state.original, *seat.wagers) if seat.wagers else ()
        key = (
            table.terms, table.legal, table.hand, len(seat.hands), state.upcard >> 2, state.peeked,
            tuple([card >> 2 for card in hand.cards]), tuple(hand.stakes),
            seat.stakes[table.tables.opening[0]], known, house.round_to, house.round_for,
        )  # fmt: skip
        found = self._decisions.get(key)
        if found is None:
            position = self.position(table)
            moves = [self._slot(move, position) for move in self.slots]
            found = Decision(moves, self._prompt(table, position))
            _remember(self._decisions, key, found)
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
            riding, lost_by_hand, lost = self._bets_at_stake(table, seat)
        names = tuple([self.names[bet] for bet in opening])
        return Position(
            table.terms, hand.state, tuple([card >> 2 for card in hand.cards]), len(seat.hands),
            tuple(hand.stakes), seat.stakes[opening[0]], names, legal, riding, lost_by_hand, lost,
            self._back(table, hand, legal),
        )  # fmt: skip

    def _bets_at_stake(
        self, table: Table, seat: Seat
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Side bets on the felt, those another hand would lose, those giving up would."""
        lost = bets.lost_by_another_hand(table, seat, table.hand)
        gives_up = self._gives_up[table.terms]
        given_up = bets.lost_if_given_up(table, seat) if gives_up else []
        riding, by_hand, by_giving_up = (
            tuple([self.names[bet] for bet in found]) for found in (seat.wagers, lost, given_up)
        )
        return riding, by_hand, by_giving_up

    def _back(self, table: Table, hand: Hand, legal: int) -> int:
        """Cents that come back from a hand given up, where it may be."""
        for edge in self.course.terms[table.terms].edges:
            if edge.pays[1] and edge.move & legal:
                won, each = edge.pays
                stakes = [stake for stake in hand.stakes if stake]
                return sum(min(one, table.payout(one, each + won, each)) for one in stakes)
        return 0

    # What is asked

    def _prompt(self, table: Table, hand: Position) -> str:
        """What the hand that decides is asked, in a line."""
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
        if not seat.hands:
            return {bet: self.hopes[bet] for bet in seat.stakes}
        dealt = table.state.upcard >= 0 and len(seat.dealt) == 2
        found = self._opening_hopes(table, seat, dealt=dealt)
        for bet in seat.wagers:
            found[bet] = self._riding_hope(table, seat, bet) if dealt else self.hopes[bet]
        if seat.insurance:
            won, each = table.tables.insurance
            found["insurance"] = f"Wins {won} to {each} if the dealer has a natural"
        return found

    def _opening_hopes(self, table: Table, seat: Seat, *, dealt: bool) -> dict[str, str]:
        found, hands = {}, seat.hands
        for slot, bet in enumerate(table.tables.opening):
            if hands[0].stakes[slot] or any(hand.stakes[slot] for hand in hands):
                found[bet] = BEAT_THE_DEALER if dealt else self.hopes[bet]
        if table.want == Want.DECISION and table.seat is seat:
            for move, slot in self._returns[table.terms]:
                if move & table.legal:
                    found[table.tables.opening[slot]] = "may come back now"
        return found

    def _riding_hope(self, table: Table, seat: Seat, bet: str) -> str:
        state, hand = table.state, seat.hands[0]
        key = (
            bet, seat.dealt, state.original, state.upcard, state.peeked, state.hole_up, state.final,
            tuple(hand.cards), hand.terms, hand.done, len(seat.hands),
            state.hole if state.hole_up else None,
        )  # fmt: skip
        found = self._riding.get(key)
        if found is None:
            found = riding_hope(
                table.limits.bets[bet], bets.known_facts(table, seat),
                words=self.event_words[bet], hands=len(seat.hands),
                reachable=self._reachable(table, seat),
            )  # fmt: skip
            _remember(self._riding, key, found)
        return found

    def _reachable(self, table: Table, seat: Seat) -> int:
        """Ties, as bits, that a seat's first hand can still come to: totals, or a natural."""
        hand = seat.hands[0]
        if seat.natural:
            return 1 << TIE_NATURAL
        if hand.done:
            return 1 << TOTAL[hand.state] if hand.state < FIRST_BUST else 0
        if hand.awaits:
            return (1 << 22) - 1
        terms, legal = table.choices.open(
            hand.terms, hand.state, hand.cards, len(seat.hands), table.state.upcard
        )
        edges = [edge for edge in self.course.terms[terms].edges if edge.move & legal]
        if any(edge.new_hand != NONE or edge.discards for edge in edges):
            return (1 << 22) - 1
        return _TOTALS_FROM[hand.state]


Said = TypeVar("Said")


def _remember(kept: dict[tuple[object, ...], Said], key: tuple[object, ...], said: Said) -> None:
    if len(kept) >= MOST_REMEMBERED:
        kept.clear()
    kept[key] = said


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
