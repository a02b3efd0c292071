"""The best play where bets ride on the first hand: another table of pays, the same programme.

Deals on which the same bets ride in the same way share a profile (`exact.objective`) and are played
alike. Deals on which nothing rides are played for the main game, whatever the objective.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.objective import Objective, Profile
from pitboss.exact.position import Position
from pitboss.exact.programme.best import BestPlay, Played, Shoe, by_board, pair_deals, solved
from pitboss.exact.programme.loops.behind import dealer_behind, naturals_at_ends
from pitboss.exact.programme.loops.bundles import Block
from pitboss.exact.programme.loops.follow import follow_split, price_split
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.weigh import weigh, worth_of_variants
from pitboss.exact.programme.plans import BoardPlan, SplitPicks, options_taken
from pitboss.exact.programme.pricing import Price, priced_slots
from pitboss.exact.programme.rows import Row, by_row
from pitboss.exact.programme.splitting import PairSplit, own_picks
from pitboss.exact.programme.variants import count_weights
from pitboss.exact.splits import Count, coefficients
from pitboss.rules.course import NONE
from pitboss.rules.finishes import FINISHES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class _Part(NamedTuple):
    """First hands that count in one way, and what they are paid."""

    hands: Count
    pays: Floats
    only_busts: bool = False
    """Whether a dealer natural pays only those that are bust."""


class FirstHand(NamedTuple):
    """A pair that is split with bets on the first hand, on the boards of a block."""

    worth: Floats
    """``[board, mate, hands]``: of all hands; riding bets measured from their loss."""
    picks: Ints
    """The first hand's decisions, ``[step × BOARDS + board]``."""


