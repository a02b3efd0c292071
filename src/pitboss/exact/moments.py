"""What two hands of a split bring together, exactly.

The square of a split round is the sum of its hands' squares and of the products of any two of them.
Because the shoe is exchangeable, the products need only two hands' joint value when k further pair
cards are gone, with coefficients found as those of `splits` are.

The chance of two hands and of what the dealer makes behind them depends on the cards they hold
between them alone: falling factorials times the dealer's finals with those cards gone. So every
hand becomes a list of *ends*, cards gone with the number of orders they can come in; each end of
one hand meets each end of the other, and equal unions share the dealer's walk. Hands that bust are
the rest: a hand's *starts* count as busts, and ends take back what they are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.dealer import LANES, VARIANTS, cards_in, key_weights, walk
from pitboss.exact.ends import ends_of
from pitboss.exact.figures import SplitMoments
from pitboss.exact.model import Model
from pitboss.exact.outcomes import falling, first_keys
from pitboss.exact.policy import Play, Split, SplitHand
from pitboss.exact.position import Position
from pitboss.exact.splits import Count, Courses, _counted, _falling, _second_cards, courses
from pitboss.exact.tally import Part, Tally
from pitboss.rules.settlement import BUST, BetReader

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Progress = Callable[[int, int], None]
"""Told how many pairs of hands are done, and how many there are."""


class Deal(NamedTuple):
    """A pair that is split, on one board."""

    position: Position
    place: int
    split: Split
    max_hands: int

    @property
    def pair(self) -> int:
        """Class of the pair."""
        return int(self.position.deals.pair[self.place])

    @property
    def chance(self) -> float:
        """Chance of the deal among all rounds."""
        return float(self.position.board.chance * self.position.deals.chance[self.place])


class Stakes(NamedTuple):
    """What a part's wagers bring in split rounds without a dealer natural."""

    main: float
    """On every hand."""
    moved: float
    """What the second opening wager has more than that."""
    fixed: float
    """Brought by side bets however the hands end."""
    first: Floats
    """``[doubled, total, final]``: brought besides by where the first hand ends."""
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

    Hit rates are left to the fallback, and so are splits whose first hand burns other second cards
    than later ones or decides what a bet brings with a natural that nobody looked for.
    """

    def __init__(
        self, model: Model, readers: list[BetReader], tally: Tally,
        boards: list[tuple[Position, Play]], fallback: SplitMoments,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self.model, self.readers, self.fallback = model, readers, fallback
        self.pay, self.unit = _pays(model, 1 + model.double_units), _pays(model, 1)
        self._progress = progress
        self._deals: dict[int, list[Deal]] = {}
        for position, play in boards:
            parts = tally.parts_of(position)
            for place, split in play.splits.items():
                deal = Deal(position, place, split, int(play.hands[place]))
                self._deals.setdefault(id(parts[place]), []).append(deal)
        self._joints: dict[tuple[int, ...], Floats] = {}
        self._pairs = len(
            {
                (id(deal.position), deal.pair, id(hand))
                for deals in self._deals.values()
                for deal in deals
                for hand in (deal.split.first, deal.split.later)
            }
        )
        self._sums: dict[tuple[object, ...], Floats] = {}

    def second(self, part: Part, stakes: Floats) -> tuple[float, float]:
        """Mean square of a part's split rounds; its error is none."""
        if self._hidden(part, stakes) or any(
            _burn_apart(deal.split) for deal in self._deals[id(part)]
        ):
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
                if one.natural[0] != one.natural[1]:
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
                first += stake * reader.pays[one.grid]
            else:
                fixed -= stake
                once += stake * (reader.pays[one.grid] + 1.0)
                if one.early is not None:
                    pays = reader.pays[one.early] + 1.0
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
        """``[doubled, total, final]``: what other hands bring where a hand of `one` ends there.

        If that is not the first hand, then as if all hands were played as later ones.
        """
        key = (id(part), one, other)
        if key not in self._sums:
            found = np.zeros_like(self.pay)
            for deal in self._deals[id(part)]:
                apart = one in (Count.FIRST_ONCE, Count.FIRST_AGAIN)
                hand = deal.split.first if apart else deal.split.later
                found += self._met(deal, hand, one, other)
                if one is Count.FIRST:
                    found += self._shifted(deal, other)
            self._sums[key] = found
        return self._sums[key]

    def _shift(self, part: Part, other: Count = Count.ALL) -> Floats:
        """What changes because first hands are played as such."""
        key = (id(part), other)
        if key not in self._sums:
            found = np.zeros_like(self.pay)
            for deal in self._deals[id(part)]:
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

    def _met(self, deal: Deal, how: SplitHand, one: Count, other: Count) -> Floats:
        """The sum over a deal's pairs of hands, those of `one` being played in the given way."""
        joint = self._joint(deal, how, other is Count.SECOND)
        found: Floats = deal.chance * np.tensordot(pair_weights(deal, one, other), joint, 3)
        return found

    def _joint(self, deal: Deal, how: SplitHand, unit: bool) -> Floats:
        """Joint values of a hand played in this way and a later one, paid a unit or in full."""
        later = deal.split.later
        key = (id(deal.position), deal.pair, id(how), id(later), unit)
        if key not in self._joints:
            hands = Pair(deal.position, deal.pair, how, later)
            self._joints[key] = hands.joint(self.unit if unit else self.pay)
            if self._progress and not unit:
                self._progress(sum(not made[-1] for made in self._joints), self._pairs)
        return self._joints[key]


