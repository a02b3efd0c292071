"""A shoe played by the cells of a chart: what every deal is worth, and how it is played."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart_cells import COLUMNS, Cells, reading_of
from pitboss.exact.chart_deals import AllDeals
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.position import Position
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.followed import (
    FollowedHands,
    FollowedPlay,
    FollowedRiding,
    own_picks,
)
from pitboss.exact.programme.loops.followed import spread_cells
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.splits import Count
from pitboss.rules.course import NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ChartCells = dict[Profile, Cells]
"""A chart's cells, by the bets that ride."""


class ChartPlay:
    """Plays the boards of a shoe by the cells of a chart, which may be changed in between."""

    def __init__(self, shoe: Shoe, positions: list[Position], objective: Objective) -> None:
        self.shoe, self.core, self.positions = shoe, shoe.core, positions
        self.objective = objective
        self.reading = reading_of(self.core)
        self.deals = AllDeals(self.reading, positions)
        found = [profile for position in positions for profile in objective.profiles(position)]
        self.profiles: list[Profile] = list(dict.fromkeys([NOTHING_RIDES, *found]))
        numbers = {profile: number for number, profile in enumerate(self.profiles)}
        self._profile_of: Ints = np.array([numbers[profile] for profile in found])
        self.cells: ChartCells = {profile: self._blank(profile) for profile in self.profiles}
        self.plain = FollowedPlay(shoe)
        self.riding = FollowedRiding(self.plain, objective)
        self.active: Bools = np.ones(COLUMNS, dtype=np.bool_)
        """Columns that are asked about."""
        course = self.core.course
        self.units = course.terms[course.opening].units
        """On a hand as it is dealt."""

    def _blank(self, profile: Profile) -> Cells:
        cells = Cells(self.reading)
        if not profile:
            cells.there[:] = True
        else:
            cells.there[self.deals.column[self.has(profile)]] = True
        return cells

    def has(self, profile: Profile) -> Bools:
        """The deals on which these bets ride."""
        found: Bools = self._profile_of == self.profiles.index(profile)
        return found

    def hands(self, profile: Profile) -> FollowedHands:
        """All hands on which these bets ride."""
        return self.riding.hands(profile) if profile else self.plain.hands

    def first_picks(self, profile: Profile, number: int, one: PairSplit) -> Ints:
        """The decisions of the first hand of a split, ``[step × BOARDS + board]``."""
        if profile:
            return self.riding.first_picks(profile, number, one)
        return own_picks(one, self.plain.hands.picks[number])

    def block_columns(self, number: int, profile: Profile) -> Ints:
        """By board of a block: its column; `NONE` where it is not asked about."""
        found = np.full(BOARDS, NONE, dtype=np.int64)
        columns = self.deals.columns[number * BOARDS : (number + 1) * BOARDS]
        asked = self.active & self.cells[profile].there
        found[: len(columns)] = np.where(asked[columns], columns, NONE)
        return found

    def follow(self, profile: Profile) -> None:
        """Value the cells as they are now."""
        hands, cells = self.hands(profile), self.cells[profile].arrays
        for number, block in enumerate(self.shoe.blocks):
            spread_cells(
                self.core.programme.slots, self.reading.slots, cells, block,
                self.block_columns(number, profile), hands.picks[number],
            )  # fmt: skip
        hands.follow()
        self.forget_splits()

    def forget_splits(self) -> None:
        """Decisions have changed, or other splits are asked about."""
        self.plain.forget_splits()
        self.riding.forget_splits()

    # Deals

    def rows(self, profile: Profile) -> Bools:
        """The deals that decide about a profile's cells."""
        deals = self.deals
        rows = deals.played & self.has(profile)
        if not profile:
            # Bets may ride on every deal of a board, so that hands without one come from splits
            # only. Their cells are those of the same hands unsplit.
            some = np.bincount(deals.board[rows], minlength=len(self.positions)) > 0
            rows |= deals.played & ~some[deals.board]
        return rows & (self.active & self.cells[profile].there)[deals.column]

    def first_worth(self, profile: Profile, rows: Bools) -> Floats:
        """``[deal, move]``: what first decisions are worth; -inf where one is not open."""
        deals, hands = self.deals, self.hands(profile)
        slots = hands.slots
        worth: Floats = np.full(deals.options.shape, -np.inf)
        for at in range(len(self.reading.all_moves)):
            some = rows & (deals.options[:, at] != NONE)
            option, natural = deals.options[some, at], deals.natural[some]
            slot = slots.option_slot[option] * BOARDS + deals.place[some]
            found = slots.option_times[option] * hands.values[deals.block[some], slot]
            found += slots.option_constant[option] + slots.option_natural[option] * natural
            worth[some, at] = self._money(profile, found, natural)
        return worth

    def _money(self, profile: Profile, values: Floats, natural: Floats) -> Floats:
        """Values of hands as dealt in units, a dealer natural counting what it brings."""
        if profile:
            row = self.core.programme.slots.row[self.deals.opening[self.deals.played][0]]
            pays = self.riding.price(profile).pays[row, BUST]
            found: Floats = self.units * (values + (pays[-1] - pays[0]) * natural)
            return found
        behind = natural if self.core.model.peeks else 0.0
        return self.objective.main * self.units * (values + behind)

    def chosen(self, profile: Profile, rows: Bools) -> tuple[Ints, Ints]:
        """By deal: the place of its move in `all_moves`, and hands it is split into (0: not)."""
        deals, cells, reading = self.deals, self.cells[profile], self.reading
        column, state = deals.column, deals.state
        moves = cells.draws[column, 0, state].astype(np.int64)
        for at in range(len(reading.moves)):
            wanted = cells.first[column, at, 0, state] & (deals.options[:, 2 + at] != NONE)
            moves[wanted] = 2 + at
        paired = cells.pair[column, deals.value] * (deals.pair != NONE)
        for at, move in enumerate(reading.all_moves):
            moves[(paired == move) & (deals.options[:, at] != NONE)] = at
        hands = cells.pair_hands[column, deals.value] * (deals.pair != NONE) * rows
        for _, pair, some in deals.of_pair:
            numbers = self.core.programme.split_hands[pair]
            split = np.clip(hands[some], min(numbers), max(numbers))
            hands[some] = np.where(hands[some] > 0, split, 0)
        return moves, hands

    def ask_about_splits(self, wanted: Bools) -> None:
        """Which splits will be asked about, by deal."""
        for pair in self.core.splits.pairs:
            boards = np.zeros(len(self.positions), dtype=np.bool_)
            boards[self.deals.board[wanted & (self.deals.pair == pair)]] = True
            self.plain.split_on[pair] = boards
        self.forget_splits()

    def split_worth(self, profile: Profile, wanted: Bools) -> Floats:
        """``[deal, to two hands or to all]``: what splitting is worth."""
        deals, objective = self.deals, self.objective
        found = np.full((len(deals.board), 2), -np.inf)
        for number, pair, some in deals.of_pair:
            rows = some[wanted[some]]
            if not len(rows):
                continue
            one, place = self.plain.pairs[number][pair], deals.place[rows]
            mate = np.argmax(one.mates[place] == deals.mates[rows, None], axis=1)
            if profile:
                worth = self.riding.first_hand(profile, number, pair).worth[place, mate]
                lost = [objective.lost(profile, natural) for natural in deals.natural[rows]]
                worth = worth + np.array(lost)[:, None]
            else:
                worth = objective.main * one.worth[place, mate]
            found[rows, 0], found[rows, 1] = worth[:, 0], worth[:, -1]
        return found

    def worth(self) -> Floats:
        """By column: what the cells bring."""
        for profile in self.profiles:
            self.follow(profile)
        _, _, worth = self._play()
        found = np.bincount(self.deals.column, self.deals.chance * worth, minlength=COLUMNS)
        return found.astype(float)

    def _play(self) -> tuple[Ints, Ints, Floats]:
        """By deal: the option taken (`NONE` for a split), hands it is split into, and its worth."""
        deals = self.deals
        every = np.arange(len(deals.board))
        options = np.full(len(every), NONE, dtype=np.int64)
        worth, hands = np.zeros(len(every)), np.zeros(len(every), dtype=np.int64)
        for profile in self.profiles:
            rows = self.rows(profile) & self.has(profile)
            moves, many = self.chosen(profile, rows)
            own = rows & (many == 0)
            options[own] = deals.options[every, moves][own]
            worth[own] = self.first_worth(profile, own)[every, moves][own]
            hands[rows] = many[rows]
        self.ask_about_splits(hands > 0)
        for profile in self.profiles:
            rows = (hands > 0) & self.has(profile)
            to_all = np.where(hands > 2, 1, 0)
            worth[rows] = self.split_worth(profile, rows)[every, to_all][rows]
        return options, hands, worth

    # Plans

    def plans(self) -> tuple[list[BoardPlan], Floats]:
        """The play of every board, and what each deal is worth, board after board."""
        for profile in self.profiles:
            self.follow(profile)
        options, hands, worth = self._play()
        return [self._plan(board, options, hands) for board in range(len(self.positions))], worth

    def _plan(self, board: int, options: Ints, hands: Ints) -> BoardPlan:
        number, place, deals = board // BOARDS, board % BOARDS, self.deals
        rows = slice(int(deals.first[board]), int(deals.first[board + 1]))
        numbers, picks_of = np.unique(self._profile_of[rows], return_inverse=True)
        profiles = [self.profiles[one] for one in numbers]
        picks = [self.hands(profile).picks[number, place::BOARDS].copy() for profile in profiles]
        known: dict[tuple[int, Profile], SplitPicks] = {}
        splits: dict[int, SplitPicks] = {}
        for at in np.nonzero(hands[rows])[0].tolist():
            key = (int(deals.pair[rows][at]), profiles[picks_of[at]])
            if key not in known:
                known[key] = self._split_picks(board, *key)
            splits[at] = known[key]
        return BoardPlan(options[rows].copy(), hands[rows].copy(), picks_of, picks, splits)

    def _split_picks(self, board: int, pair: int, profile: Profile) -> SplitPicks:
        number, place, one = board // BOARDS, board % BOARDS, self.core.splits.pairs[pair]
        later = self.first_picks(NOTHING_RIDES, number, one)[place::BOARDS].copy()
        if not profile:
            return SplitPicks(later, later)
        first = self.first_picks(profile, number, one)[place::BOARDS].copy()
        kept = Count.FIRST if self.objective.survives(profile) else Count.FIRST_KEPT
        return SplitPicks(first, later, kept)
