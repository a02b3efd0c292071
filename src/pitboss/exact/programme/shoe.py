"""A shoe as arrays over the boards a round can start from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.model import Board, Model
from pitboss.exact.programme.loops.bundles import Block
from pitboss.exact.programme.loops.play import BOARDS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def blocks(model: Model, boards: list[Board]) -> list[Block]:
    """The boards in blocks, in their order."""
    found = []
    for first in range(0, len(boards), BOARDS):
        some = boards[first : first + BOARDS]
        left = np.zeros((model.kinds, BOARDS))
        left[:, : len(some)] = np.array([board.left for board in some]).T
        up = np.zeros(BOARDS, dtype=np.int64)
        up[: len(some)] = [board.up for board in some]
        makers = np.ascontiguousarray(model.makers[up].T, dtype=float)
        found.append(Block(left.reshape(-1), left.sum(axis=0), makers.reshape(-1), up))
    return found
