"""The cells of a chart, and how they are read in every slot of the programme.

A cell answers for all hands of one state against one upcard, on terms that come to the same for a
player. It says whether to draw a card or to wait, and which other moves are made before where they
are open. What moves there are, and on which terms, follows from the course of a hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.bundles import CellArrays, Readings, Trials
from pitboss.exact.programme.loops.play import CHANCE, CHOICE, STAND
from pitboss.exact.programme.splitting import PairSplit
from pitboss.rules.chart import UP_VALUES
from pitboss.rules.course import NONE
from pitboss.rules.hands import STATES, TOTAL
from pitboss.rules.moves import MOVES

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

COLUMNS = len(UP_VALUES)
LAST_VALUE, HIGHEST = 10, 21
DRAWN, DOUBLED, SECOND = 0, 1, 2
"""Offers: of a card drawn, of the card of a doubled hand, of a split hand's second card."""
OFFERS = 3


class Terms(NamedTuple):
    """Terms on which moves other than to draw or to wait have cells of their own."""

    given_up: bool
    """A card of the hand was given up."""
    other_stakes: bool
    """A move changes the stakes as on no hand that was not split."""
    doubled: bool


DEALT = Terms(given_up=False, other_stakes=False, doubled=False)
"""Terms of the two cards dealt."""


class Cells:
    """All decisions of a chart while the same bets ride; the first axis is the upcard's column."""

    def __init__(self, reading: Reading) -> None:
        def blank(*shape: int) -> Bools:
            return np.zeros((COLUMNS, *shape), dtype=np.bool_)

        self.there: Bools = blank()
        """Columns in which these bets can ride."""
        self.draws: Bools = blank(2, STATES)
        """``[given up, state]``: draw a card, or wait."""
        self.first: Bools = blank(len(reading.moves), len(reading.terms), STATES)
        """``[move, terms, state]``: make the move where it is open; later moves go first."""
        self.met: Bools = blank(2, STATES)
        """Whether play ever comes to the cell of `draws`."""
        self.offers: Bools = blank(OFFERS, STATES, reading.core.model.kinds)
        """``[offer, state before the card, class]``: give the card up."""
        self.pair: Ints = np.zeros((COLUMNS, LAST_VALUE + 1), dtype=np.int64)
        """By value of a pair: its move if it is not split; 0 where the total's cell says it."""
        self.pair_hands: Ints = np.zeros((COLUMNS, LAST_VALUE + 1), dtype=np.int64)
        """By value of a pair: most hands it is split into; 0 where it is not split."""

    @property
    def arrays(self) -> CellArrays:
        """What the loops want."""
        return CellArrays(self.draws, self.first, self.offers)


