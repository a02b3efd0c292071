"""What is known of each deal before anyone plays: the facts side bets are read from."""

from __future__ import annotations

import numpy as np

from pitboss.exact.model import Board, Deals, Model
from pitboss.rules.compile import Tables
from pitboss.rules.facts import facts_of_deal
from pitboss.rules.settlement import NONE, BetReader, Facts, Settlement


class SideBets(list[BetReader]):
    """The readers of a game's side bets, and how deals met before ended for them."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(BetReader(tables, bet) for bet in tables.bets)
        self._known: dict[tuple[int | bytes, ...], list[list[Settlement]]] = {}

    def settled(self, model: Model, board: Board, deals: Deals) -> list[list[Settlement]]:
        """``[bet][deal]``: how every bet ends."""
        apart = (deals.hand, deals.same_rank, deals.matches, deals.suited)
        key: tuple[int | bytes, ...] = (
            board.aside,
            board.up,
            *(column.tobytes() for column in apart),
        )
        if key not in self._known:
            facts = facts_of(model, board, deals)
            self._known[key] = [[reader.settlement(one) for one in facts] for reader in self]
        return self._known[key]


def facts_of(model: Model, board: Board, deals: Deals) -> list[Facts]:
    """What is known of each deal before the dealer looks and anyone plays."""
    up = model.ranks_of[board.up][0]
    aside = None if board.aside == NONE else model.ranks_of[board.aside][0]
    counts = model.hands.counts[deals.hand]
    lowest = np.argmax(counts > 0, axis=1).tolist()
    highest = (counts.shape[1] - 1 - np.argmax(counts[:, ::-1] > 0, axis=1)).tolist()
    deal_facts = zip(
        lowest, highest, deals.same_rank.tolist(), deals.matches.tolist(), deals.suited.tolist(),
        strict=True,
    )  # fmt: skip
    return [
        facts_of_deal(aside, up, *_ranks(model, one, other, up, same, matches), suited)
        for one, other, same, matches, suited in deal_facts
    ]


def _ranks(
    model: Model, one: int, other: int, up: int, same: bool, matches: bool
) -> tuple[int, int]:
    """Two ranks of these classes that are alike, and like the upcard, where the deal's are."""
    first, second = model.ranks_of[one], model.ranks_of[other]
    if matches:
        return up, up
    if same:  # not the upcard's rank, unless its class has no other: then only the upcard is gone
        rank = next((rank for rank in first if rank != up), first[0])
        return rank, rank
    return (first[0], second[-1]) if one == other else (first[0], second[0])
