"""What two hands of a split bring together, exactly.

The square of a split round is the sum of its hands' squares and of the products of any two of them.
Because the shoe is exchangeable, the products need only two hands' joint value when k further pair
cards are gone, with coefficients found as those of `splits` are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.figures import SplitMoments
from pitboss.exact.position import Position
from pitboss.exact.programme.rows import by_row
from pitboss.exact.splits import Count, _counted, _falling, _second_cards
from pitboss.exact.tally import Deal, Part, Tally
from pitboss.exact.two_hands import Pair, courses_beside, given_up
from pitboss.rules.settlement import BUST, BetReader

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Progress = Callable[[int, int], None]
"""Told how many pairs of hands are done, and how many there are."""


class Stakes(NamedTuple):
    """What a part's wagers bring in split rounds without a dealer natural."""

    main: float
    """On every hand."""
    moved: float
    """What the second opening wager has more than that."""
    fixed: float
    """Brought by side bets however the hands end."""
    first: Floats
    """``[row, total, final]``: brought besides by where the first hand ends."""
    once: Floats
    """The same in rounds that split only once."""
    again: Floats
    """The same in rounds that split another hand again after it."""

    @property
    def rides(self) -> bool:
        """Whether anything depends on where the first hand ends."""
        return bool(self.first.any() or self.once.any() or self.again.any())