class Reading:
    """How the cells of a game's charts are read."""

    def __init__(self, core: Core) -> None:
        self.core = core
        slots = core.programme.slots
        owner = np.repeat(np.arange(len(slots.kind)), np.diff(slots.first_option))
        number = np.arange(len(owner)) - slots.first_option[owner]
        same = (slots.option_times == 1.0) & (slots.option_row == slots.row[owner])
        target = slots.kind[slots.option_slot]
        same_cards = slots.hand[slots.option_slot] == slots.hand[owner]
        draw, wait = same & same_cards & (target == CHANCE), same & (target == STAND)
        self._passes = passes = (slots.option_times == 1.0) & (target == CHOICE)
        made = set(slots.option_move[~draw & ~wait & ~passes].tolist()) - {0}
        self.moves: tuple[int, ...] = tuple(int(one.move) for one in MOVES if one.move in made)
        """Moves other than to draw or to wait, splits apart, in their order."""
        self.draw_move, self.wait_move = (int(slots.option_move[some][0]) for some in (draw, wait))
        self.all_moves: tuple[int, ...] = (self.wait_move, self.draw_move, *self.moves)
        keys = self._terms(owner)
        self.terms: list[Terms] = [DEALT, *sorted(set(keys) - {DEALT})]
        places = {key: place for place, key in enumerate(self.terms)}
        self.slots = Readings(
            state=np.where(slots.hand >= 0, core.model.hands.state[slots.hand], 0),
            given_up=(slots.world > 0).astype(np.int64),
            table=np.array([places[key] for key in keys]),
            draws=_numbers(len(slots.kind), owner[draw], number[draw]),
            waits=np.maximum(
                _numbers(len(slots.kind), owner[passes | wait], number[passes | wait]), 0
            ),
            first=np.stack(
                [
                    _numbers(len(slots.kind), owner[some], number[some])
                    for move in self.moves
                    for some in [(slots.option_move == move) & ~passes]
                ],
                axis=1,
            )
            if self.moves
            else np.zeros((len(slots.kind), 0), dtype=np.int64),
            opens=self._opens(),
            offer=self._offer(),
            apart=np.zeros(0, dtype=np.int64),
        )
        self.slots = self.slots._replace(apart=self._apart())
        self.leaves = self._leaves()
        """``leaves[opening slot]``: by place in `all_moves`, the option that makes the move."""
        self.trials = {pair: self._trials(one) for pair, one in core.splits.pairs.items()}
        """By pair: what only split hands decide."""
        self.most_hands = max(
            (max(hands) for hands in core.programme.split_hands if hands), default=0
        )
        self.shared = self._shared()
        """Places of the moves that split hands have too."""
        self.can_draw: Bools = np.array(TOTAL) < HIGHEST
        """By state."""

    def _terms(self, owner: Ints) -> list[Terms]:
        slots, rows = self.core.programme.slots, self.core.rows
        other = np.zeros(len(slots.kind), dtype=np.bool_)
        other[owner[~slots.option_known]] = True
        return [
            Terms(bool(world), bool(stakes), rows[row].doubled) if kind == CHOICE else DEALT
            for kind, world, stakes, row in zip(
                slots.kind, slots.world, other, slots.row, strict=True
            )
        ]

    def _opens(self) -> Bools:
        """Whether a slot is a first decision, or what playing on leads to from one."""
        slots = self.core.programme.slots
        opens = np.zeros(len(slots.kind), dtype=np.bool_)
        waiting = set(self.core.programme.opening.reshape(-1).tolist())
        while waiting:
            slot = waiting.pop()
            opens[slot] = True
            options = range(slots.first_option[slot], slots.first_option[slot + 1])
            waiting |= {int(slots.option_slot[one]) for one in options if self._passes[one]}
        return opens

    def _offer(self) -> Ints:
        """Which offers each draw has."""
        slots, rows = self.core.programme.slots, self.core.rows
        found = np.full(len(slots.kind), NONE, dtype=np.int64)
        for slot in np.nonzero((slots.again != NONE).any(axis=1))[0]:
            if self.core.model.hands.size[slots.hand[slot]] == 1:
                found[slot] = SECOND
            else:
                kind = int(np.nonzero(slots.again[slot] != NONE)[0][0])
                row = rows[slots.row[slots.child[slot, kind]]]
                found[slot] = DOUBLED if row.doubled else DRAWN
        return found

    def _apart(self) -> Ints:
        """One choice for every hand that may draw or wait, at the stakes of the deal if it can."""
        slots, read = self.core.programme.slots, self.slots
        choices = np.nonzero(read.draws != NONE)[0]
        dealt = slots.row[choices[read.opens[choices]]][0]
        choices = choices[np.argsort(slots.row[choices] != dealt, kind="stable")]
        which = slots.world[choices] * self.core.model.hands.hands + slots.hand[choices]
        return choices[np.unique(which, return_index=True)[1]]

    def _leaves(self) -> dict[int, tuple[int, ...]]:
        slots = self.core.programme.slots

        def options(slot: int) -> list[int]:
            found = []
            for option in range(slots.first_option[slot], slots.first_option[slot + 1]):
                if self._passes[option]:
                    found += options(int(slots.option_slot[option]))
                else:
                    found.append(option)
            return found

        leaves = {}
        for slot in {int(slot) for slot in self.core.programme.opening.reshape(-1)}:
            by_move = {int(slots.option_move[option]): option for option in options(slot)}
            leaves[slot] = tuple(by_move.get(move, NONE) for move in self.all_moves)
        return leaves

    def _trials(self, one: PairSplit) -> Trials:
        """Moves with the second card on terms that no hand dealt has, and second cards given up."""
        steps, read = one.paths.steps, self.slots
        size = self.core.model.hands.size[self.core.programme.slots.hand[steps.slot]]
        found = []
        for step, slot in enumerate(steps.slot[: len(steps.kind)].tolist()):
            state, table = int(read.state[slot]), int(read.table[slot])
            if steps.kind[step] == CHANCE and step < one.paths.shape.begin:
                kinds = np.nonzero(steps.again[step] != NONE)[0].tolist()
                found += [(step, kind, NONE, NONE, NONE, NONE, table, 0, state) for kind in kinds]
            if steps.kind[step] == CHOICE and size[step] == 2 and table:
                otherwise = int(read.draws[slot]), int(read.waits[slot])
                found += [
                    (step, NONE, move, option, *otherwise, table, int(read.given_up[slot]), state)
                    for move, option in enumerate(read.first[slot].tolist())
                    if option != NONE
                ]
        columns = np.array(found, dtype=np.int64).reshape(-1, len(Trials._fields)).T
        return Trials(*columns.copy())

    def _shared(self) -> list[int]:
        read, pairs = self.slots, self.core.splits.pairs.values()
        steps = [one.paths.steps.slot[: len(one.paths.steps.kind)] for one in pairs]
        every = np.unique(np.concatenate([*steps, np.zeros(0, dtype=np.int64)]).astype(np.int64))
        return [at for at in range(len(self.moves)) if (read.first[every, at] != NONE).any()]


def _numbers(slots: int, owner: Ints, number: Ints) -> Ints:
    """By slot: the number of its option among these; the first one of several."""
    found = np.full(slots, NONE, dtype=np.int64)
    found[owner[::-1]] = number[::-1]
    return found


@lru_cache(maxsize=24)
def reading_of(core: Core) -> Reading:
    """How charts of a game are read, kept for the last games asked about."""
    return Reading(core)
