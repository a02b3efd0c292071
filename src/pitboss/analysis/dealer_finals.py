"""How the dealer ends: the exact chance of every final under every upcard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.solving import rules_of, solver_for
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.solver import Solver
from pitboss.rules.game import Game, OptionValue

UP_NAMES = {1: "A", 10: "T"}
NOTHING_GIVEN_UP, EMPTY_HAND = 0, 0


class DealerRow(NamedTuple):
    """What becomes of one upcard; nobody else's cards are known."""

    up: str
    chance: float
    """How often this is the upcard that is played against."""
    finals: dict[str, float]
    """The chance of each final, a natural among them."""

    @property
    def without_natural(self) -> dict[str, float]:
        """The chances once the dealer is known to have no natural."""
        *ends, natural = self.finals
        rest = 1.0 - self.finals[natural]
        return {end: self.finals[end] / rest for end in ends}

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "up": self.up, "chance": self.chance, "finals": self.finals,
            "finals_without_natural": self.without_natural,
        }  # fmt: skip


def dealer_finals(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    options: Mapping[str, OptionValue] | None = None, shoe: Sequence[float] | None = None,
) -> list[DealerRow]:  # fmt: skip
    """The dealer's finals by upcard, from a two to an ace.

    Where upcards are replaced, a row is the mean over the cards that were set aside before it.

    >>> row = dealer_finals("blackjack", decks=6)[-1]
    >>> row.up, f"{row.finals['natural']:.6f}"           # 96 tens among 311 cards
    ('A', '0.308682')
    """
    _, rules = rules_of(game, decks=decks, soft17=soft17, options=options)
    return finals_of(solver_for(rules, shoe))


def any_upcard(rows: Sequence[DealerRow]) -> DealerRow:
    """The mean over all upcards."""
    whole = sum(row.chance for row in rows)
    finals = {
        end: sum(row.chance * row.finals[end] for row in rows) / whole for end in rows[0].finals
    }
    return DealerRow("any", whole, finals)


def finals_of(solver: Solver) -> list[DealerRow]:
    """The dealer's finals by upcard in a solver's shoe."""
    model = solver.model
    names = model.tables.finals
    chances: dict[int, float] = {}
    sums: dict[int, np.ndarray[Any, np.dtype[np.float64]]] = {}
    for number, board in enumerate(solver.boards.boards):
        value, chance = model.values[board.up], float(board.chance)
        block, place = divmod(number, BOARDS)
        ends = solver.boards.finals[block, NOTHING_GIVEN_UP, EMPTY_HAND, :, place]
        chances[value] = chances.get(value, 0.0) + chance
        sums[value] = sums.get(value, np.zeros(len(names))) + chance * ends
    return [
        DealerRow(
            UP_NAMES.get(value, str(value)),
            chances[value],
            dict(zip(names, (sums[value] / chances[value]).tolist(), strict=True)),
        )
        for value in sorted(chances, key=lambda value: (value == 1, value))
    ]
