"""Other ways to play a board: a strategy with one decision changed.

Only what the solver decides for its own sake is changed: first decisions, splits, and hits and
burns of hands that are not split. Split hands keep to the policy they had; what is decided for them
alone (`split_deviations`) is measured as it was chosen: by the first of two hands, or by all hands
where giving up a second card decides how often a pair is split again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.figures import Figures
from pitboss.exact.objective import NOTHING_RIDES
from pitboss.exact.position import Position
from pitboss.exact.programme.loops.bundles import Steps
from pitboss.exact.programme.loops.play import CHANCE, CHOICE
from pitboss.exact.programme.outcomes import Starts, unsplit_outcomes
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.programme.valuing import BoardValues
from pitboss.exact.solver import Strategy
from pitboss.exact.splits import Count
from pitboss.exact.tally import Deal, Tally
from pitboss.rules.course import NONE
from pitboss.rules.moves import definition
from tests.enumeration.case import Solved
from tests.enumeration.compare import cards_of_hand, class_name, describe, describe_board

Ints = NDArray[np.int64]


class Board:
    """One board with its play, and what any play of it is worth."""

    def __init__(self, solved: Solved, number: int) -> None:
        self.solver, self.model, self.number = solved.solver, solved.solver.model, number
        self.core, self.slots = solved.solver.core, solved.solver.core.programme.slots
        self.weights = np.array(solved.weights)
        self.position: Position = self.solver.positions[number]
        self.plan: BoardPlan = solved.strategy.plans[number]
        self.play = RidingPlay(self.solver.plain, solved.objective)
        self.profiles = solved.objective.profiles(self.position)
        self.known = Tally(self.solver.boards)

    def worth(self, plan: BoardPlan) -> float:
        """What the board adds to the objective under a plan."""
        tally = Tally(self.solver.boards, self.known)
        tally.add(self.number, self.position, plan)
        figures = Figures(self.solver.tables, self.solver.readers, tally)
        return float(figures.expectations() @ self.weights)

    def deviations(self) -> Iterator[tuple[str, BoardPlan]]:
        """Every plan with one decision changed, and what is changed."""
        yield from self._first_decisions()
        for number in range(len(self.plan.picks)):
            yield from self._later_decisions(number)

    def first(self, place: int, option: int) -> BoardPlan:
        """The plan with another first decision, not a split."""
        options, hands = self.plan.options.copy(), self.plan.hands.copy()
        options[place], hands[place] = option, 0
        splits = {at: split for at, split in self.plan.splits.items() if at != place}
        return self.plan._replace(options=options, hands=hands, splits=splits)

    def split(self, places: list[int], number: int) -> BoardPlan:
        """The plan with pairs split to at most so many hands."""
        options, hands = self.plan.options.copy(), self.plan.hands.copy()
        splits = dict(self.plan.splits)
        for place in places:
            pair = int(self.position.deals.pair[place])
            options[place] = NONE
            hands[place] = min(number, max(self.core.programme.split_hands[pair]))
            splits[place] = self.play.split_picks(self.profiles[place], self.number, pair)
        return self.plan._replace(options=options, hands=hands, splits=splits)

    def pairs(self) -> list[int]:
        """The deals that can be split."""
        return [int(place) for place in np.nonzero(self.position.deals.pair != NONE)[0]]

    def options(self, place: int) -> list[int]:
        """The options of a deal's two cards that are open against the upcard."""
        slot, up = int(self.core.openings(self.position.deals)[place]), self.position.board.up
        every = range(self.slots.first_option[slot], self.slots.first_option[slot + 1])
        upcards = self.slots.option_upcards
        return [
            option
            for option in every
            if self.slots.option_move[option] and (upcards[option] < 0 or upcards[option] >> up & 1)
        ]

    def _first_decisions(self) -> Iterator[tuple[str, BoardPlan]]:
        deals = self.position.deals
        for place, chosen in enumerate(self.plan.options):
            where = describe(self.solver, self.position, self.plan, place)
            if chosen == NONE and place not in self.plan.splits:
                continue
            for option in self.options(place):
                if option != chosen:
                    name = definition(int(self.slots.option_move[option])).id
                    yield f"{where}; {name} instead", self.first(place, option)
        for place in self.pairs():
            where = describe(self.solver, self.position, self.plan, place)
            for number in self.core.programme.split_hands[int(deals.pair[place])]:
                if self.plan.hands[place] != number:
                    yield f"{where}; split to {number} instead", self.split([place], number)

    def _later_decisions(self, number: int) -> Iterator[tuple[str, BoardPlan]]:
        """Decisions in the slots that hands come to after their first one."""
        picks = self.plan.picks[number]
        for slot in np.nonzero(self._met(number))[0].tolist():
            where = f"{describe_board(self.position)}, {self._cards(slot)}"
            if self.slots.kind[slot] == CHOICE:
                first, last = self.slots.first_option[slot], self.slots.first_option[slot + 1]
                for other in range(last - first):
                    if other != picks[slot]:
                        name = definition(int(self.slots.option_move[first + other])).id
                        yield f"{where}: {name} instead", self._but(number, slot, other)
            elif self.slots.kind[slot] == CHANCE:
                for kind in np.nonzero(self.slots.again[slot] != NONE)[0].tolist():
                    what = f"{where}: keep or give up a {class_name(self.model, kind)}"
                    yield what, self._but(number, slot, int(picks[slot]) ^ 1 << kind)

    def _met(self, number: int) -> NDArray[np.bool_]:
        """Slots that hands come to which are played by certain picks."""
        deals, plan = self.position.deals, self.plan
        rows = np.nonzero((plan.picks_of == number) & (plan.options != NONE))[0]
        starts = Starts(plan.options[rows], deals.chance[rows], deals.natural[rows])
        flows = unsplit_outcomes(self.solver.boards, self.number, plan.picks[number], starts)
        return (flows.slots > 0) & (self.slots.hand >= 0)

    def _but(self, number: int, slot: int, pick: int) -> BoardPlan:
        """The plan with one pick changed."""
        every = list(self.plan.picks)
        every[number] = every[number].copy()
        every[number][slot] = pick
        return self.plan._replace(picks=every)

    def _cards(self, slot: int) -> str:
        gone = self.core.programme.worlds[self.slots.world[slot]]
        used = "".join(f", a {class_name(self.model, kind)} given up" for kind in gone)
        return cards_of_hand(self.model, int(self.slots.hand[slot])) + used

    # What is decided for split hands alone

    def split_deviations(self) -> Iterator[tuple[str, float]]:
        """What changing a decision of split hands alone gains the first of two hands, or all."""
        for place in self.pairs():
            pair = int(self.position.deals.pair[place])
            one = self.core.splits.pairs[pair]
            picks = self.solver.plain.split_picks(self.number, pair).later
            for what, other in self._other_split_hands(pair, picks):
                where = f"{describe_board(self.position)}, a split {class_name(self.model, pair)}"
                by_all = one.card_decides_splits and bool(picks[0] != other[0])
                worth = self._all_hands_worth if by_all else self._first_hand_worth
                yield f"{where}: {what}", worth(place, other) - worth(place, picks)

    def _other_split_hands(self, pair: int, picks: Ints) -> Iterator[tuple[str, Ints]]:
        paths = self.core.splits.pairs[pair].paths
        for step, kind in zip(paths.decisions.step, paths.decisions.kind, strict=True):
            other = picks.copy()
            if kind == NONE:
                other[step] = self._other_option(paths.steps, int(step), int(picks[step]))
                move = self.slots.option_move[
                    self.slots.first_option[paths.steps.slot[step]] + other[step]
                ]
                slot = int(paths.steps.slot[step])
                yield f"{definition(int(move)).id} with {self._cards(slot)}", other
            else:
                other[step] ^= 1 << kind
                yield f"keep or give up a {class_name(self.model, int(kind))}", other

    def _other_option(self, steps: Steps, step: int, taken: int) -> int:
        """Hands that are not split say which of the options they know is best; or another one."""
        first, last = int(steps.first_option[step]), int(steps.first_option[step + 1])
        unknown = [at for at in range(last - first) if not steps.option_known[first + at]]
        if taken not in unknown:
            return unknown[0]
        values = BoardValues(self.core, self.position.board, self.solver.objective())
        slot = int(steps.slot[step])
        natural = values.natural_behind(int(self.slots.hand[slot]))
        worth = values.options(NOTHING_RIDES, slot, natural)
        moves = self.slots.option_move[self.slots.first_option[slot] :]
        known = [at for at in range(last - first) if at not in unknown]
        return max(known, key=lambda at: worth[int(moves[at])])

    def _first_hand_worth(self, place: int, picks: Ints) -> float:
        return self._worth(place, picks, 2, Count.FIRST)

    def _all_hands_worth(self, place: int, picks: Ints) -> float:
        """Summed over the numbers of mates that the pair's ranks can have left."""
        deals = self.position.deals
        pair = int(deals.pair[place])
        places = {float(deals.mates[at]): int(at) for at in (deals.pair == pair).nonzero()[0]}
        return sum(
            max(
                self._worth(at, picks, hands, Count.ALL)
                for hands in self.core.programme.split_hands[pair]
            )
            for at in places.values()
        )

    def _worth(self, place: int, picks: Ints, hands: int, count: Count) -> float:
        """What hands of a split bring that count, all of them played in one way."""
        deal = Deal(self.number, self.position, place, SplitPicks(picks, picks), hands)
        table = self.known.split_hands.summed([deal], count) / deal.chance
        return float((table * self.core.holdings.split_pays).sum())


def splitting(solved: Solved, number: int) -> Strategy:
    """The strategy, but every pair is split to at most so many hands."""
    boards = [Board(solved, place) for place in range(len(solved.solver.positions))]
    return Strategy([board.split(board.pairs(), number) for board in boards])
