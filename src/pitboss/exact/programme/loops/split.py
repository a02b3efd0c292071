"""What a split hand brings, from its first card to the dealer's last: one call for each pair."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import dealer_behind
from pitboss.exact.programme.loops.follow import follow_split, price_split
from pitboss.exact.programme.loops.others import settle_others, try_others


@njit(cache=True, nogil=True, error_model="numpy")
def sum_up(  # type: ignore[no-untyped-def]
    paths, block, arrival, values, own, pays, decides, room, sums
):
    """The sums of a split hand that decides by `own`, ``sums[set, board, place]``.

    What unsplit hands do not decide is decided in `own` if `decides`, by what is best for the first
    hand; `values` are those of unsplit hands.
    """
    shape, steps, decisions = paths.shape, paths.steps, paths.decisions
    follow_split(shape, steps, block, own, room)
    price_split(shape, steps, block, arrival, room, sums)
    sets = 2
    if decides and len(decisions.step) > 0:
        sets = try_others(shape, steps, decisions, block, arrival, values, own, room, sums)
    one_table = np.zeros(sets, dtype=np.int64)
    dealer_behind(paths.ends, paths.draws, block, pays, one_table, room, sums)
    if sets > 2:
        settle_others(shape, steps, decisions, block, values, own, sets, room, sums)
