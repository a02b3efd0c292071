"""Brute force through the table engine: every course of a round from a small shoe, in fractions.

The oracle deals every card that can come, asks a player what to do, and adds up what the table
engine paid, weighted by exact chances. It knows no rule and does not use the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import RANKS
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want

Player = Callable[[Table], int]
"""Says the move (a bit of `Move`) for the hand in turn."""


class Result(NamedTuple):
    """Expectations of a round, exactly."""

    opening: Fraction
    """All opening wagers together, in main units."""
    bet: Fraction
    """The side bet, per unit staked on it."""
    courses: int
    """In how many ways the round can go."""


UNIT, SIDE = 1000, 300
SHOE_IS_EMPTY = "the shoe ran out: the player's policy needs more cards than it holds"


def shoe_of(text: str) -> list[int]:
    """Cards by rank from a text such as ``A2 6x3 Tx8``: rank, then x and how many.

    >>> shoe_of("Ax2 Tx8")
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0]
    """
    counts = [0] * 13
    for term in text.split():
        rank, _, many = term.partition("x")
        counts[RANKS.index(rank)] += int(many)
    return counts


def expectation(rules: Rules, shoe: list[int], player: Player, bet: str = "") -> Result:
    """Expected results of a round, and how many courses it can take."""
    table = Table(rules)
    wagers = dict.fromkeys(rules.wagers.opening, UNIT)
    if bet:
        wagers[bet] = SIDE
    table.do(act.PlaceWagers(1, "player", wagers))
    table.do(act.CloseWagers())
    table.log.clear()
    return _explore(table, list(shoe), player, bet, Fraction(0))


def _explore(table: Table, shoe: list[int], player: Player, bet: str, won: Fraction) -> Result:
    while not table.wants_card:
        if table.want == Want.WAGERS:
            won += _won(table, bet)
            return Result(
                Fraction(table.state.players["player"]) / UNIT - won * SIDE / UNIT, won, 1
            )
        if table.want == Want.INSURANCE:
            table.do(act.DeclineInsurance(1))
        else:
            table.do(act.BY_MOVE[player(table)](1))
    won += _won(table, bet)
    whole = sum(shoe)
    if not whole:
        raise ValueError(SHOE_IS_EMPTY)
    opening, side, leaves = Fraction(0), Fraction(0), 0
    for rank in range(13):
        if shoe[rank]:
            branch = table.copy()
            branch.deal(_card(branch, rank))
            shoe[rank] -= 1
            found = _explore(branch, shoe, player, bet, won)
            shoe[rank] += 1
            chance = Fraction(shoe[rank], whole)
            opening += chance * found.opening
            side += chance * found.bet
            leaves += found.courses
    return Result(opening, side, leaves)


def _won(table: Table, bet: str) -> Fraction:
    """What the bet brought since the last card, per unit staked; the log is used up."""
    won = sum(
        event.returned - event.stake
        for event in table.log
        if isinstance(event, ev.WagerSettled) and event.bet == bet
    )
    table.log.clear()
    return Fraction(won, SIDE)


def _card(table: Table, rank: int) -> int:
    gone = table.state.gone
    return min(range(4 * rank, 4 * rank + 4), key=lambda card: gone[card])
