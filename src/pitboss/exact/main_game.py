"""The main game on one board: the best first decision for every deal, split hands included.

Policies are by composition: the exact cards of the hand and the upcard (and the set-aside card).
Split hands reuse the unsplit decisions where stakes and legal moves are the same; where they are
not, the decisions best for the first split hand, held fixed. Values are in units of the first
opening wager.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import NONE, Board, Deal, Model
from pitboss.exact.outcomes import BUST, hit_first, play_forward, take_one
from pitboss.exact.player import natural_chance, one_card, play_out, reach
from pitboss.exact.splits import coefficients
from pitboss.rules.compile import PAIR, SPLIT, SPLIT_FULL, TWO, UNSPLIT, Move
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

Finals = list[tuple[Ints, Floats]]
"""By flag: hands, and ``[variant, hand, final]`` for them."""

STAND, HIT, DOUBLE = int(Move.STAND), int(Move.HIT), int(Move.DOUBLE)


class HandValues(NamedTuple):
    """One unit on a hand: what each way of going on is worth, a dealer natural costing the unit."""

    stand: Floats
    hit: Floats
    double: Floats
    """One card more, per unit."""
    best: Floats
    """The better of standing and hitting, or what the policy followed does."""
    left: Floats
    """Cards left for an empty hand."""


class Policy(NamedTuple):
    """How hands are played once the first decision is made."""

    hits: Bools
    """By flag and hand."""
    burns: Bools
    """By hand and class of the card drawn to it."""
    burns_double: Bools
    """The same for the one card of a double."""

    @classmethod
    def blank(cls, flags: int, hands: int, kinds: int) -> Policy:
        """To be filled in with what is best."""
        return cls(
            np.zeros((flags, hands), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
            np.zeros((hands, kinds), dtype=np.bool_),
        )


class Choice(NamedTuple):
    """The best first decision for a deal."""

    deal: Deal
    move: int
    """A `Move`; 0 where a natural leaves nothing to decide."""
    hands: int
    """Most hands the pair is split into; 0 unless the move is a split."""
    value: float


class BoardSolver:
    """Solves the main game on one board."""

    def __init__(self, model: Model, board: Board) -> None:
        self.model, self.board = model, board
        self.peeks = bool(model.tables.peeked)
        self.flags = 1 + len(model.burnable)
        self.splits: dict[tuple[int, float], SplitPair] = {}
        hands = model.hands
        self.policy = Policy.blank(self.flags, hands.hands, model.kinds)
        everything = np.ones((self.flags, hands.hands), dtype=np.bool_)
        finals = self.dealer_finals(np.zeros(1), everything, lead=0)
        self.finals = self.spread(finals, 0)
        self.makers = np.array(
            [{1: 10, 10: 1}.get(model.values[board.up]) == value for value in model.values],
            dtype=np.int64,
        )
        stand = self.stand(finals, 1)[0]
        self.plain = self.go_on(board.left, stand, everything, everything, follow=False)

    def dealer_finals(
        self, gone: Floats, rows: Bools, lead: int, burned: Floats | None = None
    ) -> Finals:
        """The dealer's finals against the marked hands.

        Each variant has so many more lead cards gone; burned cards are gone in all of them.
        """
        model = self.model
        left = self.board.left if burned is None else self.board.left - burned
        found: Finals = []
        for flag in range(self.flags):
            hands = np.nonzero(rows[flag])[0]
            cards = left.copy()
            if flag:
                cards[model.burnable[flag - 1]] -= 1
            found.append((hands, model.dealer_finals(self.board.up, cards, hands, lead, gone)))
        return found

    def stand(self, finals: Finals, variants: int) -> Floats:
        """``[variant, flag, hand]``: standing on hands against these finals, one unit staked."""
        model = self.model
        worth = np.zeros((variants, self.flags, model.hands.hands))
        for flag, (hands, chances) in enumerate(finals):
            outcome = model.outcome[model.total[hands]]
            worth[:, flag, hands] = np.einsum("vhf,hf->vh", chances, outcome)
        return worth

    def spread(self, finals: Finals, variant: int) -> Floats:
        """``[flag, hand, final]`` of one variant, nothing where a hand is not marked."""
        model = self.model
        wide = np.zeros((self.flags, model.hands.hands, model.finals))
        for flag, (hands, chances) in enumerate(finals):
            wide[flag, hands] = chances[variant]
        return wide

    def ends(
        self,
        finals: Floats,
        left: Floats,
        flag: int,
        hand: int,
        move: int,
        chance: float,
        out: Floats,
    ) -> None:
        """Add to an outcome table where a hand ends that stands, hits or doubles now."""
        model, hands, policy = self.model, self.model.hands, self.policy
        if move == STAND:
            out[0, model.total[hand]] += chance * _no_natural(finals[flag, hand])
        elif move == DOUBLE:
            take_one(
                hands.next, hands.counts, hands.size, model.total, left, self.makers, model.flag_of,
                policy.burns_double, model.tables.burn_double_cards, finals, hand, flag, chance,
                out[1],
            )  # fmt: skip
        else:
            reached = np.zeros((self.flags, hands.hands))
            hit_first(
                hands.next, hands.counts, hands.size, left, self.makers, model.flag_of,
                policy.burns, hand, flag, chance, reached, out[0],
            )  # fmt: skip
            play_forward(
                hands.next, hands.counts, hands.size, model.total, left, self.makers, model.flag_of,
                policy.hits, policy.burns, finals, reached, out[0],
            )  # fmt: skip

    def go_on(
        self, left: Floats, stand: Floats, hitting: Bools, doubling: Bools, *, follow: bool
    ) -> HandValues:
        """Values of hitting and doubling the marked hands, given those of standing.

        Either `policy` is followed, or it is filled in with what is best.
        """
        model, hands, policy = self.model, self.model.hands, self.policy
        hit, best = play_out(
            hands.next, hands.counts, hands.size, model.is_21, left, model.flag_of, stand, -1.0,
            policy.hits, policy.burns, follow, hitting,
        )  # fmt: skip
        double = one_card(
            hands.next, hands.counts, hands.size, left, model.flag_of, stand, -1.0,
            policy.burns_double, model.tables.burn_double_cards, follow, doubling,
        )  # fmt: skip
        return HandValues(stand, hit, double, best, left)

    def natural(self, values: HandValues, flag: int, hand: int) -> float:
        """Chance of a dealer natural behind a hand."""
        model = self.model
        cards = values.left - model.hands.counts[hand]
        if flag:
            cards[model.burnable[flag - 1]] -= 1
        return natural_chance(cards, model.values, self.board.up)

    def choices(self) -> Iterator[Choice]:
        """The best first decision for every deal."""
        for deal in self.model.deals(self.board):
            choice = self._unsplit(deal)
            if deal.pair != NONE and choice.move:
                hands, value = self._split(deal)
                if hands and value > choice.value:
                    choice = Choice(deal, int(Move.SPLIT), hands, value)
            yield choice

    def _unsplit(self, deal: Deal) -> Choice:
        model, tables, plain = self.model, self.model.tables, self.plain
        hand, units = deal.hand, model.units
        state = int(model.hands.state[hand])
        natural = self.natural(plain, 0, hand)
        if state == SOFT_21:
            pays, per = tables.natural
            chance = 1.0 if tables.natural_first else 1.0 - natural
            return Choice(deal, 0, 0, units * pays / per * chance)
        moves = tables.hand_moves[TWO][state] & tables.round_moves[4 * UNSPLIT]
        back = natural if self.peeks else 0.0
        offers = {STAND: units * plain.stand[0, hand]}
        if moves & HIT:
            offers[HIT] = units * plain.hit[0, hand]
        if moves & DOUBLE:
            staked = units + tables.double_units[units]
            offers[DOUBLE] = staked * plain.double[0, hand] + (staked - units) * back
        if moves & Move.SURRENDER:
            offers[int(Move.SURRENDER)] = -units * (0.5 + 0.5 * natural)
        if moves & Move.TAKE_BACK:
            offers[int(Move.TAKE_BACK)] = (units - 1) * plain.best[0, hand] - back
        move = max(offers, key=lambda move: offers[move])
        return Choice(deal, move, 0, float(offers[move]))

    def outcomes(self, choice: Choice) -> Floats:
        """Outcome table of a deal that is not split, played by its choice."""
        table = np.zeros((2, BUST + 1, self.model.finals))
        hand, move = choice.deal.hand, choice.move
        if move == Move.SURRENDER:
            table[0, BUST, 0] = 1.0 - self.natural(self.plain, 0, hand)
        else:
            if move == Move.TAKE_BACK:
                move = HIT if self.policy.hits[0, hand] else STAND
            self.ends(self.finals, self.board.left, 0, hand, move, 1.0, table)
        return table

    # Splits

    def split(self, deal: Deal) -> SplitPair:
        """The split of a deal's pair."""
        key = (deal.pair, deal.mates)
        if key not in self.splits:
            self.splits[key] = SplitPair(self, deal.pair, deal.mates)
        return self.splits[key]

    def _split(self, deal: Deal) -> tuple[int, float]:
        """The best number of hands to split to, and what it is worth; 0 hands if it is illegal."""
        model, tables, pair = self.model, self.model.tables, deal.pair
        aces = model.values[pair] == 1
        state = int(model.hands.state[model.two(pair, pair)])
        if not tables.hand_moves[PAIR][state] & tables.round_moves[4 * UNSPLIT] & Move.SPLIT:
            return 0, 0.0
        again = tables.round_moves[4 * SPLIT + 2 * aces] & Move.SPLIT
        numbers = {2, tables.max_hands} if again else {2}
        split = self.split(deal)
        worth = {hands: split.worth(hands) for hands in sorted(numbers, reverse=True)}
        hands = max(worth, key=lambda number: worth[number])
        return hands, worth[hands]


class SplitPair:
    """A pair split on a board: one hand's values when pair cards and burned cards are gone."""

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


def _no_natural(finals: Floats) -> Floats:
    """A dealer's finals less the natural, which is the last."""
    kept = finals.copy()
    kept[-1] = 0.0
    return kept


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
