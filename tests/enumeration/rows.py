"""Where the solver has what is dealt at the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.exact.position import Position
from pitboss.exact.solver import Solver
from pitboss.rules.facts import UNKNOWN, Fact
from pitboss.rules.settlement import NONE
from tests.enumeration.oracle import Deal


class Rows:
    """Finds the board and, among its deals, the row of two cards dealt by rank."""

    def __init__(self, solver: Solver, shoe: Sequence[int]) -> None:
        self.model, self.positions, self.shoe = solver.model, solver.positions, list(shoe)
        self._boards = {
            (position.board.aside, position.board.up, position.board.ranks): place
            for place, position in enumerate(self.positions)
        }
        self._known: dict[tuple[Deal, bool | None], tuple[int, int]] = {}

    def find(self, deal: Deal, suited: bool | None = None) -> tuple[int, int]:
        """Place of the board among the positions, and of the deal among its rows.

        Rows are apart by suits only where a bet asks whether the two cards share one.
        """
        key = (deal, suited)
        if key not in self._known:
            self._known[key] = self._find(deal, suited)
        return self._known[key]

    def _find(self, deal: Deal, suited: bool | None) -> tuple[int, int]:
        kinds = self.model.kind_of_rank
        ranks = [float(cards) for cards in self.shoe]
        aside = NONE
        if deal.original >= 0:
            aside = kinds[deal.original]
            ranks[deal.original] -= 1
        place = self._boards[aside, kinds[deal.upcard], tuple(ranks)]
        ranks[deal.upcard] -= 1
        fact = UNKNOWN[Fact.PLAYER_SUITED] if suited is None else 1 << suited
        return place, self._row(self.positions[place], deal, ranks, fact)

    def _row(self, position: Position, deal: Deal, ranks: list[float], suited: int) -> int:
        """The row; `ranks` are the cards the player can be dealt."""
        model, deals = self.model, position.deals
        one, two = deal.cards
        group, kinds = model.tables.pair_group, model.kind_of_rank
        hand = model.hands.of(kinds[one], kinds[two])
        pairs = kinds[one] == kinds[two] and group[one] == group[two]
        mates = 0.0
        if pairs:
            alike = [rank for rank in model.ranks_of[kinds[one]] if group[rank] == group[one]]
            mates = sum(ranks[rank] for rank in alike) - 2
        found = np.nonzero(
            (deals.hand == hand)
            & (deals.pair == (kinds[one] if pairs and model.can_split[hand] else NONE))
            & (deals.mates == mates)
            & (deals.same_rank == (one == two))
            & (deals.matches == (one == two == deal.upcard))
            & (deals.suited & suited != 0)
        )[0]
        assert len(found) == 1, f"{deal} has {len(found)} rows"
        return int(found[0])
