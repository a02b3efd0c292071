"""Outcome tables of split hands: how likely each row and total meets each final.

The same flows and walks as for what a hand is worth, but kept apart by row, total and final.
Eight variants of what else is gone stand side by side.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.behind import _draws_of, _used_groups
from pitboss.exact.programme.loops.bundles import Arrival
from pitboss.exact.programme.loops.dealer import WALKERS, walk
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


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _add_cell(  # type: ignore[no-untyped-def]
    draws, shift, at, low, high, gain, total, amount, finals, chances, out
):
    """Add the ends of one place and total: `out` is that total's row, and a bust's `finals` on.

    What is missing to `amount` is the dealer's bust, the last final but one.
    """
    key_final = draws.key_final
    left, right = np.uint64(low // 16 * 16), np.uint64((high + 15) // 16 * 16)
    width = np.uint64(VARIANTS)
    bust, lost = np.uint64((finals - 2) * VARIANTS), np.uint64(finals * VARIANTS)
    of = np.uint64(at * VARIANTS)
    for v in range(width):
        out[bust + v] += amount * chances[of + v]
        out[lost + v] -= amount * chances[of + v]
    for k in range(len(shift)):
        row = np.uint64(k * WALKERS)
        more = 0.0
        for one in range(left, right):
            more += gain[one] * total[row + one]
        of = np.uint64((at + shift[k]) * VARIANTS)
        natural = key_final[k] == finals - 1
        to = lost if natural else np.uint64(key_final[k] * VARIANTS)
        for v in range(width):
            part = more * chances[of + v]
            out[to + v] += part
            out[bust + v] -= part


@njit(cache=True, nogil=True, error_model="numpy")
def add_ends(  # type: ignore[no-untyped-def]
    ends, every, block, board, finals, room, chances, out
):
    """Add where the hands of one board end.

    ``out[set, row, total, final × VARIANTS + variant]``; what a bust row loses goes into the
    places after the last final of each total's row.
    """
    held, left, cards, group = ends.group_held, block.left, room.cards, room.group
    kinds, many_rows = held.shape[1], out.shape[1]
    gain = np.zeros(many_rows * 22 * WALKERS)
    amount = np.zeros(many_rows * 22)
    low, high = np.full(many_rows * 22, WALKERS), np.zeros(many_rows * 22, dtype=np.int64)
    up = block.up[board]
    groups = _used_groups(ends, board, 2, room)
    draws = _draws_of(every, up)
    shift = every.shift[every.first_key[up] : every.first_key[up + 1]]
    for begin in range(0, groups, WALKERS):
        many = min(WALKERS, groups - begin)
        for c in range(kinds):
            for one in range(many):
                stock = left[c * BOARDS + board]
                cards[c * WALKERS + one] = max(stock - held[group[begin + one], c], 0.0)
        walk(draws, cards, room.product, room.total)
        for s in range(2):
            for place in range(len(ends.first) - 1):
                first, last = ends.first[place], ends.first[place + 1]
                some = False
                for e in range(first, last):
                    part = room.ended[s, board * len(ends.slot) + e]
                    walker = room.row_of[ends.group[e]] - begin
                    if part == 0.0 or walker < 0 or walker >= many:
                        continue
                    some = True
                    cell = ends.row[e] * 22 + ends.total[e]
                    gain[cell * WALKERS + walker] += part
                    amount[cell] += part
                    low[cell], high[cell] = min(low[cell], walker), max(high[cell], walker + 1)
                if not some:
                    continue
                for cell in range(many_rows * 22):
                    if high[cell] == 0:
                        continue
                    mine = gain[cell * WALKERS : (cell + 1) * WALKERS]
                    _add_cell(
                        draws, shift, ends.place[first], low[cell], high[cell], mine, room.total,
                        amount[cell], finals, chances, out[s, cell // 22, cell % 22],
                    )  # fmt: skip
                    mine[:] = 0.0
                    amount[cell], low[cell], high[cell] = 0.0, WALKERS, 0
    for one in range(groups):
        room.row_of[group[one]] = -1


@njit(cache=True, nogil=True, error_model="numpy")
def finish_tables(  # type: ignore[no-untyped-def]
    shape, masses, board, many, finals, chances, added, out
):
    """``out[set, variant, row, total, final]`` from what `add_ends` made.

    A bust's first column is what is left of all hands; its last one the dealer's naturals.
    """
    size = shape.cards * shape.leads * shape.others
    for s in range(2):
        for v in range(many):
            for row in range(out.shape[2]):
                hands, behind = 0.0, 0.0
                for at in range(size):
                    chance = chances[at * VARIANTS + v]
                    hands += masses[s, row, 0, board, at] * chance
                    behind += masses[s, row, 1, board, at] * chance
                bust = out[s, v, row, BUST]
                bust[0], bust[finals - 1] = hands - behind, behind
                for total in range(22):
                    of = added[s, row, total]
                    for f in range(finals - 1):
                        out[s, v, row, total, f] = of[f * VARIANTS + v]
                    bust[0] += of[finals * VARIANTS + v]
