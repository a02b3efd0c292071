"""Charts: strategies by total and upcard, found, read and valued exactly.

A chart's cells fix every decision. The best chart is found cell by cell: a cell's gain is the sum
over all hands that meet it, each weighed by how often play comes there, until nothing changes;
close cells are then tried both ways with split hands counted in.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Model
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.optimise import Optimiser, rows_with
from pitboss.exact.outcomes import DOUBLE, HIT, STAND, unsplit_table
from pitboss.exact.player import stand_values
from pitboss.exact.policy import HandPolicy, Play, Split, SplitHand
from pitboss.exact.position import Position
from pitboss.exact.solver import Solver, Strategy
from pitboss.rules import hands as automaton
from pitboss.rules.chart import UP_VALUES
from pitboss.rules.compile import Move
from pitboss.rules.settlement import BUST, NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

CLOSE = 2e-5
"""Cells whose gain, hands that are not split counted, is below this are tried both ways."""
TOTAL = np.array(automaton.TOTAL)
STATES = automaton.STATES
SPECIAL = (int(Move.SURRENDER), int(Move.TAKE_BACK))


class Cells:
    """One column of a chart's tables: all decisions against one upcard while the same bets ride."""

    def __init__(self, model: Model) -> None:
        self.hit: Bools = np.zeros((2, STATES), dtype=np.bool_)
        """By whether a card was burned."""
        self.double: Bools = np.zeros((2, STATES), dtype=np.bool_)
        self.split_double: Bools = np.zeros((2, STATES), dtype=np.bool_)
        """The same for hands made by a split, where that changes what a double adds."""
        if model.units == 1:
            self.split_double = self.double
        self.special: Ints = np.zeros(STATES, dtype=np.int64)
        """Surrender or take back on two cards."""
        self.pair: Ints = np.zeros(11, dtype=np.int64)
        """Move on a pair, by value."""
        self.pair_hands: Ints = np.zeros(11, dtype=np.int64)
        self.met: Bools = np.zeros((2, STATES), dtype=np.bool_)
        """Whether play ever comes to the cell."""
        self.burn: Bools = np.zeros((STATES, model.kinds), dtype=np.bool_)
        """By the hand before the card and the card's class."""
        self.burn_double: Bools = np.zeros((STATES, model.kinds), dtype=np.bool_)
        self.burn_second: Bools = np.zeros((STATES, model.kinds), dtype=np.bool_)
        """The second card of a split hand, by the split card's state."""