class ExactMoments:
    """Second moments of split rounds by joint enumeration of two hands.

    Hit rates are left to the fallback, and so are splits whose first hand drops other second cards
    than later ones or decides what a bet brings with a natural that nobody looked for.
    """

    def __init__(
        self, readers: list[BetReader], tally: Tally, fallback: SplitMoments,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self.core, self.model = tally.core, tally.model
        self.readers, self.fallback = readers, fallback
        self.pay, self.unit = tally.core.holdings.split_pays, tally.core.holdings.pays
        self._finishes = np.array([row.finish for row in self.core.rows])
        self._progress = progress
        self._joints: dict[tuple[int, int, bytes, bytes, bool], Floats] = {}
        self._pairs = len(
            {
                (deal.board, deal.pair, hand.tobytes())
                for part in tally.parts
                for deal in part.deals
                for hand in (deal.split.first, deal.split.later)
            }
        )
        self._sums: dict[tuple[object, ...], Floats] = {}

    def second(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Mean square of a part's split rounds; its error is none."""
        if self._hidden(part, stakes) or any(self._give_up_apart(deal) for deal in part.deals):
            return self.fallback.second(part, stakes)
        on = self._stakes(part, stakes)
        chance, square = part.split, self._openings(part, on) + self._bets(part, on)
        if not self.model.peeks:
            chance += part.split_natural
            square += self._natural(part, on, stakes[self.model.units :])
        return square / chance, 0.0

    def wins(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Chance of a net win in a part's split rounds, and its error."""
        return self.fallback.wins(part, stakes)

    def _hidden(self, part: Part, stakes: Floats) -> bool:
        """Whether what a bet brings with a dealer natural depends on play."""
        if self.model.peeks:
            return False
        for reader, one, stake in zip(
            self.readers, part.settled, stakes[self.model.units :], strict=True
        ):
            if stake and one.grid is not None:
                brings = {float(reader.pays[event]) for ends in one.natural for event, _ in ends}
                if reader.bet.lost_on_second_split and (brings != {-1.0} or one.early is not None):
                    return True
                if len(set(one.natural)) > 1:
                    return True
        return False

    # The parts of the square

    def _stakes(self, part: Part, stakes: Floats) -> Stakes:
        units = self.model.units
        first, once, again = (np.zeros_like(self.pay) for _ in range(3))
        fixed = 0.0
        for reader, one, stake in zip(self.readers, part.settled, stakes[units:], strict=True):
            if one.grid is None:
                fixed += stake * reader.pays[one.event]
            elif not reader.bet.lost_on_second_split:
                first += stake * reader.pays[by_row(self.core.rows, one.grid)]
            else:
                fixed -= stake
                brings = stake * (reader.pays[by_row(self.core.rows, one.grid)] + 1.0)
                once += brings
                if reader.bet.lost_by_first_hand_only:
                    again += brings
                if one.early is not None:
                    pays = reader.pays[one.early[self._finishes]] + 1.0
                    again[:, :BUST] += stake * pays[:, :1, None]
                    again[:, BUST] += stake * pays[:, 1:]
        first[:, BUST, -1] = once[:, BUST, -1] = again[:, BUST, -1] = 0.0
        moved = float(stakes[1] - stakes[0]) if units > 1 else 0.0
        return Stakes(float(stakes[0]), moved, float(fixed), first, once, again)

    def _openings(self, part: Part, stakes: Stakes) -> float:
        """Square of the opening wagers."""
        main, moved = stakes.main, stakes.moved
        found = moved**2 * float((part.second * self.unit**2).sum())
        if main:
            found += main**2 * self._all_squared(part)
        if main and moved:
            found += 2.0 * main * moved * self._all_by_second(part)
        return found

    def _all_squared(self, part: Part) -> float:
        """Mean square of all hands together, a unit on each."""
        own, pay = part.hands * self.pay, self.pay
        return float(((own + self._sum(part, Count.ALL) + 2.0 * self._shift(part)) * pay).sum())

    def _all_by_second(self, part: Part) -> float:
        """Mean of that and the unit on the second hand multiplied."""
        own = part.second * self.pay
        found = ((own + self._sum(part, Count.SECOND)) * self.unit).sum()
        return float(found + (self._shift(part, Count.SECOND) * self.pay).sum())

    def _bets(self, part: Part, stakes: Stakes) -> float:
        """What side bets add to the square, a dealer natural aside."""
        pay, unit, fixed = self.pay.copy(), self.unit.copy(), stakes.fixed
        pay[:, BUST, -1] = unit[:, BUST, -1] = 0.0
        mean = stakes.main * (part.hands * pay).sum() + stakes.moved * (part.second * unit).sum()
        found = 2.0 * fixed * mean
        if not stakes.rides:
            return float(found + fixed**2 * part.split)
        always = fixed + stakes.first
        always[:, BUST, -1] = 0.0
        found += (part.first * always**2).sum()
        for count, hands, brings in (
            (Count.FIRST, part.first, stakes.first),
            (Count.FIRST_ONCE, part.once, stakes.once),
            (Count.FIRST_AGAIN, part.again, stakes.again),
        ):
            if brings.any():
                if brings is not stakes.first:
                    found += (hands * ((always + brings) ** 2 - always**2)).sum()
                if stakes.main:
                    others = hands * pay + self._sum(part, count)
                    found += 2.0 * stakes.main * (others * brings).sum()
                if stakes.moved:
                    second = self._sum(part, count, Count.SECOND)
                    found += 2.0 * stakes.moved * (second * brings).sum()
        return float(found)

    def _natural(self, part: Part, openings: Stakes, stakes: Floats) -> float:
        """What side bets add where the dealer has a natural, all hands being lost."""
        lost = openings.main * (part.hands * self.pay)[:, BUST, -1].sum()
        lost += openings.moved * (part.second * self.unit)[:, BUST, -1].sum()
        found = 0.0
        # All bets see the same dealer's suits: the first event of each goes with the others' first.
        naturals = [one.natural[0] for one in part.settled]
        widest = max(naturals, key=len, default=())
        for place, (_, share) in enumerate(widest):
            brings = sum(
                stake * reader.pays[ends[min(place, len(ends) - 1)][0]]
                for reader, ends, stake in zip(self.readers, naturals, stakes, strict=True)
            )
            found += share * brings * (2.0 * lost + part.split_natural * brings)
        return float(found)

    # Sums over pairs of hands

    def _sum(self, part: Part, one: Count, other: Count = Count.ALL) -> Floats:
        """``[row, total, final]``: what other hands bring where a hand of `one` ends there.

        If that is not the first hand, then as if all hands were played as later ones.
        """
        key = (part, one, other)
        if key not in self._sums:
            found = np.zeros_like(self.pay)
            for deal in part.deals:
                apart = one in (Count.FIRST_ONCE, Count.FIRST_AGAIN)
                hand = deal.split.first if apart else deal.split.later
                found += self._met(deal, hand, one, other)
                if one is Count.FIRST:
                    found += self._shifted(deal, other)
            self._sums[key] = found
        return self._sums[key]

    def _shift(self, part: Part, other: Count = Count.ALL) -> Floats:
        """What changes because first hands are played as such."""
        key = (part, other)
        if key not in self._sums:
            found = np.zeros_like(self.pay)
            for deal in part.deals:
                found += self._shifted(deal, other)
            self._sums[key] = found
        return self._sums[key]

    def _shifted(self, deal: Deal, other: Count) -> Floats:
        split = deal.split
        if split.alike:
            return np.zeros_like(self.pay)
        first, later = (
            self._met(deal, how, split.kept, other) for how in (split.first, split.later)
        )
        return first - later

    def _met(self, deal: Deal, how: Ints, one: Count, other: Count) -> Floats:
        """The sum over a deal's pairs of hands, those of `one` taking the given picks."""
        joint = self._joint(deal, how, other is Count.SECOND)
        found: Floats = deal.chance * np.tensordot(self._weights(deal, one, other), joint, 3)
        return found

    def _joint(self, deal: Deal, how: Ints, unit: bool) -> Floats:
        """Joint values of a hand played in this way and a later one, paid a unit or in full."""
        later = deal.split.later
        key = (deal.board, deal.pair, how.tobytes(), later.tobytes(), unit)
        if key not in self._joints:
            hands = Pair(self.core, deal.position.board, deal.pair, how, later)
            self._joints[key] = hands.joint(self.unit if unit else self.pay)
            if self._progress and not unit:
                self._progress(sum(not made[-1] for made in self._joints), self._pairs)
        return self._joints[key]

    def _weights(self, deal: Deal, one: Count, other: Count) -> Floats:
        """``[paired, paired, course]``: what joint values count, apart by class of second card."""
        position, pair, how = deal.position, deal.pair, deal.split.later
        mates = float(position.deals.mates[deal.place])
        counts = pair_coefficients(deal.max_hands, one, other)
        found = courses_beside(self.core, pair, how)
        dropping = given_up(self.core, pair, how)
        out = np.zeros((2, 2, found.many))
        for place, (pairs, dropped) in enumerate(zip(found.pairs, found.dropped, strict=True)):
            if pairs < counts.shape[2]:
                rest = float(position.left[pair]) - 2.0 - mates
                out[:, :, place] = _by_class(counts[:, :, pairs], max(mates - pairs, 0.0), rest)
                out[:, :, place] *= _course_chance(position, pair, mates, dropping, pairs, dropped)
        return out

    def _give_up_apart(self, deal: Deal) -> bool:
        """Whether the first hand gives up other second cards than later ones."""
        first, later = (
            given_up(self.core, deal.pair, picks) for picks in (deal.split.first, deal.split.later)
        )
        return first != later


# Coefficients


@cache
def pair_coefficients(max_hands: int, one: Count, other: Count) -> Floats:
    """``[paired, paired, k]``: what two hands' joint values count; as `splits.coefficients`.

    >>> pair_coefficients(2, Count.ALL, Count.ALL)[:, :, 0]
    array([[2., 2.],
           [2., 2.]])
    >>> pair_coefficients(3, Count.ALL, Count.ALL)[0]
    array([[ 2., 12., -2.],
           [ 0., 10., -2.]])
    """
    ways: Counter[tuple[bool, bool, int, int]] = Counter()
    for draws in _second_cards(2, 2, max_hands, ()):
        pairs, many = sum(pair for pair, _ in draws), len(draws)
        for i in _counted(draws, one):
            for j in _counted(draws, other):
                if i != j:
                    mine, yours = draws[i][0], draws[j][0]
                    others = pairs - mine - yours
                    ways[mine, yours, others, many - 2 - others] += 1
    found = np.zeros((2, 2, 2 * max_hands - 3))
    for (mine, yours, others, rest), number in ways.items():
        for drop in range(rest + 1):
            found[int(mine), int(yours), others + drop] += number * (-1) ** drop * comb(rest, drop)
    return found


def _by_class(count: Floats, mates: float, rest: float) -> Floats:
    """The counts where second cards of the pair's class are mates of it or not.

    Which of them are is independent of everything else.
    """
    cards = mates + rest
    out = np.full((2, 2), count[0, 0])
    if cards > 0:
        out[0, 1] = (mates * count[0, 1] + rest * count[0, 0]) / cards
        out[1, 0] = (mates * count[1, 0] + rest * count[0, 0]) / cards
    if cards > 1:
        both = mates * (mates - 1) * count[1, 1] + rest * (rest - 1) * count[0, 0]
        both += mates * rest * (count[0, 1] + count[1, 0])
        out[1, 1] = both / (cards * (cards - 1))
    return out


def _course_chance(
    position: Position, pair: int, mates: float, dropping: tuple[int, ...], pairs: int,
    dropped: tuple[int, ...],
) -> float:  # fmt: skip
    """Chance that so many given draws are pair cards, these cards being dropped before them."""
    many = sum(dropped)
    ways = factorial(pairs) / (factorial(pairs - many) * prod(factorial(one) for one in dropped))
    chance = ways * _falling(mates, pairs) / (_falling(position.cards - 2, pairs + many) or 1.0)
    for kind, one in zip(dropping, dropped, strict=True):
        chance *= _falling(position.left[kind] - (2 + pairs if kind == pair else 0), one)
    return chance
