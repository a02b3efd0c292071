"""What a playing strategy maximises, as pay tables over a hand's outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.position import Position
from pitboss.rules.settlement import BUST, BetReader

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Profile = tuple[tuple[int, int], ...]
"""Bets that ride and count: (place of the bet, which of its grids)."""

NOTHING_RIDES: Profile = ()


class Objective:
    """Weights of the main game and of side bets, each per unit of its stake.

    A side bet matters to play only where it rides. Deals on which the same bets ride in the same
    way have the same profile and are played alike.
    """

    def __init__(
        self, model: Model, readers: list[BetReader], main: float, bets: Mapping[str, float]
    ) -> None:
        self.model, self.main = model, main
        self.weights = [float(bets.get(reader.bet.id, 0.0)) for reader in readers]
        self.readers = readers
        self._grids: list[Ints] = []
        self._grid_of: dict[int, int] = {}
        self._pays: dict[tuple[Profile, int, int], Floats] = {}
        self._hand_pays: dict[Profile, Floats] = {}
        self._bets_only: dict[tuple[Profile, bool], Floats | None] = {}

    @cached_property
    def alone(self) -> Objective:
        """The main game alone, of the same model; itself if it is just that."""
        if self.main == 1.0 and not any(self.weights):
            return self
        return Objective(self.model, self.readers, 1.0, {})

    def profiles(self, position: Position) -> list[Profile]:
        """The profile of each deal."""
        counted = [place for place, weight in enumerate(self.weights) if weight]
        if not counted:
            return [NOTHING_RIDES] * len(position.deals.hand)
        rows = [position.settled[place] for place in counted]
        return [
            tuple(
                (place, self._grid(one.grid))
                for place, one in zip(counted, ends, strict=True)
                if one.grid is not None
            )
            for ends in zip(*rows, strict=True)
        ]

    def _grid(self, grid: Ints) -> int:
        found = self._grid_of.get(id(grid))
        if found is None:
            found = self._grid_of[id(grid)] = len(self._grids)
            self._grids.append(grid)
        return found

    def survives(self, profile: Profile) -> bool:
        """Whether a bet still rides on the first hand after a second split."""
        return any(not self.readers[place].bet.lost_on_second_split for place, _ in profile)

    def pay(self, profile: Profile, units: int, doubled: int = 0) -> Floats:
        """``[total, final]``: what a hand with so many units on it brings, bets riding on it.

        The entry of the dealer's natural (last column of a bust) is what it costs this hand alone:
        nothing after a peek, when nobody has played.
        """
        key = (profile, units, doubled)
        if key not in self._pays:
            pay = self.main * units * self.model.outcome
            for place, grid in profile:
                pays = self.readers[place].pays[self._grids[grid][doubled]]
                pay = pay + self.weights[place] * pays
            pay[BUST, -1] = 0.0 if self.model.peeks else -self.main * units
            self._pays[key] = pay
        return self._pays[key]

    def hand_pay(self, profile: Profile) -> Floats:
        """``[doubled, total, final]``: what one hand of a split brings."""
        if profile not in self._hand_pays:
            two = 1 + self.model.double_units
            self._hand_pays[profile] = np.stack([self.pay(profile, 1), self.pay(profile, two, 1)])
        return self._hand_pays[profile]

    def riding(self, profile: Profile) -> float:
        """What all riding bets weigh together."""
        return sum(self.weights[place] for place, _ in profile)

    def bets_only(self, profile: Profile, *, surviving: bool) -> Floats | None:
        """``[doubled, total, final]``: what the riding bets bring that do, or do not, survive.

        Measured from their loss, so that what is not counted is lost; None if there is no such bet.
        """
        key = (profile, surviving)
        if key not in self._bets_only:
            pay = np.zeros((2, BUST + 1, self.model.finals))
            some = False
            for place, grid in profile:
                reader = self.readers[place]
                if reader.bet.lost_on_second_split != surviving:
                    some = True
                    pay += self.weights[place] * (reader.pays[self._grids[grid]] + 1.0)
            pay[:, BUST, -1] = 0.0
            self._bets_only[key] = pay if some else None
        return self._bets_only[key]
