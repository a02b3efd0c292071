"""One seat and a fresh shoe as a single automaton: draw a rank, follow the table, until it ends.

Cards are drawn in this order: upcard, the player's two, the card that replaces the upcard where
one does, the player's further cards, then the hole card and the dealer's. Drawing the hole card
late is the same game, as any order of the shoe is equally likely; a natural found late undoes what
was played after a peek. The first three cards are one look-up. Rounds that split end in `SPLIT`:
they need a stack, and are played from the `Machine` itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.rules.policy import NONE
from pitboss.sim.machine import RANKS, Machine

Row = tuple[int, ...]


class Automaton(NamedTuple):
    """Entries below `ends` are where a row of `next` starts; others end the round."""

    deal: NDArray[np.uint16]
    """``deal[(upcard × 13 + first) × 13 + second]``."""
    next: NDArray[np.uint16]
    """``next[row + rank]``, rows of 13."""
    ends: int
    """Entry that stands for outcome 0."""
    split: int
    """Entry of a round that splits; the greatest."""

    @property
    def states(self) -> int:
        """How many rows there are."""
        return len(self.next) // RANKS


TOP = 0xFFFF
"""The greatest entry: a round that splits."""


class Builder:
    """Builds the automaton by recursion, sharing equal rows."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.rows: list[Row] = []
        self._row_of: dict[Row, int] = {}
        self._player: dict[tuple[int, int, int], int] = {}
        self._holes: dict[tuple[bytes, int], int] = {}
        self._dealer: dict[tuple[bytes, int], int] = {}
        self._ends: dict[int, int] = {}
        self._next = machine.next.tolist()
        self._dealer_next = machine.dealer_next.tolist()
        self._dealer_final = machine.dealer_final.tolist()

    def build(self) -> Automaton | None:
        """The automaton; None if it is too large for its 16-bit entries."""
        board = self.machine.board
        deal = []
        for up in range(RANKS):
            for one in range(RANKS):
                for two in range(RANKS):
                    number = int(board[RANKS, up])
                    if number != NONE:
                        deal.append(self._dealt(number, one, two))
                    else:
                        deal.append(self._row(
                            tuple(
                                self._dealt(int(board[up, new]), one, two) for new in range(RANKS)
                            )
                        ))  # fmt: skip
        ends = TOP - self.machine.codes
        if len(self.rows) * RANKS > ends:
            return None

        def entry(value: int) -> int:
            if value == SPLITS:
                return TOP
            return value * RANKS if value >= 0 else ends + ~value

        return Automaton(
            np.array([entry(value) for value in deal], dtype=np.uint16),
            np.array([entry(value) for row in self.rows for value in row], dtype=np.uint16),
            ends,
            TOP,
        )

    def _row(self, row: Row) -> int:
        found = self._row_of.get(row)
        if found is None:
            found = self._row_of[row] = len(self.rows)
            self.rows.append(row)
        return found

    def _dealt(self, board: int, one: int, two: int) -> int:
        machine = self.machine
        entry = int(machine.deal[0, board, one, two])
        if machine.split[entry] != NONE:
            return SPLITS
        return self._play(int(machine.start[entry]), int(machine.context[entry]), board)

    def _play(self, entry: int, context: int, board: int) -> int:
        if entry < 0:
            codes = self.machine.settle[context, ~entry].copy()
            codes[-2] = self.machine.natural[context, ~entry]
            return self._hole(codes[:-1], board)
        key = (entry, context, board)
        found = self._player.get(key)
        if found is None:
            found = self._player[key] = self._row(
                tuple(self._play(after, context, board) for after in self._next[entry])
            )
        return found

    def _hole(self, codes: NDArray[np.int32], board: int) -> int:
        """The player is done: turn or draw the hole card, unless nothing depends on it."""
        machine = self.machine
        maker, state = int(machine.maker[board]), int(machine.up_state[board])
        key = (codes.tobytes(), state)
        found = self._holes.get(key)
        if found is not None:
            return found
        results = codes[:-1]
        if not maker and (results == results[0]).all():
            found = ~int(results[0])
        else:
            row = []
            for rank in range(RANKS):
                if RANK_VALUE[rank] == maker:
                    row.append(~int(codes[-1]))
                else:
                    row.append(self._draw(codes, self._dealer_next[state][rank]))
            found = self._row(tuple(row))
        self._holes[key] = found
        return found

    def _draw(self, codes: NDArray[np.int32], state: int) -> int:
        results = codes[:-1]
        final = self._dealer_final[state]
        if final >= 0:
            return ~int(results[final])
        if (results == results[0]).all():
            return ~int(results[0])
        key = (results.tobytes(), state)
        found = self._dealer.get(key)
        if found is None:
            found = self._dealer[key] = self._row(
                tuple(self._draw(codes, after) for after in self._dealer_next[state])
            )
        return found


SPLITS = -(1 << 30)
"""While building: a round that splits."""
