"""Rounds in fresh shoes on the processor, without vector code: the fallback and the oracle."""

from __future__ import annotations

import numpy as np

from pitboss.sim import njit
from pitboss.sim.draws import inlined
from pitboss.sim.rounds import GIVEN_UP, fast_round, other_round, slow_round

U = np.uint64


@inlined
def finish(book, at, following, splits, marks, per_rank, reject, key, number):
    """The outcome code of a round that `fast_round` gave up."""
    code = slow_round(book, at, following, splits, marks, per_rank, reject, key, number)
    if code == GIVEN_UP:
        code = np.uint32(other_round(book, at, U(per_rank), U(reject), key, number))
    return code


@njit(cache=True, nogil=True)
def list_rounds(
    book, at, deal, following, splits, marks, per_rank, reject, key, first, many, codes
):
    """Write the outcome codes of `many` rounds from number `first` on, in their order."""
    ends, leaves = marks.ends, marks.leaves
    for place in range(many):
        number = U(first + place)
        code = fast_round(deal, following, ends, leaves, per_rank, reject, key, number, False)
        if code == GIVEN_UP:
            code = finish(book, at, following, splits, marks, per_rank, reject, key, number)
        codes[place] = code


@njit(cache=True, nogil=True)
def count_rounds(
    book, at, deal, following, splits, marks, per_rank, reject, key, first, many, counts
):
    """Add the outcomes of `many` rounds from number `first` on to `counts`."""
    ends, leaves = marks.ends, marks.leaves
    for number in range(first, first + many):
        code = fast_round(deal, following, ends, leaves, per_rank, reject, key, U(number), False)
        if code == GIVEN_UP:
            code = finish(book, at, following, splits, marks, per_rank, reject, key, U(number))
        counts[code] += 1


@njit(cache=True, nogil=True)
def count_listed(
    book, at, following, splits, marks, per_rank, reject, key, first, numbers, many, counts
):
    """Add the outcomes of the first `many` rounds listed in `numbers`, counted from `first`."""
    for place in range(many):
        number = U(first) + U(numbers[place])
        code = finish(book, at, following, splits, marks, per_rank, reject, key, number)
        counts[code] += 1
