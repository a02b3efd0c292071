"""What the cells of a chart gain by being the other way, the other cells being as they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.chart_cells import COLUMNS, LAST_VALUE, OFFERS, SECOND
from pitboss.exact.chart_play import ChartPlay
from pitboss.exact.objective import Profile
from pitboss.exact.programme.loops.behind import dealer_behind
from pitboss.exact.programme.loops.bundles import Gains, Stakes
from pitboss.exact.programme.loops.followed import add_gains, add_likely, add_offers, flow_on
from pitboss.exact.programme.loops.play import BOARDS, CHANCE, CHOICE
from pitboss.exact.programme.loops.trials import follow_trials, gains_of_trials
from pitboss.exact.programme.splitting import PairSplit
from pitboss.rules.course import NONE
from pitboss.rules.hands import STATES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


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


class CellGains:
    """Adds up what cells gain, given a chart that is being played."""

    def __init__(self, play: ChartPlay) -> None:
        self.play, self.core, self.reading = play, play.core, play.reading
        slots = self.core.programme.slots
        self._owner: Ints = np.repeat(np.arange(len(slots.kind)), np.diff(slots.first_option))

    def likely(self, profile: Profile, values: list[Floats]) -> Gains:
        """What cells gain by the values of another play, hands weighed by their cards roughly."""
        gains = self._none()
        for number, block in enumerate(self.play.shoe.blocks):
            add_likely(
                self.core.programme.slots, self.core.model.hands, block, self.reading.slots,
                self.play.block_columns(number, profile), values[number], gains,
            )  # fmt: skip
        return gains

    def _none(self) -> Gains:
        moves, terms = len(self.reading.moves), len(self.reading.terms)
        return Gains(
            np.zeros((COLUMNS, 2, STATES)), np.zeros((COLUMNS, 2, STATES)),
            np.zeros((COLUMNS, moves, terms, STATES)),
            np.zeros((COLUMNS, OFFERS, STATES, self.core.model.kinds)),
        )  # fmt: skip

    def of(self, profile: Profile, rows: Bools) -> Gains:
        """What drawing, later moves and giving up cards gain, by the deals in `rows`.

        Moves with a split hand's second card on terms of its own, and giving such cards up, are
        judged by the first of its hands.
        """
        hands, gains, play = self.play.hands(profile), self._none(), self.play
        stakes, asked = self._stakes(profile, rows)
        slots, core, cells = hands.slots, self.core, play.cells[profile].arrays
        for number, block in enumerate(play.shoe.blocks):
            columns, values = play.block_columns(number, profile), hands.values[number]
            own = Stakes(stakes.here[number], stakes.apart[number])
            add_gains(
                slots, core.model.hands, core.worlds, block, self.reading.slots, columns, cells,
                values, own, asked[number], gains,
            )  # fmt: skip
            add_offers(
                slots, core.model.hands, core.worlds, block, self.reading.slots, columns, values,
                asked[number], gains.offers,
            )  # fmt: skip
        for pair, one in core.splits.pairs.items():
            if len(self.reading.trials[pair].step):
                self._add_trials(profile, one, gains)
        return gains

    def _stakes(self, profile: Profile, rows: Bools) -> tuple[Stakes, Floats]:
        """The stakes that come to every slot, and what would draw if every first move were made."""
        play, deals, hands = self.play, self.play.deals, self.play.hands(profile)
        slots = hands.slots
        moves, many = play.chosen(profile, rows)
        go = rows & (many == 0)
        option = deals.options[np.arange(len(moves)), moves]
        here, apart = np.zeros_like(hands.values), np.zeros_like(hands.values)
        start, asked = np.zeros_like(hands.values), np.zeros_like(hands.values)

        def put(into: Floats, some: Bools, slot: Ints, amount: Floats) -> None:
            at = slot[some] * BOARDS + deals.place[some]
            np.add.at(into, (deals.block[some], at), amount[some])

        target, amount = slots.option_slot[option], play.units * deals.chance
        after = amount * slots.option_times[option]
        put(here, go, target, after)
        # A pair is played as its own row says: its first decision is not the total's.
        ordinary, paired = go & (moves < 2), go & (deals.pair != NONE)
        put(start, ordinary, self._owner[option], amount)
        put(apart, ordinary & paired, self._owner[option], amount)
        put(apart, paired & (moves >= 2) & (slots.kind[target] == CHOICE), target, after)
        for at in range(2, deals.options.shape[1]):
            option = deals.options[:, at]
            drawn = rows & (option != NONE) & (slots.kind[slots.option_slot[option]] == CHANCE)
            put(asked, drawn, slots.option_slot[option], deals.chance)
        for number, block in enumerate(play.shoe.blocks):
            flow_on(
                slots, self.core.model.hands, self.core.worlds, block, hands.picks[number],
                here[number],
            )  # fmt: skip
        return Stakes(here + start, apart), asked

    def totals(self, profile: Profile, rows: Bools) -> Totals:
        """What every first decision brings, by cell."""
        play, deals, chance = self.play, self.play.deals, self.play.deals.chance
        by_state = deals.column * STATES + deals.state
        by_value = deals.column * (LAST_VALUE + 1) + deals.value

        def added(cell: Ints, some: Bools, amount: Floats, many: int) -> Floats:
            found = np.bincount(cell[some], amount[some], minlength=COLUMNS * many)
            return found.reshape(COLUMNS, many).astype(float)

        states, pairs, met = [], [], []
        for found in play.first_worth(profile, rows).T:
            is_open = found > -np.inf
            plain, paired = is_open & (deals.pair == NONE), is_open & (deals.pair != NONE)
            weighed = chance * np.where(is_open, found, 0.0)
            states.append(added(by_state, plain, weighed, STATES))
            pairs.append(added(by_value, paired, weighed, LAST_VALUE + 1))
            met.append(added(by_value, paired, chance, LAST_VALUE + 1))
        wanted = rows & (deals.pair != NONE)
        play.ask_about_splits(wanted)
        split = np.where(wanted[:, None], play.split_worth(profile, wanted), 0.0)
        splits = [added(by_value, wanted, chance * split[:, at], LAST_VALUE + 1) for at in range(2)]
        return Totals(
            np.array(states), np.array(pairs), np.array(met), np.stack(splits, axis=2),
            added(by_value, wanted, chance, LAST_VALUE + 1),
        )  # fmt: skip

    # Split hands

    def _add_trials(self, profile: Profile, one: PairSplit, gains: Gains) -> None:
        """Add what the trials of a pair bring, on the boards on which it is split."""
        play, trials = self.play, self.reading.trials[one.pair]
        cells, value = play.cells[profile], self.core.model.values[one.pair]
        cards = trials.kind != NONE
        for number, block in enumerate(play.shoe.blocks):
            columns = play.block_columns(number, profile)
            left = block.left[one.pair * BOARDS : (one.pair + 1) * BOARDS]
            split = (columns >= 0) & (cells.pair_hands[columns, value] > 0) & (left >= 2)
            if not split.any():
                continue
            found = self._try(profile, number, one, np.where(split, columns, NONE))
            boards = play.shoe.boards[number * BOARDS : (number + 1) * BOARDS]
            weight = np.zeros(BOARDS)
            weight[: len(boards)] = [board.chance for board in boards]
            weight *= left * (left - 1) / np.maximum(block.cards * (block.cards - 1), 1.0)
            found = (found * weight)[:, split]
            column = columns[split]
            for given_up, kind, state, of in zip(
                cards, trials.kind, trials.state, found, strict=True
            ):
                if given_up:
                    np.add.at(gains.offers[:, SECOND, state, kind], column, of)
            for move, table, state, of in zip(
                trials.move, trials.table, trials.state, found, strict=True
            ):
                if move != NONE:
                    np.add.at(gains.later[:, move, table, state], column, of)

    def _try(self, profile: Profile, number: int, one: PairSplit, columns: Ints) -> Floats:
        """``[trial, board]``: what the first hand gains by each of a pair's trials."""
        splits, trials, play = self.core.splits, self.reading.trials[one.pair], self.play
        block = play.shoe.blocks[number]
        block = block._replace(cards=np.where(columns >= 0, block.cards, 0.0))
        prices = one.main_price
        if profile:
            prices = one.priced([play.riding.price(profile).pays])
        own = play.first_picks(profile, number, one)
        found, begin = np.zeros((len(trials.step), BOARDS)), 0
        while begin < len(trials.step):
            many = follow_trials(
                one.paths.shape, one.paths.steps, trials, begin, block, prices, columns,
                play.cells[profile].draws, own, splits.room, splits.sums,
            )  # fmt: skip
            dealer_behind(
                one.paths.ends, one.paths.draws, block, prices.pays, many, splits.room,
                splits.sums,
            )  # fmt: skip
            gains_of_trials(one.paths.shape, block, begin, many, splits.sums, found)
            begin += many
        return found * (1.0 if profile else play.objective.main)
