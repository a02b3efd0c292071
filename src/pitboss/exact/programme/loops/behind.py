"""The dealer behind the ends of split hands."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.bundles import Draws
from pitboss.exact.programme.loops.dealer import WALKERS, walk
from pitboss.exact.programme.loops.follow import natural_behind
from pitboss.exact.programme.loops.play import BOARDS, BUST


@njit(cache=True, nogil=True, error_model="numpy")
def draws_of_board(every, up):  # type: ignore[no-untyped-def]
    """The draws of one upcard, and how far their keys move a place in the sums."""
    t = every.draws
    a, b = every.first[up], every.first[up + 1]
    c, d = every.first_key[up], every.first_key[up + 1]
    draws = Draws(
        t.what[a:b], t.depth[a:b], t.kind[a:b], t.gone[a:b], t.key[a:b], t.ways[a:b],
        t.key_final[c:d], t.key_depth[c:d], t.key_leads[c:d], t.key_others[c:d],
        t.before[a:b], t.before_gone[a:b],
    )  # fmt: skip
    return draws, every.shift[c:d]


@njit(cache=True, nogil=True, error_model="numpy")
def mark_groups(ends, sets, room):  # type: ignore[no-untyped-def]
    """Say which groups of ends are reached on which boards."""
    ended, first, used, width = room.ended, ends.first, room.used, np.uint64(BOARDS)
    for one in range(len(first) - 1):
        to = np.uint64(one * BOARDS)
        for b in range(width):
            used[to + b] = 0.0
        for s in range(sets):
            for e in range(first[one], first[one + 1]):
                at = np.uint64(e * BOARDS)
                for b in range(width):
                    used[to + b] += abs(ended[s, at + b])


@njit(cache=True, nogil=True, error_model="numpy")
def width_of(keys):  # type: ignore[no-untyped-def]
    """Places for so many keys: whole vectors."""
    return (keys + 15) // 16 * 16


@njit(cache=True, nogil=True, error_model="numpy")
def _turn_over(total, many, keys, width, turned):  # type: ignore[no-untyped-def]
    """Put walkers side by side after each other, eight at a time: a line of the cache."""
    w, own = np.uint64(width), np.uint64(WALKERS)
    for first in range(0, many, 8):
        to, at = np.uint64(first) * w, np.uint64(first)
        for _ in range(keys):
            turned[to] = total[at]
            turned[to + w] = total[at + np.uint64(1)]
            turned[to + np.uint64(2) * w] = total[at + np.uint64(2)]
            turned[to + np.uint64(3) * w] = total[at + np.uint64(3)]
            turned[to + np.uint64(4) * w] = total[at + np.uint64(4)]
            turned[to + np.uint64(5) * w] = total[at + np.uint64(5)]
            turned[to + np.uint64(6) * w] = total[at + np.uint64(6)]
            turned[to + np.uint64(7) * w] = total[at + np.uint64(7)]
            to += np.uint64(1)
            at += own


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def gather_ends(ends, draws, block, board, sets, room):  # type: ignore[no-untyped-def]
    """How likely the hands of each cell meet each key of the dealer's, on one board.

    ``room.met[(set × cells + cell) × width + key]``, without the factors `weigh` puts in, and
    ``room.amount[set × cells + cell]`` of all keys and busts together, where ``room.reached``.
    Groups walk side by side; what they meet is turned over, so that an end adds all keys at once.
    """
    held, left, first, cell_of = ends.group_held, block.left, ends.first, ends.cell
    cards, group, total, turned = room.cards, room.group, room.total, room.turned
    met, amount, reached, ended = room.met, room.amount, room.reached, room.ended
    cells, keys, groups = len(ends.cell_place), len(draws.key_final), 0
    width = np.uint64(width_of(keys))
    for at in range(sets * cells):
        reached[at] = False
    for one in range(len(first) - 1):
        if room.used[one * BOARDS + board] > 0.0:
            group[groups] = one
            groups += 1
    for begin in range(0, groups, WALKERS):
        many = min(WALKERS, groups - begin)
        for c in range(held.shape[1]):
            stock = left[c * BOARDS + board]
            for one in range(many):
                cards[c * WALKERS + one] = max(stock - held[group[begin + one], c], 0.0)
        walk(draws, cards, room.product, total)
        _turn_over(total, many, keys, width_of(keys), turned)
        for one in range(many):
            mine, of = np.uint64(one) * width, group[begin + one]
            for e in range(first[of], first[of + 1]):
                for s in range(sets):
                    part = ended[s, e * BOARDS + board]
                    if part == 0.0:
                        continue
                    cell = s * cells + cell_of[e]
                    to = np.uint64(cell) * width
                    if reached[cell]:
                        amount[cell] += part
                        for k in range(width):
                            met[to + k] += part * turned[mine + k]
                    else:
                        reached[cell], amount[cell] = True, part
                        for k in range(width):
                            met[to + k] = part * turned[mine + k]


@njit(cache=True, nogil=True, error_model="numpy")
def _gains(final_of, pays, row, total, gains):  # type: ignore[no-untyped-def]
    """What each key pays a hand more than a dealer bust; a natural beats it."""
    last = pays.shape[2] - 1
    for k in range(len(final_of)):
        f = final_of[k]
        won = pays[row, total, f] if f < last else pays[row, BUST, 0]
        gains[k] = won - pays[row, total, last - 1]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _price_cells(ends, final_of, shift, pays, s, room, sums):  # type: ignore[no-untyped-def]
    """Add what the cells of a set bring by these pays."""
    met, amount, gains, known = room.met, room.amount, room.gains, room.known
    place_of, row_of, total_of = ends.cell_place, ends.cell_row, ends.cell_total
    cells, keys, last = len(place_of), len(shift), pays.shape[2] - 1
    width = np.uint64(width_of(keys))
    brought = np.empty(width)
    place = -1
    for cell in range(cells + 1):
        if cell < cells and not room.reached[s * cells + cell]:
            continue
        if cell == cells or place_of[cell] != place:
            if place >= 0:
                for k in range(keys):
                    sums[place + shift[k]] += brought[k]
            if cell == cells:
                break
            place = place_of[cell]
            for k in range(width):
                brought[k] = 0.0
        row, total = row_of[cell], total_of[cell]
        kind = row * BUST + total
        mine, own = np.uint64(s * cells + cell) * width, np.uint64(kind) * width
        if not known[kind]:
            known[kind] = True
            _gains(final_of, pays, row, total, gains[kind * width_of(keys) :])
        for k in range(width):
            brought[k] += met[mine + k] * gains[own + k]
        sums[place] += amount[s * cells + cell] * (pays[row, total, last - 1] - pays[row, BUST, 0])


@njit(cache=True, nogil=True, error_model="numpy")
def price_ends(  # type: ignore[no-untyped-def]
    ends, final_of, shift, pays, table, to, room, sums, board
):
    """Add what the ends of sets bring by one table, those of set `s` to set ``to[s]``."""
    room.known[:] = False
    for s in range(len(to)):
        if to[s] >= 0:
            sums_of = sums[table, to[s], board]
            _price_cells(ends, final_of, shift, pays[table], s, room, sums_of)


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_behind(ends, every, block, pays, sets, room, sums):  # type: ignore[no-untyped-def]
    """Add what the ends bring against the dealer by every table.

    ``room.ended[set]`` are the flows, ``pays[table, row, total, final]`` the pays.
    """
    itself = np.arange(sets)
    mark_groups(ends, sets, room)
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        draws, shift = draws_of_board(every, block.up[board])
        gather_ends(ends, draws, block, board, sets, room)
        for table in range(len(pays)):
            price_ends(ends, draws.key_final, shift, pays, table, itself, room, sums, board)


@njit(cache=True, nogil=True, error_model="numpy")
def naturals_at_ends(shape, ends, block, amounts, ended, sums):  # type: ignore[no-untyped-def]
    """Add what a dealer natural behind hands that stand brings, ``amounts[row, table]``."""
    for s in range(2):
        for b in range(BOARDS):
            for e in range(len(ends.slot)):
                part = ended[s, e * BOARDS + b]
                if part != 0.0:
                    natural_behind(
                        shape, block, ends.group_held[ends.group[e]], b, ends.place[e], part,
                        amounts, ends.row[e], sums, s,
                    )  # fmt: skip