def _pays(model: Model, doubled: int) -> Floats:
    """``[doubled, total, final]``: what a hand brings, a doubled one so many units."""
    pay = np.stack([model.outcome, doubled * model.outcome])
    pay[:, :, -1] = 0.0
    if not model.peeks:
        pay[:, BUST, -1] = [-1.0, -doubled]
    return pay


def _burn_apart(split: Split) -> bool:
    return not np.array_equal(split.first.burns, split.later.burns)


def _courses(model: Model, pair: int, how: SplitHand) -> Courses:
    """What else can be gone besides two hands of a split pair."""
    most = 2 * (max(model.split_hands(pair)) - 2)
    return courses(most, _burning(model, how), pair)


def _burning(model: Model, how: SplitHand) -> tuple[int, ...]:
    """The classes of second cards that are burned."""
    return tuple(int(kind) for kind in model.burnable[1:] if how.burns[kind])


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


def pair_weights(deal: Deal, one: Count, other: Count) -> Floats:
    """``[paired, paired, course]``: what joint values count, apart by class of second card."""
    position, pair, how = deal.position, deal.pair, deal.split.later
    mates = float(position.deals.mates[deal.place])
    counts = pair_coefficients(deal.max_hands, one, other)
    found = _courses(position.model, pair, how)
    burning = _burning(position.model, how)
    out = np.zeros((2, 2, found.many))
    for place, (pairs, burned) in enumerate(zip(found.pairs, found.burned, strict=True)):
        if pairs < counts.shape[2]:
            rest = float(position.left[pair]) - 2.0 - mates
            out[:, :, place] = _by_class(counts[:, :, pairs], max(mates - pairs, 0.0), rest)
            out[:, :, place] *= _course_chance(position, pair, mates, burning, pairs, burned)
    return out


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
    position: Position, pair: int, mates: float, burning: tuple[int, ...], pairs: int,
    burned: tuple[int, ...],
) -> float:  # fmt: skip
    """Chance that so many given draws are pair cards, these cards being burned before them."""
    many = sum(burned)
    ways = factorial(pairs) / (factorial(pairs - many) * prod(factorial(one) for one in burned))
    chance = ways * _falling(mates, pairs) / (_falling(position.cards - 2, pairs + many) or 1.0)
    for kind, one in zip(burning, burned, strict=True):
        chance *= _falling(position.left[kind] - (2 + pairs if kind == pair else 0), one)
    return chance


# Two hands and the dealer


