"""A shoe played by the cells of a chart: what every deal is worth, and what cells gain."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart_cells import COLUMNS, LAST_VALUE, SECOND, Cells, Reading, reading_of
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.position import Position
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.chartloops.bundles import Gains, Stakes
from pitboss.exact.programme.chartloops.followed import (
    add_gains,
    add_likely,
    add_offers,
    flow_on,
    spread_cells,
)
from pitboss.exact.programme.chartloops.trials import follow_trials, gains_of_trials
from pitboss.exact.programme.followed import (
    FollowedHands,
    FollowedPlay,
    FollowedRiding,
    own_picks,
)
from pitboss.exact.programme.loops.behind import dealer_behind
from pitboss.exact.programme.loops.bundles import Arrival, Steps
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.plans import BoardPlan, SplitPicks
from pitboss.exact.programme.pricing import arrival, priced_steps
from pitboss.exact.programme.splitting import PairSplit
from pitboss.exact.programme.steps import CHANCE, CHOICE
from pitboss.exact.splits import Count
from pitboss.rules.chart import UP_VALUES
from pitboss.rules.course import NONE
from pitboss.rules.hands import STATES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ChartCells = dict[Profile, Cells]
"""A chart's cells, by the bets that ride."""


class AllDeals:
    """Every deal of every board, as parallel arrays."""

    def __init__(self, reading: Reading, positions: list[Position]) -> None:
        model, core = reading.core.model, reading.core
        deals = [position.deals for position in positions]
        counts = [len(of.hand) for of in deals]
        hand = np.concatenate([of.hand for of in deals])
        self.first: Ints = np.cumsum([0, *counts])
        """Where the deals of each board begin."""
        self.board: Ints = np.repeat(np.arange(len(deals)), counts)
        ups = np.array([position.board.up for position in positions])
        columns = np.array([UP_VALUES.index(value) for value in model.values])
        self.columns: Ints = columns[ups]
        """By board."""
        self.column: Ints = self.columns[self.board]
        chances = np.array([position.board.chance for position in positions])
        self.chance: Floats = np.concatenate([of.chance for of in deals]) * chances[self.board]
        self.natural: Floats = np.concatenate([of.natural for of in deals])
        self.pair: Ints = np.concatenate([of.pair for of in deals])
        self.mates: Floats = np.concatenate([of.mates for of in deals])
        self.value: Ints = np.where(self.pair == NONE, 0, np.array(model.values)[self.pair])
        self.state: Ints = model.hands.state[hand]
        self.played: Bools = ~model.is_natural[hand]
        """Whether there is anything to decide."""
        self.opening: Ints = np.concatenate([core.openings(of) for of in deals])
        slots = core.programme.slots
        leaves = np.full((len(slots.kind), len(reading.all_moves)), NONE, dtype=np.int64)
        for slot, options in reading.leaves.items():
            leaves[slot] = options
        self.options: Ints = leaves[self.opening]
        """``[deal, move]``: the option that makes it; `NONE` where it is not open."""
        upcards = slots.option_upcards[self.options]
        closed = (upcards >= 0) & (upcards >> ups[self.board][:, None] & 1 == 0)
        self.options[closed] = NONE
        pairs = sorted({(board // BOARDS, pair) for board, pair in
                        zip(self.board.tolist(), self.pair.tolist(), strict=True)
                        if pair != NONE})  # fmt: skip
        self.of_pair: list[tuple[int, int, Ints]] = [
            (number, pair, np.nonzero((self.board // BOARDS == number) & (self.pair == pair))[0])
            for number, pair in pairs
        ]
        """Block, pair, and deals of it."""

    @property
    def places(self) -> tuple[Ints, Ints]:
        """By deal: its block, and its place in it."""
        return self.board // BOARDS, self.board % BOARDS


class Totals(NamedTuple):
    """What first decisions bring, added up by cell."""

    states: Floats
    """``[move, column, state]``, of cards that do not pair."""
    pairs: Floats
    """``[move, column, value]``, pairs not split."""
    pairs_met: Floats
    """How likely the move is open."""
    splits: Floats
    """``[column, value, hands]``: split to two hands, or to all that are allowed."""
    splits_met: Floats


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
        self.profile_of: Ints = np.array([numbers[profile] for profile in found])
        self.cells: ChartCells = {profile: self._blank(profile) for profile in self.profiles}
        self.plain = FollowedPlay(shoe)
        self.riding = FollowedRiding(self.plain, objective) if len(self.profiles) > 1 else None
        self.active: Bools = np.ones(COLUMNS, dtype=np.bool_)
        """Columns that are asked about."""
        slots, course = self.core.programme.slots, self.core.course
        self._units = course.terms[course.opening].units
        self._opening_row = self.core.row_of_terms[course.opening]
        self._owner: Ints = np.repeat(np.arange(len(slots.kind)), np.diff(slots.first_option))

    def _blank(self, profile: Profile) -> Cells:
        cells = Cells(self.reading)
        if not profile:
            cells.there[:] = True
        else:
            cells.there[self.deals.column[self.profile_of == self.profiles.index(profile)]] = True
        return cells

    def hands(self, profile: Profile) -> FollowedHands:
        """All hands on which these bets ride."""
        if not profile:
            return self.plain.hands
        assert self.riding is not None
        return self.riding.hands(profile)

    def block_columns(self, number: int, profile: Profile) -> Ints:
        """By board of a block: its column; -1 where it is not asked about."""
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
        if not profile:
            self.plain.follow()
        else:
            assert self.riding is not None
            self.riding.follow(profile)
        if self.riding is not None:
            self.riding.forget_splits()

    # Deals

    def rows(self, profile: Profile) -> Bools:
        """The deals whose decisions are those of a profile."""
        deals = self.deals
        rows = deals.played & (self.profile_of == self.profiles.index(profile))
        if not profile:
            # Bets may ride on every deal of a board, so that hands without one come from splits
            # only. Their cells are those of the same hands unsplit.
            some = np.bincount(deals.board[rows], minlength=len(self.positions)) > 0
            rows |= deals.played & ~some[deals.board]
        return rows & (self.active & self.cells[profile].there)[deals.column]

    def first_worth(self, profile: Profile, rows: Bools) -> Floats:
        """``[deal, move]``: what first decisions are worth; -inf where one is not open."""
        deals, hands = self.deals, self.hands(profile)
        slots, (block, place) = hands.slots, deals.places
        worth = np.full(deals.options.shape, -np.inf)
        for at in range(worth.shape[1]):
            some = rows & (deals.options[:, at] != NONE)
            option, natural = deals.options[some, at], deals.natural[some]
            found = hands.values[block[some], slots.option_slot[option] * BOARDS + place[some]]
            found = slots.option_times[option] * found + slots.option_constant[option]
            found += slots.option_natural[option] * natural
            worth[some, at] = self._money(profile, found, natural)
        return worth

    def _money(self, profile: Profile, values: Floats, natural: Floats) -> Floats:
        """Values of hands as dealt in units, a dealer natural counting what it brings."""
        if profile:
            assert self.riding is not None
            pays = self.riding.price(profile).pays[self._opening_row, BUST]
            return self._units * (values + (pays[-1] - pays[0]) * natural)
        found = values + natural if self.core.model.peeks else values
        return self.objective.main * self._units * found

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
            hands[some] = np.minimum(hands[some], max(self.core.programme.split_hands[pair]))
        return moves, hands

    def split_worth(self, profile: Profile, wanted: Bools) -> Floats:
        """``[deal, to two hands or to all]``: what splitting is worth."""
        deals = self.deals
        found = np.full((len(deals.board), 2), -np.inf)
        for number, pair, some in deals.of_pair:
            rows = some[wanted[some]]
            if not len(rows):
                continue
            one, place = self.plain.pairs[number][pair], deals.board[rows] % BOARDS
            mate = np.argmax(one.mates[place] == deals.mates[rows, None], axis=1)
            if profile:
                assert self.riding is not None
                worth = self.riding.first_hand(profile, number, pair).worth[place, mate]
                lost = [self.objective.lost(profile, float(of)) for of in deals.natural[rows]]
                worth = worth + np.array(lost)[:, None]
            else:
                worth = self.objective.main * one.worth[place, mate]
            found[rows, 0], found[rows, 1] = worth[:, 0], worth[:, -1]
        return found

    def ask_about_splits(self, wanted: Bools) -> None:
        """Which splits will be asked about, by deal."""
        self.plain.split_on = {}
        for pair in self.core.splits.pairs:
            boards = np.zeros(len(self.positions), dtype=np.bool_)
            boards[self.deals.board[wanted & (self.deals.pair == pair)]] = True
            self.plain.split_on[pair] = boards
        self.plain.forget_splits()
        if self.riding is not None:
            self.riding.forget_splits()

    def play(self) -> tuple[Ints, Ints, Floats]:
        """By deal: the option taken (`NONE` for a split), hands it is split into, and its worth."""
        deals = self.deals
        options = np.full(len(deals.board), NONE, dtype=np.int64)
        worth, hands = np.zeros(len(deals.board)), np.zeros(len(deals.board), dtype=np.int64)
        for profile in self.profiles:
            rows = self.rows(profile) & (self.profile_of == self.profiles.index(profile))
            moves, many = self.chosen(profile, rows)
            found = self.first_worth(profile, rows & (many == 0))
            every = np.arange(len(moves))
            own = rows & (many == 0)
            options[own] = deals.options[every, moves][own]
            worth[own] = found[every, moves][own]
            hands[rows] = many[rows]
        self.ask_about_splits(hands > 0)
        for profile in self.profiles:
            rows = (hands > 0) & (self.profile_of == self.profiles.index(profile))
            found = self.split_worth(profile, rows)
            most = np.where(hands == 2, 0, 1)
            worth[rows] = found[np.arange(len(most)), most][rows]
        return options, hands, worth

    def worth(self) -> Floats:
        """By column: what the cells bring."""
        for profile in self.profiles:
            self.follow(profile)
        _, _, worth = self.play()
        return np.bincount(self.deals.column, self.deals.chance * worth, minlength=COLUMNS)

    # What cells gain

    def likely_gains(self, profile: Profile, values: Floats) -> Gains:
        """What cells gain by the values of another play, hands weighed by their cards roughly."""
        gains = self._no_gains()
        for number, block in enumerate(self.shoe.blocks):
            add_likely(
                self.core.programme.slots, self.core.model.hands, block, self.reading.slots,
                self.block_columns(number, profile), values[number], gains,
            )  # fmt: skip
        return gains

    def _no_gains(self) -> Gains:
        moves, terms = len(self.reading.moves), len(self.reading.terms)
        return Gains(
            np.zeros((COLUMNS, 2, STATES)), np.zeros((COLUMNS, 2, STATES)),
            np.zeros((COLUMNS, moves, terms, STATES)),
            np.zeros((COLUMNS, 3, STATES, self.core.model.kinds)),
        )  # fmt: skip

    def gains(self, profile: Profile, rows: Bools) -> Gains:
        """What drawing, later moves and giving up cards gain, hands not split counted."""
        hands, gains = self.hands(profile), self._no_gains()
        stakes, asked = self._stakes(profile, rows)
        slots, core = hands.slots, self.core
        cells = self.cells[profile].arrays
        for number, block in enumerate(self.shoe.blocks):
            columns = self.block_columns(number, profile)
            values = hands.values[number]
            own = Stakes(stakes.here[number], stakes.apart[number])
            add_gains(
                slots, core.model.hands, core.worlds, block, self.reading.slots, columns, cells,
                values, own, asked[number], gains,
            )  # fmt: skip
            add_offers(
                slots, core.model.hands, core.worlds, block, self.reading.slots, columns, values,
                asked[number], gains.offers,
            )  # fmt: skip
        return gains

    def _stakes(self, profile: Profile, rows: Bools) -> tuple[Stakes, Floats]:
        """The stakes that come to every slot, and those that would draw if all moves were made."""
        deals, hands, core = self.deals, self.hands(profile), self.core
        slots, (block, place) = hands.slots, deals.places
        moves, many = self.chosen(profile, rows)
        go = rows & (many == 0)
        option = deals.options[np.arange(len(moves)), moves]
        here, apart = np.zeros_like(hands.values), np.zeros_like(hands.values)
        start, asked = np.zeros_like(hands.values), np.zeros_like(hands.values)

        def put(into: Floats, some: Bools, slot: Ints, amount: Floats) -> None:
            np.add.at(into, (block[some], slot[some] * BOARDS + place[some]), amount[some])

        target, amount = slots.option_slot[option], self._units * deals.chance
        after = amount * slots.option_times[option]
        put(here, go, target, after)
        ordinary, paired = go & (moves < 2), go & (deals.pair != NONE)
        put(start, ordinary, self._owner[option], amount)
        put(apart, ordinary & paired, self._owner[option], amount)
        put(apart, paired & (moves >= 2) & (slots.kind[target] == CHOICE), target, after)
        for at in range(2, deals.options.shape[1]):
            some, option = rows & (deals.options[:, at] != NONE), deals.options[:, at]
            drawn = some & (slots.kind[slots.option_slot[option]] == CHANCE)
            put(asked, drawn, slots.option_slot[option], deals.chance)
        for number, one in enumerate(self.shoe.blocks):
            flow_on(slots, core.model.hands, core.worlds, one, hands.picks[number], here[number])
        return Stakes(here + start, apart), asked

    def totals(self, profile: Profile, rows: Bools) -> Totals:
        """What every first decision brings, by cell."""
        deals, chance = self.deals, self.deals.chance
        by_state = deals.column * STATES + deals.state
        by_value = deals.column * (LAST_VALUE + 1) + deals.value

        def added(cell: Ints, some: Bools, amount: Floats, many: int) -> Floats:
            found = np.bincount(cell[some], amount[some], minlength=COLUMNS * many)
            return found.reshape(COLUMNS, many)

        worth = self.first_worth(profile, rows)
        states, pairs, met = [], [], []
        for found in worth.T:
            is_open = found > -np.inf
            plain, paired = is_open & (deals.pair == NONE), is_open & (deals.pair != NONE)
            weighed = chance * np.where(is_open, found, 0.0)
            states.append(added(by_state, plain, weighed, STATES))
            pairs.append(added(by_value, paired, weighed, LAST_VALUE + 1))
            met.append(added(by_value, paired, chance, LAST_VALUE + 1))
        wanted = rows & (deals.pair != NONE)
        self.ask_about_splits(wanted)
        split = np.where(wanted[:, None], self.split_worth(profile, wanted), 0.0)
        splits = [added(by_value, wanted, chance * split[:, at], LAST_VALUE + 1) for at in range(2)]
        return Totals(
            np.array(states), np.array(pairs), np.array(met), np.stack(splits, axis=2),
            added(by_value, wanted, chance, LAST_VALUE + 1),
        )  # fmt: skip

    # Split hands

    def trial_gains(self, profile: Profile, gains: Gains) -> None:
        """Add to gains what split hands gain by moves on terms of their own, the first hand's."""
        cells, model = self.cells[profile], self.core.model
        for pair, one in self.core.splits.pairs.items():
            trials = self.reading.trials[pair]
            if not len(trials.step):
                continue
            value = model.values[pair]
            for number, block in enumerate(self.shoe.blocks):
                columns = self.block_columns(number, profile)
                left = block.left[pair * BOARDS : (pair + 1) * BOARDS]
                split = (columns >= 0) & (cells.pair_hands[columns, value] > 0) & (left >= 2)
                if not split.any():
                    continue
                out = self._try(profile, number, one, np.where(split, columns, NONE))
                boards = self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]
                weight = np.zeros(BOARDS)
                weight[: len(boards)] = [board.chance for board in boards]
                cards = np.maximum(block.cards, 2.0)
                weight *= left * (left - 1) / (cards * (cards - 1))
                self._add_trials(one, gains, columns, np.where(split, weight * out, 0.0))

    def _add_trials(self, one: PairSplit, gains: Gains, columns: Ints, found: Floats) -> None:
        """Add ``found[trial, board]`` to the cells tried."""
        trials, read, steps = self.reading.trials[one.pair], self.reading.slots, one.paths.steps
        for n, (step, kind) in enumerate(zip(trials.step, trials.kind, strict=True)):
            slot, state = steps.slot[step], trials.state[n]
            for b in np.nonzero(found[n])[0]:
                if kind != NONE:
                    gains.offers[columns[b], SECOND, state, kind] += found[n, b]
                    continue
                at = int(np.nonzero(read.first[slot] == trials.option[n])[0][0])
                gains.later[columns[b], at, read.table[slot], state] += found[n, b]

    def _try(self, profile: Profile, number: int, one: PairSplit, columns: Ints) -> Floats:
        """``[trial, board]``: what the first hand gains by each of a pair's trials."""
        splits, trials = self.core.splits, self.reading.trials[one.pair]
        block = self.shoe.blocks[number]
        block = block._replace(cards=np.where(columns >= 0, block.cards, 0.0))
        steps, at_start, pays = self._split_hand(profile, one)
        own = self._own(profile, number, one)
        out = np.zeros((len(trials.step), BOARDS))
        begin = 0
        while begin < len(trials.step):
            many = follow_trials(
                one.paths.shape, steps, trials, begin, block, at_start, columns,
                self.cells[profile].draws, own, splits.room, splits.sums,
            )  # fmt: skip
            dealer_behind(
                one.paths.ends, one.paths.draws, block, pays[None], splits.one_table[:many],
                splits.room, splits.sums,
            )  # fmt: skip
            gains_of_trials(one.paths.shape, block, begin, many, splits.sums, out)
            begin += many
        return out * (1.0 if profile else self.objective.main)

    def _split_hand(self, profile: Profile, one: PairSplit) -> tuple[Steps, Arrival, Floats]:
        """The steps of a first hand at its pays, what it counts at first, and the pays."""
        if not profile:
            return one.paths.steps, self.core.splits.arrival, self.core.pays
        assert self.riding is not None
        price = self.riding.price(profile)
        return priced_steps(one.paths.steps, price), arrival(price, one.start_row), price.pays

    def _own(self, profile: Profile, number: int, one: PairSplit) -> Ints:
        """The decisions of a first hand, by step."""
        if not profile:
            return own_picks(one, self.hands(profile).picks[number])
        assert self.riding is not None
        return self.riding.first_picks(profile, number, one)

    # Plans

    def plans(self) -> tuple[list[BoardPlan], Floats]:
        """The play of every board, and what each deal is worth."""
        for profile in self.profiles:
            self.follow(profile)
        options, hands, worth = self.play()
        return [self._plan(board, options, hands) for board in range(len(self.positions))], worth

    def _plan(self, board: int, options: Ints, hands: Ints) -> BoardPlan:
        number, place, deals = board // BOARDS, board % BOARDS, self.deals
        rows = slice(int(deals.first[board]), int(deals.first[board + 1]))
        profiles = list(dict.fromkeys(self.profile_of[rows].tolist()))
        picks_of = np.array([profiles.index(one) for one in self.profile_of[rows].tolist()])
        picks = [
            self.hands(self.profiles[one]).picks[number, place::BOARDS].copy() for one in profiles
        ]
        splits: dict[int, SplitPicks] = {}
        known: dict[tuple[int, int], SplitPicks] = {}
        for at in np.nonzero(hands[rows])[0].tolist():
            key = (int(deals.pair[rows][at]), int(self.profile_of[rows][at]))
            if key not in known:
                known[key] = self._split_picks(board, key[0], self.profiles[key[1]])
            splits[at] = known[key]
        return BoardPlan(options[rows].copy(), hands[rows].copy(), picks_of, picks, splits)

    def _split_picks(self, board: int, pair: int, profile: Profile) -> SplitPicks:
        number, place, one = board // BOARDS, board % BOARDS, self.core.splits.pairs[pair]
        later = self._own(NOTHING_RIDES, number, one)[place::BOARDS].copy()
        if not profile:
            return SplitPicks(later, later)
        first = self._own(profile, number, one)[place::BOARDS].copy()
        kept = Count.FIRST if self.objective.survives(profile) else Count.FIRST_KEPT
        return SplitPicks(first, later, kept)