class RidingPlay:
    """The best play of a shoe for an objective, given that for the main game alone."""

    def __init__(self, plain: BestPlay, objective: Objective) -> None:
        self.plain, self.objective = plain, objective
        self.shoe, self.core = plain.shoe, plain.core
        self._prices: dict[Profile, Price] = {}
        self._parts: dict[Profile, list[_Part]] = {}
        self._solved: dict[tuple[Profile, int], Played] = {}
        self._picks: dict[tuple[Profile, int], Ints] = {}
        self._splits: dict[tuple[Profile, int, int], FirstHand] = {}
        self._choices: dict[tuple[Profile, int, int], list[dict[float, list[float]]]] = {}
        self._split_picks: dict[tuple[Profile, int, int], SplitPicks] = {}
        self._without: dict[tuple[int, int], Shoe] = {}

    def plan(self, board: int, position: Position) -> tuple[BoardPlan, Floats]:
        """The play of a board, and what each of its deals is worth."""
        plan, worth = self.plain.plan(board, position.deals)
        worth = self.objective.main * worth
        rows: dict[Profile, list[int]] = {}
        for place, profile in enumerate(self.objective.profiles(position)):
            rows.setdefault(profile, []).append(place)
        for profile, places in rows.items():
            if profile:
                self._play_deals(profile, board, position, np.array(places), (plan, worth))
        return plan, worth

    def _play_deals(
        self, profile: Profile, board: int, position: Position, rows: Ints,
        found: tuple[BoardPlan, Floats],
    ) -> None:  # fmt: skip
        """Put in how deals of one profile are played, and their worth."""
        core, (plan, worth) = self.core, found
        deals = position.deals
        number, place = board // BOARDS, board % BOARDS
        opening, natural = core.openings(deals)[rows], deals.natural[rows]
        played, price = self.solved(profile, number), self.price(profile)
        if (profile, number) not in self._picks:
            self._picks[profile, number] = by_board(played.picks)
        picks = self._picks[profile, number][place]
        bust, behind = price.pays[core.programme.slots.row[opening[0]], BUST, [0, -1]]
        values = played.values[opening * BOARDS + place] + (behind - bust) * natural
        naturals = core.model.is_natural[deals.hand[rows]]
        unsplit = np.where(naturals, 0.0, self._opening_units * values)
        options = options_taken(core.programme.slots, picks, opening)
        options[naturals] = NONE
        worth[rows], plan.options[rows], plan.hands[rows] = unsplit, options, 0
        plan.picks_of[rows] = len(plan.picks)
        plan.picks.append(picks)
        places = set(rows.tolist())
        for at in places & plan.splits.keys():
            del plan.splits[at]
        lost = self.objective.lost(profile, 0.0)
        more = self.objective.lost(profile, 1.0) - lost
        for at, pair, mates, most in pair_deals(deals, worth):
            if at not in places:
                continue
            by_hands = self._choices_of(profile, number, pair)[place][mates]
            value, hands = max(zip(by_hands, core.programme.split_hands[pair], strict=True))
            value += lost + more * float(deals.natural[at])
            if value > most:
                worth[at], plan.options[at], plan.hands[at] = value, NONE, hands
                plan.splits[at] = self.split_picks(profile, board, pair)

    def _choices_of(
        self, profile: Profile, number: int, pair: int
    ) -> list[dict[float, list[float]]]:
        """As `PairWorth.choices`, bets riding on the first hand."""
        key = (profile, number, pair)
        if key not in self._choices:
            worth = self.first_hand(profile, number, pair).worth
            plain = self.plain.pairs[number][pair]
            self._choices[key] = plain._replace(worth=worth).choices()
        return self._choices[key]

    @property
    def _opening_units(self) -> int:
        return self.core.course.terms[self.core.course.opening].units

    def split_picks(self, profile: Profile, board: int, pair: int) -> SplitPicks:
        """How the hands of a split pair are played, bets riding on the first."""
        if not profile:
            return self.plain.split_picks(board, pair)
        key = (profile, board, pair)
        if key not in self._split_picks:
            first = self.first_hand(profile, board // BOARDS, pair).picks[board % BOARDS :: BOARDS]
            kept = Count.FIRST if self.objective.survives(profile) else Count.FIRST_KEPT
            later = self.plain.split_picks(board, pair).later
            self._split_picks[key] = SplitPicks(first, later, kept)
        return self._split_picks[key]

    # What hands are paid

    def price(self, profile: Profile) -> Price:
        """The pays of a hand on which these bets ride."""
        if profile not in self._prices:
            objective = self.objective
            bets = np.stack([objective.pay(profile, 0, finish) for finish in FINISHES])
            pays = objective.main * self.core.pays + self._per_unit(bets)
            self._prices[profile] = Price(pays, objective.main)
        return self._prices[profile]

    def _per_unit(self, bets: Floats) -> Floats:
        """What bets bring, ``[finish, total, final]``, by row and for each unit on the hand."""
        stakes = np.array([_stake(row) for row in self.core.rows])
        found: Floats = by_row(self.core.rows, bets) / stakes[:, None, None]
        return found

    def parts(self, profile: Profile) -> list[_Part]:
        """What the first hand of a split brings, apart by which first hands bring it."""
        if profile not in self._parts:
            objective = self.objective
            kept = Count.FIRST if objective.survives(profile) else Count.FIRST_KEPT
            found: dict[Count, Floats] = {kept: objective.main * self.core.pays}
            for count, pays in objective.bets_only(profile).items():
                found[count] = found.get(count, 0.0) + self._per_unit(pays)
            parts = [_Part(count, pays) for count, pays in found.items()]
            busts = objective.busts_only(profile)
            if busts is not None:
                pays = np.zeros_like(self.core.pays)
                pays[:, BUST, -1] = [busts[row.finish] / _stake(row) for row in self.core.rows]
                parts.append(_Part(Count.FIRST_AGAIN, pays, only_busts=True))
            self._parts[profile] = parts
        return self._parts[profile]

    # Hands that are not split

    def solved(self, profile: Profile, number: int) -> Played:
        """The values and picks of a block of boards."""
        key = (profile, number)
        if key not in self._solved:
            self._solved[key] = self._solve(profile, self.shoe, number)
        return self._solved[key]

    def _solve(self, profile: Profile, shoe: Shoe, number: int) -> Played:
        price = self.price(profile)
        return solved(shoe, number, priced_slots(self.core.programme.slots, price), price.pays)

    # Splits

    def first_hand(self, profile: Profile, number: int, pair: int) -> FirstHand:
        """A split pair on a block: later hands play for the main game, the first as bet."""
        key = (profile, number, pair)
        if key not in self._splits:
            one = self.core.splits.pairs[pair]
            picks = self.first_picks(profile, number, one)
            self._splits[key] = FirstHand(self._split_worth(profile, number, one, picks), picks)
        return self._splits[key]

    def first_picks(self, profile: Profile, number: int, one: PairSplit) -> Ints:
        """The first hand's decisions: an unsplit hand's, or where stakes differ its own best."""
        if any(row.units for row in self.core.rows):
            played = self._solve(profile, self._without_pair_card(number, one.pair), 0)
        else:
            played = self.solved(profile, number)
        own = own_picks(one, played.picks)
        start = one.paths.shape.begin * BOARDS  # second cards are given up alike by all hands
        own[:start] = self.plain.pairs[number][one.pair].picks[:start]
        return own

    def _block(self, number: int, pair: int) -> Block:  # noqa: ARG002 - others need it
        """The boards of a block on which a split pair is valued."""
        return self.shoe.blocks[number]

    def _without_pair_card(self, number: int, pair: int) -> Shoe:
        """The boards of a block as a first hand meets them: the other hand has its pair card."""
        key = (number, pair)
        if key not in self._without:
            boards = []
            for board in self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]:
                left = board.left.copy()
                left[pair] = max(left[pair] - 1, 0)
                boards.append(board._replace(left=left))
            self._without[key] = Shoe(self.core, boards)
        return self._without[key]

    def _split_worth(self, profile: Profile, number: int, one: PairSplit, picks: Ints) -> Floats:
        """``[board, mate, hands]``: what all hands bring."""
        plain = self.plain.pairs[number][one.pair]
        counted = (Count.ALL, *self._counted(profile))
        counts = count_weights(one.hands, counted, int(one.variants.pairs.max()))
        worth = self._worth_of_parts(profile, number, one, picks)
        return self._weighed(number, one, plain.mates, counts, worth)

    def _counted(self, profile: Profile) -> list[Count]:
        """Which hands count: of later hands those that are played as first ones, then by part."""
        parts = self.parts(profile)
        return [parts[0].hands, *(part.hands for part in parts)]

    def _weighed(
        self, number: int, one: PairSplit, mates: Floats, counts: Floats, worth: Floats
    ) -> Floats:
        """``[board, mate, hands]``: what all hands that count bring, tables added up."""
        block, split = self._block(number, one.pair), self.plain.pairs[number][one.pair].split
        out = np.zeros((len(counts), *mates.shape, counts.shape[1]))
        weigh(one.pair, block, one.variants, split.first, split.last, mates, counts, worth, out)
        found: Floats = out.sum(axis=0)
        return found

    def split_value(
        self, profile: Profile, pair: int, mates: float, number: int, waiting: tuple[int, int]
    ) -> float:
        """On the first board: what hands bring that wait for their second card.

        `waiting` says how many they are and how many hands there are; they are split again to at
        most `number`. Riding bets are measured from their loss.
        """
        one, later = self.core.splits.pairs[pair], self.plain.pairs[0][pair].split.by_variant[:1]
        counted = [Count.ALL, *(self._counted(profile) if profile else ())]
        counts = np.zeros((len(counted), 1, 2, int(one.variants.pairs.max()) + 1))
        for table, count in zip(counts[:, 0], counted, strict=True):
            for row, found in zip(table, coefficients(number, count, *waiting), strict=True):
                row[: len(found)] = found[: len(row)]
        worth = self.objective.main * later
        if profile:
            picks = self.first_hand(profile, 0, pair).picks
            worth = self._worth_of_parts(profile, 0, one, picks)
        return float(self._weighed(0, one, np.array([[mates]]), counts, worth)[0, 0, 0])

    def _worth_of_parts(self, profile: Profile, number: int, one: PairSplit, picks: Ints) -> Floats:
        """``[table, board, variant, second card pairs]``: what a hand brings.

        All hands as later ones, less those that are played as first ones; then each part.
        """
        splits, block, paths = self.core.splits, self._block(number, one.pair), one.paths
        split, parts = self.plain.pairs[number][one.pair].split, self.parts(profile)
        shape, room, sums = paths.shape, splits.room, splits.sums
        prices = one.priced([part.pays for part in parts])
        follow_split(shape, paths.steps, block, picks, room)
        price_split(shape, paths.steps, block, prices, room, sums)
        for at, part in enumerate(parts):
            if part.only_busts:
                waiting = -part.pays[:, BUST, -1:]
                naturals_at_ends(shape, paths.ends, block, waiting, room.ended, sums[at : at + 1])
        dealer_behind(paths.ends, paths.draws, block, prices.pays, 2, room, sums)
        found = np.zeros((2 + len(parts), *split.by_variant.shape[1:]))
        found[0], found[1] = split.by_variant[0], -split.by_variant[0]
        found[:2] *= self.objective.main
        worth_of_variants(shape, sums, block, one.variants, split.first, split.last, found[2:])
        return found


def _stake(row: Row) -> int:
    """Units of the player's on hands of a row."""
    return row.units or int(row.times)
