"""Brute force through the table engine: every course of a round from a small shoe, exactly.

The oracle deals every card that can come, asks a player what to do, and adds up what the table
engine booked on every wager. It knows no rule and does not use the solver. Chances are whole
numbers of orders of the shoe, so nothing is ever rounded; results come out as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from pitboss.cards import CARD_VALUE, RANK_VALUE, RANKS
from pitboss.rules.facts import Fact
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.enumeration.happenings import UNNAMED, happenings

Player = Callable[[Table], int]
"""Says the move (a bit of `Move`) for the hand in turn."""

UNIT = 1000
"""Cents on every wager."""
SUITS = 4


class ShoeRanOut(ValueError):
    """The player needs more cards than the shoe holds: what is proved needs another shoe."""


class Deal(NamedTuple):
    """What lies open at the first decision, by rank."""

    original: int
    """The upcard that was set aside, or -1."""
    upcard: int
    cards: tuple[int, ...]
    """The player's two cards, the lower rank first."""

    def __str__(self) -> str:
        aside = f"{RANKS[self.original]} set aside, " if self.original >= 0 else ""
        return f"{aside}upcard {RANKS[self.upcard]}, player {''.join(RANKS[c] for c in self.cards)}"


class Sums:
    """What rounds brought together, each counted by the orders of the shoe it comes in."""

    def __init__(self, wagers: int) -> None:
        self.orders = 0
        self.won = [0] * wagers
        self.staked = 0

    def add(self, orders: int, won: Sequence[int], staked: int) -> None:
        """Add rounds: what each wager won in each, and what the opening wagers came to."""
        self.orders += orders
        self.staked += orders * staked
        for wager, cents in enumerate(won):
            self.won[wager] += orders * cents


class Enumeration:
    """Every course of a round, added up by deal."""

    def __init__(self, wagers: tuple[str, ...], orders: int) -> None:
        self.wagers, self.orders = wagers, orders
        self.deals: dict[Deal, Sums] = {}
        self.courses = 0
        """In how many ways the round can go."""
        self.seen: set[str] = set()
        """What occurred in any of them, in words."""
        self.settled: set[tuple[str, str]] = set()
        """Bets, and events they were settled by."""

    def add(self, deal: Deal, orders: int, won: Sequence[int], staked: int) -> None:
        """Add one course."""
        if deal not in self.deals:
            self.deals[deal] = Sums(len(self.wagers))
        self.deals[deal].add(orders, won, staked)
        self.courses += 1

    def expectations(self) -> list[Fraction]:
        """What each wager brings, per unit."""
        return [
            Fraction(sum(sums.won[wager] for sums in self.deals.values()), self.orders * UNIT)
            for wager in range(len(self.wagers))
        ]

    def average_stake(self) -> Fraction:
        """Units on the opening wagers: doubles and paid splits added, what was taken back not."""
        return Fraction(sum(sums.staked for sums in self.deals.values()), self.orders * UNIT)


def shoe_of(text: str) -> list[int]:
    """Cards by rank from a text such as ``Ax2 6x3 Tx8``: rank, then x and how many.

    >>> shoe_of("Ax2 Tx8")
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0]
    """
    counts = [0] * 13
    for term in text.split():
        rank, _, many = term.partition("x")
        counts[RANKS.index(rank)] += int(many)
    return counts


def enumerated(rules: Rules, shoe: Sequence[int], player: Player) -> Enumeration:
    """Play every course of a round with a unit on every wager there is."""
    table = open_table(rules)
    tables = table.tables
    wagers = (*tables.opening, *(bet.id for bet in tables.bets))
    found = Enumeration(wagers, factorial(sum(shoe)) * SUITS)
    won = (0,) * len(wagers)
    staked = UNIT * len(tables.opening)
    _explore(table, list(shoe), player, found, found.orders, won, staked)
    return found


def open_table(rules: Rules) -> Table:
    """A table with a unit on every wager, ready to deal.

    Limits are not asked: no house would take all bets at once.
    """
    table = Table(rules)
    bets = (*table.tables.opening, *(bet.id for bet in table.tables.bets))
    placed = [ev.WagerPlaced(1, "player", bet, UNIT) for bet in bets]
    table = Table.from_events(rules, [ev.RoundOpened(1), *placed, ev.WagersClosed()])
    table.log.clear()
    return table


def deal_of(table: Table) -> Deal:
    """What the seat in turn, or the last one that was, and the dealer were dealt."""
    state = table.state
    one, two = (card >> 2 for card in table.seat.dealt)
    cards = (one, two) if one < two else (two, one)
    return Deal(state.original >> 2 if state.original >= 0 else -1, state.upcard >> 2, cards)


def _explore(
    table: Table, shoe: list[int], player: Player, found: Enumeration, orders: int,
    won: tuple[int, ...], staked: int,
) -> None:  # fmt: skip
    while not table.wants_card and table.want != Want.WAGERS:
        if table.want == Want.INSURANCE:
            table.do(act.DeclineInsurance(1))
        else:
            table.do(act.MakeMove(1, player(table)))
    won, staked = _booked(table, found, won, staked)
    if table.want == Want.WAGERS:
        found.add(deal_of(table), orders, won, staked)
        return
    left = sum(shoe)
    if not left:
        raise ShoeRanOut
    ranks = [rank for rank in range(13) if shoe[rank]]
    ways = [(rank, card, share) for rank in ranks for card, share in cards_of(table, rank)]
    for place, (rank, card, share) in enumerate(ways, 1):
        branch = table.copy() if place < len(ways) else table  # which nobody needs any more
        branch.deal(card)
        part = orders * shoe[rank] // left // share
        shoe[rank] -= 1
        _explore(branch, shoe, player, found, part, won, staked)
        shoe[rank] += 1


def _booked(
    table: Table, found: Enumeration, won: tuple[int, ...], staked: int
) -> tuple[tuple[int, ...], int]:
    """What every wager has won, and what is staked, now that the log has grown; it is used up."""
    now = list(won)
    for event in table.log:
        if isinstance(event, ev.WagerSettled):
            now[found.wagers.index(event.bet)] += event.returned - event.stake
            if (event.bet, event.event) not in found.settled:
                found.settled.add((event.bet, event.event))
                found.seen.update(happenings(table, event))
        elif type(event) not in UNNAMED:
            found.seen.update(happenings(table, event))
            if isinstance(event, ev.HandDoubled | ev.HandSplit):
                staked += event.cents
            elif isinstance(event, ev.WagerReturned):
                staked -= event.cents
    table.log.clear()
    return tuple(now), staked


def cards_of(table: Table, rank: int) -> Iterator[tuple[int, int]]:
    """Cards of a rank to deal now, each with the number it shares the rank's chance with.

    Suits matter only to bets on a suited dealer natural; there every suit is as likely as another.
    """
    state = table.state
    other = state.hole if table.want == Want.NEW_UPCARD else state.upcard
    dealers = table.want in (Want.NEW_UPCARD, Want.HOLE_CARD)
    if dealers and asks_suits(table) and CARD_VALUE[other] + RANK_VALUE[rank] == 11:
        for suit in range(SUITS):
            yield 4 * rank + suit, SUITS
        return
    yield min(range(4 * rank, 4 * rank + SUITS), key=lambda card: state.gone[card]), 1


def asks_suits(table: Table) -> bool:
    """Whether a bet depends on the suits of the dealer's cards."""
    return any(
        fact == Fact.DEALER_SUITED
        for bet in table.tables.bets
        for event in bet.events
        for fact, _ in event.conditions
    )
