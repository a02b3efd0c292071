"""Play by decisions that are given, not found: the same programme, valued.

Decisions are changed in place (`FollowedHands.picks`) and followed again, as a search does over and
over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.objective import Objective, Profile
from pitboss.exact.programme.best import BestPlay, PairWorth, Played, Shoe, _mates
from pitboss.exact.programme.chartloops.followed import follow_hands
from pitboss.exact.programme.loops.bundles import Block, Slots
from pitboss.exact.programme.loops.play import BOARDS, fill_stands
from pitboss.exact.programme.pricing import priced_slots
from pitboss.exact.programme.riding import RidingPlay

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class FollowedHands:
    """What every slot is worth by given decisions at one table of pays, on all boards."""

    def __init__(self, shoe: Shoe, slots: Slots, pays: Floats) -> None:
        self.shoe, self.slots = shoe, slots
        many = (len(shoe.blocks), len(slots.kind) * BOARDS)
        self.values: Floats = np.zeros(many)
        """``[block, slot × BOARDS + board]``"""
        self.picks: Ints = np.zeros(many, dtype=np.int64)
        """The decisions, likewise."""
        for number, values in enumerate(self.values):
            finals = shoe.finals[number * BOARDS : (number + 1) * BOARDS]
            fill_stands(slots, shoe.core.model.hands.total, finals, pays, values)

    def follow(self) -> None:
        """Value the decisions as they are now."""
        core = self.shoe.core
        for block, picks, values in zip(self.shoe.blocks, self.picks, self.values, strict=True):
            follow_hands(self.slots, core.model.hands, core.worlds, block, picks, values)

    def played(self, number: int) -> Played:
        """A block of boards; changes with the decisions."""
        return Played(self.values[number], self.picks[number])


class FollowedPlay(BestPlay):
    """A shoe played for the main game by given decisions."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.core = shoe, shoe.core
        self.hands = FollowedHands(shoe, self.core.programme.slots, self.core.pays)
        self.blocks = [self.hands.played(number) for number in range(len(shoe.blocks))]
        self.split_on: dict[int, Bools] = {}
        """By pair: boards on which splitting it is asked about."""
        self._mates: dict[tuple[int, int], Floats] = {}
        self.forget_splits()

    def follow(self) -> None:
        """Value the decisions as they are now."""
        self.hands.follow()
        self.forget_splits()

    def forget_splits(self) -> None:
        """Split hands are to be valued anew."""
        self.pairs = [_Pairs(self, number) for number in range(len(self.shoe.blocks))]
        self._split_picks = {}

    def mates(self, number: int, pair: int) -> Floats:
        """``[board, mate]``: numbers of cards left that pair, on the boards of a block."""
        key = (number, pair)
        if key not in self._mates:
            boards = self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]
            self._mates[key] = _mates(self.core.model, boards, pair)
        return self._mates[key]

    def block(self, number: int, pair: int) -> Block:
        """A block, without the boards on which nobody asks about a split."""
        block = self.shoe.blocks[number]
        if pair not in self.split_on:
            return block
        cards = block.cards.copy()
        asked = self.split_on[pair][number * BOARDS : (number + 1) * BOARDS]
        cards[: len(asked)][~asked] = 0.0
        return block._replace(cards=cards)

    def pair_worth(self, number: int, pair: int) -> PairWorth:
        """What splitting a pair brings on the boards of a block."""
        core, mates = self.core, self.mates(number, pair)
        units = core.course.terms[core.programme.start_terms[pair]].units
        split = core.splits.worth(
            core.splits.pairs[pair], self.block(number, pair), *self.blocks[number], core.pays,
            mates, decides=False,
        )  # fmt: skip
        return PairWorth(mates, units * split.worth, split.picks, split)


class _Pairs(dict[int, PairWorth]):
    """The pairs of a block, each valued when it is asked about."""

    def __init__(self, play: FollowedPlay, number: int) -> None:
        super().__init__()
        self.play, self.number = play, number

    def __missing__(self, pair: int) -> PairWorth:
        self[pair] = found = self.play.pair_worth(self.number, pair)
        return found


class FollowedRiding(RidingPlay):
    """A shoe played by given decisions where bets ride on the first hand."""

    def __init__(self, plain: FollowedPlay, objective: Objective) -> None:
        super().__init__(plain, objective)
        self.followed = plain
        self._hands: dict[Profile, FollowedHands] = {}

    def hands(self, profile: Profile) -> FollowedHands:
        """All hands on which these bets ride."""
        if profile not in self._hands:
            price = self.price(profile)
            slots = priced_slots(self.core.programme.slots, price)
            self._hands[profile] = FollowedHands(self.shoe, slots, price.pays)
        return self._hands[profile]

    def follow(self, profile: Profile) -> None:
        """Value the decisions as they are now."""
        self.hands(profile).follow()
        self.forget_splits()

    def forget_splits(self) -> None:
        """Split hands are to be valued anew."""
        self._splits = {}

    def solved(self, profile: Profile, number: int) -> Played:
        """The values and picks of a block of boards."""
        return self.hands(profile).played(number)

    def decides(self, profile: Profile, number: int, pair: int) -> Played:
        """What decides about the first hand of a split: the same cells."""
        return self.solved(profile, number)