class Pair:
    """Two hands of a split pair."""

    def __init__(self, position: Position, pair: int, one: SplitHand, other: SplitHand) -> None:
        self.position, self.model, self.pair, self.how = position, position.model, pair, other
        mine = ends_of(self.model, pair, one)
        yours = mine if one is other else ends_of(self.model, pair, other)
        # Numbers whose sum names the union; the pair's class is the lowest digit.
        most = mine.gone.max(axis=0) + yours.gone.max(axis=0) + 1
        order = np.array([pair, *(kind for kind in range(self.model.kinds) if kind != pair)])
        digit = np.empty_like(most)
        digit[order] = np.append(1, np.cumprod(most[order])[:-1])
        self.one, self.other = mine.by(mine.gone @ digit), yours.by(yours.gone @ digit)
        sums, self.union_of = _unions(self.one.gone @ digit, self.other.gone @ digit)
        self.unions: Ints = sums[:, None] // digit % most
        self.groups: Ints = np.unique(sums // most[pair], return_index=True)[1]

    def joint(self, pay: Floats) -> Floats:
        """What the other hand brings, by where the one ends, in every course of further hands.

        ``[paired, paired, course, doubled, total, final]``, the other being paid as `pay` says.
        """
        other = self.other
        worth = pay[other.doubled, other.total]
        ends = other.total != BUST
        worth[ends] -= pay[other.doubled[ends], BUST]
        worth[ends, -1] = 0.0
        worth *= other.orders[:, None]
        out = np.empty((2, 2, _courses(self.model, self.pair, self.how).many, *pay.shape))
        for places, left, gone in self._variants():
            out[:, :, places] = self._met(left, gone, worth)
        return out

    def _variants(self) -> Iterator[tuple[list[int], Floats, Floats]]:
        """A few courses at a time that differ in pair cards alone: cards left, pair cards gone."""
        pair, burning = self.pair, _burning(self.model, self.how)
        found = _courses(self.model, pair, self.how)
        gone = np.array(found.pairs, dtype=float)
        runs: dict[tuple[int, ...], list[int]] = {}
        for place, burned in enumerate(found.burned):
            cards = np.zeros(self.model.kinds, dtype=np.int64)
            cards[list(burning)] = burned
            gone[place] += cards[pair]
            cards[pair] = 0
            runs.setdefault(tuple(cards.tolist()), []).append(place)
        for other_cards, places in runs.items():
            for start in range(0, len(places), VARIANTS):
                some = places[start : start + VARIANTS]
                yield some, self.position.left - np.array(other_cards), gone[some]

    def _met(self, left: Floats, gone: Floats, worth: Floats) -> Floats:
        model, one = self.model, self.one
        trie = model.trie(self.position.board.up, self.pair)
        chances = np.zeros((len(self.unions), model.finals * VARIANTS))
        padded = np.zeros(VARIANTS)
        padded[: len(gone)] = gone
        _behind(trie, left, self.pair, padded, self.unions, self.groups, model.finals, chances)
        out = np.zeros((2, 2, 2, BUST + 1, model.finals * VARIANTS))
        _meet(
            one.paired, one.doubled, one.total, one.orders, self.other.paired, worth,
            self.union_of, chances, out,
        )  # fmt: skip
        table = out.reshape(2, 2, 2, BUST + 1, model.finals, VARIANTS)
        table[:, :, :, :BUST, -1] = 0.0
        table[:, :, :, BUST] -= table[:, :, :, :BUST].sum(axis=3)
        return np.moveaxis(table[..., : len(gone)], -1, 2)


@njit(cache=True, nogil=True)
def _unions(one, other):  # type: ignore[no-untyped-def]
    """The sums of a number of each array, ascending, and for each pair which of them it has."""
    slots = np.full(1 << 15, -1, dtype=np.int32)
    sums = np.empty(len(one) * len(other), dtype=np.int64)
    place = np.empty((len(one), len(other)), dtype=np.int32)
    found = 0
    for i in range(len(one)):
        if 2 * (found + len(other)) > len(slots):
            slots = np.full(4 * (found + len(other)), -1, dtype=np.int32)
            for known in range(found):
                slots[_slot(slots, sums, sums[known])] = known
        for j in range(len(other)):
            sums[found] = one[i] + other[j]
            slot = _slot(slots, sums, sums[found])
            if slots[slot] < 0:
                slots[slot] = found
                found += 1
            place[i, j] = slots[slot]
    order = np.argsort(sums[:found])
    rank = np.empty(found, dtype=np.int32)
    rank[order] = np.arange(found, dtype=np.int32)
    for i in range(len(one)):
        for j in range(len(other)):
            place[i, j] = rank[place[i, j]]
    return sums[:found][order], place


@njit(cache=True, nogil=True)
def _slot(slots, sums, code):  # type: ignore[no-untyped-def]
    """Where in a hash table the place of a sum is, or is to be."""
    mixed = (np.uint64(code) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    slot = np.int64((mixed * np.uint64(len(slots))) >> np.uint64(32))
    while slots[slot] >= 0 and sums[slots[slot]] != code:
        slot = (slot + 1) % len(slots)
    return slot


@njit(cache=True, nogil=True, error_model="numpy")
def _behind(  # type: ignore[no-untyped-def]
    trie, left, pair, gone, unions, groups, finals, out
):
    """``out[union, final × VARIANTS + variant]``: the chance of an order of its cards, and a final.

    `groups` are the places of the first unions that differ in other classes than the pair's; each
    variant has `gone[variant]` pair cards less in the shoe. Two pair cards are there already.
    """
    kinds, keys = len(left), len(trie.key_depth)
    first_key = first_keys(trie, finals)
    slot_of, weights, factors = _weighed(trie, left, pair, gone, unions)
    shoes = np.ones((kinds + 1) * LANES)
    by_key = np.empty(keys * LANES)
    sums = np.empty(keys)
    factor = np.empty(VARIANTS)
    for first in range(0, len(groups), LANES):
        lanes = min(LANES, len(groups) - first)
        for lane in range(lanes):
            for c in range(kinds):
                count = left[c] - unions[groups[first + lane], c]
                shoes[c * LANES + lane] = max(count, 0.0)
        walk(trie, shoes, by_key)
        for lane in range(lanes):
            start = groups[first + lane]
            end = groups[first + lane + 1] if first + lane + 1 < len(groups) else len(unions)
            ways = 1.0
            for c in range(kinds):
                if c != pair:
                    ways *= falling(left[c], unions[start, c])
            for k in range(keys):
                sums[k] = by_key[k * LANES + lane]
            for union in range(start, end):
                slot = slot_of[unions[union, pair], unions[union].sum()]
                for v in range(VARIANTS):
                    factor[v] = ways * factors[slot, v]
                _finals(sums, weights[slot], first_key, factor, out[union])


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _finals(sums, weights, first_key, factor, out):  # type: ignore[no-untyped-def]
    """Weigh the keys final by final; what is missing to one is the bust, the last but one."""
    bust = np.uint64(len(out) - 2 * VARIANTS)
    for v in range(np.uint64(VARIANTS)):
        out[bust + v] = factor[v]
    for f in range(len(first_key) - 1):
        to = np.uint64(f * VARIANTS)
        k, last = first_key[f], first_key[f + 1]
        while k < last:
            # four keys at a time, the last one again with no weight where fewer are left
            k1, k2, k3 = min(k + 1, last - 1), min(k + 2, last - 1), min(k + 3, last - 1)
            x0, x1 = sums[k], sums[k1] if k + 1 < last else 0.0
            x2, x3 = sums[k2] if k + 2 < last else 0.0, sums[k3] if k + 3 < last else 0.0
            w0, w1 = np.uint64(k * VARIANTS), np.uint64(k1 * VARIANTS)
            w2, w3 = np.uint64(k2 * VARIANTS), np.uint64(k3 * VARIANTS)
            for v in range(np.uint64(VARIANTS)):
                part = (x0 * weights[w0 + v] + x1 * weights[w1 + v]) + (
                    x2 * weights[w2 + v] + x3 * weights[w3 + v]
                )
                out[to + v] += part * factor[v]
                out[bust + v] -= part * factor[v]
            k += 4


@njit(cache=True, nogil=True, error_model="numpy")
def _weighed(trie, left, pair, gone, unions):  # type: ignore[no-untyped-def]
    """What depends on the numbers of pair cards and of all cards in a union alone.

    Where to find it by these numbers; what keys count; and the chance of the union's cards without
    the other classes' factors.
    """
    slot_of = np.full((unions[:, pair].max() + 1, unions.sum(axis=1).max() + 1), -1)
    slots = 0
    for union in range(len(unions)):
        leads, cards = unions[union, pair], unions[union].sum()
        if slot_of[leads, cards] < 0:
            slot_of[leads, cards] = slots
            slots += 1
    weights = np.empty((slots, len(trie.key_depth) * VARIANTS))
    factors = np.zeros((slots, VARIANTS))
    whole, none = cards_in(left), np.zeros(VARIANTS)
    for leads, cards in np.ndindex(slot_of.shape):
        slot = slot_of[leads, cards]
        if slot < 0:
            continue
        key_weights(trie, left[pair] - leads, 0.0, whole - cards, gone, none, weights[slot])
        for v in range(VARIANTS):
            own, rest = left[pair] - gone[v], whole - gone[v]
            orders = falling(rest - 2.0, cards - 2)
            if orders > 0.0:
                factors[slot, v] = falling(own - 2.0, leads - 2) / orders
    return slot_of, weights, factors


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _meet(  # type: ignore[no-untyped-def]
    paired, doubled, total, orders, other_paired, worth, union_of, chances, out
):
    """Every end of one hand with every end of the other, which is worth `worth[end, final]`.

    Adds to ``out[paired, paired, doubled, total, final × VARIANTS + variant]``.
    """
    finals = worth.shape[1]
    for i in range(len(total)):
        for j in range(len(worth)):
            of = chances[union_of[i, j]]
            to = out[paired[i], other_paired[j], doubled[i], total[i]]
            for f in range(finals):
                value = orders[i] * worth[j, f]
                if value != 0.0:
                    at = np.uint64(f * VARIANTS)
                    for v in range(np.uint64(VARIANTS)):
                        to[at + v] += value * of[at + v]
