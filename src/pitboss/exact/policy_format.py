"""A solver's strategy as the policy tables other engines read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import Position
from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.play import CHOICE
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.splits import Count
from pitboss.rules.policy import NONE, Deal, Decision, HandPlan, Ints, Policy, SplitPlan


def to_policy(solver: Solver, strategy: Strategy) -> Policy:
    """Every decision of a strategy, by board and deal."""
    writer = _Writer(solver.core)
    boards = {
        (_aside(position, solver.shoe), position.board.up): writer.decisions(position, plan)
        for position, plan in zip(solver.positions, strategy.plans, strict=True)
    }
    hands, programme = solver.model.hands, solver.core.programme
    return Policy(
        hands.next, hands.hands, hands.state, tuple(programme.worlds),
        writer.numbers_of(writer.choices)[programme.choices],
        writer.numbers_of(writer.offers)[programme.draws],
        tuple(writer.plans), boards,
    )  # fmt: skip


def _aside(position: Position, shoe: list[float]) -> int:
    """The rank of the upcard set aside on a board."""
    if position.board.aside == NONE:
        return NONE
    return next(rank for rank in range(13) if position.board.ranks[rank] < shoe[rank])


class _Writer:
    """Numbers decisions and draws, and collects the plans of all boards."""

    def __init__(self, core: Core) -> None:
        self.core, self.slots = core, core.programme.slots
        self.choices: Ints = np.nonzero(self.slots.kind == CHOICE)[0]
        """Slots in which something is decided."""
        self.offers: Ints = np.nonzero((self.slots.again != NONE).any(axis=1))[0]
        """Slots that draw a card which may be given up."""
        self.plans: list[HandPlan] = []
        self._numbers: dict[bytes, int] = {}

    def numbers_of(self, some: Ints) -> Ints:
        """By slot: its number among these; `NONE` for others, and for no slot at all."""
        numbers = np.full(len(self.slots.kind) + 1, NONE, dtype=np.int64)
        numbers[some] = np.arange(len(some))
        return numbers

    def decisions(self, position: Position, plan: BoardPlan) -> dict[Deal, Decision]:
        """Those of a board."""
        deals, moves = position.deals, self.slots.option_move
        plans = [self._plan(picks) for picks in plan.picks]
        split_move = self.core.programme.split_move
        columns = (deals.hand, deals.mates, deals.same_rank, deals.matches, deals.suited)
        found = {}
        for place, (hand, mates, same, matches, suited) in enumerate(
            zip(*(column.tolist() for column in columns), strict=True)
        ):
            option, split = int(plan.options[place]), None
            move = 0 if option == NONE else int(moves[option])
            if place in plan.splits:
                how, pair = plan.splits[place], int(deals.pair[place])
                move, split = split_move, self._split(pair, how, int(plan.hands[place]))
            found[Deal(hand, int(mates), same, matches, suited)] = Decision(
                move, plans[plan.picks_of[place]], split
            )
        return found

    def _split(self, pair: int, how: SplitPicks, hands: int) -> SplitPlan:
        first, later = (self._split_hand(pair, picks) for picks in (how.first, how.later))
        return SplitPlan(first, later, how.kept is Count.FIRST, hands)

    def _split_hand(self, pair: int, picks: Ints) -> int:
        by_slot = np.zeros(len(self.slots.kind), dtype=np.int64)
        by_slot[self.core.splits.pairs[pair].paths.steps.slot[: len(picks)]] = picks
        return self._plan(by_slot)

    def _plan(self, picks: NDArray[np.int64]) -> int:
        """The number of the plan that takes these picks, by slot."""
        options = self.slots.first_option[self.choices] + picks[self.choices]
        plan = HandPlan(
            self.slots.option_move[options].astype(np.int16), picks[self.offers].astype(np.int16)
        )
        key = b"".join(part.tobytes() for part in plan)
        if key not in self._numbers:
            self._numbers[key] = len(self.plans)
            self.plans.append(plan)
        return self._numbers[key]
