"""One seat and a fresh shoe as a single automaton: draw a rank, follow the table, until it ends.

Cards are drawn in this order: upcard, the player's two, the card that replaces the upcard where
one does, the player's further cards, then the hole card and the dealer's. Drawing the hole card
late is the same game, as any order of the shoe is equally likely; a natural found late undoes what
was played after a peek. The first three cards are one look-up, or three rows from `root` on.

Rows of the deal come last, after those of all further cards.

For a shoe that is dealt on, every round also has its hole card drawn, whether anything depends on
it or not, and rows before `root` draw the cards burned after a shuffle.

A round that splits needs a stack: its entry names a row of `splits`, which says where the hands
begin in the same table. There a hand ends in a leaf, one that makes another for which there is room
says so, and the dealer ends in a final (see `rounds.slow_round`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.rules.policy import NONE
from pitboss.sim.hand_automaton import NEW_HAND, RANKS
from pitboss.sim.policy_tables import Machine

Row = tuple[int, ...]

TOP = 1 << 16


class Marks(NamedTuple):
    """Where entries of each sort begin, in this order, and rows to begin with."""

    dealing: np.uint32
    """Rows of the deal, the last ones; those of all further cards come before."""
    root: np.uint32
    """The row of the first card."""
    start: np.uint32
    """The row of a new shoe's first card: `root`, unless cards are burned."""
    ends: np.uint32
    """Outcome 0."""
    leaves: np.uint32
    """Leaf 0: where outcomes stop."""
    live: np.uint32
    """The first leaf that waits for the dealer."""
    new_hand: np.uint32
    """A new hand is made, for there is room."""
    finals: np.uint32
    """Final 0."""
    first_split: np.uint32
    """Split 0."""


class Automaton(NamedTuple):
    """Entries are, in this order: starts of rows, outcome codes, what a stack is needed for."""

    deal: NDArray[np.uint16]
    """``deal[(upcard × 13 + first) × 13 + second]``."""
    next: NDArray[np.uint16]
    """``next[row + rank]``, rows of 13."""
    splits: NDArray[np.int32]
    """By split, `SPLIT_FIELDS` numbers each."""
    marks: Marks
    """In numbers of 32 bits, for kernels."""
    longest: int
    """More cards than this no round can take, burned ones included."""

    @property
    def states(self) -> int:
        """How many rows there are."""
        return len(self.next) // RANKS


_NONE = np.zeros(0, dtype=np.uint16)
NO_AUTOMATON = Automaton(
    _NONE, _NONE, _NONE.astype(np.int32), Marks(*[np.uint32(0)] * len(Marks._fields)), 0
)
"""In place of one that is too large."""

SPLIT_FIELDS = 9
"""Of a row of `Automaton.splits`: context; row of the first hand, row of later ones, and both again
for when there is no room to split; row of the hole card, and of one that only a natural makes
matter; most hands; and two bits: the first hand stays what it is after a second split, and a
hole card is drawn even if every hand is bust."""
FIRST, LATER, FIRST_FULL, LATER_FULL, HOLE, DEAD, MOST, FLAGS = range(1, SPLIT_FIELDS)

FURTHER, DEAL = range(2)
"""Kinds of rows."""

# While building: rows are place × 2 + kind, outcomes are ~code, and these lie below them.
_LEAF = -(1 << 20)
_NEW_HAND = -(1 << 21)
_FINAL = -(1 << 22)
_SPLIT = -(1 << 23)


