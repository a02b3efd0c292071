"""The best play of a shoe: the way in to the programme."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Board, Model
from pitboss.exact.programme.loops.dealer import finals_of_all
from pitboss.exact.programme.loops.play import BOARDS, fill_stands, solve_hands
from pitboss.exact.programme.paths import draws_under
from pitboss.exact.programme.shoe import Block, blocks
from pitboss.exact.programme.steps import Game, Programme
from pitboss.rules.compile import Tables
from pitboss.rules.course import Course

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ACES = 0
"""The class that main hands share their dealer walks by."""


class Rules(NamedTuple):
    """A game as the core wants it."""

    tables: Tables
    course: Course


class Core:
    """What the core needs to know of a game, made once and kept for every shoe."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = Model(rules.tables)
        model, course = self.model, rules.course
        self.programme = Programme(
            Game(course, model.hands, model.ranks_of, model.peeks, (0,) * len(course.terms))
        )
        self.worlds: Ints = np.zeros((len(self.programme.worlds), model.kinds), dtype=np.int64)
        """``worlds[world, class]``: cards given up."""
        for number, world in enumerate(self.programme.worlds):
            np.add.at(self.worlds[number], list(world), 1)
        self.pays: Floats = model.outcome[None].copy()


@cache
def core_of(rules: Rules) -> Core:
    """The core of a game, kept."""
    return Core(rules)


class Shoe:
    """A shoe of a game: its boards, and the dealer behind every hand on each."""

    def __init__(self, core: Core, ranks: Sequence[float]) -> None:
        self.core = core
        self.boards: list[Board] = list(core.model.boards(ranks))
        self.blocks: list[Block] = blocks(core.model, self.boards)
        self.finals = self._finals()

    def _finals(self) -> Floats:
        """``[board, world, final, hand]``: the dealer's chances."""
        model, worlds = self.core.model, self.core.worlds
        found = np.empty((len(self.boards), len(worlds), model.finals, model.hands.hands))
        for place, board in enumerate(self.boards):
            for number, world in enumerate(worlds):
                finals_of_all(
                    draws_under(model, board.up, ACES), ACES, model.hands, model.groups[ACES],
                    np.asarray(board.left - world, dtype=float), found[place, number],
                )  # fmt: skip
        return found


class Played(NamedTuple):
    """The values and picks of a block of boards, by slot and board."""

    values: Floats
    picks: Ints


def solve(shoe: Shoe) -> list[Played]:
    """What every slot is worth on every board, and what is chosen there."""
    core, found = shoe.core, []
    slots = core.programme.slots
    for number, block in enumerate(shoe.blocks):
        values = np.zeros(len(slots.kind) * BOARDS)
        picks = np.zeros(len(slots.kind) * BOARDS, dtype=np.int64)
        finals = shoe.finals[number * BOARDS : (number + 1) * BOARDS]
        fill_stands(slots, core.model.hands.total, finals, core.pays, values)
        solve_hands(slots, core.model.hands, core.worlds, block, values, picks)
        found.append(Played(values, picks))
    return found
