"""The dealer behind the ends of split hands."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.bundles import Draws
from pitboss.exact.programme.loops.dealer import WALKERS, walk
from pitboss.exact.programme.loops.play import BOARDS


@njit(cache=True, nogil=True, error_model="numpy")
def _draws_of(every, up):  # type: ignore[no-untyped-def]
    """The draws of one upcard."""
    t = every.draws
    a, b = every.first[up], every.first[up + 1]
    c, d = every.first_key[up], every.first_key[up + 1]
    return Draws(
        t.what[a:b], t.depth[a:b], t.kind[a:b], t.gone[a:b], t.key[a:b], t.ways[a:b],
        t.key_final[c:d], t.key_depth[c:d], t.key_leads[c:d], t.key_others[c:d],
    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _walk_groups(draws, held, left, board, groups, room):  # type: ignore[no-untyped-def]
    """The dealer behind so many groups, ``room.behind[row × keys + key]``."""
    keys, kinds = len(draws.key_depth), held.shape[1]
    cards, total, behind, group = room.cards, room.total, room.behind, room.group
    for first in range(0, groups, WALKERS):
        many = min(WALKERS, groups - first)
        for c in range(kinds):
            stock = left[c * BOARDS + board]
            for one in range(many):
                cards[c * WALKERS + one] = max(stock - held[group[first + one], c], 0.0)
        walk(draws, cards, room.product, total)
        for block in range(0, many, 8):
            for k in range(keys):
                for one in range(8):
                    behind[(first + block + one) * keys + k] = total[k * WALKERS + block + one]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _fold(ends, board, keys, shift, pays, room, ended, sums):  # type: ignore[no-untyped-def]
    """Add the ends of one set; those of one place are neighbours and are added up first."""
    folded, alike, gain, behind = room.folded, room.alike, room.gain, room.behind
    row_of = room.row_of
    ends_place, ends_total, ends_row, ends_group = ends.place, ends.total, ends.row, ends.group
    many, width = len(ends_place), np.uint64(keys)
    bust = pays.shape[2] - 2
    for k in range(width):
        folded[k] = 0.0
        alike[k] = 0.0
    some, some_folded, more = False, False, 0.0
    for e in range(many):
        part = ended[e * BOARDS + board]
        place, total, row = ends_place[e], ends_total[e], ends_row[e]
        if part != 0.0:
            some = True
            more += part
            at = np.uint64(row_of[ends_group[e]] * keys)
            for k in range(width):
                alike[k] += part * behind[at + k]
        last = e + 1 == many or ends_place[e + 1] != place
        if some and (last or ends_total[e + 1] != total or ends_row[e + 1] != row):
            of = np.uint64((row * 22 + total) * keys)
            sums[place] += more * (pays[row, total, bust] + 1.0)
            for k in range(width):
                folded[k] += gain[of + k] * alike[k]
                alike[k] = 0.0
            some, some_folded, more = False, True, 0.0
        if last and some_folded:
            for k in range(keys):
                sums[place + shift[k]] += folded[k]
                folded[k] = 0.0
            some_folded = False


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_behind(ends, every, block, pays, sets, room, sums):  # type: ignore[no-untyped-def]
    """Add what the ends bring against the dealer, ``sums[set, board, place]``.

    ``room.ended[set, end × BOARDS + board]`` are the flows, ``pays[row, total, final]`` the pays.
    """
    many, finals = len(ends.slot), pays.shape[2]
    ended, group_of, row_of, group = room.ended, ends.group, room.row_of, room.group
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        up, groups = block.up[board], 0
        for e in range(many):
            used = False
            for s in range(sets):
                used |= ended[s, e * BOARDS + board] != 0.0
            if used and row_of[group_of[e]] < 0:
                row_of[group_of[e]] = groups
                group[groups] = group_of[e]
                groups += 1
        draws = _draws_of(every, up)
        shift = every.shift[every.first_key[up] : every.first_key[up + 1]]
        keys = len(shift)
        _walk_groups(draws, ends.group_held, block.left, board, groups, room)
        for row in range(len(pays)):
            for total in range(22):
                for k in range(keys):
                    room.gain[(row * 22 + total) * keys + k] = (
                        pays[row, total, draws.key_final[k]] - pays[row, total, finals - 2]
                    )
        for s in range(sets):
            _fold(ends, board, keys, shift, pays, room, ended[s], sums[s, board])
        for one in range(groups):
            row_of[group[one]] = -1
