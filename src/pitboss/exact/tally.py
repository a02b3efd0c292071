"""A policy played forward: how likely everything is that any bet can ask about.

Rounds are apart by how each side bet is settled (a *part*), so that one tally answers every pay
table, and moments of any mix of bets. Tables are ``[row, total, final]`` by row of pays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import Position, SplitTables
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.core import Core
from pitboss.exact.programme.outcomes import SplitOutcomes, Starts, unsplit_outcomes
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.split_endings import busts_behind
from pitboss.exact.splits import Count
from pitboss.rules.course import NONE
from pitboss.rules.settlement import BUST, Settlement

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Part:
    """Rounds whose side bets are settled alike. All entries are chances among all rounds."""

    def __init__(self, core: Core, settled: tuple[Settlement, ...]) -> None:
        self.settled = settled
        shape = (len(core.rows), BUST + 1, core.model.finals)
        self.unsplit: Floats = np.zeros((len(core.holdings.groups), *shape))
        """``unsplit[group]``: hands that were not split, by which opening wagers came back."""
        self.natural: Floats = np.zeros(2)
        """The player's naturals: the dealer has none, or has one."""
        self.split = 0.0
        """Split rounds in which the dealer has no natural."""
        self.split_natural = 0.0
        """Dealer naturals on deals that would have been split."""
        self.hands: Floats = np.zeros(shape)
        """All hands of split rounds, added up."""
        self.second: Floats = np.zeros(shape)
        """The hand the second opening wager stands on."""
        self.first: Floats = np.zeros(shape)
        """The first hand of split rounds."""
        self.once: Floats = np.zeros(shape)
        """The first hand of rounds that split only once."""
        self.again: Floats = np.zeros(shape)
        """The first hand, finished, of rounds in which another one is split again."""
        self.again_bust: Floats = np.zeros(len(core.rows))
        """By row: those of them that bust although the dealer has a natural."""

    def counted(self, count: Count) -> Floats:
        """The first hands of split rounds that count for a bet."""
        if count is Count.FIRST_KEPT:
            return self.once + self.again
        return self.first if count is Count.FIRST else self.once


class Tally:
    """Adds up the boards of a shoe, played by a policy."""

    def __init__(self, shoe: Shoe, known: Tally | None = None) -> None:
        """`known` is another tally of the shoe, whose tables of split hands serve again."""
        self.shoe, self.core, self.model = shoe, shoe.core, shoe.core.model
        self.outcomes: SplitOutcomes = known.outcomes if known else SplitOutcomes(shoe)
        self._parts: dict[tuple[Settlement, ...], Part] = {}
        self._tables: dict[tuple[int, int, bytes], SplitTables] = known._tables if known else {}

    @property
    def parts(self) -> list[Part]:
        """In the order in which they were met."""
        return list(self._parts.values())

    def add(self, board: int, position: Position, plan: BoardPlan) -> None:
        """Add a board."""
        deals, core = position.deals, self.core
        chance = position.board.chance * deals.chance
        parts = self.parts_of(position)
        groups: dict[tuple[Part, int, int], list[int]] = {}
        terms = core.programme.slots.option_terms[plan.options]
        group_of = np.where(terms == NONE, 0, core.holdings.group_of[terms]).tolist()
        for place, part in enumerate(parts):
            if plan.options[place] != NONE:
                key = (part, int(plan.picks_of[place]), group_of[place])
                groups.setdefault(key, []).append(place)
            elif place not in plan.splits:
                natural = deals.natural[place]
                part.natural += chance[place] * np.array([1.0 - natural, natural])
        for (part, number, group), rows in groups.items():
            starts = Starts(plan.options[rows], chance[rows], deals.natural[rows])
            flows = unsplit_outcomes(self.shoe, board, plan.picks[number], starts)
            part.unsplit[group] += flows.table
        for place, split in plan.splits.items():
            self._add_split(board, position, parts[place], place, split, int(plan.hands[place]))

    def parts_of(self, position: Position) -> list[Part]:
        """The part each deal belongs to."""
        many = len(position.deals.hand)
        columns = zip(*position.settled, strict=True) if position.readers else ((),) * many
        found = []
        for settled in columns:
            part = self._parts.get(settled)
            if part is None:
                part = self._parts[settled] = Part(self.core, settled)
            found.append(part)
        return found

    def _add_split(
        self, board: int, position: Position, part: Part, place: int, split: SplitPicks, number: int
    ) -> None:
        deals = position.deals
        pair, mates = int(deals.pair[place]), float(deals.mates[place])
        chance = position.board.chance * deals.chance[place]
        natural = deals.natural[place]
        part.split += chance * (1.0 - natural)
        part.split_natural += chance * natural
        later = self.tables(board, pair, split.later)
        rides = any(one.grid is not None for one in part.settled)

        def counted(tables: SplitTables, count: Count) -> Floats:
            table = position.all_hands(pair, mates, tables, number, count)
            weighed: Floats = chance * table.reshape(part.hands.shape)
            return weighed

        part.hands += counted(later, Count.ALL)
        if self.model.units > 1:
            part.second += counted(later, Count.SECOND)
        first = later
        if not split.alike:
            first = self.tables(board, pair, split.first)
            kept = split.kept
            part.hands += counted(first, kept) - counted(later, kept)
        if rides:
            part.first += counted(later, Count.FIRST)
            if not split.alike:
                part.first += counted(first, split.kept) - counted(later, split.kept)
            part.once += counted(first, Count.FIRST_ONCE)
            early = [one.early for one in part.settled if one.early is not None]
            stays = any(reader.bet.lost_by_first_hand_only for reader in position.readers)
            if early or stays:
                part.again += counted(first, Count.FIRST_AGAIN)
            if not self.model.peeks and any((one[:, 0] != one[:, 1]).any() for one in early):
                weight = position.weights(pair, mates, first, number, Count.FIRST_AGAIN)
                busts = busts_behind(self.core, position.board, pair, split.first, first)
                part.again_bust += chance * (weight @ busts)

    def add_all(self, positions: list[Position], plans: list[BoardPlan]) -> None:
        """Add every board; tables of split hands are made for all of them at once."""
        asked: dict[int, list[dict[int, Ints]]] = {}
        for board, (position, plan) in enumerate(zip(positions, plans, strict=True)):
            for place, split in plan.splits.items():
                for picks in (split.later, split.first):
                    self._ask(asked, int(position.deals.pair[place]), board, picks)
        for pair, rounds in asked.items():
            for by_board in rounds:
                for board, tables in self.outcomes.tables_of_boards(pair, by_board).items():
                    self._tables[board, pair, by_board[board].tobytes()] = tables
        for board, (position, plan) in enumerate(zip(positions, plans, strict=True)):
            self.add(board, position, plan)

    def _ask(
        self, asked: dict[int, list[dict[int, Ints]]], pair: int, board: int, picks: Ints
    ) -> None:
        """Put a split hand among those asked for: each board at most once in a round."""
        if (board, pair, picks.tobytes()) in self._tables:
            return
        rounds = asked.setdefault(pair, [])
        for by_board in rounds:
            if by_board.setdefault(board, picks) is picks:
                return
        rounds.append({board: picks})

    def tables(self, board: int, pair: int, picks: Ints) -> SplitTables:
        """Outcome tables of a split hand, kept for every use."""
        key = (board, pair, picks.tobytes())
        if key not in self._tables:
            self._tables[key] = self.outcomes.tables(board, pair, picks)
        return self._tables[key]
