"""Rounds in fresh shoes on the processor, without vector code: the fallback and the oracle."""

from __future__ import annotations

import numpy as np
from numba import njit

from pitboss.sim.rounds import MOST_HANDS, fast_round, whole_round

U = np.uint64


@njit(cache=True, nogil=True)
def list_rounds(machine, values, deal, following, ends, split, per_rank, reject, key, first, many, codes):  # type: ignore[no-untyped-def]
    """Write the outcome codes of `many` rounds from number `first` on, in their order."""
    at = np.zeros(MOST_HANDS, dtype=np.int64)
    stream = np.zeros(3, dtype=np.uint64)
    gone = np.zeros(13, dtype=np.int64)
    for place in range(many):
        number = U(first + place)
        code = fast_round(deal, following, ends, split, per_rank, reject, key, number)
        if code < 0:
            code = whole_round(machine, values, at, stream, gone, per_rank, reject, key, number)
        codes[place] = code


@njit(cache=True, nogil=True)
def count_rounds(machine, values, deal, following, ends, split, per_rank, reject, key, first, many, counts):  # type: ignore[no-untyped-def]
    """Add the outcomes of `many` rounds from number `first` on to `counts`."""
    at = np.zeros(MOST_HANDS, dtype=np.int64)
    stream = np.zeros(3, dtype=np.uint64)
    gone = np.zeros(13, dtype=np.int64)
    for number in range(first, first + many):
        code = fast_round(deal, following, ends, split, per_rank, reject, key, U(number))
        if code < 0:
            code = whole_round(machine, values, at, stream, gone, per_rank, reject, key, U(number))
        counts[code] += 1
