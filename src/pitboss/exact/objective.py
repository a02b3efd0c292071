"""What a playing strategy maximises, as pay tables over a hand's outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.position import Position
from pitboss.exact.splits import Count
from pitboss.rules.compile import TableBet
from pitboss.rules.finishes import FINISHES, PLAIN
from pitboss.rules.settlement import BUST, BetReader, Facts, Settlement

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Profile = tuple[tuple[int, int], ...]
"""Bets that ride and count: (place of the bet, which of its settlements)."""

NOTHING_RIDES: Profile = ()


def counted_first_hands(bet: TableBet) -> Count:
    """The first hands of split rounds on which a bet that rides is still there in the end."""
    if not bet.lost_on_second_split:
        return Count.FIRST
    return Count.FIRST_KEPT if bet.lost_by_first_hand_only else Count.FIRST_ONCE


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
        self._settled: list[Settlement] = []
        self._place_of: dict[Settlement, int] = {}
        self._pays: dict[tuple[Profile, int, int], Floats] = {}
        self._bets_only: dict[Profile, dict[Count, Floats]] = {}

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
        every = list(zip(*(position.settled[place] for place in counted), strict=True))
        known = {
            ends: self._profile(zip(counted, ends, strict=True)) for ends in dict.fromkeys(every)
        }
        return [known[ends] for ends in every]

    def profile(self, facts: Facts) -> Profile:
        """The profile of the one deal of which so much is known."""
        return self._profile(
            (place, self.readers[place].settlement(facts))
            for place, weight in enumerate(self.weights)
            if weight
        )

    def _profile(self, ends: Iterable[tuple[int, Settlement]]) -> Profile:
        return tuple((place, self._place(one)) for place, one in ends if one.grid is not None)

    def _place(self, one: Settlement) -> int:
        if one not in self._place_of:
            self._place_of[one] = len(self._settled)
            self._settled.append(one)
        return self._place_of[one]

    def _riding(self, profile: Profile) -> Iterator[tuple[float, BetReader, Settlement, Ints]]:
        """Weight, reader, settlement and grid of each bet that rides."""
        for place, number in profile:
            one = self._settled[number]
            assert one.grid is not None
            yield self.weights[place], self.readers[place], one, one.grid

    def survives(self, profile: Profile) -> bool:
        """Whether a bet still rides on the first hand after a second split."""
        return any(not self.readers[place].bet.lost_on_second_split for place, _ in profile)

    def pay(self, profile: Profile, units: int, finish: int = PLAIN) -> Floats:
        """``[total, final]``: what a hand with so many units on it brings, bets riding on it.

        The entry of the dealer's natural (last column of a bust) is what it costs this hand alone:
        nothing after a peek, when nobody has played. What bets bring with it is counted from what
        they bring behind a plain hand.
        """
        key = (profile, units, finish)
        if key not in self._pays:
            pay = self.main * units * self.model.outcome
            natural = 0.0 if self.model.peeks else -self.main * units
            for weight, reader, one, grid in self._riding(profile):
                pay = pay + weight * reader.pays[grid[finish]]
                by_finish = reader.natural_pays(one)
                natural += weight * (by_finish[finish] - by_finish[PLAIN])
            pay[BUST, -1] = natural
            self._pays[key] = pay
        return self._pays[key]

    def behind_naturals(self, profile: Profile) -> float:
        """What `pay` leaves out: what riding bets bring with a natural behind a plain hand."""
        return sum(
            weight * float(reader.natural_pays(one)[0])
            for weight, reader, one, _ in self._riding(profile)
        )

    def lost(self, profile: Profile, natural: float) -> float:
        """What riding bets bring if a split loses them all, counted as in `pay`.

        `natural` is the dealer's chance of one.
        """
        found = 0.0
        for weight, reader, one, _ in self._riding(profile):
            found -= weight * (1.0 - natural)
            if not self.model.peeks:
                found -= weight * natural * (1.0 + float(reader.natural_pays(one)[0]))
        return found

    def bets_only(self, profile: Profile) -> dict[Count, Floats]:
        """``[finish, total, final]``: what riding bets bring, by the first hands that bring it.

        Measured from their loss, so that what is not counted is lost.
        """
        if profile not in self._bets_only:
            found: dict[Count, Floats] = {}
            nothing = np.zeros((len(FINISHES), BUST + 1, self.model.finals))

            for weight, reader, one, grid in self._riding(profile):
                pay = weight * (reader.pays[grid] + 1.0)
                pay[:, BUST, -1] = 0.0
                if not self.model.peeks:
                    pay[:, BUST, -1] = weight * (reader.natural_pays(one) + 1.0)
                count = counted_first_hands(reader.bet)
                found[count] = found.get(count, nothing) + pay
                if one.early is not None:
                    pay = np.empty_like(pay)
                    pay[:] = weight * (reader.pays[one.early[:, :1, None]] + 1.0)
                    pay[:, BUST, :-1] = weight * (reader.pays[one.early[:, 1:]] + 1.0)
                    if self.model.peeks:
                        pay[:, BUST, -1] = 0.0
                    count = Count.FIRST_AGAIN
                    found[count] = found.get(count, nothing) + pay
            self._bets_only[profile] = found
        return self._bets_only[profile]

    def busts_only(self, profile: Profile) -> Floats | None:
        """By finish: what `bets_only` misses as outcome tables do not tell; None if nothing.

        A first hand is bust, the dealer has a natural, and another hand is split again.
        """
        more = np.zeros(len(FINISHES))
        if not self.model.peeks:
            for weight, reader, one, _ in self._riding(profile):
                if one.early is not None:
                    pays = reader.pays[one.early]
                    more += weight * (pays[:, 1] - pays[:, 0])
        return more if more.any() else None
