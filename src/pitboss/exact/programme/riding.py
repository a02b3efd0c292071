"""The best play where bets ride on the first hand: another table of pays, the same programme.

Deals on which the same bets ride in the same way share a profile (`exact.objective`) and are played
alike. Deals on which nothing rides are played for the main game, whatever the objective.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.position import Position
from pitboss.exact.programme.best import BestPlay, Played
from pitboss.exact.programme.core import two_classes
from pitboss.exact.programme.loops.behind import dealer_behind
from pitboss.exact.programme.loops.follow import follow_split, price_split
from pitboss.exact.programme.loops.play import BOARDS, BUST, fill_stands, solve_hands
from pitboss.exact.programme.loops.weigh import weigh, worth_of_variants
from pitboss.exact.programme.pricing import Price, arrival, priced_slots, priced_steps
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.programme.variants import count_weights
from pitboss.exact.splits import Count, coefficients

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class _Part(NamedTuple):
    """First hands that count in one way, and what they are paid."""

    hands: Count
    pays: Floats


class RidingPlay:
    """The best play of a shoe for an objective, given that for the main game alone.

    Only for games whose split hands carry the stake of the hand that was dealt.
    """

    def __init__(self, plain: BestPlay, objective: Objective) -> None:
        self.plain, self.objective = plain, objective
        self.shoe, self.core = plain.shoe, plain.core
        if any(terms.units != 1 for terms in self.core.course.terms if not terms.doubled):
            raise NotImplementedError("bets that ride where hands carry different stakes")
        self._solved: dict[tuple[Profile, int], Played] = {}
        self._splits: dict[tuple[Profile, int, int], Floats] = {}

    def _row_pays(self, tables: Floats) -> Floats:
        """``[doubled, total, final]`` of a hand as ``[row, total, final]`` per unit."""
        rows = self.core.rows
        return np.array([tables[int(row.doubled)] / row.times for row in rows])

    def price(self, profile: Profile) -> Price:
        """The pays of a hand on which these bets ride."""
        objective, model = self.objective, self.core.model
        pays = np.stack(
            [
                objective.pay(profile, int(row.times), int(row.doubled)) / row.times
                for row in self.core.rows
            ]
        )
        return Price(pays, objective.main, model.peeks)

    def solved(self, profile: Profile, number: int) -> Played:
        """The values and picks of a block of boards."""
        key = (profile, number)
        if key not in self._solved:
            core, price = self.core, self.price(profile)
            slots = priced_slots(core.programme.slots, price)
            values = np.zeros(len(slots.kind) * BOARDS)
            picks = np.zeros(len(slots.kind) * BOARDS, dtype=np.int64)
            finals = self.shoe.finals[number * BOARDS : (number + 1) * BOARDS]
            fill_stands(slots, core.model.hands.total, finals, price.pays, values)
            block = self.shoe.blocks[number]
            solve_hands(slots, core.model.hands, core.worlds, block, values, picks)
            self._solved[key] = Played(values, picks)
        return self._solved[key]

    def deals(self, board: int, position: Position) -> Floats:
        """What each deal of a board is worth."""
        worth = self.objective.main * self.plain.plan(board, position.deals)[1]
        profiles, deals = self.objective.profiles(position), position.deals
        model, core = self.core.model, self.core
        first, second = two_classes(model.hands.counts[deals.hand])
        slots = core.programme.opening[first, second]
        for profile in dict.fromkeys(profiles):
            if not profile:
                continue
            rows = np.array([at for at, one in enumerate(profiles) if one == profile])
            values = self.solved(profile, board // BOARDS).values
            pays = self.price(profile).pays[0, BUST]
            over = pays[-1] - pays[0]
            found = values[slots[rows] * BOARDS + board % BOARDS]
            worth[rows] = found + over * deals.natural[rows]
            for at in rows[deals.pair[rows] >= 0]:
                pair, mates = int(deals.pair[at]), float(deals.mates[at])
                split = self.split_worth(profile, board, pair, mates)
                lost = self.objective.lost(profile, float(deals.natural[at]))
                worth[at] = max(worth[at], float(split.max()) + lost)
        worth[model.is_natural[deals.hand]] = 0.0
        return worth

    def split_worth(self, profile: Profile, board: int, pair: int, mates: float) -> Floats:
        """By hands: what splitting brings, riding bets measured from their loss."""
        number, place = board // BOARDS, board % BOARDS
        key = (profile, number, pair)
        if key not in self._splits:
            self._splits[key] = self._split(profile, number, self.core.splits.pairs[pair])
        known = self.plain.pairs[number][pair].mates[place]
        found: Floats = self._splits[key][place, int(np.nonzero(known == mates)[0][0])]
        return found

    def split_value(
        self, profile: Profile, pair: int, mates: float, number: int, waiting: tuple[int, int]
    ) -> float:
        """On the first board: what hands bring that wait for their second card.

        `waiting` says how many they are and how many hands there are; they are split again to at
        most `number`. Riding bets are measured from their loss.
        """
        one, plain = self.core.splits.pairs[pair], self.plain.pairs[0][pair]
        deepest = int(one.variants.pairs.max())

        def weighed(worth: Floats, count: Count) -> float:
            counts = np.zeros((1, 2, deepest + 1))
            for row, found in zip(counts[0], coefficients(number, count, *waiting), strict=True):
                row[: len(found)] = found[: deepest + 1]
            out = np.zeros((1, 1, 1))
            weigh(
                pair, self.shoe.blocks[0], one.variants, plain.split.first, plain.split.last,
                np.array([[mates]]), counts, worth, out,
            )  # fmt: skip
            return float(out[0, 0, 0])

        later, main = plain.split.by_variant, self.objective.main
        value = main * weighed(later, Count.ALL)
        if not profile:
            return value
        parts = self._parts(profile)
        value -= main * weighed(later, parts[0].hands)
        first = self._first_hand(profile, 0, one, parts, 1)
        return value + sum(
            weighed(worth, part.hands) for part, worth in zip(parts, first, strict=True)
        )

    def _parts(self, profile: Profile) -> list[_Part]:
        objective = self.objective
        kept = Count.FIRST if objective.survives(profile) else Count.FIRST_KEPT
        if objective.busts_only(profile) is not None:
            raise NotImplementedError("bets that a bust settles before the dealer's natural shows")
        return [
            _Part(kept, self._row_pays(objective.hand_pay(NOTHING_RIDES))),
            *(
                _Part(count, self._row_pays(pays))
                for count, pays in objective.bets_only(profile).items()
            ),
        ]

    def _split(self, profile: Profile, number: int, one: PairSplit) -> Floats:
        """``[board, mate, hands]`` of a block: later hands for the main game, the first as bet."""
        plain, block = self.plain.pairs[number][one.pair], self.shoe.blocks[number]
        parts, boards = self._parts(profile), len(plain.mates)
        deepest = int(one.variants.pairs.max())

        def weighed(worth: Floats, count: Count) -> Floats:
            counts = count_weights(one.hands, (count,), deepest)
            out = np.zeros((*plain.mates.shape, len(counts)))
            first, last = plain.split.first, plain.split.last
            weigh(one.pair, block, one.variants, first, last, plain.mates, counts, worth, out)
            return out

        later, main = plain.split.by_variant, self.objective.main
        found = main * (weighed(later, Count.ALL) - weighed(later, parts[0].hands))
        for part, worth in zip(
            parts, self._first_hand(profile, number, one, parts, boards), strict=True
        ):
            found += weighed(worth, part.hands)
        return found

    def _first_hand(
        self, profile: Profile, number: int, one: PairSplit, parts: list[_Part], boards: int
    ) -> list[Floats]:
        """``[board, variant, second card pairs]`` by part: the first hand, played as bet."""
        splits, block = self.core.splits, self.shoe.blocks[number]
        paths, room, sums = one.paths, splits.room, splits.sums
        plain = self.plain.pairs[number][one.pair]
        steps, picks = paths.steps, self.solved(profile, number).picks
        own = picks.reshape(-1, BOARDS).take(steps.slot[: len(steps.kind)], axis=0).reshape(-1)
        start = paths.shape.begin * BOARDS  # second cards are given up alike by all hands
        own[:start] = plain.picks[:start]
        follow_split(paths.shape, steps, block, own, room)
        for at, part in enumerate(parts):
            price = Price(part.pays, self.objective.main, self.core.model.peeks)
            sets = slice(2 * at, 2 * at + 2)
            room.ended[sets] = room.ended[:2]
            priced = priced_steps(steps, price)
            price_split(paths.shape, priced, block, arrival(price, 0), room, sums[sets])
        pays_of = np.repeat(np.arange(len(parts)), 2)
        pays = np.stack([part.pays for part in parts])
        dealer_behind(paths.ends, paths.draws, block, pays, pays_of, room, sums)
        first, last = plain.split.first, plain.split.last
        found = []
        for at in range(len(parts)):
            worth = np.zeros((boards, len(one.variants.pairs), 2))
            worth_of_variants(
                paths.shape, sums[2 * at : 2 * at + 2], block, one.variants, first, last, worth
            )
            found.append(worth)
        return found
