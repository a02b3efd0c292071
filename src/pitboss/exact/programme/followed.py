"""Play by decisions that are given, not found: the same programme, valued.

Decisions are changed in place (`FollowedHands.picks`) and followed again, as a search does over and
over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.objective import Objective, Profile
from pitboss.exact.programme.best import BestPlay, PairWorth, Played, Shoe, by_board, mates_of
from pitboss.exact.programme.loops.bundles import Block, Slots
from pitboss.exact.programme.loops.play import BOARDS, fill_stands, solve_hands
from pitboss.exact.programme.pricing import priced_slots
from pitboss.exact.programme.riding import FirstHand, RidingPlay
from pitboss.exact.programme.splitting import PairSplit, SplitWorth
from pitboss.exact.programme.splitting import own_picks as own_picks

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
            fill_stands(slots, shoe.core.model.hands.total, shoe.finals[number], pays, values)

    def follow(self) -> None:
        """Value the decisions as they are now."""
        core = self.shoe.core
        for block, picks, values in zip(self.shoe.blocks, self.picks, self.values, strict=True):
            solve_hands(self.slots, core.model.hands, core.worlds, block, True, values, picks)

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
        self._known: dict[tuple[int, int, bytes], SplitWorth] = {}
        self.forget_splits()

    def forget_splits(self) -> None:
        """Decisions have changed, or other splits are asked about."""
        self.pairs = [_Pairs(self, number) for number in range(len(self.shoe.blocks))]
        self._forget_pairs()

    def mates(self, number: int, pair: int) -> Floats:
        """``[board, mate]``: numbers of cards left that pair, on the boards of a block."""
        key = (number, pair)
        if key not in self._mates:
            boards = self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]
            block = self.shoe.blocks[number]
            self._mates[key] = mates_of(self.core.model, block, boards, pair)
        return self._mates[key]

    def asked(self, number: int, pair: int) -> list[int]:
        """The boards of a block on which splitting a pair is asked about."""
        boards = range(len(self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]))
        if pair not in self.split_on:
            return list(boards)
        asked = self.split_on[pair][number * BOARDS :]
        return [board for board in boards if asked[board]]

    def pair_worth(self, number: int, pair: int) -> PairWorth:
        """What splitting a pair brings on the boards of a block that are asked about.

        Boards on which split hands are played as before are known.
        """
        core, mates, one = self.core, self.mates(number, pair), self.core.splits.pairs[pair]
        own = own_picks(one, self.hands.picks[number])
        keys = [
            (number * BOARDS + board, pair, played)
            for board, played in enumerate(picks_by_board(own))
        ]
        asked = self.asked(number, pair)
        new = [board for board in asked if keys[board] not in self._known]
        if new:
            found = core.splits.worth(
                one, only_boards(self.shoe.blocks[number], new), *self.blocks[number],
                one.main_price, mates, decides=False,
            )  # fmt: skip
            for board in new:
                self._known[keys[board]] = SplitWorth(
                    found.worth[:, board].copy(), own, found.by_variant[:, board].copy(),
                    found.first[board], found.last[board],
                )  # fmt: skip
        worth = np.zeros((1, *mates.shape, one.counts.shape[1]))
        split = SplitWorth(
            worth, own, np.zeros((1, len(mates), len(one.variants.pairs), 2)),
            np.zeros(len(mates), dtype=np.int64), np.zeros(len(mates), dtype=np.int64),
        )  # fmt: skip
        for board in asked:
            known = self._known[keys[board]]
            split.worth[:, board], split.by_variant[:, board] = known.worth, known.by_variant
            split.first[board], split.last[board] = known.first, known.last
        return PairWorth(mates, self.split_units(pair) * split.worth[0], own, split)


def picks_by_board(picks: Ints) -> list[bytes]:
    """Decisions by step and board: those of each board, to be told from others."""
    return [row.tobytes() for row in by_board(picks.astype(np.int16))]


def only_boards(block: Block, boards: list[int]) -> Block:
    """A block without the other boards."""
    cards = np.zeros(BOARDS)
    cards[boards] = block.cards[boards]
    return block._replace(cards=cards)


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
        self._known: dict[tuple[Profile, int, int, bytes, bytes], Floats] = {}
        self._new: list[int] = []

    def hands(self, profile: Profile) -> FollowedHands:
        """All hands on which these bets ride."""
        if profile not in self._hands:
            price = self.price(profile)
            slots = priced_slots(self.core.programme.slots, price)
            self._hands[profile] = FollowedHands(self.shoe, slots, price.pays)
        return self._hands[profile]

    def forget_splits(self) -> None:
        """Decisions have changed, or other splits are asked about."""
        self._splits = {}

    def solved(self, profile: Profile, number: int) -> Played:
        """The values and picks of a block of boards."""
        return self.hands(profile).played(number)

    def first_picks(self, profile: Profile, number: int, one: PairSplit) -> Ints:
        """The first hand's decisions as given; second cards are given up alike by all hands."""
        own = own_picks(one, self.hands(profile).picks[number])
        start = one.paths.shape.begin * BOARDS
        own[:start] = own_picks(one, self.followed.hands.picks[number])[:start]
        return own

    def _block(self, number: int, pair: int) -> Block:  # noqa: ARG002 - the same for all pairs
        return only_boards(self.shoe.blocks[number], self._new)

    def first_hand(self, profile: Profile, number: int, pair: int) -> FirstHand:
        """A split pair on the boards of a block that are asked about.

        Boards on which its hands are played as before are known.
        """
        key = (profile, number, pair)
        if key not in self._splits:
            one, asked = self.core.splits.pairs[pair], self.followed.asked(number, pair)
            picks = self.first_picks(profile, number, one)
            later = self.followed.pairs[number][pair]
            keys = [
                (profile, number * BOARDS + board, pair, *played)
                for board, played in enumerate(
                    zip(picks_by_board(picks), picks_by_board(later.picks), strict=True)
                )
            ]
            self._new = [board for board in asked if keys[board] not in self._known]
            if self._new:
                found = self._split_worth(profile, number, one, picks)
                for board in self._new:
                    self._known[keys[board]] = found[board].copy()
            worth = np.zeros_like(later.worth)
            for board in asked:
                worth[board] = self._known[keys[board]]
            self._splits[key] = FirstHand(worth, picks)
        return self._splits[key]
