"""Hands made by a split that may be split again: what waits beside them counts too.

A further split takes room from the hands that wait for their second card, and loses some bets that
ride on the first hand. Hands that wait are split again to as many as is best; not at all while a
bet rides that this would lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.advice.decision_values import Held, OpenDecision, Sight, Worth
from pitboss.exact.objective import NOTHING_RIDES, Profile
from pitboss.rules.course import LAST_CARD, NONE, Edge


class Beside(NamedTuple):
    """What lies beside the hand in turn."""

    hands: int
    """How many hands the seat has."""
    waiting: int
    """How many of them wait for their second card."""
    first: bool
    """Whether the hand in turn is the seat's first, which bets ride on."""
    finished: tuple[int, int]
    """If not: how the first was finished, and its total."""
    room: bool
    """Whether a hand of this pair may be split again."""
    stays: Profile
    """Bets that ride on the first hand and stay there through another split."""
    goes: Profile
    """Bets that ride there and are settled by another split."""
    at_once: float
    """What they bring then."""
    waits_whole: bool
    """Whether a bet rides that splitting a waiting hand would lose, so that none is split."""


def pair_again(decision: OpenDecision, beside: Beside) -> Worth:
    """Every move of a hand that is a pair once more."""
    pair = _pair(decision, decision.sight)
    rest = max(_rest(pair, beside, most) for most in _plans(decision, beside))
    worth = {move: value + rest for move, value in decision.moves().items()}
    split = next(edge for edge in decision.terms.edges if edge.new_hand != NONE)
    worth[split.move] = _split(pair, decision, beside)
    return worth


def second_card(decision: OpenDecision, beside: Beside) -> Worth:
    """Giving up or keeping the second card of a hand of one card, which it gave up last."""
    keeps, gives_up = _answers(decision)
    model = decision.model
    drawn = model.kind_of_rank[decision.held.given_up[-1]]
    kept = decision.second_cards(keeps.next, ())[drawn]
    seconds = decision.second_cards(gives_up.next, decision.world)
    unseen = model.counts(decision.sight.unseen)
    cards = float(unseen.sum())
    without = sum(
        float(cards_left) / cards * worth
        for cards_left, worth in zip(unseen, seconds, strict=True)
        if cards_left > 0
    )
    if not beside.room:
        return {keeps.move: kept, gives_up.move: without}
    pair = _pair(decision, decision.sight)
    best_kept = best_without = float("-inf")
    for most in _plans(decision, beside):
        rest = _rest(pair, beside, most)
        best_kept = max(best_kept, kept + rest)
        again = 0.0  # what it gains to split a replacement that pairs
        if pair.mates > 0 and decision.core.programme.splits_replacements[decision.pair]:
            after = _pair(decision, _without_a_mate(pair))
            again = (
                _split(after, decision, beside)
                - seconds[decision.pair]
                - _rest(after, beside, most)
            )
        best_without = max(best_without, without + rest + pair.mates / cards * max(again, 0.0))
    if decision.held.given_up[-1] in decision.alike:
        best_kept = max(best_kept, _split(pair, decision, beside))
    return {keeps.move: best_kept, gives_up.move: best_without}


def _answers(decision: OpenDecision) -> tuple[Edge, Edge]:
    """The edges that keep the card just drawn and that give it up."""
    by_discards = {edge.discards == LAST_CARD: edge for edge in decision.terms.edges}
    return by_discards[False], by_discards[True]


def _plans(decision: OpenDecision, beside: Beside) -> Sequence[int]:
    """To how many hands those that wait may be split."""
    if beside.waits_whole:
        return [beside.hands]
    fewest = [beside.hands] if min(decision.splits_to) <= beside.hands else []
    return [*fewest, max(decision.splits_to)]


def _pair(decision: OpenDecision, sight: Sight) -> OpenDecision:
    """The split card twice: what the solver values split hands by."""
    card = decision.held.ranks[0]
    held = Held((card, card), (), decision.core.course.opening)
    return OpenDecision(decision.solver, decision.objective, sight, held, decision.profile)


def _without_a_mate(pair: OpenDecision) -> Sight:
    gone = next(rank for rank in pair.alike if pair.sight.unseen[rank] > 0)
    unseen = [cards - (rank == gone) for rank, cards in enumerate(pair.sight.unseen)]
    return pair.sight._replace(unseen=tuple(unseen))


def _rest(pair: OpenDecision, beside: Beside, most: int) -> float:
    """What is beside a hand that is not split again."""
    value = 0.0
    if beside.waiting:
        value = pair.split(NOTHING_RIDES, most, beside.waiting, beside.hands)
    if beside.goes and not beside.first:
        value += pair.rests_on(*beside.finished, beside.goes)
    return value


def _split(pair: OpenDecision, decision: OpenDecision, beside: Beside) -> float:
    """What splitting again is worth, the waiting hands with it."""
    stays = beside.stays if beside.first else NOTHING_RIDES
    numbers = {max(beside.hands + 1, min(pair.splits_to)), max(pair.splits_to)}
    value = max(
        pair.split(stays, most, beside.waiting + 2, beside.hands + 1) for most in numbers
    )  # fmt: skip
    value += beside.at_once * pair.looked
    if not pair.model.peeks:  # `OpenDecision.told` puts this back for the bets that ride now
        behind = pair.objective.behind_naturals
        value += pair.natural * (behind(stays) - behind(decision.profile))
    return value
