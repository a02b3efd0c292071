"""What a split hand brings, from its first card to the dealer's last: one call for each pair."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import (
    draws_of_board,
    gather_ends,
    mark_groups,
    price_ends,
)
from pitboss.exact.programme.loops.follow import follow_split, price_split
from pitboss.exact.programme.loops.others import settle_others, try_others
from pitboss.exact.programme.loops.play import BOARDS


@njit(cache=True, nogil=True, error_model="numpy")
def sum_up(  # type: ignore[no-untyped-def]
    paths, block, tariffs, values, own, decides, room, sums
):
    """The sums of a split hand that decides by `own`, ``sums[table, set, board, place]``.

    What unsplit hands do not decide is decided in `own` if `decides`, by what is best for the first
    hand at the first table of pays; `values` are those of unsplit hands.
    """
    shape, steps, ends, decisions = paths.shape, paths.steps, paths.ends, paths.decisions
    follow_split(shape, steps, block, own, room)
    price_split(shape, steps, block, tariffs, room, sums)
    sets = 2
    if decides and len(decisions.step) > 0:
        sets = try_others(shape, steps, decisions, block, tariffs, values, own, room, sums)
    to, main = np.arange(sets), np.int64(0)
    mark_groups(ends, sets, room)
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        draws, shift = draws_of_board(paths.draws, block.up[board])
        gather_ends(ends, draws, block, board, sets, room)
        for s in range(sets):
            to[s] = s
        price_ends(ends, draws.key_final, shift, tariffs.pays, main, to, room, sums, board)
        settle_others(
            shape, steps, decisions, block, board, values, own, tariffs.arrival.shape[1], sets,
            room, sums,
        )  # fmt: skip
        for s in range(2, sets):
            to[s] = s % 2 if room.changed[s] else -1
        for table in range(main + 1, len(tariffs.pays)):
            price_ends(ends, draws.key_final, shift, tariffs.pays, table, to, room, sums, board)
