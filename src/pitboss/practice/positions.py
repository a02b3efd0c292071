"""Hands to practise on: cards in an order, moves made so far, and the table that comes of them.

A hand is one seat's, dealt from a full shoe by the table engine. Everything about it follows from
`Dealt`, so that a hand is kept as a short text and found again as it was. Cards that nobody has
seen are in it: it stays on the server.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from pitboss.cards import DECK
from pitboss.rules.chart_places import Standing, place_of, up_label
from pitboss.rules.course import NONE
from pitboss.rules.moves import by_id, is_move
from pitboss.rules.vocabulary import Rules
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE
from pitboss.table.flow import Want

SEAT, PLAYER = 1, "you"
USUAL_CENTS = 1000
"""Staked on every opening wager, unless a table asks for more."""
MOST_CARDS = 80
"""That are kept of a shoe; no hand needs more."""
INSURANCE = "insurance"
"""The table of decisions about it, which no chart has."""
BEFORE_THE_LOOK = "before the dealer looks"
MOST_TRIES = 400


class Cell(NamedTuple):
    """A kind of decision: where a chart has it, and what was done to the hand before."""

    table: str
    """Of the chart."""
    hand: str
    """The row, in the words of a chart file."""
    up: str
    """The dealer's upcard."""
    after: str = ""
    """What was done to the hand that left it with fewer choices."""


class Dealt(msgspec.Struct, frozen=True):
    """A hand to practise on."""

    cards: str
    """In the order in which they come, as hexadecimal numbers."""
    moves: list[str] = []
    """Made so far."""
    given: int = 0
    """How many of them were made before the player was asked."""
    bets: dict[str, int] = {}
    """Cents on side bets."""

    def with_move(self, move: str) -> Dealt:
        """The hand after one more move."""
        return msgspec.structs.replace(self, moves=[*self.moves, move])


def at_table(rules: Rules, dealt: Dealt) -> Table:
    """The table at which a hand waits for its next decision, or is over."""
    table = begun(rules, dealt.bets)
    cards = iter(bytes.fromhex(dealt.cards))
    deal_on(table, cards)
    for move in dealt.moves:
        decide(table, move)
        deal_on(table, cards)
    return table


def begun(rules: Rules, bets: Mapping[str, int] | None = None) -> Table:
    """A table of which one seat is staked and nothing is dealt."""
    table = _new_table(_Same(rules)).copy()
    wagers = dict.fromkeys(table.tables.opening, stake_of(table)) | dict(bets or {})
    table.do(act.PlaceWagers(SEAT, PLAYER, wagers))
    table.do(act.CloseWagers())
    return table


class _Same(NamedTuple):
    """Rules told apart by being the same object: they are compiled once, not for every hand."""

    rules: Rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules


@lru_cache(maxsize=16)
def _new_table(same: _Same) -> Table:
    return Table(same.rules)


def stake_of(table: Table) -> int:
    """Cents on each opening wager of a practice hand."""
    return max(USUAL_CENTS, *(table.limits.minimum[bet] for bet in table.tables.opening))


def deal_on(table: Table, cards: Iterable[int]) -> None:
    """Deal until a person is asked, or the round is over."""
    source = iter(cards)
    while table.wants_card:
        table.deal(next(source))


def decides(table: Table) -> bool:
    """Whether the player is asked something."""
    return table.want in (Want.DECISION, Want.INSURANCE)


def choices(table: Table) -> list[str]:
    """What may be answered now, as advice names it."""
    if table.want == Want.INSURANCE:
        even = [EVEN_MONEY] if table.can(act.TakeEvenMoney(SEAT)) else []
        insure = [INSURE] if table.insurance_limit(SEAT) else []
        return [DECLINE, *insure, *even]
    return table.legal_names()


def decide(table: Table, move: str) -> None:
    """Make a move, or answer the offer of insurance; `IllegalAction` says why not."""
    if table.want == Want.INSURANCE and move == INSURE:
        table.do(act.Insure(SEAT, table.insurance_limit(SEAT)))
    elif table.want == Want.INSURANCE and move == DECLINE:
        table.do(act.DeclineInsurance(SEAT))
    elif table.want == Want.INSURANCE and move == EVEN_MONEY:
        table.do(act.TakeEvenMoney(SEAT))
    elif is_move(move):
        table.do(act.move(SEAT, move))
    else:
        raise IllegalAction(f"move = {move[:40]!r}: use one of {', '.join(choices(table))}")


