"""A pair split on a board: what it is worth and where its hands end, without approximation."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import NONE
from pitboss.exact.outcomes import BUST
from pitboss.exact.player import natural_chance, reach
from pitboss.exact.policy import DOUBLE, HIT, STAND, Finals, HandValues
from pitboss.exact.splits import coefficients
from pitboss.rules.compile import SPLIT_FULL, TWO

if TYPE_CHECKING:
    from pitboss.exact.board import BoardSolver

Floats = NDArray[np.float64]


class SplitPair:
    """One hand's values and outcomes when pair cards and burned cards are gone, and all of them."""

    def __init__(self, solver: BoardSolver, pair: int, mates: float) -> None:
        self.solver, self.pair, self.mates = solver, pair, mates
        self.model = model = solver.model
        self.one_pair = np.zeros(model.kinds)
        self.one_pair[pair] = 1
        self.seconds = [model.two(pair, kind) for kind in range(model.kinds)]
        aces = model.values[pair] == 1
        self.moves = model.tables.round_moves[4 * SPLIT_FULL + 2 * aces]
        self.burns = [False] * model.kinds
        self.seen: dict[tuple[int, ...], tuple[float, float]] = {}
        nothing = (0,) * model.kinds
        if model.units == 1 and not model.burnable:
            self.actions = self._actions(solver.plain)
            return
        # Stakes or legal moves are not those of an unsplit hand: what is best for the first hand.
        self.actions = [[HIT | DOUBLE] * model.kinds] * solver.flags
        first = self._values([0], nothing)[0][0]
        self.actions = self._actions(solver.plain if model.units == 1 else first)
        self.burns = self._burns(first)

    def _values(self, pairs: list[int], burned: tuple[int, ...]) -> tuple[list[HandValues], Finals]:
        """Values of a split hand for each number of further pair cards gone."""
        solver, model, policy = self.solver, self.model, self.solver.policy
        hands = model.hands
        stands = np.zeros((solver.flags, hands.hands), dtype=np.bool_)
        hitting, doubling = stands.copy(), stands.copy()
        for flag, row in enumerate(self.actions):
            for hand, action in zip(self.seconds, row, strict=True):
                stands[flag, hand] = not action & HIT or bool(action & DOUBLE)
                hitting[flag, hand] = bool(action & HIT) and not model.is_21[hand]
                doubling[flag, hand] = bool(action & DOUBLE)
        stands |= reach(
            hands.next, model.flag_of, policy.hits, policy.burns, policy.burns_double,
            model.tables.burn_double_cards, hitting, doubling,
        )  # fmt: skip
        gone = np.array(pairs, dtype=float) + 1
        finals = solver.dealer_finals(gone, stands, self.pair, np.array(burned, dtype=float))
        left = solver.board.left - np.array(burned)
        values = [
            solver.go_on(left - many * self.one_pair, one, hitting, doubling, follow=True)
            for many, one in zip(gone, solver.stand(finals, len(gone)), strict=True)
        ]
        return values, finals

    def _actions(self, source: HandValues) -> list[list[int]]:
        """What is done with each two-card hand, by flag and second card: the best by `source`."""
        model = self.model
        chosen = []
        for flag in range(self.solver.flags):
            row = []
            for hand in self.seconds:
                state = int(model.hands.state[hand])
                moves = model.tables.hand_moves[TWO][state] & self.moves
                offers = {STAND: source.stand[flag, hand]}
                if moves & HIT:
                    offers[HIT] = source.hit[flag, hand]
                if moves & DOUBLE:
                    offers[DOUBLE] = self._doubled(source, flag, hand)
                row.append(max(offers, key=lambda move: offers[move]))
            chosen.append(row)
        return chosen

    def _doubled(self, values: HandValues, flag: int, hand: int) -> float:
        staked = 1 + self.model.tables.double_units[1]
        back = self.solver.natural(values, flag, hand) if self.solver.peeks else 0.0
        return float(staked * values.double[flag, hand] + (staked - 1) * back)

    def _worth(self, values: HandValues, flag: int, kind: int) -> float:
        """One unit on the pair card and this second card, a dealer natural costing nothing more."""
        hand = self.seconds[kind]
        action = self.actions[flag][kind]
        if action == DOUBLE:
            value = self._doubled(values, flag, hand)
        else:
            value = float((values.hit if action == HIT else values.stand)[flag, hand])
        return value + self.solver.natural(values, flag, hand) * self.solver.peeks

    def _burns(self, first: HandValues) -> list[bool]:
        """Which second cards are burned: where drawing again is better for the first hand."""
        model = self.model
        burns = [False] * model.kinds
        if model.tables.burn_split_cards:
            left = self.solver.board.left - self.one_pair
            for kind in model.burnable:
                again = self._second_cards(first, left, int(model.flag_of[kind]), kind)
                burns[kind] = sum(again) > self._worth(first, 0, kind)
        return burns

    def _second_cards(
        self, values: HandValues, left: Floats, flag: int, burned: int = NONE
    ) -> tuple[float, float]:
        """Value of drawing a second card, by whether it is no pair card or one."""
        plain = paired = 0.0
        for kind, same, other in self._seconds(left, flag, burned):
            if flag == 0 and self.burns[kind]:
                again = self._second_cards(values, left, int(self.model.flag_of[kind]), kind)
                plain += (same + other) * again[0]
                paired += (same + other) * again[1]
            else:
                worth = self._worth(values, flag, kind)
                paired += same * worth
                plain += other * worth
        return plain, paired

    def _seconds(self, left: Floats, flag: int, burned: int) -> Iterator[tuple[int, float, float]]:
        """Second cards that can come: class, chance of a pair card of it, chance of another."""
        cards = left.copy()
        cards[self.pair] -= 1
        mates = self.mates - (self.solver.board.left[self.pair] - 1 - left[self.pair])
        if flag:
            cards[burned] -= 1
            mates -= burned == self.pair
        whole = cards.sum()
        for kind in range(self.model.kinds):
            if cards[kind] > 0:
                same = max(mates, 0.0) if kind == self.pair else 0.0
                yield kind, same / whole, (cards[kind] - same) / whole

    def worth(self, hands: int) -> float:
        """Splitting to at most this many hands."""
        ways = list(enumerate(zip(*coefficients(hands), strict=True)))
        courses = [(pairs, *course) for pairs, _ in ways for course in self._courses(pairs)]
        self._look(courses)
        value = 0.0
        for pairs, burned, chance in courses:
            plain, paired = self.seen[pairs, *burned]
            plain_ways, paired_ways = ways[pairs][1]
            value += chance * (plain_ways * plain + paired_ways * paired)
        two = self.solver.board.left - 2 * self.one_pair
        natural = natural_chance(two, self.model.values, self.solver.board.up)
        return value - self.model.units * natural * self.solver.peeks

    def first_hand(self, hands: int, *, once: bool) -> Floats:
        """Outcome table of the first hand; with `once` only of rounds that split no further."""
        ways = list(enumerate(zip(*coefficients(hands, first=True, once=once), strict=True)))
        table = np.zeros((2, BUST + 1, self.model.finals))
        for pairs, (plain_ways, paired_ways) in ways:
            for burned, chance in self._courses(pairs):
                values, finals = self._values([pairs], burned)
                wide = self.solver.spread(finals, 0)
                plain, paired = np.zeros_like(table), np.zeros_like(table)
                self._ends(wide, values[0].left, 0, NONE, 1.0, plain, paired)
                table += chance * (plain_ways * plain + paired_ways * paired)
        return table

    def _ends(
        self, finals: Floats, left: Floats, flag: int, burned: int, chance: float,
        plain: Floats, paired: Floats,
    ) -> None:  # fmt: skip
        """Where a split hand ends after its second card, apart by whether that is a pair card."""
        for kind, same, other in self._seconds(left, flag, burned):
            if flag == 0 and self.burns[kind]:
                part = chance * (same + other)
                self._ends(finals, left, int(self.model.flag_of[kind]), kind, part, plain, paired)
                continue
            hand, action = self.seconds[kind], self.actions[flag][kind]
            for part, out in ((same, paired), (other, plain)):
                if part > 0:
                    self.solver.ends(finals, left, flag, hand, action, chance * part, out)

    def _courses(self, pairs: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """How given hands can all draw pair cards: cards burned on the way, and the chance."""
        burning = [kind for kind in self.model.burnable if self.burns[kind]]
        left = self.solver.board.left - 2 * self.one_pair
        whole = left.sum()
        for burned in _multisets(len(burning), pairs):
            many = sum(burned)
            if self.pair in burning and many != pairs:
                continue  # a pair card that is burned when drawn pairs only as a replacement
            ways = factorial(pairs) / (
                factorial(pairs - many) * prod(factorial(count) for count in burned)
            )
            chance = ways * _falling(self.mates - self._pair_burned(burning, burned), pairs)
            for kind, count in zip(burning, burned, strict=True):
                stock = self.mates if kind == self.pair else float(left[kind])
                chance *= _falling(stock, count)
            chance /= _falling(whole, pairs + many) or 1.0
            if chance > 0:
                counts = [0] * self.model.kinds
                for kind, count in zip(burning, burned, strict=True):
                    counts[kind] = count
                yield tuple(counts), chance

    def _pair_burned(self, burning: list[int], burned: tuple[int, ...]) -> int:
        return burned[burning.index(self.pair)] if self.pair in burning else 0

    def _look(self, courses: list[tuple[int, tuple[int, ...], float]]) -> None:
        """Value the hands these courses need, those with the same cards burned in one go."""
        wanted: dict[tuple[int, ...], list[int]] = {}
        for pairs, burned, _ in courses:
            if (pairs, *burned) not in self.seen:
                wanted.setdefault(burned, []).append(pairs)
        for burned, numbers in wanted.items():
            for pairs, values in zip(numbers, self._values(numbers, burned)[0], strict=True):
                self.seen[pairs, *burned] = self._second_cards(values, values.left, 0)


def _multisets(kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    if kinds == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in _multisets(kinds - 1, most - count):
            yield (count, *rest)


def _falling(stock: float, count: int) -> float:
    result = 1.0
    for step in range(count):
        result *= max(stock - step, 0.0)
    return result
