"""The simulator against the table engine: same cards, same decisions, same cents on every wager.

``python -m tests.sim.same_cards --rounds 100000`` plays more rounds of every game than the suite
does, and says what occurred in them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

import pitboss.sim
from pitboss.compiled import keep_compiled
from pitboss.sim.draws import full_shoe, take
from pitboss.sim.outcomes import NOT_OFFERED, Outcome
from pitboss.sim.program import Dealing, Program
from pitboss.sim.shoes import ROOM, begin_round, deal_round, is_spent, ran_out
from pitboss.table import events as ev
from pitboss.table.text import describe
from tests.sim.felt import Book, Felt, Round, Stakes, insures
from tests.sim.settings import GAMES, Setting, Solved, random_dealing, random_setting

keep_compiled(Path(pitboss.sim.__file__).parent)  # compiled anew whenever the simulator changes

Ints = NDArray[np.int64]

MOST_ROUNDS = 500
"""More than a shoe can have."""


@njit(cache=True)
def _deal_shoe(book, at, seats, cut, burn, per_rank, reject, key, coins, shoe, codes, left):  # type: ignore[no-untyped-def]
    """Write every seat's outcome codes and the cards left by round; how many rounds there are.

    Cards left are negative where the shoe ran out.
    """
    room = np.zeros(ROOM, dtype=np.int64)
    number = np.uint64(shoe)
    stream = full_shoe(number << np.uint64(12), per_rank)
    for _ in range(burn):
        _, stream = take(key, stream, per_rank, reject)
    rounds = 0
    while True:
        stream = begin_round(stream)
        place = (number << np.uint64(10)) + np.uint64(rounds)
        stream = deal_round(book, at, room, seats, key, coins, place, stream, per_rank, reject)
        codes[rounds] = room[:seats]
        left[rounds] = -np.int64(stream[6]) if ran_out(stream) else np.int64(stream[6])
        rounds += 1
        if is_spent(stream, cut, per_rank):
            return rounds


def simulated_shoe(program: Program, number: int) -> tuple[Ints, Ints]:
    """Outcome codes by round and seat, and the cards left after each round."""
    codes = np.zeros((MOST_ROUNDS, program.dealing.seats), dtype=np.int64)
    left = np.zeros(MOST_ROUNDS, dtype=np.int64)
    arguments = (program.book, program.places, *program.shoe_arguments())
    rounds = _deal_shoe(*arguments, number, codes, left)
    return codes[:rounds], left[:rounds]
