"""Outcome tables of split hands: how likely each row and total meets each final.

The same flows and walks as for what a hand is worth, but kept apart by row, total and final.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import draws_of_board, gather_ends, mark_groups, width_of
from pitboss.exact.programme.loops.bundles import Arrival
from pitboss.exact.programme.loops.dealer import WALKERS
from pitboss.exact.programme.loops.follow import arrive, clear, natural_behind
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.weigh import chances_of, mean_of


@njit(cache=True, nogil=True, error_model="numpy")
def masses_of_rows(shape, steps, block, start_row, room, masses):  # type: ignore[no-untyped-def]
    """How likely a split hand ends on each row, by the flows of `follow_split`.

    ``masses[set, row, what, board, place]``; what: all of them, those with a dealer natural behind.
    Hands begin on `start_row`; options carry them over to other rows.
    """
    for s in range(2):
        for row in range(masses.shape[1]):
            clear(shape, masses[s, row, 0])
            clear(shape, masses[s, row, 1])
        for step in range(shape.begin):
            for what in range(2):
                once = Arrival(1.0 - what, float(what))
                arrive(shape, steps, block, once, step, s, room.arrived, masses[s, start_row, what])
        for m in range(len(steps.movers)):
            option, step = steps.movers[m], steps.mover_step[m]
            for b in range(BOARDS):
                part = room.taken[s, m * BOARDS + b]
                if part == 0.0:
                    continue
                for way in range(2):
                    row = steps.option_row[option] if way else steps.row[step]
                    signed = part if way else -part
                    masses[s, row, 0, b, steps.place[step]] += signed
                    natural_behind(
                        shape, block.left, block.makers, steps.held[step], b, steps.place[step],
                        signed, masses[s, row, 1, b],
                    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _meet(ends, shift, chances, room, by_key, found):  # type: ignore[no-untyped-def]
    """How likely hands of each row and total meet each column, in one variant, on one board.

    ``found[((set × rows + row) × BUST + total) × width + column]``, zero before.
    """
    met, place_of, reached = room.met, ends.cell_place, room.reached
    cells, keys = len(place_of), len(shift)
    width = np.uint64(width_of(keys))
    half = len(found) // 2
    place = -1
    for cell in range(cells):
        if not (reached[cell] or reached[cells + cell]):
            continue
        if place_of[cell] != place:
            place = place_of[cell]
            for k in range(keys):
                by_key[k] = chances[place + shift[k]]
        kind = ends.cell_row[cell] * BUST + ends.cell_total[cell]
        for s in range(2):
            if reached[s * cells + cell]:
                mine = np.uint64(s * cells + cell) * width
                to = np.uint64(s * half) + np.uint64(kind) * width
                for k in range(width):
                    found[to + k] += met[mine + k] * by_key[k]


@njit(cache=True, nogil=True, error_model="numpy")
def _count_rows(size, masses, board, chances, out):  # type: ignore[no-untyped-def]
    """All hands of a row as bust, those with a dealer natural behind them apart."""
    for row in range(len(out)):
        behind = mean_of(size, chances, masses[row, 1, board])
        out[row, BUST, 0] = mean_of(size, chances, masses[row, 0, board]) - behind
        out[row, BUST, out.shape[2] - 1] = behind


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _tabulate(ends, columns, s, chances, room, found, out):  # type: ignore[no-untyped-def]
    """``out[row, total, final]`` of one set, variant and board; `found` is zero afterwards.

    Hands are counted there as bust already.
    """
    cells, finals, first = len(ends.cell_place), out.shape[2], columns.first_column
    known, width = room.known, width_of(len(columns.shift))
    for cell in range(cells):
        if room.reached[s * cells + cell]:
            row, total = ends.cell_row[cell], ends.cell_total[cell]
            waiting = room.amount[s * cells + cell] * chances[ends.cell_place[cell]]
            out[row, BUST, 0] -= waiting
            out[row, total, finals - 2] += waiting  # a bust of the dealer's unless a key says more
            known[row * BUST + total] = True
    for kind in range(len(known)):
        if known[kind]:
            known[kind] = False
            own, to = kind * width, out[kind // BUST, kind % BUST]
            for f in range(finals):
                part = 0.0
                for k in range(own + first[f], own + first[f + 1]):
                    part += found[k]
                to[finals - 2] -= part
                if f < finals - 1:
                    to[f] += part
                else:
                    out[kind // BUST, BUST, 0] += part  # a natural beats them
            for k in range(own, own + width):
                found[k] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def outcome_tables(  # type: ignore[no-untyped-def]
    shape, ends, every, block, variants, first, last, room, masses, out
):
    """``out[asked, set, variant, row, total, final]``, zero before, by the flows of `follow_split`.

    A board is asked for where it has variants, from ``first[board]`` up to ``last[board]``;
    `masses` are as `masses_of_rows` makes them.
    """
    chances = np.zeros(shape.cards * shape.leads * shape.others)
    by_key = np.zeros(len(room.turned) // WALKERS)
    found = np.zeros(2 * len(room.gains))
    half, asked = len(room.gains), -1
    room.known[:] = False
    both = np.int64(2)
    mark_groups(ends, both, room)
    for board in range(len(first)):
        if first[board] == last[board]:
            continue
        asked += 1
        draws, columns = draws_of_board(every, block.up[board])
        gather_ends(ends, draws, columns.column, block, board, both, room)
        pairs = block.left[shape.pair * BOARDS + board] - 2.0
        others = block.left[shape.other * BOARDS + board] if shape.other >= 0 else 0.0
        for v in range(first[board], last[board]):
            gone, also = (
                variants.pairs[v] + variants.dropped_pairs[v],
                variants.dropped_others[v],
            )
            cards = block.cards[board] - 2.0 - gone - also
            chances_of(shape, pairs - gone, others - also, cards, chances)
            _meet(ends, columns.shift, chances, room, by_key, found)
            for s in range(2):
                to = out[asked, s, v - first[board]]
                _count_rows(len(chances), masses[s], board, chances, to)
                mine = found[s * half : (s + 1) * half]
                _tabulate(ends, columns, s, chances, room, mine, to)
