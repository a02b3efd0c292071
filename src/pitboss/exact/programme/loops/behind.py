"""The dealer behind the ends of split hands."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.bundles import Draws
from pitboss.exact.programme.loops.dealer import WALKERS, walk
from pitboss.exact.programme.loops.follow import natural_behind
from pitboss.exact.programme.loops.play import BOARDS, BUST


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


@njit(cache=True, nogil=True, error_model="numpy")
def _used_groups(ends, board, sets, room):  # type: ignore[no-untyped-def]
    """Give the groups of ends that are reached their rows, in their order; how many there are."""
    ended, group_of, row_of, group = room.ended, ends.group, room.row_of, room.group
    many = len(group_of)
    for s in range(sets):
        for e in range(many):
            if ended[s, board * many + e] != 0.0:
                row_of[group_of[e]] = 0
    groups = 0
    for one in range(len(ends.group_held)):
        if row_of[one] >= 0:
            row_of[one] = groups
            group[groups] = one
            groups += 1
    return groups


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _fold(  # type: ignore[no-untyped-def]
    ends, draws, shift, begin, last, board, pays, ended, upto, room, sums
):
    """Add what the ends bring that walk from row `begin` up to `last`.

    The ends of a place are gathered first: what each walker gains with each final over a dealer
    bust. Then all keys are added up, sixteen walkers side by side. ``upto[place]`` is the first end
    that is still to come.
    """
    group_of, total_of, pay_of, place_of = ends.group, ends.total, ends.row, ends.place
    first_of, row_of, gain, total = ends.first, room.row_of, room.gain, room.total
    key_final, finals, many = draws.key_final, pays.shape[2], len(ends.slot)
    for place in range(len(first_of) - 1):
        e, end = upto[place], first_of[place + 1]
        if e == end or row_of[group_of[e]] >= last:
            continue
        at = place_of[e]
        low, high, busts = WALKERS, 0, 0.0
        while e < end:
            part = ended[board * many + e]
            if part != 0.0:
                walker = row_of[group_of[e]] - begin
                if walker >= WALKERS:
                    break
                low, high = min(low, walker), max(high, walker + 1)
                own, points = pay_of[e], total_of[e]
                bust = pays[own, points, finals - 2]
                busts += part * (bust - pays[own, BUST, 0])
                for f in range(finals - 1):
                    gain[f * WALKERS + walker] += part * (pays[own, points, f] - bust)
                # a dealer natural counts as a bust
                gain[(finals - 1) * WALKERS + walker] += part * (pays[own, BUST, 0] - bust)
            e += 1
        upto[place] = e
        sums[at] += busts
        left, right = np.uint64(low // 16 * 16), np.uint64((high + 15) // 16 * 16)
        for k in range(len(shift)):
            mine, of = np.uint64(key_final[k] * WALKERS), np.uint64(k * WALKERS)
            more = 0.0
            for one in range(left, right):
                more += gain[mine + one] * total[of + one]
            sums[at + shift[k]] += more
        for f in range(finals):
            for one in range(low, high):
                gain[f * WALKERS + one] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_behind(ends, every, block, pays, pays_of, room, sums):  # type: ignore[no-untyped-def]
    """Add what the ends bring against the dealer, ``sums[set, board, place]``.

    ``room.ended[set, board × ends + end]`` are the flows, ``pays[table, row, total, final]`` the
    pays, ``pays_of[set]`` which of their tables a set is paid by. Ends stand by place and then by
    group, so those of one place walk side by side.
    """
    places, kinds = len(ends.first) - 1, ends.group_held.shape[1]
    held, left, cards, group = ends.group_held, block.left, room.cards, room.group
    ended, upto, sets = room.ended, room.next, len(pays_of)
    many_ends, first_of = len(ends.slot), ends.first
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        up = block.up[board]
        groups = _used_groups(ends, board, sets, room)
        draws = _draws_of(every, up)
        shift = every.shift[every.first_key[up] : every.first_key[up + 1]]
        for s in range(sets):
            for place in range(places):
                e, end = first_of[place], first_of[place + 1]
                while e < end and ended[s, board * many_ends + e] == 0.0:
                    e += 1
                upto[s, place] = e
        for begin in range(0, groups, WALKERS):
            many = min(WALKERS, groups - begin)
            for c in range(kinds):
                stock = left[c * BOARDS + board]
                for one in range(many):
                    cards[c * WALKERS + one] = max(stock - held[group[begin + one], c], 0.0)
            walk(draws, cards, room.product, room.total)
            for s in range(sets):
                _fold(
                    ends, draws, shift, begin, begin + many, board, pays[pays_of[s]], ended[s],
                    upto[s], room, sums[s, board],
                )  # fmt: skip
        for one in range(groups):
            room.row_of[group[one]] = -1


@njit(cache=True, nogil=True, error_model="numpy")
def naturals_at_ends(shape, ends, block, amounts, ended, sums):  # type: ignore[no-untyped-def]
    """Take back what was counted for hands that stand with a dealer natural behind them.

    ``amounts[row]`` is what was counted.
    """
    many = len(ends.slot)
    for s in range(2):
        for b in range(BOARDS):
            for e in range(many):
                part = ended[s, b * many + e]
                if part != 0.0:
                    natural_behind(
                        shape, block.left, block.makers, ends.group_held[ends.group[e]], b,
                        ends.place[e], -amounts[ends.row[e]] * part, sums[s, b],
                    )  # fmt: skip