def standing(table: Table) -> Standing:
    """The hand that decides, as a chart looks at it."""
    hand = table.seat.hands[table.hand]
    edges = table.choices.terms[table.terms].edges
    parts = any(edge.new_hand != NONE and edge.move & table.legal for edge in edges)
    return Standing(table.terms, tuple(card >> 2 for card in hand.cards), hand.offered, parts)


def cell_of(table: Table, seat: int = SEAT) -> Cell:
    """The kind of decision that the table waits for; of this seat where insurance is offered."""
    up = up_label(table.state.upcard >> 2)
    if table.want == Want.INSURANCE:
        even = table.can(act.TakeEvenMoney(seat))
        return Cell(INSURANCE, "even money" if even else "insurance", up)
    at = standing(table)
    place = place_of(table.tables, at)
    terms = table.choices.terms[table.terms]
    after = BEFORE_THE_LOOK if terms.before_peek else ", ".join(terms.marks)
    return Cell(place.table, place.hand, up, "" if at.offered else after)


KINDS = {
    "hard": "Hard totals", "soft": "Soft totals", "pairs": "Pairs", "card": "Cards just drawn",
    INSURANCE: "Insurance",
}  # fmt: skip
"""Kinds of decisions, in words."""


def kind_of(cell: Cell) -> str:
    """Which of `KINDS` a decision is."""
    first = cell.hand.split()[0]
    if cell.table == INSURANCE:
        return INSURANCE
    if "+" in cell.hand:
        return "card"
    return first if first in ("hard", "soft") else "pairs"


# Drawing


def shuffled(rules: Rules, chance: random.Random, gone: Sequence[int] = ()) -> list[int]:
    """The rest of a full shoe in a random order, as far as a hand can need it."""
    left = list(DECK) * rules.shoe.decks
    for card in gone:
        left.remove(card)
    return chance.sample(left, min(MOST_CARDS, len(left)))


def any_hand(
    rules: Rules, chance: random.Random, bets: Mapping[str, int] | None = None
) -> Dealt:  # fmt: skip
    """A hand as it comes, with something to decide."""
    for _ in range(MOST_TRIES):
        dealt = Dealt(bytes(shuffled(rules, chance)).hex(), bets=dict(bets or {}))
        if decides(at_table(rules, dealt)):
            return dealt
    raise IllegalAction("this game asks nothing of a player in hundreds of rounds")


class Sample(msgspec.Struct, frozen=True):
    """How a kind of decision was once come to: cards up to it, and moves."""

    cards: str
    moves: list[str] = []


def hand_like(
    rules: Rules, sample: Sample, cell: Cell, chance: random.Random
) -> Dealt | None:  # fmt: skip
    """A hand that comes to the same decision by the same ranks, the rest of the shoe at random.

    None if that was not found soon, as where the dealer would have to have no natural.
    """
    for _ in range(20):
        suits = chance.sample(range(4), 4)
        first = [card & ~3 | suits[card & 3] for card in bytes.fromhex(sample.cards)]
        if any(first.count(card) > rules.shoe.decks for card in first):
            continue
        hole = _hole_place(rules, first)
        rest = shuffled(rules, chance, [card for at, card in enumerate(first) if at != hole])
        if hole is not None:
            first[hole] = rest.pop()
        cards = bytes([*first, *rest][:MOST_CARDS]).hex()
        dealt = Dealt(cards, list(sample.moves), len(sample.moves))
        try:
            table = at_table(rules, dealt)
        except IllegalAction:
            continue
        if decides(table) and cell_of(table) == cell:
            return dealt
    return None


def _hole_place(rules: Rules, cards: Sequence[int]) -> int | None:
    """Which of the cards dealt lies face down."""
    table = begun(rules)
    for place, card in enumerate(cards):
        if not table.wants_card:
            return None
        if table.want == Want.HOLE_CARD:
            return place
        table.deal(card)
    return None


def move_words(move: str) -> str:
    """A move, or what is answered about insurance, in words."""
    if is_move(move):
        return by_id(move).words
    return {INSURE: "insure", DECLINE: "decline insurance", EVEN_MONEY: "take even money"}[move]
