"""Other ways to play a board: a strategy with one decision changed.

Only what the solver decides for its own sake is changed: first decisions, splits, and hits and
burns of hands that are not split. Split hands keep to the policy they had; what is decided for them
alone (`split_deviations`) is measured by the first of two hands, as it was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.figures import Figures
from pitboss.exact.objective import NOTHING_RIDES
from pitboss.exact.optimise import Optimiser
from pitboss.exact.outcomes import DOUBLE, HIT, STAND, unsplit_table
from pitboss.exact.policy import Play, SplitHand
from pitboss.exact.position import Position
from pitboss.exact.solver import Strategy
from pitboss.exact.splits import Count
from pitboss.exact.tally import Tally
from pitboss.rules.compile import Move
from pitboss.rules.moves import definition
from pitboss.rules.settlement import BUST, NONE
from tests.enumeration.case import Solved
from tests.enumeration.compare import cards_of_hand, class_name, describe, describe_board

FIRST_MOVES = (Move.STAND, Move.HIT, Move.DOUBLE, Move.SURRENDER, Move.TAKE_BACK)


class Board:
    """One board with its play, and what any play of it is worth."""

    def __init__(self, solved: Solved, number: int) -> None:
        self.solver, self.model = solved.solver, solved.solver.model
        self.weights = np.array(solved.weights)
        self.position: Position = self.solver.positions[number]
        self.play: Play = solved.strategy.plays[number]
        self.optimiser = Optimiser(self.position, solved.objective)
        self.profiles = solved.objective.profiles(self.position)

    def worth(self, play: Play) -> float:
        """What the board adds to the objective under a play."""
        tally = Tally(self.model)
        tally.add(self.position, play, self.optimiser.tables)
        figures = Figures(self.model, self.solver.readers, tally)
        return float(figures.expectations() @ self.weights)

    def deviations(self) -> Iterator[tuple[str, Play]]:
        """Every play with one decision changed, and what is changed."""
        yield from self._first_decisions()
        for number in range(len(self.play.policies)):
            yield from self._later_decisions(number)

    def first(self, place: int, move: int) -> Play:
        """The play with another first decision, not a split."""
        moves, hands = self.play.moves.copy(), self.play.hands.copy()
        moves[place], hands[place] = move, 0
        splits = {at: split for at, split in self.play.splits.items() if at != place}
        return self.play._replace(moves=moves, hands=hands, splits=splits)

    def split(self, places: list[int], number: int) -> Play:
        """The play with pairs split to at most so many hands."""
        moves, hands = self.play.moves.copy(), self.play.hands.copy()
        splits = dict(self.play.splits)
        for place in places:
            pair = int(self.position.deals.pair[place])
            moves[place] = Move.SPLIT
            hands[place] = min(number, max(self.model.split_hands(pair)))
            splits[place] = self.optimiser.split(pair, self.profiles[place])
        return self.play._replace(moves=moves, hands=hands, splits=splits)

    def pairs(self) -> list[int]:
        """The deals that can be split."""
        return [int(place) for place in np.nonzero(self.position.deals.pair != NONE)[0]]

    def _first_decisions(self) -> Iterator[tuple[str, Play]]:
        deals = self.position.deals
        for place, chosen in enumerate(self.play.moves):
            where = describe(self.position, self.play, place)
            for move in FIRST_MOVES:
                if chosen and move != chosen and self.model.moves[deals.hand[place]] & move:
                    yield (
                        f"{where}; {definition(int(move)).id} instead",
                        self.first(place, int(move)),
                    )
        for place in self.pairs():
            where = describe(self.position, self.play, place)
            for number in self.model.split_hands(int(deals.pair[place])):
                if self.play.hands[place] != number:
                    yield f"{where}; split to {number} instead", self.split([place], number)

    def _later_decisions(self, number: int) -> Iterator[tuple[str, Play]]:
        """Hits and burns of the hands that a policy meets."""
        model = self.model
        met, drawn, doubled = self._met(number)
        for flag, hand in np.argwhere(met & (model.hands.total < 21)):
            used = f" after a burnt {class_name(model, model.burnable[flag])}" if flag else ""
            yield f"{self._where(hand)}{used}: hit or stand", self._but(number, "hits", flag, hand)
        for table, hands in (("burns", drawn), ("burns_double", doubled)):
            if table == "burns_double" and not model.tables.burn_double_cards:
                continue
            for hand in hands:
                for kind in model.burnable[1:]:
                    what = f"{self._where(hand)}: burn a {class_name(model, kind)} ({table})"
                    yield what, self._but(number, table, hand, kind)

    def _met(self, number: int) -> tuple[NDArray[np.bool_], list[int], list[int]]:
        """Hands, ``[flag, hand]``, decided by a policy; hands hit with it, and hands doubled."""
        model, position, play = self.model, self.position, self.play
        deals, policy = position.deals, play.policies[number]
        rows = np.nonzero((play.policy_of == number) & (play.moves != 0))[0]
        moves, hands = play.moves[rows], deals.hand[rows]
        taken = moves == Move.TAKE_BACK
        moves = np.where(taken, np.where(policy.hits[0, hands], HIT, STAND), moves)
        used = (moves == HIT) | (moves == STAND)
        met = unsplit_table(
            model.hands, position.left, model.burnable, model.flag_of, position.finals, *policy,
            model.tables.burn_double_cards, hands[used], deals.chance[rows][used], moves[used],
            deals.natural[rows][used], np.zeros((2, BUST + 1, model.finals)),
        )  # fmt: skip
        drawn = (met[0] > 0) & policy.hits[0]
        drawn[hands[moves == HIT]] = True
        met[0, hands[used & ~taken]] = 0.0  # decided by the first decision
        return met > 0, np.nonzero(drawn)[0].tolist(), np.unique(hands[moves == DOUBLE]).tolist()

    def _but(self, number: int, table: str, row: int, column: int) -> Play:
        """The play with one cell of one policy changed."""
        policies = list(self.play.policies)
        cells = getattr(policies[number], table).copy()
        cells[row, column] ^= True
        policies[number] = policies[number]._replace(**{table: cells})
        return self.play._replace(policies=policies)

    def _where(self, hand: int) -> str:
        return f"{describe_board(self.position)}, {cards_of_hand(self.model, hand)}"

    # What is decided for split hands alone

    def split_deviations(self) -> Iterator[tuple[str, float]]:
        """What changing a double or a burn of split hands gains the first of two hands."""
        model = self.model
        for place in self.pairs():
            pair = int(self.position.deals.pair[place])
            how = self.optimiser.split(pair, NOTHING_RIDES).later
            before = self._first_hand_worth(place, how)
            for what, other in self._other_split_hands(pair, how):
                where = f"{describe_board(self.position)}, a split {class_name(model, pair)}"
                yield f"{where}: {what}", self._first_hand_worth(place, other) - before

    def _other_split_hands(self, pair: int, how: SplitHand) -> Iterator[tuple[str, SplitHand]]:
        model = self.model
        for kind in model.split_doubles[pair] if model.units > 1 else ():
            actions = how.actions.copy()
            hits = how.policy.hits[0, model.seconds[pair, kind]]
            plain = HIT if hits else STAND
            actions[0, kind] = plain if actions[0, kind] == DOUBLE else DOUBLE
            name = definition(int(actions[0, kind])).id
            yield f"{name} with a {class_name(model, int(kind))}", how._replace(actions=actions)
        for kind in model.burnable[1:] if model.tables.burn_split_cards else ():
            burns = how.burns.copy()
            burns[kind] ^= True
            yield f"burn or keep a {class_name(model, kind)}", how._replace(burns=burns)

    def _first_hand_worth(self, place: int, how: SplitHand) -> float:
        position, deals = self.position, self.position.deals
        pair, mates = int(deals.pair[place]), float(deals.mates[place])
        tables = position.split_tables(pair, how, 0)
        table = position.all_hands(pair, mates, tables, 2, Count.FIRST)
        pay = self.optimiser.objective.hand_pay(NOTHING_RIDES)
        return float(table @ pay.reshape(-1))


def splitting(solved: Solved, number: int) -> Strategy:
    """The strategy, but every pair is split to at most so many hands."""
    boards = [Board(solved, place) for place in range(len(solved.solver.positions))]
    plays = [board.split(board.pairs(), number) for board in boards]
    return Strategy(plays, [None] * len(plays))
