"""A solver's strategy as the policy tables other engines read."""

from __future__ import annotations

from pitboss.exact.policy import Play
from pitboss.exact.position import Position
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.splits import Count
from pitboss.rules.policy import NONE, Deal, Decision, Policy, SplitPolicy


def to_policy(solver: Solver, strategy: Strategy) -> Policy:
    """Every decision of a strategy, by board and deal."""
    model = solver.model
    boards = {
        (_aside(position, solver.shoe), position.board.up): _decisions(position, play)
        for position, play in zip(solver.positions, strategy.plays, strict=True)
    }
    hands = model.hands
    return Policy(hands.next, hands.hands, hands.state, model.flag_of, boards)


def _aside(position: Position, shoe: list[float]) -> int:
    """The rank of the upcard set aside on a board."""
    if position.board.aside == NONE:
        return NONE
    return next(rank for rank in range(13) if position.board.ranks[rank] < shoe[rank])


def _decisions(position: Position, play: Play) -> dict[Deal, Decision]:
    deals = position.deals
    keys = zip(
        deals.hand.tolist(), deals.mates.tolist(), deals.same_rank.tolist(),
        deals.matches.tolist(), deals.suited.tolist(), strict=True,
    )  # fmt: skip
    found = {}
    for place, (hand, mates, same, matches, suited) in enumerate(keys):
        split = None
        if place in play.splits:
            how = play.splits[place]
            survives = how.kept is Count.FIRST
            split = SplitPolicy(how.first, how.later, survives, int(play.hands[place]))
        found[Deal(hand, int(mates), same, matches, suited)] = Decision(
            int(play.moves[place]), play.policies[play.policy_of[place]], split
        )
    return found
