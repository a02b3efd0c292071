"""Other ways to play a board: a strategy with one decision changed.

Only what the solver decides for its own sake is changed: first decisions, splits, and hits and
burns of hands that are not split. Split hands keep to the policy they had.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pitboss.cards import RANKS
from pitboss.exact.figures import Figures
from pitboss.exact.model import NONE
from pitboss.exact.optimise import Optimiser
from pitboss.exact.outcomes import HIT, STAND, unsplit_table
from pitboss.exact.policy import HandPolicy, Play
from pitboss.exact.position import Position
from pitboss.exact.solver import Strategy
from pitboss.exact.tally import Tally
from pitboss.rules.compile import Move
from pitboss.table.actions import MOVE_NAMES
from tests.enumeration.case import Case
from tests.enumeration.compare import describe

FIRST_MOVES = (Move.STAND, Move.HIT, Move.DOUBLE, Move.SURRENDER, Move.TAKE_BACK)


class Board:
    """One board of a case with its play, and what any play of it is worth."""

    def __init__(self, case: Case, number: int) -> None:
        self.case, self.model = case, case.solver.model
        self.position: Position = case.solver.positions[number]
        self.play: Play = case.strategy.plays[number]
        self.optimiser = Optimiser(self.position, case.objective)
        self.profiles = case.objective.profiles(self.position)

    def worth(self, play: Play) -> float:
        """What the board adds to the objective under a play."""
        tally = Tally(self.model)
        tally.add(self.position, play, self.optimiser.tables)
        figures = Figures(self.model, self.case.solver.readers, tally)
        return float(figures.expectations() @ np.array(self.case.stakes))

    def split(self, place: int, number: int, play: Play | None = None) -> Play:
        """The play with one pair split to at most so many hands."""
        play = play or self.play
        pair = int(self.position.deals.pair[place])
        split = self.optimiser.split(pair, self.profiles[place])
        changed = self.first(place, int(Move.SPLIT), play)
        changed.hands[place] = min(number, max(self.model.split_hands(pair)))
        return changed._replace(splits={**play.splits, place: split})

    def first(self, place: int, move: int, play: Play | None = None) -> Play:
        """The play with another first decision, not a split."""
        play = play or self.play
        moves, hands = play.moves.copy(), play.hands.copy()
        moves[place], hands[place] = move, 0
        splits = {at: split for at, split in play.splits.items() if at != place}
        return play._replace(moves=moves, hands=hands, splits=splits)

    def deviations(self) -> Iterator[tuple[str, Play]]:
        """Every play with one decision changed, and what it is."""
        yield from self._first_decisions()
        for number in range(len(self.play.policies)):
            yield from self._later_decisions(number)

    def _first_decisions(self) -> Iterator[tuple[str, Play]]:
        deals = self.position.deals
        for place in range(len(deals.hand)):
            chosen = int(self.play.moves[place])
            if chosen == 0:
                continue
            where = describe(self.position, self.play, place)
            for move in FIRST_MOVES:
                if self.model.moves[deals.hand[place]] & move and move != chosen:
                    yield f"{where}; {MOVE_NAMES[move]} instead", self.first(place, int(move))
            if deals.pair[place] != NONE:
                for number in self.model.split_hands(int(deals.pair[place])):
                    if (chosen, self.play.hands[place]) != (Move.SPLIT, number):
                        yield f"{where}; split to {number} instead", self.split(place, number)

    def _later_decisions(self, number: int) -> Iterator[tuple[str, Play]]:
        """Hits and burns of the hands that a policy meets after the first decision."""
        model, policy = self.model, self.play.policies[number]
        reached, doubled = self._reached(number)
        upcard = "/".join(RANKS[rank] for rank in model.ranks_of[self.position.board.up])
        for flag, hand in np.argwhere(reached & (model.hands.total < 21)):
            where = f"upcard {upcard}, {self._cards(hand)}{' with a burn used' * bool(flag)}"
            yield f"{where}: hit or stand", self._changed(number, "hits", flag, hand)
            if flag == 0 and policy.hits[0, hand]:
                for kind in model.burnable[1:]:
                    yield f"{where}: burn {kind}", self._changed(number, "burns", hand, kind)
        if model.tables.burn_double_cards:
            for hand in doubled:
                for kind in model.burnable[1:]:
                    yield (
                        f"upcard {upcard}, {self._cards(hand)} doubled: burn {kind}",
                        self._changed(number, "burns_double", hand, kind),
                    )

    def _reached(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Hands ``[flag, hand]`` that a policy has to decide on, and those that are doubled."""
        model, position, play = self.model, self.position, self.play
        deals, policy = position.deals, play.policies[number]
        rows = np.nonzero((play.policy_of == number) & (play.moves != 0))[0]
        moves = play.moves[rows]
        taken = moves == Move.TAKE_BACK
        moves = np.where(taken, np.where(policy.hits[0, deals.hand[rows]], HIT, STAND), moves)
        drawing = np.isin(moves, (HIT, STAND))
        reached = unsplit_table(
            model.hands, position.left, model.burnable, model.flag_of, position.finals, *policy,
            model.tables.burn_double_cards, deals.hand[rows[drawing]], deals.chance[rows[drawing]],
            moves[drawing], deals.natural[rows[drawing]],
            np.zeros((2, 23, model.finals)),
        )  # fmt: skip
        first = reached.copy()
        first[0, deals.hand[rows[drawing & ~taken]]] = 0  # decided by the first decision
        return first > 0, np.unique(deals.hand[rows[moves == Move.DOUBLE]])

    def _changed(self, number: int, table: str, row: int, column: int) -> Play:
        policy: HandPolicy = self.play.policies[number]
        cells = getattr(policy, table).copy()
        cells[row, column] ^= True
        policies = list(self.play.policies)
        policies[number] = policy._replace(**{table: cells})
        return self.play._replace(policies=policies)

    def _cards(self, hand: int) -> str:
        counts = self.model.hands.counts[hand]
        return "".join(
            RANKS[self.model.ranks_of[kind][0]] * int(many) for kind, many in enumerate(counts)
        )


def splitting(case: Case, number: int) -> Strategy:
    """The case's strategy, but every pair is split to at most so many hands."""
    plays = []
    for place in range(len(case.solver.positions)):
        board = Board(case, place)
        play = board.play
        for pair in np.nonzero(board.position.deals.pair != NONE)[0]:
            play = board.split(int(pair), number, play)
        plays.append(play)
    return Strategy(plays, [None] * len(plays))
