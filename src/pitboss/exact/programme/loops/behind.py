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
    """The draws of one upcard, and how far each key moves a place in the sums."""
    t = every.draws
    a, b = every.first[up], every.first[up + 1]
    c, d = every.first_key[up], every.first_key[up + 1]
    draws = Draws(
        t.what[a:b], t.depth[a:b], t.kind[a:b], t.gone[a:b], t.key[a:b], t.ways[a:b],
        t.key_final[c:d], t.key_depth[c:d], t.key_leads[c:d], t.key_others[c:d],
    )  # fmt: skip
    return draws, every.shift[c:d]


@njit(cache=True, nogil=True, error_model="numpy")
def _used_groups(ends, board, sets, room):  # type: ignore[no-untyped-def]
    """List the groups of ends that are reached; how many there are."""
    ended, first, group, many = room.ended, ends.first, room.group, len(ends.slot)
    groups = 0
    for one in range(len(first) - 1):
        some = False
        for s in range(sets):
            for e in range(first[one], first[one + 1]):
                some |= ended[s, board * many + e] != 0.0
        if some:
            group[groups] = one
            groups += 1
    return groups


@njit(cache=True, nogil=True, error_model="numpy")
def width_of(keys):  # type: ignore[no-untyped-def]
    """Places for so many keys: whole vectors."""
    return (keys + 15) // 16 * 16


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def gather_ends(ends, draws, block, board, sets, room):  # type: ignore[no-untyped-def]
    """How likely the hands of each cell meet each key of the dealer's, on one board.

    ``room.met[(set × cells + cell) × width + key]`` without the factors that `weigh` puts in, and
    ``room.amount[set × cells + cell]`` of all keys and busts together, where ``room.reached``.
    Groups walk side by side; what they meet is turned over, so that an end adds all keys at once.
    """
    held, left, first, cell_of = ends.group_held, block.left, ends.first, ends.cell
    cards, group, total, turned = room.cards, room.group, room.total, room.turned
    met, amount, reached, ended = room.met, room.amount, room.reached, room.ended
    cells, keys, many_ends = len(ends.cell_place), len(draws.key_final), len(ends.slot)
    width = np.uint64(width_of(keys))
    for at in range(sets * cells):
        reached[at] = False
    groups = _used_groups(ends, board, sets, room)
    for begin in range(0, groups, WALKERS):
        many = min(WALKERS, groups - begin)
        for c in range(held.shape[1]):
            stock = left[c * BOARDS + board]
            for one in range(many):
                cards[c * WALKERS + one] = max(stock - held[group[begin + one], c], 0.0)
        walk(draws, cards, room.product, total)
        for k in range(np.uint64(keys)):
            row = k * np.uint64(WALKERS)
            for one in range(np.uint64(many)):
                turned[one * width + k] = total[row + one]
        for one in range(many):
            mine, of = np.uint64(one) * width, group[begin + one]
            for e in range(first[of], first[of + 1]):
                for s in range(sets):
                    part = ended[s, board * many_ends + e]
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
def _gains(ends, draws, cell, pays, gains):  # type: ignore[no-untyped-def]
    """What each key pays a cell's hands more than a dealer bust; a natural beats them."""
    row, total, last = ends.cell_row[cell], ends.cell_total[cell], pays.shape[2] - 1
    bust, of, key_final = pays[row, total, last - 1], pays[row, total], draws.key_final
    for k in range(len(key_final)):
        f = key_final[k]
        gains[k] = (of[f] if f < last else pays[row, BUST, 0]) - bust


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _price_cells(ends, draws, shift, pays, s, room, sums):  # type: ignore[no-untyped-def]
    """Add what the cells of a set bring by these pays; ``room.gains[row × BUST + total]``."""
    met, amount, gains, known = room.met, room.amount, room.gains, room.known
    place_of, row_of, total_of = ends.cell_place, ends.cell_row, ends.cell_total
    cells, keys, last = len(place_of), len(draws.key_final), pays.shape[2] - 1
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
            _gains(ends, draws, cell, pays, gains[own:])
        for k in range(width):
            brought[k] += met[mine + k] * gains[own + k]
        sums[place] += amount[s * cells + cell] * (pays[row, total, last - 1] - pays[row, BUST, 0])


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_behind(ends, every, block, pays, pays_of, room, sums):  # type: ignore[no-untyped-def]
    """Add what the ends bring against the dealer, ``sums[set, board, place]``.

    ``room.ended[set, board × ends + end]`` are the flows, ``pays[table, row, total, final]`` the
    pays, ``pays_of[set]`` which of their tables a set is paid by.
    """
    sets = len(pays_of)
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        draws, shift = draws_of_board(every, block.up[board])
        gather_ends(ends, draws, block, board, sets, room)
        for table in range(len(pays)):
            room.known[:] = False
            for s in range(sets):
                if pays_of[s] == table:
                    _price_cells(ends, draws, shift, pays[table], s, room, sums[s, board])


@njit(cache=True, nogil=True, error_model="numpy")
def dealer_behind_both(ends, every, block, pays, room, sums):  # type: ignore[no-untyped-def]
    """The same for the two sets of one hand by all tables of pays: ``sums[table × 2 + set]``."""
    for board in range(BOARDS):
        if block.cards[board] <= 0.0:
            continue
        draws, shift = draws_of_board(every, block.up[board])
        gather_ends(ends, draws, block, board, 2, room)
        for table in range(len(pays)):
            room.known[:] = False
            for s in range(2):
                to = sums[2 * table + s, board]
                _price_cells(ends, draws, shift, pays[table], s, room, to)


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
