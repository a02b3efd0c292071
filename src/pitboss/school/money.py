"""What wagers were settled for, and the working of a payout: ``$15 × 3 to 2 = $22.50``."""

from __future__ import annotations

from fractions import Fraction

from pitboss.rules.limits import dollars
from pitboss.school.setting import Setting
from pitboss.table import events as ev

EVEN = (1, 1)
RESULTS = {
    "win": "the hand wins", "lose": "the hand loses", "push": "the hand pushes",
    "natural": "a natural", "natural push": "two naturals", "bust": "the hand is bust",
    "dealer natural": "the dealer has a natural", "no natural": "the dealer has no natural",
}  # fmt: skip
"""What settles a wager of the hand itself, in words."""


def result_words(setting: Setting, event: ev.WagerSettled) -> str:
    """What settled a wager, in words for people."""
    words = setting.event_words(event.bet, event.event)
    in_play = event.bet in (*setting.tables.opening, "insurance")
    return RESULTS.get(words, words) if in_play else words


def odds_of(setting: Setting, event: ev.WagerSettled) -> tuple[int, int]:
    """What a wager that won was paid, for each so many staked."""
    tables = setting.tables
    if event.bet == "insurance":
        return tables.insurance
    if event.bet in tables.opening:
        return tables.natural if event.event == "natural" else EVEN
    lines = {
        line.name: line.pays for bet in tables.bets if bet.id == event.bet for line in bet.events
    }
    return (lines[event.event], 1)


def won(event: ev.WagerSettled) -> int:
    """Cents paid on a wager; nothing where it was taken or pushed."""
    return max(0, event.returned - event.stake)


def odds_text(odds: tuple[int, int]) -> str:
    """``3 to 2``, or ``even money``."""
    return "even money" if odds == EVEN else f"{odds[0]} to {odds[1]}"


def worked(setting: Setting, event: ev.WagerSettled) -> str:
    """One wager's line of the working."""
    name, stake = setting.bet_name(event.bet), dollars(event.stake)
    if event.returned == event.stake:
        return f"{name}: {stake} pushes, nothing is paid"
    if event.returned < event.stake:
        kept = f", {dollars(event.returned)} goes back" if event.returned else ""
        return f"{name}: {stake} is taken{kept}"
    odds = odds_of(setting, event)
    exact = Fraction(event.stake * odds[0], odds[1])
    line = f"{name}: {stake} × {odds_text(odds)} = {dollars(won(event))}"
    if exact != won(event):
        line += f" (${float(exact) / 100:,.2f} before the house rounds or caps it)"
    return line


def total_line(paid: list[int]) -> str:
    """The sum of what is paid on several wagers."""
    return " + ".join(map(dollars, paid)) + f" = {dollars(sum(paid))}"
