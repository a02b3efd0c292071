"""What is known of each deal before anyone plays: the facts side bets are read from."""

from __future__ import annotations

import numpy as np

from pitboss.exact.model import Board, Deals, Model
from pitboss.rules.facts import NO_PAIR, UNKNOWN, Fact
from pitboss.rules.settlement import NONE, Facts


def facts_of(model: Model, board: Board, deals: Deals) -> list[Facts]:
    """What is known of each deal before the dealer looks and anyone plays."""
    first = board.up if board.aside == NONE else board.aside
    facts = list(UNKNOWN)
    facts[Fact.ORIGINAL_UPCARD] = 1 << model.ranks_of[first][0]
    facts[Fact.UPCARD] = 1 << model.ranks_of[board.up][0]
    facts[Fact.REPLACED] = 1 if board.aside == NONE else 2
    found: list[Facts] = []
    states = model.hands.state[deals.hand].tolist()
    pairs = np.argmax(model.hands.counts[deals.hand], axis=1).tolist()
    for state, pair, same, matches, suited in zip(
        states, pairs, deals.same_rank.tolist(), deals.matches.tolist(), deals.suited.tolist(),
        strict=True,
    ):  # fmt: skip
        facts[Fact.PLAYER] = 1 << state
        facts[Fact.PLAYER_SUITED] = suited
        facts[Fact.PAIR] = 1 << (model.ranks_of[pair][0] if same else NO_PAIR)
        facts[Fact.MATCHES_UPCARD] = 2 if matches else 1
        found.append(tuple(facts))
    return found
