"""A policy played forward: how likely everything is that any bet can ask about.

Rounds are apart by how each side bet is settled (a *part*), so that one tally answers every pay
table, and moments of any mix of bets. Tables are ``[row, total, final]`` by row of pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.position import Position
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.outcomes import Ask, SplitOutcomes, Starts, unsplit_outcomes
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.split_endings import busts_behind
from pitboss.exact.splits import Count
from pitboss.rules.course import NONE
from pitboss.rules.settlement import BUST, BetReader, Settlement

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Deal(NamedTuple):
    """A pair that is split, on one board."""

    board: int
    position: Position
    place: int
    split: SplitPicks
    max_hands: int

    @property
    def pair(self) -> int:
        """Class of the pair."""
        return int(self.position.deals.pair[self.place])

    @property
    def mates(self) -> float:
        """Cards left that pair with its cards."""
        return float(self.position.deals.mates[self.place])

    @property
    def chance(self) -> float:
        """Chance of the deal among all rounds."""
        return float(self.position.board.chance * self.position.deals.chance[self.place])

    def counted(self, count: Count) -> list[tuple[Ints, Count, float]]:
        """Decisions, hands that take them, and the sign by which those make up all that count."""
        split = self.split
        if count in (Count.FIRST_ONCE, Count.FIRST_AGAIN):
            return [(split.first, count, 1.0)]
        found: list[tuple[Ints, Count, float]] = [(split.later, count, 1.0)]
        if count is not Count.SECOND and not split.alike:
            found += [(split.first, split.kept, 1.0), (split.later, split.kept, -1.0)]
        return found


_Wanted = tuple[int, int, bytes, float, int, Count]
"""Board, pair, decisions, mates, most hands, and which hands count."""


def _wanted(deal: Deal, count: Count) -> list[tuple[_Wanted, Ints, Count, float]]:
    """The tables that make up those hands of a deal, the decisions in them, and their signs."""
    return [
        ((deal.board, deal.pair, picks.tobytes(), deal.mates, deal.max_hands, of), picks, of, sign)
        for picks, of, sign in deal.counted(count)
    ]


class SplitHands:
    """Where hands of split rounds end: tables, made when they are asked for, and kept."""

    def __init__(self, shoe: Shoe) -> None:
        self.core, self.model = shoe.core, shoe.core.model
        self._outcomes = SplitOutcomes(shoe)
        self._tables: dict[_Wanted, Floats] = {}

    def weights(self, deal: Deal, picks: Ints, count: Count) -> Floats:
        """How much each course of the others counts for the hands of a deal that count."""
        further = self.further_splits(deal, picks)
        return deal.position.weights(deal.pair, deal.mates, *further, deal.max_hands, count)

    def further_splits(self, deal: Deal, picks: Ints) -> tuple[int, tuple[int, ...]]:
        """As `PairSplit.further_splits` has it, for hands that decide so."""
        one = self.core.splits.pairs[deal.pair]
        return one.further_splits(one.dropping(picks[0]), one.deepest)

    def summed(self, deals: list[Deal], count: Count, soon: Sequence[Count] = ()) -> Floats:
        """``[row, total, final]``: where the hands that count end.

        `soon`: what else will be asked about the same deals; to make it at once is cheaper.
        """
        if not all(key in self._tables for deal in deals for key, *_ in _wanted(deal, count)):
            self._make(deals, {count, *soon})
        found = np.zeros((len(self.core.rows), BUST + 1, self.model.finals))
        for deal in deals:
            for key, _, _, sign in _wanted(deal, count):
                found += sign * deal.chance * self._tables[key]
        return found

    def _make(self, deals: list[Deal], counts: set[Count]) -> None:
        """Make the tables of split hands."""
        asks: dict[_Wanted, Ask] = {}
        same: dict[tuple[int, int, bytes], Ints] = {}
        for deal in deals:
            for key, picks, of, _ in (one for count in counts for one in _wanted(deal, count)):
                if key not in self._tables and key not in asks:
                    alike = same.setdefault(key[:3], picks)
                    weights = self.weights(deal, alike, of)
                    asks[key] = Ask(deal.board, deal.pair, alike, weights)
        self._tables.update(zip(asks, self._outcomes.tables(list(asks.values())), strict=True))

    def brought(self, deals: list[Deal], soon: Sequence[Count] = ()) -> Floats:
        """What split hands bring, as `SplitBrings` has it, by their tables; `soon` as above."""
        holdings, second = self.core.holdings, self.model.units > 1
        found = np.zeros(3 if second else 2)
        if deals:
            hands = self.summed(deals, Count.ALL, soon)
            found[0] = (hands * holdings.split_pays).sum()
            if second:
                found[1] = (self.summed(deals, Count.SECOND) * holdings.pays).sum()
            if self.model.peeks:
                hands[:, BUST, -1] = 0.0
            found[-1] = hands.sum(axis=(1, 2)) @ holdings.split_units
        return found


class Part:
    """Rounds whose side bets are settled alike. All entries are chances among all rounds.

    Tables of split hands are made when they are asked for, all deals having been added.
    """

    def __init__(
        self, hands: SplitHands, readers: Sequence[BetReader], settled: tuple[Settlement, ...]
    ) -> None:
        self._split_hands, self.settled = hands, settled
        core = hands.core
        self._asks_again = any(
            one.early is not None or (one.grid is not None and reader.bet.lost_by_first_hand_only)
            for reader, one in zip(readers, settled, strict=True)
        )
        """Whether a bet asks about first hands of rounds in which another is split again."""
        shape = (len(core.rows), BUST + 1, core.model.finals)
        self.unsplit: Floats = np.zeros((len(core.holdings.groups), *shape))
        """``unsplit[group]``: hands that were not split, by which opening wagers came back."""
        self.natural: Floats = np.zeros(2)
        """The player's naturals: the dealer has none, or has one."""
        self.split = 0.0
        """Split rounds in which the dealer has no natural."""
        self.split_natural = 0.0
        """Dealer naturals on deals that would have been split."""
        self.deals: list[Deal] = []
        """Those that are split."""
        self.again_bust: Floats = np.zeros(len(core.rows))
        """By row: first hands that bust although the dealer has a natural, another one being split
        again."""

    @property
    def rides(self) -> bool:
        """Whether a bet depends on what becomes of the first hand."""
        return any(one.grid is not None for one in self.settled)

    @property
    def early(self) -> list[Ints]:
        """What bets bring that a first hand decides before another is split again."""
        return [one.early for one in self.settled if one.early is not None]

    @property
    def _first_hands(self) -> list[Count]:
        """First hands that bets are likely to ask about."""
        again = [Count.FIRST_AGAIN] if self._asks_again else []
        return [Count.FIRST_ONCE, *again] if self.rides else []

    @cached_property
    def hands(self) -> Floats:
        """All hands of split rounds, added up."""
        return self._split_hands.summed(self.deals, Count.ALL)

    @cached_property
    def second(self) -> Floats:
        """The hand the second opening wager stands on, where there is one."""
        moved = self._split_hands.model.units > 1
        return self._split_hands.summed(self.deals if moved else [], Count.SECOND)

    @cached_property
    def first(self) -> Floats:
        """The first hand of split rounds."""
        return self._split_hands.summed(self.deals, Count.FIRST)

    @cached_property
    def once(self) -> Floats:
        """The first hand of rounds that split only once."""
        return self._split_hands.summed(self.deals, Count.FIRST_ONCE, self._first_hands)

    @cached_property
    def again(self) -> Floats:
        """The first hand, finished, of rounds in which another is split again; if bets ask."""
        return self._split_hands.summed(self.deals if self._asks_again else [], Count.FIRST_AGAIN)

    @cached_property
    def brings(self) -> Floats:
        """As `SplitBrings` has it, of all split rounds."""
        unknown = [deal for deal in self.deals if deal.split.brings is None]
        found = self._split_hands.brought(unknown, self._first_hands)
        for deal in self.deals:
            if deal.split.brings is not None:
                found += deal.chance * deal.split.brings.of(deal.mates, deal.max_hands)
        return found

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
        self.split_hands: SplitHands = known.split_hands if known else SplitHands(shoe)
        self._parts: dict[tuple[Settlement, ...], Part] = {}

    @property
    def parts(self) -> list[Part]:
        """In the order in which they were met."""
        return list(self._parts.values())

    def add_all(self, positions: list[Position], plans: list[BoardPlan]) -> None:
        """Add every board."""
        for board, (position, plan) in enumerate(zip(positions, plans, strict=True)):
            self.add(board, position, plan)

    def add(self, board: int, position: Position, plan: BoardPlan) -> None:
        """Add a board."""
        deals, core = position.deals, self.core
        chance = position.board.chance * deals.chance
        parts = self.parts_of(position)
        groups: dict[tuple[Part, int, int], list[int]] = {}
        terms = core.programme.slots.option_terms[plan.options]
        group_of = np.where(terms == NONE, 0, core.holdings.group_of[terms]).tolist()
        ways = zip(parts, plan.options.tolist(), plan.picks_of.tolist(), group_of, strict=True)
        for place, (part, option, number, group) in enumerate(ways):
            if option != NONE:
                groups.setdefault((part, number, group), []).append(place)
            elif place not in plan.splits:
                natural = deals.natural[place]
                part.natural += chance[place] * np.array([1.0 - natural, natural])
        for (part, number, group), rows in groups.items():
            starts = Starts(plan.options[rows], chance[rows], deals.natural[rows])
            flows = unsplit_outcomes(self.shoe, board, plan.picks[number], starts)
            part.unsplit[group] += flows.table
        for place, split in plan.splits.items():
            deal = Deal(board, position, place, split, int(plan.hands[place]))
            self._add_split(parts[place], deal)

    def parts_of(self, position: Position) -> list[Part]:
        """The part each deal belongs to."""
        many = len(position.deals.hand)
        columns = zip(*position.settled, strict=True) if position.readers else ((),) * many
        found = []
        for settled in columns:
            part = self._parts.get(settled)
            if part is None:
                part = self._parts[settled] = Part(self.split_hands, position.readers, settled)
            found.append(part)
        return found

    def _add_split(self, part: Part, deal: Deal) -> None:
        natural = deal.position.deals.natural[deal.place]
        part.deals.append(deal)
        part.split += deal.chance * (1.0 - natural)
        part.split_natural += deal.chance * natural
        if not self.model.peeks and any((one[:, 0] != one[:, 1]).any() for one in part.early):
            hands, picks = self.split_hands, deal.split.first
            busts = busts_behind(
                self.core, deal.position.board, deal.pair, picks, *hands.further_splits(deal, picks)
            )
            part.again_bust += deal.chance * (hands.weights(deal, picks, Count.FIRST_AGAIN) @ busts)
