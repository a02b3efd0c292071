"""A policy played forward: how likely everything is that any bet can ask about.

Rounds are apart by how each side bet is settled (a *part*), so that one tally answers every pay
table, and moments of any mix of bets.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.outcomes import HIT, STAND, unsplit_table
from pitboss.exact.policy import Play, Split, SplitHand
from pitboss.exact.position import Position, SplitTables
from pitboss.exact.splits import Count
from pitboss.rules.compile import Move
from pitboss.rules.settlement import BUST, Settlement

Floats = NDArray[np.float64]

FindTables = Callable[[int, SplitHand], SplitTables]


class Part:
    """Rounds whose side bets are settled alike. All entries are chances among all rounds."""

    def __init__(self, model: Model, settled: tuple[Settlement, ...]) -> None:
        self.settled = settled
        shape = (2, BUST + 1, model.finals)
        self.played: Floats = np.zeros(shape)
        """Outcome table of hands played with all opening wagers on them."""
        self.taken: Floats = np.zeros(shape)
        """The same after one of them was taken back."""
        self.surrendered = 0.0
        self.surrender_natural = 0.0
        """Dealer naturals on deals that would have been surrendered."""
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
        self.again_bust: Floats = np.zeros(2)
        """By doubled: those of them that bust although the dealer has a natural."""


class Tally:
    """Adds up boards played by a policy."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.parts: dict[tuple[int, ...], Part] = {}

    def add(self, position: Position, play: Play, tables: FindTables | None = None) -> None:
        """Add a board; `tables` may bring outcome tables of split hands that are known already."""
        deals, model = position.deals, self.model
        chance = position.board.chance * deals.chance
        parts = self.parts_of(position)
        groups: dict[tuple[int, int, bool], list[int]] = {}
        for place, part in enumerate(parts):
            move, natural = int(play.moves[place]), deals.natural[place]
            if move == 0:
                part.natural += chance[place] * np.array([1.0 - natural, natural])
            elif move == Move.SURRENDER:
                part.surrendered += chance[place] * (1.0 - natural)
                part.surrender_natural += chance[place] * natural
            elif move != Move.SPLIT:
                taken = move == Move.TAKE_BACK
                groups.setdefault((id(part), int(play.policy_of[place]), taken), []).append(place)
        for (_, number, taken), rows in groups.items():
            part, policy = parts[rows[0]], play.policies[number]
            moves = play.moves[rows]
            if taken:
                moves = np.where(policy.hits[0, deals.hand[rows]], HIT, STAND)
            unsplit_table(
                model.hands, position.left, model.burnable, model.flag_of, position.finals,
                *policy, model.tables.burn_double_cards, deals.hand[rows], chance[rows], moves,
                deals.natural[rows], part.taken if taken else part.played,
            )  # fmt: skip
        find = tables or _finder(position)
        for place, split in play.splits.items():
            self._add_split(position, parts[place], place, split, int(play.hands[place]), find)

    def parts_of(self, position: Position) -> list[Part]:
        """The part each deal belongs to."""
        many = len(position.deals.hand)
        columns = zip(*position.settled, strict=True) if position.readers else ((),) * many
        found = []
        for settled in columns:
            key = tuple([id(one) for one in settled])
            part = self.parts.get(key)
            if part is None:
                part = self.parts[key] = Part(self.model, tuple(settled))
            found.append(part)
        return found

    def _add_split(
        self, position: Position, part: Part, place: int, split: Split, number: int,
        find: FindTables,
    ) -> None:  # fmt: skip
        deals = position.deals
        pair, mates = int(deals.pair[place]), float(deals.mates[place])
        chance = position.board.chance * deals.chance[place]
        natural = deals.natural[place]
        part.split += chance * (1.0 - natural)
        part.split_natural += chance * natural
        later = find(pair, split.later)
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
            first = find(pair, split.first)
            kept = split.kept
            part.hands += counted(first, kept) - counted(later, kept)
        if rides:
            part.first += counted(later, Count.FIRST)
            if not split.alike:
                part.first += counted(first, split.kept) - counted(later, split.kept)
            part.once += counted(first, Count.FIRST_ONCE)
            early = [one.early for one in part.settled if one.early is not None]
            if early:
                part.again += counted(first, Count.FIRST_AGAIN)
            if not self.model.peeks and any((one[:, 0] != one[:, 1]).any() for one in early):
                weight = position.weights(pair, mates, first, number, Count.FIRST_AGAIN)
                busts = position.busts_behind(pair, split.first, first.deepest)
                part.again_bust += chance * (weight @ busts)


def _finder(position: Position) -> FindTables:
    known: dict[tuple[int, int], SplitTables] = {}

    def find(pair: int, how: SplitHand) -> SplitTables:
        key = (pair, id(how))
        if key not in known:
            deepest = position.model.deepest[pair]
            known[key] = position.split_tables(pair, how, deepest)
        return known[key]

    return find
