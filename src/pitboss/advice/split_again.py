"""Hands made by a split that may be split again: what waits beside them counts too.

A further split takes room from the hands that wait for their second card, and loses some bets that
ride on the first hand. Hands that wait are split again to as many as is best; not at all while a
bet rides that this would lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.advice.decision_values import BURN, KEEP, SPLIT, OpenDecision, Sight, Worth
from pitboss.exact.objective import NOTHING_RIDES, Profile
from pitboss.rules.compile import SPLIT as AFTER_SPLIT


class Beside(NamedTuple):
    """What lies beside the hand in turn."""

    hands: int
    """How many hands the seat has."""
    waiting: int
    """How many of them wait for their second card."""
    first: bool
    """Whether the hand in turn is the seat's first, which bets ride on."""
    finished: tuple[int, int]
    """If not: whether the first is doubled, and its total."""
    stays: Profile
    """Bets that ride on the first hand and stay there through another split."""
    goes: Profile
    """Bets that ride there and are settled by another split."""
    at_once: float
    """What they bring then."""


def pair_again(decision: OpenDecision, beside: Beside) -> Worth:
    """Every move of a hand that is a pair once more."""
    pair = _pair(decision, decision.sight)
    rest = max(_rest(pair, beside, most) for most in _plans(decision, beside))
    worth = {move: value + rest for move, value in decision.moves().items()}
    worth[SPLIT] = _split(pair, decision, beside)
    return worth


def second_card(decision: OpenDecision, beside: Beside) -> Worth:
    """Burning or keeping the second card of a hand of one card; its flag is that card."""
    model = decision.model
    kept = decision.second_cards(0)[model.burnable[decision.flag]]
    seconds, unseen = decision.second_cards(decision.flag), model.counts(decision.sight.unseen)
    cards = float(unseen.sum())
    burned = sum(
        float(cards_left) / cards * worth
        for cards_left, worth in zip(unseen, seconds, strict=True)
        if cards_left > 0
    )  # fmt: skip
    if not _room(decision, beside):
        return {KEEP: kept, BURN: burned}
    pair = _pair(decision, decision.sight)
    best = {KEEP: float("-inf"), BURN: float("-inf")}
    for most in _plans(decision, beside):
        rest = _rest(pair, beside, most)
        best[KEEP] = max(best[KEEP], kept + rest)
        again = 0.0  # what it gains to split a replacement that pairs
        if pair.mates > 0:
            after = _pair(decision, _without_a_mate(pair))
            again = (
                _split(after, decision, beside)
                - seconds[decision.pair]
                - _rest(after, beside, most)
            )
        best[BURN] = max(best[BURN], burned + rest + pair.mates / cards * max(again, 0.0))
    if decision.burned_pairs:
        best[KEEP] = max(best[KEEP], _split(pair, decision, beside))
    return best


def _room(decision: OpenDecision, beside: Beside) -> bool:
    tables = decision.model.tables
    aces = decision.model.values[decision.pair] == 1
    may = tables.round_moves[4 * AFTER_SPLIT + 2 * aces] & SPLIT
    return bool(may) and beside.hands < tables.max_hands


def _plans(decision: OpenDecision, beside: Beside) -> Sequence[int]:
    """To how many hands those that wait may be split."""
    return [beside.hands] if beside.goes else [beside.hands, decision.model.tables.max_hands]


def _pair(decision: OpenDecision, sight: Sight) -> OpenDecision:
    """The split card twice: what the solver values split hands by."""
    card = decision.ranks[0]
    return OpenDecision(
        decision.solver, decision.objective, sight, (card, card), decision.profile, 1
    )


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
    numbers = {beside.hands + 1, pair.model.tables.max_hands}
    value = max(
        pair.split(stays, most, beside.waiting + 2, beside.hands + 1) for most in numbers
    )  # fmt: skip
    value += beside.at_once * pair.looked
    if not pair.model.peeks:  # `OpenDecision.told` puts this back for the bets that ride now
        behind = pair.objective.behind_naturals
        value += pair.natural * (behind(stays) - behind(decision.profile))
    return value
