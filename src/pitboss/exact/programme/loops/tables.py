"""Outcome tables of split hands: how likely each row and total meets each final.

The same flows and walks as for what a hand is worth, but kept apart by row, total and final. What
the others of the hands took is weighed first, place by place, so that a table costs the same
however many variants there are.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import draws_of_board, gather_ends, mark_groups, width_of
from pitboss.exact.programme.loops.dealer import WALKERS
from pitboss.exact.programme.loops.follow import arrive, clear, natural_behind
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.weigh import chances_of, mean_of


@njit(cache=True, nogil=True, error_model="numpy")
def masses_of_rows(shape, steps, block, start_row, room, masses):  # type: ignore[no-untyped-def]
    """How likely a split hand ends on each row, by the flows of `follow_split`.

    ``masses[what, set × rows + row, board, place]``; what: all of them, those with a dealer natural
    behind. Hands begin on `start_row`; options carry them over to other rows.
    """
    rows, each = masses.shape[1] // 2, np.eye(2)
    for s in range(2):
        for row in range(rows):
            clear(shape, np.int64(2), masses, s * rows + row)
        for step in range(shape.begin):
            arrive(shape, steps, block, each, step, s, room.arrived, masses, s * rows + start_row)
        for m in range(len(steps.movers)):
            option, step = steps.movers[m], steps.mover_step[m]
            place, held = steps.place[step], steps.held[step]
            for b in range(BOARDS):
                part = room.taken[s, m * BOARDS + b]
                if part == 0.0:
                    continue
                for way in range(2):
                    to = s * rows + (steps.option_row[option] if way else steps.row[step])
                    signed = part if way else -part
                    masses[0, to, b, place] += signed
                    natural_behind(
                        shape, block, held, b, place, signed, each, np.int64(1), masses, to
                    )


@njit(cache=True, nogil=True, error_model="numpy")
def _weighed_chances(  # type: ignore[no-untyped-def]
    shape, block, board, variants, first, weights, one, found
):
    """``found[set, place]``: the chances of all variants, each times its weight."""
    pairs = block.left[shape.pair * BOARDS + board] - 2.0
    others = block.left[shape.other * BOARDS + board] if shape.other >= 0 else 0.0
    found[:] = 0.0
    for at in range(weights.shape[1]):
        v = first + at
        plain, paired = weights[0, at], weights[1, at]
        if plain == 0.0 and paired == 0.0:
            continue
        gone = variants.pairs[v] + variants.dropped_pairs[v]
        also = variants.dropped_others[v]
        cards = block.cards[board] - 2.0 - gone - also
        chances_of(shape, pairs - gone, others - also, cards, one)
        for place in range(len(one)):
            found[0, place] += plain * one[place]
            found[1, place] += paired * one[place]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _meet(ends, shift, chances, room, by_key, found):  # type: ignore[no-untyped-def]
    """How likely hands of each row and total meet each key on one board.

    ``found[(row × BUST + total) × width + key]``, zero before.
    """
    met, place_of, reached = room.met, ends.cell_place, room.reached
    cells, keys = len(place_of), len(shift)
    width = np.uint64(width_of(keys))
    for s in range(2):
        place = -1
        for cell in range(cells):
            if not reached[s * cells + cell]:
                continue
            if place_of[cell] != place:
                place = place_of[cell]
                for k in range(keys):
                    by_key[k] = chances[s, place + shift[k]]
            kind = ends.cell_row[cell] * BUST + ends.cell_total[cell]
            room.known[kind] = True
            mine, to = np.uint64(s * cells + cell) * width, np.uint64(kind) * width
            for k in range(width):
                found[to + k] += met[mine + k] * by_key[k]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _tabulate(ends, final_of, chances, masses, board, room, found, out):  # type: ignore[no-untyped-def]
    """``out[row, total, final]`` of one board; `found` is zero afterwards.

    All hands of a row are counted as bust at first, those with a dealer natural behind them apart.
    """
    cells, finals = len(ends.cell_place), out.shape[2]
    known, width = room.known, width_of(len(final_of))
    for s in range(2):
        for row in range(len(out)):
            behind = mean_of(len(chances[s]), chances[s], masses[1, s * len(out) + row, board])
            every = mean_of(len(chances[s]), chances[s], masses[0, s * len(out) + row, board])
            out[row, BUST, 0] += every - behind
            out[row, BUST, finals - 1] += behind
        for cell in range(cells):
            if room.reached[s * cells + cell]:
                row, total = ends.cell_row[cell], ends.cell_total[cell]
                waiting = room.amount[s * cells + cell] * chances[s, ends.cell_place[cell]]
                out[row, BUST, 0] -= waiting
                out[row, total, finals - 2] += waiting  # the dealer is bust unless a key says more
    for kind in range(len(known)):
        if known[kind]:
            known[kind] = False
            own, row, total = kind * width, kind // BUST, kind % BUST
            for k in range(len(final_of)):
                part, f = found[own + k], final_of[k]
                out[row, total, finals - 2] -= part
                if f < finals - 1:
                    out[row, total, f] += part
                else:
                    out[row, BUST, 0] += part  # a natural beats them
            for k in range(own, own + width):
                found[k] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def outcome_tables(  # type: ignore[no-untyped-def]
    paths, block, variants, boards, first, weights, room, masses, out
):
    """``out[asked, row, total, final]``, zero before, by the flows of `follow_split`.

    Each asks about one of `boards`, ascending, and weighs its variants from ``first[asked]`` on:
    ``weights[asked, second card pairs, variant]``. `masses` are as `masses_of_rows` makes them.
    """
    shape, ends = paths.shape, paths.ends
    size = shape.cards * shape.leads * shape.others
    chances, one = np.empty((2, size)), np.empty(size)
    by_key = np.zeros(len(room.turned) // WALKERS)
    found = np.zeros(len(room.gains))
    room.known[:] = False
    both, last = np.int64(2), -1
    mark_groups(ends, both, room)
    for asked in range(len(boards)):
        board = boards[asked]
        draws, shift = draws_of_board(paths.draws, block.up[board])
        if board != last:
            gather_ends(ends, draws, block, board, both, room)
            last = board
        _weighed_chances(shape, block, board, variants, first[asked], weights[asked], one, chances)
        _meet(ends, shift, chances, room, by_key, found)
        _tabulate(ends, draws.key_final, chances, masses, board, room, found, out[asked])
