"""The main game on one board: the best first decision for every deal, split hands included.

Policies are by composition: the exact cards of the hand and the upcard (and the set-aside card).
Split hands reuse the unsplit decisions where stakes and legal moves are the same; where they are
not, the decisions best for the first split hand, held fixed. Values are in units of the first
opening wager.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import NONE, Board, Deal, Model
from pitboss.exact.outcomes import BUST, hit_first, play_forward, take_one
from pitboss.exact.player import natural_chance, one_card, play_out
from pitboss.exact.policy import DOUBLE, HIT, STAND, Finals, HandValues, Policy
from pitboss.exact.split_pair import SplitPair
from pitboss.rules.compile import PAIR, SPLIT, TWO, UNSPLIT, Move
from pitboss.rules.hands import SOFT_21

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


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
        self.natural_possible = bool(self.makers.any())
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
        if not self.natural_possible:
            return 0.0
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


def _no_natural(finals: Floats) -> Floats:
    """A dealer's finals less the natural, which is the last."""
    kept = finals.copy()
    kept[-1] = 0.0
    return kept
