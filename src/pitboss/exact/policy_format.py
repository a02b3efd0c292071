"""A solver's strategy as the policy tables other engines read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.policy import HandPolicy, Play, Split, SplitHand
from pitboss.exact.position import Position
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.splits import Count
from pitboss.rules.course import LAST_CARD, Course
from pitboss.rules.moves import Move
from pitboss.rules.policy import NONE, Deal, Decision, HandPlan, Ints, Policy, Shorts, SplitPlan

Bools = NDArray[np.bool_]


def to_policy(solver: Solver, strategy: Strategy) -> Policy:
    """Every decision of a strategy, by board and deal."""
    writer = _Writer(solver.model)
    boards = {
        (_aside(position, solver.shoe), position.board.up): writer.decisions(position, play)
        for position, play in zip(solver.positions, strategy.plays, strict=True)
    }
    hands = solver.model.hands
    return Policy(
        hands.next, hands.hands, hands.state, writer.worlds, writer.decision, writer.draw,
        tuple(writer.plans), boards,
    )  # fmt: skip


def _aside(position: Position, shoe: list[float]) -> int:
    """The rank of the upcard set aside on a board."""
    if position.board.aside == NONE:
        return NONE
    return next(rank for rank in range(13) if position.board.ranks[rank] < shoe[rank])


class _Writer:
    """Numbers decisions and draws, and collects the plans of all boards."""

    def __init__(self, model: Model) -> None:
        self.model, self.course = model, model.tables.course
        self.worlds = ((), *((int(kind),) for kind in model.burnable[1:]))
        """A hand gives up one card at most: its world is the flag of the solver's policies."""
        shape = (len(self.course.terms), model.flags, model.hands.hands)
        decides, draws = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
        for terms, world in _reached(self.course, model.flags):
            draws[terms, world] = self.course.terms[terms].offers
            decides[terms, world] = self._decides(terms)
        self.decision, self.draw = _numbered(decides), _numbered(draws)
        self.at = np.nonzero(decides)
        self.drawn_at = np.nonzero(draws)
        self.plans: list[HandPlan] = []
        self._numbers: dict[bytes, int] = {}

    def _decides(self, terms: int) -> Bools:
        """By hand: whether more than one move is open that makes no new hand."""
        node, hands = self.course.terms[terms], self.model.hands
        if node.offers:
            return np.zeros(hands.hands, dtype=np.bool_)
        edges = [edge for edge in node.edges if edge.new_hand == NONE]
        looks, hand_looks = np.unique(
            np.stack((hands.state, hands.size)), axis=1, return_inverse=True
        )
        several = [
            sum(edge.allows(state, size) for edge in edges) > 1 for state, size in looks.T.tolist()
        ]
        return np.array(several)[hand_looks.reshape(-1)]

    def decisions(self, position: Position, play: Play) -> dict[Deal, Decision]:
        """Those of a board."""
        deals = position.deals
        plans = [self._plan(policy) for policy in play.policies]
        known: list[tuple[Split, tuple[int, int]]] = []
        found = {}
        columns = (deals.hand, deals.mates, deals.same_rank, deals.matches, deals.suited)
        for place, (hand, mates, same, matches, suited) in enumerate(
            zip(*(column.tolist() for column in columns), strict=True)
        ):
            split = None
            if place in play.splits:
                how = play.splits[place]
                pair = next((both for one, both in known if one is how), None)
                if pair is None:
                    kind = int(deals.pair[place])
                    pair = (self._split_plan(kind, how.first), self._split_plan(kind, how.later))
                    known.append((how, pair))
                survives = how.kept is Count.FIRST
                split = SplitPlan(*pair, survives, int(play.hands[place]))
            found[Deal(hand, int(mates), same, matches, suited)] = Decision(
                int(play.moves[place]), plans[play.policy_of[place]], split
            )
        return found

    def _moves(self, policy: HandPolicy) -> HandPlan:
        _, world, hand = self.at
        moves = np.where(policy.hits[world, hand], int(Move.HIT), int(Move.STAND))
        terms, _, hand = self.drawn_at
        doubled = np.array([node.doubled for node in self.course.terms])[terms]
        burns, burns_double = self._bits(policy.burns), self._bits(policy.burns_double)
        return HandPlan(moves.astype(np.int16), np.where(doubled, burns_double[hand], burns[hand]))

    def _bits(self, burns: Bools) -> Shorts:
        """Rows of cards that are burned as bits of classes."""
        may = self.model.flag_of > 0
        found: Shorts = ((burns & may) @ (1 << np.arange(self.model.kinds))).astype(np.int16)
        return found

    def _kept(self, plan: HandPlan) -> int:
        key = b"".join(part.tobytes() for part in plan)
        if key not in self._numbers:
            self._numbers[key] = len(self.plans)
            self.plans.append(plan)
        return self._numbers[key]

    def _plan(self, policy: HandPolicy) -> int:
        return self._kept(self._moves(policy))

    def _split_plan(self, pair: int, how: SplitHand) -> int:
        """The same, but for the first decision of a split hand and its second card."""
        model, plan = self.model, self._moves(how.policy)
        one = model.hands.of(pair)
        for number, node in enumerate(self.course.terms):
            if not node.split:
                continue
            for world in range(model.flags):
                numbers = self.decision[number, world, model.seconds[pair]]
                there = numbers != NONE
                plan.moves[numbers[there]] = how.actions[world, there]
                if self.draw[number, world, one] != NONE and not node.doubled:
                    plan.gives_up[self.draw[number, world, one]] = self._bits(how.burns)
        return self._kept(plan)


def _numbered(there: Bools) -> Ints:
    numbers = np.cumsum(there.reshape(-1)).reshape(there.shape) - 1
    return np.where(there, numbers, NONE)


def _reached(course: Course, worlds: int) -> set[tuple[int, int]]:
    """Terms and worlds a hand can be in together."""
    found: set[tuple[int, int]] = set()
    ahead = [(course.opening, 0)]
    while ahead:
        terms, world = ahead.pop()
        if terms == NONE or (terms, world) in found:
            continue
        found.add((terms, world))
        node = course.terms[terms]
        ahead += [(node.otherwise, world), *((edge.new_hand, world) for edge in node.edges)]
        for edge in node.edges:
            after = range(1, worlds) if edge.discards == LAST_CARD else (world,)
            ahead += [(edge.next, other) for other in after]
    return found
