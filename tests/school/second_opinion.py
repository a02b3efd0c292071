"""The referee's opinion on every wager of a round, and other judges written from the rulebook.

Nothing here asks the table engine or the school: cards, wagers and decisions go in as they were,
and what comes out is compared with what an item says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss import cards
from pitboss.school.rounds import DealtRound
from tests import referee
from tests.referee.table import Hand, Table

Wager = tuple[int, int, str]
"""Seat from 1, hand from 0, bet."""


class Watched(Table):
    """The referee's table, watched: what came back on each wager of each hand."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.back_on: dict[int, dict[str, int]] = {}
        """By the hand's identity: bet to cents that came back."""
        self.side_back: dict[tuple[int, str], int] = {}
        self.insurable: dict[int, int] = {}

    def win(self, seat: int, hand: Hand, odds: int = 1, to: int = 1) -> None:
        self._watch(seat, hand, lambda: super(Watched, self).win(seat, hand, odds, to))

    def push(self, seat: int, hand: Hand) -> None:
        self._watch(seat, hand, lambda: super(Watched, self).push(seat, hand))

    def surrender(self, seat: int, hand: Hand) -> None:
        self._watch(seat, hand, lambda: super(Watched, self).surrender(seat, hand))

    def _watch(self, seat: int, hand: Hand, do: Any) -> None:
        before = dict(self.back[seat])
        do()
        self.back_on[id(hand)] = {
            bet: self.back[seat].get(bet, 0) - before.get(bet, 0) for bet in hand.stakes
        }

    def pay_side(self, seat: int, bet: str, odds: int) -> None:
        before = self.back[seat].get(bet, 0)
        super().pay_side(seat, bet, odds)
        self.side_back[seat, bet] = self.back[seat][bet] - before

    def ask_insurance(self, seat: int, legal: set[str], most: int) -> tuple[str, int]:
        self.insurable[seat + 1] = most
        return super().ask_insurance(seat, legal, most)


@dataclass
class Opinion:
    """What the referee says of a round."""

    returned: dict[Wager, int] = field(default_factory=dict)
    staked: dict[Wager, int] = field(default_factory=dict)
    legal: list[frozenset[str]] = field(default_factory=list)
    """At each decision."""
    insurable: dict[int, int] = field(default_factory=dict)
    """Most cents a seat may insure, by seat."""
    dealer: list[str] = field(default_factory=list)


def opinion(
    game: str, options: dict[str, object], dealt: DealtRound, opening: tuple[str, ...]
) -> Opinion:
    """The referee's settlement of a round that the engine dealt."""
    answers = iter(dealt.choices)
    found = Opinion()

    def choose(seat: int, hand: int, legal: frozenset[str]) -> str:
        choice = next(answers)
        assert (choice.seat - 1, choice.hand) == (seat, hand)
        found.legal.append(legal)
        return choice.answer

    shoe: Iterator[str] = iter([cards.name(card) for card in dealt.cards])
    house = dealt.setting.house
    table = Watched(
        options, [dict(one) for one in dealt.wagers], shoe, choose, house.round_to, house.round_for
    )
    referee.GAMES[game](table)
    for seat in table.seats:
        for index, hand in enumerate(table.hands[seat]):
            for bet, cents in hand.stakes.items():
                wager = (seat + 1, index, bet)
                found.staked[wager] = cents
                found.returned[wager] = table.back_on.get(id(hand), {}).get(bet, 0)
        for bet, cents in table.put[seat].items():
            if bet not in opening:
                wager = (seat + 1, 0, bet)
                found.staked[wager] = cents
                back = table.back[seat].get(bet, 0)
                found.returned[wager] = table.side_back.get((seat, bet), back)
    found.insurable, found.dealer = table.insurable, table.dealer
    return found


# Order: the phases of the rulebook, by the plain names of steps

PHASES = {
    "blackjack": "deal-hole offer-insurance close-insurance peek,peek-natural turn-hole "
    "pay,push,collect collect-cards",
    "half-back": "deal-hole set-aside replace-upcard early-bonus offer-insurance close-insurance "
    "peek,peek-natural turn-hole late-bonus discard-set-aside pay,push,collect collect-cards",
    "lucky-stiff": "deal-hole bets offer-insurance close-insurance peek,peek-natural turn-hole "
    "pay,push,collect collect-cards",
    "blackjack-tie": "deal-hole offer-insurance close-insurance peek,peek-natural turn-hole "
    "pay,push,collect collect-cards",
    "mulligan-21": "deal-hole naturals bets offer-insurance close-insurance peek,peek-natural "
    "turn-hole pay,push,collect collect-cards",
}
"""BJ-3 to BJ-5, HB-3 to HB-6, LS-8, BT-4, M21-2: what comes after what between deal and play."""


def phase(game: str, step: str, bet: str, *, peeked: bool) -> int:
    """The place of a step in that order."""
    phases = PHASES[game].split()
    if bet not in ("", "main", "half-back", "insurance") and not peeked:
        for name in ("early-bonus", "bets"):
            if name in phases:
                return phases.index(name)
    if bet == "upcard-bonus":
        return phases.index("late-bonus")
    if game == "mulligan-21" and step == "pay-natural":
        return phases.index("naturals")
    for place, name in enumerate(phases):
        if step in name.split(",") or (bet and step.split("-")[0] in name.split(",")):
            return place
    raise AssertionError(f"{step} is no step between the deal and the first decision")


# Limits: WA-1, WA-2, HB-2, BT-3, BT-7, and the minima a table has unless it sets its own

LEFT = {"tie-left", "tie-17", "tie-18", "tie-19"}
RIGHT = {"tie-right", "tie-20", "tie-21", "tie-blackjack"}


def broken(game: str, wagers: dict[str, int]) -> set[str]:
    """Which limits wagers break."""
    found = set()
    main = wagers["main"]
    if game == "half-back" and wagers["half-back"] != main:
        found.add("opening")
    for side in (LEFT, RIGHT):
        if 2 * sum(cents for bet, cents in wagers.items() if bet in side) > main:
            found.add("caps")
    if len(wagers) > (4 if game == "blackjack-tie" else 6):
        found.add("games")
    if max(wagers.values()) > 40000:
        found.add("largest")
    if sum(cents > 500 for cents in wagers.values()) > 3:
        found.add("over")
    least = {bet: 500 if bet in ("main", "half-back") else 100 for bet in wagers}
    if any(cents < least[bet] for bet, cents in wagers.items()):
        found.add("minimum")
    return found


def rides(game: str, bet: str, first_two: list[str], dealer_natural: bool) -> bool:
    """Whether a bet is still open when the first hand decides (LS-5 to LS-7, BT-4, M21-7)."""
    from tests.referee.table import ace_and_ten, is_soft, rank, total

    if game == "blackjack-tie":
        return not ace_and_ten(first_two) and not dealer_natural
    if bet != "lucky-stiff":
        return False
    paired = rank(first_two[0]) == rank(first_two[1])
    stiff = not is_soft(first_two) and 12 <= total(first_two) <= 16
    return stiff and not paired and not dealer_natural
