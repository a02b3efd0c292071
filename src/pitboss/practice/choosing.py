"""Which hand comes next: where one's own mistakes cost most.

Of five hands, about two come from kinds of decisions in which one has slipped, by the weight of

    chance in a round  x  units a slip costs  x  how often one slips

and two from kinds that one has hardly decided yet, by the root of chance times what is at stake:
there a mistake may be that nobody knows of. What lies between the best move and the next one is at
stake; where that is much, hardly anybody is wrong, and it counts less. The fifth hand is dealt as
it comes, so that nothing is forgotten.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from pitboss.practice.book import Book, CellFacts
from pitboss.practice.leaks import RIGHT_BEFORE
from pitboss.practice.positions import Cell, Dealt, any_hand, hand_like
from pitboss.practice.record import Decided, newest
from pitboss.rules.vocabulary import Rules

AS_THEY_COME, WHERE_SLIPPED = 0.1, 0.3
"""Parts of the hands."""
USUAL_COST = 0.05
"""Units at stake where nobody knows."""
OBVIOUS = 0.6
"""Units at stake from which on a decision is the more obvious the more there is."""
LEAST_AT_STAKE = 0.004
"""Units below which a decision is too close to be worth practising for itself."""
LEAST_WEIGHT = 1e-9
MOST_TRIES = 10
RECENT = 12
"""Decisions of which none is asked again unless a leak is practised."""


class Known:
    """What somebody did in each kind of decision."""

    def __init__(self, decided: Iterable[Decided]) -> None:
        self.decisions: Counter[tuple[Cell, str]] = Counter()
        """By what was best."""
        self.paid: defaultdict[Cell, list[float]] = defaultdict(list)
        for one in decided:
            self.decisions[one.cell, one.best] += 1
            if not one.right:
                self.paid[one.cell].append(one.cost)

    def costing(self, facts: CellFacts) -> float:
        """What slips in a kind of decision cost, in units a round."""
        return (
            facts.chance
            * sum(self.paid.get(facts.cell, ()))
            / (self.decisions[facts.cell, facts.usual] + RIGHT_BEFORE)
        )

    def unknown(self, facts: CellFacts) -> float:
        """How much it is worth to find out about a kind of decision."""
        stake = facts.at_stake or USUAL_COST
        if stake < LEAST_AT_STAKE:
            return 0.0
        likely = stake * min(1.0, OBVIOUS / stake) ** 4
        return facts.chance * likely / (1 + self.decisions[facts.cell, facts.usual]) ** 5


def next_hand(
    rules: Rules, book: Book | None, decided: list[Decided], chance: random.Random,
    wanted: Collection[Cell] = (),
) -> Dealt:  # fmt: skip
    """The next hand to practise; one of the `wanted` kinds where some are named."""
    if book is None:
        return any_hand(rules, chance)
    weight = _weights(book, decided, wanted, chance.random())
    facts = book.by_cell()
    known = [cell for cell, heavy in weight.items() if heavy and cell in facts]
    for _ in range(MOST_TRIES if known else 0):
        [cell] = chance.choices(known, [weight[cell] for cell in known])
        found = hand_like(rules, chance.choice(facts[cell].samples), cell, chance)
        if found is not None:
            return found
    return any_hand(rules, chance)


def _weights(
    book: Book, decided: list[Decided], wanted: Collection[Cell], drawn: float
) -> dict[Cell, float]:
    """How much each kind of decision is wanted now; nothing where a hand is dealt as it comes."""
    known = Known(newest(decided))
    if wanted:
        return {
            facts.cell: known.costing(facts) + LEAST_WEIGHT
            for facts in book.cells if facts.cell in wanted
        }  # fmt: skip
    if drawn < AS_THEY_COME:
        return {}
    recent = {one.cell for one in decided[-RECENT:]}
    others = [facts for facts in book.cells if facts.cell not in recent]
    slipped = {facts.cell: known.costing(facts) for facts in others}
    if drawn < AS_THEY_COME + WHERE_SLIPPED and any(slipped.values()):
        return slipped
    return {facts.cell: known.unknown(facts) for facts in others}
