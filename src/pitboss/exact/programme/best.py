"""The best play of a shoe: the way in to the programme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Board, Deals, Model
from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.bundles import Block, Slots
from pitboss.exact.programme.loops.dealer import finals_of_all
from pitboss.exact.programme.loops.play import BOARDS, fill_stands, solve_hands
from pitboss.exact.programme.paths import draws_under
from pitboss.exact.programme.plans import BoardPlan, SplitBrings, SplitPicks, options_taken
from pitboss.exact.programme.shoe import blocks
from pitboss.exact.programme.splitting import SplitWorth
from pitboss.rules.course import NONE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ACES = 0
"""The class that main hands share their dealer walks by."""


class Shoe:
    """A shoe of a game: its boards, and the dealer behind every hand on each."""

    def __init__(self, core: Core, boards: list[Board], finals: Floats | None = None) -> None:
        self.core, self.boards = core, boards
        self.blocks: list[Block] = blocks(core.model, self.boards)
        self.finals: Floats = self._finals() if finals is None else finals
        """``[block, world, hand, final, board]``: the dealer's chances."""

    @classmethod
    def of(cls, core: Core, ranks: Sequence[float]) -> Shoe:
        """All boards of a shoe given by rank."""
        return cls(core, list(core.model.boards(ranks)))

    def _finals(self) -> Floats:
        model, worlds = self.core.model, self.core.worlds
        found = np.zeros((len(self.blocks), len(worlds), model.hands.hands, model.finals, BOARDS))
        for place, board in enumerate(self.boards):
            for number, world in enumerate(worlds):
                finals_of_all(
                    draws_under(model, board.up, ACES), ACES, model.hands, model.groups[ACES],
                    np.asarray(board.left - world, dtype=float), place % BOARDS,
                    found[place // BOARDS, number],
                )  # fmt: skip
        return found


class Played(NamedTuple):
    """The values and picks of a block of boards, by slot and board."""

    values: Floats
    picks: Ints


def solved(shoe: Shoe, number: int, slots: Slots, pays: Floats) -> Played:
    """The best play of a block of boards at these pays, options of slots priced by them."""
    core = shoe.core
    values = np.empty(len(slots.kind) * BOARDS)
    picks = np.zeros(len(slots.kind) * BOARDS, dtype=np.int64)
    fill_stands(slots, core.model.hands.total, shoe.finals[number], pays, values)
    block, decided = shoe.blocks[number], False
    solve_hands(slots, core.model.hands, core.worlds, block, decided, values, picks)
    return Played(values, picks)


class PairWorth(NamedTuple):
    """What splitting a pair brings on every board of a block."""

    mates: Floats
    """``mates[board, mate]``: numbers of cards left that pair; below zero: no such pair."""
    worth: Floats
    """``worth[board, mate, hands]``, in units of the opening wager."""
    picks: Ints
    """The split hand's decisions, ``[step × BOARDS + board]``."""
    split: SplitWorth

    def choices(self) -> list[dict[float, list[float]]]:
        """By board and number of cards left that pair: the worth of each number of hands."""
        return [
            dict(zip(mates, worth, strict=True))
            for mates, worth in zip(self.mates.tolist(), self.worth.tolist(), strict=True)
        ]


class BestPlay:
    """The best play of a shoe, and what it is worth.

    Worth is counted as if a dealer natural brought nothing where the dealer peeks: nobody has
    played then.
    """

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.core = shoe, shoe.core
        self.blocks = [
            solved(shoe, number, self.core.programme.slots, self.core.pays)
            for number in range(len(shoe.blocks))
        ]
        self._forget_pairs()

    def _forget_pairs(self) -> None:
        self._picks: dict[int, Ints] = {}
        self._split_picks: dict[tuple[int, int], SplitPicks] = {}
        self._choices: dict[tuple[int, int], list[dict[float, list[float]]]] = {}
        self._plans: dict[int, tuple[Deals, BoardPlan, Floats]] = {}

    @cached_property
    def pairs(self) -> list[dict[int, PairWorth]]:
        """By block: what splitting each pair brings."""
        return [self._split(number) for number in range(len(self.shoe.blocks))]

    def _split(self, number: int) -> dict[int, PairWorth]:
        core, block, played = self.core, self.shoe.blocks[number], self.blocks[number]
        boards = self.shoe.boards[number * BOARDS : (number + 1) * BOARDS]
        found = {}
        for pair, one in core.splits.pairs.items():
            mates = mates_of(core.model, block, boards, pair)
            if (mates >= 0).any():
                split = core.splits.worth(one, block, *played, one.prices, mates)
                worth = self.split_units(pair) * split.worth[0]
                found[pair] = PairWorth(mates, worth, split.picks, split)
        return found

    def split_units(self, pair: int) -> int:
        """Units on each hand that splitting a pair makes."""
        return self.core.course.terms[self.core.programme.start_terms[pair]].units

    def unsplit_worth(self, board: int, slots: Ints) -> Floats:
        """What first decisions but splits are worth, by slot of the opening terms."""
        values = self.blocks[board // BOARDS].values
        found: Floats = values[slots * BOARDS + board % BOARDS]
        return found

    def values(self, board: int) -> Floats:
        """What every slot is worth on a board."""
        return self.blocks[board // BOARDS].values[board % BOARDS :: BOARDS].copy()

    def split_worths(self, board: int, pair: int, mates: float) -> dict[int, float]:
        """What splitting is worth, by most hands."""
        key = (board // BOARDS, pair)
        if key not in self._choices:
            self._choices[key] = self.pairs[key[0]][pair].choices()
        worths = self._choices[key][board % BOARDS][mates]
        return dict(zip(self.core.programme.split_hands[pair], worths, strict=True))

    def split_worth(self, board: int, pair: int, mates: float) -> tuple[float, int]:
        """What splitting is worth at best, and to how many hands."""
        worths = self.split_worths(board, pair, mates)
        hands = max(reversed(worths), key=worths.__getitem__)
        return worths[hands], hands

    def plan(self, board: int, deals: Deals) -> tuple[BoardPlan, Floats]:
        """The play of a board, and what each of its deals is worth."""
        if board not in self._plans or self._plans[board][0] is not deals:
            self._plans[board] = (deals, *self._plan(board, deals))
        _, plan, worth = self._plans[board]
        return plan.copy(), worth.copy()

    def _plan(self, board: int, deals: Deals) -> tuple[BoardPlan, Floats]:
        core, model = self.core, self.core.model
        opening = core.openings(deals)
        picks = self.picks(board)
        worth = self.unsplit_worth(board, opening)
        if model.peeks:
            worth = worth + deals.natural
        worth = core.course.terms[core.course.opening].units * worth
        options = options_taken(core.programme.slots, picks, opening)
        hands, naturals = np.zeros(len(worth), dtype=np.int64), model.is_natural[deals.hand]
        worth[naturals], options[naturals] = 0.0, NONE
        splits = {}
        for place, pair, mates, unsplit in pair_deals(deals, worth):
            split, many = self.split_worth(board, pair, mates)
            if split > unsplit:
                worth[place], hands[place], options[place] = split, many, NONE
                splits[place] = self.split_picks(board, pair)
        played_by = np.zeros(len(worth), dtype=np.int64)
        return BoardPlan(options, hands, played_by, [picks], splits), worth

    def picks(self, board: int) -> Ints:
        """The decisions on a board, by slot."""
        number = board // BOARDS
        if number not in self._picks:
            self._picks[number] = by_board(self.blocks[number].picks)
        found: Ints = self._picks[number][board % BOARDS]
        return found

    def split_picks(self, board: int, pair: int) -> SplitPicks:
        """How the hands of a split pair are played."""
        key = (board, pair)
        if key not in self._split_picks:
            one, place = self.pairs[board // BOARDS][pair], board % BOARDS
            steps, brings = one.picks[place::BOARDS], None
            if len(one.split.worth) > 1:
                hands, units = self.core.programme.split_hands[pair], self.split_units(pair)
                brings = SplitBrings(one.mates[place], hands, one.split.worth[:, place], units)
            self._split_picks[key] = SplitPicks(steps, steps, brings=brings)
        return self._split_picks[key]


def by_board(picks: NDArray[Any]) -> NDArray[Any]:
    """``[board, step]`` of decisions ``[step × BOARDS + board]``."""
    return np.ascontiguousarray(picks.reshape(-1, BOARDS).T)


def pair_deals(deals: Deals, worth: Floats) -> Iterator[tuple[int, int, float, float]]:
    """Deals that can be split: place, pair, cards left that pair, and what they are worth."""
    places = np.nonzero(deals.pair >= 0)[0]
    return zip(
        places.tolist(), deals.pair[places].tolist(), deals.mates[places].tolist(),
        worth[places].tolist(), strict=True,
    )  # fmt: skip


def mates_of(model: Model, block: Block, boards: list[Board], pair: int) -> Floats:
    """``[board, mate]``: how many cards can be left that pair with a split pair's; -1: none."""
    ranks = model.ranks_of[pair]
    if len(ranks) == 1:
        in_class = block.left[pair * BOARDS : pair * BOARDS + len(boards)]
        return np.maximum(in_class[:, None] - 2.0, -1.0)
    group = model.tables.pair_group
    groups = {group[rank]: [one for one in ranks if group[one] == group[rank]] for rank in ranks}
    found = []
    for board in boards:
        left = {key: sum(board.ranks[rank] for rank in some) for key, some in groups.items()}
        numbers = set()
        for up in ranks if board.up == pair else (NONE,):
            if up == NONE or board.ranks[up] > 0:
                numbers |= {
                    float(many - (up != NONE and group[up] == key) - 2)
                    for key, many in left.items()
                }
        found.append(sorted(number for number in numbers if number >= 0))
    most = max(1, *(len(some) for some in found))
    return np.array([some + [-1.0] * (most - len(some)) for some in found])
