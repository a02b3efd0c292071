"""The house edge of every bet by the exact solver, remembered, and what bets held beside it."""

from __future__ import annotations

import math
from collections import OrderedDict

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.floor.layout import rules_hash
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.store.house_totals import BetHold

MOST_KEPT = 256
"""Rules whose figures are remembered."""
BAND = 1.96
"""Deviations either way that chance stays within, in 95 cases of 100."""


class BetEdge(msgspec.Struct, frozen=True):
    """What a bet costs when the main game is played best by the chart."""

    house_edge: float
    """Of the stake."""
    sd: float
    """Standard deviation, in stakes."""


class HeldBet(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet held at a table, beside what it should."""

    bet: str
    """Its id."""
    wagers: int
    """How many were settled."""
    handle: int
    """Cents staked."""
    won: int
    """Cents the house kept."""
    hold: float | None
    """The part of the handle that is; null where nothing was staked."""
    theory: float | UnsetType = UNSET
    """What the hold comes to in the long run."""
    low: float | UnsetType = UNSET
    """Below this chance brings it in 25 cases of 1,000."""
    high: float | UnsetType = UNSET
    """Above this likewise."""


class EdgeBook:
    """Edges that were worked out before, for as many rules as are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, BetEdge]] = OrderedDict()
        self._begun: set[str] = set()

    def begin(self, rules: Rules) -> bool:
        """Whether nobody has begun to work these out beside everything else; from now on, you."""
        digest = rules_hash(rules)
        begun = digest in self._begun
        self._begun.add(digest)
        return not begun

    def known(self, rules: Rules) -> dict[str, BetEdge] | None:
        """Figures that were worked out before."""
        return self._known.get(rules_hash(rules))

    def edges(self, game: Game, rules: Rules) -> dict[str, BetEdge]:
        """Every bet's figures; in the solver's thread, as they may have to be worked out."""
        digest = rules_hash(rules)
        if digest not in self._known:
            self._known[digest] = solved_edges(game, rules)
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return self._known[digest]


def solved_edges(game: Game, rules: Rules) -> dict[str, BetEdge]:
    """Edge and standard deviation of each bet, when the main game is played best by the chart."""
    from pitboss.analysis.solving import solve_rules  # its compiler is slow to load

    solution = solve_rules(game, rules, strategy="chart")
    return {name: BetEdge(bet.house_edge, bet.sd) for name, bet in solution.bets.items()}


def beside_theory(held: BetHold, theory: BetEdge | None) -> HeldBet:
    """What a bet held beside what it should, and the band chance leaves in 95 cases of 100."""
    plain = HeldBet(
        bet=held.bet, wagers=held.wagers, handle=held.handle, won=held.won,
        hold=held.won / held.handle if held.handle else None,
    )  # fmt: skip
    if theory is None or not held.handle:
        return plain
    edge, reach = theory.house_edge, BAND * theory.sd * math.sqrt(held.squares) / held.handle
    return msgspec.structs.replace(plain, theory=edge, low=edge - reach, high=edge + reach)
