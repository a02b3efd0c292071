"""Outcome tables of split hands: how likely each row and total meets each final.

The same flows and walks as for what a hand is worth, but kept apart by row, total and final.
Eight variants of what else is gone stand side by side.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import draws_of_board, gather_ends, width_of
from pitboss.exact.programme.loops.bundles import Arrival
from pitboss.exact.programme.loops.follow import arrive, clear, natural_behind
from pitboss.exact.programme.loops.play import BOARDS, BUST
from pitboss.exact.programme.loops.weigh import chances_of

VARIANTS = 8


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


@njit(cache=True, nogil=True, error_model="numpy")
def chances_of_variants(  # type: ignore[no-untyped-def]
    shape, block, variants, first, last, board, chances
):
    """``chances[place × VARIANTS + variant]`` of the variants from `first` up to `last`."""
    size = shape.cards * shape.leads * shape.others
    one = np.empty(size)
    for at in range(size * VARIANTS):
        chances[at] = 0.0
    pairs = block.left[shape.pair * BOARDS + board] - 2.0
    others = block.left[shape.other * BOARDS + board] if shape.other >= 0 else 0.0
    for v in range(first, last):
        gone, also = variants.pairs[v] + variants.burned_pairs[v], variants.burned_others[v]
        cards = block.cards[board] - 2.0 - gone - also
        chances_of(shape, pairs - gone, others - also, cards, one)
        for at in range(size):
            chances[at * VARIANTS + v - first] = one[at]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _add_cells(  # type: ignore[no-untyped-def]
    ends, draws, shift, s, many, room, chances, out
):
    """Add the cells of a set on one board, ``out[variant, row, total, final]``.

    Hands are counted as bust in `out`, first column, already.
    """
    met, amount, key_final = room.met, room.amount, draws.key_final
    cells, keys, finals = len(ends.cell_place), len(draws.key_final), out.shape[3]
    width, lanes = np.uint64(width_of(keys)), np.uint64(VARIANTS)
    found = np.empty(finals * VARIANTS)
    for cell in range(cells):
        if not room.reached[s * cells + cell]:
            continue
        found[:] = 0.0
        place = ends.cell_place[cell]
        mine = np.uint64(s * cells + cell) * width
        for k in range(keys):
            to, of = np.uint64(key_final[k] * VARIANTS), np.uint64((place + shift[k]) * VARIANTS)
            part = met[mine + np.uint64(k)]
            for v in range(lanes):
                found[to + v] += part * chances[of + v]
        for v in range(many):
            own = out[v, ends.cell_row[cell]]
            of = own[ends.cell_total[cell]]
            waiting = amount[s * cells + cell] * chances[place * VARIANTS + v]
            waiting -= found[(finals - 1) * VARIANTS + v]  # a natural beats them
            own[BUST, 0] -= waiting
            for f in range(finals - 2):
                of[f] += found[f * VARIANTS + v]
                waiting -= found[f * VARIANTS + v]
            of[finals - 2] += waiting  # all else is a bust of the dealer's


@njit(cache=True, nogil=True, error_model="numpy")
def _count_rows(shape, masses, board, many, chances, out):  # type: ignore[no-untyped-def]
    """All hands of a row as bust, first column, with a dealer natural behind them in the last."""
    for row in range(len(masses)):
        for v in range(many):
            hands, behind = 0.0, 0.0
            for at in range(shape.cards * shape.leads * shape.others):
                chance = chances[at * VARIANTS + v]
                hands += masses[row, 0, board, at] * chance
                behind += masses[row, 1, board, at] * chance
            out[v, row, BUST, 0] = hands - behind
            out[v, row, BUST, out.shape[3] - 1] = behind


@njit(cache=True, nogil=True, error_model="numpy")
def outcome_tables(  # type: ignore[no-untyped-def]
    shape, ends, every, block, variants, first, last, room, masses, out
):
    """``out[board, set, variant, row, total, final]``, zero before, by the flows of `follow_split`.

    Variants of a board are those from ``first[board]`` up to ``last[board]``; `masses` are as
    `masses_of_rows` makes them.
    """
    chances = np.zeros(shape.cards * shape.leads * shape.others * VARIANTS)
    for board in range(len(first)):
        if block.cards[board] <= 0.0 or first[board] == last[board]:
            continue
        draws, shift = draws_of_board(every, block.up[board])
        gather_ends(ends, draws, block, board, 2, room)
        for begin in range(first[board], last[board], VARIANTS):
            many = min(VARIANTS, last[board] - begin)
            chances_of_variants(shape, block, variants, begin, begin + many, board, chances)
            at = begin - first[board]
            for s in range(2):
                to = out[board, s, at : at + many]
                _count_rows(shape, masses[s], board, many, chances, to)
                _add_cells(ends, draws, shift, s, many, room, chances, to)