class ChartPlay(Optimiser):
    """Plays one board by the cells of a chart."""

    own_way = True

    def __init__(
        self, position: Position, objective: Objective, cells: dict[Profile, Cells]
    ) -> None:
        super().__init__(position, objective)
        self.cells = cells

    def policy(self, profile: Profile) -> tuple[HandPolicy, bool]:
        """The cells spread over all hands, to be followed."""
        cells, model = self.cells[profile], self.model
        state = model.hands.state
        burned = np.minimum(np.arange(model.flags), 1)
        # in C order like any other policy: else every kernel is compiled once more for it
        hits = np.ascontiguousarray(cells.hit[burned][:, state] & (model.hands.total < 21))
        return HandPolicy(hits, cells.burn[state], cells.burn_double[state]), True

    def play(self) -> tuple[Play, Floats]:
        """The chart's play, and what it is worth on each deal if the dealer has no natural."""
        model, deals = self.model, self.position.deals
        many = len(deals.hand)
        profiles = self.objective.profiles(self.position)
        moves, hands = np.zeros(many, dtype=np.int64), np.zeros(many, dtype=np.int64)
        worth, policy_of = np.zeros(many), np.zeros(many, dtype=np.int64)
        policies: list[HandPolicy] = []
        splits: dict[int, Split] = {}
        for profile in dict.fromkeys(profiles):
            rows = rows_with(profiles, profile)
            policy_of[rows] = len(policies)
            policies.append(self.values(profile, model.units).policy)
            moves[rows], hands[rows] = self._chosen(self.cells[profile], rows)
            offers = self.first_offers(profile, rows)
            for move, value in offers.items():
                chosen = moves[rows] == move
                worth[rows[chosen]] = value[chosen]
            for place in rows[moves[rows] == int(Move.SPLIT)]:
                pair, mates = int(deals.pair[place]), float(deals.mates[place])
                splits[int(place)] = split = self.split(pair, profile)
                worth[place] = self.split_worth(pair, profile, split, mates, int(hands[place]))
        naturals = model.is_natural[deals.hand]
        moves[naturals], worth[naturals] = 0, 0.0
        return Play(moves, hands, policy_of, policies, splits), worth

    def _chosen(self, cells: Cells, rows: Ints) -> tuple[Ints, Ints]:
        """Moves and numbers of hands for the deals in `rows`."""
        model, deals = self.model, self.position.deals
        hand, pair = deals.hand[rows], deals.pair[rows]
        state, legal = model.hands.state[hand], model.moves[hand]
        moves = np.where(cells.hit[0, state] & ((legal & HIT) != 0), HIT, STAND)
        moves = np.where(cells.double[0, state] & ((legal & DOUBLE) != 0), DOUBLE, moves)
        special = cells.special[state]
        moves = np.where(special & legal, special, moves)
        value = np.array(model.values)[pair]
        by_pair = np.where(pair == NONE, 0, cells.pair[value])
        allowed = (by_pair & (legal | int(Move.SPLIT))) != 0
        moves = np.where(allowed, by_pair, moves)
        hands = np.where(moves == int(Move.SPLIT), cells.pair_hands[value], 0)
        for place in np.nonzero(hands)[0]:
            most = max(model.split_hands(int(pair[place])))
            hands[place] = min(hands[place], most)
        return moves, hands

    def _split_hand(self, pair: int, profile: Profile) -> SplitHand:
        model, cells = self.model, self.cells[profile]
        policy = self.values(profile, 1).policy
        legal, state = model.split_moves[pair], model.hands.state[model.seconds[pair]]
        actions = np.empty((model.flags, model.kinds), dtype=np.int64)
        for flag in range(model.flags):
            burned = min(flag, 1)
            hits = cells.hit[burned, state] & ((legal & HIT) != 0)
            doubles = cells.split_double[burned, state] & ((legal & DOUBLE) != 0)
            actions[flag] = np.where(doubles, DOUBLE, np.where(hits, HIT, STAND))
        burns = np.zeros(model.kinds, dtype=np.bool_)
        if model.flags > 1 and model.tables.burn_split_cards:
            own = int(model.hands.state[model.hands.of(pair)])
            # which second cards are burned is decided once for all hands
            burns = self.cells[NOTHING_RIDES].burn_second[own] & (model.flag_of > 0)
        return SplitHand(actions, burns, policy)


