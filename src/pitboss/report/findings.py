"""What a report has to say beside figures: advantages, readings, mistakes, exposure."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

import msgspec

from pitboss.analysis.advantages import Advantage, BeatenBet, advantages_of, beaten_bets
from pitboss.analysis.dealer_errors import (
    Mistake,
    at_smallest_wagers,
    costliest,
    mistakes_of,
)
from pitboss.analysis.exposure import seat_exposure
from pitboss.analysis.paytables import Pace
from pitboss.analysis.published_figures import figures, spread, unstated_edges, verdict
from pitboss.report.document import Number
from pitboss.report.study import Study
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue, Ruling
from pitboss.rules.limits import dollars

CHANGED = 5e-9
"""An edge that moves by less has not moved."""


class PricedReading(NamedTuple):
    """A ruling, and the edges as ruled and read otherwise, by wager; none where not priced."""

    ruling: Ruling
    ruled: dict[str, Number]
    other: dict[str, Number]
    refused: str = ""
    """Why the other reading does not go with the options chosen."""

    def moved(self) -> list[str]:
        """Wagers whose edges move, and ``round`` for the game itself."""
        return [one for one in self.ruled if abs(self.change(one)) > CHANGED]

    def change(self, wager: str) -> float:
        """How much an edge moves; not at all where the other reading has no such wager."""
        other = self.other.get(wager)
        return other.value - self.ruled[wager].value if other else 0.0


class KnownAdvantage(msgspec.Struct, frozen=True):
    """Stakes that favour the player under other rules of a game; see `Advantage`."""

    rules: str
    """``as ruled``, or which option or reading is otherwise."""
    options: dict[str, OptionValue]
    paytables: dict[str, int]
    stakes: dict[str, float]
    player_edge: float
    per_stake: float
    rules_hash: str
    command: str


@cache
def known_advantages() -> dict[str, list[KnownAdvantage]]:
    """By game: all as ruled, and the best under each other option or reading.

    The search takes minutes, so that `make docs` writes down what it finds.
    """
    text = (files("pitboss.report") / "known_advantages.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=dict[str, list[KnownAdvantage]])


class Findings:
    """Worked out when they are asked for."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @cached_property
    def advantages(self) -> list[Advantage]:
        """Stakes with which the player wins, under the rules reported on."""
        return advantages_of(self.study.game, self.study.rules, self.beaten)

    @cached_property
    def elsewhere(self) -> list[KnownAdvantage]:
        """What favours the player under other choices of a built-in game, as a search found it."""
        if not self.study.game.built_in:
            return []
        found = known_advantages().get(self.study.game.id, [])
        return [one for one in found if one.rules_hash != self.study.rules_hash]

    @cached_property
    def beaten(self) -> list[BeatenBet]:
        """How far play for each side bet goes."""
        return beaten_bets(self.study.game, self.study.rules, self.study.here.solution)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Every line settled one step wrong once in a hundred."""
        return mistakes_of(self.study.here.solution)

    @cached_property
    def paces(self) -> dict[str, Pace]:
        """The table that mistakes are priced for."""
        return at_smallest_wagers(self.study.here.solution)

    @cached_property
    def costliest(self) -> list[Mistake]:
        """The five mistakes that cost the house most in an hour."""
        return costliest(self.mistakes, self.paces)

    @cached_property
    def readings(self) -> list[PricedReading]:
        """Every ruling with what its other reading does to the main game."""
        return [self._priced(ruling) for ruling in self.study.game.rulings]

    def _priced(self, ruling: Ruling) -> PricedReading:
        if not ruling.playable:
            return PricedReading(ruling, {}, {})
        study = self.study
        options = {name: value for name, value in study.here.options.items() if name != ruling.id}
        needed = {**options, **ruling.under}
        try:
            other = study.edges_of({**needed, ruling.id: "other"})
            return PricedReading(ruling, study.edges_of(needed), other)
        except RulesError as error:
            return PricedReading(ruling, {}, {}, str(error))

    @cached_property
    def worst_reading(self) -> tuple[str, float] | None:
        """The ruling whose other reading moves the main game's edge most, and by how much."""
        moved = [one for one in self.readings if "round" in one.moved()]
        if not moved:
            return None
        worst = max(moved, key=lambda one: abs(one.change("round")))
        return worst.ruling.id, worst.change("round")

    @cached_property
    def filed_verdict(self) -> list[str]:
        """What the filed edges of several pay tables prove of the strategy behind them."""
        said = []
        for group in figures().values():
            own = [one for one in group if one.game == self.study.game.id]
            edges = unstated_edges(own)
            if len(edges) > 1:
                found = spread(edges)
                said += verdict(found) if found else []
        return said

    @cached_property
    def exposure(self) -> str:
        """The most the house can pay on a seat in a round."""
        return dollars(seat_exposure(self.study.limits, self.study.rules))