class Builder:
    """Builds the automaton by recursion, sharing equal rows.

    `burn` is how many cards are burned from a new shoe; None where every round has a fresh shoe,
    and nobody asks which cards it leaves.
    """

    def __init__(self, machine: Machine, burn: int | None = None) -> None:
        self.machine = machine
        self.burn = burn
        self.rows: list[dict[Row, int]] = [{}, {}]
        """By kind: the rows, numbered."""
        self._longest: dict[int, int] = {}
        """By row or split: the most cards from there on."""
        self._entries: dict[tuple[int, int], int] = {}
        """By board and entry of the deal."""
        self._player: dict[tuple[int, int, int], int] = {}
        """By entry, context and board."""
        self._holes: dict[tuple[Row, int, int], int] = {}
        """By results, code of a dealer's natural, and state of the upcard."""
        self._drawn: dict[Row, dict[int, int]] = {}
        """By results and state of the dealer's hand."""
        self._hands: dict[tuple[int, bool], int] = {}
        self._finals: dict[int, int] = {}
        self._splits: dict[Row, int] = {}
        self._settle: list[list[list[int]]] = machine.settle.tolist()
        self._natural: list[list[int]] = machine.natural.tolist()
        self._next: list[list[int]] = machine.next.tolist()
        self._dealer_next: list[list[int]] = machine.dealer_next.tolist()
        self._dealer_final: list[int] = machine.dealer_final.tolist()

    def build(self) -> Automaton | None:
        """The automaton; None if it is too large for its 16-bit entries."""
        deal = [
            [[self._deal(up, one, two) for two in range(RANKS)] for one in range(RANKS)]
            for up in range(RANKS)
        ]
        ups = [self._row(DEAL, tuple(self._row(DEAL, tuple(two)) for two in one)) for one in deal]
        start = root = self._row(DEAL, tuple(ups))
        for _ in range(self.burn or 0):
            start = self._row(DEAL, (start,) * RANKS)
        finals = self.machine.settle.shape[2] - 1
        first_split = TOP - len(self._splits)
        first_final = first_split - finals
        new_hand = first_final - 1
        leaves = new_hand - self.machine.leaves
        ends: int = leaves - self.machine.codes
        dealing = len(self.rows[FURTHER]) * RANKS
        starts = (0, dealing)
        if dealing + len(self.rows[DEAL]) * RANKS > ends:
            return None

        def table(values: Sequence[int] | NDArray[np.int64]) -> NDArray[np.uint16]:
            found = np.asarray(values, dtype=np.int64)
            rows = np.where(found % 2, starts[1], starts[0]) + found // 2 * RANKS
            placed = np.where(found >= 0, rows, ends + ~found)
            for base, start in ((_SPLIT, first_split), (_FINAL, first_final), (_LEAF, leaves)):
                placed = np.where(
                    (found >= base) & (found < base + (1 << 16)), start + found - base, placed
                )
            placed[found == _NEW_HAND] = new_hand
            return placed.astype(np.uint16)

        splits = np.array(list(self._splits), dtype=np.int64).reshape(-1, SPLIT_FIELDS)
        splits[:, FIRST:MOST] = table(splits[:, FIRST:MOST])
        marks = (
            dealing, *table([root, start]), ends, leaves, leaves + self.machine.live, new_hand,
            first_final, first_split,
        )  # fmt: skip
        return Automaton(
            deal=table([value for one in deal for two in one for value in two]),
            next=table([value for kind in self.rows for row in kind for value in row]),
            splits=splits.astype(np.int32).reshape(-1),
            marks=Marks(*map(np.uint32, marks)),
            longest=self._longest[start],
        )

    def _row(self, kind: int, row: Row) -> int:
        rows = self.rows[kind]
        new = len(rows)
        place = rows.setdefault(row, new)
        found = place * 2 + kind
        if place == new:
            longest = self._longest
            longest[found] = 1 + max([longest.get(entry, 0) for entry in row])
        return found

    def _deal(self, up: int, one: int, two: int) -> int:
        board = self.machine.board
        if board[RANKS, up] != NONE:
            return self._dealt(int(board[RANKS, up]), one, two)
        return self._row(
            DEAL, tuple(self._dealt(int(board[up, new]), one, two) for new in range(RANKS))
        )

    def _dealt(self, board: int, one: int, two: int) -> int:
        entry = int(self.machine.deal[0, board, one, two])
        found = self._entries.get((board, entry))
        if found is None:
            found = self._entries[board, entry] = self._round(board, entry)
        return found

    def _round(self, board: int, entry: int) -> int:
        machine = self.machine
        context, split = int(machine.context[entry]), int(machine.split[entry])
        if split == NONE:
            return self._play(int(machine.start[entry]), context, board)
        first, later = int(machine.first[split]), int(machine.later[split])
        row = (
            context,
            self._hand(first, room=machine.most[split] > 2),
            self._hand(later, room=machine.most[split] > 2),
            self._hand(first, room=False),
            self._hand(later, room=False),
            self._hole_of_split(board),
            self._hole_of_split(board, dead=True),
            int(machine.most[split]),
            int(machine.survives[split])
            + 2 * int(self.burn is not None or machine.maker[board] > 0),
        )
        found = _SPLIT + self._splits.setdefault(row, len(self._splits))
        hand = max(self._longest.get(start, 0) for start in row[FIRST:HOLE])
        self._longest[found] = row[MOST] * (hand + 1) + self._longest[row[HOLE]]
        return found

    # Rounds that do not split: the rest of the round is the state

    def _play(self, entry: int, context: int, board: int) -> int:
        key = (entry, context, board)
        found = self._player.get(key)
        if found is None:
            if entry < 0:
                *results, _, _ = self._settle[context][~entry]
                found = self._hole(tuple(results), self._natural[context][~entry], board)
            else:
                row = [self._play(after, context, board) for after in self._next[entry]]
                found = self._row(FURTHER, tuple(row))
            self._player[key] = found
        return found

    def _hole(self, results: Row, natural: int, board: int) -> int:
        """The player is done: turn or draw the hole card, unless nothing depends on it."""
        machine = self.machine
        maker, state = int(machine.maker[board]), int(machine.up_state[board])
        key = (results, natural, state)
        found = self._holes.get(key)
        if found is not None:
            return found
        decided = all(code == results[0] for code in results)
        if self.burn is None and not maker and decided:
            found = ~results[0]
        else:
            drawn = self._drawn.setdefault(results, {})
            row = [
                ~results[0] if decided else self._draw(results, drawn, after)
                for after in self._dealer_next[state]
            ]
            for rank in range(RANKS):
                if RANK_VALUE[rank] == maker:
                    row[rank] = ~natural
            found = self._row(FURTHER, tuple(row))
        self._holes[key] = found
        return found

    def _draw(self, results: Row, drawn: dict[int, int], state: int) -> int:
        """Where a dealer's hand leads if it brings these results; `drawn` are those met before."""
        final = self._dealer_final[state]
        if final >= 0:
            return ~results[final]
        found = drawn.get(state)
        if found is None:
            following = self._dealer_next[state]
            row = tuple([self._draw(results, drawn, after) for after in following])
            found = drawn[state] = self._row(FURTHER, row)
        return found

    # Hands of a split, and the dealer after them

    def _hand(self, entry: int, *, room: bool) -> int:
        if entry <= NEW_HAND:
            if room:
                return _NEW_HAND
            entry = int(self.machine.full[NEW_HAND - entry])
        if entry < 0:
            return _LEAF + ~entry
        key = (entry, bool(room))
        found = self._hands.get(key)
        if found is None:
            found = self._hands[key] = self._row(
                FURTHER, tuple(self._hand(after, room=room) for after in self._next[entry])
            )
        return found

    def _hole_of_split(self, board: int, *, dead: bool = False) -> int:
        """The row of the hole card after a split; `dead` if every hand is bust."""
        machine = self.machine
        natural = machine.settle.shape[2] - 2
        maker, state = int(machine.maker[board]), int(machine.up_state[board])
        return self._row(
            FURTHER,
            tuple(
                _FINAL + natural
                if RANK_VALUE[rank] == maker
                else _FINAL
                if dead
                else self._final(self._dealer_next[state][rank])
                for rank in range(RANKS)
            ),
        )

    def _final(self, state: int) -> int:
        if self._dealer_final[state] >= 0:
            return _FINAL + int(self._dealer_final[state])
        found = self._finals.get(state)
        if found is None:
            found = self._finals[state] = self._row(
                FURTHER, tuple(self._final(after) for after in self._dealer_next[state])
            )
        return found