class ChartFinder:
    """Finds the best chart of a shoe for an objective."""

    def __init__(self, solver: Solver, objective: Objective) -> None:
        self.solver, self.objective, self.model = solver, objective, solver.model
        self.columns: dict[int, dict[Profile, Cells]] = {}

    def find(self) -> dict[int, dict[Profile, Cells]]:
        """The cells of every upcard value."""
        for value in UP_VALUES:
            positions = [
                position
                for position in self.solver.positions
                if self.model.values[position.board.up] == value
            ]
            self.columns[value] = self._column(positions)
        return self.columns

    def _column(self, positions: list[Position]) -> dict[Profile, Cells]:
        profiles = {NOTHING_RIDES: Cells(self.model)}
        for position in positions:
            for profile in self.objective.profiles(position):
                if profile not in profiles:
                    profiles[profile] = Cells(self.model)
        if not positions:
            return profiles
        for profile, cells in profiles.items():
            self._start(positions, profile, cells)
        close: list[tuple[float, Bools, tuple[int, ...]]] = []
        for _ in range(12):
            before = _snapshot(profiles)
            close = []
            for profile in profiles:
                self._improve(positions, profiles, profile, close)
            if all(np.array_equal(a, b) for a, b in zip(before, _snapshot(profiles), strict=True)):
                break
        self._try_close(positions, profiles, close)
        return profiles

    def _start(self, positions: list[Position], profile: Profile, cells: Cells) -> None:
        """Begin with what the best play by exact cards does on most hands of each cell."""
        model = self.model
        state = model.hands.state
        gain, burn_gain = np.zeros((2, STATES)), np.zeros((STATES, model.kinds))
        for position in positions:
            values = Optimiser(position, self.objective).values(profile, model.units)
            # how likely the cards are, roughly: enough to begin with
            weight = np.prod((position.left / position.cards) ** model.hands.counts, axis=1)
            for flag in range(model.flags):
                gains = weight * (values.hit[flag] - values.stand[flag])
                gain[min(flag, 1)] += np.bincount(state, gains, minlength=STATES)
            for kind in model.burnable[1:]:
                again = values.hit[model.flag_of[kind]]
                gains = weight * (again - values.best[0, model.hands.next[:, kind]])
                burn_gain[:, kind] += np.bincount(state, gains, minlength=STATES)
        cells.hit[:] = (gain > 0) & (TOTAL < 21)
        cells.burn[:] = burn_gain > 0

    # One round of improvement

    def _improve(
        self, positions: list[Position], profiles: dict[Profile, Cells], profile: Profile,
        close: list[tuple[float, Bools, tuple[int, ...]]],
    ) -> None:  # fmt: skip
        """Set every cell of a profile to what gains most, the others being as they are."""
        model, cells = self.model, profiles[profile]
        gain = np.zeros((2, STATES))
        met = np.zeros((2, STATES))
        burn_gain = np.zeros((STATES, model.kinds))
        totals: dict[int, Floats] = {}
        split_double = np.zeros((2, STATES))
        pair_totals: dict[tuple[int, int], Floats] = {}
        second_gain = np.zeros((STATES, model.kinds))
        double_burn = np.zeros((STATES, model.kinds))
        for position in positions:
            player = ChartPlay(position, self.objective, profiles)
            rows = self._rows(position, profile)
            self._gains(position, player, profile, rows, gain, met, burn_gain)
            self._firsts(position, player, profile, rows, totals, pair_totals)
            self._split_gains(position, player, profile, split_double, second_gain)
            self._double_burns(position, player, profile, rows, double_burn)
        state_met = met > 0
        # where no bet rides, first decisions and splits weigh as the main game does
        near = CLOSE * (1.0 if profile else min(self.objective.main, 1.0))
        cells.met[:] = state_met
        for worth in totals.values():
            cells.met[0] |= worth != 0.0
        cells.hit[state_met] = gain[state_met] > 0
        for place in zip(*np.nonzero(state_met & (np.abs(gain) < CLOSE)), strict=True):
            close.append((abs(float(gain[place])), cells.hit, tuple(int(i) for i in place)))
        if not profile:  # second cards are judged by the first hand alone so far
            judged = (second_gain != 0.0) & (np.abs(second_gain) < near)
            for at in zip(*np.nonzero(judged), strict=True):
                place = (int(at[0]), int(at[1]))
                close.append((abs(float(second_gain[place])), cells.burn_second, place))
        cells.burn[burn_gain != 0] = burn_gain[burn_gain != 0] > 0
        cells.burn_second[:] = second_gain > 0
        cells.burn_double[:] = double_burn > 0
        if model.units > 1:
            cells.split_double[:] = split_double > 0
        else:
            cells.double[1] = split_double[1] > 0  # two cards, one burned: only after a split
        self._set_firsts(cells, totals, pair_totals, close, near)

    def _rows(self, position: Position, profile: Profile) -> Ints:
        found = self.objective.profiles(position)
        natural = self.model.is_natural[position.deals.hand]
        played = [i for i in range(len(found)) if not natural[i]]
        rows = [i for i in played if found[i] == profile]
        if not profile and not rows:
            # Bets ride on every deal, so hands without one come from splits only. Their cells are
            # those of the same hands unsplit.
            rows = played
        return np.array(rows, dtype=np.int64)

    def _gains(
        self, position: Position, player: ChartPlay, profile: Profile, rows: Ints,
        gain: Floats, met: Floats, burn_gain: Floats,
    ) -> None:  # fmt: skip
        """What hitting gains over standing, and burning over keeping, cell by cell."""
        model, deals = self.model, position.deals
        values = player.values(profile, model.units)
        moves, _ = player._chosen(player.cells[profile], rows)
        stake = np.full(len(rows), 1.0 if profile else float(model.units))
        taken = moves == int(Move.TAKE_BACK)
        stake[taken & (not profile)] -= 1.0
        hand = deals.hand[rows]
        after = np.where(values.policy.hits[0, hand], HIT, STAND)
        starts = np.where(taken, after, moves)
        used = (starts == HIT) | (starts == STAND)
        if not used.any():
            return
        chance = position.board.chance * deals.chance[rows] * stake
        table = np.zeros((2, BUST + 1, model.finals))
        kept = unsplit_table(
            model.hands, position.left, model.burnable, model.flag_of, position.finals,
            *values.policy, model.tables.burn_double_cards, hand[used], chance[used],
            starts[used], deals.natural[rows][used], table,
        )  # fmt: skip
        anywhere = kept.copy()
        # A pair is played as its own row says: its first decision is not the total's.
        for place in np.nonzero(used & (deals.pair[rows] != NONE))[0]:
            kept[0, hand[place]] -= chance[place]
        state = model.hands.state
        can_hit = model.hands.total < 21
        difference = (values.hit - values.stand) * can_hit
        for flag in range(model.flags):
            burned = min(flag, 1)
            weight = np.maximum(kept[flag], 0.0)
            gain[burned] += np.bincount(state, weight * difference[flag], minlength=STATES)
            met[burned] += np.bincount(state, weight * can_hit, minlength=STATES)
        for kind in model.burnable[1:]:
            flag = int(model.flag_of[kind])
            left = np.maximum(position.left[kind] - model.hands.counts[:, kind], 0.0)
            cards = position.cards - model.hands.size
            keep = values.best[0, model.hands.next[:, kind]]
            # as if every hand met were hit, so that the cell is right once it is
            weight = anywhere[0] * can_hit * left / np.maximum(cards, 1.0)
            burn_gain[:, kind] += np.bincount(
                state, weight * (values.hit[flag] - keep), minlength=STATES
            )

    def _firsts(
        self, position: Position, player: ChartPlay, profile: Profile, rows: Ints,
        totals: dict[int, Floats], pair_totals: dict[tuple[int, int], Floats],
    ) -> None:  # fmt: skip
        """Add up what every first decision is worth, by state; by value where the cards pair."""
        model, deals = self.model, position.deals
        chance = position.board.chance * deals.chance[rows]
        state = model.hands.state[deals.hand[rows]]
        pair = deals.pair[rows]
        value = np.array(model.values)[pair]
        offers = player.first_offers(profile, rows)
        for move, worth in offers.items():
            legal = worth > -np.inf
            plain, paired = legal & (pair == NONE), legal & (pair != NONE)
            totals.setdefault(move, np.zeros(STATES))
            totals[move] += np.bincount(
                state[plain], chance[plain] * worth[plain], minlength=STATES
            )
            by_value = pair_totals.setdefault((move, 0), np.zeros(11))
            by_value += np.bincount(value[paired], chance[paired] * worth[paired], minlength=11)
            pair_totals.setdefault((move, -1), np.zeros(11))
            pair_totals[move, -1] += np.bincount(value[paired], chance[paired], minlength=11)
        for place in np.nonzero(pair != NONE)[0]:
            kind, mates = int(pair[place]), float(deals.mates[rows[place]])
            split = player.split(kind, profile)
            numbers = model.split_hands(kind)
            for number in {2, model.tables.max_hands}:
                most = min(number, max(numbers))
                gained = player.split_worth(kind, profile, split, mates, most)
                by_value = pair_totals.setdefault((int(Move.SPLIT), number), np.zeros(11))
                by_value[value[place]] += chance[place] * gained
                met = pair_totals.setdefault((int(Move.SPLIT), -number), np.zeros(11))
                met[value[place]] += chance[place]

    def _split_gains(
        self, position: Position, player: ChartPlay, profile: Profile, doubles: Floats,
        seconds: Floats,
    ) -> None:  # fmt: skip
        """What doubling split hands gains, and burning their second cards, for the first hand."""
        model = self.model
        if model.units == 1 and model.flags == 1:
            return
        cells = player.cells[profile]
        for pair in range(model.kinds):
            if cells.pair[model.values[pair]] != int(Move.SPLIT) or position.left[pair] < 2:
                continue
            how = player.split(pair, profile).first
            weight = position.board.chance * position.left[pair] * (position.left[pair] - 1)
            weight /= position.cards * (position.cards - 1)
            starts, marks = self._starts(position, pair, how)
            if not len(starts):
                continue
            worth = position.start_worth(pair, starts, how, self.objective.hand_pay(profile))
            for (what, place, part), value in zip(marks, worth, strict=True):
                (doubles if what else seconds)[place] += weight * part * value

    def _starts(
        self, position: Position, pair: int, how: SplitHand
    ) -> tuple[Ints, list[tuple[bool, tuple[int, int], float]]]:
        """Starts of a split hand to compare: (of doubling, its cell, its signed weight)."""
        model = self.model
        left = position.left.copy()
        left[pair] -= 2
        cards = left.sum()
        state = model.hands.state[model.seconds[pair]]
        starts: list[tuple[int, int, int, int, int]] = []
        marks: list[tuple[bool, tuple[int, int], float]] = []

        def add(flag: int, kind: int, action: int, of: bool, at: tuple[int, int], w: float) -> None:
            starts.append((flag, kind, int(model.burnable[flag]), action, len(starts)))
            marks.append((of, at, w))

        def compare(flag: int, kind: int, part: float) -> None:
            hit = HIT if how.policy.hits[flag, model.seconds[pair, kind]] else STAND
            cell = (min(flag, 1), int(state[kind]))
            add(flag, kind, DOUBLE, True, cell, part)
            add(flag, kind, hit, True, cell, -part)

        for kind in model.split_doubles[pair]:
            if model.units > 1 and left[kind] > 0:
                compare(0, int(kind), left[kind] / cards)
        if model.tables.burn_split_cards:
            own = int(model.hands.state[model.hands.of(pair)])
            for kind in model.burnable[1:]:
                if left[kind] <= 0:
                    continue
                part, flag = left[kind] / cards, int(model.flag_of[kind])
                add(0, int(kind), int(how.actions[0, kind]), False, (own, int(kind)), -part)
                rest = left.copy()
                rest[kind] -= 1
                for again in np.nonzero(rest > 0)[0]:
                    share = part * rest[again] / rest.sum()
                    action = int(how.actions[flag, again])
                    add(flag, int(again), action, False, (own, int(kind)), share)
                    if again in model.split_doubles[pair]:
                        compare(flag, int(again), share)
        return np.array(starts, dtype=np.int64).reshape(-1, 5), marks

    def _double_burns(
        self, position: Position, player: ChartPlay, profile: Profile, rows: Ints, gain: Floats
    ) -> None:
        """What burning the one card of a double gains."""
        model, deals = self.model, position.deals
        if model.flags == 1 or not model.tables.burn_double_cards:
            return
        values = player.values(profile, model.units)
        units = model.units + int(model.tables.double_units[model.units])
        if profile:
            pay = self.objective.pay(profile, units, 1)
        else:  # as the values are: for one unit of the main game
            pay = self.objective.alone.pay(profile, units, 1) / units
        hand = deals.hand[rows]
        legal = (model.moves[hand] & DOUBLE) != 0
        chance = position.board.chance * deals.chance[rows] * legal
        stand = stand_values(model.hands.total, position.finals, pay)
        for kind in model.burnable[1:]:
            flag = int(model.flag_of[kind])
            child = model.hands.next[hand, kind]
            bust = child >= model.hands.hands
            keep = np.where(bust, pay[BUST, 0], stand[0, np.where(bust, 0, child)])
            left = position.left[kind] - model.hands.counts[hand, kind]
            part = chance * np.maximum(left, 0.0) / (position.cards - 2)
            again = values.double[flag, hand]
            np.add.at(gain[:, kind], model.hands.state[hand], part * (again - keep))

    def _set_firsts(
        self, cells: Cells, totals: dict[int, Floats],
        pair_totals: dict[tuple[int, int], Floats],
        close: list[tuple[float, Bools, tuple[int, ...]]], near: float,
    ) -> None:  # fmt: skip
        hit = totals.get(HIT, np.zeros(STATES))
        stand = totals.get(STAND, np.zeros(STATES))
        best = np.where(cells.hit[0], hit, stand)
        if DOUBLE in totals:
            gain = totals[DOUBLE] - best
            met = totals[DOUBLE] != 0.0
            cells.double[0] = (gain > 0) & met
            for state in np.nonzero(met & (np.abs(gain) < near))[0]:
                close.append((abs(float(gain[state])), cells.double, (0, int(state))))
            best = np.where(cells.double[0], totals[DOUBLE], best)
        cells.special[:] = 0
        for move in SPECIAL:
            if move in totals:
                better = (totals[move] > best) & (totals[move] != 0.0)
                cells.special[better] = move
                best = np.where(better, totals[move], best)
        top = np.full(11, -np.inf)
        for (move, number), worth in pair_totals.items():
            if number < 0:
                continue
            met = pair_totals[move, -number if number else -1] > 0
            better = met & (worth > top)
            cells.pair[better], cells.pair_hands[better] = move, number
            top[better] = worth[better]

    # Close cells

    def _try_close(
        self, positions: list[Position], profiles: dict[Profile, Cells],
        close: list[tuple[float, Bools, tuple[int, ...]]],
    ) -> None:  # fmt: skip
        """Try close cells both ways with everything counted."""
        if not close:
            return
        best = self.worth(positions, profiles)
        for _ in range(3):
            changed = False
            for _, cells, place in sorted(close, key=lambda one: one[0]):
                cells[place] = not cells[place]
                worth = self.worth(positions, profiles)
                if worth > best + 1e-12:
                    best, changed = worth, True
                else:
                    cells[place] = not cells[place]
            if not changed:
                return

    def worth(self, positions: list[Position], profiles: dict[Profile, Cells]) -> float:
        """What these cells bring on these boards."""
        total = 0.0
        for position in positions:
            worth = ChartPlay(position, self.objective, profiles).play()[1]
            total += float(position.board.chance * (position.deals.chance @ worth))
        return total


def _snapshot(profiles: dict[Profile, Cells]) -> list[NDArray[np.generic]]:
    return [array.copy() for cells in profiles.values() for array in vars(cells).values()]


def best_chart(solver: Solver, objective: Objective) -> dict[int, dict[Profile, Cells]]:
    """The best chart's cells, by upcard value."""
    return ChartFinder(solver, objective).find()


def play_chart(
    solver: Solver, objective: Objective, columns: dict[int, dict[Profile, Cells]]
) -> Strategy:
    """The strategy of a chart's cells."""
    players = [
        ChartPlay(position, objective, columns[solver.model.values[position.board.up]])
        for position in solver.positions
    ]
    return Strategy([player.play()[0] for player in players], [one.tables for one in players])
